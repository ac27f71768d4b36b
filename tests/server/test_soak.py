"""A long evening: guests come, find a table or open one, play, drop, return, leave for good, and come as somebody else.

They know no game: what may be done is what the rules offer from the view (`moves`), or what a computer player would do.
No seat is lost, no table gets stuck, and when all have gone and what they left is forgotten, memory is as it was.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections import Counter
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tercet.bots import core as bots
from tercet.engine import GAMES, load
from tests.server.houses import Process, process
from tests.server.people import Guest, Json, Line

ANSWER_S = 60.0  # within which every wish is answered, on a machine that has other things to do
WAIT_S = 3.0  # how long company is waited for
STAY_S = (4.0, 40.0)  # at one table
AWAY_S = (0.0, 2.0)
REST_S = (0.2, 1.5)  # between two wishes
STUCK_S = 30.0  # a table where somebody wishes for something changes within this time
DAY_S, HOUR_S = 86_400, 3_600


class Evening:
    """What all visitors share: the house, when it is over, and what happened."""

    def __init__(self, address: str, seconds: float) -> None:
        self.address = address
        self.until = time.monotonic() + seconds
        self.happened: Counter[str] = Counter()

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until


class Visitor:
    """Somebody who comes and goes until the evening is over.

    `moved` is when the table where they sit was last seen to change, and how it stood then: its match and row.
    """

    moved: tuple[float, tuple[int, int] | None]

    def __init__(self, evening: Evening, seed: str) -> None:
        self.evening, self.chance = evening, Random(seed)
        self.note = evening.happened

    async def come(self) -> None:
        """Be one guest after another, each at a few tables."""
        await asyncio.sleep(self.chance.uniform(0, 2))
        while not self.evening.over:
            async with Guest(self.evening.address) as self.guest:
                self.note["guests"] += 1
                for _ in range(self.chance.randint(1, 3)):
                    if not self.evening.over:
                        await (self.watch() if self.chance.random() < 0.1 else self.stay(await self.find_seat()))
                if self.chance.random() < 0.3:
                    await self.guest.http.patch("api/me", json={"name": f"Guest {self.chance.random()}"})

    # ------------------------------------------------------------------------------------------- finding a table

    async def find_seat(self) -> str:
        """A seat at somebody's open table, or a table of one's own; gives its code."""
        listed = (await self.guest.call("api/tables"))["tables"]
        free = [table["code"] for table in listed if table["free"] and not table["playing"]]
        if free and self.chance.random() < 0.7:
            code: str = self.chance.choice(free)
            answer = await self.guest.http.post(f"api/tables/{code}/sit", json={})
            if answer.status_code == 200:
                self.note["sat down"] += 1
                return code
            assert answer.status_code in (404, 409), answer.text  # somebody was faster
        return await self.open_table()

    async def open_table(self) -> str:
        game = self.chance.choice(list(GAMES))
        seats = load(game).SEATS
        most = min(4, seats[-1])
        number = self.chance.randint(max(2, seats[0]), max(2, most))
        kinds = ["me", *(self.chance.choice(["open", "open", "computer"]) for _ in range(number - 1))]
        self.note[f"tables of {game}"] += 1
        return str((await self.guest.open(*kinds, game=game, open=True, pace=0.5))["code"])

    async def watch(self) -> None:
        """Look on at a table for a while, if there is one."""
        listed = (await self.guest.call("api/tables"))["tables"]
        if not listed:
            return await asyncio.sleep(self.chance.uniform(*REST_S))
        line = await self.guest.join(self.chance.choice(listed)["code"])
        self.note["watched"] += 1
        until = min(time.monotonic() + self.chance.uniform(*STAY_S) / 2, self.evening.until)
        while time.monotonic() < until and not line.closed:
            await line.change(0.5)
            assert not line.update or list(line.update["views"]) == ["all"], "a watcher sees a hand"
            line.heard.clear()
            line.frames.clear()
        await line.close()
        self.guest.lines.clear()

    # --------------------------------------------------------------------------------------------- at the table

    async def stay(self, code: str) -> None:
        """Play at a table for a while; maybe drop and return, at last leave for good or just go."""
        self.code = code
        line = await self.guest.join(code)
        seat = mine(line.table)
        assert seat is not None, "the seat is lost"
        leave_at = min(time.monotonic() + self.chance.uniform(*STAY_S), self.evening.until)
        company = time.monotonic() + WAIT_S
        self.moved = time.monotonic(), None
        while time.monotonic() < leave_at and not line.closed:
            if line.table["match"] is None:
                if time.monotonic() > company and line.table["host"]:
                    await self.guest.http.post(f"api/tables/{code}/start", json={})
                await line.change(0.5)
            elif self.chance.random() < 0.03:
                line = await self.drop(line)
            elif not await self.act(line):
                break
        assert line.closed is None, (line.closed, line.heard[-1:])
        await self.go(line)

    async def act(self, line: Line) -> bool:
        """One wish, or a moment of waiting; whether there is a reason to stay."""
        seat = mine(line.table)
        assert seat is not None, ("the seat is lost", line.table)
        await line.until(lambda: line.update.get("match") == line.table["match"], ANSWER_S)
        if list(line.update["views"]) != [str(seat)]:
            line.say("look", table=self.code, seats=[seat])
            await line.change(0.5)
            return True
        if line.update["common"]["ended"]:
            self.note["matches seen to their end"] += 1
            if self.chance.random() < 0.5:
                return False
            await self.guest.http.post(f"api/tables/{self.code}/again", json={})
            await line.change(0.5)
            return True
        if seat in line.update["common"]["left"]:
            return False
        stands = line.table["match"], line.update["seq"]
        if stands != self.moved[1]:
            self.moved = time.monotonic(), stands
        assert time.monotonic() - self.moved[0] < STUCK_S, ("a table is stuck", line.table, line.update)
        wish = self.wish(line, seat)
        if wish is None:
            await line.change(0.5)
        else:
            answer = await answered(line, line.act(seat, **wish))
            assert answer["t"] == "update" or answer["code"] != "broken", answer
            self.note["wishes granted" if answer["t"] == "update" else f"refused: {answer['code']}"] += 1
            await asyncio.sleep(self.chance.uniform(*REST_S))
        return True

    def wish(self, line: Line, seat: int) -> Json | None:
        """What to wish for, from the view alone."""
        common, game = line.update["common"], line.table["game"]
        absent = [int(other) for other in common["gone"]]
        if absent and self.chance.random() < 0.2:
            return {"t": "seat_computer", "seat": absent[0], "level": "easy"}
        if line.view["paused"]:
            return {"t": "ready"}
        if self.chance.random() < 0.02:
            return {"t": "pause"}
        view = msgspec.convert(line.view, load(game).View)
        if self.chance.random() < 0.7:
            plan = bots.plan(game, self.code, seat, "hard", view)
            return as_json(plan.action) if plan else None
        offered = list(islice(load(game).moves(view), 400))
        return as_json(self.chance.choice(offered)) if offered else None

    async def drop(self, line: Line) -> Line:
        """Lose the line in the middle of things, and come back to the same seat and the same match."""
        before, seat = line.update or {"seq": -1, "match": None}, mine(line.table)
        line.say("talk", table=self.code, text="brb")
        if self.chance.random() < 0.5:
            line.socket.transport.abort()
        await line.close()
        await asyncio.sleep(self.chance.uniform(*AWAY_S))
        self.guest.lines.clear()
        back = await self.guest.join(self.code, since=before["seq"], match=before["match"])
        assert mine(back.table) is not None, ("the seat is lost", seat, back.table)
        if back.table["match"] == before["match"]:
            assert mine(back.table) == seat and back.update["seq"] >= before["seq"], "rows are lost"
        self.note["returned"] += 1
        return back

    async def go(self, line: Line) -> None:
        """Leave for good as the rules have it, or just go away."""
        seat = mine(line.table)
        playing = line.table["match"] is not None and line.table["playing"]
        if self.chance.random() < 0.5 and seat is not None:
            if playing and line.update.get("match") == line.table["match"]:
                await answered(line, line.act(seat, "leave"))
                self.note["left for good"] += 1
            elif not playing:
                await self.guest.http.post(f"api/tables/{self.code}/stand", json={"seat": seat})
        await line.close()
        self.guest.lines.clear()


def mine(table: Json) -> int | None:
    """My seat at a table."""
    return next((seat["seat"] for seat in table["seats"] if seat["mine"]), None)


def as_json(action: Any) -> Json:
    wish: Json = msgspec.to_builtins(action)
    return wish


async def answered(line: Line, ref: str) -> Json:
    """The answer to a wish, which comes in time; what was heard before is of no more use."""
    answer: Json = await line.until(lambda: next((m for m in line.heard if m.get("ref") == ref), None), ANSWER_S)
    line.heard.clear()
    line.frames.clear()
    return answer


# ------------------------------------------------------------------------------------------------ the evening


async def numbers(h: Process) -> dict[str, float]:
    """The numbers without labels that the house tells."""
    async with h.guest() as host:
        lines = (await host.http.get("metrics")).text.splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def kept(data: Path) -> dict[str, int]:
    with closing(sqlite3.connect(data / "tercet.db", timeout=30)) as database:
        kinds = ("tables", "matches", "rows", "players", "people", "sessions")
        return {kind: database.execute(f"select count(*) from {kind}").fetchone()[0] for kind in kinds}


async def evening(h: Process, guests: int, seconds: float, seed: str) -> Counter[str]:
    """Let people come for so long, and wait until they have gone."""
    one = Evening(h.address, seconds)
    async with asyncio.TaskGroup() as group:  # of which all go if one finds a fault
        for i in range(guests):
            group.create_task(Visitor(one, f"{seed} {i}").come())
    return one.happened


async def forgotten(h: Process, data: Path) -> tuple[int, float]:
    """Wait until nobody is here, and nothing is in memory or on the disk.

    Gives the memory then: as the system sees it, in bytes, and how many blocks of it are in use.
    """
    async with asyncio.timeout(120):
        while True:
            now = await numbers(h)
            gone = not now["tercet_connections"] and not now["tercet_tables_loaded"]
            left = kept(data)
            if gone and not any(left[kind] for kind in ("tables", "matches", "rows", "players")):
                break
            await asyncio.sleep(1)
    await asyncio.sleep(2)  # a sweep later
    return h.memory, (await numbers(h))["tercet_memory_blocks"]


@pytest.mark.parametrize(
    ("guests", "seconds", "kept_s", "growth"),
    [
        pytest.param(30, 20, 10, 1.10, marks=pytest.mark.timeout(300)),
        pytest.param(300, 600, 30, 1.10, marks=[pytest.mark.soak, pytest.mark.timeout(3000)]),
    ],
)
async def test_a_long_evening(tmp_path: Path, guests: int, seconds: float, kept_s: float, growth: float) -> None:
    """What nobody uses is kept for `kept_s` seconds; memory may be `growth` times what it was after an evening like it.

    The first evening counts, not the fresh house: Python gives back only what is free in large pieces, so a house keeps
    a part of what its fullest moment took, once.
    """
    options = [
        f"--keep-lobby={kept_s / HOUR_S:.6f}", f"--keep-tables={kept_s / DAY_S:.6f}",
        f"--keep-guests={kept_s / DAY_S:.6f}", "--sweep=1", "--rest=1", "--settle=1", "--patience=0.1",
        "--host-grace=2", "--new-tables=1000",
    ]  # fmt: skip
    with process(tmp_path, *options, log=tmp_path / "log") as h:
        fresh = h.memory
        await evening(h, guests, seconds, "first")
        before, used_before = await forgotten(h, tmp_path)
        happened = await evening(h, guests, seconds, "second")
        told = await numbers(h)
        after, used_after = await forgotten(h, tmp_path)
        events = Counter(json.loads(line)["level"] for line in (tmp_path / "log").read_text().splitlines())
    megabytes = " → ".join(f"{size / 2**20:.1f}" for size in (fresh, before, after))
    print(f"\nresident {megabytes} MB, fresh, after the first and after the second evening: {after / before:.3f}")
    print(f"in use {used_before:,.0f} blocks before, {used_after:,.0f} after: {used_after / used_before:.3f}")
    print({name.removeprefix("tercet_"): number for name, number in told.items() if "commit" not in name})
    print(dict(happened.most_common()))
    assert events["error"] == events["warning"] == 0
    assert happened["returned"] > guests / 10 and told["tercet_matches_ended_total"] > 0
    assert all(happened[f"tables of {game}"] for game in GAMES)
    assert used_after < used_before * growth
    assert after < before * growth
