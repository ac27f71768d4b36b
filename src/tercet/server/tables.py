"""Tables: who sits where, and what becomes of a table from the invitation to "again".

What may change at a table is decided by small functions from one row to the next; whose change counts is decided by the
store, so two people who open one link in the same moment get two seats, on one node or on several. A table somebody
follows is loaded (`LiveTable`), with the room of its newest match.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Iterable
from itertools import compress
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from tercet.engine import GAMES, core, load
from tercet.engine.chance import Chance, new_seed
from tercet.engine.core import Illegal, Seat
from tercet.engine.match import Match, Player, action_decoder
from tercet.server import messages
from tercet.server.bus import Bus
from tercet.server.config import Config
from tercet.server.messages import NewSeat, NewTable, OpenTable, SeatInfo, Sit
from tercet.server.people import People, clean_name, clean_text, friendly_name, told_apart, wall
from tercet.server.room import Room, Viewer, read_match
from tercet.server.store import HOUR_MS, News, SeatRow, Store, TableRow

log = structlog.get_logger()

LETTERS = "BCDFGHJKMNPQRSTVWXYZ"  # no vowels, so no words, and none that is taken for another
COMPUTERS = ("Ada", "Blaise", "Carl", "Emmy", "Hypatia", "Leonhard", "Maryam", "Sophie")
LISTED = 50
LISTED_MS = HOUR_MS // 2  # how long after the last visit an open table is listed
TOUCH_S = 300.0
PER_SEAT = {"handicap"}  # options that have one value a seat, in the order of the seats (X12)
MOST_MATCHES = 1_000_000  # at one table; no number in an address is larger


# ----------------------------------------------------------------------------------- from one row to the next


def options_of(table: TableRow) -> Any:
    """The options by which the table plays, the ones that nobody chose filled in."""
    rules = load(table.game)
    given = dict(table.options)
    if "mode" in rules.Options.__struct_fields__:
        # T8a: call when one device holds several people, else mark; the host may choose.
        holders = [seat.person for seat in table.seats if seat.kind == "person"]
        given.setdefault("mode", "call" if len(set(holders)) < len(holders) else "mark")
    return msgspec.convert(given, rules.Options)


def checked_options(game: str, seats: int, options: dict[str, Any]) -> None:
    """Raises Illegal unless the game can be set up so."""
    rules = load(game)
    if seats not in rules.SEATS:
        raise Illegal("seats", "G4", seats=seats, least=rules.SEATS[0], most=rules.SEATS[-1])
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


def first_seats(person: str, seats: Iterable[NewSeat]) -> tuple[SeatRow, ...]:
    """The seats as the host asks for them; who has no name gets one that nobody else at the table has."""
    rows: list[SeatRow] = []
    for seat in seats:
        taken = {row.name for row in rows}
        name = clean_name(seat.name) if seat.name is not None else None
        if seat.kind == "open":
            rows.append(SeatRow())
        elif seat.kind == "computer":
            free = [known for known in COMPUTERS if known not in taken]
            rows.append(SeatRow("computer", name=name or free[0], level=seat.level or "medium"))
        elif seat.kind == "me" and not any(row.person for row in rows):
            rows.append(SeatRow("person", person, name))
        else:
            rows.append(SeatRow("person", person, name or friendly_name()))
    return tuple(rows)


def seated(table: TableRow, person: str, sit: Sit) -> TableRow:
    """The table after somebody sat down; the same table if they sit there already."""
    name = clean_name(sit.name) if sit.name is not None else None
    own = [row for row in table.seats if row.person == person]
    if (name is None and own) or (name is not None and any(row.name == name for row in own)):
        return table  # an impatient second click
    free = [seat for seat, row in enumerate(table.seats) if row.kind == "open"]
    if sit.seat is not None and sit.seat not in free:
        raise Illegal("seat_taken", "G4", seat=sit.seat)
    if not free:
        raise Illegal("no_free_seat", "G4")
    return _with_seat(table, free[0] if sit.seat is None else sit.seat, SeatRow("person", person, name))


def stood(table: TableRow, person: str, seat: Seat) -> TableRow:
    """The table after somebody stood up from a seat of theirs."""
    if seat >= len(table.seats) or table.seats[seat].person != person:
        raise Illegal("not_your_seat", "G2", seat=seat)
    return _with_seat(table, seat, SeatRow())


def _with_seat(table: TableRow, seat: Seat, row: SeatRow) -> TableRow:
    return replace(table, seats=(*table.seats[:seat], row, *table.seats[seat + 1 :]))


def begun(table: TableRow) -> TableRow:
    """The table at the start of its next match: seats that are still open are no longer there."""
    stays = [row.kind != "open" for row in table.seats]
    options = {
        name: list(compress(value, stays)) if name in PER_SEAT else value for name, value in table.options.items()
    }
    return replace(table, seats=tuple(compress(table.seats, stays)), options=options, match=(table.match or 0) + 1)


def may_start(table: TableRow, person: str, is_here: Callable[[str], bool]) -> bool:
    """The host may; anybody who has a seat may while the host is not here."""
    return person == table.host or (not is_here(table.host) and any(row.person == person for row in table.seats))


# ------------------------------------------------------------------------------------------ a table in memory


class LiveTable:
    """A table that somebody follows: its connections, what each looks at, and the room of its newest match."""

    def __init__(self, row: TableRow, store: Store, people: People, config: Config, node: str) -> None:
        self.row = row
        self.room: Room | None = None
        self.playing = False
        self._store, self._people, self._config, self._node = store, people, config, node
        self._looks: dict[Viewer, frozenset[Seat]] = {}
        self._busy = asyncio.Lock()
        self._announcing: asyncio.Task[None] | None = None

    # ----------------------------------------------------------------------- what its room asks (`room.Company`)

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def pace(self) -> float:
        return self.row.pace

    def viewers(self) -> Iterable[tuple[Viewer, frozenset[Seat]]]:
        return self._looks.items()

    def owner(self, seat: Seat) -> str | None:
        return self.row.seats[seat].person if seat < len(self.row.seats) else None

    def is_here(self, seat: Seat) -> bool:
        return self.person_is_here(self.owner(seat))

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
        self._looks.setdefault(viewer, frozenset())
        self._tell_all(names)
        if self.room:
            known = since if match in (None, self.room.row.n) else None
            self.room.show(viewer, self._looks[viewer], known)
            self.room.look_around()

    def leave(self, viewer: Viewer) -> None:
        """A viewer has gone."""
        if self._looks.pop(viewer, None) is None:
            return
        if self.room:
            alone = not self.person_is_here(viewer.person)
            own = (seat for seat, row in enumerate(self.row.seats) if row.person == viewer.person and alone)
            self.room.look_around(frozenset(own))
        self.announce()

    def look(self, viewer: Viewer, seats: Iterable[Seat]) -> None:
        """Show a viewer these seats of theirs from now on; raises Illegal for those of others (G2)."""
        for seat in seats:
            if not 0 <= seat < len(self.row.seats) or self.row.seats[seat].person != viewer.person:
                raise Illegal("not_your_seat", "G2", seat=seat)
        self._looks[viewer] = frozenset(seats)
        if self.room:
            self.room.show(viewer, self._looks[viewer], self.room.match.seq)

    def act(self, viewer: Viewer, act: messages.Act) -> None:
        """A wish of a viewer; raises Illegal before it is judged if it cannot be theirs."""
        if self.room is None or act.match != self.room.row.n:
            raise Illegal("other_match", "G1", match=self.room.row.n if self.room else None)
        if self.owner(act.seat) != viewer.person or act.seat < 0:
            raise Illegal("not_your_seat", "G2", seat=act.seat)
        try:
            action = action_decoder(self.row.game).decode(act.action)
        except msgspec.DecodeError as fault:
            raise Illegal("bad_action", "", **where(str(fault))) from None
        self.room.wish(act.seat, action, act.ref, viewer)

    async def talk(self, viewer: Viewer, text: str) -> None:
        """Tell everybody here what somebody says."""
        if said := clean_text(text):
            names = await self._people.names([viewer.person])
            for other in list(self._looks):
                other.tell(messages.Said(self.code, viewer.person, names[viewer.person], said))

    # --------------------------------------------------------------------------------------------- changes

    async def take(self, row: TableRow) -> None:
        """The table has become this row, here or elsewhere: tell everybody, and go on to a new match."""
        async with self._busy:
            if row.version <= self.row.version:
                return
            self._move_looks(self.row, row)
            self.playing = self.playing or row.match != self.row.match
            self.row = row
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

        At the start open seats go, and the seats behind them move up.
        """
        kept = [seat for seat, row in enumerate(old.seats) if row.kind != "open" or len(old.seats) == len(new.seats)]
        now = {seat: i for i, seat in enumerate(kept)}
        for viewer, seats in self._looks.items():
            own = {seat for seat, row in enumerate(new.seats) if row.person == viewer.person}
            self._looks[viewer] = frozenset(now[seat] for seat in seats if seat in now) & own

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

    def drop(self) -> None:
        """Stop at once."""
        if self._announcing:
            self._announcing.cancel()
        if self.room:
            self.room.drop()

    # -------------------------------------------------------------------------------------------- presence

    async def _names(self) -> dict[str, str]:
        return await self._people.names({row.person for row in self.row.seats if row.person})

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
        return shown(self.row, person, names, self.person_is_here, self.playing, self._watchers())

    def _watchers(self) -> int:
        holders = {row.person for row in self.row.seats}
        return len({viewer.person for viewer in self._looks} - holders)


