"""The store: durable, one after another, and the referee between nodes."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from tercet.server.store import Entry, Person, Result, SqliteStore, open_database
from tests.server.stores import TABLE, match_of


async def test_what_is_put_in_comes_out(store: SqliteStore) -> None:
    await store.add_person(Person("p1", "Ann"), "hash", 5)
    assert await store.person("hash") == Person("p1", "Ann")
    await store.rename("p1", "Ben")
    assert await store.names(["p1", "p2"]) == {"p1": "Ben"}
    assert await store.add_table(TABLE)
    assert await store.table("BCDFG") == TABLE
    assert await store.table("XXXXX") is None
    assert not await store.add_table(TABLE)


@pytest.mark.skipif(os.name == "nt", reason="files there have no such mode")
async def test_nobody_else_on_the_machine_reads_it(store: SqliteStore, tmp_path: Path) -> None:
    """Seeds of games that are played lie in it, and the key of files."""
    await store.add_person(Person("ann", "Ann"), "hash", 1)
    found = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.glob("x.db*")}
    assert found == {"x.db": 0o600, "x.db-wal": 0o600, "x.db-shm": 0o600}


async def test_one_of_two_changes_counts(store: SqliteStore) -> None:
    await store.add_table(TABLE)
    changes = [replace(TABLE, version=2, host=host) for host in ("p2", "p3", "p4")]
    won = await asyncio.gather(*map(store.change_table, changes))
    assert sorted(won) == [False, False, True]
    kept = await store.table("BCDFG")
    assert kept == changes[won.index(True)]


async def test_one_of_two_starts_counts(store: SqliteStore) -> None:
    await store.add_table(TABLE)
    started = replace(TABLE, version=2, match=1)
    assert sorted(await asyncio.gather(*(store.add_match(started, s, s.encode()) for s in ("s1", "s2")))) == [
        False,
        True,
    ]
    match = await store.match("BCDFG", 1)
    assert match and await store.rows(match.id, -1) == [match.seed.encode()]


async def test_one_row_of_a_number(store: SqliteStore) -> None:
    match = await match_of(store)
    entries = [Entry(match, 1, seat, f"r{seat}", f"row by {seat}".encode()) for seat in range(20)]
    won = await asyncio.gather(*map(store.append, entries))
    assert won.count(True) == 1
    assert await store.rows(match, 0) == [f"row by {won.index(True)}".encode()]
    assert await store.rows(match, -1) == [b"row 0", f"row by {won.index(True)}".encode()]


def count_commits(store: SqliteStore) -> list[str]:
    """The writer's transactions from now on; a statement alone is one."""
    commits: list[str] = []

    def trace(statement: str) -> None:
        if statement.startswith(("INSERT", "begin")):
            commits.append(statement[:20])

    store._writer._driver.set_trace_callback(trace)
    return commits


async def test_a_thousand_writes_are_few_commits(store: SqliteStore, tmp_path: Path) -> None:
    match = await match_of(store)
    commits = count_commits(store)
    assert all(await asyncio.gather(*(store.append(Entry(match, seq, 0, None, b"x")) for seq in range(1, 1001))))
    assert 0 < len(commits) <= 50
    assert len(await store.rows(match, -1)) == 1001
    with sqlite3.connect(tmp_path / "x.db") as other:
        assert other.execute("select count(*) from rows").fetchone() == (1001,)
        assert other.execute("pragma journal_mode").fetchone() == ("wal",)
    other.close()


async def test_a_write_that_fails_harms_no_other(store: SqliteStore) -> None:
    match = await match_of(store)

    def fail(_: sa.Connection) -> None:
        raise ZeroDivisionError

    def wrong(connection: sa.Connection) -> None:
        connection.exec_driver_sql("insert into rows values (99, 99, 0, null, 'x')")
        connection.exec_driver_sql("insert into nowhere values (1)")

    answers = await asyncio.gather(
        store.append(Entry(match, 1, 0, None, b"1")),
        store._write(fail),
        store._write(wrong),
        store.append(Entry(match, 2, 0, None, b"2")),
        return_exceptions=True,
    )
    assert answers[0] is True and answers[3] is True
    assert isinstance(answers[1], ZeroDivisionError) and isinstance(answers[2], sa.exc.OperationalError)
    assert await store.rows(99, -1) == []
    assert await store.append(Entry(match, 3, 0, None, b"3"))


async def test_the_end_and_a_lone_result_are_written_with_the_last_row(store: SqliteStore) -> None:
    match = await match_of(store)
    results = [Result("p1", "trios", deck, points, time, 0, "BCDFG", 1, 9) for deck, points, time in
               [("full", 60, 5), ("full", 66, 9), ("full", 66, 7), ("full", 3, 1), ("easy", 24, 1)]]  # fmt: skip
    for seq, result in enumerate(results, 1):
        assert await store.append(Entry(match, seq, None, None, b"x", finished=77, result=result))
    assert not await store.append(Entry(match, 1, None, None, b"x", finished=99, result=results[0]))
    row = await store.match("BCDFG", 1)
    assert row and row.finished == 77
    best = await store.best("p1", "trios", 2)
    assert [(r.kind, r.points, r.time_ms) for r in best] == [("easy", 24, 1), ("full", 66, 7), ("full", 66, 9)]
    assert await store.best("p2", "trios", 2) == [] == await store.best("p1", "chess", 2)


async def test_nodes_hear_of_each_other(store: SqliteStore) -> None:
    assert await store.beat("a", 10_000) == []
    assert await store.beat("b", 11_000) == ["a"]
    assert await store.beat("a", 14_500) == []
    assert await store.heartbeat("b") == 11_000 and await store.heartbeat("c") is None


async def test_news(store: SqliteStore) -> None:
    match = await match_of(store)
    await store.append(Entry(match, 1, 0, None, b"x"))
    await store.add_table(replace(TABLE, code="GGGGG"))
    news = {n.code: n for n in await store.news(["BCDFG", "GGGGG", "XXXXX"])}
    assert news == {"BCDFG": ("BCDFG", 2, 1, 1), "GGGGG": ("GGGGG", 1, None, None)}


async def test_open_tables_that_wait_or_play_are_listed(store: SqliteStore) -> None:
    for code, is_open, touched in (("WAITS", True, 50), ("HIDES", False, 50), ("STALE", True, 5)):
        await store.add_table(replace(TABLE, code=code, open=is_open, touched=touched))
    plays = await match_of(store, replace(TABLE, code="PLAYS", created=99))
    over = await match_of(store, replace(TABLE, code="ZZZZZ"))
    await store.append(Entry(over, 1, None, None, b"x", finished=7))
    assert plays
    assert [(row.code, playing) for row, playing in await store.open_tables(10, 9)] == [
        ("PLAYS", True),
        ("WAITS", False),
    ]


def test_nodes_that_start_at_once_make_one_database(tmp_path: Path) -> None:
    with ThreadPoolExecutor() as pool:
        list(pool.map(open_database, [tmp_path / "deep" / "x.db"] * 4))
    with sqlite3.connect(tmp_path / "deep" / "x.db") as database:
        assert database.execute("select version_num from alembic_version").fetchall() == [("0003",)]
    database.close()
