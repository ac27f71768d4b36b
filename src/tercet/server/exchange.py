"""Games as files: saved by one house, opened by it or by another.

A game that is over is a plain file: its seed is public, so every row can be decided anew, and is. A game that is still
played is sealed with a key that only this house has, for its rows and its seed are secrets (G2); only who holds every
person's seat may save it. A file is hostile until it is judged: nothing is kept before all of it is right.
"""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, NamedTuple, NoReturn

import msgspec
from cryptography.fernet import Fernet, InvalidToken
from msgspec import Meta, Struct
from msgspec.structs import replace

from tercet.engine import GAMES, core, load
from tercet.engine.chance import commitment
from tercet.engine.core import Illegal, Millis, Record
from tercet.engine.match import Begin, Match, Rest, Started, record_decoder
from tercet.server import messages
from tercet.server.messages import where
from tercet.server.people import People, clean_name, wall
from tercet.server.room import read_match, resumed_at
from tercet.server.store import MatchRow, SeatRow, Store, TableRow
from tercet.server.tables import Tables

FORMAT = "tercet/1"
FILE_BYTES = 8 * 1024 * 1024  # the longest games take a tenth of it
DIGITS = 16  # of a number; no time and no card needs more
LATE_MS: Millis = 5_000  # a deadline may have been held back for so long, after a fault of the disk
KEY = "files"  # the name under which the store keeps the key


class GameFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A match as it stands in a file: the names of its seats, the options, the seed that deals it, and all its rows.

    `pace` is that of the table's computer players.
    """

    format: str
    game: str
    rules: int
    names: Annotated[list[Annotated[str, Meta(max_length=500)]], Meta(min_length=1, max_length=8)]
    options: dict[str, Any]
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    rows: Annotated[list[dict[str, Any]], Meta(min_length=1)]
    pace: Annotated[float, Meta(ge=0.25, le=4)] = 1.0


class SealedFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A match that is not over: only the house that sealed it can read it."""

    format: str
    game: str
    sealed: str


class Opened(NamedTuple):
    """What a file was found to hold: a match that can be played on or looked at."""

    file: GameFile
    match: Match


# ---------------------------------------------------------------------------------------------------- writing


def filed(match: Match, names: Sequence[str], records: Sequence[Record[Any, Any]], pace: float = 1.0) -> bytes:
    """A match as the text of a file; what its senders called their wishes is left out."""
    rows = [msgspec.to_builtins(replace(record, ref=None)) for record in records]
    assert match.seed is not None
    file = GameFile(FORMAT, match.game, match.common.rules, list(names), options_of(match), match.seed, rows, pace)
    return core.encode(file)


def options_of(match: Match) -> dict[str, Any]:
    """The options that a match was set up with."""
    made = next(event.options for event in match.records[0].events if hasattr(event, "options"))
    options: dict[str, Any] = msgspec.to_builtins(made)
    return options


def sealed(game: str, text: bytes, key: bytes) -> bytes:
    """The file of a match that is not over, which `key` alone opens."""
    return core.encode(SealedFile(FORMAT, game, Fernet(key).encrypt(zlib.compress(text)).decode()))


# ---------------------------------------------------------------------------------------------------- judging


def opened(data: bytes, key: bytes) -> Opened:
    """The match in a file; raises Illegal ("file_…") for anything that no house of ours would have written."""
    if not data.strip():
        raise Illegal("file_empty", "")
    plain = parsed(data)
    if not isinstance(plain, dict) or not isinstance(plain.get("format"), str):
        raise Illegal("file_strange", "")
    if plain["format"] != FORMAT:
        raise Illegal("file_format", "", format=plain["format"][:40])
    if "sealed" not in plain:
        return judged(converted(plain, GameFile))
    outside = converted(plain, SealedFile)
    file = converted(parsed(unsealed(outside.sealed, key)), GameFile)
    if file.game != outside.game:
        raise Illegal("file_seal", "")
    return Opened(file, Match.replay(file.game, file.seed, records_of(file)))


