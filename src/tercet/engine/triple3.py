"""Triple³ (X1-X12): everybody plays at once onto a 3×3 grid of stacks; first to be rid of the cards.

Cards, cells and values are numbered as in `grid`. A pile is a tuple with its top in front; a stack's top is what lies
open. Nobody sees a pile, a seat sees its own hand, all see the counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from tercet.engine import core, grid
from tercet.engine.chance import Chance
from tercet.engine.core import FACE_DOWN, Can, Card, Ended, Illegal, Millis, Seat

NAME = "triple3"
RULES = 1
SEATS = range(1, 7)  # X2
GRACE: Millis = 40_000  # G5: this is a race
CURTAIN = False

COUNTDOWN: Millis = 3000  # X4
PENALTY_WAIT: Millis = 2000  # X8
BETWEEN: Millis = 60_000  # the next round begins by then, or when all are ready
RECENT: Millis = 2000  # so long a play that came second is told who came first
CHIPS = 4  # X11
LEAST = 5  # X12

T = TypeVar("T")


class Options(core.Options, frozen=True):
    """The host's choices.

    rounds: a single one, or a match to four chips (X11) · name_property: the player names it (X7) · wait: a play that
    never fitted costs two seconds (X8) · stops: calls of Stop! a seat and round (X9) · handicap: extra cards a seat,
    in the order of the seats (X12).
    """

    rounds: Literal["single", "match"] = "single"
    name_property: bool = False
    wait: bool = False
    stops: Annotated[int, Meta(ge=0, le=20)] = 3
    handicap: Annotated[tuple[Annotated[int, Meta(ge=0, le=50)], ...], Meta(max_length=6)] = ()


# ---------------------------------------------------------------------------------------------------- wishes


class Draw(core.Action, frozen=True, tag="triple3.draw"):
    """Take the top card of one's own pile into the hand (X5)."""


class Play(core.Action, frozen=True, tag="triple3.play"):
    """Put a card of the hand onto a cell (X6); `value` names the property where a player must, else it is idle (X7)."""

    card: Card
    cell: Annotated[int, Meta(ge=0, le=8)]
    value: Annotated[int, Meta(ge=0, le=11)] | None = None


class NothingFits(core.Action, frozen=True, tag="triple3.nothing_fits"):
    """Say that nothing fits (X10a)."""


# ----------------------------------------------------------------------------------------------------- facts


class SetUp(core.Open, frozen=True, tag="triple3.set_up"):
    """The table stands."""

    seats: int
    options: Options


class Dealt(core.Event, frozen=True, tag="triple3.dealt"):
    """A round was dealt: the grid, then the surplus as (card, cell) (X3). `counts` has the size of each pile."""

    round: int
    at: Millis
    grid: tuple[Card, ...]
    surplus: tuple[tuple[Card, int], ...]
    counts: tuple[int, ...]
    piles: tuple[tuple[Card, ...], ...] = ()

    def seen_by(self, seat: Seat | None) -> Dealt:
        return replace(self, piles=())


class CountdownBegan(core.Open, frozen=True, tag="triple3.countdown_began"):
    """ "On the triple … zippy …": play begins at game time `until` (X4)."""

    until: Millis


class Went(core.Open, frozen=True, tag="triple3.went"):
    """ "… go!" (X4)."""

    at: Millis


class Stopped(core.Open, frozen=True, tag="triple3.stopped"):
    """A seat called Stop! (X9)."""

    seat: Seat


class Drew(core.Event, frozen=True, tag="triple3.drew"):
    """A seat drew; only it sees what (X5)."""

    seat: Seat
    at: Millis
    card: Card | None = None

    def seen_by(self, seat: Seat | None) -> Drew:
        return self if seat == self.seat else replace(self, card=None)


class Played(core.Open, frozen=True, tag="triple3.played"):
    """A card covers a cell; `formed` are the values it newly forms, `named` the one its player named (X7)."""

    seat: Seat
    at: Millis
    card: Card
    cell: int
    formed: tuple[int, ...]
    named: int | None = None


