"""Triple³ by its rules: every test names the ruling it holds the game to."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tercet.engine import core, grid, match, triple3
from tercet.engine.chance import Chance
from tercet.engine.core import Illegal
from tercet.engine.match import Match, Player
from tercet.engine.triple3 import Draw, NothingFits, Options, Play, Played, RoundEnded

EXAMPLE = json.loads((Path(__file__).parents[1] / "data/triple3.json").read_text())


def card(code: str) -> int:
    """A card by its code: colour R B P Y, waves 0-3, shape C D U S."""
    return "RBPY".index(code[0]) * 16 + "CDUS".index(code[2]) * 4 + int(code[1])


GRID = [card(code) for code in EXAMPLE["grid"]]
cells = st.lists(st.sampled_from(grid.CARDS), min_size=9, max_size=9, unique=True)


def begun(seats: int = 2, seed: str = "seed", **options: Any) -> Match:
    game = Match.begin("triple3", [Player()] * seats, Options(**options), seed, 0)
    game.advance(3000)
    return game


def lay(
    game: Match, hands: Sequence[Sequence[str]], piles: Sequence[Sequence[str]] = (), on: Sequence[int] = ()
) -> Match:
    """The rulebook's grid and these hands and piles; the other cards lie under the first cell's."""
    held = [[card(code) for code in zone] for zone in (*hands, *piles)]
    shown = list(on) or GRID
    used = {*shown, *(c for zone in held for c in zone)}
    stacks: list[tuple[int, ...]] = [(c,) for c in shown]
    stacks[0] = (*(c for c in grid.CARDS if c not in used), shown[0])
    n = game.state.seats
    rows = [tuple(zone) for zone in held] + [()] * (2 * n - len(held))
    game.state = replace(game.state, stacks=tuple(stacks), hands=tuple(rows[:n]), piles=tuple(rows[n : 2 * n]))
    return game


def refusal(game: Match, seat: int, wish: core.Action, at: int = 5000) -> Illegal:
    with pytest.raises(Illegal) as refused:
        game.decide(seat, wish, at)
    return refused.value


# ----------------------------------------------------------------------------------------------- what may be covered


def test_x6_the_rulebooks_example_says_what_each_cell_can_be_covered_by() -> None:
    for cell, mask in enumerate(grid.coverable(GRID)):
        words = {grid.VALUES[value] for value in grid.values(mask)}
        assert words == set(EXAMPLE["coverable_by"][str(cell + 1)]), cell + 1


@pytest.mark.parametrize(("code", "fits"), EXAMPLE["card_may_go_on"].items())
def test_x6_where_a_card_may_go_in_the_example(code: str, fits: list[int]) -> None:
    assert [cell + 1 for cell in grid.CELLS if grid.formed(GRID, card(code), cell)] == fits
    game = lay(begun(), [[code], ["R1S"]], [["Y3D"], ["Y3S"]])
    for cell in grid.CELLS:
        if cell + 1 in fits:
            assert isinstance(game.decide(0, Play(card(code), cell), 5000).events[0], Played)
        else:
            assert refusal(game, 0, Play(card(code), cell)).code == "no_fit"


@given(cells, st.sampled_from(grid.CARDS), st.sampled_from(grid.CELLS))
def test_x6_masks_agree_with_the_rule_as_it_is_told(tops: list[int], new: int, cell: int) -> None:
    def has(which: int, value: str) -> bool:
        words = (grid.VALUES[which // 16], grid.VALUES[4 + which // 4 % 4], grid.VALUES[8 + which % 4])
        return value in words

    expected = {
        value
        for line in grid.LINES
        if cell in line
        for value in grid.VALUES
        if all(has(tops[other], value) for other in line if other != cell)
        and has(new, value)
        and not has(tops[cell], value)
    }
    assert {grid.VALUES[value] for value in grid.formed(tops, new, cell)} == expected


def test_x6_a_refusal_says_what_was_looked_at() -> None:
    detail = refusal(lay(begun(), [["B2C"], ["R1S"]]), 0, Play(card("B2C"), 1)).detail
    circle, one = grid.VALUES.index("circle"), grid.VALUES.index("1")
    assert {"cells": [2, 0], "shared": [0, circle], "there": [circle]} in detail["lines"]  # circle is there already
    assert {"cells": [4, 7], "shared": [circle, one], "there": [circle]} in detail["lines"]


# ------------------------------------------------------------------------------------------------------------ the deal


@pytest.mark.parametrize(("seats", "deal"), EXAMPLE["deal"].items())
def test_x3_the_deal_for_each_number_of_seats(seats: str, deal: dict[str, int]) -> None:
    """Each seat has as many, the surplus lies on the grid, and it is 64 cards."""
    for seed in range(1000):
        state = begun(int(seats), str(seed)).state
        assert [len(pile) for pile in state.piles] == [deal["each"]] * int(seats)
        assert sum(map(len, state.stacks)) == 9 + deal["surplus"]
        assert lying(state) == list(grid.CARDS)


def lying(state: triple3.State) -> list[int]:
    """All cards, wherever they lie, sorted."""
    return sorted(c for zone in (*state.stacks, *state.piles, *state.hands) for c in zone)


class FirstDead(Chance):
    """Chance whose first shuffle lays a grid that no card fits: in every line each property is all alike or differs."""

    def shuffled(self, things: Sequence[Any]) -> list[Any]:
        deck = super().shuffled(things)
        if not hasattr(self, "seen"):
            self.seen = dead = [card(f"R{number}{shape}") for shape in "CDU" for number in range(3)]
            deck = [c for c in deck if c not in dead] + dead
        return deck


def test_x3_a_grid_that_no_card_fits_is_dealt_anew() -> None:
    chance = FirstDead("seed")
    [_, dealt, _] = triple3.setup(1, Options(), chance)
    assert not grid.any_fits(chance.seen, grid.CARDS)
    assert isinstance(dealt, triple3.Dealt) and sorted(dealt.grid) != sorted(chance.seen)
    assert grid.any_fits(dealt.grid, dealt.piles[0])


def test_every_card_lies_in_one_place_after_every_move() -> None:
    """Rounds by lot from 1,000 seeds, with one to six seats."""
    for seed in range(1000):
        chance, game = Chance("moves", seed), begun(1 + seed % 6, str(seed))
        while not game.state.ended:
            seat = chance.below(game.state.seats)
            if offered := [move for move in triple3.moves(game.view(seat)) if not isinstance(move, NothingFits)]:
                game.act(seat, chance.choice(offered), game.at + 100)
            assert lying(game.state) == list(grid.CARDS)


def test_x2_alone_all_cards_are_mine() -> None:
    assert len(begun(1).state.piles[0]) == 55


def test_x12_the_handicap() -> None:
    assert triple3.shares(2, (5,)) == [30, 25] and triple3.shares(3, ()) == [18, 18, 18]
    assert triple3.shares(4, (0, 0, 3, 1)) == [12, 12, 15, 13]
    with pytest.raises(Illegal, match="handicap"):
        triple3.shares(6, (30,))  # the others would get fewer than five
    assert triple3.shares(2, (5, 0, 0)) == [30, 25]  # seats that fell away at the start had none
    with pytest.raises(Illegal, match="handicap"):
        Match.begin("triple3", [Player()], Options(handicap=(1, 1)), "seed", 0)


# ---------------------------------------------------------------------------------------------------------- the play


def test_x4_nobody_draws_before_go() -> None:
    game = Match.begin("triple3", [Player()] * 2, Options(), "seed", 0)
    assert game.view(0).phase == "countdown" and refusal(game, 0, Draw(), 2999).code == "before_go"
    game.advance(3000)
    assert game.view(0).phase == "play"
    game.act(0, Draw(), 3000)
    assert len(game.view(0).hand) == 1 and game.view(1).hand == () and game.view(1).hands == (1, 0)


def test_x5_only_the_seat_sees_what_it_drew() -> None:
    game = begun()
    [drew] = game.act(0, Draw(), 4000).events
    assert drew.seen_by(0).card is not None and drew.seen_by(1).card is drew.seen_by(None).card is None
    empty = lay(begun(), [["B2C"], ["R1S"]])
    assert refusal(empty, 0, Draw()).code == "pile_empty"


def test_x8_the_second_of_two_plays_goes_back_to_the_hand_with_the_reason() -> None:
    """The first stays, the second learns what came first; the stack is one higher."""
    game = lay(begun(), [["B2C", "Y0D"], ["B2D", "Y3D"]])
    game.act(0, Play(card("B2C"), 3), 5000)  # blue is there now
    beaten = refusal(game, 1, Play(card("B2D"), 3), 5002)
    told = {"card": card("B2D"), "cell": 3, "seat": 0, "first": card("B2C"), "on": 3, "by_ms": 2}
    assert (beaten.code, beaten.ruling, beaten.detail) == ("beaten", "X8", told)
    assert game.state.hands[1] == (card("B2D"), card("Y3D")) and len(game.state.stacks[3]) == 2


def test_x8_a_play_that_still_fits_counts() -> None:
    game = lay(begun(), [["B2C", "Y0D"], ["R1S", "Y3D"]])
    game.act(0, Play(card("B2C"), 3), 5000)
    game.act(1, Play(card("R1S"), 1), 5001)
    assert [len(hand) for hand in game.state.hands] == [1, 1]


def test_x8_with_the_option_a_play_that_never_fitted_waits() -> None:
    game = lay(begun(wait=True), [["Y2S", "B2C"], ["R1S"]])
    [slip] = game.act(0, Play(card("Y2S"), 0), 5000).events
    assert slip.until == 7000 and card("Y2S") in game.state.hands[0]
    assert refusal(game, 0, Play(card("B2C"), 0), 6999).code == "waits"
    game.act(0, Play(card("B2C"), 0), 7000)


def test_x7_the_player_names_the_property_if_so_agreed() -> None:
    game = lay(begun(name_property=True), [["B2C", "Y0D"], ["R1S"]])
    blue, circle = grid.VALUES.index("blue"), grid.VALUES.index("circle")
    assert refusal(game, 0, Play(card("B2C"), 0)).code == "wrong_name"
    assert refusal(game, 0, Play(card("B2C"), 0, circle)).code == "wrong_name"
    [played] = game.act(0, Play(card("B2C"), 0, blue), 5000).events
    assert played.named == blue in played.formed


def test_x7_where_the_game_names_the_property_what_a_player_names_is_idle() -> None:
    game = lay(begun(), [["B2C", "Y0D"], ["R1S"]])
    [played] = game.act(0, Play(card("B2C"), 0, grid.VALUES.index("star")), 5000).events
    assert played.named is None and played.formed == (grid.VALUES.index("blue"),)


def test_a_card_that_is_not_in_the_hand_is_not_played() -> None:
    game = lay(begun(), [["B2C"], ["R1S"]])
    assert refusal(game, 0, Play(card("R1S"), 0)).code == "not_in_hand"


# ------------------------------------------------------------------------------------------------------------- Stop!


def test_x9_stop_covers_the_cards_and_a_countdown_follows() -> None:
    game = begun(stops=1)
    game.act(0, Draw(), 4000)
    game.act(1, match.Pause(), 5000)
    view = game.view(0)
    assert set(view.grid) == set(view.hand) == {core.FACE_DOWN} and view.stops == (0, 1)
    assert refusal(game, 0, Draw()).code == "paused" == refusal(game, 0, match.Pause()).code
    game.act(0, match.Ready(), 5000)
    game.act(1, match.Ready(), 5000)
    assert game.view(0).phase == "countdown" and game.deadline() == 8000
    assert refusal(game, 0, Draw(), 7999).code == "before_go"
    game.act(0, match.Pause(), 7000)  # during a countdown Stop! cancels it
    assert game.deadline() is None
    game.act(0, match.Ready(), 7000)
    game.act(1, match.Ready(), 7000)
    game.advance(10_000)
    assert game.view(0).phase == "play"
    assert refusal(game, 1, match.Pause()).code == "no_stops_left"


def go_on(game: Match, at: int) -> None:
    for seat in range(game.state.seats):
        game.act(seat, match.Ready(), at)


def test_x9_the_clock_of_a_round_rests_from_stop_to_go() -> None:
    game = begun(stops=9)
    assert game.view(None).began == 3000
    game.act(1, match.Pause(), 4000)
    go_on(game, 4000)
    game.act(1, match.Pause(), 5000)  # cancels the countdown
    go_on(game, 5000)
    game.advance(8000)
    view = game.view(None)
    assert (view.phase, view.went, view.began) == ("play", 8000, 7000)  # at 8000 the clock shows what it did at 4000
    for seat in (0, 1):
        game.act(seat, NothingFits(), 9500)
    assert game.state.last.after == 2500


# ----------------------------------------------------------------------------------------------------------- the end


def test_x10_the_last_card_wins() -> None:
    game = lay(begun(), [["B2C"], ["R1S", "Y3D"]])
    _, round_ended, ended = game.act(0, Play(card("B2C"), 0), 5000).events
    assert (round_ended.reason, round_ended.winners) == ("out", (0,)) and ended.places == ((0,), (1,))
    assert ended.scores == (0, -2) and game.view(None).last.hands[1] == (card("R1S"), card("Y3D"))  # G2


def test_x10_nobody_can_play_and_equal_counts_share() -> None:
    """What is left fits nowhere after the play; a pile is looked at like a hand."""
    tops = [*GRID[:2], card("B2C"), *GRID[3:]]
    idle = [c for c in grid.CARDS if c not in tops and not grid.any_fits(tops, [c])]
    codes = [f"{'RBPY'[c // 16]}{c % 4}{'CDUS'[c // 4 % 4]}" for c in idle[:2]]
    game = lay(begun(), [["B2C"], []], [codes[:1], codes[1:]])
    _, round_ended, ended = game.act(0, Play(card("B2C"), 2), 5000).events
    assert (round_ended.reason, round_ended.winners) == ("stuck", (0, 1))
    assert ended.places == ((0, 1),) and ended.scores == (-1, -1)


def test_x10_it_goes_on_while_a_card_face_down_would_fit() -> None:
    game = lay(begun(), [["B2C"], []], [["Y2S"], ["B2D"]])
    assert [type(event) for event in game.act(0, Play(card("B2C"), 2), 5000).events] == [Played]


def test_x10a_all_say_that_nothing_fits() -> None:
    game = begun(3)
    game.act(0, NothingFits(), 5000)
    assert refusal(game, 0, NothingFits()).code == "unchanged"
    game.act(1, NothingFits(), 5000)
    game.act(1, Draw(), 5001)  # a draw of its own cancels it
    assert game.state.said == {0}
    game.act(1, NothingFits(), 5002)
    events = game.act(2, NothingFits(), 5003).events
    assert events[1].reason == "said" and game.state.ended


def test_x10_a_skipped_seats_cards_count_as_unplayable() -> None:
    game = lay(begun(), [["Y2S"], ["B2C"]])
    game.fold(game.decide(1, match.Lose(), 5000, wall=0))
    record = game.decide(0, match.Skip(1), 5000, wall=40_000)
    assert [type(event) for event in record.events] == [match.Skipped, RoundEnded, core.Ended]


@pytest.mark.parametrize("rounds", ["single", "match"])
def test_x9_x10_who_is_skipped_during_a_stop_ends_the_round_at_the_go(rounds: str) -> None:
    game = lay(begun(rounds=rounds), [["Y2S"], ["B2C"]])
    game.act(1, match.Pause(), 5000)
    game.fold(game.decide(1, match.Lose(), 5000, wall=0))
    game.act(0, match.Ready(), 5000, wall=0)
    game.fold(game.decide(0, match.Skip(1), 5000, wall=40_000))
    assert game.view(0).phase == "countdown" and game.state.last is None
    game.advance(8000)
    [ended] = [event for event in game.records[-1].events if isinstance(event, RoundEnded)]
    assert ended.reason == "stuck" and ended.winners == (0, 1)
    assert (game.state.ended is None) == (rounds == "match") == (game.state.phase == "between" and not game.state.ended)


def test_x11_who_left_for_good_keeps_nobody_from_winning() -> None:
    game = begun(3, rounds="match")
    game.state = replace(game.state, chips=(3, 0, 4))
    game.act(2, match.Leave(), 4000)
    for seat in (0, 1):
        game.act(seat, NothingFits(), 5000)
    assert game.state.ended is not None and game.state.chips == (4, 1, 4)
    assert game.state.ended.places == ((0,), (1,), (2,))  # G5a


def test_x11_a_match_goes_to_four_chips() -> None:
    """The fourth chip counts however it was won."""
    game = begun(rounds="match")
    for chips in (1, 2, 3, 4):
        lay(game, [["B2C"], ["R1S", "Y3D"]])
        game.act(0, Play(card("B2C"), 0), game.at + 100)
        assert game.state.chips == (chips, 0)
        if chips < 4:
            assert game.view(0).phase == "between" and refusal(game, 0, Draw()).code == "round_over"
            game.act(0, match.Ready(), game.at)
            assert refusal(game, 0, match.Ready()).code == "unchanged"
            game.act(1, match.Ready(), game.at)
            assert game.view(0).phase == "countdown" and game.state.round == chips + 1
            game.advance(game.at + 3000)
    assert game.state.ended.places == ((0,), (1,)) and game.state.ended.scores == (4, 0)


def test_x11_when_several_reach_four_together_rounds_go_on() -> None:
    game = begun(rounds="match")
    game.state = replace(game.state, chips=(3, 3))
    for seat in (0, 1):
        game.act(seat, NothingFits(), 5000)
    assert game.state.chips == (4, 4) and game.state.ended is None


def test_x11_the_next_round_begins_by_itself() -> None:
    game = begun(rounds="match")
    for seat in (0, 1):
        game.act(seat, NothingFits(), 5000)
    game.advance(5000 + triple3.BETWEEN)
    assert game.view(0).phase == "countdown" and game.state.round == 2


# ---------------------------------------------------------------------------------------------------- large numbers


def test_what_each_seat_did_is_counted_for_all_to_see() -> None:
    game = lay(begun(), [["B2C", "Y0D"], ["R1S"]], [["Y3D"]])
    assert game.view(None).acts == (0, 0)
    game.act(0, Draw(), 4000)
    game.act(0, Play(card("B2C"), 0), 5000)
    game.act(1, NothingFits(), 6000)
    view = game.view(None)
    assert (view.acts, view.acted) == ((2, 1), (5000, 6000))
    assert view.since == (5000, *[0] * 8)


def _random_play(seed: int, seats: int) -> tuple[str, bool, int]:
    """A game in which all hold their whole pile: how it ended, whether shared, and how many plays it took."""
    chance, game = Chance("random play", seed), begun(seats, str(seed))
    for seat in range(seats):
        while game.state.piles[seat]:
            game.act(seat, Draw(), 3000)
    plays = 0
    while not game.state.ended:
        can = {s: [m for m in triple3.moves(game.view(s)) if isinstance(m, Play)] for s in range(seats)}
        seat = chance.choice([s for s, offered in can.items() if offered])
        game.act(seat, chance.choice(can[seat]), 3000)
        plays += 1
    return game.state.ended.reason, len(game.state.ended.places[0]) > 1, plays


def _shares(games: int) -> None:
    for seats, expected in ((2, 0.045), (3, 0.008), (4, 0.0035)):
        ends = [_random_play(seed, seats) for seed in range(games)]
        stuck = [end for end in ends if end[0] == "stuck"]
        deviation = (expected * (1 - expected) * games) ** 0.5
        # the published shares come from 2,000 games themselves: their own error is added
        assert abs(len(stuck) - expected * games) < 4 * (deviation**2 * (1 + games / 2000)) ** 0.5 + 1


def test_random_play_gets_stuck_as_often_as_published() -> None:
    _shares(60)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_random_play_gets_stuck_as_often_as_published_at_length() -> None:
    _shares(2000)
