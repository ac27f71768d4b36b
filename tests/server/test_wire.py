"""The socket: frames of any kind, foreign seats, doubled wishes, lost lines, slow and silent readers."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import socket
import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tercet.engine import core
from tercet.engine.sets import is_set
from tercet.server.messages import Pong
from tercet.server.socket import A_SECOND, Connection
from tests.server.houses import Open, Process, house, process
from tests.server.people import Guest, Line


async def two_at_a_table(h: Open, *guests: Guest, **options: Any) -> tuple[str, list[Line]]:
    """A running mark table of these guests, without countdown; each looks at their seat."""
    code = (await guests[0].open("me", *["open"] * (len(guests) - 1), options={"countdown": 0, **options}))["code"]
    for guest in guests[1:]:
        await guest.sit(code)
    lines = [await guest.join(code, seat) for seat, guest in enumerate(guests)]
    await guests[0].call(f"api/tables/{code}/start", {})
    for line in lines:
        await line.begun()
    return code, lines


def hash_of(h: Open, code: str) -> bytes:
    """The whole state of a table's match, as bytes."""
    room = h.house.tables.live[code].room
    assert room
    return core.encode([room.match.state, room.match.common, room.match.seq])


async def test_what_is_told_after_goodbye_is_lost_without_a_fault(tmp_path: Path) -> None:
    """As the answer to a wish that was judged while its sender was sent away."""
    async with house(tmp_path) as h, h.guest() as ann:
        line = await ann.connect()
        (connection,) = h.house.connections
        assert isinstance(connection, Connection)
        line.socket.transport.pause_reading()  # so the other end does not close yet
        connection.end("sent_away")
        async with asyncio.timeout(10):
            while connection._may_write():
                await asyncio.sleep(0.02)
        connection.tell(Pong())
        assert connection._sender
        await asyncio.wait([connection._sender])
        assert connection._sender.exception() is None
        line.socket.transport.resume_reading()


# ------------------------------------------------------------------------------------------------- handshake


