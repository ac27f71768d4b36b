"""Many games over all cores: how they are asked for, dealt out in blocks, and how far they are.

Knows nothing of what is played.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


def add_games(parser: argparse.ArgumentParser, usual: int) -> None:
    """Add what every game is asked: how many games, by which seed, and whether the answer shall be JSON."""
    parser.add_argument("--games", type=number_of_games, default=usual, metavar="N", help=f"games to play ({usual})")
    parser.add_argument("--seed", type=int, metavar="S", help="a whole number that fixes every game; else by lot")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def number_of_games(text: str) -> int:
    """A number of games from the command line."""
    if not text.isdecimal() or not (games := int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of games: at least one must be played")
    return games


def any_seed(args: argparse.Namespace) -> int:
    """The seed that the command line names, or one by lot."""
    seed: int | None = args.seed
    return Random().randrange(10**9) if seed is None else seed


def number_of_cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def blocks(seed: int, games: int, size: int) -> Iterator[tuple[str, int]]:
    """Games in blocks of this size, each with a name of its own: what follows from it is the same on any core."""
    return ((f"{seed}/{first}", min(size, games - first)) for first in range(0, games, size))


def over_cores(task: Callable[..., T], work: Iterable[tuple[Any, ...]], cores: int) -> Iterator[T]:
    """`task(*arguments)` for each of these arguments, in their order, on so many cores."""
    return (task(*arguments) for arguments in work) if cores <= 1 else _in_processes(task, iter(work), cores)


def _in_processes(task: Callable[..., T], work: Iterator[tuple[Any, ...]], cores: int) -> Iterator[T]:
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from itertools import islice
    from multiprocessing import get_context

    ignore_interrupts = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends this process, which then ends the others
    with ProcessPoolExecutor(cores, get_context("spawn"), signal.signal, ignore_interrupts) as pool:
        try:
            # Some at a time: a pool keeps a note of every block that it was given.
            while some := list(islice(work, 50 * cores)):
                waiting = [pool.submit(task, *arguments) for arguments in some]
                yield from (block.result() for block in waiting)
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], object]]:
    """A bar on standard error, if that is a terminal; gives what is to be called with the number of games played."""
    if not sys.stderr.isatty():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Playing", total=games)
        yield lambda played: bar.advance(task, played)
