"""What the house forgets, and when: tables that never started, games that nobody visits, guests who do not come back,
and what its host closed or removed. A host's orders lie in the database (see `admin`), where every node looks for them.

What is to go is looked for by a reader and goes in small parts, so that no game waits for it.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import sys
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, Protocol

import structlog
from sqlalchemy.engine import Connection

from tercet.server.config import Config
from tercet.server.counts import Counts
from tercet.server.people import wall
from tercet.server.registry import sweep_registry
from tercet.server.store import DAY_MS, HOUR_MS, Store

log = structlog.get_logger()

BEAT_S = 1.0  # how soon a node hears what its host ordered
CLOSED_MS = 60_000  # a closed table lies there until every node has let go of it
AT_ONCE = 20  # tables that go in one transaction
MOST_GUESTS = 500

# A table that plays or waits is touched while anybody is there, so what was not touched is in nobody's memory.
_TABLES = """
    select code, touched from tables where closed < :closed
    union select code, touched from tables where match is null and touched < :lobby
    union select code, touched from tables where touched < :old
    limit 1000
"""
# A guest who never came to play is kept for a day.
_UNSEEN = """
    (seen < :seen or (seen = created and seen < :yesterday))
    and not exists (select 1 from players where players.person = people.id)
    and not exists (select 1 from bests where bests.person = people.id)
    and not exists (select 1 from accounts where accounts.person = people.id)
"""
_GUESTS = f"select id from people where {_UNSEEN} limit :most"
_FORGET = f"delete from people where id in (select value from json_each(:ids)) and {_UNSEEN}"
_NODES = """
    delete from heartbeats where wall < :yesterday
    and node not in (select node from matches where finished is null and node is not null)
"""


class Forgotten(NamedTuple):
    """How much was forgotten."""

    tables: int
    guests: int


async def sweep(store: Store, config: Config, now: int) -> Forgotten:
    """Forget what is kept no longer, as of wall time `now`."""
    times = {
        "closed": now - CLOSED_MS,
        "lobby": now - int(config.keep_lobby * HOUR_MS),
        "old": now - int(config.keep_tables * DAY_MS),
        "seen": now - int(config.keep_guests * DAY_MS),
        "yesterday": now - DAY_MS,
        "most": MOST_GUESTS,
    }
    tables = guests = 0
    while found := await store.look(lambda database: _rows(database, _TABLES, times)):
        for i in range(0, len(found), AT_ONCE):
            tables += await store.write(partial(forget_tables, tables=found[i : i + AT_ONCE]))
    while found := await store.look(lambda database: _rows(database, _GUESTS, times)):
        ids = json.dumps([guest.id for guest in found])  # looked at anew, for somebody may have sat down meanwhile
        guests += await store.write(partial(_change, sql=_FORGET, values={**times, "ids": ids}))

    def others(database: Connection) -> None:
        database.exec_driver_sql(_NODES, {"yesterday": times["yesterday"]})
        database.exec_driver_sql("delete from removed where wall < :yesterday", {"yesterday": times["yesterday"]})
        sweep_registry(database, now)

    await store.write(others)
    return Forgotten(tables, guests)


def _rows(database: Connection, sql: str, values: Any = ()) -> Sequence[Any]:
    return database.exec_driver_sql(sql, values).all()


def forget_tables(database: Connection, tables: Collection[Any]) -> int:
    """Delete tables with all their matches, as (code, touched), unless touched again; gives how many."""
    gone = 0
    for code, touched in tables:
        if database.exec_driver_sql("delete from tables where code = ? and touched = ?", (code, touched)).rowcount:
            gone += 1
            matches = "select id from matches where code = ?"
            database.exec_driver_sql(f"delete from rows where match in ({matches})", (code,))
            database.exec_driver_sql("delete from matches where code = ?", (code,))
            database.exec_driver_sql("delete from players where code = ?", (code,))
    return gone


def _change(database: Connection, sql: str, values: Any) -> int:
    return database.exec_driver_sql(sql, values).rowcount


# --------------------------------------------------------------------------------------- what the host orders


def close_table(database: Connection, code: str, now: int) -> bool:
    """Close a table for everybody; False if there is none. It is deleted once every node has let go of it."""
    close = "update tables set closed = ?, version = version + 1 where code = ? and closed is null"
    return database.exec_driver_sql(close, (now, code)).rowcount == 1


def mark_removed(database: Connection, person: str, now: int) -> None:
    """Note that somebody was removed, so that every node lets go of them."""
    database.exec_driver_sql("insert or replace into removed (person, wall) values (?, ?)", (person, now))


def orders(database: Connection) -> tuple[list[str], list[str]]:
    """The tables that were closed and the people who were removed lately."""
    closed = [code for (code,) in _rows(database, "select code from tables where closed is not null")]
    return closed, [person for (person,) in _rows(database, "select person from removed")]


def find_person(database: Connection, name: str, key: str) -> str | None:
    """The person with this id, or whose account is called so."""
    found = _rows(
        database,
        "select id from people where id = ? union select person from accounts where login_key = ?",
        (name, key),
    )
    return found[0].id if found else None


# ---------------------------------------------------------------------------------------- what the host looks at


class KeptTable(NamedTuple):
    """A table as its host sees it; times are by the wall clock."""

    code: str
    game: str
    state: str  # waiting, playing or over
    people: list[str]
    since: int
    last: int


class KeptPerson(NamedTuple):
    """A person as the host sees them: how many devices and games they have; times are by the wall clock."""

    person: str
    name: str
    account: str | None
    devices: int
    games: int
    since: int
    last: int


_KEPT_TABLES = """
    select code, game,
    case when match is null then 'waiting' when exists (
        select 1 from matches where matches.code = tables.code and n = tables.match and finished is null
    ) then 'playing' else 'over' end as state,
    (select json_group_array(coalesce(players.name, people.name, '?')) from players
        left join people on people.id = players.person
        where players.code = tables.code and n = coalesce(tables.match, 0)) as people,
    created as since, touched as last
    from tables where closed is null order by touched desc, code limit ?
