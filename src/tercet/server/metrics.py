"""The numbers of a house as Prometheus reads them. Nobody is named in them, and nothing waits for them.

What stands now is looked up when asked; what happened is counted in `counts`. Loaded at the first question only.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from typing import Any

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from tercet import __version__
from tercet.server import keeping
from tercet.server.counts import Spread, faults
from tercet.server.house import House

MEDIA = "text/plain; version=0.0.4; charset=utf-8"


async def exposition(house: House) -> bytes:
    """All numbers in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(_Numbers(house, await house.store.look(keeping.kept)))
    ProcessCollector(registry=registry)
    return generate_latest(registry)


class _Numbers(Collector):
    """The numbers at one moment; `kept` says how much of each kind lies in the database."""

    def __init__(self, house: House, kept: Mapping[str, int]) -> None:
        self._house, self._kept = house, kept

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily("tercet", "The program", {"version": __version__})
        yield from self._now()
        yield from self._since_the_start()

    def _now(self) -> Iterator[Metric]:
        house = self._house
        live = house.tables.live.values()
        yield _gauge("connections", "Connections that are open", len(house.connections))
        yield _gauge("people_connected", "People with a connection", len(house.people_here()))
        yield _gauge("tables_loaded", "Tables in memory", len(live))
        yield _gauge("matches_playing", "Matches that are played now", sum(table.playing for table in live))
        for name, number in self._kept.items():
            yield _gauge(f"{name}_kept", f"{name.capitalize()} in the database", number)
        yield _gauge("memory_blocks", "Blocks of memory that Python objects use", sys.getallocatedblocks())
        yield _gauge("database_bytes", "Size of the database on the disk", house.config.database_bytes())

    def _since_the_start(self) -> Iterator[Metric]:
        counts = self._house.counts
        yield _counter("guests", "New guests", counts.guests)
        yield _counter("connections_opened", "Connections that were opened", counts.connections)
        yield _counter("connections_given_up", "Connections that the house closed", counts.given_up, "reason")
        yield _counter("requests", "HTTP requests that were answered", counts.requests, "status")
        yield _counter("matches_begun", "Matches that began", counts.begun, "game")
        yield _counter("matches_ended", "Matches that were played to their end", counts.ended)
        yield _counter("rows_written", "Rows of matches that were written down", counts.rows)
        yield _counter("swept", "What was kept no longer", counts.swept, "kind")
        yield _counter("faults", "Faults that were logged", faults, "event")
        yield _histogram("commit_seconds", "How long a transaction took", counts.commit)
        yield _histogram("loop_late_seconds", "How late the event loop was, once a second", counts.late)


def _gauge(name: str, about: str, number: float) -> Metric:
    return GaugeMetricFamily(f"tercet_{name}", about, number)


def _counter(name: str, about: str, numbers: int | Mapping[str, int], label: str = "") -> Metric:
    if isinstance(numbers, int):
        return CounterMetricFamily(f"tercet_{name}", about, numbers)
    family = CounterMetricFamily(f"tercet_{name}", about, labels=[label])
    for value, number in sorted(numbers.items()):
        family.add_metric([value], number)
    return family


def _histogram(name: str, about: str, spread: Spread) -> Metric:
    buckets: Any = spread.up_to()
    return HistogramMetricFamily(f"tercet_{name}", about, buckets=buckets, sum_value=spread.total)
