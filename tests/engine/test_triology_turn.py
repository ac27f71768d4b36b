"""A turn of Triology, from the draw to going out: every test names the ruling it holds the game to."""

from __future__ import annotations

import pytest

from tercet.engine import core, triology
from tercet.engine.triology import (
    Discard,
    Discarded,
    Draw,
    DrewCard,
    GiveBack,
    Hint,
    Meld,
    Open,
    PickUp,
    Protect,
    Steal,
    TakeBack,
    TurnBegan,
)
from tests.engine.triology_matches import (
    GREEN,
    LAID,
    ONE,
    PURPLE,
    TURN,
    arranged,
    card,
    cards,
    do,
    kinds,
    meld,
    refusal,
    stealing,
    three,
    why,
)

# ------------------------------------------------------------------------------------------------------------ the turn


def test_y6_draw_or_pick_up_once_then_lay_then_discard() -> None:
    game = arranged(["1111 1112 2222", "3333"], pile="1113 3331", drawn="")
    assert why(game, meld("1111 1112 1113")) == ("draw_first", "Y6") == why(game, Discard(card("2222")))
    do(game, Draw())
    assert why(game, Draw()) == ("drawn_already", "Y6") == why(game, PickUp(card("1113")))
    [discarded, began] = do(game, Discard(card("2222")))
    assert discarded == Discarded(0, 5000, card("2222")) and game.state.pile == cards("1113 3331 2222")
    assert began == TurnBegan(1, 5000, 5000 + TURN)


def test_y6_only_the_seat_in_turn_plays() -> None:
    game = arranged(["1111", "2222", "3333"], drawn="")
    for seat in (1, 2):
        no = refusal(game, Draw(), seat)
        assert (no.code, no.ruling, no.detail) == ("not_your_turn", "Y6", {"seat": 0})
    assert not list(triology.moves(game.view(1))) and not list(triology.moves(game.view(None)))


def test_y6_only_the_seat_sees_what_it_drew_and_the_pile_lies_open() -> None:
    game = arranged(["1111", "2222"], pile="3331 3332", drawn="", stock="1133 1122")
    [drew] = do(game, Draw())
    assert drew == DrewCard(0, 5000, card("1133"))
    assert drew.seen_by(0).card == card("1133") and drew.seen_by(1).card is drew.seen_by(None).card is None
    assert game.view(1).hand == cards("2222") and game.view(1).hands == (2, 1) and game.view(None).hand == ()
    assert game.view(1).pile == cards("3331 3332") == game.view(None).pile and game.view(1).stock == 1


def test_y6_any_number_of_sets_and_any_card_may_be_discarded() -> None:
    game = arranged(["1111 1112 1113 2221 2222 2223 3333 H1", "3331"])
    do(game, meld("1113 1111 1112"), meld("2221 2222 2223"))
    assert [one.cards for one in game.state.sets[0]] == [three("1113 1111 1112"), three("2221 2222 2223")]
    do(game, Discard(card("H1")))
    assert game.state.pile == cards("H1") and game.state.turn == 1


def test_y6_only_cards_of_ones_own_hand() -> None:
    game = arranged(["1111 1112 3333", "1113 2222"], pile="1123")
    no = refusal(game, meld("1111 1112 1113"))
    assert (no.code, no.ruling, no.detail) == ("not_at_hand", "Y6", {"card": card("1113")})
    assert why(game, Discard(card("2222"))) == ("not_in_hand", "Y6")
    assert why(game, Meld((0, 1, 999))) == ("not_at_hand", "Y6") and why(game, Discard(-1)) == ("not_in_hand", "Y6")


def test_s1_the_same_card_twice_is_no_set() -> None:
    """Nor do two groups of one TRIOLOGY card count together (Y3)."""
    game = arranged([f"{ONE} 1112 3333", "2222"])
    assert why(game, Meld((card(ONE), card(ONE), card("1112")))) == ("same_card_twice", "S1")


def test_s2_a_refusal_names_every_failing_feature_with_its_values() -> None:
    no = refusal(arranged(["1111 1112 1122 3333", "2222"]), meld("1111 1112 1122"))
    assert (no.code, no.ruling) == ("not_a_set", "S2")
    assert no.detail["faults"] == [
        {"feature": "symbol", "values": [0, 0, 1]}, {"feature": "shading", "values": [0, 1, 1]},
    ]  # fmt: skip
    assert no.detail["groups"] == list(cards("1111 1112 1122"))


def test_s2_with_triology_cards_the_reading_counts_that_fails_least() -> None:
    no = refusal(arranged([f"{ONE} 1211 1312 3333", "2222"]), meld(f"{ONE} 1211 1312"))
    assert no.detail["groups"] == list(cards("1111 1211 1312"))
    assert no.detail["faults"] == [{"feature": "shading", "values": [0, 0, 1]}]