class Misplayed(core.Open, frozen=True, tag="triple3.misplayed"):
    """A play that never fitted: its seat waits until game time `until` (X8)."""

    seat: Seat
    at: Millis
    until: Millis


class SaidNothingFits(core.Open, frozen=True, tag="triple3.said_nothing_fits"):
    """A seat says that nothing fits (X10a)."""

    seat: Seat
    at: Millis


class RoundEnded(core.Open, frozen=True, tag="triple3.round_ended"):
    """A round is over, and all hands and piles are public (X10, G2): why, who won, and everybody's chips (X11).

    `after` is the time by the round's clock, which rests from a Stop! to its "go" (X9).
    """

    at: Millis
    after: Millis
    reason: Literal["out", "stuck", "said"]
    winners: tuple[Seat, ...]
    chips: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    piles: tuple[tuple[Card, ...], ...]


class ReadiedForRound(core.Open, frozen=True, tag="triple3.readied_for_round"):
    """A seat is ready for the next round."""

    seat: Seat
    at: Millis


ACTIONS = (Draw, Play, NothingFits)
ASKED = ()  # it would be an oracle
EVENTS = (
    SetUp, Dealt, CountdownBegan, Went, Stopped, Drew, Played, Misplayed, SaidNothingFits, RoundEnded,
    ReadiedForRound,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------- the state


class Covering(Struct, frozen=True):
    """A play of late: what lay on the cell before, so that a rival's play can be told that it came second (X8)."""

    seat: Seat
    at: Millis
    cell: int
    before: Card
    card: Card


class State(core.State, frozen=True, kw_only=True):
    """`stacks` has nine tuples of cards, the open one last, and `since` when each came to lie open.

    `until` is when the countdown or the break ends, `went` when play last began, `began` the game time at which the
    round's clock shows 0, and `stood` when it was stopped. `acts` counts what each seat did in this match, `acted` says
    when it last did.
    """

    options: Options
    phase: Literal["countdown", "play", "between"] = "countdown"
    until: Millis | None = None
    round: int = 0
    went: Millis = 0
    began: Millis = 0
    stood: Millis | None = None
    stacks: tuple[tuple[Card, ...], ...] = ()
    since: tuple[Millis, ...] = ()
    piles: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Card, ...], ...]
    chips: tuple[int, ...]
    stops: tuple[int, ...]
    waits: tuple[Millis, ...]
    acts: tuple[int, ...]
    acted: tuple[Millis, ...]
    said: frozenset[Seat] = frozenset()
    ready: frozenset[Seat] = frozenset()
    recent: tuple[Covering, ...] = ()
    last: RoundEnded | None = None


class View(core.View, frozen=True, kw_only=True, tag="triple3"):
    """What a viewer sees: the grid's open cards (FACE_DOWN while covered) and stack heights, all counts, its own hand.

    `since` says since when the open card of each cell lies. The round's clock shows 0 at game time `began`; `went` is
    when play last began. `stops` counts the calls of Stop! made, `waits` says until when each seat waits, `acts` counts
    what each did in this match, `acted` says when it last did, `last` tells the round before.
    """

    phase: Literal["countdown", "play", "between", "over"]
    options: Options
    until: Millis | None
    went: Millis
    began: Millis
    round: int
    grid: tuple[Card, ...]
    heights: tuple[int, ...]
    since: tuple[Millis, ...]
    piles: tuple[int, ...]
    hands: tuple[int, ...]
    hand: tuple[Card, ...]
    chips: tuple[int, ...]
    stops: tuple[int, ...]
    waits: tuple[Millis, ...]
    acts: tuple[int, ...]
    acted: tuple[Millis, ...]
    said: frozenset[Seat]
    ready: frozenset[Seat]
    last: RoundEnded | None


def tops(state: State) -> tuple[Card, ...]:
    """The nine open cards."""
    return tuple(stack[-1] for stack in state.stacks)


# ---------------------------------------------------------------------------------------------------- dealing


