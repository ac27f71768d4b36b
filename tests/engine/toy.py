"""Snatch, a tiny game to try the conformance suite on.

Six cards lie face down in a stock. A seat draws into its hidden hand, and may show a card of its hand: card n, the card
n of all. Who has shown most when all are shown, or after 60 s, wins. `FAULT` plants one fault that the suite must find.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tercet.engine import core
from tercet.engine.chance import Chance
from tercet.engine.core import Can, Card, Ended, Illegal, Millis, Seat

NAME, RULES, SEATS, GRACE = "toy", 1, range(1, 5), 40_000
DECK, TIME = range(6), 60_000
FAULT = ""


class Options(core.Options, frozen=True):
    """None."""


class Draw(core.Action, frozen=True, tag="toy.draw"):
    """Take the top of the stock."""


class Show(core.Action, frozen=True, tag="toy.show"):
    """Lay a card of the hand open."""

    card: Card


class Shuffled(core.Event, frozen=True, tag="toy.shuffled"):
    """The stock, its top in front."""

    seats: int
    stock: tuple[Card, ...] = ()

    def seen_by(self, seat: Seat | None) -> Shuffled:
        return replace(self, stock=())


class Drew(core.Event, frozen=True, tag="toy.drew"):
    """A seat drew; only it sees what."""

    seat: Seat
    card: Card | None = None

    def seen_by(self, seat: Seat | None) -> Drew:
        return self if seat == self.seat or FAULT == "leaky event" else replace(self, card=None)


class Showed(core.Open, frozen=True, tag="toy.showed"):
    """A seat laid a card open."""

    seat: Seat
    card: Card


ACTIONS = (Draw, Show)
EVENTS = (Shuffled, Drew, Showed)


class State(core.State, frozen=True, kw_only=True):
    stock: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    shown: tuple[Card, ...] = ()


class View(core.View, frozen=True, kw_only=True):
    left: int
    hands: tuple[int, ...]
    hand: tuple[Card, ...]
    shown: tuple[Card, ...]
    scores: tuple[int, ...]
    over: bool


def setup(seats: int, options: Options, rng: Chance) -> Iterator[core.Event]:
    yield Shuffled(seats, tuple(rng.shuffled(DECK)))


def decide(state: State, seat: Seat | None, action: core.Action, at: Millis, rng: Chance) -> Iterator[core.Event]:
    match action:
        case core.Tick():
            yield Ended(core.ranked(state.scores, state.left), state.scores, "time")
        case Draw() if seat is not None:
            if not state.stock:
                raise Illegal("stock_empty", "Z1")
            if FAULT == "unoffered move" and len(state.hands[seat]) > 1:
                raise Illegal("two_is_enough", "Z9")
            yield Drew(seat, state.stock[0])
        case Show(card) if seat is not None:
            if card not in state.hands[seat]:
                raise Illegal("not_in_hand", "Z2")
            event = Showed(seat, card)
            yield event
            after = apply(state, event)
            if len(after.shown) == len(DECK):
                yield Ended(core.ranked(after.scores, after.left), after.scores, "all_shown")
        case core.Away() | core.Proceed():
            raise Illegal("nothing_to_release", "Z3")


def apply(state: State | None, event: core.Event) -> State:
    if isinstance(event, Shuffled):
        return State(seats=event.seats, scores=(0,) * event.seats, stock=event.stock, hands=((),) * event.seats)
    assert state is not None
    match event:
        case Drew(seat, card):
            assert card is not None
            return replace(state, stock=state.stock[1:], hands=_put(state.hands, seat, (*state.hands[seat], card)))
        case Showed(seat, card):
            hand = tuple(other for other in state.hands[seat] if other != card)
            shown = state.shown if FAULT == "lost card" and card == 5 else (*state.shown, card)
            return replace(state, hands=_put(state.hands, seat, hand), shown=shown, scores=_put(state.scores, seat, 1))
    raise TypeError(event)


def _put(values: tuple, seat: Seat, value: object) -> tuple:  # type: ignore[type-arg]
    new = values[seat] + 1 if isinstance(value, int) else value
    return (*values[:seat], new, *values[seat + 1 :])


def view(state: State, seat: Seat | None) -> View:
    playing = seat is not None and not (state.ended or state.paused or seat in state.left)
    closed = Can() if playing else Can("closed", "Z0")
    leak = FAULT == "leaky view" and state.stock[:1] == (0,)
    return View(
        seat=seat, paused=state.paused,
        can={"draw": closed if state.stock else Can("stock_empty", "Z1"), "show": closed},
        left=len(state.stock) + leak, hands=tuple(map(len, state.hands)),
        hand=() if seat is None else state.hands[seat],
        shown=state.shown, scores=state.scores, over=state.ended is not None,
    )  # fmt: skip


def moves(view: View) -> Iterable[core.Action]:
    if not view.can["draw"].no:
        yield Draw()
    if not view.can["show"].no:
        yield from map(Show, view.hand)


def deadline(state: State) -> Millis | None:
    return TIME


def imagine(view: View, rng: Chance) -> State:
    hidden = rng.shuffled([card for card in DECK if card not in view.shown and card not in view.hand])
    hands = []
    for seat, size in enumerate(view.hands):
        hands.append(view.hand if seat == view.seat else tuple(hidden[:size]))
        hidden = hidden if seat == view.seat else hidden[size:]
    left = view.seat is not None and view.can["show"].no == "closed" and not view.paused and not view.over
    return State(
        seats=len(view.hands), scores=view.scores, paused=view.paused, stock=tuple(hidden[: view.left]),
        hands=tuple(hands), shown=view.shown, left=frozenset([view.seat] if left and view.seat is not None else []),
        ended=Ended((), (), "") if view.over else None,
    )  # fmt: skip
