"""Scripted clients, many in one process of their own: as light as can be, so that they take little from the server.

`python -m bench.load KIND SETTINGS` plays and prints what came of it as JSON; SETTINGS is the JSON of `Settings`.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import sys
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any, ClassVar, Literal, TypeVar, cast
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from tercet.engine import grid
from tercet.engine.sets import find_sets

SEATS = 4
Room = TypeVar("Room", bound="BareRoom")
BEGINNING = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nCookie: {cookie}\r\n"
    + ("Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
)


class Settings(Struct, frozen=True):
    """Where the server is (`pid` for its CPU time), and how much to play."""

    url: str
    pid: int
    tables: int
    game: Literal["trios", "triple3"] = "trios"
    pace: float = 1.0  # acts a second and seat
    warm: float = 3.0  # seconds before what counts
    seconds: float = 10.0
    acts: int = 100  # at each table of the bare server


class HeardRow(Struct):
    """Of a row: the seat that acted."""

    by: int | None


class Heard(Struct):
    """Of any message: what tells whose acts it answers."""

    t: str
    rows: list[HeardRow] = []


class TriosView(Struct):
    """Of a view of Trios: what the script looks at."""

    phase: str
    table: list[int | None]
    marks: list[list[int]]


class TriosViews(Struct):
    """Of an update: the view."""

    views: dict[str, TriosView]


class Triple3View(Struct):
    """Of a view of Triple³: what the script looks at."""

    phase: str
    grid: list[int]
    hand: list[int]
    piles: list[int]
    said: list[int]


class Triple3Views(Struct):
    """Of an update: the view."""

    views: dict[str, Triple3View]


heard = msgspec.json.Decoder(Heard).decode
trios_views = msgspec.json.Decoder(TriosViews).decode
triple3_views = msgspec.json.Decoder(Triple3Views).decode


class Sent(Struct):
    """A frame on its way: whose it is, since when (in seconds), and how many seats have seen what came of it."""

    seat: int
    at: float
    seen: int = 0

    def arrived(self, seat: int, everybody: bool) -> bool:
        """One more seat has seen it: is that the one waited for, the last of all, or else the seat after its own?"""
        self.seen += 1
        return self.seen == SEATS if everybody else seat == (self.seat + 1) % SEATS


# ------------------------------------------------------------------------------------------------- the socket


class Socket(asyncio.Protocol):
    """A WebSocket's client side (RFC 6455) without checks: texts out, texts in."""

    def __init__(self, address: str, cookie: str, on_text: Callable[[bytes], None]) -> None:
        url = urlsplit(address)
        self._beginning = BEGINNING.format(path=f"{url.path}?{url.query}", host=url.netloc, cookie=cookie).encode()
        self._on_text = on_text
        self._buffer = b""
        self.open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.WriteTransport, transport)
        self._transport.write(self._beginning)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.open.done():
            self.open.set_exception(ConnectionError("no answer"))

    def send(self, text: bytes) -> None:
        self._send(1, text)

    def close(self) -> None:
        self._transport.close()

    def _send(self, opcode: int, data: bytes) -> None:
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self._transport.write(bytes([0x80 | opcode]) + size + bytes(4) + data)  # a mask of zeros changes nothing

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.open.set_exception(ConnectionError(head.decode("latin-1")))
                return
            self._buffer = rest
            self.open.set_result(None)
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self._on_text(payload)
            elif opcode == 9:
                self._send(10, payload)

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame of the buffer."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:start], "big") if len(buffer) >= start else len(buffer)
        if len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        return buffer[0] & 0x0F, buffer[start : start + size]


async def connect(address: str, cookie: str, on_text: Callable[[bytes], None]) -> Socket:
    host, _, port = urlsplit(address).netloc.partition(":")
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(lambda: Socket(address, cookie, on_text), host, int(port))
    await socket.open
    return socket


# ------------------------------------------------------------------------------------------- setting the tables


class Visitor:
    """A guest of the house, by its HTTP interface."""

    def __init__(self, connection: http.client.HTTPConnection) -> None:
        self._connection = connection
        self.cookie = ""
        self.cookie = self._ask("GET", "/api/me")[1].partition(";")[0]

    def post(self, path: str, body: Any = None) -> dict[str, Any]:
        found: dict[str, Any] = self._ask("POST", path, body)[0]
        return found

    def _ask(self, method: str, path: str, body: Any = None) -> tuple[Any, str]:
        headers = {"Cookie": self.cookie, "Content-Type": "application/json"}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {content.decode()}")
        return json.loads(content), answer.headers.get("Set-Cookie", "")


