"""A match: the only loop over a game's rules, and the facts that all games share.

`decide` makes a record from a wish and changes nothing; `fold` takes a record in. So a record can be written down
between the two, and a match is folded from its records alone, without ever judging again (G3). Time is an argument, in
milliseconds of game time; `wall` is the wall clock, which only the grace for absent seats looks at, because game time
stands still in a pause (G5, G6).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, reduce
from operator import or_
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tercet.engine import core, load
from tercet.engine.chance import Chance, commitment
from tercet.engine.core import (
    Action,
    Away,
    Ended,
    Event,
    GoOn,
    Hold,
    Illegal,
    Millis,
    Missing,
    Open,
    Proceed,
    Record,
    Seat,
    Tick,
)

Level = Literal["easy", "medium", "hard"]


class Player(Struct, frozen=True, omit_defaults=True):
    """Who holds a seat: a person, or a computer player of a level."""

    kind: Literal["person", "computer"] = "person"
    level: Level | None = None


# ----------------------------------------------------------------------------------- wishes common to all games


class Begin(Action, frozen=True, tag="begin"):
    """The house starts the match: the cause of row 0."""


class Pause(Action, frozen=True, tag="pause"):
    """Stop the game for everybody (G6)."""


class Ready(Action, frozen=True, tag="ready"):
    """Go on, as far as this seat is concerned (G6)."""


class Skip(Action, frozen=True, tag="skip"):
    """Go on without an absent seat until its owner returns (G5)."""

    seat: Seat


class SeatComputer(Action, frozen=True, tag="seat_computer"):
    """Let a computer player sit in for an absent seat until its owner returns (G5)."""

    seat: Seat
    level: Level = "medium"


class Leave(Action, frozen=True, tag="leave"):
    """Give the seat up for good (G5a)."""


class Lose(Action, frozen=True, tag="lose"):
    """The house noticed that nobody is there for a seat any more."""


class Find(Action, frozen=True, tag="find"):
    """The house noticed that a seat's owner is back."""


class TakeOver(Action, frozen=True, tag="take_over"):
    """The house seated a person where a computer player sat (G5a)."""


class Rest(Action, frozen=True, tag="rest"):
    """The house lays the match aside: nobody is at the table."""


# ------------------------------------------------------------------------------------ facts common to all games


class Started(Open, frozen=True, tag="started"):
    """Row 0: which game by which rules, who plays, and the hash of the seed that deals it."""

    game: str
    rules: int
    players: tuple[Player, ...]
    commitment: str


class Paused(Open, frozen=True, tag="paused"):
    """A seat stopped the game (G6)."""

    seat: Seat


class Readied(Open, frozen=True, tag="readied"):
    """A seat is ready to go on (G6)."""

    seat: Seat


class Resumed(Open, frozen=True, tag="resumed"):
    """All are ready, and the game goes on (G6)."""


class Gone(Open, frozen=True, tag="gone"):
    """Nobody is there for a seat, since this wall-clock time (G5)."""

    seat: Seat
    wall: int


class Back(Open, frozen=True, tag="back"):
    """A seat's owner is back and has it again (G5)."""

    seat: Seat


class Skipped(Open, frozen=True, tag="skipped"):
    """An absent seat is passed over (G5)."""

    seat: Seat
    by: Seat


class StoodIn(Open, frozen=True, tag="stood_in"):
    """A computer player sits in for an absent seat (G5)."""

    seat: Seat
    by: Seat
    level: Level


class Left(Open, frozen=True, tag="left"):
    """A seat was given up for good (G5a)."""

    seat: Seat


class TakenOver(Open, frozen=True, tag="taken_over"):
    """A person took over a computer player's seat, with its cards and points (G5a)."""

    seat: Seat


class Rested(Open, frozen=True, tag="rested"):
    """The match was laid aside; the clock stands where it stood."""


OWN_ACTIONS = (Pause, Ready, Skip, SeatComputer, Leave, Away)
HOUSE_ACTIONS = (Begin, Tick, Lose, Find, TakeOver, Rest)
OWN_EVENTS = (Started, Paused, Readied, Resumed, Gone, Back, Skipped, StoodIn, Left, TakenOver, Rested, Ended)


