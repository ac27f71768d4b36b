"""What the search has to say about a view of Triology: its position, the turn found as wishes, and hints.

Everything here sees a seat's view only, so no advice can tell what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercet.engine import triology_search as search
from tercet.engine import triology_words as game
from tercet.engine.core import Action, Card
from tercet.engine.triology_cards import candidates, is_hands_off, value

HINT_NODES = 3_000  # a hint is judged where others wait, so it may miss a steal that takes long to find


def position(view: game.View) -> search.Position:
    """What a seat has and sees in its turn, while no steal is open."""
    assert view.seat is not None
    return search.Position(
        hand=view.hand,
        own=tuple(map(_laid, view.sets[view.seat])),
        rivals=tuple(_laid(one) for seat, laid in enumerate(view.sets) if seat != view.seat for one in laid),
        pile=view.pile,
        drawn=view.drawn != "",
        required=view.picked,
        stolen=game.stolen(view.steps),
        level=view.options.level,
    )


def _laid(laid: game.Laid) -> search.Laid:
    return search.Laid(laid.cards, laid.guard is not None)


def wishes(view: game.View, steps: Sequence[search.Step], now: game.View | None = None) -> list[Action]:
    """The wishes that make these steps from this view on, of which some may be done by `now`.

    A set that is laid on the way has the number that it got, or will get if nothing else is laid before.
    """
    number = {one.cards: one.id for seen in (view, now or view) for laid in seen.sets for one in laid}
    made: list[Action] = []
    following = (now or view).next
    for step in steps:
        match step:
            case search.Draw():
                made.append(game.Draw())
            case search.PickUp(card=card):
                made.append(game.PickUp(card))
            case search.Steal(cards=trio):
                made.append(game.Steal(number[trio]))
            case search.Open(cards=trio):
                made.append(game.Open(number[trio]))
            case search.Meld(trio, groups):
                made.append(game.Meld(trio, groups))
                if trio not in number:
                    number[trio], following = following, following + 1
            case search.Protect(card, trio):
                made.append(game.Protect(card, number[trio]))
            case search.Discard(card) if card is not None:
                made.append(game.Discard(card))
    return made


def hint(view: game.View) -> tuple[game.HintKind, tuple[Card, ...]]:
    """What can be done now: lay a set, steal one, or pick a card up for one; with the cards of it."""
    if view.caddies:
        return _hint_in_a_steal(view)
    turn = search.best_turn(position(view), steal=1, open_own=1, nodes=HINT_NODES)
    for step in turn.steps:
        match step:
            case search.Meld(trio) | search.Steal(cards=trio):
                return ("meld" if isinstance(step, search.Meld) else "steal"), trio
            case search.PickUp(card=card):
                return "pick_up", (card,)
    return "nothing", ()


def _hint_in_a_steal(view: game.View) -> tuple[game.HintKind, tuple[Card, ...]]:
    """A set that is worth most of those that may be laid now, one with cards on caddies before others."""
    on_caddies = [caddy.card for caddy in view.caddies if caddy.used is None]
    hand = [card for card in view.hand if not is_hands_off(card)]
    stolen = game.stolen(view.steps)
    three = [
        trio
        for trio in candidates([*on_caddies, *hand])
        if not stolen.issuperset(trio) and (view.picked is None or view.picked in trio)
    ]
    best = max(three, key=lambda trio: (sum(c in on_caddies for c in trio), sum(map(value, trio))), default=())
    return ("meld" if best else "nothing"), best
