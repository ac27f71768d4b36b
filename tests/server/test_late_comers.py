"""Between two matches: who sits down plays the next one, who stands up does not, and the result stays whose it was."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tercet.engine.triology import BEGINNERS
from tests.server.houses import house
from tests.server.people import Guest, Json, Line


def names(table: Json) -> list[str]:
    return [seat["name"] for seat in table["seats"]]


def marked(table: Json, mark: str) -> list[int]:
    return [seat["seat"] for seat in table["seats"] if seat[mark]]


async def is_over(line: Line) -> None:
    await line.until(lambda: line.update and line.update["common"]["ended"] and not line.table["playing"])


async def sees_joining(line: Line, seat: int) -> None:
    await line.until(lambda: marked(line.table, "joins") == [seat])


async def over(ann: Guest, ben: Guest, **more: object) -> tuple[str, Line, Line]:
    """The match of two is over, for Ben left it; both still look on."""
    code = (await ann.open("me", "open", **{"options": {"countdown": 0}, **more}))["code"]
    await ben.sit(code)
    a, b = await ann.join(code, 0), await ben.join(code, 1)
    await ann.call(f"api/tables/{code}/start", {})
    await a.until(lambda: a.update)
    await b.until(lambda: b.update)
    await b.did(1, "leave")
    for line in (a, b):
        await is_over(line)
    return code, a, b


async def stand(guest: Guest, code: str, seat: int, status: int = 200) -> Json:
    table: Json = await guest.call(f"api/tables/{code}/stand", {"seat": seat}, status)
    return table


async def again(guest: Guest, code: str, status: int = 200) -> Json:
    table: Json = await guest.call(f"api/tables/{code}/again", {}, status)
    return table


async def start(host: Guest, code: str) -> Json:
    """The host waits for nobody."""
    table: Json = await host.call(f"api/tables/{code}/start", {})
    return table


async def test_who_looks_on_sits_down_after_a_match_and_plays_the_next(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, a, b = await over(ann, ben)
        e = await eve.join(code)
        assert e.table["room"] == 6  # T7: eight may play
        seated = await eve.sit(code)
        assert names(seated) == [ann.you["name"], ben.you["name"], eve.you["name"]] and marked(seated, "mine") == [2]
        assert await eve.sit(code) == seated  # an impatient second click
        for line in (a, b, e):
            await sees_joining(line, 2)
            assert line.table["room"] == 5
        e.say("look", table=code, seats=[2])
        assert (await e.refused(2, "ready"))["code"] == "not_your_seat"  # it is no seat of the match that is over
        tables = await asyncio.gather(*(again(guest, code) for guest in (ann, ben, eve) * 4))
        assert {table["match"] for table in tables} <= {1, 2}
        for seat, line in enumerate((a, b, e)):
            await line.reach(0, match=2)
            assert set(line.update["views"]) == {str(seat)}  # each goes on looking at their own
            assert marked(line.table, "joins") == [] and line.table["room"] == 0
        assert (await eve.call(f"api/tables/{code}/matches/1"))["seats"][0]["name"] == ann.you["name"]


async def test_who_stands_up_after_a_match_is_not_in_the_next_but_in_the_result(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, a, _ = await over(ann, ben)
        await eve.sit(code)
        stood = await stand(ann, code, 0)
        assert names(stood)[:2] == [ann.you["name"], ben.you["name"]] and marked(stood, "goes") == [0]
        assert [seat["host"] for seat in stood["seats"]] == [False, True, False]  # the host's rights pass on
        back = await ann.sit(code)
        assert marked(back, "mine") == [0] and marked(back, "goes") == []  # the same seat, if they think better of it
        await stand(ann, code, 0)
        assert (await again(ann, code, 409))["code"] == "watching"
        await again(eve, code)
        await again(ben, code)
        table = await eve.call(f"api/tables/{code}")
        assert names(table) == [ben.you["name"], eve.you["name"]] and marked(table, "mine") == [1]
        await a.reach(0, match=2)
        assert set(a.update["views"]) == {"all"}
        assert (await stand(eve, code, 1, 409))["code"] == "playing"
        assert (await ann.call(f"api/tables/{code}/sit", {}, 409))["code"] == "no_free_seat"


async def test_a_seat_for_the_next_match_is_free_when_its_owner_stands_up(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve, h.guest() as kim:
        code, _, _ = await over(ann, ben)
        await eve.sit(code)
        await stand(eve, code, 2)
        assert names(await kim.sit(code)) == [ann.you["name"], ben.you["name"], kim.you["name"]]
        await kim.call(f"api/tables/{code}/remove", {"seat": 0}, 403)
        out = await ann.call(f"api/tables/{code}/remove", {"seat": 2})
        assert out["seats"][2]["kind"] == "open"
        assert (await kim.call(f"api/tables/{code}/sit", {}, 403))["code"] == "put_out"
        assert len((await start(ann, code))["seats"]) == 2


async def test_the_next_match_has_no_more_seats_than_its_level_allows(tmp_path: Path) -> None:
    """Y4: beginners are four at most; a handicap must leave everybody their cards (X12)."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve, h.guest() as kim:
        options = {"level": "beginner"}
        code = (await ann.open("me", "open", "computer", game="triology", options=options))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await ann.call(f"api/tables/{code}/start", {})
        await b.until(lambda: b.update)
        await b.did(1, "leave")
        await a.did(0, "leave")
        await is_over(a)
        room = a.table["room"]
        assert room == BEGINNERS - 3
        people = [Guest(h.address) for _ in range(room)]
        for one in people:
            async with one:
                await one.sit(code)
        assert (await eve.call(f"api/tables/{code}/sit", {}, 409))["code"] == "no_free_seat"
        robot = a.table["seats"][2]["name"]
        taken = await eve.sit(code, seat=2)  # a computer makes room, and stays in the result
        assert taken["seats"][2]["name"] == robot and marked(taken, "goes") == [2] and taken["room"] == 0
        assert (await kim.call(f"api/tables/{code}/sit", {"seat": 0}, 409))["code"] == "seat_taken"
        assert len((await start(ann, code))["seats"]) == 2 + room + 1


