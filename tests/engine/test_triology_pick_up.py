"""What is picked up and taken back in Triology: every test names the ruling it holds the game to."""

from __future__ import annotations

from tercet.engine import triology
from tercet.engine.triology import Discard, Draw, GiveBack, Laid, Open, PickUp, Protect, Steal, TakeBack, TookBack
from tests.engine.triology_matches import (
    GREEN,
    LAID,
    ONE,
    PURPLE,
    arranged,
    card,
    cards,
    do,
    meld,
    refusal,
    stealing,
    three,
    undone,
    why,
)

# ------------------------------------------------------------------------------------------------------------- pick-up


def test_y7_all_that_lies_on_it_comes_along_and_it_must_be_laid() -> None:
    game = arranged(["1111 1112 2221 2223", "3331"], pile="1113 2222 3333", drawn="", level="triology")
    [picked] = do(game, PickUp(card("1113")))
    assert picked.cards == cards("1113 2222 3333") == picked.seen_by(1).cards
    assert game.state.hands[0] == cards("1111 1112 2221 2223 1113 2222 3333") and game.state.pile == ()
    assert game.view(1).picked == card("1113") and game.view(1).known[0] == cards("1113 2222 3333")
    for wish in (Discard(card("2222")), meld("2221 2222 2223")):  # the first set must hold it
        no = refusal(game, wish)
        assert (no.code, no.ruling, no.detail) == ("pick_unused", "Y7", {"card": card("1113")})
    do(game, meld("1111 1112 1113"))
    assert game.view(0).picked is None
    do(game, meld("2221 2222 2223"), Discard(card("3333")))
    assert game.state.phase == "between"  # it went out with that


def test_y7_a_card_of_the_middle_leaves_what_lies_below() -> None:
    game = arranged(["1111 1112 2211", "3331"], pile="2222 1113 3333", drawn="")
    do(game, PickUp(card("1113")))
    assert game.state.pile == cards("2222")


def test_y7_refused_only_if_no_set_with_it_exists() -> None:
    """Among the hand and the cards that come along; not with those below."""
    game = arranged(["1111 2222", "3331"], pile="1112 1113 2221 2223", drawn="", level="triology")
    assert why(game, PickUp(card("1113"))) == ("pick_fits_nothing", "Y7")
    assert why(game, PickUp(card("2223"))) == ("pick_fits_nothing", "Y7")
    assert list(triology.moves(game.view(0))) == [Draw(), PickUp(card("1112")), PickUp(card("2221"))]
    do(game, PickUp(card("2221")))  # with 2223, which comes along, and 2222 of the hand


def test_y7_for_a_master_all_unprotected_sets_count_too() -> None:
    hands, pile = ["1112 3333", "3331"], "1113"
    assert PickUp(card("1113")) in triology.moves(arranged(hands, [[], ["1111 1211 1311"]], pile, drawn="").view(0))
    assert PickUp(card("1113")) in triology.moves(arranged(hands, [["1111 1211 1311"]], pile, drawn="").view(0))
    for game in (
        arranged(hands, [[], ["1111 1211 1311 H1"]], pile, drawn=""),
        arranged(hands, [[], ["1111 1211 1311"]], pile, drawn="", level="triology"),
    ):
        assert why(game, PickUp(card("1113"))) == ("pick_fits_nothing", "Y7")


def test_y7_a_triology_card_of_a_set_may_be_read_anew_for_it() -> None:
    game = arranged(["2111 3333", "3331"], [[], [f"{ONE} 1211 1311"]], "2113", drawn="")  # it shows 2112 too
    do(game, PickUp(card("2113")))


def test_y7_a_hands_off_card_cannot_be_picked_but_comes_along() -> None:
    game = arranged(["1111 1112 2222", "3331"], pile="H1 1113 H2", drawn="")
    no = refusal(game, PickUp(card("H2")))
    assert (no.code, no.ruling) == ("hands_off_pick", "Y7")
    do(game, PickUp(card("1113")))
    assert game.state.hands[0][-1] == card("H2")


