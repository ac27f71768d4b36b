"""Triology over the wire: what may be asked, the curtain, the clock, and what no frame may tell.

Matches begin in the store: nobody can choose a deal from outside or wait less.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from tercet.engine import triology
from tercet.engine.core import Card
from tercet.engine.match import Match
from tercet.engine.triology import Discard, Draw, Meld, Steal
from tercet.server import messages
from tercet.server.store import open_database
from tests.server.houses import house, process
from tests.server.people import Guest, Json, Line
from tests.server.triology_tables import CODE, dealt, known, played, written, written_to

BEN_LAID = [9, 10, 11], [60, 61, 62]
ANN_HOLDS = [0, 18, 1, 19, 2, 20, 48, 49, 26, 25]  # each two of the first six make a set with one of Ben's first
HIDDEN = [70, 71, 72]


def stolen_from(hidden: list[Card], **more: Any) -> Match:
    """It is Ann's turn; Ben has laid two sets and has discarded 50, which fits two cards of hers.

    Ann's last two cards and the second of the stock are the `hidden` ones.
    """
    ann = [*ANN_HOLDS, *hidden[:2]]
    ben = [*BEN_LAID[0], *BEN_LAID[1], 50, 5, 33]
    match = dealt([ann, ben], [80, 79, hidden[2], 78], 64, turn=1, **more)
    melds = [(1, Meld((a, b, c))) for a, b, c in BEN_LAID]
    return played(match, (1, Draw()), *melds, (1, Discard(50)))


async def ask(line: Line, seat: int, t: str, **fields: Any) -> Json:
    """What the house answers to a question, be it an answer or a refusal."""
    ref = f"ask {len(line.frames)}"
    line.say("ask", table=line.code, match=1, seat=seat, ref=ref, action={"t": t, **fields})
    return await line.answer(ref)


async def look(line: Line, *seats: int) -> None:
    """Look at these seats, and wait for their views."""
    line.say("look", table=line.code, seats=list(seats))
    await line.until(lambda: set(line.update["views"]) == ({str(seat) for seat in seats} or {"all"}))


async def all_see(lines: list[Line], seconds: float = 10, **fields: Any) -> None:
    """Wait until everybody's view has these values."""

    async def seen(line: Line) -> None:
        await line.until(lambda: all(line.view[name] == value for name, value in fields.items()), seconds)

    for line in lines:
        await seen(line)


def facts(line: Line, t: str) -> list[Json]:
    return [event for row in line.rows for event in row["events"] if event["t"] == f"triology.{t}"]


async def fact(line: Line, t: str, seconds: float = 10) -> Json:
    found: list[Json] = await line.until(lambda: facts(line, t), seconds)
    return found[-1]


# --------------------------------------------------------------------------------------------------------- asking


async def test_what_a_wish_would_be_can_be_asked_and_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        await written(h.house.store, [0, 1], stolen_from(HIDDEN))
        async with known(h.address, 0) as ann, known(h.address, 1) as ben:
            a, b = await ann.join(CODE, 0), await ben.join(CODE, 1)
            answer = await ask(a, 0, "triology.pick_up", card=50)
            at = answer["events"][0].pop("at")
            assert answer == {
                "t": "answer", "table": CODE, "ref": answer["ref"], "ok": True, "code": "", "ruling": "", "detail": {},
                "events": [{"t": "triology.picked_up", "seat": 0, "cards": [50]}],
            }  # fmt: skip
            assert 0 <= at <= a.update["at"] + 20_000
            no = await ask(a, 0, "triology.meld", cards=[48, 49, 0])
            assert (no["t"], no["ok"], no["code"], no["ruling"], no["events"]) == (
                "answer", False, "draw_first", "Y6", [],
            )  # fmt: skip
            await a.did(0, "triology.draw")
            seq = a.update["seq"]
            await b.reach(seq)
            heard = len(b.heard)
            yes = await ask(a, 0, "triology.steal", set=0)
            assert yes["events"][0]["t"] == "triology.stole"
            assert (await ask(a, 0, "triology.meld", cards=[48, 49, 2]))["code"] == "not_a_set"
            assert (await ask(a, 0, "triology.discard", card=26))["ok"]
            assert (await ask(a, 0, "triology.discard", card=33))["code"] == "not_in_hand"
            assert (await ask(a, 0, "triology.protect", card=26, set=0))["code"] == "not_hands_off"
            assert (await ask(a, 0, "triology.open", set=0))["code"] == "no_steal"
            assert (await ask(b, 1, "triology.discard", card=5))["code"] == "not_your_turn"
            assert a.update["seq"] == b.update["seq"] == seq
            assert {m["t"] for m in b.heard[heard:]} <= {"answer", "pong"}
            ref = a.act(0, "triology.discard", card=26, ref="r")  # a question's ref is none of an act's
            assert (await a.answer(ref))["t"] == "update"
            a.say("ask", table=CODE, match=1, seat=0, ref=ref, action={"t": "triology.discard", "card": 25})
            assert (await a.hear("answer", ref=ref))["code"] == "not_your_turn"