def set_tables(settings: Settings) -> list[tuple[str, list[str]]]:
    """Tables of four people each whose match has begun: their codes, and the cookies of those who sit there."""
    connection = http.client.HTTPConnection(urlsplit(settings.url).netloc)
    set_up = []
    for _ in range(settings.tables):
        people = [Visitor(connection) for _ in range(SEATS)]
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (SEATS - 1)]
        body = {"game": settings.game, "seats": seats, "options": SCRIPTS[settings.game].options}
        code = people[0].post("/api/tables", body)["code"]
        for person in people[1:]:
            person.post(f"/api/tables/{code}/sit", {})
        people[0].post(f"/api/tables/{code}/start")
        set_up.append((code, [person.cookie for person in people]))
    connection.close()
    return set_up


# ------------------------------------------------------------------------------------------------- playing


class Player:
    """A scripted client on one seat, for Trios."""

    options: ClassVar[dict[str, Any]] = {"countdown": 0, "mode": "mark"}
    everybody: ClassVar = False  # an act is over when all four have seen it, or else when the next seat has

    def __init__(self, table: PlayedTable, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.socket: Socket
        self.newest = b""
        self.sent: Sent | None = None
        self._acts = 0
        self._random = Random(f"{table.code}/{seat}")

    async def come(self, url: str, cookie: str) -> None:
        """Connect, and follow the table."""
        self.socket = await connect(f"{url}ws", cookie, self._heard)
        code = self.table.code
        for message in (
            {"t": "hello", "version": 1},
            {"t": "join", "table": code},
            {"t": "look", "table": code, "seats": [self.seat]},
        ):
            self.socket.send(json.dumps(message).encode())

    def _heard(self, text: bytes) -> None:
        message = heard(text)
        if message.t == "update":
            self.newest = text
            self.table.updated(self, message, len(text))
        elif message.t == "refused":
            self.table.refused(self, text)

    def act(self) -> bool:
        """Send the script's next wish; False if it has none, as after the match's end."""
        action = self._action()
        if not action:
            return False
        self._acts += 1
        frame = f'{{"t":"act","table":"{self.table.code}","match":1,"seat":{self.seat},"ref":"{self._acts}","action":'
        self.sent = Sent(self.seat, perf_counter())
        self.socket.send(f"{frame}{action}}}".encode())
        return True

    def _action(self) -> str:
        """The script's next wish by the newest view, as JSON; empty if it has none."""
        view = trios_views(self.newest).views[str(self.seat)]
        return "" if view.phase == "over" else f'{{"t":"trios.select","cards":{json.dumps(self._cards(view))}}}'

    def _cards(self, view: TriosView) -> list[int]:
        """One wish in six takes a set; of the others some are judged to be none, the most are marks."""
        cards, mine = [card for card in view.table if card is not None], view.marks[self.seat]
        if self._random.random() < 1 / 6:
            return list(self._random.choice(find_sets(cards)))
        while set(wish := self._random.sample(cards, self._random.randrange(4))) == set(mine):
            pass
        return wish


class Triple3Player(Player):
    """A scripted client on one seat, for Triple³: two times in three it plays if it can, else it draws.

    Whoever acts once a second holds cards for 26 seconds at least: thirteen to draw, and thirteen to play.
    """

    options: ClassVar[dict[str, Any]] = {}
    everybody: ClassVar = True

    def _action(self) -> str:
        view = triple3_views(self.newest).views[str(self.seat)]
        if view.phase != "play":
            return ""
        fits = self._fits(view)
        if fits and (not view.piles[self.seat] or self._random.random() < 2 / 3):
            card, cell = self._random.choice(fits)
            return f'{{"t":"triple3.play","card":{card},"cell":{cell}}}'
        if view.piles[self.seat]:
            return '{"t":"triple3.draw"}'
        return "" if self.seat in view.said else '{"t":"triple3.nothing_fits"}'

    def _fits(self, view: Triple3View) -> list[tuple[int, int]]:
        """The cards of the hand, each with the cells where it fits."""
        accepted = grid.coverable(view.grid)
        return [(card, cell) for card in view.hand for cell in grid.CELLS if grid.MASK[card] & accepted[cell]]


SCRIPTS = {"trios": Player, "triple3": Triple3Player}


class PlayedTable:
    """Four scripted clients at one table, and what they found out."""

    def __init__(self, code: str, script: type[Player]) -> None:
        self.code = code
        self.players = [script(self, seat) for seat in range(SEATS)]
        self.begun_at = float("inf")
        self.delays: list[float] = []
        self.deliveries = self.refusals = self.bytes = 0

    async def come(self, url: str, cookies: list[str]) -> None:
        for player, cookie in zip(self.players, cookies, strict=True):
            await player.come(url, cookie)

    def updated(self, player: Player, message: Heard, size: int) -> None:
        """An update arrived at a player: the one waited for tells how long the act took."""
        self.deliveries += 1
        self.bytes += size
        for row in message.rows:
            actor = None if row.by is None else self.players[row.by]
            if actor and actor.sent and actor.sent.arrived(player.seat, actor.everybody):
                self.answered(actor, actor.sent)

    def answered(self, actor: Player, sent: Sent) -> None:
        actor.sent = None
        if sent.at >= self.begun_at:
            self.delays.append(perf_counter() - sent.at)

    def refused(self, actor: Player, text: bytes) -> None:
        actor.sent = None
        self.refusals += 1

    def leave(self) -> None:
        for player in self.players:
            player.socket.close()


class ChainedTable(PlayedTable):
    """A table where the next seat acts once it has seen the act before, to the end of the match."""

    def __init__(self, code: str) -> None:
        super().__init__(code, Player)
        self.acts = 0
        self.over = asyncio.get_running_loop().create_future()

    def begin(self) -> None:
        self._act(self.players[0])

    def answered(self, actor: Player, sent: Sent) -> None:
        actor.sent = None
        self._act(self.players[(actor.seat + 1) % SEATS])

    def refused(self, actor: Player, text: bytes) -> None:
        self.over.set_exception(RuntimeError(text.decode()))

    def _act(self, player: Player) -> None:
        if player.act():
            self.acts += 1
        elif not self.over.done():
            self.over.set_result(None)


async def fixed(settings: Settings) -> dict[str, Any]:
    """A fixed load: every seat acts so often a second, whatever happens. How long until others see it?"""
    set_up = set_tables(settings)
    before = memory(settings.pid)
    tables = [PlayedTable(code, SCRIPTS[settings.game]) for code, _ in set_up]
    for table, (_, cookies) in zip(tables, set_up, strict=True):
        await table.come(settings.url, cookies)
    await asyncio.sleep(2)
    memory_used = memory(settings.pid) - before

    def act(player: Player) -> None:
        if not player.sent:
            player.act()

    acts = [partial(act, player) for table in tables for player in table.players]
    late = regularly(acts, 1 / settings.pace)
    await asyncio.sleep(settings.warm)
    for table in tables:
        table.begun_at = perf_counter()
        table.deliveries = table.refusals = table.bytes = 0
    used, clock = cpu(settings.pid), perf_counter()
    await asyncio.sleep(settings.seconds)
    used, passed = cpu(settings.pid) - used, perf_counter() - clock
    deliveries = sum(table.deliveries for table in tables)
    return {
        "deliveries": deliveries / passed,
        "size": sum(table.bytes for table in tables) / deliveries,
        "refusals": sum(table.refusals for table in tables) / passed,
        "cpu": used / passed,
        "bytes_a_connection": memory_used / (SEATS * len(tables)),
        "late": quantiles(late, n=100)[98],
        **spread([delay for table in tables for delay in table.delays], passed),
    }


def regularly(acts: Sequence[Callable[[], None]], period: float) -> list[float]:
    """From now on do each of these once a period, evenly spread; gives by how many seconds each was late so far."""
    loop = asyncio.get_running_loop()
    late: list[float] = []

    def do(act: Callable[[], None], at: float) -> None:
        late.append(loop.time() - at)
        act()
        loop.call_at(at + period, do, act, at + period)

    begin, order = loop.time() + 0.1, Random(1).sample(acts, len(acts))
    for number, act in enumerate(order):
        at = begin + period * number / len(order)
        loop.call_at(at, do, act, at)
    return late


def spread(delays: list[float], passed: float) -> dict[str, float]:
    """How many acts a second were seen by others, and after how many seconds."""
    return {
        "acts": len(delays) / passed,
        "median": median(delays),
        "p99": quantiles(delays, n=100)[98],
        "longest": max(delays),
    }


async def chained(settings: Settings) -> dict[str, Any]:
    """Whole matches at many tables at once, as fast as the server answers. How many acts a CPU-second of it?"""
    set_up = set_tables(settings)
    tables = [ChainedTable(code) for code, _ in set_up]
    for table, (_, cookies) in zip(tables, set_up, strict=True):
        await table.come(settings.url, cookies)
    await asyncio.sleep(1)
    sample = tables[0].players[0].newest.decode()
    used, clock = cpu(settings.pid), perf_counter()
    for table in tables:
        table.deliveries = table.bytes = 0
        table.begin()
    await asyncio.gather(*(table.over for table in tables))
    used, passed = cpu(settings.pid) - used, perf_counter() - clock
    for table in tables:
        table.leave()
    acts = sum(table.acts for table in tables)
    size = sum(table.bytes for table in tables) // sum(table.deliveries for table in tables)
    return {"acts": acts, "a_cpu_second": acts / used, "a_second": acts / passed, "size": size, "sample": sample}


BARE_FRAME = f'{{"t":"act","table":"XXXXX","match":1,"seat":0,"ref":"100","action":{"x" * 45}}}'.encode()


async def bare(settings: Settings) -> dict[str, Any]:
    """The traffic of `chained` at the bare server."""
    rooms = await bare_rooms(settings, lambda: BareChain(settings.acts))
    used, clock = cpu(settings.pid), perf_counter()
    for room in rooms:
        room.send(0)
    await asyncio.gather(*(room.over for room in rooms))
    used, passed = cpu(settings.pid) - used, perf_counter() - clock
    acts = settings.acts * settings.tables
    return {"acts": acts, "a_cpu_second": acts / used, "a_second": acts / passed}


async def bare_fixed(settings: Settings) -> dict[str, Any]:
    """The traffic of `fixed` at the bare server."""
    rooms = await bare_rooms(settings, lambda: BareRace(SCRIPTS[settings.game].everybody))
    regularly([partial(room.send, seat) for room in rooms for seat in range(SEATS)], 1 / settings.pace)
    await asyncio.sleep(settings.warm)
    for room in rooms:
        room.delays.clear()
    await asyncio.sleep(settings.seconds)
    return spread([delay for room in rooms for delay in room.delays], settings.seconds)


async def bare_rooms(settings: Settings, make: Callable[[], Room]) -> list[Room]:
    rooms = [make() for _ in range(settings.tables)]
    for number, room in enumerate(rooms):
        for seat in range(SEATS):
            heard = partial(room.heard, seat)
            room.sockets.append(await connect(f"{settings.url}?{number}", "", heard))
    return rooms


class BareRoom:
    """Four clients of the bare server."""

    def __init__(self) -> None:
        self.sockets: list[Socket] = []

    def send(self, seat: int) -> None:
        self.sockets[seat].send(BARE_FRAME)

    def heard(self, seat: int, text: bytes) -> None:
        """An answer has come to this seat."""


class BareChain(BareRoom):
    """The next sends when it has got what the one before caused."""

    def __init__(self, acts: int) -> None:
        super().__init__()
        self._left = acts
        self._turn = 0
        self.over = asyncio.get_running_loop().create_future()

    def heard(self, seat: int, text: bytes) -> None:
        if seat != (self._turn + 1) % SEATS:
            return
        self._turn = seat
        self._left -= 1
        if self._left:
            self.send(seat)
        else:
            self.over.set_result(None)


class BareRace(BareRoom):
    """All send when they like; answers come in the order of the frames."""

    def __init__(self, everybody: bool) -> None:
        super().__init__()
        self.delays: list[float] = []
        self._everybody = everybody
        self._sent: list[deque[Sent]] = [deque() for _ in range(SEATS)]

    def send(self, seat: int) -> None:
        sent = Sent(seat, perf_counter())
        for waiting in self._sent:
            waiting.append(sent)
        super().send(seat)

    def heard(self, seat: int, text: bytes) -> None:
        sent = self._sent[seat].popleft()
        if sent.arrived(seat, self._everybody):
            self.delays.append(perf_counter() - sent.at)


# ------------------------------------------------------------------------------------------------- the server


def cpu(pid: int) -> float:
    """The CPU-seconds that a process has used, all its threads together."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """The bytes of memory that a process has in use."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


KINDS = {"fixed": fixed, "chained": chained, "bare": bare, "bare_fixed": bare_fixed}


def main() -> None:
    import uvloop

    kind, settings = sys.argv[1:]
    print(json.dumps(uvloop.run(KINDS[kind](msgspec.json.decode(settings, type=Settings)))))


if __name__ == "__main__":
    main()
