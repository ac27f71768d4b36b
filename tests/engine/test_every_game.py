"""The conformance suite over every game of the house, and whole games by lot."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Container, Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tercet.engine import GAMES, core, grid, load, sets, triology, triology_cards, trios, triple3
from tercet.engine.chance import Chance
from tercet.engine.core import Event, Seat
from tests.engine.conformance import Subject, play, play_out


def trios_permute(state: trios.State, seat: Seat | None, chance: Chance, keep: Container[int]) -> trios.State:
    """Mix the stock but the cards to keep, and of hints what a viewer does not see yet."""
    moving = [card for card in state.stock if card not in keep]
    to = dict(zip(moving, chance.shuffled(moving), strict=True))
    hints = tuple(_other_hint(hint, owner == seat, chance) for owner, hint in enumerate(state.hints))
    return replace(state, stock=tuple(to.get(card, card) for card in state.stock), hints=hints)


def _other_hint(hint: trios.HintOn | None, mine: bool, chance: Chance) -> trios.HintOn | None:
    if hint is None:
        return None
    shown = hint.trio[: hint.shown] if mine else ()
    return trios.HintOn((*shown, *chance.shuffled([card for card in hint.trio if card not in shown])), hint.shown)


def trios_zones(state: trios.State) -> dict[str, Iterable[int]]:
    taken = [card for card, gone in state.removed.items() if gone.seat is not None]
    return {"table": trios.open_cards(state.table), "stock": state.stock, "taken": taken}


def trios_cards(event: Event) -> Iterable[int]:
    names = ("cards", "dealt", "table", "stock", "shown", "trio")
    return [card for name in names for card in getattr(event, name, ())]


def trios_good(view: trios.View) -> Iterable[core.Action]:
    """The sets that lie open, if the seat may select; their answer is found, the moves offered hold many more."""
    if view.seat is not None and not view.can["select"].no:
        for trio in sets.find_sets(trios.open_cards(view.table)):
            yield trios.Select(trio)
    elif not view.can["call"].no:
        yield trios.Call()


TRIOS = Subject(
    game="trios",
    options=st.builds(
        trios.Options,
        deck=st.sampled_from(["full", "easy"]),
        mode=st.sampled_from(["mark", "call"]),
        hints=st.booleans(),
        penalty=st.booleans(),
        countdown=st.integers(0, 10),
    ),
    zones=trios_zones,
    deck=lambda state: trios.DECKS[state.options.deck] if state.table else (),
    permute=trios_permute,
    cards_in=trios_cards,
    cards_seen=lambda view: trios.open_cards(view.table),
    wild=st.builds(trios.Select, st.lists(st.integers(-1, 81), max_size=3).map(tuple))
    | st.sampled_from([trios.Call(), trios.Hint(), core.Away()]),
    good=trios_good,
    same=lambda action, view: frozenset(action.cards) if isinstance(action, trios.Select) else action,
    by_lot=(trios.Dealt, trios.Exchanged, trios.Hinted),
    longest=4000,
)


def triple3_permute(state: triple3.State, seat: Seat | None, chance: Chance, keep: Container[int]) -> triple3.State:
    """Mix all piles and every hand but the viewer's, leaving some cards where they are."""
    rivals = [hand for owner, hand in enumerate(state.hands) if owner != seat]
    moving = [card for zone in (*state.piles, *rivals) for card in zone if card not in keep]
    to = dict(zip(moving, chance.shuffled(moving), strict=True))

    def mixed(zone: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(to.get(card, card) for card in zone)

    hands = tuple(hand if owner == seat else mixed(hand) for owner, hand in enumerate(state.hands))
    return replace(state, piles=tuple(map(mixed, state.piles)), hands=hands)


def triple3_zones(state: triple3.State) -> dict[str, Iterable[int]]:
    zones = {"stacks": state.stacks, "piles": state.piles, "hands": state.hands}
    return {f"{name} {i}": zone for name, all_of in zones.items() for i, zone in enumerate(all_of)}


def triple3_cards(event: Event) -> Iterable[int]:
    match event:
        case triple3.Dealt():
            tops = list(event.grid)
            for card, cell in event.surplus:
                tops[cell] = card  # what it covers is public, though no view names it (G2)
            return [*tops, *(card for pile in event.piles for card in pile)]
        case triple3.Drew() | triple3.Played():
            return [] if event.card is None else [event.card]
    return []  # a round's end shows all cards to all (G2)


def triple3_same(action: core.Action, view: triple3.View) -> core.Action:
    """X7: a property is named only where the players must."""
    idle = isinstance(action, triple3.Play) and not view.options.name_property
    return replace(action, value=None) if idle else action


TRIPLE3 = Subject(
    game="triple3",
    options=st.builds(
        triple3.Options,
        rounds=st.sampled_from(["single", "match"]),
        name_property=st.booleans(),
        stops=st.integers(0, 4),
        handicap=st.sampled_from([(), (3,)]),
    ),
    zones=triple3_zones,
    deck=lambda state: grid.CARDS if state.round else (),
    permute=triple3_permute,
    cards_in=triple3_cards,
    cards_seen=lambda view: (*view.grid, *view.hand),
    wild=st.builds(triple3.Play, st.integers(-1, 64), st.integers(0, 8), st.none() | st.integers(0, 11))
    | st.sampled_from([triple3.Draw(), triple3.NothingFits(), core.Away()]),
    same=triple3_same,
    good=lambda view: [move for move in triple3.moves(view) if not isinstance(move, triple3.NothingFits)],
    by_lot=(triple3.Dealt, triple3.RoundEnded),
    longest=4000,
)


def triology_permute(state: triology.State, seat: Seat | None, chance: Chance, keep: Container[int]) -> triology.State:
    """Mix the stock and what never lay open of every hand but the viewer's, leaving some cards where they are."""
    zones = [state.stock, *(hand for owner, hand in enumerate(state.hands) if owner != seat)]
    moving = [card for zone in zones for card in zone if card not in state.shown and card not in keep]
    quick = Random(chance.random())  # a hundred cards, for every viewer after every step
    to = dict(zip(moving, quick.sample(moving, len(moving)), strict=True))

    def mixed(zone: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(to.get(card, card) for card in zone)

    hands = tuple(hand if owner == seat else mixed(hand) for owner, hand in enumerate(state.hands))
    return replace(state, stock=mixed(state.stock), hands=hands)


def triology_zones(state: triology.State) -> dict[str, Iterable[int]]:
    laid = [card for sets in state.sets for one in sets for card in (*one.cards, one.guard) if card is not None]
    hands = {f"hand {seat}": hand for seat, hand in enumerate(state.hands)}
    on_caddies = triology.on_caddies(state.caddies)
    return {"stock": state.stock, "pile": state.pile, "sets": laid, "caddies": on_caddies, **hands}


def triology_cards_in(event: Event) -> Iterable[int]:
    match event:
        case triology.Dealt() | triology.HandEnded():
            first = [event.first, *event.stock] if isinstance(event, triology.Dealt) else []
            return [*first, *(card for hand in event.hands for card in hand)]
        case triology.DrewCard() | triology.Protected() | triology.Discarded():
            return [] if event.card is None else [event.card]
        case triology.Renewed():
            return event.stock
        case triology.PickedUp() | triology.Melded() | triology.TookBack() | triology.Hinted():
            return event.cards
    return []


def triology_cards_seen(view: triology.View) -> Iterable[int]:
    laid = [card for sets in view.sets for one in sets for card in (*one.cards, one.guard) if card is not None]
    told = view.last.hands if view.last else ()
    return [*view.hand, *view.pile, *laid, *(caddy.card for caddy in view.caddies), *(c for hand in told for c in hand)]


def triology_same(action: core.Action, view: triology.View) -> Any:
    """A set is the same in every order of its cards; its only reading need not be named (Y3)."""
    if not isinstance(action, triology.Meld) or len(set(action.cards)) < 3:
        return action
    held = all(0 <= card < triology_cards.CARDS for card in action.cards)
    readings = triology_cards.readings(action.cards) if held else []
    groups = readings[0] if action.groups is None and len(readings) == 1 else action.groups
    return action if groups is None else frozenset(zip(action.cards, groups, strict=True))


def triology_good(view: triology.View) -> Iterable[core.Action]:
    """Sets before discards, a hint now and then; who has nothing else takes back."""
    moves = list(triology.moves(view))
    if not view.can["hint"].no and view.hint is None:
        moves.append(triology.Hint())
    found = [move for move in moves if isinstance(move, triology.Meld)]
    away = (triology.TakeBack, triology.GiveBack, triology.PickUp)
    return found or [move for move in moves if not isinstance(move, away)] or moves


cards_wild = st.integers(-1, triology_cards.CARDS)
numbers_wild = st.integers(-1, 20)
three = st.tuples(cards_wild, cards_wild, cards_wild)

TRIOLOGY = Subject(
    game="triology",
    options=st.builds(
        triology.Options,
        level=st.sampled_from(["beginner", "triology", "master", "master"]),
        timed=st.booleans(),
        turn=st.sampled_from([20, 180]),
        target=st.sampled_from([10, 100]),
        extensions=st.booleans(),
        handed=st.sampled_from([(), (0,)]),
        hints=st.booleans(),
    ),
    zones=triology_zones,
    deck=lambda state: triology_cards.deck(state.options.level) if state.deal else (),
    permute=triology_permute,
    cards_in=triology_cards_in,
    cards_seen=triology_cards_seen,
    wild=st.builds(triology.PickUp, cards_wild)
    | st.builds(triology.Meld, three, st.none() | three)
    | st.builds(triology.Steal, numbers_wild)
    | st.builds(triology.Open, numbers_wild)
    | st.builds(triology.Protect, cards_wild, numbers_wild)
    | st.builds(triology.Discard, cards_wild)
    | st.sampled_from([triology.Draw(), triology.TakeBack(), triology.GiveBack(), core.Away()]),
    same=triology_same,
    good=triology_good,
    by_lot=(triology.Dealt,),
    by_hand=(triology.PickUp,),
    longest=20_000,
)

SUBJECTS = {"trios": TRIOS, "triple3": TRIPLE3, "triology": TRIOLOGY}
games = pytest.mark.parametrize("game", GAMES)


def test_every_game_has_a_subject() -> None:
    assert SUBJECTS.keys() == GAMES.keys()


@games
def test_it_conforms(game: str) -> None:
    play(SUBJECTS[game])


@pytest.mark.soak
@games
def test_it_conforms_at_length(game: str) -> None:
    play(SUBJECTS[game], examples=2000, steps=100)


@games
def test_whole_games_by_lot_end(game: str) -> None:
    subject = SUBJECTS[game]
    for seed in range(6):
        seats = load(game).SEATS[seed % len(load(game).SEATS)]
        assert _lot(subject, seed, seats).state.ended


def _lot(subject: Subject, seed: int, seats: int) -> Any:
    return play_out(subject, seed, seats, load(subject.game).Options())


LOG = """
import hashlib
from tests.engine.test_every_game import SUBJECTS, _lot
from tercet.engine.core import encode
log = _lot(SUBJECTS["{game}"], 7, 2).records
print(hashlib.sha256(b"".join(map(encode, log))).hexdigest())
"""


@games
def test_a_seed_deals_the_same_in_every_process(game: str) -> None:
    logs = {
        subprocess.run(
            [sys.executable, "-c", LOG.format(game=game)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True, check=True, text=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(logs) == 1 and len(logs.pop().strip()) == 64
