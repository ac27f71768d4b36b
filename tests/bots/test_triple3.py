"""The computer player of Triple³: its pace, its strength, what it says and draws, and that its games end."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from statistics import mean

import pytest
from msgspec.structs import replace

from tercet import arena
from tercet.bots import triple3 as bot
from tercet.bots.core import Plan, plan
from tercet.engine import grid, triple3
from tercet.engine.core import Action, Millis
from tercet.engine.match import Level, Lose, Match, Pause, Ready, SeatComputer
from tercet.engine.triple3 import GRACE, Draw, NothingFits, Options, Play, Played, RoundEnded, SaidNothingFits
from tests.bots.driver import finish, match_of, plans, step

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
ROWS = 250  # of a round at most: each card is drawn and played once, and "nothing fits" is said by few


def begun(levels: Sequence[Level | None], seed: object, **options: object) -> Match:
    """A match after its "go!"."""
    match = match_of(levels, Options(**options), seed, "triple3")  # type: ignore[arg-type]
    match.advance(triple3.COUNTDOWN)
    return match


def of_kind(match: Match, kind: type) -> Iterator[object]:
    return (event for record in match.records for event in record.events if isinstance(event, kind))


@cache
def played(levels: tuple[Level, ...], seed: int) -> Match:
    return finish(begun(levels, seed), f"key {seed}", rows=ROWS)


# ------------------------------------------------------------------------------------------------------- pace


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_sees_a_card_every_four_to_eight_seconds(level: Level, seats: int) -> None:
    """So that a round takes about three to five minutes."""
    rounds = [played((level,) * seats, seed) for seed in range(24)]
    cards = sum(len(list(of_kind(match, Played))) for match in rounds)
    seconds = sum(match.state.last.after for match in rounds) / 1000
    assert 3.8 < seconds / cards < 7.5
    assert 2.4 < seconds / 60 / len(rounds) < 5.8


def test_the_higher_the_level_the_faster() -> None:
    easy, medium, hard = (mean(played((level,) * 2, seed).state.last.after for seed in range(24)) for level in LEVELS)
    assert easy > 1.15 * medium > 1.15 * 1.1 * hard


def test_the_host_sets_the_pace() -> None:
    match = begun([None], 1)
    for _ in range(5):
        match.act(0, Draw(), match.at + 100)
    view = match.view(0)
    usual, slow = (plan("triple3", "key", 0, "hard", view, pace) for pace in (1.0, 2.0))
    assert usual and slow and slow.action == usual.action
    assert slow.at - match.at == pytest.approx(2 * (usual.at - match.at), abs=5)


def test_nobody_sees_or_draws_at_once() -> None:
    match = played(("hard", "hard"), 0)
    acted = [triple3.COUNTDOWN, triple3.COUNTDOWN]
    for record in match.records[2:]:
        if record.seat is not None:
            least = bot.DRAWING[0] if isinstance(record.action, Draw) else bot.FIRST_LOOK
            assert record.at - acted[record.seat] >= min(least, bot.REACTION[0])
            acted[record.seat] = record.at


def test_a_slip_costs_time_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot, "PATIENCE", (10**6, 10**6))
    match = with_hand([None], 2)
    wishes = []
    for slips in (0.0, 1.0):
        monkeypatch.setitem(bot.PROFILES, "medium", bot.PROFILES["medium"]._replace(slips=slips, care=0.0))
        wishes.append(next_plan(match))
    sure, clumsy = wishes
    assert sure and clumsy and sure.action == clumsy.action
    assert bot.CORRECTION[0] <= clumsy.at - sure.at <= bot.CORRECTION[1]


# ------------------------------------------------------------------------------------------- the same again


def next_plan(match: Match, seat: int = 0, level: Level = "medium", since: Millis = 0) -> Plan | None:
    return plan("triple3", "key", seat, level, match.view(seat), since=since)


def with_hand(levels: Sequence[Level | None], seed: int, level: Level = "medium") -> Match:
    """A match in which the first seat has drawn four cards, and a computer player there means to play one."""
    while True:
        match = begun(levels, seed)
        for _ in range(4):
            match.act(0, Draw(), match.at + 500)
        wish = next_plan(match, level=level)
        if wish and isinstance(wish.action, Play):
            return match
        seed += 1000


def test_a_rivals_draw_changes_nothing_nor_does_its_word() -> None:
    match = with_hand([None, None], 3)
    before = next_plan(match)
    match.act(1, Draw(), match.at + 10)
    match.act(1, NothingFits(), match.at + 10)
    assert next_plan(match) == before


def test_a_rivals_card_draws_no_lot_anew() -> None:
    """A place that it does not touch is seen later by what a new card takes the eye; a place that it makes is new."""
    match = with_hand([None, None], 4)
    before = {(sight.card, sight.cell): sight.at for sight in thought(match).sights()}
    while not (fitting := [move for move in triple3.moves(match.view(1)) if isinstance(move, Play)]):
        match.act(1, Draw(), match.at + 10)
    match.act(1, fitting[0], match.at + 10)
    after = {(sight.card, sight.cell): sight.at for sight in thought(match).sights()}
    moved = [after[place] - before[place] for place in before.keys() & after.keys()]
    assert bot.NEW_CARD in moved and set(moved) <= {bot.NEW_CARD, match.at - match.state.acted[0]}


def thought(match: Match) -> bot._Thought:
    return bot._Thought("key", 0, "medium", match.view(0), 1.0, 0)


def test_a_stop_leaves_the_times_as_they_are_but_for_the_go() -> None:
    match = with_hand([None, None], 5)
    before = next_plan(match)
    assert before
    match.act(1, Pause(), match.at)
    assert next_plan(match) is None
    for seat in (0, 1):
        match.act(seat, Ready(), match.at)
    assert next_plan(match) is None  # the countdown
    match.advance(match.at + triple3.COUNTDOWN)
    after = next_plan(match)
    assert after and after.action == before.action
    assert before.at <= after.at <= max(before.at, match.at + bot.REACTION[1])


def test_another_process_thinks_the_same() -> None:
    program = "from tests.bots.test_triple3 import next_plan, with_hand; print(next_plan(with_hand([None], 6)))"
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == str(next_plan(with_hand([None], 6)))


def test_seats_and_keys_differ() -> None:
    match = begun(["easy", "easy"], 7)
    assert len({plan.at for key in ("a", "b") for plan, _ in plans(match, key)}) == 4


# --------------------------------------------------------------------------------------------- going through


@pytest.mark.parametrize("seats", triple3.SEATS)
def test_whole_games_end(seats: int) -> None:
    """No wish is refused and none is a slip that costs, no game goes in circles, and what is said is true."""
    for seed in range(12):
        levels = [LEVELS[(seed + seat) % 3] for seat in range(seats)]
        options = {"name_property": seed % 3 == 0, "wait": seed % 3 == 1, "handicap": (seed % 3,)}
        match = begun(levels, seed, **options)
        while not match.state.ended:
            before = match.state
            step(match, f"key {seed}", pace=(1.0, 0.0, 0.3, 3.0)[seed % 4])
            judge(before, match)
            assert len(match.records) < ROWS


def judge(before: triple3.State, match: Match) -> None:
    """What is true of any row: who says that nothing fits has no pile, and nothing fits; who plays fits."""
    record = match.records[-1]
    assert not any(isinstance(event, triple3.Misplayed) for event in record.events)
    if isinstance(record.action, NothingFits):
        assert record.seat is not None and not before.piles[record.seat]
        assert not grid.any_fits(triple3.tops(before), before.hands[record.seat])


def test_it_says_that_nothing_fits_once_until_something_changes() -> None:
    said = 0
    for seed in range(24):
        match = played(("hard",) * 4, seed)
        quiet: set[int | None] = set()
        for record in match.records:
            if isinstance(record.action, NothingFits):
                assert record.seat not in quiet
                quiet.add(record.seat)
                said += 1
            elif isinstance(record.action, Play):
                quiet.clear()
    assert said


def test_a_match_to_four_chips_goes_on_at_once_from_round_to_round() -> None:
    """G6: computer players are always ready."""
    match = finish(begun(["hard", "easy", "medium"], 9, rounds="match"), "key", rows=13 * ROWS)
    rounds = list(of_kind(match, RoundEnded))
    assert len(rounds) >= 4 and max(match.state.chips) >= triple3.CHIPS
    readied = list(of_kind(match, triple3.ReadiedForRound))
    assert len(readied) == 3 * (len(rounds) - 1)
    ended = {event.at for event in rounds if isinstance(event, RoundEnded)}
    assert all(isinstance(event, triple3.ReadiedForRound) and event.at in ended for event in readied)


def test_it_fills_its_hand_and_draws_more_only_when_it_must_or_sees_nothing() -> None:
    for seed in range(10):
        match = begun(["hard", "easy"], seed)
        while not match.state.ended:
            before = match.state
            step(match, "key")
            record = match.records[-1]
            if isinstance(record.action, Draw) and record.seat is not None:
                level = match.controller(record.seat)
                assert level
                held = len(before.hands[record.seat])
                waited = record.at - before.acted[record.seat]
                nothing = not grid.any_fits(triple3.tops(before), before.hands[record.seat])
                assert held < bot.PROFILES[level].hand or waited >= (bot.GIVING_UP if nothing else bot.PATIENCE)[0]


def test_it_waits_before_the_go_and_after_the_end_and_while_watching() -> None:
    match = match_of([None, None], Options(), 10, "triple3")
    assert next_plan(match) is None
    match.advance(triple3.COUNTDOWN)
    assert isinstance((next_plan(match) or Plan(0, Ready())).action, Draw)
    for seat in (0, 1):
        match.act(seat, NothingFits(), 5000)
    assert match.state.ended and next_plan(match) is None


def test_who_cares_keeps_places_for_the_rest_of_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bot.PROFILES, "medium", bot.PROFILES["medium"]._replace(care=1.0))
    monkeypatch.setattr(bot, "PLAYING", (10**6, 10**6))  # all is seen while the hand moves
    monkeypatch.setattr(bot, "PATIENCE", (10**9, 10**9))
    monkeypatch.setattr(bot, "WEIGHED", 100)
    for seed in range(20):
        match = with_hand([None], seed)
        wish = next_plan(match)
        assert wish and isinstance(wish.action, Play)
        assert places_left(match, wish.action) == max(
            places_left(match, move) for move in triple3.moves(match.view(0)) if isinstance(move, Play)
        )


def places_left(match: Match, play: Action) -> int:
    """How many cards of the hand could go somewhere after a play, found out by playing it."""
    assert isinstance(play, Play)
    twin = Match.replay("triple3", match.seed, match.records)
    twin.act(0, play, match.at)
    return sum(grid.any_fits(triple3.tops(twin.state), [card]) for card in twin.state.hands[0])


# ------------------------------------------------------------------------------------------------ standing in


def test_a_stand_in_looks_at_the_table_anew() -> None:
    """It does not do in one moment all that it would have done since the last act."""
    match = with_hand([None, None], 11)
    fresh = next_plan(match)
    assert fresh
    match.act(0, Lose(), match.at, wall=0)
    match.act(1, SeatComputer(0, "medium"), match.at + 60_000, wall=GRACE)
    late, now = next_plan(match), next_plan(match, since=match.at)
    assert late and now and late == fresh
    assert now.at - match.at == pytest.approx(fresh.at - match.state.acted[0], abs=1)


def test_a_stand_in_says_itself_that_nothing_fits() -> None:
    match = begun([None, None], 12)
    idle = [card for card in grid.CARDS if not grid.any_fits(triple3.tops(match.state), [card])]
    match.state = replace(match.state, hands=((idle[0],), ()), piles=((), match.state.piles[1]))
    wish = next_plan(match, since=20_000)
    assert wish and isinstance(wish.action, NothingFits) and wish.at >= 20_000 + bot.GIVING_UP[0]
    match.act(0, NothingFits(), 30_000)
    assert next_plan(match, since=20_000) is None and list(of_kind(match, SaidNothingFits))


# --------------------------------------------------------------------------------------------------- strength


@pytest.mark.parametrize("games", [200, pytest.param(500, marks=[pytest.mark.soak, pytest.mark.timeout(0)])])
@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "easy"), ("hard", "medium")])
def test_each_level_beats_the_one_below_in_four_of_five_games(stronger: Level, weaker: Level, games: int) -> None:
    tally = arena.Tally()
    for block in arena.contest("triple3", (stronger, weaker), games, seed=1):
        tally.add(block)
    assert tally.games == games and tally.share() >= 0.8
