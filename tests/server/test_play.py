"""Whole games over the wire, between scripted people and computer players."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.typing import EventDict

from tercet.bots import core as bots
from tercet.bots import trios as trios_bot
from tercet.engine import GAMES, core, sets, trios
from tercet.engine.match import Match, Player
from tercet.server import room
from tercet.server.store import Entry, StoreError
from tests.server.houses import Open, house
from tests.server.people import Json, Line


def events(line: Line, t: str) -> list[Json]:
    """The facts of this type that a line has heard."""
    return [event for row in line.rows for event in row["events"] if event["t"] == t]


async def fact(line: Line, t: str, seconds: float = 10, **fields: Any) -> Json:
    """Wait until a line hears of a fact."""

    def heard() -> Json | None:
        return next((e for e in reversed(events(line, t)) if all(e[name] == fields[name] for name in fields)), None)

    event: Json = await line.until(heard, seconds)
    return event


async def start_with(h: Open, code: str, table: list[int], stock: list[int]) -> None:
    """Begin the next match of a table with this deal, in place of one by lot; written straight into the store."""
    row = await h.house.tables.row(code)
    match = Match.begin(row.game, [Player()] * len(row.seats), trios.Options(countdown=0), "seed", 0)
    first = match.records[0]
    facts = [
        replace(event, table=tuple(table), stock=tuple(stock), left=len(stock))
        if isinstance(event, trios.Dealt)
        else event
        for event in first.events
        if not isinstance(event, trios.Exchanged)
    ]
    begun = replace(row, match=1, version=row.version + 1)
    assert await h.house.store.add_match(begun, "seed", core.encode(replace(first, events=tuple(facts))))
    if live := h.house.tables.live.get(code):
        await live.take(begun)


def cards(text: str) -> list[int]:
    """Cards from their codes of four digits."""
    return [sets.card_of([int(digit) - 1 for digit in code]) for code in text.split()]


async def test_two_people_play_a_whole_network_game(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        table = await ann.open("me", "open", options={"deck": "easy", "countdown": 0})
        assert table["match"] is None and table["host"]
        code = table["code"]
        a, e = await ann.join(code, 0), await eve.join(code)
        await ben.sit(code)
        b = await ben.join(code, 1)
        await a.until(lambda: a.table["seats"][1]["here"])
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await b.begun()
        turn = 0
        while a.view["phase"] == "play":
            assert (await eve.call(f"api/tables/{code}/matches/1/review", status=409))["code"] == "not_over"
            assert a.update["common"]["seed"] is None
            line, seat = ((a, 0), (b, 1))[turn % 2]
            await line.reach(max(a.update["seq"], b.update["seq"]))
            trio = line.trio()
            await line.did(seat, "trios.select", cards=trio[:1])
            await line.did(seat, "trios.select", cards=trio)
            turn += 1
        for line in (b, e):
            await line.over()
        assert a.rows == b.rows == e.rows
        assert sum(a.view["scores"]) == 3 * turn
        assert a.update["common"]["seed"] and a.update["left_ms"] is None and not a.update["running"]
        await a.until(lambda: not a.table["playing"])
        review = await eve.call(f"api/tables/{code}/matches/1/review")
        assert [seat["score"] for seat in review["seats"]] == a.view["scores"]
        seed, commitment = a.update["common"]["seed"], a.update["common"]["commitment"]
        dealt = Match.begin("trios", [Player()] * 2, trios.Options(deck="easy", countdown=0), seed, 0)
        assert dealt.common.commitment == commitment  # anybody can check the deal
        assert list(dealt.records[0].events[2].table) == events(a, "trios.dealt")[0]["table"]


@pytest.mark.parametrize("leave", [False, True])
async def test_two_last_sets_taken_together_end_the_game(tmp_path: Path, leave: bool) -> None:
    """Both count, it ends as a tie at once, whether or not anybody is there to hear of it."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open"))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await start_with(h, code, cards("1111 1112 1113 2221 2222 2223"), [])
        await a.begun()
        await b.begun()
        a.act(0, "trios.select", cards=cards("1111 1112 1113"))
        b.act(1, "trios.select", cards=cards("2221 2222 2223"))
        if leave:
            await asyncio.gather(a.close(), b.close())
            await asyncio.sleep(0.3)
            a = await ann.join(code)
        await a.until(lambda: a.update["common"]["ended"], seconds=1)
        ended = a.update["common"]["ended"]
        assert ended["places"] == [[0, 1]] and ended["scores"] == [3, 3] and ended["reason"] == "no_set"
        assert (await ben.call(f"api/tables/{code}"))["playing"] is False
        if not leave:
            await b.until(lambda: b.update["common"]["ended"], seconds=1)
            assert b.rows == a.rows


