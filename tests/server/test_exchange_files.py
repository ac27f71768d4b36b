"""Games as files: what is saved is opened as it was, and a file is hostile until all of it is right."""

from __future__ import annotations

import asyncio
import copy
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from tercet.arena import step
from tercet.engine import GAMES, core, load
from tercet.engine.core import Illegal
from tercet.engine.match import Match, Player
from tercet.server.exchange import FILE_BYTES, FORMAT, filed, opened, sealed
from tests.server.houses import Open, house
from tests.server.people import Guest, Json
from tests.server.stores import Held

KEY = Fernet.generate_key()
PLAYERS = (Player("computer", "hard"), Player("computer", "easy"))


@cache
def played(game: str) -> Match:
    """A match that two computer players played to its end."""
    match = Match.begin(game, PLAYERS, load(game).Options(), "0123456789abcdef" * 2, 1_700_000_000_000)
    while not match.state.ended:
        step(match, "key")
    return match


@cache
def text(game: str = "trios") -> bytes:
    match = played(game)
    return filed(match, ["Ann", "Ben"], match.records)


def plain(game: str = "trios") -> Any:
    """The file of a match that is over, to be spoilt."""
    return json.loads(text(game))


def refusal(data: bytes) -> Illegal:
    with pytest.raises(Illegal) as caught:
        opened(data, KEY)
    return caught.value


