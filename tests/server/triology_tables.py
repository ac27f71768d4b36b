"""Tables of Triology for tests: with a deal that is chosen, for people who are known before the house opens.

What is dealt need not be the whole deck: a short stock ends soon, and cards that are nowhere can be exchanged for
hidden ones. In the beginning it is the turn of the seat after the dealer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from tercet.engine import core, triology
from tercet.engine.core import Action, Card, Millis, Seat
from tercet.engine.match import Match, Player
from tercet.server.people import hash_of, wall
from tercet.server.store import Entry, Person, SeatRow, SqliteStore, TableRow
from tests.server.people import Guest

MASTER = triology.Options(level="master", turn=600, hints=True)
CODE = "BCDFG"

Act = tuple[Seat, Action]


def dealt(
    hands: Sequence[Sequence[Card]],
    stock: Sequence[Card],
    first: Card,
    options: triology.Options = MASTER,
    *,
    turn: Seat = 0,
    until: Millis | None = None,
    computers: Iterable[Seat] = (),
) -> Match:
    """A match with this deal; `turn` begins, and its time runs out at `until` if that is given."""
    n = len(hands)
    players = [Player("computer", "hard") if seat in set(computers) else Player() for seat in range(n)]
    record = Match.begin("triology", players, options, "seed", 0).records[0]

    def chosen(fact: core.Event) -> core.Event:
        if isinstance(fact, triology.Dealt):
            return replace(
                fact, dealer=(turn - 1) % n, first=first, counts=tuple(map(len, hands)), size=len(stock),
                hands=tuple(map(tuple, hands)), stock=tuple(stock),
            )  # fmt: skip
        if isinstance(fact, triology.TurnBegan):
            return replace(fact, seat=turn, until=fact.until if until is None else until)
        return fact

    return Match.replay("triology", "seed", [replace(record, events=tuple(map(chosen, record.events)))])


def played(match: Match, *acts: Act, at: Millis = 0) -> Match:
    """The match after these acts at one game time."""
    for seat, action in acts:
        match.act(seat, action, at)
    return match


async def written(store: Any, seats: Sequence[int | None], match: Match, code: str = CODE, pace: float = 1.0) -> None:
    """A table at which these people (None: a computer) play this match; they are known by `known`."""
    for n in (0, 1, 9):
        await store.add_person(Person(f"p{n}", f"Person {n}"), hash_of(token(n)), wall())
    computer = SeatRow("computer", name="Ada", level="hard")
    rows = tuple(computer if n is None else SeatRow("person", f"p{n}", f"Seat {i}") for i, n in enumerate(seats))
    await stored(store, code, rows, match, pace)


async def stored(store: Any, code: str, rows: tuple[SeatRow, ...], match: Match, pace: float) -> None:
    """A table with these seats, whose host is the first person there, and the match that it plays."""
    host = next(row.person for row in rows if row.person)
    assert host
    table = TableRow(code, "triology", {}, rows, host, False, pace, None, 1, wall(), wall())
    assert await store.add_table(table)
    begun = replace(table, version=2, match=1)
    assert await store.add_match(begun, match.seed or "", core.encode(match.records[0]))
    row = await store.match(code, 1)
    assert row
    for record in match.records[1:]:
        over = record.wall if match.state.ended and record is match.records[-1] else None
        assert await store.append(Entry(row.id, record.seq, record.seat, record.ref, core.encode(record), over))


async def written_to(path: Any, seats: Sequence[int | None], match: Match, **more: Any) -> None:
    """The same for a house that is not open: into its database file, which is there."""
    store = SqliteStore(path)
    await written(store, seats, match, **more)
    await store.close()


def token(n: int) -> str:
    return f"{n:x}" * 32


def known(address: str, n: int) -> Guest:
    """One of those people, 0, 1, or 9 who watches."""
    guest = Guest(address)
    guest.http.cookies.set("tercet", token(n), "127.0.0.1", "/")
    return guest