async def test_a_hot_seat_game_by_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """T8: one caller; right +3, wrong and time up -2; who goes away lets go of the call at once."""
    monkeypatch.setattr(trios, "CALL_TIME", 1_500)
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", "here", "here", options={"countdown": 0}))["code"]
        line = await ann.join(code, 0, 1, 2)
        assert set(line.update["views"]) == {"0", "1", "2"} and line.view["options"]["mode"] == "call"
        first, second = line.act(0, "trios.call"), line.act(1, "trios.call")
        await line.hear("update", ref=first)
        assert (await line.hear("refused", ref=second))["code"] == "call_on"
        assert 0 < line.update["left_ms"] <= 1_500
        trio = line.trio()
        await line.did(0, "trios.select", cards=trio[:2])
        await line.did(0, "trios.select", cards=trio)
        await line.did(1, "trios.call")
        ended = await fact(line, "trios.call_ended")
        called = events(line, "trios.called")[-1]
        assert (ended["seat"], ended["reason"], ended["points"], ended["at"]) == (1, "time", -2, called["until"])
        await line.did(2, "trios.call")
        await line.did(2, "away")
        await line.did(1, "trios.call")
        assert line.view["scores"] == [3, -2, -2]
        await line.close()  # the line drops while seat 1 calls
        back = await ann.join(code, 0, 1, 2)
        await fact(back, "trios.call_ended", reason="away", seat=1)
        assert back.view["scores"] == [3, -4, -2]


async def test_the_first_frame_shows_the_full_time(tmp_path: Path) -> None:
    """For a lone player and a countdown; the clock does not run before somebody is there."""
    async with house(tmp_path, new_tables=50) as h, h.guest() as ann:
        for _ in range(20):
            alone = (await ann.open("me"))["code"]
            counted = (await ann.open("me", "computer"))["code"]
            await asyncio.sleep(0.05)
            line = await ann.join(alone, 0)
            assert 0 <= next(m["at"] for m in map(json.loads, line.frames) if m["t"] == "update") < 100
            line.say("join", table=counted, match=None, since=-1)
            update = await line.hear("update", table=counted)
            assert 2900 < update["left_ms"] <= 3000 and update["at"] < 100
            await line.close()


