"""What waits for a slow reader: the newest view, every row, no lost answer, and a bounded sum."""

from __future__ import annotations

import json
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from tercet.server.messages import Pong, Refused
from tercet.server.outbox import MOST_BYTES, ROWS_BYTES, Outbox, Parcel, Stand


def parcel(seq: int, table: str = "BCDFG", match: int = 1, size: int = 1, **more: Any) -> Parcel:
    stand = Stand(table, match, seq, 5_000, Raw(b"{}"), lambda: (4_000, True))
    row = Raw(json.dumps({"seq": seq, "fill": "x" * size}).encode())
    return Parcel(stand, (row,), {"all": Raw(b'{"n":%d}' % seq)}, **more)


def sent(outbox: Outbox) -> list[dict[str, Any]]:
    found = []
    while data := outbox.next():
        found.append(json.loads(data))
    return found


def seqs(update: dict[str, Any]) -> list[int]:
    return [row["seq"] for row in update["rows"]]


def test_the_newest_update_takes_the_place_of_the_waiting_one() -> None:
    outbox = Outbox()
    for seq in range(5):
        outbox.update(parcel(seq))
    (update,) = sent(outbox)
    assert (update["seq"], update["views"]) == (4, {"all": {"n": 4}})
    assert seqs(update) == [0, 1, 2, 3, 4] and update["fresh"]
    assert (update["at"], update["running"], update["left_ms"]) == (4_000, True, 1_000)
    assert not outbox.next()


def test_tables_and_other_messages_wait_in_turn() -> None:
    outbox = Outbox()
    outbox.update(parcel(1))
    outbox.tell(Pong())
    outbox.update(parcel(7, table="GGGGG"))
    outbox.update(parcel(2))
    assert [m.get("table", m["t"]) for m in sent(outbox)] == ["pong", "GGGGG", "BCDFG"]


def test_no_answer_is_lost() -> None:
    outbox = Outbox()
    outbox.update(parcel(1))
    outbox.update(parcel(2, ref="a"))
    outbox.update(parcel(3))
    outbox.update(parcel(4, ref="b"))
    outbox.update(parcel(5))
    assert [(m["ref"], seqs(m)) for m in sent(outbox)] == [("a", [1, 2, 3]), ("b", [4, 5])]
    outbox.update(parcel(1, ref="a"))
    outbox.update(parcel(2, ref="b"))
    assert [m["ref"] for m in sent(outbox)] == ["a", "b"]


def test_a_new_match_or_a_new_start_drops_older_rows() -> None:
    outbox = Outbox()
    outbox.update(parcel(9))
    outbox.update(parcel(0, match=2))
    (update,) = sent(outbox)
    assert (update["match"], seqs(update)) == (2, [0])
    outbox.update(parcel(5))
    outbox.update(parcel(6, fresh=False))
    outbox.update(parcel(7))
    (update,) = sent(outbox)
    assert (update["fresh"], seqs(update)) == (False, [6, 7])


def test_rows_as_a_seat_saw_them_are_not_for_who_looks_elsewhere_now() -> None:
    """G2: a slow reader who lowers the curtain gets no row with cards of the hand."""
    outbox = Outbox()
    mine, everybodys = {"0": Raw(b'{"n":0}')}, {"all": Raw(b'{"n":1}')}
    outbox.update(replace(parcel(1, ref="a"), views=mine))
    outbox.update(replace(parcel(2), rows=(), views=everybodys))
    (update,) = sent(outbox)
    assert (update["rows"], update["fresh"], update["ref"], set(update["views"])) == ([], False, "a", {"all"})
    outbox.update(replace(parcel(2), views=everybodys))
    outbox.update(replace(parcel(3), views=mine))  # what everybody may see, each seat may
    (update,) = sent(outbox)
    assert (seqs(update), update["fresh"]) == ([2, 3], True)


def test_too_many_rows_are_left_out() -> None:
    outbox = Outbox()
    for seq in range(100):
        outbox.update(parcel(seq, size=1_000))
    (update,) = sent(outbox)
    assert update["seq"] == 99 and not update["fresh"] and len(json.dumps(update["rows"])) < ROWS_BYTES
    assert not outbox.overflowing


def test_it_knows_when_it_is_too_much() -> None:
    outbox = Outbox()
    count = 0
    while not outbox.overflowing:
        outbox.tell(Refused("paused", "G6", {"fill": "x" * 1_000}))
        count += 1
    assert MOST_BYTES / 1_200 < count < MOST_BYTES / 900
