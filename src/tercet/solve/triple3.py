"""Triple³ at a table with real cards: what each stack can be covered by, and where a card may go.

Cards are written as colour (R red, B blue, P purple, Y yellow), number of waves (0-3) and shape (C circle, D diamond,
U plus, S star), such as R0C; cells are 1-9, row by row from the top left.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from tercet.engine.grid import CELLS, MASK, VALUES, coverable, values
from tercet.solve.core import Nonsense, refuse

COLOURS, SHAPES = "RBPY", "CDUS"
CODES = (
    "a card is a colour (R red, B blue, P purple, Y yellow), its number of waves (0 to 3) and a shape (C circle, "
    "D diamond, U plus, S star), such as R0C"
)


def read_table(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The codes of the nine cards of the grid, row by row, and of the cards asked about.

    A row may end with a slash. Raises `Nonsense` for anything but nine or more different cards.
    """
    rows = [row.upper().split() for row in " ".join(words).split("/")]
    codes = [code for row in rows for code in row]
    for code in codes:
        if not is_code(code):
            raise Nonsense(f"{code!r} is no card: {CODES}.")
        if codes.count(code) > 1:
            raise Nonsense(f"{code} is named twice, but every card is there only once.")
    if len(codes) < 9:
        raise Nonsense(f"The grid has nine cards, not {len(codes)}: name them row by row.")
    if not set(accumulate(map(len, rows[:-1]))) <= {3, 6, 9}:
        raise Nonsense("A slash ends a row, and a row of the grid has three cards.")
    return codes[:9], codes[9:]


def is_code(code: str) -> bool:
    """Whether these three letters and figures name a card."""
    return len(code) == 3 and code[0] in COLOURS and code[1] in "0123" and code[2] in SHAPES


def read_card(code: str) -> int:
    """The card with this code."""
    return COLOURS.index(code[0]) * 16 + SHAPES.index(code[2]) * 4 + int(code[1])


def solved(grid: Sequence[str], cards: Sequence[str]) -> dict[str, Any]:
    """What each cell of a grid can be covered by, and on which cells each card may go (X6)."""
    accepted = coverable([read_card(code) for code in grid])
    return {
        "coverable_by": {str(cell + 1): [VALUES[value] for value in values(accepted[cell])] for cell in CELLS},
        "card_may_go_on": {
            code: [cell + 1 for cell in CELLS if MASK[read_card(code)] & accepted[cell]] for code in cards
        },
    }


# ------------------------------------------------------------------------------------------- the command line


def add_parser(games: Any) -> None:
    """Add Triple³ to the games of `solve` (what `add_subparsers` gave)."""
    triple3 = games.add_parser(
        "triple3",
        help="Triple³: what each stack can be covered by, and where a card may go",
        description="Tell what each stack of a grid can be covered by, and on which cells each further card may go.",
        epilog=f"{CODES[0].upper()}{CODES[1:]}. For example: "
        'tercet solve triple3 "R0C R2C R3C / Y1C B1C B3C / P0D P1C B1U" B2C R1S',
    )
    triple3.add_argument(
        "grid", nargs="+", metavar="GRID", help="the nine open cards, row by row, in one word or several"
    )
    triple3.add_argument("cards", nargs="*", metavar="CARD", help="a card to find a place for")
    triple3.add_argument("--json", action="store_true", help="print the answer as JSON")
    triple3.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Answer the command line, and give the exit status."""
    try:
        grid, cards = read_table([*args.grid, *args.cards])
    except Nonsense as nonsense:
        return refuse("triple3", nonsense)
    solution = solved(grid, cards)
    print(json.dumps(solution) if args.json else "\n".join(answer(grid, solution)))
    return 0


def answer(grid: Sequence[str], solution: dict[str, Any]) -> Iterator[str]:
    """The answer in words, line by line."""
    for code, (cell, words) in zip(grid, solution["coverable_by"].items(), strict=True):
        yield f"{cell}  {code}  {', '.join(words) or '-'}"
    for code, cells in solution["card_may_go_on"].items():
        yield f"{code} may go on {', '.join(map(str, cells))}" if cells else f"{code} may go nowhere"
