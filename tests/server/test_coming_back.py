"""Coming back: a seat is kept, shown as empty since when, played for by others, and had again; on every device."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tercet.engine import GAMES
from tests.server.houses import Open, Process, house, process
from tests.server.people import Guest, Json, Line

SOON = 0.01  # of the usual patience: 400 ms in a race


@pytest.fixture
async def hasty(tmp_path: Path) -> AsyncIterator[Open]:
    """A house that waits for nobody for long."""
    async with house(tmp_path, patience=SOON, settle=60) as made:
        yield made


async def two(ann: Guest, ben: Guest, game: str = "trios") -> str:
    """A running match of two people; gives its table's code."""
    options = {"countdown": 0} if game == "trios" else {}
    code: str = (await ann.open("me", "open", game=game, options=options))["code"]
    await ben.sit(code)
    await ann.call(f"api/tables/{code}/start", {})
    return code


def facts(line: Line) -> list[str]:
    return [event["t"] for row in line.rows for event in row["events"]]


# --------------------------------------------------------------------------------------------- who is away


@pytest.mark.parametrize("game", GAMES)
async def test_a_dropped_seat_is_skipped_played_for_and_had_again(hasty: Open, game: str) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben:
        code = await two(ann, ben, game)
        here, away = await ann.join(code, 0), await ben.join(code, 1)
        grace = here.table["grace_ms"]
        assert 0 < grace <= 900
        await away.close()
        await here.until(lambda: "1" in here.update["common"]["gone"])
        no = await here.refused(0, "skip", seat=1)
        assert (no["code"], no["detail"]["seat"]) == ("grace", 1) and 0 < no["detail"]["wait_ms"] <= grace
        await asyncio.sleep(no["detail"]["wait_ms"] / 1000)
        skipped = await here.did(0, "skip", seat=1)
        assert skipped["common"]["skipped"] == [1]
        sat = await here.did(0, "seat_computer", seat=1, level="easy")
        assert sat["common"]["stand_ins"] == {"1": "easy"} and sat["common"]["skipped"] == []
        back = await ben.join(code, 1)
        await here.until(lambda: here.update["common"]["gone"] == {})
        assert back.update["common"]["stand_ins"] == {} and back.table["seats"][1]["mine"]
        assert [fact for fact in facts(here) if fact in ("gone", "skipped", "stood_in", "back")] == [
            "gone", "skipped", "stood_in", "back",
        ]  # fmt: skip


async def test_since_when_somebody_is_away_is_told_to_those_who_come_later(hasty: Open) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben, hasty.guest() as cem:
        code = await two(ann, ben)
        here, away = await ann.join(code, 0), await ben.join(code, 1)
        await away.close()
        await here.until(lambda: "1" in here.update["common"]["gone"])
        await asyncio.sleep(0.3)
        late = await cem.join(code)
        gone = late.table["seats"][1]
        assert not gone["here"] and 300 <= gone["away_ms"] < 10_000
        assert late.table["seats"][0]["away_ms"] is None


async def test_before_the_start_a_seat_is_kept_and_since_when_it_is_empty_is_shown(hasty: Open) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben:
        code = (await ann.open("me", "open"))["code"]
        await ben.sit(code)
        here, away = await ann.join(code), await ben.join(code)
        await here.until(lambda: here.table["seats"][1]["here"])
        await away.close()
        await here.until(lambda: not here.table["seats"][1]["here"])
        assert here.table["seats"][1]["away_ms"] < 5_000 and here.table["seats"][1]["kind"] == "person"
        await ben.join(code)
        await here.until(lambda: here.table["seats"][1]["here"])
        assert here.table["seats"][1]["away_ms"] is None and not here.table["seats"][1]["mine"]


# --------------------------------------------------------------------------------------------- two pages at once


