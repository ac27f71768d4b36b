"""A house as its host runs it: how it says that it is open, what it logs, how it stops, and that its page is right."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields
from pathlib import Path
from typing import Any

import httpx
import pytest

from tercet.server.config import Config, read, shown
from tercet.server.people import hash_of
from tests.server.houses import house, process
from tests.server.people import Guest

PAGE = Path(__file__).resolve().parents[2] / "docs/hosting.md"


# -------------------------------------------------------------------------------------------------- the page


def settings() -> dict[str, tuple[str, str]]:
    """The choices as the page lists them: default and meaning."""
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return {name: (default.strip("`"), about) for name, default, about in rows}


def test_the_page_lists_every_choice_with_its_default() -> None:
    told = settings()
    assert told.keys() == {choice.name for choice in fields(Config)}
    defaults = {choice.name: shown(choice.default) for choice in fields(Config) if choice.name != "data"}
    assert {name: default for name, (default, _) in told.items() if name != "data"} == defaults
    assert all(len(about) > 20 for _, about in told.values())


def test_the_example_files_of_the_page_can_be_read(tmp_path: Path) -> None:
    examples = re.findall(r"^```toml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert examples
    for i, example in enumerate(examples):
        (tmp_path / f"{i}.toml").write_text(example, encoding="utf-8")
        assert read({"config": str(tmp_path / f"{i}.toml")}, {}) != Config()


def test_the_commands_of_the_page_are_commands() -> None:
    """Every `tercet …` that the page shows is understood, whatever it would do."""
    commands = re.findall(r"^(?:sudo -u tercet )?tercet (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {command.split()[0] for command in commands} == {"serve", "admin"}
    from tercet import cli

    for command in commands:
        with pytest.raises(SystemExit) as left, contextlib.redirect_stdout(None):
            cli.main([*command.split(), "--help"])
        assert left.value.code == 0, command
        assert not set(re.findall(r"--[\w-]+", command)) - set(re.findall(r"--[\w-]+", help_of(command))), command


def orders(page: str) -> list[list[str]]:
    """The commands of a part of the page in its order, and those that its service carries out."""
    lines = re.findall(
        r"^(?:ExecStart=|sudo -u tercet )?((?:/usr/\S+/)?(?:install|tercet|find) .+)$", page, re.MULTILINE
    )
    return [shlex.split(line) for line in lines]


async def test_the_copies_of_the_page_can_be_made_kept_and_restored(tmp_path: Path) -> None:
    """Each command is carried out as it stands there, but for the folders and the user."""
    part = PAGE.read_text(encoding="utf-8").split("### Copies\n")[1].split("### Updates\n")[0]
    data, copies, config = tmp_path / "data", tmp_path / "copies", tmp_path / "tercet.toml"
    config.write_text(f'data = "{data}"\n', encoding="utf-8")

    def names() -> list[str]:
        return sorted(file.name for file in copies.iterdir())

    async def do(order: list[str]) -> None:
        told = " ".join(order).replace("-o tercet ", "").replace("/var/backups/tercet", str(copies))
        told = told.replace("/etc/tercet.toml", str(config)).replace("tercet-20270131-033000.db", first)
        program, *words = told.split()
        command = [sys.executable, "-m", "tercet.cli"] if Path(program).name == "tercet" else [program]
        made = await asyncio.to_thread(subprocess.run, [*command, *words], capture_output=True, text=True)
        assert made.returncode == 0, (told, made.stderr)

    prepare, by_hand, by_timer, tidy, restore = orders(part)
    first = ""
    async with house(data) as h, h.guest() as ann:
        code = (await ann.open("me", "open"))["code"]
        await do(prepare)
        assert copies.stat().st_mode & 0o777 == 0o700
        await do(by_hand)
        [first] = names()
        assert re.fullmatch(r"tercet-\d{8}-\d{6}\.db", first)
        later = (await ann.open("me", "open"))["code"]
        cookie = ann.cookie
    await do(restore)
    async with house(data) as h, httpx.AsyncClient(base_url=h.address, headers={"Cookie": cookie}) as http:
        assert (await http.get(f"api/tables/{code}")).status_code == 200
        assert (await http.get(f"api/tables/{later}")).status_code == 404
        (copies / first).rename(copies / "tercet-20000101-033000.db")
        (copies / "kept.db").touch()
        for old in copies.iterdir():
            os.utime(old, (0, 0))
        await do(by_timer)
        await do(tidy)
        kept, newest = names()
        assert kept == "kept.db" and newest >= first


def help_of(command: str) -> str:
    words = [word for word in command.split() if re.fullmatch(r"[a-z]+", word)][:2]
    words = words[:1] if words[0] == "serve" else words
    done = subprocess.run([sys.executable, "-m", "tercet.cli", *words, "--help"], capture_output=True, text=True)
    assert done.returncode == 0
    return done.stdout


# -------------------------------------------------------------------------------------------------- the start


def test_a_house_that_serves_says_where_it_is(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tercet.cli", "serve", "--port=0", "--base=/games/", f"--data={tmp_path}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout and served.stderr
        assert re.fullmatch(r"Tercet is open at http://127.0.0.1:\d+/games/\n", served.stdout.readline())
        assert json.loads(served.stderr.readline())["event"] == "open"
        served.send_signal(signal.SIGTERM)
        assert "closed" in served.communicate(timeout=30)[1]


@pytest.mark.skipif(sys.platform == "win32", reason="has no such terminals")
def test_a_terminal_is_shown_the_picture_for_phones(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tercet.cli", "serve", "--port=0", "--host=", f"--data={tmp_path}"]
    served = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL, env={**os.environ, "COLUMNS": "80"})
    try:
        os.close(theirs)
        text = b""
        while b"Stop it with Ctrl+C" not in text:
            text += os.read(ours, 4096)
    finally:
        served.kill()
        served.wait()
        os.close(ours)
    assert "On this device:" in text.decode()
    assert ("On this network:" in text.decode()) == ("█" in text.decode())


# -------------------------------------------------------------------------------------------------- the end


async def test_who_is_here_at_the_end_is_told_and_comes_back(tmp_path: Path) -> None:
    with process(tmp_path) as h:
        async with h.guest() as ann:
            code = (await ann.open("me", "open", options={"countdown": 0}))["code"]
            await ann.call(f"api/tables/{code}/start", {})
            line = await ann.join(code, 0)
            await line.begun()
            update = await line.did(0, "trios.select", cards=line.view["table"][:1])
            status = await asyncio.to_thread(h.stop)
            assert status in (0, -signal.SIGTERM)
            assert (await line.hear("bye"))["code"] == "closing" and await line.gone() == 1012
            await asyncio.to_thread(h.start)
            line = await ann.join(code, 0)
            assert line.update["seq"] >= update["seq"] and line.rows[update["seq"]]["by"] == 0


async def test_who_plays_is_never_idle_and_who_does_not_is_told(tmp_path: Path) -> None:
    """A wish every now and then is sign enough, three times as long as silence is borne."""
    async with house(tmp_path, silence=2.0) as h, h.guest() as ann:
        code = (await ann.open("me", options={"countdown": 0}))["code"]
        line = await ann.join(code, 0)
        await line.begun()
        until = time.monotonic() + 6
        while time.monotonic() < until:
            await line.did(0, "trios.select", cards=line.view["table"][: 1 + len(line.rows) % 2])
            await asyncio.sleep(0.7)
        assert line.closed is None
        assert (await line.hear("bye"))["code"] == "silent" and await line.gone() == 4409


# -------------------------------------------------------------------------------------------------- the log

CHAT, PASSWORD, NAME = "quagmire chatter", "sesame opens nothing", "Zebulon Quux"


async def live(h: Any, ann: Guest, ben: Guest) -> dict[str, Any]:
    """Do what people do in a house; gives what its log must not tell."""
    await ann.http.patch("api/me", json={"name": NAME})
    await ann.call("api/me/account", {"login": "zebulon", "password": PASSWORD})
    await ben.call("api/sign-in", {"login": "zebulon", "password": PASSWORD + "?"}, 403)
    link = (await ann.call("api/me/link", {}))["token"]
    await ben.call("api/move/whose", {"token": link})
    code = (await ann.open("me", "open", {"kind": "here", "name": NAME}, options={"countdown": 0, "mode": "mark"}))[
        "code"
    ]
    await ben.sit(code)
    a, b = await ann.join(code, 0), await ben.join(code, 1)
    await ann.call(f"api/tables/{code}/start", {})
    await a.begun()
    a.say("talk", table=code, text=CHAT)
    await b.hear("said")
    b.raw("no json at all " + CHAT)
    await b.hear("refused")
    while a.trio() and a.view["phase"] == "play":
        await a.did(0, "trios.select", cards=a.trio())
    await ann.call("api/nothing/here?token=" + link, status=404)
    await ben.call("api/sign-in", {"login": "zebulon", "password": PASSWORD})
    tokens = [guest.http.cookies["tercet"] for guest in (ann, ben)]
    return {"tokens": tokens, "hashes": [hash_of(token) for token in tokens], "link": link, "name": ben.you["name"]}


def flat(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    else:
        for part in value.values() if isinstance(value, dict) else value:
            yield from flat(part)


@pytest.mark.parametrize("form", ["json", "console"])
async def test_the_log_tells_no_secret_no_name_and_no_card(tmp_path: Path, form: str) -> None:
    log = tmp_path / "log"
    with process(tmp_path, "--log=debug", f"--log-format={form}", log=log) as h:
        async with h.guest() as ann, h.guest() as ben:
            secrets = await live(h, ann, ben)
            with closing(sqlite3.connect(tmp_path / "tercet.db")) as database:
                seeds = [seed for (seed,) in database.execute("select seed from matches")]
                kept = [password for (password,) in database.execute("select password from accounts")]
                database.execute("drop table rows")  # now the house has faults to tell of
            broken = await ann.http.get("api/tables/XXXXX/matches/1/review", headers={"x-secret": CHAT})
            assert broken.status_code in (404, 500)
            line = await ann.join((await ann.open("me", "open"))["code"], 0)
            assert (await ann.http.post("api/tables", json={"game": "trios", "seats": [{"kind": "me"}]})).status_code
            await line.close()
        h.stop()
    text = log.read_text(encoding="utf-8")
    assert "match begun" in text and "Traceback" in text
    for secret in [*flat(secrets), *seeds, *kept, CHAT, PASSWORD, NAME, "zebulon"]:
        assert secret not in text, secret
    assert not re.search(r"stock|\"cards\"|trios\.|INSERT INTO .*\bparameters:", text)
    if form == "json":
        lines = [json.loads(line) for line in text.splitlines()]
        assert all({"event", "level", "timestamp"} <= line.keys() for line in lines)


async def test_a_refused_frame_is_not_logged(tmp_path: Path, logged: list[Any]) -> None:
    """Nobody can fill the log from outside."""
    async with house(tmp_path) as h, h.guest() as ann:
        line = await ann.connect()
        before = len(logged)
        for _ in range(10):
            line.raw("nonsense")
            await line.hear("refused")
        await ann.call("api/nowhere", status=404)
        assert len(logged) == before
