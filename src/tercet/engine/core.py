"""What every game is made of: the words of the engine and the protocol that a game module fulfils.

A game is a module of pure functions over frozen values. A match is a log of records: one accepted wish (an `Action`)
with the facts (`Event`s) that followed. State is the fold of the facts. There is no turn, no current player and no
phase here, no clock, no I/O and no chance but what is handed in.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct

from tercet.engine.chance import Chance

Seat = int  # 0 … seats-1
Millis = int  # game time in milliseconds since the match began
Card = int  # every game numbers its cards from 0

A = TypeVar("A")
E = TypeVar("E")

FACE_DOWN: Card = -1  # a card that lies there but may not be seen now


class Action(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """A wish, named as an imperative. Its tag carries the game: "trios.select"."""


class Tick(Action, frozen=True, tag="tick"):
    """The clock's only wish: a deadline has come. No client can send it."""


class Away(Action, frozen=True, tag="away"):
    """A seat's device has gone, or hides its page (T8): a game may have to let go of something at once."""


class Hold(Action, frozen=True, tag="hold"):
    """The match's wish when a seat stops the game: a game may count it, or refuse (X9)."""


class GoOn(Action, frozen=True, tag="go_on"):
    """The match's wish when all are ready after a pause: a game may count down first (X9)."""


class Proceed(Action, frozen=True, tag="proceed"):
    """The match's wish when a seat is ready and nothing is paused: a game may wait for all between two rounds (X11)."""


class Missing(Action, frozen=True, tag="missing"):
    """The match's wish when a seat is skipped or left: without it the game may be decided (X10)."""


class Event(Struct, frozen=True, tag_field="t"):
    """A fact, named in the past tense. Facts stay in the log for ever: fields are only added, with defaults."""

    def seen_by(self, seat: Seat | None) -> Event:
        """What this seat, or a spectator (None), may know. Abstract on purpose: nothing leaks by omission."""
        raise NotImplementedError(type(self).__name__)


class Open(Event, frozen=True):
    """A fact that everybody may know whole."""

    def seen_by(self, seat: Seat | None) -> Event:
        return self


class Ended(Open, frozen=True, tag="ended"):
    """The game is over.

    `places` lists the seats from first to last, equals sharing a place (T5); `scores` has one figure a seat; `reason`
    is a stable word ("no_set", "left").
    """

    places: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    reason: str


class Illegal(Exception):
    """A wish that is refused and changes nothing (G1).

    `code` is stable and has a sentence in every language, `ruling` is the rule's number, `detail` the facts for the
    sentence (cards and seats as numbers).
    """

    def __init__(self, code: str, ruling: str, **detail: Any) -> None:
        super().__init__(f"{code} ({ruling})")
        self.code, self.ruling, self.detail = code, ruling, detail


class Fault(Struct, frozen=True):
    """One feature in which three cards are no set (S2): its name and each card's value, in the order of the cards."""

    feature: str
    values: tuple[int, int, int]


class Can(Struct, frozen=True, omit_defaults=True):
    """Whether one kind of wish is open to a viewer now, from phase, options and public counts only.

    Never from the cards: in a set-finding game the list of legal moves is the answer key. If `no` is empty the wish may
    be made with at least `least` and at most `most` of the cards in `among` (a zone of the view), until game time
    `until`. Else `no` is the refusal's code and `ruling` its rule.
    """

    no: str = ""
    ruling: str = ""
    least: int = 0
    most: int = 0
    among: str = ""
    until: Millis | None = None


class State(Struct, frozen=True, kw_only=True):
    """What every game's state has; `Match` keeps these fields but `scores`, games only read them."""

    seats: int
    scores: tuple[int, ...]
    paused: bool = False
    skipped: frozenset[Seat] = frozenset()
    left: frozenset[Seat] = frozenset()
    gone: frozenset[Seat] = frozenset()
    ended: Ended | None = None


class View(Struct, frozen=True, kw_only=True, tag_field="game"):
    """What one viewer may know, built field by field; `seat` is None for a spectator. Its tag is the game's name."""

    seat: Seat | None
    paused: bool = False
    can: dict[str, Can] = {}


class Lone(NamedTuple):
    """What somebody reached alone: the more `points` the better, then the shorter `time` (T7, X2).

    `kind` tells results apart that are not compared, `exchanges` counts those of T4.
    """

    kind: str
    points: int
    time: Millis
    exchanges: int = 0


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's options with defaults and bounds; the set-up page is made from their JSON schema."""


class Record(Struct, Generic[A, E], frozen=True):
    """One row of the log: a cause and its facts.

    `seq` counts from 0 without gaps, `at` is game time, `wall` the wall clock in milliseconds since 1970. `seat` is
    None for what the house itself does (the setup, a deadline). `ref` is the sender's own name for the wish.
    """

    seq: int
    at: Millis
    wall: int
    seat: Seat | None
    ref: str | None
    action: A
    events: tuple[E, ...]


class Rules(Protocol):
    """A game module. See any of them for an example; `tests/engine/test_every_game.py` is the contract."""

    NAME: str
    RULES: int  # raised whenever `decide` changes; golden games are decided anew for equal numbers only
    SEATS: range
    GRACE: Millis  # how long an absent seat is waited for before it may be skipped (G5)
    CURTAIN: bool  # whether a device shows the hand of one of its seats at a time (G2)
    Options: type[Any]
    View: type[Any]
    ACTIONS: tuple[type[Any], ...]  # this game's own wishes
    ASKED: tuple[type[Any], ...]  # those of which one may ask what they would bring; none where that told what to do
    EVENTS: tuple[type[Any], ...]  # this game's own facts

    def setup(self, seats: int, options: Any, rng: Chance) -> Iterable[Event]:
        """The first facts. Faults between options raise `Illegal`."""

    def decide(self, state: Any, seat: Seat | None, action: Action, at: Millis, rng: Chance) -> Iterator[Event]:
        """The only judge: the facts that follow from a wish, or `Illegal`. `rng` is made when first used."""

    def apply(self, state: Any | None, event: Event) -> Any:
        """A dumb fold; never refuses."""

    def view(self, state: Any, seat: Seat | None) -> Any:
        """What a viewer may know."""

    def moves(self, view: Any) -> Iterable[Action]:
        """Every wish open to the viewer, from the view alone, so it cannot leak. For bots and tests, never sent."""

    def deadline(self, state: Any) -> Millis | None:
        """The game time at which `Tick` is due, if any."""

    def lone(self, state: Any, at: Millis) -> Lone | None:
        """The result of somebody who played alone to the end at game time `at`, if such results are kept."""

    def imagine(self, view: Any, rng: Chance) -> Any:
        """A state that the view is consistent with: `view(imagine(view)) == view`."""


def ranked(scores: Sequence[int], left: Container[Seat] = ()) -> tuple[tuple[Seat, ...], ...]:
    """Seats from first to last by score, equals sharing a place; who left for good comes last and can't win (G5a)."""
    key = {seat: (seat not in left, score) for seat, score in enumerate(scores)}
    return tuple(tuple(seat for seat in key if key[seat] == value) for value in sorted(set(key.values()), reverse=True))


def encode(value: Any) -> bytes:
    """JSON. The same history gives the same bytes: dicts keep their order, and sets hold only small numbers."""
    return msgspec.json.encode(value)
