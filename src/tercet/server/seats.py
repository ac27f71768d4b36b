"""Who sits where at a table: small functions from one row to the next. Whose change counts is decided by the store.

`now` is the wall clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import compress

from msgspec.structs import replace

from tercet.engine.core import Illegal, Seat
from tercet.server import lobby
from tercet.server.messages import NewSeat, Sit
from tercet.server.people import clean_name, friendly_name
from tercet.server.store import SeatRow, TableRow

PER_SEAT = {"handicap"}  # options that have one value a seat, in the order of the seats (X12)


def first_seats(person: str, seats: Iterable[NewSeat], now: int = 0) -> tuple[SeatRow, ...]:
    """The seats as the host asks for them; who has no name gets one that nobody else at the table has."""
    rows: list[SeatRow] = []
    for seat in seats:
        taken = {row.name for row in rows}
        name = clean_name(seat.name) if seat.name is not None else None
        if seat.kind == "open":
            rows.append(SeatRow())
        elif seat.kind == "computer":
            free = [known for known in lobby.COMPUTERS if known not in taken]
            rows.append(SeatRow("computer", name=name or free[0], level=seat.level or "medium"))
        elif seat.kind == "me" and not any(row.person for row in rows):
            rows.append(SeatRow("person", person, name, since=now))
        else:
            rows.append(SeatRow("person", person, name or friendly_name(), since=now))
    return tuple(rows)


def seated(table: TableRow, person: str, sit: Sit, now: int = 0) -> TableRow:
    """The table after somebody sat down; the same table if they sit there already."""
    name, own = _newcomer(table, person, sit)
    if _sits_so(own, name):
        return table  # an impatient second click
    free = [seat for seat, row in enumerate(table.seats) if row.kind == "open"]
    if not own:  # G5a: a computer's seat is taken over, but by nobody who would see two hands then
        free += [seat for seat in [sit.seat] if seat is not None and _is_computers(table, seat)]
    if sit.seat is not None and sit.seat not in free:
        raise Illegal("seat_taken", "G4", seat=sit.seat)
    if not free:
        raise Illegal("no_free_seat", "G4")
    return _with_seat(table, free[0] if sit.seat is None else sit.seat, SeatRow("person", person, name, since=now))


def joined(table: TableRow, person: str, sit: Sit, most: int, now: int = 0) -> TableRow:
    """The table after somebody sat down between two matches, for the next one, which `most` seats may play.

    The seats of the match that is over stay in their order and keep their names, for its result is being looked at: who
    comes new gets a seat behind them, and whoever had left gets the old one back.
    """
    name, own = _newcomer(table, person, sit)
    if _sits_so(own, name):
        return table
    if sit.seat is not None:  # G5a: a computer makes room, but for nobody who would see two hands then
        if own or not _is_computers(table, sit.seat):
            raise Illegal("seat_taken", "G4", seat=sit.seat)
        table = _with_seat(table, sit.seat, lobby.vacated(table, table.seats[sit.seat], ""))
    if staying(table) >= most:
        raise Illegal("no_free_seat", "G4")
    for seat, row in enumerate(table.seats):
        if lobby.is_vacated(row) and row.was == person:
            return _with_seat(table, seat, SeatRow("person", person, name, since=now, ready=True))
    open_seats = [seat for seat, row in enumerate(table.seats) if row.kind == "open"]
    seat = open_seats[0] if open_seats else len(table.seats)
    return _with_seat(table, seat, SeatRow("person", person, name, since=now, ready=True, joins=True))


def staying(table: TableRow) -> int:
    """How many seats the next match would have now."""
    return sum(map(lobby.stays, table.seats))


def _newcomer(table: TableRow, person: str, sit: Sit) -> tuple[str | None, list[SeatRow]]:
    """The name under which somebody wants to sit down, None for their own, and the seats they have here."""
    if table.barred.get(person) == "removed":
        raise Illegal("put_out", "")
    name = clean_name(sit.name) if sit.name is not None else None
    return name, [row for row in table.seats if row.person == person]


def _sits_so(own: list[SeatRow], name: str | None) -> bool:
    return bool(own) if name is None else any(row.name == name for row in own)


def _is_computers(table: TableRow, seat: Seat) -> bool:
    return seat < len(table.seats) and table.seats[seat].kind == "computer"


def stood(table: TableRow, person: str, seat: Seat, name: str = "") -> TableRow:
    """The table after somebody called `name` stood up from a seat of theirs."""
    if seat >= len(table.seats) or table.seats[seat].person != person:
        raise Illegal("not_your_seat", "G2", seat=seat)
    left = _with_seat(table, seat, lobby.vacated(table, table.seats[seat], name))
    # A host who leaves is host no more, as long as somebody stays.
    return (
        left
        if person != table.host or lobby.sits(left, person)
        else lobby.without_host(left, lambda who: who != person)
    )


def with_link(table: TableRow, person: str, seat: Seat, link: str) -> TableRow:
    """The table after somebody got a one-time link, known by its hash, to a seat of theirs; an older one is void."""
    if not 0 <= seat < len(table.seats) or table.seats[seat].person != person:
        raise Illegal("not_your_seat", "G2", seat=seat)
    return _with_seat(table, seat, replace(table.seats[seat], link=link))


def linked(table: TableRow, owner: str | None, link: str) -> Seat:
    """The seat to which a link of its owner leads, wherever it has moved meanwhile; raises Illegal("old_link")."""
    for seat, row in enumerate(table.seats):
        if row.link == link and row.person == owner is not None:
            return seat
    raise Illegal("old_link", "")


def moved(table: TableRow, seat: Seat, person: str, name: str, now: int) -> TableRow:
    """The table after a seat, whose holder is called `name`, went on with somebody at another device.

    It stays the same seat: with its cards, points and name. A host who so gives the only seat away is host no more.
    """
    owner = table.seats[seat].person
    row = replace(table.seats[seat], person=person, name=name, since=now, ready=False, link=None)
    after = _with_seat(table, seat, row)
    return replace(after, host=person) if owner == table.host and not lobby.sits(after, owner) else after


def _with_seat(table: TableRow, seat: Seat, row: SeatRow) -> TableRow:
    return replace(table, seats=(*table.seats[:seat], row, *table.seats[seat + 1 :]))


def begun(table: TableRow) -> TableRow:
    """The table at the start of its next match: seats that are still open, or left, are no longer there."""
    stays = [lobby.stays(row) for row in table.seats]
    options = {
        name: list(compress(value, stays)) if name in PER_SEAT else value for name, value in table.options.items()
    }
    seats = tuple(replace(row, ready=False, joins=False) for row in compress(table.seats, stays))
    return replace(table, seats=seats, options=options, match=(table.match or 0) + 1)


def may_start(table: TableRow, person: str, is_here: Callable[[str], bool]) -> bool:
    """The host may; anybody who has a seat may while the host is not here."""
    return person == table.host or (not is_here(table.host) and any(row.person == person for row in table.seats))
