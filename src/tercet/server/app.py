"""The HTTP interface and the pages, by Litestar. Everything that is decided is decided below."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, get_args, get_type_hints

import msgspec
import structlog
from litestar import Litestar, Request, Response, get, patch, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency, Provide
from litestar.exceptions import (
    HTTPException,
    NotFoundException,
    PermissionDeniedException,
    ValidationException,
)
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath, FromQuery, JSONBody

from tercet import __version__
from tercet.engine import GAMES, load
from tercet.engine.core import Illegal
from tercet.server.client import Client, File
from tercet.server.config import Config
from tercet.server.edge import Edge, address, is_from_here, may_read_metrics, own_path
from tercet.server.exchange import FILE_BYTES
from tercet.server.house import House
from tercet.server.messages import (
    Addresses,
    Anyone,
    Best,
    Bests,
    Game,
    HandOver,
    Health,
    NewName,
    NewTable,
    Past,
    PlayedGames,
    Problem,
    Ready,
    SeatComputer,
    Sit,
    Stand,
    Table,
    Tables,
    Verdict,
    Whom,
    You,
    where,
)
from tercet.server.network import for_others, is_loopback
from tercet.server.oneself import SELF, provide_session
from tercet.server.people import COOKIE
from tercet.server.set_up import BY_HOUSE, check_set_up
from tercet.server.store import Person

log = structlog.get_logger()

BODY_BYTES = 64 * 1024
ASKING = ("GET", "HEAD")  # methods that change nothing
TOP = 5  # best results of each kind
LEVELS = ("easy", "medium", "hard")
STATUS = {
    "no_such_table": 404,
    "no_such_match": 404,
    "not_found": 404,
    "too_many_tables": 429,
    "too_many_guests": 429,
    "too_many_files": 429,
    "house_full": 503,
    "not_host": 403,
    "too_busy": 503,
    "old_link": 410,
    "too_many_tries": 429,
    "too_many_codes": 429,
    "too_many_requests": 429,
    "wrong_password": 403,
    "registration_closed": 403,
    "host_only": 403,
    "put_out": 403,
    "no_watching": 403,
}

# The addresses that the client knows.
PAGES = ["/", "/games", "/t/{rest:path}", "/new/{rest:path}", "/rules/{rest:path}", "/you", "/kept", "/move"]

Seen = Request[Any, Any, Any]


# ------------------------------------------------------------------------------------------------ who asks


async def provide_house(request: Seen) -> House:
    house: House = request.app.state.house
    return house


async def provide_you(request: Seen) -> Person:
    """The person whose browser asks: known by the cookie, or new and given one with the answer."""
    house: House = request.app.state.house
    browser = request.headers.get("user-agent", "")
    person = await house.people.known(request.cookies.get(COOKIE), browser)
    if person is None:
        house.new_guests.count(*address(request, house.config))
        house.counts.guests += 1
        person, token = await house.people.welcome(browser)
        request.scope["state"]["new_cookie"] = token
    names = [person.id, *address(request, house.config)]
    if request.method not in ASKING:
        house.changes.count(person.id)
    if "code" in request.path_params:
        house.wrong_codes.check(*names)
        request.scope["state"]["seeking"] = names
    return person


def same_origin(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """No other site may change anything in a visitor's name."""
    if connection.scope.get("method") not in ASKING and not is_from_here(connection, connection.app.state.house.config):
        raise PermissionDeniedException


# -------------------------------------------------------------------------------------------------- the API


@get("/api/health")
async def health(house: NamedDependency[House]) -> Response[Health]:
    """Whether the house is well: it answers, and its database takes something in; else the status is 503."""
    well = await house.is_well()
    return Response(Health(well, __version__), status_code=200 if well else 503)


@get("/api/addresses", sync_to_thread=False)
def show_addresses(request: Seen, house: NamedDependency[House]) -> Addresses:
    """What a lobby on this machine may show to phones around the table; nobody else is told of this network."""
    host = request.url.hostname or ""
    if house.config.proxy or not is_loopback(host) or not (request.client and is_loopback(request.client.host)):
        return Addresses([])
    return Addresses(for_others(house.config, request.url.port or 80))


