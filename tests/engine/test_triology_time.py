"""Time, absence and pauses in Triology: every test names the ruling it holds the game to."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tercet.engine import core, match, triology
from tercet.engine.core import Illegal
from tercet.engine.match import Match
from tercet.engine.triology import (
    Discard,
    Discarded,
    Draw,
    DrewCard,
    Extended,
    GaveBack,
    GiveBack,
    PassedOver,
    PickUp,
    Protect,
    Steal,
    TakeBack,
    TimeRanOut,
    TookBack,
    TurnBegan,
)
from tests.engine.triology_matches import (
    LAID,
    TURN,
    arranged,
    begun,
    card,
    cards,
    do,
    kinds,
    last_card,
    meld,
    out,
    refusal,
    skipped,
    stealing,
    why,
)

# ---------------------------------------------------------------------------------------------------------------- time


def late(game: Match, at: int = TURN) -> list[Any]:
    """The facts of the tick at the end of a turn."""
    assert game.deadline() == at
    [record] = game.advance(at)
    return list(record.events)


def test_y13_before_drawing_a_card_is_drawn_and_discarded() -> None:
    game = arranged(["1111 1112", "2222"], stock="3333 3332", pile="1122", drawn="")
    drew, discarded, began = late(game)
    assert drew == DrewCard(0, TURN, card("3333")) and discarded == Discarded(0, TURN, card("3333"), forced=True)
    assert began.seat == 1 and game.state.hands[0] == cards("1111 1112")
    assert not game.advance(TURN)  # exactly once


def test_y13_after_drawing_sets_stay_and_ten_seconds_are_left_for_the_discard() -> None:
    game = arranged(["1111 1112 1113 H1 2221 2222 2223 3331 3332", "2132"], drawn="")
    do(game, Draw())
    do(game, meld("1111 1112 1113"), Protect(card("H1"), 0), meld("2221 2222 2223"))
    assert late(game) == [TimeRanOut(0, TURN, TURN + 10_000)]
    assert len(game.state.sets[0]) == 2
    for wish in (meld("3331 3332 3333"), TakeBack(), Draw(), Steal(0)):
        assert why(game, wish, at=TURN + 1) == ("time_up", "Y13")
    do(game, Discard(card("3331")), at=TURN + 9999)
    assert game.state.turn == 1


def test_y13_then_the_game_discards_the_card_that_came_last() -> None:
    game = arranged(["1111 1112", "2222"], stock="3333 3332", pile="1122", drawn="")
    do(game, Draw())
    late(game)
    discarded, _ = late(game, TURN + 10_000)
    assert discarded == Discarded(0, TURN + 10_000, card("3333"), forced=True)


def test_y13_of_several_the_topmost() -> None:
    game = arranged(["1111 1112 3331", "2222"], pile="1113 2221 2223", drawn="")
    do(game, PickUp(card("1113")), meld("1111 1112 1113"))
    late(game)
    assert late(game, TURN + 10_000)[0].card == card("2223")


def test_y13_with_the_late_discard_one_may_go_out() -> None:
    for late_by in (5000, 10_000):
        game = arranged(["1111 1112 1113 3333", "2222"])
        do(game, meld("1111 1112 1113"))
        late(game)
        if late_by == 5000:
            do(game, Discard(card("3333")), at=TURN + late_by)
        else:
            game.advance(TURN + late_by)
        assert game.state.last.out == 0


def test_y13_an_open_steal_is_given_back_and_the_chip_stays() -> None:
    game = stealing()
    before = game.state
    do(game, Steal(0), *LAID[:2])
    gave, ran_out = late(game)
    assert isinstance(gave, GaveBack) and isinstance(ran_out, TimeRanOut)
    assert game.state.sets == before.sets and game.state.hands == before.hands and game.state.chips == (0, 1)


def test_y13_an_unused_pick_up_is_put_back_and_counts_as_not_drawn() -> None:
    game = arranged(["1111 1112", "2222"], pile="3331 1113", stock="3333 3332", drawn="")
    do(game, PickUp(card("1113")))
    back, drew, discarded, _ = late(game)
    assert back == TookBack(0, TURN, "pick_up", cards("1113"))
    assert drew.card == discarded.card == card("3333") and game.state.pile == cards("3331 1113 3333")
    assert game.state.hands[0] == cards("1111 1112")


def test_y13_a_pick_up_that_lay_in_the_steal_alone_is_unused_once_that_is_given_back() -> None:
    game = arranged(["1311 3331", "2222"], [[], ["1111 1112 1113"]], "2221 1211", stock="3333 3332", drawn="")
    do(game, PickUp(card("1211")), Steal(0), meld("1111 1211 1311"))
    assert kinds(late(game)) == [GaveBack, TookBack, DrewCard, Discarded, TurnBegan]
    assert game.state.pile == cards("2221 1211 3333") and game.state.hands[0] == cards("1311 3331")


def test_y13_the_last_stolen_card_is_discarded_first_of_all() -> None:
    game = last_card()
    discarded, ended = late(game)
    assert discarded == Discarded(0, TURN, card("1113"), forced=True) and ended.out == 0


def test_y13_without_a_card_to_draw_it_is_the_discard_that_is_missing() -> None:
    game = arranged(["1111 1112", "2222"], stock="", drawn="nothing")
    assert kinds(late(game)) == [TimeRanOut]


def test_g7_at_the_deadline_it_is_late() -> None:
    game = arranged(["1111 1112", "2222"])
    do(game, Discard(card("1111")), at=TURN - 1)
    assert game.state.turn == 1
    game = arranged(["1111 1112", "2222"])
    game.advance(TURN)
    assert game.state.phase == "late"


def test_y14_the_clock_starts_a_second_after_the_turn_before_and_ten_later_where_a_device_is_handed_over() -> None:
    game = arranged(["1111 1112", "2222", "3333"], handed=(1,), turn=60)
    [_, began] = do(game, Discard(card("1111")), at=7000)
    assert began == TurnBegan(1, 7000, 7000 + 1000 + 10_000 + 60_000)
    do(game, Draw(), seat=1, at=8000)
    [_, began] = do(game, Discard(card("2222")), seat=1, at=9000)
    assert began == TurnBegan(2, 9000, 9000 + 1000 + 60_000)


def test_y14_it_waits_twice_a_hand_for_who_is_disconnected() -> None:
    game = arranged(["1111 1112", "2222"], drawn="")
    game.fold(game.decide(0, match.Lose(), 5000))
    assert late(game) == [Extended(0, TURN, TURN + 30_000)]
    assert late(game, TURN + 30_000) == [Extended(0, TURN + 30_000, TURN + 60_000)]
    assert kinds(late(game, TURN + 60_000))[:2] == [DrewCard, Discarded]
    assert game.view(None).extensions == (2, 0)


def test_y14_not_for_who_is_there_nor_where_the_host_switched_it_off() -> None:
    game = arranged(["1111 1112", "2222"], extensions=False)
    game.fold(game.decide(0, match.Lose(), 5000))
    assert kinds(late(game)) == [TimeRanOut]
    back = arranged(["1111 1112", "2222"])
    back.fold(back.decide(0, match.Lose(), 5000))
    back.fold(back.decide(0, match.Find(), 6000))
    assert kinds(late(back)) == [TimeRanOut]


# --------------------------------------------------------------------------------------------------- absence and pause


def test_g5_after_ninety_seconds() -> None:
    game = begun(2)
    game.fold(game.decide(1, match.Lose(), 0, wall=0))
    with pytest.raises(Illegal, match="grace"):
        game.decide(0, match.Skip(1), 0, wall=89_999)
    game.decide(0, match.Skip(1), 0, wall=90_000)


def test_g5_a_turn_begun_ends_by_y13_without_the_ten_seconds() -> None:
    game = arranged(["1111 1112 1113 2222 3333", "3331", "3332"], [[], ["1211 1212 1213"]], level="master")
    do(game, meld("1111 1112 1113"), Steal(0))
    skipped(game, 0, by=1)
    events = game.records[-1].events
    assert kinds(events) == [match.Skipped, GaveBack, Discarded, TurnBegan]
    assert events[2].card == card("3333") and events[2].forced and len(game.state.sets[0]) == 1


def test_g5_a_seat_that_had_not_drawn_draws_and_discards() -> None:
    game = skipped(arranged(["1111", "3331"], drawn="", level="triology"), 0, by=1)
    assert kinds(game.records[-1].events) == [match.Skipped, DrewCard, Discarded, TurnBegan]


def test_g5_a_late_discard_is_made_at_once() -> None:
    game = arranged(["1111 2222", "3331"])
    late(game)
    skipped(game, 0, by=1, at=TURN + 1000)
    assert kinds(game.records[-1].events) == [match.Skipped, Discarded, TurnBegan]


def test_g5_later_turns_are_passed_over_and_its_sets_stay_stealable_until_it_is_back() -> None:
    game = skipped(arranged(["1111 2222 3333", "3331", "3332 1112"], [[], ["1211 1212 1213"]]), 1)
    events = do(game, Discard(card("1111")))
    assert kinds(events) == [Discarded, PassedOver, TurnBegan] and events[1] == PassedOver(1, 5000)
    assert game.state.hands[1] == cards("3331")
    do(game, Draw(), Steal(0), seat=2)
    do(game, GiveBack(), Discard(card("1112")), seat=2)
    game.fold(game.decide(1, match.Find(), 5000))
    do(game, Draw())
    assert kinds(do(game, Discard(card("2222")))) == [Discarded, TurnBegan] and game.state.turn == 1


def test_g5_who_is_skipped_is_ready_for_the_next_hand() -> None:
    game = begun(2)
    out(game, 0)
    do(game, match.Ready(), at=game.at)
    skipped(game, 1, at=game.at)
    assert game.state.deal == 2 and game.state.turn == 0


def test_g5a_who_left_is_passed_over_as_player_and_dealer_and_cannot_win() -> None:
    game = begun(3, seed="2")
    left = game.state.turn
    events = do(game, match.Leave(), seat=left, at=5000)
    assert kinds(events) == [match.Left, DrewCard, Discarded, TurnBegan]
    dealers = []
    for _ in range(4):
        ended = out(game)
        assert ended.out != left
        game.advance(game.at + triology.BETWEEN)
        dealers.append(game.state.dealer)
        assert game.state.hands[left] == () and game.state.turn != left
    assert left not in dealers and len(set(dealers)) == 2


def test_g5a_points_beyond_the_target_do_not_let_it_win() -> None:
    game = arranged(["1111", "2222", "3333"], target=100)
    do(game, match.Leave(), seat=1)
    game.state = replace(game.state, scores=(99, 500, 0))
    do(game, Discard(card("1111")))
    assert game.state.ended.places == ((0,), (2,), (1,)) and game.state.ended.scores == (100, 499, -1)


def test_g5a_the_only_seat_that_is_left_wins() -> None:
    game = begun(2)
    do(game, match.Leave(), seat=0)
    assert game.state.ended.reason == "left" and game.state.ended.places == ((1,), (0,))


def test_g6_a_pause_covers_the_cards_and_the_clock_rests() -> None:
    game = stealing()
    do(game, Steal(0))
    do(game, match.Pause(), seat=1)
    view = game.view(0)
    assert {*view.hand, *view.pile} == {core.FACE_DOWN} and view.caddies == view.steps == ()
    assert game.deadline() is None and refusal(game, GiveBack()).code == "paused"
    for seat in (0, 1):
        do(game, match.Ready(), seat=seat, at=5000)
    assert game.deadline() == TURN and len(game.view(0).caddies) == 3


def test_g6_who_is_skipped_in_a_pause_loses_the_turn_when_it_goes_on() -> None:
    for last in (match.Skip(0), match.Ready()):
        game = arranged(["1111", "3331"], drawn="", level="triology")
        do(game, match.Pause(), seat=1)
        game.fold(game.decide(0, match.Lose(), 5000, wall=0))
        wishes: list[core.Action] = [match.Ready(), match.Skip(0)]
        for wish in wishes if last == match.Skip(0) else reversed(wishes):
            game.fold(game.decide(1, wish, 5000, wall=triology.GRACE))
        assert not game.state.paused and game.state.turn == 1
        assert kinds(game.records[-1].events)[-4:] == [match.Resumed, DrewCard, Discarded, TurnBegan]


def test_g6_who_leaves_in_a_pause_loses_the_turn_when_it_goes_on() -> None:
    game = arranged(["1111", "3331", "3332"], drawn="", level="triology")
    do(game, match.Pause(), seat=1)
    for seat in (1, 2):
        do(game, match.Ready(), seat=seat)
    do(game, match.Leave())
    assert not game.state.paused and game.state.turn == 1


def test_g5_a_computer_player_that_sits_in_during_a_pause_has_the_turn() -> None:
    game = arranged(["1111", "3331"], drawn="", level="triology")
    do(game, match.Pause(), seat=1)
    game.fold(game.decide(0, match.Lose(), 5000, wall=0))
    game.fold(game.decide(1, match.Skip(0), 5000, wall=triology.GRACE))
    game.fold(game.decide(1, match.SeatComputer(0), 5000, wall=triology.GRACE))
    do(game, match.Ready(), seat=1)
    assert not game.state.paused and game.state.turn == 0
