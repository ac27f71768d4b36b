"""The house: everything that runs behind the edge, started and stopped together."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Collection, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import structlog

from tercet.engine.core import Illegal
from tercet.server import keeping, lock
from tercet.server.accounts import Accounts
from tercet.server.bus import FileBus
from tercet.server.config import Config
from tercet.server.counts import Counts
from tercet.server.exchange import Exchange
from tercet.server.history import History
from tercet.server.keeping import BEAT_S, Keeper
from tercet.server.limits import Limit
from tercet.server.meeting import Meeting
from tercet.server.people import People, wall
from tercet.server.store import SqliteStore, Store, StoreError, open_database
from tercet.server.tables import Tables
from tercet.server.thinkers import Thinkers

log = structlog.get_logger()

TALK_MS = 10_000  # how long a line that somebody says counts
NEW_FILES = 20  # that one person may open in a minute
DOOR_S = 5.0  # how soon a device is signed out that was so by another node
SIGN_OUT_S = 1.0
CHECK_S = 2.0  # within which a database that is well takes something in
CHECKED_S = 1.0  # how long that is believed
TRIES_OF_NAME = 10  # times as many tries by one name as from one address


class Watched(Protocol):
    """A connection that is looked after."""

    person: str
    address: str
    session: str

    def end(self, code: str) -> None:
        """Close the connection from this side, for a reason of the house."""

    def check(self) -> None:
        """Give the connection up if its other end is stuck or silent."""


class House:
    """One node: its store, people, tables and connections."""

    store: Store
    people: People
    bus: FileBus
    tables: Tables
    thinkers: Thinkers
    meeting: Meeting
    exchange: Exchange
    history: History
    accounts: Accounts

    def __init__(self, config: Config) -> None:
        self.config = config
        self.node = secrets.token_hex(8)
        self.connections: set[Watched] = set()
        self.counts = Counts()
        self.new_tables = Limit("too_many_tables", config.new_tables)
        self.new_files = Limit("too_many_files", NEW_FILES)
        self.new_guests = Limit("too_many_guests", config.new_guests)
        self.changes = Limit("too_many_requests", config.changes)
        self.wrong_codes = Limit("too_many_codes", config.wrong_codes)
        self.tries = Limit("too_many_tries", config.tries)
        self.tries_of_name = Limit("too_many_tries", TRIES_OF_NAME * config.tries)
        self.talks = Limit("too_much_talk", config.talk, TALK_MS)
        self._checking: asyncio.Task[bool] | None = None
        self._checked = 0.0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[House]:
        """The house while it runs. Nothing is saved at the end: everything is written down when it happens."""
        with lock.in_use(self.config.data):
            async with self._open():
                yield self

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[None]:
        await asyncio.to_thread(open_database, self.config.database)
        self.store = SqliteStore(self.config.database, self.counts)
        self.people = People(self.store)
        self.bus = FileBus(self.store)
        self.thinkers = Thinkers()
        self.tables = Tables(self.store, self.people, self.bus, self.config, self.node, self.thinkers)
        self.meeting = Meeting(self.tables, self.store, self.config)
        self.exchange = Exchange(self.store, self.people, self.tables)
        self.history = History(self.store, self.people, self.tables)
        self.accounts = Accounts(self.store, self.people, self.tables, self.config, self.sign_out_soon)
        upkeep = Keeper(self.store, self.tables, self.people_here, self._let_go, self.config, self.counts)
        log.info("open", node=self.node, data=str(self.config.database))
        keepers = [
            asyncio.create_task(_for_ever(work), name=name)
            for name, work in (
                ("heartbeat", self._beat),
                ("bus", self.bus.listen),
                ("keeper", upkeep.keep),
                ("orders", self._heed),
                ("patrol", self._patrol),
                ("door", self._watch_door),
            )
        ]
        try:
            yield
        finally:
            for keeper in keepers:
                keeper.cancel()
            self.tables.drop()
            await asyncio.gather(*keepers, return_exceptions=True)
            await self.thinkers.close()
            await self.store.close()
            log.info("closed", node=self.node)

    def people_here(self) -> set[str]:
        """Who has a connection."""
        return {connection.person for connection in self.connections}

    def _let_go(self) -> None:
        """Nobody is here: what is remembered of those who were only keeps memory from being given back."""
        for limit in [value for value in vars(self).values() if isinstance(value, Limit)]:
            limit.forget(wall())
        self.people.let_go()
        self.store.give_back()
        keeping.give_back_memory()

    def full(self, address: str) -> bool:
        """Whether no more connections may come, or none from this address ("" if that can't be told)."""
        if len(self.connections) >= self.config.most_connections:
            return True
        same = sum(connection.address == address for connection in self.connections) if address else 0
        return same >= self.config.most_from_address

    async def room_for_a_table(self) -> None:
        """Raises Illegal ("house_full") if no more tables may be kept."""
        if await self.store.look(keeping.count_tables) >= self.config.most_tables:
            raise Illegal("house_full", "")

    async def is_well(self) -> bool:
        """Whether the database takes something in; tried once in a while, however often it is asked."""
        if self._checking is None or (self._checking.done() and time.monotonic() - self._checked > CHECKED_S):
            self._checking, self._checked = asyncio.create_task(self._is_well()), time.monotonic()
        return await asyncio.shield(self._checking)

    async def _is_well(self) -> bool:
        try:
            async with asyncio.timeout(CHECK_S):
                await self.store.check()
        except (StoreError, TimeoutError) as fault:
            log.warning("unwell", reason=str(fault) or "the database is busy")
            return False
        return True

    def end_connections(self, code: str) -> None:
        """Close every connection from this side, for a reason that each is told."""
        for connection in list(self.connections):
            connection.end(code)

    def sign_out_soon(self, sessions: Collection[str]) -> None:
        """End the connections of these sessions, once a browser that has a new one knows it."""
        asyncio.get_running_loop().call_later(SIGN_OUT_S, self._sign_out, frozenset(sessions))

    def _sign_out(self, sessions: Collection[str]) -> None:
        for connection in [c for c in self.connections if c.session in sessions]:
            connection.end("signed_out")

    async def _watch_door(self) -> None:
        """End the connections of sessions that another node ended; never ends."""
        while True:
            await asyncio.sleep(DOOR_S)
            _, removed = await self.store.look(keeping.orders)  # who are told so elsewhere
            if here := {c.session for c in self.connections if c.person not in removed}:
                self._sign_out(here - await self.store.registry.alive(here))

    async def _beat_once(self) -> None:
        self.bus.others(await self.store.beat(self.node, wall()))

    async def _beat(self) -> None:
        """Heartbeats, while there is a table whose clock they could tell."""
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.tables.loaded.wait(), BEAT_S)
            self.tables.loaded.clear()
            if self.tables.live:
                await self._beat_once()

    async def _heed(self) -> None:
        """Do what the host ordered from outside (see `admin`); never ends."""
        done: set[str] = set()
        while True:
            await asyncio.sleep(BEAT_S)
            closed, removed = await self.store.look(keeping.orders)
            for code in closed:
                await self.tables.close(code)
            if gone := set(removed) - done:
                for person in gone:
                    await self.people.forget(person)
                    self.tables.forget(person)
                await self.bus.look()
                for connection in [c for c in self.connections if c.person in gone]:
                    connection.end("sent_away")
            done = set(removed)

    async def _patrol(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await asyncio.sleep(BEAT_S)
            self.counts.late.note(max(0.0, loop.time() - began - BEAT_S))
            for connection in list(self.connections):
                connection.check()


async def _for_ever(work: Any) -> None:
    """Do work that never ends; a fault is logged, and a little later it goes on."""
    while True:
        try:
            coroutine: Coroutine[Any, Any, None] = work()
            await coroutine
        except Exception:  # the disk may be full for a while
            log.exception("keeper", work=work.__qualname__)
        await asyncio.sleep(BEAT_S)
