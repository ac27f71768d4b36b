"""Stores with something in them."""

from __future__ import annotations

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
