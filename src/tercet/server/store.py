"""What the house remembers: people, tables, matches and their rows, in one SQLite file.

All writes go through one thread that commits whatever waits in one transaction (group commit), so that full durability
costs next to nothing. Reads run in threads of their own. Several processes may share the file: the primary key
(match, seq) decides whose row is the next, a table's `version` whose change of it counts; losers look again.

Nothing here knows the games: options and records are bytes and JSON.
"""

from __future__ import annotations

import asyncio
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import Connection, Engine

from tercet.engine.core import Millis, Seat
from tercet.engine.match import Level
from tercet.server.counts import Counts
from tercet.server.registry import Registry, Session, SqliteRegistry

T = TypeVar("T")

MAX_BATCH = 512
PRIVATE = 0o600  # seeds and keys lie in a new database and its copies: nobody else on the machine may read them
ALIVE_MS = 3_000  # a node whose heartbeat is younger than this is alive
DAY_MS, HOUR_MS = 86_400_000, 3_600_000


class StoreError(Exception):
    """The database cannot be used; its text is a sentence for the host."""


class Person(Struct, frozen=True):
    """Somebody known by the cookie whose hash is kept."""

    id: str
    name: str


class SeatRow(Struct, frozen=True, omit_defaults=True):
    """A seat at a table; `name` is None for whoever plays under the name of `person`.

    `since` is the wall-clock time of sitting down, `ready` whether its owner has said so before the start. A seat of
    kind "person" without one belonged to `was` until they left it or the host removed them, or to somebody who was
    forgotten. Who sat down after a match `joins` the next one: the seat is none of the match that is over. `link` is
    the hash of the newest one-time link by which another device takes this seat.
    """

    kind: Literal["open", "person", "computer"] = "open"
    person: str | None = None
    name: str | None = None
    level: Level | None = None
    since: int = 0
    ready: bool = False
    was: str | None = None
    joins: bool = False
    link: str | None = None


class TableRow(Struct, frozen=True):
    """A table; `match` is the number of its newest match, `version` counts its changes.

    `watch` says whether others may watch, `anyone` that who sits here waits for anybody who wants the same. `barred`
    maps people to what the host did to them: "muted" or "removed".
    """

    code: str
    game: str
    options: dict[str, Any]
    seats: tuple[SeatRow, ...]
    host: str
    open: bool
    pace: float
    match: int | None
    version: int
    created: int
    touched: int
    watch: bool = True
    anyone: bool = False
    barred: dict[str, str] = {}


class MatchRow(Struct, frozen=True):
    """A match; `node` took it up last, at game time `taken_at` and wall time `taken_wall`.

    `ended` is the fact that ended it, as JSON. A `copied` match was saved to a file before its end or came from one:
    somebody may know its future, so it counts for no list of best results.
    """

    id: int
    code: str
    n: int
    game: str
    seed: str
    node: str | None
    taken_at: Millis | None
    taken_wall: int | None
    started: int
    finished: int | None
    ended: bytes | None = None
    copied: bool = False


class Played(NamedTuple):
    """A match that somebody plays or played, `n` 0 for a table before its first; `seats` are those that were taken."""

    code: str
    n: int
    game: str
    seats: dict[Seat, SeatRow]
    touched: int
    started: int | None
    finished: int | None
    ended: bytes | None
    copied: bool


class Result(NamedTuple):
    """A lone result (T7, X2) of the person `person`."""

    person: str
    game: str
    kind: str
    points: int
    time_ms: Millis
    exchanges: int
    code: str
    n: int
    wall: int


class Entry(NamedTuple):
    """A row as it is written down; with `finished` it ends its match by the fact `ended`, maybe with a lone result."""

    match: int
    seq: int
    seat: Seat | None
    ref: str | None
    record: bytes
    finished: int | None = None
    ended: bytes | None = None
    result: Result | None = None


class Kept(NamedTuple):
    """A table where somebody sits or sat: its matches, their seats there, and their records once the match is over."""

    table: TableRow
    matches: list[tuple[MatchRow, frozenset[Seat], list[bytes]]]


