"""The computer player of Triology: its games end, its strength, its pace, and that it thinks from its view alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tercet import arena
from tercet.bots import triology as bot
from tercet.bots.core import Plan, plan
from tercet.engine import triology
from tercet.engine.chance import Chance
from tercet.engine.match import Level, Lose, Match, Pause, Ready, SeatComputer
from tercet.engine.triology import Discarded, GaveBack, Options, Steal, Stole
from tests.bots.driver import finish, match_of, step
from tests.engine.triology_matches import arranged

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
TABLES = [
    ("beginner", 2),
    ("beginner", 4),
    ("triology", 2),
    ("triology", 5),
    ("master", 2),
    ("master", 4),
    ("master", 8),
]
ROWS = 30_000


def begun(levels: Sequence[Level | None], seed: object, **options: Any) -> Match:
    return match_of(levels, Options(**options), seed, "triology")


def next_plan(match: Match, since: int = 0) -> Plan | None:
    seat = match.state.turn
    return plan("triology", "key", seat, match.controller(seat) or "hard", match.view(seat), 1.0, since)


# --------------------------------------------------------------------------------------------------- games end


@pytest.mark.parametrize(("level", "seats"), TABLES)
def test_games_of_any_mix_end_and_every_act_passes_the_judge(level: Any, seats: int) -> None:
    mixed = [LEVELS[seat % 3] for seat in range(seats)]
    match = finish(begun(mixed, f"{level} {seats}", level=level), "key", rows=ROWS)
    assert match.state.ended.reason == "target"
    assert max(match.state.scores) >= 100


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_games_end(part: int) -> None:
    """By lot over levels and seats; to 30, so that a game is a few hands."""
    for number in range(1000):
        chance = Chance("ten thousand", part, number)
        level: Any = chance.choice(("beginner", "triology", "master"))
        seats = 2 + chance.below(3 if level == "beginner" else 7)
        mixed = [chance.choice(LEVELS) for _ in range(seats)]
        match = finish(begun(mixed, f"{part} {number}", level=level, target=30), f"{number}", rows=ROWS)
        assert match.state.ended.reason == "target"


# --------------------------------------------------------------------------------------------------- strength


@pytest.mark.parametrize("games", [40, pytest.param(500, marks=[pytest.mark.soak, pytest.mark.timeout(0)])])
@pytest.mark.parametrize("level", ["beginner", "triology", "master"])
@pytest.mark.parametrize(("stronger", "weaker"), [("medium", "easy"), ("hard", "medium")])
def test_each_level_beats_the_one_below_in_three_of_five_games(
    stronger: Level, weaker: Level, level: str, games: int
) -> None:
    tally = arena.Tally()
    for block in arena.contest("triology", (stronger, weaker), games, seed=1, options={"level": level}):
        tally.add(block)
    assert tally.games == games and tally.share() >= 0.6


# ------------------------------------------------------------------------------------------------------- pace


def test_it_takes_a_persons_time_and_is_done_before_the_clock() -> None:
    match = begun(["hard", "medium"], 3, level="master", turn=20)
    forced, spans = 0, []
    while match.state.deal < 3 and not match.state.ended:
        before = match.at
        step(match, "key")
        if match.records[-1].seat is not None:
            spans.append(match.at - before)
        forced += sum(isinstance(event, Discarded) and event.forced for event in match.records[-1].events)
    assert forced == 0
    assert 1_000 < sum(spans) / len(spans) < 5_000


def test_asked_again_it_wants_the_same_at_the_same_time() -> None:
    match = begun(["hard", "hard"], 5, level="master")
    for _ in range(60):
        assert next_plan(match) == next_plan(match)
        step(match, "key")


def test_it_thinks_from_its_view_alone() -> None:
    """Other hidden cards, the same wish: what it may not see does not move it."""
    match = begun(["hard", "hard", "hard"], 6, level="master")
    for turn in range(120):
        seat = match.state.turn
        view = match.view(seat)
        other = triology.imagine(view, Chance("other", turn))
        assert plan("triology", "key", seat, "hard", triology.view(other, seat)) == next_plan(match)
        step(match, "key")


def test_between_two_hands_it_looks_and_is_ready() -> None:
    match = begun(["easy", "easy"], 7)
    while match.state.phase != "between":
        step(match, "key")
    view = match.view(0)
    wish = plan("triology", "key", 0, "easy", view)
    assert wish and isinstance(wish.action, Ready) and wish.at - view.since >= bot.LOOKING[0]


def test_nobody_is_asked_in_a_pause() -> None:
    match = begun(["easy", None], 8)
    match.act(1, Pause(), 10)
    assert next_plan(match) is None


# ------------------------------------------------------------------------------------------------- sitting in


def test_who_sits_in_gives_back_what_it_did_not_begin() -> None:
    """A person drops in the middle of a steal that leads nowhere; the computer player ends the turn."""
    match = begun([None, None], 9, level="master")
    at = 0
    while not (match.state.drawn and any(match.state.sets[1 - match.state.turn])):
        seat = match.state.turn
        wish = plan("triology", "key", seat, "hard", match.view(seat))
        assert wish
        at = max(at + 1, wish.at)
        match.act(seat, wish.action, at)
    seat = match.state.turn
    one_card = tuple(hand[:1] if owner == seat else hand for owner, hand in enumerate(match.state.hands))
    match.state = replace(match.state, hands=one_card)
    match.act(seat, Steal(match.state.sets[1 - seat][0].id), at)
    match.act(seat, Lose(), at, wall=1_000)
    match.act(1 - seat, SeatComputer(seat, "hard"), at, wall=1_000 + triology.GRACE)
    facts: list[object] = []
    while not any(isinstance(fact, Discarded) for fact in facts):
        wish = plan("triology", "key", seat, "hard", match.view(seat), 1.0, at)
        assert wish and wish.at > at
        at = wish.at
        facts += match.act(seat, wish.action, at).events
    assert any(isinstance(fact, GaveBack | Discarded) for fact in facts)
    assert not match.state.caddies


@pytest.mark.parametrize("steals", [False, True])
@pytest.mark.parametrize("level", LEVELS)
def test_a_pick_up_or_a_steal_of_somebody_else_that_leads_nowhere_is_undone(level: Level, steals: bool) -> None:
    match = arranged(["1112 3331 2133", "2222"], [[], ["1111 1211 1311"]], "1113", drawn="")
    match.act(0, triology.PickUp(match.state.pile[0]), 1000)
    if steals:
        match.act(0, Steal(0), 1000)
    at = 1000
    while match.state.turn == 0 and match.state.phase == "turn":
        wish = plan("triology", "key", 0, level, match.view(0), 1.0, at)
        assert wish
        at = max(at, wish.at)
        match.act(0, wish.action, at)
    assert not match.state.caddies and len(match.state.pile) > 1


def test_a_late_discard_is_made_in_time() -> None:
    match = begun(["easy", "easy"], 10, level="master")
    seat = match.state.turn
    match.act(seat, triology.Draw(), 100)
    match.advance(match.deadline() or 0)
    assert match.state.phase == "late"
    wish = next_plan(match)
    assert wish and isinstance(wish.action, triology.Discard) and wish.at < (match.deadline() or 0)


def test_a_protected_set_is_the_one_worth_most() -> None:
    match = begun(["hard", "hard"], 11, level="master")
    placed = 0
    while not match.state.ended:
        before = match.state
        step(match, "key")
        for event in match.records[-1].events:
            if isinstance(event, triology.Protected):
                own = [one for one in before.sets[event.seat] if one.guard is None]
                chosen = next(one for one in own if one.id == event.set)
                assert triology.points(chosen.cards) == max(triology.points(one.cards) for one in own)
                placed += 1
    assert placed >= 2


def test_hard_steals_and_keeps_what_it_stole() -> None:
    match = finish(begun(["hard", "hard"], 12, level="master"), "key", rows=ROWS)
    facts = [event for record in match.records for event in record.events]
    assert any(isinstance(event, Stole) for event in facts)
    assert not any(isinstance(event, GaveBack) for event in facts)
