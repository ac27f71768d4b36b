"""Uvicorn's WebSocket with a shorter way for texts, which are all that a game sends: a `socket.Line`.

Most texts come in one frame that arrives alone, and go out as one; such a frame is taken apart or put together here.
All else, be it opening, closing, pinging, fragments or faults, is the library's as before.
"""

from __future__ import annotations

from collections.abc import Callable

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.utils import apply_mask

TEXT = 0x81  # the first byte of a text that is whole (RFC 6455, 5.2)
MASKED = 0x80


class LineProtocol(WebSocketsSansIOProtocol):
    """One connection. `hear` takes texts, once somebody set it; before, and for other frames, there is ASGI."""

    hear: Callable[[bytes], None] | None = None

    async def run_asgi(self) -> None:
        self.scope["state"]["line"] = self
        await super().run_asgi()

    def data_received(self, data: bytes) -> None:
        alone = self.hear and not self.close_sent and not self.frames and not self.conn.reader.buffer
        if self.hear and alone and (text := whole_text(data)) is not None:
            self.hear(text)
        else:
            super().data_received(data)

    @property
    def flows(self) -> bool:
        return self.writable.is_set() and not self.close_sent and not self.transport.is_closing()

    def write_text(self, data: bytes) -> None:
        self.transport.write(text_frame(data))

    def abort(self) -> None:
        self.transport.abort()


def whole_text(data: bytes) -> bytes | None:
    """The text of a client's frame that is whole, no fragment, and all there is in `data`; None for anything else."""
    if len(data) < 6 or data[0] != TEXT or data[1] < MASKED:
        return None
    size, start = data[1] - MASKED, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    if (size > 126 and start == 2) or len(data) != start + 4 + size:
        return None
    return apply_mask(data[start + 4 :], data[start : start + 4])


def text_frame(data: bytes) -> bytes:
    """A text as a server sends it: whole and unmasked."""
    size = len(data)
    if size < 126:
        return b"%c%c%b" % (TEXT, size, data)
    if size < 65_536:
        return b"%c\x7e%b%b" % (TEXT, size.to_bytes(2, "big"), data)
    return b"%c\x7f%b%b" % (TEXT, size.to_bytes(8, "big"), data)
