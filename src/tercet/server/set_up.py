"""What a table is set up with: the options of its game, who chooses them, and whether they may be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from tercet.engine import load
from tercet.engine.chance import Chance
from tercet.engine.core import Illegal, Seat
from tercet.server.messages import NewTable, where
from tercet.server.seats import begun, first_seats
from tercet.server.store import TableRow

BY_HOUSE = {"handed"}  # options that nobody chooses: they follow from who sits where


def options_of(table: TableRow) -> Any:
    """The options by which the table plays, the ones that nobody chose filled in."""
    rules = load(table.game)
    given = dict(table.options)
    if "mode" in rules.Options.__struct_fields__:
        # T8a: call when one device holds several people, else mark; the host may choose.
        given.setdefault("mode", "call" if handed(table) else "mark")
    if "handed" in rules.Options.__struct_fields__:
        given["handed"] = handed(table)  # Y14
    return msgspec.convert(given, rules.Options)


def handed(table: TableRow) -> list[Seat]:
    """The seats whose person holds several: their device is handed over. What is for the next match counts then."""
    held = Counter(row.person for row in table.seats if row.person and not row.joins)
    return [seat for seat, row in enumerate(table.seats) if row.person and held[row.person] > 1 and not row.joins]


def chosen(options: Any) -> dict[str, Any]:
    """Options as a host chooses them."""
    every: dict[str, Any] = msgspec.to_builtins(options)
    return {name: value for name, value in every.items() if name not in BY_HOUSE}


def checked_options(game: str, seats: int, options: dict[str, Any]) -> None:
    """Raises Illegal unless the game can be set up so."""
    rules = load(game)
    if seats not in rules.SEATS:
        raise Illegal("seats", "G4", seats=seats, least=rules.SEATS[0], most=rules.SEATS[-1])
    if ours := BY_HOUSE & options.keys():
        raise Illegal("bad_option", "", field=min(ours), reason="the house's own")
    try:
        made = msgspec.convert(options, rules.Options)
    except msgspec.ValidationError as fault:
        raise Illegal("bad_option", "", **where(str(fault))) from None
    for _ in rules.setup(seats, made, Chance("check")):  # faults between options
        break


def most_seats(table: TableRow) -> int:
    """How many seats the next match of a table may have, by its game and options (Y4, X12); 0 if there can be none."""
    options = begun(table).options

    def fits(seats: int) -> bool:
        try:
            checked_options(table.game, seats, options)
        except Illegal:
            return False
        return True

    return next((seats for seats in reversed(load(table.game).SEATS) if fits(seats)), 0)


def check_set_up(new: NewTable) -> None:
    """Raises Illegal for a table that can't be set up so."""
    checked_options(new.game, len(new.seats), new.options)
    first_seats("", new.seats)  # names may not do