"""
_KEPT_PEOPLE = """
    select id as person, name,
    (select login from accounts where accounts.person = people.id) as account,
    (select count(*) from sessions where sessions.person = people.id) as devices,
    (select count(distinct code || '/' || n) from players where players.person = people.id) as games,
    created as since, seen as last
    from people order by seen desc, id limit ?
"""


def tables(database: Connection, most: int) -> tuple[list[KeptTable], int]:
    """The tables, at most so many, the one visited last first; and how many there are."""
    found = [row._asdict() for row in _rows(database, _KEPT_TABLES, (most,))]
    return [KeptTable(**row | {"people": json.loads(row["people"])}) for row in found], count_tables(database)


def people(database: Connection, most: int) -> tuple[list[KeptPerson], int]:
    """The people, at most so many, the one seen last first; and how many there are."""
    found = [KeptPerson(*row) for row in _rows(database, _KEPT_PEOPLE, (most,))]
    return found, kept(database)["people"]


def count_tables(database: Connection) -> int:
    """How many tables are kept."""
    count: int = database.exec_driver_sql("select count(*) from tables").scalar_one()
    return count


def kept(database: Connection) -> dict[str, int]:
    """How much of each kind lies in the database."""
    kinds = ("tables", "matches", "people", "accounts")
    return {kind: _rows(database, f"select count(*) from {kind}")[0][0] for kind in kinds}


def see(database: Connection, people: Collection[str], now: int) -> None:
    """Note that these people are here."""
    update = "update people set seen = ? where id in (select value from json_each(?))"
    database.exec_driver_sql(update, (now, json.dumps(list(people))))


# ------------------------------------------------------------------------------------------------- the keeper


class Guarded(Protocol):
    """The tables in memory, as the keeper knows them."""

    async def touch(self) -> None:
        """Note that the tables in memory are in use."""

    async def close(self, code: str) -> None:
        """Let go of a table that was closed."""


class Keeper:
    """Sweeps one node's house, and hears what its host orders."""

    def __init__(
        self,
        store: Store,
        tables: Guarded,
        here: Callable[[], set[str]],
        alone: Callable[[], None],
        config: Config,
        counts: Counts,
    ) -> None:
        """`here` tells who is connected; `alone` is called when nobody is, now and then."""
        self._store, self._tables, self._config, self._counts = store, tables, config, counts
        self._here, self._alone = here, alone

    async def keep(self) -> None:
        """Keep the tables in use and the people who are here, and forget what is kept no longer; never ends."""
        while True:
            await self._tables.touch()
            await self._store.write(partial(see, people=self._here(), now=wall()))
            forgotten = await sweep(self._store, self._config, wall())
            self._counts.swept.update(forgotten._asdict())
            if any(forgotten):
                log.info("swept", **forgotten._asdict())
            if not self._here():
                self._alone()
            await asyncio.sleep(self._config.sweep)


def give_back_memory() -> None:
    """Let the system have what is free. It takes a while, so only when nobody is here.

    The allocator would keep the pages, for they lie between others that are in use.
    """
    gc.collect()
    if sys.platform == "linux":
        with suppress(AttributeError):  # of another C library than glibc
            ctypes.CDLL(None).malloc_trim(0)
