"""Trios (T1-T10): find three cards that agree or differ in every feature.

Cards are 0-80 as in `sets`; the easy deck is the 27 blue ones. Places on the table never move: a set's three cards are
replaced in their places, and once the stock is empty the places stay empty. The stock is a tuple with its top in front.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from tercet.engine import core, sets
from tercet.engine.chance import Chance
from tercet.engine.core import FACE_DOWN, Can, Card, Ended, Fault, Illegal, Millis, Seat

NAME = "trios"
RULES = 1
SEATS = range(1, 9)  # T7-T9
GRACE: Millis = 40_000  # G5: this is a race
CURTAIN = False

PLACES = 12  # T2
SET_POINTS, HINT_PRICE, PENALTY = 3, 1, 2  # T3, T6, T8
CALL_TIME: Millis = 10_000  # T8
DECKS = {"full": range(81), "easy": range(54, 81)}  # T1: colour 2 is blue

Trio = tuple[Card, Card, Card]
T = TypeVar("T")


class Options(core.Options, frozen=True):
    """The host's choices.

    deck (T1) · mode: `mark` or `call` (T8a) · hints (T6) · penalty: three marks that are no set cost 2 (T9) ·
    countdown: seconds until the first deal, so that all begin together; a lone player never waits.
    """

    deck: Literal["full", "easy"] = "full"
    mode: Literal["mark", "call"] = "mark"
    hints: bool = True
    penalty: bool = False
    countdown: Annotated[int, Meta(ge=0, le=10)] = 3


# ---------------------------------------------------------------------------------------------------- wishes


class Select(core.Action, frozen=True, tag="trios.select"):
    """Replace the seat's whole selection by these cards; three are judged (T8-T10)."""

    cards: Annotated[tuple[Card, ...], Meta(max_length=3)]


class Call(core.Action, frozen=True, tag="trios.call"):
    """The hot key: have 10 seconds to select three cards (T8)."""


class Hint(core.Action, frozen=True, tag="trios.hint"):
    """Pay for a card of a set, or for a further card of the same set (T6)."""


# ----------------------------------------------------------------------------------------------------- facts


class SetUp(core.Open, frozen=True, tag="trios.set_up"):
    """The table stands; the cards are dealt at game time `deals_at`."""

    seats: int
    options: Options
    deals_at: Millis


class Dealt(core.Event, frozen=True, tag="trios.dealt"):
    """The first table; `left` cards are in the stock, whose order is secret.

    A table that is exchanged in the same moment is `passing` and never shown (T4).
    """

    at: Millis
    table: tuple[Card, ...]
    left: int
    stock: tuple[Card, ...] = ()
    passing: bool = False

    def seen_by(self, seat: Seat | None) -> Dealt:
        return replace(self, stock=(), table=() if self.passing else self.table)


class Exchanged(core.Event, frozen=True, tag="trios.exchanged"):
    """The table held no set and was exchanged, as often as it took (T4); only the last table is shown."""

    at: Millis
    table: tuple[Card, ...]
    left: int
    stock: tuple[Card, ...] = ()

    def seen_by(self, seat: Seat | None) -> Exchanged:
        return replace(self, stock=())


class Selected(core.Open, frozen=True, tag="trios.selected"):
    """A seat's marks are now these (T9: marks are public)."""

    seat: Seat
    cards: tuple[Card, ...]


class Called(core.Open, frozen=True, tag="trios.called"):
    """A seat has called and selects alone until game time `until` (T8)."""

    seat: Seat
    until: Millis


class CallEnded(core.Open, frozen=True, tag="trios.call_ended"):
    """A call ended without three cards: its time was up, or its seat went away (T8)."""

    seat: Seat
    at: Millis
    reason: Literal["time", "away"]
    points: int


class Claimed(core.Event, frozen=True, tag="trios.claimed"):
    """A set was taken `after` milliseconds with all its cards open; `dealt[i]` lies where `cards[i]` lay (T2, T3).

    New cards that are exchanged in the same moment are `passing` and never shown (T4).
    """

    seat: Seat
    at: Millis
    cards: Trio
    dealt: tuple[Card, ...]
    points: int
    after: Millis
    passing: bool = False

    def seen_by(self, seat: Seat | None) -> Claimed:
        return replace(self, dealt=()) if self.passing else self


