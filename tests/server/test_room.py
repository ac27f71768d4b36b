"""The clock of a room, and the game time at which a match is taken up again."""

from __future__ import annotations

import time
from typing import Any

import pytest
from msgspec.structs import replace

from tercet.engine import trios
from tercet.engine.core import Illegal
from tercet.engine.match import Match, Pause, Player, Rest
from tercet.server.limits import Limit
from tercet.server.room import Clock, resumed_at, seen_by_all_of
from tercet.server.store import MatchRow, SqliteStore

ROW = MatchRow(1, "BCDFG", 1, "trios", "seed", "node", 0, 1_000, 1_000, None)


def match_with(*acts: tuple[Any, int, int]) -> Match:
    """A match with these acts of seat 0 (None: the house), each at a game time and a wall time."""
    match = Match.begin("trios", [Player()] * 2, trios.Options(countdown=0), "seed", 0)
    for action, at, wall in acts:
        match.fold(match.decide(None if isinstance(action, Rest) else 0, action, at, wall))
    return match


@pytest.mark.parametrize(
    ("acts", "taken", "expected"),
    [
        ([], {"node": None, "taken_at": None, "taken_wall": None}, 0),  # nobody has come yet
        ([], {}, 8_000),  # a node took it up at 1,000 and was last alive at 9,000
        ([(trios.Hint(), 2_000, 3_000)], {}, 8_000),
        ([(trios.Hint(), 2_000, 9_400)], {}, 2_000),  # a row after the last heartbeat
        ([(trios.Hint(), 2_000, 3_000)], {"taken_at": 2_500, "taken_wall": 6_000}, 5_500),  # a crash after a crash
        ([(trios.Hint(), 2_000, 3_000)], {"taken_at": 2_500, "taken_wall": 9_900}, 2_500),
        ([(Rest(), 4_000, 5_000)], {}, 4_000),  # laid aside
        ([(Rest(), 4_000, 5_000)], {"taken_at": 4_000, "taken_wall": 7_000}, 6_000),  # and taken up again
        ([(Pause(), 4_000, 5_000)], {}, 4_000),
        ([(Pause(), 4_000, 5_000)], {"taken_at": 4_000, "taken_wall": 7_000}, 4_000),
        ([], {"node": "unknown"}, 0),
    ],
)
async def test_a_match_is_taken_up_where_it_stood(
    store: SqliteStore, acts: list[tuple[Any, int, int]], taken: dict[str, Any], expected: int
) -> None:
    await store.beat("node", 9_000)
    assert await resumed_at(store, replace(ROW, **taken), match_with(*acts)) == expected


def test_a_clock_runs_and_stands() -> None:
    clock = Clock(5_000)
    time.sleep(0.02)
    assert clock.now() == 5_000 and not clock.runs
    clock.run(4_000)
    time.sleep(0.05)
    assert clock.runs and 5_050 <= clock.now() < 5_500
    clock.run(7_000)  # a row from elsewhere was later
    assert 7_000 <= clock.now() < 7_400
    clock.run(6_000)
    assert clock.now() >= 7_000
    clock.stop(7_100)
    time.sleep(0.02)
    assert clock.now() == 7_100


def test_who_looks_at_several_seats_sees_what_any_of_them_may() -> None:
    hint = trios.Hinted(1, -1, (5,), (5, 6, 7))
    assert seen_by_all_of(hint, [0, 1, 2]) == hint.seen_by(1)
    assert seen_by_all_of(hint, [0, 2]) == seen_by_all_of(hint, []) == hint.seen_by(None)


def test_limits_count_by_the_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0
    monkeypatch.setattr("tercet.server.limits.wall", lambda: now)
    limit = Limit("too_many_tables", 2)
    limit.count("ann", "here")
    limit.count("ben")
    limit.count("ann")
    with pytest.raises(Illegal) as no:
        limit.count("ann", "there")
    assert (no.value.code, no.value.detail) == ("too_many_tables", {"wait_ms": 60_000})
    now = 60_000
    limit.count("ann", "there")
    assert set(limit._times) == {"ann", "there"}
