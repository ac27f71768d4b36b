"""Mass statistics of Triology: how long hands last, how they end, and what is stolen, in games of computer players.

Unlike the other games there is no kernel beside the engine: what takes the time is thinking, not judging, so the games
are played through the public judge by the computer players of one level.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tercet.engine.triology_cards import Level
from tercet.many import add_games, any_seed, blocks, number_of_cores, over_cores, progress

if TYPE_CHECKING:
    from tercet.engine import match

LEVELS: tuple[Level, ...] = ("beginner", "triology", "master")
BOTS: tuple[match.Level, ...] = ("easy", "medium", "hard")
BEGINNERS = 4  # seats of Beginner at most (Y4)
BLOCK = 4  # games that one core plays at a time


class Tally:
    """What is counted over many games and their hands."""

    def __init__(self) -> None:
        self.games = self.hands = self.turns = self.idle = 0
        self.stolen = self.given_back = self.chips = self.pick_ups = self.melds = 0
        self.scores = self.seat_hands = self.acts = 0

    def add(self, other: Tally) -> None:
        """Count another tally's games in."""
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON: means a game, a hand or a seat's hand, and shares of hands."""
        hands = self.hands
        return {
            "games": self.games,
            "hands": hands,
            "hands_a_game": hands / self.games,
            "turns_a_hand": self.turns / hands,
            "ended_without_progress": self.idle / hands,
            "score_a_hand": self.scores / self.seat_hands,
            "sets_a_hand": self.melds / hands,
            "pick_ups_a_hand": self.pick_ups / hands,
            "stolen_a_hand": self.stolen / hands,
            "given_back_a_hand": self.given_back / hands,
            "chips_a_hand": self.chips / hands,
            "acts_a_game": self.acts / self.games,
        }


def play_block(name: str, games: int, level: Level, seats: int, bots: match.Level) -> Tally:
    """Play so many games of this name to their ends: the same ones in every process."""
    from tercet.arena import step
    from tercet.engine import triology
    from tercet.engine.match import Match, Player

    tally = Tally()
    for i in range(games):
        players = [Player("computer", bots)] * seats
        one = Match.begin("triology", players, triology.Options(level=level), f"deal {name} {i}", 0)
        while not one.state.ended:
            step(one, f"key {name} {i}")
        count(tally, one)
    return tally


def count(tally: Tally, match: match.Match) -> None:
    """Count a finished game in."""
    from tercet.review.triology import review

    tally.games += 1
    tally.acts += match.seq
    for hand in review(match).hands:
        if hand.end is None:
            continue
        tally.hands += 1
        tally.idle += hand.end.out is None  # Y10
        tally.scores += sum(hand.end.scores)
        tally.seat_hands += len(hand.end.scores)
        tally.chips += sum(hand.end.chips)
        for seat in hand.seats:
            tally.turns += seat.turns
            tally.melds += seat.melds
            tally.pick_ups += seat.pick_ups
            tally.stolen += seat.stolen
            tally.given_back += seat.given_back


def simulate(games: int, seed: int, level: Level, seats: int, bots: match.Level, cores: int = 1) -> Iterator[Tally]:
    """Play games on so many cores; yields tallies whose sum follows from the arguments, whatever the cores."""
    arguments = ((name, size, level, seats, bots) for name, size in blocks(seed, games, BLOCK))
    yield from over_cores(play_block, arguments, cores if games > BLOCK else 1)


# ------------------------------------------------------------------------------------------- the command line


def add_parser(games: Any) -> None:
    """Add Triology to the games of `simulate` (what `add_subparsers` gave)."""
    triology = games.add_parser(
        "triology",
        help="Triology: how long hands last, how they end, what is stolen",
        description="Let computer players play whole games of Triology, and count.",
    )
    triology.add_argument("--level", choices=LEVELS, default="triology", help="of the game (triology)")
    triology.add_argument("--seats", type=int, choices=range(2, 9), default=2, help="players, 2 to 8 (2)")
    triology.add_argument("--bots", choices=BOTS, default="hard", help="the computer players' level (hard)")
    add_games(triology, 200)
    triology.set_defaults(run=run, parser=triology)


def run(args: argparse.Namespace) -> int:
    """Simulate as the command line wishes, print the counts, and give the exit status."""
    if args.level == "beginner" and args.seats > BEGINNERS:
        args.parser.error(f"argument --seats: Beginner is for 2 to {BEGINNERS} (Y4)")
    seed, tally, began = any_seed(args), Tally(), perf_counter()
    with progress(args.games) as advance:
        for block in simulate(args.games, seed, args.level, args.seats, args.bots, number_of_cores()):
            tally.add(block)
            advance(block.games)
    rate = tally.games / (perf_counter() - began)
    if args.json:
        head = {"game": "triology", "level": args.level, "seats": args.seats, "bots": args.bots, "seed": seed}
        print(json.dumps(head | tally.as_json() | {"games_a_second": rate}))
    else:
        print(f"Triology, {args.level}, {args.seats} {args.bots} computer players, seed {seed}")
        print("\n".join(report(tally)))
        print(f"\n{rate:,.1f} games a second")
    return 0


def report(tally: Tally) -> Iterator[str]:
    """The tally for people, line by line."""
    counts = tally.as_json()
    yield f"{tally.games:,} games, {counts['hands_a_game']:.1f} hands each"
    yield f"{counts['turns_a_hand']:.1f} turns a hand, {counts['sets_a_hand']:.1f} sets laid"
    yield f"{counts['ended_without_progress']:.2%} of the hands ended after five rounds without progress (Y10)"
    yield f"{counts['score_a_hand']:.2f} points a seat and hand, {counts['chips_a_hand']:.2f} chips a hand"
    yield f"{counts['pick_ups_a_hand']:.2f} pick-ups a hand"
    yield f"{counts['stolen_a_hand']:.2f} sets stolen a hand, {counts['given_back_a_hand']:.2f} steals given back"