async def test_waiting_before_the_start_is_no_game_time(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        line = await ann.join(code, 0)
        await ben.sit(code)
        await asyncio.sleep(0.5)
        began = time.monotonic()
        await ann.call(f"api/tables/{code}/start", {})
        await line.begun()
        await line.did(0, "trios.select", cards=line.trio())
        await line.did(0, "leave")
        assert line.update["common"]["ended"]["places"] == [[1], [0]]  # G5a: who left does not win
        assert 0 <= line.update["at"] <= 1000 * (time.monotonic() - began)


async def test_a_pause_covers_the_cards_and_stops_the_clock(tmp_path: Path) -> None:
    """G6, at a table with a computer player, who is always ready."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", "computer", options={"countdown": 0}, pace=4))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await b.begun()
        table = a.view["table"]
        paused = await b.did(1, "pause")
        await a.until(lambda: a.view["paused"])
        assert a.view["table"] == [-1] * 12 and not a.update["running"] and a.update["left_ms"] is None
        assert (await a.refused(0, "trios.select", cards=table[:1]))["code"] == "paused"
        await asyncio.sleep(0.4)
        ready = await a.did(0, "ready")
        assert ready["at"] == paused["at"] and not ready["running"]
        await b.did(1, "ready")
        await a.until(lambda: not a.view["paused"])
        assert a.view["table"] == table and a.update["running"]
        assert 0 <= a.update["at"] - paused["at"] < 100


async def test_absence_grace_skip_stand_in_and_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """G5: an absent seat never blocks the others; what was done for it ends when its owner is back."""
    monkeypatch.setattr(trios, "GRACE", 400)
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}, pace=0.25))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await a.did(0, "pause")
        second = await ben.join(code)
        await b.close()
        await asyncio.sleep(0.1)
        assert not events(a, "gone")  # another line of the same person is there
        await second.close()
        gone = await fact(a, "gone", seat=1)
        assert abs(gone["wall"] - time.time() * 1000) < 2_000
        await a.until(lambda: not a.table["seats"][1]["here"])
        await a.did(0, "ready")
        assert a.view["paused"]
        early = await a.refused(0, "skip", seat=1)
        assert early["code"] == "grace" and 0 < early["detail"]["wait_ms"] <= 400
        await asyncio.sleep(0.45)
        await a.did(0, "skip", seat=1)
        await a.until(lambda: not a.view["paused"])
        await a.did(0, "seat_computer", seat=1, level="hard")
        selected = await fact(a, "trios.selected", seat=1, seconds=20)  # it plays
        assert selected["cards"]
        b = await ben.join(code, 1)
        await fact(a, "back", seat=1)
        assert a.update["common"]["stand_ins"] == {} and a.update["common"]["skipped"] == []
        await b.did(1, "pause")  # and the seat is its owner's again


async def test_seats_are_waited_for_after_a_load(tmp_path: Path) -> None:
    async with house(tmp_path, rest=0.0, settle=0.5) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        a = await ann.join(code, 0)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await fact(a, "gone", seat=1)
        assert a.rows[-1]["at"] >= 400


async def test_the_clock_stands_while_nobody_is_there(tmp_path: Path) -> None:
    """Laid aside some time after the last has gone; a countdown goes on where it stood."""
    async with house(tmp_path, rest=0.3, settle=0.2) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "computer", options={"countdown": 3}))["code"]
        a = await ann.join(code, 0)
        await asyncio.sleep(0.3)
        await a.close()
        await until_gone(h, code)
        await asyncio.sleep(1.0)
        b = await ben.join(code)
        assert 1_900 < b.update["left_ms"] < 2_600
        assert [row["events"][0]["t"] for row in b.rows][-1] == "rested"
        await ann.join(code, 0)
        await b.begun()


async def test_the_clock_stands_while_only_others_look_on(tmp_path: Path) -> None:
    """G5: whoever looks on is no player, neither after these have gone nor when the table is loaded."""
    computer: Json = {"kind": "computer", "level": "hard"}
    async with house(tmp_path, rest=0.2, settle=0.1) as h, h.guest() as ann, h.guest() as eve:
        code = (await ann.open("me", computer, options={"countdown": 0}, pace=0.25))["code"]
        a, looking = await ann.join(code, 0), await eve.join(code)
        await looking.until(lambda: looking.update["running"])
        await a.close()
        await fact(looking, "rested")
        rows = await h.house.store.rows(1, -1)
        await looking.close()
        await until_gone(h, code)
        e = await eve.join(code)
        await asyncio.sleep(0.5)
        assert not e.update["running"] and await h.house.store.rows(1, -1) == rows
        await ann.join(code, 0)
        await e.until(lambda: e.update["running"] and e.update["seq"] > len(rows))


async def test_computers_alone_play_for_whoever_looks_on(tmp_path: Path) -> None:
    computer: Json = {"kind": "computer", "level": "hard"}
    async with house(tmp_path, rest=0.1) as h, h.guest() as ann, h.guest() as eve:
        code = (await ann.open(computer, computer, options={"countdown": 0}, pace=0.25))["code"]
        a = await ann.join(code)
        await a.until(lambda: a.update["seq"] > 2)
        await a.close()
        await until_gone(h, code)
        e = await eve.join(code)
        seq = e.update["seq"]
        await e.until(lambda: e.update["seq"] > seq + 1)


@pytest.mark.parametrize("away", ["a moment", "a while"])
@pytest.mark.parametrize("game", GAMES)
async def test_who_comes_back_after_a_while_finds_the_game_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, away: str
) -> None:
    """G5: with no person present the game rests; no computer plays on against an empty chair."""
    monkeypatch.setattr(room, "BREAK_MS", 60_000 if away == "a moment" else 0)
    async with house(tmp_path, rest=0.1) as h, h.guest() as ann:
        computer: Json = {"kind": "computer", "level": "hard"}
        code = (await ann.open("me", computer, game=game, pace=0.3))["code"]
        a = await ann.join(code, 0)
        await a.until(lambda: a.update["running"])
        await a.close()
        await until_gone(h, code)
        async with asyncio.timeout(10):
            while b"rested" not in (rows := await h.house.store.rows(1, -1))[-1]:
                await asyncio.sleep(0.02)
        await asyncio.sleep(0.5)
        assert await h.house.store.rows(1, -1) == rows
        b = await ann.join(code, 0)
        if away == "a moment":
            await b.until(lambda: (len(b.rows) > 0 and b.update["seq"] > len(rows)) or b.update["running"])
            assert b.update["common"]["paused_by"] is None
        else:
            await b.until(lambda: b.update["common"]["paused_by"] == 0)
            await b.did(0, "ready")
            await b.until(lambda: b.update["common"]["paused_by"] is None)


async def until_gone(h: Open, code: str) -> None:
    async with asyncio.timeout(10):
        while code in h.house.tables.live or h.house.tables._closing:
            await asyncio.sleep(0.02)


async def test_a_computer_player_plays_by_its_plan(tmp_path: Path) -> None:
    """Its marks come when its plan, made from its seat's view alone, says."""
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", {"kind": "computer", "level": "hard"}, options={"countdown": 0}, pace=0.25))[
            "code"
        ]
        a = await ann.join(code, 0)
        room = h.house.tables.live[code].room
        assert room
        plan = bots.plan("trios", room._bot_key, 1, "hard", room.match.view(1), 0.25)
        assert plan
        await fact(a, "trios.claimed", seat=1, seconds=30)
        first = next(row for row in a.rows if row["by"] == 1)
        assert first["events"][0]["cards"] == list(plan.action.cards)  # type: ignore[attr-defined]
        assert 0 <= first["at"] - plan.at < 60


