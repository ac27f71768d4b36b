"""Mass statistics of Trios: whole games at full speed, in which a uniformly random set is taken.

The kernel is a bare one beside the engine: no seats, no log, no clock, and a table that is changed in place. It knows
sets and nothing else of the engine; a test plays the same games through both and compares every table.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from time import perf_counter
from typing import Any

from tercet.engine.sets import CARDS, THIRD, Trio, find_sets, has_set
from tercet.many import add_games, any_seed, blocks, number_of_cores, over_cores, progress
from tercet.simulate.core import shuffled

DECKS = {"full": CARDS, "easy": range(54, 81)}  # T1
PLACES = 12  # T2
MOST_SETS = 14  # no 12 cards hold more
BLOCK = 500  # games drawn by one generator, so that the result follows from the seed whatever the number of cores

# LARGER[a][b] is the card that makes a set with a and b if it is larger than b, else no card: so that each set with a
# is found once.
NONE = 255
LARGER = tuple(
    bytes(row[b] if row[b] > b else NONE for b in CARDS) + bytes([NONE] * (256 - len(CARDS))) for row in THIRD
)


class Table:
    """A game of Trios under way.

    `cards` lie in their places, `stock` has its top in front, `found` holds every set of the table. The list of sets is
    carried on from table to table: only pairs with a new card are looked at.
    """

    cards: bytearray
    present: set[int]
    found: list[Trio]

    def __init__(self, deck: Iterable[int], random: Callable[[], float]) -> None:
        self.random = random
        self.exchanges = 0
        self.most = PLACES  # cards that ever lay on the table
        self.stock = shuffled(deck, random)
        self._lay(self._draw(PLACES))

    def take(self, trio: Trio) -> None:
        """T2: a set leaves and new cards come into its places; without stock, or above 12 cards, the table shrinks."""
        cards, present, stock = self.cards, self.present, self.stock
        present.difference_update(trio)
        self.found = found = [other for other in self.found if present.issuperset(other)]
        if not stock or len(cards) > PLACES:
            self._close_up(trio)
            return
        for i, old in enumerate(trio):
            new = stock[i]
            cards[cards.index(old)] = new
            for b in present.intersection(cards.translate(LARGER[new])):
                if (a := THIRD[new][b]) in present:  # not a card of the set that leaves
                    found.append((new, a, b))
            present.add(new)
        del stock[:3]

    def renew(self) -> bool:
        """T4: exchange a table without a set, as often as it takes; False if no exchange can bring one (T5)."""
        if not has_set([*self.cards, *self.stock]):
            return False
        self.exchanges += 1
        size, old = len(self.cards), list(self.cards)
        if len(self.stock) >= size:  # the first exchange brings only new cards
            new = self._draw(size)
            self.stock = shuffled([*self.stock, *old], self.random)
        else:
            new, self.stock = [], [*old, *self.stock]
        while not has_set(new):
            self.stock = shuffled([*new, *self.stock], self.random)
            new = self._draw(size)
        self._lay(new)
        return True

    def _draw(self, n: int) -> list[int]:
        drawn = self.stock[:n]
        del self.stock[:n]
        return drawn

    def _lay(self, cards: list[int]) -> None:
        self.cards, self.present, self.found = bytearray(cards), set(cards), find_sets(cards)

    def _close_up(self, trio: Trio) -> None:
        for card in trio:
            self.cards.remove(card)


class StandardTable(Table):
    """The game by the widely published rules: a table without a set gets three cards more instead of an exchange."""

    def renew(self) -> bool:
        """Lay three cards more, as often as it takes; False if none are left and there is no set."""
        while self.stock and not self.found:
            self._lay([*self.cards, *self._draw(3)])
        self.most = max(self.most, len(self.cards))
        return bool(self.found)


RULES = {"trios": Table, "standard": StandardTable}


class Tally:
    """What is counted over many games.

    `left` counts games by the cards left at the end; `tables[stock][sets]` counts the 12-card tables by the cards in
    stock and the sets on the table.
    """

    def __init__(self) -> None:
        self.games = self.sets_taken = self.exchanges = self.never_above_12 = 0
        self.left: Counter[int] = Counter()
        self.tables = [[0] * (MOST_SETS + 1) for _ in range(len(CARDS) - PLACES + 1)]

    def add(self, other: Tally) -> None:
        """Count another tally's games in."""
        self.games += other.games
        self.sets_taken += other.sets_taken
        self.exchanges += other.exchanges
        self.never_above_12 += other.never_above_12
        self.left.update(other.left)
        self.tables = [
            [mine + theirs for mine, theirs in zip(*rows, strict=True)]
            for rows in zip(self.tables, other.tables, strict=True)
        ]

    def rows(self) -> Iterator[tuple[int, dict[int, int]]]:
        """The 12-card tables as (cards in stock, {sets on the table: times seen}), from the first deal on."""
        for stock, row in reversed(list(enumerate(self.tables))):
            if any(row):
                yield stock, {sets: n for sets, n in enumerate(row) if n}

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON: means a game, and counts."""
        return {
            "games": self.games,
            "sets_taken": self.sets_taken / self.games,
            "exchanges": self.exchanges / self.games,
            "never_above_12": self.never_above_12,
            "left": {str(cards): n for cards, n in sorted(self.left.items())},
            "tables": {
                str(stock): {
                    "seen": sum(row.values()),
                    "without_set": row.get(0, 0),
                    "sets": {str(sets): n for sets, n in row.items()},
                }
                for stock, row in self.rows()
            },
        }


def play(table: Table, random: Callable[[], float], tally: Tally) -> None:
    """Play one game to its end, taking one of the table's sets by lot each time, and count it in.

    A 12-card table is counted as it lies before anything is exchanged or added; one that an exchange brings is not.
    """
    tables, taken = tally.tables, 0
    while True:
        if len(table.cards) == PLACES:
            tables[len(table.stock)][len(table.found)] += 1
        if not table.found and not table.renew():
            break
        found = table.found
        table.take(found[int(random() * len(found))])
        taken += 1
    tally.games += 1
    tally.sets_taken += taken
    tally.exchanges += table.exchanges
    tally.never_above_12 += table.most == PLACES
    tally.left[len(table.cards) + len(table.stock)] += 1


def play_block(name: str, games: int, deck: str, rules: str) -> Tally:
    """Play so many games by the generator of this name: the same ones in every process."""
    random = Random(name).random
    tally = Tally()
    for _ in range(games):
        play(RULES[rules](DECKS[deck], random), random, tally)
    return tally


def simulate(games: int, seed: int, deck: str = "full", rules: str = "trios", cores: int = 1) -> Iterator[Tally]:
    """Play games on so many cores; yields tallies whose sum follows from the arguments, whatever the cores."""
    arguments = ((name, size, deck, rules) for name, size in blocks(seed, games, BLOCK))
    yield from over_cores(play_block, arguments, cores if games > BLOCK else 1)


# ------------------------------------------------------------------------------------------- the command line


def add_parser(games: Any) -> None:
    """Add Trios to the games of `simulate` (what `add_subparsers` gave)."""
    trios = games.add_parser(
        "trios",
        help="Trios: sets taken, exchanges, cards left, sets on 12-card tables",
        description="Play Trios to the end many times, taking one of the table's sets by lot each time, and count.",
    )
    add_games(trios, 10_000)
    trios.add_argument("--deck", choices=DECKS, default="full", help="all 81 cards, or the 27 of the easy deck (full)")
    trios.add_argument(
        "--rules",
        choices=RULES,
        default="trios",
        help="trios exchanges a table without a set, standard lays three cards more (trios)",
    )
    trios.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Simulate as the command line wishes, print the counts, and give the exit status."""
    seed = any_seed(args)
    tally, began = Tally(), perf_counter()
    with progress(args.games) as advance:
        for block in simulate(args.games, seed, args.deck, args.rules, number_of_cores()):
            tally.add(block)
            advance(block.games)
    head = {"game": "trios", "deck": args.deck, "rules": args.rules, "seed": seed}
    if args.json:
        print(json.dumps(head | tally.as_json()))
    else:
        print(f"Trios, {args.deck} deck, {args.rules} rules, seed {seed}")
        print("\n".join(report(tally)))
        print(f"\n{tally.games / (perf_counter() - began):,.0f} games a second")
    return 0


def report(tally: Tally) -> Iterator[str]:
    """The tally as a table for people, line by line."""
    games = tally.games
    yield f"{games:,} games"
    yield f"{tally.sets_taken / games:.4f} sets taken and {tally.exchanges / games:.4f} exchanges a game"
    if tally.never_above_12 < games:
        yield f"{tally.never_above_12 / games:.3%} of the games never had more than 12 cards on the table"
    yield ""
    yield "cards left at the end       games    share"
    for cards, n in sorted(tally.left.items()):
        yield f"{cards:21}{n:12,}{n / games:9.3%}"
    yield ""
    yield "12-card tables: cards in stock        seen   without a set   sets on average"
    for stock, row in tally.rows():
        seen = sum(row.values())
        mean = sum(sets * n for sets, n in row.items()) / seen
        yield f"{stock:30}{seen:12,}{row.get(0, 0) / seen:16.3%}{mean:18.4f}"
