"""How nodes tell each other that something changed: a row of a match, or a table. The message is only "look again".

A lost message is a gap, and gaps are fetched. On one node there is nobody to tell.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

from tercet.server.store import ALIVE_MS, News, Store

Heard = Callable[[News], Awaitable[None]]


class Bus(Protocol):
    """Where tables that are loaded here hear of rows and changes that were made elsewhere."""

    def watch(self, code: str, heard: Heard) -> None: ...
    def unwatch(self, code: str) -> None: ...

    @property
    def is_alone(self) -> bool:
        """Whether no other node is alive."""


class FileBus:
    """The bus of nodes that share one database file: the rows themselves are the messages.

    While another node is alive the watched tables are looked up every `PERIOD` seconds; alone it costs nothing.
    """

    PERIOD = 0.25

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watched: dict[str, Heard] = {}
        self._others_until = 0.0

    def watch(self, code: str, heard: Heard) -> None:
        self._watched[code] = heard

    def unwatch(self, code: str) -> None:
        self._watched.pop(code, None)

    def others(self, alive: list[str]) -> None:
        """Other nodes that were alive just now."""
        if alive:
            self._others_until = asyncio.get_running_loop().time() + ALIVE_MS / 1000

    @property
    def is_alone(self) -> bool:
        return asyncio.get_running_loop().time() >= self._others_until

    async def listen(self) -> None:
        """Look for news as long as there is anybody to hear from; never ends."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self.PERIOD)
            if self._watched and loop.time() < self._others_until:
                await self.look()

    async def look(self) -> None:
        """Look for news of the watched tables once."""
        for news in await self._store.news(list(self._watched)):
            if heard := self._watched.get(news.code):
                await heard(news)
