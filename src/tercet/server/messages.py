"""Every message of the wire and of the HTTP interface, as types: the one source for server, client and docs.

The WebSocket carries JSON texts; `t` names the type. What the client sends is `ClientMessage`, what it gets
`ServerMessage`. The client's TypeScript types are generated from here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tercet.engine import triology, trios, triple3
from tercet.engine.core import Millis, Seat
from tercet.engine.match import Common, Level

VERSION = 1  # raised when an older client could no longer play

Code = Annotated[str, Meta(pattern="^[A-Z2-9]{4,8}$")]  # of a table, as people read it to each other
Ref = Annotated[str, Meta(min_length=1, max_length=40)]  # a client's own name for a wish
Name = Annotated[str, Meta(min_length=1, max_length=200)]  # judged by `people.clean_name`
GameName = Literal["trios", "triple3", "triology"]


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Anything on the wire."""


# ------------------------------------------------------------------------------------------- from the client


class Hello(Message, frozen=True, tag="hello"):
    """First of all: which version of these messages the client speaks."""

    version: int


class Join(Message, frozen=True, tag="join"):
    """Follow a table; `since` is the last row the client has of this match, so that it gets only what it missed."""

    table: Code
    match: int | None = None
    since: int | None = None


class Look(Message, frozen=True, tag="look"):
    """The seats of mine whose views shall be sent now; none is the spectators' view (a curtain).

    Where hands are secret from those at the same device too, it is one seat at most (G2).
    """

    table: Code
    seats: Annotated[list[Seat], Meta(max_length=8)]


class Act(Message, frozen=True, tag="act"):
    """A wish of a seat of mine. The same `ref` again is answered, not done again."""

    table: Code
    match: int
    seat: Seat
    ref: Ref
    action: msgspec.Raw


class Ask(Message, frozen=True, tag="ask"):
    """What would this wish be? It is judged and not done. No race answers it, for there it would be an oracle."""

    table: Code
    match: int
    seat: Seat
    ref: Ref
    action: msgspec.Raw


class Talk(Message, frozen=True, tag="talk"):
    """Say something at a table."""

    table: Code
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Ping(Message, frozen=True, tag="ping"):
    """I am here; answered by `pong`."""


ClientMessage = Hello | Join | Look | Act | Ask | Talk | Ping


# --------------------------------------------------------------------------------------------- to the client


class You(Struct, frozen=True):
    """The person this browser is."""

    id: str
    name: str


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to `hello`."""

    you: You
    version: int


class Seen(Struct, frozen=True):
    """One row as its viewers may know it: `seq`, game time, the seat that acted (None: the house), and the facts."""

    seq: int
    at: Millis
    by: Seat | None
    events: list[Any]


class Update(Message, frozen=True, tag="update"):
    """The whole view after row `seq` of match `match`, and the rows since the update before (redacted for the viewer).

    `views` maps each seat looked at to its view ("all" for the spectators' view, sent when no seat is looked at).
    `at` is the game time at sending, `running` whether it runs, `left_ms` the time to the next deadline. `ref` comes
    back to the sender of the wish alone. Several rows may come at once; `fresh` says that they follow without a gap on
    what this connection got before, else the client starts from the views.
    """

    table: Code
    match: int
    seq: int
    at: Millis
    running: bool
    left_ms: Millis | None
    fresh: bool
    rows: list[Seen]
    common: Common
    views: dict[str, trios.View | triple3.View | triology.View]
    ref: str | UnsetType = UNSET


class Refused(Message, frozen=True, tag="refused"):
    """A wish or a frame was refused and changed nothing (G1): the sentence is the client's, `detail` its facts."""

    code: str
    ruling: str
    detail: dict[str, Any]
    ref: str | None = None
    table: str | None = None
    seq: int | None = None


class Answer(Message, frozen=True, tag="answer"):
    """The answer to `ask`: the fact that the wish would be, or why it would be refused.

    What would follow from the fact is left out: it may tell what nobody knows yet.
    """

    table: Code
    ref: Ref
    ok: bool
    code: str = ""
    ruling: str = ""
    detail: dict[str, Any] = {}
    events: list[Any] = []


class Said(Message, frozen=True, tag="said"):
    """Somebody said something at the table."""

    table: Code
    person: str
    name: str
    text: str


class SeatInfo(Struct, frozen=True):
    """A seat at a table: `open` until somebody sits down; `mine` is true for the person asking; `here` while one of the
    owner's connections follows the table."""

    seat: Seat
    kind: Literal["open", "person", "computer"]
    name: str
    level: Level | None
    here: bool
    mine: bool


class Table(Struct, frozen=True):
    """A table as one person sees it. `match` is the number of its newest match, None before the first start."""

    code: Code
    game: GameName
    options: dict[str, Any]
    open: bool
    pace: float
    host: bool
    seats: list[SeatInfo]
    watchers: int
    match: int | None
    playing: bool


class Presence(Message, frozen=True, tag="presence"):
    """The table, its seats and who is there: on joining and whenever it changes."""

    table: Table


class Pong(Message, frozen=True, tag="pong"):
    """I am here too."""


class Bye(Message, frozen=True, tag="bye"):
    """The server closes this connection, and why."""

    code: str
    detail: dict[str, Any] = {}


ServerMessage = Welcome | Update | Refused | Answer | Said | Presence | Pong | Bye


# ------------------------------------------------------------------------------------------------------ HTTP


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as its host asks for it: my own, somebody else at this device, a computer player, or open to others."""

    kind: Literal["me", "here", "computer", "open"]
    name: Name | None = None
    level: Level | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """What the set-up page asks for. `pace` scales the computer players' times (1 as calibrated, 2 twice as slow)."""

    game: GameName
    seats: Annotated[list[NewSeat], Meta(min_length=1, max_length=8)]
    options: dict[str, Any] = {}
    open: bool = False
    pace: Annotated[float, Meta(ge=0.25, le=4)] = 1.0


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down: on this seat, or on any free one; `name` for somebody else at this device."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    name: Name | None = None


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """Leave a seat of mine before the start."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's new name."""

    name: Name


class OpenTable(Struct, frozen=True):
    """A table in the list of open ones."""

    code: Code
    game: GameName
    names: list[str]
    free: int
    playing: bool


class Tables(Struct, frozen=True):
    """The open tables, the newest first."""

    tables: list[OpenTable]


class Game(Struct, frozen=True):
    """A game of the house: whether it can be played yet, its seats (least, most), and its options as a JSON schema."""

    game: GameName
    ready: bool
    seats: tuple[int, int]
    options: dict[str, Any]
    levels: list[Level]


class Best(Struct, frozen=True):
    """A lone result: most points first, then the shortest time (T7, X2); in Triple³ points are the cards left, below 0.

    `kind` is what was played: in Trios the deck. Results of different kinds are not compared.
    """

    kind: Literal["full", "easy", "single"]
    points: int
    time_ms: Millis
    exchanges: int
    wall: int
    code: Code
    match: int


class Bests(Struct, frozen=True):
    """A person's best results alone, a few for each kind, the best first."""

    best: list[Best]


class Health(Struct, frozen=True):
    """That the server answers, and which version it is."""

    ok: bool
    version: str


class Addresses(Struct, frozen=True):
    """Where other devices on this network find the house, the likeliest first; told to this machine alone."""

    addresses: list[str]


class Problem(Struct, frozen=True):
    """Any error of the HTTP interface; the sentence to `code` is the client's."""

    code: str
    ruling: str = ""
    detail: dict[str, Any] = {}
