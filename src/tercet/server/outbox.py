"""What waits to be sent on one connection, so that a reader who stops holds nobody up and costs a bounded sum.

Of the updates of one table only the newest waits: its view replaces the older one's, its rows are joined to them. The
times of an update are filled in when it is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, Raw, Struct
from msgspec.structs import replace

from tercet.engine import core
from tercet.engine.core import Millis
from tercet.server import messages

ROWS_BYTES = 64 * 1024  # rows of one waiting update; beyond, the reader starts from the view
MOST_BYTES = 256 * 1024  # everything that waits; beyond, the connection is given up


class Parcel(Struct, frozen=True):
    """One update, its parts encoded once for all who see the same; `clock` gives the game time and whether it runs."""

    table: str
    match: int
    seq: int
    clock: Callable[[], tuple[Millis, bool]]
    deadline: Millis | None
    fresh: bool
    rows: tuple[Raw, ...]
    common: Raw
    views: dict[str, Raw]
    ref: str | None = None

    @property
    def rows_size(self) -> int:
        return sum(len(memoryview(row)) for row in self.rows)

    @property
    def size(self) -> int:
        """About how many bytes it will be."""
        return self.rows_size + len(memoryview(self.common)) + sum(len(memoryview(v)) for v in self.views.values())

    def encode(self) -> bytes:
        """The message, with the times of now."""
        at, running = self.clock()
        left = None if self.deadline is None else max(0, self.deadline - at)
        rows: Any = self.rows  # parts that are encoded already
        common: Any = self.common
        views: Any = self.views
        update = messages.Update(
            self.table, self.match, self.seq, at, running, left, self.fresh, rows, common, views, self.ref or UNSET
        )
        return msgspec.json.encode(update)


def joined(old: Parcel, new: Parcel) -> Parcel:
    """One update in the place of two, of which `new` is the later."""
    follows = new.fresh and old.match == new.match
    both = replace(new, rows=old.rows + new.rows, fresh=old.fresh) if follows else new
    if both.rows_size > ROWS_BYTES:
        both = replace(both, rows=(), fresh=False)
    return replace(both, ref=new.ref or old.ref)


class Outbox:
    """First in, first out, but for updates that a newer one replaces."""

    def __init__(self) -> None:
        self._waiting: list[bytes | Parcel] = []
        self._size = 0
        self.overflowing = False

    def tell(self, message: messages.Message) -> None:
        """Send a message after those that wait."""
        self._put(core.encode(message))

    def update(self, parcel: Parcel) -> None:
        """Send an update, in place of one of the same table that waits; but no sender misses an answer for that."""
        for waiting in self._waiting:
            if isinstance(waiting, Parcel) and waiting.table == parcel.table and not (waiting.ref and parcel.ref):
                self._waiting.remove(waiting)
                self._size -= waiting.size
                parcel = joined(waiting, parcel)
                break
        self._put(parcel)

    def _put(self, item: bytes | Parcel) -> None:
        self._waiting.append(item)
        self._size += item.size if isinstance(item, Parcel) else len(item)
        self.overflowing = self.overflowing or self._size > MOST_BYTES

    def next(self) -> bytes:
        """The next message to send, encoded; empty if none waits."""
        if not self._waiting:
            return b""
        item = self._waiting.pop(0)
        if isinstance(item, bytes):
            self._size -= len(item)
            return item
        self._size -= item.size
        return item.encode()
