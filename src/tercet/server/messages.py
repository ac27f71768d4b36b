"""Every message of the wire and of the HTTP interface, as types: the one source for server, client and docs.

The WebSocket carries JSON texts; `t` names the type. What the client sends is `ClientMessage`, what it gets
`ServerMessage`. The client's TypeScript types are generated from here.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tercet.engine import triology, trios, triple3
from tercet.engine.core import Ended, Millis, Seat
from tercet.engine.match import Common, Level

VERSION = 1  # raised when an older client could no longer play

Code = Annotated[str, Meta(pattern="^[A-Z2-9]{4,8}$")]  # of a table, as people read it to each other
Ref = Annotated[str, Meta(min_length=1, max_length=40)]  # a client's own name for a wish
Name = Annotated[str, Meta(min_length=1, max_length=500)]  # judged by `people.clean_name`
Password = Annotated[str, Meta(min_length=1, max_length=500)]
GameName = Literal["trios", "triple3", "triology"]
Phrase = Literal["hello", "luck", "nice", "thanks", "oops", "moment", "again", "bye"]


class Message(Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Anything on the wire."""


# ------------------------------------------------------------------------------------------- from the client


class Hello(Message, frozen=True, tag="hello"):
    """First of all: which version of these messages the client speaks.

    `page` is the page's own name for itself: when it connects anew its old line is dropped, however dead that is.
    """

    version: int
    page: Annotated[str, Meta(min_length=8, max_length=40)] | None = None


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
    """Say something at a table: a `text`, or a `phrase` that everybody reads in their own language."""

    table: Code
    text: Annotated[str, Meta(max_length=300)] = ""
    phrase: Phrase | None = None
    ref: Ref | None = None


class EndOthers(Message, frozen=True, tag="end_others"):
    """End all my other connections to this table: they hear `elsewhere`."""

    table: Code


class Ping(Message, frozen=True, tag="ping"):
    """I am here; answered by `pong`."""


ClientMessage = Hello | Join | Look | Act | Ask | Talk | EndOthers | Ping


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
    """Somebody said something at the table; `seat` is None for who watches. `n` counts what is said there.

    Whoever joins is told the last lines too, as `old` ones.
    """

    table: Code
    person: str
    name: str
    text: str
    seat: Seat | None = None
    phrase: Phrase | None = None
    n: int = 0
    old: bool = False


class SeatInfo(Struct, frozen=True):
    """A seat at a table: `open` until somebody sits down; `mine` is true for the person asking; `here` while one of the
    owner's connections follows the table; `host` for the host's; `ready` once its owner said so before the start.

    `away_ms` says since when the owner of a seat has been away, as far as that is known. After a match whoever sat down
    for the next one `joins`, and a seat that will not be there any more `goes`.
    """

    seat: Seat
    kind: Literal["open", "person", "computer"]
    name: str
    level: Level | None
    here: bool
    mine: bool
    host: bool = False
    ready: bool = False
    away_ms: Millis | None = None
    joins: bool = False
    goes: bool = False


class Barred(Struct, frozen=True):
    """Somebody whom the host muted, or removed from the table."""

    person: str
    name: str
    how: Literal["muted", "removed"]


class Watcher(Struct, frozen=True):
    """Somebody at the table without a seat. Only the host is told the `person`; `mine` is true for who asks."""

    name: str
    person: str | None = None
    mine: bool = False


class Table(Struct, frozen=True):
    """A table as one person sees it. `match` is the number of its newest match, None before the first start.

    `host` says that I may start: as the host (`hosting`), or because the host is away. `watch` says whether others may
    watch, `muted` that I may not talk, and only the host is told who is `barred`. At a table for `anyone` a computer
    player is offered in `offer_ms`.

    Of the `watchers` the first twenty are named as `watching`.

    Between two matches `room` more people may sit down for the next one.

    `lines` counts my own connections that follow the table: with two it is open on another page or device too. An
    absent seat is waited for `grace_ms` (G5).
    """

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
    watch: bool = True
    hosting: bool = False
    muted: bool = False
    barred: list[Barred] = []
    anyone: bool = False
    offer_ms: Millis = 0
    lines: int = 0
    grace_ms: Millis = 0
    room: int = 0
    watching: list[Watcher] = []


class Presence(Message, frozen=True, tag="presence"):
    """The table, its seats and who is there: on joining and whenever it changes."""

    table: Table


class Elsewhere(Message, frozen=True, tag="elsewhere"):
    """This connection no longer follows the table: the person ended it from another page (`end_others`)."""

    table: Code


class Pong(Message, frozen=True, tag="pong"):
    """I am here too."""


class Bye(Message, frozen=True, tag="bye"):
    """The server closes this connection, and why."""

    code: str
    detail: dict[str, Any] = {}


ServerMessage = Welcome | Update | Refused | Answer | Said | Presence | Elsewhere | Pong | Bye


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
    watch: bool = True
    pace: Annotated[float, Meta(ge=0.25, le=4)] = 1.0


