"""Stealing and HANDS-OFF cards in Triology: every test names the ruling it holds the game to."""

from __future__ import annotations

from msgspec.structs import replace

from tercet.engine import triology
from tercet.engine.triology import Caddy, Discard, Draw, GaveBack, GiveBack, Open, PickUp, Protect, Steal, TakeBack
from tests.engine.triology_matches import (
    LAID,
    ONE,
    RED,
    arranged,
    card,
    cards,
    do,
    last_card,
    lying,
    meld,
    refusal,
    set_of,
    stealing,
    undone,
    why,
)

# ------------------------------------------------------------------------------------------------------------ stealing


def test_y15_the_owner_gets_a_chip_at_that_moment_and_keeps_it() -> None:
    game = stealing()
    [stole] = do(game, Steal(0))
    assert (stole.owner, stole.set, stole.chip) == (1, 0, True) and game.state.chips == (0, 1)
    do(game, TakeBack())
    assert game.state.chips == (0, 1)


def test_y15_one_set_brings_one_chip_a_turn() -> None:
    game = stealing()
    for _ in range(3):
        do(game, Steal(0), GiveBack())
    assert not do(game, Steal(0))[0].chip and game.state.chips == (0, 1)
    do(game, GiveBack(), Discard(card("3333")))
    do(game, Draw(), Discard(card("2222")), seat=1)
    do(game, Draw())
    assert do(game, Steal(0))[0].chip and game.state.chips == (0, 2)  # another turn, another chip


def test_y15_from_any_seats_but_not_from_oneself_and_nothing_protected() -> None:
    game = arranged(
        ["1211 3333", "2222", "2223"],
        [["2131 2132 2133"], ["1111 1112 1113", "1121 1122 1123 H1"], ["1311 1312 1313"]],
    )
    assert why(game, Steal(0)) == ("own_set", "Y15") and why(game, Steal(9)) == ("no_such_set", "Y15")
    no = refusal(game, Steal(2))
    assert (no.code, no.ruling, no.detail) == ("protected", "Y21", {"seat": 1, "set": 2})
    do(game, Steal(1), Steal(3))
    assert game.state.chips == (0, 1, 1) and why(game, Steal(1)) == ("no_such_set", "Y15")  # it lies on caddies


def test_y15_the_game_does_not_ask_whether_it_can_succeed() -> None:
    do(arranged(["3331", "2222"], [[], ["1111 1112 1113"]]), Steal(0))


def test_y15_not_before_drawing() -> None:
    game = arranged(["3331", "2222"], [[], ["1111 1112 1113"]], drawn="")
    assert why(game, Steal(0)) == ("draw_first", "Y6")


def test_y16_stolen_and_opened_cards_lie_on_caddies_that_show_whose_they_are() -> None:
    game = arranged(["1211 3333", "2222"], [["2131 2132 2133"], ["1111 1112 1113"]])
    do(game, Steal(1), Open(0))
    assert [(caddy.card, caddy.owner, caddy.set) for caddy in game.view(1).caddies] == [
        *((c, 1, 1) for c in cards("1111 1112 1113")), *((c, 0, 0) for c in cards("2131 2132 2133")),
    ]  # fmt: skip
    assert game.view(None).sets == ((), ())


def test_y16_it_closes_when_no_card_is_on_a_caddy_and_the_cards_are_the_thiefs() -> None:
    game = stealing()
    for wish in (Steal(0), *LAID[:2]):
        do(game, wish)
        no = refusal(game, Discard(card("3333")))
        assert (no.code, no.ruling) == ("steal_open", "Y16")
        assert no.detail == {"cards": triology.on_caddies(game.state.caddies)}
    [closing] = do(game, LAID[2])
    assert closing.closed and game.state.caddies == () and len(game.state.sets[0]) == 3 and game.state.sets[1] == ()
    do(game, Discard(card("3333")))
    assert game.state.last.table == (9, 0) and game.state.last.chips == (0, 1)


def test_y16_sets_taken_or_opened_meanwhile_belong_to_the_same_steal_and_go_back_with_it() -> None:
    game = arranged(
        ["1211 1311 2111 2112 2113 3333", "2222"], [["2131 2132 2133"], ["1111 1112 1113", "1121 1122 1123"]]
    )
    do(game, meld("2111 2112 2113"))
    before = game.state
    do(game, Steal(1), meld("1111 1211 1311"), Open(0), Steal(2))
    [gave] = do(game, GiveBack())
    assert isinstance(gave, GaveBack) and undone(game.state, before)
    assert game.state.chips == (0, 2) and len(game.state.sets[0]) == 2  # the set laid before it stays
    assert why(game, GiveBack()) == ("no_steal", "Y16")