class News(NamedTuple):
    """What is new about a table that is watched: its version, and the last row of its newest match."""

    code: str
    version: int
    match: int | None
    seq: int | None


class Store(Protocol):
    """What the house asks of its memory: SQLite below, other databases by the same words. Writes say if they won."""

    @property
    def registry(self) -> Registry: ...
    async def close(self) -> None: ...
    async def person(self, token_hash: str) -> Person | None: ...
    async def names(self, people: Iterable[str]) -> dict[str, str]: ...
    async def add_person(self, person: Person, token_hash: str, wall: int, device: str = "") -> None: ...
    async def rename(self, person: str, name: str) -> None: ...
    async def seen(self, person: str, wall: int) -> None: ...
    async def table(self, code: str) -> TableRow | None: ...
    async def open_tables(self, touched: int, limit: int) -> list[tuple[TableRow, bool]]: ...
    async def waiting_tables(self, game: str, touched: int) -> list[TableRow]: ...
    async def add_table(self, table: TableRow) -> bool: ...
    async def change_table(self, table: TableRow) -> bool: ...
    async def reseat(self, person: str, to: str | None, change: Callable[[TableRow], TableRow]) -> list[TableRow]: ...
    async def kept(self, person: str) -> list[Kept]: ...
    async def touch(self, codes: Iterable[str], wall: int) -> None: ...
    async def match(self, code: str, n: int) -> MatchRow | None: ...
    async def add_match(self, table: TableRow, seed: str, record: bytes) -> bool: ...
    async def take(self, match: int, node: str, at: Millis, wall: int) -> None: ...
    async def rows(self, match: int, since: int) -> list[bytes]: ...
    async def append(self, entry: Entry) -> bool: ...
    async def heartbeat(self, node: str) -> int | None: ...
    async def beat(self, node: str, wall: int) -> list[str]: ...
    async def news(self, codes: Sequence[str]) -> list[News]: ...
    async def best(self, person: str, game: str, top: int) -> list[Result]: ...
    async def games_of(self, person: str, over: bool, limit: int, skip: int) -> list[Played]: ...
    async def players(self, code: str, n: int) -> dict[Seat, SeatRow]: ...
    async def add_played(self, table: TableRow, match: MatchRow, records: Sequence[bytes]) -> bool: ...
    async def copied(self, match: int) -> None: ...
    async def secret(self, name: str, new: bytes) -> bytes: ...
    async def look(self, look: Callable[[Connection], T]) -> T: ...
    async def write(self, write: Callable[[Connection], T]) -> T: ...
    async def check(self) -> None: ...
    def give_back(self) -> None: ...


# ----------------------------------------------------------------------------------------------------- tables

_meta = sa.MetaData()
_people = sa.Table(
    "people",
    _meta,
    *(sa.Column(name, sa.String) for name in ("id", "name")),
    *(sa.Column(name, sa.BigInteger) for name in ("created", "seen")),
)
_sessions = sa.Table(
    "sessions",
    _meta,
    *(sa.Column(name, sa.String) for name in ("token_hash", "person", "device")),
    *(sa.Column(name, sa.BigInteger) for name in ("created", "seen")),
)
_tables = sa.Table(
    "tables",
    _meta,
    *(sa.Column(name, sa.String) for name in ("code", "game", "host")),
    *(sa.Column(name, sa.LargeBinary) for name in ("options", "seats", "barred")),
    *(sa.Column(name, sa.Boolean) for name in ("open", "watch", "anyone")),
    sa.Column("pace", sa.Float),
    *(sa.Column(name, sa.BigInteger) for name in ("match", "version", "created", "touched", "closed")),
)
_matches = sa.Table(
    "matches",
    _meta,
    sa.Column("id", sa.Integer, primary_key=True),
    *(sa.Column(name, sa.String) for name in ("code", "game", "seed", "node")),
    *(sa.Column(name, sa.BigInteger) for name in ("n", "taken_at", "taken_wall", "started", "finished")),
    sa.Column("ended", sa.LargeBinary),
    sa.Column("copied", sa.Boolean),
)
_players = sa.Table(
    "players",
    _meta,
    *(sa.Column(name, sa.String) for name in ("code", "kind", "person", "name")),
    *(sa.Column(name, sa.BigInteger) for name in ("n", "seat")),
)
_secrets = sa.Table("secrets", _meta, sa.Column("name", sa.String), sa.Column("value", sa.LargeBinary))
_rows = sa.Table(
    "rows",
    _meta,
    *(sa.Column(name, sa.BigInteger) for name in ("match", "seq", "seat")),
    sa.Column("ref", sa.String),
    sa.Column("record", sa.LargeBinary),
)
_heartbeats = sa.Table("heartbeats", _meta, sa.Column("node", sa.String), sa.Column("wall", sa.BigInteger))
_bests = sa.Table(
    "bests",
    _meta,
    *(sa.Column(name, sa.String) for name in ("person", "game", "kind", "code")),
    *(sa.Column(name, sa.BigInteger) for name in ("points", "time_ms", "exchanges", "wall", "n")),
)

