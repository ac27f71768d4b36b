"""How other devices on this network reach the house."""

from __future__ import annotations

import socket
from contextlib import suppress

from tercet.server.config import Config


def for_others(config: Config, port: int) -> list[str]:
    """The house's addresses for other devices, the likeliest first; none if it listens for this device alone."""
    return [] if config.host else [f"http://{address}:{port}{config.base}" for address in addresses()]


def addresses() -> list[str]:
    """The addresses by which others on this network reach this machine, the likeliest first."""
    found: list[str] = []
    for probe in ("192.0.2.1", "10.255.255.255"):  # nothing is sent: the system only says which way it would go
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
            try:
                way.connect((probe, 9))
                found.append(way.getsockname()[0])
            except OSError:
                continue
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "0."))]


def is_loopback(host: str) -> bool:
    """Whether a host's name or address is this very machine."""
    return host in ("localhost", "::1") or host.removeprefix("::ffff:").startswith("127.")
