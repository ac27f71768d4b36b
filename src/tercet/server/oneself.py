"""The edge: the calls about oneself: account, passkeys, devices, taking everything along, being forgotten."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from tercet.server.accounts import login_key
from tercet.server.edge import address, own_host
from tercet.server.house import House
from tercet.server.messages import (
    Account,
    Arrival,
    EndDevices,
    Farewell,
    Keeping,
    Link,
    NewPassword,
    PasskeyOptions,
    PasskeyProof,
    PasskeyWish,
    SignIn,
    Table,
    Welcomer,
    You,
)
from tercet.server.passkeys import House as Address
from tercet.server.people import COOKIE, device_of, hash_of
from tercet.server.store import Person

Seen = Request[Any, Any, Any]


async def provide_session(request: Seen, you: NamedDependency[Person]) -> str:
    """What the database knows the asking browser by."""
    return hash_of(request.scope["state"].get("new_cookie") or request.cookies[COOKIE])


def _browser(request: Seen) -> str:
    return request.headers.get("user-agent", "")


def _passkey_address(request: Seen, house: House) -> Address:
    return Address(own_host(request, house.config))


def _count_try(request: Seen, house: House, person: str = "", login: str = "") -> None:
    """Count a try to be somebody: by the address, and by the name, which may be tried from many addresses."""
    # Told apart, for ids are known at a table: who signs in by one as a name uses up nobody's tries.
    names = [f"{kind} {name}" for kind, name in (("person", person), ("login", login)) if name]
    house.tries.count(*(address(request, house.config) or names))
    house.tries_of_name.count(*names)  # more, so that one address keeps nobody out of an account


async def _is_now(request: Seen, house: House, token: str | None) -> You:
    """Answer who the browser is from now on; with a new token if it is somebody else."""
    request.scope["state"]["new_cookie"] = token or request.cookies[COOKIE]
    you = await house.people.known(token or request.cookies[COOKIE])
    assert you
    return You(you.id, you.name)


async def _shown_anew(request: Seen, you: Person, session: str, house: House) -> Account:
    """How I can be known, now that I have an account: on this device by a new token."""
    token = await house.accounts.renew(you, session, _browser(request))
    request.scope["state"]["new_cookie"] = token
    return await house.accounts.shown(you, hash_of(token))


# ----------------------------------------------------------------------------------------------------- the account


@get("/api/me/account")
async def show_account(
    you: NamedDependency[Person], session: NamedDependency[str], house: NamedDependency[House]
) -> Account:
    """How I can be known, and on which devices."""
    return await house.accounts.shown(you, session)


@post("/api/me/account", status_code=200)
async def register(
    request: Seen,
    you: NamedDependency[Person],
    session: NamedDependency[str],
    house: NamedDependency[House],
    data: JSONBody[SignIn],
) -> Account:
    """Make me, a guest, an account with a name and a password."""
    _count_try(request, house, you.id)
    await house.accounts.register(you, data.login, data.password)
    return await _shown_anew(request, you, session, house)


@post("/api/me/password", status_code=200)
async def change_password(
    request: Seen,
    you: NamedDependency[Person],
    session: NamedDependency[str],
    house: NamedDependency[House],
    data: JSONBody[NewPassword],
) -> Account:
    """Set my password, and sign all other devices of mine out."""
    _count_try(request, house, you.id)
    await house.accounts.change_password(you, session, data.new, data.old)
    return await house.accounts.shown(you, session)


@post("/api/me/passkeys/options", status_code=200)
async def wish_passkey(
    request: Seen, you: NamedDependency[Person], house: NamedDependency[House], data: JSONBody[PasskeyWish]
) -> PasskeyOptions:
    """What to ask the authenticator for a passkey of mine."""
    _count_try(request, house, you.id)
    return PasskeyOptions(await house.accounts.wish_passkey(you, _passkey_address(request, house), data.login))


@post("/api/me/passkeys", status_code=200)
async def add_passkey(
    request: Seen,
    you: NamedDependency[Person],
    session: NamedDependency[str],
    house: NamedDependency[House],
    data: JSONBody[PasskeyProof],
) -> Account:
    """Keep the passkey that the authenticator made; a guest so gets an account."""
    place, device = _passkey_address(request, house), device_of(_browser(request))
    if await house.accounts.add_passkey(you, place, data.login, data.credential, device):
        return await _shown_anew(request, you, session, house)
    return await house.accounts.shown(you, session)


@post("/api/me/passkeys/{key:str}/remove", status_code=200)
async def remove_passkey(
    you: NamedDependency[Person], session: NamedDependency[str], house: NamedDependency[House], key: FromPath[str]
) -> Account:
    """Take a passkey of mine away."""
    await house.accounts.remove_passkey(you, key)
    return await house.accounts.shown(you, session)


# ------------------------------------------------------------------------------------------------------ the devices


@post("/api/sign-in", status_code=200)
async def sign_in(
    request: Seen,
    you: NamedDependency[Person],
    session: NamedDependency[str],
    house: NamedDependency[House],
    data: JSONBody[SignIn],
) -> You:
    """Be the person of an account on this device, too; what its guest had goes with it."""
    _count_try(request, house, login=login_key(data.login))
    token = await house.accounts.sign_in(you, session, data.login, data.password, _browser(request))
    return await _is_now(request, house, token)


@post("/api/sign-in/options", status_code=200)
async def ask_passkey(request: Seen, you: NamedDependency[Person], house: NamedDependency[House]) -> PasskeyOptions:
    """What to ask the authenticator to sign somebody in."""
    _count_try(request, house, you.id)
    return PasskeyOptions(await house.accounts.ask_passkey(you, _passkey_address(request, house)))


@post("/api/sign-in/passkey", status_code=200)
async def sign_in_by_passkey(
    request: Seen,
    you: NamedDependency[Person],
    session: NamedDependency[str],
    house: NamedDependency[House],
    data: JSONBody[PasskeyProof],
) -> You:
    """Be the person of a passkey on this device, too."""
    place = _passkey_address(request, house)
    token = await house.accounts.sign_in_by_passkey(you, session, place, data.credential, _browser(request))
    return await _is_now(request, house, token)


@post("/api/sign-out", status_code=204)
async def sign_out(
    request: Seen, you: NamedDependency[Person], session: NamedDependency[str], house: NamedDependency[House]
) -> None:
    """Be nobody on this device; the next visit makes a guest."""
    await house.accounts.sign_out(you, session)
    request.scope["state"]["new_cookie"] = ""


@post("/api/me/devices/end", status_code=200)
async def end_devices(
    you: NamedDependency[Person],
    session: NamedDependency[str],
    house: NamedDependency[House],
    data: JSONBody[EndDevices],
) -> Account:
    """Sign a device of mine out, or all others."""
    await house.accounts.end_devices(you, session, data.device)
    return await house.accounts.shown(you, session)


@post("/api/me/link", status_code=200)
async def make_link(request: Seen, you: NamedDependency[Person], house: NamedDependency[House]) -> Link:
    """A link by which another device becomes me, once."""
    _count_try(request, house, you.id)
    return await house.accounts.link(you)


@post("/api/move/whose", status_code=200)
async def show_link(
    request: Seen, you: NamedDependency[Person], house: NamedDependency[House], data: JSONBody[Arrival]
) -> Welcomer:
    """Whom a link leads to."""
    _count_try(request, house)
    return await house.accounts.welcomer(you, data.token)


@post("/api/move", status_code=200)
async def arrive(
    request: Seen,
    you: NamedDependency[Person],
    session: NamedDependency[str],
    house: NamedDependency[House],
    data: JSONBody[Arrival],
) -> You:
    """Be the person of a link on this device, too; the link is used up."""
    _count_try(request, house)
    token = await house.accounts.arrive(you, session, data.token, _browser(request))
    return await _is_now(request, house, token)


@post("/api/tables/{code:str}/seats/{seat:int}/link", status_code=200)
async def make_seat_link(
    request: Seen, you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], seat: FromPath[int]
) -> Link:
    """A link by which whoever is at another device goes on with a seat of mine, once."""
    _count_try(request, house, you.id)
    return await house.accounts.seat_link(you, code.upper(), seat)


@post("/api/tables/{code:str}/seats/whose", status_code=200)
async def show_seat_link(
    request: Seen,
    you: NamedDependency[Person],
    house: NamedDependency[House],
    code: FromPath[str],
    data: JSONBody[Arrival],
) -> Welcomer:
    """Whose seat a link leads to."""
    _count_try(request, house)
    return await house.accounts.seat_welcomer(you, code.upper(), data.token)


@post("/api/tables/{code:str}/seats/take", status_code=200)
async def take_seat(
    request: Seen,
    you: NamedDependency[Person],
    house: NamedDependency[House],
    code: FromPath[str],
    data: JSONBody[Arrival],
) -> Table:
    """Go on with the seat of a link on this device; the link is used up."""
    _count_try(request, house)
    return await house.accounts.take_seat(you, code.upper(), data.token)


# ---------------------------------------------------------------------------------------------------- what is kept


@get("/api/kept")
async def show_keeping(house: NamedDependency[House]) -> Keeping:
    """How long this house keeps what."""
    return house.accounts.keeping()


@get("/api/me/export")
async def export(
    request: Seen, you: NamedDependency[Person], session: NamedDependency[str], house: NamedDependency[House]
) -> Response[dict[str, Any]]:
    """Everything the house keeps of me, as a file."""
    _count_try(request, house, you.id)
    headers = {"Content-Disposition": 'attachment; filename="tercet.json"', "Cache-Control": "no-store"}
    return Response(await house.accounts.export(you, session), headers=headers, media_type="application/json")


@post("/api/me/delete", status_code=204)
async def delete_me(
    request: Seen, you: NamedDependency[Person], house: NamedDependency[House], data: JSONBody[Farewell]
) -> None:
    """Forget me; my games become nobody's."""
    _count_try(request, house, you.id)
    await house.accounts.delete(you, data.password)
    request.scope["state"]["new_cookie"] = ""


SELF = [
    show_account, register, change_password, wish_passkey, add_passkey, remove_passkey, sign_in, ask_passkey,
    sign_in_by_passkey, sign_out, end_devices, make_link, show_link, arrive, make_seat_link, show_seat_link,
    take_seat, show_keeping, export, delete_me,
]  # fmt: skip
