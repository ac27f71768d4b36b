"""Computer players: what a plan costs, for they are asked after every row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.measure import line, rates, title
from tercet.bots.core import plan
from tercet.engine import GAMES, load
from tests.bots.driver import match_of, step

GOAL = 1000  # microseconds
VIEWS = 200


def views(game: str) -> list[Any]:
    """What a computer player sees in the course of whole games of two."""
    seen: list[Any] = []
    while len(seen) < VIEWS:
        match = match_of(["hard", "hard"], load(game).Options(), len(seen), game)
        while not match.state.ended:
            step(match, "bench")
            seen += [match.view(0), match.view(1)]
    return seen[:VIEWS]


def planning(game: str) -> Callable[[], int]:
    some = views(game)

    def task() -> int:
        for view in some:
            plan(game, "bench", view.seat, "hard", view)
        return len(some)

    return task


def run() -> None:
    """Print the mean cost of a plan for each game."""
    title("A plan of a computer player")
    for game, speed in rates({game: planning(game) for game in GAMES}).items():
        took = 1_000_000 / speed
        line(game, f"{took:.0f} µs", f"goal {GOAL} µs", took <= GOAL)