# What every wish waits for goes to the driver itself, at a fifth of the cost. The values are the first of an Entry's.
_APPEND = str(insert(_rows).compile(dialect=sqlite.dialect()))
_UNLESS_TAKEN = " ON CONFLICT DO NOTHING"
_NOTHING = "update alembic_version set version_num = version_num"
_RECORD = "SELECT record FROM rows WHERE match = ? AND seq = ?"
_seats = msgspec.json.Decoder(tuple[SeatRow, ...])


def _table_values(table: TableRow) -> dict[str, Any]:
    values = {name: getattr(table, name) for name in TableRow.__struct_fields__}
    return values | {name: msgspec.json.encode(values[name]) for name in ("options", "seats", "barred")}


def _table_row(row: Any) -> TableRow:
    values = {name: getattr(row, name) for name in TableRow.__struct_fields__}
    told = {"options": msgspec.json.decode(row.options), "barred": msgspec.json.decode(row.barred)}
    return TableRow(**values | told | {"seats": _seats.decode(row.seats)})


# ---------------------------------------------------------------------------------------------------- opening


def _engine(path: Path, begin: str = "") -> Engine:
    """An engine that begins transactions by `begin`; without one, whoever uses it begins them."""
    engine = sa.create_engine(  # what is written down is for no log
        f"sqlite:///{path}", hide_parameters=True, connect_args={"timeout": 30, "check_same_thread": False}
    )

    @sa.event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # the driver shall not begin transactions on its own
        for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            connection.execute(f"pragma {pragma}").close()

    if begin:
        sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))

    return engine


def revisions() -> tuple[set[str], str]:
    """The versions of the database that this program knows, and the newest of them."""
    from alembic.script import ScriptDirectory

    script = ScriptDirectory.from_config(_migrations())
    return {step.revision for step in script.walk_revisions()}, script.get_current_head() or ""


def _migrations() -> Any:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def open_database(path: Path) -> None:
    """Make the database or bring it up to date; raises StoreError if it is newer than this program or can't be used."""
    from alembic import command
    from alembic.runtime.migration import MigrationContext

    config = _migrations()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
        engine = _engine(path, "begin immediate")  # two nodes that start at once migrate one after the other
        with engine.begin() as connection:
            known, _ = revisions()
            found = set(MigrationContext.configure(connection).get_current_heads())
            if found - known:
                raise StoreError(f"The data in {path} were written by a newer Tercet: update it, or choose other data.")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        engine.dispose()
    except (OSError, sa.exc.DatabaseError) as fault:
        reason = getattr(fault, "orig", None) or getattr(fault, "strerror", None) or fault
        raise StoreError(f"The data in {path} cannot be used: {reason}.") from fault


# ---------------------------------------------------------------------------------------------------- writing


class _Job(NamedTuple):
    """Something to write, and whom to tell: a function, or a row and nothing more."""

    write: Callable[[Connection], Any] | Entry
    done: asyncio.Future[Any]


