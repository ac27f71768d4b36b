"""`tercet admin`: what a host does to a house from outside, through its database, while it runs or not.

A running house looks for such orders every second (see `keeping`); nothing else passes between the two.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from tercet.server import keeping, lock
from tercet.server.accounts import anonymous, login_key, new_link
from tercet.server.config import Config, ConfigError, read
from tercet.server.keeping import KeptPerson, KeptTable
from tercet.server.people import wall
from tercet.server.store import HOUR_MS, PRIVATE, SqliteStore, StoreError, open_database, revisions

Answer = dict[str, Any]


class AdminError(Exception):
    """An order that cannot be carried out; its text is a sentence for the host."""


def run(wish: argparse.Namespace) -> int:
    """Carry out one order, and print what became of it; gives the exit status."""
    try:
        config = read(vars(wish), os.environ)
        answer = DOING[wish.order](config, wish)
    except (AdminError, ConfigError, StoreError) as fault:
        print(f"tercet: {fault}", file=sys.stderr)
        return 2
    except sqlite3.Error as fault:
        print(f"tercet: The data in {config.database} cannot be used: {fault}.", file=sys.stderr)
        return 2
    print(json.dumps(answer, ensure_ascii=False) if wish.json else told(answer))
    return 0


def told(answer: Answer) -> str:
    """An answer for people: a sentence, or rows in columns."""
    if "said" in answer:
        return str(answer["said"])
    ((kind, found),) = ((name, value) for name, value in answer.items() if isinstance(value, list))
    if not found:
        return f"There are no {kind}."
    lines = columns([list(found[0]), *([shown(value) for value in row.values()] for row in found)])
    more = answer["all"] - len(found)
    return "\n".join([*lines, f"… and {more} more (--most {answer['all']})"] if more else lines)


def shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else "-" if value in (None, "") else str(value)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines whose cells stand below each other."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


# ---------------------------------------------------------------------------------------- looking and ordering


def list_tables(config: Config, wish: argparse.Namespace) -> Answer:
    """The tables that are kept, the one visited last first."""
    tables, every = with_store(config, lambda store: store.look(partial(keeping.tables, most=wish.most)))
    return {"tables": [_row(table) for table in tables], "all": every}


def list_people(config: Config, wish: argparse.Namespace) -> Answer:
    """The people who are known, the one seen last first."""
    people, every = with_store(config, lambda store: store.look(partial(keeping.people, most=wish.most)))
    return {"people": [_row(person) for person in people], "all": every}


def _row(found: KeptTable | KeptPerson) -> Answer:
    """What was found, its times as people and programs read them."""
    return {name: _time(value) if name in ("since", "last") else value for name, value in found._asdict().items()}


def _time(wall: int) -> str:
    return datetime.fromtimestamp(wall / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def close_table(config: Config, wish: argparse.Namespace) -> Answer:
    """Close a table for good, its games with it."""
    code = wish.code.upper()
    if not with_store(config, lambda store: store.write(partial(keeping.close_table, code=code, now=wall()))):
        raise AdminError(f"There is no table {code}; `tercet admin tables` lists them.")
    return {"closed": code, "said": f"Table {code} is closed."}


def remove_person(config: Config, wish: argparse.Namespace) -> Answer:
    """Forget a person: account, devices and results go, games stay without the name."""

    async def remove(store: SqliteStore) -> str | None:
        person = await store.look(partial(keeping.find_person, name=wish.person, key=login_key(wish.person)))
        if person:
            await store.reseat(person, None, lambda row: anonymous(row, person))
            await store.registry.remove_person(person)
            await store.write(partial(keeping.mark_removed, person=person, now=wall()))
        return person

    if not (person := with_store(config, remove)):
        raise AdminError(f"Nobody is {wish.person}; `tercet admin people` lists them. Name the id, or the account.")
    return {"removed": person, "said": f"{person} is removed. Games stay, without a name."}


def link_person(config: Config, wish: argparse.Namespace) -> Answer:
    """Let somebody in who has lost the password, which counts no longer: a one-time link, for an hour."""

    async def link(store: SqliteStore) -> str | None:
        person = await store.look(partial(keeping.find_person, name=wish.person, key=login_key(wish.person)))
        if person is None:
            return None
        await store.registry.set_password(person, None)  # else they could not set another
        return await new_link(store.registry, person, HOUR_MS)

    if not (token := with_store(config, link)):
        raise AdminError(f"Nobody is {wish.person}; `tercet admin people` lists them. Name the id, or the account.")
    path = f"move#{token}"
    said = f"Whoever opens the house's address with {path} behind it is that person, once. The old password is void."
    return {"path": path, "said": said}


def with_store(config: Config, work: Callable[[SqliteStore], Any]) -> Any:
    """Do something with the house's store, which must be of this version."""
    check(config.database)

    async def do() -> Any:
        store = SqliteStore(config.database)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(do())


