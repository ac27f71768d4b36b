"""Triology (Y1-Y21) on three levels: a rummy of sets with three-in-one cards; in Master sets are stolen.

Cards and groups are numbered as in `triology_cards`. A stock has its top in front, the discard pile its top at the end,
a hand its cards in the order in which they came. A laid set has a number that no other set of the match has. Whatever a
seat does in its turn before the discard is a `Step` that can be undone, the last first (Y8). While a steal is open, the
cards of the sets taken and opened for it lie on caddies (Y16).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from tercet.engine import core
from tercet.engine import triology_cards as cards
from tercet.engine.chance import Chance
from tercet.engine.core import FACE_DOWN, Can, Card, Ended, Illegal, Millis, Seat
from tercet.engine.sets import THIRD
from tercet.engine.triology_cards import Group, Level, Reading

NAME = "triology"
RULES = 1
SEATS = range(2, 9)  # Y4
GRACE: Millis = 90_000  # G5: this is a game of turns
CURTAIN = True  # G2: hands are secret from those at the same device too

DEALT = {"beginner": 7, "triology": 6, "master": 9}  # cards a seat (Y4)
BEGINNERS = 4  # Y4: so many hands the 36 cards carry
BREATH: Millis = 1000  # from the end of a turn until the next clock runs (Y14)
HAND_OVER: Millis = 10_000  # and so much more where one device is handed over (Y14)
LATE: Millis = 10_000  # for the discard once time is up (Y13)
EXTENSION: Millis = 30_000  # for a seat that is disconnected when its time runs out (Y14)
EXTENSIONS = 2  # a seat and hand (Y14)
BETWEEN: Millis = 60_000  # the next hand begins by then, or when all are ready (Y11)
ROUNDS = 5  # so many without progress end a hand (Y10)

T = TypeVar("T")
Three = tuple[Card, Card, Card]
HintKind = Literal["meld", "steal", "pick_up", "nothing", "hidden"]


class Options(core.Options, frozen=True):
    """The host's choices.

    level: Beginner, Triology or Master (Y4) · timed: turns of Triology have a clock, those of Master always do (Y4) ·
    turn: its length in seconds (Y4) · target: the total that wins (Y12) · extensions: the clock waits for who is
    disconnected (Y14) · hints: a practice table, where one may ask what can be laid · handed: the seats to whom a
    device is handed over, which the house fills in (Y14).
    """

    level: Level = "triology"
    timed: bool = False
    turn: Annotated[int, Meta(ge=20, le=600)] = 180
    target: Annotated[int, Meta(ge=10, le=500)] = 100
    extensions: bool = True
    hints: bool = False
    handed: Annotated[tuple[Annotated[int, Meta(ge=0, le=7)], ...], Meta(max_length=8)] = ()

    @property
    def has_clock(self) -> bool:
        """Whether turns are limited (Y4)."""
        return self.level == "master" or (self.level == "triology" and self.timed)


# ---------------------------------------------------------------------------------------------------- wishes


class Draw(core.Action, frozen=True, tag="triology.draw"):
    """Draw the top card of the stock (Y6)."""


class PickUp(core.Action, frozen=True, tag="triology.pick_up"):
    """Take a card of the discard pile with all that lie on it, to lay a set with it (Y7)."""

    card: Card


class Meld(core.Action, frozen=True, tag="triology.meld"):
    """Lay a set of hand cards and of cards on caddies (Y6, Y17).

    `groups` says what each card stands for; it may be left out where only one reading makes a set (Y3).
    """

    cards: Three
    groups: Reading | None = None


class Steal(core.Action, frozen=True, tag="triology.steal"):
    """Take a set of another seat (Y15)."""

    set: int


class Open(core.Action, frozen=True, tag="triology.open"):
    """Open a set of one's own for the steal that is on (Y17)."""

    set: int


class TakeBack(core.Action, frozen=True, tag="triology.take_back"):
    """Undo one's last step; a pick-up is put back so (Y7, Y8)."""


class GiveBack(core.Action, frozen=True, tag="triology.give_back"):
    """Give the open steal back as a whole (Y16)."""


class Protect(core.Action, frozen=True, tag="triology.protect"):
    """Put a HANDS-OFF card on a set of one's own (Y21)."""

    card: Card
    set: int


class Discard(core.Action, frozen=True, tag="triology.discard"):
    """End the turn with this card of the hand (Y6), or with the last stolen one to go out (Y20)."""

    card: Card


class Hint(core.Action, frozen=True, tag="triology.hint"):
    """Ask what can be laid or stolen; asked again, it shows more. Practice tables only."""


# ------------------------------------------------------------------------------------------ what lies where


class Laid(Struct, frozen=True):
    """A set on the table: its number, its cards, what each stands for (Y3), and the HANDS-OFF card on it (Y21)."""

    id: int
    cards: Three
    groups: Reading
    guard: Card | None = None


class Caddy(Struct, frozen=True):
    """A card of an open steal: from whose set and which it came, and the new set that holds it, if one does."""

    card: Card
    group: Group
    owner: Seat
    set: int
    used: int | None = None


class Step(Struct, frozen=True):
    """Something a seat did in its turn that can be undone (Y8).

    `cards` are those picked up, or those that went from the hand into a set, with their `places` in it (only their
    holder is told). `taken` is the set that was stolen or opened, which lay at `index` among the sets of `owner`; `set`
    the number of the set that was laid. `caddies` is what lay on caddies before.
    """

    kind: Literal["pick_up", "steal", "open", "meld"]
    cards: tuple[Card, ...] = ()
    places: tuple[int, ...] = ()
    owner: Seat = 0
    index: int = 0
    taken: Laid | None = None
    set: int | None = None
    caddies: tuple[Caddy, ...] = ()


# ----------------------------------------------------------------------------------------------------- facts


class SetUp(core.Open, frozen=True, tag="triology.set_up"):
    """The table stands."""

    seats: int
    options: Options


