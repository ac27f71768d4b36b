"""A connection: frames in, messages out. It judges frames, not games; what it is sent can harm nothing but itself."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import structlog
from litestar.connection import WebSocket
from litestar.exceptions import WebSocketException

from tercet.engine.core import Illegal
from tercet.server import messages
from tercet.server.house import House
from tercet.server.messages import Act, Ask, Bye, Hello, Join, Look, Ping, Pong, Refused, Talk, Welcome, You
from tercet.server.outbox import Outbox, Parcel
from tercet.server.store import Person
from tercet.server.tables import LiveTable, where

log = structlog.get_logger()

FRAME_BYTES = 16 * 1024
MOST_FAULTS = 20
MOST_TABLES = 8  # that one connection follows
BURST, A_SECOND = 80, 40.0  # frames at once, and in the long run
CLOSE_S = 1.0

FAULTY, SLOW, SILENT = 4400, 4408, 4409  # close codes

_decode = msgspec.json.Decoder(messages.ClientMessage).decode


class BadFrame(Exception):
    """A frame that is no message; `detail` says why."""

    def __init__(self, code: str = "bad_frame", **detail: Any) -> None:
        super().__init__(code)
        self.code, self.detail = code, detail


class Goodbye(Exception):
    """The connection is to be closed with this code, after these last words."""

    def __init__(self, close: int, code: str, **detail: Any) -> None:
        super().__init__(code)
        self.close, self.bye = close, Bye(code, detail)


class Connection:
    """One WebSocket of one person: a `room.Viewer`."""

    def __init__(self, socket: WebSocket[Any, Any, Any], you: Person, house: House) -> None:
        self.person = you.id
        self._you = you
        self._socket = socket
        self._house = house
        self._outbox = Outbox()
        self._tables: dict[str, LiveTable] = {}
        self._greeted = False
        self._faults = 0
        self._allowance, self._counted = float(BURST), time.monotonic()
        self._heard = time.monotonic()
        self._sending: float | None = None
        self._given_up: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def tell(self, message: messages.Message) -> None:
        self._outbox.tell(message)

    def update(self, parcel: Parcel) -> None:
        self._outbox.update(parcel)

    # -------------------------------------------------------------------------------------------- its life

    async def run(self) -> None:
        """Serve the connection until it ends on either side."""
        loop = asyncio.get_running_loop()
        works = [loop.create_task(self._receive()), loop.create_task(self._send())]
        self._house.connections.add(self)
        try:
            await asyncio.wait([*works, self._given_up], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._house.connections.discard(self)
            for live in self._tables.values():
                self._house.tables.leave(self, live)
            for work in (*works, self._given_up):  # a future that nobody gave up would be waited for without end
                work.cancel()
            endings = await asyncio.gather(*works, self._given_up, return_exceptions=True)
        await self._end(endings)

    def check(self) -> None:
        """Give up a reader that is stuck, and a client that says nothing."""
        now, config = time.monotonic(), self._house.config
        if self._outbox.overflowing or (self._sending is not None and now - self._sending > config.stuck):
            self._give_up(Goodbye(SLOW, "slow"))
        elif now - self._heard > config.silence:
            self._give_up(Goodbye(SILENT, "silent"))

    def _give_up(self, why: Goodbye) -> None:
        if not self._given_up.done():
            self._given_up.set_exception(why)

    async def _end(self, endings: list[Any]) -> None:
        for ending in endings:
            if isinstance(ending, Goodbye):
                return await self._close(ending)
            if isinstance(ending, Exception) and not isinstance(ending, OSError | WebSocketException):  # the other end
                log.error("connection", exc_info=ending)
        return None

    async def _close(self, why: Goodbye) -> None:
        """Say goodbye; whoever does not even read that is cut off."""
        try:
            async with asyncio.timeout(CLOSE_S):
                await self._socket.send_text(msgspec.json.encode(why.bye))
                await self._socket.close(why.close, why.bye.code)
        except (OSError, WebSocketException):  # a timeout, or gone already
            if abort := self._socket.scope["state"].get("abort"):
                abort()

    # --------------------------------------------------------------------------------------------- sending

    async def _send(self) -> None:
        while True:
            data = await self._outbox.next()
            self._sending = time.monotonic()
            await self._socket.send({"type": "websocket.send", "bytes": None, "text": data.decode()})
            self._sending = None

    # ------------------------------------------------------------------------------------------- receiving

    async def _receive(self) -> None:
        while (frame := await self._socket.receive())["type"] != "websocket.disconnect":
            self._heard = time.monotonic()
            try:
                await self._take(self._message(frame))
            except BadFrame as fault:
                self._fault(fault)
            except Goodbye:
                raise
            except Exception:  # a bug of ours must not cost the connection
                log.exception("broken", person=self.person)
                self.tell(Refused("broken", "", {}))

    def _fault(self, fault: BadFrame) -> None:
        self._faults += 1
        if self._faults > MOST_FAULTS:
            raise Goodbye(FAULTY, "too_many_faults")
        self.tell(Refused(fault.code, "", fault.detail))

    def _message(self, frame: Any) -> messages.ClientMessage:
        """The message in a frame; raises BadFrame."""
        self._slow_down()
        text = frame.get("text")
        if text is None:
            raise BadFrame(reason="binary")
        data = text.encode()
        if len(data) > FRAME_BYTES:
            raise BadFrame(reason="too_long", length=len(data), most=FRAME_BYTES)
        try:
            return _decode(data)
        except msgspec.ValidationError as fault:
            raise BadFrame(**where(str(fault))) from None
        except (msgspec.DecodeError, RecursionError):
            raise BadFrame(reason="not_json") from None

    def _slow_down(self) -> None:
        """More frames than anybody plays with are faults."""
        now = time.monotonic()
        self._allowance = min(BURST, self._allowance + (now - self._counted) * A_SECOND) - 1
        self._counted = now
        if self._allowance < 0:
            raise BadFrame("too_fast", most=int(A_SECOND))

    async def _take(self, message: messages.ClientMessage) -> None:
        """Do what a message asks; what cannot be is refused to the sender alone."""
        if isinstance(message, Hello):
            return self._hello(message)
        if not self._greeted:
            raise BadFrame("hello_first")
        try:
            match message:
                case Ping():
                    self.tell(Pong())
                case Join(table, match_number, since):
                    await self._join(table, match_number, since)
                case Look(table, seats):
                    self._live(table).look(self, seats)
                case Act(table):
                    self._live(table).act(self, message)
                case Ask(table):
                    raise Illegal("no_asking", "")  # in a race it would be an oracle
                case Talk(table, text):
                    await self._live(table).talk(self, text)
        except Illegal as no:
            self.tell(
                Refused(no.code, no.ruling, no.detail, getattr(message, "ref", None), getattr(message, "table", None))
            )
        return None

    def _hello(self, hello: Hello) -> None:
        if hello.version != messages.VERSION:
            raise Goodbye(FAULTY, "version", version=messages.VERSION)
        self._greeted = True
        self.tell(Welcome(You(self._you.id, self._you.name), messages.VERSION))

    async def _join(self, table: str, match: int | None, since: int | None) -> None:
        if table not in self._tables and len(self._tables) >= MOST_TABLES:
            raise Illegal("too_many_joined", "", most=MOST_TABLES)
        self._tables[table] = await self._house.tables.join(self, table, match, since)

    def _live(self, table: str) -> LiveTable:
        if table not in self._tables:
            raise Illegal("not_joined", "", table=table)
        return self._tables[table]
