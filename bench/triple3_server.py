"""The server under the load of Triple³, where everybody acts at once and all four look at every act."""

from __future__ import annotations

from bench.server import TURNS, measurable, under_load


def run() -> None:
    """Print delays to all four views under a fixed load, beside the bare handler's."""
    if measurable():
        under_load(tables=250, pace=1.0, turns=TURNS, game="triple3")
