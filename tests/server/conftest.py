"""What all tests of the server share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict

from tercet.server.store import SqliteStore, open_database


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What a house in this process logs. Errors fail the test, unless it takes them from this list itself."""
    with capture_logs() as entries:
        yield entries
    assert not [entry for entry in entries if entry["log_level"] == "error"]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    """A new store in a file of its own."""
    open_database(tmp_path / "x.db")
    made = SqliteStore(tmp_path / "x.db")
    yield made
    await made.close()
