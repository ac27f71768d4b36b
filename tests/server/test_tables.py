"""Tables: who sits where, who may start, and that one thing comes of many pressing at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from structlog.typing import EventDict

from tercet.server.store import StoreError
from tests.server.houses import Open, house
from tests.server.people import Guest, Json, Line
from tests.server.stores import Held


def seats(table: Json) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["name"]) for seat in table["seats"]]


async def test_a_table_for_whoever_is_here_starts_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        table = await ann.open("me", {"kind": "here", "name": "Ben"}, {"kind": "computer", "level": "hard"}, "computer")
        assert table["match"] == 1 and table["playing"] and table["host"]
        assert seats(table)[:2] == [("person", ann.you["name"]), ("person", "Ben")]
        assert [seat["mine"] for seat in table["seats"]] == [True, True, False, False]
        assert [seat["level"] for seat in table["seats"]] == [None, None, "hard", "medium"]
        assert len({name for _, name in seats(table)}) == 4
        assert table["options"]["mode"] == "call"  # T8a: one device holds several people
        assert set(table["code"]) <= set("BCDFGHJKMNPQRSTVWXYZ") and len(table["code"]) in (5, 6)


async def test_the_host_may_choose_call_or_mark(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        assert (await ann.open("me", "here", options={"mode": "mark"}))["options"]["mode"] == "mark"
        assert (await ann.open("me", "computer", options={"mode": "call"}))["options"]["mode"] == "call"
        assert (await ann.open("me", "computer"))["options"]["mode"] == "mark"


async def test_people_sit_down_and_stand_up(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", "open", "open"))["code"]
        taken = await ben.sit(code, seat=2)
        assert [seat["mine"] for seat in taken["seats"]] == [False, False, True, False]
        assert (await ben.sit(code)) == taken == await ben.sit(code, seat=1)  # a second click changes nothing
        assert (await ann.call(f"api/tables/{code}/sit", {"seat": 2, "name": "Cleo"}, 409))["code"] == "seat_taken"
        await ben.sit(code, name="Dora")
        assert [name for _, name in seats(await ben.sit(code, name="Dora"))] == [
            ann.you["name"],
            "Dora",
            ben.you["name"],
            "",
        ]
        assert (await ann.call(f"api/tables/{code}/stand", {"seat": 2}, 409))["code"] == "not_your_seat"
        assert (await ann.call(f"api/tables/{code}/stand", {"seat": 7}, 409))["code"] == "not_your_seat"
        stood = await ben.call(f"api/tables/{code}/stand", {"seat": 2})
        assert [kind for kind, _ in seats(stood)] == ["person", "person", "open", "open"]


async def test_open_seats_go_at_the_start_and_the_others_move_up(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("open", "me", "open", "open", options={"countdown": 0}))["code"]
        await ben.sit(code, seat=3)
        a, b = await ann.join(code, 1), await ben.join(code, 3)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await b.begun()
        assert seats(a.table) == [("person", ann.you["name"]), ("person", ben.you["name"])]
        assert set(a.update["views"]) == {"0"} and set(b.update["views"]) == {"1"}  # each goes on looking at their seat
        assert (await eve.call(f"api/tables/{code}/sit", {}, 409))["code"] == "no_free_seat"
        assert (await ben.call(f"api/tables/{code}/stand", {"seat": 1}, 409))["code"] == "playing"
        e = await eve.join(code)
        assert set(e.update["views"]) == {"all"} and e.table["watchers"] == 1
        assert (await ben.call(f"api/tables/{code}/start", {}))["match"] == 1  # it has begun already


async def test_fifty_pairs_open_one_link_in_the_same_moment(tmp_path: Path) -> None:
    """Always two seats."""
    async with house(tmp_path, new_tables=100) as h, h.guest() as host:
        codes = [(await host.open("me", "open", "open"))["code"] for _ in range(50)]
        guests = [Guest(h.address) for _ in range(100)]
        await asyncio.gather(*(guest.__aenter__() for guest in guests))
        tables = await asyncio.gather(*(guest.sit(codes[i // 2]) for i, guest in enumerate(guests)))
        mine = [[seat["seat"] for seat in table["seats"] if seat["mine"]] for table in tables]
        assert all(sorted([*mine[i], *mine[i + 1]]) == [1, 2] for i in range(0, 100, 2))
        await asyncio.gather(*(guest.__aexit__() for guest in guests))


async def test_only_the_host_starts_while_there(tmp_path: Path) -> None:
    """When the host has gone, whoever sits there may."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("me", "open", "open"))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        assert a.table["host"] and not b.table["host"]
        assert (await ben.call(f"api/tables/{code}/start", {}, 403))["code"] == "not_host"
        await a.close()
        await b.until(lambda: b.table["host"])
        assert (await eve.call(f"api/tables/{code}/start", {}, 403))["code"] == "not_host"
        assert (await ben.call(f"api/tables/{code}/start", {}))["playing"]


