"""What happens in a house, in plain numbers: they are counted while people play, and read when somebody asks.

Standard library only; `metrics` tells them to Prometheus.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate

SHORT_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

faults: Counter[str] = Counter()  # what this process logged as errors, by the event's name


class Spread:
    """How often something took how long, in seconds."""

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self.total = 0.0
        self._counts = [0] * (len(bounds) + 1)

    def note(self, seconds: float) -> None:
        self._counts[bisect_left(self.bounds, seconds)] += 1
        self.total += seconds

    def up_to(self) -> list[tuple[str, int]]:
        """For each bound how often it took at most so long; the last is for all."""
        names = [*(f"{bound:g}" for bound in self.bounds), "+Inf"]
        return list(zip(names, accumulate(self._counts), strict=True))


@dataclass
class Counts:
    """What happened on this node since it opened."""

    guests: int = 0  # new people
    connections: int = 0
    given_up: Counter[str] = field(default_factory=Counter)  # connections, by the reason of `bye`
    requests: Counter[str] = field(default_factory=Counter)  # by the class of their status, "2xx"
    begun: Counter[str] = field(default_factory=Counter)  # matches, by game
    ended: int = 0  # matches
    rows: int = 0  # written down
    swept: Counter[str] = field(default_factory=Counter)  # what is kept no longer: tables, guests
    commit: Spread = field(default_factory=lambda: Spread(*SHORT_S))  # how long a transaction takes
    late: Spread = field(default_factory=lambda: Spread(*SHORT_S))  # how late the event loop is, once a second