def parsed(data: bytes) -> Any:
    """The JSON in a file, by two readers that agree, each key once; raises Illegal."""
    try:
        msgspec.json.decode(data)  # UTF-8, no lone surrogates, no NaN
        return json.loads(data, object_pairs_hook=_once, parse_int=_int, parse_constant=_no_number)
    except Illegal:
        raise
    except RecursionError:
        raise Illegal("file_strange", "", reason="nested too deeply") from None
    except (msgspec.MsgspecError, ValueError) as fault:
        raise Illegal("file_strange", "", reason=str(fault)[:100]) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        _changed(next(key for key in keys if keys.count(key) > 1), "given twice")
    return found


def _int(text: str) -> int:
    return int(text) if len(text) <= DIGITS else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise Illegal("file_changed", "", field="", reason=f"no such number: {text[:20]}")


def _changed(field: str, reason: str) -> NoReturn:
    raise Illegal("file_changed", "", field=field[:100], reason=reason[:200])


def converted(plain: Any, type_: Any) -> Any:
    """What was parsed as a type; raises Illegal with the field that does not fit."""
    try:
        return msgspec.convert(plain, type_, str_keys=True)
    except msgspec.ValidationError as fault:
        raise Illegal("file_changed", "", **where(str(fault))) from None


def unsealed(token: str, key: bytes) -> bytes:
    """What this house sealed; raises Illegal if it did not, or if a letter was changed."""
    try:
        base64.urlsafe_b64decode(token.encode("ascii"))  # a strange letter is no other fault than a wrong one
        return zlib.decompress(Fernet(key).decrypt(token))
    except (InvalidToken, ValueError):
        raise Illegal("file_seal", "") from None


def records_of(file: GameFile) -> Iterator[Record[Any, Any]]:
    """The rows of a file one after another, nothing in them that a row has not."""
    if file.game not in GAMES:
        raise Illegal("file_game", "", game=file.game[:40])
    type_ = record_decoder(file.game).type
    for n, row in enumerate(file.rows):
        record: Record[Any, Any] = converted(row, type_)
        if msgspec.json.encode(record, order="sorted") != msgspec.json.encode(row, order="sorted"):
            raise Illegal("file_row", "", row=n, reason="unknown fields")
        yield record


def judged(file: GameFile) -> Opened:
    """A match that is over, every row of it decided anew by today's rules (G3)."""
    if file.game in GAMES and file.rules != load(file.game).RULES:
        raise Illegal("file_rules", "", rules=file.rules, ours=load(file.game).RULES)
    first, *rest = records_of(file)
    match = begun(file, first)
    for n, record in enumerate(rest, 1):
        match.fold(decided(match, n, record))
    if not match.state.ended:
        raise Illegal("file_open", "G2")
    return Opened(file, match)


def begun(file: GameFile, first: Record[Any, Any]) -> Match:
    """The match as its first row deals it."""
    started = first.events[0] if first.events else None
    if not isinstance(first.action, Begin) or not isinstance(started, Started):
        raise Illegal("file_row", "", row=0, reason="no beginning")
    if started.commitment != commitment(file.seed):
        raise Illegal("file_seed", "G3")
    if len(file.names) != len(started.players):
        _changed("names", "one name for each seat")
    if any((player.kind == "computer") != (player.level is not None) for player in started.players):
        raise Illegal("file_row", "", row=0, reason="a level is a computer player's")
    try:
        options = msgspec.convert(file.options, load(file.game).Options)
        match = Match.begin(file.game, started.players, options, file.seed, first.wall)
    except msgspec.ValidationError as fault:
        raise Illegal("file_changed", "", **where(str(fault))) from None
    except Illegal as no:
        raise Illegal("file_row", "", row=0, reason=no.code) from None
    match.grace = 0  # how long an absent seat is waited for is each house's own choice (G5)
    _same(match.records[0], first, 0)
    return match


def decided(match: Match, n: int, record: Record[Any, Any]) -> Record[Any, Any]:
    """The row `n` that a wish makes now; raises Illegal unless it is the one that stands in the file."""
    seat = record.seat
    if isinstance(record.action, Begin) or (seat is not None and not 0 <= seat < match.state.seats):
        raise Illegal("file_row", "", row=n, reason="nobody's")
    due = match.deadline()
    if due is not None and record.at > max(due, match.at) + LATE_MS:
        raise Illegal("file_row", "", row=n, reason="after a deadline")
    try:
        made = match.decide(seat, record.action, record.at, record.wall)
    except Illegal as no:
        raise Illegal("file_row", "", row=n, reason=no.code) from None
    _same(made, record, n)
    return made


