"""The review of Triple³: sums that must come out, a second count of what was missed, small rounds told by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from tercet.engine import grid, triple3
from tercet.engine.core import Event
from tercet.engine.match import Leave, Match, Pause, Player, Ready
from tercet.engine.triple3 import Draw, NothingFits, Options, Play, Played
from tercet.review.triple3 import BURST_TIME, MISSED, CardsLeft, QuickPair, Review, Turn, review
from tests.bots.driver import match_of, step


def played_out(seed: int, rounds: str = "single", seats: int = 3) -> Match:
    """A whole match of computer players, with a Stop! in the middle of its first round."""
    levels = ("hard", "medium", "easy", "hard")
    match = match_of(levels[:seats], Options(rounds=rounds, handicap=(0, 2)), seed, "triple3")  # type: ignore[arg-type]
    stopped = False
    while not match.state.ended:
        step(match, "key")
        if not stopped and match.at > 40_000:
            stopped = True
            match.act(0, Pause(), match.at)
            match.act(1, Ready(), match.at)  # computer players need not be ready: it goes on at once
    return match


def facts(match: Match) -> Iterator[Event]:
    return (event for record in match.records for event in record.events)


@pytest.mark.parametrize("seed", range(8))
def test_sums(seed: int) -> None:
    match = played_out(seed, rounds="match" if seed % 4 == 0 else "single", seats=2 + seed % 3)
    told = review(match)
    assert told == msgspec.json.decode(msgspec.json.encode(told), type=Review)
    ended = match.state.ended
    assert (told.places, told.scores, told.reason) == (ended.places, ended.scores, ended.reason)
    assert [one.number for one in told.rounds] == list(range(1, match.state.round + 1))
    assert told.rounds[-1].chips == match.state.chips
    plays = [event for event in facts(match) if isinstance(event, Played)]
    assert sum(seat.plays for one in told.rounds for seat in one.seats) == len(plays)
    ends = [event for event in facts(match) if isinstance(event, triple3.RoundEnded)]
    for one, end in zip(told.rounds, ends, strict=True):
        assert (one.reason, one.winners, one.duration_ms) == (end.reason, end.winners, end.after)
        assert [seat.left for seat in one.seats] == [len(h) + len(p) for h, p in zip(end.hands, end.piles, strict=True)]
    assert told.duration_ms == sum(end.after for end in ends)


@pytest.mark.parametrize("seed", range(4))
def test_a_round(seed: int) -> None:
    match = played_out(seed)
    [one] = review(match).rounds
    assert (one.dealt_at, one.began_at, one.ended_at) == (0, 3000, match.at)
    assert one.duration_ms == match.at - 3000 - triple3.COUNTDOWN  # the clock rested from Stop! to "go"
    assert [sum(a.left) - sum(b.left) for a, b in pairwise(one.cards)] == [1] * (len(one.cards) - 1)
    for number, seat in enumerate(one.seats):
        assert seat.plays == one.cards[0].left[number] - seat.left
        assert seat.a_minute == pytest.approx(seat.plays * 60_000 / one.duration_ms, abs=0.01)
        assert 0 < seat.longest_wait <= one.duration_ms and seat.slips == 0 < seat.largest_hand
    assert one.fastest and 0 < one.fastest.ms < max(seat.longest_wait for seat in one.seats)
    assert [turn.at for turn in one.turns] == sorted(turn.at for turn in one.turns)
    assert sum(turn.kind == "lull" for turn in one.turns) == 1
    assert all(turn.ms <= BURST_TIME for turn in one.turns if turn.kind == "burst")
    leads = [turn for turn in one.turns if turn.kind == "lead"]
    assert all(a.seat != b.seat for a, b in pairwise(leads))


@pytest.mark.parametrize("seed", range(4))
def test_missed_places_counted_again(seed: int) -> None:
    """By asking after every row where each card of each hand fits, and by the clock of that moment."""
    match = played_out(seed)
    told = [(missed.seat, missed.card, missed.cell, missed.ms) for missed in review(match).rounds[0].missed]
    again = Match("triple3", match.seed)
    opened: dict[tuple[int, int, int], int] = {}
    missed: dict[tuple[int, int, int], int] = {}
    for record in match.records:
        again.fold(record)
        state = again.state
        if not isinstance(record.action, Draw | Play):
            continue
        clock = record.at - state.began
        hands = ((seat, card) for seat, hand in enumerate(state.hands) for card in hand)
        fits = {(*one, cell) for one in hands for cell in grid.CELLS if grid.formed(triple3.tops(state), one[1], cell)}
        for place in opened.keys() - fits:
            since = opened.pop(place)
            if not (isinstance(record.action, Play) and record.action.card == place[1]):
                missed[place] = max(missed.get(place, 0), clock - since)
        for place in fits - opened.keys():
            opened[place] = clock
    for place, since in opened.items():
        missed[place] = max(missed.get(place, 0), review(match).rounds[0].duration_ms - since)
    longest: dict[int, int] = {}
    for (_, card, _), ms in missed.items():
        longest[card] = max(longest.get(card, 0), ms)
    assert len(told) == MISSED and len({card for _, card, _, _ in told}) == MISSED
    assert [ms for *_, ms in told] == sorted(longest.values(), reverse=True)[:MISSED]
    assert all(missed[seat, card, cell] == ms for seat, card, cell, ms in told)


# ------------------------------------------------------------------------------------------------ told by hand


def card(code: str) -> int:
    return "RBPY".index(code[0]) * 16 + "CDUS".index(code[2]) * 4 + int(code[1])


GRID = tuple(map(card, ["R0C", "R2C", "R3C", "Y1C", "B1C", "B3C", "P0D", "P1C", "B1U"]))


def dealt(hands: tuple[str, ...], piles: tuple[str, ...] = ("", ""), **options: object) -> Match:
    """A round in which these cards were dealt onto the rulebook's grid, and the hands drawn at 3100."""
    match = Match.begin("triple3", [Player()] * 2, Options(**options), "seed", 0)  # type: ignore[arg-type]
    rows = tuple(tuple(map(card, f"{hand} {pile}".split())) for hand, pile in zip(hands, piles, strict=True))
    first = match.records[0]
    events = tuple(
        replace(event, grid=GRID, surplus=(), counts=tuple(map(len, rows)), piles=rows)
        if isinstance(event, triple3.Dealt)
        else event
        for event in first.events
    )
    match = Match.replay("triple3", "seed", [replace(first, events=events)])
    for seat, hand in enumerate(hands):
        for _ in hand.split():
            match.act(seat, Draw(), 3100)
    return match