# -------------------------------------------------------------------------------------------- what is right


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_over_is_opened_as_it_was_played(game: str) -> None:
    file, match = opened(text(game), KEY)
    assert file.names == ["Ann", "Ben"]
    assert core.encode(match.records) == core.encode(played(game).records)
    assert (match.state, match.common) == (played(game).state, played(game).common)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_not_over_is_sealed_and_opened_as_it_stood(game: str) -> None:
    whole = played(game)
    half = Match.replay(game, whole.seed, whole.records[: len(whole.records) // 2])
    data = sealed(game, filed(half, ["Ann", "Ben"], half.records), KEY)
    assert whole.seed and whole.seed.encode() not in data and b"rows" not in data and len(data) < len(text(game))
    match = opened(data, KEY).match
    assert (match.state, match.common, match.at) == (half.state, half.common, half.at)
    assert [match.view(seat) for seat in (None, 0, 1)] == [half.view(seat) for seat in (None, 0, 1)]


def test_how_a_file_is_laid_out_does_not_matter() -> None:
    assert opened(json.dumps(plain(), indent=2).encode(), KEY).match.state.ended


# -------------------------------------------------------------------------------------------- what is wrong


def with_(**fields: Any) -> Callable[[Any], None]:
    return lambda file: file.update(fields)


def without(name: str) -> Callable[[Any], None]:
    return lambda file: file.pop(name)


def row(n: int, **fields: Any) -> Callable[[Any], None]:
    return lambda file: file["rows"][n].update(fields)


def fact(n: int, **fields: Any) -> Callable[[Any], None]:
    return lambda file: file["rows"][n]["events"][0].update(fields)


def cut(n: int) -> Callable[[Any], None]:
    return lambda file: file["rows"].pop(n)


def dealt(file: Any) -> Any:
    """The fact that tells the first cards."""
    return next(fact for row in file["rows"] for fact in row["events"] if fact.get("table"))


SPOILT: dict[str, tuple[Callable[[Any], object], str]] = {
    "no format": (without("format"), "file_strange"),
    "a newer format": (with_(format="tercet/2"), "file_format"),
    "a game nobody knows": (with_(game="poker"), "file_game"),
    "another game": (with_(game="triple3"), "file_changed"),
    "other rules": (with_(rules=99), "file_rules"),
    "an unknown field": (with_(cheat=1), "file_changed"),
    "an unknown field of a row": (row(3, cheat=1), "file_row"),
    "an unknown field of a fact": (fact(3, cheat=1), "file_row"),
    "no seed": (without("seed"), "file_changed"),
    "another seed": (with_(seed="f" * 32), "file_seed"),
    "a seed that is none": (with_(seed="../../etc/passwd"), "file_changed"),
    "another commitment": (fact(0, commitment="0" * 64), "file_seed"),
    "no rows": (with_(rows=[]), "file_changed"),
    "rows of no kind": (with_(rows=[1, 2]), "file_changed"),
    "a row that is missing": (cut(5), "file_row"),
    "the first row is missing": (cut(0), "file_row"),
    "no end": (cut(-1), "file_open"),
    "a row twice": (lambda file: file["rows"].append(file["rows"][-1]), "file_row"),
    "rows in another order": (lambda file: file["rows"].reverse(), "file_row"),
    "a number out of order": (row(4, seq=7), "file_row"),
    "time that runs back": (row(4, at=0), "file_row"),
    "negative time": (row(1, at=-5), "file_row"),
    "a seat that is not there": (row(4, seat=7), "file_row"),
    "a seat below all": (row(4, seat=-1), "file_row"),
    "a huge number": (row(4, at=10**30), "file_changed"),
    "half a number": (row(4, at=1.5), "file_changed"),
    "a text for a number": (row(4, at="soon"), "file_changed"),
    "a wish nobody knows": (row(4, action={"t": "trios.win"}), "file_changed"),
    "a wish of the house": (row(4, action={"t": "begin"}), "file_row"),
    "a beginning that is none": (row(0, action={"t": "tick"}), "file_row"),
    "points for nothing": (fact(-1, points=300), "file_row"),
    "cards that were not dealt": (lambda file: dealt(file)["table"].reverse(), "file_row"),
    "a seat more": (fact(0, players=[{}, {}, {}]), "file_changed"),
    "a level nobody has": (fact(0, players=[{"level": "hard"}, {}]), "file_row"),
    "too few names": (with_(names=["Ann"]), "file_changed"),
    "too many names": (with_(names=["Ann"] * 9), "file_changed"),
    "names of no kind": (with_(names=[None, {}]), "file_changed"),
    "an unknown option": (lambda file: file["options"].update(cheat=True), "file_changed"),
    "another option": (lambda file: file["options"].update(deck="easy"), "file_row"),
    "options of no kind": (with_(options=[]), "file_changed"),
    "a pace nobody could follow": (with_(pace=1e9), "file_changed"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_file_is_refused_with_its_reason(what: str) -> None:
    spoil, code = SPOILT[what]
    file = copy.deepcopy(plain())
    spoil(file)
    no = refusal(json.dumps(file).encode())
    assert no.code == code, (what, no.code, no.detail)
    assert len(json.dumps(no.detail)) < 500


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "file_empty"),
        (b" \n", "file_empty"),
        (b"\x00\xff\xfe", "file_strange"),
        (b"PK\x03\x04", "file_strange"),
        (b"[]", "file_strange"),
        (b"null", "file_strange"),
        (b'{"format": 1}', "file_strange"),
        (b"[" * 200_000, "file_strange"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "file_strange"),
        (text()[:-10], "file_strange"),
        (text() + text(), "file_strange"),
        (text().replace(b'"rules":', b'"rules":NaN,"x":', 1), "file_strange"),
        (text().replace(b'"rules":', b'"rules":1e999,"x":', 1), "file_strange"),
        (text().replace(b'"rules":', b'"rules":1,"rules":', 1), "file_changed"),
        (text().replace(b'"at":', b'"at":0,"at":', 1), "file_changed"),
        (text().replace(b"Ann", b"\\ud800", 1), "file_strange"),
        (text().replace(b"Ann", b"\xff", 1), "file_strange"),
        (text().replace(b'"rules":', b'"\\ud800":', 1), "file_strange"),
        (text().replace(b'"rules":1', b'"rules":' + b"9" * 5_000, 1), "file_strange"),
    ],
)
def test_what_is_no_file_of_ours_is_refused(data: bytes, code: str) -> None:
    no = refusal(data)
    assert no.code == code, no.detail
    assert len(json.dumps(no.detail)) < 500


def test_a_name_that_cannot_be_is_refused() -> None:
    from tercet.server.exchange import seats_of

    with pytest.raises(Illegal, match="name_empty"):
        seats_of(played("trios"), ["Ann", " \u200b"], "p1")


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.just([]),
    st.just({}),
    st.lists(st.integers(-2, 100), max_size=5),
)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
def test_any_change_is_refused_or_makes_another_game_by_the_rules(game: str, data: st.DataObject) -> None:
    """Whatever is changed somewhere in a file, it is refused, or what was opened is what the file tells."""
    file = copy.deepcopy(plain(game))
    for _ in range(data.draw(st.integers(1, 2))):
        change(file, data)
    try:
        found, match = opened(json.dumps(file).encode(), KEY)
    except Illegal as no:
        assert no.code.startswith("file_")
        return
    assert json.loads(core.encode(match.records)) == file["rows"] and found.names == file["names"]
    assert match.state.ended and core.encode(found.options) == core.encode(file["options"])


