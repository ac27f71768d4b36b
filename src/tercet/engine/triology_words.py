"""The words of Triology: its options, wishes and facts, what lies where, and what state and views are made of.

Cards and groups are numbered as in `triology_cards`. A stock has its top in front, the discard pile its top at the end,
a hand its cards in the order in which they came. A laid set has a number that no other set of the match has.

Judges nothing: `triology` does, and `triology_view` says what a viewer may know. At the end stand the questions that
both of them ask of the same things.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tercet.engine import core
from tercet.engine import triology_cards as cards
from tercet.engine.core import Card, Millis, Seat
from tercet.engine.sets import THIRD
from tercet.engine.triology_cards import Group, Level, Reading

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
    the number of the set that was laid. `caddies` is what lay on caddies before, if that set closed a steal.
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
    this turn, of which the first `floor` can't be undone (Y8). `chipped` are the sets that brought a chip this turn
    (Y15). `shown` are the cards that lay open since the stock was made last. `idle` counts turns in which no hand card
    came into a set, `renewed` those since the stock was last renewed (Y10). `next` numbers the next set.
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


# ------------------------------------------------------------------------------------------------- questions


def picked(steps: Iterable[Step]) -> Card | None:
    """The card of a pick-up in these steps of a turn, unless it is laid: the first set laid after it has it (Y7)."""
    duty = None
    for step in steps:
        if step.kind == "pick_up":
            duty = step.cards[0]
        elif step.kind == "meld":
            return None
    return duty


def on_caddies(caddies: Iterable[Caddy]) -> list[Card]:
    """The cards of an open steal that no set holds yet."""
    return [caddy.card for caddy in caddies if caddy.used is None]


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