def test_y7_only_what_lies_in_the_pile() -> None:
    game = arranged(["1111 1112", "1113"], pile="3333", drawn="")
    assert why(game, PickUp(card("1113"))) == ("not_in_pile", "Y7") == why(game, PickUp(999))
    assert why(arranged(["1111", "1113"], drawn=""), PickUp(card("1113"))) == ("no_pile", "Y7")


def test_y7_it_may_be_put_back_in_its_order_and_does_not_count_as_drawn() -> None:
    game = arranged(["1111 1112 2222", "3331"], pile="3333 1113 2221", drawn="")
    before = game.state
    do(game, PickUp(card("1113")))
    [back] = do(game, TakeBack())
    assert back == TookBack(0, 5000, "pick_up", cards("1113 2221"))
    assert undone(game.state, before) and game.state.drawn == ""
    do(game, PickUp(card("1113")), TakeBack(), Draw())
    assert why(game, TakeBack()) == ("nothing_to_take_back", "Y8")


def test_y7_not_while_a_set_or_a_steal_stands_on_it() -> None:
    game = arranged(["1112 2222", "3331"], [[], ["1111 1211 1311"]], "1113", drawn="")
    before = game.state
    do(game, PickUp(card("1113")), Steal(0))
    assert do(game, TakeBack())[0].kind == "steal"
    assert do(game, TakeBack())[0].kind == "pick_up" and undone(game.state, before)


# --------------------------------------------------------------------------------------------------------- taking back


def test_y8_step_by_step_the_last_first_with_the_old_reading() -> None:
    reading = "2112 2212 2312"
    game = arranged(
        [f"1111 3333 1112 2222 1113 {ONE} {GREEN} {PURPLE}", "3331"], [["2131 2132 2133"], ["1331 1332 1333"]]
    )
    states = [game.state]
    for wish in (
        meld("1111 1112 1113"), meld(f"{ONE} {GREEN} {PURPLE}", reading), Steal(1), Open(0), Open(3), Open(2),
    ):  # fmt: skip
        do(game, wish)
        states.append(game.state)
    for before in reversed(states[:-1]):
        do(game, TakeBack())
        assert undone(game.state, before)
    assert game.state.hands[0] == cards(f"1111 3333 1112 2222 1113 {ONE} {GREEN} {PURPLE}")
    assert why(game, TakeBack()) == ("nothing_to_take_back", "Y8")


def test_y8_a_set_that_closed_a_steal_is_taken_back_too_and_opens_it_again() -> None:
    game = stealing()
    do(game, Steal(0), *LAID[:2])
    before = game.state
    [closing] = do(game, LAID[2])
    assert closing.closed and game.state.caddies == ()
    do(game, TakeBack())
    assert undone(game.state, before) and len(game.state.caddies) == 3
    do(game, GiveBack())
    assert game.state.sets == stealing().state.sets and game.state.hands == stealing().state.hands


def test_y8_a_draw_is_not_taken_back() -> None:
    game = arranged(["1111", "2222"], drawn="")
    do(game, Draw())
    assert why(game, TakeBack()) == ("nothing_to_take_back", "Y8")


def test_y8_nor_a_hands_off_card_and_nothing_before_it() -> None:
    game = arranged(["1111 1112 1113 H1 2221 2222 2223 3333", "3331"])
    do(game, meld("1111 1112 1113"), Protect(card("H1"), 0), meld("2221 2222 2223"))
    do(game, TakeBack())
    assert why(game, TakeBack()) == ("nothing_to_take_back", "Y8")
    assert game.state.sets[0] == (Laid(0, three("1111 1112 1113"), three("1111 1112 1113"), card("H1")),)


def test_y8_only_until_the_turn_ends() -> None:
    game = arranged(["1111 1112 1113 2222 3333", "3331"])
    do(game, meld("1111 1112 1113"), Discard(card("3333")))
    assert game.state.steps == () and why(game, TakeBack()) == ("not_your_turn", "Y6")
