"""Triology's stock, and a hand in which nothing moves: every test names the ruling it holds the game to."""

from __future__ import annotations

from msgspec.structs import replace

from tercet.engine import triology
from tercet.engine.match import Match
from tercet.engine.triology import (
    Discard,
    Discarded,
    Draw,
    DrewCard,
    HandEnded,
    Open,
    PassedOver,
    PickUp,
    Renewed,
    Steal,
    TakeBack,
    TurnBegan,
)
from tests.engine.triology_matches import arranged, begun, card, cards, do, kinds, lying, meld, skipped, why


def test_y10_the_pile_is_shuffled_at_once_when_the_last_card_is_drawn() -> None:
    game = arranged(["1111", "2222"], pile="3331 3332 3333", stock="1122", drawn="")
    drew, renewed = do(game, Draw())
    assert isinstance(drew, DrewCard) and renewed.size == 3
    assert renewed.seen_by(0).stock == renewed.seen_by(None).stock == ()
    assert sorted(game.state.stock) == sorted(cards("3331 3332 3333")) and game.state.pile == ()
    do(game, Discard(card("1122")))
    assert game.state.pile == cards("1122") and game.view(1).stock == 3


def test_y10_what_was_shuffled_is_known_no_more() -> None:
    game = arranged(["1111", "2222"], pile="3331", stock="1122 1133", drawn="")
    game.state = replace(game.state, hands=(cards("1111 3332"), cards("2222")), shown=frozenset(cards("3331 3332")))
    assert game.view(1).known == (cards("3332"), ())
    do(game, Draw(), Discard(card("3332")))
    do(game, Draw(), Discard(card("2222")), seat=1)  # renewed
    assert game.state.shown == frozenset(cards("2222"))


def test_y10_drawing_through_the_stock_keeps_every_card() -> None:
    game = begun(3, level="triology")
    for _ in range(120):
        seat, before = game.state.turn, game.state
        events = do(game, Draw(), seat=seat, at=game.at)
        if len(before.stock) == 1:
            [renewed] = [event for event in events if isinstance(event, Renewed)]
            assert sorted(renewed.stock) == sorted(before.pile) and game.state.pile == ()
        assert lying(game.state) == list(range(108)) and game.view(seat).stock > 0
        do(game, Discard(game.state.hands[seat][-1]), seat=seat, at=game.at)
        if game.state.phase == "between":
            break


def test_y10_with_stock_and_pile_empty_the_seat_plays_without_drawing() -> None:
    game = arranged(["1111", "2221 2222 2223 3333"], stock="")
    game.state = replace(game.state, hands=(cards("1111 1112"), game.state.hands[1]))
    game.state = triology.apply(game.state, TurnBegan(1, 5000, None))
    assert game.view(1).drawn == "nothing"
    assert why(game, Draw(), 1) == ("nothing_to_draw", "Y10") == why(game, PickUp(0), 1)
    do(game, meld("2221 2222 2223"), seat=1)
    do(game, Discard(card("3333")), seat=1)
    assert game.state.last.out == 1


def test_y10_a_stock_that_ended_without_a_pile_is_renewed_from_the_next_discard() -> None:
    game = arranged(["1111 3331", "2222"], stock="1122", drawn="")
    do(game, Draw())
    assert game.state.stock == () == game.state.pile
    do(game, Discard(card("3331")))
    renewed, drew = do(game, Draw(), seat=1)
    assert isinstance(renewed, Renewed) and drew.card == card("3331")


def idle(game: Match, turns: int) -> Match:
    """So many turns in which a card is drawn and discarded."""
    for _ in range(turns):
        seat = game.state.turn
        do(game, Draw(), seat=seat, at=game.at)
        do(game, Discard(game.state.hands[seat][-1]), seat=seat, at=game.at)
    return game


def test_y10_five_rounds_without_progress_end_the_hand_when_the_stock_was_renewed() -> None:
    game = idle(arranged(["1111", "2222", "3333"], pile="1122", stock="1133 1213", drawn="", level="triology"), 14)
    assert game.state.phase == "turn"
    idle(game, 1)
    assert game.state.last.out is None and game.state.last.scores == (-1, -1, -1)  # nobody has the bonus


def test_y10_it_goes_on_until_the_stock_was_renewed_in_them() -> None:
    game = idle(arranged(["1111", "2222"], drawn="", level="triology"), 40)
    assert game.state.phase == "turn" and game.state.renewed is None and game.state.idle == 40
    game.state = replace(game.state, stock=game.state.stock[:1])
    idle(game, 1)
    assert game.state.phase == "between" and game.state.last.out is None


def test_y10_a_renewal_before_these_rounds_is_none_in_them() -> None:
    game = idle(arranged(["1111", "2222"], drawn="", level="triology"), 3)
    game.state = replace(game.state, renewed=8)
    assert idle(game, 20).state.phase == "turn"


def test_y10_a_hand_card_in_a_set_that_stays_is_progress() -> None:
    game = idle(
        arranged(["1111 1112 1113 3331", "2222"], pile="1122", stock="1133 1213", drawn="", level="triology"), 8
    )
    do(game, Draw())
    do(game, meld("1111 1112 1113"), Discard(game.state.hands[0][-1]))
    assert game.state.idle == 0 and idle(game, 9).state.phase == "turn"
    assert idle(game, 1).state.phase == "between"


def test_y10_sets_taken_back_and_steals_without_hand_cards_do_not_count() -> None:
    """A set of stolen and own cards alone; a set of hand cards that is taken back."""
    game = arranged(["1331 1332 1333 3331", "2222"], [["1211 1212 1213", "1311 1312 1313"], ["1111 1112 1113"]])
    do(game, Steal(2), Open(0), Open(1))
    do(game, meld("1111 1211 1311"), meld("1112 1212 1312"), meld("1113 1213 1313"))
    do(game, meld("1331 1332 1333"), TakeBack(), Discard(card("3331")))
    assert game.state.idle == 1 and game.state.chips == (0, 1)


def test_y10_a_turn_that_is_passed_over_counts_and_may_end_the_hand() -> None:
    game = skipped(arranged(["1111", "2222", "3333"], pile="1122", stock="1133 1213", drawn="", level="triology"), 1)
    game.state = replace(game.state, idle=13, renewed=1)
    events = [*do(game, Draw()), *do(game, Discard(card("1111")))]
    assert kinds(events)[-3:] == [Discarded, PassedOver, HandEnded] and events[-1].out is None
