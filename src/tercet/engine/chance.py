"""Chance: one generator for each row of the log, made only when it is asked for, and shuffles of our own.

A row's chance follows from the match's seed and the row's number, so a game can be dealt again by anybody who knows the
seed. The seed is secret until the game ends; its hash is public from the start (`commitment`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A source of random numbers that follows from its name alone, the same in every process.

    A row of a match is named by (seed, seq), a computer player's thought by (key, seat, topic). Seeding costs some
    microseconds, and most rows need no chance, so it waits until the first number is asked for.
    """

    def __init__(self, *name: object) -> None:
        self._name = "/".join(map(str, name))
        self._random: Random | None = None

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        if self._random is None:
            self._random = Random(self._name)
        return self._random.random()

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1."""
        return int(self.random() * n)

    def choice(self, things: Sequence[T]) -> T:
        """One of the things."""
        return things[self.below(len(things))]

    def shuffled(self, things: Sequence[T]) -> list[T]:
        """The same things in random order: Fisher-Yates over `random` alone, so that no library's change deals anew."""
        deck = list(things)
        for i in range(len(deck) - 1, 0, -1):
            j = self.below(i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck


def new_seed() -> str:
    """A seed of 128 bits that nobody can guess, as 32 hexadecimal digits."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """What is published of a seed before the game: SHA-256 of its text, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()
