"""The cards of Triology (Y1-Y4, S1-S3): numbers, groups, decks, readings and the codes people write.

A card is an integer. 0-80 are ordinary: the base-3 digits colour, number, symbol, shading, colour highest. 81-107 are
TRIOLOGY cards, 108-110 HANDS-OFF. A *group* is what an ordinary card shows, so a number 0-80 too: an ordinary card has
one, a TRIOLOGY card three to choose from, a HANDS-OFF card none. GROUPS is the one table of that; a deck of real cards
may differ, so what judges sets takes the groups of three cards, and only the decks here know the house's 111.

Standard library only: the command line answers from here without loading anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

from tercet.engine.sets import THIRD, Fault, digits

Group = int  # 0 … 80
Groups = tuple[Group, ...]  # what one card may stand for: one, three or none
Reading = tuple[Group, Group, Group]  # the group that each card of a set stands for (Y3)
Level = Literal["beginner", "triology", "master"]

FEATURES = ("colour", "number", "symbol", "shading")
VALUES = {
    "colour": ("red", "green", "purple"),
    "number": ("1", "2", "3"),
    "symbol": ("oval", "squiggle", "diamond"),
    "shading": ("solid", "outlined", "striped"),
}

ORDINARY = 81
FIRST_TRIOLOGY = 81
FIRST_HANDS_OFF = 108
CARDS = 111
HANDS_OFF = "HANDS-OFF"


def group_of(colour: int, number: int, symbol: int, shading: int) -> Group:
    """The group with these values (0-2 each): the inverse of `sets.digits`."""
    return colour * 27 + number * 9 + symbol * 3 + shading


def _triology_card(colour: int, a: int, b: int) -> Reading:
    # Y2: a column of one, of two and of three symbols. Two share a symbol, the third has another: never a set.
    return (
        group_of(colour, 0, a, b),
        group_of(colour, 1, a, (b + 1) % 3),
        group_of(colour, 2, (a + 1) % 3, (b + 2) % 3),
    )


TRIOLOGY: tuple[Reading, ...] = tuple(_triology_card(*ranks) for ranks in product(range(3), repeat=3))

# What each of the 111 cards may stand for, by its number.
GROUPS: tuple[Groups, ...] = (*((group,) for group in range(ORDINARY)), *TRIOLOGY, (), (), ())


def groups(card: int) -> Groups:
    """What a card may stand for: one group, three, or none (Y1)."""
    return GROUPS[card]


def is_triology(card: int) -> bool:
    """Whether this is one of the 27 three-in-one cards."""
    return FIRST_TRIOLOGY <= card < FIRST_HANDS_OFF


def is_hands_off(card: int) -> bool:
    """Whether this is one of the three HANDS-OFF cards."""
    return card >= FIRST_HANDS_OFF


def value(card: int) -> int:
    """What a card counts (Y11): ordinary 1, TRIOLOGY 3, HANDS-OFF 0; as many as it has groups."""
    return len(GROUPS[card])


def deck(level: Level) -> tuple[int, ...]:
    """The cards that a level plays with (Y4): 36, 108 or all 111, in the order of their numbers."""
    if level == "beginner":
        return (*range(27), *range(FIRST_TRIOLOGY, FIRST_TRIOLOGY + 9))  # red comes first in either part
    return tuple(range(FIRST_HANDS_OFF if level == "triology" else CARDS))


def readings_of(groups: Sequence[Groups]) -> list[Reading]:
    """Every choice of one group a card by which three different cards are a set (S1, Y3), in the cards' order."""
    first, second, third = groups
    return [(a, b, c) for a in first for b in second if (c := THIRD[a][b]) in third]


def readings(cards: Sequence[int]) -> list[Reading]:
    """Every reading by which these three different cards are a set (S1, Y3), each in the order of the cards."""
    return readings_of([GROUPS[card] for card in cards])


def faults(cards: Sequence[int]) -> tuple[Reading, list[Fault]] | None:
    """How three different cards break a set (S2): a reading that fails in the fewest features, and what fails in it.

    No faults if they are a set. None if one of them is a HANDS-OFF card, which nothing can be read into.
    """
    judged = (((a, b, c), faults_of((a, b, c))) for a, b, c in product(*(GROUPS[card] for card in cards)))
    return min(judged, key=lambda reading: len(reading[1]), default=None)


def faults_of(reading: Reading) -> list[Fault]:
    """Every feature in which three groups break a set (S2): its name and the three values, in their order."""
    first, second, third = map(digits, reading)
    columns = zip(FEATURES, zip(first, second, third, strict=True), strict=True)
    return [Fault(name, values) for name, values in columns if len(set(values)) == 2]


# ------------------------------------------------------------------------------------------ what people write

_CODE = re.compile(r"[1-3]{4}")
_CARD = re.compile(r"\[([1-3]{4})\|([1-3]{4})\|([1-3]{4})\]")


def group_code(group: Group) -> str:
    """Four digits 1-3: number, colour, symbol, shading."""
    colour, number, symbol, shading = digits(group)
    return f"{number + 1}{colour + 1}{symbol + 1}{shading + 1}"


def code(groups: Groups) -> str:
    """How a card with these groups is written: "1111", "[1113|2221|3333]" or "HANDS-OFF"."""
    if not groups:
        return HANDS_OFF
    written = [group_code(group) for group in groups]
    return written[0] if len(written) == 1 else f"[{'|'.join(written)}]"


def parsed(text: str) -> Groups:
    """The groups of a card as people write it, whether or not the house has such a card. Raises ValueError."""
    if text == HANDS_OFF:
        return ()
    if _CODE.fullmatch(text):
        return (_group(text),)
    if columns := _CARD.fullmatch(text):
        return tuple(map(_group, columns.groups()))
    raise ValueError(text)


def _group(text: str) -> Group:
    number, colour, symbol, shading = (int(digit) - 1 for digit in text)
    return group_of(colour, number, symbol, shading)


def candidates(cards: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """All threes among different cards that have a reading, each once, its cards in the order given."""
    for i, a in enumerate(cards):
        for j in range(i + 1, len(cards)):
            b = cards[j]
            thirds = {THIRD[x][y] for x in GROUPS[a] for y in GROUPS[b]}
            yield from ((a, b, c) for c in cards[j + 1 :] if not thirds.isdisjoint(GROUPS[c]))
