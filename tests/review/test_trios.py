"""The review of Trios: sums that must come out, a second count of what was overlooked, small matches told by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import msgspec
import pytest

from tercet.engine import sets
from tercet.engine.chance import Chance
from tercet.engine.core import Action, Away, Card, Illegal, Millis, Seat
from tercet.engine.match import Leave, Lose, Match
from tercet.engine.trios import Call, Claimed, Exchanged, Hint, Options, Select, open_cards
from tercet.review.trios import LONGEST, Moment, Review, review
from tests.bots.driver import finish, match_of, step

Mode = Literal["mark", "call"]


def unruly_match(mode: Mode, seed: int) -> Match:
    """Two computer players and a person who pays for hints, marks what is no set, calls and lets the time run out."""
    rng = Chance("unruly", seed)
    match = match_of(["hard", "medium", None], Options(mode=mode, penalty=seed % 2 == 0), seed)
    while not match.state.ended:
        for wish in whims(match, rng):
            try:
                match.act(2, wish, match.at + rng.below(2_000))
            except Illegal:
                break
        if not match.state.ended:
            step(match, "key")
    return match


def whims(match: Match, rng: Chance) -> Iterator[Action]:
    table = rng.shuffled(open_cards(match.state.table))
    if rng.below(20) == 0:
        yield Hint()
    if rng.below(20) == 0:
        yield Call()
        yield from [Away()] if rng.below(3) == 0 else [Select(tuple(table[:3]))] if rng.below(2) else []
    if rng.below(20) == 0:
        yield Select(tuple(table[:3]))


@pytest.mark.parametrize("mode", ["mark", "call"])
@pytest.mark.parametrize("seed", range(10))
def test_sums(mode: Mode, seed: int) -> None:
    match = unruly_match(mode, seed)
    told = review(match)
    assert told == msgspec.json.decode(msgspec.json.encode(told), type=Review)
    for seat, one in enumerate(told.seats):
        assert one.score == 3 * len(one.sets) - one.hints - one.penalty_points == match.state.scores[seat]
        assert [taken.seat for taken in one.sets] == [seat] * match.state.found[seat]
        assert one.hints == match.state.paid[seat]
        assert one.penalty_points in (0, 2 * (one.failures + one.timeouts))
    taken = sum(len(one.sets) for one in told.seats)
    assert told.left + 3 * taken == 81
    assert told.exchanges == match.state.exchanges == sum(isinstance(event, Exchanged) for event in facts(match))
    assert (told.places, told.reason) == (match.common.ended.places, match.common.ended.reason)  # type: ignore[union-attr]
    assert told.duration_ms == told.ended_at - told.began_at > 0
    assert (told.points[0].scores, told.points[-1].scores) == ((0, 0, 0), match.state.scores)
    assert all(a.at <= b.at and a.scores != b.scores for a, b in pairwise(told.points))
    every = [one for seat in told.seats for one in seat.sets]
    assert told.fastest in every and told.slowest in every
    assert told.fastest and told.fastest.after_ms == min(one.after_ms for one in every)
    assert told.slowest and told.slowest.after_ms == max(one.after_ms for one in every)


def facts(match: Match) -> Iterator[object]:
    return (event for record in match.records for event in record.events)


@pytest.mark.parametrize("mode", ["mark", "call"])
@pytest.mark.parametrize("seed", range(10))
def test_every_set_that_lay_was_taken_or_overlooked(mode: Mode, seed: int) -> None:
    match = unruly_match(mode, seed)
    told = review(match)
    lay: set[tuple[tuple[Card, ...], Millis]] = set()
    gone_at: dict[tuple[tuple[Card, ...], Millis], Millis] = {}
    replayed = Match("trios", None)
    for record in match.records:
        replayed.fold(record)
        table, since = replayed.state.table, replayed.state.since
        now = {
            (tuple(sorted(trio)), max(since[table.index(card)] for card in trio))
            for trio in sets.find_sets(open_cards(table))
        }
        gone_at |= dict.fromkeys(lay - now - gone_at.keys(), record.at)
        lay |= now
    claimed = [event for event in facts(match) if isinstance(event, Claimed)]
    missed = lay - {(tuple(sorted(event.cards)), event.at - event.after) for event in claimed}
    assert len(missed) == len(lay) - len(claimed) == told.overlooked
    longest = sorted((gone_at[one] - one[1] for one in missed), reverse=True)
    assert [one.lay_ms for one in told.longest_overlooked] == longest[:LONGEST]
    for one in told.longest_overlooked:
        assert (one.cards, one.at - one.lay_ms) in missed


def test_not_before_the_end() -> None:
    """Before, it would be an answer key."""
    with pytest.raises(ValueError, match="not over"):
        review(match_of([None], Options(), 1))


# ----------------------------------------------------------------------------------------------- told by hand


def take(match: Match, seat: Seat, at: Millis) -> None:
    """Take the first set of the table."""
    match.act(seat, Select(sets.find_sets(open_cards(match.state.table))[0]), at)


def test_moments() -> None:
    match = match_of([None, None], Options(countdown=3), 2)
    match.advance(3_000)
    for seat, at in [(0, 10_000), (1, 12_000), (1, 19_000), (0, 60_000), (0, 75_000), (1, 76_000)]:
        take(match, seat, at)
    match.act(0, Leave(), 80_000)
    told = review(match)
    assert told.moments == (
        Moment("lead", 1, 19_000, 0),
        Moment("double", 1, 19_000, 7_000),
        Moment("drought", 0, 60_000, 41_000),
        Moment("lead", 0, 75_000, 0),
    )
    assert (told.began_at, told.duration_ms, told.reason) == (3_000, 77_000, "left")
    assert told.places == ((1,), (0,))


def test_sets_that_lie_at_the_end_are_overlooked() -> None:
    match = match_of([None, None], Options(countdown=0), 3)
    lying = len(sets.find_sets(open_cards(match.state.table)))
    match.act(0, Leave(), 5_000)
    told = review(match)
    assert told.overlooked == lying > 0
    assert all(one.lay_ms == 5_000 == one.at for one in told.longest_overlooked)
    assert (told.fastest, told.slowest, told.moments, told.left) == (None, None, (), 81)


def test_a_match_left_before_the_deal() -> None:
    match = match_of([None, None], Options(countdown=3), 4)
    match.act(0, Leave(), 1_000)
    told = review(match)
    assert (told.duration_ms, told.overlooked, told.points, told.places) == (0, 0, (), ((1,), (0,)))


def test_what_comes_after_the_end_is_not_told() -> None:
    match = finish(match_of(["hard"], Options(), 5), "key")
    told, ended_at = review(match), match.at
    match.act(0, Lose(), ended_at + 9_000)
    assert told.ended_at == ended_at
    assert review(Match.replay("trios", None, match.records)) == told
