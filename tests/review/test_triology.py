"""The review of Triology: what each seat did in a hand, and which turns fell short of what could be seen."""

from __future__ import annotations

import pytest

from tercet.arena import step
from tercet.engine import triology
from tercet.engine.core import encode
from tercet.engine.match import Leave, Level, Match, Player
from tercet.engine.triology_cards import readings
from tercet.review.triology import MISSED, missed, review


def played(levels: list[Level], level: str, seed: int) -> Match:
    players = [Player("computer", one) for one in levels]
    options = triology.Options(level=level, target=40)  # type: ignore[arg-type]
    match = Match.begin("triology", players, options, f"review {seed}", 0)
    while not match.state.ended:
        step(match, "key")
    return match


@pytest.mark.parametrize("level", ["beginner", "triology", "master"])
def test_what_is_counted_is_what_happened(level: str) -> None:
    match = played(["medium", "hard", "easy"], level, 1)
    seen = review(match)
    facts = [event for record in match.records for event in record.events]
    ends = [event for event in facts if isinstance(event, triology.HandEnded)]
    assert [hand.end for hand in seen.hands] == ends
    assert seen.places == match.state.ended.places and seen.scores == ends[-1].totals
    turns = sum(isinstance(event, triology.TurnBegan) for event in facts)
    assert sum(seat.turns for hand in seen.hands for seat in hand.seats) == turns
    picked = sum(isinstance(event, triology.PickedUp) for event in facts)
    assert sum(seat.pick_ups for hand in seen.hands for seat in hand.seats) == picked
    for hand in seen.hands:
        assert sum(seat.stolen for seat in hand.seats) == sum(seat.lost for seat in hand.seats)
        assert sum(seat.time_ms for seat in hand.seats) <= hand.ended_at - hand.dealt_at
    assert encode(seen)


def test_the_sets_that_stayed_are_those_on_the_tables_at_the_end() -> None:
    match = played(["hard", "easy"], "triology", 2)
    for hand in review(match).hands:
        assert hand.end is not None
        laid = sum(seat.melds for seat in hand.seats)
        values = sum(hand.end.table)
        assert 3 * laid <= values <= 9 * laid


def test_who_lays_what_it_can_misses_nothing_and_who_never_steals_misses_much() -> None:
    match = played(["hard", "easy"], "master", 3)
    found = [one for hand in review(match).hands if hand.end for one in missed(match, hand.end.deal)]
    assert found and all(one.points > one.made >= 0 for one in found)
    assert any(one.stolen for one in found)
    assert sum(one.seat == 1 for one in found) > len(found) / 2


def test_a_missed_turn_is_one_that_could_have_been_played() -> None:
    match = played(["easy", "easy", "easy"], "master", 4)
    for one in missed(match, 1):
        turn = next(
            number
            for number, record in enumerate(match.records)
            if any(isinstance(event, triology.DrewCard | triology.PickedUp) for event in record.events)
            and record.at == one.at
            and record.seat == one.seat
        )
        state = Match.replay("triology", None, match.records[: turn + 1]).state
        on_tables = {(laid.cards, seat) for seat, sets in enumerate(state.sets) for laid in sets}
        taken = [*((rival.cards, rival.seat) for rival in one.stolen), *((trio, one.seat) for trio in one.opened)]
        assert on_tables.issuperset(taken) and one.seat not in {rival.seat for rival in one.stolen}
        at_hand = {*state.hands[one.seat], *(card for trio, _ in taken for card in trio)}
        for laid in one.sets:
            assert at_hand.issuperset(laid.cards)
            assert laid.groups in readings(laid.cards)


def test_a_hand_is_told_as_soon_as_it_is_over_and_no_sooner() -> None:
    match = played(["easy", "easy"], "triology", 5)
    end = next(n for n, r in enumerate(match.records) if any(isinstance(e, triology.HandEnded) for e in r.events))
    over = Match.replay("triology", None, match.records[: end + 1])
    assert missed(over, 1) == missed(match, 1) and len(missed(match, 1)) <= MISSED
    for deal in (0, 2, 99):
        with pytest.raises(ValueError, match="not over"):
            missed(over, deal)
    with pytest.raises(ValueError, match="not over"):
        missed(Match.replay("triology", None, match.records[:end]), 1)
    with pytest.raises(ValueError, match="not over"):
        review(over)


def test_a_match_that_was_left_has_a_last_hand_without_a_score() -> None:
    match = Match.begin("triology", [Player(), Player()], triology.Options(), "left", 0)
    match.act(0, Leave(), 1_000)
    seen = review(match)
    assert seen.reason == "left" and seen.hands[-1].end is None
