"""Trios by its rules: every test names the ruling it holds the game to."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tercet.engine import core, match, sets, trios
from tercet.engine.chance import Chance
from tercet.engine.core import Fault, Illegal
from tercet.engine.match import Find, Lose, Match, Player
from tercet.engine.trios import Call, CallEnded, Claimed, Dealt, Exchanged, Failed, Hint, Hinted, Options, Select

NO_SET = "1221 1222 1232 1312 1313 1332 2113 2121 2123 2213 2231 2321"  # twelve cards without a set
TWO_APART = "1111 1112 1113 2221 2222 2223"  # exactly two sets, with no card in common
TWO_SHARING = "1111 1112 1113 2222 3333"  # exactly two sets, with one card in common


def cards(codes: str) -> tuple[int, ...]:
    """Cards by codes of four digits 1-3."""
    return tuple(sets.card_of([int(digit) - 1 for digit in code]) for code in codes.split())


def begun(seats: int = 2, seed: str = "seed", **options: Any) -> Match:
    """A match whose cards are dealt."""
    game = Match.begin("trios", [Player()] * seats, Options(**{"countdown": 0, **options}), seed, 0)
    game.advance(0)
    return game


def lay(game: Match, table: Iterable[int], stock: Iterable[int] = (), since: int = 0) -> Match:
    """Lay these cards instead."""
    table = tuple(table)
    game.state = replace(game.state, table=table, stock=tuple(stock), since=(since,) * len(table))
    return game


def facts(game: Match, seat: int, wish: core.Action, at: int = 1000) -> list[Any]:
    return list(game.act(seat, wish, at).events)


def refusal(game: Match, seat: int | None, wish: core.Action, at: int = 1000) -> Illegal:
    before = game.state
    with pytest.raises(Illegal) as refused:
        game.decide(seat, wish, at)
    assert game.state is before
    return refused.value


# ------------------------------------------------------------------------------------------------------ the cards


def test_s2_a_refusal_names_every_failing_feature_with_its_pattern() -> None:
    game = lay(begun(), cards("1111 1112 1122 2222"))
    [failed] = facts(game, 0, Select(cards("1111 1112 1122")))
    assert failed.faults == (Fault("shape", (0, 0, 1)), Fault("filling", (0, 1, 1)))


@pytest.mark.parametrize(("deck", "size"), [("full", 81), ("easy", 27)])
def test_t1_the_decks(deck: str, size: int) -> None:
    for seed in range(200):
        game = begun(seed=str(seed), deck=deck)
        dealt = sorted([*trios.open_cards(game.state.table), *game.state.stock])
        assert dealt == sorted(set(dealt)) and len(dealt) == size
        assert deck == "full" or all(sets.digits(card)[0] == 2 for card in dealt)  # all are blue
        assert len(game.state.table) == 12 and sets.has_set(game.state.table)


# -------------------------------------------------------------------------------------------------------- dealing


def test_t2_new_cards_come_into_the_same_places_while_others_stay() -> None:
    game = begun()
    before, stock = game.state.table, game.state.stock
    trio = sets.find_sets(before)[0]
    facts(game, 0, Select(trio))
    for place, (old, new) in enumerate(zip(before, game.state.table, strict=True)):
        assert new == (stock[trio.index(old)] if old in trio else old), place
    assert game.state.stock == stock[3:] and game.state.scores == (3, 0)  # T3


def test_t2_without_stock_the_table_shrinks_and_nothing_moves() -> None:
    game = lay(begun(), cards(TWO_APART))
    facts(game, 1, Select(cards("1111 1112 1113")))
    assert game.state.table == (None, None, None, *cards("2221 2222 2223"))


def test_t4_all_cards_are_exchanged_and_no_points_move() -> None:
    game = lay(begun(), cards("1111 1112 1113 1221 1222 1232 1312 1313 1332 2113 2121 2123"), ())
    rest = [card for card in sets.CARDS if card not in game.state.table and card not in cards(NO_SET)]
    missing = [card for card in cards(NO_SET) if card not in game.state.table]
    game.state = replace(game.state, stock=(*missing, *rest), marks=((), (game.state.table[3],)))
    claimed, exchanged = facts(game, 0, Select(cards("1111 1112 1113")))
    assert isinstance(claimed, Claimed) and isinstance(exchanged, Exchanged)
    # every card is new, for the stock was large enough; the old ones are shuffled into the stock
    assert set(exchanged.table) == set(rest[:12]) and set(exchanged.stock) == {*rest[12:], *cards(NO_SET)}
    assert game.state.scores == (3, 0) and game.state.exchanges == 1
    assert game.state.marks == ((), ()) and game.state.hints == (None, None)
    # it is shown as one event: the three cards that came for a moment are told to nobody
    assert claimed.seen_by(0) == replace(claimed, dealt=()) and not game.state.ended


def test_t4_the_first_deal_is_exchanged_too() -> None:
    bare = next(seed for seed in map(str, range(1000)) if _first_table_is_bare(seed))
    game = begun(seed=bare)
    assert [type(event) for event in game.records[0].events[-2:]] == [Dealt, Exchanged]
    assert sets.has_set(game.state.table) and game.records[0].events[-2].seen_by(None).table == ()


def _first_table_is_bare(seed: str) -> bool:
    return not sets.has_set(Chance(seed, 0).shuffled(sets.CARDS)[:12])


@given(st.integers(0, 10**6))
def test_t4_a_small_stock_is_shuffled_with_the_table_until_there_is_a_set(seed: int) -> None:
    table, stock = list(cards(NO_SET)), cards("1111 1112 1113")
    new, rest = trios.exchange(table, stock, Chance(seed))
    assert sets.has_set(new) and len(new) == 12
    assert sorted([*new, *rest]) == sorted([*table, *stock])


def test_t4_the_game_ends_with_cards_left_if_table_and_stock_hold_no_set() -> None:
    largest = _set_free_with(cards(NO_SET), 15)
    table = [*cards("1111 1112 1113"), *(card for card in largest if card not in cards("1111 1112 1113"))][:12]
    stock = [card for card in largest if card not in table]
    game = lay(begun(), table, stock)
    _, ended = facts(game, 0, Select(cards("1111 1112 1113")))
    assert isinstance(ended, core.Ended) and ended.reason == "no_set" and game.state.stock


def _set_free_with(start: tuple[int, ...], size: int) -> list[int]:
    found = list(start)

    def extend(first: int) -> bool:
        if len(found) == size:
            return True
        for card in range(first, 81):
            if card not in found and not sets.has_set([*found, card]):
                found.append(card)
                if extend(card + 1):
                    return True
                found.pop()
        return False

    del found[9:]
    assert extend(0)
    return found


def test_t5_two_last_sets_taken_together_end_the_game_and_share_the_win() -> None:
    """Nobody hunts for a set that is not there."""
    game = lay(begun(), cards(TWO_APART))
    facts(game, 0, Select(cards("1111 1112 1113")), 1000)
    assert not game.state.ended
    _, ended = facts(game, 1, Select(cards("2221 2222 2223")), 1005)
    assert ended.places == ((0, 1),) and ended.scores == (3, 3)
    assert game.common.seed == "seed"  # published once the game is over
    assert refusal(game, 0, Select(())).code == "over"


def test_t5_the_end_is_found_after_the_deal() -> None:
    """The last three cards leave a table without a set."""
    bare = cards(NO_SET)
    table, stock = (*cards("1111 1112 1113"), *bare[:9]), bare[9:]
    _, ended = facts(lay(begun(), table, stock), 0, Select(table[:3]))
    assert isinstance(ended, core.Ended)


# --------------------------------------------------------------------------------------------------- mark tables


def test_t9_marks_are_public_and_vanish_with_the_cards() -> None:
    game = lay(begun(3), cards(TWO_SHARING))
    facts(game, 0, Select(cards("1111 2222")))
    facts(game, 1, Select(cards("1111")))
    assert game.view(None).marks == (cards("1111 2222"), cards("1111"), ())
    facts(game, 2, Select(cards("1111 1112 1113")))
    assert game.state.marks == (cards("2222"), (), ())
    assert game.state.scores == (0, 0, 3)


@pytest.mark.parametrize(("penalty", "score"), [(False, 0), (True, -2)])
def test_t9_three_marks_that_are_no_set_are_cleared(penalty: bool, score: int) -> None:
    game = lay(begun(penalty=penalty), cards(TWO_APART))
    [failed] = facts(game, 0, Select(cards("1111 1112 2221")))
    assert isinstance(failed, Failed) and failed.points == score
    assert game.state.marks[0] == () and game.state.scores == (score, 0)  # T3: it may fall below 0


def test_t10_a_third_mark_is_never_judged_on_the_cards_that_lie_there_now() -> None:
    game = begun()
    trio = sets.find_sets(game.state.table)[0]
    facts(game, 0, Select(trio), 1000)
    game.fold(game.decide(1, Lose(), 1040))  # and whoever drops and comes back is told so too
    game.fold(game.decide(1, Find(), 1060))
    late = refusal(game, 1, Select(trio), 1080)
    assert (late.code, late.ruling, late.detail["by_ms"], late.detail["seat"]) == ("too_late", "T10", 80, 0)
    assert refusal(game, 1, Select(game.state.stock[:1])).code == "not_on_table"


@pytest.mark.parametrize(
    ("seat", "chosen", "code"),
    [
        (0, "1111 1111 1112", "same_card_twice"),
        (0, "3333", "not_on_table"),
        (0, "", "unchanged"),
        (None, "1111 1112 1113", "watching"),
        (7, "1111 1112 1113", "watching"),
    ],
)
def test_a_select_that_means_nothing_is_refused(seat: int | None, chosen: str, code: str) -> None:
    """Never points, and the table is as it was."""
    assert refusal(lay(begun(), cards(TWO_APART)), seat, Select(cards(chosen))).code == code


@pytest.mark.parametrize(
    "wrong", [b'{"t":"trios.select","cards":[1,2,3,4]}', b'{"t":"trios.select","cards":["x"]}', b"7"]
)
def test_a_wish_of_the_wrong_form_is_no_wish(wrong: bytes) -> None:
    import msgspec

    with pytest.raises(msgspec.ValidationError):
        match.action_decoder("trios").decode(wrong)


# --------------------------------------------------------------------------------------------------- call tables


def test_t8_a_call_gives_ten_seconds_and_a_set_scores() -> None:
    game = lay(begun(mode="call"), cards(TWO_APART))
    assert refusal(game, 0, Select(cards("1111"))).code == "call_first"
    [called] = facts(game, 0, Call(), 1000)
    assert called.until == 11_000 == game.deadline()
    assert refusal(game, 1, Call(), 1000).code == "call_on" and refusal(game, 1, Select(())).code == "call_on"
    assert refusal(game, 0, Call()).code == "your_call"
    facts(game, 0, Select(cards("1111 2221")), 2000)
    facts(game, 0, Select(cards("1111")), 3000)  # deselecting is free
    facts(game, 0, Select(cards("1111 1112 1113")), 10_999)  # the third card decides, in time before 10.000 s
    assert game.state.scores == (3, 0) and game.state.call is None and game.deadline() is None
    facts(game, 0, Call(), 11_000)  # the caller included, all can call again


def test_t8_a_wrong_set_and_time_up_cost_two() -> None:
    game = lay(begun(mode="call"), cards(TWO_APART))
    facts(game, 0, Call(), 0)
    [failed] = facts(game, 0, Select(cards("1111 1112 2221")), 500)
    assert failed.points == -2 and game.state.call is None
    facts(game, 1, Call(), 600)
    facts(game, 1, Select(cards("1111 1112")), 700)
    assert (
        refusal_after(game, 1, Select(cards("1111 1112 1113")), 10_600) == "call_first"
    )  # G7: at the deadline it is late
    assert isinstance(game.records[-1].events[0], CallEnded) and game.records[-1].at == 10_600
    assert game.state.scores == (-2, -2) and game.state.marks == ((), ())


def refusal_after(game: Match, seat: int, wish: core.Action, at: int) -> str:
    game.advance(at)
    return refusal(game, seat, wish, at).code


@pytest.mark.parametrize("wish", [core.Away(), match.Lose(), match.Leave()])
def test_t8_a_caller_who_goes_away_lets_go_and_pays(wish: core.Action) -> None:
    game = lay(begun(3, mode="call"), cards(TWO_APART))
    facts(game, 1, Call(), 0)
    ended = facts(game, 1, wish, 400)[0]
    assert (ended.reason, ended.points) == ("away", -2) and game.state.call is None
    assert refusal(game, 0, core.Away()).code == "nothing_to_release"


def test_t8_a_call_that_the_end_of_the_game_cut_off_has_nothing_to_let_go() -> None:
    game = begun(mode="call")
    facts(game, 0, Call(), 0)
    facts(game, 1, match.Leave(), 100)  # G5a: the caller is the only one left
    assert game.state.ended and list(trios.moves(game.view(0))) == []
    assert refusal(game, 0, core.Away()).code == "over"


def test_t8_a_caller_who_drops_in_a_pause_lets_go_at_once() -> None:
    game = lay(begun(mode="call"), cards(TWO_APART))
    facts(game, 0, Call(), 0)
    facts(game, 1, match.Pause(), 100)
    facts(game, 0, match.Lose(), 100)
    assert game.state.call is None and game.state.scores == (-2, 0)


def test_t8a_nobody_calls_at_a_mark_table() -> None:
    refused = refusal(begun(), 0, Call())
    assert (refused.code, refused.ruling) == ("no_calls", "T8a")


# ---------------------------------------------------------------------------------------------------------- hints


def test_t6_a_hint_shows_a_card_of_a_set_and_further_ones_cost_again() -> None:
    """It stays, it names its price, and goes when its set is no more."""
    game = begun(2)
    shown: tuple[int, ...] = ()
    for paid in (1, 2, 3):
        [hinted] = facts(game, 0, Hint())
        assert len(hinted.shown) == paid and set(shown) < set(hinted.shown)
        shown = hinted.shown
        assert game.state.scores == (-paid, 0) and game.view(0).hint == shown
        assert game.view(1).hint == game.view(None).hint == ()
    assert sets.is_set(*shown)
    assert refusal(game, 0, Hint()).code == "all_shown"
    facts(game, 1, Select(shown))
    assert game.view(0).hint == () and not game.view(0).can["hint"].no


def test_t6_online_only_the_one_who_paid_is_told() -> None:
    game = begun(2)
    [hinted] = facts(game, 0, Hint())
    assert hinted.seen_by(0) == Hinted(0, -1, hinted.shown)
    assert hinted.seen_by(1) == hinted.seen_by(None) == Hinted(0, -1)


def test_t6_each_seat_has_its_own_lot() -> None:
    different = 0
    for seed in range(40):
        game = begun(2, seed=str(seed))
        facts(game, 0, Hint())
        facts(game, 1, Hint())
        different += game.view(0).hint != game.view(1).hint
    assert different > 20


def test_t6_hints_rest_while_a_call_is_on_and_can_be_switched_off() -> None:
    game = begun(mode="call")
    facts(game, 1, Call())
    assert refusal(game, 0, Hint()).code == "hints_rest"
    assert refusal(begun(hints=False), 0, Hint()).code == "no_hints"


# ------------------------------------------------------------------------------------------------- the answer key


@given(st.integers(0, 10**6), st.sampled_from(["mark", "call"]))
def test_what_one_can_do_is_the_same_with_and_without_a_set(seed: int, mode: str) -> None:
    game = begun(seed=str(seed), mode=mode)
    bare = replace(game.state, table=cards(NO_SET))
    for seat in (0, 1, None):
        assert trios.view(bare, seat).can == trios.view(game.state, seat).can


# ------------------------------------------------------------------------- what is common to all games, tried on Trios


def test_all_begin_together_after_the_countdown() -> None:
    game = Match.begin("trios", [Player()] * 2, Options(), "seed", 0)
    assert game.view(0).phase == "countdown" and game.view(0).table == () and game.deadline() == 3000
    assert refusal(game, 0, Select(())).code == "not_begun"
    game.advance(3000)
    assert game.view(0).phase == "play" and len(game.view(0).table) == 12
    assert Match.begin("trios", [Player()], Options(), "seed", 0).view(0).phase == "play"  # nobody to wait for


def test_g6_a_pause_covers_the_cards_and_rests_the_clocks_until_all_are_ready() -> None:
    game = begun(3, mode="call")
    facts(game, 0, Call(), 4000)
    facts(game, 1, match.Pause(), 6000)
    view = game.view(0)
    assert set(view.table) == {core.FACE_DOWN} and game.deadline() is None
    assert refusal(game, 0, Select(())).code == "paused" == refusal(game, 2, match.Pause()).code
    facts(game, 0, match.Ready(), 6000)
    assert refusal(game, 0, match.Ready()).code == "unchanged"
    facts(game, 1, match.Ready(), 6000)
    assert game.state.paused
    facts(game, 2, match.Ready(), 6000)
    assert not game.state.paused and game.deadline() == 14_000
    assert refusal(game, 0, match.Ready()).code == "not_paused"


def test_g5_an_absent_seat_is_skipped_after_the_grace_and_comes_back() -> None:
    game = begun(3)
    facts(game, 0, match.Pause())
    facts(game, 0, match.Ready())
    facts(game, 1, match.Ready())
    game.fold(game.decide(2, match.Lose(), 1000, wall=50_000))
    with pytest.raises(Illegal) as early:
        game.decide(0, match.Skip(2), 1000, wall=89_999)
    assert (early.value.code, early.value.detail["wait_ms"]) == ("grace", 1)
    game.fold(game.decide(0, match.Skip(2), 1000, wall=90_000))
    assert not game.state.paused and game.common.skipped == {2}
    assert refusal(game, 0, match.Skip(1)).code == "not_absent"
    facts(game, 2, match.Find())
    assert not game.common.skipped and not game.common.gone


def test_g5_a_computer_player_sits_in_until_the_owner_is_back() -> None:
    game = begun(2)
    game.fold(game.decide(1, match.Lose(), 1000, wall=0))
    game.fold(game.decide(0, match.SeatComputer(1, "hard"), 1000, wall=40_000))
    assert game.controller(1) == "hard" and game.controller(0) is None
    facts(game, 1, match.Find())
    assert game.controller(1) is None


def test_g5a_who_leaves_can_not_win_and_the_last_one_does() -> None:
    game = lay(begun(3), cards(TWO_APART))
    facts(game, 2, Select(cards("1111 1112 1113")))
    facts(game, 2, match.Leave())
    assert game.view(2).can["select"].no == "watching" and refusal(game, 2, Select(())).code == "watching"
    [*_, ended] = facts(game, 1, match.Leave())
    assert ended.places == ((0,), (2,), (1,)) and ended.reason == "left"


def test_g6_computer_players_are_always_ready() -> None:
    game = Match.begin("trios", [Player(), Player("computer", "easy")], Options(countdown=0), "seed", 0)
    facts(game, 0, match.Pause())
    facts(game, 0, match.Ready())
    assert not game.state.paused


@pytest.mark.parametrize("seats", [0, 9])
def test_g4_too_many_seats_or_none_are_refused(seats: int) -> None:
    with pytest.raises(Illegal, match="seats"):
        Match.begin("trios", [Player()] * seats, Options(), "seed", 0)


def test_every_refusal_of_the_engine_is_provoked_here() -> None:
    """The codes in the source of the game and the match are the codes that these tests name."""
    raised: set[object] = set()
    for module in (trios, match):
        for call in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("Illegal", "Can"):
                raised |= {
                    part.value for arg in call.args[:1] for part in ast.walk(arg) if isinstance(part, ast.Constant)
                }
    tests = ast.walk(ast.parse(Path(__file__).read_text()))
    assert raised and raised <= {node.value for node in tests if isinstance(node, ast.Constant)}
