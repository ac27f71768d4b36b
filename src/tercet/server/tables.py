"""All tables of the house: what becomes of one from the invitation to "again".

What may change at a table is decided by small functions from one row to the next (`seats`, `lobby`); whose change
counts is decided by the store, so two people who open one link in the same moment get two seats, on one node or on
several. A table that somebody follows is loaded (`live`), with the room of its newest match.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from tercet.engine import core
from tercet.engine.chance import new_seed
from tercet.engine.core import Illegal, Seat
from tercet.engine.match import Level, Match, Player, record_decoder
from tercet.server import lobby, messages
from tercet.server.bus import Bus
from tercet.server.config import Config
from tercet.server.live import LiveTable, called, named, shown
from tercet.server.messages import NewTable, OpenTable, Sit, Whom
from tercet.server.people import People, wall
from tercet.server.room import Viewer
from tercet.server.seats import begun, first_seats, joined, may_start, seated, stood
from tercet.server.set_up import check_set_up, most_seats, options_of
from tercet.server.store import HOUR_MS, MatchRow, News, Store, TableRow
from tercet.server.thinkers import Thinkers, Unthought

log = structlog.get_logger()

LETTERS = "BCDFGHJKMNPQRSTVWXYZ"  # no vowels, so no words, and none that is taken for another
LISTED = 50
LISTED_MS = HOUR_MS // 2  # how long after the last visit an open table is listed
AGAIN_S = 1.0  # how soon it is asked again whether another node is alive
REMEMBERED = 500  # hands of which is known what they overlooked
MOST_MATCHES = 1_000_000  # at one table; no number in an address is larger


def rows_of_hand(game: str, rows: Sequence[bytes], deal: int) -> Sequence[bytes]:
    """The rows of a match up to the end of a hand; Illegal("hand_not_over") where it would tell of hands."""
    ends = f'"{game}.hand_ended"'.encode()
    for n, row in enumerate(rows, 1):
        if ends in row and deal in (getattr(fact, "deal", None) for fact in record_decoder(game).decode(row).events):
            return rows[:n]
    raise Illegal("hand_not_over", "G2", deal=deal)


# ---------------------------------------------------------------------------------------------------- all tables


class Tables:
    """Every table of the house, and those in memory."""

    def __init__(self, store: Store, people: People, bus: Bus, config: Config, node: str, thinkers: Thinkers) -> None:
        self.thinkers = thinkers
        self.live: dict[str, LiveTable] = {}
        self._store, self._people, self._bus, self._config, self._node = store, people, bus, config, node
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._coming: Counter[str] = Counter()  # how many are about to follow a table
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
        while True:
            row = await self.row(code)
            if await self._over(row):
                changed = joined(row, person, sit, most_seats(row), wall())
            else:
                if row.match is not None and not lobby.sits(row, person):
                    match = await self.match(code, row.match)
                    if match.copied and match.finished is None:
                        raise Illegal("copied", "G2")  # whoever has the file may know what comes
                changed = seated(row, person, sit, wall())
            if put := await self._put(row, changed):
                return await self.shown(put, person)

    async def stand(self, person: str, code: str, seat: Seat) -> messages.Table:
        over = await self._over(await self.row(code))
        name = (await self._people.names([person]))[person]

        def change(row: TableRow) -> TableRow:
            if row.match != over:
                raise Illegal("playing", "G5a")
            return stood(row, person, seat, name)

        row = await self.alter(code, change)
        await self._begin_without(row)
        return await self.shown(row, person)

    async def ready(self, person: str, code: str, on: bool) -> messages.Table:
        """Somebody is ready, or not yet; when all are the first match begins."""
        row = await self.alter(code, lambda row: lobby.readied(row, person, on))
        return await self.shown(await self._begin_if_ready(row), person)

    async def seat_computer(self, person: str, code: str, seat: Seat, level: Level | None) -> messages.Table:
        """Give a free seat to a computer player, or change one that sits there, by whoever may start."""

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
        row = await self.row(code)
        meant = lobby.meant(row, person, whom)
        name = (await self._people.names([meant]))[meant]

        def change(row: TableRow) -> TableRow:
            lobby.check_host(row, person)
            changed = lobby.barred(row, meant, "removed", whom.on)
            return lobby.put_out(changed, meant, name) if whom.on and changed is not row else changed

        row = await self.alter(code, change)
        await self._begin_without(row)
        return await self.shown(row, person)

    async def _change(self, person: str, code: str, change: Callable[[TableRow], TableRow]) -> messages.Table:
        return await self.shown(await self.alter(code, change), person)

    async def alter(self, code: str, change: Callable[[TableRow], TableRow]) -> TableRow:
        """Change a table as it stands, again if somebody was faster; if `change` gives the same row nothing happens."""
        while True:
            row = await self.row(code)
            if put := await self._put(row, change(row)):
                return put

    async def _put(self, row: TableRow, changed: TableRow) -> TableRow | None:
        """The table after it was changed from this row, if it is another; None if somebody was faster."""
        if changed is row:
            return row
        changed = replace(changed, version=row.version + 1, touched=wall())
        if not await self._store.change_table(changed):
            return None
        await self._changed(changed)
        return changed

    async def _changed(self, row: TableRow) -> None:
        if live := self.live.get(row.code):
            await live.take(row)
            self._mind(live)

    def is_deserted(self, code: str) -> bool:
        """Whether everybody who followed this table here has gone, as far as this node knows."""
        live = self.live.get(code)
        return live is not None and live.is_empty

    def _is_here(self, row: TableRow) -> Callable[[str], bool]:
        live = self.live.get(row.code)
        return live.person_is_here if live else lambda _: False

    async def start(self, person: str, code: str) -> messages.Table:
        """Begin the first match, or the next once one is over; where one is played nothing changes."""
        while True:
            row = await self.row(code)
            if await self._is_playing(row):
                return await self.shown(row, person)
            if not may_start(row, person, self._is_here(row)):
                raise Illegal("not_host", "")
            if begun := await self._try_begin(replace(row, host=person)):
                return await self.shown(begun, person)

    async def again(self, person: str, code: str) -> messages.Table:
        """Want the next match when one is over; it begins when all who are here do, and one match comes of it."""
        row = await self.row(code)
        if row.match is None or (person == row.host and not lobby.sits(row, person)):
            return await self.start(person, code)
        over = await self._over(row)

        def change(row: TableRow) -> TableRow:
            if row.match != over:
                return row  # it has begun
            if not lobby.sits(row, person):
                raise Illegal("watching", "G2")
            return lobby.wanting(row, person)

        row = await self.alter(code, change)
        return await self.shown(await self._begin_if_all_want(row, person), person)

    async def _begin_without(self, row: TableRow) -> None:
        """Begin the first match, or the next, if those who have gone were all that was waited for."""
        with suppress(Illegal):  # too few are left, which whoever presses is told
            await self._begin_if_ready(await self._begin_if_all_want(row))

    async def _begin_later(self, live: LiveTable) -> None:
        """The same once whoever went has had time to load the page anew."""
        await asyncio.sleep(self._config.rest)
        await self._begin_without(live.row)

    async def _begin_if_ready(self, row: TableRow) -> TableRow:
        """The table with its first match, if all who sit there have said that they are ready."""
        while lobby.is_ready(row):
            row = await self._begin(row)
        return row

    async def _begin_if_all_want(self, row: TableRow, asks: str = "") -> TableRow:
        """The table with its next match, if one is over and all who are here want another, as who `asks` does."""
        live = self.live.get(row.code)

        def is_awaited(person: str) -> bool:
            return person == asks or (live is not None and live.is_awaited(person))

        while lobby.all_want(row, is_awaited) and row.match is not None and await self._over(row) == row.match:
            row = await self._begin(row)
        if live and row.match is not None and lobby.all_want(row, live.person_is_here):
            self._aside(self._begin_later(live))  # only those who went just now are waited for
        return row

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

    async def _over(self, row: TableRow) -> int | None:
        """The number of the newest match, if it is over: a match that is over stays so, whatever happens meanwhile."""
        return None if await self._is_playing(row) else row.match

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
        live = self.live.get(row.code)
        if live and live.row.version < row.version:  # a fault kept it from being told
            await self._changed(row)
        names = await self._people.names(named(row) | (live.named if live else set()))
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

    async def past(self, person: str, code: str, n: int) -> MatchRow:
        """A match that is over, for who played it or may look at the table.

        Raises Illegal("no_such_match", "not_over"), and for who may not.
        """
        row = await self.match(code, n)
        if row.finished is None:
            raise Illegal("not_over", "G2")
        played = await self._store.players(code, n)
        if person not in {seat.person for seat in played.values()}:
            lobby.check_follower(await self.row(code), person)
        return row

    async def overlooked(self, person: str, code: str, n: int, deal: int) -> bytes:
        """What was overlooked in a hand of a match, as JSON: the `missed` of the game's review, thought out once.

        Raises Illegal("no_such_match", "hand_not_over", "too_busy"), and for who may not look at a match that runs.
        """
        row = await self.match(code, n)
        if row.finished is None:
            lobby.check_follower(await self.row(code), person)
        else:
            await self.past(person, code, n)
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
        self._coming[code] += 1
        try:
            live = await self._open(code)
            try:
                await live.join(viewer, match, since)
            finally:
                self._mind(live)
        finally:
            self._coming -= Counter([code])
        return live

    async def _open(self, code: str) -> LiveTable:
        """The table in memory as it stands; while it is being loaded everybody who comes waits for that."""
        if code not in self._opening:
            if live := self.live.get(code):
                return live
            self._opening[code] = asyncio.get_running_loop().create_task(self._load(code))
            self._opening[code].add_done_callback(lambda _: self._opening.pop(code))
        return await asyncio.shield(self._opening[code])

    async def _load(self, code: str) -> LiveTable:
        live = LiveTable(await self.row(code), self._store, self._people, self._config, self._node, self.thinkers)
        self.live[code] = live
        self.loaded.set()
        self._bus.watch(code, partial(self._heard, live))
        try:
            await self._store.touch([code], wall())
            if row := await self._store.table(code):  # it may have changed after it was read, before it was followed
                await live.take(row)
        except BaseException:
            await self.close(code)  # nobody follows it, so nobody would ever let it go
            raise
        # whoever asked for it may have gone before they could follow it
        asyncio.get_running_loop().call_later(self._config.rest + 1, self._mind, live)
        return live

    async def _heard(self, live: LiveTable, news: News) -> None:
        before = live.row
        await live.heard(news)
        if live.row is not before:
            self._mind(live)

    def leave(self, viewer: Viewer, live: LiveTable) -> None:
        """A viewer has gone."""
        live.leave(viewer)
        self._mind(live)
        if live.row.match is not None and lobby.all_want(live.row, live.person_is_here):
            self._aside(self._begin_later(live))

    def _mind(self, live: LiveTable) -> None:
        """People came, went or changed seats: see to who is not there any more."""
        if self.live.get(live.code) is live:  # else the timers are those of the table loaded after it
            self._mind_rest(live)
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
        if self._bus.is_alone:
            self._aside(self._passed_on(live))
        elif self.live.get(live.code) is live:  # the host may well be here, at another node
            loop = asyncio.get_running_loop()
            self._hostless[live.code] = loop.call_later(AGAIN_S, self._pass_on, live)

    def _aside(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something while nobody waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _passed_on(self, live: LiveTable) -> None:
        with suppress(Illegal):  # it was closed meanwhile
            row = await self.alter(live.code, lambda row: lobby.without_host(row, live.person_is_here))
            log.info("host passed on", table=row.code)

    def _mind_rest(self, live: LiveTable) -> None:
        """Lay the match aside once nobody who plays was here for a while (G5)."""
        if live.is_attended:
            if timer := self._resting.pop(live.code, None):
                timer.cancel()
        elif live.code not in self._resting:
            loop = asyncio.get_running_loop()
            self._resting[live.code] = loop.call_later(self._config.rest, self._rest, live)

    def _rest(self, live: LiveTable) -> None:
        self._resting.pop(live.code, None)
        if self.live.get(live.code) is not live or live.is_attended:
            return
        if self._coming[live.code] or live.code in self._opening:
            self._mind_rest(live)
        elif live.is_empty:
            del self.live[live.code]
            self._bus.unwatch(live.code)
            self._aside(live.close())
        elif self._bus.is_alone:
            live.lay_aside()
        else:  # who plays may well be here, at another node
            loop = asyncio.get_running_loop()
            self._resting[live.code] = loop.call_later(AGAIN_S, self._rest, live)

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
