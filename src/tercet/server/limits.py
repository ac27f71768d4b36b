"""How often one person or one address may do something in a while."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from tercet.engine.core import Illegal
from tercet.server.people import wall

MINUTE_MS = 60_000


class Limit:
    """At most `most` times in `span` milliseconds for each name; raises Illegal with `code` beyond that."""

    def __init__(self, code: str, most: int, span: int = MINUTE_MS) -> None:
        self._code, self._most, self._span = code, most, span
        self._times: defaultdict[str, deque[int]] = defaultdict(deque)
        self._forgot = 0

    def count(self, *names: str) -> None:
        """Count one more for each of these names, unless it would be too many for one."""
        self.check(*names)
        self.note(*names)

    def check(self, *names: str) -> None:
        """Raises Illegal if one more would be too many for one of these names."""
        now = wall()
        if now - self._forgot >= self._span:
            self.forget(now)
        for name in names:
            times = self._lately(name, now)
            if len(times) >= self._most:
                raise Illegal(self._code, "", wait_ms=times[0] + self._span - now)

    def note(self, *names: str) -> None:
        """Count one more for each of these names, for something that has happened."""
        now = wall()
        for name in names:
            times = self._times[name]
            times.append(now)
            if len(times) > self._most:
                times.popleft()

    def forget(self, now: int) -> None:
        """Drop what is older than the span; a busy house need not look at all names each time."""
        self._forgot = now
        for name in list(self._times):
            self._lately(name, now)

    def _lately(self, name: str, now: int) -> Sequence[int]:
        """When this name last did it within the span."""
        times = self._times.get(name)
        if times is None:
            return ()
        while times and times[0] <= now - self._span:
            times.popleft()
        if not times:
            del self._times[name]
        return times
