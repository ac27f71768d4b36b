"""Sets of three among cards with three-valued features (S1-S3): the one place that knows what a set is.

A card is an integer 0-80 whose base-3 digits are its four features, the first digit highest: colour, number, shape,
filling. The easy deck of Trios (27 cards of one colour) is a part of the same numbers, so nothing here knows of decks.

Standard library only: the command line answers from here without loading anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

FEATURES = ("colour", "number", "shape", "filling")
CARDS = range(81)

Trio = tuple[int, int, int]


class Fault(NamedTuple):
    """One feature in which three cards are no set (S2): its name and the value (0-2) of each card, in their order."""

    feature: str
    values: Trio


def digits(card: int) -> tuple[int, int, int, int]:
    """The four features of a card as values 0-2, in the order of FEATURES."""
    return card // 27, card // 9 % 3, card // 3 % 3, card % 3


def card_of(features: Sequence[int]) -> int:
    """The card with these four features (0-2 each): the inverse of `digits`."""
    colour, number, shape, filling = features
    return colour * 27 + number * 9 + shape * 3 + filling


def _third(a: int, b: int) -> int:
    # In each feature the three values of a set add up to a multiple of three (S1).
    return card_of([-(x + y) % 3 for x, y in zip(digits(a), digits(b), strict=True)])


# THIRD[a][b] is the one card that makes a set with a and b (S3). Each row is a table of 256 bytes, so that
# `bytes.translate` looks up many cards in one call.
THIRD = tuple(bytes(_third(a, b) for b in CARDS) + bytes(256 - 81) for a in CARDS)


def is_set(a: int, b: int, c: int) -> bool:
    """Whether three cards are a set (S1); cards that are not three different ones never are."""
    return a != b and THIRD[a][b] == c


def faults(a: int, b: int, c: int) -> list[Fault]:
    """Every feature in which three different cards break a set (S2); empty if they are one."""
    columns = zip(FEATURES, zip(digits(a), digits(b), digits(c), strict=True), strict=True)
    return [Fault(name, values) for name, values in columns if len(set(values)) == 2]


def differing(a: int, b: int) -> int:
    """In how many features (0-4) two cards differ; for two cards of a set it is so for the whole set."""
    return sum(x != y for x, y in zip(digits(a), digits(b), strict=True))


def find_sets(cards: Iterable[int]) -> list[Trio]:
    """All sets among different cards, each once, its cards in the order given."""
    rest = bytes(cards)
    later = set(rest)
    found: list[Trio] = []
    for a in rest[:-2]:
        later.discard(a)
        rest = rest[1:]
        hits = later.intersection(rest.translate(THIRD[a]))
        if hits:
            row = THIRD[a]
            for b in rest:
                if b in hits:
                    hits.discard(c := row[b])
                    hits.discard(b)
                    found.append((a, b, c))
    return found


def has_set(cards: Iterable[int]) -> bool:
    """Whether there is a set among different cards."""
    rest = bytes(cards)
    present = frozenset(rest)
    for a in rest[:-2]:
        rest = rest[1:]
        if not present.isdisjoint(rest.translate(THIRD[a])):
            return True
    return False