def _same(made: Record[Any, Any], told: Record[Any, Any], n: int) -> None:
    if core.encode(made) != core.encode(told) or not made.events:
        raise Illegal("file_row", "", row=n, reason="not what the rules make of it")


# -------------------------------------------------------------------------------------------------- the house


class Exchange:
    """Saves matches to files for those who may have them, and opens files."""

    def __init__(self, store: Store, people: People, tables: Tables) -> None:
        self._store, self._people, self._tables = store, people, tables
        self._one = asyncio.Semaphore(1)  # judging a long game keeps a core busy for a second

    async def _key(self) -> bytes:
        return await self._store.secret(KEY, Fernet.generate_key())

    async def save(self, person: str, code: str, n: int) -> tuple[str, bytes]:
        """A match as a file, with its game; raises Illegal if this person may not have it."""
        table = await self._tables.row(code)
        row = await self._tables.match(code, n)
        names = await self._names(table, row)
        if row.finished is not None:
            match = await read_match(self._store, await self._tables.past(person, code, n))
            return row.game, await asyncio.to_thread(filed, match, names, match.records, table.pace)

        def alone(table: TableRow) -> TableRow:
            if n != table.match or {seat.person for seat in table.seats if seat.kind != "computer"} != {person}:
                raise Illegal("not_alone", "G2")  # the file holds what the others' seats may not be told
            return replace(table)  # a change, so that whoever sits down just now looks anew at what is copied

        alone(table)
        await self._store.copied(row.id)
        await self._tables.alter(code, alone)
        match, records = await self._standing(row)
        text = await asyncio.to_thread(filed, match, names, records, table.pace)
        return row.game, sealed(row.game, text, await self._key())

    async def _standing(self, row: MatchRow) -> tuple[Match, list[Record[Any, Any]]]:
        """A running match and its rows, laid aside at the game time of now, so that it goes on from there."""
        live = self._tables.live.get(row.code)
        if live and live.room and live.room.row.id == row.id:
            match, at = live.room.match, live.room.clock.now()
        else:
            match = await read_match(self._store, row)
            at = await resumed_at(self._store, row, match)
        records = list(match.records)
        if not match.state.paused and not match.state.ended:
            records.append(match.decide(None, Rest(), at, wall()))
        return match, records

    async def _names(self, table: TableRow, row: MatchRow) -> list[str]:
        """How the seats of a match are called."""
        seats = await self._store.players(row.code, row.n)
        if not seats:  # played before the house noted it
            seats = dict(enumerate(table.seats))
        names = await self._people.names({seat.person for seat in seats.values() if seat.person})
        return [seat.name or names.get(seat.person or "", "?") for _, seat in sorted(seats.items())]

    async def open(self, person: str, data: bytes) -> messages.Table:
        """A table for the match in a file, all its people's seats this person's: to play on, or to look at."""
        key = await self._key()
        async with self._one:
            file, match = await asyncio.to_thread(opened, data, key)
            records = await asyncio.to_thread(lambda: [core.encode(record) for record in match.records])
        now, last = wall(), match.records[-1].wall
        table = TableRow(
            code="", game=file.game, options=file.options, seats=seats_of(match, file.names, person), host=person,
            open=False, pace=file.pace, match=1, version=1, created=now, touched=now,
        )  # fmt: skip
        row = MatchRow(
            id=0, code="", n=1, game=file.game, seed=file.seed, node=None, taken_at=None, taken_wall=None,
            started=min(match.records[0].wall, now), finished=min(last, now) if match.state.ended else None,
            ended=core.encode(match.state.ended) if match.state.ended else None, copied=True,
        )  # fmt: skip

        async def put(table: TableRow) -> bool:
            return await self._store.add_played(table, replace(row, code=table.code), records)

        table = await self._tables.add(table, put)
        return await self._tables.shown(table, person)


def seats_of(match: Match, names: Sequence[str], person: str) -> tuple[SeatRow, ...]:
    """The seats of a table that takes a match up; raises Illegal for a name that cannot be."""
    seats = []
    for player, name in zip(match.common.players, names, strict=True):
        kind, level = player.kind, player.level
        seats.append(SeatRow(kind, None if kind == "computer" else person, clean_name(name), level))
    return tuple(seats)
