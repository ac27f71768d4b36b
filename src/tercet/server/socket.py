"""A connection: frames in, messages out. It judges frames, not games; what it is sent can harm nothing but itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

import msgspec
import structlog

from tercet.engine import core
from tercet.engine.core import Illegal
from tercet.server import messages
from tercet.server.house import House
from tercet.server.live import LiveTable
from tercet.server.messages import (
    Act,
    Ask,
    Bye,
    EndOthers,
    Hello,
    Join,
    Look,
    Ping,
    Pong,
    Refused,
    Talk,
    Welcome,
    You,
    where,
)
from tercet.server.outbox import Outbox, Parcel
from tercet.server.store import Person

log = structlog.get_logger()

Receive = Callable[[], Awaitable[Any]]  # frames, in ASGI's terms
Send = Callable[[Any], Awaitable[None]]

FRAME_BYTES = 16 * 1024
MOST_FAULTS = 20
MOST_TABLES = 8  # that one connection follows
BURST, A_SECOND = 80, 40.0  # frames at once, and in the long run
CLOSE_S = 1.0

FAULTY, SLOW, SILENT, FULL, GONE, RESTART = 4400, 4408, 4409, 4429, 4410, 1012  # close codes

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


OF_THE_HOUSE = {
    why.bye.code: why for why in (Goodbye(GONE, "sent_away"), Goodbye(GONE, "signed_out"), Goodbye(RESTART, "closing"))
}


class Line(Protocol):
    """A shorter way to the wire than ASGI's, where the server offers one (see `serve`)."""

    hear: Callable[[bytes], None] | None  # takes every text that comes in one frame

    @property
    def flows(self) -> bool:
        """Whether the reader keeps up."""

    def write_text(self, data: bytes) -> None:
        """Send a text now; only while it flows."""

    def abort(self) -> None:
        """Cut the connection off, whatever waits in it."""


