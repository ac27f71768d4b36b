"""Two nodes in two processes judge one match on one file: the row that is written first is the right one."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.houses import process
from tests.server.people import Guest, Json, Line


async def test_two_nodes_judge_one_match(tmp_path: Path) -> None:
    with process(tmp_path) as one, process(tmp_path) as two:
        async with one.guest() as ann, Guest(two.address) as ben:
            code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
            await ben.sit(code)
            a, b = await ann.join(code, 0), await ben.join(code, 1)
            await ann.call(f"api/tables/{code}/start", {})
            await a.begun()
            await b.begun()  # hears of the start from the file

            async def claim(line: Line, seat: int) -> None:
                while line.trio() and line.view["phase"] == "play":
                    await line.answer(line.act(seat, "trios.select", cards=line.trio()))

            await asyncio.gather(claim(a, 0), claim(b, 1))
            for line in (a, b):
                await line.over()
            assert a.rows == b.rows and [row["seq"] for row in a.rows] == list(range(len(a.rows)))
            claims = [event for row in a.rows for event in row["events"] if event["t"] == "trios.claimed"]
            assert len({card for claim in claims for card in claim["cards"]}) == 3 * len(claims) > 40
            assert [3 * sum(claim["seat"] == seat for claim in claims) for seat in (0, 1)] == a.view["scores"]
            assert sum(event["t"] == "ended" for row in a.rows for event in row["events"]) == 1
            present = [event["t"] for row in a.rows for event in row["events"] if event["t"] in ("gone", "back")]
            assert present.count("gone") == present.count("back")
            tables = await asyncio.gather(*(guest.call(f"api/tables/{code}/again", {}) for guest in (ann, ben) * 3))
            assert {table["match"] for table in tables} == {2}
            for line in (a, b):
                await line.reach(0, match=2)


async def test_one_computer_player_on_two_nodes_moves_once(tmp_path: Path) -> None:
    with process(tmp_path) as one, process(tmp_path) as two:
        async with one.guest() as ann, Guest(two.address) as ben:
            seats: list[str | Json] = ["me", {"kind": "computer", "level": "hard"}]
            code = (await ann.open(*seats, options={"countdown": 0, "deck": "easy"}, pace=0.25))["code"]
            a, b = await ann.join(code, 0), await ben.join(code)
            for line in (a, b):
                await line.over(60)
            assert a.rows == b.rows
            claims = [event for row in a.rows for event in row["events"] if event["t"] == "trios.claimed"]
            assert a.view["scores"] == [0, 3 * len(claims)]
