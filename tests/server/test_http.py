"""The HTTP interface: what it gives, and that no input is too odd for an answer with a code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args
from urllib.parse import urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tercet.engine import GAMES
from tercet.server import client as client_module
from tercet.server.client import Client
from tercet.server.messages import GameName
from tercet.server.network import addresses
from tests.server.houses import house, process
from tests.server.people import NO_TLS, Guest, Json


async def test_a_guest_is_known_by_a_cookie_and_may_change_name(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        assert ann.you["name"] and len(ann.you["id"]) == 16
        assert await ann.call("api/me") == ann.you
        answer = await ann.http.patch("api/me", json={"name": "  <b>Ann</b>\u202e "})
        assert answer.json() == {"id": ann.you["id"], "name": "<b>Ann</b>"}
        assert (await ann.call("api/me"))["name"] == "<b>Ann</b>"
        async with h.guest() as ben:
            assert ben.you["id"] != ann.you["id"]
        secret = ann.http.cookies["tercet"]
    async with house(tmp_path) as h, h.guest() as other:  # the same data, another day
        other.http.cookies.clear()
        other.http.cookies.set("tercet", secret)
        assert await other.call("api/me") == {"id": ann.you["id"], "name": "<b>Ann</b>"}
    assert secret.encode() not in (tmp_path / "tercet.db").read_bytes()  # its hash is kept only


async def test_the_cookie_is_safe(tmp_path: Path) -> None:
    async with house(tmp_path, base="/games/", proxy=True) as h, httpx.AsyncClient(base_url=h.address) as http:

        async def cookie(path: str = "api/me", **headers: str) -> str:
            http.cookies.clear()
            return (await http.get(path, headers=headers)).headers["set-cookie"].lower()

        plain = await cookie()
        assert all(part in plain for part in ("httponly", "samesite=lax", "path=/games/", "max-age=34560000"))
        assert "secure" not in plain
        assert "secure" in await cookie(**{"x-forwarded-proto": "https"})
        assert "path=/deep/er/;" in await cookie(**{"x-forwarded-prefix": "/deep/er"})
        assert "path=/games/;" in await cookie(**{"x-forwarded-prefix": '/"><script>'})
        assert "tercet=" in await cookie("")  # the page makes a guest as well
        http.cookies.clear()
        assert "set-cookie" not in (await http.get("api/health")).headers


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "bad_body"),
        (" \u200b ", "name_empty"),
        ("x" * 26, "name_too_long"),
        ("x" * 999, "bad_body"),
        (7, "bad_body"),
    ],
)
async def test_bad_names_are_refused(tmp_path: Path, name: Any, code: str) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        answer = await ann.http.patch("api/me", json={"name": name})
        assert answer.status_code in (400, 409) and answer.json()["code"] == code
        assert await ann.call("api/me") == ann.you


async def test_games(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        games = await ann.call("api/games")
        assert [game["game"] for game in games] == list(GAMES) == list(get_args(GameName))
        trios, triple3, triology = games
        assert triple3["seats"] == [1, 6]
        assert triple3["options"]["properties"]["handicap"]["items"] == {"type": "integer", "minimum": 0, "maximum": 50}
        assert trios["seats"] == [1, 8] and trios["levels"] == ["easy", "medium", "hard"]
        assert trios["options"]["properties"]["countdown"]["maximum"] == 10
        assert triology["seats"] == [2, 8] and "level" in triology["options"]["properties"]
        assert "handed" not in triology["options"]["properties"]  # who sits where decides it


# Each: the body of a new table, the code of the refusal, and the field it names.
ODD_TABLES: list[tuple[Any, str, str]] = [
    ({"game": "chess", "seats": [{"kind": "me"}]}, "bad_body", "game"),
    ({"game": "triology", "seats": [{"kind": "me"}]}, "seats", ""),
    ({"game": "triology", "seats": [{"kind": "open"}] * 5, "options": {"level": "beginner"}}, "seats", ""),
    ({"game": "triology", "seats": [{"kind": "open"}] * 2, "options": {"handed": [0]}}, "bad_option", "handed"),
    ({"game": "triology", "seats": [{"kind": "open"}] * 2, "options": {"turn": 19}}, "bad_option", "turn"),
    ({"game": "triple3", "seats": [{"kind": "open"}] * 7}, "seats", ""),
    ({"game": "triple3", "seats": [{"kind": "me"}], "options": {"handicap": [51]}}, "bad_option", "handicap"),
    ({"game": "triple3", "seats": [{"kind": "me"}], "options": {"handicap": [0, 1]}}, "handicap", ""),
    ({"game": "trios", "seats": []}, "bad_body", "seats"),
    ({"game": "trios", "seats": [{"kind": "open"}] * 9}, "bad_body", "seats"),
    ({"game": "trios", "seats": [{"kind": "king"}]}, "bad_body", "seats[0].kind"),
    ({"game": "trios", "seats": [{"kind": "me", "crown": 1}]}, "bad_body", "crown"),
    ({"game": "trios", "seats": [{"kind": "computer", "level": "god"}]}, "bad_body", "seats[0].level"),
    ({"game": "trios", "seats": [{"kind": "here", "name": "\u202e"}]}, "name_empty", ""),
    ({"game": "trios", "seats": [{"kind": "me"}], "pace": 99}, "bad_body", "pace"),
    ({"game": "trios", "seats": [{"kind": "me"}], "pace": "1e999"}, "bad_body", "pace"),
    ({"game": "trios", "seats": [{"kind": "me"}], "options": []}, "bad_body", "options"),
    ({"game": "trios", "seats": [{"kind": "me"}], "options": {"deck": "marked"}}, "bad_option", "deck"),
    ({"game": "trios", "seats": [{"kind": "me"}], "options": {"countdown": 11}}, "bad_option", "countdown"),
    ({"game": "trios", "seats": [{"kind": "me"}], "options": {"countdown": True}}, "bad_option", "countdown"),
    ({"game": "trios", "seats": [{"kind": "me"}], "options": {"hints": None}}, "bad_option", "hints"),
    ({"game": "trios", "seats": [{"kind": "me"}], "options": {"seed": "1"}}, "bad_option", "seed"),
    ([], "bad_body", ""),
    (None, "bad_body", ""),
    ("x", "bad_body", ""),
]


async def test_absurd_tables_are_refused_with_the_field(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        for body, code, field in ODD_TABLES:
            answer = await ann.http.post("api/tables", json=body)
            assert (answer.status_code in (400, 409), answer.json()["code"]) == (True, code), (body, answer.text)
            if field:
                assert field in answer.json()["detail"]["field"], (body, answer.text)
        assert (await ann.call("api/tables"))["tables"] == []


async def test_bodies_that_are_none(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        for content in (b"", b"{", b"\xff\xfe", b'{"game":', b"[" * 60_000, b'{"name":"' + b"x" * 70_000):
            for path in ("api/tables", "api/tables/BCDFG/sit"):
                answer = await ann.http.post(path, content=content)
                assert answer.status_code in (400, 404, 413), answer.text
                assert answer.json()["code"] in ("bad_body", "too_large"), (content[:9], answer.text)


async def test_unknown_addresses(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        for method, path, status, code in (
            ("GET", "api/tables/BCDFG", 404, "no_such_table"),
            ("POST", "api/tables/BCDFG/start", 404, "no_such_table"),
            ("POST", "api/tables/BCDFG/again", 404, "no_such_table"),
            ("GET", "api/tables/BCDFG/matches/1/review", 404, "no_such_match"),
            ("GET", "api/tables/BCDFG/matches/x/review", 404, "not_found"),
            ("GET", "api/tables/BCDFG/matches/99999999999999999999999/review", 404, "no_such_match"),
            ("GET", "api/nothing", 404, "not_found"),
            ("GET", "api", 404, "not_found"),
            ("GET", "ws", 404, "not_found"),
            ("DELETE", "api/tables", 405, "bad_method"),
        ):
            answer = await ann.http.request(method, path)
            assert (answer.status_code, answer.json()["code"]) == (status, code), path
        for odd in ("%00", "%ff", "..%2f..%2fetc", "\u00fc" * 99, "BCDFG'--"):
            assert (await ann.http.get(f"api/tables/{odd}")).status_code == 404


ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["game", "seats", "kind", "options", "seat", "name", "pace"]) | st.text(), inner
        )
    ),
    max_leaves=12,
)


def test_no_body_is_too_odd(tmp_path: Path) -> None:
    options = ("--changes=100000", "--wrong-codes=100000")
    with process(tmp_path, *options) as h, httpx.Client(base_url=h.address, verify=NO_TLS) as http:

        @given(ODD, st.sampled_from(["", "/BCDFG/sit", "/BCDFG/stand", "/BCDFG/start", "/BCDFG/again"]))
        def ask(body: Any, path: str) -> None:
            content = json.dumps(body).encode("utf-8", "replace")
            answer = http.post(f"api/tables{path}", content=content)
            assert answer.status_code in (400, 404, 409), answer.text
            assert answer.json()["code"]

        ask()


async def test_other_sites_can_change_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, proxy=True) as h, h.guest() as ann:
        host = h.address.split("/")[2]
        for headers, status in (
            ({"Origin": "http://evil.example"}, 403),
            ({"Origin": "null"}, 403),
            ({"Origin": "http://["}, 403),
            ({"Origin": f"http://eve@{host}"}, 403),
            ({"Origin": host}, 403),
            ({"Origin": f"http://{host}.evil.example"}, 403),
            ({"Origin": f"http://{host}"}, 200),
            ({"Origin": "https://games.example", "X-Forwarded-Host": "games.example"}, 200),
            ({}, 200),
        ):
            answer = await ann.http.patch("api/me", json={"name": "Ann"}, headers=headers)
            assert answer.status_code == status, headers
            if status == 403:
                assert answer.json()["code"] == "foreign_page"


async def test_a_person_opens_only_so_many_tables_a_minute(tmp_path: Path) -> None:
    async with house(tmp_path, new_tables=3) as h, h.guest() as ann, h.guest() as ben:
        for _ in range(3):
            await ann.open("me")
        refused = await ann.call("api/tables", {"game": "trios", "seats": [{"kind": "me"}]}, 429)
        assert refused["code"] == "too_many_tables" and 0 < refused["detail"]["wait_ms"] <= 60_000
        await ben.open("me")


async def test_a_person_asks_for_only_so_many_changes_a_minute(tmp_path: Path) -> None:
    async with house(tmp_path, changes=3) as h, h.guest() as ann, h.guest() as ben:
        for i in range(3):
            await ann.http.patch("api/me", json={"name": f"Ann {i}"})
        refused = await ann.http.patch("api/me", json={"name": "Ann 4"})
        assert refused.status_code == 429 and refused.json()["code"] == "too_many_requests"
        assert (await ann.call("api/me"))["name"] == "Ann 2"  # reading goes on
        assert (await ben.http.patch("api/me", json={"name": "Ben"})).status_code == 200


async def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    """Over HTTP and over the socket together; then the right one is no use either, and others are not held up."""
    async with house(tmp_path, wrong_codes=4) as h, h.guest() as ann, h.guest() as eve:
        code = (await ann.open("me", "open"))["code"]
        line = await eve.connect()
        for wrong in ("BBBBB", "CCCCC"):
            assert (await eve.call(f"api/tables/{wrong}", status=404))["code"] == "no_such_table"
        await eve.join(code)  # right ones do not count
        assert (await eve.call("api/tables/DDDDD/matches/1", status=404))["code"] == "no_such_match"
        line.say("join", table="FFFFF")
        await line.hear("refused", code="no_such_table")
        refused = await eve.call(f"api/tables/{code}", status=429)
        assert refused["code"] == "too_many_codes" and 0 < refused["detail"]["wait_ms"] <= 60_000
        line.say("join", table=code)
        await line.hear("refused", code="too_many_codes")
        assert (await ann.call(f"api/tables/{code}"))["code"] == code


# ------------------------------------------------------------------------------------------------ the pages


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A client that is built, in small."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text('<!doctype html><html><head><base href="/"><title>T</title></head></html>')
    (folder / "assets" / "main-B1gH4sh_.js").write_text("let x = 1;\n" * 200)
    (folder / "mark.svg").write_text("<svg/>")
    (tmp_path / "secret.txt").write_text("secret")
    monkeypatch.setattr(client_module.Client.__init__, "__defaults__", (folder,))
    return folder


async def test_the_client_is_sent(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path / "data") as h, h.guest() as ann:
        for path in ("", "t/BCDFG", "new/trios/alone", "rules/trios"):
            page = await ann.http.get(path)
            assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
            assert page.headers["content-type"] == "text/html; charset=utf-8" and '<base href="/">' in page.text
        script = await ann.http.get("assets/main-B1gH4sh_.js")
        assert script.headers["content-encoding"] == "gzip" and script.text.startswith("let x")
        assert "immutable" in script.headers["cache-control"] and script.headers["content-type"].startswith(
            "text/javascript"
        )
        plain = await ann.http.get("assets/main-B1gH4sh_.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers and plain.text == script.text
        picture = await ann.http.get("mark.svg")
        assert (picture.headers["content-type"], picture.headers["cache-control"]) == ("image/svg+xml", "no-cache")
        again = await ann.http.get("mark.svg", headers={"if-none-match": picture.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        (built / "mark.svg").write_text("<svg>new</svg>")
        assert (await ann.http.get("mark.svg")).text == "<svg>new</svg>"


def test_a_file_is_kept_once_however_its_path_is_written(built: Path) -> None:
    client = Client(built)
    file = client.file("mark.svg")
    assert file
    for name in ("./mark.svg", "assets/../mark.svg", "nothing/..//mark.svg"):
        assert client.file(name) is file


async def test_who_reads_gets_a_page_though_nothing_lies_there(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path / "data") as h, h.guest() as ann:
        for path in ("nothing", "t", "t/", "new/", "rules", "index.html", "favicon.ico"):
            page = await ann.http.get(path)
            assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8"), path


async def test_whoever_asks_for_the_head_gets_the_head(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path / "data") as h, h.guest() as ann:
        for path in ("", "t/BCDFG", "mark.svg", "api/health"):
            head, whole = await ann.http.head(path), await ann.http.get(path)
            assert (head.status_code, head.content) == (200, b"")
            assert head.headers["content-length"] == whole.headers["content-length"]


async def test_nothing_else_is_sent(tmp_path: Path, built: Path) -> None:
    client = Client(built)
    for name in (
        "../secret.txt",
        "assets/../../secret.txt",
        "assets",
        "",
        "\0",
        "x" * 300,
        str(tmp_path / "secret.txt"),
    ):
        assert client.file(name) is None
    async with house(tmp_path / "data") as h, h.guest() as ann:
        for path in ("..%2fsecret.txt", "assets/..%2f..%2fsecret.txt", "nothing", "assets/nothing.js"):
            answer = await ann.http.get(path)
            assert answer.status_code == 404 and "secret" not in answer.text


async def test_every_answer_is_safe(tmp_path: Path, built: Path) -> None:
    async with house(tmp_path / "data") as h, h.guest() as ann:
        host = h.address.split("/")[2]
        for path in ("", "api/me", "api/nothing", "mark.svg", "t/BCDFG"):
            headers = (await ann.http.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff" and "server" not in headers
            policy = headers["content-security-policy"]
            assert "default-src 'self';" in policy and f"connect-src 'self' ws://{host} wss://{host};" in policy
            assert "unsafe-eval" not in policy and "script-src" not in policy  # scripts are 'self' by default
        odd = await ann.http.get("", headers={"host": "a;script-src *"})
        assert "script-src" not in odd.headers.get("content-security-policy", "")


@pytest.mark.parametrize("stripped", [False, True])
async def test_a_house_under_a_path(tmp_path: Path, built: Path, stripped: bool) -> None:
    """Behind a proxy that takes the path away, or not."""
    async with house(tmp_path / "data", base="/games/") as h:
        address = h.address.removesuffix("games/") if stripped else h.address
        async with Guest(address) as ann:
            assert '<base href="/games/">' in (await ann.http.get("t/BCDFG")).text
            table = await ann.open("me")
            line = await ann.join(table["code"], 0)
            await line.close()
        async with httpx.AsyncClient(base_url=h.address.removesuffix("games/")) as http:
            moved = await http.get("games")
            assert (moved.status_code, moved.headers["location"]) == (308, "/games/")


@pytest.mark.parametrize(
    ("proxy", "prefix", "path"),
    [
        (True, "/other", "/other/"),
        (True, "other/", "/other/"),
        (True, '/"><script>', "/games/"),
        (True, "/../", "/games/"),
        (True, "", "/games/"),
        (False, "/other", "/games/"),
        (False, "", "/games/"),
    ],
)
async def test_the_path_is_what_a_trusted_proxy_says(
    tmp_path: Path, built: Path, proxy: bool, prefix: str, path: str
) -> None:
    async with house(tmp_path / "data", base="/games/", proxy=proxy) as h, httpx.AsyncClient() as http:
        page = await http.get(f"{h.address}t/BCDFG", headers={"X-Forwarded-Prefix": prefix})
        assert f'<base href="{path}">' in page.text and f"path={path};" in page.headers["set-cookie"].lower()


async def test_without_a_client_the_page_says_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module.Client.__init__, "__defaults__", (tmp_path / "none",))
    async with house(tmp_path / "data") as h, h.guest() as ann:
        page = await ann.http.get("t/BCDFG")
        assert page.status_code == 200 and "make play" in page.text


async def test_the_schema_needs_no_other_site(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        schema: Json = await ann.call("api/schema/openapi.json")
        assert {"/api/me", "/api/tables/{code}/sit"} <= set(schema["paths"])


def test_the_printed_schema_holds_the_messages_and_the_games() -> None:
    from tercet.server.schema import document

    schemas = document()["components"]["schemas"]
    assert {"ClientMessage", "ServerMessage", "TriosAction", "TriosEvent", "CommonAction", "CommonEvent"} <= set(
        schemas
    )
    assert {"Table", "NewTable", "Problem", "Update", "View", "TriosView", "TriosReview", "Bests"} <= set(schemas)


async def test_only_this_machine_is_told_the_addresses_for_others(tmp_path: Path) -> None:
    async with house(tmp_path / "all", host="") as open_to_all, httpx.AsyncClient(verify=NO_TLS) as browser:
        here = open_to_all.address.replace("127.0.0.1", "localhost")
        port = urlsplit(here).port
        told = (await browser.get(here + "api/addresses")).json()["addresses"]
        assert told == [f"http://{address}:{port}/" for address in addresses()]
        if told:  # a phone on the network learns nothing that it does not know
            assert (await browser.get(told[0] + "api/addresses")).json() == {"addresses": []}
    async with house(tmp_path / "proxied", host="", proxy=True) as proxied, httpx.AsyncClient(verify=NO_TLS) as browser:
        assert (await browser.get(proxied.address + "api/addresses")).json() == {"addresses": []}
    async with house(tmp_path / "alone") as alone, httpx.AsyncClient(verify=NO_TLS) as browser:
        assert (await browser.get(alone.address + "api/addresses")).json() == {"addresses": []}


async def test_an_empty_body_is_called_so(tmp_path: Path) -> None:
    async with house(tmp_path) as h, httpx.AsyncClient(base_url=h.address, verify=NO_TLS) as browser:
        for method, path in (("PATCH", "api/me"), ("POST", "api/tables")):
            answer = await browser.request(method, path)
            assert answer.status_code == 400 and answer.json()["detail"]["reason"] == "the body is empty"


async def test_the_values_of_a_choice_come_in_the_order_of_the_game(tmp_path: Path) -> None:
    """From the easiest level up, not by the alphabet."""
    async with house(tmp_path) as h, h.guest() as ann:
        games = {game["game"]: game for game in await ann.call("api/games")}
    assert games["triology"]["options"]["properties"]["level"]["enum"] == ["beginner", "triology", "master"]
