"""The 3×3 grid of Triple³: which values a cell can be covered by (X6), on bit masks.

A card is colour*16 + shape*4 + number, each 0-3 (X1). A value is a number 0-11: colours 0-3, shapes 4-7, numbers 8-11.
A card's mask has its three values' bits. Cells are 0-8, row by row. Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

CARDS = range(64)
CELLS = range(9)
VALUES = ("red", "blue", "purple", "yellow", "circle", "diamond", "plus", "star", "0", "1", "2", "3")
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

MASK = tuple(1 << card // 16 | 16 << card // 4 % 4 | 256 << card % 4 for card in CARDS)
# OTHERS[cell] holds, for each line through the cell, the two other cells.
OTHERS = tuple(
    tuple((line[(i + 1) % 3], line[(i + 2) % 3]) for line in LINES for i in range(3) if line[i] == cell)
    for cell in CELLS
)


def values(mask: int) -> list[int]:
    """The values in a mask."""
    return [value for value in range(12) if mask >> value & 1]


def coverable(tops: Sequence[int]) -> list[int]:
    """For each cell the mask of the values it can be covered by: what two others in a line share, it not (X6)."""
    a, b, c, d, e, f, g, h, i = [MASK[card] for card in tops]
    return [
        (b & c | d & g | e & i) & ~a,
        (a & c | e & h) & ~b,
        (a & b | f & i | e & g) & ~c,
        (e & f | a & g) & ~d,
        (d & f | b & h | a & i | c & g) & ~e,
        (d & e | c & i) & ~f,
        (h & i | a & d | c & e) & ~g,
        (g & i | b & e) & ~h,
        (g & h | c & f | a & e) & ~i,
    ]


def formed(tops: Sequence[int], card: int, cell: int) -> list[int]:
    """The values that this card would newly form on this cell; none if it does not fit (X6)."""
    return values(MASK[card] & coverable(tops)[cell])


def union(masks: Iterable[int]) -> int:
    """All values of these masks."""
    return reduce(or_, masks, 0)


def any_fits(tops: Sequence[int], cards: Iterable[int]) -> bool:
    """Whether any of the cards may go on any cell; looks at every card, so its time tells nothing of them (X10)."""
    return union(coverable(tops)) & union(map(MASK.__getitem__, cards)) != 0
