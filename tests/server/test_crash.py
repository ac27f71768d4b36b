"""`kill -9` in real play, and a restart: every table stands as it stood, what was acknowledged is there, no clock ran.

One house, five tables, one crash: a computer player's plan pending, a call at six seconds, a countdown, a pause, and
wishes on their way through the writer.
"""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from websockets.exceptions import InvalidHandshake

from tercet.bots import core as bots
from tercet.engine.match import Match, record_decoder
from tests.server.houses import Process, process
from tests.server.people import Guest, Line

AWAY_S = 4.0  # between the crash and the restart
BEAT_MS = 1_000  # what a crash may give away
SLACK_MS = 300  # for two busy cores


class Followed:
    """A person's line to a table that comes back by itself, as the client's does; it notes how long that took."""

    def __init__(self, guest: Guest, code: str, *seats: int) -> None:
        self.guest, self.code, self.seats = guest, code, seats

    async def join(self) -> Followed:
        self.line = await self.guest.join(self.code, *self.seats)
        return self

    async def rejoin(self) -> None:
        """Dial until somebody answers, then ask for what was missed."""
        old = self.line
        while True:
            try:
                async with asyncio.timeout(3):
                    self.line = await self.guest.connect()
                break
            except (OSError, InvalidHandshake, TimeoutError, EOFError):
                await asyncio.sleep(0.2)
        self.line.update, self.line.rows, self.line.code = {}, [], self.code
        self.line.say("join", table=self.code, match=old.update["match"], since=old.update["seq"])
        self.line.say("look", table=self.code, seats=list(self.seats))
        await self.line.until(lambda: "all" not in self.line.update.get("views", {"all": 0}))
        self.back_at = time.monotonic()
        self.old = old


def log_of(data: Path, code: str, n: int = 1) -> Match:
    """A match as it lies on the disk."""
    with closing(sqlite3.connect(f"file:{data / 'tercet.db'}?mode=ro", uri=True)) as database:
        (match, seed) = database.execute("select id, seed from matches where code = ? and n = ?", (code, n)).fetchone()
        rows = database.execute("select record from rows where match = ? order by seq", (match,)).fetchall()
    return Match.replay("trios", seed, [record_decoder("trios").decode(row) for (row,) in rows])


async def pour(follower: Followed, refs: list[str], acked: set[str], until: asyncio.Event) -> None:
    """Wish and wish again, faster than is answered, as fast as the house allows."""
    line = follower.line
    cards = line.view["table"]
    while not until.is_set():
        refs.append(line.act(follower.seats[0], "trios.select", cards=[cards[len(refs) % 12]]))
        acked |= {m["ref"] for m in line.heard if m.get("ref")}
        await asyncio.sleep(0.03)


async def with_a_plan_far_off(data: Path, guest: Guest) -> tuple[Followed, bots.Plan]:
    """A table whose computer player will not act before the crash, and what it means to do then."""
    while True:
        code = (await guest.open("me", "computer", options={"countdown": 0}))["code"]
        follower = await Followed(guest, code, 0).join()
        match = log_of(data, code)
        key = hashlib.sha256(f"computer players/{match.seed}".encode()).hexdigest()
        plan = bots.plan("trios", key, 1, "medium", match.view(1))
        if plan and 8_000 < plan.at < 16_000:
            return follower, plan


async def test_a_house_that_is_killed_comes_back_as_it_was(tmp_path: Path) -> None:
    with process(tmp_path) as h:
        async with h.guest() as ann, h.guest() as ben:
            await crash_and_return(h, tmp_path, ann, ben)


