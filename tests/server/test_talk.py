"""Talk: to everybody at the table, never in the log of the game, with limits; and whom the host muted is not heard."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest

from tercet.server.live import NAMED
from tests.server.houses import Open, house
from tests.server.people import Guest, Line
from tests.server.stores import Held


async def two(h: Open, ann: Guest, ben: Guest) -> tuple[str, Line, Line]:
    """A table before the start at which both sit."""
    code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
    await ben.sit(code)
    return code, await ann.join(code, 0), await ben.join(code, 1)


async def test_what_is_said_names_the_seat_and_phrases_are_for_the_reader_to_word(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, a, b = await two(h, ann, ben)
        e = await eve.join(code)
        b.say("talk", table=code, text="<img src=x onerror=alert(1)>")
        for line in (a, b, e):
            said = await line.hear("said")
            assert (said["text"], said["seat"], said["name"]) == ("<img src=x onerror=alert(1)>", 1, ben.you["name"])
        e.say("talk", table=code, phrase="luck", text="not this")
        said = await a.hear("said")
        assert (said["phrase"], said["text"], said["seat"], said["person"]) == ("luck", "", None, eve.you["id"])
        b.say("talk", table=code, phrase="rubbish")
        assert (await b.hear("refused"))["code"] == "bad_frame"


async def test_who_joins_hears_the_last_lines(tmp_path: Path) -> None:
    async with house(tmp_path, talk=1000) as h, h.guest() as ann, h.guest() as ben:
        code, a, b = await two(h, ann, ben)
        for n in range(60):
            b.say("talk", table=code, text=f"line {n}")
            await a.hear("said", text=f"line {n}")
        await a.close()
        again = await ann.join(code, 0)
        await again.until(lambda: any(m.get("text") == "line 59" for m in again.heard))
        old = [message for message in again.heard if message["t"] == "said"]
        assert [line["text"] for line in old] == [f"line {n}" for n in range(10, 60)]
        assert all(line["old"] for line in old)
        assert len({line["n"] for line in old}) == 50 and [line["n"] for line in old] == sorted(
            line["n"] for line in old
        )


async def test_nobody_floods_a_table(tmp_path: Path) -> None:
    async with house(tmp_path, talk=3) as h, h.guest() as ann, h.guest() as ben:
        code, a, b = await two(h, ann, ben)
        for n in range(4):
            b.say("talk", table=code, text="again", ref=f"say{n}")
        no = await b.hear("refused", ref="say3")
        assert no["code"] == "too_much_talk" and 0 < no["detail"]["wait_ms"] <= 10_000
        for _ in range(3):
            await a.hear("said")
        b.say("talk", table=code, text="a" * 301)
        assert (await b.hear("refused"))["code"] == "bad_frame"
        a.say("talk", table=code, text="I may still talk")
        assert (await b.hear("said"))["text"] == "I may still talk"


async def test_the_host_mutes_and_unmutes(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, a, b = await two(h, ann, ben)
        e = await eve.join(code)
        assert (await ben.call(f"api/tables/{code}/mute", {"person": eve.you["id"]}, 403))["code"] == "host_only"
        table = await ann.call(f"api/tables/{code}/mute", {"person": eve.you["id"]})
        assert [one["how"] for one in table["barred"]] == ["muted"]
        await e.until(lambda: e.table["muted"])
        assert not b.table["muted"] and not e.table["barred"]
        e.say("talk", table=code, text="hear me")
        assert (await e.hear("refused"))["code"] == "muted"
        await ann.call(f"api/tables/{code}/mute", {"person": eve.you["id"], "on": False})
        e.say("talk", table=code, text="thanks")
        assert (await a.hear("said"))["text"] == "thanks"


async def test_who_talks_while_a_match_begins_does_so_from_the_seat_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seats move up at the start. The names, which are read meanwhile, are not those of others."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("open", "me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code, seat=2)
        a, b = await ann.join(code, 1), await ben.join(code, 2)
        reading = Held(monkeypatch, h.house.store, "names", answered=True)
        h.house.people.let_go()
        b.say("talk", table=code, text="good luck")
        await reading.came.wait()
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        reading.let_go()
        said = await a.hear("said")
        assert (said["seat"], said["name"]) == (1, ben.you["name"])


async def test_talk_is_never_in_the_log_and_never_plays(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, a, b = await two(h, ann, ben)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        b.say("talk", table=code, text="a secret plan")
        await a.hear("said")
        room = h.house.tables.live[code].room
        assert room and room.match.seq == 0
        files = [path.read_bytes() for path in tmp_path.iterdir() if path.is_file()]
        assert not any(b"a secret plan" in data for data in files)


async def test_who_watches_is_called_like_nobody_who_sits_or_watches_here(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve, h.guest() as mal:
        for guest, name in ((ann, "Paul"), (ben, "Ben"), (eve, "Pau1"), (mal, "PAUL")):
            await guest.http.patch("api/me", json={"name": name})
        code, a, b = await two(h, ann, ben)
        e = await eve.join(code)
        m = await mal.join(code)
        for line, name in ((e, "Pau1 (2)"), (m, "PAUL (3)")):
            line.say("talk", table=code, text="I am Paul")
            said = await a.hear("said")
            assert (said["name"], said["seat"]) == (name, None)
        a.say("talk", table=code, text="so am I")
        assert (await b.hear("said", text="so am I"))["name"] == "Paul"
        await a.until(lambda: [one["name"] for one in a.table["watching"]] == ["Pau1 (2)", "PAUL (3)"])


async def test_the_host_alone_is_told_whom_to_name_of_those_who_watch(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, a, b = await two(h, ann, ben)
        e = await eve.join(code)
        await a.until(lambda: bool(a.table["watching"]))
        await b.until(lambda: bool(b.table["watching"]))
        await e.until(lambda: bool(e.table["watching"]))
        assert [one["person"] for one in a.table["watching"]] == [eve.you["id"]]
        assert [one.get("person") for one in b.table["watching"] + e.table["watching"]] == [None, None]
        assert (b.table["watching"][0]["mine"], e.table["watching"][0]["mine"]) == (False, True)
        assert (await ann.call(f"api/tables/{code}/remove", {"person": eve.you["id"]}))["watching"] == []
        assert (await e.hear("refused"))["code"] == "put_out"
        await b.until(lambda: not b.table["watching"])


async def test_of_many_who_watch_the_first_are_named_and_the_rest_counted(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack:
        h = await stack.enter_async_context(house(tmp_path, new_guests=1000))
        ann, ben, *crowd = [await stack.enter_async_context(h.guest()) for _ in range(NAMED + 4)]
        code, a, _ = await two(h, ann, ben)
        for guest in crowd:
            await guest.http.patch("api/me", json={"name": "Eve"})
        lines = [await guest.join(code) for guest in crowd]
        await a.until(lambda: a.table["watchers"] == len(crowd) and len(a.table["watching"]) == NAMED)
        assert len({one["name"] for one in a.table["watching"]}) == NAMED
        for line in lines[-2:]:  # not named, and yet like nobody
            line.say("talk", table=code, text="hello")
        said = [(await a.hear("said"))["name"] for _ in range(2)]
        assert said == [f"Eve ({NAMED + 1})", f"Eve ({NAMED + 2})"]