def test_y17_own_sets_are_opened_only_while_a_steal_is_open() -> None:
    game = arranged(["1211 3333", "2222"], [["2131 2132 2133", "2231 2232 2233 H1"], ["1111 1112 1113"]])
    assert why(game, Open(0)) == ("no_steal", "Y16")
    do(game, Steal(2))
    assert why(game, Open(1)) == ("protected", "Y21") and why(game, Open(2)) == ("no_such_set", "Y15")
    do(game, Open(0))
    assert why(game, Open(0)) == ("no_such_set", "Y15")


def test_y17_only_own_sets_are_opened() -> None:
    game = arranged(["1211 3333", "2222"], [[], ["1111 1112 1113", "1121 1122 1123"]])
    do(game, Steal(0))
    no = refusal(game, Open(1))
    assert (no.code, no.ruling, no.detail) == ("not_own_set", "Y17", {"seat": 1, "set": 1})


def test_y17_every_card_of_an_opened_set_must_lie_in_a_set_again_whatever_it_meets() -> None:
    game = stealing()
    game.state = replace(game.state, sets=((set_of(7, cards("2131 2132 2133")),), game.state.sets[1]), next=8)
    do(game, Steal(0), Open(7), *LAID)
    assert len(game.state.caddies) == 6 and why(game, Discard(card("3333"))) == ("steal_open", "Y16")
    [closing] = do(game, meld("2131 2132 2133"))
    assert closing.closed


def test_y17_sets_laid_this_turn_may_be_opened_even_those_of_this_steal() -> None:
    """The stolen card goes back to its caddy, which shows its owner still; hand cards are the thief's."""
    game = stealing()
    do(game, Steal(0), LAID[0], Open(1))
    assert game.state.caddies == (
        *(Caddy(c, c, 1, 0) for c in cards("1111 1112 1113")), *(Caddy(c, c, 0, 1) for c in cards("1211 1311")),
    )  # fmt: skip
    no = refusal(game, Discard(card("3333")))
    assert no.detail == {"cards": list(cards("1111 1112 1113 1211 1311"))}
    do(game, *LAID)
    assert game.state.caddies == () and lying(game.state) == lying(stealing().state)


def test_y17_new_sets_hold_hand_cards_and_cards_on_caddies_alone() -> None:
    game = stealing()
    do(game, Steal(0), LAID[0])
    for codes in ("1111 1213 1312", "2222 1212 1232"):  # one lies in a new set already, one in another's hand
        assert why(game, meld(codes)) == ("not_at_hand", "Y17")


def test_y17_the_three_of_a_stolen_set_never_lie_in_one_again() -> None:
    game = stealing()
    do(game, Steal(0))
    no = refusal(game, meld("1111 1112 1113"))
    assert (no.code, no.ruling) == ("only_stolen", "Y18")


def test_y17_two_of_them_may_lie_in_one_and_the_third_in_another() -> None:
    game = arranged([f"{RED} 1213 1313 3333", "2222"], [[], ["1111 1112 1113"]])
    do(game, Steal(0), meld(f"1111 1112 {RED}"))
    assert do(game, meld("1113 1213 1313"))[0].closed


def test_y18_a_new_set_holds_a_card_that_was_not_stolen_this_turn() -> None:
    game = arranged(["1331 3333", "2222"], [[], ["1111 1112 1113", "1211 1212 1213", "1311 1312 1313"]])
    do(game, Steal(0), Steal(1), Steal(2))
    no = refusal(game, meld("1111 1211 1311"))
    assert (no.code, no.ruling, no.detail) == ("only_stolen", "Y18", {"cards": list(cards("1111 1211 1311"))})


def test_y18_cards_of_several_stolen_sets_may_meet() -> None:
    game = arranged(["1311 1312 1313 3333", "2222", "2223"], [[], ["1111 1112 1113"], ["1211 1212 1213"]])
    do(game, Steal(0), Steal(1), *LAID[:2])
    assert do(game, LAID[2])[0].closed and game.state.chips == (0, 1, 1)


def test_y18_cards_stolen_earlier_in_the_turn_still_count_as_stolen() -> None:
    """Also after a steal that is closed, in sets that are the thief's by now."""
    game = arranged(
        ["1211 1311 1212 1312 1213 1313 3333", "2222"], [[], ["1111 1112 1113", "1121 1122 1123", "1131 1132 1133"]]
    )
    do(game, Steal(0), *LAID)
    do(game, Steal(1), Steal(2), Open(3))
    assert why(game, meld("1111 1121 1131")) == ("only_stolen", "Y18")