_Answer = tuple[_Job, Any, Exception | None]


class Writer:
    """The one thread that writes. What waits is committed together; if that fails, each by itself."""

    def __init__(self, engine: Engine, counts: Counts) -> None:
        self._connection = engine.connect()
        self._counts = counts
        self._driver = _driver(self._connection)
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def write(self, write: Callable[[Connection], T]) -> T:
        """Run `write` within a transaction; gives its result once that is committed."""
        done: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(_Job(write, done))
        return await done

    async def append(self, entry: Entry) -> bool:
        """Write a row; whether its number was free, once that is committed."""
        done: asyncio.Future[bool] = self._loop.create_future()
        self._jobs.put(_Job(entry, done))
        return await done

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        while batch := self._batch():
            began = time.perf_counter()
            answers = self._commit(batch)
            self._counts.commit.note(time.perf_counter() - began)
            self._counts.rows += sum(result is True and isinstance(job.write, Entry) for job, result, _ in answers)
            self._answer(answers)
        self._connection.close()

    def _batch(self) -> list[_Job]:
        """What waits now, after waiting for the first; empty at the end."""
        batch: list[_Job] = []
        while len(batch) < MAX_BATCH:
            try:
                job = self._jobs.get(block=not batch)
            except queue.Empty:
                break
            if job is None:
                if batch:
                    self._jobs.put(None)  # once these are written
                break
            batch.append(job)
        return batch

    def _commit(self, batch: list[_Job]) -> list[_Answer]:
        """Write a batch: rows alone in one statement, which is its own transaction; else one job after another."""
        entries = [job.write for job in batch if isinstance(job.write, Entry)]
        try:
            if len(entries) == len(batch) and _append(self._driver, entries) == len(batch):
                return [(job, True, None) for job in batch]
            self._driver.execute("begin immediate")
            answers: list[_Answer] = [(job, self._do(job.write), None) for job in batch]
            self._driver.execute("commit")
            return answers
        except Exception as fault:  # whatever it is must reach who waits, and the thread goes on
            self._driver.rollback()
            if len(batch) == 1:
                return [(batch[0], None, fault)]
        return [answer for job in batch for answer in self._commit([job])]

    def _do(self, write: Callable[[Connection], Any] | Entry) -> Any:
        if not isinstance(write, Entry):
            return write(self._connection)
        # Of rows that were tried together some may be in already: a row just like it is as good as its own.
        key = (write.match, write.seq)
        if _append(self._driver, [write]) == 1:
            return True
        return self._driver.execute(_RECORD, key).fetchone() == (write.record,)

    def _answer(self, answers: list[_Answer]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(_tell, answers)


def _tell(answers: list[_Answer]) -> None:
    for job, result, fault in answers:
        if job.done.done():
            continue
        if fault:
            job.done.set_exception(fault)
        else:
            job.done.set_result(result)


# ----------------------------------------------------------------------------------------------------- SQLite


class SqliteStore:
    """A `Store` in one file, which `open_database` has made; to be built within the event loop."""

    def __init__(self, path: Path, counts: Counts | None = None) -> None:
        self._counts = counts or Counts()
        self._reading = _engine(path, "begin")
        self._writing = _engine(path)
        self._writer = Writer(self._writing, self._counts)
        self._write = self._writer.write
        self.registry = SqliteRegistry(self._read, self._write)

    async def close(self) -> None:
        await self._writer.close()
        self._writing.dispose()
        self._reading.dispose()

    async def _read(self, statement: sa.Executable) -> Sequence[Any]:
        def read() -> Sequence[Any]:
            with self._reading.connect() as connection:
                return connection.execute(statement).all()

        return await asyncio.to_thread(read)

    async def _do(self, statement: sa.Executable) -> int:
        """Write one statement; gives how many rows it changed."""
        return await self._write(lambda connection: connection.execute(statement).rowcount)

    # ------------------------------------------------------------------------------------------------ people

    async def person(self, token_hash: str) -> Person | None:
        wanted = sa.select(_people.c.id, _people.c.name).join(_sessions, _sessions.c.person == _people.c.id)
        found = await self._read(wanted.where(_sessions.c.token_hash == token_hash))
        return Person(*found[0]) if found else None

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """The names of those of these people who are known."""
        found = await self._read(sa.select(_people.c.id, _people.c.name).where(_people.c.id.in_(list(people))))
        return {person: name for person, name in found}

    async def add_person(self, person: Person, token_hash: str, wall: int, device: str = "") -> None:
        """A new guest, known on one device."""
        values = {"id": person.id, "name": person.name, "created": wall, "seen": wall}

        def write(connection: Connection) -> None:
            connection.execute(insert(_people).values(**values))
            connection.execute(insert(_sessions).values(**Session(token_hash, person.id, device, wall, wall)._asdict()))

        await self._write(write)

    async def rename(self, person: str, name: str) -> None:
        await self._do(sa.update(_people).where(_people.c.id == person).values(name=name))

    async def seen(self, person: str, wall: int) -> None:
        await self._do(sa.update(_people).where(_people.c.id == person).values(seen=wall))

    # ------------------------------------------------------------------------------------------------ tables

    async def table(self, code: str) -> TableRow | None:
        found = await self._read(sa.select(_tables).where(_tables.c.code == code, _tables.c.closed.is_(None)))
        return _table_row(found[0]) if found else None

    async def open_tables(self, touched: int, limit: int) -> list[tuple[TableRow, bool]]:
        """The newest open tables touched since then that wait or play, and whether they play."""
        over = sa.exists().where(
            _matches.c.code == _tables.c.code, _matches.c.n == _tables.c.match, _matches.c.finished.is_not(None)
        )
        wanted = sa.select(_tables).where(
            _tables.c.open, _tables.c.touched >= touched, _tables.c.closed.is_(None), ~over
        )
        found = await self._read(wanted.order_by(_tables.c.created.desc(), _tables.c.code).limit(limit))
        return [(_table_row(row), row.match is not None) for row in found]

    async def waiting_tables(self, game: str, touched: int) -> list[TableRow]:
        """The tables of a game, touched since then, at which somebody waits for anyone, the oldest first."""
        wanted = _tables.c.anyone, _tables.c.match.is_(None), _tables.c.game == game, _tables.c.touched >= touched
        waits = (
            sa.select(_tables).where(*wanted, _tables.c.closed.is_(None)).order_by(_tables.c.created, _tables.c.code)
        )
        return [_table_row(row) for row in await self._read(waits)]

    async def add_table(self, table: TableRow) -> bool:
        """False if the code is taken."""
        return await self._write(lambda connection: _add(connection, table))

    async def change_table(self, table: TableRow) -> bool:
        """Put the table in the place of the version before it; False if that is no longer the newest."""
        return await self._write(lambda connection: _change(connection, table))

    async def reseat(self, person: str, to: str | None, change: Callable[[TableRow], TableRow]) -> list[TableRow]:
        """Put somebody in another's place at every table, all at once, or nobody; gives the tables' new versions."""

        def write(connection: Connection) -> list[TableRow]:
            played = sa.update(_players).where(_players.c.person == person)
            connection.execute(played.values(person=to) if to else played.values(person=None, name=None))
            before = [_table_row(row) for row in connection.execute(sa.select(_tables).where(_names(person)))]
            after = [replace(change(row), version=row.version + 1) for row in before]
            return [row for row in after if _change(connection, row)]

        return await self._write(write)

    async def kept(self, person: str) -> list[Kept]:
        """The tables that name somebody or where they played, the oldest first, with the matches and their part."""

        def read() -> list[Kept]:
            with self._reading.connect() as connection:
                codes = sa.select(_players.c.code).where(_players.c.person == person)
                wanted = (
                    sa.select(_tables).where(_tables.c.code.in_(codes) | _names(person)).order_by(_tables.c.created)
                )
                found = connection.execute(wanted).all()
                return [_kept(connection, _table_row(row), person) for row in found]

        return await asyncio.to_thread(read)

    async def touch(self, codes: Iterable[str], wall: int) -> None:
        await self._do(sa.update(_tables).where(_tables.c.code.in_(list(codes))).values(touched=wall))

    # ----------------------------------------------------------------------------------------------- matches

    async def match(self, code: str, n: int) -> MatchRow | None:
        found = await self._read(sa.select(_matches).where(_matches.c.code == code, _matches.c.n == n))
        return MatchRow(**found[0]._asdict()) if found else None

    async def add_match(self, table: TableRow, seed: str, record: bytes) -> bool:
        """Begin match `table.match` of a table that so became another version; False if somebody was faster."""

        def write(connection: Connection) -> bool:
            if not _change(connection, table):
                return False
            values = {"code": table.code, "n": table.match, "game": table.game, "seed": seed, "started": table.touched}
            values["copied"] = False
            added: Any = connection.execute(insert(_matches).values(**values))
            return _append(_driver(connection), [Entry(added.inserted_primary_key[0], 0, None, None, record)]) == 1

        begun = await self._write(write)
        self._counts.begun[table.game] += begun
        return begun

    async def take(self, match: int, node: str, at: Millis, wall: int) -> None:
        """Note that a node takes a match up at this game time."""
        values = {"node": node, "taken_at": at, "taken_wall": wall}
        await self._do(sa.update(_matches).where(_matches.c.id == match).values(**values))

    async def rows(self, match: int, since: int) -> list[bytes]:
        """The records after row `since`, in order."""
        wanted = sa.select(_rows.c.record).where(_rows.c.match == match, _rows.c.seq > since).order_by(_rows.c.seq)
        return [record for (record,) in await self._read(wanted)]

    async def append(self, entry: Entry) -> bool:
        """Write a row down; False if that number is taken: then others were faster."""

        if entry.finished is None:
            return await self._writer.append(entry)

        def write(connection: Connection) -> bool:
            if not _append(_driver(connection), [entry]):
                return False
            ours = _matches.c.id == entry.match
            connection.execute(sa.update(_matches).where(ours).values(finished=entry.finished, ended=entry.ended))
            if entry.result and not connection.execute(sa.select(_matches.c.copied).where(ours)).scalar():
                connection.execute(insert(_bests).values(**entry.result._asdict()))
            return True

        ended = await self._write(write)
        self._counts.ended += ended
        return ended

    # ------------------------------------------------------------------------------------------------- nodes

    async def heartbeat(self, node: str) -> int | None:
        """When this node was last alive."""
        found = await self._read(sa.select(_heartbeats.c.wall).where(_heartbeats.c.node == node))
        return found[0].wall if found else None

    async def beat(self, node: str, wall: int) -> list[str]:
        """Say that this node is alive; gives the others that are."""

        def write(connection: Connection) -> list[str]:
            beat = insert(_heartbeats).values(node=node, wall=wall)
            connection.execute(beat.on_conflict_do_update(index_elements=["node"], set_={"wall": wall}))
            alive = sa.select(_heartbeats.c.node).where(_heartbeats.c.wall > wall - ALIVE_MS)
            return [other for (other,) in connection.execute(alive) if other != node]

        return await self._write(write)

    async def news(self, codes: Sequence[str]) -> list[News]:
        last = sa.select(sa.func.max(_rows.c.seq)).where(_rows.c.match == _matches.c.id).scalar_subquery()
        of_match = sa.and_(_matches.c.code == _tables.c.code, _matches.c.n == _tables.c.match)
        wanted = sa.select(_tables.c.code, _tables.c.version, _tables.c.match, last)
        found = await self._read(
            wanted.select_from(_tables.outerjoin(_matches, of_match)).where(_tables.c.code.in_(codes))
        )
        return [News(*row) for row in found]

    # ---------------------------------------------------------------------------------------------- the rest

    async def best(self, person: str, game: str, top: int) -> list[Result]:
        """A person's best results, at most `top` a kind: most points, then the shortest time (T7, X2)."""
        order = (_bests.c.points.desc(), _bests.c.time_ms, _bests.c.wall)
        rank = sa.func.row_number().over(partition_by=_bests.c.kind, order_by=order).label("rank")
        mine = sa.select(_bests, rank).where(_bests.c.person == person, _bests.c.game == game).subquery()
        fields = [mine.c[name] for name in Result._fields]
        found = await self._read(sa.select(*fields).where(mine.c.rank <= top).order_by(mine.c.kind, mine.c.rank))
        return [Result(*row) for row in found]

    # ------------------------------------------------------------------------------------------- coming back

    async def games_of(self, person: str, over: bool, limit: int, skip: int) -> list[Played]:
        """What somebody plays, or what they played and is over; those touched or finished last come first."""
        m, t, p = _matches.c, _tables.c, _players.c
        sits = sa.select(p.code, p.n).where(p.person == person).distinct().subquery()
        joined = sits.join(_tables, t.code == sits.c.code)
        joined = joined.outerjoin(_matches, sa.and_(m.code == sits.c.code, m.n == sits.c.n))
        is_newest = sits.c.n == sa.func.coalesce(t.match, 0)
        wanted = sa.select(t.code, sits.c.n, t.game, t.touched, m.started, m.finished, m.ended, m.copied)
        state = m.finished.is_not(None) if over else m.finished.is_(None) & is_newest & _holds_seat(person)
        wanted = wanted.select_from(joined).where(state, t.closed.is_(None))
        order = (m.finished.desc(), m.id.desc()) if over else (t.touched.desc(), t.code)
        found = await self._read(wanted.order_by(*order).limit(limit).offset(skip))
        seats = await self._players([(row.code, row.n) for row in found])
        return [Played(seats=seats[row.code, row.n], **row._asdict() | {"copied": bool(row.copied)}) for row in found]

    async def players(self, code: str, n: int) -> dict[Seat, SeatRow]:
        """Who sat at a match."""
        return (await self._players([(code, n)]))[code, n]

    async def _players(self, matches: Sequence[tuple[str, int]]) -> dict[tuple[str, int], dict[Seat, SeatRow]]:
        p = _players.c
        seats: dict[tuple[str, int], dict[Seat, SeatRow]] = {match: {} for match in matches}
        for row in await self._read(sa.select(_players).where(sa.tuple_(p.code, p.n).in_(matches)).order_by(p.seat)):
            seats[row.code, row.n][row.seat] = SeatRow(row.kind, row.person, row.name)
        return seats

    async def add_played(self, table: TableRow, match: MatchRow, records: Sequence[bytes]) -> bool:
        """Put a table in with a match that was played elsewhere; False if the code is taken."""

        def write(connection: Connection) -> bool:
            if not _add(connection, table):
                return False
            values = {name: getattr(match, name) for name in MatchRow.__struct_fields__ if name != "id"}
            added: Any = connection.execute(insert(_matches).values(**values))
            key = added.inserted_primary_key[0]
            rows = [{"match": key, "seq": seq, "record": record} for seq, record in enumerate(records)]
            connection.execute(insert(_rows), rows)
            return True

        return await self._write(write)

    async def copied(self, match: int) -> None:
        """Note that a match lies in a file too."""
        await self._do(sa.update(_matches).where(_matches.c.id == match).values(copied=True))

    async def secret(self, name: str, new: bytes) -> bytes:
        """A secret that this house keeps: the one of this name, or `new` from now on if there was none."""

        def write(connection: Connection) -> bytes:
            connection.execute(insert(_secrets).values(name=name, value=new).on_conflict_do_nothing())
            kept: bytes = connection.execute(sa.select(_secrets.c.value).where(_secrets.c.name == name)).scalar_one()
            return kept

        return await self._write(write)

    # ------------------------------------------------------------------- for the host, in SQL (see `keeping`)

    async def look(self, look: Callable[[Connection], T]) -> T:
        """What `look` finds in the database as it is now."""

        def read() -> T:
            with self._reading.connect() as connection:
                return look(connection)

        return await asyncio.to_thread(read)

    async def write(self, write: Callable[[Connection], T]) -> T:
        """Run `write` within a transaction; gives its result once that is committed."""
        return await self._write(write)

    def give_back(self) -> None:
        """Close what waits to be read with: each connection keeps 2 MB of the file in memory."""
        self._reading.dispose()

    async def check(self) -> None:
        """Write something that changes nothing; raises StoreError if the database can't be written."""
        try:
            await self._write(lambda connection: connection.exec_driver_sql(_NOTHING))
        except (sa.exc.SQLAlchemyError, sqlite3.Error) as fault:
            raise StoreError(f"The data cannot be written: {fault}.") from fault


def _append(driver: sqlite3.Connection, entries: Sequence[Entry]) -> int:
    """Write rows by one statement; gives how many had a free number."""
    values = [value for entry in entries for value in entry[:5]]
    return driver.execute(_APPEND + ", (?, ?, ?, ?, ?)" * (len(entries) - 1) + _UNLESS_TAKEN, values).rowcount


def _names(person: str) -> sa.ColumnElement[bool]:
    """Whether a table names a person: as its host, or in the JSON of its seats or of those whom its host barred."""
    quoted = msgspec.json.encode(person)
    found = (sa.func.instr(column, quoted) > 0 for column in (_tables.c.seats, _tables.c.barred))
    return sa.or_(_tables.c.host == person, *found)


def _holds_seat(person: str) -> sa.ColumnElement[bool]:
    """Whether somebody has a seat at a table now, from which the host has not removed them."""
    return sa.func.instr(_tables.c.seats, b'"person":' + msgspec.json.encode(person)) > 0


def _kept(connection: Connection, table: TableRow, person: str) -> Kept:
    found: list[tuple[MatchRow, frozenset[Seat], list[bytes]]] = []
    wanted = sa.select(_matches).where(_matches.c.code == table.code).order_by(_matches.c.n)
    for match in (MatchRow(**row._asdict()) for row in connection.execute(wanted)):
        own = _players.c.code == table.code, _players.c.n == match.n, _players.c.person == person
        seats = frozenset(connection.execute(sa.select(_players.c.seat).where(*own)).scalars())
        found.append((match, seats, _records(connection, match, seats)))
    return Kept(table, found)


def _records(connection: Connection, match: MatchRow, seats: Iterable[Seat]) -> list[bytes]:
    if match.finished is None:
        return []
    theirs = _rows.c.match == match.id, _rows.c.seat.in_(list(seats))
    return list(connection.execute(sa.select(_rows.c.record).where(*theirs).order_by(_rows.c.seq)).scalars())


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.dbapi_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _change(connection: Connection, table: TableRow) -> bool:
    before = _tables.c.code == table.code, _tables.c.version == table.version - 1
    changed = connection.execute(sa.update(_tables).where(*before).values(**_table_values(table))).rowcount == 1
    if changed:
        _note_players(connection, table)
    return changed


def _add(connection: Connection, table: TableRow) -> bool:
    added = connection.execute(insert(_tables).values(**_table_values(table)).on_conflict_do_nothing()).rowcount == 1
    if added:
        _note_players(connection, table)
    return added


def _note_players(connection: Connection, table: TableRow) -> None:
    """Note who sits at the newest match of a table, unless that is over: its players stay those who played it."""
    n = table.match or 0
    ours = _matches.c.code == table.code, _matches.c.n == n
    if connection.execute(sa.select(_matches.c.finished).where(*ours)).scalar() is not None:
        return
    connection.execute(sa.delete(_players).where(_players.c.code == table.code, _players.c.n.in_((0, n))))
    rows = [
        {"code": table.code, "n": n, "seat": i, "kind": seat.kind, "person": seat.person or seat.was, "name": seat.name}
        for i, seat in enumerate(table.seats)
        if seat.kind != "open"
    ]
    if rows:
        connection.execute(insert(_players), rows)