@get("/api/me")
async def me(request: Seen, you: NamedDependency[Person]) -> You:
    """Who I am; a first visit makes a guest, and every visit makes the cookie last longer."""
    request.scope["state"].setdefault("new_cookie", request.cookies.get(COOKIE))
    return You(you.id, you.name)


@patch("/api/me")
async def rename(you: NamedDependency[Person], house: NamedDependency[House], data: JSONBody[NewName]) -> You:
    """Change my name."""
    person = await house.people.rename(you.id, data.name)
    house.tables.renamed(you.id)
    return You(person.id, person.name)


@get("/api/games", sync_to_thread=False)
def games() -> list[Game]:
    """The games of the house."""
    return [_game(name) for name in GAMES]


def _game(name: Any) -> Game:
    rules = load(name)
    _, components = msgspec.json.schema_components([rules.Options], ref_template="#/$defs/{name}")
    options = components.pop(rules.Options.__name__)
    types = get_type_hints(rules.Options)
    options["properties"] = {
        # A schema sorts the values of a choice by their letters; the game has them in an order that means something.
        name: about | {"enum": list(get_args(types[name]))} if "enum" in about else about
        for name, about in options["properties"].items()
        if name not in BY_HOUSE
    }
    return Game(name, (rules.SEATS[0], rules.SEATS[-1]), options, list(LEVELS))  # type: ignore[arg-type]


@post("/api/tables")
async def create_table(
    request: Seen, you: NamedDependency[Person], house: NamedDependency[House], data: JSONBody[NewTable]
) -> Table:
    """Open a table."""
    house.new_tables.count(you.id, *address(request, house.config))
    await house.room_for_a_table()
    return await house.tables.create(you.id, data)


@get("/api/tables")
async def list_tables(house: NamedDependency[House]) -> Tables:
    """The open tables."""
    return await house.tables.listed()


@get("/api/tables/{code:str}")
async def show_table(you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str]) -> Table:
    """A table, as I see it."""
    return await house.tables.shown(await house.tables.row(code.upper()), you.id)


@post("/api/tables/{code:str}/sit", status_code=200)
async def sit(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], data: JSONBody[Sit]
) -> Table:
    """Sit down."""
    return await house.tables.sit(you.id, code.upper(), data)


@post("/api/tables/{code:str}/stand", status_code=200)
async def stand(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], data: JSONBody[Stand]
) -> Table:
    """Stand up, before the start or between two matches."""
    return await house.tables.stand(you.id, code.upper(), data.seat)


@post("/api/check", status_code=200)
async def check_table(data: JSONBody[NewTable]) -> Verdict:
    """Whether a table could be opened so."""
    try:
        check_set_up(data)
    except Illegal as no:
        return Verdict(False, no.code, no.ruling, no.detail)
    return Verdict(True)


@post("/api/anyone", status_code=200)
async def meet_anyone(
    request: Seen, you: NamedDependency[Person], house: NamedDependency[House], data: JSONBody[Anyone]
) -> Table:
    """Play with anyone who wants the same: the table where I wait or meet them. Asked every few seconds meanwhile."""

    async def may_open() -> None:
        house.new_tables.count(you.id, *address(request, house.config))
        await house.room_for_a_table()

    return await house.meeting.meet(you.id, data, may_open)


@post("/api/tables/{code:str}/ready", status_code=200)
async def ready(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], data: JSONBody[Ready]
) -> Table:
    """Say that I am ready; the match begins when all are."""
    return await house.tables.ready(you.id, code.upper(), data.on)


@post("/api/tables/{code:str}/computer", status_code=200)
async def seat_computer(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], data: JSONBody[SeatComputer]
) -> Table:
    """Give a free seat to a computer player."""
    return await house.tables.seat_computer(you.id, code.upper(), data.seat, data.level)


@post("/api/tables/{code:str}/host", status_code=200)
async def hand_over(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], data: JSONBody[HandOver]
) -> Table:
    """Make somebody else the host."""
    return await house.tables.hand_over(you.id, code.upper(), data.seat)