async def test_a_seat_open_twice_works_in_both_and_each_is_told(hasty: Open) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben:
        code = await two(ann, ben)
        phone = await ann.join(code, 0)
        rival = await ben.join(code, 1)
        assert phone.table["lines"] == 1
        laptop = await ann.join(code, 0)
        await phone.until(lambda: phone.table["lines"] == 2)
        assert laptop.table["lines"] == 2
        await phone.did(0, "trios.select", cards=[phone.view["table"][0]])
        await laptop.did(0, "trios.select", cards=[laptop.view["table"][1]])
        await phone.until(lambda: phone.view["marks"][0] == [phone.view["table"][1]])
        assert rival.table["lines"] == 1  # how many pages somebody has open is nobody else's business
        await laptop.close()
        await phone.until(lambda: phone.table["lines"] == 1)
        assert phone.update["common"]["gone"] == {}


async def test_the_owner_ends_the_other_page_and_keeps_the_seat(hasty: Open) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben:
        code = await two(ann, ben)
        phone, laptop, rival = await ann.join(code, 0), await ann.join(code, 0), await ben.join(code, 1)
        laptop.say("end_others", table=code)
        assert (await phone.hear("elsewhere"))["table"] == code
        await laptop.until(lambda: laptop.table["lines"] == 1)
        phone.act(0, "trios.select", cards=[])
        assert (await phone.hear("refused"))["code"] == "not_joined"
        await laptop.did(0, "trios.select", cards=[laptop.view["table"][0]])
        assert "gone" not in facts(rival) and len(phone.rows) < len(laptop.rows)
        await phone.join(code, 0)  # taken back there
        phone.say("end_others", table=code)
        assert (await laptop.hear("elsewhere"))["table"] == code
        assert await rival.did(1, "trios.select", cards=[rival.view["table"][5]])
        assert "gone" not in facts(rival)


async def test_two_pages_that_end_each_other_leave_one(hasty: Open) -> None:
    async with hasty.guest() as ann:
        code = (await ann.open("me", options={"countdown": 0}))["code"]
        lines = [await ann.join(code, 0) for _ in range(2)]
        for line in lines:
            line.say("end_others", table=code)
        for line in lines:
            await line.until(partial(is_settled, line))
        assert sorted(ended(line) for line in lines) == [False, True]


def is_settled(line: Line) -> bool:
    return ended(line) or line.table["lines"] == 1


def ended(line: Line) -> bool:
    return any(message["t"] == "elsewhere" for message in line.heard)


async def test_nobody_ends_the_pages_of_others(hasty: Open) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben:
        code = await two(ann, ben)
        here, other = await ann.join(code, 0), await ben.join(code, 1)
        other.say("end_others", table=code)
        other.say("ping")
        await other.hear("pong")
        assert await here.did(0, "trios.select", cards=[here.view["table"][0]])
        assert not ended(here)


async def test_a_page_that_dials_anew_is_not_open_twice(hasty: Open) -> None:
    """The network changed: the old line is dead, but the house has not noticed yet."""

    async def connect(page: str) -> Line:
        line = ann.line(await ann.dial())
        line.say("hello", version=1, page=page)
        await line.hear("welcome")
        await line.join(code, 0)
        return line

    async with hasty.guest() as ann, hasty.guest() as ben:
        code = await two(ann, ben)
        watching = await ben.join(code, 1)
        old = await connect("page-one")
        old.sleep()
        new = await connect("page-one")
        assert new.table["lines"] == 1
        other = await connect("page-two")
        assert other.table["lines"] == 2
        await new.did(0, "trios.select", cards=[new.view["table"][0]])
        assert "gone" not in facts(watching)  # the seat was never empty


@pytest.mark.parametrize("page", ["", "short", "x" * 41, 7])
async def test_a_page_without_a_proper_name_is_told(hasty: Open, page: Any) -> None:
    async with hasty.guest() as ann:
        line = ann.line(await ann.dial())
        line.say("hello", version=1, page=page)
        assert (await line.hear("refused"))["detail"]["field"] == "page"


# --------------------------------------------------------------------------------------------- finding one's games


async def playing(guest: Guest) -> list[Json]:
    games: list[Json] = (await guest.call("api/me/games"))["games"]
    return games


