"""One seat of several goes from one device to another by a link: once, in time, with all that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from tercet.server import accounts as accounts_module
from tests.server.houses import house
from tests.server.people import Guest, Json


async def link(guest: Guest, code: str, seat: int) -> Json:
    """What another device sends to take this seat."""
    made = await guest.call(f"api/tables/{code}/seats/{seat}/link", {})
    assert made["expires_ms"] == accounts_module.LINK_MS
    return {"token": made["token"]}


async def take(guest: Guest, code: str, token: Json, status: int = 200) -> Json:
    answer: Json = await guest.call(f"api/tables/{code}/seats/take", token, status)
    return answer


def mine(table: Json) -> list[tuple[int, str]]:
    return [(seat["seat"], seat["name"]) for seat in table["seats"] if seat["mine"]]


async def test_a_seat_moves_in_the_lobby_and_plays_where_it_went(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone, h.guest() as eve:
        ben = {"kind": "here", "name": "Ben"}
        code = (await ann.open("me", "open", ben, "open", options={"countdown": 0}))["code"]
        a = await ann.join(code, 0, 2)
        token = await link(ann, code, 2)
        whose = {"name": "Ben", "account": False, "you": False}
        assert await phone.call(f"api/tables/{code}/seats/whose", token) == whose
        assert (await ann.call(f"api/tables/{code}/seats/whose", token))["you"]
        assert mine(await take(ann, code, token)) == [(0, ann.you["name"]), (2, "Ben")]  # on the same device: no change
        assert mine(await take(phone, code, token)) == [(2, "Ben")]
        await a.until(lambda: mine(a.table) == [(0, ann.you["name"])])
        for path in ("take", "whose"):
            assert (await eve.call(f"api/tables/{code}/seats/{path}", token, 410))["code"] == "old_link"
        await phone.join(code, 2)
        begun = await ann.call(f"api/tables/{code}/start", {})
        assert begun["options"]["mode"] == "mark" and mine(begun) == [(0, ann.you["name"])]
        kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        assert token["token"].encode() not in kept  # but its hash


async def test_a_link_leads_to_its_seat_though_others_fall_away(tmp_path: Path) -> None:
    """In mid-match the seat keeps what it has, and the device before is told nothing more of it."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        code = (await ann.open("me", "open", {"kind": "here", "name": "Ben"}, game="triology"))["code"]
        a = await ann.join(code)
        token = await link(ann, code, 2)
        await ann.call(f"api/tables/{code}/start", {})
        await a.until(lambda: a.update and a.table["match"] == 1)
        a.say("look", table=code, seats=[1])
        await a.until(lambda: set(a.update["views"]) == {"1"})
        hand = a.view["hand"]
        assert hand
        assert mine(await take(phone, code, token)) == [(1, "Ben")]
        await a.until(lambda: mine(a.table) == [(0, ann.you["name"])])
        assert (await a.refused(1, "triology.draw"))["code"] == "not_your_seat"
        a.say("look", table=code, seats=[1])
        assert (await a.hear("refused", ref=None))["code"] == "not_your_seat"
        p = await phone.join(code, 1)
        assert p.view["hand"] == hand
        p.say("act", table=code, match=1, seat=1, ref="x", action={"t": "pause"})
        await a.until(lambda: a.view["paused"])
        assert "1" not in a.update["views"]


async def test_a_running_match_keeps_its_rules_and_the_next_has_those_of_its_devices(tmp_path: Path) -> None:
    """T8a: call where one device holds several people."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        table = await ann.open("me", {"kind": "here", "name": "Ben"}, options={"countdown": 0})
        code = table["code"]
        a = await ann.join(code, 0, 1)
        await a.begun()
        await take(phone, code, await link(ann, code, 1))
        p = await phone.join(code, 1)
        await p.begun()
        assert p.view["options"]["mode"] == "call"
        await p.did(1, "leave")
        await a.until(lambda: a.update["common"]["ended"] and not a.table["playing"])
        for guest in (phone, ann):
            await guest.call(f"api/tables/{code}/again", {})
        await p.reach(0, match=2)
        assert p.view["options"]["mode"] == "mark"


async def test_a_link_is_void_when_it_is_old_replaced_or_no_longer_the_owners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as eve:
        ben = {"kind": "here", "name": "Ben"}
        code = (await ann.open("me", ben, "open"))["code"]
        first = await link(ann, code, 1)
        second = await link(ann, code, 1)
        await take(eve, code, first, 410)
        other = (await ann.open("me", ben, "open"))["code"]
        await take(eve, other, second, 410)  # a link to one table opens no other
        await ann.call(f"api/tables/{code}/stand", {"seat": 1})
        await take(eve, code, second, 410)
        await ann.sit(code, seat=1, name="Ben")
        third = await link(ann, code, 1)
        await ann.call("api/me/devices/end", {})
        await take(eve, code, third, 410)
        assert (await eve.call(f"api/tables/{code}/seats/0/link", {}, 409))["code"] == "not_your_seat"
        assert (await ann.call(f"api/tables/{code}/seats/9/link", {}, 409))["code"] == "not_your_seat"
        monkeypatch.setattr(accounts_module, "LINK_MS", 0)
        await take(eve, code, await link(ann, code, 1), 410)


async def test_who_was_removed_takes_no_seat_by_a_link(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as eve, h.guest() as kim:
        code = (await ann.open("me", {"kind": "here", "name": "Ben"}, "open", watch=False))["code"]
        await eve.sit(code)
        await ann.call(f"api/tables/{code}/remove", {"seat": 2})
        token = await link(ann, code, 1)
        assert (await take(eve, code, token, 403))["code"] == "put_out"
        await take(kim, code, token)  # that used nothing up


async def test_a_host_who_gives_the_last_seat_away_is_host_no_more(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        code = (await ann.open("me", "open"))["code"]
        table = await take(phone, code, await link(ann, code, 0))
        assert table["hosting"] and mine(table) == [(0, ann.you["name"])]  # a seat keeps its name
