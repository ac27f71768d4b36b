"""The computer player of Trios: a race of independent searches, at human pace.

For each set on the table a time is drawn from which the player sees it, and it goes for the one it sees first. A set is
seen the later the more features differ, and sooner if its cards share the commonest value of the table. The law and
its numbers are the decision page 0003's.

It looks at its seat's view only, takes no hints (T6), and never names three cards that are no set: what it gets wrong,
now and then, is the second card, and it notices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log
from typing import NamedTuple

from tercet.bots.core import Plan
from tercet.engine import sets
from tercet.engine.chance import Chance
from tercet.engine.core import Card, Millis, Seat
from tercet.engine.match import Level
from tercet.engine.sets import Trio
from tercet.engine.trios import CALL_TIME, Call, Select, View, open_cards


class Profile(NamedTuple):
    """A level: the mean search for a set of three differing features, were it alone on the table, and the least and
    most time from a call to the third mark, in milliseconds; and how often a wrong second card is marked first."""

    search: Millis
    marking: tuple[Millis, Millis]
    slips: float


PROFILES: dict[Level, Profile] = {
    "easy": Profile(51_000, (1_700, 2_500), 0.06),
    "medium": Profile(27_500, (1_600, 2_300), 0.02),
    "hard": Profile(13_000, (1_500, 2_000), 0.005),
}
FIRST_LOOK: Millis = 1_000  # nobody sees anything sooner
GROWTH = 1.25  # with each differing feature a set takes so much longer to see
COMMON = 0.85  # and so much less if its cards share the commonest value of the table
REACTION: tuple[Millis, Millis] = (400, 900)  # from a change of the table or a call's end to the first mark or call
CORRECTION: tuple[Millis, Millis] = (300, 500)  # from a slip to the right card
SLOWEST_HAND = 2.5  # however slow the pace, three marks fit into a call (T8)


class Sight(NamedTuple):
    """A set and the game time from which it is seen; `chance` holds what else is by lot about it."""

    at: Millis
    cards: Trio
    chance: Chance


def plan(key: str, seat: Seat, level: Level, view: View, pace: float, since: Millis) -> Plan | None:
    """The earliest wish of this seat; see `tercet.bots.core.plan`."""
    may_select, may_call = not view.can["select"].no, not view.can["call"].no
    if not may_select and not may_call:
        return None
    sight = min(sights(key, seat, level, view, pace, since), default=None, key=lambda sight: sight.at)
    if sight is None:
        return None
    ready = _ready(key, seat, view, pace, since)
    if may_call:
        return Plan(max(sight.at, ready), Call())
    return _mark(view, seat, sight, PROFILES[level], ready, min(pace, SLOWEST_HAND))


def sights(key: str, seat: Seat, level: Level, view: View, pace: float, since: Millis = 0) -> list[Sight]:
    """Each set on the table, and when this seat sees it: the topic of its chance is the set and since when it lies."""
    cards = open_cards(view.table)
    lies = dict(zip(view.table, view.since, strict=True))
    common = commonest(cards)
    found = []
    for trio in sets.find_sets(cards):
        a, b, c = sorted(trio)
        lies_since = max(lies[a], lies[b], lies[c])
        chance = Chance(key, seat, a, b, c, lies_since)
        latent = FIRST_LOOK - log(1 - chance.random()) * mean_search(level, (a, b, c), common)
        found.append(Sight(max(lies_since, since) + round(latent * pace), (a, b, c), chance))
    return found


def mean_search(level: Level, trio: Trio, common: set[tuple[int, int]]) -> float:
    """How long this level searches for a set on average, in milliseconds beyond the first look."""
    differing = sets.differing(trio[0], trio[1])
    shares = not common.isdisjoint(set(features(trio[0])) & set(features(trio[1])))
    return PROFILES[level].search * GROWTH ** (differing - 3) * (COMMON if shares else 1)


def features(card: Card) -> Iterable[tuple[int, int]]:
    """The card's four features as (feature, value)."""
    return enumerate(sets.digits(card))


def commonest(cards: Sequence[Card]) -> set[tuple[int, int]]:
    """The (feature, value) pairs that most of the cards have, several if they tie; one that all have strikes nobody."""
    counts = Counter(pair for card in cards for pair in features(card))
    most = max((count for count in counts.values() if count < len(cards)), default=0)
    return {pair for pair, count in counts.items() if count == most}


def _ready(key: str, seat: Seat, view: View, pace: float, since: Millis) -> Millis:
    """When the hand may first move after the last change of the table, the end of a call, or sitting down."""
    changed = max(*view.since, view.free_since, since)
    return changed + round(_between(Chance(key, seat, "ready", changed), REACTION) * pace)


def _mark(view: View, seat: Seat, sight: Sight, profile: Profile, ready: Millis, pace: float) -> Plan:
    """The next mark on the way to this set, from the marks that the seat has.

    Every step but a slip lays a right card more, and a slip is the step before its correction: so however often it is
    asked, and whoever set the marks that lie, at most four steps take the set.
    """
    order, chance = sight.chance.shuffled(sight.cards), sight.chance
    total = _between(chance, profile.marking)
    first, second = total * (0.2 + 0.1 * chance.random()), total * (0.55 + 0.15 * chance.random())
    slips, pause = chance.random() < profile.slips, _between(chance, CORRECTION)

    right = [card for card in view.marks[seat] if card in order]
    stray = [card for card in view.marks[seat] if card not in order]
    rest = [card for card in order if card not in right]
    wrong = _lookalikes(rest[0], view, order)[:1] if slips else []
    delay = pause if slips else 0

    if not right or stray != wrong[: len(stray)]:
        after, cards = first, order[:1]  # other marks than its own, if any, are replaced
    elif len(right) == 1 and not stray and wrong:
        after, cards = second, right + wrong
    elif len(right) == 1:
        after, cards = second + delay, [*right, rest[0]]
    else:
        after, cards = total + delay, right + rest
    if view.call:
        start = view.call.until - CALL_TIME
    else:  # the first mark says that the set is seen
        start, after = max(sight.at, ready), after - first
    return Plan(start + round(after * pace), Select(tuple(cards)))


def _lookalikes(card: Card, view: View, trio: Iterable[Card]) -> list[Card]:
    """The other cards of the table that differ from this one in a single feature, but for those of the set."""
    return [other for other in open_cards(view.table) if sets.differing(card, other) == 1 and other not in trio]


def _between(chance: Chance, bounds: tuple[Millis, Millis]) -> float:
    least, most = bounds
    return least + (most - least) * chance.random()