class Dealt(core.Event, frozen=True, tag="triology.dealt"):
    """A hand was dealt (Y5): `counts` cards to each seat, `size` to the stock; `first` starts the pile."""

    deal: int
    at: Millis
    dealer: Seat
    first: Card
    counts: tuple[int, ...]
    size: int
    hands: tuple[tuple[Card, ...], ...] = ()
    stock: tuple[Card, ...] = ()

    def seen_by(self, seat: Seat | None) -> Dealt:
        hands = tuple(hand if owner == seat else () for owner, hand in enumerate(self.hands))
        return replace(self, hands=hands, stock=())


class TurnBegan(core.Open, frozen=True, tag="triology.turn_began"):
    """A seat's turn; with a clock it lasts until game time `until` (Y14)."""

    seat: Seat
    at: Millis
    until: Millis | None


class PassedOver(core.Open, frozen=True, tag="triology.passed_over"):
    """The turn of a skipped seat went by (G5)."""

    seat: Seat
    at: Millis


class DrewCard(core.Event, frozen=True, tag="triology.drew"):
    """A seat drew; only it sees what (Y6)."""

    seat: Seat
    at: Millis
    card: Card | None = None

    def seen_by(self, seat: Seat | None) -> DrewCard:
        return self if seat == self.seat else replace(self, card=None)


class Renewed(core.Event, frozen=True, tag="triology.renewed"):
    """The discard pile was shuffled into a new stock of `size` cards (Y10)."""

    size: int
    stock: tuple[Card, ...] = ()

    def seen_by(self, seat: Seat | None) -> Renewed:
        return replace(self, stock=())


class PickedUp(core.Open, frozen=True, tag="triology.picked_up"):
    """A seat picked a card up, the first of these, with all that lay on it (Y7)."""

    seat: Seat
    at: Millis
    cards: tuple[Card, ...]


class Melded(core.Open, frozen=True, tag="triology.melded"):
    """A set was laid; if it took the last card from the caddies, the steal is `closed` and all is the thief's (Y16)."""

    seat: Seat
    at: Millis
    set: int
    cards: Three
    groups: Reading
    closed: bool = False


class Stole(core.Open, frozen=True, tag="triology.stole"):
    """A set of `owner` lies on caddies; `chip` tells whether the owner got one for it (Y15)."""

    seat: Seat
    at: Millis
    owner: Seat
    set: int
    chip: bool


class Opened(core.Open, frozen=True, tag="triology.opened"):
    """A set of the seat's own lies on caddies, for the steal that is on (Y17)."""

    seat: Seat
    at: Millis
    set: int


class TookBack(core.Open, frozen=True, tag="triology.took_back"):
    """The last step was undone (Y8), which was of this kind; `cards` were those of that set, or of the pick-up."""

    seat: Seat
    at: Millis
    kind: Literal["pick_up", "steal", "open", "meld"]
    cards: tuple[Card, ...]


class GaveBack(core.Open, frozen=True, tag="triology.gave_back"):
    """The open steal was given back as a whole (Y16)."""

    seat: Seat
    at: Millis


class Protected(core.Open, frozen=True, tag="triology.protected"):
    """A HANDS-OFF card lies on a set (Y21)."""

    seat: Seat
    at: Millis
    card: Card
    set: int


class Discarded(core.Open, frozen=True, tag="triology.discarded"):
    """A seat ended its turn with this card (Y6); `forced`: the game discarded it (Y13)."""

    seat: Seat
    at: Millis
    card: Card
    forced: bool = False


class TimeRanOut(core.Open, frozen=True, tag="triology.time_ran_out"):
    """Nothing more is laid; the seat has until game time `until` for its discard (Y13)."""

    seat: Seat
    at: Millis
    until: Millis


class Extended(core.Open, frozen=True, tag="triology.extended"):
    """The clock waits for a seat that is disconnected, until game time `until` (Y14)."""

    seat: Seat
    at: Millis
    until: Millis


class Hinted(core.Event, frozen=True, tag="triology.hinted"):
    """A seat was told what can be done: of what kind, and of its cards as many as it asked for. Only it is told."""

    seat: Seat
    at: Millis
    kind: HintKind = "hidden"
    cards: tuple[Card, ...] = ()
    shown: int = 0

    def seen_by(self, seat: Seat | None) -> Hinted:
        if seat != self.seat:
            return Hinted(self.seat, self.at)
        return replace(self, cards=self.cards[: self.shown])


class HandEnded(core.Open, frozen=True, tag="triology.hand_ended"):
    """A hand is over and all hands are public (Y11, G2).

    `out` is the seat that went out; None if five rounds brought nothing (Y10). For each seat: what lay on the `table`,
    what was `held`, `chips`, the `scores` of this hand and the `totals` after it.
    """

    at: Millis
    deal: int
    out: Seat | None
    table: tuple[int, ...]
    held: tuple[int, ...]
    chips: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]


class ReadiedForHand(core.Open, frozen=True, tag="triology.readied_for_hand"):
    """A seat is ready for the next hand (Y11)."""

    seat: Seat
    at: Millis