# ------------------------------------------------------------------------------------------------------ TRIOLOGY cards


@pytest.mark.parametrize(
    ("codes", "reading"),
    [
        (f"{ONE} 1112 1113", "1111 1112 1113"),
        (f"2111 2113 {ONE}", "2111 2113 2112"),
        (f"{ONE} 1221 2322", "3123 1221 2322"),
        (f"{ONE} {GREEN} 1311", "1111 1211 1311"),
    ],
)
def test_y3_a_triology_card_stands_for_one_of_its_groups(codes: str, reading: str) -> None:
    game = arranged([f"{codes} 3333", "2222"])
    [melded] = do(game, meld(codes))
    assert melded.groups == cards(reading) and game.view(None).sets[0][0].groups == cards(reading)


def test_y3_where_two_readings_make_a_set_the_player_is_asked() -> None:
    """All three cards may be TRIOLOGY cards; the group that was chosen is stored and told."""
    codes, one, other = f"{ONE} {GREEN} {PURPLE}", "1111 1211 1311", "2112 2212 2312"
    game = arranged([f"{codes} 3333", "2222"])
    no = refusal(game, meld(codes))
    assert (no.code, no.ruling) == ("choose_reading", "Y3")
    assert list(cards(one)) in no.detail["readings"] and list(cards(other)) in no.detail["readings"]
    assert why(game, meld(codes, "1111 2212 1311")) == ("no_such_reading", "Y3")
    [melded] = do(game, meld(codes, other))
    assert melded.groups == cards(other) and game.state.sets[0][0].groups == cards(other)
    assert core.encode(game.records[-1]).count(core.encode(cards(other))) == 2  # the log has it in wish and fact


def test_y3_no_such_reading_for_ordinary_cards_either() -> None:
    game = arranged(["1111 1112 1113 3333", "2222"])
    assert why(game, meld("1111 1112 1113", "1111 1113 1112")) == ("no_such_reading", "Y3")


def test_y1_a_hands_off_card_stands_for_nothing() -> None:
    game = arranged(["1111 1112 H1", "2222"])
    no = refusal(game, Meld(three("1111 1112 H1")))
    assert (no.code, no.ruling, no.detail) == ("hands_off_in_set", "Y1", {"card": card("H1")})


# ----------------------------------------------------------------------------------------------------------- going out


def test_y9_out_by_a_set_without_a_discard_and_nobody_plays_after() -> None:
    game = arranged(["1111 1112 1113", "2222"])
    _, ended = do(game, meld("1111 1112 1113"))
    assert ended.out == 0 and ended.scores == (4, -1)
    for seat in (0, 1):
        for wish in (Draw(), Discard(card("2222")), TakeBack()):
            assert why(game, wish, seat) == ("hand_over", "Y9")


def test_y9_out_by_the_discard() -> None:
    game = arranged(["1111", "2222"])
    _, ended = do(game, Discard(card("1111")))
    assert ended.out == 0 and ended.scores == (1, -1)


def test_y9_out_by_a_hands_off_card() -> None:
    game = arranged(["H1", "2222"], [["1111 1112 1113"]])
    _, ended = do(game, Protect(card("H1"), 0))
    assert ended.out == 0 and ended.scores == (4, -1)


def test_y9_out_by_the_close_of_a_steal_and_not_before() -> None:
    game = stealing(extra="")
    events = do(game, Steal(0), *LAID[:2])
    assert kinds(events) == [triology.Melded]
    melded, ended = do(game, LAID[2])
    assert melded.closed and ended.out == 0


def test_y9_an_empty_hand_with_an_open_steal_is_not_out() -> None:
    game = arranged(["1211 1311 1212 1312", "2222"], [["2131 2132 2133"], ["1111 1112 1113"]])
    do(game, Steal(1), Open(0), meld("1111 1211 1311"), meld("1112 1212 1312"))
    assert game.state.hands[0] == () and game.state.phase == "turn"
    assert why(game, Discard(card("1113"))) == ("steal_open", "Y16")  # cards of the own set lie there too
    do(game, GiveBack())
    assert game.state.hands[0] == cards("1211 1311 1212 1312")


# --------------------------------------------------------------------------------------------------------------- hints


def test_hints_are_for_practice_tables_and_never_offered() -> None:
    assert why(arranged(["1111", "2222"]), Hint()) == ("no_hints", "Y6")
    practice = arranged(["1111", "2222"], hints=True)
    assert not practice.view(0).can["hint"].no and Hint() not in list(triology.moves(practice.view(0)))
    assert why(practice, Hint(), 1) == ("not_your_turn", "Y6")
