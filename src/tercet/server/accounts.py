"""Accounts: ways back to oneself. An account is a guest with credentials; whoever has none stays a guest.

A person may be known on several devices: by signing in there, or by a one-time link. What a guest had on the device
where somebody signs in goes to that person: seats, games and results. To be deleted is to be forgotten; the games stay,
without a name. Of passwords, tokens and links only the hashes are kept.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Any, TypeVar

import argon2
import msgspec
import structlog
from msgspec.structs import replace

from tercet import __version__
from tercet.engine import GAMES
from tercet.engine.core import Illegal, Seat
from tercet.server import messages, passkeys
from tercet.server.config import Config
from tercet.server.live import called, named
from tercet.server.people import People, clean_name, clean_text, hash_of, is_id, new_token, wall
from tercet.server.registry import SESSION_DAYS, AccountRow, PasskeyRow, Registry, Session
from tercet.server.seats import linked, moved, with_link
from tercet.server.store import Kept, MatchRow, Person, SeatRow, Store, TableRow
from tercet.server.tables import Tables

T = TypeVar("T")

log = structlog.get_logger()

LEAST_PASSWORD = 8  # letters
LINK_MS = 10 * 60_000
CHALLENGE_MS = 5 * 60_000
AT_ONCE = 2  # passwords judged at the same time, 19 MB and 34 ms each
MOST_WAITING = 60  # that wait for it: about a second's work
SHOWN = 16  # letters of a device's hash that its owner is shown
ALL_RESULTS = 1_000_000

LINK, SEAT, MAKE, PROVE = "link", "seat", "make a passkey", "prove a passkey"  # what a ticket is good for

Dismiss = Callable[[Collection[str]], None]
"""Ends the connections of these sessions, once the answer to who asked has had time to arrive."""


class Passwords:
    """Hashes of passwords: Argon2id, by threads, a few at a time."""

    cost = argon2.Parameters(argon2.Type.ID, argon2.low_level.ARGON2_VERSION, 16, 32, 2, 19 * 1024, 1)

    def __init__(self) -> None:
        self._hasher = argon2.PasswordHasher.from_parameters(self.cost)
        self._room = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._decoy: str | None = None

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        return await self._work(lambda: self._hasher.hash(_same(password)))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether this is the password; takes as long if there is none: time tells nobody who has an account."""
        if self._decoy is None:
            self._decoy = await self.hash(new_token())
        decoy = self._decoy
        return await self._work(lambda: self._verify(kept or decoy, _same(password))) and kept is not None

    async def _work(self, work: Callable[[], T]) -> T:
        """Do it in a thread when there is room; raises Illegal if too many wait already."""
        if self._waiting >= MOST_WAITING:
            raise Illegal("too_many_tries", "", wait_ms=1_000)
        self._waiting += 1
        try:
            async with self._room:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
            return False

    def is_old(self, kept: str) -> bool:
        """Whether a hash was made at another cost than today's."""
        return self._hasher.check_needs_rehash(kept)


def _same(text: str) -> str:
    """A text as every keyboard writes it."""
    return unicodedata.normalize("NFKC", text)


def login_key(login: str) -> str:
    """What is the same for all ways to write an account's name."""
    return _same(clean_text(login)).casefold()


