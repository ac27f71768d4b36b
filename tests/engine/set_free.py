"""An exact count of the hands without a set among all 81 cards, by the number of their cards.

A hand falls into three layers by colour, each a hand of the 27 cards of that colour, and is free of sets when each
layer is and no set takes one card of each layer. So: for each layer A (one of each kind that the symmetries of the 27
cards know), for each layer B, the cards that complete a set with A and B are barred, and the third layer is any
set-free hand of what remains. The layers may change places, so only those with A ≥ B ≥ C in size are looked at. Hands
of the 27 cards are numbers of 27 bits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations

from tercet.engine.sets import THIRD, card_of, digits

N = 27
ALL = (1 << N) - 1
Hand = tuple[int, ...]
BAR = [[1 << THIRD[a][b] for b in range(N)] for a in range(N)]  # the card that two cards bar, as a bit


def set_free_hands(most: int) -> list[int]:
    """How many hands of 0 … `most` of the 81 cards hold no set."""
    total = [0] * (most + 1)
    for a, alike in kinds(most):
        pairs: Counter[tuple[int, int]] = Counter()
        barred_by = [sum({BAR[x][b] for x in a}) for b in range(N)]
        for b, barred in hands(ALL, min(len(a), most - len(a)), barred_by):
            pairs[len(b), ALL & ~barred] += 1
        for (size, free), times in pairs.items():
            for third, n in enumerate(numbers(free, min(size, most - len(a) - size))):
                places = len(set(permutations((len(a), size, third))))
                total[len(a) + size + third] += alike * times * n * places
    return total


def hands(free: int, most: int, barred_by: list[int]) -> Iterator[tuple[Hand, int]]:
    """Every set-free hand of at most `most` of the free cards, with all that its cards bar in another layer."""
    stack: list[tuple[int, Hand, int]] = [(free, (), 0)]
    while stack:
        free, hand, barred = stack.pop()
        yield hand, barred
        if len(hand) < most:
            stack += [(rest, (*hand, card), barred | barred_by[card]) for card, rest in extensions(free, hand)]


def extensions(free: int, hand: Hand) -> Iterator[tuple[int, int]]:
    """Each free card, with those free cards above it that make no set with it and the hand."""
    while free:
        card = free.bit_length() - 1
        free ^= 1 << card
        rest, row = free, BAR[card]
        for other in hand:
            rest &= ~row[other]
        yield card, rest


@cache
def numbers(free: int, most: int) -> list[int]:
    """How many set-free hands of 0 … `most` cards are among the free cards."""
    counts = [1] + [0] * most

    def count(free: int, hand: Hand) -> None:
        size = len(hand) + 1
        counts[size] += free.bit_count()
        if size < most:
            for card, rest in extensions(free, hand):
                if rest:
                    count(rest, (*hand, card))

    if most:
        count(free, ())
    return counts


def kinds(most: int) -> Iterator[tuple[Hand, int]]:
    """One set-free hand of each kind with at most `most` of the 27 cards, and how many are of its kind."""
    known: set[int] = set()
    for hand, _ in hands(ALL, most, [0] * N):
        code = sum(1 << card for card in hand)
        if code not in known:
            known |= (alike := images(code))
            yield hand, len(alike)


def images(code: int) -> set[int]:
    """All hands that the symmetries of the 27 cards make of one."""
    found, new = {code}, [code]
    while new:
        new = list({image for code in new for image in moved(code)} - found)
        found.update(new)
    return found


def moved(code: int) -> Iterator[int]:
    """The hand under each symmetry of a few that together make all."""
    for low, middle, high in SYMMETRIES:
        yield low[code & 511] | middle[code >> 9 & 511] | high[code >> 18]


def symmetries() -> Iterator[list[list[int]]]:
    """Shift, turn, swap and shear the three features: what each makes of the hands of nine cards, three times nine."""
    cards = [digits(card)[1:] for card in range(N)]
    for image in (
        [(x + 1, y, z) for x, y, z in cards],
        [(y, z, x) for x, y, z in cards],
        [(y, x, z) for x, y, z in cards],
        [(x + y, y, z) for x, y, z in cards],
        [(2 * x, y, z) for x, y, z in cards],
    ):
        bits = [1 << card_of((0, x % 3, y % 3, z % 3)) for x, y, z in image]
        yield [
            [sum(bit for i, bit in enumerate(bits[start : start + 9]) if hand >> i & 1) for hand in range(512)]
            for start in (0, 9, 18)
        ]


SYMMETRIES = list(symmetries())
