"""Tables: who sits where, and what becomes of a table from the invitation to "again".

What may change at a table is decided by small functions from one row to the next; whose change counts is decided by the
store, so two people who open one link in the same moment get two seats, on one node or on several. A table somebody
follows is loaded (`LiveTable`), with the room of its newest match.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import compress
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from tercet.engine import core, load
from tercet.engine.chance import Chance, new_seed
from tercet.engine.core import Action, Illegal, Millis, Seat
from tercet.engine.match import OWN_ACTIONS, Level, Match, Player, action_decoder, record_decoder
from tercet.server import lobby, messages
from tercet.server.bus import Bus
from tercet.server.config import Config
from tercet.server.messages import Barred, NewSeat, NewTable, OpenTable, SeatInfo, Sit, Whom
from tercet.server.people import People, clean_name, clean_text, friendly_name, told_apart, wall
from tercet.server.room import Room, Viewer, read_match
from tercet.server.store import HOUR_MS, MatchRow, News, SeatRow, Store, TableRow
from tercet.server.thinkers import Thinkers, Unthought

log = structlog.get_logger()

LETTERS = "BCDFGHJKMNPQRSTVWXYZ"  # no vowels, so no words, and none that is taken for another
LISTED = 50
LINES = 50  # of what was said at a table, told to whoever joins
LISTED_MS = HOUR_MS // 2  # how long after the last visit an open table is listed
PER_SEAT = {"handicap"}  # options that have one value a seat, in the order of the seats (X12)
BY_HOUSE = {"handed"}  # options that nobody chooses: they follow from who sits where
REMEMBERED = 500  # hands of which is known what they overlooked
MOST_MATCHES = 1_000_000  # at one table; no number in an address is larger


# ----------------------------------------------------------------------------------- from one row to the next


def options_of(table: TableRow) -> Any:
    """The options by which the table plays, the ones that nobody chose filled in."""
    rules = load(table.game)
    given = dict(table.options)
    if "mode" in rules.Options.__struct_fields__:
        # T8a: call when one device holds several people, else mark; the host may choose.
        given.setdefault("mode", "call" if handed(table) else "mark")
    if "handed" in rules.Options.__struct_fields__:
        given["handed"] = handed(table)  # Y14
    return msgspec.convert(given, rules.Options)


def handed(table: TableRow) -> list[Seat]:
    """The seats whose person holds several: their device is handed over."""
    held = Counter(row.person for row in table.seats if row.person)
    return [seat for seat, row in enumerate(table.seats) if row.person and held[row.person] > 1]


def chosen(options: Any) -> dict[str, Any]:
    """Options as a host chooses them."""
    every: dict[str, Any] = msgspec.to_builtins(options)
    return {name: value for name, value in every.items() if name not in BY_HOUSE}


def checked_options(game: str, seats: int, options: dict[str, Any]) -> None:
    """Raises Illegal unless the game can be set up so."""
    rules = load(game)
    if seats not in rules.SEATS:
        raise Illegal("seats", "G4", seats=seats, least=rules.SEATS[0], most=rules.SEATS[-1])
    if ours := BY_HOUSE & options.keys():
        raise Illegal("bad_option", "", field=min(ours), reason="the house's own")
    try:
        made = msgspec.convert(options, rules.Options)
    except msgspec.ValidationError as fault:
        raise Illegal("bad_option", "", **where(str(fault))) from None
    for _ in rules.setup(seats, made, Chance("check")):  # faults between options
        break


def where(fault: str) -> dict[str, str]:
    """The field that a msgspec error names, and what is wrong with it."""
    reason, _, path = fault.partition(" - at `")
    fields = [path.rstrip("`").lstrip("$").lstrip("."), *re.findall(r"unknown field `(.*?)`", reason)]
    return {"field": ".".join(filter(None, fields))[:100], "reason": reason[:200]}


def check_set_up(new: NewTable) -> None:
    """Raises Illegal for a table that can't be set up so."""
    checked_options(new.game, len(new.seats), new.options)
    first_seats("", new.seats)  # names may not do


def first_seats(person: str, seats: Iterable[NewSeat], now: int = 0) -> tuple[SeatRow, ...]:
    """The seats as the host asks for them; who has no name gets one that nobody else at the table has."""
    rows: list[SeatRow] = []
    for seat in seats:
        taken = {row.name for row in rows}
        name = clean_name(seat.name) if seat.name is not None else None
        if seat.kind == "open":
            rows.append(SeatRow())
        elif seat.kind == "computer":
            free = [known for known in lobby.COMPUTERS if known not in taken]
            rows.append(SeatRow("computer", name=name or free[0], level=seat.level or "medium"))
        elif seat.kind == "me" and not any(row.person for row in rows):
            rows.append(SeatRow("person", person, name, since=now))
        else:
            rows.append(SeatRow("person", person, name or friendly_name(), since=now))
    return tuple(rows)


