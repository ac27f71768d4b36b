"""The review of a match of Triology, hand by hand: what each seat laid, stole and lost, and what it overlooked.

A hand can be looked at as soon as it is over, when all that was held is public. Moments are game times in milliseconds.
Cards, sets and seats are numbers: the sentences are the client's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tercet.engine import triology
from tercet.engine import triology_search as search
from tercet.engine.core import Event, Millis, Seat
from tercet.engine.match import Match
from tercet.engine.triology_advice import position
from tercet.engine.triology_cards import Reading

MISSED = 5  # so many turns are shown
NODES = 2_000  # for each turn: some milliseconds


class SeatOfHand(Struct, frozen=True):
    """What one seat did in a hand.

    It took `turns`, which lasted `time_ms` in all, laid `melds` that stayed, picked up `pick_ups` times, and kept
    `stolen` sets of others while it `lost` some of its own; it gave steals back `given_back` times. `times_up` counts
    turns that the clock ended (Y13).
    """

    turns: int = 0
    time_ms: Millis = 0
    melds: int = 0
    pick_ups: int = 0
    stolen: int = 0
    lost: int = 0
    given_back: int = 0
    times_up: int = 0


class HandReview(Struct, frozen=True):
    """One hand: when it was dealt and when it ended, how it was scored (Y11), and what each seat did."""

    dealt_at: Millis
    ended_at: Millis
    end: triology.HandEnded | None
    seats: tuple[SeatOfHand, ...]


class NewSet(Struct, frozen=True):
    """A set of a turn that was not played: its cards, and what each stands for (Y3)."""

    cards: triology.Three
    groups: Reading


class RivalSet(Struct, frozen=True):
    """A set that could have been stolen from a seat (Y15)."""

    cards: triology.Three
    seat: Seat


class Missed(Struct, frozen=True):
    """A turn, the `turn`-th of the match, that could have brought `points` instead of `made`: the sets to lay for it.

    `stolen` and `opened` are the sets to take for it from others and from the own table; `out`: it would have gone out.
    """

    seat: Seat
    turn: int
    at: Millis
    made: int
    points: int
    out: bool
    stolen: tuple[RivalSet, ...]
    opened: tuple[triology.Three, ...]
    sets: tuple[NewSet, ...]


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
    return Review(ended.reason, ended.places, ended.scores, match.at, tuple(_told(match).hands))


def missed(match: Match, deal: int) -> tuple[Missed, ...]:
    """The turns of a hand that fell most short of what their seats could have seen when they had drawn.

    ValueError unless that hand was played to its end: before, it would tell of hands.
    """
    story = _told(match)
    over = [hand.end.deal for hand in story.hands if hand.end]
    if deal not in over:
        raise ValueError("the hand is not over")
    better = [found for turn in story.turns if turn.view.deal == deal and (found := _better(turn))]
    return tuple(sorted(better, key=lambda one: one.made - one.points)[:MISSED])


def _told(match: Match) -> _Story:
    story = _Story()
    for record in match.records:
        for event in record.events:
            if isinstance(event, triology.EVENTS):
                story.tell(event)
    return story


class _Turn(NamedTuple):
    """A turn that was played: what its seat saw when it had drawn, and the points that it made."""

    view: triology.View
    made: int


def _better(turn: _Turn) -> Missed | None:
    """The best turn, if it brings more than the one that was played."""
    view = turn.view
    best = search.best_turn(position(view), nodes=NODES)
    if best.points <= turn.made or view.seat is None:
        return None
    owners = {laid.cards: seat for seat, sets in enumerate(view.sets) for laid in sets}
    return Missed(
        seat=view.seat,
        turn=view.turns,
        at=view.since,
        made=turn.made,
        points=best.points,
        out=best.out,
        stolen=tuple(RivalSet(step.cards, owners[step.cards]) for step in best.steps if isinstance(step, search.Steal)),
        opened=tuple(step.cards for step in best.steps if isinstance(step, search.Open)),
        sets=tuple(NewSet(step.cards, step.groups) for step in best.steps if isinstance(step, search.Meld)),
    )


class _Story:
    """What has been told so far, event by event."""

    def __init__(self) -> None:
        self.hands: list[HandReview] = []
        self.turns: list[_Turn] = []
        self.state: Any = None
        self.began: Millis = 0
        self.start: triology.View | None = None
        self.playing = False  # whether a turn is on

    def tell(self, event: Event) -> None:
        before, self.state = self.state, triology.apply(self.state, event)
        match event:
            case triology.Dealt(at=at, counts=counts):
                self.hands.append(HandReview(at, at, None, (SeatOfHand(),) * len(counts)))
            case triology.TurnBegan(seat=seat, at=at):
                self.began, self.playing = at, True
                self.start = triology.view(self.state, seat) if self.state.drawn else None
            case triology.DrewCard(seat=seat) | triology.PickedUp(seat=seat):
                self.start = triology.view(self.state, seat)
            case triology.TimeRanOut(seat=seat) | triology.Discarded(seat=seat, forced=True):
                self._add(seat, times_up=int(before.phase == "turn"))
            case triology.GaveBack(seat=seat):
                self._add(seat, given_back=1)
        match event:
            case triology.Discarded(seat=seat, at=at):
                self._turn(before, seat, at)
            case triology.HandEnded(at=at):
                if self.playing:
                    self._turn(before, before.turn, at)  # out without a discard (Y9)
                self.hands[-1] = replace(self.hands[-1], ended_at=at, end=event)

    def _turn(self, before: triology.State, seat: Seat, at: Millis) -> None:
        """A turn is over; its steps are those that were not undone."""
        if self.start is not None:
            out = not self.state.hands[seat]
            taken = [step.taken.cards for step in before.steps if step.kind == "steal" and step.taken]
            laid = [step.cards for step in before.steps if step.kind == "meld"]
            self.turns.append(_Turn(self.start, out + sum(map(triology.points, (*taken, *laid)))))
        self.start = None
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
