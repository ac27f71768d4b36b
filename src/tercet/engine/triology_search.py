"""The best turn of Triology: what to pick up, steal, open, lay, protect and discard for the most points (Y6-Y21).

    best_turn(position, steal=2, open_own=2, nodes=NODES) -> Turn      the turn with the most points
    can_go_out(position, …) -> bool | None                             None: not known within the nodes
    can_steal(position, index, …) -> bool | None                       of a rival's set, alone or with others
    can_pick_up(hand, pile, index, table) -> bool                      what the judge asks of a pick-up (Y7)
    best_partition(hand) -> list of sets                               what can be laid at once

A `Position` holds cards by number and says in `faces` which groups each may stand for, so it takes cards that the
house's deck has not: give them numbers from 111. A `Turn` lists steps that are legal in their order; each is one wish.

Points are the values of the cards laid from hand and pile, of the stolen cards kept, and 1 for going out. Of turns
with equal points one that goes out is best, then the one with the fewest points left in hand, then with the fewest
steps. HANDS-OFF cards are laid where that lets one go out; whom to protect otherwise is no question of points.

One steal is enough. Whatever a turn does in several, its last state is reached by one that takes and opens all sets
first and then lays what lies there in the end: what was stolen before counts as stolen all the turn (Y18), so every
set of the last state may be laid in one. Therefore the search looks for the last state alone: sets to steal, own sets
to open, and new sets that hold each of their cards once, any cards of the hand at most once, and one card at least
that was not stolen (Y18, from which Y17 follows: no three cards of one set can lie in one new set).

The sets to steal and to open are chosen first, the most valuable first; then their cards are covered, the card with the
fewest ways first, and the rest of the hand is laid. As all sets are threes, the cards laid from the hand are a multiple
of three; that and the values bound what a choice can bring. And as the three groups of a set add up to nothing in every
feature, modulo three, most choices are seen to be impossible by a sum, before any card is covered. The search is
budgeted in nodes, never in time: the same position gives the same turn anywhere. `Turn.proved` says whether the nodes
were enough to be sure.

Pure; standard library only: the command line answers from here. Knows no seats and no state of a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from tercet.engine.sets import THIRD
from tercet.engine.triology_cards import GROUPS, Groups, Level, Reading, readings_of

Trio = tuple[int, int, int]
Mask = int  # a set of cards: bit n for card n

NODES = 100_000
STEAL, OPEN = 2, 2  # sets stolen and own sets opened, up to which the search is quick
CHAIN_NODES = 2_000  # for each link of a chain

# A rank orders turns: points first, then out, points left in hand, steps.
POINT, LEFT = 1 << 20, 1 << 10
NEVER = -1 << 60


class Laid(NamedTuple):
    """A set on the table. A protected one can be neither stolen nor opened (Y21)."""

    cards: Trio
    protected: bool = False


class Position(NamedTuple):
    """What a seat knows at some moment of its turn when no steal is open; cards by number.

    `pile` is the discard pile, its top last; it matters only before something was drawn. `required` is a card picked up
    that no set holds yet (Y7). `stolen` are cards that were stolen earlier this turn (Y18). `faces` has the groups of
    each card by its number.
    """

    hand: tuple[int, ...]
    own: tuple[Laid, ...] = ()
    rivals: tuple[Laid, ...] = ()
    pile: tuple[int, ...] = ()
    drawn: bool = True
    required: int | None = None
    stolen: frozenset[int] = frozenset()
    level: Level = "master"
    faces: tuple[Groups, ...] = GROUPS


class Draw(NamedTuple):
    """Draw from the stock; what comes is unknown, so nothing later counts on it (Y6)."""


class PickUp(NamedTuple):
    """Take pile[at] and all that lies on it (Y7)."""

    at: int
    card: int


class Steal(NamedTuple):
    """Take rivals[at] (Y15)."""

    at: int
    cards: Trio


class Open(NamedTuple):
    """Open own[at] for the steal (Y17)."""

    at: int
    cards: Trio


class Meld(NamedTuple):
    """Lay a set; `groups` says what each card stands for (Y3)."""

    cards: Trio
    groups: Reading


class Protect(NamedTuple):
    """Put a HANDS-OFF card on an own set, given by its cards (Y21)."""

    card: int
    cards: Trio


class Discard(NamedTuple):
    """Discard a card of the hand, a stolen one (Y20), or the one just drawn, whatever it is (None)."""

    card: int | None


Step = Draw | PickUp | Steal | Open | Meld | Protect | Discard


class Turn(NamedTuple):
    """What a turn brings, and its steps in order; `left` are the points that stay in hand, `nodes` what it took."""

    points: int
    out: bool
    left: int
    proved: bool
    steps: tuple[Step, ...]
    nodes: int = 0


# ------------------------------------------------------------------------------------------------ cheap questions


def can_pick_up(
    hand: Iterable[int], pile: Sequence[int], index: int, table: Iterable[Trio] = (), faces: Sequence[Groups] = GROUPS
) -> bool:
    """Whether a pick-up is not refused (Y7): some set with pile[index] exists among all cards that may come into it.

    `table` has the unprotected sets of all seats in Master, nothing elsewhere.
    """
    others = [*hand, *pile[index + 1 :], *(card for trio in table for card in trio)]
    holders = [0] * 81  # how many of the other cards show each group
    for card in others:
        for group in set(faces[card]):
            holders[group] += 1
    for x in faces[pile[index]]:
        for card in others:
            mine = faces[card]
            for y in mine:
                z = THIRD[x][y]
                if holders[z] > (z in mine):  # held by another card than this one
                    return True
    return False


def best_partition(hand: Iterable[int], faces: tuple[Groups, ...] = GROUPS, nodes: int = NODES) -> list[Meld]:
    """The sets with the most points that a hand can lay at once."""
    turn = best_turn(Position(tuple(hand), faces=faces), steal=0, nodes=nodes)
    return [step for step in turn.steps if isinstance(step, Meld)]


def can_go_out(
    position: Position, *, steal: int | None = STEAL, open_own: int | None = OPEN, nodes: int = NODES
) -> bool | None:
    """Whether some turn empties the hand (Y9); None if the nodes were not enough to know."""
    return _exists(position, None, _limits(position, steal, open_own), nodes)


def can_steal(
    position: Position, index: int, *, steal: int | None = STEAL, open_own: int | None = OPEN, nodes: int = NODES
) -> bool | None:
    """Whether some turn steals rivals[index], alone or with other sets; None if the nodes were not enough to know."""
    limits = _limits(position, steal, open_own)
    if position.rivals[index].protected or not limits.steal:
        return False
    return _exists(position, position.rivals[index].cards, limits, nodes)


def _exists(position: Position, stolen: Trio | None, limits: _Limits, nodes: int) -> bool | None:
    sure = True
    for start in _starts(position):
        ways = _ways_of(position, start)
        for ending in _endings(start, limits, position.faces):
            search = _Search(position, start, limits, nodes, ways, ends_with_stolen=ending)
            search.find(stolen)
            if search.best is not None:
                return True
            nodes -= search.nodes
            sure = sure and search.done and search.sure
    return False if sure else None


# ----------------------------------------------------------------------------------------------- the best turn


class _Limits(NamedTuple):
    """How many sets may be stolen and how many own ones opened in a turn."""

    steal: int
    open: int


class _Start(NamedTuple):
    """One way to begin the turn: the hand then, the card that must be laid, and 1 if an unknown card came."""

    hand: tuple[int, ...]
    required: int | None
    first: Step | None
    unknown: int


class _Plan(NamedTuple):
    """The last state of a turn: new sets as masks, and the stolen card that is discarded (Y20). `rank` orders plans."""

    rank: int
    start: _Start
    laid: tuple[Mask, ...]
    dropped: Mask = 0


def best_turn(
    position: Position, *, steal: int | None = STEAL, open_own: int | None = OPEN, nodes: int = NODES
) -> Turn:
    """The turn with the most points, with at most so many sets stolen and own sets opened; None means any number.

    Turns that steal nothing are searched first, then those up to two sets, as each makes the next one quicker. If more
    may be stolen, two at a time are chained as long as that gains, and the whole is searched with the nodes that are
    left. Unless `proved`, it is the best turn found.
    """
    limits = _limits(position, steal, open_own)
    starts = [(start, _ways_of(position, start)) for start in _starts(position)]
    narrow = _Limits(min(limits.steal, STEAL), min(limits.open, OPEN))
    best, proved, spent = None, True, 0
    for these in dict.fromkeys((_Limits(0, 0), narrow, limits)):
        if steal is None and these == limits != narrow and best:
            best, used = _chained(position, best, (nodes - spent) * 9 // 10)
            spent += used
        best, proved, used = _searched(position, starts, these, nodes - spent, best)
        spent += used
    if best is None:  # no turn lays the card that was picked up
        return Turn(0, False, sum(len(position.faces[card]) for card in position.hand), proved, (), spent)
    return _turn(position, best, proved, spent)


def _limits(position: Position, steal: int | None, open_own: int | None) -> _Limits:
    if position.level != "master":
        return _Limits(0, 0)  # Y15: stealing is for Master
    most = len(position.rivals) if steal is None else min(steal, len(position.rivals))
    return _Limits(most, (len(position.own) if open_own is None else min(open_own, len(position.own))) if most else 0)


def _starts(position: Position) -> Iterator[_Start]:
    if position.drawn:
        yield _Start(position.hand, position.required, None, 0)
        return
    yield _Start(position.hand, None, Draw(), 1)
    table: list[Trio] = []
    if position.level == "master":
        table = [laid.cards for laid in (*position.own, *position.rivals) if not laid.protected]
    for index in reversed(range(len(position.pile))):
        card = position.pile[index]
        if can_pick_up(position.hand, position.pile, index, table, position.faces):
            yield _Start(position.hand + position.pile[index:], card, PickUp(index, card), 0)


def _ways_of(position: Position, start: _Start) -> _Ways:
    table = [_mask(laid.cards) for laid in (*position.own, *position.rivals) if not laid.protected]
    alien = sum(_mask(laid.cards) for laid in position.rivals) | _mask(position.stolen)
    return _Ways(position.faces, _mask(start.hand) | sum(table), alien)


def _endings(start: _Start, limits: _Limits, faces: Sequence[Groups]) -> tuple[bool, ...]:
    """Whether to look for turns that end by Y20, too: they lay the whole hand, of 1, 4, 7 … cards."""
    cards = sum(1 for card in start.hand if faces[card])
    return (False, True) if limits.steal and cards % 3 == 1 and not start.unknown else (False,)


def _searched(
    position: Position, starts: Iterable[tuple[_Start, _Ways]], limits: _Limits, nodes: int, best: _Plan | None
) -> tuple[_Plan | None, bool, int]:
    """The best plan of all starts, whether that is sure, and the nodes it took."""
    sure, spent = True, 0
    for start, ways in starts:
        for ending in _endings(start, limits, position.faces):
            search = _Search(position, start, limits, nodes - spent, ways, best, ends_with_stolen=ending)
            search.run()
            best, sure, spent = search.best, sure and search.done and search.sure, spent + search.nodes
    return best, sure, spent


def _chained(position: Position, best: _Plan, nodes: int) -> tuple[_Plan, int]:
    """Steal up to two sets more, as often as that gains; what was laid before may be opened again."""
    spent = 0
    while not best.dropped and spent < nodes:  # a turn that ends by Y20 has no next link
        later, start = _after(position, best)
        limits = _limits(later, STEAL, OPEN)
        starts = [(start, _ways_of(later, start))]
        link, _, used = _searched(later, starts, limits, min(CHAIN_NODES, nodes - spent), None)
        spent += used
        longer = _merged(position, best, link) if link else None
        if longer is None or longer.rank <= best.rank:
            break
        best = longer
    return best, spent


def _after(position: Position, plan: _Plan) -> tuple[Position, _Start]:
    """What stands when a plan is laid, before anything is discarded."""
    used = sum(plan.laid)
    rest = [laid for laid in position.rivals if not used & _mask(laid.cards)]
    gone = [laid for laid in position.rivals if used & _mask(laid.cards)]
    own = [laid for laid in position.own if not used & _mask(laid.cards)]
    hand = tuple(card for card in plan.start.hand if not used >> card & 1)
    later = position._replace(
        hand=hand,
        own=(*own, *(Laid(_trio(mask)) for mask in plan.laid)),
        rivals=tuple(rest),
        stolen=position.stolen.union(*(laid.cards for laid in gone)),
        required=None,
    )
    return later, _Start(hand, None, None, plan.start.unknown)


def _merged(position: Position, plan: _Plan, link: _Plan) -> _Plan:
    """One plan that ends where `link` does after `plan`."""
    moved = sum(link.laid)
    as_before = {_mask(laid.cards) for laid in position.own}
    laid = tuple(m for m in (*(m for m in plan.laid if not m & moved), *link.laid) if m not in as_before)
    whole = _Limits(len(position.rivals), len(position.own))
    return _Search(position, plan.start, whole, 0, _ways_of(position, plan.start)).planned(laid, link.dropped)


def _mask(cards: Iterable[int]) -> Mask:
    return sum(1 << card for card in cards)


def _trio(mask: Mask) -> Trio:
    first, second, third = _cards(mask)
    return first, second, third


def _cards(mask: Mask) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _bits(mask: Mask) -> Iterator[Mask]:
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


# --------------------------------------------------------------------------------------------------- the search


@lru_cache(maxsize=4)
def _universe(faces: tuple[Groups, ...]) -> tuple[tuple[Mask, ...], ...]:
    """For each card the masks of all sets that it can be in."""
    showing = [0] * 81  # the cards that show each group
    for card, groups in enumerate(faces):
        for group in groups:
            showing[group] |= 1 << card
    ways: list[list[Mask]] = [[] for _ in faces]
    for a, some in enumerate(faces):
        for b in range(a + 1, len(faces)):
            thirds = 0
            for x in some:
                row = THIRD[x]
                for y in faces[b]:
                    thirds |= showing[row[y]]
            for c in _cards(thirds >> b + 1 << b + 1):
                for card in (a, b, c):
                    ways[card].append(1 << a | 1 << b | 1 << c)
    return tuple(map(tuple, ways))


# Sums of groups, feature by feature modulo three: those of a set add up to nothing (group 0). A set of sums is a mask
# of 81 bits.
_DIGIT = tuple(tuple(sum(1 << g for g in range(81) if g // 3**d % 3 == v) for v in range(3)) for d in range(4))


ALL = (1 << 81) - 1


def _shifted(sums: int, group: int) -> int:
    """Each sum with a group added."""
    for place, (zero, one, two) in enumerate(_DIGIT):
        step = 3**place
        digit = group // step % 3
        if digit == 1:
            sums = (sums & (zero | one)) << step | (sums & two) >> 2 * step
        elif digit == 2:
            sums = (sums & zero) << 2 * step | (sums & (one | two)) >> step
    return sums


def _added(sums: int, others: int) -> int:
    """Each sum of one set with each of another."""
    few, many = sorted((sums, others), key=int.bit_count)
    if few == 1 or many == ALL:
        return many
    return reduce(or_, (_shifted(many, sum_) for sum_ in _cards(few)))


def _sums_of(trio: Mask, faces: Sequence[Groups]) -> int:
    """What three cards may add up to in any reading."""
    sums = 1
    for card in _cards(trio):
        sums = reduce(or_, (_shifted(sums, group) for group in faces[card]))
    return sums


class _Use(NamedTuple):
    """How many cards of the hand are laid, what they are worth at most, and which are left then."""

    cards: int
    worth: int
    left: Mask


class _Ways:
    """The sets with a card among the cards in reach, but for those of stolen cards alone (Y18); looked up as needed."""

    def __init__(self, faces: tuple[Groups, ...], reach: Mask, alien: Mask, wider: _Ways | None = None) -> None:
        self.faces, self.reach, self.alien, self.wider = faces, reach, alien, wider
        self.known: dict[Mask, list[Mask]] = {}

    def of(self, card: Mask) -> list[Mask]:
        found = self.known.get(card)
        if found is None:
            outside, alien = ~self.reach, self.alien
            if self.wider:
                found = [way for way in self.wider.of(card) if not way & outside]
            else:
                every = _universe(self.faces)[card.bit_length() - 1]
                found = [way for way in every if not way & outside and way & ~alien]
            self.known[card] = found
        return found

    def within(self, reach: Mask) -> _Ways:
        """The same for fewer cards."""
        return _Ways(self.faces, reach, self.alien, self)


class _Chosen(NamedTuple):
    """The sets to steal and to open: their cards, how many there are, and the ways of all cards then."""

    stolen: Mask
    steals: int
    opened: Mask
    opens: int
    ways: _Ways


class _Search:
    """One search from one start; see the module's head. `best` is the best plan known, `done` whether it is sure.

    With `ends_with_stolen` it looks for turns that end by Y20 alone: the whole hand is laid, and one stolen card is
    discarded.

    Sets to steal and to open are chosen first, then their cards are covered. A node of that has the cards of the hand
    not decided on (`free`) and set aside, the cards that must still be covered (`pending`), the points so far and the
    stolen card to be discarded, if any.
    """

    def __init__(
        self, position: Position, start: _Start, limits: _Limits, nodes: int, ways: _Ways, best: _Plan | None = None,
        *, ends_with_stolen: bool = False,
    ) -> None:  # fmt: skip
        self.faces, self.start, self.limits, self.budget, self.ways = position.faces, start, limits, nodes, ways
        self.best, self.bar = best, best.rank if best else NEVER
        self.ends_with_stolen = ends_with_stolen
        self.nodes, self.done, self.sure, self.only_out, self.first_will_do = 0, True, True, False, False
        self.laid: list[Mask] = []
        self.seen: set[tuple[Mask, Mask]] = set()  # nodes with nothing pending, for the sets chosen now
        self.dead: set[tuple[Mask, Mask]] = set()  # (free, pending) that cannot be covered, whatever else is so
        self.hand_sums: list[int] | None = None
        self.chosen: _Chosen
        self.triples = sum(1 << card for card, groups in enumerate(self.faces) if len(groups) == 3)
        self._read_hand(start)
        self._read_table(position)

    def _read_hand(self, start: _Start) -> None:
        self.begun = start.first is not None
        self.hand = _mask(card for card in start.hand if self.faces[card])
        self.count = self.hand.bit_count()
        self.hands_off = len(start.hand) - self.count
        self.required = 0 if start.required is None else 1 << start.required
        others = self.hand & ~self.required
        # The card that must be laid first, then TRIOLOGY cards: what is worth most is decided first.
        self.order = [self.required] if self.required else []
        self.order += [1 << card for part in (others & self.triples, others & ~self.triples) for card in _cards(part)]
        # The cards laid from the hand are a multiple of three, or one more if a stolen card is discarded. How many,
        # most first.
        dearest = sorted(_bits(self.hand), key=self._value, reverse=True)
        counts = [self.count] if self.ends_with_stolen else range(self.count - self.count % 3, -1, -3)
        self.uses = [_Use(used, self._value(sum(dearest[:used])), sum(dearest[used:])) for used in counts]

    def _read_table(self, position: Position) -> None:
        rivals = [_mask(laid.cards) for laid in position.rivals if not laid.protected] if self.limits.steal else []
        own = [_mask(laid.cards) for laid in position.own if not laid.protected]
        self.unprotected = len(own)
        self.own_sets = own if self.limits.open else []
        self.rivals, self.own = sum(rivals), sum(self.own_sets)
        self.most = min(self.limits.steal, len(rivals))
        self.set_of = {1 << card: trio for trio in (*rivals, *own) for card in _cards(trio)}
        self.by_value = sorted(((self._value(trio), trio) for trio in rivals), reverse=True)
        self.trio_sums: dict[Mask, int] = {}

    def _value(self, mask: Mask) -> int:
        return mask.bit_count() + 2 * (mask & self.triples).bit_count()

    # ---- asking

    def run(self) -> None:
        """Look for a better plan than `best`, with few own sets opened first."""
        for opens in range(min(self.limits.open, len(self.own_sets)) + 1):
            self._steal(0, 0, 0, 0, opens)

    def find(self, stolen: Trio | None) -> None:
        """Look for any plan that steals this set, or, without one, that goes out."""
        self.only_out, self.first_will_do = stolen is None, True
        if stolen is None:
            self.run()
            return
        trio = _mask(stolen)
        self.by_value = [(worth, other) for worth, other in self.by_value if other != trio]
        for opens in range(min(self.limits.open, len(self.own_sets)) + 1):
            self._steal(0, trio, 1, self._value(trio), opens)

    def _is_spent(self) -> bool:
        if self.nodes >= self.budget:
            self.done = False
        return not self.done

    # ---- which sets to steal and to open

    def _steal(self, at: int, stolen: Mask, steals: int, gain: int, opens: int) -> None:
        """Try the sets stolen so far, then each of the others with them, the most valuable first."""
        if steals or not (opens or self.ends_with_stolen):  # Y17: own sets are opened for a steal only
            self._open(stolen, steals, gain, opens)
        # Y18: each new set holds one card at least that was not stolen.
        laid = self.uses[0].cards
        more = min(self.most, 2 * opens + laid - laid // 3) - steals
        for i in range(at, len(self.by_value) if more > 0 else 0):
            if self._is_spent():
                return
            best = self.by_value[i : i + more]
            if self._at_best(gain + sum(worth for worth, _ in best), steals + len(best), opens) <= self.bar:
                return
            worth, trio = self.by_value[i]
            self._steal(i + 1, stolen | trio, steals + 1, gain + worth, opens)

    def _open(self, stolen: Mask, steals: int, gain: int, opens: int) -> None:
        """Try each choice of so many own sets with these stolen ones."""
        wide = self.ways.within(self.hand | stolen | (self.own if opens else 0))
        if not self.ends_with_stolen and not all(map(wide.of, _bits(stolen))):
            return
        sums = self._sums_of(stolen)
        for sets in combinations(self.own_sets, opens):
            if self._at_best(gain, steals, opens) <= self.bar:
                return
            if self._is_spent():
                return
            self.nodes += 1
            opened = sum(sets)
            least = min(use.cards for use in self.uses if self._at_use(use, gain, steals, opens) > self.bar)
            if stolen and not self.ends_with_stolen and not self._may_add_up(sums, sets, least):
                continue
            ways = wide.within(self.hand | stolen | opened) if opens else wide
            self.chosen = _Chosen(stolen, steals, opened, opens, ways)
            self._settle(gain, least)

    def _may_add_up(self, sums: int, opened: Iterable[Mask], least: int) -> bool:
        """Whether groups of all chosen cards and of `least` or more of the hand may add up to nothing, as sets do."""
        for trio in opened:
            sums = _added(sums, self._sums_of(trio))
        return sums & self._hand_sums(least) > 0

    def _sums_of(self, trios: Mask) -> int:
        """What the cards of some sets of the table may add up to in all their readings."""
        sums = 1
        for trio in {self.set_of[card] for card in _bits(trios & self.triples)}:
            if trio not in self.trio_sums:
                self.trio_sums[trio] = _sums_of(trio, self.faces)
            sums = _added(sums, self.trio_sums[trio])
        return sums

    def _settle(self, gain: int, least: int) -> None:
        """Cover the cards of the chosen sets, laying so many cards of the hand at least."""
        chosen = self.chosen
        useless = sum(card for card in self.order if not chosen.ways.of(card))
        spare = self.count - least - useless.bit_count()
        if spare < 0 or useless & self.required:
            return
        must = self.required if spare else self.hand & ~useless
        self.seen.clear()
        self._visit(self.hand & ~useless & ~must, useless, chosen.stolen | chosen.opened | must, gain, 0)

    # ---- covering their cards

    def _visit(self, free: Mask, aside: Mask, pending: Mask, gain: int, dropped: Mask) -> bool:
        """Search below a node. Whether all pending cards could be covered."""
        if self._is_spent():
            return True
        self.nodes += 1
        if pending:
            return self._cover(free, aside, pending, gain, dropped)
        self._consider(free | aside, gain, dropped)
        self._decide(free, aside, gain)
        return True

    def _cover(self, free: Mask, aside: Mask, pending: Mask, gain: int, dropped: Mask) -> bool:
        """Cover the pending card with the fewest ways, in each of them."""
        if (free, pending) in self.dead:
            return False
        blocked = ~(free | pending)
        may_drop = self.chosen.stolen if self.ends_with_stolen and not dropped else 0
        fewest, chosen, ways = 1 << 30, 0, []
        for card in _bits(pending):
            some = [way for way in self.chosen.ways.of(card) if not way & blocked]
            count = len(some) + (card & may_drop > 0)
            if count < fewest:
                fewest, chosen, ways = count, card, some
                if not count:
                    return False
        possible = False
        for way in ways:
            possible |= self._lay(way, free, aside, pending, gain, dropped)
        if chosen & may_drop:
            possible |= self._visit(free, aside, pending ^ chosen, gain - self._value(chosen), chosen)
        if not possible and not self.ends_with_stolen:
            self.dead.add((free, pending))
        return possible

    def _decide(self, free: Mask, aside: Mask, gain: int) -> None:
        """With nothing pending: use each card of the hand in turn in each way, then set it aside."""
        for card in self.order:
            if not card & free:
                continue
            if (free, aside) in self.seen or self._bound(free, aside, gain) <= self.bar:
                return
            self.seen.add((free, aside))
            for way in self.chosen.ways.of(card):
                if not way & ~free:
                    self._lay(way, free, aside, 0, gain, 0)
            free ^= card
            aside |= card

    def _lay(self, way: Mask, free: Mask, aside: Mask, pending: Mask, gain: int, dropped: Mask) -> bool:
        self.laid.append(way)
        worth = self._value(way & self.hand)
        possible = self._visit(free & ~way, aside, pending & ~way, gain + worth, dropped)
        self.laid.pop()
        return possible

    # ---- judging

    def _at_best(self, gain: int, steals: int, opens: int) -> int:
        """A rank that no plan exceeds which steals and opens so many sets and gains so much by the stolen ones."""
        return self._at_use(self.uses[0], gain, steals, opens)

    def _at_use(self, use: _Use, gain: int, steals: int, opens: int) -> int:
        """The same for plans that lay so many cards of the hand."""
        if self.ends_with_stolen:
            gain -= 1  # what the card is worth at least that is discarded
        sets = steals + opens + use.cards // 3
        return self._rank(gain + use.worth, use.left, steals, opens, sets, self.ends_with_stolen)

    def _bound(self, free: Mask, aside: Mask, gain: int) -> int:
        """A rank that no plan below this node exceeds, with nothing pending; NEVER if there is none."""
        lost = aside
        # The cards laid from the hand are a multiple of three, so the cheapest ones must stay.
        for _ in range((self.count - aside.bit_count()) % 3):
            cheap = free & ~lost & ~self.triples or free & ~lost
            if not cheap:
                return NEVER
            lost |= cheap & -cheap
        gain += self._value(free & ~lost)
        if self._is_less(gain):
            return NEVER
        _, steals, _, opens, _ = self.chosen
        sets = steals + opens + (self.count - lost.bit_count()) // 3
        return self._rank(gain, lost, steals, opens, sets, False)

    def _is_less(self, gain: int) -> bool:
        """Whether so many points are too few even if one goes out: seen sooner than by a rank."""
        return (2 * gain + 3) * POINT <= self.bar

    def _rank(self, gain: int, lost: Mask, steals: int, opens: int, sets: int, dropped: bool) -> int:
        """How good a last state is: points, then out, then few points left in hand, then few steps."""
        steps = self.begun + steals + opens + sets
        kept = lost.bit_count() + self.start.unknown
        # Y9, Y21: one card may be discarded; HANDS-OFF cards go onto own sets, one on each.
        if dropped or (kept <= 1 and self.unprotected - opens + sets >= self.hands_off + kept - 1):
            return (gain + 1 << 1 | 1) * POINT - steps - self.hands_off - (1 if dropped else kept)
        if self.only_out:
            return NEVER
        left = self._value(lost) - (3 if lost & self.triples else lost > 0)
        return (gain << 1) * POINT - left * LEFT - steps - 1

    def _consider(self, left: Mask, gain: int, dropped: Mask) -> None:
        """Take the sets laid so far as the whole turn, if that is a turn and the best so far."""
        if self._is_less(gain):
            return
        _, steals, _, opens, _ = self.chosen
        rank = self._rank(gain, left, steals, opens, len(self.laid), dropped > 0)
        if rank <= self.bar or (self.ends_with_stolen and (left or not dropped)):
            return
        if not dropped or self._may_end(dropped):
            self.best = _Plan(rank, self.start, tuple(self.laid), dropped)
            self.bar = -NEVER if self.first_will_do else rank

    def _may_end(self, dropped: Mask) -> bool:
        """Y20: the other two of its set lie in two sets. HANDS-OFF cards are laid before the steal opens (Y21).

        They might also be laid between two steals. That is not searched, only no longer called sure.
        """
        others = self.set_of[dropped] ^ dropped
        if any(way & others == others for way in self.laid):
            return False
        if not self.hands_off:
            return True
        used = sum(self.laid)
        before = [way for way in self.laid if not way & ~self.hand]
        opened = len({self.set_of[card] for card in _bits(used & self.own)})
        first = not self.required or any(way & self.required for way in before)
        if first and self.unprotected - opened + len(before) >= self.hands_off:
            return True
        self.sure = self.sure and len({self.set_of[card] for card in _bits(used & self.rivals)}) < 2
        return False

    def planned(self, laid: Sequence[Mask], dropped: Mask) -> _Plan:
        """These sets as a plan."""
        used = sum(laid)
        stolen = {self.set_of[1 << card] for card in _cards(used & self.rivals)}
        opened = {self.set_of[1 << card] for card in _cards(used & self.own)}
        gain = self._value(used & self.hand) + sum(map(self._value, stolen)) - self._value(dropped)
        left = self.hand & ~used
        self.laid = list(laid)
        whole = not dropped or (not left and not self.start.unknown and self._may_end(dropped))
        rank = self._rank(gain, left, len(stolen), len(opened), len(laid), dropped > 0) if whole else NEVER
        return _Plan(rank, self.start, tuple(laid), dropped)

    def _hand_sums(self, least: int) -> int:
        """What groups of cards of the hand may add up to, negated: of `least` cards, or of three, six … more."""
        if self.hand_sums is None:
            by_count = [1] + [0] * self.count
            for seen, card in enumerate(_cards(self.hand)):
                for cards in range(seen, -1, -1):
                    for group in self.faces[card]:
                        by_count[cards + 1] |= _shifted(by_count[cards], THIRD[group][0])
            self.hand_sums = by_count
        sums = 0
        for cards in range(least, self.count + 1, 3):
            sums |= self.hand_sums[cards]
        return sums


# ------------------------------------------------------------------------------------------- a plan as steps


def _turn(position: Position, plan: _Plan, proved: bool, nodes: int) -> Turn:
    """The steps of a plan in an order in which each is legal."""
    faces, start, used = position.faces, plan.start, sum(plan.laid)
    hand = _mask(card for card in start.hand if faces[card])
    spare = [card for card in start.hand if not faces[card]]
    steals = [Steal(i, laid.cards) for i, laid in enumerate(position.rivals) if used & _mask(laid.cards)]
    opens = [Open(i, laid.cards) for i, laid in enumerate(position.own) if used & _mask(laid.cards)]
    alone = [way for way in plan.laid if not way & ~hand]
    meeting = [way for way in plan.laid if way & ~hand]
    left = sorted(_cards(hand & ~used), key=lambda card: -len(faces[card]))
    kept = len(left) + start.unknown

    own = [laid.cards for laid in position.own if not laid.protected and not used & _mask(laid.cards)]
    targets = own + [_trio(way) for way in (alone if plan.dropped else plan.laid)]
    targets.sort(key=lambda trio: -sum(len(faces[card]) for card in trio))  # what is worth most is protected first
    out = plan.dropped > 0 or (kept <= 1 and len(targets) >= len(spare) + kept - 1)
    protects = [Protect(card, trio) for card, trio in zip(spare, targets, strict=False)] if out else []

    ending: list[Step] = []
    if plan.dropped:
        ending = [Discard(*_cards(plan.dropped))]
    elif left:
        ending = [Discard(left.pop(0))]
    elif spare[len(protects) :]:
        ending = [Discard(spare[len(protects)])]
    elif start.unknown:
        ending = [Discard(None)]

    required = 0 if start.required is None else 1 << start.required
    # Sets of the hand alone come first, unless that would end the hand (Y9) or the picked card must come first (Y7).
    early = bool(plan.dropped) or len(start.hand) + start.unknown > 3 * len(alone)
    if not steals or (early and not any(way & required for way in meeting)):
        before, within = alone, meeting
    else:
        before, within = [], [*alone, *meeting]
    first: list[Step] = [] if start.first is None else [start.first]
    stealing: list[Step] = [*steals, *opens, *_melds(within, required, faces)]
    laying: list[Step] = [*_melds(before, required, faces)]
    steps = [*first, *laying, *protects, *stealing] if plan.dropped else [*first, *laying, *stealing, *protects]

    points = sum(len(faces[card]) for card in _cards(used & hand)) + out
    points += sum(len(faces[card]) for steal in steals for card in steal.cards)
    points -= sum(len(faces[card]) for card in _cards(plan.dropped))
    stays = 0 if out else sum(len(faces[card]) for card in left)
    return Turn(points, out, stays, proved, (*steps, *ending), nodes)


def _melds(ways: Iterable[Mask], required: Mask, faces: Sequence[Groups]) -> Iterator[Meld]:
    for way in sorted(ways, key=lambda way: not way & required):
        trio = _trio(way)
        yield Meld(trio, readings_of([faces[card] for card in trio])[0])
