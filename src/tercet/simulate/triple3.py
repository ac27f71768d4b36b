"""Mass statistics of Triple³: whole rounds of random play at full speed.

Play at the same time is modelled as turns by lot among those who can move: one lays a card by lot on one of the cells
where it fits, and fills its hand again. If nobody can, all take a card more. The kernel is a bare one beside the
engine: no log, no clock, no views. It knows the grid and nothing else of the engine; a test plays the same rounds
through both.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter, process_time
from typing import Any

from tercet.engine.grid import CARDS, CELLS, LINES, MASK, any_fits, coverable, union
from tercet.many import add_games, any_seed, blocks, number_of_cores, over_cores, progress
from tercet.simulate.core import shuffled

DEALT = 55  # cards that do not lie on the first grid (X3)
BLOCK = 200  # games drawn by one generator, so that the result follows from the seed whatever the number of cores
TURNS, SAMPLE = 3, 10  # how often the two kernels take turns at how many games, to compare their speed

Place = tuple[int, int]  # a card and the cell that it may cover


class Table:
    """A round under way: the nine open cards, and each seat's hand and its pile, the top in front."""

    def __init__(self, seats: int, hand: int, random: Callable[[], float]) -> None:
        self.hand = hand
        self.placements = 0
        self._deal(seats, random)
        self._open()
        for seat in range(seats):
            self._fill(seat)

    def _deal(self, seats: int, random: Callable[[], float]) -> None:
        each = DEALT // seats
        while True:  # X3: a grid that no card fits is dealt anew
            deck = shuffled(CARDS, random)
            self.hands: list[list[int]] = [[] for _ in range(seats)]
            self.piles = [deck[seat * each : (seat + 1) * each] for seat in range(seats)]
            rest = deck[seats * each :]
            self.tops, surplus = rest[:9], rest[9:]
            for card, cell in [(card, int(random() * 9)) for card in surplus]:
                self.tops[cell] = card
            if any_fits(self.tops, deck[: seats * each]):
                return

    def _open(self) -> None:
        """Look at the grid: the values that each cell, and any cell, can be covered by."""
        self.accepted = coverable(self.tops)
        self.accepted_anywhere = union(self.accepted)

    def _fill(self, seat: int) -> None:
        if (missing := self.hand - len(self.hands[seat])) > 0:
            self._draw(seat, missing)

    def _draw(self, seat: int, count: int) -> None:
        self.hands[seat] += self.piles[seat][:count]
        del self.piles[seat][:count]

    def fits_any(self, cards: Sequence[int]) -> bool:
        """Whether one of these cards may go on some cell."""
        accepted = self.accepted_anywhere
        return any(MASK[card] & accepted for card in cards)

    def places(self, cards: Sequence[int]) -> list[Place]:
        """Every card with every cell that it may cover, in their orders (X6)."""
        accepted = self.accepted
        return [(card, cell) for card in cards for cell in CELLS if MASK[card] & accepted[cell]]

    def movers(self) -> list[int]:
        """The seats that can play a card of their hands."""
        return [seat for seat, cards in enumerate(self.hands) if self.fits_any(cards)]

    def is_stuck(self) -> bool:
        """X10: no card of anybody, in the hand or face down, could be played."""
        return not any(self.fits_any(cards) for cards in (*self.hands, *self.piles))

    def lay(self, seat: int, card: int, cell: int) -> None:
        """Cover a cell, and fill the hand again."""
        self.placements += 1
        self.hands[seat].remove(card)
        self.tops[cell] = card
        self._open()
        self._fill(seat)

    def draw(self) -> None:
        """All take a card more: none in hand fits."""
        for seat in range(len(self.hands)):
            self._draw(seat, 1)

    def left(self) -> list[int]:
        """How many cards each seat still has."""
        return [len(hand) + len(pile) for hand, pile in zip(self.hands, self.piles, strict=True)]


class NaiveTable(Table):
    """The same by the rule as it is told, line by line and property by property: what the kernel is compared with."""

    def _open(self) -> None:
        pass

    def fits_any(self, cards: Sequence[int]) -> bool:
        """Whether one of these cards may go on some cell."""
        return any(fits(self.tops, card, cell) for card in cards for cell in CELLS)

    def places(self, cards: Sequence[int]) -> list[Place]:
        """Every card with every cell that it may cover, in their orders (X6)."""
        return [(card, cell) for card in cards for cell in CELLS if fits(self.tops, card, cell)]


def fits(tops: Sequence[int], card: int, cell: int) -> bool:
    """X6 as it is told: in some line the two others and the new card share what the covered one has not."""
    for line in LINES:
        if cell in line:
            one, two = (properties(tops[other]) for other in line if other != cell)
            for new, old, a, b in zip(properties(card), properties(tops[cell]), one, two, strict=True):
                if new == a == b != old:
                    return True
    return False


def properties(card: int) -> tuple[int, int, int]:
    """Colour, shape and number of waves, each 0-3."""
    return card // 16, card // 4 % 4, card % 4