def shown(
    row: TableRow,
    person: str,
    names: dict[str, str],
    is_here: Callable[[str], bool],
    playing: bool,
    watchers: int,
) -> messages.Table:
    """A table as a person sees it."""
    called = told_apart([seat.name or names.get(seat.person or "", "") for seat in row.seats])

    def seat(i: int, seat: SeatRow) -> SeatInfo:
        here = seat.kind == "computer" or (seat.person is not None and is_here(seat.person))
        return SeatInfo(i, seat.kind, called[i], seat.level, here, seat.person == person)

    return messages.Table(
        code=row.code,
        game=row.game,  # type: ignore[arg-type]
        options=msgspec.to_builtins(options_of(row)),
        open=row.open,
        pace=row.pace,
        host=may_start(row, person, is_here),
        seats=[seat(i, info) for i, info in enumerate(row.seats)],
        watchers=watchers,
        match=row.match,
        playing=playing,
    )


# ---------------------------------------------------------------------------------------------------- all tables


class Tables:
    """Every table of the house, and those in memory."""

    def __init__(self, store: Store, people: People, bus: Bus, config: Config, node: str) -> None:
        self.live: dict[str, LiveTable] = {}
        self._store, self._people, self._bus, self._config, self._node = store, people, bus, config, node
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._resting: dict[str, asyncio.TimerHandle] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self.loaded = asyncio.Event()

    # --------------------------------------------------------------------------------------- from a person

    async def create(self, person: str, new: NewTable) -> messages.Table:
        """Open a table; if nobody is waited for, its match starts at once."""
        if new.game not in GAMES:
            raise Illegal("not_ready", "", game=new.game)
        checked_options(new.game, len(new.seats), new.options)
        now = wall()
        row = TableRow(
            code="", game=new.game, options=new.options, seats=first_seats(person, new.seats), host=person,
            open=new.open, pace=new.pace, match=None, version=1, created=now, touched=now,
        )  # fmt: skip
        row = await self._add(row)
        if all(seat.kind != "open" for seat in row.seats):
            row = await self._begin(row)
        return await self.shown(row, person)

    async def _add(self, row: TableRow) -> TableRow:
        """Find the table a code that no other has; a letter more each time one is taken twice."""
        for tries in range(100):
            row = replace(row, code="".join(secrets.choice(LETTERS) for _ in range(5 + min(tries // 2, 1))))
            if await self._store.add_table(row):
                return row
        raise Illegal("no_code", "")

    async def row(self, code: str) -> TableRow:
        """The table with this code; raises Illegal("no_such_table")."""
        row = await self._store.table(code)
        if row is None:
            raise Illegal("no_such_table", "", table=code)
        return row

    async def sit(self, person: str, code: str, sit: Sit) -> messages.Table:
        return await self._change(person, code, lambda row: seated(row, person, sit))

    async def stand(self, person: str, code: str, seat: Seat) -> messages.Table:
        if await self._is_playing(await self.row(code)):
            raise Illegal("playing", "G5a")
        return await self._change(person, code, lambda row: stood(row, person, seat))

    async def _change(self, person: str, code: str, change: Callable[[TableRow], TableRow]) -> messages.Table:
        while True:
            row = await self.row(code)
            changed = change(row)
            if changed is row:
                return await self.shown(row, person)
            changed = replace(changed, version=row.version + 1, touched=wall())
            if await self._store.change_table(changed):
                await self._changed(changed)
                return await self.shown(changed, person)

    async def _changed(self, row: TableRow) -> None:
        if live := self.live.get(row.code):
            await live.take(row)

    async def start(self, person: str, code: str) -> messages.Table:
        """Begin the first match; if it has begun already, nothing changes."""
        while True:
            row = await self.row(code)
            if row.match is not None:
                return await self.shown(row, person)
            live = self.live.get(code)
            if not may_start(row, person, live.person_is_here if live else lambda _: False):
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
        names = await self._people.names({seat.person for seat in row.seats if seat.person})
        live = self.live.get(row.code)
        if live and live.row.version >= row.version:
            return live.shown(person, names)
        return shown(row, person, names, lambda _: False, await self._is_playing(row), 0)

    async def listed(self) -> messages.Tables:
        """The open tables that wait or play and were visited lately, the newest first."""
        found = await self._store.open_tables(wall() - LISTED_MS, LISTED)
        names = await self._people.names({seat.person for row, _ in found for seat in row.seats if seat.person})
        return messages.Tables([_listed(row, playing, names) for row, playing in found])

    async def records(self, code: str, n: int) -> Match:
        """A match as it was played to its end; raises Illegal("no_such_match", "not_over")."""
        row = await self._store.match(code, n) if 0 < n < MOST_MATCHES else None
        if row is None:
            raise Illegal("no_such_match", "", table=code, match=n)
        if row.finished is None:
            raise Illegal("not_over", "G2")
        return await read_match(self._store, row)

    async def reseat(self, person: str, to: str | None, change: Callable[[TableRow], TableRow]) -> None:
        """Put somebody in another's place at every table, or nobody, and show it where the table is followed."""
        for row in await self._store.reseat(person, to, change):
            await self._changed(row)

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
        return live

    async def _open(self, code: str) -> LiveTable:
        if code not in self._opening:
            self._opening[code] = asyncio.get_running_loop().create_task(self._load(code))
        try:
            return await asyncio.shield(self._opening[code])
        finally:
            self._opening.pop(code, None)

    async def _load(self, code: str) -> LiveTable:
        live = LiveTable(await self.row(code), self._store, self._people, self._config, self._node)
        self.live[code] = live
        self.loaded.set()
        self._bus.watch(code, live.heard)
        await self._store.touch([code], wall())
        return live

    def leave(self, viewer: Viewer, live: LiveTable) -> None:
        """A viewer has gone; when nobody is left the match is laid aside after a while."""
        live.leave(viewer)
        self._rest_if_empty(live)

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

    async def keep(self) -> None:
        """Keep the tables that are in use, and forget those that nobody wants; never ends."""
        while True:
            while removed := await self._store.sweep(wall(), self._config.keep_lobby, self._config.keep_tables):
                log.info("swept", tables=removed)
            for _ in range(int(3_600 / TOUCH_S)):
                await asyncio.sleep(TOUCH_S)
                await self._store.touch(list(self.live), wall())

    def drop(self) -> None:
        """Forget everything at once: it is written down."""
        for timer in self._resting.values():
            timer.cancel()
        for task in (*self._closing, *self._opening.values()):
            task.cancel()
        for live in self.live.values():
            live.drop()


def _listed(row: TableRow, playing: bool, names: dict[str, str]) -> OpenTable:
    taken = [seat for seat in row.seats if seat.kind != "open"]
    shown = [seat.name or names.get(seat.person or "", "") for seat in taken]
    return OpenTable(row.code, row.game, shown, len(row.seats) - len(taken), playing)  # type: ignore[arg-type]