async def test_computers_play_a_whole_game_for_a_watcher(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        levels = [{"kind": "computer", "level": level} for level in ("hard", "hard", "medium", "easy")]
        code = (await ann.open(*levels, options={"deck": "easy", "countdown": 0}, pace=0.25))["code"]
        line = await ann.join(code)
        await line.over(90)
        assert sum(line.view["scores"]) == 3 * len(events(line, "trios.claimed")) >= 12


async def test_a_faulty_computer_player_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    """One that raises, and one that always wants what is refused: neither plays, and neither runs hot."""
    asked = 0

    def plan(key: str, seat: int, *_: Any) -> bots.Plan:
        nonlocal asked
        asked += 1
        if seat == 1:
            raise ZeroDivisionError
        return bots.Plan(0, trios.Select((1, 1)))

    monkeypatch.setattr(trios_bot, "plan", plan)
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", "computer", "computer", options={"countdown": 0}))["code"]
        a = await ann.join(code, 0)
        await asyncio.sleep(0.5)
        assert asked <= 8
        await a.did(0, "trios.select", cards=a.trio())
        assert a.view["scores"] == [3, 0, 0] and {row["by"] for row in a.rows} == {None, 0}
    broken = [entry for entry in logged if entry["event"] == "broken"]
    assert broken and all(entry["seat"] == 1 and entry["table"] == code for entry in broken)
    logged.clear()


@pytest.mark.parametrize("part", ["decide", "apply"])
async def test_a_bug_in_the_rules_is_answered_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict], part: str
) -> None:
    """Nothing is appended, the state stays, and the row is in the log file."""
    right: Any = getattr(trios, part)

    def wrong(state: Any, what: Any, *more: Any) -> Any:
        if isinstance(more[0] if more else what, (trios.Hint, trios.Hinted)):
            raise ZeroDivisionError
        return right(state, what, *more)

    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        a = await ann.join(code, 0)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        monkeypatch.setattr(trios, part, wrong)
        before = a.update["seq"]
        assert (await a.refused(0, "trios.hint"))["code"] == "broken"
        done = await a.did(0, "trios.select", cards=a.trio())
        assert done["seq"] == before + 1 and a.view["scores"] == [3, 0] and a.view["paid"] == [0, 0]
        monkeypatch.setattr(trios, part, right)
        assert (await a.did(0, "trios.hint"))["views"]["0"]["paid"] == [1, 0]
    broken = [entry for entry in logged if entry["event"] == "broken"]
    assert [(entry["row"], entry["seat"]) for entry in broken] == [(before + 1, 0)]
    logged.clear()