def change(file: Any, data: st.DataObject) -> None:
    """Walk to some place of a file, and put something else there, take it away, or put it there twice."""
    at = file
    while True:
        keys = list(at) if isinstance(at, dict) else list(range(len(at)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if not isinstance(at[key], (dict, list)) or not data.draw(st.integers(0, 4)):
            break
        at = at[key]
    how = data.draw(st.sampled_from(["odd", "near", "gone", "more"]))
    if how == "near" and isinstance(at[key], int):
        at[key] += data.draw(st.sampled_from([-1, 1, 1000]))
    elif how == "gone":
        del at[key]
    elif how == "more":
        at.insert(key, at[key]) if isinstance(at, list) else at.update({f"{key}2": at[key]})
    else:
        at[key] = data.draw(ODD)


@given(at=st.integers(0, 10_000), bit=st.integers(0, 7))
def test_a_seal_that_was_touched_is_refused(at: int, bit: int) -> None:
    data = bytearray(sealed_half())
    data[at % len(data)] ^= 1 << bit
    assert refusal(bytes(data)).code.startswith("file_")


@cache
def sealed_half() -> bytes:
    whole = played("trios")
    half = Match.replay("trios", whole.seed, whole.records[:9])
    return sealed("trios", filed(half, ["Ann", "Ben"], half.records), KEY)


def test_the_seal_of_another_house_is_refused() -> None:
    with pytest.raises(Illegal, match="file_seal"):
        opened(sealed_half(), Fernet.generate_key())


def test_a_seal_does_not_change_its_game() -> None:
    assert refusal(sealed_half().replace(b'"trios"', b'"triple3"')).code == "file_seal"


# -------------------------------------------------------------------------------------------- in a house


async def upload(guest: Guest, data: bytes, status: int = 201) -> Any:
    answer = await guest.http.post("api/files", content=data, headers={"Content-Type": "application/json"})
    assert answer.status_code == status, (answer.status_code, answer.text[:300])
    return answer.json()


async def download(guest: Guest, code: str, n: int = 1, status: int = 200) -> bytes:
    answer = await guest.http.post(f"api/tables/{code}/matches/{n}/file")
    assert answer.status_code == status, (answer.status_code, answer.text)
    return answer.content


def counted(data: Path) -> tuple[int, ...]:
    """How many tables, matches, rows and players lie in the database."""
    with closing(sqlite3.connect(f"file:{data / 'tercet.db'}?mode=ro", uri=True)) as database:
        return tuple(
            database.execute(f"select count(*) from {table}").fetchone()[0]
            for table in ("tables", "matches", "rows", "players")
        )


async def test_of_a_refused_file_nothing_is_kept(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        before = counted(tmp_path)
        for data in (b"", b"[]", text()[:-1], json.dumps({**plain(), "cheat": 1}).encode(), sealed_half()):
            problem = await upload(ann, data, 409)
            assert problem["code"].startswith("file_") and "Traceback" not in json.dumps(problem)
        spoilt = plain()
        spoilt["names"][0] = "\u202e"
        assert (await upload(ann, json.dumps(spoilt).encode(), 409))["code"] == "name_empty"
        assert (await upload(ann, b" " * (FILE_BYTES + 1), 413))["code"] == "too_large"
        assert counted(tmp_path) == before


async def test_a_flood_of_files_is_refused(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        for _ in range(20):
            await upload(ann, b"", 409)
        assert (await upload(ann, text(), 429))["code"] == "too_many_files"


async def a_lone_game(ann: Guest) -> Json:
    """A lone game, in which a set was taken and the clock runs."""
    table = await ann.open("me", options={"countdown": 0}, pace=1.6)
    line = await ann.join(table["code"], 0)
    await line.did(0, "trios.select", cards=line.trio())
    return {"code": table["code"], "line": line}


async def test_a_lone_game_goes_on_from_its_file_as_it_stood(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        game = await a_lone_game(ann)
        data = await download(ann, game["code"])
        line = game["line"]
        assert json.loads(data).keys() == {"format", "game", "sealed"} and json.loads(data)["format"] == FORMAT
        await line.close()
        table = await upload(ann, data)
        assert table["code"] != game["code"] and table["playing"] and table["match"] == 1 and table["pace"] == 1.6
        assert [(seat["name"], seat["mine"]) for seat in table["seats"]] == [(ann.you["name"], True)]
        again = await ann.join(table["code"], 0)
        assert again.view["table"] == line.view["table"] and again.view["scores"] == [3]
        assert 0 <= again.update["at"] - line.update["at"] < 5_000
        await again.did(0, "trios.select", cards=again.trio())
        assert again.view["scores"] == [6]


async def test_a_game_that_lies_in_a_file_is_no_best_result(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        codes = [(await a_lone_game(ann))["code"] for _ in range(2)]
        data = await download(ann, codes[0])
        codes.append((await upload(ann, data))["code"])
        for code in codes:
            line = await ann.join(code, 0)
            while line.view["phase"] != "over":
                await line.did(0, "trios.select", cards=line.trio())
        best = (await ann.call("api/best"))["best"]
        assert [entry["code"] for entry in best] == [codes[1]]
        games = (await ann.call("api/me/games?over=true"))["games"]
        assert {game["code"]: game["copied"] for game in games} == {codes[0]: True, codes[1]: False, codes[2]: True}


async def test_only_who_holds_all_seats_saves_a_game_that_is_not_over(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        both = (await ann.open("me", "open"))["code"]
        await ben.sit(both)
        await ann.call(f"api/tables/{both}/start", {})
        alone = (await ann.open("me", "here", "computer"))["code"]
        for guest, code in ((ann, both), (ben, both), (ben, alone)):
            answer = await guest.http.post(f"api/tables/{code}/matches/1/file")
            assert (answer.status_code, answer.json()["code"]) == (409, "not_alone")
        assert await download(ann, alone)
        answer = await ann.http.post(f"api/tables/{alone}/matches/2/file")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_match")


@pytest.mark.parametrize("first", ["file", "seat"])
async def test_a_running_game_is_saved_or_shared_and_never_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: str
) -> None:
    """G2: somebody takes a computer's seat in the moment in which the file is asked for that holds its hand."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        code = (await ann.open("me", "computer"))["code"]
        sit = partial(ben.http.post, f"api/tables/{code}/sit", json={"seat": 1})
        save = partial(ann.http.post, f"api/tables/{code}/matches/1/file")
        if first == "file":
            held, slow, fast, refusal = "change_table", sit, save, "copied"
        else:
            held, slow, fast, refusal = "copied", save, sit, "not_alone"
        writing = Held(monkeypatch, h.house.store, held)
        waiting = asyncio.create_task(slow())
        await writing.came.wait()
        assert (await fast()).status_code == 200
        writing.let_go()
        answer = await waiting
        assert (answer.status_code, answer.json()["code"]) == (409, refusal)


async def finished_by_two(h: Open, ann: Guest, ben: Guest) -> str:
    code: str = (await ann.open("me", "open", options={"countdown": 0}))["code"]
    await ben.sit(code)
    await ann.call(f"api/tables/{code}/start", {})
    line = await ann.join(code, 0)
    await line.did(0, "trios.select", cards=line.trio())
    ours = await ben.join(code, 1)
    await ours.did(1, "leave")
    await line.over()
    return code


async def test_a_game_that_is_over_is_opened_in_another_house(tmp_path: Path) -> None:
    async with house(tmp_path / "a") as h, h.guest() as ann, h.guest() as ben:
        code = await finished_by_two(h, ann, ben)
        data = await download(ben, code)
        ours = await ann.call(f"api/tables/{code}/matches/1")
        review = await ann.call(f"api/tables/{code}/matches/1/review")
    async with house(tmp_path / "b") as h, h.guest() as cem:
        table = await upload(cem, data)
        assert not table["playing"] and [seat["name"] for seat in table["seats"]] == [ann.you["name"], ben.you["name"]]
        path = f"api/tables/{table['code']}/matches/1"
        assert (await cem.call(path))["common"] == ours["common"]
        assert await cem.call(f"{path}/review") == review
        line = await cem.join(table["code"], 0, 1)
        assert line.update["common"]["ended"]["reason"] == "left"
        [game] = (await cem.call("api/me/games?over=true"))["games"]
        assert (game["code"], game["copied"], game["ended"]) == (table["code"], True, ours["common"]["ended"])
        assert (await cem.call(f"api/tables/{table['code']}/again", {}))["match"] == 2
