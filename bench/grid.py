"""The grid of Triple³: the moves of a hand and whether anybody can move, against the rule as it is told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from bench.measure import line, rate, rates, ratio, title
from tercet.engine import grid, triple3
from tercet.engine.core import Can
from tercet.simulate.triple3 import NaiveTable, Table, fits, play_block

HAND, HELD, POSITIONS = 5, 40, 500
GOAL = 25  # microseconds, for the moves and the check together
GAMES = 20


class Position(NamedTuple):
    """Nine open cards, a hand of five among forty that are still held, and what its seat sees."""

    tops: list[int]
    held: list[int]
    view: triple3.View


def positions() -> list[Position]:
    random, found = Random(1), []
    for _ in range(POSITIONS):
        cards = random.sample(grid.CARDS, 9 + HELD)
        found.append(Position(cards[:9], cards[9:], seen(cards[:9], cards[9 : 9 + HAND])))
    return found


def seen(tops: list[int], hand: list[int]) -> triple3.View:
    """The view of a seat in the middle of a game of four."""
    shut = Can("unchanged", "X10a")
    return triple3.View(
        seat=0, can={"draw": Can(), "play": Can(least=1, most=1, among="hand"), "nothing_fits": shut},
        phase="play", options=triple3.Options(), until=None, went=0, began=0, round=1,
        grid=tuple(tops), heights=(1,) * 9, since=(0,) * 9, piles=(8,) * 4, hands=(HAND,) * 4, hand=tuple(hand),
        chips=(0,) * 4, stops=(0,) * 4, waits=(0,) * 4, acts=(0,) * 4, acted=(0,) * 4,
        said=frozenset(), ready=frozenset(), last=None,
    )  # fmt: skip


def moves_as_told(position: Position) -> list[tuple[int, int]]:
    return [(card, cell) for card in position.held[:HAND] for cell in grid.CELLS if fits(position.tops, card, cell)]


def check_as_told(position: Position) -> bool:
    return any(fits(position.tops, card, cell) for card in position.held for cell in grid.CELLS)


def run() -> None:
    """Print positions a CPU-second, and how many times the plain rule's."""
    some = positions()

    def over(solve: Callable[[Position], object], count: int = POSITIONS) -> Callable[[], int]:
        def task() -> int:
            for position in some[:count]:
                solve(position)
            return count

        return task

    def games(kind: type[Table]) -> Callable[[], int]:
        def task() -> int:
            return play_block("bench", GAMES if kind is Table else 2, 2, 5, kind).games

        return task

    measured = rates(
        {
            "naive moves": over(moves_as_told, 50),
            "naive check": over(check_as_told, 50),
            "moves": over(lambda p: list(triple3.moves(p.view))),
            "check": over(lambda p: grid.any_fits(p.tops, p.held)),
            "naive games": games(NaiveTable),
            "games": games(Table),
        }
    )
    title("The grid of Triple³: hands of five, and forty cards to check (a CPU-second)")
    rate("the rule as it is told: moves of a hand", measured["naive moves"])
    rate("moves of a hand, as wishes", measured["moves"])
    rate("whether any card fits", measured["check"])
    took = sum(1_000_000 / measured[name] for name in ("moves", "check"))
    line("moves and check together", f"{took:.1f} µs", f"goal {GOAL} µs", took <= GOAL)
    ratio("moves to the rule as it is told", measured["moves"] / measured["naive moves"])
    ratio("the check to the rule as it is told", measured["check"] / measured["naive check"])
    title("Simulated rounds of Triple³, two seats, hands of five (rounds a CPU-second)")
    rate("the rule as it is told", measured["naive games"])
    rate("the kernel", measured["games"], 500)
    ratio("the kernel to the rule as it is told", measured["games"] / measured["naive games"])