class Accounts:
    """Everything about who somebody is and on which devices."""

    def __init__(self, store: Store, people: People, tables: Tables, config: Config, dismiss: Dismiss) -> None:
        self._store, self._registry = store, store.registry
        self._people, self._tables, self._config, self._dismiss = people, tables, config, dismiss
        self._passwords = Passwords()

    async def shown(self, you: Person, session: str) -> messages.Account:
        """How somebody can be known, as they see it themselves on the device of this session."""
        account = await self._registry.account(you.id)
        return messages.Account(
            login=account.login if account else None,
            created=account.created if account else None,
            password=bool(account and account.password),
            passkeys=[_passkey(row) for row in await self._registry.passkeys(you.id)],
            devices=[_device(row, session) for row in await self._registry.sessions(you.id)],
            registration=self._config.registration,
        )

    def keeping(self) -> messages.Keeping:
        """How long what is kept."""
        config = self._config
        return messages.Keeping(
            config.keep_lobby, config.keep_tables, config.keep_guests, SESSION_DAYS, LINK_MS / 60_000
        )

    # ------------------------------------------------------------------------------------------ name and password

    async def register(self, you: Person, login: str, password: str) -> None:
        """Give a guest an account with a password."""
        login = await self._new_login(you, login)
        _check_password(password, login)
        await self._open(self._account(you, login, await self._passwords.hash(password)))

    async def renew(self, you: Person, session: str, browser: str) -> str:
        """A new token for this device, now that it leads to an account: the old one, or a link, may be somebody's."""
        await self._end_links(you)
        token = await self._people.add_device(you.id, browser)
        await self._end(you, [session])
        return token

    async def _new_login(self, you: Person, login: str | None) -> str:
        """The cleaned name of a new account; raises Illegal if it can't be this one, or none at all."""
        if not self._config.registration:
            raise Illegal("registration_closed", "")
        if await self._registry.account(you.id):
            raise Illegal("has_account", "")
        login = clean_name(login or "")
        if is_id(login_key(login)) or await self._registry.account_called(login_key(login)):
            raise Illegal("login_taken", "")
        return login

    def _account(self, you: Person, login: str, password: str | None) -> AccountRow:
        return AccountRow(you.id, login, login_key(login), password, wall())

    async def _open(self, account: AccountRow, passkey: PasskeyRow | None = None) -> None:
        if not await self._registry.add_account(account, passkey):
            raise Illegal("login_taken", "")  # somebody was faster
        log.info("account opened", person=account.person, passkey=passkey is not None)

    async def sign_in(self, you: Person, session: str, login: str, password: str, browser: str) -> str | None:
        """Become the person of an account on this device; gives the token it is known by from now on, if a new one."""
        account = await self._registry.account_called(login_key(login))
        if not await self._passwords.fits(password, account.password if account else None) or account is None:
            raise Illegal("wrong_password", "")
        if account.password and self._passwords.is_old(account.password):
            await self._registry.set_password(account.person, await self._passwords.hash(password))
        return await self._become(you, session, account.person, browser)

    async def change_password(self, you: Person, session: str, new: str, old: str | None) -> None:
        """Set a password; all other devices are signed out."""
        account = await self._own(you)
        await self._confirm(account, old)
        _check_password(new, account.login)
        await self._registry.set_password(you.id, await self._passwords.hash(new))
        await self.end_devices(you, session, None)

    async def _own(self, you: Person) -> AccountRow:
        account = await self._registry.account(you.id)
        if account is None:
            raise Illegal("no_account", "")
        return account

    async def _confirm(self, account: AccountRow | None, password: str | None) -> None:
        """Raises Illegal unless this is the password of the account, if it has one."""
        if account and account.password and not await self._passwords.fits(password or "", account.password):
            raise Illegal("wrong_password", "")

    # --------------------------------------------------------------------------------------------------- passkeys

    async def wish_passkey(self, you: Person, house: passkeys.House, login: str | None) -> dict[str, Any]:
        """What an authenticator is asked to make a passkey for somebody."""
        account = await self._registry.account(you.id)
        name = account.login if account else await self._new_login(you, login)
        known = [row.id for row in await self._registry.passkeys(you.id)]
        challenge = await _ticket(self._registry, MAKE, you.id, CHALLENGE_MS)
        return await asyncio.to_thread(passkeys.creation, house, you.id, name, challenge, known)

    async def add_passkey(
        self, you: Person, house: passkeys.House, login: str | None, credential: dict[str, Any], device: str
    ) -> bool:
        """Give somebody the passkey that an authenticator made; whether a guest so got an account."""
        challenge = await self._answered(MAKE, you, credential)
        made = await asyncio.to_thread(passkeys.created, credential, challenge, house)
        row = PasskeyRow(made.id, you.id, made.public_key, made.sign_count, device, house.name, wall(), None)
        if await self._registry.passkey(row.id):
            raise Illegal("bad_passkey", "")
        if await self._registry.account(you.id) is None:
            await self._open(self._account(you, await self._new_login(you, login), None), row)
            return True
        if not await self._registry.add_passkey(row):
            raise Illegal("bad_passkey", "")
        return False

    async def ask_passkey(self, you: Person, house: passkeys.House) -> dict[str, Any]:
        """What an authenticator is asked to sign somebody in."""
        challenge = await _ticket(self._registry, PROVE, you.id, CHALLENGE_MS)
        return await asyncio.to_thread(passkeys.request, house, challenge)

    async def sign_in_by_passkey(
        self, you: Person, session: str, house: passkeys.House, credential: dict[str, Any], browser: str
    ) -> str | None:
        """Become the person of a passkey on this device, as `sign_in` does."""
        challenge = await self._answered(PROVE, you, credential)
        row = await self._registry.passkey(passkeys.id_of(credential))
        if row is None:
            raise Illegal("unknown_passkey", "")
        count = await asyncio.to_thread(passkeys.proved, credential, challenge, house, row.public_key, row.sign_count)
        await self._registry.used_passkey(row.id, count, wall())
        return await self._become(you, session, row.person, browser)

    async def remove_passkey(self, you: Person, id: str) -> None:
        """Take a passkey away, unless it is the last way into the account."""
        key = passkeys.id_from(id)
        if all(row.id != key for row in await self._registry.passkeys(you.id)):
            raise Illegal("unknown_passkey", "")
        if not await self._registry.remove_passkey(you.id, key):
            raise Illegal("last_key", "")

    async def _answered(self, kind: str, you: Person, credential: dict[str, Any]) -> str:
        """The challenge that an answer is to: one that this person was given, and that was not answered yet."""
        challenge = passkeys.challenge_of(credential)
        if await self._registry.take_ticket(hash_of(challenge), kind, wall()) != you.id:
            raise Illegal("old_passkey", "")
        return challenge

    # ---------------------------------------------------------------------------------------------------- devices

    async def link(self, you: Person) -> messages.Link:
        """A way for another device to become this person, once."""
        return messages.Link(await new_link(self._registry, you.id, LINK_MS), LINK_MS)

    async def welcomer(self, you: Person, token: str) -> messages.Welcomer:
        """Whom a link leads to; it stays unused."""
        person = await self._registry.ticket(hash_of(token), LINK, wall())
        if person is None:
            raise Illegal("old_link", "")
        name = (await self._people.names([person]))[person]
        return messages.Welcomer(name, await self._registry.account(person) is not None, person == you.id)

    async def arrive(self, you: Person, session: str, token: str, browser: str) -> str | None:
        """Become the person of a link on this device, as `sign_in` does; the link is used up."""
        person = await self._registry.take_ticket(hash_of(token), LINK, wall())
        if person is None:
            raise Illegal("old_link", "")
        return await self._become(you, session, person, browser)

    async def _become(self, you: Person, session: str, person: str, browser: str) -> str | None:
        """Let the browser of a session be somebody else. Its guest's seats, games and results go with it.

        Somebody else's account that was signed in here keeps its own. Always with a new token: an old one may be known
        to whoever used this device before.
        """
        if person == you.id:
            return None
        token = await self._people.add_device(person, browser)
        if await self._registry.account(you.id):
            await self._end(you, [session])
        else:
            await self._merge(you, person)
        log.info("signed in", person=person)
        return token

    async def _merge(self, guest: Person, person: str) -> None:
        sessions = [row.token_hash for row in await self._registry.sessions(guest.id)]
        await self._tables.reseat(guest.id, person, lambda row: merged(row, guest, person))
        await self._registry.move_results(guest.id, person)
        await self._people.forget(guest.id)
        self._dismiss(sessions)

    async def sign_out(self, you: Person, session: str) -> None:
        """Be nobody on this device; raises Illegal if there would be no way back."""
        if await self._registry.account(you.id) is None and len(await self._registry.sessions(you.id)) < 2:
            raise Illegal("no_way_back", "")
        await self._end(you, [session])

    async def end_devices(self, you: Person, session: str, device: str | None) -> None:
        """Sign out a device of somebody's, or all but the one of this session, with those that a link would let in."""
        if device is None:
            await self._end_links(you)
        others = [row.token_hash for row in await self._registry.sessions(you.id) if row.token_hash != session]
        await self._end(you, [other for other in others if device in (None, other[:SHOWN])])

    async def _end_links(self, you: Person) -> None:
        for kind in (LINK, SEAT):
            await self._registry.end_tickets(you.id, kind)

    async def _end(self, you: Person, sessions: Collection[str]) -> None:
        await self._registry.end_sessions(you.id, sessions)
        self._dismiss(sessions)

    # ------------------------------------------------------------------------------------------ one seat of several

    async def seat_link(self, you: Person, code: str, seat: Seat) -> messages.Link:
        """A way for whoever is at another device to go on with a seat of this person's, once."""
        token = await _ticket(self._registry, SEAT, you.id, LINK_MS)
        await self._tables.alter(code, lambda row: with_link(row, you.id, seat, hash_of(token)))
        return messages.Link(token, LINK_MS)

    async def seat_welcomer(self, you: Person, code: str, token: str) -> messages.Welcomer:
        """Whose seat a link leads to; it stays unused."""
        owner, row = await self._registry.ticket(hash_of(token), SEAT, wall()), await self._tables.row(code)
        seat = linked(row, owner, hash_of(token))
        return messages.Welcomer(await self._called(row, seat), False, owner == you.id)

    async def take_seat(self, you: Person, code: str, token: str) -> messages.Table:
        """Go on with the seat of a link on this device, as whoever is known here; the link is used up."""
        key, row = hash_of(token), await self._tables.row(code)
        owner = await self._registry.ticket(key, SEAT, wall())
        name = await self._called(row, linked(row, owner, key))
        if owner == you.id:
            return await self._tables.shown(row, you.id)
        if row.barred.get(you.id) == "removed":
            raise Illegal("put_out", "")
        if await self._registry.take_ticket(key, SEAT, wall()) != owner:
            raise Illegal("old_link", "")  # somebody was faster
        row = await self._tables.alter(code, lambda row: moved(row, linked(row, owner, key), you.id, name, wall()))
        log.info("seat moved", table=code)
        return await self._tables.shown(row, you.id)

    async def _called(self, row: TableRow, seat: Seat) -> str:
        return called(row, await self._people.names(named(row)))[seat]

    # ----------------------------------------------------------------------------------------- taking it with you

    async def export(self, you: Person, session: str) -> dict[str, Any]:
        """Everything the house keeps of somebody: their own part, not what it keeps of others."""
        results = [row for game in GAMES for row in await self._store.best(you.id, game, ALL_RESULTS)]
        kept = await self._store.kept(you.id)
        return {
            "house": f"Tercet {__version__}",
            "written": _iso(wall()),
            "person": {"id": you.id, "name": you.name},
            **_told(msgspec.to_builtins(await self.shown(you, session))),
            "results": [_told(row._asdict()) for row in results],
            "tables": await asyncio.to_thread(lambda: [_table(one, you.id) for one in kept]),
        }

    async def delete(self, you: Person, password: str | None) -> None:
        """Forget somebody: their games are nobody's from now on, all else goes."""
        await self._confirm(await self._registry.account(you.id), password)
        sessions = [row.token_hash for row in await self._registry.sessions(you.id)]
        await self._tables.reseat(you.id, None, lambda row: anonymous(row, you.id))
        await self._people.forget(you.id)
        self._dismiss(sessions)
        log.info("deleted", person=you.id)


