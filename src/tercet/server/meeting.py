"""Playing with anyone: people who want the same game, set up in the same way, find themselves at one table.

Who waits does so at a table of their own with a free seat, and says so every few seconds; who falls silent waits no
longer. Nobody is matched with somebody who is not there: the match begins when both have said ready.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from tercet.engine import load
from tercet.engine.core import Illegal
from tercet.server.config import Config
from tercet.server.lobby import has_free_seat, people, sits, waited
from tercet.server.messages import Anyone, NewSeat, NewTable, Sit, Table
from tercet.server.people import wall
from tercet.server.seats import first_seats, seated, stood
from tercet.server.set_up import check_set_up
from tercet.server.store import Store, TableRow
from tercet.server.tables import Tables

SEATS = (NewSeat("me"), NewSeat("open"))


class Meeting:
    """Where people wait for anyone."""

    def __init__(self, tables: Tables, store: Store, config: Config) -> None:
        self._tables, self._store = tables, store
        self._lapse = int(config.lapse * 1000)
        self._one_by_one = asyncio.Lock()  # two who come at once shall meet; on other nodes the next sign does it

    async def meet(self, person: str, wish: Anyone, may_open: Callable[[], Awaitable[None]]) -> Table:
        """The table where this person waits, or meets somebody; raises Illegal for a game that can't be set up so.

        `may_open` is asked before another table is opened, and raises Illegal if that would be too many.
        """
        check_set_up(NewTable(wish.game, list(SEATS), wish.options))
        async with self._one_by_one:
            while True:
                if row := await self._try(person, wish, may_open):
                    return await self._tables.shown(row, person)

    async def _try(self, person: str, wish: Anyone, may_open: Callable[[], Awaitable[None]]) -> TableRow | None:
        """None if somebody was faster."""
        now = wall()
        at = await self._at(person, wish)
        if at and (at.match is not None or not at.anyone):
            return at  # it has begun
        waiting = await self._store.waiting_tables(wish.game, now - self._lapse)
        alike = [row for row in waiting if _options(row) == _wanted(wish) and not self._tables.is_deserted(row.code)]
        mine = at or next((row for row in alike if sits(row, person)), None)
        best = next((row for row in alike if _waits_for(row, person)), None)
        if mine and (len(people(mine)) > 1 or best is None or _age(mine) < _age(best)):
            await self._store.touch([mine.code], now)
            return await self._tables.alter(mine.code, lambda row: waited(row, person, self._lapse, now))
        if best is None:
            await may_open()
            return await self._tables.add(self._new(person, wish, now), self._store.add_table)
        try:
            met = await self._tables.alter(best.code, lambda row: seated(row, person, Sit(), now))
        except Illegal:
            return None
        if mine:
            seat = next(i for i, seat in enumerate(mine.seats) if seat.person == person)
            await self._tables.alter(mine.code, lambda row: stood(row, person, seat))
        return met

    async def _at(self, person: str, wish: Anyone) -> TableRow | None:
        """The table where this person says to wait, if they do."""
        row = await self._store.table(wish.table) if wish.table else None
        return row if row and sits(row, person) else None

    def _new(self, person: str, wish: Anyone, now: int) -> TableRow:
        return TableRow(
            code="", game=wish.game, options=wish.options, seats=first_seats(person, SEATS, now), host=person,
            open=True, pace=1.0, match=None, version=1, created=now, touched=now, anyone=True,
        )  # fmt: skip


def _waits_for(row: TableRow, person: str) -> bool:
    """Whether somebody waits here for somebody like this person."""
    return bool(people(row)) and not sits(row, person) and has_free_seat(row) and row.barred.get(person) != "removed"


def _age(row: TableRow) -> tuple[int, str]:
    return row.created, row.code


def _options(row: TableRow) -> Any:
    return msgspec.convert(row.options, load(row.game).Options)


def _wanted(wish: Anyone) -> Any:
    return msgspec.convert(wish.options, load(wish.game).Options)