async def test_what_belongs_to_each_seat_goes_with_it(tmp_path: Path) -> None:
    """X12: who comes new has no handicap."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        options = {"handicap": [3, 5]}
        code, _, b = await over(ann, ben, game="triple3", options=options)
        await eve.sit(code)
        await stand(ann, code, 0)
        assert (await again(ben, code))["options"]["handicap"] == [5]
        await b.reach(0, match=2)
        assert b.view["piles"][0] - b.view["piles"][1] == 5


async def test_too_few_for_a_match_are_told_so(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", game="triology"))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await ann.call(f"api/tables/{code}/start", {})
        await b.until(lambda: b.update)
        await b.did(1, "leave")
        await is_over(a)
        await stand(ben, code, 1)
        assert (await again(ann, code, 409))["code"] == "seats"  # Y4: nobody plays it alone
        await ben.sit(code)
        assert (await again(ann, code))["match"] == 2


async def test_where_nobody_may_watch_a_seat_for_the_next_match_lets_in(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve, h.guest() as kim:
        code, _, b = await over(ann, ben, watch=False)
        line = await eve.connect()
        line.say("join", table=code)
        assert (await line.hear("refused"))["code"] == "no_watching"
        assert (await eve.call(f"api/tables/{code}"))["room"] == 6  # by the link alone, as before the first match
        await eve.sit(code)
        e = await eve.join(code)
        e.say("look", table=code, seats=[2])
        await stand(ben, code, 1)
        assert (await b.hear("refused"))["code"] == "no_watching"
        await again(ann, code)
        await e.reach(0, match=2)
        assert (await kim.call(f"api/tables/{code}/sit", {}, 409))["code"] == "no_free_seat"


async def test_who_shares_a_device_is_settled_when_the_next_match_begins(tmp_path: Path) -> None:
    """T8a: call where one device holds several people."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, _, _ = await over(ann, ben)
        joined = await ann.sit(code, name="Cleo")
        assert joined["options"]["mode"] == "mark" and marked(joined, "mine") == [0, 2]
        await again(ann, code)
        assert (await again(ben, code))["options"]["mode"] == "call"


async def test_who_loads_the_page_anew_is_waited_for_and_who_is_put_out_is_not(tmp_path: Path) -> None:
    async with house(tmp_path, rest=0.5) as h, h.guest() as ann, h.guest() as ben:
        code, _, b = await over(ann, ben)
        await b.close()
        assert (await again(ann, code))["match"] == 1  # he may be back in a moment
        await ben.join(code, 1)
        await asyncio.sleep(0.8)
        assert (await ann.call(f"api/tables/{code}"))["match"] == 1
        assert (await ann.call(f"api/tables/{code}/remove", {"seat": 1, "on": True}))["match"] == 2


async def test_who_went_just_before_the_last_press_is_not_waited_for_for_ever(tmp_path: Path) -> None:
    async with house(tmp_path, rest=0.5) as h, h.guest() as ann, h.guest() as ben:
        code, a, b = await over(ann, ben)
        await b.close()
        await a.until(lambda: not a.table["seats"][1]["here"])
        await again(ann, code)
        await a.reach(0, match=2)


async def test_no_match_begins_for_those_who_look_on_alone(tmp_path: Path) -> None:
    async with house(tmp_path, rest=0.2) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, a, b = await over(ann, ben)
        e = await eve.join(code)
        await again(ann, code)
        for line in (a, b):
            await line.close()
        await e.until(lambda: not any(seat["here"] for seat in e.table["seats"]))
        await asyncio.sleep(0.5)
        assert (await eve.call(f"api/tables/{code}"))["match"] == 1


async def test_who_is_not_at_the_table_is_not_told_who_looks_on(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve, h.guest() as kim:
        code, a, _ = await over(ann, ben)
        await eve.join(code)
        await a.until(lambda: a.table["watching"])
        assert (await ann.call(f"api/tables/{code}"))["watching"]
        assert (await kim.call(f"api/tables/{code}"))["watching"] == []