async def _ticket(registry: Registry, kind: str, person: str, lasts_ms: int) -> str:
    """Something that counts once; its hash is kept only."""
    token = new_token()
    await registry.add_ticket(hash_of(token), kind, person, wall() + lasts_ms)
    return token


async def new_link(registry: Registry, person: str, lasts_ms: int) -> str:
    """The token of a new link by which a device becomes this person, once."""
    return await _ticket(registry, LINK, person, lasts_ms)


def _check_password(password: str, login: str) -> None:
    """Raises Illegal for a password that is too easy to guess."""
    if len(_same(password)) < LEAST_PASSWORD or login_key(password) == login_key(login):
        raise Illegal("weak_password", "", least=LEAST_PASSWORD)


# ------------------------------------------------------------------------------------------------- of the tables


def merged(table: TableRow, guest: Person, person: str) -> TableRow:
    """A table after a guest has become somebody else; if both sit there, the guest's seat keeps its name."""
    both = any(row.person == person for row in table.seats)

    def seat(row: SeatRow) -> SeatRow:
        if row.was == guest.id:
            return replace(row, was=person)
        if row.person != guest.id:
            return row
        return replace(row, person=person, name=row.name or (guest.name if both else None))

    return replace(
        table,
        seats=tuple(map(seat, table.seats)),
        host=person if table.host == guest.id else table.host,
        barred={person if who == guest.id else who: how for who, how in table.barred.items()},
    )


