"""The shorter way for texts: the same frames as the library's, and only those that it may take."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from tercet.server.line import text_frame, whole_text
from tests.server.houses import house

MASKS = st.binary(min_size=4, max_size=4)
SIZES = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000]


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, fin: bool = True, mask: bool = True) -> bytes:
    """A frame as the library makes it."""
    return Frame(opcode, data, fin).serialize(mask=mask)


@pytest.mark.parametrize("size", SIZES)
def test_frames_are_the_librarys(size: int) -> None:
    data = b"x" * size
    assert text_frame(data) == frame(data, mask=False)
    taken = whole_text(frame(data))
    assert taken == data if size < 65_536 else taken is None


@given(st.binary(max_size=300))
def test_what_is_not_one_whole_text_is_left_to_the_library(data: bytes) -> None:
    whole = frame(data)
    assert whole_text(whole) == data
    for other in (
        whole[:-1], whole + b"x", whole + whole, frame(data, Opcode.BINARY), frame(data, Opcode.PING),
        frame(data, Opcode.CONT), frame(data, fin=False), frame(data, mask=False), b"", whole[:1], whole[:5],
    ):  # fmt: skip
        assert whole_text(other) is None


@given(st.binary(max_size=40))
def test_noise_is_never_a_fault(noise: bytes) -> None:
    text = whole_text(noise)
    assert text is None or len(text) == len(noise) - 6


async def test_fragments_pings_and_texts_in_pieces_come_through(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        line = await ann.connect()
        await line.socket.send(["{", '"t":', '"ping"', "}"])  # fragments
        await line.hear("pong")
        await (await line.socket.ping())
        transport = line.socket.transport
        whole = frame(b'{"t":"ping"}')
        for piece in (whole[:1], whole[1:7], whole[7:] + whole + whole[:3], whole[3:]):
            transport.write(piece)
            line.say("ping") if piece == whole[3:] else None
        for _ in range(4):
            await line.hear("pong")
        for bad in (b"\xff\xfe", b'{"t":"\xc3"}'):  # no UTF-8
            transport.write(frame(bad))
            assert (await line.hear("refused"))["code"] == "bad_frame"
        transport.write(frame(b"x", mask=False))
        assert await line.gone() == 1002
