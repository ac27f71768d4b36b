"""Whether a house uses a folder of data: each holds a shared lock while it runs, who replaces the data the only one.

The lock is the system's, so it goes with the process, however that ends.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":  # there a file that is open cannot be replaced anyway
    import fcntl

NAME = "tercet.lock"


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Hold the lock of a house that uses the data; waits while they are being replaced."""
    with _locked(folder, only=False):
        yield


@contextmanager
def to_replace(folder: Path) -> Iterator[None]:
    """Hold the lock of who replaces the data; raises BlockingIOError while a house uses them."""
    with _locked(folder, only=True):
        yield


@contextmanager
def _locked(folder: Path, only: bool) -> Iterator[None]:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / NAME).open("a") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB if only else fcntl.LOCK_SH)
        yield
