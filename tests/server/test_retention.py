"""What is kept no longer goes by the stated time, from the disk and from memory; what somebody may miss stays."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from tercet.server.config import Config
from tercet.server.keeping import sweep
from tercet.server.messages import NewSeat, NewTable
from tercet.server.registry import AccountRow
from tercet.server.store import DAY_MS, HOUR_MS, Entry, Person, Result, SeatRow, SqliteStore
from tests.server.houses import house, process
from tests.server.people import Guest
from tests.server.stores import TABLE, match_of

NOW = 1000 * DAY_MS
CONFIG = Config(keep_lobby=2, keep_tables=30, keep_guests=10)
A_TENTH_S = 0.1 / 3600  # in hours
A_SECOND = 1 / 86_400  # in days


async def test_tables_go_when_their_time_has_come_with_all_their_rows(store: SqliteStore) -> None:
    kept = await match_of(store, replace(TABLE, code="PLAYD", touched=NOW - 29 * DAY_MS))
    old = await match_of(store, replace(TABLE, code="NZZZZ", touched=NOW - 31 * DAY_MS))
    for code, touched in (("LLLLL", NOW - 3 * HOUR_MS), ("NEWER", NOW - HOUR_MS)):
        await store.add_table(replace(TABLE, code=code, touched=touched))
    assert await sweep(store, CONFIG, NOW) == (2, 0)
    assert [code for code in ("PLAYD", "NZZZZ", "LLLLL", "NEWER") if await store.table(code)] == ["PLAYD", "NEWER"]
    assert await store.rows(kept, -1) and not await store.rows(old, -1)
    assert await store.match("NZZZZ", 1) is None and not await store.players("NZZZZ", 1)
    assert await sweep(store, CONFIG, NOW) == (0, 0)


async def test_guests_without_seats_results_or_accounts_go(store: SqliteStore) -> None:
    long_ago, lately = NOW - 11 * DAY_MS, NOW - 9 * DAY_MS
    seen = {"gone": long_ago, "lately": lately, "seated": long_ago, "best": long_ago, "account": long_ago}
    for name, wall in seen.items():
        await store.add_person(Person(name, name), f"hash of {name}", wall - DAY_MS)
        await store.seen(name, wall)
    for name, wall in {"visitor": NOW - 2 * DAY_MS, "new": NOW - HOUR_MS}.items():  # who never came to play
        await store.add_person(Person(name, name), f"hash of {name}", wall)
    match = await match_of(store, replace(TABLE, seats=(SeatRow("person", "seated"),), touched=NOW))
    result = Result("best", "trios", "full", 60, 5, 0, "BCDFG", 1, 9)
    assert await store.append(Entry(match, 1, None, None, b"x", finished=NOW, result=result))
    assert await store.registry.add_account(AccountRow("account", "Ann", "ann", "hash", 1))
    assert await sweep(store, CONFIG, NOW) == (0, 2)
    assert (await store.names([*seen, "visitor", "new"])).keys() == {"lately", "seated", "best", "account", "new"}
    assert await store.person("hash of gone") is None and await store.person("hash of seated")


async def test_a_closed_table_goes_when_every_node_has_heard(store: SqliteStore) -> None:
    await store.add_table(replace(TABLE, touched=NOW))
    await store.write(lambda database: database.exec_driver_sql("update tables set closed = ?", (NOW - 59_000,)))
    assert await sweep(store, CONFIG, NOW) == (0, 0)
    assert await sweep(store, CONFIG, NOW + 2_000) == (1, 0)


def count(data: Path, kind: str) -> int:
    """How many rows of a kind lie on the disk."""
    with closing(sqlite3.connect(data / "tercet.db")) as database:
        found: int = database.execute(f"select count(*) from {kind}").fetchone()[0]
        return found


async def until_gone(data: Path, *kinds: str, seconds: float = 20) -> None:
    """Wait until no rows of these kinds lie on the disk."""
    async with asyncio.timeout(seconds):
        while any([await asyncio.to_thread(count, data, kind) for kind in kinds]):
            await asyncio.sleep(0.1)


async def test_two_thousand_tables_that_nobody_joins_leave_nothing_behind(tmp_path: Path) -> None:
    """Nothing of them is in memory, and the house forgets them by itself; the list of open ones stays short."""
    async with house(tmp_path, keep_lobby=2 / 3600, sweep=0.2) as h, h.guest() as ann:
        mine = (await ann.open("me", "open", open=True))["code"]
        line = await ann.join(mine, 0)
        new = NewTable("trios", [NewSeat("me"), NewSeat("open")], open=True)
        for _ in range(40):
            await asyncio.gather(*(h.house.tables.create("nobody", new) for _ in range(50)))
            assert len((await h.house.tables.listed()).tables) <= 50
        assert list(h.house.tables.live) == [mine]
        async with asyncio.timeout(30):
            while await asyncio.to_thread(count, tmp_path, "tables") > 1:
                await asyncio.sleep(0.1)
        assert [table.code for table in (await h.house.tables.listed()).tables] == [mine]  # for somebody is there
        assert h.house.counts.swept["tables"] == 2000 and line.closed is None


async def test_a_guest_who_comes_again_is_kept_and_known(tmp_path: Path) -> None:
    async with house(tmp_path, keep_guests=A_SECOND, sweep=0.1) as h, h.guest() as ann:
        line = await ann.join((await ann.open("me", "open"))["code"], 0)
        async with h.guest() as ben:
            await (await ben.connect()).close()
            async with asyncio.timeout(10):
                while await asyncio.to_thread(count, tmp_path, "people") > 1:
                    await asyncio.sleep(0.1)
            assert (await ben.call("api/me"))["id"] != ben.you["id"]  # a new guest
        assert (await ann.call("api/me"))["id"] == ann.you["id"] and line.closed is None


async def play_alone(guest: Guest, games: int) -> None:
    """Play so many games to their ends, one after another, each at a table of its own."""
    for _ in range(games):
        code = (await guest.open("me", options={"deck": "easy"}))["code"]
        line = await guest.join(code, 0)
        while line.view["phase"] == "play":
            await line.did(0, "trios.select", cards=line.trio())
        await line.close()
        guest.lines.clear()


@pytest.mark.parametrize(
    ("games", "bytes_each"),
    [(60, 50_000), pytest.param(500, 6_000, marks=[pytest.mark.soak, pytest.mark.timeout(900)])],
)
async def test_games_that_are_over_leave_nothing_in_memory_or_on_the_disk(
    tmp_path: Path, games: int, bytes_each: int
) -> None:
    """Rows stay for the stated time, and go by it; what a table took in memory comes back."""
    short = f"--keep-tables={5 * A_SECOND:.7f}"
    with process(tmp_path, "--rest=0", "--new-tables=100000", "--sweep=0.5", short) as h:
        async with h.guest() as ann:
            await play_alone(ann, 40)
            before = h.memory
            await play_alone(ann, games)
            assert count(tmp_path, "rows") > 0  # the last ones are the history
            await until_gone(tmp_path, "tables", "matches", "rows", "players")
            assert h.memory - before < games * bytes_each
