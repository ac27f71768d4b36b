"""How a hand and a match of Triology end: every test names the ruling it holds the game to."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tercet.engine import core, match, triology
from tercet.engine.triology import Dealt, Discard, Draw, Steal, TakeBack, TurnBegan
from tests.engine.triology_matches import (
    GREEN,
    ONE,
    PURPLE,
    RED,
    arranged,
    begun,
    card,
    cards,
    do,
    kinds,
    lying,
    out,
    refusal,
    why,
)


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