def shares(seats: int, handicap: tuple[int, ...]) -> list[int]:
    """How many cards each seat gets (X12); raises `Illegal` if any would get fewer than five."""
    extra = [*handicap, *[0] * seats][:seats]
    each = [(55 - sum(extra)) // seats + more for more in extra]
    if any(handicap[seats:]) or min(each) < LEAST:
        raise Illegal("handicap", "X12", least=LEAST)
    return each


def setup(seats: int, options: Options, rng: Chance) -> Iterator[core.Event]:
    """The table and the first round, with its countdown; raises `Illegal` for a handicap that cannot be (X12)."""
    shares(seats, options.handicap)
    event = SetUp(seats, options)
    yield event
    yield from _deal(apply(None, event), 0, rng)


def _deal(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    each = shares(state.seats, state.options.handicap)
    while True:
        deck = rng.shuffled(grid.CARDS)
        piles = []
        for size in each:
            piles.append(tuple(deck[:size]))
            deck = deck[size:]
        surplus = tuple((card, rng.below(9)) for card in deck[9:])
        cells = deck[:9]
        for card, cell in surplus:
            cells[cell] = card
        if grid.any_fits(cells, [card for pile in piles for card in pile]):  # X3: a dead grid is dealt anew
            break
    yield Dealt(state.round + 1, at, tuple(deck[:9]), surplus, tuple(each), tuple(piles))
    yield CountdownBegan(at + COUNTDOWN)


# ---------------------------------------------------------------------------------------------------- judging


def decide(state: State, seat: Seat | None, action: core.Action, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Judge one wish at game time `at`; plays are judged in the order in which they arrive (X8)."""
    match action:
        case core.Tick():
            yield from _go(state, at) if state.phase == "countdown" else _deal(state, at, rng)
        case core.Hold():
            yield from _stop(state, seat)
        case core.GoOn():
            yield from [CountdownBegan(at + COUNTDOWN)] if state.phase != "between" else []
        case core.Missing():
            yield from _without(state, at, rng)
        case core.Proceed():
            yield from _ready(state, seat, at, rng)
        case Draw():
            seat = _allowed(state, seat, "draw", at)
            yield Drew(seat, at, state.piles[seat][0])
        case Play():
            yield from _play(state, _allowed(state, seat, "play", at), action, at)
        case NothingFits():
            event = SaidNothingFits(_allowed(state, seat, "nothing_fits", at), at)
            yield event
            yield from _round_end(apply(state, event), at)
        case _:
            raise Illegal("nothing_to_release", "T8")


def _allowed(state: State, seat: Seat | None, kind: str, at: Millis) -> Seat:
    can = abilities(state, seat)[kind]
    if can.no or seat is None:
        raise Illegal(can.no, can.ruling)
    if state.waits[seat] > at:
        raise Illegal("waits", "X8", wait_ms=state.waits[seat] - at)
    return seat


def _go(state: State, at: Millis) -> Iterator[core.Event]:
    event = Went(at)
    yield event
    yield from _round_end(apply(state, event), at)  # without a seat that has gone the round may be over (X10)


def _without(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Somebody is no longer waited for; while play rests the round goes on until the next "go"."""
    if state.phase == "between":
        yield from _next(state, at, rng)
    elif state.phase == "play" and not state.paused:
        yield from _round_end(state, at)


def _stop(state: State, seat: Seat | None) -> Iterator[core.Event]:
    if seat is None or state.phase == "between":
        return
    if state.stops[seat] >= state.options.stops:
        raise Illegal("no_stops_left", "X9", stops=state.options.stops)
    yield Stopped(seat)


def _play(state: State, seat: Seat, play: Play, at: Millis) -> Iterator[core.Event]:
    if play.card not in state.hands[seat]:
        raise Illegal("not_in_hand", "X6", card=play.card)
    formed = grid.formed(tops(state), play.card, play.cell)
    if not formed:
        first = _beaten_by(state, play, at)
        if first is None and state.options.wait:
            yield Misplayed(seat, at, at + PENALTY_WAIT)
            return
        raise _misfit(state, play, at, first)
    named = play.value if state.options.name_property else None
    if state.options.name_property and named not in formed:
        raise Illegal("wrong_name", "X7", card=play.card, cell=play.cell)
    event = Played(seat, at, play.card, play.cell, tuple(formed), named)
    yield event
    yield from _round_end(apply(state, event), at)


def _beaten_by(state: State, play: Play, at: Millis) -> Covering | None:
    """The first play of late without which this one would have fitted, if there is one (X8)."""
    cells = list(tops(state))
    for covering in reversed(state.recent):
        if at - covering.at > RECENT:
            return None
        cells[covering.cell] = covering.before
        if grid.formed(cells, play.card, play.cell):
            return covering
    return None


def _misfit(state: State, play: Play, at: Millis, first: Covering | None) -> Illegal:
    """Why a play is refused: another came first (X8), or what is wrong in each line through the cell (X6)."""
    card, cell = play.card, play.cell
    if first is None:
        return Illegal("no_fit", "X6", card=card, cell=cell, lines=_lines(tops(state), play))
    by_ms = at - first.at
    return Illegal("beaten", "X8", card=card, cell=cell, seat=first.seat, first=first.card, on=first.cell, by_ms=by_ms)


def _lines(cells: tuple[Card, ...], play: Play) -> list[dict[str, list[int]]]:
    """Why a play does not fit, line by line: what the two others share, and what of it the covered card has already."""
    looked = []
    for a, b in grid.OTHERS[play.cell]:
        shared = grid.MASK[cells[a]] & grid.MASK[cells[b]]
        there = shared & grid.MASK[cells[play.cell]] & grid.MASK[play.card]
        looked.append({"cells": [a, b], "shared": grid.values(shared), "there": grid.values(there)})
    return looked


def _round_end(state: State, at: Millis) -> Iterator[core.Event]:
    """X10, X10a: a seat is out, no card of anybody fits, or all say so; every card is looked at each time."""
    playing = [seat for seat in range(state.seats) if seat not in state.left]
    waited_for = [seat for seat in playing if seat not in state.skipped]
    held = [card for seat in waited_for for card in (*state.hands[seat], *state.piles[seat])]
    stuck = not grid.any_fits(tops(state), held)
    counts = {seat: len(state.hands[seat]) + len(state.piles[seat]) for seat in playing}
    if 0 in counts.values():
        reason: Literal["out", "stuck", "said"] = "out"
    elif stuck:
        reason = "stuck"
    elif waited_for and state.said.issuperset(waited_for):
        reason = "said"
    else:
        return
    fewest = min(counts.values())
    winners = tuple(seat for seat, count in counts.items() if count == fewest)  # equal counts share the win
    chips = tuple(chip + (seat in winners) for seat, chip in enumerate(state.chips))
    event = RoundEnded(at, at - state.began, reason, winners, chips, state.hands, state.piles)
    yield event
    yield from _match_end(state, event)


def _match_end(state: State, event: RoundEnded) -> Iterator[core.Event]:
    left = tuple(-len(hand) - len(pile) for hand, pile in zip(event.hands, event.piles, strict=True))
    if state.options.rounds == "single":
        yield Ended(core.ranked(left, state.left), left, event.reason)
        return
    held = [chips for seat, chips in enumerate(event.chips) if seat not in state.left]
    if max(held) >= CHIPS and held.count(max(held)) == 1:  # X11: if several reach four together, rounds go on
        yield Ended(core.ranked(event.chips, state.left), event.chips, event.reason)


def _ready(state: State, seat: Seat | None, at: Millis, rng: Chance) -> Iterator[core.Event]:
    if state.phase != "between":
        raise Illegal("not_paused", "G6")
    if seat is None or seat in state.ready:
        raise Illegal("unchanged", "G6")
    event = ReadiedForRound(seat, at)
    yield event
    yield from _next(apply(state, event), at, rng)


def _next(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """The next round, once all who are waited for are ready."""
    if state.phase == "between" and not set(range(state.seats)) - state.ready - state.skipped - state.left:
        yield from _deal(state, at, rng)


# ---------------------------------------------------------------------------------------------------- folding


def apply(state: State | None, event: core.Event) -> State:
    """Fold one fact."""
    if isinstance(event, SetUp):
        n = event.seats
        return State(
            seats=n, scores=(0,) * n, options=event.options, piles=((),) * n, hands=((),) * n,
            chips=(0,) * n, stops=(0,) * n, waits=(0,) * n, acts=(0,) * n, acted=(0,) * n,
        )  # fmt: skip
    assert state is not None
    match event:
        case Drew(seat, at, card):
            assert card is not None
            return replace(
                _counted(state, seat, at),
                piles=_put(state.piles, seat, state.piles[seat][1:]),
                hands=_put(state.hands, seat, (*state.hands[seat], card)),
                said=state.said - {seat},  # X10a
            )
        case Played():
            return _cover(_counted(state, event.seat, event.at), event)
        case Dealt():
            return _fresh(state, event)
        case CountdownBegan(until):
            stood = until - COUNTDOWN if state.phase == "play" else state.stood
            return replace(state, phase="countdown", until=until, stood=stood)
        case Went(at):
            began = at if state.stood is None else state.began + at - state.stood  # X9: the clock rested
            return replace(state, phase="play", until=None, went=at, began=began, stood=None)
        case Stopped(seat):
            return replace(state, stops=_put(state.stops, seat, state.stops[seat] + 1))
        case Misplayed(seat, at, until):
            return replace(_counted(state, seat, at), waits=_put(state.waits, seat, until))
        case SaidNothingFits(seat, at):
            return replace(_counted(state, seat, at), said=state.said | {seat})
        case ReadiedForRound(seat, at):
            return replace(_counted(state, seat, at), ready=state.ready | {seat})
        case RoundEnded():
            return _over(state, event)
    raise TypeError(f"not a fact of {NAME}: {event!r}")


def _counted(state: State, seat: Seat, at: Millis) -> State:
    """A seat did something: its computer player thinks anew."""
    acts, acted = _put(state.acts, seat, state.acts[seat] + 1), _put(state.acted, seat, at)
    return replace(state, acts=acts, acted=acted)


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _fresh(state: State, event: Dealt) -> State:
    stacks: list[tuple[Card, ...]] = [(card,) for card in event.grid]
    for card, cell in event.surplus:
        stacks[cell] = (*stacks[cell], card)
    n = state.seats
    return replace(
        state, round=event.round, stacks=tuple(stacks), since=(event.at,) * 9, piles=event.piles, hands=((),) * n,
        stops=(0,) * n, waits=(0,) * n, acted=(event.at,) * n, said=frozenset(), ready=frozenset(), recent=(),
        stood=None,
    )  # fmt: skip


def _over(state: State, event: RoundEnded) -> State:
    scores = event.chips
    if state.options.rounds == "single":
        scores = tuple(-len(hand) - len(pile) for hand, pile in zip(event.hands, event.piles, strict=True))
    return replace(state, phase="between", until=event.at + BETWEEN, chips=event.chips, scores=scores, last=event)


def _cover(state: State, event: Played) -> State:
    seat, cell = event.seat, event.cell
    recent = (*(c for c in state.recent if event.at - c.at <= RECENT),)
    return replace(
        state,
        stacks=_put(state.stacks, cell, (*state.stacks[cell], event.card)),
        since=_put(state.since, cell, event.at),
        hands=_put(state.hands, seat, tuple(card for card in state.hands[seat] if card != event.card)),
        said=frozenset(),  # X10a: any play cancels it
        recent=(*recent, Covering(seat, event.at, cell, state.stacks[cell][-1], event.card)),
    )


# ---------------------------------------------------------------------------------------------------- viewing


def deadline(state: State) -> Millis | None:
    """The "go!", or the end of the break between two rounds."""
    return state.until


def abilities(state: State, seat: Seat | None) -> dict[str, Can]:
    """What a viewer may wish now, from phase, options and public counts only."""
    closed = _closed(state, seat)
    if closed:
        return {"draw": closed, "play": closed, "nothing_fits": closed}
    assert seat is not None
    hand = Can(least=1, most=1, among="hand") if state.hands[seat] else Can("hand_empty", "X6")
    return {
        "draw": Can() if state.piles[seat] else Can("pile_empty", "X5"),
        "play": hand,
        "nothing_fits": Can("unchanged", "X10a") if seat in state.said else Can(),
    }


def _closed(state: State, seat: Seat | None) -> Can | None:
    if state.ended:
        return Can("over", "X10")
    if seat is None or seat in state.left:
        return Can("watching", "G2")
    if state.paused:
        return Can("paused", "X9")
    if state.phase == "countdown":
        return Can("before_go", "X4")
    if state.phase == "between":
        return Can("round_over", "X11")
    return None


def view(state: State, seat: Seat | None) -> View:
    """What a seat, or a spectator (None), may know; while the game is stopped the cards are covered (X9)."""
    covered = state.paused
    return View(
        seat=seat, paused=covered, can=abilities(state, seat),
        phase="over" if state.ended else state.phase,
        options=state.options, until=state.until, went=state.went, began=state.began, round=state.round,
        grid=(FACE_DOWN,) * 9 if covered else tops(state), heights=tuple(map(len, state.stacks)), since=state.since,
        piles=tuple(map(len, state.piles)), hands=tuple(map(len, state.hands)),
        hand=() if seat is None else (FACE_DOWN,) * len(state.hands[seat]) if covered else state.hands[seat],
        chips=state.chips, stops=state.stops, waits=state.waits, acts=state.acts, acted=state.acted, said=state.said,
        ready=state.ready, last=state.last,
    )  # fmt: skip


def moves(view: View) -> Iterator[core.Action]:
    """Every wish open to the viewer: a draw, each card on each cell where it fits, and saying that nothing does."""
    if not view.can["draw"].no:
        yield Draw()
    if not view.can["nothing_fits"].no:
        yield NothingFits()
    if not view.can["play"].no:
        accepted = grid.coverable(view.grid)
        for card in view.hand:
            for cell in grid.CELLS:
                if formed := grid.MASK[card] & accepted[cell]:
                    named = grid.values(formed) if view.options.name_property else [None]  # X7
                    yield from (Play(card, cell, value) for value in named)


def lone(state: State, at: Millis) -> core.Lone | None:
    """X2: fewest cards left, then the shortest time, of single rounds. Points are cards left, below zero."""
    if state.last is None or state.options.rounds != "single":
        return None
    return core.Lone("single", state.scores[0], state.last.after)


def imagine(view: View, rng: Chance) -> State:
    """A state that fits this view; piles, rivals' hands and what lies covered are drawn by lot among cards not seen."""
    seats = len(view.chips)
    seen = [card for card in (*view.grid, *view.hand) if card != FACE_DOWN]
    hidden = iter(rng.shuffled([card for card in grid.CARDS if card not in seen]))

    def cards(count: int) -> tuple[Card, ...]:
        return tuple(next(hidden) for _ in range(count))

    hands = []
    for seat, size in enumerate(view.hands):
        mine = seat == view.seat and FACE_DOWN not in view.hand
        hands.append(view.hand if mine else cards(size))
    shown = [next(hidden) if card == FACE_DOWN else card for card in view.grid]
    held = tuple(-hand - pile for hand, pile in zip(view.hands, view.piles, strict=True))
    scores = view.chips if view.options.rounds == "match" else held
    return State(
        seats=seats, scores=scores, paused=view.paused,
        left=frozenset(range(seats)) if view.can["draw"].no == "watching" else frozenset(),
        ended=Ended(core.ranked(scores), scores, "") if view.phase == "over" else None,
        options=view.options, phase="between" if view.phase == "over" else view.phase, until=view.until,
        went=view.went, began=view.began, round=view.round,
        stacks=tuple((*cards(height - 1), card) for height, card in zip(view.heights, shown, strict=True)),
        since=view.since, piles=tuple(cards(size) for size in view.piles), hands=tuple(hands),
        chips=view.chips, stops=view.stops, waits=view.waits, acts=view.acts, acted=view.acted, said=view.said,
        ready=view.ready, last=view.last,
    )  # fmt: skip