async def test_my_games_are_found_by_the_cookie_alone(hasty: Open) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben:
        lobby = (await ann.open("me", "open"))["code"]
        both = await two(ann, ben)
        alone = (await ann.open("me", "here", "computer", game="triple3"))["code"]
        assert {game["code"]: game["match"] for game in await playing(ann)} == {alone: 1, both: 1, lobby: None}
        assert [game["code"] for game in await playing(ben)] == [both]
        [game] = await playing(ben)
        assert [(seat["kind"], seat["name"], seat["mine"]) for seat in game["seats"]] == [
            ("person", ann.you["name"], False),
            ("person", ben.you["name"], True),
        ]
        await ann.call(f"api/tables/{lobby}/stand", {"seat": 0})
        assert lobby not in [game["code"] for game in await playing(ann)]
        async with hasty.guest() as nobody:
            assert await playing(nobody) == []


async def test_games_that_are_over_keep_who_played_them(hasty: Open) -> None:
    async with hasty.guest() as ann, hasty.guest() as ben, hasty.guest() as cem:
        code = await two(ann, ben)
        line = await ann.join(code, 0)
        await line.did(0, "leave")
        await line.over()
        assert await playing(ann) == []
        await ben.call(f"api/tables/{code}/stand", {"seat": 1})  # other people may go on at the table
        await ann.call(f"api/tables/{code}/again", {})
        for guest in (ann, ben):
            past = await guest.call("api/me/games?over=true")
            assert not past["more"]
            [game] = past["games"]
            assert (game["code"], game["match"], game["ended"]["places"]) == (code, 1, [[1], [0]])
            assert [seat["name"] for seat in game["seats"]] == [ann.you["name"], ben.you["name"]]
            assert game["started"] <= game["finished"]
        assert (await cem.call("api/me/games?over=true")) == {"games": [], "more": False}
        shown = await cem.call(f"api/tables/{code}/matches/1")
        assert shown["common"]["seed"] and [seat["mine"] for seat in shown["seats"]] == [False, False]
        problem = await cem.call(f"api/tables/{code}/matches/2", status=409)
        assert problem["code"] == "not_over"


async def test_a_long_history_comes_a_page_at_a_time(hasty: Open) -> None:
    async with hasty.guest() as ann:
        code = (await ann.open("me", options={"countdown": 0}))["code"]
        line = await ann.join(code, 0)
        for n in range(1, 24):
            line.act_on(code, n, 0, "leave", f"leave{n}")
            await line.hear("update", ref=f"leave{n}")
            await line.until(lambda: not line.table["playing"])
            await ann.call(f"api/tables/{code}/again", {})
            await line.until(lambda n=n: line.update["match"] == n + 1)  # type: ignore[misc]
        first = await ann.call("api/me/games?over=true")
        assert [game["match"] for game in first["games"]] == list(range(23, 3, -1)) and first["more"]
        rest = await ann.call("api/me/games?over=true&skip=20")
        assert [game["match"] for game in rest["games"]] == [3, 2, 1] and not rest["more"]
        assert (await ann.call("api/me/games?over=true&skip=-1")) == first
        assert (await ann.call(f"api/me/games?over=true&skip={10**30}")) == {"games": [], "more": False}
        assert (await ann.call("api/me/games?skip=some", status=400))["code"] == "bad_body"


async def test_a_restart_changes_nothing_of_that(tmp_path: Path) -> None:
    with process(tmp_path) as h:
        await _restarted(h)


async def _restarted(h: Process) -> None:
    async with h.guest() as ann, h.guest() as ben:
        code = await two(ann, ben)
        line = await ann.join(code, 0)
        await line.did(0, "trios.select", cards=line.trio())
        before = await playing(ann)
        h.kill()
        await asyncio.to_thread(h.start)
        after = await playing(ann)
        assert [game["code"] for game in after] == [game["code"] for game in before] == [code]
        back = await ann.join(code, 0)
        assert back.view["table"] == line.view["table"] and back.view["scores"] == [3, 0]
