"""The computer player of Triple³: a race of independent looks at card and cell, at human pace.

For each card of the hand and each cell on which it fits a time is drawn from which the player sees it. It takes up the
first, or a better one that it sees while its hand is already moving. How long a look takes is the profile's, what it
makes of what it sees is the profile's too, but apart: the law and its numbers are the decision page 0008's.

It looks at its seat's view only, never plays a card that does not fit, and does not call Stop!; what it gets wrong, now
and then, is the card that it takes hold of, and it notices. Every time follows from the number of its own acts, so that
nothing a rival does draws the lot anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log
from typing import NamedTuple

from tercet.bots.core import Plan
from tercet.engine import grid
from tercet.engine.chance import Chance
from tercet.engine.core import Card, Millis, Seat
from tercet.engine.match import Level, Ready
from tercet.engine.triple3 import Draw, NothingFits, Play, View

Span = tuple[Millis, Millis]  # the least and the most


class Profile(NamedTuple):
    """What makes a level.

    Its pace: `search`, the mean time in milliseconds to see one place for a card, were that card alone in the hand. Its
    attention: `overlooks`, the share of places that it does not see at first, and `slips`, how often it takes hold of a
    wrong card. Its skill: the `hand` it likes to hold, and `care`, how often it looks for the best of several places.
    """

    search: Millis
    overlooks: float
    slips: float
    hand: int
    care: float


PROFILES: dict[Level, Profile] = {
    "easy": Profile(9_000, 0.25, 0.10, 3, 0.2),
    "medium": Profile(7_000, 0.12, 0.05, 4, 0.6),
    "hard": Profile(5_000, 0.04, 0.02, 5, 1.0),
}
REACTION: Span = (350, 900)  # from "go!" to the first act
DRAWING: Span = (500, 900)  # from one's last act to the next card from the pile
PLAYING: Span = (800, 1_300)  # from seeing a place to the card lying there
CORRECTION: Span = (1_200, 2_200)  # from a wrong card to the right one
GIVING_UP: Span = (2_500, 4_000)  # from the last change until one is sure that nothing fits
PATIENCE: Span = (9_000, 15_000)  # so long one searches before one takes a card more
FIRST_LOOK: Millis = 900  # nobody sees anything sooner
NEW_CARD: Millis = 3_400  # for every card that a rival lays the eye leaves what it was looking at
CROWD = 0.45  # with every seat beyond the second there is so much more to follow
NEW_CARDS = 5  # but not more often than so before it sees something
OVERLOOKED = 4  # what is not seen at first takes so many times as long
WEIGHED = 4  # places between which one chooses at most
MOST = 8  # cards in the hand, from which on none is taken out of impatience


class Sight(NamedTuple):
    """A place for a card, and the game time from which it is seen."""

    at: Millis
    card: Card
    cell: int


def plan(key: str, seat: Seat, level: Level, view: View, pace: float, since: Millis) -> Plan | None:
    """The earliest wish of this seat; see `tercet.bots.core.plan`."""
    if view.phase == "between":
        return _ready(seat, view)
    if view.paused or view.phase != "play" or all(can.no for can in view.can.values()):
        return None
    thought = _Thought(key, seat, level, view, pace, since)
    wish = thought.wish()
    return wish and Plan(max(wish.at, thought.may_act), wish.action)


def _ready(seat: Seat, view: View) -> Plan | None:
    """G6: computer players are always ready."""
    return None if seat in view.ready or view.paused or view.last is None else Plan(view.last.at, Ready())


class _Thought:
    """What goes on in a seat's head between two of its acts; all chance is drawn here, always in the same order."""

    def __init__(self, key: str, seat: Seat, level: Level, view: View, pace: float, since: Millis) -> None:
        self.view, self.pace, self.profile = view, pace, PROFILES[level]
        self.acted = max(view.acted[seat], since)
        self.changed = max(*view.since, self.acted)
        self.crowd = 1 + CROWD * max(0, len(view.chips) - 2)
        self.pile = view.piles[seat]
        self.quiet = seat in view.said
        chance = Chance(key, seat, view.acts[seat])

        def span(bounds: Span) -> Millis:
            least, most = bounds
            return self._slow(least + (most - least) * chance.random())

        self.may_act = max(view.went + span(REACTION), since + span(REACTION), view.waits[seat])
        self.drawing, self.giving_up, self.patience = span(DRAWING), span(GIVING_UP), span(PATIENCE)
        self.playing, correction = span(PLAYING), span(CORRECTION)
        self.playing += correction if chance.random() < self.profile.slips else 0
        self.cares = chance.random() < self.profile.care
        self.named = chance.random()
        self.lots = [[chance.random() for _ in grid.CELLS] for _ in view.hand]

    def _slow(self, ms: float) -> Millis:
        return round(ms * self.pace)

    def _look(self, lot: float) -> Millis:
        """How long a place for a card takes to be seen: the more cards in the hand, and the more seats, the longer."""
        mean = self.profile.search * len(self.view.hand) * self.crowd
        if lot < self.profile.overlooks:  # the rest of the lot is as good as a new one
            lot, mean = lot / self.profile.overlooks, mean * OVERLOOKED
        else:
            lot = (lot - self.profile.overlooks) / (1 - self.profile.overlooks)
        return self._slow(FIRST_LOOK - log(1 - lot) * mean)

    def wish(self) -> Plan | None:
        """Fill the hand; else play what is seen first, or take a card more, or say that nothing fits."""
        if self.pile and len(self.view.hand) < self.profile.hand:
            return Plan(self.acted + self.drawing, Draw())
        sights = sorted(self.sights())
        if not sights:
            return self._nothing_fits()
        play = Plan(sights[0].at + self.playing, self._play(sights))
        if self.pile and len(self.view.hand) < MOST:
            return min(play, Plan(self.acted + self.patience, Draw()), key=lambda plan: plan.at)
        return play

    def _nothing_fits(self) -> Plan | None:
        at = self.changed + self.giving_up
        if self.pile:
            return Plan(at, Draw())
        return None if self.quiet else Plan(at, NothingFits())  # X10a

    def sights(self) -> Iterator[Sight]:
        """Each place for a card of the hand, and when it is seen: from when it is one, and later for each new card."""
        for cell, lines in enumerate(self._lines()):
            for card, lots in zip(self.view.hand, self.lots, strict=True):
                if fitting := [since for values, since in lines if values & grid.MASK[card]]:
                    since = max(min(fitting), self.acted)
                    yield Sight(since + self._look(lots[cell]) + self._distraction(since), card, cell)

    def _distraction(self, since: Millis) -> Millis:
        came = sum(at > since for at in self.view.since)
        return self._slow(NEW_CARD * min(came, NEW_CARDS))

    def _lines(self) -> Iterator[list[tuple[int, Millis]]]:
        """For each cell the lines through which it can be covered: by which values (X6), and since when."""
        masks, since = [grid.MASK[card] for card in self.view.grid], self.view.since
        for cell, others in enumerate(grid.OTHERS):
            lines = ((masks[a] & masks[b] & ~masks[cell], max(since[a], since[b], since[cell])) for a, b in others)
            yield [line for line in lines if line[0]]

    def _play(self, sights: list[Sight]) -> Play:
        """The first that is seen, or for who cares the best of those that are seen while the hand moves."""
        weighed = sights[: WEIGHED if self.cares else 1]
        seen = [sight for sight in weighed if sight.at <= sights[0].at + self.playing]
        _, card, cell = max(seen, key=lambda sight: (self._places_after(sight), -sight.at))
        if not self.view.options.name_property:
            return Play(card, cell)
        formed = grid.formed(self.view.grid, card, cell)  # X7
        return Play(card, cell, formed[int(self.named * len(formed))])

    def _places_after(self, sight: Sight) -> int:
        """How many cards of the hand would find a place after this play."""
        tops = list(self.view.grid)
        tops[sight.cell] = sight.card
        accepted = grid.union(grid.coverable(tops))
        return sum(grid.MASK[card] & accepted != 0 for card in self.view.hand if card != sight.card)
