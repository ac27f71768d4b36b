"""Positions of Master Triology as they come up in play: seeded hands of players who lay what they see, but never steal.

`python -m tests.engine.triology_positions` writes the thousand that are kept with the tests.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tercet.engine import triology_cards as cards
from tercet.engine.triology_search import Laid, Position, can_pick_up

KEPT = Path(__file__).parents[1] / "data" / "triology.json"
COUNT = 1000
SEATS = (2, 3, 4, 4, 5, 6)
DEALT = 9  # Y4
TURNS = 40  # hands in which nobody gets out are given up
HELD = range(2, 14)  # cards in hand of the positions that are kept


def positions(count: int, seed: str = "triology") -> Iterator[Position]:
    """So many positions after a draw, at most one of each turn, about one of each hand of cards."""
    random = Random(seed)
    while count:
        seats = random.choice(SEATS)
        turns = list(played(random, seats))
        if turns:
            yield random.choice(turns)
            count -= 1


def played(random: Random, seats: int) -> Iterator[Position]:
    """One hand of cards: the position of each turn when its seat has drawn."""
    stock = random.sample(range(cards.CARDS), cards.CARDS)
    hands = [[stock.pop() for _ in range(DEALT)] for _ in range(seats)]
    laid: list[list[Laid]] = [[] for _ in range(seats)]
    pile = [stock.pop()]
    for turn in range(TURNS * seats):
        seat = turn % seats
        hand = hands[seat]
        if not stock:
            stock, pile = random.sample(pile, len(pile)), []
        if not pick_up(random, hand, pile):
            hand.append(stock.pop())
        if len(hand) in HELD:
            rivals = tuple(trio for other in range(seats) if other != seat for trio in laid[other])
            yield Position(tuple(hand), tuple(laid[seat]), rivals, tuple(pile))
        laid[seat] += lay(random, hand)
        protect(random, hand, laid[seat])
        if hand:
            pile.append(hand.pop(random.randrange(len(hand))))
        if not hand:
            return


def pick_up(random: Random, hand: list[int], pile: list[int]) -> bool:
    """Take up as many discards as a hand may have with which a set can be laid at once, mostly (Y7)."""
    if random.random() < 0.3:
        return False
    for at in range(max(0, len(pile) - HELD[-1] + len(hand)), len(pile)):
        if can_pick_up(hand, pile, at):
            hand += pile[at:]
            del pile[at:]
            return True
    return False


def lay(random: Random, hand: list[int]) -> Iterator[Laid]:
    """Lay sets as they are seen; now and then one is overlooked."""
    while found := list(cards.candidates(hand)):
        if random.random() < 0.2 or (len(hand) <= 4 and random.random() < 0.5):  # who goes out at once shows little
            return
        trio = random.choice(found)
        for card in trio:
            hand.remove(card)
        yield Laid(trio)


def protect(random: Random, hand: list[int], laid: list[Laid]) -> None:
    """Half the HANDS-OFF cards find a set at once (Y21)."""
    for card in filter(cards.is_hands_off, list(hand)):
        bare = [at for at, trio in enumerate(laid) if not trio.protected]
        if bare and random.random() < 0.5:
            hand.remove(card)
            at = random.choice(bare)
            laid[at] = Laid(laid[at].cards, protected=True)


def packed(position: Position) -> str:
    """Hand; own sets; rivals' sets; pile: card numbers, a set protected with a "!"."""
    own, rivals = (
        " ".join(",".join(map(str, laid.cards)) + "!" * laid.protected for laid in part)
        for part in (position.own, position.rivals)
    )
    return ";".join((" ".join(map(str, position.hand)), own, rivals, " ".join(map(str, position.pile))))


def unpacked(text: str) -> Position:
    """The inverse of `packed`."""
    hand, own, rivals, pile = text.split(";")
    return Position(numbers(hand), sets(own), sets(rivals), numbers(pile))


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def sets(text: str) -> tuple[Laid, ...]:
    found = []
    for word in text.split():
        first, second, third = map(int, word.rstrip("!").split(","))
        found.append(Laid((first, second, third), word.endswith("!")))
    return tuple(found)


def kept() -> list[Position]:
    """The thousand positions kept with the tests."""
    return [unpacked(line) for line in json.loads(KEPT.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    KEPT.write_text(json.dumps([packed(position) for position in positions(COUNT)], indent=0) + "\n", encoding="utf-8")
