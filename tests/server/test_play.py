"""Whole games over the wire, between scripted people."""

from __future__ import annotations

from pathlib import Path

from tests.server.houses import house


async def test_two_people_play_a_whole_network_game(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        table = await ann.open("me", "open", options={"deck": "easy", "countdown": 0})
        assert table["match"] is None and table["host"]
        code = table["code"]
        a = await ann.join(code, 0)
        await ben.sit(code)
        b = await ben.join(code, 1)
        await a.until(lambda: a.table["seats"][1]["here"])
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await b.begun()
        turn = 0
        while a.view["phase"] == "play":
            line, seat = ((a, 0), (b, 1))[turn % 2]
            await line.until(lambda line=line: line.update["seq"] >= max(a.update["seq"], b.update["seq"]))  # type: ignore[misc]
            trio = line.trio()
            await line.did(seat, "trios.select", cards=trio[:1])
            await line.did(seat, "trios.select", cards=trio)
            turn += 1
        await b.until(lambda: b.view["phase"] == "over")
        assert a.rows == b.rows
        assert sum(a.view["scores"]) == 3 * turn
        assert a.update["common"]["seed"] and a.update["left_ms"] is None
        await a.until(lambda: not a.table["playing"])
        review = await ben.call(f"api/tables/{code}/matches/1/review")
        assert review
        await a.close()
        await b.close()
