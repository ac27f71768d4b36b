"""The computer player of Trios: its pace, its strength, and that it never refuses to go on."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from statistics import mean, median
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from tercet.bots import trios as bot
from tercet.bots.core import Plan, plan
from tercet.engine import sets
from tercet.engine.chance import Chance
from tercet.engine.core import Millis
from tercet.engine.match import Level, Lose, Match, Pause, Ready, SeatComputer
from tercet.engine.trios import GRACE, Call, CallEnded, Failed, Options, Select, State, View, open_cards
from tests.bots.driver import finish, match_of, plans, step

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


def events(match: Match) -> Iterator[object]:
    return (event for record in match.records for event in record.events)


# ------------------------------------------------------------------------------------------------------- pace


class Turn(NamedTuple):
    """One table of twelve cards as it occurred: from its deal to the first mark, and from there to the third."""

    view: View
    find: Millis
    marking: Millis


def alone(level: Level, seed: int) -> Iterator[Turn]:
    """The twelve-card tables of one game that a computer player plays alone."""
    match = match_of([level], Options(), seed)
    dealt_at = first_at = 0
    view = match.view(0)
    while not match.state.ended:
        before = match.state
        step(match, f"key {seed}")
        if not before.marks[0]:
            first_at = match.at
        if match.state.found != before.found:
            if len(open_cards(view.table)) == 12:
                yield Turn(view, first_at - dealt_at, match.at - first_at)
            dealt_at, view = match.at, match.view(0)


@cache
def tables(level: Level) -> list[Turn]:
    """More than a thousand tables of a level."""
    return [turn for seed in range(80) for turn in alone(level, seed)]


@pytest.mark.parametrize(("level", "least", "most"), [("easy", 20, 25), ("medium", 10, 15), ("hard", 5, 8)])
def test_from_the_deal_to_the_third_mark(level: Level, least: int, most: int) -> None:
    turns = tables(level)
    assert len(turns) > 1_000
    assert 2.4 < mean(len(sets.find_sets(open_cards(turn.view.table))) for turn in turns) < 2.8
    assert least < mean(turn.find for turn in turns) / 1000 < most
    assert all(1_000 <= turn.marking <= 3_000 for turn in turns)


@pytest.mark.parametrize(("level", "least", "most"), [("easy", 20, 25), ("medium", 10, 15), ("hard", 5, 8)])
def test_the_same_for_a_fresh_deal_of_these_tables(level: Level, least: int, most: int) -> None:
    """Twelve new cards at once, none of which has lain before."""
    seen = [first_sight(level, turn.view, f"{i}") for i, turn in enumerate(tables(level))]
    assert least < mean(seen) / 1000 < most


def first_sight(level: Level, view: View, key: str) -> Millis:
    fresh = replace(view, since=(0,) * len(view.table))
    return min(sight.at for sight in bot.sights(key, 0, level, fresh, 1.0))


def test_the_mean_search_is_in_inverse_proportion_to_the_number_of_sets() -> None:
    """Without the first look, mean time times number of sets is the same for all tables, within 10 %."""
    times = defaultdict(list)
    for i, turn in enumerate(tables("medium")):
        count = len(sets.find_sets(open_cards(turn.view.table)))
        for draw in range(20):
            times[count].append(first_sight("medium", turn.view, f"{i} {draw}") - bot.FIRST_LOOK)
    products = [count * mean(times[count]) for count in range(1, 6)]
    assert max(products) < 1.1 * min(products)


def test_few_differing_features_and_the_commonest_value_are_seen_sooner() -> None:
    times = defaultdict(list)
    for i, turn in enumerate(tables("easy") * 5):
        common = bot.commonest(open_cards(turn.view.table))
        for sight in bot.sights(f"{i}", 0, "easy", replace(turn.view, since=(0,) * 12), 1.0):
            shares = any(all(pair in bot.features(card) for card in sight.cards) for pair in common)
            times[sets.differing(*sight.cards[:2]), shares].append(sight.at)
    plain = [median(times[differing, False]) for differing in (1, 2, 3, 4)]
    assert plain == sorted(plain)
    assert all(median(times[differing, True]) < median(times[differing, False]) for differing in (1, 2, 3))


def test_the_commonest_value_is_none_that_all_cards_have() -> None:
    blue = [sets.card_of((2, number, 0, filling)) for number in (0, 1) for filling in (0, 1, 2)]
    assert bot.commonest([*blue, sets.card_of((2, 1, 1, 1))]) == {(2, 0)}
    assert bot.commonest([0]) == set()


def test_the_host_sets_the_pace() -> None:
    view = match_of(["medium"], Options(), 1).view(0)
    usual, slow = (plan("trios", "key", 0, "medium", view, pace) for pace in (1.0, 2.0))
    assert usual and slow and slow.at == pytest.approx(2 * usual.at, abs=2)
    assert slow.action == usual.action


def test_at_the_slowest_pace_three_marks_still_fit_into_a_call() -> None:
    match = finish(match_of(["easy", "hard"], Options(mode="call"), 2), "key", pace=20)
    assert not any(isinstance(event, CallEnded | Failed) for event in events(match))


# ------------------------------------------------------------------------------------------- the same again


def next_plan(match: Match, seat: int) -> Plan | None:
    return plan("trios", "key", seat, "medium", match.view(seat))


def test_a_rivals_mark_and_a_pause_change_nothing() -> None:
    match = match_of(["medium", None], Options(countdown=0), 3)
    before = next_plan(match, 0)
    match.act(1, Select((match.state.table[0],)), 500)
    assert next_plan(match, 0) == before
    match.act(1, Pause(), 600)
    assert next_plan(match, 0) is None
    match.act(1, Ready(), 600)
    assert next_plan(match, 0) == before


def test_another_process_thinks_the_same() -> None:
    program = "from tests.bots.test_trios import next_plan, match_of, Options; "
    program += "print(next_plan(match_of(['medium'], Options(), 4), 0))"
    environment = {**os.environ, "PYTHONHASHSEED": "7"}
    answer = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == str(next_plan(match_of(["medium"], Options(), 4), 0))


def test_seats_and_keys_differ() -> None:
    match = match_of(["easy", "easy"], Options(countdown=0), 5)
    times = {plan.at for key in ("a", "b") for plan, _ in plans(match, key)}
    assert len(times) == 4


# --------------------------------------------------------------------------------------------- going through


@pytest.mark.parametrize("mode", ["mark", "call"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_whole_games_end(mode: str, seats: int) -> None:
    """No wish is refused, no game goes in circles (`finish` bounds the rows), and nothing is lost on purpose."""
    for seed in range(38):
        levels = [LEVELS[(seed + seat) % 3] for seat in range(seats)]
        options = Options(mode=mode, deck="easy" if seed % 4 == 0 else "full")  # type: ignore[arg-type]
        match = finish(match_of(levels, options, seed), f"key {seed}", pace=(1.0, 0.0, 0.3, 3.0)[seed % 4])
        assert not any(isinstance(event, CallEnded | Failed) for event in events(match))
        assert sum(match.state.scores) == 3 * sum(match.state.found) > 0


def test_slips_are_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that always slips marks a wrong second card, puts it right, and loses nothing but half a second."""
    clumsy = bot.PROFILES["easy"]._replace(slips=1.0)
    monkeypatch.setitem(bot.PROFILES, "easy", clumsy)
    for mode in ("mark", "call"):
        match = finish(match_of(["easy", "easy"], Options(mode=mode), 6), "key")
        assert not any(isinstance(event, CallEnded | Failed) for event in events(match))
        selections = [record.action for record in match.records if isinstance(record.action, Select)]
        assert sum(len(wish.cards) == 2 for wish in selections) > 1.5 * sum(match.state.found)