@post("/api/tables/{code:str}/mute", status_code=200)
async def mute(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], data: JSONBody[Whom]
) -> Table:
    """Keep somebody from talking at my table."""
    return await house.tables.mute(you.id, code.upper(), data)


@post("/api/tables/{code:str}/remove", status_code=200)
async def remove(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], data: JSONBody[Whom]
) -> Table:
    """Put somebody out of my table, or let them in again."""
    return await house.tables.remove(you.id, code.upper(), data)


@post("/api/tables/{code:str}/start", status_code=200)
async def start(you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str]) -> Table:
    """Begin."""
    return await house.tables.start(you.id, code.upper())


@post("/api/tables/{code:str}/again", status_code=200)
async def again(you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str]) -> Table:
    """Begin the next match, once one is over."""
    return await house.tables.again(you.id, code.upper())


@get("/api/tables/{code:str}/matches/{n:int}/review")
async def show_review(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], n: FromPath[int]
) -> dict[str, Any]:
    """What became of a match that is over: the `Review` of its game."""
    return await house.history.review(you.id, code.upper(), n)


@get("/api/tables/{code:str}/matches/{n:int}/hands/{deal:int}")
async def show_overlooked(
    you: NamedDependency[Person],
    house: NamedDependency[House],
    code: FromPath[str],
    n: FromPath[int],
    deal: FromPath[int],
) -> list[dict[str, Any]]:
    """What was overlooked in a hand of a match, as soon as that hand is over: `Missed` of its game."""
    made: list[dict[str, Any]] = msgspec.json.decode(await house.tables.overlooked(you.id, code.upper(), n, deal))
    return made


@get("/api/tables/{code:str}/matches/{n:int}")
async def show_past(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], n: FromPath[int]
) -> Past:
    """A match that is over."""
    return await house.history.past(you.id, code.upper(), n)


@post("/api/tables/{code:str}/matches/{n:int}/file", status_code=200)
async def save_game(
    you: NamedDependency[Person], house: NamedDependency[House], code: FromPath[str], n: FromPath[int]
) -> Response[bytes]:
    """A match as a file; one that is not over is sealed, and for whoever holds all seats."""
    game, file = await house.exchange.save(you.id, code.upper(), n)
    name = f"tercet-{game}-{code.upper()}-{n}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(file, media_type="application/json", headers=headers)


@post("/api/files", request_max_body_size=FILE_BYTES)
async def open_file(request: Seen, you: NamedDependency[Person], house: NamedDependency[House]) -> Table:
    """A table for the match in the file that is the body: to play on, or to look at."""
    house.new_files.count(you.id, *address(request, house.config))
    await house.room_for_a_table()
    return await house.exchange.open(you.id, await request.body())


@get("/api/me/games")
async def my_games(
    you: NamedDependency[Person],
    house: NamedDependency[House],
    over: FromQuery[bool] = False,
    skip: FromQuery[int] = 0,
) -> PlayedGames:
    """What I play; or, with `over`, what I have played."""
    return await house.history.games(you.id, over, skip)


@get("/api/best")
async def best(you: NamedDependency[Person], house: NamedDependency[House], game: FromQuery[str] = "trios") -> Bests:
    """My best results alone, of each kind (T7, X2)."""
    results = await house.store.best(you.id, game, TOP)
    return Bests(
        [Best(r.kind, r.points, r.time_ms, r.exchanges, r.wall, r.code, r.n) for r in results]  # type: ignore[arg-type]
    )


API = [
    health, show_addresses, me, rename, games, create_table, list_tables, show_table,
    sit, stand, start, again,
    check_table, meet_anyone, ready, seat_computer, hand_over, mute, remove, show_review, show_overlooked, best,
    show_past, save_game, open_file, my_games, *SELF,
]  # fmt: skip


# ------------------------------------------------------------------------------------------------ the pages


@get(PAGES, include_in_schema=False)
async def page(request: Seen, you: NamedDependency[Person]) -> Response[bytes]:
    """The client's page, for every address that it knows."""
    return page_response(request, 200)


@get("/metrics", include_in_schema=False)
async def show_metrics(request: Seen, house: NamedDependency[House]) -> Response[bytes]:
    """The numbers of the house, for those who may read them."""
    if not may_read_metrics(request, house.config):
        raise NotFoundException
    from tercet.server import metrics  # half the time that a start takes otherwise

    return Response(await metrics.exposition(house), media_type=metrics.MEDIA)


