"""No frame of a real server tells what is hidden: deals that differ in nothing public give equal bytes, but for times.

The deals are written into the store, for nobody can choose a seed from outside.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tercet.engine import core, sets, trios
from tercet.engine.chance import Chance
from tercet.engine.core import Record
from tercet.engine.match import Match, Player
from tercet.server.people import hash_of, wall
from tercet.server.store import Entry, Person, SeatRow, TableRow
from tests.server.houses import Open, house
from tests.server.people import Guest, Line

TIMES = re.compile(r'"(at|left_ms|deals_at|until|free_since|after|by_ms|wall|time_ms)":(\d+|null)|"since":\[[\d,]*\]')
TOKENS = ["a" * 32, "b" * 32, "e" * 32]  # two who play and one who watches
SETS_TAKEN = 6

Deal = Callable[[Record[Any, Any]], Record[Any, Any]]
More = Callable[[Match], Match]


def other_stock(first: Record[Any, Any]) -> Record[Any, Any]:
    """The same deal with another order of the cards that stay in the stock all the time."""
    shown = 3 * SETS_TAKEN

    def permuted(event: Any) -> Any:
        if not isinstance(event, trios.Dealt):
            return event
        return replace(event, stock=(*event.stock[:shown], *Chance("other").shuffled(event.stock[shown:])))

    return replace(first, events=tuple(map(permuted, first.events)))


def hinted(which: int) -> More:
    """A match in which seat 0 has paid for a card of one set or of another."""

    def with_hint(match: Match) -> Match:
        trio = sets.find_sets(trios.open_cards(match.state.table))[which]
        event = trios.Hinted(0, -1, trio[:1], trio)
        match.fold(Record(1, 0, 0, 0, "hint", trios.Hint(), (event,)))
        return match

    return with_hint


async def prepared(h: Open, deal: Deal, more: More) -> str:
    """The same people at the same table, whatever the deal."""
    for i, token in enumerate(TOKENS):
        await h.house.store.add_person(Person(f"p{i}", f"Person {i}"), hash_of(token), wall())
    seats = (SeatRow("person", "p0"), SeatRow("person", "p1"))
    table = TableRow("BCDFG", "trios", {"countdown": 0}, seats, "p0", False, 1.0, None, 1, 1, 1)
    assert await h.house.store.add_table(table)
    first = Match.begin("trios", [Player()] * 2, trios.Options(countdown=0), SEED, 0).records[0]
    match = more(Match.replay("trios", SEED, [deal(first)]))
    assert await h.house.store.add_match(replace(table, version=2, match=1), SEED, core.encode(match.records[0]))
    row = await h.house.store.match("BCDFG", 1)
    assert row
    for record in match.records[1:]:
        assert await h.house.store.append(Entry(row.id, record.seq, record.seat, record.ref, core.encode(record)))
    return "BCDFG"


def seed_without_exchange() -> str:
    """A seed whose first sets can be taken without an exchange, which would show cards of the stock."""
    for i in range(100):
        match = Match.begin("trios", [Player()] * 2, trios.Options(countdown=0), f"seed {i}", 0)
        for _ in range(SETS_TAKEN):
            match.act(0, trios.Select(sets.find_sets(trios.open_cards(match.state.table))[0]), 0)
        if not match.state.exchanges:
            return f"seed {i}"
    raise AssertionError


SEED = seed_without_exchange()


async def played(data: Path, deal: Deal = lambda first: first, more: More = lambda match: match) -> list[list[str]]:
    """What three lines hear in a game that is played by script, times taken out."""
    async with house(data, settle=60.0) as h:
        code = await prepared(h, deal, more)
        guests = [Guest(h.address) for _ in TOKENS]
        for guest, token in zip(guests, TOKENS, strict=True):
            guest.http.cookies.set("tercet", token)
        a = await guests[0].join(code, 0)
        b = await guests[1].join(code, 1)
        e = await guests[2].join(code)
        lines = [a, b, e]

        async def step(line: Line, seat: int, t: str, **fields: Any) -> None:
            """One wish, and everybody has heard what came of it."""
            ref = line.act(seat, t, ref=f"r{len(line.frames)}", **fields)
            answer = await line.until(lambda: [m for m in line.heard if m.get("ref") == ref])
            if answer[0]["t"] == "update":
                for other in lines:
                    await other.reach(line.update["seq"])

        for turn in range(SETS_TAKEN):
            line, seat = ((a, 0), (b, 1))[turn % 2]
            trio = a.trio()
            wrong = next(card for card in a.view["table"] if card not in trio)
            await step(line, seat, "trios.select", cards=trio[:2])
            await step(line, seat, "trios.select", cards=[*trio[:2], wrong])
            await step(b, 1, "trios.select", cards=[80 if 80 not in a.view["table"] else 79])
            await step(line, seat, "trios.select", cards=trio)
            await step(b, 1, "pause")
            await step(a, 0, "ready")
            await step(b, 1, "ready")
        again = await guests[1].join(code, 1)
        frames = [[TIMES.sub("", frame) for frame in line.frames] for line in (*lines, again)]
        for guest in guests:
            await guest.__aexit__()
    return frames


async def test_the_order_of_the_stock_is_in_no_frame(tmp_path: Path) -> None:
    one = await played(tmp_path / "1")
    two = await played(tmp_path / "2", deal=other_stock)
    assert sum(map(len, one)) > 100
    assert one == two
    assert not any(SEED in frame or '"stock":[0' in frame for frames in one for frame in frames)


async def test_what_one_seat_paid_for_is_in_no_frame_of_others(tmp_path: Path) -> None:
    one = await played(tmp_path / "1", more=hinted(0))
    two = await played(tmp_path / "2", more=hinted(1))
    assert one[0] != two[0]  # the seat itself sees its card
    assert one[1:] == two[1:]


@pytest.mark.parametrize("private", ["stock", "hint"])
async def test_the_comparison_would_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, private: str) -> None:
    """Planted: a fact that tells everybody what it holds."""
    fact = trios.Dealt if private == "stock" else trios.Hinted
    monkeypatch.setattr(fact, "seen_by", lambda self, seat: self)
    one = await played(tmp_path / "1", more=hinted(0))
    two = (
        await played(tmp_path / "2", more=hinted(1)) if private == "hint" else await played(tmp_path / "2", other_stock)
    )
    assert one[2] != two[2]
