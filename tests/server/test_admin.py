"""`tercet admin` beside a house that runs: what its host looks at, closes, removes, backs up and restores."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tercet.server.lock import in_use
from tercet.server.store import open_database
from tests.server.houses import house
from tests.server.people import Guest


def admin(data: Path, *order: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tercet.cli", "admin", *order, "--data", str(data)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


async def done(data: Path, *order: str) -> Any:
    """What an order answers in JSON; it must be carried out."""
    made = await asyncio.to_thread(admin, data, *order, "--json")
    assert made.returncode == 0, made.stderr
    return json.loads(made.stdout)


def refused(data: Path, *order: str) -> str:
    """The sentence by which an order is refused."""
    made = admin(data, *order)
    assert made.returncode == 2 and made.stdout == ""
    assert made.stderr.startswith("tercet: ") and made.stderr.count("\n") == 1, made.stderr
    return made.stderr


async def test_a_host_sees_the_tables_and_the_people(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        waiting = (await ann.open("me", "open"))["code"]
        playing = (await ben.open("me", {"kind": "computer", "name": "Hal"}, game="triple3"))["code"]
        found = await done(tmp_path, "tables")
        told = {table["code"]: (table["game"], table["state"], table["people"]) for table in found["tables"]}
        assert told == {
            waiting: ("trios", "waiting", [ann.you["name"]]),
            playing: ("triple3", "playing", [ben.you["name"], "Hal"]),
        }
        people = {person["person"]: person for person in (await done(tmp_path, "people"))["people"]}
        assert people.keys() == {ann.you["id"], ben.you["id"]}
        assert people[ann.you["id"]]["name"] == ann.you["name"] and people[ann.you["id"]]["games"] == 1
        lines = (await asyncio.to_thread(admin, tmp_path, "tables", "--most", "1")).stdout.splitlines()
        assert lines[0].split() == ["code", "game", "state", "people", "since", "last"] and len(lines) == 3
        assert re.fullmatch(r"… and 1 more \(--most 2\)", lines[2])


async def test_a_closed_table_is_closed_to_all_who_follow_it(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as eve:
        code = (await ann.open("me", "computer", open=True))["code"]
        other = (await ann.open("me", "open"))["code"]
        a, e = await ann.join(code, 0), await eve.join(code)
        a.say("join", table=other, match=None, since=-1)
        await a.until(lambda: a.table["code"] == other)
        assert await done(tmp_path, "close", code.lower()) == {"closed": code, "said": f"Table {code} is closed."}
        for line in (a, e):
            await line.hear("refused", code="table_closed", table=code)
        assert a.act(0, "pause") and (await a.hear("refused"))["code"] == "table_closed"
        a.say("talk", table=other, text="still here")  # the connection and the other table go on
        await a.hear("said", text="still here")
        assert (await eve.call(f"api/tables/{code}", status=404))["code"] == "no_such_table"
        assert not (await eve.call("api/tables"))["tables"]
        e.say("join", table=code, match=None, since=-1)
        await e.hear("refused", code="no_such_table")
        assert list(h.house.tables.live) == [other]
        assert [table["code"] for table in (await done(tmp_path, "tables"))["tables"]] == [other]


async def test_a_removed_person_is_gone_and_their_games_are_nobodys(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "open"))["code"]
        await ben.sit(code)
        a, b = await ann.join(code, 0), await ben.join(code, 1)
        await ann.call(f"api/tables/{code}/start", {})
        for line in (a, b):
            await line.begun()
        assert (await done(tmp_path, "remove", ben.you["id"]))["removed"] == ben.you["id"]
        assert (await b.hear("bye"))["code"] == "sent_away" and await b.gone() == 4410
        await a.until(lambda: not a.table["seats"][1]["here"] and a.table["seats"][1]["name"] != ben.you["name"])
        assert (await ben.call("api/me"))["id"] != ben.you["id"]  # the cookie is nobody's
        assert (await ann.call("api/me"))["id"] == ann.you["id"]
        await a.over()  # of two one has left (G5a)
        assert ben.you["name"] not in json.dumps(await done(tmp_path, "people"))


async def test_who_lost_the_password_is_let_in_by_a_link(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        lost = {"login": "Ann", "password": "correct horse"}
        await ann.call("api/me/account", lost)
        path = (await done(tmp_path, "link", "ANN"))["path"]
        assert await phone.call("api/move", {"token": path.removeprefix("move#")}) == ann.you
        assert (await phone.http.post("api/sign-in", json=lost)).json()["code"] == "wrong_password"
        assert (await phone.call("api/me/password", {"new": "battery staple"}))["password"]
    assert "Nobody is zorro" in refused(tmp_path, "link", "zorro")


async def test_a_copy_made_while_people_play_is_whole_and_can_be_restored(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    async with house(data) as h, h.guest() as ann:
        code = (await ann.open("me", options={"countdown": 0}))["code"]
        line = await ann.join(code, 0)
        await line.begun()
        stop = asyncio.Event()

        async def play() -> int:
            """Select one card and another, as fast as the house allows."""
            done = 0
            while not stop.is_set():
                await line.did(0, "trios.select", cards=[line.view["table"][done % 2]])
                done += 1
                await asyncio.sleep(0.03)
            return done

        playing = asyncio.create_task(play())
        await line.reach(5)
        assert (await done(data, "backup", str(copy)))["backup"] == str(copy)
        stop.set()
        assert await playing > 5
        assert copy.stat().st_mode & 0o077 == 0
        assert "is there already" in await asyncio.to_thread(refused, data, "backup", str(copy))
        assert f"A house is open on {data}" in await asyncio.to_thread(refused, data, "restore", str(copy))
        assert line.closed is None
        later = (await ann.open("me", "open"))["code"]
        last = line.update["seq"]
        cookie = ann.http.cookies["tercet"]
    answer = await done(data, "restore", str(copy))
    with closing(sqlite3.connect(answer["aside"])) as before:
        assert before.execute("select count(*) from tables").fetchone() == (2,)
    async with house(data) as h, known(h.address, cookie) as ann:
        assert (await ann.call(f"api/tables/{later}", status=404))["code"] == "no_such_table"
        line = await ann.join(code, 0)
        assert 5 <= line.update["seq"] <= last + 2


def known(address: str, cookie: str) -> Guest:
    """Somebody whose browser has this cookie."""
    guest = Guest(address)
    guest.http.headers["cookie"] = f"tercet={cookie}"
    return guest


def test_what_cannot_be_restored_is_told_and_changes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    open_database(data / "tercet.db")
    before = (data / "tercet.db").read_bytes()
    (tmp_path / "text.db").write_text("this is no database" * 99)
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("create table people (id)")
        other.commit()
    open_database(tmp_path / "newer.db")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as newer:
        newer.execute("update alembic_version set version_num = '9999'")
        newer.commit()
    (tmp_path / "cut.db").write_bytes(before[: len(before) // 2])
    for name, sentence in [
        ("none.db", "There are no data of a house"),
        ("text.db", "is no database"),
        ("other.db", "is not the database of a house"),
        ("newer.db", "was written by a newer Tercet"),
        ("cut.db", "damaged|no database|malformed"),
    ]:
        assert re.search(sentence, refused(data, "restore", str(tmp_path / name)))
    assert (data / "tercet.db").read_bytes() == before
    assert {file.name for file in data.iterdir()} <= {"tercet.db", "tercet.lock"}


def test_orders_that_make_no_sense_are_sentences(tmp_path: Path) -> None:
    assert "There are no data of a house" in refused(tmp_path, "tables")
    open_database(tmp_path / "tercet.db")
    assert "There is no table BCDFG" in refused(tmp_path, "close", "BCDFG")
    assert "Nobody is zorro" in refused(tmp_path, "remove", "zorro")
    assert "cannot be written" in refused(tmp_path, "backup", str(tmp_path / "no" / "where.db"))
    assert admin(tmp_path, "tables").stdout == "There are no tables.\n"
    assert admin(tmp_path, "people").stdout == "There are no people.\n"
    assert "error: argument --most" in admin(tmp_path, "tables", "--most", "x").stderr


def test_an_older_copy_is_brought_up_to_date(tmp_path: Path) -> None:
    """A house of the first version is restored, and its data are kept."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine

    import tercet.server.migrations as migrations

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    engine = create_engine(f"sqlite:///{tmp_path / 'old.db'}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("insert into people values ('p1', 'hash', 'Ann', 1, 2)")
    engine.dispose()
    made = admin(tmp_path / "data", "restore", str(tmp_path / "old.db"))
    assert made.returncode == 0 and "What was there" not in made.stdout, made.stderr
    assert "Ann" in admin(tmp_path / "data", "people").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="the system sees to it")
def test_several_houses_may_use_the_data(tmp_path: Path) -> None:
    open_database(tmp_path / "tercet.db")
    with in_use(tmp_path), in_use(tmp_path):
        assert "A house is open" in refused(tmp_path, "restore", str(tmp_path / "tercet.db"))