@get("/{path:path}", include_in_schema=False)
async def file_or_page(request: Seen, path: FromPath[str]) -> Response[bytes]:
    """A file of the client, or its page at an address that only the client could know."""
    name = path.lstrip("/")
    if name.split("/")[0] in ("api", "ws") or name == "index.html":
        raise NotFoundException
    client: Client = request.app.state.client
    if file := client.file(name):
        return file_response(request, file)
    return page_response(request, 404)


def page_response(request: Seen, status: int) -> Response[bytes]:
    text = request.app.state.client.page(own_path(request, request.app.state.house.config))
    headers = {"Cache-Control": "no-cache"}
    return Response(text.encode(), media_type="text/html", headers=headers, status_code=status)


def file_response(request: Seen, file: File) -> Response[bytes]:
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if file.for_ever else "no-cache",
        "ETag": file.tag,
    }
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, media_type=file.media, headers=headers)
    content = file.content
    if file.packed:
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(content, media_type=file.media, headers=headers)


# -------------------------------------------------------------------------------------------------- problems


def problem(status: int, code: str, ruling: str = "", **detail: Any) -> Response[Problem]:
    return Response(Problem(code, ruling, detail), status_code=status, media_type="application/json")


def on_illegal(request: Seen, no: Illegal) -> Response[Problem]:
    """What cannot be, by the rules or the house; who seeks tables by trying codes is slowed down."""
    if STATUS.get(no.code) == 404:
        request.app.state.house.wrong_codes.note(*request.scope["state"].get("seeking", ()))
    return problem(STATUS.get(no.code, 409), no.code, no.ruling, **no.detail)


def on_validation(_: Seen, fault: ValidationException) -> Response[Problem]:
    """A body or an address that does not fit: which field, and why."""
    extra: Any = fault.extra
    first = extra[0] if isinstance(extra, list) and extra and isinstance(extra[0], dict) else {}
    reason = first.get("message", "")
    if reason == "'data'":  # the framework's word for a body that is not there
        reason = "the body is empty"
    return problem(400, "bad_body", **where(f"{reason} - at `{first.get('key', '')}"))


def on_http(request: Seen, fault: HTTPException) -> Response[Any]:
    if fault.status_code == 404 and request.scope["path"].split("/")[1] not in ("api", "ws"):
        return page_response(request, 404)  # people read a page, clients of the interface a problem
    codes = {400: "bad_body", 403: "foreign_page", 404: "not_found", 405: "bad_method", 413: "too_large"}
    return problem(fault.status_code, codes.get(fault.status_code, "bad_request"))


def on_fault(request: Seen, fault: Exception) -> Response[Problem]:
    """A bug of ours: logged whole, and told without its insides."""
    if isinstance(fault, RecursionError):
        return problem(400, "bad_body", reason="nested too deeply")
    log.error("broken", method=request.method, path=request.scope.get("path_template"), exc_info=fault)
    return problem(500, "broken")


# ---------------------------------------------------------------------------------------------------- the app


def build_house(config: Config) -> Edge:
    """A house as an ASGI application."""
    app = build_app(config)
    return Edge(app, app.state.house)


def build_app(config: Config) -> Litestar:
    """The application of a house; opening and closing it opens and closes the house."""
    house = House(config)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with house.open():
            yield

    app = Litestar(
        route_handlers=[*API, show_metrics, page, file_or_page],
        dependencies={
            "house": Provide(provide_house),
            "you": Provide(provide_you),
            "session": Provide(provide_session),
        },
        guards=[same_origin],
        exception_handlers={
            Illegal: on_illegal,
            ValidationException: on_validation,
            HTTPException: on_http,
            Exception: on_fault,
        },
        lifespan=[lifespan],
        request_max_body_size=BODY_BYTES,
        openapi_config=OpenAPIConfig("Tercet", __version__, path="/api/schema", render_plugins=[JsonRenderPlugin()]),
        logging_config=None,
    )
    app.state.house, app.state.client = house, Client()
    return app