def anonymous(table: TableRow, person: str) -> TableRow:
    """A table after somebody was deleted: before the first match their seats are free, else left for good (G5a)."""

    def seat(row: SeatRow) -> SeatRow:
        if person not in (row.person, row.was):
            return row
        return SeatRow() if table.match is None or row.joins else SeatRow("person")

    return replace(
        table,
        seats=tuple(map(seat, table.seats)),
        host="" if table.host == person else table.host,
        barred={who: how for who, how in table.barred.items() if who != person},
    )


# ------------------------------------------------------------------------------------------------- for the owner


def _passkey(row: PasskeyRow) -> messages.Passkey:
    id = passkeys.text_of(row.id)
    return messages.Passkey(id, row.label, row.host, row.created, row.used)


def _device(row: Session, here: str) -> messages.Device:
    return messages.Device(row.token_hash[:SHOWN], row.device, row.created, row.seen, row.token_hash == here)


def _table(kept: Kept, person: str) -> dict[str, Any]:
    table = kept.table
    names = {seat: row.name for seat, row in enumerate(table.seats) if row.person == person}
    return {
        **_told({name: getattr(table, name) for name in ("code", "game", "options", "created", "touched")}),
        "host": table.host == person,
        "barred": table.barred.get(person),
        "seats": names,
        "matches": [_match(match, mine, records) for match, mine, records in kept.matches],
    }


def _match(match: MatchRow, mine: Collection[int], records: list[bytes]) -> dict[str, Any]:
    """A match with what somebody did in it, once it is over; before, that could tell what they may not know."""
    acts = [msgspec.json.decode(record) for record in records]
    told = _told({name: getattr(match, name) for name in ("n", "started", "finished")})
    return {**told, "seats": sorted(mine), "acts": acts}


TIMES = ("created", "seen", "used", "wall", "touched", "started", "finished")


def _told(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields with their times as people write them."""
    return {name: _plain(name, value) for name, value in fields.items()}


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, list):
        return [_told(one) if isinstance(one, dict) else one for one in value]
    return _iso(value) if name in TIMES and value is not None else value


def _iso(wall_ms: int) -> str:
    return datetime.fromtimestamp(wall_ms / 1000, UTC).isoformat(timespec="seconds")
