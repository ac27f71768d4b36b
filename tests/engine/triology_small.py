"""Small positions made of few groups, so that sets, steals and odd endings are everywhere."""

from __future__ import annotations

from random import Random

from tercet.engine import triology_cards as cards
from tercet.engine.triology_search import Laid, Position, Trio
from tests.engine.triology_turns import sets_among


def small_position(random: Random) -> Position:
    """A position that can be tried out whole: a few cards of one plane of groups, with HANDS-OFF cards."""
    pool = some_cards(random)
    table: list[Laid] = []
    for _ in range(random.randint(0, 4)):
        if found := sets_among(pool, cards.GROUPS):
            trio: Trio = random.choice(found)
            pool = [card for card in pool if card not in trio]
            table.append(Laid(trio, protected=random.random() < 0.1))
    split = random.randint(0, min(2, len(table)))
    own, rivals = tuple(table[:split]), tuple(table[split:])[:2]
    random.shuffle(pool)
    hands_off = random.sample(range(cards.FIRST_HANDS_OFF, cards.CARDS), random.choice((0, 0, 0, 1, 2)))
    plain = random.randint(1, 4 if rivals else 6)
    hand = (*pool[:plain], *hands_off) or (cards.FIRST_HANDS_OFF,)
    if random.random() < 0.3:
        pile = tuple(pool[plain : plain + random.randint(0, 2)])
        return Position(hand[-4:], own, rivals, pile, drawn=False)
    required = hand[0] if random.random() < 0.15 else None
    if required is not None and not any(required in trio for trio in sets_among(hand[:plain], cards.GROUPS)):
        required = None  # nothing to lay, perhaps: a turn that can't end
    return Position(hand, own, rivals, required=required)


def some_cards(random: Random) -> list[int]:
    """Cards that show groups of one or two planes, TRIOLOGY cards among them."""
    a, b, c, d = (random.randrange(81) for _ in range(4))
    plane = {combined(a, b, c, x, y) for x in range(3) for y in range(3)}
    plane |= {combined(d, b, c, x, y) for x in range(3) for y in range(3) if random.random() < 0.5}
    ordinary = [group for group in plane if random.random() < 0.8]
    triology = [card for card in range(81, 108) if set(cards.groups(card)) & plane and random.random() < 0.5]
    return random.sample([*ordinary, *triology], len(ordinary) + len(triology))


def combined(a: int, b: int, c: int, x: int, y: int) -> int:
    """a + x·b + y·c, feature by feature modulo three."""
    return sum((a // 3**d + x * (b // 3**d) + y * (c // 3**d)) % 3 * 3**d for d in range(4))
