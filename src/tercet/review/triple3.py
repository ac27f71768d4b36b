"""The review of a finished match of Triple³, round by round: who laid how fast, what was overlooked, where it turned.

Moments are game times in milliseconds, durations are by the round's clock, which rests from a Stop! to its "go" (X9).
Cards, cells and seats are numbers: the sentences are the client's.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from tercet.engine import grid, triple3
from tercet.engine.core import Card, Ended, Event, Millis, Seat
from tercet.engine.match import Match


class SeatOfRound(Struct, frozen=True):
    """What one seat did in a round.

    `left` counts its cards at the end, `plays` those it laid, `a_minute` how many of them a minute. For `longest_wait`
    milliseconds it laid none. `largest_hand` counts cards, `slips` plays that never fitted and cost a wait (X8).
    """

    left: int
    plays: int
    a_minute: float
    longest_wait: Millis
    largest_hand: int
    slips: int


class CardsLeft(Struct, frozen=True):
    """How many cards each seat still has from `at` on."""

    at: Millis
    left: tuple[int, ...]


class QuickPair(Struct, frozen=True):
    """Two cards that one seat laid one after the other within `ms`, the second at `at`."""

    seat: Seat
    at: Millis
    ms: Millis


class MissedPlace(Struct, frozen=True):
    """A card in the hand of `seat` could have gone on `cell` for `ms` until `at`, and was not played till then."""

    seat: Seat
    card: Card
    cell: int
    at: Millis
    ms: Millis


class Turn(Struct, frozen=True):
    """A turning point at `at`.

    lead: `seat` came to have the fewest cards alone where another had (`ms` is 0) · burst: `seat` laid three cards
    within `ms`, its quickest three of the round · lull: for `ms` nobody laid a card, the longest wait of the round,
    until `seat` did.
    """

    kind: Literal["lead", "burst", "lull"]
    seat: Seat
    at: Millis
    ms: Millis


class RoundReview(Struct, frozen=True):
    """One round: it was dealt at `dealt_at`, play began at `began_at`, and it ended for `reason`.

    `cards` starts with the deal. `fastest` are the two cards that one seat laid in the shortest time. `missed` are the
    three places that were open longest without being used, one a card at most. In a round that was broken off because
    all but one left, nobody wins.
    """

    number: int
    dealt_at: Millis
    began_at: Millis
    ended_at: Millis
    duration_ms: Millis
    reason: str
    winners: tuple[Seat, ...]
    chips: tuple[int, ...]
    seats: tuple[SeatOfRound, ...]
    cards: tuple[CardsLeft, ...]
    fastest: QuickPair | None
    missed: tuple[MissedPlace, ...]
    turns: tuple[Turn, ...]


class Review(Struct, frozen=True):
    """What the result page shows: the match as a whole, then its rounds.

    `places` lists the seats from first to last, equals sharing a place; `duration_ms` adds up the rounds.
    """

    reason: str
    places: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    duration_ms: Millis
    rounds: tuple[RoundReview, ...]


Place = tuple[Seat, Card, int]  # whose card, the card, and a cell on which it fits

MISSED = 3  # so many missed places are shown
BURST, BURST_TIME = 3, 20_000  # so many cards of one seat within this time are worth a word


def review(match: Match) -> Review:
    """The review of a match that has ended; ValueError before, when it would tell of hands."""
    if match.state.ended is None:
        raise ValueError("the match is not over")
    story = _Story()
    for record in match.records:
        for event in record.events:
            story.tell(event, record.at)
    return story.review()


def _places(state: triple3.State) -> Iterator[Place]:
    accepted = grid.coverable(triple3.tops(state))
    for seat, hand in enumerate(state.hands):
        yield from ((seat, card, cell) for card in hand for cell in grid.CELLS if grid.MASK[card] & accepted[cell])


class _Laid(Struct, frozen=True):
    """A card that was laid, by game time and by the round's clock."""

    seat: Seat
    at: Millis
    clock: Millis


