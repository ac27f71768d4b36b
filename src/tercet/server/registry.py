"""What the store remembers of who people are: devices, accounts, passkeys and one-time tickets.

Nothing here judges: whether a password fits is for `accounts` to say. Of every secret only the hash is kept. What
belongs to a person goes with the person, by the database's own rule.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.engine import Connection

T = TypeVar("T")

SESSION_DAYS = 400  # a device that has not been seen for so long is forgotten: browsers keep no cookie longer
DAY_MS = 86_400_000
AT_ONCE = 1_000  # sessions asked for in one statement


class Session(NamedTuple):
    """A browser that somebody is known by; `device` names it in a word or two."""

    token_hash: str
    person: str
    device: str
    created: int
    seen: int


class AccountRow(NamedTuple):
    """The credentials of a person; `password` is a hash, None for who has passkeys only."""

    person: str
    login: str
    login_key: str
    password: str | None
    created: int


class PasskeyRow(NamedTuple):
    """A public key that stands for a person at the address `host`."""

    id: bytes
    person: str
    public_key: bytes
    sign_count: int
    label: str
    host: str
    created: int
    used: int | None


class Registry(Protocol):
    """What the house asks of its memory about accounts. Writes say if they won."""

    async def add_session(self, session: Session) -> None: ...
    async def touch_session(self, token_hash: str, device: str, wall: int) -> None: ...
    async def sessions(self, person: str) -> list[Session]: ...
    async def end_sessions(self, person: str, token_hashes: Collection[str]) -> None: ...
    async def alive(self, token_hashes: Collection[str]) -> set[str]: ...
    async def account(self, person: str) -> AccountRow | None: ...
    async def account_called(self, login_key: str) -> AccountRow | None: ...
    async def add_account(self, account: AccountRow, passkey: PasskeyRow | None = None) -> bool: ...
    async def set_password(self, person: str, password: str | None) -> None: ...
    async def passkeys(self, person: str) -> list[PasskeyRow]: ...
    async def passkey(self, id: bytes) -> PasskeyRow | None: ...
    async def add_passkey(self, passkey: PasskeyRow) -> bool: ...
    async def used_passkey(self, id: bytes, sign_count: int, wall: int) -> None: ...
    async def remove_passkey(self, person: str, id: bytes) -> bool: ...
    async def add_ticket(self, ticket: str, kind: str, person: str, expires: int) -> None: ...
    async def ticket(self, ticket: str, kind: str, wall: int) -> str | None: ...
    async def take_ticket(self, ticket: str, kind: str, wall: int) -> str | None: ...
    async def end_tickets(self, person: str, kind: str) -> None: ...
    async def move_results(self, person: str, to: str) -> None: ...
    async def remove_person(self, person: str) -> None: ...


def _table(name: str, *columns: str) -> sa.TableClause:
    return sa.table(name, *map(sa.column, columns))


_people = _table("people", "id")
_bests = _table("bests", "person")
_sessions = _table("sessions", *Session._fields)
_accounts = _table("accounts", *AccountRow._fields)
_passkeys = _table("passkeys", *PasskeyRow._fields)
_tickets = _table("tickets", "hash", "person", "kind", "expires")


class _Read(Protocol):
    def __call__(self, statement: sa.Executable, /) -> Awaitable[Sequence[Any]]: ...


class _Write(Protocol):
    def __call__(self, write: Callable[[Connection], T], /) -> Awaitable[T]: ...


class SqliteRegistry:
    """A `Registry` in the file of a `SqliteStore`."""

    def __init__(self, read: _Read, write: _Write) -> None:
        self._read, self._write = read, write

    async def _do(self, statement: sa.Executable) -> int:
        """Write one statement; gives how many rows it changed."""
        return await self._write(lambda connection: connection.execute(statement).rowcount)

    # ---------------------------------------------------------------------------------------------- devices

    async def add_session(self, session: Session) -> None:
        await self._do(insert(_sessions).values(**session._asdict()))

    async def touch_session(self, token_hash: str, device: str, wall: int) -> None:
        changed = sa.update(_sessions).where(_sessions.c.token_hash == token_hash)
        await self._do(changed.values(seen=wall, device=device))

    async def sessions(self, person: str) -> list[Session]:
        """The devices of a person, the one seen last first."""
        found = await self._read(
            sa.select(*_sessions.c).where(_sessions.c.person == person).order_by(_sessions.c.seen.desc())
        )
        return [Session(*row) for row in found]

    async def end_sessions(self, person: str, token_hashes: Collection[str]) -> None:
        some = _sessions.c.token_hash.in_(list(token_hashes))
        await self._do(sa.delete(_sessions).where(_sessions.c.person == person, some))

    async def alive(self, token_hashes: Collection[str]) -> set[str]:
        """Which of these still stand for somebody."""
        asked, found = list(token_hashes), set[str]()
        for i in range(0, len(asked), AT_ONCE):
            some = _sessions.c.token_hash.in_(asked[i : i + AT_ONCE])
            found.update(row.token_hash for row in await self._read(sa.select(_sessions.c.token_hash).where(some)))
        return found

    # --------------------------------------------------------------------------------------------- accounts

    async def account(self, person: str) -> AccountRow | None:
        found = await self._read(sa.select(*_accounts.c).where(_accounts.c.person == person))
        return AccountRow(*found[0]) if found else None

    async def account_called(self, login_key: str) -> AccountRow | None:
        found = await self._read(sa.select(*_accounts.c).where(_accounts.c.login_key == login_key))
        return AccountRow(*found[0]) if found else None

    async def add_account(self, account: AccountRow, passkey: PasskeyRow | None = None) -> bool:
        """Give somebody an account, with its first passkey; False if its name or that is taken, or they have one."""

        def write(connection: Connection) -> bool:
            if passkey and connection.execute(sa.select(_passkeys.c.id).where(_passkeys.c.id == passkey.id)).scalar():
                return False
            if connection.execute(insert(_accounts).values(**account._asdict()).on_conflict_do_nothing()).rowcount != 1:
                return False
            if passkey:
                connection.execute(insert(_passkeys).values(**passkey._asdict()))
            return True

        return await self._write(write)

    async def set_password(self, person: str, password: str | None) -> None:
        await self._do(sa.update(_accounts).where(_accounts.c.person == person).values(password=password))

    # --------------------------------------------------------------------------------------------- passkeys

    async def passkeys(self, person: str) -> list[PasskeyRow]:
        """The passkeys of a person, the oldest first."""
        wanted = sa.select(*_passkeys.c).where(_passkeys.c.person == person)
        return [PasskeyRow(*row) for row in await self._read(wanted.order_by(_passkeys.c.created))]

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        found = await self._read(sa.select(*_passkeys.c).where(_passkeys.c.id == id))
        return PasskeyRow(*found[0]) if found else None

    async def add_passkey(self, passkey: PasskeyRow) -> bool:
        """False if it is known already."""
        return await self._do(insert(_passkeys).values(**passkey._asdict()).on_conflict_do_nothing()) == 1

    async def used_passkey(self, id: bytes, sign_count: int, wall: int) -> None:
        await self._do(sa.update(_passkeys).where(_passkeys.c.id == id).values(sign_count=sign_count, used=wall))

    async def remove_passkey(self, person: str, id: bytes) -> bool:
        """False if it is the last way into the account; one statement, so that of two at once one stays."""
        others = sa.exists().where(_OTHER.c.person == person, _OTHER.c.id != id)
        password = sa.exists().where(_accounts.c.person == person, _accounts.c.password.is_not(None))
        mine = _passkeys.c.person == person, _passkeys.c.id == id
        return await self._do(sa.delete(_passkeys).where(*mine, sa.or_(others, password))) == 1

    # ---------------------------------------------------------------------------------------------- tickets

    async def add_ticket(self, ticket: str, kind: str, person: str, expires: int) -> None:
        """Note the hash of something that `person` may use once, until then."""
        await self._do(insert(_tickets).values(hash=ticket, kind=kind, person=person, expires=expires))

    async def ticket(self, ticket: str, kind: str, wall: int) -> str | None:
        """Whose ticket this is, if it still counts."""
        found = await self._read(sa.select(_tickets.c.person).where(*_valid(ticket, kind, wall)))
        return found[0].person if found else None

    async def take_ticket(self, ticket: str, kind: str, wall: int) -> str | None:
        """Whose ticket this is; it is used up by asking."""
        used = sa.delete(_tickets).where(*_valid(ticket, kind, wall)).returning(_tickets.c.person)
        return await self._write(lambda connection: connection.execute(used).scalar())

    async def end_tickets(self, person: str, kind: str) -> None:
        """Let tickets of this kind, as far as somebody was given any, count no longer."""
        await self._do(sa.delete(_tickets).where(_tickets.c.person == person, _tickets.c.kind == kind))

    # --------------------------------------------------------------------------------------------- together

    async def move_results(self, person: str, to: str) -> None:
        await self._do(sa.update(_bests).where(_bests.c.person == person).values(person=to))

    async def remove_person(self, person: str) -> None:
        """Forget somebody: name, results, account and devices."""

        def write(connection: Connection) -> None:
            connection.execute(sa.delete(_bests).where(_bests.c.person == person))
            connection.execute(sa.delete(_people).where(_people.c.id == person))

        await self._write(write)


_OTHER = _passkeys.alias("other")


def _valid(ticket: str, kind: str, wall: int) -> tuple[sa.ColumnElement[bool], ...]:
    return _tickets.c.hash == ticket, _tickets.c.kind == kind, _tickets.c.expires > wall


def sweep_registry(connection: Connection, wall: int) -> None:
    """Forget tickets that no longer count, and devices that were not seen for very long."""
    connection.execute(sa.delete(_tickets).where(_tickets.c.expires < wall))
    connection.execute(sa.delete(_sessions).where(_sessions.c.seen < wall - SESSION_DAYS * DAY_MS))