class Tally:
    """What is counted over many games: placements, games that got stuck, and those of them that several won."""

    def __init__(self) -> None:
        self.games = self.placements = self.stuck = self.ties = 0
        self.least, self.most = DEALT, 0

    def add(self, other: Tally) -> None:
        """Count another tally's games in."""
        self.games += other.games
        self.placements += other.placements
        self.stuck += other.stuck
        self.ties += other.ties
        self.least, self.most = min(self.least, other.least), max(self.most, other.most)

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON: the mean, and shares; that of ties is one of the stuck games, 0 if there are none."""
        return {
            "games": self.games,
            "placements": self.placements / self.games,
            "placements_least": self.least,
            "placements_most": self.most,
            "stuck": self.stuck / self.games,
            "stuck_ties": self.ties / max(self.stuck, 1),
        }


def play(table: Table, random: Callable[[], float], tally: Tally) -> None:
    """Play one round to its end by lot, and count it in."""
    left = table.left()
    stuck = False
    while 0 not in left and not stuck:
        movers = table.movers()
        if movers:
            seat = movers[int(random() * len(movers))]
            places = table.places(table.hands[seat])
            table.lay(seat, *places[int(random() * len(places))])
            left[seat] -= 1
        elif table.is_stuck():
            stuck = True
        else:
            table.draw()
    tally.games += 1
    tally.placements += table.placements
    tally.least, tally.most = min(tally.least, table.placements), max(tally.most, table.placements)
    tally.stuck += stuck
    tally.ties += stuck and left.count(min(left)) > 1


def play_block(name: str, games: int, seats: int, hand: int, kind: type[Table] = Table) -> Tally:
    """Play so many games by the generator of this name: the same ones in every process."""
    random, tally = Random(name).random, Tally()
    for _ in range(games):
        play(kind(seats, hand, random), random, tally)
    return tally


def simulate(games: int, seed: int, seats: int, hand: int, cores: int = 1) -> Iterator[Tally]:
    """Play games on so many cores; yields tallies whose sum follows from the arguments, whatever the cores."""
    arguments = ((name, size, seats, hand) for name, size in blocks(seed, games, BLOCK))
    yield from over_cores(play_block, arguments, cores if games > BLOCK else 1)


def speeds(seats: int, hand: int) -> tuple[float, float]:
    """Games a CPU-second on one core, of the kernel and of the naive one: they take turns at the same games."""
    taken: dict[type[Table], list[float]] = {Table: [], NaiveTable: []}
    for turn in range(TURNS):
        for kind, rates in taken.items():
            began = process_time()
            play_block(f"speed {turn}", SAMPLE, seats, hand, kind)
            rates.append(SAMPLE / (process_time() - began))
    kernel, naive = (sorted(rates)[TURNS // 2] for rates in taken.values())  # the medians
    return kernel, naive


# ------------------------------------------------------------------------------------------- the command line


def add_parser(games: Any) -> None:
    """Add Triple³ to the games of `simulate` (what `add_subparsers` gave)."""
    triple3 = games.add_parser(
        "triple3",
        help="Triple³: placements, rounds that get stuck, ties among them",
        description="Play rounds of Triple³ to the end many times, by lot among those who can move, and count.",
    )
    triple3.add_argument("--seats", type=int, choices=range(1, 7), default=2, help="players, 1 to 6 (2)")
    triple3.add_argument(
        "--hand",
        type=size_of_hand,
        default=5,
        metavar="K",
        help="cards that each fills its hand up to, or all for the whole pile (5)",
    )
    add_games(triple3, 2_000)
    triple3.set_defaults(run=run)


def size_of_hand(text: str) -> int:
    """A number of cards from the command line; the whole pile is as many as there are."""
    if text == "all":
        return DEALT
    if not text.isdecimal() or not 1 <= int(text) <= DEALT:
        raise argparse.ArgumentTypeError(f"{text!r} is no hand: a number of cards from 1 to {DEALT}, or all")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Simulate as the command line wishes, print the counts, and give the exit status."""
    seed, tally, began = any_seed(args), Tally(), perf_counter()
    with progress(args.games) as advance:
        for block in simulate(args.games, seed, args.seats, args.hand, number_of_cores()):
            tally.add(block)
            advance(block.games)
    rate = tally.games / (perf_counter() - began)
    kernel, naive = speeds(args.seats, args.hand)
    hand = "all" if args.hand == DEALT else args.hand
    if args.json:
        speed = {"games_a_second": rate, "kernel": kernel, "naive": naive, "ratio": kernel / naive}
        head = {"game": "triple3", "seats": args.seats, "hand": hand, "seed": seed}
        print(json.dumps(head | tally.as_json() | {"speed": speed}))
    else:
        print(f"Triple³, {args.seats} {'seat' if args.seats == 1 else 'seats'}, hand of {hand}, seed {seed}")
        print("\n".join(report(tally)))
        print(f"\n{rate:,.0f} games a second")
        print(f"{kernel:,.0f} a second and core; {kernel / naive:.1f} times the rule as it is told ({naive:,.0f})")
    return 0


def report(tally: Tally) -> Iterator[str]:
    """The tally for people, line by line."""
    counts = tally.as_json()
    yield f"{tally.games:,} games"
    yield f"{counts['placements']:.2f} placements a game ({tally.least} to {tally.most})"
    yield f"{counts['stuck']:.2%} of the games got stuck"
    if tally.stuck:
        yield f"{counts['stuck_ties']:.1%} of those were shared"
