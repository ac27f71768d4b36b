"""Houses for tests: a real server in this process, or in one of its own that can be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import uvicorn

from tercet.server import serve
from tercet.server.config import Config
from tercet.server.house import House
from tests.server.people import Guest


class Open:
    """A running house: its address, and in this process the house itself."""

    def __init__(self, address: str, house: House) -> None:
        self.address, self.house = address, house

    def guest(self) -> Guest:
        return Guest(self.address)


@contextlib.asynccontextmanager
async def house(data: Path, sending: int = 0, **choices: Any) -> AsyncIterator[Open]:
    """A house in this process on a free port of loopback; the kernel keeps `sending` bytes for each of its readers."""
    config = Config(**{"host": "127.0.0.1", "port": 0, "data": data, **choices})
    listener = serve.listen(config)
    if sending:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, sending)
    made = serve.server_config(config)
    server = uvicorn.Server(made)
    with server_signals(server):
        running = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        app: Any = made.app
        try:
            address = f"http://127.0.0.1:{listener.getsockname()[1]}{config.base}"
            yield Open(address, app.house)
        finally:
            server.should_exit = True
            await running
            listener.close()


@contextlib.contextmanager
def server_signals(server: uvicorn.Server) -> Iterator[None]:
    """Uvicorn takes the process's signals over, which are pytest's here."""
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    yield


class Process:
    """A house in a process of its own, on one port for all its lives."""

    def __init__(self, data: Path, *options: str, log: Path | None = None) -> None:
        """Its log goes to a file, or where the tests' own goes."""
        self._log = log
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}/"
        self._command = [sys.executable, "-m", "tercet.cli", "serve", "--port", str(self.port), "--data", str(data)]
        self._command += options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with self._log.open("ab") if self._log else contextlib.nullcontext() as log:
            self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=log, env={**os.environ})
        for _ in range(600):
            assert self._process.poll() is None, "the server ended"
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        """End it as a crash does."""
        if self._process:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()

    def stop(self) -> int:
        """Ask it to end, and wait until it has; gives its exit status."""
        assert self._process
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(30)

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    @property
    def memory(self) -> int:
        """Resident bytes."""
        assert self._process
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) * 1024

    def guest(self) -> Guest:
        return Guest(self.address)


@contextlib.contextmanager
def process(data: Path, *options: str, log: Path | None = None) -> Iterator[Process]:
    """A house in a process, which is ended at last."""
    made = Process(data, *options, log=log)
    try:
        made.start()
        yield made
    finally:
        made.kill()