class Common(Struct, frozen=True, kw_only=True):
    """The state of a match that does not depend on its game, open to all.

    `gone` maps absent seats to the wall-clock time since when, `stand_ins` seats to the level that sits in. The seed is
    published when the match has ended, so that anybody can check the deal against `commitment`.
    """

    game: str
    rules: int
    players: tuple[Player, ...]
    commitment: str
    paused_by: Seat | None = None
    ready: frozenset[Seat] = frozenset()
    gone: dict[Seat, int] = {}
    skipped: frozenset[Seat] = frozenset()
    stand_ins: dict[Seat, Level] = {}
    left: frozenset[Seat] = frozenset()
    ended: Ended | None = None
    seed: str | None = None


def _union(*types: type[Any]) -> Any:
    return reduce(or_, types)


@cache
def action_decoder(game: str) -> msgspec.json.Decoder[Any]:
    """Decodes the wishes that a client may send to this game."""
    return msgspec.json.Decoder(_union(*load(game).ACTIONS, *OWN_ACTIONS))


@cache
def record_decoder(game: str) -> msgspec.json.Decoder[Record[Any, Any]]:
    """Decodes the rows of this game's log."""
    rules = load(game)
    actions, events = _union(*rules.ACTIONS, *OWN_ACTIONS, *HOUSE_ACTIONS), _union(*rules.EVENTS, *OWN_EVENTS)
    generic: Any = Record
    return msgspec.json.Decoder(generic[actions, events])


