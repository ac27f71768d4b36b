"""A player's device in a process of its own: it sends what it is told at the moment it is told, and says what it heard.

Orders come as lines of JSON on standard input: a `table` to follow, or a `frame` to send at the monotonic time `at`.
The answer to a frame, which has its `ref`, goes to standard output.
"""

from __future__ import annotations

import json
import sys
import time

from websockets.sync.client import ClientConnection, connect


def obey(socket: ClientConnection, order: dict[str, object]) -> None:
    if "table" in order:
        socket.send(json.dumps({"t": "join", "table": order["table"]}))
        return
    frame = json.dumps(order["frame"])
    time.sleep(max(0.0, float(str(order["at"])) - time.monotonic()))
    socket.send(frame)
    while (answer := json.loads(socket.recv())).get("ref") != order["ref"]:
        pass
    print(json.dumps(answer), flush=True)


def main(address: str, cookie: str) -> None:
    with connect(address, additional_headers={"Cookie": cookie}, proxy=None, max_size=2**22) as socket:
        socket.send('{"t":"hello","version":1}')
        for line in sys.stdin:
            obey(socket, json.loads(line))


if __name__ == "__main__":
    main(*sys.argv[1:])
