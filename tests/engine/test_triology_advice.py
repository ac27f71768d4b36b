"""The search against the public judge: every turn that it proposes is played, and brings what it says."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tercet.arena import step
from tercet.engine import triology
from tercet.engine import triology_search as search
from tercet.engine.chance import Chance
from tercet.engine.match import Match, Player
from tercet.engine.triology_advice import hint, position, wishes


def positions(level: str, seats: int, seed: int) -> list[Match]:
    """Matches just after a draw or a pick-up, along a game of computer players who leave sets to be stolen."""
    players = [Player("computer", "easy")] * seats
    match = Match.begin("triology", players, triology.Options(level=level), f"advice {seed}", 0)  # type: ignore[arg-type]
    found: list[Match] = []
    while not match.state.ended and len(found) < 60:
        step(match, "key")
        state = match.state
        if state.phase == "turn" and state.drawn and not [s for s in state.steps if s.kind != "pick_up"]:
            found.append(Match.replay("triology", match.seed, match.records))
    return found


def points_made(before: triology.State, after: triology.State, seat: int, events: list[Any]) -> int:
    """What a turn brought: the cards on the own table, and 1 for going out."""
    table = [sum(triology.points(one.cards) for one in state.sets[seat]) for state in (before, after)]
    out = any(isinstance(event, triology.HandEnded) and event.out == seat for event in events)
    return table[1] - table[0] + out


@pytest.mark.parametrize(
    ("level", "seats"), [("beginner", 2), ("triology", 3), ("master", 2), ("master", 4), ("master", 6)]
)
@pytest.mark.parametrize("steal", [2, None])
def test_every_turn_that_the_search_proposes_passes_the_judge(level: str, seats: int, steal: int | None) -> None:
    stolen = out = 0
    for match in positions(level, seats, seats):
        seat, at, before = match.state.turn, match.at, match.state
        view = match.view(seat)
        turn = search.best_turn(position(view), steal=steal, nodes=4_000)
        events: list[Any] = []
        for wish in wishes(view, turn.steps):
            events += match.act(seat, wish, at).events
        assert points_made(before, match.state, seat, events) == turn.points
        assert any(isinstance(event, triology.HandEnded) for event in events) == turn.out
        stolen += any(isinstance(event, triology.Stole) for event in events)
        out += turn.out
    assert out
    assert bool(stolen) == (level == "master")


@pytest.mark.parametrize("level", ["beginner", "triology", "master"])
def test_a_turn_from_before_the_draw_passes_the_judge(level: str) -> None:
    picked_up = 0
    for match in positions(level, 3, 9)[:30]:
        match = Match.replay("triology", match.seed, match.records[:-1])
        state = match.state
        if state.phase != "turn" or state.drawn:
            continue
        view = match.view(state.turn)
        turn = search.best_turn(position(view), nodes=4_000)
        for wish in wishes(view, turn.steps):
            match.act(state.turn, wish, match.at)
        picked_up += isinstance(turn.steps[0], search.PickUp)
    assert picked_up


def test_a_hint_can_be_done() -> None:
    kinds = set()
    for match in positions("master", 4, 11):
        view = match.view(match.state.turn)
        kind, cards = hint(view)
        kinds.add(kind)
        moves = list(triology.moves(view))
        if kind == "meld":
            assert any(isinstance(move, triology.Meld) and set(move.cards) == set(cards) for move in moves)
        elif kind == "steal":
            (number,) = {one.id for laid in view.sets for one in laid if one.cards == cards}
            assert triology.Steal(number) in moves
        else:
            assert kind == "nothing" and not cards
    assert {"meld", "steal"} <= kinds


def test_a_hint_before_the_draw_names_a_card_that_can_be_picked_up() -> None:
    found = 0
    for match in positions("beginner", 3, 12):
        match = Match.replay("triology", match.seed, match.records[:-1])
        view = match.view(match.state.turn)
        if match.state.phase == "turn" and not view.drawn:
            kind, cards = hint(view)
            if kind == "pick_up":
                assert triology.PickUp(cards[0]) in list(triology.moves(view))
                found += 1
    assert found


def test_a_hint_in_an_open_steal_names_cards_that_can_be_laid() -> None:
    found = 0
    for match in positions("master", 4, 13):
        seat = match.state.turn
        steals = [move for move in triology.moves(match.view(seat)) if isinstance(move, triology.Steal)]
        if not steals:
            continue
        match.act(seat, steals[0], match.at)
        view = match.view(seat)
        kind, cards = hint(view)
        melds = {frozenset(move.cards) for move in triology.moves(view) if isinstance(move, triology.Meld)}
        assert (kind == "meld") == bool(melds)
        assert kind == "nothing" or frozenset(cards) in melds
        found += kind == "meld"
    assert found


def test_a_hint_follows_from_the_view_alone() -> None:
    for number, match in enumerate(positions("master", 3, 14)):
        seat = match.state.turn
        view = match.view(seat)
        other = triology.imagine(view, Chance("hidden", number))
        assert hint(triology.view(other, seat)) == hint(view)


def test_asked_again_it_shows_more_and_only_to_who_asks() -> None:
    match = next(one for one in positions("master", 3, 15) if hint(one.view(one.state.turn))[0] == "meld")
    match.state = replace(match.state, options=replace(match.state.options, hints=True))
    seat = match.state.turn
    other = (seat + 1) % 3
    shown = []
    for _ in range(3):
        (event,) = match.act(seat, triology.Hint(), match.at).events
        shown.append(len(event.seen_by(seat).cards))
        assert event.seen_by(other) == event.seen_by(None) == triology.Hinted(seat, match.at)
        assert match.view(other).hint is None
    assert shown == [0, 1, 3]
    assert match.view(seat).hint.cards == hint(match.view(seat))[1]