async def test_strangers_and_other_sites_get_no_socket(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        for headers in (
            {},
            {"Cookie": "tercet=0123456789abcdef0123456789abcdef"},
            {"Cookie": "tercet=' or 1=1"},
            {"Cookie": ann.cookie, "Origin": "http://evil.example"},
            {"Cookie": ann.cookie, "Origin": "null"},
        ):
            with pytest.raises(InvalidStatus) as refused:
                await ann.dial(headers)
            assert refused.value.response.status_code == 403
        own = await ann.dial({"Cookie": ann.cookie, "Origin": h.address.rstrip("/")})
        await own.close()


async def test_behind_a_proxy_its_word_for_the_host_counts_if_trusted(tmp_path: Path) -> None:
    headers = {"Origin": "https://games.example", "X-Forwarded-Host": "games.example"}
    async with house(tmp_path, proxy=True) as h, h.guest() as ann:
        await (await ann.dial({"Cookie": ann.cookie, **headers})).close()
    async with house(tmp_path) as h, h.guest() as ann:
        with pytest.raises(InvalidStatus):
            await ann.dial({"Cookie": ann.cookie, **headers})


async def test_another_version_is_told_and_let_go(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        line = ann.line(await ann.dial())
        line.say("hello", version=0)
        bye = await line.hear("bye")
        assert bye["code"] == "version" and bye["detail"] == {"version": 1}
        assert await line.gone() == 4400


# ---------------------------------------------------------------------------------------------------- frames

ODD_FRAMES: list[tuple[str | bytes, str, str]] = [
    ("", "not_json", ""),
    ("{", "not_json", ""),
    ("null", "Expected `object`, got `null`", ""),
    ("[" * 16_000, "Expected `object`, got `array`", ""),
    ('{"t":"act","table":"BCDFG","match":1,"seat":0,"ref":"r","action":' + "[" * 8_000 + "}", "not_json", ""),
    (b"binary", "binary", ""),
    ("x" * 20_000, "too_long", ""),
    ('{"table":"BCDFG"}', "missing", ""),
    ('{"t":"steal"}', "Invalid value 'steal'", "t"),
    ('{"t":"update"}', "Invalid value 'update'", "t"),
    ('{"t":"join"}', "missing", ""),
    ('{"t":"join","table":7}', "Expected `str`", "table"),
    ('{"t":"join","table":"bcd"}', "matching regex", "table"),
    ('{"t":"join","table":"BCDFG","since":"x"}', "Expected `int", "since"),
    ('{"t":"look","table":"BCDFG","seats":[0,0,0,0,0,0,0,0,0]}', "length <= 8", "seats"),
    ('{"t":"act","table":"BCDFG","match":1,"seat":0,"ref":"","action":{}}', "length >= 1", "ref"),
    ('{"t":"act","table":"BCDFG","match":1,"seat":0,"ref":"r","action":{},"at":5}', "unknown field", "at"),
    ('{"t":"talk","table":"BCDFG","text":"' + "x" * 301 + '"}', "length <= 300", "text"),
]


async def test_every_bad_frame_is_answered_and_harms_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, lines = await two_at_a_table(h, ann, ben)
        before = hash_of(h, code)
        line = await ann.join(code, 0)
        for frame, reason, field in ODD_FRAMES:
            line.raw(frame)
            refused = await line.hear("refused")
            assert refused["code"] == "bad_frame", (frame[:60], refused)
            assert reason in refused["detail"]["reason"], (frame[:60], refused)
            assert field in refused["detail"].get("field", ""), (frame[:60], refused)
        assert hash_of(h, code) == before
        for _ in range(21 - len(ODD_FRAMES)):
            line.raw("{")
        assert (await line.hear("bye"))["code"] == "too_many_faults"
        assert await line.gone() == 4400
        await lines[0].did(0, "trios.select", cards=lines[0].trio()[:1])  # the others play on


async def test_a_frame_beyond_all_measure_closes_its_own_connection(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        line = await ann.connect()
        line.raw("x" * 300_000)
        assert await line.gone() == 1009


async def test_a_flood_is_refused_then_closed(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        line = await ann.connect()
        for _ in range(150):
            line.say("ping")
        assert (await line.hear("refused"))["code"] == "too_fast"
        assert await line.gone() == 4400


async def test_hello_comes_first(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        line = ann.line(await ann.dial())
        line.say("ping")
        assert (await line.hear("refused"))["code"] == "hello_first"
        line.say("hello", version=1)
        assert (await line.hear("welcome"))["you"] == ann.you
        line.say("ping")
        await line.hear("pong")


async def test_what_cannot_be_asked_for(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        line = await ann.connect()
        line.say("join", table="BCDFG")
        assert (await line.hear("refused", table="BCDFG"))["code"] == "no_such_table"
        line.say("look", table="BCDFG", seats=[])
        assert (await line.hear("refused"))["code"] == "not_joined"
        codes = [(await ann.open("me"))["code"] for _ in range(9)]
        for code in codes:
            line.say("join", table=code, match=None, since=-1)
        assert (await line.hear("refused", table=codes[8]))["code"] == "too_many_joined"
        line.say("ask", table=codes[0], match=1, seat=0, ref="r", action={})
        assert (await line.hear("refused", ref="r"))["code"] == "no_asking"


# ----------------------------------------------------------------------------------------------- what counts


async def test_claims_that_are_none(tmp_path: Path) -> None:
    """Refused with a code, the table unchanged, no points."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, (a, _) = await two_at_a_table(h, ann, ben)
        table = a.view["table"]
        away = next(card for card in range(81) if card not in table)
        before = hash_of(h, code)
        for cards, expected in (
            ([table[0]] * 3, "same_card_twice"),
            ([table[0], table[0]], "same_card_twice"),
            ([table[0], table[1], away], "not_on_table"),
            ([away], "not_on_table"),
            ([-1], "not_on_table"),
            ([10**30], "not_on_table"),
            (table[:4], "bad_action"),
            ("all", "bad_action"),
            ([None], "bad_action"),
            ([1.5], "bad_action"),
            ([], "unchanged"),
        ):
            refused = await a.refused(0, "trios.select", cards=cards)
            assert refused["code"] == expected and refused["seq"] in (0, 1, 2, None), (cards, refused)
        odd: list[Any] = [
            *({"t": t} for t in ("tick", "rest", "begin", "lose", "find", "trios.claimed", "trios.select", "")),
            *({"t": "trios.select", "cards": [1], "seat": 1}, {}, [], 7, None),
        ]
        for action in odd:
            a.say("act", table=code, match=1, seat=0, ref="x", action=action)
            assert (await a.hear("refused", ref="x"))["code"] == "bad_action", action
        assert hash_of(h, code) == before
        e = await eve.join(code)
        assert (await e.refused(0, "trios.select", cards=a.trio()))["code"] == "not_your_seat"
        assert (await e.refused(7, "trios.select", cards=a.trio()))["code"] == "not_your_seat"
        assert hash_of(h, code) == before
        wrong = next(
            [x, y, z] for x in table for y in table for z in table if len({x, y, z}) == 3 and not is_set(x, y, z)
        )
        update = await a.did(0, "trios.select", cards=wrong)
        assert update["rows"][-1]["events"][0]["t"] == "trios.failed"
        assert update["views"]["0"]["scores"] == [0, 0]


async def test_acts_out_of_phase_and_for_others(tmp_path: Path) -> None:
    """Refused, the state's hash unchanged, no second end."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await two_at_a_table(h, ann, ben)
        before = hash_of(h, code)
        for seat in (1, 2, 99, -1):
            assert (await a.refused(seat, "trios.select", cards=a.trio()))["code"] == "not_your_seat"
        assert (await a.refused(0, "trios.call"))["code"] == "no_calls"
        assert (await a.refused(0, "ready"))["code"] == "not_paused"
        assert (await a.refused(0, "skip", seat=1))["code"] == "not_absent"
        for match in (0, 2, -5):
            a.say("act", table=code, match=match, seat=0, ref="m", action={"t": "pause"})
            assert (await a.hear("refused", ref="m"))["code"] == "other_match"
        a.say("look", table=code, seats=[1])
        assert (await a.hear("refused"))["code"] == "not_your_seat"
        assert hash_of(h, code) == before
        await b.did(1, "leave")
        over = hash_of(h, code)
        for t, fields in (("trios.select", {"cards": a.trio()}), ("pause", {}), ("leave", {}), ("trios.hint", {})):
            assert (await a.refused(0, t, **fields))["code"] == "over"
        assert hash_of(h, code) == over
        assert sum(event["t"] == "ended" for row in a.rows for event in row["events"]) == 1


async def test_a_doubled_wish_counts_once(tmp_path: Path) -> None:
    """The same ref at once, later, and over another line."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await two_at_a_table(h, ann, ben)
        trio = a.trio()
        for _ in range(2):
            a.act(0, "trios.select", ref="once", cards=trio)
        assert (await a.hear("update", ref="once"))["views"]["0"]["scores"] == [3, 0]
        assert (await a.hear("update", ref="once"))["views"]["0"]["scores"] == [3, 0]
        other = await ann.join(code, 0)
        other.act(0, "trios.select", ref="once", cards=trio)
        assert (await other.hear("update", ref="once"))["rows"] == []
        assert (await b.refused(1, "trios.select", cards=trio))["code"] == "too_late"
        b.act(1, "trios.select", ref="once", cards=b.trio())  # another seat's ref is another's
        assert (await b.hear("update", ref="once"))["views"]["1"]["scores"] == [3, 3]
        assert [row["by"] for row in a.rows if row["events"][0]["t"] == "trios.claimed"] == [0, 1]


async def test_a_ref_comes_back_to_its_sender_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await two_at_a_table(h, ann, ben)
        second = await ann.join(code, 0)
        await a.did(0, "trios.select", cards=a.trio()[:1])
        for line in (b, second):
            await line.reach(a.update["seq"])
            assert not any('"ref"' in frame for frame in line.frames)


async def test_a_line_that_comes_back_gets_what_it_missed(tmp_path: Path) -> None:
    """By the last row it has; the same rows for everybody, none twice."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await two_at_a_table(h, ann, ben)
        await b.did(1, "trios.select", cards=b.trio()[:1])
        had = b.update["seq"]
        await b.close()
        for _ in range(3):
            await a.did(0, "trios.select", cards=a.trio()[:1])
            await a.did(0, "trios.select", cards=a.trio())
        b2 = await ben.connect()
        b2.say("join", table=code, match=1, since=had)
        b2.act_on(code, 1, 1, "trios.select", "offline", cards=a.trio()[:2])
        update = await b2.hear("update")
        assert update["fresh"] and [row["seq"] for row in update["rows"]] == list(range(had + 1, update["seq"] + 1))
        await b2.hear("update", ref="offline")
        await a.until(lambda: a.update["seq"] >= b2.update["seq"])
        first = await ben.join(code)
        assert first.rows[: len(a.rows)] == a.rows
        stranger = await ben.connect()
        for match, since, fresh in (
            (2, 3, False),
            (1, 10**20, False),
            (1, -999, False),
            (None, None, False),
            (1, 0, True),
        ):
            stranger.say("join", table=code, match=match, since=since)
            update = await stranger.hear("update")
            assert update["fresh"] is fresh and bool(update["rows"]) is fresh


async def test_more_than_two_hundred_rows_are_not_told(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code, (a, b) = await two_at_a_table(h, ann, ben)
        cards = a.view["table"]
        for i in range(106):
            await asyncio.gather(
                a.did(0, "trios.select", cards=[cards[i % 2]]), b.did(1, "trios.select", cards=[cards[i % 3]])
            )
            await asyncio.sleep(1 / A_SECOND)  # faster than that nobody may play for long
        late = await ann.join(code)
        assert late.update["seq"] > 200 and not late.update["fresh"] and late.rows == []
        assert late.view["table"] == cards


async def test_a_watcher_sees_nothing_private(tmp_path: Path) -> None:
    """G2, T6: a hint is for the one who paid, also if that person watches on another line."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        code, (a, b) = await two_at_a_table(h, ann, ben)
        e, second = await eve.join(code), await ann.join(code)
        shown = await a.did(0, "trios.hint")
        assert len(shown["views"]["0"]["hint"]) == 1
        for line in (b, e, second):
            update = await line.reach(shown["seq"])
            (view,) = update["views"].values()
            assert view["hint"] == [] and view["paid"] == [1, 0]
            (event,) = update["rows"][-1]["events"]
            assert event == {"t": "trios.hinted", "seat": 0, "points": -1, "shown": [], "trio": []}
        second.say("look", table=code, seats=[0])
        await second.until(lambda: "0" in second.update["views"])
        assert second.view["hint"] == shown["views"]["0"]["hint"]
        second.say("look", table=code, seats=[])
        await second.until(lambda: "all" in second.update["views"])
        assert second.view["hint"] == []


async def test_the_same_order_at_both_ends_of_a_slow_line(tmp_path: Path) -> None:
    """20 ms against 400 ms, 30 claims; who is late hears so, nothing is shown for one and then for the other."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        near, far = await ann.join(code, 0, delay=0.02), await ben.join(code, 1, delay=0.4)
        await ann.call(f"api/tables/{code}/start", {})
        refs: dict[Line, list[str]] = {near: [], far: []}
        for line in (near, far):
            await line.begun()

        async def claim(line: Line, seat: int) -> None:
            while line.trio() and line.view["phase"] == "play" and len(refs[line]) < 15:
                refs[line].append(line.act(seat, "trios.select", cards=line.trio()))
                await line.answer(refs[line][-1])
                await asyncio.sleep(0.25 if line is near else 0)

        await asyncio.gather(claim(near, 0), claim(far, 1))
        await asyncio.sleep(0.9)
        assert near.rows == far.rows
        claims = [event for row in near.rows for event in row["events"] if event["t"] == "trios.claimed"]
        assert len({card for claim in claims for card in claim["cards"]}) == 3 * len(claims)
        scores = [sum(3 for claim in claims if claim["seat"] == seat) for seat in (0, 1)]
        assert near.view["scores"] == far.view["scores"] == scores
        late = [m for m in far.heard if m["t"] == "refused"]
        assert late and all(m["code"] == "too_late" and m["detail"]["by_ms"] >= 0 for m in late)
        assert len(late) + sum(claim["seat"] == 1 for claim in claims) == len(refs[far])


# ------------------------------------------------------------------------------------------- slow and silent


async def test_a_reader_who_stops_neither_slows_the_table_nor_grows_the_server(tmp_path: Path) -> None:
    async with house(tmp_path, sending=4096, stuck=1.5) as h:
        guests = [await Guest(h.address).__aenter__() for _ in range(9)]
        code, lines = await two_at_a_table(h, *guests[:8])
        narrow = socket.socket()  # and the server's end is narrow too, so that soon nothing more goes through
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", int(h.address.split(":")[2].strip("/"))))
        sleeper = await guests[8].join(code, sock=narrow)
        sleeper.sleep()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        slowest, began, gone = 0.0, time.monotonic(), None
        cards, i = lines[0].view["table"], 0
        while gone is None and time.monotonic() - began < 60:
            i += 1
            for seat, line in enumerate(lines):
                start = time.perf_counter()
                await line.did(seat, "trios.select", cards=[cards[(i + seat) % 12]])
                slowest = max(slowest, time.perf_counter() - start)
            for line in lines:
                line.frames.clear()
                line.rows.clear()
            if len(h.house.connections) == 8:
                gone = time.monotonic()
            await asyncio.sleep(0.1)
        gc.collect()
        grown = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        assert gone is not None, "the sleeper is still there"
        assert slowest < 0.5
        assert grown < 8 * 2**20, grown
        back = await guests[8].join(code, since=0, match=1)  # and comes back with the view
        assert back.view["table"] == cards
        for guest in guests:
            await guest.__aexit__()


async def test_a_client_that_says_nothing_is_let_go(tmp_path: Path) -> None:
    async with house(tmp_path, silence=1.0) as h, h.guest() as ann:
        line = await ann.connect()
        assert (await line.hear("bye"))["code"] == "silent"
        assert await line.gone() == 4409


# ------------------------------------------------------------------------------------------------ any frames

WISHES = ["trios.select", "trios.call", "trios.hint", "pause", "ready", "leave", "skip"]
WORDS: list[Any] = [*WISHES, "BCDFG", "", "\u202e", 0, 1, -1, 3, 10**18, 1.5, None, True, [], {}]
KEYS = ["t", "table", "match", "seat", "seats", "since", "ref", "action", "cards", "text", "version", "x"]
TYPES = ["hello", "join", "look", "act", "ask", "talk", "ping", "update", "?"]


def random_frame(rng: random.Random, code: str) -> str | bytes:
    """A frame by somebody with a hammer: noise, half a message, or almost a right one."""
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randrange(200))
    if kind < 0.2:
        return "".join(
            map(chr, (rng.choice((rng.randrange(32, 127), rng.randrange(0x250, 0xD7FF))) for _ in range(40)))
        )
    if kind < 0.6:
        message: Any = {rng.choice(KEYS): rng.choice(WORDS) for _ in range(rng.randrange(6))} | {"t": rng.choice(TYPES)}
    else:
        action = {"t": rng.choice(WISHES), "cards": [rng.randrange(-1, 82) for _ in range(rng.randrange(5))]}
        message = {"t": "act", "table": code, "match": 1, "seat": rng.choice((0, 0, 1, 9)), "ref": str(rng.random())}
        message["action"] = rng.choice((action, {"t": action["t"]}))
    text = json.dumps(message)
    return text[: rng.randrange(len(text))] if rng.random() < 0.05 else text


async def throw(h: Process, frames: int, seed: int) -> None:
    """Throw so many random frames at a house, over ever new lines; then all is as it should be."""
    rng = random.Random(seed)
    async with h.guest() as ann:
        table = await ann.open("me", "here", options={"countdown": 0, "mode": "call"})
        code, thrown = table["code"], 0
        while thrown < frames:
            line = await ann.join(code, 0)
            for _ in range(min(60, frames - thrown)):
                thrown += 1
                if line.closed is not None:
                    break
                await line.send_now(random_frame(rng, code))
            await line.close()
        fine = await ann.join((await ann.open("me"))["code"], 0)
        await fine.did(0, "trios.select", cards=fine.trio())
        await fine.close()


async def test_random_frames_do_not_stop_the_server(tmp_path: Path) -> None:
    with process(tmp_path) as h:
        await throw(h, 1_000, 1)
        before = h.memory
        await throw(h, 2_000, 2)
        assert h.memory - before < 12 * 2**20


@pytest.mark.soak
@pytest.mark.timeout(1800)
async def test_a_hundred_thousand_random_frames(tmp_path: Path) -> None:
    with process(tmp_path) as h:
        await throw(h, 10_000, 1)
        before = h.memory
        for seed in range(10):
            await throw(h, 9_000, seed)
        assert h.memory - before < 24 * 2**20
