"""The host: whose rights pass on, who is ready, who is put out, and who may come in."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tercet.server.keeping import close_table
from tercet.server.lobby import MOST_BARRED, barred
from tercet.server.people import wall
from tercet.server.store import TableRow
from tests.server.houses import Open, house
from tests.server.people import Guest, Json, Line


async def three_in_a_lobby(h: Open, *guests: Guest, **more: Any) -> tuple[str, list[Line]]:
    """An unstarted table of these guests; the first is the host."""
    code = (await guests[0].open("me", *["open"] * (len(guests) - 1), options={"countdown": 0}, **more))["code"]
    for guest in guests[1:]:
        await guest.sit(code)
    return code, [await guest.join(code, seat) for seat, guest in enumerate(guests)]


def hosts(table: Json) -> list[bool]:
    return [seat["host"] for seat in table["seats"]]


def ready(table: Json) -> list[bool]:
    return [seat["ready"] for seat in table["seats"]]


async def test_the_rights_pass_to_whoever_sits_longest_when_the_host_is_gone(tmp_path: Path) -> None:
    """The next may start at once; after a while they are the host, and the old one is a player like others."""
    async with house(tmp_path, host_grace=0.3) as h, h.guest() as ann, h.guest() as ben, h.guest() as cleo:
        code, (a, b, c) = await three_in_a_lobby(h, ann, ben, cleo)
        assert hosts(a.table) == [True, False, False] and a.table["hosting"]
        await a.close()
        await b.until(lambda: b.table["host"])  # may start already
        await b.until(lambda: hosts(b.table) == [False, True, False])
        await c.until(lambda: hosts(c.table) == [False, True, False])
        back = await ann.join(code, 0)
        assert not back.table["host"] and not back.table["hosting"]
        assert (await ann.call(f"api/tables/{code}/start", {}, 403))["code"] == "not_host"
        assert (await ben.call(f"api/tables/{code}/start", {}))["playing"]


async def test_a_host_who_is_back_soon_stays_host(tmp_path: Path) -> None:
    async with house(tmp_path, host_grace=30) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await three_in_a_lobby(h, ann, ben)
        await a.close()
        await b.until(lambda: b.table["host"])
        a = await ann.join(code, 0)
        await b.until(lambda: not b.table["host"])
        assert hosts(a.table) == [True, False] and code not in h.house.tables._hostless


async def test_the_rights_at_a_table_that_is_closed_pass_to_nobody(tmp_path: Path) -> None:
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, fault: faults.append(fault))
    async with house(tmp_path, host_grace=0.1) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await three_in_a_lobby(h, ann, ben)
        await h.house.store.write(partial(close_table, code=code, now=wall()))
        await a.close()
        await b.hear("refused", code="table_closed")
        async with asyncio.timeout(10):
            while h.house.tables._hostless or h.house.tables._closing:
                await asyncio.sleep(0.02)
        gc.collect()
    assert not faults


async def test_the_host_stands_up_or_hands_over(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as cleo:
        code, (a, _, _) = await three_in_a_lobby(h, ann, ben, cleo)
        assert (await ben.call(f"api/tables/{code}/host", {"seat": 1}, 403))["code"] == "host_only"
        assert hosts(await ann.call(f"api/tables/{code}/host", {"seat": 2})) == [False, False, True]
        assert (await cleo.call(f"api/tables/{code}/host", {"seat": 7}, 409))["code"] == "nobody_there"
        stood = await cleo.call(f"api/tables/{code}/stand", {"seat": 2})
        assert hosts(stood) == [True, False, False]  # who sits there longest
        await a.until(lambda: a.table["hosting"])


async def test_it_begins_when_all_are_ready(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, (a, b) = await three_in_a_lobby(h, ann, ben)
        e = await eve.join(code)
        assert (await eve.call(f"api/tables/{code}/ready", {}, 409))["code"] == "watching"
        assert ready(await ben.call(f"api/tables/{code}/ready", {})) == [False, True]
        await a.until(lambda: ready(a.table) == [False, True])
        assert ready(await ben.call(f"api/tables/{code}/ready", {"on": False})) == [False, False]
        await ben.call(f"api/tables/{code}/ready", {})
        assert (await ann.call(f"api/tables/{code}/ready", {}))["playing"]
        for line in (a, b, e):
            await line.begun()
        assert ready(a.table) == [False, False]
        assert (await ben.call(f"api/tables/{code}/ready", {}))["match"] == 1  # late, and changes nothing


@pytest.mark.parametrize("put_out", [False, True])
async def test_it_begins_when_the_last_who_was_not_ready_goes(tmp_path: Path, put_out: bool) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("me", "open", "open"))["code"]
        for guest in (ben, eve):
            await guest.sit(code)
        line = await ann.join(code, 0)
        for guest in (ann, eve):
            assert (await guest.call(f"api/tables/{code}/ready", {}))["match"] is None
        if put_out:
            await ann.call(f"api/tables/{code}/remove", {"seat": 1})
        else:
            await ben.call(f"api/tables/{code}/stand", {"seat": 1})
        await line.begun()
        assert [seat["name"] for seat in line.table["seats"]] == [ann.you["name"], eve.you["name"]]


async def test_who_is_alone_does_not_begin_by_being_ready(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", "open"))["code"]
        assert (await ann.call(f"api/tables/{code}/ready", {}))["match"] is None


async def test_the_host_fills_a_free_seat_with_a_computer(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, (_, _) = await three_in_a_lobby(h, ann, ben)
        code = (await ann.open("me", "open", "open"))["code"]
        await ben.sit(code)
        await ann.join(code, 0)
        assert (await ben.call(f"api/tables/{code}/computer", {"seat": 2}, 403))["code"] == "host_only"
        table = await ann.call(f"api/tables/{code}/computer", {"seat": 2, "level": "hard"})
        assert table["seats"][2]["kind"] == "computer" and table["seats"][2]["level"] == "hard"
        name = table["seats"][2]["name"]
        table = await ann.call(f"api/tables/{code}/computer", {"seat": 2, "level": "easy"})
        assert (table["seats"][2]["name"], table["seats"][2]["level"]) == (name, "easy")
        table = await ann.call(f"api/tables/{code}/computer", {"seat": 2, "level": None})
        assert table["seats"][2]["kind"] == "open"
        for taken in (1, 7):
            assert (await ann.call(f"api/tables/{code}/computer", {"seat": taken}, 409))["code"] == "seat_taken"
        await ann.call(f"api/tables/{code}/computer", {"seat": 2})
        await ann.call(f"api/tables/{code}/start", {})
        assert (await ann.call(f"api/tables/{code}/computer", {"seat": 2}, 409))["code"] == "seat_taken"


async def test_who_is_removed_before_the_start_loses_the_seat_and_stays_out(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await three_in_a_lobby(h, ann, ben)
        assert (await ben.call(f"api/tables/{code}/remove", {"seat": 0}, 403))["code"] == "host_only"
        assert (await ann.call(f"api/tables/{code}/remove", {"seat": 0}, 409))["code"] == "nobody_there"  # myself
        table = await ann.call(f"api/tables/{code}/remove", {"seat": 1})
        assert table["seats"][1]["kind"] == "open"
        assert table["barred"] == [{"person": ben.you["id"], "name": ben.you["name"], "how": "removed"}]
        assert (await b.hear("refused"))["code"] == "put_out"
        assert (await ben.call(f"api/tables/{code}/sit", {}, 403))["code"] == "put_out"
        b.say("talk", table=code, text="let me in")
        assert (await b.hear("refused"))["code"] == "not_joined"
        b.say("look", table=code, seats=[])
        assert (await b.hear("refused"))["code"] == "not_joined"
        b.say("join", table=code)
        assert (await b.hear("refused"))["code"] == "put_out"
        assert not (await ben.call(f"api/tables/{code}"))["barred"]  # the host alone is told
        table = await ann.call(f"api/tables/{code}/remove", {"person": ben.you["id"], "on": False})
        assert not table["barred"]
        assert (await ben.sit(code))["seats"][1]["mine"]
        await a.until(lambda: a.table["seats"][1]["kind"] == "person")


async def test_who_is_removed_during_a_match_has_left_it_for_good(tmp_path: Path) -> None:
    """The others go on, and the next match is without that seat."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as cleo:
        code, (a, b, c) = await three_in_a_lobby(h, ann, ben, cleo)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await ann.call(f"api/tables/{code}/remove", {"seat": 1})
        await a.until(lambda: a.update["common"]["left"] == [1])
        assert a.table["seats"][1]["name"] == ben.you["name"] and not a.table["seats"][1]["here"]
        assert (await b.hear("refused"))["code"] == "put_out"
        b.act_on(code, 1, 1, "pause", "p1")
        assert (await b.answer("p1"))["code"] == "not_your_seat"
        await c.until(lambda: c.update)
        await c.did(2, "leave")
        await a.over()
        await a.until(lambda: not a.table["playing"])
        again = await ann.call(f"api/tables/{code}/start", {})
        assert [seat["name"] for seat in again["seats"]] == [ann.you["name"], cleo.you["name"]]


