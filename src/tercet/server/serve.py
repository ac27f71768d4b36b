"""`tercet serve` and `tercet play`: the house on a port of this machine."""

from __future__ import annotations

import argparse
import asyncio
import errno
import gc
import io
import logging
import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from typing import Any

import segno
import structlog
import uvicorn

from tercet.server.app import build_house
from tercet.server.config import Config, ConfigError, read
from tercet.server.counts import faults
from tercet.server.line import LineProtocol
from tercet.server.network import for_others
from tercet.server.store import StoreError, open_database

FRAME_LIMIT = 256 * 1024  # of the protocol; what is longer than a message may be is refused in `socket`
BACKLOG = 1024


def serve(options: argparse.Namespace) -> int:
    """Run the house until it is stopped."""
    return _run(options, play=False)


def play(options: argparse.Namespace) -> int:
    """Run the house for everybody on this network, tell its addresses, and open it in a browser."""
    return _run(options, play=True)


def _run(options: argparse.Namespace, play: bool) -> int:
    defaults = {"host": "", "log": "warning", "log_format": "console"} if play else {}
    try:
        config = read(vars(options), os.environ, **defaults)
        listener = listen(config)
        open_database(config.database)
    except (ConfigError, StoreError) as fault:
        print(f"tercet: {fault}", file=sys.stderr)
        return 2
    set_up_logging(config.log, config.log_format)
    port = listener.getsockname()[1]
    here = f"http://{shown_host(config.host)}:{port}{config.base}"
    if play or sys.stdout.isatty():
        print(welcome(here, for_others(config, port)), flush=True)
    else:  # a journal needs no picture
        print(f"Tercet is open at {here}", flush=True)
    server = Server(server_config(config), here if play and not options.no_browser else None)
    calm_collector()
    server.run(sockets=[listener])
    return 0 if server.started else 1


def calm_collector() -> None:
    """Let Python look for cycles less often: what is loaded stays, and games make none."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def server_config(config: Config) -> uvicorn.Config:
    return uvicorn.Config(
        build_house(config),
        http="httptools",
        ws=LineProtocol,
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=1,
        lifespan="on",
    )


class Server(uvicorn.Server):
    """Uvicorn's server, which opens a browser once it answers, and says goodbye at the end."""

    def __init__(self, config: uvicorn.Config, address: str | None) -> None:
        super().__init__(config)
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._address and has_display():
            threading.Thread(target=webbrowser.open, args=[self._address], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody to come back in a while; what they did is written down already."""
        house = self.config.app.house  # type: ignore[union-attr]
        house.end_connections("closing")
        await asyncio.sleep(0)  # they are told before the server closes its sockets
        await super().shutdown(sockets)


def has_display() -> bool:
    """Whether a browser could open a window."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def listen(config: Config) -> socket.socket:
    """The socket on which the house listens; raises ConfigError if it can't be had."""
    try:
        listener = _listener(config)
    except OSError as fault:
        if fault.errno == errno.EADDRINUSE:
            raise ConfigError(f"Port {config.port} is in use; choose another with --port.") from None
        where = f"{config.host or 'all addresses'}, port {config.port}"
        raise ConfigError(f"Tercet can't listen on {where}: {fault.strerror or fault}.") from None
    listener.setblocking(False)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio sets it for sockets of its own only
    return listener


def _listener(config: Config) -> socket.socket:
    if not config.host and socket.has_dualstack_ipv6():
        with suppress(OSError):  # a machine may know IPv6 and have it switched off
            return socket.create_server(("", config.port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True)
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    return socket.create_server((config.host, config.port), family=family, backlog=BACKLOG)


def shown_host(host: str) -> str:
    return f"[{host}]" if ":" in host else host or "localhost"


def welcome(here: str, others: list[str]) -> str:
    """What the host reads: where the house is, and a picture of it for phones."""
    lines = ["", "  Tercet is open.", "", f"  On this device:  {here}"]
    lines += [f"  On this network: {address}" for address in others]
    if others:
        picture = io.StringIO()
        segno.make(others[0], error="l").terminal(picture, compact=True, border=2)
        lines += ["", *(f"  {line}" for line in picture.getvalue().splitlines())]
    return "\n".join([*lines, "", "  Stop it with Ctrl+C.", ""])


def set_up_logging(level: str, form: str) -> None:
    """Lines on standard error, as JSON or for people to read. Nothing logged holds a card, a name or a secret."""
    number = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Any] = [structlog.stdlib.add_log_level, structlog.processors.TimeStamper(fmt="iso", utc=True)]
    structlog.configure(
        processors=[_count_fault, *shared, *_rendering(form)],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    foreign = [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendering(form)]
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=foreign, foreign_pre_chain=shared))
    logging.basicConfig(level=max(number, logging.WARNING), handlers=[handler], force=True)


def _rendering(form: str) -> list[Any]:
    """How an event becomes a line; tracebacks are plain, for a fancy one would show what variables hold."""
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]


def _count_fault(_: Any, level: str, event: Any) -> Any:
    if level in ("error", "exception", "critical"):
        faults[event["event"]] += 1
    return event