def test_a_small_round() -> None:
    match = dealt(("B2C R1S", "Y0D P3S R1D"))
    match.act(0, Play(card("B2C"), 0), 5000)  # blue
    match.act(1, Play(card("P3S"), 8), 9000)  # purple, 3
    for seat in (0, 1):
        match.act(seat, NothingFits(), 10_000)
    [one] = review(match).rounds
    assert (one.reason, one.winners, one.duration_ms) == ("said", (0,), 7000)
    assert one.cards == (CardsLeft(0, (2, 3)), CardsLeft(5000, (1, 3)), CardsLeft(9000, (1, 2)))
    assert [seat.plays for seat in one.seats] == [1, 1] and [seat.left for seat in one.seats] == [1, 2]
    assert [seat.longest_wait for seat in one.seats] == [5000, 6000]
    assert [seat.largest_hand for seat in one.seats] == [2, 3]
    assert one.seats[0].a_minute == round(60 / 7, 2)
    assert one.fastest is None  # nobody laid two
    assert one.turns == (Turn("lull", 1, 9000, 4000),)


def test_the_lead_a_burst_and_the_quickest_pair() -> None:
    match = dealt(("Y0D P3S R1S B2C", "P3C Y2S Y2D"))
    match.state = replace(match.state, options=Options(wait=True))
    for code, cell, at in (("Y0D", 3, 5000), ("P3S", 8, 6500), ("R1S", 1, 8000)):
        match.act(0, Play(card(code), cell), at)
    never = next(c for c in grid.CELLS if not grid.formed(triple3.tops(match.state), card("Y2S"), c))
    match.act(1, Play(card("Y2S"), never), 20_000)
    match.act(1, Leave(), 21_000)
    told = review(match)
    [one] = told.rounds
    assert (told.reason, one.reason, one.winners, one.duration_ms) == ("left", "left", (), 18_000)
    assert one.fastest == QuickPair(0, 6500, 1500)
    assert one.turns == (Turn("lull", 0, 5000, 2000), Turn("lead", 0, 6500, 0), Turn("burst", 0, 8000, 3000))
    assert one.seats[1].slips == 1


def test_a_match_left_before_the_go() -> None:
    match = Match.begin("triple3", [Player()] * 2, Options(), "seed", 0)
    match.act(0, Leave(), 1000)
    told = review(match)
    [one] = told.rounds
    assert (told.reason, told.duration_ms, one.fastest, one.turns, one.missed) == ("left", 0, None, (), ())
    assert all(seat.plays == 0 and seat.a_minute == 0 for seat in one.seats)


def test_it_is_not_told_before_the_end() -> None:
    match = Match.begin("triple3", [Player()] * 2, Options(rounds="match"), "seed", 0)
    with pytest.raises(ValueError, match="not over"):
        review(match)
    match.advance(3000)
    for seat in (0, 1):
        match.act(seat, NothingFits(), 5000)
    with pytest.raises(ValueError, match="not over"):
        review(match)