class Match:
    """The state of one match, folded from its records.

    `records` holds all of them, `at` is the game time of the last one. `seed` may be None in a match that is only read:
    it can be folded and viewed, not played on. `grace` is how long an absent seat is waited for (G5).
    """

    def __init__(self, game: str, seed: str | None) -> None:
        self.rules: Any = load(game)
        self.game = game
        self.seed = seed
        self.grace: Millis = self.rules.GRACE
        self.records: list[Record[Any, Any]] = []
        self.state: Any = None
        self.common: Common

    # ------------------------------------------------------------------------------------------- making one

    @classmethod
    def begin(cls, game: str, players: Iterable[Player], options: Any, seed: str, wall: int) -> Match:
        """A new match with its row 0; raises `Illegal` for a set-up that the game refuses."""
        match, players = cls(game, seed), tuple(players)
        if len(players) not in match.rules.SEATS:
            raise Illegal("seats", "G4", seats=len(players), least=match.rules.SEATS[0], most=match.rules.SEATS[-1])
        facts = match.rules.setup(len(players), options, Chance(seed, 0))
        started = Started(game, match.rules.RULES, players, commitment(seed))
        match.fold(Record(0, 0, wall, None, None, Begin(), (started, *facts)))
        return match

    @classmethod
    def replay(cls, game: str, seed: str | None, records: Iterable[Record[Any, Any]]) -> Match:
        """The match that these records tell, without judging anything again."""
        match = cls(game, seed)
        for record in records:
            match.fold(record)
        return match

    # --------------------------------------------------------------------------------------------- playing

    @property
    def seq(self) -> int:
        """The number of the last record."""
        return len(self.records) - 1

    @property
    def at(self) -> Millis:
        """The game time of the last record."""
        return self.records[-1].at

    def deadline(self) -> Millis | None:
        """The game time at which the clock must be told (`tick`); None while paused or over."""
        if self.state.paused or self.state.ended:
            return None
        deadline: Millis | None = self.rules.deadline(self.state)
        return deadline

    def decide(
        self, seat: Seat | None, action: Action, at: Millis, wall: int = 0, ref: str | None = None
    ) -> Record[Any, Any]:
        """The record that this wish makes at game time `at`, or `Illegal`; nothing is changed."""
        if self.seed is None:
            raise ValueError("this match can only be read")
        at = max(at, self.at)
        chance = Chance(self.seed, len(self.records))
        return Record(
            len(self.records), at, wall, seat, ref, action, tuple(self._facts(seat, action, at, wall, chance))
        )

    def ask(self, seat: Seat, action: Action, at: Millis) -> Event:
        """The fact that this wish would be, as its seat may know it, or `Illegal`; nothing is changed.

        What would follow from the fact is not judged at all: no lot is drawn, no hand shown, nobody's turn begun.
        """
        if not isinstance(action, self.rules.ASKED):
            raise ValueError("nobody may ask this")
        return next(self._facts(seat, action, max(at, self.at), 0, Chance("asked"))).seen_by(seat)

    def fold(self, record: Record[Any, Any]) -> None:
        """Take in a record that `decide` made, here or elsewhere."""
        if record.seq != len(self.records):
            raise ValueError(f"row {record.seq} does not follow row {len(self.records) - 1}")
        for event in record.events:
            self._apply(event)
        self.records.append(record)

    def act(self, seat: Seat | None, action: Action, at: Millis, wall: int = 0) -> Record[Any, Any]:
        """Let the clock run to `at`, then decide and fold; for play without a log between."""
        self.advance(at)
        record = self.decide(seat, action, at, wall)
        self.fold(record)
        return record

    def advance(self, at: Millis) -> list[Record[Any, Any]]:
        """Fold every tick that is due at `at`: at its deadline a wish is late (G7)."""
        made = []
        while (due := self.deadline()) is not None and due <= at:
            made.append(self.decide(None, Tick(), due))
            self.fold(made[-1])
        return made

    def view(self, seat: Seat | None) -> Any:
        """What this seat, or a spectator, may know now."""
        return self.rules.view(self.state, seat)

    def controller(self, seat: Seat) -> Level | None:
        """The level of the computer player that acts for a seat now, if one does."""
        return self.common.stand_ins.get(seat) or self.common.players[seat].level

    # --------------------------------------------------------------------------------------------- judging

    def _facts(self, seat: Seat | None, action: Action, at: Millis, wall: int, chance: Chance) -> Iterator[Event]:
        if self.state.ended and not isinstance(action, (Lose, Find, Rest)):
            raise Illegal("over", "G1")
        match action:
            case Pause():
                yield from self._pause(self._at_table(seat), at, chance)
            case Ready():
                yield from self._ready(self._at_table(seat), at, chance)
            case Lose():
                yield from self._lose(seat, at, wall, chance)
            case Find():
                yield from self._find(seat)
            case Skip(absent):
                yield from self._skip(self._at_table(seat), absent, at, wall, chance)
            case SeatComputer():
                yield from self._seat_computer(self._at_table(seat), action, at, wall, chance)
            case Leave():
                yield from self._leave(self._at_table(seat), at, chance)
            case TakeOver():
                yield self._taken_over(seat)
            case Rest():
                yield Rested()
            case Away():  # lets go of something at once, even while the clocks rest (T8)
                yield from self.rules.decide(self.state, self._at_table(seat), action, at, chance)
            case Tick():
                yield from self.rules.decide(self.state, None, action, at, chance)
            case _:
                self._at_table(seat)
                if self.state.paused:
                    raise Illegal("paused", "G6")
                yield from self.rules.decide(self.state, seat, action, at, chance)

    def _at_table(self, seat: Seat | None) -> Seat:
        if seat is None or not 0 <= seat < self.state.seats or seat in self.common.left:
            raise Illegal("watching", "G2")
        return seat

    def _pause(self, seat: Seat, at: Millis, chance: Chance) -> Iterator[Event]:
        if self.state.paused:
            raise Illegal("paused", "G6")
        yield from self.rules.decide(self.state, seat, Hold(), at, chance)
        yield Paused(seat)

    def _ready(self, seat: Seat, at: Millis, chance: Chance) -> Iterator[Event]:
        if not self.state.paused:
            yield from self.rules.decide(self.state, seat, Proceed(), at, chance)
            return
        if seat in self.common.ready:
            raise Illegal("unchanged", "G6")
        yield Readied(seat)
        yield from self._resume_without(seat, self.state, at, chance)

    def _resume_without(self, seat: Seat, state: Any, at: Millis, chance: Chance) -> Iterator[Event]:
        """G6: the game goes on when all are ready or skipped; in `state` `seat` need not be waited for any more."""
        if state.paused and not self._waited_for() - {seat}:
            yield Resumed()
            yield from self.rules.decide(state, None, GoOn(), at, chance)

    def _waited_for(self) -> set[Seat]:
        common = self.common
        people = {seat for seat in range(self.state.seats) if self.controller(seat) is None}
        return people - common.ready - common.skipped - common.left

    def _lose(self, seat: Seat | None, at: Millis, wall: int, chance: Chance) -> Iterator[Event]:
        if seat is None or seat in self.common.gone:
            raise Illegal("unchanged", "G5")
        yield from self._let_go(seat, at, chance)
        yield Gone(seat, wall)

    def _let_go(self, seat: Seat, at: Millis, chance: Chance) -> Iterator[Event]:
        """T8: who drops lets go of a call at once; most have nothing to let go."""
        with suppress(Illegal):
            yield from self.rules.decide(self.state, seat, Away(), at, chance)

    def _find(self, seat: Seat | None) -> Iterator[Event]:
        if seat is None or seat not in self.common.gone:
            raise Illegal("unchanged", "G5")
        yield Back(seat)

    def _taken_over(self, seat: Seat | None) -> TakenOver:
        """G5a: who takes over a computer's seat takes its cards and points, for these belong to the seat."""
        if seat is None or self.common.players[seat].kind != "computer" or seat in self.common.left:
            raise Illegal("unchanged", "G5a")
        return TakenOver(seat)

    def _absent(self, absent: Seat, wall: int) -> None:
        since = self.common.gone.get(absent)
        if since is None or absent in self.common.left:
            raise Illegal("not_absent", "G5", seat=absent)
        if (wait := self.grace - (wall - since)) > 0:
            raise Illegal("grace", "G5", seat=absent, wait_ms=wait)

    def _skip(self, by: Seat, absent: Seat, at: Millis, wall: int, chance: Chance) -> Iterator[Event]:
        self._absent(absent, wall)
        if absent in self.common.skipped:
            raise Illegal("unchanged", "G5")
        yield Skipped(absent, by)
        without = replace(self.state, skipped=self.state.skipped | {absent})
        yield from self.rules.decide(without, None, Missing(), at, chance)
        yield from self._resume_without(absent, without, at, chance)

    def _seat_computer(self, by: Seat, wish: SeatComputer, at: Millis, wall: int, chance: Chance) -> Iterator[Event]:
        self._absent(wish.seat, wall)
        if self.controller(wish.seat) == wish.level:
            raise Illegal("unchanged", "G5")
        yield StoodIn(wish.seat, by, wish.level)
        helped = replace(self.state, skipped=self.state.skipped - {wish.seat})
        yield from self._resume_without(wish.seat, helped, at, chance)

    def _leave(self, seat: Seat, at: Millis, chance: Chance) -> Iterator[Event]:
        yield from self._let_go(seat, at, chance)
        yield Left(seat)
        remaining = set(range(self.state.seats)) - self.common.left - {seat}
        if len(remaining) <= 1:  # G5a: the only one left wins
            scores = self.state.scores
            yield Ended(core.ranked(scores, self.common.left | {seat}), scores, "left")
        else:
            without = replace(self.state, left=self.state.left | {seat})
            yield from self.rules.decide(without, None, Missing(), at, chance)
            yield from self._resume_without(seat, without, at, chance)

    # --------------------------------------------------------------------------------------------- folding

    def _apply(self, event: Event) -> None:
        if not isinstance(event, OWN_EVENTS):
            self.state = self.rules.apply(self.state, event)
            return
        if isinstance(event, Started):
            self.common = Common(game=event.game, rules=event.rules, players=event.players, commitment=event.commitment)
            return
        self.common = common = _fold(self.common, event)
        self.state = replace(
            self.state,
            paused=common.paused_by is not None,
            skipped=common.skipped,
            left=common.left,
            gone=frozenset(common.gone),
            ended=common.ended,
        )
        if common.ended and self.seed and common.seed is None:
            self.common = replace(common, seed=self.seed)