def seated(table: TableRow, person: str, sit: Sit, now: int = 0) -> TableRow:
    """The table after somebody sat down; the same table if they sit there already."""
    if table.barred.get(person) == "removed":
        raise Illegal("put_out", "")
    name = clean_name(sit.name) if sit.name is not None else None
    own = [row for row in table.seats if row.person == person]
    if (name is None and own) or (name is not None and any(row.name == name for row in own)):
        return table  # an impatient second click
    free = [seat for seat, row in enumerate(table.seats) if row.kind == "open"]
    if not own:  # G5a: a computer's seat is taken over, but by nobody who would see two hands then
        free += [seat for seat in [sit.seat] if seat is not None and _is_computers(table, seat)]
    if sit.seat is not None and sit.seat not in free:
        raise Illegal("seat_taken", "G4", seat=sit.seat)
    if not free:
        raise Illegal("no_free_seat", "G4")
    return _with_seat(table, free[0] if sit.seat is None else sit.seat, SeatRow("person", person, name, since=now))


def _is_computers(table: TableRow, seat: Seat) -> bool:
    return seat < len(table.seats) and table.seats[seat].kind == "computer"


def stood(table: TableRow, person: str, seat: Seat) -> TableRow:
    """The table after somebody stood up from a seat of theirs."""
    if seat >= len(table.seats) or table.seats[seat].person != person:
        raise Illegal("not_your_seat", "G2", seat=seat)
    left = _with_seat(table, seat, SeatRow())
    # A host who leaves is host no more, as long as somebody stays.
    return (
        left
        if person != table.host or lobby.sits(left, person)
        else lobby.without_host(left, lambda who: who != person)
    )


def _with_seat(table: TableRow, seat: Seat, row: SeatRow) -> TableRow:
    return replace(table, seats=(*table.seats[:seat], row, *table.seats[seat + 1 :]))


def begun(table: TableRow) -> TableRow:
    """The table at the start of its next match: seats that are still open, or left, are no longer there."""
    stays = [lobby.stays(row) for row in table.seats]
    options = {
        name: list(compress(value, stays)) if name in PER_SEAT else value for name, value in table.options.items()
    }
    seats = tuple(replace(row, ready=False) for row in compress(table.seats, stays))
    return replace(table, seats=seats, options=options, match=(table.match or 0) + 1)


def may_start(table: TableRow, person: str, is_here: Callable[[str], bool]) -> bool:
    """The host may; anybody who has a seat may while the host is not here."""
    return person == table.host or (not is_here(table.host) and any(row.person == person for row in table.seats))


def rows_of_hand(game: str, rows: Sequence[bytes], deal: int) -> Sequence[bytes]:
    """The rows of a match up to the end of a hand; Illegal("hand_not_over") where it would tell of hands."""
    ends = f'"{game}.hand_ended"'.encode()
    for n, row in enumerate(rows, 1):
        if ends in row and deal in (getattr(fact, "deal", None) for fact in record_decoder(game).decode(row).events):
            return rows[:n]
    raise Illegal("hand_not_over", "G2", deal=deal)


# ------------------------------------------------------------------------------------------ a table in memory


