"""What all games share: a computer's seat that a person takes over (G5a)."""

from __future__ import annotations

import pytest

from tercet.engine import GAMES, core, load, match
from tercet.engine.core import Illegal
from tercet.engine.match import Match, Player

PLAYERS = (Player(), Player("computer", "easy"), Player("computer", "hard"))


def begun(game: str) -> Match:
    """A match of a person and two computer players."""
    return Match.begin(game, PLAYERS, load(game).Options(), "seed", 0)


@pytest.mark.parametrize("game", GAMES)
def test_who_takes_over_a_computers_seat_has_all_that_is_its(game: str) -> None:
    played = begun(game)
    before = played.state
    record = played.act(1, match.TakeOver(), 10)
    assert record.events == (match.TakenOver(1),)
    assert [player.kind for player in played.common.players] == ["person", "person", "computer"]
    assert played.controller(1) is None and played.controller(2) == "hard"
    assert played.state == before  # cards and points belong to the seat
    again = Match.replay(game, "seed", played.records)
    assert core.encode([again.state, again.common]) == core.encode([played.state, played.common])


@pytest.mark.parametrize("game", GAMES)
def test_only_a_computers_seat_is_taken_over(game: str) -> None:
    played = begun(game)
    played.act(1, match.TakeOver(), 10)
    for seat in (0, 1, None):
        with pytest.raises(Illegal, match="unchanged"):
            played.act(seat, match.TakeOver(), 20)


@pytest.mark.parametrize("game", GAMES)
def test_after_a_pause_whoever_took_over_is_waited_for(game: str) -> None:
    """G6."""
    played = begun(game)
    played.act(0, match.Pause(), 10)
    played.act(1, match.TakeOver(), 20)
    played.act(0, match.Ready(), 30)
    assert played.state.paused
    played.act(1, match.Ready(), 40)
    assert not played.state.paused
