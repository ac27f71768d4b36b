"""A process that thinks: for computer players, and about hands that are over. A question is a line of JSON, and so is
its answer.

It keeps nothing between two questions. It ends when its server does, however that ends, even in the middle of a
thought: nobody holds the other end of the pipe then.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import cache
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any

import msgspec
from msgspec import Raw, Struct

from tercet.bots import core as bots
from tercet.engine import load
from tercet.engine.core import Millis, Seat
from tercet.engine.match import Level, Match, record_decoder

NICE = 5  # the server, which all tables wait for, goes first


class Question(Struct, frozen=True, tag="plan"):
    """What `bots.plan` asks for, with the view as JSON."""

    game: str
    key: str
    seat: Seat
    level: Level
    view: Raw
    pace: float
    since: Millis


class Overlooked(Struct, frozen=True, tag="overlooked"):
    """What a hand overlooked, by the `missed` of the game's review: the rows of the match up to its end."""

    game: str
    rows: tuple[Raw, ...]
    deal: int


@cache
def view_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(load(game).View)


def answer(line: bytes) -> bytes:
    """A plan as JSON: game time and action, or null; or what a hand overlooked."""
    asked = msgspec.json.decode(line, type=Question | Overlooked)
    if isinstance(asked, Overlooked):
        match = Match.replay(asked.game, None, map(record_decoder(asked.game).decode, asked.rows))
        return msgspec.json.encode(import_module(f"tercet.review.{asked.game}").missed(match, asked.deal))
    view = view_decoder(asked.game).decode(asked.view)
    plan = bots.plan(asked.game, asked.key, asked.seat, asked.level, view, asked.pace, asked.since)
    return msgspec.json.encode(plan)


def listen(questions: SimpleQueue[bytes]) -> None:
    """Take questions in until there is no server any more."""
    for line in sys.stdin.buffer:
        questions.put(line)
    os._exit(0)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the server's, which ends this
    if hasattr(os, "nice"):
        os.nice(NICE)
    questions: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=listen, args=[questions], daemon=True).start()
    while True:
        sys.stdout.buffer.write(answer(questions.get()) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