class _Round:
    """What has been told of one round."""

    def __init__(self, dealt: triple3.Dealt) -> None:
        self.number, self.dealt_at, self.began_at = dealt.round, dealt.at, dealt.at
        self.laid: list[_Laid] = []
        self.cards = [CardsLeft(dealt.at, dealt.counts)]
        self.open: dict[Place, Millis] = {}  # places for cards, since when by the round's clock
        self.missed: list[MissedPlace] = []
        self.largest = [0] * len(dealt.counts)
        self.slips = [0] * len(dealt.counts)

    def look(self, state: triple3.State, at: Millis, played: Card | None = None) -> None:
        """Compare the places for cards with those before: one that is gone was missed, unless its card was played."""
        clock, places = at - state.began, set(_places(state))
        gone = {place: since for place, since in self.open.items() if place not in places and place[1] != played}
        self.miss(gone, at, clock)
        self.open = {place: self.open.get(place, clock) for place in places}
        self.largest = [max(most, len(hand)) for most, hand in zip(self.largest, state.hands, strict=True)]

    def miss(self, gone: dict[Place, Millis], at: Millis, clock: Millis) -> None:
        """Note places that nobody can use any more."""
        self.missed += [MissedPlace(*place, at, clock - since) for place, since in gone.items()]

    def review(
        self, end: triple3.RoundEnded | Ended, at: Millis, duration: Millis, chips: tuple[int, ...]
    ) -> RoundReview:
        """All of it, once the end has been told."""
        self.miss(self.open, at, duration)
        return RoundReview(
            number=self.number,
            dealt_at=self.dealt_at,
            began_at=self.began_at,
            ended_at=at,
            duration_ms=duration,
            reason=end.reason,
            winners=end.winners if isinstance(end, triple3.RoundEnded) else (),
            chips=chips,
            seats=tuple(self._seat(seat, duration) for seat in range(len(self.slips))),
            cards=tuple(self.cards),
            fastest=min(self._pairs(), key=lambda pair: pair.ms, default=None),
            missed=tuple(self._longest_missed()),
            turns=tuple(sorted(self._turns(), key=lambda turn: turn.at)),
        )

    def _seat(self, seat: Seat, duration: Millis) -> SeatOfRound:
        own = [one.clock for one in self.laid if one.seat == seat]
        return SeatOfRound(
            left=self.cards[-1].left[seat],
            plays=len(own),
            a_minute=round(len(own) * 60_000 / duration, 2) if duration else 0.0,
            longest_wait=max(later - earlier for earlier, later in pairwise([0, *own, duration])),
            largest_hand=self.largest[seat],
            slips=self.slips[seat],
        )

    def _pairs(self) -> Iterator[QuickPair]:
        for seat in range(len(self.slips)):
            own = [one for one in self.laid if one.seat == seat]
            yield from (QuickPair(seat, two.at, two.clock - one.clock) for one, two in pairwise(own))

    def _longest_missed(self) -> Iterator[MissedPlace]:
        cards: set[Card] = set()
        for missed in sorted(self.missed, key=lambda missed: (-missed.ms, missed.card, missed.cell)):
            if missed.card not in cards and len(cards) < MISSED:
                cards.add(missed.card)
                yield missed

    def _turns(self) -> Iterator[Turn]:
        yield from _leads(self.cards)
        yield from _bursts(self.laid)
        yield from _lull(self.laid)


class _Story:
    """What the rows have told so far, gathered fact by fact."""

    def __init__(self) -> None:
        self.state: triple3.State
        self.round: _Round | None = None
        self.rounds: list[RoundReview] = []
        self.ended: Ended

    def tell(self, event: Event, at: Millis) -> None:
        """Take in the next fact; those common to all games matter only if they end this one."""
        if isinstance(event, Ended):
            self.ended = event
            self._end(event, at)
        elif isinstance(event, triple3.SetUp):
            self.state = triple3.apply(None, event)
        elif isinstance(event, triple3.EVENTS):
            self.state = triple3.apply(self.state, event)
            self._tell(event, at)

    def _tell(self, event: Event, at: Millis) -> None:
        if isinstance(event, triple3.Dealt):
            self.round = _Round(event)
        elif isinstance(event, triple3.RoundEnded):
            self._end(event, at)
        elif self.round:
            self._tell_of(self.round, event, at)

    def _tell_of(self, one: _Round, event: Event, at: Millis) -> None:
        match event:
            case triple3.Went() if not one.laid and self.state.began == at:
                one.began_at = at
            case triple3.Drew():
                one.look(self.state, at)
            case triple3.Played(seat=seat, card=card):
                one.laid.append(_Laid(seat, at, at - self.state.began))
                one.cards.append(CardsLeft(at, self._left()))
                one.look(self.state, at, card)
            case triple3.Misplayed(seat=seat):
                one.slips[seat] += 1

    def _left(self) -> tuple[int, ...]:
        return tuple(len(hand) + len(pile) for hand, pile in zip(self.state.hands, self.state.piles, strict=True))

    def _end(self, end: triple3.RoundEnded | Ended, at: Millis) -> None:
        """A round is over; a match that ends with it has told so already."""
        if self.round is None:
            return
        duration = end.after if isinstance(end, triple3.RoundEnded) else self._played(at)
        self.rounds.append(self.round.review(end, at, duration, self.state.chips))
        self.round = None

    def _played(self, at: Millis) -> Millis:
        """What the clock shows in a round that is broken off, perhaps before or between its "go"s."""
        if self.state.phase == "play":
            return at - self.state.began
        return 0 if self.state.stood is None else self.state.stood - self.state.began

    def review(self) -> Review:
        """All of it, once the end has been told."""
        return Review(
            reason=self.ended.reason,
            places=self.ended.places,
            scores=self.ended.scores,
            duration_ms=sum(one.duration_ms for one in self.rounds),
            rounds=tuple(self.rounds),
        )


def _leads(cards: list[CardsLeft]) -> Iterator[Turn]:
    """Each time a seat came to have the fewest cards alone where another had; a tie between is no turn."""
    leader: Seat | None = None
    for one in cards:
        best = [seat for seat, left in enumerate(one.left) if left == min(one.left)]
        if len(best) == 1 and best[0] != leader:
            if leader is not None:
                yield Turn("lead", best[0], one.at, 0)
            leader = best[0]


def _bursts(laid: list[_Laid]) -> Iterator[Turn]:
    """For each seat its quickest three cards in a row, if they were quick."""
    for seat in sorted({one.seat for one in laid}):
        own = [one for one in laid if one.seat == seat]
        spans = [(last.clock - first.clock, last.at) for first, last in zip(own, own[BURST - 1 :], strict=False)]
        ms, at = min(spans, default=(BURST_TIME + 1, 0))
        if ms <= BURST_TIME:
            yield Turn("burst", seat, at, ms)


def _lull(laid: list[_Laid]) -> Iterator[Turn]:
    """The longest time in which nobody laid a card, told when it ended."""
    clocks = [0, *(one.clock for one in laid)]
    waits = [(one.clock - before, one) for before, one in zip(clocks, laid, strict=False)]
    if waits:
        ms, one = max(waits, key=lambda wait: wait[0])
        yield Turn("lull", one.seat, one.at, ms)