ACTIONS = (Draw, PickUp, Meld, Steal, Open, TakeBack, GiveBack, Protect, Discard, Hint)
ASKED = (PickUp, Meld, Steal, Open, Protect, Discard)  # what a client may have judged without doing it
EVENTS = (
    SetUp, Dealt, TurnBegan, PassedOver, DrewCard, Renewed, PickedUp, Melded, Stole, Opened, TookBack, GaveBack,
    Protected, Discarded, TimeRanOut, Extended, Hinted, HandEnded, ReadiedForHand,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- the state

Phase = Literal["turn", "late", "between"]


class State(core.State, frozen=True, kw_only=True):
    """`turn` is the seat whose turn it is, the `turns`-th of the match, begun or last acted in at `since`; `until` the
    next deadline.

    `drawn` says how the turn began: "" not yet, "nothing" if there was nothing to draw (Y10). `steps` are those of
    this turn, of which the first `floor` can't be undone (Y8); `guarded`: a HANDS-OFF card was placed. `chipped` are
    the sets that brought a chip this turn (Y15). `shown` are the cards that lay open since the stock was made last.
    `idle` counts turns without progress, `renewed` those since the stock was last renewed (Y10). `next` numbers the
    next set.
    """

    options: Options
    phase: Phase = "between"
    until: Millis | None = None
    deal: int = 0
    dealer: Seat = 0
    turn: Seat = 0
    turns: int = 0
    since: Millis = 0
    drawn: Literal["", "stock", "pile", "nothing"] = ""
    stock: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    hands: tuple[tuple[Card, ...], ...]
    sets: tuple[tuple[Laid, ...], ...]
    next: int = 0
    caddies: tuple[Caddy, ...] = ()
    steps: tuple[Step, ...] = ()
    floor: int = 0
    guarded: bool = False
    chips: tuple[int, ...]
    chipped: frozenset[int] = frozenset()
    shown: frozenset[Card] = frozenset()
    extensions: tuple[int, ...]
    idle: int = 0
    renewed: int | None = None
    hint: Hinted | None = None
    ready: frozenset[Seat] = frozenset()
    last: HandEnded | None = None


class View(core.View, frozen=True, kw_only=True, tag="triology"):
    """What a viewer sees. Everything is open but the stock and the hands; in a pause all cards are covered (G6).

    Times, turn and steps are as in `State`. `picked` is the card of a pick-up that must still be laid (Y7), `stock` and
    `hands` are counts, `hand` the viewer's own cards, `known` those of each hand that lay open before. `worth` has the
    points on each seat's table, `totals` those of the hands before.
    """

    phase: Literal["turn", "late", "between", "over"]
    options: Options
    until: Millis | None
    deal: int
    dealer: Seat
    turn: Seat
    turns: int
    since: Millis
    drawn: Literal["", "stock", "pile", "nothing"]
    picked: Card | None
    stock: int
    pile: tuple[Card, ...]
    hands: tuple[int, ...]
    hand: tuple[Card, ...]
    known: tuple[tuple[Card, ...], ...]
    sets: tuple[tuple[Laid, ...], ...]
    next: int
    caddies: tuple[Caddy, ...]
    steps: tuple[Step, ...]
    floor: int
    guarded: bool
    chips: tuple[int, ...]
    chipped: frozenset[int]
    worth: tuple[int, ...]
    totals: tuple[int, ...]
    extensions: tuple[int, ...]
    idle: int
    renewed: int | None
    hint: Hinted | None
    ready: frozenset[Seat]
    last: HandEnded | None


def picked(state: State) -> Card | None:
    """The card of a pick-up that is not laid yet (Y7): only steals may have come after it."""
    if state.drawn != "pile" or any(step.kind == "meld" for step in state.steps):
        return None
    return next(step.cards[0] for step in state.steps if step.kind == "pick_up")


def stolen(steps: Iterable[Step]) -> frozenset[Card]:
    """The cards that were stolen this turn and not given back; that they lie in new sets does not change it (Y18)."""
    return frozenset(card for step in steps if step.kind == "steal" and step.taken for card in step.taken.cards)


def last_stolen(caddies: tuple[Caddy, ...], seat: Seat) -> Card | None:
    """The one card that Y20 allows to discard: all else is laid, its own set's other two in two different new sets."""
    left = [caddy for caddy in caddies if caddy.used is None]
    if len(left) != 1 or left[0].owner == seat:
        return None
    others = {caddy.used for caddy in caddies if caddy.set == left[0].set and caddy is not left[0]}
    return left[0].card if len(others) == 2 else None


def pick_can_be_laid(card: Card, others: Iterable[Card]) -> bool:
    """Whether a set with this card exists among these others (Y7)."""
    shown = [(group, other) for other in others for group in cards.groups(other)]
    holders: dict[Group, set[Card]] = {}
    for group, other in shown:
        holders.setdefault(group, set()).add(other)
    return any(
        holders.get(THIRD[mine][group], set()) - {other} for mine in cards.groups(card) for group, other in shown
    )


def table_cards(sets: Iterable[Iterable[Laid]]) -> Iterator[Card]:
    """The cards of all unprotected sets."""
    return (card for laid in sets for one in laid if one.guard is None for card in one.cards)


def points(held: Iterable[Card]) -> int:
    """What cards count (Y11)."""
    return sum(map(cards.value, held))


# ---------------------------------------------------------------------------------------------------- dealing


def setup(seats: int, options: Options, rng: Chance) -> Iterator[core.Event]:
    """The table and the first hand; the first dealer is drawn by lot (Y5). Raises `Illegal` for too many beginners."""
    if options.level == "beginner" and seats > BEGINNERS:
        raise Illegal("seats", "Y4", seats=seats, least=SEATS[0], most=BEGINNERS)
    event = SetUp(seats, options)
    yield event
    yield from _deal(apply(None, event), rng.below(seats), 0, rng)


def _deal(state: State, dealer: Seat, at: Millis, rng: Chance) -> Iterator[core.Event]:
    deck = rng.shuffled(cards.deck(state.options.level))
    hands: list[list[Card]] = [[] for _ in range(state.seats)]
    order = [seat for seat in _round(state, dealer) if seat not in state.left]
    for seat in order * DEALT[state.options.level]:  # Y5: one at a time, left of the dealer first
        hands[seat].append(deck.pop(0))
    first = deck.pop(0)
    counts = tuple(map(len, hands))
    event = Dealt(state.deal + 1, at, dealer, first, counts, len(deck), tuple(map(tuple, hands)), tuple(deck))
    yield event
    yield from _next_turn(apply(state, event), at)


def _round(state: State, seat: Seat) -> list[Seat]:
    """All seats, beginning left of this one (Y5)."""
    return [(seat + n) % state.seats for n in range(1, state.seats + 1)]


# ---------------------------------------------------------------------------------------------------- judging


def decide(state: State, seat: Seat | None, action: core.Action, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Judge one wish at game time `at`."""
    match action:
        case core.Tick():
            yield from _tick(state, at, rng)
        case core.GoOn() | core.Missing():
            yield from _without(state, action, at, rng)
        case core.Proceed():
            yield from _ready(state, seat, at, rng)
        case core.Hold():
            pass
        case Draw():
            yield from _draw(state, _allowed(state, seat, "draw"), at, rng)
        case PickUp(card):
            yield _pick_up(state, _allowed(state, seat, "pick_up"), card, at)
        case Meld():
            yield from _meld(state, _allowed(state, seat, "meld"), action, at)
        case Steal():
            yield _steal(state, _allowed(state, seat, "steal"), action.set, at)
        case Open():
            yield _open(state, _allowed(state, seat, "open"), action.set, at)
        case TakeBack():
            yield _take_back(state, _allowed(state, seat, "take_back"), at)
        case GiveBack():
            yield GaveBack(_allowed(state, seat, "give_back"), at)
        case Protect():
            yield from _protect(state, _allowed(state, seat, "protect"), action, at)
        case Discard(card):
            yield from _discard(state, _allowed(state, seat, "discard"), card, at)
        case Hint():
            yield _hint(state, _allowed(state, seat, "hint"), at)
        case _:
            raise Illegal("nothing_to_release", "T8")


def _allowed(state: State, seat: Seat | None, kind: str) -> Seat:
    can = abilities(state, seat)[kind]
    if can.no or seat is None:
        raise Illegal(can.no, can.ruling, **_duty(state, can.no))
    return seat


def _duty(state: State, code: str) -> dict[str, object]:
    """The facts for the sentence of a refusal that the phase alone decides."""
    match code:
        case "not_your_turn":
            return {"seat": state.turn}
        case "pick_unused":
            return {"card": picked(state)}
        case "steal_open":
            return {"cards": [caddy.card for caddy in state.caddies if caddy.used is None]}
    return {}


def _draw(state: State, seat: Seat, at: Millis, rng: Chance) -> Iterator[core.Event]:
    if not state.stock:  # it ended when no pile was there to be shuffled; by now there is one
        event = _renew(state, rng)
        yield event
        state = apply(state, event)
    drew = DrewCard(seat, at, state.stock[0])
    yield drew
    state = apply(state, drew)
    if not state.stock and state.pile:  # Y10: at once
        yield _renew(state, rng)


def _renew(state: State, rng: Chance) -> Renewed:
    return Renewed(len(state.pile), tuple(rng.shuffled(state.pile)))


def _pick_up(state: State, seat: Seat, card: Card, at: Millis) -> PickedUp:
    if card not in state.pile:
        raise Illegal("not_in_pile", "Y7", card=card)
    if cards.is_hands_off(card):
        raise Illegal("hands_off_pick", "Y7", card=card)
    taken = state.pile[state.pile.index(card) :]
    on_table = table_cards(state.sets) if state.options.level == "master" else ()
    if not pick_can_be_laid(card, [*state.hands[seat], *taken[1:], *on_table]):
        raise Illegal("pick_fits_nothing", "Y7", card=card)
    return PickedUp(seat, at, taken)


def _meld(state: State, seat: Seat, meld: Meld, at: Millis) -> Iterator[core.Event]:
    on_caddies = [caddy.card for caddy in state.caddies if caddy.used is None]
    _check_cards(state, seat, meld.cards, on_caddies)
    groups = _reading(meld)
    closed = bool(on_caddies) and set(on_caddies) <= set(meld.cards)
    event = Melded(seat, at, state.next, meld.cards, groups, closed)
    yield event
    yield from _out(apply(state, event), at)


def _check_cards(state: State, seat: Seat, three: Three, on_caddies: list[Card]) -> None:
    """Raises `Illegal` unless these cards may be laid together, set or no set."""
    if len(set(three)) < 3:
        raise Illegal("same_card_twice", "S1")
    for card in three:
        if card not in state.hands[seat] and card not in on_caddies:
            raise Illegal("not_at_hand", "Y17" if state.caddies else "Y6", card=card)
        if cards.is_hands_off(card):
            raise Illegal("hands_off_in_set", "Y1", card=card)
    duty = picked(state)
    if duty is not None and duty not in three:
        raise Illegal("pick_unused", "Y7", card=duty)
    if state.caddies and stolen(state.steps).issuperset(three):
        raise Illegal("only_stolen", "Y18", cards=list(three))


def _reading(meld: Meld) -> Reading:
    """What the cards stand for (Y3); raises `Illegal` if they are no set, or if the player must choose."""
    readings = cards.readings(meld.cards)
    if not readings:
        groups, faults = cards.faults(meld.cards) or ((), [])
        told = [{"feature": fault.feature, "values": list(fault.values)} for fault in faults]
        raise Illegal("not_a_set", "S2", cards=list(meld.cards), groups=list(groups), faults=told)
    if meld.groups is None and len(readings) == 1:
        return readings[0]
    if meld.groups not in readings:
        code = "choose_reading" if meld.groups is None else "no_such_reading"
        raise Illegal(code, "Y3", cards=list(meld.cards), readings=[list(reading) for reading in readings])
    return meld.groups


def _find(state: State, number: int) -> tuple[Seat, Laid]:
    for owner, laid in enumerate(state.sets):
        for one in laid:
            if one.id == number:
                return owner, one
    raise Illegal("no_such_set", "Y15", set=number)


def _steal(state: State, seat: Seat, number: int, at: Millis) -> Stole:
    owner, laid = _find(state, number)
    if owner == seat:
        raise Illegal("own_set", "Y15", set=number)
    if laid.guard is not None:
        raise Illegal("protected", "Y21", seat=owner, set=number)
    return Stole(seat, at, owner, number, number not in state.chipped)


def _open(state: State, seat: Seat, number: int, at: Millis) -> Opened:
    owner, laid = _find(state, number)
    if owner != seat:
        raise Illegal("not_own_set", "Y17", seat=owner, set=number)
    if laid.guard is not None:
        raise Illegal("protected", "Y21", seat=owner, set=number)
    return Opened(seat, at, number)


def _take_back(state: State, seat: Seat, at: Millis) -> TookBack:
    step = state.steps[-1]
    laid = step.taken or next((one for one in state.sets[seat] if one.id == step.set), None)
    return TookBack(seat, at, step.kind, laid.cards if laid else step.cards)


def _protect(state: State, seat: Seat, wish: Protect, at: Millis) -> Iterator[core.Event]:
    if wish.card not in state.hands[seat]:
        raise Illegal("not_in_hand", "Y6", card=wish.card)
    if not cards.is_hands_off(wish.card):
        raise Illegal("not_hands_off", "Y21", card=wish.card)
    owner, laid = _find(state, wish.set)
    if owner != seat:
        raise Illegal("not_own_set", "Y21", seat=owner, set=wish.set)
    if laid.guard is not None:
        raise Illegal("protected_already", "Y21", set=wish.set)
    event = Protected(seat, at, wish.card, wish.set)
    yield event
    yield from _out(apply(state, event), at)


def _discard(state: State, seat: Seat, card: Card, at: Millis) -> Iterator[core.Event]:
    if card != last_stolen(state.caddies, seat) and card not in state.hands[seat]:
        raise Illegal("not_in_hand", "Y6", card=card)
    yield from _end_turn(state, Discarded(seat, at, card))


def _end_turn(state: State, event: Discarded) -> Iterator[core.Event]:
    yield event
    state = apply(state, event)
    if not state.hands[event.seat]:
        yield from _out(state, event.at)
    elif _is_idle(state):
        yield from _end_hand(state, None, event.at)
    else:
        yield from _next_turn(state, event.at)


def _out(state: State, at: Millis) -> Iterator[core.Event]:
    """Y9: the hand ends the moment the seat in turn has an empty hand and no steal is open."""
    if not state.hands[state.turn] and not state.caddies:
        yield from _end_hand(state, state.turn, at)


def _is_idle(state: State) -> bool:
    """Y10: whether five full rounds, with the stock renewed in them, brought nothing from a hand into a set."""
    rounds = ROUNDS * (state.seats - len(state.left))
    return state.idle >= rounds and state.renewed is not None and state.renewed <= rounds


def _next_turn(state: State, at: Millis) -> Iterator[core.Event]:
    for seat in _round(state, state.turn):
        if seat in state.left:  # G5a
            continue
        if seat not in state.skipped:
            break
        event = PassedOver(seat, at)  # G5
        yield event
        state = apply(state, event)
        if _is_idle(state):
            yield from _end_hand(state, None, at)
            return
    yield TurnBegan(seat, at, _time(state.options, seat, at))


def _time(options: Options, seat: Seat, at: Millis) -> Millis | None:
    """When a turn that begins now runs out (Y14)."""
    if not options.has_clock:
        return None
    return at + BREATH + (HAND_OVER if seat in options.handed else 0) + options.turn * 1000


def _hint(state: State, seat: Seat, at: Millis) -> Hinted:
    if state.hint is not None and state.hint.kind != "nothing":
        if state.hint.shown >= len(state.hint.cards):
            raise Illegal("hint_complete", "Y6")
        return replace(state.hint, at=at, shown=len(state.hint.cards) if state.hint.shown else 1)
    from tercet.engine import triology_advice  # the search is loaded only where somebody asks

    kind, what = triology_advice.hint(view(state, seat))
    return Hinted(seat, at, kind, what)


# ------------------------------------------------------------------------------------------ clock and absence


def _tick(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    seat = state.turn
    match state.phase:
        case "between":
            yield from _deal(state, _next_dealer(state), at, rng)
        case "late":
            yield from _end_turn(state, Discarded(seat, at, state.hands[seat][-1], forced=True))
        case "turn" if seat in state.gone - state.skipped and _may_extend(state, seat):
            yield Extended(seat, at, at + EXTENSION)  # Y14
        case "turn":
            yield from _time_up(state, seat, at, rng)


def _may_extend(state: State, seat: Seat) -> bool:
    return state.options.extensions and state.extensions[seat] < EXTENSIONS


def _next_dealer(state: State) -> Seat:
    return next(seat for seat in _round(state, state.dealer) if seat not in state.left)  # Y5, G5a


def _time_up(state: State, seat: Seat, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Y13, in its order."""
    card = None if state.hands[seat] else last_stolen(state.caddies, seat)
    if card is not None:  # (a)
        yield from _end_turn(state, Discarded(seat, at, card, forced=True))
        return
    for event in _undone(state, seat, at):  # (b), (c)
        yield event
        state = apply(state, event)
    drew = [] if state.drawn else list(_draw(state, seat, at, rng))  # (d)
    for fact in drew:
        yield fact
        state = apply(state, fact)
    if drew or seat in state.skipped | state.left:
        yield from _end_turn(state, Discarded(seat, at, state.hands[seat][-1], forced=True))
    else:  # (e)
        yield TimeRanOut(seat, at, at + LATE)


def _undone(state: State, seat: Seat, at: Millis) -> Iterator[GaveBack | TookBack]:
    if state.caddies:
        yield GaveBack(seat, at)
    if (duty := picked(state)) is not None:
        pick = next(step for step in state.steps if duty in step.cards)
        yield TookBack(seat, at, "pick_up", pick.cards)


def _without(state: State, action: core.Action, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Somebody is no longer waited for (G5), or play goes on after a pause in which that happened."""
    if state.paused and isinstance(action, core.Missing):
        return
    if state.phase == "between":
        yield from _next_hand(state, at, rng)
    elif state.turn in state.skipped | state.left:
        if state.phase == "late":
            yield from _end_turn(state, Discarded(state.turn, at, state.hands[state.turn][-1], forced=True))
        else:
            yield from _time_up(state, state.turn, at, rng)


def _ready(state: State, seat: Seat | None, at: Millis, rng: Chance) -> Iterator[core.Event]:
    if state.phase != "between":
        raise Illegal("not_paused", "G6")
    if seat is None or seat in state.ready:
        raise Illegal("unchanged", "G6")
    event = ReadiedForHand(seat, at)
    yield event
    yield from _next_hand(apply(state, event), at, rng)


def _next_hand(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """The next hand, once all who are waited for are ready (Y11)."""
    if not set(range(state.seats)) - state.ready - state.skipped - state.left:
        yield from _deal(state, _next_dealer(state), at, rng)


# ---------------------------------------------------------------------------------------------------- scoring


def _end_hand(state: State, out: Seat | None, at: Millis) -> Iterator[core.Event]:
    """Y11: what lies on the table less what is held, one for going out, one for each chip."""
    table = tuple(points(card for one in laid for card in one.cards) for laid in state.sets)
    held = tuple(map(points, state.hands))
    scores = tuple(
        on_table - in_hand + (seat == out) + chips
        for seat, (on_table, in_hand, chips) in enumerate(zip(table, held, state.chips, strict=True))
    )
    totals = tuple(map(sum, zip(state.scores, scores, strict=True)))
    event = HandEnded(at, state.deal, out, table, held, state.chips, scores, totals, state.hands)
    yield event
    if winners := _winners(state, out, totals):
        others = [[seat for seat in place if seat not in winners] for place in core.ranked(totals, state.left)]
        yield Ended((winners, *(tuple(place) for place in others if place)), totals, "target")


def _winners(state: State, out: Seat | None, totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Y12: scores are entered beginning with the seat that went out, then to its left; without one all at once."""
    order = range(state.seats) if out is None else [out, *_round(state, out)]
    reached = [seat for seat in order if totals[seat] >= state.options.target and seat not in state.left]
    if out is not None or not reached:
        return tuple(reached[:1])
    most = max(totals[seat] for seat in reached)
    return tuple(seat for seat in reached if totals[seat] == most)


# ---------------------------------------------------------------------------------------------------- folding


def apply(state: State | None, event: core.Event) -> State:
    """Fold one fact."""
    if isinstance(event, SetUp):
        n = event.seats
        return State(
            seats=n, scores=(0,) * n, options=event.options, hands=((),) * n, sets=((),) * n, chips=(0,) * n,
            extensions=(0,) * n,
        )  # fmt: skip
    assert state is not None
    match event:
        case Dealt():
            return _fresh(state, event)
        case TurnBegan(seat, at, until):
            drawn: Literal["", "nothing"] = "" if state.stock or state.pile else "nothing"  # Y10
            return replace(
                _next(state, seat, at), phase="turn", turns=state.turns + 1, until=until, drawn=drawn
            )  # fmt: skip
        case PassedOver(seat, at):
            return _counted(_next(state, seat, at), progress=False)
        case DrewCard(seat, at, card):
            assert card is not None
            return _did(
                state,
                at,
                drawn="stock",
                stock=state.stock[1:],
                hands=_put(state.hands, seat, (*state.hands[seat], card)),
            )
        case Renewed(stock=stock):
            return replace(state, stock=stock, pile=(), shown=state.shown - set(stock), renewed=0)
        case PickedUp(seat, at, taken):
            step = Step("pick_up", taken)
            return _did(
                state, at, drawn="pile", pile=state.pile[: -len(taken)], steps=(*state.steps, step),
                hands=_put(state.hands, seat, (*state.hands[seat], *taken)),
            )  # fmt: skip
        case Melded():
            return _lay(state, event)
        case Stole(seat, at, owner, number, chip):
            chips = _put(state.chips, owner, state.chips[owner] + chip)
            state = replace(state, chips=chips, chipped=state.chipped | {number})
            return _did(_on_caddies(state, owner, number, "steal"), at)
        case Opened(seat, at, number):
            return _did(_on_caddies(state, seat, number, "open"), at)
        case TookBack(seat, at):
            return _did(undo(state), at)
        case GaveBack(seat, at):
            while state.caddies:
                state = undo(state)
            return _did(state, at)
        case Protected(seat, at, card, number):
            laid = tuple(replace(one, guard=card) if one.id == number else one for one in state.sets[seat])
            hands = _put(state.hands, seat, _less(state.hands[seat], [card]))
            return _did(
                state, at, sets=_put(state.sets, seat, laid), hands=hands, guarded=True, floor=len(state.steps),
                shown=state.shown | {card},
            )  # fmt: skip
        case Discarded(seat, at, card):
            progress = state.guarded or any(step.kind == "meld" and step.cards for step in state.steps)
            hands = _put(state.hands, seat, _less(state.hands[seat], [card]))
            state = _counted(replace(state, hands=hands), progress)
            return _did(
                state, at, drawn="", pile=(*state.pile, card), caddies=(), steps=(), floor=0, guarded=False,
                shown=state.shown | {card},
            )  # fmt: skip
        case TimeRanOut(seat, at, until):
            return _did(state, at, phase="late", until=until)
        case Extended(seat, at, until):
            used = _put(state.extensions, seat, state.extensions[seat] + 1)
            return replace(state, until=until, extensions=used)
        case Hinted():
            return replace(state, hint=event)
        case HandEnded(at=at):
            return replace(
                state, phase="between", until=at + BETWEEN, since=at, scores=event.totals, last=event, drawn="",
                steps=(), floor=0, guarded=False, hint=None,
            )  # fmt: skip
        case ReadiedForHand(seat):
            return replace(state, ready=state.ready | {seat})
    raise TypeError(f"not a fact of {NAME}: {event!r}")


def _fresh(state: State, event: Dealt) -> State:
    n = state.seats
    return replace(
        state, deal=event.deal, dealer=event.dealer, turn=event.dealer, since=event.at, hands=event.hands,
        stock=event.stock, pile=(event.first,), shown=frozenset({event.first}), sets=((),) * n, chips=(0,) * n,
        caddies=(), extensions=(0,) * n, idle=0, renewed=None, ready=frozenset(),
    )  # fmt: skip


def _next(state: State, seat: Seat, at: Millis) -> State:
    """The turn is this seat's."""
    return replace(
        state, turn=seat, since=at, drawn="", steps=(), floor=0, guarded=False, chipped=frozenset(), hint=None
    )  # fmt: skip


def _counted(state: State, progress: bool) -> State:
    """A turn is over (Y10)."""
    renewed = None if state.renewed is None else state.renewed + 1
    return replace(state, idle=0 if progress else state.idle + 1, renewed=renewed)


def _did(state: State, at: Millis, **changed: Any) -> State:
    """What a seat did: computer players think anew, and a hint is out of date."""
    return replace(state, since=at, hint=None, **changed)


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _less(held: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    gone = set(gone)
    return tuple(card for card in held if card not in gone)


def _lay(state: State, event: Melded) -> State:
    seat, hand = event.seat, state.hands[event.seat]
    places = tuple(place for place, card in enumerate(hand) if card in event.cards)
    from_hand = tuple(hand[place] for place in places)
    step = Step("meld", from_hand, places, seat, set=event.set, caddies=state.caddies)
    caddies = tuple(replace(caddy, used=event.set) if caddy.card in event.cards else caddy for caddy in state.caddies)
    return _did(
        state, event.at,
        hands=_put(state.hands, seat, _less(hand, event.cards)),
        sets=_put(state.sets, seat, (*state.sets[seat], Laid(event.set, event.cards, event.groups))),
        caddies=() if event.closed else caddies,
        steps=(*state.steps, step),
        next=state.next + 1,
        shown=state.shown.union(event.cards),
    )  # fmt: skip


def _on_caddies(state: State, owner: Seat, number: int, kind: Literal["steal", "open"]) -> State:
    laid = state.sets[owner]
    index = next(place for place, one in enumerate(laid) if one.id == number)
    taken = laid[index]
    step = Step(kind, owner=owner, index=index, taken=taken, caddies=state.caddies)
    caddies = [Caddy(card, group, owner, number) for card, group in zip(taken.cards, taken.groups, strict=True)]
    return replace(
        state,
        sets=_put(state.sets, owner, (*laid[:index], *laid[index + 1 :])),
        caddies=(*state.caddies, *caddies),
        steps=(*state.steps, step),
    )


def undo(state: State) -> State:
    """All stands as before the last step, chips excepted (Y8)."""
    step, seat = state.steps[-1], state.turn
    state = replace(state, steps=state.steps[:-1], caddies=step.caddies)
    if step.kind == "pick_up":
        hand = state.hands[seat][: -len(step.cards)]
        return replace(state, drawn="", pile=(*state.pile, *step.cards), hands=_put(state.hands, seat, hand))
    if step.kind == "meld":
        held = list(state.hands[seat])
        for place, card in zip(step.places, step.cards, strict=True):
            held.insert(place, card)
        laid = tuple(one for one in state.sets[seat] if one.id != step.set)
        return replace(state, hands=_put(state.hands, seat, tuple(held)), sets=_put(state.sets, seat, laid))
    assert step.taken is not None
    laid = state.sets[step.owner]
    laid = (*laid[: step.index], step.taken, *laid[step.index :])
    return replace(state, sets=_put(state.sets, step.owner, laid))


# ---------------------------------------------------------------------------------------------------- viewing

KINDS = ("draw", "pick_up", "meld", "steal", "open", "take_back", "give_back", "protect", "discard", "hint")


def deadline(state: State) -> Millis | None:
    """The end of a turn with a clock, of the time for a late discard, or of the break between two hands."""
    return state.until


def abilities(state: State, seat: Seat | None) -> dict[str, Can]:
    """What a viewer may wish now, from phase, options and what lies open only."""
    closed = _closed(state, seat)
    if closed:
        return dict.fromkeys(KINDS, closed)
    if state.phase == "late":
        late = Can("time_up", "Y13")
        return dict.fromkeys(KINDS, late) | {"discard": Can(least=1, most=1, among="hand", until=state.until)}
    return {kind: replace(can, until=state.until) if not can.no else can for kind, can in _in_turn(state).items()}


def _closed(state: State, seat: Seat | None) -> Can | None:
    if state.ended:
        return Can("over", "Y12")
    if seat is None or seat in state.left:
        return Can("watching", "G2")
    if state.paused:
        return Can("paused", "G6")
    if state.phase == "between":
        return Can("hand_over", "Y9")
    return None if seat == state.turn else Can("not_your_turn", "Y6")


def _in_turn(state: State) -> dict[str, Can]:
    master = state.options.level == "master"
    drawing = _drawing(state)
    acting = None if state.drawn else Can("draw_first", "Y6")
    no_master = None if master else Can("only_in_master", "Y4")
    no_steal = None if state.caddies else Can("no_steal", "Y16")
    unused = None if picked(state) is None else Can("pick_unused", "Y7")
    steal_open = Can("steal_open", "Y16") if state.caddies else None
    undo = None if len(state.steps) > state.floor else Can("nothing_to_take_back", "Y8")
    return {
        "draw": drawing or Can(),
        "pick_up": drawing or (Can(least=1, most=1, among="pile") if state.pile else Can("no_pile", "Y7")),
        "meld": acting or Can(least=3, most=3, among="hand"),
        "steal": no_master or acting or Can(least=1, most=1, among="sets"),
        "open": no_master or no_steal or Can(least=1, most=1, among="sets"),
        "take_back": undo or Can(),
        "give_back": no_master or no_steal or Can(),
        "protect": no_master or acting or steal_open or unused or Can(least=1, most=1, among="hand"),
        "discard": acting or _discarding(state) or steal_open or unused or Can(least=1, most=1, among="hand"),
        "hint": Can() if state.options.hints else Can("no_hints", "G1"),
    }


def _drawing(state: State) -> Can | None:
    if state.drawn == "nothing":
        return Can("nothing_to_draw", "Y10")
    return Can("drawn_already", "Y6") if state.drawn else None


def _discarding(state: State) -> Can | None:
    """Y20: with an empty hand and one stolen card left on a caddy, that one goes out."""
    if not state.hands[state.turn] and last_stolen(state.caddies, state.turn) is not None:
        return Can(least=1, most=1, among="caddies")
    return None


COVERED = (FACE_DOWN, FACE_DOWN, FACE_DOWN)


def view(state: State, seat: Seat | None) -> View:
    """What a seat, or a spectator (None), may know; in a pause the cards are covered (G6)."""
    seen = View(
        seat=seat, paused=state.paused, can=abilities(state, seat), phase="over" if state.ended else state.phase,
        options=state.options, until=state.until, deal=state.deal, dealer=state.dealer, turn=state.turn,
        turns=state.turns, since=state.since, drawn=state.drawn, picked=picked(state), stock=len(state.stock),
        pile=state.pile, hands=tuple(map(len, state.hands)), hand=() if seat is None else state.hands[seat],
        known=tuple(tuple(card for card in held if card in state.shown) for held in state.hands),
        sets=state.sets, next=state.next, caddies=state.caddies,
        steps=state.steps if seat == state.turn else tuple(replace(step, places=()) for step in state.steps),
        floor=state.floor, guarded=state.guarded, chips=state.chips, chipped=state.chipped,
        worth=tuple(points(card for one in laid for card in one.cards) for laid in state.sets),
        totals=state.scores, extensions=state.extensions, idle=state.idle, renewed=state.renewed,
        hint=state.hint.seen_by(seat) if state.hint and state.hint.seat == seat else None,
        ready=state.ready, last=state.last,
    )  # fmt: skip
    return _covered(seen) if state.paused else seen


def _covered(view: View) -> View:
    def face_down(one: Laid) -> Laid:
        return Laid(one.id, COVERED, COVERED, None if one.guard is None else FACE_DOWN)

    return replace(
        view, picked=None, pile=(FACE_DOWN,) * len(view.pile), hand=(FACE_DOWN,) * len(view.hand),
        known=((),) * len(view.hands), caddies=(), steps=(), worth=(), hint=None,
        sets=tuple(tuple(map(face_down, laid)) for laid in view.sets),
    )  # fmt: skip


def moves(view: View) -> Iterator[core.Action]:
    """Every wish open to the viewer but hints."""
    can = {kind for kind, one in view.can.items() if not one.no}
    if "draw" in can:
        yield Draw()
    if "pick_up" in can:
        yield from _pick_ups(view)
    if "meld" in can:
        yield from _melds(view)
    if "steal" in can:
        others = (laid for seat, laid in enumerate(view.sets) if seat != view.seat)
        yield from (Steal(one.id) for laid in others for one in laid if one.guard is None)
    if view.seat is not None:
        own = [one.id for one in view.sets[view.seat] if one.guard is None]
        if "open" in can:
            yield from map(Open, own)
        if "protect" in can:
            guards = [card for card in view.hand if cards.is_hands_off(card)]
            yield from (Protect(card, number) for card in guards for number in own)
        if "discard" in can:
            last = last_stolen(view.caddies, view.seat) if view.can["discard"].among == "caddies" else None
            yield from map(Discard, view.hand if last is None else (last,))
    if "take_back" in can:
        yield TakeBack()
    if "give_back" in can:
        yield GiveBack()


def _pick_ups(view: View) -> Iterator[PickUp]:
    on_table = list(table_cards(view.sets)) if view.options.level == "master" else []
    for place, card in enumerate(view.pile):
        if pick_can_be_laid(card, [*view.hand, *view.pile[place + 1 :], *on_table]):
            yield PickUp(card)


def _melds(view: View) -> Iterator[Meld]:
    pool = [*view.hand, *(caddy.card for caddy in view.caddies if caddy.used is None)]
    taken = stolen(view.steps) if view.caddies else frozenset()
    for three in cards.candidates(pool):
        if (view.picked is None or view.picked in three) and not (taken and taken.issuperset(three)):
            yield from (Meld(three, groups) for groups in cards.readings(three))


def lone(state: State, at: Millis) -> core.Lone | None:
    """Nobody plays Triology without others."""
    return None


def imagine(view: View, rng: Chance) -> State:
    """A state that fits this view; the stock and what is unknown of rivals' hands are drawn by lot."""
    n = len(view.hands)
    seen = {*view.hand, *view.pile, *(card for held in view.known for card in held)}
    seen.update(card for laid in view.sets for one in laid for card in (*one.cards, one.guard) if card is not None)
    seen.update(caddy.card for caddy in view.caddies)
    hidden = iter(rng.shuffled([card for card in cards.deck(view.options.level) if card not in seen]))

    def fill(shown: Iterable[Card], size: int) -> tuple[Card, ...]:
        """These cards as far as they are shown, and others by lot up to this size."""
        known = [card for card in shown if card != FACE_DOWN]
        return (*known, *(next(hidden) for _ in range(size - len(known))))

    hands = [fill(view.hand if seat == view.seat else view.known[seat], size) for seat, size in enumerate(view.hands)]
    sets = tuple(tuple(_uncovered(one, hidden) for one in laid) for laid in view.sets)
    pile = fill(view.pile, len(view.pile))
    open_cards = {*pile, *(card for held in view.known for card in held)}
    ended = Ended(core.ranked(view.totals), view.totals, "") if view.phase == "over" else None
    return State(
        seats=n, scores=view.totals, paused=view.paused, ended=ended,
        left=frozenset(range(n)) if view.can["draw"].no == "watching" else frozenset(),
        options=view.options, phase="between" if view.phase == "over" else view.phase, until=view.until,
        deal=view.deal, dealer=view.dealer, turn=view.turn, turns=view.turns, since=view.since, drawn=view.drawn,
        stock=fill((), view.stock), pile=pile, hands=tuple(hands), sets=sets, next=view.next, caddies=view.caddies,
        steps=view.steps if view.seat == view.turn else _placed(view.steps, view.hands[view.turn]), floor=view.floor,
        guarded=view.guarded, chips=view.chips, chipped=view.chipped, shown=frozenset(open_cards),
        extensions=view.extensions, idle=view.idle, renewed=view.renewed, hint=view.hint, ready=view.ready,
        last=view.last,
    )  # fmt: skip


def _uncovered(laid: Laid, hidden: Iterator[Card]) -> Laid:
    if FACE_DOWN not in laid.cards:
        return laid
    drawn = (next(hidden), next(hidden), next(hidden))
    return Laid(laid.id, drawn, (0, 0, 0), None if laid.guard is None else next(hidden))


def _placed(steps: tuple[Step, ...], size: int) -> tuple[Step, ...]:
    """Where in a hand of this size the cards of a rival's steps may have been: behind all others."""
    placed = []
    for step in reversed(steps):
        places = tuple(range(size, size + len(step.cards))) if step.kind == "meld" else ()
        size += len(places) - (len(step.cards) if step.kind == "pick_up" else 0)
        placed.append(replace(step, places=places))
    return tuple(reversed(placed))
