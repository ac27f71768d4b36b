"""Thinking that takes too long for the loop in which all tables are served: it is done in processes of its own.

The first is started when somebody asks, so a house pays only for games that need it. Who asked and no longer wants to
know just stops waiting. A thought that takes too long, or breaks its process, is given up, and another process takes
the place of that one.
"""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import msgspec
import structlog
from msgspec import Raw

from tercet.bots.core import Plan
from tercet.engine import core
from tercet.engine.core import Millis, Seat
from tercet.engine.match import Level, action_decoder
from tercet.server.thinker import Overlooked, Question

log = structlog.get_logger()

LIMIT_S = 10.0  # for a thought, and for the wait before it; players think for tenths of a second
COMMAND = (sys.executable, "-P", "-m", "tercet.server.thinker")  # -P: nothing is imported from the folder it stands in
TRIES = 2  # a process may end for no fault of the thought

_decode = msgspec.json.Decoder(tuple[Millis, Raw] | None).decode


class Unthought(Exception):
    """No answer can be had."""


class Thinkers:
    """At most `size` processes, by default one less than the machine has cores."""

    def __init__(self, size: int | None = None, limit: float = LIMIT_S) -> None:
        self.limit = limit
        self.processes: set[Process] = set()
        self._free = asyncio.Semaphore(size or max(1, (os.cpu_count() or 1) - 1))
        self._idle: list[Process] = []
        self._thoughts: set[asyncio.Task[bytes]] = set()

    async def plan(
        self, game: str, key: str, seat: Seat, level: Level, view: Any, pace: float, since: Millis
    ) -> Plan | None:
        """What `bots.plan` gives; raises Unthought if that cannot be had in time."""
        found = await self._answer(Question(game, key, seat, level, Raw(core.encode(view)), pace, since))
        try:
            plan = _decode(found)
            return plan and Plan(plan[0], action_decoder(game).decode(plan[1]))
        except msgspec.DecodeError:
            raise Unthought from None

    async def overlooked(self, game: str, rows: Iterable[bytes], deal: int) -> bytes:
        """What `missed` of the game's review gives, as JSON; raises Unthought as `plan` does."""
        return await self._answer(Overlooked(game, tuple(map(Raw, rows)), deal))

    async def _answer(self, question: Question | Overlooked) -> bytes:
        """What a process answers; raises Unthought if none does in time."""
        try:
            async with asyncio.timeout(self.limit):
                await self._free.acquire()
        except TimeoutError:
            raise Unthought from None
        thought = asyncio.get_running_loop().create_task(self._think(core.encode(question) + b"\n"))
        self._thoughts.add(thought)
        thought.add_done_callback(self._thoughts.discard)
        found = await asyncio.shield(thought)  # who stops waiting does not stop the process
        if not found:
            raise Unthought
        return found

    async def _think(self, question: bytes) -> bytes:
        """The answer, empty if there is none; then another may think."""
        try:
            for _ in range(TRIES):
                process = await self._process()
                try:
                    async with asyncio.timeout(self.limit):
                        answer = await _asked(process, question)
                except TimeoutError:  # it would take as long once more
                    await self._bury(process, "too long")
                    return b""
                if answer:
                    self._idle.append(process)
                    return answer
                await self._bury(process, "ended")
        except OSError:  # the machine has no room for a process
            log.exception("no thinker")
        finally:
            self._free.release()
        return b""

    async def _process(self) -> Process:
        """One that waits for a question, or a new one."""
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            await self._bury(process, "ended")
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        self.processes.add(process)
        return process

    async def _bury(self, process: Process, why: str) -> None:
        trace = await self._end(process)
        log.error("thinker lost", why=why, trace=trace.decode(errors="replace")[-2_000:])

    async def _end(self, process: Process) -> bytes:
        """End a process; gives what it said of its end."""
        with suppress(ProcessLookupError):
            process.kill()
        _, trace = await process.communicate()
        self.processes.discard(process)
        return trace

    async def close(self) -> None:
        """End all of them."""
        for thought in self._thoughts:
            thought.cancel()
        await asyncio.gather(*self._thoughts, return_exceptions=True)
        for process in list(self.processes):
            await self._end(process)


async def _asked(process: Process, question: bytes) -> bytes:
    """The line that a process answers; empty if it ends before."""
    assert process.stdin and process.stdout
    try:
        process.stdin.write(question)
        line = await process.stdout.readline()
    except OSError:
        return b""
    return line if line.endswith(b"\n") else b""
