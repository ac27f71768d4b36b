"""What all tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs
from structlog.typing import EventDict


@pytest.fixture(autouse=True)
def logged() -> Iterator[list[EventDict]]:
    """What a house in this process logs. Errors fail the test, unless it takes them from this list itself."""
    with capture_logs() as entries:
        yield entries
    assert not [entry for entry in entries if entry["log_level"] == "error"]
