"""The levels and the deal of Triology: every test names the ruling it holds the game to."""

from __future__ import annotations

from typing import Any

import pytest

from tercet.engine import core, triology
from tercet.engine import triology_cards as deck
from tercet.engine.chance import Chance
from tercet.engine.core import Illegal
from tercet.engine.triology import Dealt, GiveBack, Open, Protect, Steal
from tests.engine.triology_matches import TURN, arranged, begun, lying, out, why


@pytest.mark.parametrize(("level", "size", "each"), [("beginner", 36, 7), ("triology", 108, 6), ("master", 111, 9)])
def test_y4_decks_and_hands_of_the_levels(level: str, size: int, each: int) -> None:
    for seats in range(2, 5 if level == "beginner" else 9):
        state = begun(seats, level=level).state
        assert lying(state) == sorted(deck.deck(level)) and len(deck.deck(level)) == size  # type: ignore[arg-type]
        assert list(map(len, state.hands)) == [each] * seats and len(state.pile) == 1


def test_y4_beginners_are_two_to_four_and_nobody_plays_alone() -> None:
    with pytest.raises(Illegal) as refused:
        begun(5, level="beginner")
    assert (refused.value.code, refused.value.ruling) == ("seats", "Y4")
    assert refused.value.detail == {"seats": 5, "least": 2, "most": 4}
    for seats in (1, 9):
        with pytest.raises(Illegal, match="seats"):
            begun(seats)


@pytest.mark.parametrize(
    ("options", "until"),
    [
        ({"level": "beginner", "timed": True}, None),
        ({"level": "triology"}, None),
        ({"level": "triology", "timed": True}, TURN),
        ({"level": "master"}, TURN),
    ],
)
def test_y4_which_turns_are_timed(options: dict[str, Any], until: int | None) -> None:
    assert begun(**options).deadline() == until


@pytest.mark.parametrize("wish", [Steal(0), Open(0), GiveBack(), Protect(0, 0)])
def test_y4_stealing_and_protecting_is_for_masters(wish: core.Action) -> None:
    game = arranged(["1111 1112", "2222"], [["1121 1122 1123"]], level="triology")
    assert why(game, wish) == ("only_in_master", "Y4")


def test_y5_cards_are_dealt_one_at_a_time_beginning_left_of_the_dealer() -> None:
    for seed in range(20):
        dealt = begun(3, str(seed), level="master").records[0].events[2]
        assert isinstance(dealt, Dealt)
        lot = Chance(str(seed), 0)
        assert dealt.dealer == lot.below(3)
        cut = lot.shuffled(deck.deck("master"))
        for place in range(3):
            assert dealt.hands[(dealt.dealer + 1 + place) % 3] == tuple(cut[place:27:3])
        assert (dealt.first, dealt.stock) == (cut[27], tuple(cut[28:]))


def test_y5_the_first_dealer_is_drawn_by_lot_and_the_seat_to_the_left_begins() -> None:
    games = [begun(3, str(seed)).state for seed in range(40)]
    assert {state.dealer for state in games} == {0, 1, 2}
    assert all(state.turn == (state.dealer + 1) % 3 for state in games)


def test_y5_a_hands_off_card_may_start_the_pile() -> None:
    firsts = [begun(2, str(seed), level="master").state.pile[0] for seed in range(200)]
    assert any(map(deck.is_hands_off, firsts))


def test_y5_the_deal_rotates_to_the_left() -> None:
    game = begun(3)
    for _ in range(4):
        dealer = game.state.dealer
        out(game)
        game.advance(game.at + triology.BETWEEN)
        assert game.state.dealer == (dealer + 1) % 3 and game.state.turn == (dealer + 2) % 3
