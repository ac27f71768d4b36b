"""Triology at a table with real cards: the best turn from a position that is written down as JSON.

A card is written as four figures 1-3: number, colour (1 red, 2 green, 3 purple), symbol, shading; a TRIOLOGY card as
its three groups, [1113|2221|3333], whatever they are, since real decks differ; and HANDS-OFF. In a laid set a TRIOLOGY
card also says what it stands for: [1113|2221|3333]=1113.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tercet.engine import triology_search as search
from tercet.engine.triology_cards import (
    CARDS,
    FIRST_HANDS_OFF,
    GROUPS,
    HANDS_OFF,
    Groups,
    Level,
    code,
    group_code,
    parsed,
    readings_of,
)
from tercet.solve.core import Nonsense, refuse

CODES = (
    "a card is four figures from 1 to 3 (number, colour, symbol, shading) such as 1111, a TRIOLOGY card its three "
    "groups such as [1113|2221|3333], or HANDS-OFF"
)
LEVELS: tuple[Level, ...] = ("beginner", "triology", "master")
KEYS = ("level", "hand", "pile", "drawn", "own", "rivals")
MOST_BYTES = 100_000
GUARDS = CARDS - FIRST_HANDS_OFF


class Cards:
    """The cards of a position, numbered as they are named; those of the house's deck have its numbers."""

    def __init__(self) -> None:
        self.faces: list[Groups] = list(GROUPS)
        self.codes: dict[int, str] = {}

    def add(self, text: Any) -> int:
        """The number of a card that is named for the first time; raises `Nonsense`."""
        try:
            groups = parsed(text)
        except (ValueError, TypeError):
            raise Nonsense(f"{text!r} is no card: {CODES}.") from None
        number = self._number(text, groups)
        self.codes[number] = code(groups)
        return number

    def _number(self, text: str, groups: Groups) -> int:
        if not groups:
            free = [number for number in range(FIRST_HANDS_OFF, CARDS) if number not in self.codes]
            if not free:
                raise Nonsense(f"{HANDS_OFF} is named more than {GUARDS} times.")
            return free[0]
        if text in self.codes.values():
            raise Nonsense(f"{text} is named twice, but every card is there only once.")
        if groups in GROUPS:
            return GROUPS.index(groups)
        self.faces.append(groups)  # a card that the house's deck has not
        return len(self.faces) - 1

    def text(self, card: int, group: int | None = None) -> str:
        """How a card is written, with the group it stands for where it has several."""
        written = self.codes[card]
        return f"{written}={group_code(group)}" if group is not None and len(self.faces[card]) > 1 else written


def read(text: str) -> tuple[search.Position, Cards, list[str]]:
    """The position that is written down, its cards, and whose each set of the rivals is; raises `Nonsense`."""
    table = _object(text)
    level = table.get("level")
    if level not in LEVELS:
        raise Nonsense(f'"level" is one of {", ".join(LEVELS)}, not {json.dumps(level)}.')
    drawn = table.get("drawn", False)
    if not isinstance(drawn, bool):
        raise Nonsense(f'"drawn" is true or false, not {json.dumps(drawn)}.')
    cards = Cards()
    hand = [cards.add(name) for name in _list(table, "hand")]
    if not hand:
        raise Nonsense('"hand" names at least one card.')
    pile = [cards.add(name) for name in _list(table, "pile")]
    own = [_laid(entry, "own", cards) for entry in _list(table, "own")]
    rivals = [_laid(entry, "rivals", cards) for entry in _list(table, "rivals")]
    seats = [str(entry.get("seat", "a rival")) for entry in _list(table, "rivals")]
    if level != "master" and HANDS_OFF in cards.codes.values():
        raise Nonsense(f"{HANDS_OFF} cards are played in master only.")
    position = search.Position(
        hand=tuple(hand), own=tuple(own), rivals=tuple(rivals), pile=tuple(pile), drawn=drawn, level=level,
        faces=tuple(cards.faces),
    )  # fmt: skip
    return position, cards, seats


def _object(text: str) -> dict[str, Any]:
    try:
        table = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as fault:
        raise Nonsense(f"This is no JSON: {fault.msg}, in line {fault.lineno}.") from None
    except RecursionError:
        raise Nonsense("This is no position: it is nested too deeply.") from None
    if not isinstance(table, dict):
        raise Nonsense(f"A position is an object with {', '.join(KEYS)}.")
    if unknown := [key for key in table if key not in KEYS]:
        raise Nonsense(f"{json.dumps(unknown[0])} is not known; a position has {', '.join(KEYS)}.")
    return table


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise Nonsense(f"{json.dumps(twice)} is given twice.")
    return made


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    entries = table.get(key, [])
    if not isinstance(entries, list):
        raise Nonsense(f'"{key}" is a list, not {json.dumps(entries)}.')
    return entries


