"""The house: everything that runs behind the edge, started and stopped together."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

import structlog

from tercet.server.bus import FileBus
from tercet.server.config import Config
from tercet.server.limits import Limit
from tercet.server.people import People, wall
from tercet.server.store import SqliteStore, Store, open_database
from tercet.server.tables import Tables
from tercet.server.thinkers import Thinkers

log = structlog.get_logger()

BEAT_S = 1.0


class Watched(Protocol):
    """A connection that is looked after."""

    def check(self) -> None:
        """Give the connection up if its other end is stuck or silent."""


class House:
    """One node: its store, people, tables and connections."""

    store: Store
    people: People
    bus: FileBus
    tables: Tables
    thinkers: Thinkers

    def __init__(self, config: Config) -> None:
        self.config = config
        self.node = secrets.token_hex(8)
        self.connections: set[Watched] = set()
        self.new_tables = Limit("too_many_tables", config.new_tables)
        self.new_guests = Limit("too_many_guests", config.new_guests)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[House]:
        """The house while it runs. Nothing is saved at the end: everything is written down when it happens."""
        await asyncio.to_thread(open_database, self.config.database)
        self.store = SqliteStore(self.config.database)
        self.people = People(self.store)
        self.bus = FileBus(self.store)
        self.thinkers = Thinkers()
        self.tables = Tables(self.store, self.people, self.bus, self.config, self.node, self.thinkers)
        log.info("open", node=self.node, data=str(self.config.database))
        keepers = [
            asyncio.create_task(_for_ever(work), name=name)
            for name, work in (
                ("heartbeat", self._beat),
                ("bus", self.bus.listen),
                ("keeper", self.tables.keep),
                ("patrol", self._patrol),
            )
        ]
        try:
            yield self
        finally:
            for keeper in keepers:
                keeper.cancel()
            self.tables.drop()
            await asyncio.gather(*keepers, return_exceptions=True)
            await self.thinkers.close()
            await self.store.close()

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

    async def _patrol(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
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
