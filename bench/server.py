"""The server, as processes of their own: the house, the bare handler it is measured against, and scripted clients.

Server and clients share the machine. Rates are by the server's own CPU-seconds, delays from a client's frame to the
update at another client, in Triple³ to the last of all four updates.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from bench.load import SCRIPTS, SEATS, Settings
from bench.measure import line, rate, rates, ratio, title
from tercet.engine import core
from tercet.engine.match import Match, Player, record_decoder
from tercet.engine.trios import Options, Select

TURNS = 3
CHAINED_TABLES = 100
ROWS = 10_000
ALMOST_ALL = 0.95  # of the acts: some wishes come too late


@contextmanager
def server(*command: str) -> Iterator[tuple[str, int]]:
    """A server that prints its address when it is ready: that address, and its process."""
    process = subprocess.Popen([sys.executable, "-m", *command], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        said = process.stdout.readline().split()
        if not said:
            raise SystemExit(f"{command[0]} did not start")
        yield said[-1], process.pid
    finally:
        process.terminate()
        process.wait(timeout=30)


def house(data: str) -> Any:
    """A house that lets as many guests in as come."""
    free = [f"--{limit}=1000000" for limit in ("new-guests", "new-tables")]
    return server("tercet.cli", "serve", "--port=0", "--log=error", f"--data={data}", *free)


def load(kind: str, url: str, pid: int, **settings: Any) -> dict[str, Any]:
    """What scripted clients found out (see `bench.load`)."""
    order = msgspec.json.encode(Settings(url, pid, **settings)).decode()
    command = [sys.executable, "-m", "bench.load", kind, order]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=300)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measurable() -> bool:
    """Whether a process's time and memory can be read here; says so if not."""
    if Path("/proc/self/stat").exists():
        return True
    print("\nThe server is measured on Linux only.")
    return False


def run() -> None:
    """Print delays and memory under a fixed load, acts to the bare handler's, and how fast rows are folded."""
    if not measurable():
        return
    under_load(tables=200, pace=1.0, turns=TURNS, p99=0.050)
    under_load(tables=500, pace=0.5, turns=1)
    against_bare()
    folding()


def under_load(tables: int, pace: float, turns: int, p99: float | None = None, game: str = "trios") -> None:
    found, bare = [], []
    busy = os.getloadavg()[0]
    for _ in range(turns):
        with TemporaryDirectory() as data:
            with house(data) as (url, pid):
                found.append(load("fixed", url, pid, game=game, tables=tables, pace=pace))
            text = Path(data, "update.json")
            text.write_text("x" * round(found[-1]["size"]))
            with server("bench.bare", str(text)) as (url, pid):
                bare.append(load("bare_fixed", url, pid, game=game, tables=tables, pace=pace))

    def middle(name: str, of: list[dict[str, Any]] = found) -> float:
        value: float = median(turn[name] for turn in of)
        return value

    name = {"trios": "Trios", "triple3": "Triple³"}[game]
    until = "from a frame to all four updates" if SCRIPTS[game].everybody else "from a frame to another's update"
    title(
        f"The house: {tables} tables of four people at {name}, {pace:g} acts a second each, for ten seconds"
        f" (median of {turns})"
    )
    line("processes that wanted a core in the minute before", f"{busy:.1f}")
    rate("acts a second, judged, written down and shown", middle("acts"), ALMOST_ALL * tables * SEATS * pace)
    rate("wishes refused a second, such as those that came too late", middle("refusals"))
    rate("updates a second to clients", middle("deliveries"))
    rate("bytes of an update", middle("size"))
    delay(f"{until}, median", middle("median"))
    delay(f"{until}, p99", middle("p99"), goal=p99)
    delay(f"{until}, longest", middle("longest"))
    rate("the bare handler: frames a second", middle("acts", bare))
    delay("the same at the bare handler, median", middle("median", bare))
    delay("the same at the bare handler, p99", middle("p99", bare))
    delay("by how much the clients themselves were late, p99", middle("late"))
    line("of one core used by the house", f"{middle('cpu'):.0%}")
    kb = middle("bytes_a_connection") / 1024
    line("memory for a connection, a quarter of its table included", f"{kb:.1f} KB", "goal 30 KB", kb < 30)


def delay(name: str, seconds: float, goal: float | None = None) -> None:
    wanted = "" if goal is None else f"goal {goal * 1000:.0f} ms"
    line(name, f"{seconds * 1000:.1f} ms", wanted, None if goal is None else seconds < goal)


def against_bare() -> None:
    with TemporaryDirectory() as data, house(data) as (url, pid):
        text = Path(data, "update.json")
        first = load("chained", url, pid, tables=CHAINED_TABLES)
        text.write_text(first["sample"][: first["size"]].ljust(first["size"]), encoding="utf-8")
        with server("bench.bare", str(text)) as (bare_url, bare_pid):
            acts = first["acts"] // CHAINED_TABLES
            turns = [
                (
                    load("chained", url, pid, tables=CHAINED_TABLES),
                    load("bare", bare_url, bare_pid, tables=CHAINED_TABLES, acts=acts),
                )
                for _ in range(TURNS)
            ]
    ours, bare = (median(turn[i]["a_cpu_second"] for turn in turns) for i in (0, 1))
    title(f"{CHAINED_TABLES} tables of four, whole matches, the next acts when it has seen the act before")
    rate("bytes of an update", first["size"])
    rate("the bare handler: acts a CPU-second", bare)
    rate("the house: acts a CPU-second, judged and written down", ours)
    ratio("the house to the bare handler", ours / bare, 0.3)


def folding() -> None:
    records = long_match()
    decode = record_decoder("trios").decode

    def fold() -> int:
        return len(Match.replay("trios", None, map(decode, records)).records)

    seconds = ROWS / rates({"rows": fold})["rows"]
    title("A long match is loaded")
    line(f"{ROWS:,} rows read and folded", f"{seconds:.2f} s", "goal 1 s", seconds < 1)


def long_match() -> list[bytes]:
    """The rows of a match in which a mark goes to and fro for a long time."""
    match = Match.begin("trios", [Player()] * 4, Options(countdown=0), "long", 0)
    for i in range(ROWS - 1):
        match.act(i // 2 % 4, Select(() if i % 2 else match.state.table[:1]), match.at + 100)
    return [core.encode(record) for record in match.records]