async def test_whoever_looks_at_a_seat_looks_at_it_in_the_next_match(tmp_path: Path) -> None:
    """Though a seat before it has gone: two of one person are never mistaken for each other (G2)."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as cleo:
        seats = ("me", "open", {"kind": "here", "name": "Grandma"}, {"kind": "here", "name": "Grandpa"}, "open")
        code = (await ann.open(*seats, options={"countdown": 0}))["code"]
        for guest in (ben, cleo):
            await guest.sit(code)
        line, hers = await ann.join(code, 2), await cleo.join(code, 4)
        await ann.call(f"api/tables/{code}/start", {})
        await line.begun()
        await hers.begun()
        await ann.call(f"api/tables/{code}/remove", {"seat": 1})
        await line.until(lambda: line.update["common"]["left"] == [1])
        for seat in (2, 3):
            line.act(seat, "leave")
        await hers.did(4, "leave")
        await line.over()
        await line.until(lambda: not line.table["playing"])
        table = await ann.call(f"api/tables/{code}/start", {})
        assert table["seats"][1]["name"] == "Grandma"
        await line.until(lambda: line.update["match"] == 2)
        assert list(line.update["views"]) == ["1"]


def test_a_host_bars_only_so_many() -> None:
    now = wall()
    table = TableRow(
        code="BCDFG", game="trios", options={}, seats=(), host="ann", open=False, pace=1.0, match=None, version=1,
        created=now, touched=now,
    )  # fmt: skip
    for n in range(MOST_BARRED + 5):
        table = barred(table, f"guest {n}", "muted", True)
    assert len(table.barred) == MOST_BARRED and "guest 104" in table.barred and "guest 4" not in table.barred
    assert "guest 104" not in barred(table, "guest 104", "muted", False).barred


async def test_somebody_who_comes_late_takes_a_computers_seat_with_its_points(tmp_path: Path) -> None:
    """G5a. The others may not, for they would see two hands; nor may two."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        seats = ("me", {"kind": "computer", "level": "hard"})
        code = (await ann.open(*seats, options={"countdown": 0, "deck": "easy"}, pace=0.25))["code"]
        a, b = await ann.join(code, 0), await ben.join(code)
        await a.until(lambda: a.view["scores"][1] > 0, seconds=40)
        assert (await ann.call(f"api/tables/{code}/sit", {"seat": 1, "name": "Max"}, 409))["code"] == "seat_taken"
        await a.did(0, "pause")  # so that the points stand still
        points = a.view["scores"][1]
        took = await asyncio.gather(
            *(guest.http.post(f"api/tables/{code}/sit", json={"seat": 1}) for guest in (ben, eve))
        )
        winner = ben if took[0].status_code == 200 else eve
        assert sorted(answer.status_code for answer in took) == [200, 409]
        await a.until(lambda: a.update["common"]["players"] == [{}, {}])
        assert a.view["scores"][1] == points
        assert {"t": "taken_over", "seat": 1} in [event for row in a.rows for event in row["events"]]
        line = b if winner is ben else await eve.join(code)
        line.say("look", table=code, seats=[1])
        await line.until(lambda: set(line.update["views"]) == {"1"})
        await a.did(0, "ready")
        assert line.update["common"]["paused_by"] == 0  # a person is waited for
        await line.did(1, "ready")
        await line.until(lambda: line.update["running"])


