"""How long the command line takes to answer, from nothing to the shell's next prompt."""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

from bench.measure import TURNS, line, title

GOAL = 0.150
TABLE = ["1221", "1222", "1232", "1312", "1313", "1332", "2113", "2121", "2123", "2213", "2231", "2321"]
GRID = ["R0C", "R2C", "R3C", "Y1C", "B1C", "B3C", "P0D", "P1C", "B1U", "B2C", "R1S"]
COMMANDS = {
    "python, doing nothing": ["-c", "pass"],
    "tercet --help": ["-m", "tercet.cli", "--help"],
    "tercet solve trios, 12 cards": ["-m", "tercet.cli", "solve", "trios", *TABLE],
    "tercet solve triple3, a grid and two cards": ["-m", "tercet.cli", "solve", "triple3", *GRID],
}


def run() -> None:
    """Print the seconds that each command takes."""
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(TURNS):
        for name, arguments in COMMANDS.items():
            began = perf_counter()
            subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
            taken[name].append(perf_counter() - began)
    title("Answers of the command line")
    for name, seconds in taken.items():
        goal = "" if name.startswith("python") else f"goal {GOAL * 1000:.0f} ms"
        line(name, f"{median(seconds) * 1000:.0f} ms", goal, median(seconds) < GOAL if goal else None)
