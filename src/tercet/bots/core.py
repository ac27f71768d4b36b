"""What all computer players share: a plan, and how a seat is asked for one.

A computer player is a pure function from the view of its seat to its earliest wish, asked anew after every row and when
a match is loaded. It keeps no memory and has no clock. All its chance follows from a secret key of the match, its seat
and a topic, so whoever asks again, after a rival's mark, a pause, a restart or on another node, hears the same time.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from tercet.engine import load
from tercet.engine.chance import Chance
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
    wish: Plan | None = _module(game).plan(key, seat, level, view, pace, since)
    return wish


def is_slow(game: str, view: Any) -> bool:
    """Whether to plan by this view may take long, so that it must not be done where others wait meanwhile.

    A module says so of itself by `SLOW`; where nothing is open to the seat there is nothing to think about.
    """
    return getattr(_module(game), "SLOW", False) and any(not can.no for can in view.can.values())


def by_lot(game: str, view: Any, chance: Chance) -> Action | None:
    """What a seat does whose plan cannot be had: anything that is open to it."""
    moves = list(load(game).moves(view))
    return chance.choice(moves) if moves else None


def _module(game: str) -> Any:
    return import_module(f"tercet.bots.{game}")
