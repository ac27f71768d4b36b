"""A player's device in a process of its own: it sends what it is told at the moment it is told, and says what it heard.

Orders come as lines of JSON on standard input: a `table` to follow, or a `frame` to send at the monotonic time `at`.
The answer to a frame, which has its `ref`, goes to standard output.
"""

from __future__ import annotations

import json
import sys
import time

from websockets.sync.client import ClientConnection, connect


def follow(address: str, cookie: str, table: str) -> ClientConnection:
    """A socket that has said hello and follows a table."""
    socket = connect(address, additional_headers={"Cookie": cookie}, proxy=None, max_size=2**22)
    socket.send('{"t":"hello","version":1}')
    socket.send(json.dumps({"t": "join", "table": table}))
    return socket


def send(socket: ClientConnection, frame: object, ref: str, at: float) -> None:
    """Send a frame at its moment, and tell what is answered."""
    text = json.dumps(frame)
    time.sleep(max(0.0, at - time.monotonic()))
    socket.send(text)
    while (answer := json.loads(socket.recv())).get("ref") != ref:
        pass
    print(json.dumps(answer), flush=True)


def main(address: str, cookie: str) -> None:
    socket: ClientConnection | None = None
    for line in sys.stdin:
        order = json.loads(line)
        if "table" in order:
            if socket:
                socket.close()
            socket = follow(address, cookie, order["table"])
        elif socket:
            send(socket, **order)
    if socket:
        socket.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
