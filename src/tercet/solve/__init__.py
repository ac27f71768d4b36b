"""Help at a table with real cards. Each game has a module of its own; they load nothing but what they answer from."""

from __future__ import annotations

from typing import Any

from tercet.solve import triology, trios, triple3


def add_parser(commands: Any) -> None:
    """Add `solve` to the commands of the command line (what `add_subparsers` gave)."""
    parser = commands.add_parser(
        "solve",
        help="find what can be done at a table",
        description="Help at a table with real cards: find what can be done there.",
    )
    games = parser.add_subparsers(title="games", required=True, metavar="GAME")
    for game in (trios, triple3, triology):
        game.add_parser(games)