async def test_all_press_again_together_and_one_match_comes_of_it(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        assert (await ben.call(f"api/tables/{code}/again", {}))["match"] == 1  # it is not over
        await b.until(lambda: b.update)
        await b.did(1, "leave")
        await a.until(lambda: a.view["phase"] == "over" and not a.table["playing"])
        assert (await eve.call(f"api/tables/{code}/again", {}, 409))["code"] == "watching"
        tables = await asyncio.gather(*(guest.call(f"api/tables/{code}/again", {}) for guest in (ann, ben) * 5))
        assert {(table["match"], table["playing"]) for table in tables} <= {(1, False), (2, True)}
        for line, seat in ((a, 0), (b, 1)):
            await line.reach(0, match=2)
            assert line.rows[0]["seq"] == 0 and set(line.update["views"]) == {str(seat)}
        assert not (await ann.call("api/tables"))["tables"]  # it stays private


async def test_who_sits_down_while_the_table_is_loaded_sits_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("me", "open"))["code"]
        reading = Held(monkeypatch, h.house.store, "table", answered=True)
        watching = asyncio.create_task(eve.join(code))
        await reading.came.wait()
        await ben.sit(code)
        reading.let_go()
        for line in (await watching, await ben.join(code)):
            await line.until(lambda line=line: line.table["seats"][1]["name"] == ben.you["name"])  # type: ignore[misc]


async def test_who_follows_while_the_table_is_loaded_sees_their_seat_from_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open"))["code"]
        reading = Held(monkeypatch, h.house.store, "table", answered=True)
        touching = Held(monkeypatch, h.house.store, "touch")
        first = asyncio.create_task(ann.join(code))
        await reading.came.wait()
        await ben.sit(code)
        reading.let_go()
        second = asyncio.create_task(ben.join(code))
        await asyncio.wait([second], timeout=0.5)
        touching.let_go()
        await first
        told = next(message for message in map(json.loads, (await second).frames) if message["t"] == "presence")
        assert told["table"]["seats"][1]["mine"]


async def test_who_goes_while_the_table_is_loaded_leaves_nothing_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path, rest=0.1) as h, h.guest() as ann, h.guest() as eve:
        code = (await ann.open("me", "open"))["code"]
        reading = Held(monkeypatch, h.house.store, "table")
        line = await eve.connect()
        line.say("join", table=code)
        await reading.came.wait()
        await line.close()
        async with asyncio.timeout(10):
            while h.house.connections:
                await asyncio.sleep(0.02)
            reading.let_go()
            while code not in h.house.tables.live:
                await asyncio.sleep(0.02)
            while code in h.house.tables.live:
                await asyncio.sleep(0.02)


async def test_a_table_that_cannot_be_loaded_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open"))["code"]

        async def fails(codes: Sequence[str], now: int) -> None:
            raise StoreError("The disk is full.")

        line = await ben.connect()
        with monkeypatch.context() as full:
            full.setattr(h.house.store, "touch", fails)
            line.say("join", table=code)
            await line.hear("refused", code="broken")
            assert code not in h.house.tables.live
        await ben.sit(code)
        await line.join(code)
        assert line.table["seats"][1]["mine"]
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["broken"]
    logged.clear()


