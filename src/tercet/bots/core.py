"""What all computer players share: a plan, and how a seat is asked for one.

A computer player is a pure function from the view of its seat to its earliest wish, asked anew after every row and when
a match is loaded. It keeps no memory and has no clock. All its chance follows from a secret key of the match, its seat
and a topic, so whoever asks again, after a rival's mark, a pause, a restart or on another node, hears the same time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from tercet.engine.core import Action, Millis, Seat
from tercet.engine.match import Level


class Plan(NamedTuple):
    """A wish and the game time from which it shall be made; if that has passed, make it now."""

    at: Millis
    action: Action


def plan(game: str, key: str, seat: Seat, level: Level, view: Any, pace: float = 1.0, since: Millis = 0) -> Plan | None:
    """The earliest wish of a computer player, or None while it has none.

    `view` is the view of this seat; `key` is a secret of the match, other than its seed; `pace` multiplies all times (2
    is half as fast). `since` is the game time at which the computer sat down, for one that stands in (G5).
    """
    module = import_module(f"tercet.bots.{game}")
    wish: Plan | None = module.plan(key, seat, level, view, pace, since)
    return wish
