"""The baseline of the server: a bare ASGI handler that sends every frame's answer to all four in its room.

It judges nothing and writes nothing down; what it sends is one and the same text, as long as the house's updates.
`python -m bench.bare FILE` serves the text in that file, and prints its port.
"""

from __future__ import annotations

import socket
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any

import uvicorn

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Bare:
    """An ASGI application; the query string of a socket's address names its room."""

    def __init__(self, text: str) -> None:
        self._answer = {"type": "websocket.send", "text": text}
        self._rooms: defaultdict[bytes, list[Send]] = defaultdict(list)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        room = self._rooms[scope["query_string"]]
        room.append(send)
        try:
            while (await receive())["type"] == "websocket.receive":
                for other in room:
                    await other(self._answer)
        finally:
            room.remove(send)


def main() -> None:
    listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        Bare(Path(sys.argv[1]).read_text(encoding="utf-8")),
        http="httptools",
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="error",
        access_log=False,
    )
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
