"""Hands of Triology by lot: what holds after whatever is done."""

from __future__ import annotations

from collections.abc import Iterator

from tercet.engine import core, triology
from tercet.engine import triology_cards as deck
from tercet.engine.chance import Chance
from tercet.engine.match import Match
from tercet.engine.triology import Discard, Draw, GiveBack, Meld, Open, PickUp, Protect, State, Steal, TakeBack
from tests.engine.triology_matches import begun, lying, undone


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
