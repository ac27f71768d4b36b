"""What the kernels of all games share: shuffles as the engine makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def shuffled(cards: Iterable[int], random: Callable[[], float]) -> list[int]:
    """The same cards in random order, drawn as the engine's chance draws them."""
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = int(random() * (i + 1))
        deck[i], deck[j] = deck[j], deck[i]
    return deck
