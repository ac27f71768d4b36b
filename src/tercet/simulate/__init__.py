"""Mass statistics: whole games at full speed over all cores. Each game has a bare kernel beside the engine."""

from __future__ import annotations

from typing import Any

from tercet.simulate import triology, trios, triple3


def add_parser(commands: Any) -> None:
    """Add `simulate` to the commands of the command line (what `add_subparsers` gave)."""
    parser = commands.add_parser(
        "simulate",
        help="play a game many times and count",
        description="Play a game many times at full speed over all cores, and count.",
    )
    games = parser.add_subparsers(title="games", required=True, metavar="GAME")
    for game in (trios, triple3, triology):
        game.add_parser(games)
