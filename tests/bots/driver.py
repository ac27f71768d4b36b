"""Whole games of computer players, driven on game time and without waiting: what a room does, minus the clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tercet.bots.core import Plan, plan
from tercet.engine.core import Seat
from tercet.engine.match import Level, Match, Player
from tercet.engine.trios import Options


def match_of(levels: Sequence[Level | None], options: Options, seed: object) -> Match:
    """A new match; None is a person's seat."""
    players = [Player("computer", level) if level else Player() for level in levels]
    return Match.begin("trios", players, options, f"deal {seed}", wall=0)


def plans(match: Match, key: str, pace: float = 1.0) -> Iterator[tuple[Plan, Seat]]:
    """The wish of each computer player that has one."""
    for seat in range(match.state.seats):
        if level := match.controller(seat):
            wish = plan(match.game, key, seat, level, match.view(seat), pace)
            if wish:
                yield wish, seat


def step(match: Match, key: str, pace: float = 1.0) -> None:
    """Let the next thing happen: a deadline or the earliest wish. A wish that is refused fails the test."""
    wishes = sorted(plans(match, key, pace), key=lambda wish: (wish[0].at, wish[1]))
    due = match.deadline()
    if due is not None and (not wishes or due <= wishes[0][0].at):
        match.advance(due)
        return
    assert wishes, "nothing will ever happen again"
    wish, seat = wishes[0]
    match.act(seat, wish.action, max(wish.at, match.at))


def finish(match: Match, key: str, pace: float = 1.0) -> Match:
    """Play to the end. Fails for a game that goes in circles: at most a call and four marks a seat make a set."""
    while not match.state.ended:
        step(match, key, pace)
        assert len(match.records) <= 1 + 28 * (1 + 5 * match.state.seats), "no end in sight"
    return match
