"""Computer players that think for long: no table waits for them, whatever becomes of their thoughts."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

import tercet.bots
import tercet.bots.triology  # so that the planted one is taken away again
from tercet.arena import step
from tercet.engine import core, triology
from tercet.engine.match import Match, Player
from tercet.review.triology import missed
from tests.server.houses import house, process
from tests.server.people import Guest, Line
from tests.server.triology_tables import CODE, written

# It draws, and discards what it has drawn.
PLAYER = """
import os, time
from tercet.bots.core import Plan
from tercet.engine.match import Ready
from tercet.engine.triology import Discard, Draw

SLOW = True

def plan(key, seat, level, view, pace, since):
    if view.turn != seat or view.phase != "turn":
        return None
    {thought}
    return Plan(view.since, Discard(view.hand[-1]) if view.drawn else Draw())
"""
LONG = "end = time.monotonic() + 2\n    while time.monotonic() < end: pass"
ENDLESS = "while True: pass"


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Puts a player with this thought in the place of Triology's, in this process and those it starts."""

    def planted(thought: str) -> None:
        folder = tmp_path / "planted"
        folder.mkdir()
        (folder / "triology.py").write_text(PLAYER.format(thought=thought))
        (folder / "sitecustomize.py").write_text(
            f"import tercet.bots\ntercet.bots.__path__.insert(0, {str(folder)!r})\n"
        )
        monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        monkeypatch.setattr(tercet.bots, "__path__", [str(folder), *tercet.bots.__path__])
        monkeypatch.delitem(sys.modules, "tercet.bots.triology")

    return planted


async def table(guest: Guest, **options: Any) -> Line:
    """A table with a computer player, who is in turn."""
    seats = [{"kind": "me"}, {"kind": "computer", "level": "hard"}]
    made = await guest.call("api/tables", {"game": "triology", "seats": seats, "options": options}, 201)
    line = await guest.join(made["code"], 0)
    if line.view["turn"] == 0:
        await line.did(0, "triology.draw")
        await line.did(0, "triology.discard", card=line.view["hand"][-1])
    return line


def acts(line: Line) -> int:
    return sum(row["by"] == 1 for row in line.rows)


async def test_nobody_waits_while_a_computer_player_thinks(tmp_path: Path, plant: Callable[[str], None]) -> None:
    plant(LONG)
    async with house(tmp_path / "data") as h, h.guest() as ann, h.guest() as ben:
        other = await ben.join((await ben.open("me", "computer", options={"countdown": 0}))["code"], 0)
        assert not h.house.thinkers.processes  # who needs none has none
        line = await table(ann)
        before = acts(line)
        for n in range(20):
            await other.did(0, "trios.select", cards=[other.view["table"][n % 12]])
        assert acts(line) == before and h.house.thinkers.processes
        await line.until(lambda: line.view["turn"] == 0, 20)
    assert not [pid for pid in children(os.getpid()) if b"tercet.server.thinker" in command(pid)]


async def test_a_thought_about_what_is_past_is_dropped(tmp_path: Path, plant: Callable[[str], None]) -> None:
    plant(LONG)
    async with house(tmp_path / "data") as h, h.guest() as ann:
        line = await table(ann)
        paused = await line.did(0, "pause")
        async with asyncio.timeout(20):
            while h.house.thinkers._thoughts:
                await asyncio.sleep(0.05)
        line.say("look", table=line.code, seats=[0])
        assert (await line.hear("update"))["seq"] == paused["seq"]
        await line.did(0, "ready")
        await line.until(lambda: line.view["turn"] == 0, 20)


@pytest.mark.parametrize(
    ("thought", "why"),
    [
        (ENDLESS, "too long"),
        ("os._exit(3)", "ended"),
        ("view.no_such_thing", "ended"),
        ("return Plan(view.since, Discard(110))", None),  # which it does not hold
        ("return Plan(view.since, None)", None),
    ],
)
async def test_a_game_goes_on_whatever_becomes_of_a_thought(
    tmp_path: Path, plant: Callable[[str], None], logged: list[EventDict], thought: str, why: str | None
) -> None:
    plant(thought)
    async with house(tmp_path / "data") as h, h.guest() as ann:
        h.house.thinkers.limit = 2.0
        line = await table(ann, level="beginner")
        await line.until(lambda: line.view["turn"] == 0, 60)
        assert acts(line) >= 2
    failed = [entry for entry in logged if entry["log_level"] == "error"]
    assert any(entry["event"] == "plan lost" for entry in failed)
    lost = [entry for entry in failed if entry["event"] == "thinker lost"]
    assert {entry["why"] for entry in lost} == ({why} if why else set())
    if "no_such" in thought:
        assert "AttributeError" in lost[0]["trace"]
    logged[:] = [entry for entry in logged if entry not in failed]


async def test_another_process_takes_the_place_of_one_that_was_killed(
    tmp_path: Path, plant: Callable[[str], None], logged: list[EventDict]
) -> None:
    plant(LONG)
    async with house(tmp_path / "data") as h, h.guest() as ann:
        line = await table(ann)
        async with asyncio.timeout(20):
            while not h.house.thinkers.processes:
                await asyncio.sleep(0.05)
        for victim in list(h.house.thinkers.processes):
            victim.kill()
        await line.until(lambda: line.view["turn"] == 0, 30)
    failed = [entry for entry in logged if entry["log_level"] == "error"]
    assert [entry["event"] for entry in failed] == ["thinker lost"]  # the plan itself was made anew
    logged[:] = [entry for entry in logged if entry not in failed]


async def test_no_process_is_left_when_the_house_is_killed(tmp_path: Path, plant: Callable[[str], None]) -> None:
    plant(ENDLESS)
    with process(tmp_path / "data") as h:
        async with h.guest() as ann:
            await table(ann)
            async with asyncio.timeout(20):
                while not (thinking := [pid for pid in children(h.pid) if b"tercet.server.thinker" in command(pid)]):
                    await asyncio.sleep(0.05)
            h.kill()
            end = time.monotonic() + 20
            while any(b"tercet.server.thinker" in command(pid) for pid in thinking):
                assert time.monotonic() < end
                await asyncio.sleep(0.05)


def children(parent: int) -> list[int]:
    """The processes that this one started and that are there."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # gone meanwhile
            continue
        if int(fields[1]) == parent:
            found.append(int(status.parent.name))
    return found


def command(pid: int) -> bytes:
    """The command of a process, empty once it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


async def test_what_a_hand_overlooked_is_thought_about_once_and_only_when_it_is_over(tmp_path: Path) -> None:
    """G2: before its end it would tell of hands."""
    players = [Player("computer", "easy")] * 3
    whole = Match.begin("triology", players, triology.Options(level="master"), "review 4", 0)
    while whole.state.deal < 2:
        step(whole, "key")
    found = missed(whole, 1)
    assert found
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await written(h.house.store, [0, None], whole)
        path = f"api/tables/{CODE}/matches/1/hands/"
        for deal in (0, 2, 10**30):
            refusal = await ann.call(f"{path}{deal}", status=409)
            assert (refusal["code"], refusal["ruling"], refusal["detail"]) == ("hand_not_over", "G2", {"deal": deal})
        assert not h.house.thinkers.processes
        both = await asyncio.gather(ann.call(f"{path}1"), ben.call(f"{path}1"))
        assert both[0] == both[1] == json.loads(core.encode(found))
        for process in list(h.house.thinkers.processes):
            process.kill()
        assert await ben.call(f"{path}1") == both[0]  # nobody needs to think again
        assert (await ann.call(f"api/tables/{CODE}/matches/2/hands/1", status=404))["code"] == "no_such_match"