# ------------------------------------------------------------------------------------------ copies of the data


def back_up(config: Config, wish: argparse.Namespace) -> Answer:
    """Copy the data to a new file, or one of a new name in a folder, as they are at one moment; the house goes on."""
    check(config.database)
    target = Path(wish.file).absolute()
    if target.is_dir():
        target /= f"tercet-{datetime.now(UTC):%Y%m%d-%H%M%S}.db"
    with _new_file(target), reading(config.database) as source:
        _copy(source, target)
    size = target.stat().st_size
    return {"backup": str(target), "bytes": size, "said": f"The data are copied to {target} ({size:,} bytes)."}


def restore(config: Config, wish: argparse.Namespace) -> Answer:
    """Put a copy in the place of the data, which are kept beside it."""
    source = Path(wish.file).absolute()
    check(source, older=True)
    try:
        with lock.to_replace(config.data):
            aside = _replace(config.database, source)
    except BlockingIOError:
        raise AdminError(f"A house is open on {config.data}: stop it first.") from None
    except OSError as fault:
        raise AdminError(f"The data in {config.data} cannot be replaced: {fault.strerror or fault}.") from None
    kept = f" What was there lies in {aside}." if aside else ""
    answer = {"restored": str(config.database), "aside": str(aside) if aside else None}
    return {**answer, "said": f"{config.database} is as in {source}.{kept}"}


def _replace(database: Path, source: Path) -> Path | None:
    """Put a copy of `source` in the place of a database; gives where that lies now. Up to the end nothing is lost."""
    made = database.with_suffix(".new")
    made.unlink(missing_ok=True)
    with _new_file(made), reading(source) as from_copy:
        _copy(from_copy, made)
    open_database(made)  # brings it up to date
    aside = None
    if database.exists():
        aside = database.with_name(f"{database.name}.{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
        for ending in ("-wal", "-shm", ""):  # with what is not folded in yet, if a crash left that
            with suppress(FileNotFoundError):
                os.replace(f"{database}{ending}", f"{aside}{ending}")
    made.replace(database)
    return aside


@contextmanager
def _new_file(path: Path) -> Iterator[None]:
    """A new file that only its owner may read; it goes again if it does not come to be whole."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE))
    except FileExistsError:
        raise AdminError(f"{path} is there already; name another file.") from None
    except OSError as fault:
        raise AdminError(f"{path} cannot be written: {fault.strerror or fault}.") from None
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _copy(source: sqlite3.Connection, target: Path) -> None:
    """Copy a database at one moment, into one file that needs no other beside it."""
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("pragma journal_mode = delete")


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=30)) as database:
        yield database


def check(path: Path, older: bool = False) -> None:
    """Raises AdminError unless a file is the database of a house, whole, and of this version; or of an `older` one."""
    if not path.is_file():
        raise AdminError(f"There are no data of a house in {path}.")
    known, newest = revisions()
    try:
        with reading(path) as database:
            found = database.execute("select version_num from alembic_version").fetchone()
            tables = database.execute("select count(*) from sqlite_master where name in ('people', 'rows')").fetchone()
            whole = older and database.execute("pragma integrity_check").fetchone()
    except sqlite3.OperationalError as fault:  # no such table, or not to be opened
        if "no such table" not in str(fault):
            raise
        found, tables, whole = None, (0,), None
    except sqlite3.DatabaseError:
        raise AdminError(f"{path} is no database.") from None
    if found is None or tables != (2,):
        raise AdminError(f"{path} is not the database of a house.")
    if found[0] not in known:
        raise AdminError(f"{path} was written by a newer Tercet: update this one.")
    if found[0] != newest and not older:
        raise AdminError(f"{path} is of an older Tercet: `tercet serve` brings it up to date.")
    if whole and whole != ("ok",):
        raise AdminError(f"{path} is damaged: {whole[0]}.")


DOING: dict[str, Callable[[Config, argparse.Namespace], Answer]] = {
    "tables": list_tables,
    "people": list_people,
    "close": close_table,
    "remove": remove_person,
    "link": link_person,
    "backup": back_up,
    "restore": restore,
}
