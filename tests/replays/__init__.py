"""Golden games: logs as the house wrote them, kept for ever.

Every one must fold to the same end by any later version, and while the rules' number is the same, every row must be
decided again as it stands. `python -m tests.replays` writes them anew; do so only when that number is raised.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tercet.engine import core, match, sets
from tercet.engine.chance import Chance
from tercet.engine.core import Illegal, Record
from tercet.engine.match import Level, Match
from tercet.engine.trios import Hint, Options, Select, open_cards
from tests.bots.driver import match_of, step

FOLDER = Path(__file__).parent
GAMES: dict[str, tuple[list[Level | None], Options]] = {
    "trios-alone-easy-deck": (["hard"], Options(deck="easy")),
    "trios-mark-three": (["easy", "medium", "hard"], Options()),
    "trios-mark-penalty": (["medium", "medium"], Options(penalty=True, countdown=0)),
    "trios-call-four": (["hard", "medium", "hard", "easy"], Options(mode="call")),
}


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of an exported game: its format, the seed that dealt it, and how it ended."""

    format: int
    game: str
    seed: str
    scores: tuple[int, ...]


def read(path: Path) -> tuple[Header, list[Record[Any, Any]]]:
    """A golden game: header and rows."""
    first, *rows = path.read_bytes().splitlines()
    header = msgspec.json.decode(first, type=Header)
    return header, [match.record_decoder(header.game).decode(row) for row in rows]


def played(name: str) -> Match:
    """A game by computer players, with hints, pauses, absences and wrong threes in between."""
    levels, options = GAMES[name]
    game, chance = match_of(levels, options, name), Chance("golden", name)
    while not game.state.ended:
        step(game, name)
        if not game.state.ended and chance.random() < 0.15:
            _disturb(game, chance)
    return game


def _disturb(game: Match, chance: Chance) -> None:
    seat, wall = chance.below(game.state.seats), 1000 * len(game.records)
    for wish in chance.choice(list(_disturbances(game, seat))):
        try:
            game.fold(game.decide(seat, wish, game.at + 1, wall))
        except Illegal:
            return


def _disturbances(game: Match, seat: int) -> Iterator[list[core.Action]]:
    a, b, c, d, *_ = [*open_cards(game.state.table), 0, 0, 0, 0]
    yield [Select((a, b, d if sets.is_set(a, b, c) else c))]
    yield [Hint()]
    yield [match.Pause(), match.Ready()]
    yield [match.Lose(), match.Find()]
    yield [core.Away()]


def write() -> None:
    """Write all golden games anew."""
    for name in GAMES:
        game = played(name)
        header = Header(1, game.game, str(game.seed), game.state.scores)
        lines = [core.encode(header), *map(core.encode, game.records)]
        (FOLDER / f"{name}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
