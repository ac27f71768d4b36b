"""Scripted people: a browser's cookie, HTTP calls and one socket at a time, in a few lines each."""

from __future__ import annotations

import asyncio
import json
import ssl
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tercet.engine import sets

Json = dict[str, Any]
PATIENCE_S = 30.0  # for anything that should come at once: the machine may have much else to do
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # made once, for making one is slow


class Guest:
    """Somebody with a browser of their own; `address` is the house's, ending in "/"."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.lines: list[Line] = []
        # A line for each request: a kept one may be closed by the house just when it is used again.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.AsyncClient(base_url=address, timeout=20, verify=NO_TLS, limits=limits)

    async def __aenter__(self) -> Guest:
        self.you = (await self.http.get("api/me")).json()
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(line.close() for line in self.lines))
        await self.http.aclose()

    async def call(self, path: str, body: Json | None = None, status: int = 200) -> Any:
        """A call of the interface, which must be answered with this status."""
        answer = await (self.http.get(path) if body is None else self.http.post(path, json=body))
        assert answer.status_code == status, (answer.status_code, answer.text)
        return answer.json()

    async def open(self, *seats: str | Json, **more: Any) -> Json:
        """Open a table with these kinds of seats."""
        wanted = [seat if isinstance(seat, dict) else {"kind": seat} for seat in seats]
        table: Json = await self.call("api/tables", {"game": "trios", "seats": wanted, **more}, 201)
        return table

    async def sit(self, code: str, **body: Any) -> Json:
        table: Json = await self.call(f"api/tables/{code}/sit", body)
        return table

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def dial(self, headers: Json | None = None, **more: Any) -> ClientConnection:
        """A bare socket."""
        url = self.address.replace("http", "ws", 1) + "ws"
        headers = {"Cookie": self.cookie} if headers is None else headers
        settings: Json = {"max_size": 2**22, "ping_interval": None, "proxy": None, "close_timeout": 1}
        settings |= {"open_timeout": PATIENCE_S, **more}
        return await connect(url, additional_headers=headers, **settings)

    def line(self, socket: ClientConnection, delay: float = 0) -> Line:
        """A socket that is read, and closed when this person goes."""
        self.lines.append(Line(socket, delay))
        return self.lines[-1]

    async def connect(self, delay: float = 0, **more: Any) -> Line:
        """A socket that has said hello."""
        line = self.line(await self.dial(**more), delay)
        line.say("hello", version=1)
        await line.hear("welcome")
        return line

    async def join(
        self, code: str, *seats: int, since: int = -1, match: int | None = None, delay: float = 0, **more: Any
    ) -> Line:
        """A socket that follows a table and looks at these seats."""
        line = await self.connect(delay, **more)
        await line.join(code, *seats, since=since, match=match)
        return line


class Line:
    """One socket. It reads all the time, as a browser does; what was heard is kept in order.

    Everything takes `delay` seconds each way. A line that is `asleep` stops reading.
    """

    def __init__(self, socket: ClientConnection, delay: float = 0) -> None:
        self.socket = socket
        self.delay = delay
        self.heard: list[Json] = []
        self.frames: list[str] = []
        self.closed: int | None = None
        self.table: Json = {}
        self.update: Json = {}
        self.rows: list[Json] = []
        self._refs = 0
        self._more = asyncio.Condition()
        self._awake = asyncio.Event()
        self._awake.set()
        self._reader = asyncio.create_task(self._read())
        self._heart = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(10)
            await self.send_now('{"t":"ping"}')

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for frame in self.socket:
                assert isinstance(frame, str)
                await self._awake.wait()
                if self.delay:
                    later(self.delay, self._taken(frame))
                else:
                    await self._taken(frame)
        self.closed = self.socket.close_code
        async with self._more:
            self._more.notify_all()

    async def _taken(self, frame: str) -> None:
        self._take(frame)
        async with self._more:
            self._more.notify_all()

    def sleep(self) -> None:
        """Stop reading."""
        self._awake.clear()

    def _take(self, frame: str) -> None:
        message = json.loads(frame)
        self.frames.append(frame)
        self.heard.append(message)
        if message["t"] == "presence":
            self.table = message["table"]
        if message["t"] == "update":
            known = self.rows if message["fresh"] and self.update.get("match") == message["match"] else []
            last = known[-1]["seq"] if known else -1
            self.rows = [*known, *(row for row in message["rows"] if row["seq"] > last)]
            self.update = message

    def say(self, t: str, **fields: Any) -> None:
        self.raw(json.dumps({"t": t, **fields}))

    def raw(self, frame: str | bytes) -> None:
        later(self.delay, self.send_now(frame))

    async def send_now(self, frame: str | bytes) -> None:
        """Send, and wait until it is on its way; a line that is gone swallows it."""
        with suppress(ConnectionClosed):
            await self.socket.send(frame)

    async def until(self, true: Callable[[], Any], seconds: float = PATIENCE_S) -> Any:
        """Wait until something heard makes this true; gives what it gave."""
        async with asyncio.timeout(seconds), self._more:
            while not (found := true()):
                assert self.closed is None, f"closed by {self.closed}: {self.heard[-1:]}"
                await self._more.wait()
        return found

    async def change(self, seconds: float) -> None:
        """Wait until anything more is heard, or for so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._more:
                await self._more.wait()

    async def hear(self, t: str, seconds: float = PATIENCE_S, **fields: Any) -> Json:
        """The next message of this type with these fields, from those not yet asked for."""

        def found() -> Json | None:
            for i, message in enumerate(self.heard):
                if message["t"] == t and all(message.get(name) == value for name, value in fields.items()):
                    del self.heard[: i + 1]
                    return message
            return None

        message: Json = await self.until(found, seconds)
        return message

    async def gone(self, seconds: float = PATIENCE_S) -> int | None:
        """Wait until the other end has closed; gives the code."""
        async with asyncio.timeout(seconds):
            await asyncio.shield(self._reader)
        return self.closed

    async def join(self, code: str, *seats: int, since: int = -1, match: int | None = None) -> None:
        self.code = code
        self.say("join", table=code, match=match, since=since)
        await self.hear("presence")
        if self.table["match"] is not None:
            await self.hear("update")
        if seats:
            self.say("look", table=code, seats=list(seats))
            if self.table["match"] is not None:
                await self.until(lambda: set(self.update["views"]) == {str(seat) for seat in seats})

    async def begun(self) -> None:
        """Wait until cards lie on the table."""
        await self.until(lambda: self.update and self.view["table"])

    async def reach(self, seq: int, match: int = 1) -> Json:
        """Wait until this row, or a later one, was heard of; gives the update."""
        await self.until(lambda: (self.update.get("match", 0), self.update.get("seq", -1)) >= (match, seq))
        return self.update

    async def over(self, seconds: float = PATIENCE_S) -> None:
        """Wait until the game is over."""
        await self.until(lambda: self.view["phase"] == "over", seconds)

    async def answer(self, ref: str) -> Json:
        """What was answered to this wish; waits for it, and leaves it among what was heard."""
        answer: Json = await self.until(lambda: next((m for m in self.heard if m.get("ref") == ref), None))
        return answer

    @property
    def view(self) -> Json:
        """The first of the views last heard."""
        view: Json = next(iter(self.update["views"].values()))
        return view

    def act(self, by: int, t: str, ref: str | None = None, **fields: Any) -> str:
        """Send a wish; gives its ref."""
        self._refs += 1
        ref = ref or f"{id(self):x}.{self._refs}"
        self.act_on(self.code, self.update["match"], by, t, ref, **fields)
        return ref

    def act_on(self, code: str, match: int, by: int, t: str, ref: str, **fields: Any) -> None:
        """Send a wish for this match, whatever was heard of it."""
        self.say("act", table=code, match=match, seat=by, ref=ref, action={"t": t, **fields})

    async def did(self, by: int, t: str, **fields: Any) -> Json:
        """Send a wish and wait for its update."""
        return await self.hear("update", ref=self.act(by, t, **fields))

    async def refused(self, by: int, t: str, **fields: Any) -> Json:
        """Send a wish and wait for its refusal."""
        return await self.hear("refused", ref=self.act(by, t, **fields))

    def trio(self) -> list[int]:
        """A set that lies on the table, if there is one."""
        found = sets.find_sets([card for card in self.view["table"] if card is not None and card >= 0])
        return list(found[0]) if found else []

    async def close(self) -> None:
        self._awake.set()
        self._heart.cancel()
        await self.socket.close()
        await self._reader


_tasks: set[asyncio.Task[None]] = set()


def later(seconds: float, work: Coroutine[Any, Any, None]) -> None:
    """Do something after a while, in the order in which it was asked for if the while is the same."""

    async def wait() -> None:
        if seconds:
            await asyncio.sleep(seconds)
        await work

    task = asyncio.create_task(wait())
    _tasks.add(task)
    task.add_done_callback(_tasks.discard)
