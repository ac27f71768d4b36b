"""What somebody plays and has played, and matches that are over: for those who come back. It changes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

import msgspec

from tercet.engine.core import Ended, Seat
from tercet.server import messages
from tercet.server.exchange import options_of
from tercet.server.people import People, told_apart
from tercet.server.room import read_match
from tercet.server.store import Played, SeatRow, Store
from tercet.server.tables import Tables

AT_ONCE = 20  # games of one answer
MOST = 1_000_000  # nobody has played more

_ended = msgspec.json.Decoder(Ended).decode


class History:
    """Reads what was played from the store."""

    def __init__(self, store: Store, people: People, tables: Tables) -> None:
        self._store, self._people, self._tables = store, people, tables

    async def games(self, person: str, over: bool, skip: int) -> messages.PlayedGames:
        """The games that somebody plays, or the ones that are over, the last first, after the first `skip`."""
        found = await self._store.games_of(person, over, AT_ONCE + 1, min(max(0, skip), MOST))
        names = await self._names(row for game in found for row in game.seats.values())
        return messages.PlayedGames([_played(game, person, names) for game in found[:AT_ONCE]], len(found) > AT_ONCE)

    async def past(self, person: str, code: str, n: int) -> messages.Past:
        """A match that is over; raises Illegal as `Tables.past`."""
        row = await self._tables.past(person, code, n)
        match = await read_match(self._store, row)
        seats = await self._store.players(code, n)
        names = await self._names(seats.values())
        return messages.Past(
            code=code, game=match.game, match=n, options=options_of(match),  # type: ignore[arg-type]
            seats=_seats(seats, person, names), started=row.started, finished=row.finished or 0,
            copied=row.copied, common=match.common,
        )  # fmt: skip

    async def review(self, person: str, code: str, n: int) -> dict[str, Any]:
        """What became of a match that is over: the `Review` of its game; raises Illegal as `Tables.past`."""
        match = await read_match(self._store, await self._tables.past(person, code, n))
        review = import_module(f"tercet.review.{match.game}").review
        made: dict[str, Any] = await asyncio.to_thread(lambda: msgspec.to_builtins(review(match)))  # a file may be long
        return made

    async def _names(self, seats: Iterable[SeatRow]) -> dict[str, str]:
        return await self._people.names({seat.person for seat in seats if seat.person})


def _played(game: Played, person: str, names: Mapping[str, str]) -> messages.PlayedGame:
    return messages.PlayedGame(
        code=game.code, game=game.game, match=game.n or None,  # type: ignore[arg-type]
        seats=_seats(game.seats, person, names), touched=game.touched, started=game.started, finished=game.finished,
        ended=_ended(game.ended) if game.ended else None, copied=game.copied,
    )  # fmt: skip


def _seats(seats: Mapping[Seat, SeatRow], person: str, names: Mapping[str, str]) -> list[messages.PlayedSeat]:
    order = sorted(seats.items())
    called = told_apart([seat.name or names.get(seat.person or "", "") for _, seat in order])

    def shown(i: Seat, seat: SeatRow, name: str) -> messages.PlayedSeat:
        return messages.PlayedSeat(i, "computer" if seat.kind == "computer" else "person", name, seat.person == person)

    return [shown(i, seat, name) for (i, seat), name in zip(order, called, strict=True)]
