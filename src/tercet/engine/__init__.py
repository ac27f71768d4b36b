"""The games: rules as pure functions over frozen values, without I/O, clocks or global randomness.

`GAMES` names them; `load` imports one when it is first needed, so that nobody pays for a game that is not played.
"""

from importlib import import_module
from typing import Any

GAMES = ("trios",)


def load(game: str) -> Any:
    """The module of this game (`tercet.engine.core.Rules`); KeyError for an unknown name."""
    if game not in GAMES:
        raise KeyError(game)
    return import_module(f"{__name__}.{game}")
