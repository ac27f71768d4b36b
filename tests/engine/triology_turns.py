"""The turn of Triology as small steps under its rules (Y6-Y21), and every turn there is: what the search is judged by.

Plain and slow, and written apart from the search: it walks from step to step and knows nothing of last states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from tercet.engine.sets import is_set
from tercet.engine.triology_cards import Groups
from tercet.engine.triology_search import (
    Discard,
    Draw,
    Meld,
    Open,
    PickUp,
    Position,
    Protect,
    Steal,
    Step,
    Trio,
)  # fmt: skip

UNKNOWN = -1  # the card that was drawn


class Broken(Exception):
    """A step that the rules forbid."""


def worth(faces: Sequence[Groups], cards: Iterable[int]) -> int:
    """What cards count (Y11)."""
    return sum(len(faces[card]) for card in cards if card != UNKNOWN)


def reads(faces: Sequence[Groups], trio: Sequence[int]) -> bool:
    """Whether three cards are a set in some reading (S1, Y3)."""
    return any(len(set(three)) == 1 or is_set(*three) for three in product(*(faces[card] for card in trio)))


def sets_among(cards: Sequence[int], faces: Sequence[Groups]) -> list[Trio]:
    """All threes of these cards that are sets."""
    showing: dict[int, set[int]] = {}
    for card in cards:
        for group in faces[card]:
            showing.setdefault(group, set()).add(card)
    found = set()
    for a, b in combinations(sorted(cards), 2):
        for x, y in product(faces[a], faces[b]):
            for c in showing.get(third(x, y), ()):
                if c > b:
                    found.add((a, b, c))
    return sorted(found)


def third(x: int, y: int) -> int:
    """The group that makes a set with two."""
    return sum(-(x // 3**d % 3 + y // 3**d % 3) % 3 * 3**d for d in range(4))


def must(condition: bool, why: str) -> None:
    if not condition:
        raise Broken(why)


class Moment(NamedTuple):
    """A moment of a turn. Sets are known by their cards; `caddies` has the cards that must still lie in a new set."""

    hand: frozenset[int]
    own: frozenset[Trio]
    protected: frozenset[Trio]
    rivals: frozenset[Trio]
    drawn: bool
    required: int | None
    caddies: frozenset[int] = frozenset()
    stolen: frozenset[int] = frozenset()  # this turn, those that lie in new sets too
    taken: frozenset[Trio] = frozenset()  # sets stolen in the steal that is open
    fresh: frozenset[Trio] = frozenset()  # sets laid in the steal that is open
    gained: int = 0
    over: bool = False
    out: bool = False


def beginning(position: Position) -> Moment:
    """A position as a moment."""
    bare = frozenset(laid.cards for laid in position.own if not laid.protected)
    return Moment(
        frozenset(position.hand),
        bare,
        frozenset(laid.cards for laid in position.own if laid.protected),
        frozenset(laid.cards for laid in position.rivals if not laid.protected),
        position.drawn,
        position.required,
        stolen=position.stolen,
    )


def after(now: Moment, step: Step, position: Position) -> Moment:
    """The moment after a step. Raises Broken."""
    must(not now.over, "Y9: nobody plays after that")
    must(now.drawn or isinstance(step, Draw | PickUp), "Y6: draw first")
    match step:
        case Draw():
            must(not now.drawn, "Y6: once")
            return now._replace(hand=now.hand | {UNKNOWN}, drawn=True)
        case PickUp(at, card):
            return picked_up(now, at, card, position)
        case Steal(at, trio):
            must(position.level == "master", "Y15")
            must(position.rivals[at].cards == trio and trio in now.rivals, "Y15: no set that can be stolen")
            return now._replace(
                rivals=now.rivals - {trio}, caddies=now.caddies.union(trio), stolen=now.stolen.union(trio),
                taken=now.taken | {trio}, gained=now.gained + worth(position.faces, trio),
            )  # fmt: skip
        case Open(at, trio):
            must(position.own[at].cards == trio and trio in now.own, "Y17: no set that can be opened")
            must(bool(now.caddies), "Y17: only while a steal is open")
            return now._replace(own=now.own - {trio}, caddies=now.caddies.union(trio))
        case Meld(trio, groups):
            return melded(now, trio, groups, position)
        case Protect(card, trio):
            must(not now.caddies and now.required is None, "Y21: never while a steal is open or a pick-up unused")
            must(card in now.hand and not position.faces[card] and trio in now.own, "Y21: one on each own set")
            own, protected = now.own - {trio}, now.protected | {trio}
            return ended(now._replace(hand=now.hand - {card}, own=own, protected=protected))
        case Discard(card):
            return discarded(now, UNKNOWN if card is None else card, position)


def picked_up(now: Moment, at: int, card: int, position: Position) -> Moment:
    must(not now.drawn, "Y6: once")
    must(position.pile[at] == card and position.faces[card] != (), "Y7: not this card")
    hand = now.hand.union(position.pile[at:])
    table = [one for trio in now.own | now.rivals for one in trio] if position.level == "master" else []
    must(any(card in trio for trio in sets_among([*hand, *table], position.faces)), "Y7: no set with it")
    return now._replace(hand=hand, drawn=True, required=card)


def melded(now: Moment, trio: Trio, groups: Sequence[int], position: Position) -> Moment:
    must(set(trio) <= now.hand | now.caddies and len(set(trio)) == 3, "cards from hand and caddies")
    must(all(group in position.faces[card] for card, group in zip(trio, groups, strict=True)), "Y3: no such group")
    must(len(set(groups)) == 1 or is_set(*groups), "S1: no set")
    must(now.required is None or now.required in trio, "Y7: first the picked card")
    must(not now.caddies or not now.stolen.issuperset(trio), "Y18: one card that was not stolen")
    laid = now._replace(
        hand=now.hand.difference(trio), own=now.own | {trio}, caddies=now.caddies.difference(trio), required=None,
        fresh=now.fresh | {trio} if now.caddies else now.fresh,
        gained=now.gained + worth(position.faces, now.hand.intersection(trio)),
    )  # fmt: skip
    if now.caddies and not laid.caddies:
        for old in now.taken:
            must(sum(1 for new in laid.fresh if set(new) & set(old)) >= 2, "Y17: in two sets at least")
        laid = laid._replace(taken=frozenset(), fresh=frozenset())
    return ended(laid)


def discarded(now: Moment, card: int, position: Position) -> Moment:
    must(now.required is None, "Y7: the picked card must lie")
    if now.caddies:  # Y20
        must(not now.hand and now.caddies == {card} and card in now.stolen, "Y16: the steal is open")
        old = next(trio for trio in now.taken if card in trio)
        homes = [new for other in set(old) - {card} for new in now.own if other in new]
        must(len(set(homes)) == 2, "Y20: the other two in two sets")
        gained = now.gained - worth(position.faces, [card])
        return now._replace(caddies=frozenset(), gained=gained + 1, out=True, over=True)
    must(card in now.hand, "Y6: a card of the hand")
    return ended(now._replace(hand=now.hand - {card}))._replace(over=True)


def ended(now: Moment) -> Moment:
    """Y9: the hand ends with an empty hand and no steal open."""
    if now.hand or now.caddies or now.over:
        return now
    return now._replace(over=True, out=True, gained=now.gained + 1)


def result(end: Moment, position: Position) -> tuple[int, bool, int]:
    """Points, out, and points left in hand of a turn that is over."""
    assert end.over
    return end.gained, end.out, worth(position.faces, end.hand)


def played(position: Position, steps: Iterable[Step]) -> Moment:
    """The moment after all steps. Raises Broken."""
    now = beginning(position)
    for step in steps:
        now = after(now, step, position)
    return now


def wishes(now: Moment, position: Position) -> Iterator[Step]:
    """Every step that might be legal, in readings that make a set; of several readings one, since none matters."""
    if not now.drawn:
        yield Draw()
        yield from (PickUp(at, card) for at, card in enumerate(position.pile))
        return
    for at, laid in enumerate(position.rivals):
        if laid.cards in now.rivals:
            yield Steal(at, laid.cards)
    for trio in now.own:
        # A set laid this turn may be opened too; it has no place in the position, so none is asked for here.
        for at, laid in enumerate(position.own):
            if laid.cards == trio:
                yield Open(at, trio)
    known = [card for card in now.hand | now.caddies if card != UNKNOWN]
    for trio in sets_among(known, position.faces):
        yield Meld(trio, reading(position.faces, trio))
    for card in now.hand:
        if card != UNKNOWN and not position.faces[card]:
            yield from (Protect(card, trio) for trio in now.own)
    for card in now.hand | now.caddies:
        yield Discard(None if card == UNKNOWN else card)


def reading(faces: Sequence[Groups], trio: Trio) -> tuple[int, int, int]:
    for x, y, z in product(*(faces[card] for card in trio)):
        if third(x, y) == z:
            return x, y, z
    raise AssertionError("no set")


def best_of_all(position: Position) -> tuple[int, bool, int, int]:
    """The best turn there is, by trying them all: points, out, points left in hand and steps."""
    now = {beginning(position)}
    been = set(now)  # an own set may be opened and laid again for ever
    best: tuple[int, bool, int, int] | None = None
    steps = 0
    while now:
        steps += 1
        coming = set()
        for moment in now:
            for step in wishes(moment, position):
                try:
                    later = after(moment, step, position)
                except Broken:
                    continue
                if not later.over:
                    coming.add(later)
                    continue
                points, out, left = result(later, position)
                if best is None or (points, out, -left, -steps) > (best[0], best[1], -best[2], -best[3]):
                    best = points, out, left, steps
        now = coming - been
        been |= now
    assert best is not None
    return best
