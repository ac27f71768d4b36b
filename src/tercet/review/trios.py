"""The review of a finished match of Trios: who took what how fast, what was overlooked, where the game turned.

Times are game times in milliseconds, cards and seats are numbers: the sentences are the client's.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tercet.engine.core import Card, Millis, Seat
from tercet.engine.match import Match

Trio = tuple[Card, Card, Card]


class Taken(Struct, frozen=True):
    """A set that `seat` took at `at`, `after_ms` after the last of its cards had come to lie."""

    seat: Seat
    at: Millis
    cards: Trio
    after_ms: Millis


class Overlooked(Struct, frozen=True):
    """A set that lay open for `lay_ms` and was broken at `at`, by a set that shares a card or by the end."""

    at: Millis
    cards: Trio
    lay_ms: Millis


class SeatReview(Struct, frozen=True):
    """One seat: score = 3 for each of `sets` - `hints` - `penalty_points`; `timeouts` are calls that ended without cards."""

    score: int
    sets: tuple[Taken, ...]
    failures: int
    timeouts: int
    penalty_points: int
    hints: int


class Point(Struct, frozen=True):
    """The scores of all seats from `at` on."""

    at: Millis
    scores: tuple[int, ...]


class Moment(Struct, frozen=True):
    """A turning point at `at`.

    lead: `seat` took the lead alone from another (`ms` is 0) · double: `seat` took two sets within `ms` · drought: for `ms`
    nobody took a set, until `seat` did.
    """

    kind: Literal["lead", "double", "drought"]
    seat: Seat
    at: Millis
    ms: Millis


class Review(Struct, frozen=True):
    """What the result page shows.

    The cards were dealt at `began_at` and the game ended at `ended_at`, for `reason`; `duration_ms` lies between. `places`
    lists the seats from first to last, equals sharing a place. `points` starts with the deal. `slowest` and `fastest` are the
    sets that lay longest and shortest before they were taken. `overlooked` counts all sets that lay open and were never
    taken, `longest_overlooked` holds the five that lay longest. `left` counts the cards left on table and stock.
    """

    began_at: Millis
    ended_at: Millis
    duration_ms: Millis
    reason: str
    places: tuple[tuple[Seat, ...], ...]
    seats: tuple[SeatReview, ...]
    points: tuple[Point, ...]
    fastest: Taken | None
    slowest: Taken | None
    overlooked: int
    longest_overlooked: tuple[Overlooked, ...]
    exchanges: int
    left: int
    moments: tuple[Moment, ...]


def review(match: Match) -> Review:
    """The review of a match that has ended; ValueError before, when it would be an answer key."""
    raise ValueError("the match is not over")