def test_y18_nothing_stolen_no_demand() -> None:
    game = stealing()
    do(game, Steal(0), GiveBack(), meld("1211 1212 1213"))


def test_y19_triology_cards_may_stand_for_another_group_in_the_new_set() -> None:
    game = arranged(["2111 2113 1231 1331 1212 1313 3333", "2222"], [[], [f"{ONE} 1112 1113"]])
    do(game, Steal(0))
    [melded] = do(game, meld(f"{ONE} 2111 2113"))
    assert melded.groups == cards("2112 2111 2113")
    do(game, GiveBack())
    assert game.state.sets[1][0].groups == cards("1111 1112 1113")


def test_y20_the_last_stolen_card_may_be_discarded_to_go_out() -> None:
    game = last_card()
    assert game.view(0).can["discard"].among == "caddies"
    assert why(game, Discard(card("1111"))) == ("not_in_hand", "Y6")
    assert Discard(card("1113")) in triology.moves(game.view(0))
    discarded, ended = do(game, Discard(card("1113")))
    assert discarded.card == card("1113") and ended.out == 0 and ended.scores == (7, 0)
    assert game.state.pile == cards("1113") and game.state.caddies == ()


def test_y20_not_with_cards_in_hand() -> None:
    game = arranged(["1211 1311 1212 1312 3333", "2222"], [[], ["1111 1112 1113"]])
    do(game, Steal(0), *LAID[:2])
    assert why(game, Discard(card("1113"))) == ("steal_open", "Y16")


def test_y20_not_if_the_other_two_lie_in_one_set() -> None:
    game = arranged([RED, "2222"], [[], ["1111 1112 1113"]])
    do(game, Steal(0), meld(f"1111 1112 {RED}"))
    assert game.state.hands[0] == () and why(game, Discard(card("1113"))) == ("steal_open", "Y16")


def test_y20_not_a_card_of_ones_own_nor_one_of_two() -> None:
    game = arranged(["1211 1311 1212 1312", "2222"], [["1213 1223 1233"], ["1111 1112 1113"]])
    do(game, Steal(1), Open(0), *LAID[:2])
    assert why(game, Discard(card("1213"))) == ("steal_open", "Y16")
    do(game, GiveBack(), Steal(1), LAID[0])  # 1112 and 1113 wait, and cards are in hand
    assert why(game, Discard(card("1113"))) == ("steal_open", "Y16")


def test_y20_holds_too_when_a_new_set_was_opened_and_laid_again() -> None:
    game = arranged(["1211 1311 1212 1312", "2222"], [[], ["1111 1112 1113"]])
    do(game, Steal(0), LAID[0], Open(1), LAID[0], LAID[1])
    assert do(game, Discard(card("1113")))[-1].out == 0


# ----------------------------------------------------------------------------------------------------- HANDS-OFF cards


def test_y21_a_hands_off_card_protects_an_own_set_for_the_rest_of_the_hand() -> None:
    game = arranged(["H1 H2 3333", "2222"], [["1111 1112 1113"], ["1211 1212 1213"]])
    do(game, Protect(card("H1"), 0))
    assert game.state.sets[0][0].guard == card("H1") and game.state.hands[0] == cards("H2 3333")
    assert why(game, Protect(card("H2"), 0)) == ("protected_already", "Y21")  # one on each
    assert why(game, Protect(card("H2"), 1)) == ("not_own_set", "Y21")
    assert why(game, Protect(card("3333"), 0)) == ("not_hands_off", "Y21")
    assert why(game, Protect(card("H3"), 0)) == ("not_in_hand", "Y6")
    do(game, Discard(card("3333")))
    do(game, Draw(), seat=1)
    assert why(game, Steal(0), 1) == ("protected", "Y21")


def test_y21_never_while_a_steal_is_open_or_a_pick_up_unused_nor_before_drawing() -> None:
    sets = [["2111 2112 2113"], ["1111 1212 1313"]]
    game = arranged(["H1 1112 3333", "2222"], sets, "1113", drawn="")
    assert why(game, Protect(card("H1"), 0)) == ("draw_first", "Y6")
    do(game, PickUp(card("1113")))
    assert why(game, Protect(card("H1"), 0)) == ("pick_unused", "Y7")
    do(game, Steal(1))
    assert why(game, Protect(card("H1"), 0)) == ("steal_open", "Y16")


def test_y21_it_counts_nothing_and_may_be_discarded_like_any_card() -> None:
    game = arranged(["H1", "H2"], [["1111 1112 1113 H3"]])
    _, ended = do(game, Discard(card("H1")))
    assert (ended.table, ended.held) == ((3, 0), (0, 0))
