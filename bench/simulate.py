"""Whole games by the bare kernel, against the same loop that finds all sets anew each round."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from bench.measure import rate, rates, ratio, title
from tercet.engine.sets import Trio, find_sets
from tercet.simulate.trios import DECKS, StandardTable, Table, Tally, play

GAMES = 1_000


class AnewTable(Table):
    """The kernel's table, but for what it is measured against: all sets are found anew when cards have come."""

    def take(self, trio: Trio) -> None:
        if not self.stock:
            self._close_up(trio)
        else:
            for i, old in enumerate(trio):
                self.cards[self.cards.index(old)] = self.stock[i]
            del self.stock[:3]
        self.found = find_sets(self.cards)


def games_of(kind: type[Table], deck: str = "full") -> Callable[[], int]:
    def task() -> int:
        random, tally = Random(1).random, Tally()
        for _ in range(GAMES):
            play(kind(DECKS[deck], random), random, tally)
        return GAMES

    return task


def run() -> None:
    """Print games a CPU-second, and how many times the plain loop's."""
    measured = rates(
        {
            "anew": games_of(AnewTable),
            "trios": games_of(Table),
            "standard": games_of(StandardTable),
            "easy": games_of(Table, "easy"),
        }
    )
    title("Simulated games of Trios (games a CPU-second)")
    rate("all sets found anew each round", measured["anew"])
    rate("the kernel", measured["trios"])
    rate("the kernel, easy deck", measured["easy"])
    rate("the kernel, standard rules", measured["standard"])
    ratio("the kernel to all sets anew", measured["trios"] / measured["anew"], 1.5)
