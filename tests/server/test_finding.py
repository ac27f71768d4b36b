"""Finding company: play with anyone, and the list of open tables."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.houses import house
from tests.server.people import Guest, Json
from tests.server.stores import Held

TRIOS = {"game": "trios", "options": {"countdown": 0}}


async def find(guest: Guest, wish: Json = TRIOS, table: str | None = None) -> Json:
    found: Json = await guest.call("api/anyone", wish | {"table": table})
    return found


def sitting(table: Json) -> int:
    return sum(seat["kind"] == "person" for seat in table["seats"])


async def test_two_who_want_the_same_meet_and_begin(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as cleo:
        waits = await find(ann)
        assert waits["anyone"] and waits["open"] and waits["match"] is None and sitting(waits) == 1
        assert 0 < waits["offer_ms"] <= 20_000
        assert (await find(ann))["code"] == waits["code"]  # a reload, or a second press
        easy = await find(cleo, {"game": "trios", "options": {"countdown": 0, "deck": "easy"}})
        assert easy["code"] != waits["code"]  # another game is another wish
        assert (await find(ben, {"game": "trios", "options": {"deck": "full", "countdown": 0}}))["code"] == waits[
            "code"
        ]
        a, b = await ann.join(waits["code"], 0), await ben.join(waits["code"], 1)
        assert (await ann.call(f"api/tables/{waits['code']}/ready", {}))["match"] is None  # both must be there
        assert (await ben.call(f"api/tables/{waits['code']}/ready", {}))["playing"]
        await a.begun()
        await b.begun()
        late = await find(ann, table=waits["code"])  # a sign that was on its way at the start
        assert late["code"] == waits["code"] and late["playing"]


async def test_two_at_once_get_one_table(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        guests = [h.guest() for _ in range(20)]
        await asyncio.gather(*(guest.__aenter__() for guest in guests))
        tables = await asyncio.gather(*(find(guest) for guest in guests))
        assert len({table["code"] for table in tables}) == 10
        listed = [await guests[0].call(f"api/tables/{code}") for code in {table["code"] for table in tables}]
        assert [sitting(table) for table in listed] == [2] * 10
        await asyncio.gather(*(guest.__aexit__() for guest in guests))


async def test_two_who_wait_apart_are_brought_together(tmp_path: Path) -> None:
    """As it happens on two nodes: the younger table is given up for the older."""
    async with house(tmp_path / "a") as h, house(tmp_path / "a") as other:
        ann, ben = h.guest(), other.guest()
        async with ann, ben:
            first, second = await asyncio.gather(find(ann), find(ben))
            for _ in range(3):
                first, second = await find(ann, table=first["code"]), await find(ben, table=second["code"])
            assert first["code"] == second["code"] and sitting(await find(ann, table=first["code"])) == 2


async def test_who_fell_silent_waits_no_longer(tmp_path: Path) -> None:
    async with house(tmp_path, lapse=1.5) as h, h.guest() as ann, h.guest() as ben:
        ghost = await find(ann)
        assert ghost["code"] in {table["code"] for table in (await ben.call("api/tables"))["tables"]}
        await asyncio.sleep(1.6)
        assert not (await ben.call("api/tables"))["tables"]
        assert (await find(ben))["code"] != ghost["code"]


async def test_who_closes_the_page_waits_no_longer(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await find(ann))["code"]
        line = await ann.join(code, 0)
        assert [table["code"] for table in (await ben.call("api/tables"))["tables"]] == [code]
        await line.close()
        async with asyncio.timeout(10):
            while (await ben.call("api/tables"))["tables"]:
                await asyncio.sleep(0.02)
        other = (await find(ben))["code"]
        assert other != code
        await ann.join(code, 0)  # Ann only loaded the page anew: both wait, and meet by the next sign
        assert (await find(ann, table=code))["code"] == code
        assert (await find(ben, table=other))["code"] == code


async def test_nobody_begins_with_somebody_who_has_gone(tmp_path: Path) -> None:
    """Ann fell silent just before Ben came: her seat is free again soon, and Cleo gets it."""
    async with house(tmp_path, lapse=1.5) as h, h.guest() as ann, h.guest() as ben, h.guest() as cleo:
        code = (await find(ann))["code"]
        assert (await find(ben))["code"] == code
        assert (await ben.call(f"api/tables/{code}/ready", {}))["match"] is None
        async with asyncio.timeout(10):
            while sitting(await find(ben, table=code)) == 2:
                await asyncio.sleep(0.05)
        table = await find(cleo)
        assert table["code"] == code and sitting(table) == 2 and not table["hosting"]
        await cleo.call(f"api/tables/{code}/ready", {})
        assert (await ben.call(f"api/tables/{code}/ready", {}))["playing"]
        assert (await find(ann, table=code))["code"] != code  # and Ann waits anew


async def test_nobody_loses_the_seat_to_a_sign_that_was_on_its_way_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, lapse=0.2) as h, h.guest() as ann, h.guest() as ben:
        code = (await find(ann))["code"]
        await ben.sit(code)
        await asyncio.sleep(0.5)  # both sit here for longer than anybody is waited for
        reading = Held(monkeypatch, h.house.store, "waiting_tables")
        sign = asyncio.create_task(find(ann, table=code))
        await reading.came.wait()
        for guest in (ann, ben):
            table = await guest.call(f"api/tables/{code}/ready", {})
        assert table["playing"]
        reading.let_go()
        assert sitting(await sign) == 2


async def test_who_gives_up_waiting_is_found_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await find(ann))["code"]
        await ann.call(f"api/tables/{code}/stand", {"seat": 0})
        assert not (await ben.call("api/tables"))["tables"]
        assert (await find(ben))["code"] != code


async def test_a_computer_steps_in_for_anyone(tmp_path: Path) -> None:
    async with house(tmp_path, offer=0) as h, h.guest() as ann:
        table = await find(ann)
        assert table["offer_ms"] == 0
        await ann.call(f"api/tables/{table['code']}/computer", {"seat": 1, "level": "easy"})
        assert (await ann.call(f"api/tables/{table['code']}/ready", {}))["playing"]


async def test_nobody_fills_the_house_with_tables_that_wait(tmp_path: Path) -> None:
    async with house(tmp_path, new_tables=2) as h, h.guest() as ann:
        for _ in range(2):
            table = await find(ann, table="ZZZZZ")
            await ann.call(f"api/tables/{table['code']}/stand", {"seat": 0})
        assert (await ann.call("api/anyone", TRIOS, 429))["code"] == "too_many_tables"


async def test_a_wish_that_cannot_be_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        assert (await ann.call("api/anyone", {"game": "trios", "options": {"wings": 1}}, 409))["code"] == "bad_option"


async def test_the_list_tells_what_one_needs_to_choose(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        await ann.open("me", "open")  # private: never listed
        closed = await ann.open("me", "computer", open=True, watch=False, options={"deck": "easy"})
        code = (await ann.open("me", "open", open=True))["code"]
        await ann.join(code, 0)
        await eve.join(code)
        first, second = (await ben.call("api/tables"))["tables"]
        assert (first["code"], first["here"], first["watchers"], first["free"]) == (code, True, 1, 1)
        assert (second["code"], second["computers"], second["watch"]) == (closed["code"], 1, False)
        assert second["options"]["deck"] == "easy" and not second["here"]


async def test_equal_looking_names_are_told_apart(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await ann.http.patch("api/me", json={"name": "Ben"})
        await ben.http.patch("api/me", json={"name": "\u0412en"})  # a Cyrillic first letter
        code = (await ann.open("me", "open", open=True))["code"]
        names = [seat["name"] for seat in (await ben.sit(code))["seats"]]
        assert names[0] == "Ben" and names[1] != "Ben" and names[1].endswith(")")
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        b.say("talk", table=code, text="who am I?")
        assert (await a.hear("said"))["name"] == names[1]
        assert (await ann.call("api/tables"))["tables"][0]["names"] == names
