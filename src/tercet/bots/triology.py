"""The computer player of Triology: it plans its turn at the beginning and plays it step by step, at human pace.

Easy lays the sets that it happens to see. Medium and hard search the turn (`engine.triology_search`); hard sees all,
steals more, looks deeper into the pile, keeps what may still become a set and does not feed the next player.
A profile holds the skill, the times below the pace.

It sees its seat's view only. It keeps no memory: the search is the same for the same position, so asked again after
each of its own steps it finds the same turn and goes on with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from tercet.bots.core import Plan
from tercet.engine import triology as game
from tercet.engine import triology_cards as cards
from tercet.engine import triology_search as search
from tercet.engine.chance import Chance
from tercet.engine.core import Action, Card, Millis, Seat
from tercet.engine.match import Level, Ready
from tercet.engine.sets import THIRD
from tercet.engine.triology_advice import position, wishes

SLOW = True  # a search may take longer than a table shall wait for

Span = tuple[Millis, Millis]  # the least and the most


class Profile(NamedTuple):
    """What makes a level.

    `overlooks` is the share of sets (easy) or of hand cards (else) that it does not think of in a turn. It picks up at
    most `picks` cards, steals at most `steals` sets a turn and opens at most `opens` of its own. With `plans` it
    searches its turn, with `watches` it discards with an eye on what the rest of the hand may become and on what the
    next player may make of the card.
    """

    plans: bool
    overlooks: float
    picks: int
    steals: int
    opens: int
    watches: bool


PROFILES: dict[Level, Profile] = {
    "easy": Profile(plans=False, overlooks=0.2, picks=3, steals=0, opens=0, watches=False),
    "medium": Profile(plans=True, overlooks=0.06, picks=6, steals=1, opens=1, watches=False),
    "hard": Profile(plans=True, overlooks=0.0, picks=14, steals=2, opens=2, watches=True),
}
NODES = 20_000  # a search stops here at the latest, some tenths of a second
LEFT = 0.5  # how gladly a point is discarded
DRAWN = 0.8  # what a card from the stock brings on average
OUT = 0.6  # what each card in a rival's hand is worth to who goes out

THINKING: Span = (2_000, 4_500)  # from the beginning of the turn to the draw
STEP: Span = (1_300, 2_600)  # from one step to the next
LOOKING: Span = (3_000, 7_000)  # at the hands that all show
MARGIN: Millis = 1_500  # before time is up all is done


def plan(key: str, seat: Seat, level: Level, view: game.View, pace: float = 1.0, since: Millis = 0) -> Plan | None:
    """The next wish of this seat and when; None while it is not asked for anything."""
    chance = Chance(key, seat, view.deal, view.turns, view.phase, len(view.steps), view.drawn)
    begun = max(view.since, since)
    if view.paused or view.phase == "over":
        return None
    if view.phase == "between":
        return None if seat in view.ready else Plan(begun + _wait(chance, LOOKING, pace), Ready())
    if view.turn != seat:
        return None
    at = begun + _wait(chance, STEP if view.drawn else THINKING, pace)
    if view.until is not None:
        at = min(at, max(begun, view.until - MARGIN))
    return Plan(at, _Player(view, PROFILES[level], Chance(key, seat, view.deal, view.turns, "skill")).wish())


def _wait(chance: Chance, span: Span, pace: float) -> Millis:
    least, most = span
    return int((least + chance.random() * (most - least)) * pace)


class _Player:
    """One seat in its turn. `chance` is drawn once a turn: what it overlooks then, it overlooks to the turn's end."""

    def __init__(self, view: game.View, profile: Profile, chance: Chance) -> None:
        self.view, self.profile = view, profile
        self.luck = [chance.random() for _ in range(cards.CARDS)]  # one number for each card

    def wish(self) -> Action:
        """What it wants to do now."""
        if not self.view.drawn:
            return self._begin()
        if self.view.phase == "late":
            return self._discard(self.view.hand)
        return self._go_on()

    # ---- what it sees

    def _overlooked(self, card: Card) -> bool:
        return self.luck[card] < self.profile.overlooks

    def _seen(self, at: search.Position) -> search.Position:
        """The position without the cards of the hand that it does not think of; what it has picked up it knows."""
        hand = tuple(card for card in at.hand if card == at.required or not self._overlooked(card))
        return at._replace(hand=hand)

    def _turn(self, at: search.Position) -> search.Turn:
        steals, opens = self.profile.steals, self.profile.opens
        turn = _searched(self._seen(at), steals, opens)
        return _searched(at, steals, opens) if turn.out else turn  # who thinks of going out looks at every card

    # ---- the beginning of a turn

    def _begin(self) -> Action:
        at = position(self.view)
        drawing = at._replace(pile=(), drawn=True)
        best: Action = game.Draw()
        most = self._worth(self._turn(drawing)) + DRAWN
        for place, card in self._picks(at):
            hand = at.hand + at.pile[place:]
            picking = at._replace(hand=hand, pile=(), drawn=True, required=card)
            turn = self._turn(picking)
            if not any(isinstance(step, search.Meld) and card in step.cards for step in turn.steps):
                continue  # it knows of no set to lay with it
            if (worth := self._worth(turn)) > most:
                best, most = game.PickUp(card), worth
        return best

    def _picks(self, at: search.Position) -> Iterator[tuple[int, Card]]:
        """The cards of the pile, the top first, that may be picked up."""
        table: list[search.Trio] = []
        if at.level == "master":
            table = [laid.cards for laid in (*at.own, *at.rivals) if not laid.protected]
        for place in range(len(at.pile) - 1, max(-1, len(at.pile) - 1 - self.profile.picks), -1):
            if search.can_pick_up(at.hand, at.pile, place, table):
                yield place, at.pile[place]

    def _worth(self, turn: search.Turn) -> float:
        """What a turn is worth: its points, and what going out takes from the others.

        What it leaves in the hand does not count: who minds that picks up too little, and loses three of five games.
        """
        return turn.points + (OUT * sum(self.view.hands) if turn.out else 0)

    # ---- laying

    def _go_on(self) -> Action:
        action = self._planned() if self.profile.plans else self._seen_set()
        if action is not None and not isinstance(action, game.Discard):
            return action
        if action is None and (self.view.caddies or self.view.picked is not None):  # somebody else began this turn
            return game.GiveBack() if self.view.caddies else game.TakeBack()
        return self._protect() or action or self._discard(self.view.hand)

    def _planned(self) -> Action | None:
        """The next step of the turn that was planned; None if there is none, or it can't be gone on with."""
        view, base = self.view, _base(self.view)
        start = _before(view, base)
        turn = self._turn(position(start))
        steps = [step for step in turn.steps if not isinstance(step, search.Discard)]
        planned, done = wishes(start, steps, view), view.steps[base:]
        if len(done) > len(planned) or not all(map(_is_done, planned, done)):
            return game.GiveBack() if view.caddies else self._seen_set()  # somebody else began this turn
        if len(done) < len(planned):
            return planned[len(done)]
        if turn.out and turn.steps and isinstance(last := turn.steps[-1], search.Discard) and last.card is not None:
            return game.Discard(last.card)
        return game.GiveBack() if view.caddies else None

    def _seen_set(self) -> Action | None:
        """The most valuable set in the hand of those that it happens to see."""
        three = [trio for trio in cards.candidates(self.view.hand) if self._sees(trio)]
        best = max(three, key=lambda trio: game.points(trio), default=None)
        return game.Meld(best, cards.readings(best)[0]) if best else None

    def _sees(self, trio: game.Three) -> bool:
        if self.view.picked is not None:
            return self.view.picked in trio
        return sum(self.luck[card] for card in trio) % 1 >= self.profile.overlooks

    def _protect(self) -> Action | None:
        """A HANDS-OFF card goes on the set that is worth most, of equal ones on that with more TRIOLOGY cards."""
        view = self.view
        guards = [card for card in view.hand if cards.is_hands_off(card)]
        if not guards or view.can["protect"].no or view.seat is None:
            return None
        own = [one for one in view.sets[view.seat] if one.guard is None]
        best = max(own, key=lambda one: (game.points(one.cards), one.id), default=None)
        return game.Protect(guards[0], best.id) if best else None

    # ---- the discard

    def _discard(self, hand: Sequence[Card]) -> Action:
        """The card that it can spare best."""
        ordinary = [card for card in hand if not cards.is_hands_off(card)] or list(hand)
        if not self.profile.plans:
            return game.Discard(max(ordinary, key=lambda card: self.luck[card]))
        return game.Discard(max(ordinary, key=lambda card: self._spare(card, hand)))

    def _spare(self, card: Card, hand: Sequence[Card]) -> float:
        """How gladly a card is discarded: for its points, for what the hand keeps, and against what it gives away."""
        rest = [other for other in hand if other != card]
        spare = LEFT * cards.value(card) + self.luck[card] / 100
        return spare + self._hopes(rest) - self._gift(card) if self.profile.watches else spare

    def _hopes(self, held: Sequence[Card]) -> float:
        """How many sets may still come of a hand: pairs, each with the share of cards not seen yet that complete it."""
        view = self.view
        seen = {*view.hand, *view.pile, *(card for laid in view.sets for one in laid for card in one.cards)}
        unseen = [card for card in cards.deck(view.options.level) if card not in seen]
        holders = [0] * 81
        for card in unseen:
            for group in cards.groups(card):
                holders[group] += 1
        hope = 0.0
        for a, b in combinations(held, 2):
            thirds = {THIRD[x][y] for x in cards.groups(a) for y in cards.groups(b)}
            worth = cards.value(a) + cards.value(b) + 1
            hope += worth * sum(holders[group] for group in thirds)
        return hope / max(1, len(unseen))

    def _gift(self, card: Card) -> float:
        """What the next player may make of a card: surely a set with cards it is known to hold, else by the groups."""
        view = self.view
        following = view.known[(view.turn + 1) % len(view.hands)]
        pair = any(cards.readings((card, *two)) for two in combinations(following, 2))
        return 3.0 * pair + 0.15 * cards.value(card)


@lru_cache(maxsize=256)
def _searched(at: search.Position, steals: int, opens: int) -> search.Turn:
    return search.best_turn(at, steal=steals, open_own=opens, nodes=NODES)


def _base(view: game.View) -> int:
    """How many steps of the turn came before the plan: a pick-up, and what a HANDS-OFF card made final."""
    picked_up = bool(view.steps) and view.steps[0].kind == "pick_up"
    return max(view.floor, int(picked_up))


def _before(view: game.View, base: int) -> game.View:
    """The view as it was after so many steps of this turn."""
    if len(view.steps) == base:
        return view
    state = game.imagine(view, Chance("before"))
    while len(state.steps) > base:
        state = game.undo(state)
    return game.view(state, view.seat)


def _is_done(wish: Action, step: game.Step) -> bool:
    match wish:
        case game.Steal(number) | game.Open(number):
            return step.taken is not None and step.taken.id == number
        case game.Meld():
            return step.kind == "meld" and set(step.cards) <= set(wish.cards)
    return False
