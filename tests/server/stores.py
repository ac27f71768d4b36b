"""Stores with something in them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from msgspec.structs import replace

from tercet.server.store import SeatRow, SqliteStore, TableRow

TABLE = TableRow(
    "BCDFG", "trios", {"deck": "easy"}, (SeatRow("person", "p1"), SeatRow()), "p1", True, 1.5, None, 1, 10, 10
)


async def match_of(store: SqliteStore, table: TableRow = TABLE) -> int:
    """Put a table with one match into a store; gives the match's id."""
    assert await store.add_table(table)
    assert await store.add_match(replace(table, version=2, match=1), "seed", b"row 0")
    match = await store.match(table.code, 1)
    assert match
    return match.id


class Held:
    """The next call of a store's method, which is held up until it is let go; `answered`: with its answer in hand.

    `came` is set once it is. All other calls go their way.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, store: Any, name: str, answered: bool = False) -> None:
        self.came, self._go = asyncio.Event(), asyncio.Event()
        method = getattr(store, name)

        async def wait() -> None:
            if not self.came.is_set():
                self.came.set()
                await self._go.wait()

        async def slowly(*args: Any) -> Any:
            if not answered:
                await wait()
            answer = await method(*args)
            if answered:
                await wait()
            return answer

        monkeypatch.setattr(store, name, slowly)

    def let_go(self) -> None:
        self._go.set()
