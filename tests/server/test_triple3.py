"""Triple³ over the wire: races on one stack, what no frame may tell, and what the house does for this game.

Matches begin in the store, at "go" and with cards in hand: nobody can choose a deal from outside or wait less.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from msgspec.structs import replace

from tercet.engine import core, grid, triple3
from tercet.engine.chance import Chance
from tercet.engine.core import Card
from tercet.engine.match import Match, Player
from tercet.server.store import Entry, SeatRow, TableRow
from tests.server.houses import Open, house
from tests.server.people import Guest, Json, Line

TIMES = re.compile(
    r'"(at|left_ms|until|went|began|after|by_ms|wall)":(\d+|null)|"(since|waits|acted)":\[[\d,]*\]|"[a-z0-9]{32}"'
)
LETTERS = "BCDFGHJKLMNPQRSTVWXYZ"
DRAWN = 7  # cards that each draws where hidden piles are compared

Deal = Callable[[triple3.Dealt], triple3.Dealt]


def code_of(n: int) -> str:
    return "BBB" + LETTERS[n // 20 % 20] + LETTERS[n % 20]


def began(seed: str, drawn: int, options: triple3.Options, deal: Deal = lambda dealt: dealt) -> Match:
    """A match of two at "go", in which each has drawn so many cards."""
    first = Match.begin("triple3", [Player()] * 2, options, seed, 0).records[0]
    facts = tuple(deal(fact) if isinstance(fact, triple3.Dealt) else fact for fact in first.events)
    match = Match.replay("triple3", seed, [replace(first, events=facts)])
    match.advance(triple3.COUNTDOWN)
    for seat in (0, 1):
        for _ in range(drawn):
            match.act(seat, triple3.Draw(), triple3.COUNTDOWN)
    return match


async def written(h: Open, code: str, people: list[Guest], match: Match) -> None:
    """A table of these people at which this match is being played."""
    seats = tuple(SeatRow("person", guest.you["id"]) for guest in people)
    table = TableRow(code, "triple3", {}, seats, people[0].you["id"], False, 1.0, None, 1, 1, 1)
    store, seed = h.house.store, match.seed or ""
    assert await store.add_table(table)
    assert await store.add_match(replace(table, version=2, match=1), seed, core.encode(match.records[0]))
    row = await store.match(code, 1)
    assert row
    for record in match.records[1:]:
        assert await store.append(Entry(row.id, record.seq, record.seat, record.ref, core.encode(record)))


# ----------------------------------------------------------------------------------------- two on one stack


def rivals(tops: list[Card], one: list[Card], two: list[Card]) -> Iterator[tuple[int, Card, Card]]:
    """Cells with a card of each hand that fits there, but not on the other."""
    for cell in grid.CELLS:
        for a in one:
            for b in two:
                if grid.formed(tops, a, cell) and grid.formed(tops, b, cell) and apart(tops, cell, a, b):
                    yield cell, a, b


def apart(tops: list[Card], cell: int, a: Card, b: Card) -> bool:
    def over(lower: Card, upper: Card) -> list[int]:
        return grid.formed([*tops[:cell], lower, *tops[cell + 1 :]], upper, cell)

    return not over(a, b) and not over(b, a)


class Device:
    """Somebody's second device, a process of its own, which plays at a moment that is agreed on."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._refs = 0

    @classmethod
    async def of(cls, guest: Guest) -> Device:
        address = guest.address.replace("http", "ws", 1) + "ws"
        program = Path(__file__).parent / "device.py"
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, program, address, guest.cookie, stdin=pipe, stdout=pipe, limit=2**22
            )
        )

    def tell(self, **order: object) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    async def play(self, table: str, seat: int, card: Card, cell: int, at: float) -> Json:
        """What the house answers to this play."""
        self._refs += 1
        ref = f"device {self._refs}"
        action = {"t": "triple3.play", "card": card, "cell": cell}
        act = {"t": "act", "table": table, "match": 1, "seat": seat, "ref": ref, "action": action}
        self.tell(frame=act, ref=ref, at=at)
        assert self._process.stdout
        answer: Json = json.loads(await self._process.stdout.readline())
        return answer

    async def end(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        await self._process.wait()


async def race(table: str, a: Line, b: Line, devices: list[Device], rng: Chance) -> int | None:
    """Both play on one stack at once: one card is up, none is lost. Gives the milliseconds between, None if over."""
    found = list(rivals(a.view["grid"], a.view["hand"], b.view["hand"]))
    if not found or a.view["phase"] != "play":
        return None
    cell, mine, theirs = rng.choice(found)
    height = a.view["heights"][cell]
    plays = [(a, 0, mine), (b, 1, theirs)]
    if rng.below(2):
        plays.reverse()
    at = time.monotonic() + 0.01
    answers = await asyncio.gather(*(devices[seat].play(table, seat, card, cell, at) for _, seat, card in plays))
    assert sorted(answer["t"] for answer in answers) == ["refused", "update"]
    for line in (a, b):
        await line.reach(max(a.update["seq"], b.update["seq"]))
    up = next(i for i, answer in enumerate(answers) if answer["t"] == "update")
    won, lost = plays[up], plays[1 - up]
    for line in (a, b):
        view = line.view
        assert view["grid"][cell] == won[2] and view["heights"][cell] == height + 1
        assert sum(view["heights"]) + sum(view["hands"]) + sum(view["piles"]) == 64
    assert won[2] not in won[0].view["hand"] and lost[2] in lost[0].view["hand"]
    refusal = answers[1 - up]
    if a.view["phase"] == "over":  # the first card ended the round
        assert refusal["code"] == "over"
        return None
    assert (refusal["code"], refusal["detail"]["seat"], refusal["detail"]["first"]) == ("beaten", won[1], won[2])
    return int(refusal["detail"]["by_ms"])


@pytest.mark.parametrize("races", [100, pytest.param(1000, marks=[pytest.mark.soak, pytest.mark.timeout(600)])])
async def test_of_two_plays_on_one_stack_exactly_one_counts(tmp_path: Path, races: int) -> None:
    rng, apart_ms = Chance("races"), list[int]()
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        devices = [await Device.of(guest) for guest in (ann, ben)]
        for n in range(races):
            if len(apart_ms) >= races:
                break
            code = code_of(n)
            await written(h, code, [ann, ben], began(f"race {n}", 27, triple3.Options()))
            a, b = await ann.join(code, 0), await ben.join(code, 1)
            for device in devices:
                device.tell(table=code)
            while len(apart_ms) < races and (ms := await race(code, a, b, devices, rng)) is not None:
                apart_ms.append(ms)
            for line in (a, b):
                await line.close()
        for device in devices:
            await device.end()
    assert len(apart_ms) == races
    assert median(apart_ms) <= 2


async def test_a_draw_sent_twice_draws_once(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await written(h, "BCDFG", [ann, ben], began("twice", 0, triple3.Options()))
        a = await ann.join("BCDFG", 0, delay=0.1)
        for _ in range(2):
            a.act(0, "triple3.draw", ref="one")
        await a.until(lambda: a.view["hands"] == [1, 0])
        a.act(0, "triple3.draw", ref="two")
        await a.answer("two")
        assert a.view["hands"] == [2, 0] and a.view["piles"] == [25, 27]


# ------------------------------------------------------------------------------------------- what no frame may tell


def other_piles(dealt: triple3.Dealt) -> triple3.Dealt:
    """The same deal, with the cards that nobody draws exchanged between the piles."""
    rest = Chance("other").shuffled([card for pile in dealt.piles for card in pile[DRAWN:]])
    kept = [pile[:DRAWN] for pile in dealt.piles]
    half = len(dealt.piles[0]) - DRAWN
    return replace(dealt, piles=((*kept[0], *rest[:half]), (*kept[1], *rest[half:])))


def first_places(view: dict[str, Any]) -> tuple[tuple[Card, int] | None, tuple[Card, int]]:
    """A card of the hand with a cell where it fits, if there is one, and one with a cell where it does not."""
    every = [(card, cell) for card in view["hand"] for cell in grid.CELLS]
    fits = [place for place in every if grid.formed(view["grid"], *place)]
    return (fits[0] if fits else None), next(place for place in every if place not in fits)


async def played(data: Path, deal: Deal, options: triple3.Options) -> list[list[str]]:
    """What both players and a spectator hear of a game that is played by script, times taken out."""
    async with house(data, settle=60.0) as h, h.guest() as ann, h.guest() as ben, h.guest() as eve:
        await written(h, "BCDFG", [ann, ben], began("leak", 0, options, deal))
        lines = [await ann.join("BCDFG", 0), await ben.join("BCDFG", 1), await eve.join("BCDFG")]

        async def step(seat: int, t: str, **fields: Any) -> None:
            """One wish, and everybody has heard what came of it."""
            ref = lines[seat].act(seat, t, ref=f"r{len(lines[seat].frames)}", **fields)
            answer = await lines[seat].answer(ref)
            if answer["t"] == "update":
                for line in lines:
                    await line.reach(lines[seat].update["seq"])

        for _ in range(DRAWN):
            for seat in (0, 1):
                await step(seat, "triple3.draw")
                fits, not_so = first_places(lines[seat].view)
                await step(seat, "triple3.play", card=not_so[0], cell=not_so[1])
                if fits and lines[seat].view["hands"][seat] > 1:
                    await step(seat, "triple3.play", card=fits[0], cell=fits[1])
        await step(0, "triple3.nothing_fits")
        await step(1, "pause")
        await step(0, "triple3.draw")
        await step(0, "ready")
        await step(1, "ready")
        assert all(line.view["phase"] == "countdown" for line in lines)
        lines.append(await ben.join("BCDFG", 1))
        people = [guest.you["id"] for guest in (ann, ben, eve)]
        return [[anonymous(frame, people) for frame in line.frames] for line in lines]


def anonymous(frame: str, people: list[str]) -> str:
    """A frame without times, and without who these people happen to be."""
    for i, person in enumerate(people):
        frame = frame.replace(person, f"p{i}")
    return re.sub(r'"name":"[^"]*"', '"name":""', TIMES.sub("", frame))


@pytest.mark.parametrize("options", [triple3.Options(), triple3.Options(rounds="match")])
async def test_the_piles_are_in_no_frame(tmp_path: Path, options: triple3.Options) -> None:
    """X10, G2: for two deals that differ in the piles alone all frames are equal, in number, order and bytes."""
    one = await played(tmp_path / "1", lambda dealt: dealt, options)
    two = await played(tmp_path / "2", other_piles, options)
    assert sum(map(len, one)) > 100
    assert one == two


async def test_the_comparison_would_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a deal that tells everybody the piles."""
    monkeypatch.setattr(triple3.Dealt, "seen_by", lambda self, seat: self)
    one = await played(tmp_path / "1", lambda dealt: dealt, triple3.Options())
    two = await played(tmp_path / "2", other_piles, triple3.Options())
    assert one[2] != two[2]


# ------------------------------------------------------------------------------------------------- tables and results


async def test_a_handicap_follows_its_seat_when_open_seats_fall_away(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        seats = [{"kind": kind} for kind in ("me", "open", "open")]
        wanted = {"game": "triple3", "seats": seats, "options": {"handicap": [1, 20, 4]}}
        code = (await ann.call("api/tables", wanted, 201))["code"]
        await ben.sit(code, seat=2)
        table = await ann.call(f"api/tables/{code}/start", {})
        assert table["options"]["handicap"] == [1, 4]
        a = await ann.join(code, 0)
        assert a.view["piles"] == [26, 29]


async def test_a_handicap_that_leaves_too_few_cards_opens_no_table(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        wanted = {"game": "triple3", "seats": [{"kind": "me"}, {"kind": "computer"}], "options": {"handicap": [50, 0]}}
        refusal = await ann.call("api/tables", wanted, 409)
        assert (refusal["code"], refusal["ruling"], refusal["detail"]) == ("handicap", "X12", {"least": 5})


async def playing(line: Line) -> None:
    await line.until(lambda: line.view["phase"] == "play")


async def finished(line: Line) -> None:
    await line.until(lambda: not line.table["playing"])


async def test_results_alone_are_kept_the_fewest_cards_first(tmp_path: Path) -> None:
    """X2: points of Triple³ are the cards left, below zero."""
    async with house(tmp_path) as h, h.guest() as ann:
        for plays in (1, 0):
            table = await ann.call("api/tables", {"game": "triple3", "seats": [{"kind": "me"}]}, 201)
            a = await ann.join(table["code"], 0)
            await playing(a)
            for _ in range(10):
                await a.did(0, "triple3.draw")
            for _ in range(plays):
                fits, _ = first_places(a.view)
                assert fits
                await a.did(0, "triple3.play", card=fits[0], cell=fits[1])
            await a.did(0, "triple3.nothing_fits")
            await a.over()
            after = a.view["last"]["after"]
            await finished(a)
            review = await ann.call(f"api/tables/{table['code']}/matches/1/review")
            assert review["rounds"][0]["seats"][0]["left"] == 55 - plays
        best = (await ann.call("api/best?game=triple3"))["best"]
        assert [(one["kind"], one["points"]) for one in best] == [("single", -54), ("single", -55)]
        assert best[1]["time_ms"] == after
        assert (await ann.call("api/best"))["best"] == []
