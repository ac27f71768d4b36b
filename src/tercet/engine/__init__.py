"""The games: rules as pure functions over frozen values, without I/O, clocks or global randomness.

`GAMES` maps each game's name to its module; `load` imports one when it is first needed, so that nobody pays for a game
that is not played.
"""

from importlib import import_module
from typing import Any

GAMES = {
    "trios": "tercet.engine.trios",
    "triple3": "tercet.engine.triple3",
    "triology": "tercet.engine.triology",
}


def load(game: str) -> Any:
    """The module of this game, which fulfils `tercet.engine.core.Rules`; KeyError for an unknown name."""
    return import_module(GAMES[game])
