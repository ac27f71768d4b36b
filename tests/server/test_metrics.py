"""Health and numbers: what is told, that it is right, and to whom."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.connection import ASGIConnection
from prometheus_client.parser import text_string_to_metric_families

from tercet.server.config import Config, networks
from tercet.server.counts import Spread
from tercet.server.edge import PROXIED, address, warn_of_proxy
from tests.server.houses import Open, house, process
from tests.server.people import Guest, Json, Line

Numbers = dict[str, float]


async def numbers(guest: Guest) -> Numbers:
    """What the house tells, by the names of the samples with their labels."""
    answer = await guest.http.get("metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    samples = [sample for family in text_string_to_metric_families(answer.text) for sample in family.samples]
    return {
        f"{sample.name}{''.join(f' {value}' for value in sample.labels.values())}": sample.value for sample in samples
    }


async def test_the_numbers_are_those_of_the_house(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        before = await numbers(ann)
        assert before["tercet_connections"] == before["tercet_people_connected"] == 2
        assert before["tercet_tables_loaded"] == before["tercet_tables_kept"] == 1
        assert before["tercet_matches_playing"] == 0 and before["tercet_people_kept"] == 2
        assert before["tercet_guests_total"] == 2 and before["tercet_connections_opened_total"] == 2
        await ann.call(f"api/tables/{code}/start", {})
        await a.begun()
        await a.did(0, "trios.select", cards=a.view["table"][:1])
        await b.reach(a.update["seq"])
        await b.close()
        await a.until(lambda: not a.table["seats"][1]["here"])
        after = await numbers(ann)
        assert after["tercet_matches_playing"] == after["tercet_matches_begun_total trios"] == 1
        assert after["tercet_connections"] == 1 and after["tercet_matches_ended_total"] == 0
        assert after["tercet_rows_written_total"] >= before["tercet_rows_written_total"] + 1
        assert after["tercet_requests_total 2xx"] > before["tercet_requests_total 2xx"]
        assert after["tercet_commit_seconds_count"] == after["tercet_commit_seconds_bucket +Inf"] > 3
        assert after["tercet_commit_seconds_sum"] > 0 and after["tercet_database_bytes"] > 10_000
        assert after["process_resident_memory_bytes"] > 10_000_000


async def test_the_numbers_name_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        code = (await ann.open("me", "computer"))["code"]
        await ann.join(code, 0)
        text = (await ann.http.get("metrics")).text
        for secret in (ann.you["id"], ann.you["name"], code, ann.http.cookies["tercet"], str(tmp_path)):
            assert secret not in text
        labels = set(re.findall(r"(\w+)=\"", text))
        assert labels <= {"version", "game", "le", "status", "kind", "reason", "event"}


@pytest.mark.parametrize(
    ("metrics", "proxy", "headers", "told"),
    [
        ("local", False, {}, True),
        ("no", False, {}, False),
        ("all", False, {"X-Forwarded-For": "203.0.113.9"}, True),
        ("10.0.0.0/8", False, {}, False),
        ("127.0.0.1", False, {}, True),
        ("local", False, {"X-Forwarded-For": "127.0.0.1"}, False),  # a proxy that is not trusted: it may be anybody
        ("local", False, {"Forwarded": "for=127.0.0.1"}, False),
        ("local", True, {"X-Forwarded-For": "203.0.113.9"}, False),
        ("local", True, {"X-Forwarded-For": "127.0.0.1, 203.0.113.9"}, False),
        ("local", True, {"X-Forwarded-For": "nonsense"}, False),
        ("local", True, {"X-Forwarded-For": "127.0.0.1"}, True),  # somebody on this machine, through the proxy
        ("local", True, {}, True),  # Prometheus on this machine, past the proxy
        ("local", True, {"Host": "games.example"}, False),  # a proxy that tells nothing
        ("all", True, {"X-Forwarded-Proto": "https"}, True),
        ("203.0.113.0/24 ::1", True, {"X-Forwarded-For": "203.0.113.9"}, True),
        ("203.0.113.0/24", True, {"X-Forwarded-For": "::ffff:203.0.113.9"}, True),
    ],
)
async def test_the_numbers_are_for_those_whom_the_host_names(
    tmp_path: Path, metrics: str, proxy: bool, headers: dict[str, str], told: bool
) -> None:
    config: Any = {"metrics": networks(metrics), "proxy": proxy}
    async with house(tmp_path, **config) as h, httpx.AsyncClient(base_url=h.address) as http:
        answer = await http.get("metrics", headers=headers)
        assert (answer.status_code == 200) is told and ("tercet_connections" in answer.text) is told


@pytest.mark.parametrize("metrics", ["local", "127.0.0.0/8 10.0.0.0/8"])
@pytest.mark.parametrize("proxy", [False, True])
async def test_whoever_comes_through_a_proxy_that_does_not_name_them_is_not_local(
    tmp_path: Path, proxy: bool, metrics: str
) -> None:
    async with house(tmp_path, proxy=proxy, metrics=networks(metrics)) as h, httpx.AsyncClient() as http:
        for told in [(name,) for name in PROXIED] + list(combinations(PROXIED[1:], 2)):
            for value in ("", "unknown", "127.0.0.1:4711", "for=127.0.0.1"):
                answer = await http.get(f"{h.address}metrics", headers=dict.fromkeys(told, value))
                assert answer.status_code == 404, (told, value)


async def test_the_numbers_stand_under_the_path_of_the_house(tmp_path: Path) -> None:
    async with house(tmp_path, base="/games/") as h, h.guest() as ann:
        assert h.address.endswith("/games/")
        assert (await numbers(ann))["tercet_connections"] == 0


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """The database while somebody else keeps it from being written."""
    with closing(sqlite3.connect(data / "tercet.db")) as database:
        database.execute("begin immediate")
        yield
        database.rollback()


async def test_a_house_whose_data_cannot_be_written_is_not_well(tmp_path: Path) -> None:
    async with house(tmp_path) as h, httpx.AsyncClient(base_url=h.address, timeout=20) as http:

        async def asked() -> tuple[int, Any]:
            answer = await http.get("api/health")
            return answer.status_code, answer.json()["ok"]

        async def become(answer: tuple[int, bool]) -> None:  # a moment later: it is not tried for every question
            async with asyncio.timeout(20):
                while await asked() != answer:
                    await asyncio.sleep(0.1)

        assert await asked() == (200, True)
        with locked(tmp_path):
            await become((503, False))
        await become((200, True))


async def test_asking_how_the_house_is_costs_little(tmp_path: Path) -> None:
    async with house(tmp_path) as h, httpx.AsyncClient(base_url=h.address) as http:

        def commits() -> int:
            return h.house.counts.commit.up_to()[-1][1]

        before = commits()
        answers = await asyncio.gather(*(http.get("api/health") for _ in range(50)))
        assert {answer.status_code for answer in answers} == {200}
        assert commits() - before < 10


async def connections(h: Open, guest: Guest, wanted: int) -> list[str]:
    """Try to connect so often; gives the last words to those who were turned away."""
    said = []
    for _ in range(wanted):
        line = guest.line(await guest.dial())
        answer = await answered(line)
        if answer["t"] == "bye":
            said.append(answer["code"])
            assert await line.gone() == 4429
    return said


async def answered(line: Line) -> Json:
    """Say hello; gives the answer."""
    line.say("hello", version=1)
    answer: Json = await line.until(lambda: line.heard and line.heard[0])
    return answer


async def test_a_house_is_full_at_the_number_its_host_chose(tmp_path: Path) -> None:
    async with house(tmp_path, most_connections=3, most_tables=2) as h, h.guest() as ann, h.guest() as ben:
        assert await connections(h, ann, 5) == ["house_full"] * 2
        await ann.lines[0].close()
        await ann.lines[1].until(lambda: len(h.house.connections) == 2)
        assert await connections(h, ben, 2) == ["house_full"]
        for _ in range(2):
            await ben.open("me", "open")
        refused = await ben.call("api/tables", {"game": "trios", "seats": [{"kind": "me"}]}, status=503)
        assert refused["code"] == "house_full"
        assert (await numbers(ann))["tercet_connections_given_up_total house_full"] == 3


async def test_an_address_has_its_share_of_connections(tmp_path: Path) -> None:
    async with house(tmp_path, most_from_address=2, proxy=True) as h, h.guest() as ann:
        found = []
        for address in ("203.0.113.1", "203.0.113.1", "203.0.113.1", "203.0.113.2"):
            line = ann.line(await ann.dial({"Cookie": ann.cookie, "X-Forwarded-For": address}))
            found.append((await answered(line))["t"])
        assert found == ["welcome", "welcome", "bye", "welcome"]


def test_the_address_that_counts_is_what_the_proxy_saw() -> None:
    """The last one, on whichever line it stands: whatever a client wrote itself stands before it."""
    config = Config(proxy=True)

    def asks(*lines: bytes) -> list[str]:
        headers = [(b"host", b"localhost:8000"), *((b"x-forwarded-for", line) for line in lines)]
        scope: Any = {"type": "http", "headers": headers, "client": ("127.0.0.1", 1), "state": {}}
        return address(ASGIConnection(scope), config)

    assert asks(b"203.0.113.1") == asks(b"127.0.0.1, 203.0.113.1") == asks(b"127.0.0.1", b"203.0.113.1")
    assert asks(b"2001:db8:1:2::3") == asks(b"2001:db8:1:2:ffff::9") == ["2001:db8:1:2::/64"]  # one home
    assert asks(b"2001:db8:1:3::3") != asks(b"2001:db8:1:2::3")
    assert asks(b"::ffff:203.0.113.1") == ["::ffff:203.0.113.1"] and asks(b"fe80::1%en0") == ["fe80::1%en0"]
    assert asks() == asks(b"::1") == []
    for nonsense in (b"nonsense", b"", b"203.0.113.1, ", b"203.0.113.1:4711", b"unknown"):
        assert asks(nonsense) == ["unknown"]  # not somebody new each time, for a limit would be none


async def test_who_is_not_named_by_the_proxy_has_the_share_of_one_address(tmp_path: Path, logged: list[Any]) -> None:
    """The limits hold, and the host is told once what is wrong."""
    warn_of_proxy.cache_clear()
    async with house(tmp_path, new_guests=2, proxy=True) as h:
        statuses = []
        for headers in ({"X-Forwarded-Proto": "https"}, {"X-Real-IP": "203.0.113.9"}, {"Via": "1.1 here"}):
            async with httpx.AsyncClient(base_url=h.address, headers=headers) as http:
                statuses.append((await http.get("api/me")).status_code)
        async with httpx.AsyncClient(base_url=h.address, headers={"X-Forwarded-For": "203.0.113.9"}) as http:
            assert (await http.get("api/me")).status_code == 200  # who is named has a share of their own
    assert statuses == [200, 200, 429]
    assert [entry["event"] for entry in logged if entry["log_level"] == "warning"] == [
        "the proxy does not say who asks: it must send X-Forwarded-For"
    ]


def test_a_spread_counts_what_took_how_long() -> None:
    spread = Spread(0.1, 1.0)
    for seconds in (0.05, 0.1, 0.5, 7.0):
        spread.note(seconds)
    assert spread.up_to() == [("0.1", 2), ("1", 3), ("+Inf", 4)] and spread.total == pytest.approx(7.65)


async def test_what_goes_wrong_is_counted(tmp_path: Path) -> None:
    """A fault that the house logs is one of its numbers: here the disk, for a keeper that cannot write."""
    with process(tmp_path, "--sweep=0.1") as h:
        async with h.guest() as ann:
            with closing(sqlite3.connect(tmp_path / "tercet.db")) as database:
                database.execute("drop table bests")
            async with asyncio.timeout(20):
                while not (await numbers(ann)).get("tercet_faults_total keeper"):
                    await asyncio.sleep(0.1)
