"""Finding sets on random 12-card tables, against what textbooks do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

from bench.measure import rate, rates, ratio, title
from tercet.engine.sets import CARDS, digits, find_sets, has_set

Features = tuple[int, int, int, int]
Table = Sequence[Features]
Triple = tuple[Features, ...]


def is_set(triple: Triple) -> bool:
    return all(len({card[feature] for card in triple}) != 2 for feature in range(4))


def textbook(table: Table) -> list[Triple]:
    return [triple for triple in combinations(table, 3) if is_set(triple)]


def textbook_first(table: Table) -> Triple | None:
    return next((triple for triple in combinations(table, 3) if is_set(triple)), None)


def textbook_by_hand(table: Table) -> list[Triple]:
    """The same without loops and calls: the leanest that it can be."""
    return [
        (a, b, c)
        for a, b, c in combinations(table, 3)
        if len({a[0], b[0], c[0]}) != 2
        and len({a[1], b[1], c[1]}) != 2
        and len({a[2], b[2], c[2]}) != 2
        and len({a[3], b[3], c[3]}) != 2
    ]


def run() -> None:
    """Print tables a CPU-second, and how many times a textbook's."""
    random = Random(1)
    cards = [random.sample(CARDS, 12) for _ in range(20_000)]
    features = [[digits(card) for card in table] for table in cards[:300]]

    def over(solve: Callable[..., object], tables: Sequence[object]) -> Callable[[], int]:
        def task() -> int:
            for table in tables:
                solve(table)
            return len(tables)

        return task

    measured = rates(
        {
            "textbook": over(textbook, features),
            "by hand": over(textbook_by_hand, features),
            "first": over(textbook_first, features),
            "find_sets": over(find_sets, cards[:5_000]),
            "has_set": over(has_set, cards),
        }
    )
    title("Sets on random 12-card tables (tables a CPU-second)")
    rate("textbook: combinations, len({…}) != 2, all sets", measured["textbook"])
    rate("textbook, unrolled by hand, all sets", measured["by hand"])
    rate("textbook, stops at the first set", measured["first"])
    rate("find_sets: all sets", measured["find_sets"])
    rate("has_set: whether there is one", measured["has_set"])
    ratio("has_set to the textbook", measured["has_set"] / measured["textbook"], 100)
    ratio("has_set to the textbook that stops at the first", measured["has_set"] / measured["first"], 35)
    ratio("find_sets to the textbook", measured["find_sets"] / measured["textbook"])
    ratio("find_sets to the textbook by hand", measured["find_sets"] / measured["by hand"])
