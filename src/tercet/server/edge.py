"""What stands around the app: the path, host and address by which the world knows the house, and the headers.

A socket goes past the framework to its connection, for every message of every game goes that way.
"""

from __future__ import annotations

import re
from functools import cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Any, TypeAlias, cast

import structlog
from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from tercet.server.config import Config, base_path, networks
from tercet.server.house import House
from tercet.server.network import is_loopback
from tercet.server.people import COOKIE, COOKIE_DAYS, hash_of
from tercet.server.socket import Connection, Receive, Send

Asking: TypeAlias = ASGIConnection[Any, Any, Any, Any]
Scope: TypeAlias = Any  # what ASGI tells of a request

log = structlog.get_logger()

# Any of these says that a proxy stands between.
PROXIED = (
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-prefix",
    "x-real-ip",
    "forwarded",
    "via",
)
UNKNOWN = "unknown"  # whoever a trusted proxy does not name; all of them together have the share of one address
HOME_BITS = 64  # of an IPv6 address: the network of one home
STRANGER = 4403  # no cookie, or a page of another site: the handshake is answered with 403


class Edge:
    """The whole house as one ASGI application."""

    def __init__(self, app: Litestar, house: House) -> None:
        self._app = app
        self.house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, cast(Any, receive), cast(Any, send))
        elif scope["path"] == self.house.config.base[:-1]:
            await self._move_to_base(send)
        else:
            self._strip_base(scope)
            if scope["type"] == "websocket":
                await self._connect(scope, receive, send)
            else:
                if scope["method"] == "HEAD":  # answered as GET; the server leaves the body out
                    scope = {**scope, "method": "GET"}
                await self._app(scope, cast(Any, receive), cast(Any, self._with_headers(scope, send)))

    def _strip_base(self, scope: Scope) -> None:
        """`/games/api/me` is `/api/me` in a house under /games/; a proxy may have seen to that already."""
        base = self.house.config.base
        if scope["path"].startswith(base):
            scope["path"] = scope["path"][len(base) - 1 :]

    async def _move_to_base(self, send: Send) -> None:
        headers = [(b"location", self.house.config.base.encode()), (b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 308, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The one socket of a browser (see `messages`), for guests who come from a page of this house."""
        asking: Asking = ASGIConnection(scope)
        await receive()
        you = await self.house.people.known(asking.cookies.get(COOKIE), asking.headers.get("user-agent", ""))
        if scope["path"] != "/ws" or you is None or not is_from_here(asking, self.house.config):
            await send({"type": "websocket.close", "code": STRANGER, "reason": None})
            return
        await self.house.people.came(you)
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        asks = household(asker(asking, self.house.config))
        session = hash_of(asking.cookies[COOKIE])
        await Connection(receive, send, you, self.house, scope["state"].get("line"), asks, session).run()

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        """Send answers with the safety headers, and the cookie of a new guest."""
        config = self.house.config
        asking: Asking = ASGIConnection(scope)

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.house.counts.requests[f"{message['status'] // 100}xx"] += 1
                headers = [*message.get("headers", []), *safety_headers(own_host(asking, config))]
                if (token := scope["state"].get("new_cookie")) is not None:
                    headers.append((b"set-cookie", cookie(asking, config, token)))
                message = {**message, "headers": headers}
            await send(message)

        return sending


def asker(connection: Asking, config: Config) -> str:
    """The address that asks; "" for this machine, which all seem to be behind a proxy that is not trusted.

    UNKNOWN if a trusted proxy stands between, and does not say: that may be anybody, and is not this machine.
    """
    here = connection.client.host if connection.client else ""
    asks = _named(connection, here) if config.proxy else here
    return "" if asks in ("127.0.0.1", "::1", "::ffff:127.0.0.1") else asks


def _named(connection: Asking, here: str) -> str:
    """Whom a trusted proxy names; `here`, whoever connects, if there is no proxy between."""
    # A proxy adds the address it sees behind the rest, on the same line or on one of its own.
    named = ",".join(connection.headers.getall("x-forwarded-for", [])).rpartition(",")[2].strip()
    if not named and not _came_through_proxy(connection):
        return here
    try:
        ip_address(named)
    except ValueError:
        warn_of_proxy()
        return UNKNOWN
    return named


def _came_through_proxy(connection: Asking) -> bool:
    """By its headers, or because somebody on this machine calls the house by a name that is none of this machine."""
    asked = re.sub(r":\d*$", "", connection.headers.get("host", "")).strip("[]").lower()
    here = connection.client is not None and is_loopback(connection.client.host)
    return any(name in connection.headers for name in PROXIED) or (here and not is_loopback(asked))


@cache
def warn_of_proxy() -> None:
    """Tell the host, once, what is wrong with the proxy."""
    log.warning("the proxy does not say who asks: it must send X-Forwarded-For")


def address(connection: Asking, config: Config) -> list[str]:
    """What counts as one address when it asks, if it can be told."""
    return [household(asks)] if (asks := asker(connection, config)) else []


def household(asks: str) -> str:
    """What shares a limit: an address, or the network of an IPv6 one, for each home has more than anybody counts."""
    try:
        found = ip_address(asks)
    except ValueError:
        return asks
    if isinstance(found, IPv4Address) or found.ipv4_mapped or found.is_link_local:
        return asks
    return str(IPv6Network((int(found), HOME_BITS), strict=False))


def may_read_metrics(connection: Asking, config: Config) -> bool:
    """Whether the numbers of the house are for whoever asks: for everybody, or for the host's networks.

    What came through a proxy that is not trusted may have come from anywhere, though it seems to be this machine.
    """
    if config.metrics == networks("all"):
        return True
    if not config.proxy and any(name in connection.headers for name in PROXIED):
        return False
    try:
        asks = ip_address(asker(connection, config) or "127.0.0.1")
    except ValueError:  # a socket that has no address, or UNKNOWN
        return False
    asks = getattr(asks, "ipv4_mapped", None) or asks
    return any(asks in network for network in config.metrics)


def own_host(connection: Asking, config: Config) -> str:
    """The host, with its port, by which the browser knows this house."""
    forwarded = connection.headers.get("x-forwarded-host", "") if config.proxy else ""
    return (forwarded.split(",")[0].strip() or connection.headers.get("host", "")).lower()


def own_scheme(connection: Asking, config: Config) -> str:
    """The scheme by which the browser asked."""
    forwarded = connection.headers.get("x-forwarded-proto", "") if config.proxy else ""
    return forwarded.split(",")[0].strip() or str(connection.scope["scheme"])


def own_path(connection: Asking, config: Config) -> str:
    """The path under which the browser sees this house, ending in "/"."""
    forwarded = connection.headers.get("x-forwarded-prefix") if config.proxy else None
    try:
        return base_path(forwarded or config.base)
    except ValueError:
        return config.base


def is_from_here(connection: Asking, config: Config) -> bool:
    """Whether a page of this house asks, or no page at all: browsers always name the page's origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    host = own_host(connection, config)
    scheme, _, named = origin.lower().partition("://")
    default = {"http": ":80", "https": ":443"}.get(scheme, "")
    return bool(host) and named.removesuffix(default) == host.removesuffix(default)


def safety_headers(host: str) -> list[tuple[bytes, bytes]]:
    """Nothing but our own may be loaded or run, and no other page may frame ours."""
    sockets = f"ws://{host} wss://{host}" if re.fullmatch(r"[a-z0-9.:\[\]_-]+", host) else ""
    policy = (
        f"default-src 'self'; connect-src 'self' {sockets}; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; media-src 'self' data: blob:; object-src 'none'; base-uri 'self'; "
        "form-action 'self'; frame-ancestors 'self'"
    )
    return [
        (b"content-security-policy", policy.encode()),
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"same-origin"),
        (b"cross-origin-opener-policy", b"same-origin"),
    ]


def cookie(connection: Asking, config: Config, token: str) -> bytes:
    """The header by which a browser keeps a token, or drops the one it has for an empty one."""
    made = Cookie(
        key=COOKIE,
        value=token,
        path=own_path(connection, config),
        max_age=COOKIE_DAYS * 86_400 if token else 0,
        httponly=True,
        samesite="lax",
        secure=own_scheme(connection, config) in ("https", "wss"),
    )
    return made.to_header(header="").encode()
