"""The review of a finished match of Triology, hand by hand: what each seat laid, stole and lost, and how it was scored.

Moments are game times in milliseconds. Cards, sets and seats are numbers: the sentences are the client's.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tercet.engine import triology
from tercet.engine.core import Event, Millis, Seat
from tercet.engine.match import Match


class SeatOfHand(Struct, frozen=True):
    """What one seat did in a hand.

    It took `turns`, which lasted `time_ms` in all, laid `melds` that stayed, picked up `pick_ups` times, and kept
    `stolen` sets of others while it `lost` some of its own; `times_up` counts turns that the clock ended (Y13).
    """

    turns: int = 0
    time_ms: Millis = 0
    melds: int = 0
    pick_ups: int = 0
    stolen: int = 0
    lost: int = 0
    times_up: int = 0


class HandReview(Struct, frozen=True):
    """One hand: when it was dealt and when it ended, how it was scored (Y11), and what each seat did."""

    dealt_at: Millis
    ended_at: Millis
    end: triology.HandEnded | None
    seats: tuple[SeatOfHand, ...]


class Review(Struct, frozen=True):
    """What the result page shows: the match as a whole, then its hands; the last has no score if the match was left.

    `places` lists the seats from first to last, equals sharing a place.
    """

    reason: str
    places: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    duration_ms: Millis
    hands: tuple[HandReview, ...]


def review(match: Match) -> Review:
    """The review of a match that has ended; ValueError before, when it would tell of hands."""
    ended = match.state.ended
    if ended is None:
        raise ValueError("the match is not over")
    story = _Story()
    for record in match.records:
        for event in record.events:
            if isinstance(event, triology.EVENTS):
                story.tell(event)
    return Review(ended.reason, ended.places, ended.scores, match.at, tuple(story.hands))


class _Story:
    """What has been told so far, event by event."""

    def __init__(self) -> None:
        self.hands: list[HandReview] = []
        self.state: Any = None
        self.began: Millis = 0
        self.playing = False  # whether a turn is on

    def tell(self, event: Event) -> None:
        before, self.state = self.state, triology.apply(self.state, event)
        match event:
            case triology.Dealt(at=at, counts=counts):
                self.hands.append(HandReview(at, at, None, (SeatOfHand(),) * len(counts)))
            case triology.TurnBegan(at=at):
                self.began, self.playing = at, True
            case triology.TimeRanOut(seat=seat) | triology.Discarded(seat=seat, forced=True):
                self._add(seat, times_up=int(before.phase == "turn"))
        match event:
            case triology.Discarded(seat=seat, at=at):
                self._turn(before, seat, at)
            case triology.HandEnded(at=at):
                if self.playing:
                    self._turn(before, before.turn, at)  # out without a discard (Y9)
                self.hands[-1] = replace(self.hands[-1], ended_at=at, end=event)

    def _turn(self, before: triology.State, seat: Seat, at: Millis) -> None:
        """A turn is over; its steps are those that were not undone."""
        self.playing = False
        kinds = [step.kind for step in before.steps]
        self._add(
            seat, turns=1, time_ms=at - self.began, melds=kinds.count("meld"), pick_ups=kinds.count("pick_up"),
            stolen=kinds.count("steal"),
        )  # fmt: skip
        for step in before.steps:
            if step.kind == "steal":
                self._add(step.owner, lost=1)

    def _add(self, seat: Seat, **more: int) -> None:
        hand = self.hands[-1]
        done = hand.seats[seat]
        done = replace(done, **{name: getattr(done, name) + count for name, count in more.items()})
        self.hands[-1] = replace(hand, seats=(*hand.seats[:seat], done, *hand.seats[seat + 1 :]))
