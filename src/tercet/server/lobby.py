"""What people at a table may do about each other: say ready, be the host, mute and remove.

Small functions from one row to the next, as in `tables`; they know nothing of connections. `now` is the wall clock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from tercet.engine.core import Illegal, Seat
from tercet.engine.match import Level
from tercet.server.messages import Whom
from tercet.server.store import SeatRow, TableRow

COMPUTERS = ("Ada", "Blaise", "Carl", "Emmy", "Hypatia", "Leonhard", "Maryam", "Sophie")

MOST_BARRED = 100  # at one table; of more the first are let in again

IsHere = Callable[[str], bool]


def people(table: TableRow) -> list[str]:
    """Who has a seat, whoever sat down first before the others, each once."""
    seats = sorted((seat for seat in table.seats if seat.person), key=lambda seat: seat.since)
    return list(dict.fromkeys(seat.person for seat in seats if seat.person))


def sits(table: TableRow, person: str) -> bool:
    return any(seat.person == person for seat in table.seats)


def has_free_seat(table: TableRow) -> bool:
    return any(seat.kind == "open" for seat in table.seats)


def is_vacated(seat: SeatRow) -> bool:
    """Whether nobody holds it any more: its owner was removed or forgotten, or left it after the match."""
    return seat.kind == "person" and seat.person is None


def computer_name(table: TableRow) -> str:
    """A name for one more computer player."""
    taken = {seat.name for seat in table.seats}
    return next(name for name in COMPUTERS if name not in taken)


def stays(seat: SeatRow) -> bool:
    """Whether a seat is there in the next match: open ones are not, nor those that nobody holds any more."""
    return seat.kind != "open" and not is_vacated(seat)


# ------------------------------------------------------------------------------------------------- the host


def check_host(table: TableRow, person: str) -> None:
    """Raises Illegal unless this is the host."""
    if person != table.host:
        raise Illegal("host_only", "")


def next_host(table: TableRow, is_here: IsHere) -> str | None:
    """Who of those present sits here longest, but for the host."""
    return next((person for person in people(table) if person != table.host and is_here(person)), None)


def without_host(table: TableRow, is_here: IsHere) -> TableRow:
    """The table after its host was away for long: the next one is the host; the same table if the host is back."""
    after = None if is_here(table.host) else next_host(table, is_here)
    return replace(table, host=after) if after else table


def handed_over(table: TableRow, person: str, seat: Seat) -> TableRow:
    """The table after its host made somebody else the host."""
    check_host(table, person)
    after = table.seats[seat].person if seat < len(table.seats) else None
    if after is None:
        raise Illegal("nobody_there", "")
    return table if after == person else replace(table, host=after)


def with_computer(table: TableRow, seat: Seat, level: Level | None) -> TableRow:
    """The table after a free seat was given to a computer player; one that sits there before the start plays at another
    level, or with None goes again.
    """
    at = table.seats[seat] if seat < len(table.seats) else None
    if at is None or at.kind == "person" or table.match is not None:
        raise Illegal("seat_taken", "G4", seat=seat)
    name = at.name if at.kind == "computer" else computer_name(table)
    computer = SeatRow() if level is None else SeatRow("computer", name=name, level=level)
    return replace(table, seats=(*table.seats[:seat], computer, *table.seats[seat + 1 :]))


# ---------------------------------------------------------------------------------------------------- ready


def readied(table: TableRow, person: str, on: bool) -> TableRow:
    """The table after somebody said that they are ready for the start, or not yet."""
    if not sits(table, person):
        raise Illegal("watching", "G2")
    if table.match is not None:
        return table  # it has begun
    return wanting(table, person, on)


def is_ready(table: TableRow) -> bool:
    """Whether a table that has not begun starts by itself: several people sit here, and all said ready.

    At a table for anyone all seats must be taken, for each was promised company; elsewhere free seats fall away.
    """
    seated = [seat for seat in table.seats if seat.person]
    enough = not has_free_seat(table) if table.anyone else len(people(table)) > 1
    return table.match is None and enough and all(seat.ready for seat in seated)


def wanting(table: TableRow, person: str, on: bool = True) -> TableRow:
    """The table after somebody said that they want the first match, or once one was over the next; or not yet."""
    seats = tuple(replace(seat, ready=on) if seat.person == person else seat for seat in table.seats)
    return table if seats == table.seats else replace(table, seats=seats)


def all_want(table: TableRow, is_here: IsHere) -> bool:
    """Whether the next match begins by itself: somebody who is here wants it, and nobody is here who does not say so.

    So nobody who still reads the result is thrown into a game; who has gone away is not waited for.
    """
    here = [seat for seat in table.seats if seat.person and is_here(seat.person)]
    return bool(here) and all(seat.ready for seat in here)


def waited(table: TableRow, person: str, lapse: int, now: int) -> TableRow:
    """A table for anyone after somebody waited here: who was to come and gave no sign for `lapse` ms loses the seat."""
    if table.match is not None or has_free_seat(table) or now - max(seat.since for seat in table.seats) <= lapse:
        return table
    ghosts = [bool(seat.person) and seat.person != person and not seat.ready for seat in table.seats]
    if not any(ghosts):
        return table
    seats = [
        SeatRow() if ghost else replace(seat, ready=False) for seat, ghost in zip(table.seats, ghosts, strict=True)
    ]
    return replace(table, seats=tuple(seats), host=person)


# ----------------------------------------------------------------------------------------- muting and removing


def meant(table: TableRow, person: str, whom: Whom) -> str:
    """The person whom the host means; raises Illegal unless the host may do something about them."""
    check_host(table, person)
    by_seat = table.seats[whom.seat].person if whom.seat is not None and whom.seat < len(table.seats) else None
    found = whom.person or by_seat
    if found is None or found == person:
        raise Illegal("nobody_there", "")
    return found


def barred(table: TableRow, whom: str, how: Literal["muted", "removed"], on: bool) -> TableRow:
    """The table after its host muted or removed somebody, or took that back."""
    now = table.barred.get(whom)
    if on and (now == how or now == "removed"):
        return table
    if not on and now != how:
        return table
    others = {person: kind for person, kind in table.barred.items() if person != whom}
    if not on:
        return replace(table, barred=others)
    return replace(table, barred=dict(list(others.items())[1 - MOST_BARRED :]) | {whom: how})


def vacated(table: TableRow, seat: SeatRow, name: str) -> SeatRow:
    """A seat that its owner, called `name`, holds no more: it is free, or if it has played given up for good (G5a).

    It keeps the name then, for the result tells who played.
    """
    if table.match is None or seat.joins:
        return SeatRow()
    return SeatRow("person", name=seat.name or name, was=seat.person)


def put_out(table: TableRow, whom: str, name: str) -> TableRow:
    """The table without the seats of somebody called `name`."""
    seats = (vacated(table, seat, name) if seat.person == whom else seat for seat in table.seats)
    return replace(table, seats=tuple(seats))


def check_follower(table: TableRow, person: str) -> None:
    """Raises Illegal for somebody who may not look at this table now."""
    if table.barred.get(person) == "removed":
        raise Illegal("put_out", "")
    may_sit = table.match is None and has_free_seat(table)
    if not (table.watch or may_sit or sits(table, person) or person == table.host):
        raise Illegal("no_watching", "")