async def test_a_seat_that_was_taken_over_stays_so_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "computer", options={"countdown": 0}))["code"]
        await ben.sit(code, seat=1)  # nobody follows the table, so the match learns of it when it is loaded
        a = await ann.join(code, 0)
        await a.until(lambda: a.update["common"]["players"] == [{}, {}])


async def test_where_nobody_may_watch_only_those_with_a_seat_come_in(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("me", "open", options={"countdown": 0}, watch=False, open=True))["code"]
        e = await eve.join(code)  # there is a seat to take
        await ben.sit(code)
        assert (await e.hear("refused"))["code"] == "no_watching"
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        e.say("join", table=code)
        assert (await e.hear("refused"))["code"] == "no_watching"
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await b.begun()
        assert a.table["watchers"] == 0 and not a.table["watch"]
        assert not any(message["t"] == "update" for message in e.heard)
        hand = f"api/tables/{code}/matches/1/hands/1"  # what was overlooked in a hand is for those who may look on
        assert (await eve.call(hand, status=403))["code"] == "no_watching"
        assert (await ann.call(hand, status=409))["code"] == "hand_not_over"
        await a.did(0, "leave")
        await a.until(lambda: a.update["common"]["ended"])
        for path, body in (("", None), ("/review", None), ("/hands/1", None), ("/file", {})):
            past = f"api/tables/{code}/matches/1{path}"
            assert (await eve.call(past, body, status=403))["code"] == "no_watching", path
            assert (await (ann.http.get(past) if body is None else ann.http.post(past))).status_code != 403, path


async def test_a_set_up_is_judged_before_it_is_opened(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        me, other = {"kind": "me"}, {"kind": "open"}
        fine = {"game": "triple3", "seats": [me, other], "options": {"handicap": [3, 0]}}
        assert (await ann.call("api/check", fine)) == {"ok": True, "code": "", "ruling": "", "detail": {}}
        handicap = await ann.call("api/check", fine | {"options": {"handicap": [50, 0]}})
        assert (handicap["ok"], handicap["code"], handicap["ruling"]) == (False, "handicap", "X12")
        assert (await ann.call("api/check", fine | {"options": {"wings": 2}}))["code"] == "bad_option"
        named = fine | {"seats": [me, {"kind": "here", "name": "\u200b"}]}
        assert (await ann.call("api/check", named))["code"] == "name_empty"
        assert not (await ann.call("api/tables"))["tables"]