class Connection:
    """One WebSocket of one person: a `room.Viewer`."""

    def __init__(
        self,
        receive: Receive,
        send: Send,
        you: Person,
        house: House,
        line: Line | None = None,
        address: str = "",
        session: str = "",
    ) -> None:
        self.person, self.address, self.session = you.id, address, session
        self.page: str | None = None
        self._you = you
        self._receive_frame, self._send_frame, self._line = receive, send, line
        self._house = house
        self._outbox = Outbox()
        self._tables: dict[str, LiveTable] = {}
        self._greeted = False
        self._faults = 0
        self._allowance, self._counted = float(BURST), time.monotonic()
        self._heard = time.monotonic()
        self._sender: asyncio.Task[None] | None = None
        self._sending = 0.0  # since when the sender waits for the reader
        self._receiver: asyncio.Task[Any] | None = None
        self._given_up: Goodbye | None = None
        self._busy: asyncio.Task[None] | None = None
        self._backlog: list[bytes | None] = []

    # -------------------------------------------------------------------------------------------- its life

    async def run(self) -> None:
        """Serve the connection until it ends on either side."""
        if self._house.full(self.address):
            self._house.counts.given_up["house_full"] += 1
            return await self._close(Goodbye(FULL, "house_full"))
        self._receiver = asyncio.current_task()
        self._house.connections.add(self)
        self._house.counts.connections += 1
        try:
            await self._receive()
        except asyncio.CancelledError:
            if self._given_up is None or self._receiver is None:
                raise
            self._receiver.uncancel()
        finally:
            self._house.connections.discard(self)
            for work in (self._busy, self._sender):
                if work:
                    work.cancel()
            for live in self._tables.values():
                self._house.tables.leave(self, live)
        if self._given_up:
            await self._close(self._given_up)

    def check(self) -> None:
        """Give up a reader that is stuck, and a client that says nothing."""
        now, config = time.monotonic(), self._house.config
        if self._outbox.overflowing or (self._sender and now - self._sending > config.stuck):
            self._give_up(Goodbye(SLOW, "slow"))
        elif now - self._heard > config.silence:
            self._give_up(Goodbye(SILENT, "silent"))

    def end(self, code: str) -> None:
        """Close the connection for a reason of the house."""
        self._give_up(OF_THE_HOUSE[code])

    def _give_up(self, why: Goodbye) -> None:
        if self._receiver and self._given_up is None:
            self._given_up = why
            self._house.counts.given_up[why.bye.code] += 1
            self._receiver.cancel()

    async def _close(self, why: Goodbye) -> None:
        """Say goodbye; whoever does not even read that is cut off."""
        try:
            async with asyncio.timeout(CLOSE_S):
                await self._send_text(core.encode(why.bye))
                await self._send_frame({"type": "websocket.close", "code": why.close, "reason": why.bye.code})
        except OSError:  # a timeout, or gone already
            if self._line:
                self._line.abort()

    # --------------------------------------------------------------------------------------------- sending

    def tell(self, message: messages.Message) -> None:
        """Send a message; it waits if the reader does not keep up."""
        if self._line and self._may_write():
            self._line.write_text(core.encode(message))
        else:
            self._outbox.tell(message)
            self._send_soon()

    def update(self, parcel: Parcel) -> None:
        """Send an update; while it waits, a newer one takes its place."""
        if self._line and self._may_write():
            self._line.write_text(parcel.encode())
        else:
            self._outbox.update(parcel)
            self._send_soon()

    def elsewhere(self, table: str) -> None:
        """It no longer follows this table: its person ended it from another page."""
        self._tables.pop(table, None)
        self.tell(messages.Elsewhere(table))

    def _may_write(self) -> bool:
        """Whether nothing is before it: no message that waits, and no reader that holds it up."""
        return self._sender is None and self._line is not None and self._line.flows

    def _send_soon(self) -> None:
        if self._sender is None:
            self._sending = time.monotonic()
            self._sender = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        """Send what waits, each as soon as the reader takes it."""
        try:
            while data := self._outbox.next():
                await self._send_text(data)
                self._sending = time.monotonic()
        except (OSError, RuntimeError):
            return  # the other end has gone, which the receiver hears too, or has said goodbye
        self._sender = None

    async def _send_text(self, data: bytes) -> None:
        await self._send_frame({"type": "websocket.send", "bytes": None, "text": data.decode()})

    # ------------------------------------------------------------------------------------------- receiving

    async def _receive(self) -> None:
        """Take frames in until the other end has gone; a line hands texts over by itself."""
        if self._line:
            self._line.hear = self._hear
        while (frame := await self._receive_frame())["type"] != "websocket.disconnect":
            text = frame.get("text")
            self._hear(None if text is None else text.encode())

    def _hear(self, data: bytes | None) -> None:
        """Take one frame in: a text, or None for what is none."""
        self._heard = time.monotonic()
        if self._given_up:
            return
        try:
            self._slow_down()
            if self._busy:
                self._backlog.append(data)
            else:
                self._take(self._message(data))
        except BadFrame as fault:
            self._fault(fault)
        except Goodbye as why:
            self._give_up(why)
        except Exception:  # a bug of ours must not cost the connection
            self._broke()

    def _broke(self) -> None:
        log.exception("broken", person=self.person)
        self.tell(Refused("broken", "", {}))

    def _fault(self, fault: BadFrame) -> None:
        self._faults += 1
        if self._faults > MOST_FAULTS:
            self._give_up(Goodbye(FAULTY, "too_many_faults"))
        else:
            self.tell(Refused(fault.code, "", fault.detail))

    def _message(self, data: bytes | None) -> messages.ClientMessage:
        """The message in a frame; raises BadFrame."""
        if data is None:
            raise BadFrame(reason="binary")
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

    def _take(self, message: messages.ClientMessage) -> None:
        """Do what a message asks; what cannot be is refused to the sender alone."""
        if not self._greeted and not isinstance(message, Hello):
            raise BadFrame("hello_first")
        try:
            match message:
                case Act():
                    self._live(message.table).act(self, message)
                case Ping():
                    self.tell(Pong())
                case Look():
                    self._live(message.table).look(self, message.seats)
                case Join():
                    self._do(message, self._join(message))
                case Talk():
                    self._house.talks.count(self.person)
                    self._do(message, self._live(message.table).talk(self, message))
                case EndOthers():
                    self._live(message.table).end_others(self)
                case Hello():
                    self._hello(message)
                case Ask():
                    self._live(message.table).ask(self, message)
        except Illegal as no:
            self._refuse(message, no)

    def _refuse(self, message: messages.ClientMessage, no: Illegal) -> None:
        ref, table = getattr(message, "ref", None), getattr(message, "table", None)
        self.tell(Refused(no.code, no.ruling, no.detail, ref, table))

    def _do(self, message: messages.ClientMessage, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while; the frames that come meanwhile wait for it."""
        self._busy = asyncio.get_running_loop().create_task(self._done(message, work))

    async def _done(self, message: messages.ClientMessage, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Illegal as no:
            self._refuse(message, no)
        except Exception:  # as in `_hear`
            self._broke()
        self._busy = None
        waiting, self._backlog = self._backlog, []
        for data in waiting:
            self._allowance += 1  # it is counted already
            self._hear(data)

    def _hello(self, hello: Hello) -> None:
        if hello.version != messages.VERSION:
            raise Goodbye(FAULTY, "version", version=messages.VERSION)
        self._greeted, self.page = True, hello.page
        self.tell(Welcome(You(self._you.id, self._you.name), messages.VERSION))

    async def _join(self, join: Join) -> None:
        if join.table not in self._tables and len(self._tables) >= MOST_TABLES:
            raise Illegal("too_many_joined", "", most=MOST_TABLES)
        names = [name for name in (self.person, self.address) if name]
        self._house.wrong_codes.check(*names)
        try:
            self._tables[join.table] = await self._house.tables.join(self, join.table, join.match, join.since)
        except Illegal as no:
            if no.code == "no_such_table":
                self._house.wrong_codes.note(*names)
            raise

    def _live(self, table: str) -> LiveTable:
        if table not in self._tables:
            raise Illegal("not_joined", "", table=table)
        if self._tables[table].closed:
            raise Illegal("table_closed", "")
        return self._tables[table]