def _laid(entry: Any, key: str, cards: Cards) -> search.Laid:
    known = ("seat", "cards", "protected") if key == "rivals" else ("cards", "protected")
    if not isinstance(entry, dict):
        raise Nonsense(f'A set of "{key}" is an object with {", ".join(known)}, not {json.dumps(entry)}.')
    if unknown := [word for word in entry if word not in known]:
        raise Nonsense(f"{json.dumps(unknown[0])} is not known; a set has {', '.join(known)}.")
    protected, names = entry.get("protected", False), _list(entry, "cards")
    if not isinstance(protected, bool):
        raise Nonsense(f'"protected" is true or false, not {json.dumps(protected)}.')
    if len(names) != 3:
        raise Nonsense(f"A set has three cards, not {len(names)}.")
    if not isinstance(entry.get("seat", ""), str):
        raise Nonsense(f'"seat" is a name, not {json.dumps(entry["seat"])}.')
    first, second, third = (_card_of_a_set(name, cards) for name in names)
    if not readings_of([first[1], second[1], third[1]]):
        raise Nonsense(f"{' '.join(map(str, names))} is no set.")
    return search.Laid((first[0], second[0], third[0]), protected)


def _card_of_a_set(name: Any, cards: Cards) -> tuple[int, Groups]:
    """A card and what it may stand for: the one group that is named, or all it has."""
    written, named, group = name.partition("=") if isinstance(name, str) else (name, "", "")
    card = cards.add(written)
    groups = cards.faces[card]
    if not groups:
        raise Nonsense(f'{HANDS_OFF} is no part of a set; say "protected": true.')
    if not named:
        return card, groups
    try:
        stands_for = parsed(group)
    except ValueError:
        stands_for = ()
    if len(stands_for) != 1 or stands_for[0] not in groups:
        raise Nonsense(f"{written} can't stand for {group!r}.")
    return card, stands_for


def solved(position: search.Position, cards: Cards, seats: Sequence[str]) -> dict[str, Any]:
    """The best turn as JSON (Y6-Y21); any number of sets may be stolen."""
    turn = search.best_turn(position, steal=None, open_own=None)
    steps = [_as_json(step, cards, seats) for step in turn.steps]
    return {"points": turn.points, "out": turn.out, "proved": turn.proved, "steps": steps}


def _as_json(step: search.Step, cards: Cards, seats: Sequence[str]) -> dict[str, Any]:
    match step:
        case search.Draw():
            return {"kind": "draw"}
        case search.PickUp(card=card):
            return {"kind": "pick_up", "card": cards.text(card)}
        case search.Steal(at, trio):
            return {"kind": "steal", "seat": seats[at], "cards": [cards.text(card) for card in trio]}
        case search.Open(cards=trio):
            return {"kind": "open", "cards": [cards.text(card) for card in trio]}
        case search.Meld(trio, groups):
            return {"kind": "meld", "cards": [cards.text(*pair) for pair in zip(trio, groups, strict=True)]}
        case search.Protect(card, trio):
            return {"kind": "protect", "card": cards.text(card), "cards": [cards.text(one) for one in trio]}
    return {"kind": "discard", "card": None if step.card is None else cards.text(step.card)}


# ------------------------------------------------------------------------------------------- the command line


def add_parser(games: Any) -> None:
    """Add Triology to the games of `solve` (what `add_subparsers` gave)."""
    triology = games.add_parser(
        "triology",
        help="Triology: the best turn, with stealing",
        description="Find the turn with the most points: what to pick up, steal, open, lay, protect and discard.",
        epilog='A position is JSON: {"level": "master", "hand": ["1111", "[1113|2221|3333]", "HANDS-OFF"], "pile": '
        '[bottom, ..., top], "drawn": true, "own": [{"cards": ["1112", "1113", "1111"], "protected": false}], '
        f'"rivals": [{{"seat": "Ben", "cards": [...], "protected": false}}]}}. {CODES[0].upper()}{CODES[1:]}; in '
        "a laid set a TRIOLOGY card names its group: [1113|2221|3333]=1113.",
    )
    triology.add_argument("file", metavar="FILE", help="the position, or - for standard input")
    triology.add_argument("--json", action="store_true", help="print the answer as JSON")
    triology.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer the command line, and give the exit status."""
    try:
        position, cards, seats = read(_text(args.file))
    except Nonsense as nonsense:
        return refuse("triology", nonsense)
    solution = solved(position, cards, seats)
    print(json.dumps(solution) if args.json else "\n".join(answer(solution)))
    return 0


def _text(name: str) -> str:
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else Path(name).read_bytes()[: MOST_BYTES + 1]
        text = data.decode()
    except OSError as fault:
        raise Nonsense(f"{name!r} can't be read: {fault.strerror}.") from None
    except UnicodeDecodeError:
        raise Nonsense("This is no text in UTF-8.") from None
    if len(data) > MOST_BYTES:
        raise Nonsense(f"A position has at most {MOST_BYTES:,} bytes.")
    return text


def answer(solution: Mapping[str, Any]) -> Iterator[str]:
    """The answer in words, line by line."""
    points = solution["points"]
    surely = "" if solution["proved"] else ", the best that was found"
    yield f"{points} {'point' if points == 1 else 'points'}{', and out' if solution['out'] else ''}{surely}"
    for number, step in enumerate(solution["steps"], 1):
        yield f"{number}. {_sentence(step)}"


def _sentence(step: Mapping[str, Any]) -> str:
    trio = " ".join(step.get("cards", ()))
    match step["kind"]:
        case "draw":
            return "draw a card"
        case "pick_up":
            return f"pick up {step['card']} and what lies on it"
        case "steal":
            return f"steal {trio} from {step['seat']}"
        case "open":
            return f"open your own {trio}"
        case "meld":
            return f"lay {trio}"
        case "protect":
            return f"put {step['card']} on {trio}"
    return f"discard {step['card'] or 'the card that you can spare best'}"
