"""The suite itself: a right toy game passes, and each planted fault is found."""

from collections.abc import Container, Iterable, Iterator

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from tercet.engine import GAMES, core
from tercet.engine.chance import Chance
from tercet.engine.core import Seat
from tests.engine import toy
from tests.engine.conformance import Subject, play, play_out


def permute(state: toy.State, seat: Seat | None, chance: Chance, keep: Container[int]) -> toy.State:
    """Mix the stock and all hands but the viewer's, leaving some cards where they are."""
    hidden = [*state.stock, *(card for other, hand in enumerate(state.hands) if other != seat for card in hand)]
    moving = [card for card in hidden if card not in keep]
    to = dict(zip(moving, chance.shuffled(moving), strict=True))
    hands = [
        hand if other == seat else tuple(to.get(card, card) for card in hand) for other, hand in enumerate(state.hands)
    ]
    return replace(state, stock=tuple(to.get(card, card) for card in state.stock), hands=tuple(hands))


def cards_in(event: core.Event) -> Iterable[int]:
    card = getattr(event, "card", None)
    return getattr(event, "stock", ()) if card is None else [card]


SUBJECT = Subject(
    game="toy",
    options=st.just(toy.Options()),
    zones=lambda state: {
        "stock": state.stock,
        "shown": state.shown,
        **{f"hand {i}": h for i, h in enumerate(state.hands)},
    },
    deck=lambda state: toy.DECK,
    permute=permute,
    cards_in=cards_in,
    cards_seen=lambda view: (*view.hand, *view.shown),
    wild=st.just(toy.Draw()) | st.builds(toy.Show, st.integers(-1, 7)) | st.just(core.Away()),
)


@pytest.fixture(autouse=True)
def the_toy() -> Iterator[None]:
    GAMES["toy"] = toy.__name__
    yield
    toy.FAULT = ""
    del GAMES["toy"]


def test_a_right_game_passes() -> None:
    play(SUBJECT)
    assert play_out(SUBJECT, 1, 3, toy.Options()).state.ended.reason in ("all_shown", "time")


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("leaky view", "leaks hidden cards"),
        ("leaky event", "tells .* of cards it never sees|leak hidden cards"),
        ("lost card", "a card is lost"),
        ("unoffered move", "is offered to .* but refused"),
    ],
)
def test_each_planted_fault_is_found(fault: str, found: str) -> None:
    toy.FAULT = fault
    with pytest.raises(AssertionError, match=found):
        play(SUBJECT, shrink=False)