class Sit(Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down: on this seat, or on any free one; `name` for somebody else at this device.

    On a computer's seat sits down only who names it and has no other seat (G5a).
    """

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    name: Name | None = None


class Stand(Struct, frozen=True, forbid_unknown_fields=True):
    """Leave a seat of mine before the start."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class Ready(Struct, frozen=True, forbid_unknown_fields=True):
    """I am ready for the start, or not yet."""

    on: bool = True


class SeatComputer(Struct, frozen=True, forbid_unknown_fields=True):
    """The host gives a free seat to a computer player; before the start one gets another level, or with null goes."""

    seat: Annotated[int, Meta(ge=0, le=7)]
    level: Level | None = "medium"


class HandOver(Struct, frozen=True, forbid_unknown_fields=True):
    """The host makes whoever holds this seat the host."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class Whom(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom the host mutes or removes, by a seat or as `said` names people; without `on` it is taken back."""

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    person: Annotated[str, Meta(max_length=100)] | None = None
    on: bool = True


class Anyone(Struct, frozen=True, forbid_unknown_fields=True):
    """Play with anyone who wants the same; said again every few seconds, with the table where I wait, while I do."""

    game: GameName
    options: dict[str, Any] = {}
    table: Code | None = None


class Verdict(Struct, frozen=True):
    """Whether a table could be set up so; if not, why."""

    ok: bool
    code: str = ""
    ruling: str = ""
    detail: dict[str, Any] = {}


class NewName(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's new name."""

    name: Name


class OpenTable(Struct, frozen=True):
    """A table in the list of open ones: who has a seat, how many seats are free or a computer's, who is there."""

    code: Code
    game: GameName
    names: list[str]
    free: int
    playing: bool
    options: dict[str, Any] = {}
    computers: int = 0
    watch: bool = True
    watchers: int = 0
    here: bool = False


class Tables(Struct, frozen=True):
    """The open tables, the newest first."""

    tables: list[OpenTable]


class Game(Struct, frozen=True):
    """A game of the house: its seats (least, most), and its options as a JSON schema."""

    game: GameName
    seats: tuple[int, int]
    options: dict[str, Any]
    levels: list[Level]


class PlayedSeat(Struct, frozen=True):
    """Who had a seat in a match; `mine` is true for the person asking."""

    seat: Seat
    kind: Literal["person", "computer"]
    name: str
    mine: bool


class PlayedGame(Struct, frozen=True):
    """A match in which I have or had a seat, `match` None at a table that has not begun. Times are wall-clock times.

    A `copied` match was saved to a file before its end or came from one: it counts for no best result.
    """

    code: Code
    game: GameName
    match: int | None
    seats: list[PlayedSeat]
    touched: int
    started: int | None
    finished: int | None
    ended: Ended | None
    copied: bool


class PlayedGames(Struct, frozen=True):
    """What I play, or what I have played: the last first. `more` says that there are older ones."""

    games: list[PlayedGame]
    more: bool


class Past(Struct, frozen=True):
    """A match that is over, as everybody may see it now."""

    code: Code
    game: GameName
    match: int
    options: dict[str, Any]
    seats: list[PlayedSeat]
    started: int
    finished: int
    copied: bool
    common: Common


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


# -------------------------------------------------------------------------------------------------- accounts


class Passkey(Struct, frozen=True):
    """A passkey of mine: on which device it was made, for which address of the house, and when it was used last."""

    id: str
    device: str
    host: str
    created: int
    used: int | None


class Device(Struct, frozen=True):
    """A browser that I am known by; `here` for the one that asks. Times are wall-clock times."""

    id: str
    device: str
    created: int
    seen: int
    here: bool


class Account(Struct, frozen=True):
    """How I can be known: `login` is None for a guest. `registration` says whether the house takes new accounts."""

    login: str | None
    created: int | None
    password: bool
    passkeys: list[Passkey]
    devices: list[Device]
    registration: bool


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and a password: of an account, or of one to be made."""

    login: Name
    password: Password


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, with the one before if there is one."""

    new: Password
    old: Password | None = None


class PasskeyWish(Struct, frozen=True, forbid_unknown_fields=True):
    """I want to make a passkey; a guest gives the account a name."""

    login: Name | None = None


class PasskeyProof(Struct, frozen=True, forbid_unknown_fields=True):
    """What an authenticator answered, as WebAuthn's JSON; `login` as when the passkey was wished for."""

    credential: dict[str, Any]
    login: Name | None = None


class PasskeyOptions(Struct, frozen=True):
    """What an authenticator is asked, as WebAuthn's JSON."""

    options: dict[str, Any]


class EndDevices(Struct, frozen=True, forbid_unknown_fields=True):
    """Sign a device of mine out, or all others."""

    device: str | None = None


class Farewell(Struct, frozen=True, forbid_unknown_fields=True):
    """Delete me; with the password, if I have one."""

    password: Password | None = None


class Link(Struct, frozen=True):
    """A token by which another device becomes me, or goes on with a seat of mine, once, within `expires_ms`."""

    token: str
    expires_ms: Millis


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link that was opened on another device."""

    token: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Welcomer(Struct, frozen=True):
    """To whom, or to whose seat, a link leads; `you` if that is who asks already."""

    name: str
    account: bool
    you: bool


class Keeping(Struct, frozen=True):
    """How long the house keeps what: tables that never started, unvisited tables, guests, devices, one-time links."""

    lobby_hours: float
    table_days: float
    guest_days: float
    device_days: float
    link_minutes: float


class Problem(Struct, frozen=True):
    """Any error of the HTTP interface; the sentence to `code` is the client's."""

    code: str
    ruling: str = ""
    detail: dict[str, Any] = {}


def where(fault: str) -> dict[str, str]:
    """The field that a msgspec error names, and what is wrong with it."""
    reason, _, path = fault.partition(" - at `")
    fields = [path.rstrip("`").lstrip("$").lstrip("."), *re.findall(r"unknown field `(.*?)`", reason)]
    return {"field": ".".join(filter(None, fields))[:100], "reason": reason[:200]}