async def test_a_deadline_that_fails_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    """A bug that strikes once does not stop a table for ever: a little later the cards are dealt."""
    right, failures = trios.decide, 0

    def wrong(state: Any, seat: Any, action: Any, *more: Any) -> Any:
        nonlocal failures
        if isinstance(action, core.Tick) and not failures:
            failures += 1
            raise ZeroDivisionError
        return right(state, seat, action, *more)

    monkeypatch.setattr(trios, "decide", wrong)
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", "computer", options={"countdown": 1}))["code"]
        line = await ann.join(code, 0)
        await line.begun()
        assert 2_000 <= events(line, "trios.dealt")[0]["at"] < 2_500
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["broken"]
    logged.clear()


async def test_who_goes_while_the_disk_is_full_is_missed_a_little_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: list[EventDict]
) -> None:
    async with house(tmp_path, settle=0) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await ann.call(f"api/tables/{code}/start", {})
        for line in (a, b):
            await line.begun()
        await a.did(0, "trios.select", cards=a.trio())  # all that was to be seen to before is done
        write, full = h.house.store.append, True

        async def once(entry: Entry) -> bool:
            nonlocal full
            if full and b'"gone"' in entry.record:
                full = False
                raise StoreError("The disk is full.")
            return await write(entry)

        monkeypatch.setattr(h.house.store, "append", once)
        await b.close()
        await fact(a, "gone", seat=1)
    assert [entry["event"] for entry in logged if entry["log_level"] == "error"] == ["broken"]
    logged.clear()


async def test_a_disk_that_is_busy_holds_up_the_game_and_nothing_else(tmp_path: Path) -> None:
    """While another program has the file to itself nothing is confirmed, nothing is lost, and the house answers."""
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", "here", options={"countdown": 0, "mode": "mark"}))["code"]
        line = await ann.join(code, 0, 1)
        with closing(sqlite3.connect(tmp_path / "tercet.db", isolation_level=None)) as other:
            other.execute("begin immediate")
            refs = [line.act(seat, "trios.select", cards=line.view["table"][:1]) for seat in (0, 1)]
            await asyncio.sleep(0.5)
            line.say("ping")
            await line.hear("pong", seconds=1)
            assert line.update["seq"] == 0
            assert (await ann.call(f"api/tables/{code}"))["playing"]
            other.execute("commit")
        for ref in refs:
            await line.hear("update", ref=ref)
        assert line.update["seq"] == 2


async def test_best_results_alone_are_kept(tmp_path: Path) -> None:
    """T7: points, time and exchanges; a game that was given up does not count."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        for given_up in (False, True):
            code = (await ann.open("me", options={"deck": "easy"}))["code"]
            line = await ann.join(code, 0)
            while line.view["phase"] == "play":
                await line.did(0, "trios.select", cards=line.trio())
                if given_up:
                    await line.did(0, "leave")
            if not given_up:
                ended = line.rows[-1]
                points, exchanges = line.view["scores"][0], line.view["exchanges"]
        (best,) = (await ann.call("api/best"))["best"]
        assert (best["kind"], best["points"], best["time_ms"]) == ("easy", points, ended["at"])
        assert best["exchanges"] == exchanges and best["match"] == 1 and best["code"] != code
        assert (await ben.call("api/best"))["best"] == [] == (await ann.call("api/best?game=chess"))["best"]


async def test_rows_from_elsewhere_are_folded_and_the_wish_judged_again(tmp_path: Path) -> None:
    """The row another node wrote first is the right one; whoever comes second is told "too late"."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        a = await ann.join(code, 0)
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        room = h.house.tables.live[code].room
        assert room
        elsewhere = Match.replay("trios", room.row.seed, room.match.records)
        trio = a.trio()
        record = elsewhere.decide(1, trios.Select(tuple(trio)), 50, 7, "far")
        assert await h.house.store.append(Entry(room.row.id, record.seq, 1, "far", core.encode(record)))
        assert (await a.refused(0, "trios.select", cards=trio))["code"] == "too_late"
        assert a.view["scores"] == [0, 3] and a.rows[-1]["by"] == 1
        await a.did(0, "trios.select", cards=a.trio())
        assert a.view["scores"] == [3, 3]
