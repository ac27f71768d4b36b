"""The suite that every game must pass: play it in every way there is, and look after each row whether all still holds.

A game gives a `Subject`: how to deal it, where its cards lie, which zones a viewer may not see, and some wishes that no
sensible player has. `play` then drives whole matches by a Hypothesis state machine: offered moves, wild wishes, time,
pauses, absences, and restarts from the written log.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, reject, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tercet.engine import core, load, match
from tercet.engine.chance import Chance
from tercet.engine.core import Action, Event, Illegal, Record, Seat
from tercet.engine.match import Match, Player

LEVELS = st.sampled_from(["easy", "medium", "hard"])
PLAYERS = (Player(), Player("computer", "easy"))


@dataclass(frozen=True)
class Subject:
    """What the suite must know of a game and can't find out by its protocol."""

    game: str
    options: st.SearchStrategy[Any]
    zones: Callable[[Any], dict[str, Iterable[int]]]  # state → every zone's cards
    deck: Callable[[Any], Iterable[int]]  # state → all cards that must lie in just one zone; () before the deal
    # state, viewer, chance, cards to leave alone → a state that differs only in what this viewer may not see
    permute: Callable[[Any, Seat | None, Chance, Container[int]], Any]
    cards_in: Callable[[Event], Iterable[int]]  # the cards that a (redacted) fact names
    cards_seen: Callable[[Any], Iterable[int]]  # the cards that a view names
    wild: st.SearchStrategy[Action]  # wishes of any kind, sensible or not
    same: Callable[[Action, Any], Any] = lambda action, view: action  # to a view equal wishes have the same value
    good: Callable[[Any], Iterable[Action]] = lambda view: ()  # of the offered moves those that get a game on
    by_lot: tuple[type[Event], ...] = ()  # facts whose chance may turn hidden order into open cards
    by_hand: tuple[type[Action], ...] = ()  # wishes that may be refused for what only their seat sees
    longest: int = 2000  # no game by offered moves takes more rows


