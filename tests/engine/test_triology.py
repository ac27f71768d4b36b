"""Triology by its rules: every test names the ruling it holds the game to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tercet.engine import core, match, triology
from tercet.engine import triology_cards as deck
from tercet.engine.chance import Chance
from tercet.engine.core import Illegal
from tercet.engine.match import Match, Player
from tercet.engine.triology import (
    Caddy,
    Dealt,
    Discard,
    Discarded,
    Draw,
    DrewCard,
    Extended,
    GaveBack,
    GiveBack,
    HandEnded,
    Hint,
    Laid,
    Meld,
    Open,
    Options,
    PassedOver,
    PickUp,
    Protect,
    Renewed,
    State,
    Steal,
    TakeBack,
    TimeRanOut,
    TookBack,
    TurnBegan,
)

NUMBERS = {deck.code(groups): number for number, groups in enumerate(deck.GROUPS) if groups}
GUARDS = {"H1": 108, "H2": 109, "H3": 110}  # the HANDS-OFF cards
ONE = "[1111|2112|3123]"  # TRIOLOGY cards of three colours, and a red one
GREEN, PURPLE, RED = "[1211|2212|3223]", "[1311|2312|3323]", "[1113|2111|3122]"
TURN = 181_000  # a turn that begins at 0 runs out then


def card(code: str) -> int:
    """A card by its code: number, colour, symbol, shading; columns in brackets; or H1-H3."""
    return GUARDS[code] if code in GUARDS else NUMBERS[code]


def cards(codes: str) -> tuple[int, ...]:
    return tuple(map(card, codes.split()))


def three(codes: str) -> tuple[int, int, int]:
    a, b, c = cards(codes)
    return a, b, c


def meld(codes: str, reading: str = "") -> Meld:
    """A set of these cards; `reading` says what each stands for."""
    return Meld(three(codes), three(reading) if reading else None)


def begun(seats: int = 2, seed: str = "seed", **options: Any) -> Match:
    return Match.begin("triology", [Player()] * seats, Options(**options), seed, 0)


def arranged(
    hands: Sequence[str],
    sets: Sequence[Sequence[str]] = (),
    pile: str = "",
    *,
    stock: str | None = None,
    drawn: str = "stock",
    level: str = "master",
    **options: Any,
) -> Match:
    """The first seat's turn with these hands, sets (a fourth card protects) and pile; the other cards are the stock.

    Sets are numbered from 0, those of the first seat first. `stock` names all its cards, top first.
    """
    game = begun(len(hands), level=level, **options)
    numbers = iter(range(99))
    laid = [tuple(set_of(next(numbers), cards(codes)) for codes in own) for own in sets]
    laid += [()] * (len(hands) - len(laid))
    held = tuple(map(cards, hands))
    guards = [one.guard for own in laid for one in own if one.guard is not None]
    used = {
        *guards,
        *cards(pile),
        *(c for own in laid for one in own for c in one.cards),
        *(c for h in held for c in h),
    }
    rest = tuple(c for c in game.state.stock + sum(game.state.hands, ()) + game.state.pile if c not in used)
    game.state = replace(
        game.state, hands=held, sets=tuple(laid), pile=cards(pile), stock=rest if stock is None else cards(stock),
        turn=0, drawn=drawn, next=next(numbers), shown=used - {c for hand in held for c in hand},
    )  # fmt: skip
    return game


def set_of(number: int, named: tuple[int, ...]) -> Laid:
    a, b, c, *guard = named
    return Laid(number, (a, b, c), deck.readings((a, b, c))[0], guard[0] if guard else None)


def do(game: Match, *wishes: core.Action, seat: int = 0, at: int = 5000) -> list[Any]:
    """Let a seat do all this; the facts of the last."""
    for wish in wishes:
        record = game.act(seat, wish, at)
    return list(record.events)


def kinds(events: Iterable[Any]) -> list[type[Any]]:
    return [type(event) for event in events]


def refusal(game: Match, wish: core.Action, seat: int = 0, at: int = 5000) -> Illegal:
    """The refusal of this wish, which changes nothing and is not offered."""
    before = core.encode(game.state)
    with pytest.raises(Illegal) as refused:
        game.decide(seat, wish, at)
    assert core.encode(game.state) == before
    assert wish not in list(triology.moves(game.view(seat)))
    return refused.value


def why(game: Match, wish: core.Action, seat: int = 0, at: int = 5000) -> tuple[str, str]:
    """Code and ruling of the refusal."""
    no = refusal(game, wish, seat, at)
    return no.code, no.ruling


def lying(state: State) -> list[int]:
    """All cards, wherever they lie, sorted."""
    laid = [c for own in state.sets for one in own for c in (*one.cards, one.guard) if c is not None]
    hands = [c for hand in state.hands for c in hand]
    return sorted([*state.stock, *state.pile, *laid, *triology.on_caddies(state.caddies), *hands])


# --------------------------------------------------------------------------------------------- levels and deal


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


def out(game: Match, seat: int | None = None) -> HandEnded:
    """Let a seat go out with its only card, wherever the others lay."""
    seat = game.state.turn if seat is None else seat
    last = game.state.hands[seat][0]
    stock = (*game.state.stock, *game.state.hands[seat][1:])
    hands = tuple((last,) if owner == seat else hand for owner, hand in enumerate(game.state.hands))
    game.state = replace(game.state, turn=seat, hands=hands, stock=stock, drawn="stock", phase="turn")
    events = game.act(seat, Discard(last), game.at).events
    return next(event for event in events if isinstance(event, HandEnded))


# ---------------------------------------------------------------------------------------------------- the turn


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


# --------------------------------------------------------------------------------------------- TRIOLOGY cards


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


# ---------------------------------------------------------------------------------------------------- pick-up


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


def undone(after: State, before: State) -> bool:
    """Whether all stands as before, chips and numbers of sets excepted (Y8)."""
    kept = {"chips": before.chips, "chipped": before.chipped, "next": before.next, "since": before.since}
    return replace(after, shown=before.shown, **kept) == before


def test_y7_not_while_a_set_or_a_steal_stands_on_it() -> None:
    game = arranged(["1112 2222", "3331"], [[], ["1111 1211 1311"]], "1113", drawn="")
    before = game.state
    do(game, PickUp(card("1113")), Steal(0))
    assert do(game, TakeBack())[0].kind == "steal"
    assert do(game, TakeBack())[0].kind == "pick_up" and undone(game.state, before)


# ------------------------------------------------------------------------------------------------ taking back


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


# ------------------------------------------------------------------------------------------------- going out


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


# ------------------------------------------------------------------------------------------------- the stock


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


# --------------------------------------------------------------------------------------------- score and win


def test_y11_the_score_of_a_hand() -> None:
    """On the table: ordinary 1, TRIOLOGY 3; less what is held; one for going out and for each chip."""
    tables = [
        ["1111 1112 1113", "1121 1122 1123", "1131 1132 1133", f"1211 1311 {ONE}"],
        ["2111 2112 2113", "2121 2122 2123 H2"],
    ]
    game = arranged(["3333", f"3331 3332 {GREEN} H1", f"2221 2222 2223 {PURPLE} {RED}"], tables)
    game.state = replace(game.state, chips=(1, 0, 0), scores=(10, -20, 5))
    _, ended = do(game, Discard(card("3333")))
    assert (ended.table, ended.held, ended.chips) == ((14, 6, 0), (0, 5, 9), (1, 0, 0))
    assert ended.scores == (16, 1, -9) and ended.totals == (26, -19, -4)
    assert game.view(None).totals == (26, -19, -4) and game.view(None).last.hands[1] == game.state.hands[1]  # G2


def test_y11_the_next_hand_begins_when_all_are_ready() -> None:
    game = begun(2, level="master")
    out(game)
    assert why(game, Draw()) == ("hand_over", "Y9")
    do(game, match.Ready(), at=game.at)
    assert refusal(game, match.Ready(), 0).code == "unchanged"
    events = do(game, match.Ready(), seat=1, at=game.at)
    assert kinds(events) == [triology.ReadiedForHand, Dealt, TurnBegan] and game.state.deal == 2
    state = game.state
    assert lying(state) == list(range(111)) and state.chips == (0, 0) and state.sets == ((), ())
    assert refusal(game, match.Ready(), 0).code == "not_paused"


def test_y11_or_after_a_minute() -> None:
    game = begun(2)
    out(game)
    at = game.at + 60_000
    assert game.deadline() == at and not game.advance(at - 1)
    game.advance(at)
    assert game.state.deal == 2 and game.state.phase == "turn"


def ending(totals: Sequence[int], gone_out: int, target: int = 100) -> core.Ended | None:
    """How the match ends when a seat goes out and scores 1; the others score -1 each."""
    hands = ["1111" if seat == gone_out else f"222{seat % 3 + 1}" for seat in range(len(totals))]
    game = arranged(hands, target=target)
    game.state = replace(game.state, turn=gone_out, scores=tuple(totals))
    game.act(gone_out, Discard(card("1111")), 5000)
    ended: core.Ended | None = game.state.ended
    return ended


def test_y12_scores_are_entered_beginning_with_who_went_out_then_to_its_left() -> None:
    ended = ending([150, 99, 120], gone_out=1)  # the first to reach 100 wins, though others have more
    assert ended is not None and ended.reason == "target"
    assert ended.places == ((1,), (0,), (2,)) and ended.scores == (149, 100, 119)
    left = ending([150, 0, 120], gone_out=1)
    assert left is not None and left.places == ((2,), (0,), (1,))


def test_y12_below_the_target_it_goes_on() -> None:
    assert ending([100, 98], gone_out=1) is None
    assert ending([100, 98], gone_out=1, target=99) is not None


def test_y12_the_others_rank_by_total_and_equals_share() -> None:
    ended = ending([51, 99, 51, 70], gone_out=1)
    assert ended is not None and ended.places == ((1,), (3,), (0, 2))


def test_y12_when_nobody_went_out_the_highest_total_wins_and_equals_share() -> None:
    for totals, places in (((101, 131), ((1,), (0,))), ((131, 131), ((0, 1),))):
        game = arranged(["1111", "2222"], pile="1122", stock="1133 1213", drawn="")
        game.state = replace(game.state, scores=totals, idle=9, renewed=1)
        do(game, Draw())
        game.state = replace(game.state, hands=(cards("1111 2221"), cards("2222")))
        do(game, Discard(card("2221")))
        assert game.state.ended is not None and game.state.ended.places == places


def test_after_the_end_every_wish_is_refused() -> None:
    game = arranged(["1111", "2222"], target=10)
    game.state = replace(game.state, scores=(20, 0))
    do(game, Discard(card("1111")))
    records = len(game.records)
    for wish in (Draw(), Discard(card("2222")), TakeBack(), Steal(0), match.Ready()):
        assert refusal(game, wish, 1).code == "over"
    assert game.deadline() is None and len(game.records) == records and game.view(1).phase == "over"


# ----------------------------------------------------------------------------------------------------- time


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


# -------------------------------------------------------------------------------------------------- stealing

LAID = [meld("1111 1211 1311"), meld("1112 1212 1312"), meld("1113 1213 1313")]


def stealing(extra: str = "3333") -> Match:
    """A seat that can steal the set of the second by laying LAID."""
    return arranged([f"1211 1311 1212 1312 1213 1313 {extra}", "2222"], [[], ["1111 1112 1113"]])


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


def last_card() -> Match:
    """The hand is empty, one stolen card is on a caddy, the other two lie in two new sets."""
    game = arranged(["1211 1311 1212 1312", "2222"], [[], ["1111 1112 1113"]])
    do(game, Steal(0), *LAID[:2])
    return game


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


# ------------------------------------------------------------------------------------------- absence and pause


def skipped(game: Match, absent: int, by: int = 0, at: int = 5000) -> Match:
    """A seat whose player is away is skipped by another."""
    game.fold(game.decide(absent, match.Lose(), at, wall=0))
    game.fold(game.decide(by, match.Skip(absent), at, wall=triology.GRACE))
    return game


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


# ------------------------------------------------------------------------------------------------------ hints


def test_hints_are_for_practice_tables_and_never_offered() -> None:
    assert why(arranged(["1111", "2222"]), Hint()) == ("no_hints", "Y6")
    practice = arranged(["1111", "2222"], hints=True)
    assert not practice.view(0).can["hint"].no and Hint() not in list(triology.moves(practice.view(0)))
    assert why(practice, Hint(), 1) == ("not_your_turn", "Y6")


# -------------------------------------------------------------------------------------------- hands by lot


def by_lot(seed: int, acts: int, calm: bool = False) -> Iterator[tuple[State, core.Action, Match]]:
    """Master by lot: the state before each act, the act, and the match after it. Many steals, or calm turns."""
    chance, game = Chance("by lot", seed), begun(2 + seed % 4, str(seed), level="master")
    for _ in range(acts):
        if game.state.phase == "between":
            if game.state.ended:
                return
            game.advance(game.state.until)
        before, seat = game.state, game.state.turn
        offered = list(triology.moves(game.view(seat)))
        often = (Meld, Draw) if calm else tuple(kind for kind in triology.ACTIONS if kind is not Discard)
        liked = [wish for wish in offered if isinstance(wish, often)]
        wish = chance.choice(liked if liked and chance.random() < 0.9 else offered)
        game.act(seat, wish, game.at)
        yield before, wish, game


def test_every_card_lies_in_one_place_after_every_act() -> None:
    done = {type(wish): lying(game.state) for seed in range(30) for _, wish, game in checked(seed)}
    assert done.keys() == {Draw, PickUp, Meld, Steal, Open, TakeBack, GiveBack, Protect, Discard}


def checked(seed: int) -> Iterator[tuple[State, core.Action, Match]]:
    for before, wish, game in by_lot(seed, 150):
        assert lying(game.state) == list(range(deck.CARDS)), wish
        yield before, wish, game


def test_y8_y16_whatever_was_done_is_undone_exactly() -> None:
    undone_steps = given_back = 0
    for seed in range(30):
        trail: list[State] = []  # the states before the steps of this turn that can be undone
        for before, wish, game in by_lot(seed, 200):
            match wish:
                case TakeBack():
                    assert undone(game.state, trail.pop())
                    undone_steps += 1
                case GiveBack():
                    while trail[-1].caddies:
                        trail.pop()
                    assert undone(game.state, trail.pop())
                    given_back += 1
                case PickUp() | Meld() | Steal() | Open():
                    trail.append(before)
                case _:
                    trail = []
    assert undone_steps > 200 and given_back > 50


def test_y11_scores_are_what_lies_there() -> None:
    """Counted anew from the cards, hand by hand; they add up to the totals."""
    ends = 0
    for seed in range(10):
        totals: dict[int, int] = {}
        for _, _, game in by_lot(seed, 600, calm=True):
            if game.state.phase != "between":
                continue
            ended, state = game.state.last, game.state
            for seat in range(state.seats):
                laid = [c for one in state.sets[seat] for c in one.cards]
                score = sum(len(deck.groups(c)) for c in laid) - sum(len(deck.groups(c)) for c in state.hands[seat])
                score += state.chips[seat] + (ended.out == seat)
                totals[seat] = totals.get(seat, 0) + score
                assert ended.scores[seat] == score and ended.totals[seat] == totals[seat] == state.scores[seat]
            assert (ended.out is None) == all(state.hands)
            ends += 1
    assert ends >= 10