def _fold(common: Common, event: Event) -> Common:
    match event:
        case Paused(seat):
            return replace(common, paused_by=seat, ready=frozenset())
        case Readied(seat):
            return replace(common, ready=common.ready | {seat})
        case Resumed():
            return replace(common, paused_by=None, ready=frozenset())
        case Gone(seat, wall):
            return replace(common, gone=common.gone | {seat: wall}, ready=common.ready - {seat})
        case Back(seat):
            return replace(
                common,
                gone=_without(common.gone, seat),
                stand_ins=_without(common.stand_ins, seat),
                skipped=common.skipped - {seat},
            )
        case Skipped(seat):
            return replace(common, skipped=common.skipped | {seat})
        case StoodIn(seat=seat, level=level):
            return replace(common, stand_ins=common.stand_ins | {seat: level}, skipped=common.skipped - {seat})
        case Left(seat):
            return replace(common, left=common.left | {seat}, stand_ins=_without(common.stand_ins, seat))
        case TakenOver(seat):
            return replace(common, players=(*common.players[:seat], Player(), *common.players[seat + 1 :]))
        case Ended():
            return replace(common, ended=event, paused_by=None)
    return common


def _without(values: dict[Seat, Any], seat: Seat) -> dict[Seat, Any]:
    return {key: value for key, value in values.items() if key != seat}
