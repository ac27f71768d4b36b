"""The conformance suite over every game of the house, and whole games by lot."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Container, Iterable
from typing import Any

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tercet.engine import GAMES, core, grid, load, sets, trios, triple3
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

SUBJECTS = {"trios": TRIOS, "triple3": TRIPLE3}
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
