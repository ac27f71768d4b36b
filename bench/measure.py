"""Taking turns, medians, and how results are printed. Knows nothing of what is measured."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

TURNS = 7


def rates(tasks: dict[str, Callable[[], int]], turns: int = TURNS) -> dict[str, float]:
    """How many things each task does in a CPU-second: the median of its turns. A task returns how many it has done."""
    taken: dict[str, list[float]] = {name: [] for name in tasks}
    for task in tasks.values():
        task()  # warm
    for _ in range(turns):
        for name, task in tasks.items():
            began = process_time()
            done = task()
            taken[name].append(done / (process_time() - began))
    return {name: median(values) for name, values in taken.items()}


def title(text: str) -> None:
    """Begin a measurement's part of the output."""
    print(f"\n{text}")


def line(name: str, value: str, goal: str = "", reached: bool | None = None) -> None:
    """One result, with its goal and whether it was reached, if it has one."""
    verdict = "" if reached is None else "reached" if reached else "MISSED"
    print(f"  {name:<58}{value:>14}   {goal:<14}{verdict}".rstrip(), flush=True)


def rate(name: str, value: float, goal: float | None = None) -> None:
    """A rate, at least as high as its goal."""
    wanted = "" if goal is None else f"goal {goal:,.0f}"
    line(name, f"{value:,.0f}", wanted, None if goal is None else value >= goal)


def ratio(name: str, value: float, goal: float | None = None) -> None:
    """How many times as much as a baseline, at least as high as its goal."""
    wanted = "" if goal is None else f"goal {goal:g} ×"
    line(name, f"{value:,.2f} ×" if value < 10 else f"{value:,.0f} ×", wanted, None if goal is None else value >= goal)