class Failed(core.Open, frozen=True, tag="trios.failed"):
    """Three cards were no set, and why (S2); `points` is 0 or the penalty (T8, T9)."""

    seat: Seat
    at: Millis
    cards: Trio
    faults: tuple[Fault, ...]
    points: int


class Hinted(core.Event, frozen=True, tag="trios.hinted"):
    """A seat paid for a hint and sees the cards `shown`; `trio` is the set, in the order of showing (T6)."""

    seat: Seat
    points: int
    shown: tuple[Card, ...] = ()
    trio: tuple[Card, ...] = ()

    def seen_by(self, seat: Seat | None) -> Hinted:
        return replace(self, trio=(), shown=self.shown if seat == self.seat else ())


ACTIONS = (Select, Call, Hint)
ASKED = ()  # it would be an oracle
EVENTS = (SetUp, Dealt, Exchanged, Selected, Called, CallEnded, Claimed, Failed, Hinted)


# ------------------------------------------------------------------------------------------------- the state


class CallOn(Struct, frozen=True):
    """Who has called, and until when."""

    seat: Seat
    until: Millis


class HintOn(Struct, frozen=True):
    """The set that a seat is being shown, in the order of showing, and how many of its cards show."""

    trio: tuple[Card, ...]
    shown: int


class GoneCard(Struct, frozen=True):
    """When a card left the table, and with whom; None if the table was exchanged."""

    at: Millis
    seat: Seat | None


class State(core.State, frozen=True, kw_only=True):
    """One value a place in `table` and `since`, one a seat in `marks`, `found`, `paid` (hints) and `hints`; `removed`
    tells of the cards that left the table when and by whom (T10)."""

    options: Options
    deals_at: Millis
    table: tuple[Card | None, ...] = ()
    since: tuple[Millis, ...] = ()
    stock: tuple[Card, ...] = ()
    marks: tuple[tuple[Card, ...], ...]
    found: tuple[int, ...]
    paid: tuple[int, ...]
    hints: tuple[HintOn | None, ...]
    call: CallOn | None = None
    free_since: Millis = 0
    exchanges: int = 0
    removed: dict[Card, GoneCard]


class View(core.View, frozen=True, kw_only=True, tag="trios"):
    """What a viewer sees.

    `table` holds FACE_DOWN for a covered card and None for an empty place; `since` says since when the card of each
    place lies there; `left` counts the stock; `hint` holds the cards shown to this seat.
    """

    phase: Literal["countdown", "play", "over"]
    options: Options
    deals_at: Millis
    table: tuple[Card | None, ...]
    since: tuple[Millis, ...]
    left: int
    marks: tuple[tuple[Card, ...], ...]
    scores: tuple[int, ...]
    found: tuple[int, ...]
    paid: tuple[int, ...]
    hint: tuple[Card, ...]
    call: CallOn | None
    free_since: Millis
    exchanges: int


def open_cards(table: Iterable[Card | None]) -> list[Card]:
    """The cards that lie on a table and are not covered, in the order of their places."""
    return [card for card in table if card is not None and card != FACE_DOWN]


# ---------------------------------------------------------------------------------------------------- dealing


def setup(seats: int, options: Options, rng: Chance) -> Iterator[core.Event]:
    """The table, and at once the first deal if nobody is waited for."""
    wait = options.countdown * 1000 if seats > 1 else 0
    event = SetUp(seats, options, deals_at=wait)
    yield event
    if not wait:
        yield from _deal(apply(None, event), 0, rng)