async def crash_and_return(h: Process, data: Path, ann: Guest, ben: Guest) -> None:
    async def table(*seats: Any, **options: Any) -> str:
        code: str = (await ann.open(*seats, options={"countdown": 0, **options}))["code"]
        return code

    # A call, six seconds before the crash.
    call = await Followed(ann, await table("me", "here"), 0, 1).join()
    await call.line.did(0, "trios.call")
    called = next(e for e in call.line.rows[-1]["events"] if e["t"] == "trios.called")
    began = time.monotonic()
    # A pause.
    paused = await Followed(ann, await table("me", "computer"), 0).join()
    await asyncio.sleep(0.5)
    pause = await paused.line.did(0, "pause")
    # Wishes on their way: four seats of two people pour them.
    busy = await table("me", "here", "here", "here", mode="mark")
    pourers = [await Followed(ann, busy, seat).join() for seat in range(4)]
    refs: list[list[str]] = [[] for _ in pourers]
    acked: list[set[str]] = [set() for _ in pourers]
    # A computer player, whose plan is pending at the crash.
    planned, plan = await with_a_plan_far_off(data, ben)
    # A countdown, two seconds before the crash.
    await asyncio.sleep(max(0.0, 4 - (time.monotonic() - began)))
    counted = await Followed(ben, (await ben.open("me", "computer", options={"countdown": 5}))["code"], 0).join()
    shown = {"left": counted.line.update["left_ms"], "wall": time.monotonic()}
    stop = asyncio.Event()
    pouring = [asyncio.create_task(pour(*each, stop)) for each in zip(pourers, refs, acked, strict=True)]
    await asyncio.sleep(max(0.0, 6 - (time.monotonic() - began)))

    h.kill()
    died = time.monotonic()
    stop.set()
    await asyncio.gather(*pouring)
    for pourer, answered in zip(pourers, acked, strict=True):
        await pourer.line.gone()
        answered |= {m["ref"] for m in pourer.line.heard if m["t"] == "update" and m.get("ref")}
    left_at_death = shown["left"] - (died - shown["wall"]) * 1000
    everybody = [call, paused, planned, counted, *pourers]
    returning = [asyncio.create_task(follower.rejoin()) for follower in everybody]
    before = log_of(data, planned.code)
    await asyncio.sleep(AWAY_S)
    await asyncio.to_thread(h.start)
    up = time.monotonic()
    await asyncio.gather(*returning)

    assert max(follower.back_at for follower in everybody) - up < 3

    # What was acknowledged is there, once; what was not is in when it is sent again, once.
    assert all(len(answered) > 20 for answered in acked)
    for pourer, sent, answered in zip(pourers, refs, acked, strict=True):
        kept = [record.ref for record in log_of(data, busy).records if record.seat == pourer.seats[0]]
        assert len(kept) == len(set(kept)) and answered <= set(kept)
        lost = [ref for ref in sent if ref not in answered][-10:]
        cards = pourer.line.view["table"]
        for ref in lost:
            mine = pourer.line.view["marks"][pourer.seats[0]]
            fresh = next(card for card in cards if [card] != mine)
            pourer.line.act_on(busy, 1, pourer.seats[0], "trios.select", ref, cards=[fresh])
            await pourer.line.hear("update", ref=ref)
        kept = [record.ref for record in log_of(data, busy).records if record.seat == pourer.seats[0]]
        assert len(kept) == len(set(kept)) and {*answered, *lost} <= set(kept)

    # The pause stands where it stood.
    assert paused.line.view["paused"] and not paused.line.update["running"]
    assert paused.line.update["at"] == pause["at"] and paused.line.update["seq"] >= pause["seq"]
    resumed = await paused.line.did(0, "ready")
    assert resumed["running"] and 0 <= resumed["at"] - pause["at"] < SLACK_MS

    # The countdown goes on from where it was.
    waited = (counted.back_at - up) * 1000
    left = counted.line.update["left_ms"]
    assert left_at_death - waited - SLACK_MS < left < left_at_death + BEAT_MS + SLACK_MS, (left_at_death, left)
    await counted.line.begun()

    # The call ends when it was to end.
    assert call.line.update["common"]["gone"] == {} and call.line.view["call"] == {"seat": 0, "until": called["until"]}
    assert 3_000 < call.line.update["left_ms"] < 4_000 + BEAT_MS + SLACK_MS
    ended = await call.line.until(
        lambda: next((e for row in call.line.rows for e in row["events"] if e["t"] == "trios.call_ended"), None)
    )
    assert (ended["at"], ended["reason"], ended["seat"]) == (called["until"], "time", 0)

    # The computer player does what it would have done, when it would have done it.
    await planned.line.until(lambda: any(row["by"] == 1 for row in planned.line.rows), 60)
    after = log_of(data, planned.code)
    act = next(record for record in after.records[len(before.records) :] if record.seat == 1)
    assert msgspec.to_builtins(act.action) == msgspec.to_builtins(plan.action)
    assert 0 <= act.at - plan.at < SLACK_MS


def test_a_crash_right_after_the_start_leaves_a_table_that_can_be_joined(tmp_path: Path) -> None:
    async def play() -> None:
        async with h.guest() as ann:
            code = (await ann.open("me", "computer"))["code"]
            h.kill()
            await asyncio.to_thread(h.start)
            line: Line = await ann.join(code, 0)
            assert 2_900 < line.update["left_ms"] <= 3_000  # nobody had come yet: the clock had not run
            await line.begun()

    with process(tmp_path) as h:
        asyncio.run(play())
