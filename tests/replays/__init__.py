"""Golden games: logs as the house wrote them, kept for ever.

Every one must fold to the same end by any later version, and while the rules' number is the same, every row must be
decided again as it stands. `python -m tests.replays [NAME …]` writes them anew; do so only when that number is raised.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from tercet.engine import core, match, sets, triology
from tercet.engine.chance import Chance
from tercet.engine.core import Illegal, Record, Seat
from tercet.engine.match import Level, Match
from tercet.engine.trios import Hint, Options, Select, open_cards
from tests.bots.driver import match_of, step

FOLDER = Path(__file__).parent
GAMES: dict[str, tuple[list[Level | None], Any]] = {  # named by the game first
    "trios-alone-easy-deck": (["hard"], Options(deck="easy")),
    "trios-mark-three": (["easy", "medium", "hard"], Options()),
    "trios-mark-penalty": (["medium", "medium"], Options(penalty=True, countdown=0)),
    "trios-call-four": (["hard", "medium", "hard", "easy"], Options(mode="call")),
    "triology-beginner-three": (["easy", "medium", "hard"], triology.Options(level="beginner", target=60)),
    "triology-timed-four": (["easy", "medium", "hard", "easy"], triology.Options(timed=True, target=30)),
    "triology-master-three": (["medium", "hard", "easy"], triology.Options(level="master", handed=(0, 2))),
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
    """A game by computer players, disturbed now and then by hints, pauses, absences, wrong threes or vain steals."""
    levels, options = GAMES[name]
    game, chance = match_of(levels, options, name, name.partition("-")[0]), Chance("golden", name)
    while not game.state.ended:
        step(game, name)
        if not game.state.ended and chance.random() < 0.15:
            _disturb(game, chance)
    return game


def _disturb(game: Match, chance: Chance) -> None:
    seat, wall = chance.below(game.state.seats), 1000 * len(game.records)
    for wish in chance.choice(list(DISTURBANCES[game.game](game, seat))):
        if isinstance(wish, core.Tick):
            game.advance(game.deadline() or 0)
            return
        try:
            game.fold(game.decide(seat, wish, game.at + 1, wall))
        except Illegal:
            return


def _absences() -> Iterator[list[core.Action]]:
    yield [match.Pause(), match.Ready()]
    yield [match.Lose(), match.Find()]


def _in_trios(game: Match, seat: Seat) -> Iterator[list[core.Action]]:
    a, b, c, d, *_ = [*open_cards(game.state.table), 0, 0, 0, 0]
    yield [Select((a, b, d if sets.is_set(a, b, c) else c))]
    yield [Hint()]
    yield from _absences()
    yield [core.Away()]


def _in_triology(game: Match, seat: Seat) -> Iterator[list[core.Action]]:
    for wish in triology.moves(game.view(seat)):
        if isinstance(wish, triology.Steal | triology.PickUp):
            yield [wish, triology.TakeBack()]
            yield [wish]  # left to the computer player, or to the clock
    yield [core.Tick()] if game.deadline() else [match.Lose()]  # time up, whatever was begun
    yield from _absences()


DISTURBANCES = {"trios": _in_trios, "triology": _in_triology}


def write(*names: str) -> None:
    """Write the golden games of these names anew, or all of them."""
    for name in names or GAMES:
        game = played(name)
        header = Header(1, game.game, str(game.seed), game.state.scores)
        lines = [core.encode(header), *map(core.encode, game.records)]
        (FOLDER / f"{name}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