def _deal(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    deck = rng.shuffled(DECKS[state.options.deck])
    table, stock = tuple(deck[:PLACES]), tuple(deck[PLACES:])
    yield from _settled(state, Dealt(at, table, len(stock), stock), at, rng)


def _settled(state: State, event: Dealt | Claimed, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """A deal and what follows by itself; cards that an exchange takes back at once are not shown (T4)."""
    after = list(_settle(apply(state, event), at, rng))
    yield replace(event, passing=True) if after and isinstance(after[0], Exchanged) else event
    yield from after


def _settle(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """What follows from a table by itself: nothing, an exchange (T4) or the end (T5)."""
    table = open_cards(state.table)
    if sets.has_set(table):
        return
    if not sets.has_set([*table, *state.stock]):  # T4, T5: no exchange could help
        yield Ended(core.ranked(state.scores, state.left), state.scores, "no_set")
        return
    new, stock = exchange(table, state.stock, rng)
    yield Exchanged(at, tuple(new), len(stock), tuple(stock))


def exchange(table: list[Card], stock: tuple[Card, ...], rng: Chance) -> tuple[list[Card], list[Card]]:
    """T4: another table with a set, and the stock that remains; there must be a set among all these cards."""
    size = len(table)
    if len(stock) >= size:  # the first exchange brings only new cards
        new, rest = list(stock[:size]), rng.shuffled([*stock[size:], *table])
    else:
        new, rest = [], [*table, *stock]
    while not sets.has_set(new):
        deck = rng.shuffled([*new, *rest])
        new, rest = deck[:size], deck[size:]
    return new, rest


# ---------------------------------------------------------------------------------------------------- judging


def decide(state: State, seat: Seat | None, action: core.Action, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Judge one wish at game time `at`."""
    match action:
        case core.Tick():
            yield from _tick(state, at, rng)
        case core.Away():
            yield from _let_go(state, seat, at)
        case core.Proceed():  # one deal is the whole game: there is nothing to wait for but a pause
            raise Illegal("not_paused", "G6")
        case Select(cards):
            yield from _select(state, _allowed(state, seat, "select"), cards, at, rng)
        case Call():
            yield Called(_allowed(state, seat, "call"), at + CALL_TIME)
        case Hint():
            yield _hint(state, _allowed(state, seat, "hint"), rng)


def _allowed(state: State, seat: Seat | None, kind: str) -> Seat:
    can = abilities(state, seat)[kind]
    if can.no or seat is None:
        raise Illegal(can.no, can.ruling)
    return seat


def _tick(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    if not state.table:
        yield from _deal(state, at, rng)
    elif state.call:
        yield CallEnded(state.call.seat, at, "time", -PENALTY)  # T8: time up costs as much as a wrong set


def _let_go(state: State, seat: Seat | None, at: Millis) -> Iterator[core.Event]:
    if state.call is None or state.call.seat != seat:
        raise Illegal("nothing_to_release", "T8")
    yield CallEnded(state.call.seat, at, "away", -PENALTY)


def _select(state: State, seat: Seat, cards: tuple[Card, ...], at: Millis, rng: Chance) -> Iterator[core.Event]:
    if len(set(cards)) < len(cards):
        raise Illegal("same_card_twice", "S1")
    for card in cards:
        if card not in state.table:
            raise _absent(state, card, at)
    if set(cards) == set(state.marks[seat]):
        raise Illegal("unchanged", "T9")
    if len(cards) < 3:
        yield Selected(seat, cards)
        return
    a, b, c = cards
    if sets.is_set(a, b, c):
        yield from _settled(state, _claim(state, seat, (a, b, c), at), at, rng)
    else:
        costs = state.options.mode == "call" or state.options.penalty  # T8, T9
        why = tuple(Fault(name, values) for name, values in sets.faults(a, b, c))
        yield Failed(seat, at, (a, b, c), why, -PENALTY if costs else 0)


def _absent(state: State, card: Card, at: Millis) -> Illegal:
    # T10: cards are named, so one that has left is never judged on what lies there now
    gone = state.removed.get(card)
    if gone is None:
        return Illegal("not_on_table", "T10", card=card)
    return Illegal("too_late", "T10", card=card, by_ms=at - gone.at, seat=gone.seat)


def _claim(state: State, seat: Seat, cards: Trio, at: Millis) -> Claimed:
    lies_since = max(state.since[state.table.index(card)] for card in cards)
    return Claimed(seat, at, cards, state.stock[:3], SET_POINTS, at - lies_since)


def _hint(state: State, seat: Seat, rng: Chance) -> Hinted:
    hint = state.hints[seat]
    if hint is None:  # T6: by lot, and for each seat on its own
        trio = tuple(rng.shuffled(rng.choice(sets.find_sets(open_cards(state.table)))))
        hint = HintOn(trio, 0)
    return Hinted(seat, -HINT_PRICE, hint.trio[: hint.shown + 1], hint.trio)


# ---------------------------------------------------------------------------------------------------- folding


def apply(state: State | None, event: core.Event) -> State:
    """Fold one fact."""
    if isinstance(event, SetUp):
        n = event.seats
        return State(
            seats=n, scores=(0,) * n, options=event.options, deals_at=event.deals_at,
            marks=((),) * n, found=(0,) * n, paid=(0,) * n, hints=(None,) * n, removed={},
        )  # fmt: skip
    assert state is not None
    match event:
        case Selected(seat, cards):
            return replace(state, marks=_put(state.marks, seat, cards))
        case Claimed():
            return _take(state, event)
        case Failed(seat=seat, at=at, points=points):
            return replace(
                _freed(state, at), marks=_put(state.marks, seat, ()), scores=_add(state.scores, seat, points)
            )
        case Called(seat, until):
            return replace(state, call=CallOn(seat, until), marks=_put(state.marks, seat, ()))
        case CallEnded(seat=seat, at=at, points=points):
            return replace(
                _freed(state, at), marks=_put(state.marks, seat, ()), scores=_add(state.scores, seat, points)
            )
        case Hinted(seat, points, shown, trio):
            return replace(
                state,
                hints=_put(state.hints, seat, HintOn(trio, len(shown))),
                paid=_add(state.paid, seat, 1),
                scores=_add(state.scores, seat, points),
            )
        case Dealt(at, table, _, stock):
            return replace(state, table=table, since=(at,) * len(table), stock=stock)
        case Exchanged():
            return _exchanged(state, event)
    raise TypeError(f"not a fact of {NAME}: {event!r}")


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _add(values: tuple[int, ...], seat: Seat, points: int) -> tuple[int, ...]:
    return _put(values, seat, values[seat] + points)


def _freed(state: State, at: Millis) -> State:
    """The state after a call, if one was on: everybody may call again (T8)."""
    return replace(state, call=None, free_since=at) if state.call else state


def _take(state: State, event: Claimed) -> State:
    """A set leaves; new cards come into its places (T2), and marks and hints on it vanish (T6, T9)."""
    table, since = list(state.table), list(state.since)
    dealt: tuple[Card | None, ...] = event.dealt or (None, None, None)
    for card, new in zip(event.cards, dealt, strict=True):
        place = table.index(card)
        table[place], since[place] = new, event.at
    seat, taken = event.seat, set(event.cards)
    return replace(
        _freed(state, event.at),
        table=tuple(table),
        since=tuple(since),
        stock=state.stock[len(event.dealt) :],
        marks=tuple(
            () if i == seat else tuple(card for card in marks if card not in taken)
            for i, marks in enumerate(state.marks)
        ),
        hints=tuple(None if hint and not taken.isdisjoint(hint.trio) else hint for hint in state.hints),
        scores=_add(state.scores, seat, event.points),
        found=_add(state.found, seat, 1),
        removed=state.removed | dict.fromkeys(event.cards, GoneCard(event.at, seat)),
    )


def _exchanged(state: State, event: Exchanged) -> State:
    """T4: another table; no points move, all marks and hints go. Cards that came in this moment were never seen."""
    seen = [card for card, since in zip(state.table, state.since, strict=True) if card is not None and since < event.at]
    gone = state.removed | dict.fromkeys(seen, GoneCard(event.at, None))
    return replace(
        state,
        table=event.table,
        since=(event.at,) * len(event.table),
        stock=event.stock,
        marks=((),) * state.seats,
        hints=(None,) * state.seats,
        exchanges=state.exchanges + 1,
        removed={card: when for card, when in gone.items() if card not in event.table},
    )


# ---------------------------------------------------------------------------------------------------- viewing


def deadline(state: State) -> Millis | None:
    """The first deal, or the end of a call."""
    if not state.table:
        return state.deals_at
    return state.call.until if state.call else None


def abilities(state: State, seat: Seat | None) -> dict[str, Can]:
    """What a viewer may wish now, from phase, options and public counts: never from the cards."""
    closed = _closed(state, seat)
    if closed:
        return {"select": closed, "call": closed, "hint": closed}
    assert seat is not None
    return {"select": _can_select(state, seat), "call": _can_call(state, seat), "hint": _can_hint(state, seat)}


def _closed(state: State, seat: Seat | None) -> Can | None:
    if state.ended:
        return Can("over", "T5")
    if seat is None or seat in state.left:
        return Can("watching", "G2")
    if state.paused:
        return Can("paused", "G6")
    if not state.table:
        return Can("not_begun", "T2")
    return None


def _can_select(state: State, seat: Seat) -> Can:
    if state.options.mode == "call":
        if state.call is None:
            return Can("call_first", "T8")
        if state.call.seat != seat:
            return Can("call_on", "T8")
        return Can(most=3, among="table", until=state.call.until)
    return Can(most=3, among="table")


def _can_call(state: State, seat: Seat) -> Can:
    if state.options.mode == "mark":
        return Can("no_calls", "T8a")
    if state.call is None:
        return Can()
    return Can("your_call" if state.call.seat == seat else "call_on", "T8")


def _can_hint(state: State, seat: Seat) -> Can:
    hint = state.hints[seat]
    if not state.options.hints:
        return Can("no_hints", "T6")
    if state.call:
        return Can("hints_rest", "T6")
    if hint and hint.shown == len(hint.trio):
        return Can("all_shown", "T6")
    return Can()


def view(state: State, seat: Seat | None) -> View:
    """What a seat, or a spectator (None), may know; while the game is paused the cards are covered (G6)."""
    hint = state.hints[seat] if seat is not None else None
    covered = state.paused
    return View(
        seat=seat,
        paused=covered,
        can=abilities(state, seat),
        phase="over" if state.ended else "play" if state.table else "countdown",
        options=state.options,
        deals_at=state.deals_at,
        table=tuple(card if card is None else FACE_DOWN for card in state.table) if covered else state.table,
        since=state.since,
        left=len(state.stock),
        marks=((),) * state.seats if covered else state.marks,
        scores=state.scores,
        found=state.found,
        paid=state.paid,
        hint=hint.trio[: hint.shown] if hint and not covered else (),
        call=state.call,
        free_since=state.free_since,
        exchanges=state.exchanges,
    )


def moves(view: View) -> Iterator[core.Action]:
    """Every wish open to the viewer: each selection that differs from its present one, a call, a hint, letting go."""
    if view.seat is not None and not view.can["select"].no:
        mine = set(view.marks[view.seat])
        cards = open_cards(view.table)
        for size in range(view.can["select"].most + 1):
            yield from (Select(chosen) for chosen in combinations(cards, size) if set(chosen) != mine)
    if not view.can["call"].no:
        yield Call()
    if not view.can["hint"].no:
        yield Hint()
    if view.call and view.call.seat == view.seat and view.phase != "over":
        yield core.Away()


def lone(state: State, at: Millis) -> core.Lone:
    """T7: for each deck most points, then the shortest time."""
    return core.Lone(state.options.deck, state.scores[0], at, state.exchanges)


def imagine(view: View, rng: Chance) -> State:
    """A state that fits this view; covered cards, the stock and a hint's further cards are drawn by lot."""
    seats = len(view.scores)
    ended = Ended(core.ranked(view.scores), view.scores, "no_set") if view.phase == "over" else None
    seen = open_cards(view.table)
    unseen = rng.shuffled([card for card in DECKS[view.options.deck] if card not in seen])
    table = tuple(unseen.pop() if card == FACE_DOWN else card for card in view.table)
    return State(
        seats=seats,
        scores=view.scores,
        paused=view.paused,
        left=frozenset(range(seats)) if view.can["select"].no == "watching" else frozenset(),
        ended=ended,
        options=view.options,
        deals_at=view.deals_at,
        table=table,
        since=view.since,
        stock=tuple(unseen[: view.left]),
        marks=view.marks,
        found=view.found,
        paid=view.paid,
        hints=tuple(_imagined_hint(view, seat, table, rng) for seat in range(seats)),
        call=view.call,
        free_since=view.free_since,
        exchanges=view.exchanges,
        removed={},
    )


def _imagined_hint(view: View, seat: Seat, table: tuple[Card | None, ...], rng: Chance) -> HintOn | None:
    if seat != view.seat or not view.hint:
        return None
    trio = rng.choice([trio for trio in sets.find_sets(open_cards(table)) if set(view.hint) <= set(trio)])
    return HintOn((*view.hint, *(card for card in trio if card not in view.hint)), len(view.hint))
