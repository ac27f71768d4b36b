"""The review of a finished match of Trios: who took what how fast, what was overlooked, where the game turned.

Times are game times in milliseconds, cards and seats are numbers: the sentences are the client's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from tercet.engine import sets, trios
from tercet.engine.core import Ended, Event, Millis, Seat
from tercet.engine.match import Match
from tercet.engine.sets import Trio


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
    """One seat: its score is 3 for each of `sets`, less `hints` and `penalty_points`.

    `failures` counts three cards that were no set, `timeouts` calls that ended without three cards.
    """

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

    lead: `seat` took the lead alone from another (`ms` is 0) · double: `seat` took two sets within `ms`, its quickest
    two of the match · drought: for `ms` nobody took a set, the longest wait of the match, until `seat` did.
    """

    kind: Literal["lead", "double", "drought"]
    seat: Seat
    at: Millis
    ms: Millis


class Review(Struct, frozen=True):
    """What the result page shows.

    The cards were dealt at `began_at` and the game ended at `ended_at`, for `reason`; `duration_ms` lies between.
    `places` lists the seats from first to last, equals sharing a place. `points` starts with the deal. `slowest` and
    `fastest` are the sets that lay longest and shortest before they were taken. `overlooked` counts all sets that lay
    open and were never taken, `longest_overlooked` holds the five that lay longest. `left` counts the cards that nobody
    took.
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


LONGEST = 5  # so many overlooked sets are shown
DOUBLE: Millis = 10_000  # two sets of one seat within this time are worth a word


def review(match: Match) -> Review:
    """The review of a match that has ended; ValueError before, when it would be an answer key."""
    if match.state.ended is None:
        raise ValueError("the match is not over")
    story = _Story()
    for record in match.records:
        for event in record.events:
            story.tell(event, record.at)
        if story.ended:
            break
    return story.review()


class _Story:
    """What the rows have told so far, gathered fact by fact."""

    def __init__(self) -> None:
        self.state: trios.State
        self.began_at: Millis = 0
        self.ended_at: Millis = 0
        self.ended: Ended | None = None
        self.lying: dict[Trio, Millis] = {}  # every set on the table, its cards sorted, and since when it lies
        self.taken: list[Taken] = []
        self.overlooked: list[Overlooked] = []
        self.points: list[Point] = []
        self.failures: Counter[Seat] = Counter()
        self.timeouts: Counter[Seat] = Counter()
        self.penalties: Counter[Seat] = Counter()

    def tell(self, event: Event, at: Millis) -> None:
        """Take in the next fact; those common to all games matter only if they end this one."""
        if isinstance(event, Ended):
            self._end(event, at)
        elif isinstance(event, trios.SetUp):
            self.state = trios.apply(None, event)
        elif isinstance(event, trios.EVENTS):
            self._tell(event, at)

    def _tell(self, event: Event, at: Millis) -> None:
        before, self.state = self.state, trios.apply(self.state, event)
        match event:
            case trios.Dealt():
                self.began_at = at
                self.points.append(Point(at, self.state.scores))
            case trios.Claimed(seat=seat, cards=cards, after=after):
                self.taken.append(Taken(seat, at, cards, after))
            case trios.Failed(seat=seat, points=points):
                self.failures[seat] += 1
                self.penalties[seat] -= points
            case trios.CallEnded(seat=seat, points=points):
                self.timeouts[seat] += 1
                self.penalties[seat] -= points
        if self.state.scores != before.scores:
            self.points.append(Point(at, self.state.scores))
        if self.state.table != before.table:
            self._look(at)

    def _look(self, at: Millis) -> None:
        """Compare the sets that lie now with those that lay: one that is gone was taken last or is overlooked."""
        last = tuple(sorted(self.taken[-1].cards)) if self.taken else ()
        lies = dict(zip(self.state.table, self.state.since, strict=True))
        now: dict[Trio, Millis] = {}
        for trio in sets.find_sets(trios.open_cards(self.state.table)):
            a, b, c = sorted(trio)
            now[a, b, c] = max(lies[a], lies[b], lies[c])
        self._overlook({trio: since for trio, since in self.lying.items() if trio not in now and trio != last}, at)
        self.lying = now

    def _overlook(self, broken: dict[Trio, Millis], at: Millis) -> None:
        self.overlooked += [Overlooked(at, trio, at - since) for trio, since in broken.items()]

    def _end(self, event: Ended, at: Millis) -> None:
        self.ended, self.ended_at = event, at
        if not self.points:  # all left before the deal
            self.began_at = at
        self._overlook(self.lying, at)

    def review(self) -> Review:
        """All of it, once the end has been told."""
        assert self.ended is not None
        by_time = sorted(self.taken, key=lambda taken: taken.after_ms)
        by_lying = sorted(self.overlooked, key=lambda missed: -missed.lay_ms)
        return Review(
            began_at=self.began_at,
            ended_at=self.ended_at,
            duration_ms=self.ended_at - self.began_at,
            reason=self.ended.reason,
            places=self.ended.places,
            seats=tuple(self._seat(seat, score) for seat, score in enumerate(self.ended.scores)),
            points=tuple(self.points),
            fastest=by_time[0] if by_time else None,
            slowest=by_time[-1] if by_time else None,
            overlooked=len(by_lying),
            longest_overlooked=tuple(by_lying[:LONGEST]),
            exchanges=self.state.exchanges,
            left=len(trios.open_cards(self.state.table)) + len(self.state.stock),
            moments=tuple(sorted(self._moments(), key=lambda moment: moment.at)),
        )

    def _seat(self, seat: Seat, score: int) -> SeatReview:
        return SeatReview(
            score=score,
            sets=tuple(taken for taken in self.taken if taken.seat == seat),
            failures=self.failures[seat],
            timeouts=self.timeouts[seat],
            penalty_points=self.penalties[seat],
            hints=self.state.paid[seat],
        )

    def _moments(self) -> Iterator[Moment]:
        yield from _leads(self.points)
        yield from _doubles(self.taken)
        yield from _drought(self.began_at, self.taken)


def _leads(points: list[Point]) -> Iterator[Moment]:
    """Each time a seat came to lead alone where another had; a tie between is no turn."""
    leader: Seat | None = None
    for point in points:
        best = [seat for seat, score in enumerate(point.scores) if score == max(point.scores)]
        if len(best) == 1 and best[0] != leader:
            if leader is not None:
                yield Moment("lead", best[0], point.at, 0)
            leader = best[0]


def _doubles(taken: list[Taken]) -> Iterator[Moment]:
    """For each seat its quickest two sets in a row, if they were quick."""
    for seat in sorted({one.seat for one in taken}):
        own = [one.at for one in taken if one.seat == seat]
        gaps = [(later - earlier, later) for earlier, later in pairwise(own)]
        ms, at = min(gaps, default=(DOUBLE + 1, 0))
        if ms <= DOUBLE:
            yield Moment("double", seat, at, ms)


def _drought(began_at: Millis, taken: list[Taken]) -> Iterator[Moment]:
    """The longest time without a set, told when it ended."""
    times = [began_at, *(one.at for one in taken)]
    waits = [(one.at - before, one) for before, one in zip(times, taken, strict=False)]
    if waits:
        ms, one = max(waits, key=lambda wait: wait[0])
        yield Moment("drought", one.seat, one.at, ms)