class LiveTable:
    """A table that somebody follows: its connections, what each looks at, and the room of its newest match."""

    def __init__(
        self, row: TableRow, store: Store, people: People, config: Config, node: str, thinkers: Thinkers
    ) -> None:
        self.row = row
        self.thinkers = thinkers
        self.room: Room | None = None
        self.playing = False
        self.closed = False
        self._store, self._people, self._config, self._node = store, people, config, node
        self._looks: dict[Viewer, frozenset[Seat]] = {}
        self._gone: dict[str, int] = {}  # who had a seat and went, and when by the wall clock
        self._said: deque[messages.Said] = deque(maxlen=LINES)  # nowhere else: what is said is not written down
        self._busy = asyncio.Lock()
        self._announcing: asyncio.Task[None] | None = None

    # ----------------------------------------------------------------------- what its room asks (`room.Company`)

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def pace(self) -> float:
        return self.row.pace

    def grace(self, usual: Millis) -> Millis:
        return int(usual * self._config.patience)

    def viewers(self) -> Iterable[tuple[Viewer, frozenset[Seat]]]:
        return self._looks.items()

    def owner(self, seat: Seat) -> str | None:
        return self.row.seats[seat].person if seat < len(self.row.seats) else None

    def is_abandoned(self, seat: Seat) -> bool:
        return self.row.seats[seat].kind == "person" and self.owner(seat) is None

    def is_here(self, seat: Seat) -> bool:
        return self.person_is_here(self.owner(seat))

    def is_hidden(self, viewer: Viewer, seat: Seat) -> bool:
        return load(self.row.game).CURTAIN and seat not in self._looks.get(viewer, ())

    def ended(self) -> None:
        self.playing = False
        log.info("match over", table=self.code, match=self.row.match)
        self.announce()

    def person_is_here(self, person: str | None) -> bool:
        return any(viewer.person == person for viewer in self._looks)

    @property
    def is_empty(self) -> bool:
        return not self._looks

    # -------------------------------------------------------------------------------------- coming and going

    async def join(self, viewer: Viewer, match: int | None, since: int | None) -> None:
        """Show a viewer the table and its match, and everything that happens from now on."""
        async with self._busy:
            await self._open_room()
        names = await self._names()
        lobby.check_follower(self.row, viewer.person)
        self._looks.setdefault(viewer, frozenset())
        self._gone.pop(viewer.person, None)
        self._dismiss(other for other in self._own(viewer) if other.page is not None and other.page == viewer.page)
        self._tell_all(names)
        for said in self._said:
            viewer.tell(replace(said, old=True))
        if self.room:
            known = since if match in (None, self.room.row.n) else None
            self.room.show(viewer, self._looks[viewer], known)
            self.room.look_around()

    def leave(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        if self._looks.pop(viewer, None) is None:
            return
        alone = not self.person_is_here(viewer.person)
        own = [seat for seat, row in enumerate(self.row.seats) if row.person == viewer.person and alone]
        if own:
            self._gone[viewer.person] = wall()
        if self.room:
            self.room.look_around(frozenset(own))
        self.announce()

    def end_others(self, viewer: Viewer) -> None:
        """End all other connections of this person to the table; the seats are theirs all the time."""
        self._dismiss(self._own(viewer))
        self.announce()

    def _own(self, viewer: Viewer) -> list[Viewer]:
        """The other connections of the same person."""
        return [other for other in self._looks if other.person == viewer.person and other is not viewer]

    def _dismiss(self, viewers: Iterable[Viewer]) -> None:
        for viewer in list(viewers):
            del self._looks[viewer]
            viewer.elsewhere(self.code)

    def look(self, viewer: Viewer, seats: Iterable[Seat]) -> None:
        """Show a viewer these seats of theirs from now on; raises Illegal for those of others (G2)."""
        self._check_joined(viewer)
        for seat in seats:
            if not 0 <= seat < len(self.row.seats) or self.row.seats[seat].person != viewer.person:
                raise Illegal("not_your_seat", "G2", seat=seat)
        if len(set(seats)) > 1 and load(self.row.game).CURTAIN:
            raise Illegal("one_seat", "G2")
        self._looks[viewer] = frozenset(seats)
        if self.room:
            self.room.show(viewer, self._looks[viewer], self.room.match.seq)

    def act(self, viewer: Viewer, act: messages.Act) -> None:
        """A wish of a viewer; raises Illegal before it is judged if it cannot be theirs."""
        room, action = self._wish(viewer, act)
        room.wish(act.seat, action, act.ref, viewer)

    def ask(self, viewer: Viewer, ask: messages.Ask) -> None:
        """A viewer asks what a wish would be; raises Illegal if it cannot be theirs, or may not be asked."""
        asked = load(self.row.game).ASKED
        if not asked:
            raise Illegal("no_asking", "")
        room, action = self._wish(viewer, ask)
        if not isinstance(action, asked):
            raise Illegal("no_asking", "")
        room.ask(ask.seat, action, ask.ref, viewer)

    def _wish(self, viewer: Viewer, act: messages.Act | messages.Ask) -> tuple[Room, Action]:
        """The room and what is wished there."""
        if self.room is None or act.match != self.room.row.n:
            raise Illegal("other_match", "G1", match=self.room.row.n if self.room else None)
        if self.owner(act.seat) != viewer.person or act.seat < 0:
            raise Illegal("not_your_seat", "G2", seat=act.seat)
        try:
            action: Action = action_decoder(self.row.game).decode(act.action)
        except msgspec.DecodeError as fault:
            raise Illegal("bad_action", "", **where(str(fault))) from None
        if self.is_hidden(viewer, act.seat) and not isinstance(action, OWN_ACTIONS):
            raise Illegal("not_looking", "G2", seat=act.seat)
        return self.room, action

    async def talk(self, viewer: Viewer, talk: messages.Talk) -> None:
        """Tell everybody here what somebody says; raises Illegal for whom the host muted."""
        self._check_joined(viewer)
        if viewer.person in self.row.barred:
            raise Illegal("muted", "")
        text = "" if talk.phrase else clean_text(talk.text)
        if not text and not talk.phrase:
            return
        seat = next((i for i, row in enumerate(self.row.seats) if row.person == viewer.person), None)
        names = await self._people.names({viewer.person, *lobby.people(self.row)})
        name = names[viewer.person] if seat is None else called(self.row, names)[seat]
        n = max(wall(), self._said[-1].n + 1 if self._said else 0)  # goes on though what was said is forgotten
        said = messages.Said(self.code, viewer.person, name, text, seat, talk.phrase, n)
        self._said.append(said)
        for other in list(self._looks):
            other.tell(said)

    def forget(self, person: str) -> None:
        """What somebody said is not told any more to those who join."""
        self._said = deque((said for said in self._said if said.person != person), maxlen=LINES)

    def _check_joined(self, viewer: Viewer) -> None:
        if viewer not in self._looks:
            raise Illegal("not_joined", "", table=self.code)

    # --------------------------------------------------------------------------------------------- changes

    async def take(self, row: TableRow) -> None:
        """The table has become this row, here or elsewhere: tell everybody, and go on to a new match."""
        async with self._busy:
            if row.version <= self.row.version:
                return
            self._move_looks(self.row, row)
            self.playing = self.playing or row.match != self.row.match
            self.row = row
            self._put_out()
            names = await self._names()
            old = self.room
            if row.match != (old.row.n if old else None):
                await self._open_room()
        self._tell_all(names)
        if self.room and self.room is not old:
            for viewer, seats in self.viewers():
                self.room.show(viewer, seats, -1)
        if self.room:
            self.room.look_around()

    def _move_looks(self, old: TableRow, new: TableRow) -> None:
        """Whoever looked at a seat of theirs goes on looking at it, if it is still theirs (G2).

        At the start seats go that are open or left, and the seats behind them move up.
        """
        kept = [seat for seat, row in enumerate(old.seats) if lobby.stays(row) or len(old.seats) == len(new.seats)]
        now = {seat: i for i, seat in enumerate(kept)}
        for viewer, seats in self._looks.items():
            own = {seat for seat, row in enumerate(new.seats) if row.person == viewer.person}
            self._looks[viewer] = frozenset(now[seat] for seat in seats if seat in now) & own

    def _put_out(self) -> None:
        """Say goodbye to those who may no longer look at this table."""
        for viewer in list(self._looks):
            try:
                lobby.check_follower(self.row, viewer.person)
            except Illegal as no:
                del self._looks[viewer]
                viewer.tell(messages.Refused(no.code, no.ruling, no.detail, table=self.code))

    async def heard(self, news: News) -> None:
        """Another node may have changed something."""
        if news.version > self.row.version and (row := await self._store.table(self.code)):
            await self.take(row)
        if self.room and news.seq is not None and news.match == self.room.row.n:
            self.room.heard(news.seq)

    async def _open_room(self) -> None:
        """Load the room of the newest match, if it is not the one that is loaded."""
        n = self.row.match
        if n is None or (self.room and self.room.row.n == n):
            return
        if self.room:
            await self.room.close()
        match = await self._store.match(self.code, n)
        if match:
            self.room = await Room.load(self._store, self, match, self._node, self._config.settle)
            self.playing = not self.room.match.state.ended

    async def close(self) -> None:
        """Lay the match aside and forget it."""
        if self._announcing:
            await self._announcing
        if self.room:
            await self.room.close(rest=True)
        self.room = None  # room and table know each other: without this their memory would wait for the collector

    def shut(self) -> None:
        """The table is closed for good: tell everybody, and forget the match where it stands."""
        self.closed = True
        viewers, self._looks = list(self._looks), {}
        for viewer in viewers:
            viewer.tell(messages.Refused("table_closed", "", {}, None, self.code))
        self.drop()
        self.room = None

    def drop(self) -> None:
        """Stop at once."""
        if self._announcing:
            self._announcing.cancel()
        if self.room:
            self.room.drop()

    # -------------------------------------------------------------------------------------------- presence

    async def _names(self) -> dict[str, str]:
        return await self._people.names(named(self.row))

    def announce(self) -> None:
        """Tell everybody here how the table stands, soon."""
        if self._announcing is None:
            self._announcing = asyncio.get_running_loop().create_task(self._announce())

    async def _announce(self) -> None:
        try:
            names = await self._names()
        finally:
            self._announcing = None
        self._tell_all(names)

    def _tell_all(self, names: dict[str, str]) -> None:
        for viewer in list(self._looks):
            viewer.tell(messages.Presence(self.shown(viewer.person, names)))

    def shown(self, person: str, names: dict[str, str]) -> messages.Table:
        """The table as this person sees it."""
        offer = int(self._config.offer * 1000)
        table = shown(self.row, person, names, self.person_is_here, self.playing, self._watchers(), offer)
        return replace(
            table,
            lines=sum(viewer.person == person for viewer in self._looks),
            grace_ms=self.grace(load(self.row.game).GRACE),
            seats=[replace(seat, away_ms=self._away(seat.seat)) for seat in table.seats],
        )

    def _away(self, seat: Seat) -> Millis | None:
        """For how long a seat has been without its owner (G5), as far as that is known."""
        person = self.owner(seat)
        if person is None or self.person_is_here(person):
            return None
        noted = self.room.match.common.gone if self.room and self.playing else {}
        since = noted.get(seat, self._gone.get(person))
        return None if since is None else max(0, wall() - since)

    def _watchers(self) -> int:
        holders = {row.person for row in self.row.seats}
        return len({viewer.person for viewer in self._looks} - holders)

    @property
    def watchers(self) -> int:
        """How many people are here who have no seat."""
        return self._watchers()


def named(row: TableRow) -> set[str]:
    """The people whose names stand in what is shown of a table."""
    return {*lobby.people(row), *row.barred}


def called(row: TableRow, names: dict[str, str]) -> list[str]:
    """How whoever holds a seat is called at this table, for each seat; empty for free ones."""
    return told_apart([seat.name or names.get(seat.person or "", "") for seat in row.seats])


def shown(
    row: TableRow,
    person: str,
    names: dict[str, str],
    is_here: Callable[[str], bool],
    playing: bool,
    watchers: int,
    offer: int,
) -> messages.Table:
    """A table as a person sees it. At one for anyone a computer player is offered `offer` ms after the first came."""
    holders = called(row, names)
    hosting = person == row.host
    waits = row.anyone and row.match is None
    first = min((seat.since for seat in row.seats if seat.person), default=0)

    def seat(i: int, seat: SeatRow) -> SeatInfo:
        here = seat.kind == "computer" or (seat.person is not None and is_here(seat.person))
        is_host = seat.person is not None and seat.person == row.host
        return SeatInfo(i, seat.kind, holders[i], seat.level, here, seat.person == person, is_host, seat.ready)

    return messages.Table(
        code=row.code,
        game=row.game,  # type: ignore[arg-type]
        options=chosen(options_of(row)),
        open=row.open,
        pace=row.pace,
        host=may_start(row, person, is_here),
        seats=[seat(i, info) for i, info in enumerate(row.seats)],
        watchers=watchers,
        match=row.match,
        playing=playing,
        watch=row.watch,
        hosting=hosting,
        muted=person in row.barred,
        barred=[Barred(who, names.get(who, ""), how) for who, how in row.barred.items() if hosting],  # type: ignore[arg-type]
        anyone=row.anyone,
        offer_ms=max(0, first + offer - wall()) if waits else 0,
    )


# ---------------------------------------------------------------------------------------------------- all tables


class Tables:
    """Every table of the house, and those in memory."""

    def __init__(self, store: Store, people: People, bus: Bus, config: Config, node: str, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.live: dict[str, LiveTable] = {}
        self._store, self._people, self._bus, self._config, self._node = store, people, bus, config, node
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._resting: dict[str, asyncio.TimerHandle] = {}
        self._overlooked: dict[tuple[int, int], asyncio.Task[bytes]] = {}
        self._hostless: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self.loaded = asyncio.Event()

    # --------------------------------------------------------------------------------------- from a person

    async def create(self, person: str, new: NewTable) -> messages.Table:
        """Open a table; if nobody is waited for, its match starts at once."""
        check_set_up(new)
        now = wall()
        row = TableRow(
            code="", game=new.game, options=new.options, seats=first_seats(person, new.seats, now), host=person,
            open=new.open, pace=new.pace, match=None, version=1, created=now, touched=now, watch=new.watch,
        )  # fmt: skip
        row = await self.add(row)
        if all(seat.kind != "open" for seat in row.seats):
            row = await self._begin(row)
        return await self.shown(row, person)

    async def add(self, row: TableRow, put: Callable[[TableRow], Awaitable[bool]] | None = None) -> TableRow:
        """Put a table in by a code that no other has; a letter more each time one is taken twice."""
        for tries in range(100):
            row = replace(row, code="".join(secrets.choice(LETTERS) for _ in range(5 + min(tries // 2, 1))))
            if await (put or self._store.add_table)(row):
                return row
        raise Illegal("no_code", "")

    async def row(self, code: str) -> TableRow:
        """The table with this code; raises Illegal("no_such_table")."""
        row = await self._store.table(code)
        if row is None:
            raise Illegal("no_such_table", "", table=code)
        return row

    async def sit(self, person: str, code: str, sit: Sit) -> messages.Table:
        row = await self.row(code)
        if row.match is not None and not lobby.sits(row, person):
            match = await self.match(code, row.match)
            if match.copied and match.finished is None:
                raise Illegal("copied", "G2")  # whoever has the file may know what comes
        return await self._change(person, code, lambda row: seated(row, person, sit, wall()))

    async def stand(self, person: str, code: str, seat: Seat) -> messages.Table:
        if await self._is_playing(await self.row(code)):
            raise Illegal("playing", "G5a")
        return await self._change(person, code, lambda row: stood(row, person, seat))

    async def ready(self, person: str, code: str, on: bool) -> messages.Table:
        """Somebody is ready, or not yet; when all are the first match begins."""
        row = await self.alter(code, lambda row: lobby.readied(row, person, on))
        while lobby.is_ready(row):
            row = await self._begin(row)
        return await self.shown(row, person)

    async def seat_computer(self, person: str, code: str, seat: Seat, level: Level) -> messages.Table:
        """Give a free seat to a computer player, by whoever may start."""

        def change(row: TableRow) -> TableRow:
            if not may_start(row, person, self._is_here(row)):
                raise Illegal("host_only", "")
            return lobby.with_computer(row, seat, level)

        return await self._change(person, code, change)

    async def hand_over(self, person: str, code: str, seat: Seat) -> messages.Table:
        """Make somebody else the host."""
        return await self._change(person, code, lambda row: lobby.handed_over(row, person, seat))

    async def mute(self, person: str, code: str, whom: Whom) -> messages.Table:
        """Keep somebody from talking here, or no longer."""

        def change(row: TableRow) -> TableRow:
            return lobby.barred(row, lobby.meant(row, person, whom), "muted", whom.on)

        return await self._change(person, code, change)

    async def remove(self, person: str, code: str, whom: Whom) -> messages.Table:
        """Put somebody out, who can't come back until that is taken back; their seats are free, or left for good."""
        playing = await self._is_playing(row := await self.row(code))
        meant = lobby.meant(row, person, whom)
        name = (await self._people.names([meant]))[meant]

        def change(row: TableRow) -> TableRow:
            lobby.check_host(row, person)
            changed = lobby.barred(row, meant, "removed", whom.on)
            return lobby.put_out(changed, meant, name, playing) if whom.on and changed is not row else changed

        return await self._change(person, code, change)

    async def _change(self, person: str, code: str, change: Callable[[TableRow], TableRow]) -> messages.Table:
        return await self.shown(await self.alter(code, change), person)

    async def alter(self, code: str, change: Callable[[TableRow], TableRow]) -> TableRow:
        """Change a table as it stands, again if somebody was faster; if `change` gives the same row nothing happens."""
        while True:
            row = await self.row(code)
            changed = change(row)
            if changed is row:
                return row
            changed = replace(changed, version=row.version + 1, touched=wall())
            if await self._store.change_table(changed):
                await self._changed(changed)
                return changed

    async def _changed(self, row: TableRow) -> None:
        if live := self.live.get(row.code):
            await live.take(row)
            self._mind_host(live)

    def is_deserted(self, code: str) -> bool:
        """Whether everybody who followed this table here has gone, as far as this node knows."""
        live = self.live.get(code)
        return live is not None and live.is_empty

    def _is_here(self, row: TableRow) -> Callable[[str], bool]:
        live = self.live.get(row.code)
        return live.person_is_here if live else lambda _: False

    async def start(self, person: str, code: str) -> messages.Table:
        """Begin the first match; if it has begun already, nothing changes."""
        while True:
            row = await self.row(code)
            if row.match is not None:
                return await self.shown(row, person)
            if not may_start(row, person, self._is_here(row)):
                raise Illegal("not_host", "")
            if begun := await self._try_begin(replace(row, host=person)):
                return await self.shown(begun, person)

    async def again(self, person: str, code: str) -> messages.Table:
        """Begin the next match when one is over; everybody presses together, and one match comes of it."""
        while True:
            row = await self.row(code)
            if row.match is None:
                return await self.start(person, code)
            if await self._is_playing(row):
                return await self.shown(row, person)
            if all(seat.person != person for seat in row.seats) and person != row.host:
                raise Illegal("watching", "G2")
            if begun := await self._try_begin(row):
                return await self.shown(begun, person)

    async def _begin(self, row: TableRow) -> TableRow:
        return await self._try_begin(row) or await self.row(row.code)

    async def _try_begin(self, row: TableRow) -> TableRow | None:
        """The table with its next match; None if somebody else changed it meanwhile."""
        now = wall()
        row = replace(begun(row), version=row.version + 1, touched=now)
        players = [Player("computer", seat.level) if seat.kind == "computer" else Player() for seat in row.seats]
        seed = new_seed()
        match = Match.begin(row.game, players, options_of(row), seed, now)
        if not await self._store.add_match(row, seed, core.encode(match.records[0])):
            return None
        log.info("match begun", table=row.code, match=row.match, game=row.game, seats=len(row.seats))
        await self._changed(row)
        return row

    async def _is_playing(self, row: TableRow) -> bool:
        if row.match is None:
            return False
        live = self.live.get(row.code)
        if live and live.room and live.room.row.n == row.match:
            return live.playing
        match = await self._store.match(row.code, row.match)
        return match is not None and match.finished is None

    # ----------------------------------------------------------------------------------------------- shown

    async def shown(self, row: TableRow, person: str) -> messages.Table:
        """A table as this person sees it."""
        names = await self._people.names(named(row))
        live = self.live.get(row.code)
        if live and live.row.version >= row.version:
            return live.shown(person, names)
        playing = await self._is_playing(row)
        return shown(row, person, names, lambda _: False, playing, 0, int(self._config.offer * 1000))

    async def listed(self) -> messages.Tables:
        """The open tables that wait or play and were visited lately, the newest first."""
        now = wall()
        found = await self._store.open_tables(now - LISTED_MS, LISTED)
        names = await self._people.names({seat.person for row, _ in found for seat in row.seats if seat.person})
        fresh = now - int(self._config.lapse * 1000)
        tables = [
            _listed(row, playing, names, self.live.get(row.code))
            for row, playing in found
            # else nobody waits any more
            if not row.anyone
            or playing
            or (row.touched >= fresh and lobby.people(row) and not self.is_deserted(row.code))
        ]
        return messages.Tables(sorted(tables, key=lambda table: not table.here))

    async def match(self, code: str, n: int) -> MatchRow:
        """A match of a table; raises Illegal("no_such_match")."""
        row = await self._store.match(code, n) if 0 < n < MOST_MATCHES else None
        if row is None:
            raise Illegal("no_such_match", "", table=code, match=n)
        return row

    async def records(self, code: str, n: int) -> Match:
        """A match as it was played to its end; raises Illegal("no_such_match", "not_over")."""
        row = await self.match(code, n)
        if row.finished is None:
            raise Illegal("not_over", "G2")
        return await read_match(self._store, row)

    async def overlooked(self, person: str, code: str, n: int, deal: int) -> bytes:
        """What was overlooked in a hand of a match, as JSON: the `missed` of the game's review, thought out once.

        Raises Illegal("no_such_match", "hand_not_over", "too_busy"), and for who may not look at a match that runs.
        """
        row = await self.match(code, n)
        if row.finished is None:
            lobby.check_follower(await self.row(code), person)
        key = row.id, deal
        thought = self._overlooked.get(key)
        if thought is None:
            thought = self._overlooked[key] = asyncio.create_task(self._overlook(row, deal))
            if len(self._overlooked) > REMEMBERED:
                del self._overlooked[next(iter(self._overlooked))]
        try:
            return await asyncio.shield(thought)
        except Unthought:
            raise Illegal("too_busy", "") from None
        finally:
            failed = thought.done() and (thought.cancelled() or thought.exception())
            if failed and self._overlooked.get(key) is thought:
                del self._overlooked[key]

    async def _overlook(self, row: MatchRow, deal: int) -> bytes:
        rows = rows_of_hand(row.game, await self._store.rows(row.id, -1), deal)
        return await self.thinkers.overlooked(row.game, rows, deal)

    async def reseat(self, person: str, to: str | None, change: Callable[[TableRow], TableRow]) -> None:
        """Put somebody in another's place at every table, or nobody, and show it where the table is followed."""
        for row in await self._store.reseat(person, to, change):
            await self._changed(row)
        if to is None:
            self.forget(person)

    def forget(self, person: str) -> None:
        """What somebody said is not told any more."""
        for live in self.live.values():
            live.forget(person)

    def renamed(self, person: str) -> None:
        """Somebody has another name: the tables where they sit show it."""
        for live in self.live.values():
            if any(seat.person == person for seat in live.row.seats):
                live.announce()

    # ------------------------------------------------------------------------------------------- in memory

    async def join(self, viewer: Viewer, code: str, match: int | None, since: int | None) -> LiveTable:
        """Let a viewer follow a table, which is loaded if it was not."""
        live = self.live.get(code) or await self._open(code)
        if timer := self._resting.pop(code, None):
            timer.cancel()
        try:
            await live.join(viewer, match, since)
        finally:
            self._rest_if_empty(live)
            self._mind_host(live)
        return live

    async def _open(self, code: str) -> LiveTable:
        if code not in self._opening:
            self._opening[code] = asyncio.get_running_loop().create_task(self._load(code))
        try:
            return await asyncio.shield(self._opening[code])
        finally:
            self._opening.pop(code, None)

    async def _load(self, code: str) -> LiveTable:
        live = LiveTable(await self.row(code), self._store, self._people, self._config, self._node, self.thinkers)
        self.live[code] = live
        self.loaded.set()
        self._bus.watch(code, live.heard)
        await self._store.touch([code], wall())
        return live

    def leave(self, viewer: Viewer, live: LiveTable) -> None:
        """A viewer has gone; when nobody is left the match is laid aside after a while."""
        live.leave(viewer)
        self._rest_if_empty(live)
        self._mind_host(live)

    def _mind_host(self, live: LiveTable) -> None:
        """Pass the host's rights on once the host was away for long while others sit here."""
        code = live.code
        if lobby.without_host(live.row, live.person_is_here) is live.row:
            if timer := self._hostless.pop(code, None):
                timer.cancel()
        elif code not in self._hostless:
            loop = asyncio.get_running_loop()
            self._hostless[code] = loop.call_later(self._config.host_grace, self._pass_on, live)

    def _pass_on(self, live: LiveTable) -> None:
        self._hostless.pop(live.code, None)
        if self._bus.is_alone:  # else the host may well be here, at another node
            task = asyncio.get_running_loop().create_task(self._passed_on(live))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _passed_on(self, live: LiveTable) -> None:
        row = await self.alter(live.code, lambda row: lobby.without_host(row, live.person_is_here))
        log.info("host passed on", table=row.code)

    def _rest_if_empty(self, live: LiveTable) -> None:
        if live.is_empty and live.code not in self._resting:
            loop = asyncio.get_running_loop()
            self._resting[live.code] = loop.call_later(self._config.rest, self._rest, live)

    def _rest(self, live: LiveTable) -> None:
        self._resting.pop(live.code, None)
        if live.is_empty and self.live.get(live.code) is live:
            del self.live[live.code]
            self._bus.unwatch(live.code)
            task = asyncio.get_running_loop().create_task(live.close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def touch(self) -> None:
        """Note that the tables in memory are in use."""
        await self._store.touch(list(self.live), wall())

    async def close(self, code: str) -> None:
        """Let go of a table that was closed for good."""
        if timer := self._resting.pop(code, None):
            timer.cancel()
        if live := self.live.pop(code, None):
            self._bus.unwatch(code)
            live.shut()

    def drop(self) -> None:
        """Forget everything at once: it is written down."""
        for timer in (*self._resting.values(), *self._hostless.values()):
            timer.cancel()
        for task in (*self._closing, *self._opening.values()):
            task.cancel()
        for live in self.live.values():
            live.drop()


def _listed(row: TableRow, playing: bool, names: dict[str, str], live: LiveTable | None) -> OpenTable:
    kinds = [seat.kind for seat in row.seats]
    return OpenTable(
        code=row.code,
        game=row.game,  # type: ignore[arg-type]
        names=[name for name, kind in zip(called(row, names), kinds, strict=True) if kind != "open"],
        free=kinds.count("open"),
        playing=playing,
        options=msgspec.to_builtins(options_of(row)),
        computers=kinds.count("computer"),
        watch=row.watch,
        watchers=live.watchers if live else 0,
        here=live is not None and not live.is_empty,
    )
