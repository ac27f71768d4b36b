"""Golden games are told as they were, and decided as they were."""

from pathlib import Path

import pytest

from tercet.engine import load
from tercet.engine.chance import commitment
from tercet.engine.match import Match
from tests import replays

golden = pytest.mark.parametrize("path", sorted(replays.FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)


def test_there_are_golden_games() -> None:
    assert {path.stem for path in replays.FOLDER.glob("*.jsonl")} >= replays.GAMES.keys()


@golden
def test_a_golden_game_folds_to_its_end(path: Path) -> None:
    """Facts are for ever: every later version tells them."""
    header, records = replays.read(path)
    match = Match.replay(header.game, header.seed, records)
    assert match.state.ended.scores == header.scores == match.state.scores
    assert match.common.commitment == commitment(header.seed)  # G3: anybody can check the deal


@golden
def test_a_golden_game_is_decided_again_as_it_was(path: Path) -> None:
    """Whoever changes a decision raises the rules' number."""
    header, records = replays.read(path)
    if records[0].events[0].rules != load(header.game).RULES:
        pytest.skip("decided by older rules")
    match = Match.replay(header.game, header.seed, records[:1])
    for record in records[1:]:
        again = match.decide(record.seat, record.action, record.at, record.wall, record.ref)
        assert again == record
        match.fold(record)
    levels, options = replays.GAMES[path.stem]
    started = Match.begin(header.game, match.common.players, options, header.seed, 0)
    assert started.records[0] == records[0] and len(levels) == match.state.seats
