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


class Stand(Struct, frozen=True):
    """How a match stands after a row, as far as all see the same; `clock` gives the game time and whether it runs."""

    table: str
    match: int
    seq: int
    deadline: Millis | None
    common: Raw
    clock: Callable[[], tuple[Millis, bool]]


class Parcel(Struct, frozen=True):
    """One update, its parts encoded once for all who look at the same seats."""

    stand: Stand
    rows: tuple[Raw, ...]
    views: dict[str, Raw]
    fresh: bool = True
    ref: str | None = None

    @property
    def rows_size(self) -> int:
        return sum(len(memoryview(row)) for row in self.rows)

    @property
    def size(self) -> int:
        """About how many bytes it will be."""
        views = sum(len(memoryview(view)) for view in self.views.values())
        return self.rows_size + len(memoryview(self.stand.common)) + views

    def encode(self) -> bytes:
        """The message, with the times of now."""
        stand = self.stand
        at, running = stand.clock()
        left = None if stand.deadline is None else max(0, stand.deadline - at)
        encoded: tuple[Any, Any, Any] = self.rows, stand.common, self.views
        update = messages.Update(
            stand.table, stand.match, stand.seq, at, running, left, self.fresh, *encoded, self.ref or UNSET
        )
        return msgspec.json.encode(update)


def joined(old: Parcel, new: Parcel) -> Parcel:
    """One update in the place of two, of which `new` is the later."""
    if not old.views.keys() - {"all"} <= new.views.keys():  # G2: rows as a seat saw them that is not looked at now
        return replace(new, fresh=False, ref=new.ref or old.ref)
    follows = new.fresh and old.stand.match == new.stand.match
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
        """Send an update, in place of the last of its table that waits; but no sender misses an answer for that."""
        table = parcel.stand.table
        waiting = next((w for w in reversed(self._waiting) if isinstance(w, Parcel) and w.stand.table == table), None)
        if waiting and not (waiting.ref and parcel.ref):
            self._waiting.remove(waiting)
            self._size -= waiting.size
            parcel = joined(waiting, parcel)
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