def test_in_a_call_it_marks_within_three_seconds_and_then_reacts() -> None:
    match = match_of(["hard", "medium"], Options(mode="call"), 7)
    called_at = freed_at = -1
    while not match.state.ended:
        step(match, "key")
        if isinstance(match.records[-1].action, Call):
            called_at = match.at
            assert freed_at < 0 or match.at >= freed_at + bot.REACTION[0]
        elif match.state.call is None and called_at >= 0:
            freed_at = match.at
            assert 1_000 <= freed_at - called_at <= 3_000


def test_it_waits_while_another_calls_and_before_the_deal_and_after_the_end() -> None:
    match = match_of(["hard", None], Options(mode="call", countdown=3), 8)
    assert next_plan(match, 0) is None
    match.advance(3_000)
    assert isinstance((next_plan(match, 0) or Plan(0, Pause())).action, Call)
    match.act(1, Call(), 3_000)
    assert next_plan(match, 0) is None
    match.advance(13_000)
    assert next_plan(match, 0)
    assert next_plan(finish(match, "key"), 0) is None


# ------------------------------------------------------------------------------------------------ standing in


def stand_in(match: Match, seat: int, level: Level = "medium") -> Millis:
    """Let a computer player sit in for a seat; the game time when it did."""
    match.act(seat, Lose(), match.at, wall=0)
    match.act(1 - seat, SeatComputer(seat, level), match.at + 60_000, wall=GRACE)
    return match.at


def test_a_stand_in_looks_at_the_table_anew() -> None:
    """It does not take in one moment all that it would have seen since the deal."""
    match = match_of([None, None], Options(countdown=0), 9)
    sat_down = stand_in(match, 0)
    late, fresh = (plan("trios", "key", 0, "medium", match.view(0), since=since) for since in (0, sat_down))
    assert late and fresh
    assert fresh.at - sat_down == late.at > bot.FIRST_LOOK


def sets_of(state: State) -> list[tuple[int, ...]]:
    return [tuple(trio) for trio in sets.find_sets(open_cards(state.table))]


@pytest.mark.parametrize("seed", range(10))
def test_a_stand_in_goes_on_from_any_marks(seed: int) -> None:
    """It replaces what does not fit, keeps what does, and takes a set in four steps at most."""
    rng = Chance("marks", seed)
    match = match_of([None, None], Options(countdown=0), seed)
    table = open_cards(match.state.table)
    cards = rng.choice(sets_of(match.state))[: 1 + seed % 2] if seed < 5 else tuple(rng.shuffled(table)[: 1 + seed % 2])
    match.act(0, Select(cards), 1_000)
    stand_in(match, 0, "easy")
    for _ in range(4):
        if not match.state.found[0]:
            step(match, "key")
    assert match.state.found[0] == 1


# --------------------------------------------------------------------------------------------------- strength


@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "easy"), ("hard", "medium")])
@pytest.mark.parametrize("mode", ["mark", "call"])
def test_each_level_beats_the_one_below(stronger: Level, weaker: Level, mode: str) -> None:
    """Of 300 games of two, ties counting as half, the 95 % interval of the share won lies above one half."""
    won = []
    for seed in range(300):
        seat = seed % 2
        levels = [weaker, stronger] if seat else [stronger, weaker]
        scores = finish(match_of(levels, Options(mode=mode), seed), f"key {seed}").state.scores  # type: ignore[arg-type]
        won.append(0.5 * (1 + (scores[seat] > scores[1 - seat]) - (scores[seat] < scores[1 - seat])))
    share = mean(won)
    error = 1.96 * (mean((win - share) ** 2 for win in won) / len(won)) ** 0.5
    assert share - error > 0.5