async def test_a_question_tells_no_more_than_the_act_itself(tmp_path: Path) -> None:
    """A discard that goes out would show all hands, and one that ends a turn who is next, for how long."""
    async with house(tmp_path) as h:
        await written(h.house.store, [0, 1], played(dealt([[0], [5, 33]], [1, 2], 64), (0, Draw())))
        async with known(h.address, 0) as ann:
            a = await ann.join(CODE, 0)
            assert [e["t"] for e in (await ask(a, 0, "triology.discard", card=0))["events"]] == ["triology.discarded"]
            await a.did(0, "triology.discard", card=0)
    async with house(tmp_path / "out") as h:
        await written(h.house.store, [0, 1], played(dealt([[0, 1], [5, 33]], [2, 3], 64), (0, Draw())))
        async with known(h.address, 0) as ann:
            a = await ann.join(CODE, 0)
            (event,) = (await ask(a, 0, "triology.meld", cards=[0, 1, 2]))["events"]
            assert event["t"] == "triology.melded"
            await a.did(0, "triology.meld", cards=[0, 1, 2])
            assert facts(a, "hand_ended")[0]["hands"] == [[], [5, 33]]


async def test_what_may_not_be_asked(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        await written(h.house.store, [0, 0, 1], dealt([[0, 1], [3, 4], [5, 6]], [10, 11], 64))
        async with known(h.address, 0) as ann, known(h.address, 1) as ben:
            a, b = await ann.join(CODE, 0), await ben.join(CODE, 2)

            async def refused(line: Line, seat: int, t: str, **fields: Any) -> str:
                answer = await ask(line, seat, t, **fields)
                assert answer["t"] == "refused"
                return str(answer["code"])

            for kind in (
                "draw",
                "take_back",
                "give_back",
                "hint",
            ):  # what would be drawn, or advised, is nobody's to know
                assert await refused(a, 0, f"triology.{kind}") == "no_asking"
            assert await refused(a, 0, "pause") == await refused(a, 0, "leave") == "no_asking"
            assert await refused(a, 0, "tick") == await refused(a, 0, "triology.discard") == "bad_action"
            assert await refused(a, 2, "triology.discard", card=5) == "not_your_seat"
            assert await refused(b, 0, "triology.discard", card=0) == "not_your_seat"
            assert await refused(a, 1, "triology.discard", card=3) == "not_looking"
            a.say("ask", table=CODE, match=2, seat=0, ref="m", action={"t": "triology.discard", "card": 0})
            assert (await a.hear("refused", ref="m"))["code"] == "other_match"
            await b.did(2, "pause")
            assert (await ask(a, 0, "triology.discard", card=0))["code"] == "paused"
            await b.did(2, "leave")
            await a.did(0, "leave")
            answer = await ask(a, 0, "triology.discard", card=0)
            assert (answer["ok"], answer["code"]) == (False, "over")


# --------------------------------------------------------------------------------------------------------- curtain


def hands_in(frames: list[str]) -> list[Card]:
    """Every card of a hand that these frames tell."""
    found: list[Card] = []
    for frame in map(json.loads, frames):
        for view in frame.get("views", {}).values():
            found += view["hand"]
        told = [*frame.get("events", []), *(event for row in frame.get("rows", []) for event in row["events"])]
        for event in told:
            found += [card for hand in event.get("hands", []) for card in hand]
            found += [event["card"]] if event["t"] == "triology.drew" and event["card"] is not None else []
            found += event.get("cards", []) if event["t"] == "triology.hinted" else []
    return found


async def test_behind_the_curtain_no_hand_is_sent(tmp_path: Path) -> None:
    """G2: one device, two hands, and never both."""
    async with house(tmp_path) as h:
        await written(h.house.store, [0, 0, 1], dealt([[0, 1], [3, 4], [5, 6]], [10, 11, 12, 13], 64))
        async with known(h.address, 0) as ann, known(h.address, 1) as ben:
            a, b = await ann.join(CODE, 0), await ben.join(CODE, 2)
            assert a.view["hand"] == [0, 1] and a.view["can"]["draw"].get("no") is None
            a.say("look", table=CODE, seats=[0, 1])
            assert (await a.hear("refused"))["code"] == "one_seat"
            assert (await a.refused(1, "triology.draw"))["code"] == "not_looking"
            await a.did(0, "triology.draw")
            await a.did(0, "triology.discard", card=0)
            await look(a)
            lowered = len(a.frames)
            assert (await a.refused(1, "triology.draw"))["code"] == "not_looking"
            assert (await a.refused(0, "triology.discard", card=1))["code"] == "not_looking"
            await a.did(1, "pause")  # what concerns the whole house needs no hand
            await a.did(0, "ready")
            await a.did(1, "ready")
            await b.did(2, "ready")
            assert (await a.refused(1, "skip", seat=2))["code"] == "not_absent"
            await a.join(CODE, since=-1)  # the whole history, as everybody may see it
            assert a.update["rows"][0]["seq"] == 0
            assert hands_in(a.frames[lowered:]) == []
            await look(a, 1)
            lifted = len(a.frames)
            await a.did(1, "triology.draw")
            assert a.view["hand"] == [3, 4, 11]
            await a.join(CODE, since=-1)
            assert set(hands_in(a.frames[lifted:])) == {3, 4, 11}  # and nothing of the seat before
            await a.did(1, "triology.discard", card=11)
            await b.did(2, "triology.draw")
            again = await ann.join(CODE)  # tomorrow, or on another page: the curtain is down
            assert hands_in(again.frames) == []


async def test_an_answer_that_comes_after_the_curtain_tells_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        await written(h.house.store, [0, 0], played(dealt([[0, 1, 5], [3, 4]], [10, 11], 64), (0, Draw())))
        async with known(h.address, 0) as ann:
            a = await ann.join(CODE, 0)
            live = h.house.tables.live[CODE]
            ((viewer, _),) = live.viewers()
            meld = {"t": "triology.meld", "cards": [0, 1, 5]}
            raw = Raw(json.dumps(meld).encode())
            discard = Raw(b'{"t":"triology.discard","card":10}')
            # All in one moment: the room has judged nothing yet when the curtain falls.
            live.ask(viewer, messages.Ask(CODE, 1, 0, "asked", discard))
            live.ask(viewer, messages.Ask(CODE, 1, 0, "asked no set", raw))
            live.act(viewer, messages.Act(CODE, 1, 0, "no set", raw))
            live.look(viewer, [])
            for ref, t in (("asked", "answer"), ("asked no set", "answer"), ("no set", "refused")):
                answer = await a.answer(ref)
                assert (answer["t"], answer["code"], answer["detail"]) == (t, "not_looking", {"seat": 0})
                assert not answer.get("events")


async def test_the_curtain_rises_for_no_other_seat_when_seats_move_at_another_node(tmp_path: Path) -> None:
    """In one moment somebody sits down before Ann and her friend, and the match begins: this node hears of both."""
    async with house(tmp_path / "a") as h, house(tmp_path / "a") as other, other.guest() as ann, h.guest() as ben:
        seats = [{"kind": "open"}, {"kind": "me"}, {"kind": "here", "name": "Friend"}]
        code = (await ann.call("api/tables", {"game": "triology", "seats": seats, "options": {}}, 201))["code"]
        a = await ann.join(code, 2)
        a.say("ping")
        await a.hear("pong")
        await ben.sit(code, seat=0)
        assert len((await ben.call(f"api/tables/{code}/start", {}))["seats"]) == 3
        await other.house.bus.look()
        await a.reach(0)
        assert set(a.update["views"]) == {"2"}


async def test_whose_device_is_handed_over_the_house_knows(tmp_path: Path) -> None:
    """Y14: ten seconds more for those who share a device, and for nobody else."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        options = {"level": "master", "turn": 60}
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "here"}]
        wanted = {"game": "triology", "seats": seats, "options": options}
        refusal = await ann.call("api/tables", {**wanted, "options": {"handed": [1]}}, 409)
        assert (refusal["code"], refusal["detail"]["field"]) == ("bad_option", "handed")
        code = (await ann.call("api/tables", wanted, 201))["code"]
        await ben.sit(code, seat=1)
        table = await ann.call(f"api/tables/{code}/start", {})
        assert "handed" not in table["options"] and len(table["seats"]) == 3
        a, b = await ann.join(code), await ben.join(code, 1)
        assert a.view["options"]["handed"] == [0, 2]
        spans = {}
        for _ in range(3):
            seat, line = a.view["turn"], b if a.view["turn"] == 1 else a
            await look(a, *([seat] if line is a else []))
            spans[seat] = a.view["until"] - a.view["since"]
            await line.did(seat, "triology.draw")
            await line.did(seat, "triology.discard", card=line.view["hand"][-1])
            await a.reach(line.update["seq"])
            await b.reach(line.update["seq"])
        assert spans == {0: 71_000, 1: 61_000, 2: 71_000}


# --------------------------------------------------------------------------------------------------------- hostile

BIG = 10**30
# Each: what somebody sends for a seat of theirs in turn who has drawn, and the code of the refusal.
HOSTILE: list[tuple[Json, str]] = [
    ({"t": "triology.draw"}, "drawn_already"),
    ({"t": "triology.draw", "card": 3}, "bad_action"),
    ({"t": "triology.discard", "card": 5}, "not_in_hand"),
    ({"t": "triology.discard", "card": -1}, "not_in_hand"),
    ({"t": "triology.discard", "card": BIG}, "not_in_hand"),
    ({"t": "triology.discard", "card": "0"}, "bad_action"),
    ({"t": "triology.discard", "card": 0, "forced": True}, "bad_action"),
    ({"t": "triology.meld", "cards": [33, 34, 35]}, "not_at_hand"),
    ({"t": "triology.meld", "cards": [0, 0, 0]}, "same_card_twice"),
    ({"t": "triology.meld", "cards": [0, 18]}, "bad_action"),
    ({"t": "triology.meld", "cards": [48, 49, 0], "groups": [0, 1, 2]}, "not_a_set"),
    ({"t": "triology.meld", "cards": [48, 49, -1]}, "not_at_hand"),
    ({"t": "triology.meld", "cards": [48, 49, 1000]}, "not_at_hand"),
    ({"t": "triology.steal", "set": 999}, "no_such_set"),
    ({"t": "triology.steal", "set": -1}, "no_such_set"),
    ({"t": "triology.open", "set": 0}, "no_steal"),
    ({"t": "triology.protect", "card": 108, "set": 0}, "not_in_hand"),
    ({"t": "triology.take_back"}, "nothing_to_take_back"),
    ({"t": "triology.give_back"}, "no_steal"),
    ({"t": "triology.pick_up", "card": 50}, "drawn_already"),
    ({"t": "triology.dealt"}, "bad_action"),
    ({"t": "tick"}, "bad_action"),
    ({"t": "begin"}, "bad_action"),
    ({"t": "lose"}, "bad_action"),
    ({"t": "hold"}, "bad_action"),
    ({"t": "trios.select", "cards": [0]}, "bad_action"),
    ({"t": "skip", "seat": 1}, "not_absent"),
    ({"t": "ready"}, "not_paused"),
]


async def test_what_hostile_clients_send_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as h:
        await written(h.house.store, [0, 1], played(stolen_from(HIDDEN), (0, Draw())))
        async with known(h.address, 0) as ann, known(h.address, 1) as ben, known(h.address, 9) as eve:
            a, b, e = await ann.join(CODE, 0), await ben.join(CODE, 1), await eve.join(CODE)
            before = a.view, b.view, a.update["seq"]

            async def refused(line: Line, seat: int, action: Json, code: str) -> None:
                ref = f"{code} {len(line.frames)}"
                line.say("act", table=CODE, match=1, seat=seat, ref=ref, action=action)
                answer = await line.answer(ref)
                assert (answer["t"], answer["code"]) == ("refused", code), action

            for action, code in HOSTILE:
                await refused(a, 0, action, code)
            for kind in ("draw", "give_back", "take_back"):
                await refused(b, 1, {"t": f"triology.{kind}"}, "not_your_turn")
                await refused(b, 0, {"t": f"triology.{kind}"}, "not_your_seat")
                await refused(e, 0, {"t": f"triology.{kind}"}, "not_your_seat")
                await refused(e, -1, {"t": f"triology.{kind}"}, "not_your_seat")
            for line, seat in ((a, 0), (b, 1)):
                line.say("look", table=CODE, seats=[seat])
                await line.hear("update")
            assert (a.view, b.view, a.update["seq"]) == before
            await b.did(1, "leave")
            await a.until(lambda: a.view["phase"] == "over")
            for action, _ in HOSTILE[:3] + HOSTILE[-1:]:
                await refused(
                    a, 0, action, "bad_action" if "card" in action and action["t"].endswith("draw") else "over"
                )
            assert sum(event["t"] == "ended" for row in a.rows for event in row["events"]) == 1


# ----------------------------------------------------------------------------------------------------------- clock


async def everybody(address: str, n: int = 2) -> tuple[list[Guest], list[Line]]:
    """Ann and Ben at their seats, and one who watches."""
    guests = [known(address, 0), known(address, 1), known(address, 9)]
    lines = [await guests[0].join(CODE, 0), await guests[1].join(CODE, 1), await guests[2].join(CODE)]
    return guests, lines


async def gone(guests: list[Guest]) -> None:
    for guest in guests:
        await guest.__aexit__()


async def test_time_up_before_drawing_draws_and_discards_once(tmp_path: Path) -> None:
    """Y13 (d), on three clients at once, which all send as it runs out."""
    async with house(tmp_path, settle=60.0) as h:
        await written(h.house.store, [0, 1], dealt([[0, 1, 5], [3, 4, 7]], [10, 11, 12], 64, until=1_500))
        guests, lines = await everybody(h.address)
        a, b, e = lines
        await a.until(lambda: a.update["left_ms"] is not None)
        await all_see(lines, turn=1)
        for line in lines:
            assert [(d["seat"], d["card"], d["forced"]) for d in facts(line, "discarded")] == [(0, 10, True)]
            assert len(facts(line, "drew")) == 1 and len(facts(line, "turn_began")) == 2
            assert facts(line, "discarded")[0]["at"] == 1_500  # at its time, whenever it was judged
        assert a.view["hand"] == [0, 1, 5] and b.view["hands"] == [3, 3] and e.view["pile"] == [64, 10]
        assert (await a.refused(0, "triology.draw"))["code"] == "not_your_turn"
        await gone(guests)


async def test_time_up_after_drawing_leaves_the_discard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Y13 (e): what is laid stays; the seat may discard for a while, else the card that came last goes."""
    monkeypatch.setattr(triology, "LATE", 1_200)
    async with house(tmp_path, settle=60.0) as h:
        match = dealt([[0, 1, 5, 6, 7], [3, 4, 8]], [2, 11, 12], 64, until=1_500)
        await written(h.house.store, [0, 1], played(match, (0, Draw()), (0, Meld((0, 1, 2)))))
        guests, lines = await everybody(h.address)
        a = lines[0]
        await fact(a, "time_ran_out")
        for kind, more in (("take_back", {}), ("meld", {"cards": [5, 6, 7]})):
            assert (await a.refused(0, f"triology.{kind}", **more))["code"] in ("time_up", "not_your_turn")
        await all_see(lines, turn=1)
        for line in lines:
            assert [(d["seat"], d["card"], d["forced"]) for d in facts(line, "discarded")] == [(0, 7, True)]
            assert len(facts(line, "time_ran_out")) == 1
            assert [one["cards"] for one in line.view["sets"][0]] == [[0, 1, 2]]
        await gone(guests)


async def test_a_late_discard_is_the_seats_own_and_rests_in_a_pause(tmp_path: Path) -> None:
    async with house(tmp_path, settle=60.0) as h:
        match = dealt([[0, 1, 5, 6], [3, 4, 8]], [2, 11, 12], 64, until=500)
        await written(h.house.store, [0, 1], played(match, (0, Draw())))
        guests, (a, b, _) = await everybody(h.address)
        late = await fact(a, "time_ran_out")
        assert a.view["phase"] == "late" and a.view["until"] == late["until"] == 10_500
        paused = await b.did(1, "pause")
        assert not paused["running"]
        await a.reach(paused["seq"])
        assert (await a.refused(0, "triology.discard", card=5))["code"] == "paused"
        await a.did(0, "ready")
        resumed = await b.did(1, "ready")
        assert 0 <= resumed["at"] - paused["at"] < 300
        await a.did(0, "triology.discard", card=5)
        assert [(d["card"], d["forced"]) for d in facts(a, "discarded")] == [(5, False)]
        await gone(guests)


async def test_the_clock_waits_twice_for_who_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Y14: by the server alone, at the moment when time would run out, and only while nobody is there."""
    monkeypatch.setattr(triology, "EXTENSION", 1_500)
    async with house(tmp_path, settle=60.0) as h:
        await written(h.house.store, [0, 1], dealt([[0, 1, 5], [3, 4, 7]], [10, 11, 12], 64, until=1_000))
        async with known(h.address, 0) as ann, known(h.address, 1) as ben:
            a, b = await ann.join(CODE, 0), await ben.join(CODE, 1)
            await a.close()
            assert (await fact(b, "extended"))["until"] == 2_500
            await b.until(lambda: len(facts(b, "extended")) == 2)
            assert facts(b, "extended")[1] == {"t": "triology.extended", "seat": 0, "at": 2_500, "until": 4_000}
            a = await ann.join(CODE, 0)  # she is back, and has what is left
            assert a.view["extensions"] == [2, 0] and a.view["until"] == 4_000 and 0 < a.update["left_ms"] <= 1_500
            await a.did(0, "triology.draw")
            await fact(b, "time_ran_out")
            assert len(facts(b, "extended")) == 2


async def test_a_killed_house_comes_back_with_cards_on_caddies_and_its_clock(tmp_path: Path) -> None:
    open_database(tmp_path / "tercet.db")
    match = dealt([ANN_HOLDS, [*BEN_LAID[0], 50, 5, 33]], [80, 79, 78], 64, triology.Options(level="master"), turn=1)
    match = played(match, (1, Draw()), (1, Meld((9, 10, 11))), (1, Discard(50)))  # Ann's time: until 181 seconds
    match = played(match, (0, Draw()), (0, Steal(0)), (0, Meld((0, 9, 18))), at=81_000)
    await written_to(tmp_path / "tercet.db", [0, 1], match)
    with process(tmp_path) as h:
        async with known(h.address, 0) as ann, known(h.address, 1) as ben:
            a, b = await ann.join(CODE, 0), await ben.join(CODE, 1)
            assert a.view["until"] == 181_000 and 98_000 < a.update["left_ms"] <= 100_000  # 1:40
            caddies = a.view["caddies"]
            assert [caddy["card"] for caddy in caddies if caddy["used"] is None] == [10, 11]
            await asyncio.sleep(1.5)  # past a heartbeat
            asked = time.monotonic()
            a.heard.clear()
            a.say("look", table=CODE, seats=[0])
            left = (await a.hear("update"))["left_ms"]
            told, before = time.monotonic(), (a.view, b.view)
            h.kill()
            died = time.monotonic()
            least, most = (left - (died - since) * 1000 for since in (asked, told))  # when it died
            await asyncio.gather(a.gone(), b.gone())
            await asyncio.to_thread(h.start)
            up = time.monotonic()
            a, b = await ann.join(CODE, 0), await ben.join(CODE, 1)
            passed = (time.monotonic() - up) * 1000
            assert (a.view, b.view) == before
            assert least - passed - 300 < a.update["left_ms"] < most + 1_300
            for cards in ([1, 10, 19], [2, 11, 20]):  # and it goes on
                await a.did(0, "triology.meld", cards=cards)
            assert a.view["caddies"] == [] and a.view["chips"] == [0, 1]
            await a.did(0, "triology.discard", card=26)


async def test_two_nodes_judge_one_match(tmp_path: Path) -> None:
    """Every step is sent to both nodes in the same moment, by one person on two devices: it is done once."""
    open_database(tmp_path / "tercet.db")
    await written_to(tmp_path / "tercet.db", [0, 1], stolen_from(HIDDEN))
    with process(tmp_path) as one, process(tmp_path) as two:
        guests = [known(node.address, n) for n in (0, 1) for node in (one, two)]
        lines = [await guest.join(CODE, i // 2) for i, guest in enumerate(guests)]

        async def twice(seat: int, t: str, **fields: Any) -> None:
            pair = lines[2 * seat : 2 * seat + 2]
            answers = await asyncio.gather(*(line.answer(line.act(seat, t, **fields)) for line in pair))
            assert sorted(answer["t"] for answer in answers) == ["refused", "update"]
            done = next(answer["seq"] for answer in answers if answer["t"] == "update")
            for line in lines:
                await line.reach(done)

        for _ in range(2):
            for seat in (0, 1):
                await twice(seat, "triology.draw")
                if seat == 0 and lines[0].view["sets"][1]:
                    await twice(0, "triology.steal", set=lines[0].view["sets"][1][0]["id"])
                    await twice(0, "triology.give_back")
                await twice(seat, "triology.discard", card=lines[2 * seat].view["hand"][-1])
        last = max(line.update["seq"] for line in lines)
        for line in lines:
            await line.reach(last)
        rows = [
            [(row["seq"], row["by"], [event["t"] for event in row["events"]]) for row in line.rows] for line in lines
        ]
        assert all(each == rows[0] for each in rows)
        assert [row[0] for row in rows[0]] == list(range(last + 1))
        assert len(facts(lines[0], "drew")) == 5 and len(facts(lines[0], "stole")) == 2
        await gone(guests)


# ------------------------------------------------------------------------------------------- what no frame may tell

TIMES = re.compile(r'"(at|left_ms|until|since|wall)":(\d+|null)')


async def heard(data: Path, script: str, hidden: list[Card], monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What all hear of a game that is played by script, times taken out: Ann, and then everybody else.

    Those are Ben, one who watches, and another device of Ann's that looks at nothing.
    """
    monkeypatch.setattr(triology, "LATE", 600_000)
    async with house(data, settle=60.0) as h:
        if script == "computer":
            ann, ada = [*ANN_HOLDS, *hidden[:2]], [3, 12, 21, 30, 39, 81, 100, 108, 55]
            match = dealt([ann, ada], [4, hidden[2], 78, 77, 76, 75], 64, turn=1, computers=[1])
            await written(h.house.store, [0, None], match, pace=0.25)
        else:
            match = stolen_from(hidden) if script == "steps" else timed(hidden)
            await written(h.house.store, [0, 1], match)
        guests = [known(h.address, n) for n in (0, 1, 9)]
        lines = [await guests[0].join(CODE, 0)]
        lines.append(await guests[1].join(CODE, *([] if script == "computer" else [1])))
        lines += [await guests[2].join(CODE), await guests[0].join(CODE)]
        await SCRIPTS[script](lines)
        lines.append(await guests[1].join(CODE, *([] if script == "computer" else [1])))  # with the whole history
        frames = [[TIMES.sub("", frame) for frame in line.frames] for line in lines]
        await gone(guests)
        return frames


def timed(hidden: list[Card]) -> Match:
    """Ann has drawn a card that nobody else knows, and stolen; her time runs out in a moment."""
    ann, ben = [*ANN_HOLDS, *hidden[:2]], [9, 10, 11, 5, 33]
    match = dealt([ann, ben], [80, hidden[2], 78, 77], 64, turn=1)
    match = played(match, (1, Draw()), (1, Meld((9, 10, 11))), (1, Discard(5)))
    began = match.records[-1].events[-1]
    assert isinstance(began, triology.TurnBegan)
    soon = replace(began, until=1_500)
    record = match.records[-1]
    record = replace(record, events=(*record.events[:-1], soon))
    match = Match.replay("triology", "seed", [*match.records[:-1], record])
    return played(match, (0, Draw()), (0, Steal(0)))


async def step(lines: list[Line], seat: int, t: str, **fields: Any) -> None:
    """One wish, and everybody has heard what came of it."""
    line = lines[seat]
    answer = await line.answer(line.act(seat, t, ref=f"r{len(line.frames)}", **fields))
    if answer["t"] == "update":
        for other in lines:
            await other.reach(line.update["seq"])


async def steps(lines: list[Line]) -> None:
    """Refusals, questions, hints, a pick-up, a steal given back and one that is done, draws, and a reshuffle."""
    a = lines[0]
    await step(lines, 0, "triology.meld", cards=[48, 49, 0])  # before drawing
    await step(lines, 0, "triology.hint")
    await ask(a, 0, "triology.pick_up", card=50)
    await step(lines, 0, "triology.pick_up", card=50)
    await step(lines, 0, "triology.discard", card=26)  # the pick-up is not laid
    await step(lines, 0, "triology.meld", cards=[48, 49, 50])
    await step(lines, 0, "triology.steal", set=0)
    await step(lines, 0, "triology.meld", cards=[0, 9, 18])
    await step(lines, 0, "triology.discard", card=26)  # a steal is open
    await step(lines, 0, "triology.give_back")
    await step(lines, 0, "triology.take_back")
    await step(lines, 0, "triology.meld", cards=[48, 49, 50])
    await step(lines, 0, "triology.steal", set=0)
    for cards in ([0, 9, 18], [1, 10, 19], [2, 11, 20]):
        await ask(a, 0, "triology.meld", cards=cards)
        await step(lines, 0, "triology.meld", cards=cards)
    await ask(a, 0, "triology.discard", card=a.view["hand"][-1])
    await step(lines, 0, "triology.discard", card=26)
    await step(lines, 1, "triology.draw")
    await step(lines, 1, "pause")
    await step(lines, 0, "ready")
    await step(lines, 1, "ready")
    await step(lines, 1, "triology.discard", card=79)
    await step(lines, 0, "triology.draw")  # what is hidden
    await step(lines, 0, "triology.hint")
    await step(lines, 0, "triology.discard", card=25)
    await step(lines, 1, "triology.draw")  # the last of the stock
    assert len(facts(lines[1], "renewed")) == 1
    await step(lines, 1, "triology.discard", card=78)
    await step(lines, 0, "triology.draw")


async def time_up(lines: list[Line]) -> None:
    """The open steal is given back, and the seat discards."""
    await all_see(lines, phase="late")
    await step(lines, 0, "triology.discard", card=26)
    await step(lines, 1, "triology.draw")


async def thinking(lines: list[Line]) -> None:
    """A computer player's turn, twice."""
    for _ in range(2):
        await all_see(lines, 60, turn=0)
        await step(lines, 0, "triology.draw")
        await step(lines, 0, "triology.discard", card=lines[0].view["hand"][1])
    await all_see(lines, 60, turn=0)


SCRIPTS = {"steps": steps, "time": time_up, "computer": thinking}


@pytest.mark.parametrize("script", SCRIPTS)
async def test_what_is_hidden_is_in_no_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    one = await heard(tmp_path / "1", script, HIDDEN, monkeypatch)
    two = await heard(tmp_path / "2", script, [73, 72, 70], monkeypatch)
    assert one[0] != two[0]  # Ann sees her own
    assert sum(map(len, one[1:])) > {"steps": 90, "time": 20, "computer": 40}[script]
    assert one[1:] == two[1:]
    assert not any(re.search(r'"stock":\[\d|"hand":\[\d', frame) for frames in one[2:4] for frame in frames)


async def test_the_comparison_would_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: everybody sees what is drawn."""
    monkeypatch.setattr(triology.DrewCard, "seen_by", lambda self, seat: self)
    one = await heard(tmp_path / "1", "time", HIDDEN, monkeypatch)
    two = await heard(tmp_path / "2", "time", [73, 72, 70], monkeypatch)
    assert one[2] != two[2]
