"""Whole games of computer players, driven on game time and without waiting, as the arena does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tercet.arena import step
from tercet.bots.core import Plan, plan
from tercet.engine.core import Seat
from tercet.engine.match import Level, Match, Player
from tercet.engine.trios import NAME as TRIOS

__all__ = ["finish", "match_of", "plans", "step"]


def match_of(levels: Sequence[Level | None], options: Any, seed: object, game: str = TRIOS) -> Match:
    """A new match; None is a person's seat."""
    players = [Player("computer", level) if level else Player() for level in levels]
    return Match.begin(game, players, options, f"deal {seed}", wall=0)


def plans(match: Match, key: str, pace: float = 1.0) -> Iterator[tuple[Plan, Seat]]:
    """The wish of each computer player that has one."""
    for seat in range(match.state.seats):
        if level := match.controller(seat):
            wish = plan(match.game, key, seat, level, match.view(seat), pace)
            if wish:
                yield wish, seat


def finish(match: Match, key: str, pace: float = 1.0, rows: int = 0) -> Match:
    """Play to the end. Fails if it goes in circles: in Trios at most a call and four marks a seat make a set."""
    most = rows or 1 + 28 * (1 + 5 * match.state.seats)
    while not match.state.ended:
        step(match, key, pace)
        assert len(match.records) <= most, "no end in sight"
    return match