async def test_a_table_is_not_let_go_while_it_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asked for it has gone, and the disk is slow; whoever comes next follows it, and no table beside it."""
    async with house(tmp_path, rest=0.1) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("me", "open"))["code"]
        loading = Held(monkeypatch, h.house.store, "touch")
        line = await eve.connect()
        line.say("join", table=code)
        await loading.came.wait()
        await line.close()
        async with asyncio.timeout(10):
            while h.house.connections:
                await asyncio.sleep(0.02)
        await ben.sit(code)
        await asyncio.sleep(0.5)  # for longer than a table is kept where nobody is
        joining = asyncio.create_task(ann.join(code, 0))
        async with asyncio.timeout(10):
            while not h.house.tables._coming[code]:
                await asyncio.sleep(0.02)
        loading.let_go()
        a = await joining
        await ben.call(f"api/tables/{code}/stand", {"seat": 1})
        await a.until(lambda: a.table["seats"][1]["kind"] == "open")


async def test_who_sits_down_while_somebody_joins_has_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code = (await ann.open("me", "open"))["code"]
        await ann.join(code, 0)
        line = await eve.connect()
        reading = Held(monkeypatch, h.house.store, "names", answered=True)
        h.house.people.let_go()
        line.say("join", table=code)
        await reading.came.wait()
        await ben.sit(code)
        reading.let_go()
        told = await line.hear("presence")
        assert [seat["name"] for seat in told["table"]["seats"]] == [ann.you["name"], ben.you["name"]]


async def test_a_start_of_which_a_fault_kept_everybody_from_hearing_is_told_when_pressed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        a = await ann.join(code, 0)

        async def fails(*_: Any) -> None:
            raise StoreError("The disk is full.")

        with monkeypatch.context() as full:
            full.setattr(h.house.store, "take", fails)
            await ann.call(f"api/tables/{code}/start", {}, 500)
        assert (await ann.call(f"api/tables/{code}/start", {}))["playing"]
        await a.begun()
    assert [entry for entry in logged if entry["log_level"] == "error"]
    logged.clear()


async def test_a_new_name_is_not_lost_to_one_that_was_just_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open"))["code"]
        line = await ben.connect()
        reading = Held(monkeypatch, h.house.store, "names", answered=True)
        h.house.people.let_go()
        line.say("join", table=code)
        await reading.came.wait()
        await ann.http.patch("api/me", json={"name": "Anna"})
        reading.let_go()
        await line.hear("presence")
        assert line.table["seats"][0]["name"] == "Anna"


async def finished(ann: Guest, ben: Guest) -> tuple[str, Line, Line]:
    """A table of two who look at the result of their first match."""
    code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
    await ben.sit(code)
    a, b = await ann.join(code, 0), await ben.join(code, 1)
    await ann.call(f"api/tables/{code}/start", {})
    await b.begun()
    await b.did(1, "leave")
    for line in (a, b):
        await line.until(lambda line=line: not line.table["playing"])  # type: ignore[misc]
    return code, a, b


async def test_nobody_who_reads_the_result_is_thrown_into_the_next_match(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, a, _ = await finished(ann, ben)
        table = await ben.call(f"api/tables/{code}/again", {})
        assert table["match"] == 1 and [seat["ready"] for seat in table["seats"]] == [False, True]
        await a.until(lambda: a.table["seats"][1]["ready"])  # she sees that he wants another
        assert (await ben.call(f"api/tables/{code}/start", {}, 403))["code"] == "not_host"
        table = await ann.call(f"api/tables/{code}/again", {})
        assert (table["match"], table["playing"]) == (2, True)
        assert not any(seat["ready"] for seat in table["seats"])


async def test_the_host_need_not_wait_for_who_reads_on(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, _, b = await finished(ann, ben)
        assert (await ann.call(f"api/tables/{code}/again", {}))["match"] == 1
        assert (await ann.call(f"api/tables/{code}/start", {}))["match"] == 2
        await b.reach(0, match=2)


@pytest.mark.parametrize("goes", ["away", "out"])
async def test_who_goes_is_waited_for_no_longer(tmp_path: Path, goes: str) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, a, b = await finished(ann, ben)
        assert (await ann.call(f"api/tables/{code}/again", {}))["match"] == 1
        if goes == "away":
            await b.close()
        else:
            await ben.call(f"api/tables/{code}/stand", {"seat": 1})
        await a.reach(0, match=2)
        assert len(a.table["seats"]) == (2 if goes == "away" else 1)


async def test_open_tables_are_listed_while_they_wait_or_play(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await ann.open("me", "open")
        waits = await ann.open("me", "open", {"kind": "computer", "name": "Robo"}, open=True)
        plays = await ann.open("me", open=True)
        first, second = (await ben.call("api/tables"))["tables"]
        assert first.items() >= {"code": plays["code"], "names": [ann.you["name"]], "free": 0, "playing": True}.items()
        told = {"code": waits["code"], "names": [ann.you["name"], "Robo"], "free": 1, "computers": 1, "playing": False}
        assert second.items() >= {"game": "trios", **told}.items()
        line = await ann.join(plays["code"], 0)
        await line.did(0, "leave")
        assert [t["code"] for t in (await ben.call("api/tables"))["tables"]] == [waits["code"]]


async def test_a_new_name_is_seen_at_the_table(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open"))["code"]
        await ben.sit(code)
        a = await ann.join(code, 0)
        await ben.http.patch("api/me", json={"name": "<img src=x onerror=a()>"})
        await a.until(lambda: a.table["seats"][1]["name"] == "<img src=x onerror=a()>")  # text, for the client


async def test_talk_reaches_everybody_as_one_line_of_text(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as eve:
        code = (await ann.open("me", "open"))["code"]
        a, e = await ann.join(code, 0), await eve.join(code)
        e.say("talk", table=code, text=" <b>hi</b>\u202e\n there ")
        for line in (a, e):
            said = await line.hear("said")
            assert (said["text"], said["person"], said["name"]) == ("<b>hi</b> there", eve.you["id"], eve.you["name"])


async def test_a_match_asks_after_no_seat_of_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the next match is loaded, with fewer seats, people come and go, and no error is logged."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, a, b = await finished(ann, ben)
        await ben.call(f"api/tables/{code}/stand", {"seat": 1})
        loading = Held(monkeypatch, h.house.store, "match")
        again = asyncio.create_task(ann.call(f"api/tables/{code}/again", {}))
        await loading.came.wait()
        await b.close()
        await a.until(lambda: a.table["watchers"] == 0)
        loading.let_go()
        assert (await again)["match"] == 2
        await a.until(lambda: a.update["match"] == 2)


async def test_a_table_is_closed_while_its_match_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old match still reads from a slow disk, and what it waits for is cut off; whoever pressed is answered."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, a, b = await finished(ann, ben)
        read, take = h.house.store.rows, h.house.store.take
        reading, taking, never = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def rows(match: int, since: int) -> list[bytes]:
            if since >= 0:
                reading.set()
                await never.wait()
            return await read(match, since)

        async def taken(*what: Any) -> None:
            await take(*what)
            taking.set()

        monkeypatch.setattr(h.house.store, "rows", rows)
        monkeypatch.setattr(h.house.store, "take", taken)
        await b.close()
        await reading.wait()
        starting = asyncio.create_task(ann.call(f"api/tables/{code}/start", {}))
        await taking.wait()
        await h.house.tables.close(code)
        assert (await starting)["match"] == 2
        await a.hear("refused", code="table_closed")


async def test_a_fault_in_telling_keeps_no_match_going_in_a_table_that_was_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)  # told of that fault
    async with house(tmp_path, rest=0.1) as h, h.guest() as ann:
        code = (await ann.open("me", "computer", options={"countdown": 0}))["code"]
        a = await ann.join(code, 0)
        room, let_go = h.house.tables.live[code].room, asyncio.Event()
        assert room

        async def fails(people: Iterable[str]) -> dict[str, str]:
            await let_go.wait()
            raise StoreError("The disk is full.")

        monkeypatch.setattr(h.house.store, "names", fails)
        h.house.people.let_go()
        await a.close()
        await until_let_go(h, code)
        let_go.set()
        async with asyncio.timeout(10):
            while h.house.tables._closing:
                await asyncio.sleep(0.02)
        assert not room.clock.runs


async def test_what_another_node_was_waited_for_with_is_done_once_there_is_none(tmp_path: Path) -> None:
    """After a restart the node before is believed alive for a while: then the game rests, and has another host."""
    async with house(tmp_path, rest=0.1, host_grace=0.1) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        h.house.bus.others(["the node before"])
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        b, e = await ben.join(code, 1), await eve.join(code)
        await b.until(lambda: b.table["hosting"])
        await ben.call(f"api/tables/{code}/start", {})
        await e.until(lambda: e.update and e.update["running"])
        h.house.bus.others(["the node before"])
        await b.close()
        await e.until(lambda: not e.update["running"])


async def test_a_game_that_began_at_another_node_rests_where_others_only_look_on(tmp_path: Path) -> None:
    """The node of those who play has ended, and they do not come back."""
    async with house(tmp_path / "a", rest=0.1) as other, other.guest() as eve:
        async with house(tmp_path / "a", rest=600) as h, h.guest() as ann:
            code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
            await ann.join(code, 0)
            e = await eve.join(code)
            await ann.call(f"api/tables/{code}/start", {})
            await e.until(lambda: e.update and e.update["running"])
        await e.until(lambda: not e.update["running"])


async def until_let_go(h: Open, code: str) -> None:
    async with asyncio.timeout(10):
        while code in h.house.tables.live:
            await asyncio.sleep(0.02)


async def test_who_was_put_out_long_ago_keeps_no_table_from_resting(tmp_path: Path) -> None:
    """Eve followed the table before it was let go and loaded again; her going is nothing to it."""
    async with house(tmp_path, rest=0.5) as h, h.guest() as ann, h.guest() as eve:
        code = (await ann.open("me", "open", watch=False, options={"countdown": 0}))["code"]
        a, e = await ann.join(code, 0), await eve.join(code)
        await ann.call(f"api/tables/{code}/start", {})
        await e.hear("refused", code="no_watching")
        await a.close()
        await until_let_go(h, code)
        a = await ann.join(code, 0)
        await asyncio.sleep(1.6)  # until it is seen to for the last time that somebody is here
        await e.close()
        async with asyncio.timeout(10):
            while len(h.house.connections) > 1:
                await asyncio.sleep(0.02)
        await a.close()
        await until_let_go(h, code)