class Play(RuleBasedStateMachine):
    """One match, played by Hypothesis."""

    subject: Subject

    def __init__(self) -> None:
        super().__init__()
        self.match: Match
        self.at = 0
        self.wall = 1_000_000
        self.states: list[Any] = []

    # ------------------------------------------------------------------------------------------ the play

    @initialize(data=st.data(), seed=st.integers(0, 10**6))
    def begin(self, data: st.DataObject, seed: int) -> None:
        self.game: Any = load(self.subject.game)
        seats = data.draw(st.sampled_from(self.game.SEATS))
        options = data.draw(self.subject.options)
        others = data.draw(st.lists(st.sampled_from(PLAYERS), min_size=seats - 1, max_size=seats - 1))
        try:
            self.match = Match.begin(self.subject.game, [Player(), *others], options, str(seed), self.wall)
        except Illegal:  # a set-up that the game refuses
            reject()
        self.states = [self.match.state]

    @rule(data=st.data(), passed=st.integers(0, 4000))
    def make_an_offered_move(self, data: st.DataObject, passed: int) -> None:
        self._pass(passed)
        seat = data.draw(self._movers())
        offered = list(self.game.moves(self.match.view(seat)))
        if offered and seat not in self.match.common.left:
            self._do(seat, data.draw(st.sampled_from(offered)), must=True)

    @rule(data=st.data(), passed=st.integers(0, 4000))
    def make_a_good_move(self, data: st.DataObject, passed: int) -> None:
        self._pass(passed)
        seat = data.draw(self._movers())
        if good := list(self.subject.good(self.match.view(seat))):
            self._do(seat, data.draw(st.sampled_from(good)), must=True)

    @rule(data=st.data(), passed=st.integers(0, 4000))
    def wish_wildly(self, data: st.DataObject, passed: int) -> None:
        self._pass(passed)
        seat = data.draw(self._seats() | st.none() | st.just(99))
        wish = data.draw(self.subject.wild)
        if seat is None or seat == 99:
            self._refused(seat, wish)
        else:
            view = self.match.view(seat)
            offered = {self.subject.same(move, view) for move in self.game.moves(view)}
            self._do(seat, wish, must=self.subject.same(wish, view) in offered)

    @rule(passed=st.integers(0, 30_000))
    def let_time_pass(self, passed: int) -> None:
        self._pass(passed)

    @rule(data=st.data())
    def pause_or_go_on(self, data: st.DataObject) -> None:
        wish = match.Ready() if self.match.common.paused_by is not None else match.Pause()
        self._do(data.draw(self._seats()), wish)

    @rule(data=st.data(), level=LEVELS)
    def come_and_go(self, data: st.DataObject, level: match.Level) -> None:
        seat, other = data.draw(self._seats()), data.draw(self._seats())
        kinds = [
            match.Lose(),
            match.Find(),
            match.Skip(other),
            match.SeatComputer(other, level),
            match.TakeOver(),
            match.Rest(),
        ]
        self.wall += data.draw(st.sampled_from([0, 1000, 100_000]))
        self._do(seat, data.draw(st.sampled_from(kinds)))

    @rule(data=st.data(), really=st.integers(0, 5))
    def leave(self, data: st.DataObject, really: int) -> None:
        if not really:
            self._do(data.draw(self._seats()), match.Leave())

    @rule()
    def restart(self) -> None:
        """The log, written and read again, tells the same at every row."""
        decoder = match.record_decoder(self.subject.game)
        again = Match(self.subject.game, self.match.seed)
        for record, state in zip(self.match.records, self.states, strict=True):
            again.fold(decoder.decode(core.encode(record)))
            assert again.state == state, "the log does not tell the state"
        assert again.common == self.match.common
        self.match = again

    @precondition(lambda self: len(self.match.records) < 60)
    @rule()
    def decide_again(self) -> None:
        """The same causes have the same facts."""
        again = Match(self.subject.game, self.match.seed)
        for record in self.match.records:
            if again.records:
                made = again.decide(record.seat, record.action, record.at, record.wall, record.ref)
                assert made == record, "the same cause has other facts"
            again.fold(record)

    # ---------------------------------------------------------------------------------- what must always hold

    @invariant()
    def every_card_lies_in_one_place(self) -> None:
        zones = self.subject.zones(self.match.state)
        cards = [card for zone in zones.values() for card in zone]
        deck = list(self.subject.deck(self.match.state))
        assert sorted(cards) == sorted(deck), f"a card is lost or doubled: {zones}"

    @invariant()
    def a_view_hides_what_is_hidden_and_can_be_imagined(self) -> None:
        for seat in self._viewers():
            view = self.match.view(seat)
            for salt in range(2):
                other = self.subject.permute(self.match.state, seat, Chance("permute", salt, self.match.seq), ())
                assert self.game.view(other, seat) == view, f"the view of {seat} leaks hidden cards"

            imagined = self.game.imagine(view, Chance("imagine", self.match.seq, seat))
            assert self.game.view(imagined, seat) == view, f"the imagined state does not look like the view of {seat}"

    @invariant()
    def it_ends(self) -> None:
        assert self.match.seq <= self.subject.longest, "it does not end"

    # ------------------------------------------------------------------------------------------------ helpers

    def _viewers(self) -> list[Seat | None]:
        return [*range(self.match.state.seats), None]

    def _seats(self) -> st.SearchStrategy[int]:
        return st.integers(0, self.match.state.seats - 1)

    def _movers(self) -> st.SearchStrategy[int]:
        """The seats that may wish something now, or all of them."""
        seats = range(self.match.state.seats)
        may = [seat for seat in seats if any(not can.no for can in self.match.view(seat).can.values())]
        return st.sampled_from(may or seats)

    def _pass(self, passed: int) -> None:
        self.wall += passed
        if not self.match.state.paused:
            self.at += passed
            while (due := self.match.deadline()) is not None and due <= self.at:
                self._keep(self.match.decide(None, core.Tick(), due, self.wall))

    def _do(self, seat: Seat, wish: Action, must: bool | None = None) -> None:
        before, common = core.encode(self.match.state), self.match.common
        try:
            record = self.match.decide(seat, wish, self.at, self.wall)
        except Illegal as no:
            assert not must, f"{wish} is offered to {seat} but refused: {no}"
            assert no.code and no.ruling
            after = core.encode(self.match.state)
            assert before == after and common == self.match.common
            return
        assert must is not False, f"{wish} of {seat} is accepted but not offered"
        self._no_event_leaks(record)
        self._keep(record)

    def _refused(self, seat: Seat | None, wish: Action) -> None:
        try:
            self.match.decide(seat, wish, self.at, self.wall)
        except Illegal:
            return
        raise AssertionError(f"{wish} of {seat}, who has no seat, is accepted")

    def _keep(self, record: Record[Any, Any]) -> None:
        seen = {seat: set(self.subject.cards_seen(self.match.view(seat))) for seat in self._viewers()}
        self.match.fold(record)
        self.states.append(self.match.state)
        self.every_card_lies_in_one_place()
        for seat in self._viewers():
            may = seen[seat] | set(self.subject.cards_seen(self.match.view(seat)))
            for event in record.events:
                named = set(self.subject.cards_in(event.seen_by(seat)))
                assert named <= may, f"{event} tells {seat} of cards it never sees"

    def _no_event_leaks(self, record: Record[Any, Any]) -> None:
        """The same wish on a state that differs only in what the viewer may not see gives the viewer the same facts."""
        if any(isinstance(event, self.subject.by_lot) for event in record.events):
            return
        for seat in self._viewers():
            told = [event.seen_by(seat) for event in record.events]
            shown = {card for event in told for card in self.subject.cards_in(event)}
            twin = Match.replay(self.subject.game, self.match.seed, self.match.records)
            twin.state = self.subject.permute(twin.state, seat, Chance("twin", self.match.seq), shown)
            try:
                other = twin.decide(record.seat, record.action, record.at, record.wall, record.ref)
            except Illegal:
                assert isinstance(record.action, self.subject.by_hand), "what is hidden decides what is refused"
                continue
            instead = [event.seen_by(seat) for event in other.events]
            assert told == instead, f"the facts that {seat} is told leak hidden cards"


def play(subject: Subject, examples: int = 100, steps: int = 50, shrink: bool = True) -> None:
    """Run the suite over a game; AssertionError names what does not hold."""
    machine = type(f"Play_{subject.game}", (Play,), {"subject": subject})
    some = settings(
        max_examples=examples,
        stateful_step_count=steps,
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
        phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
    )
    run_state_machine_as_test(machine, settings=some)


def play_out(subject: Subject, seed: int, seats: int, options: Any) -> Match:
    """A whole match by offered moves taken by lot, good ones more often; fails if it does not end."""
    rules = load(subject.game)
    chance = Chance("play out", seed)
    one = Match.begin(subject.game, [Player()] * seats, options, str(seed), 0)
    at = 0
    while not one.state.ended:
        at += chance.below(3000)
        one.advance(at)
        seat = chance.below(seats)
        view = one.view(seat)
        offered = [*rules.moves(view), *100 * list(subject.good(view))]
        if offered and not one.state.ended:
            one.act(seat, chance.choice(offered), at)
        assert one.seq < subject.longest, "it does not end"
    return one
