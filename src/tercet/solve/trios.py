"""Trios at a table with real cards: all sets of a table, or why three cards are none.

Cards are written as on the box: four digits from 1 to 3 for quantity, colour, shape and filling, or three for the easy
deck, whose cards are all blue.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from typing import Any

from tercet.engine.sets import FEATURES, card_of, digits, faults, find_sets
from tercet.solve.core import Nonsense, refuse

BLUE = 2
NAMES = {"number": "quantity"}  # the features that people know by another name than the engine
VALUES = {
    "number": ("one", "two", "three"),
    "colour": ("red", "green", "blue"),
    "shape": ("stone", "leaf", "hourglass"),
    "filling": ("empty", "solid", "striped"),
}
MANY = {"stone": "stones", "leaf": "leaves", "hourglass": "hourglasses"}
CODES = (
    "a card is four digits from 1 to 3, for quantity, colour (red, green, blue), shape (stone, leaf, hourglass) and "
    "filling (empty, solid, striped), or three digits without the colour for the easy deck"
)


def read_cards(codes: Sequence[str]) -> list[int]:
    """The cards with these codes; raises `Nonsense` for anything but three or more different cards of one deck."""
    for code in codes:
        if len(code) not in (3, 4) or not set(code) <= set("123"):
            raise Nonsense(f"{code!r} is no card: {CODES}.")
        if len(code) != len(codes[0]):
            raise Nonsense(
                f"{codes[0]} and {code} are not of one deck: write all cards with four digits, or all with three."
            )
        if codes.count(code) > 1:
            raise Nonsense(f"{code} is named twice, but every card is there only once.")
    if len(codes) < 3:
        raise Nonsense("A set is made of three cards: name three or more.")
    return [read_card(code) for code in codes]


def read_card(code: str) -> int:
    """The card with this code of three or four digits."""
    quantity, *colour, shape, filling = (int(digit) - 1 for digit in code)
    return card_of((*(colour or [BLUE]), quantity, shape, filling))


def in_words(card: int) -> str:
    """A card in words: "two solid green leaves"."""
    words = dict(zip(FEATURES, digits(card), strict=True))
    number, colour, shape, filling = (VALUES[name][words[name]] for name in ("number", "colour", "shape", "filling"))
    return f"{number} {filling} {colour} {shape if number == 'one' else MANY[shape]}"


def failing(cards: Sequence[int]) -> dict[str, list[str]]:
    """S2: every feature in which three cards break a set, with the value of each card in words."""
    a, b, c = cards
    return {NAMES.get(name, name): [VALUES[name][value] for value in values] for name, values in faults(a, b, c)}


# ------------------------------------------------------------------------------------------- the command line


def add_parser(games: Any) -> None:
    """Add Trios to the games of `solve` (what `add_subparsers` gave)."""
    trios = games.add_parser(
        "trios",
        help="Trios: all sets among cards, or why three are none",
        description="Find all sets among cards of Trios, or say why three cards are none.",
        epilog=f"{CODES[0].upper()}{CODES[1:]}. For example: tercet solve trios 1221 1222 1223 2313",
    )
    trios.add_argument("cards", nargs="+", metavar="CARD", help="a card of the table, such as 1221, or 121 (easy deck)")
    trios.add_argument("--json", action="store_true", help="print the answer as JSON")
    trios.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer the command line, and give the exit status."""
    try:
        cards = read_cards(args.cards)
    except Nonsense as nonsense:
        return refuse("trios", nonsense)
    code_of = dict(zip(cards, args.cards, strict=True))
    found = find_sets(cards)
    if args.json:
        print(json.dumps(as_json(cards, found, code_of)))
    else:
        print("\n".join(answer(cards, found, code_of)))
    return 0


def as_json(cards: Sequence[int], found: Sequence[Sequence[int]], code_of: dict[int, str]) -> dict[str, Any]:
    """The answer as JSON: the sets as codes, and of three cards that are none the faults."""
    result: dict[str, Any] = {"sets": [[code_of[card] for card in trio] for trio in found]}
    if len(cards) == 3 and not found:
        result["faults"] = [{"feature": name, "values": values} for name, values in failing(cards).items()]
    return result


def answer(cards: Sequence[int], found: Sequence[Sequence[int]], code_of: dict[int, str]) -> Iterator[str]:
    """The answer in words, line by line."""
    if len(cards) == 3 and not found:
        yield f"{', '.join(code_of.values())} are no set:"
        for name, values in failing(cards).items():
            odd, pair = sorted(set(values), key=values.count)
            yield f"  {name}: two {pair}, one {odd} ({', '.join(values)})"
        yield "In a set each feature is the same on all three cards or different on all three."
    elif not found:
        yield f"No set among these {len(cards)} cards."
    else:
        yield f"{len(found)} {'set' if len(found) == 1 else 'sets'} among {len(cards)} cards:"
        for trio in found:
            yield f"  {' '.join(code_of[card] for card in trio)}   {', '.join(map(in_words, trio))}"
