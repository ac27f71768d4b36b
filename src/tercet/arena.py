"""Contests of computer players: many whole games on game time, and how often each level beats the other.

A game is played as a room plays it, but without a clock: after every row each player is asked for its next wish, and
the earliest one, or a deadline, is what happens next.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any

from tercet.engine import GAMES
from tercet.many import add_games, any_seed, blocks, number_of_cores, over_cores, progress

if TYPE_CHECKING:
    from tercet.engine.match import Level, Match

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
LEVELS_OF_TRIOLOGY = ("beginner", "triology", "master")  # as in engine.triology_cards, which --help does without
BLOCK = 4  # games that one core plays at a time; an even number, for the seats change
Z = 1.96  # standard deviations on either side of a 95 % interval


def step(match: Match, key: str, pace: float = 1.0) -> None:
    """Let the next thing happen: a deadline, or the earliest wish of a computer player (G7: the deadline first)."""
    from tercet.bots.core import plan

    wishes = []
    for seat in range(match.state.seats):
        if level := match.controller(seat):
            wish = plan(match.game, key, seat, level, match.view(seat), pace)
            if wish:
                wishes.append((max(wish.at, match.at), seat, wish.action))
    earliest = min(wishes, key=lambda wish: wish[:2], default=None)
    due = match.deadline()
    if due is not None and (earliest is None or due <= earliest[0]):
        match.advance(due)
    elif earliest is not None:
        at, seat, action = earliest
        match.act(seat, action, at)
    else:
        raise RuntimeError(f"nobody in this match of {match.game} will ever do anything again")


class Tally:
    """What is counted over many games of two: games won by each level, ties, and game time in milliseconds."""

    def __init__(self) -> None:
        self.games = self.ties = self.acts = self.ms = 0
        self.wins = [0, 0]

    def add(self, other: Tally) -> None:
        """Count another tally's games in."""
        self.games += other.games
        self.ties += other.ties
        self.acts += other.acts
        self.ms += other.ms
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]

    def share(self) -> float:
        """How much of the games the first level won, a tie counting as half."""
        return (self.wins[0] + self.ties / 2) / self.games

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON; times are in seconds of game time."""
        return {
            "games": self.games,
            "wins": self.wins,
            "ties": self.ties,
            "share": self.share(),
            "interval": list(wilson(self.share(), self.games)),
            "seconds": self.ms / 1000 / self.games,
            "acts": self.acts / self.games,
        }


def wilson(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of so many games."""
    square = Z * Z / games
    middle = share + square / 2
    width = Z * sqrt(share * (1 - share) / games + square / games / 4)
    return max(0.0, (middle - width) / (1 + square)), min(1.0, (middle + width) / (1 + square))


def play_block(
    name: str, games: int, game: str, levels: Sequence[Level], options: dict[str, Any] | None = None
) -> Tally:
    """Play so many games of two levels, which change seats after every game."""
    from tercet.engine import load
    from tercet.engine.match import Match, Player

    tally = Tally()
    for i in range(games):
        first = i % 2  # the seat of the first level
        players = [Player("computer", levels[seat ^ first]) for seat in range(2)]
        match = Match.begin(game, players, load(game).Options(**options or {}), f"deal {name} {i}", 0)
        while not match.state.ended:
            step(match, f"key {name} {i}")
        count(tally, match, first)
    return tally


def count(tally: Tally, match: Match, first: int) -> None:
    """Count a finished game in, in which the first level sat on the seat `first`."""
    winners = match.state.ended.places[0]
    tally.games += 1
    tally.acts += match.seq
    tally.ms += match.at
    if len(winners) > 1:
        tally.ties += 1
    else:
        tally.wins[winners[0] ^ first] += 1


def contest(
    game: str,
    levels: Sequence[Level],
    games: int,
    seed: int,
    cores: int = 1,
    options: dict[str, Any] | None = None,
) -> Iterator[Tally]:
    """Play games on so many cores; yields tallies whose sum follows from the arguments, whatever the cores."""
    arguments = ((name, size, game, levels, options) for name, size in blocks(seed, games, BLOCK))
    yield from over_cores(play_block, arguments, cores if games > BLOCK else 1)


# ------------------------------------------------------------------------------------------- the command line


def add_parser(commands: Any) -> None:
    """Add `arena` to the commands of the command line (what `add_subparsers` gave)."""
    parser = commands.add_parser(
        "arena",
        help="let two computer players play many games against each other",
        description="Let two computer players play many games against each other, and count who wins.",
    )
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=f"of {', '.join(GAMES)}")
    for place in ("first", "second"):
        parser.add_argument(place, choices=LEVELS, metavar="BOT", help=f"the {place} level, of {', '.join(LEVELS)}")
    parser.add_argument("--level", choices=LEVELS_OF_TRIOLOGY, help="of Triology (triology)")
    add_games(parser, 500)
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Hold the contest that the command line wishes, print how it ended, and give the exit status."""
    if args.level and args.game != "triology":
        args.parser.error(f"argument --level: {args.game} has no levels")
    seed, tally, levels = any_seed(args), Tally(), (args.first, args.second)
    options = {"level": args.level or "triology"} if args.game == "triology" else {}
    with progress(args.games) as advance:
        for block in contest(args.game, levels, args.games, seed, number_of_cores(), options):
            tally.add(block)
            advance(block.games)
    if args.json:
        print(json.dumps({"game": args.game, **options, "bots": levels, "seed": seed} | tally.as_json()))
    else:
        print("\n".join(report(" ".join((args.game, *options.values())), levels, seed, tally)))
    return 0


def report(game: str, levels: Sequence[str], seed: int, tally: Tally) -> Iterator[str]:
    """The tally for people, line by line."""
    counts = tally.as_json()
    least, most = counts["interval"]
    yield f"{game}, {levels[0]} against {levels[1]}, seed {seed}"
    yield f"{tally.games:,} games: {tally.wins[0]:,} won, {tally.wins[1]:,} lost, {tally.ties:,} shared"
    yield f"{levels[0]} wins {tally.share():.1%} (95 % interval {least:.1%} to {most:.1%}; a shared win counts half)"
    yield f"{counts['seconds']:.0f} s of game time and {counts['acts']:.0f} acts a game"
