"""Accounts and devices: ways back to oneself, what goes along, and what is forgotten."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import argon2
import httpx
import pytest

from tercet.server import accounts as accounts_module
from tercet.server import house as house_module
from tercet.server.people import hash_of, told_apart, wall
from tercet.server.registry import DAY_MS, sweep_registry
from tercet.server.store import open_database
from tests.server.authenticator import Authenticator
from tests.server.houses import Open, house
from tests.server.people import Guest, Json, Line

SECRET = "correct horse"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Passwords at the least cost, and doors that are looked at often."""
    monkeypatch.setattr(accounts_module.Passwords, "cost", argon2.profiles.CHEAPEST)
    monkeypatch.setattr(house_module, "SIGN_OUT_S", 0.05)
    monkeypatch.setattr(house_module, "DOOR_S", 0.2)
    yield


async def named(guest: Guest, name: str) -> Guest:
    guest.you = (await guest.http.patch("api/me", json={"name": name})).json()
    return guest


async def registered(guest: Guest, login: str = "Ann", password: str = SECRET) -> Json:
    account: Json = await guest.call("api/me/account", {"login": login, "password": password})
    return account


async def signed_in(guest: Guest, login: str = "Ann", password: str = SECRET) -> Json:
    you: Json = await guest.call("api/sign-in", {"login": login, "password": password})
    guest.you = you
    return you


async def play_to_the_end(line: Line) -> None:
    while line.view["phase"] != "over":
        await line.did(0, "trios.select", cards=line.trio())


async def code_of(answer: httpx.Response) -> str:
    return f"{answer.status_code} {answer.json()['code']}"


async def refused(guest: Guest, path: str, body: Json) -> str:
    return await code_of(await guest.http.post(path, json=body))


def rows(data: Path, sql: str) -> list[Any]:
    database = sqlite3.connect(data / "tercet.db")
    try:
        return database.execute(sql).fetchall()
    finally:
        database.close()


def everything(data: Path) -> str:
    """All that the database holds, as text."""
    database = sqlite3.connect(data / "tercet.db")
    try:
        return "\n".join(database.iterdump())
    finally:
        database.close()


# ------------------------------------------------------------------------------------------ name and password


async def test_an_account_is_the_guest_with_a_way_back(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        guest = ann.http.cookies["tercet"]
        account = await registered(ann, " Ann ")
        assert (account["login"], account["password"], account["passkeys"]) == ("Ann", True, [])
        assert await ann.call("api/me") == ann.you  # still the same person, under the same name
        before = phone.http.cookies["tercet"]
        assert await signed_in(phone, "\uff21\uff2e\uff2e") == ann.you  # however a keyboard writes it
        assert phone.http.cookies["tercet"] != before
        assert await phone.call("api/me") == ann.you
        for known in (guest, before):  # what was known of a device before is worth nothing
            async with h.guest() as thief:
                thief.http.cookies.clear()
                thief.http.cookies.set("tercet", known)
                assert (await thief.call("api/me"))["id"] not in (ann.you["id"], phone.you["id"])
    stored = everything(tmp_path)
    assert SECRET not in stored and "$argon2id$" in stored


async def test_what_the_guest_had_goes_along(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone, h.guest() as ben:
        await registered(ann)
        lobby = await phone.open("me", "open")
        alone = await phone.open("me", options={"deck": "easy", "countdown": 0})
        shared = await ben.open("me", "open", "open")
        await ann.sit(shared["code"])
        await phone.sit(shared["code"])
        line = await phone.join(alone["code"], 0)
        guest = phone.you["name"]
        await signed_in(phone)
        assert await line.gone() == 4410  # the guest's page comes back as Ann
        for code in (lobby["code"], alone["code"]):
            table = await ann.call(f"api/tables/{code}")
            assert (table["seats"][0]["mine"], table["host"]) == (True, True)
            assert table["seats"][0]["name"] == ann.you["name"]
        seats = (await ann.call(f"api/tables/{shared['code']}"))["seats"]
        assert [seat["mine"] for seat in seats] == [False, True, True]
        assert seats[2]["name"] == guest  # two seats of one person are told apart
        assert {game["code"] for game in (await ann.call("api/me/games"))["games"]} >= {alone["code"]}
        on_both = [await person.join(alone["code"], 0) for person in (ann, phone)]
        assert on_both[0].view == on_both[1].view
    assert rows(tmp_path, "select count(*) from people") == [(2,)]


async def test_results_go_along(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        await registered(ann)
        table = await phone.open("me", options={"deck": "easy", "countdown": 0})
        line = await phone.join(table["code"], 0)
        await line.begun()
        await play_to_the_end(line)
        assert len((await phone.call("api/best"))["best"]) == 1
        await signed_in(phone)
        assert len((await ann.call("api/best"))["best"]) == 1


async def test_an_account_that_was_here_before_keeps_its_own(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await registered(ann)
        await registered(ben, "Ben", "battery staple")
        table = await ben.open("me", "open")
        bens = ben.you
        assert await signed_in(ben) == ann.you
        assert not (await ann.call(f"api/tables/{table['code']}"))["seats"][0]["mine"]
        assert await signed_in(ben, "Ben", "battery staple") == bens
        assert (await ben.call(f"api/tables/{table['code']}"))["seats"][0]["mine"]
        assert await signed_in(ben, "Ben", "battery staple") == bens  # once more is nothing new
        assert len((await ben.call("api/me/account"))["devices"]) == 1


async def test_nobody_learns_which_names_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_module.Passwords, "cost", argon2.Parameters(*COST))
    async with house(tmp_path, tries=1000) as h, h.guest() as ann, h.guest() as eve:
        await registered(ann)

        async def tried(login: str) -> tuple[str, float]:
            start = time.perf_counter()
            answer = await refused(eve, "api/sign-in", {"login": login, "password": "wrong horse"})
            return answer, time.perf_counter() - start

        await tried("Ann")
        tries = [(await tried("Ann"), await tried("Nobody")) for _ in range(9)]
        assert {answer for pair in tries for answer, _ in pair} == {"403 wrong_password"}
        known, unknown = (min(pair[i][1] for pair in tries) for i in (0, 1))
        assert 1 / 3 < known / unknown < 3, "without a decoy it would be a tenth"


COST = (argon2.Type.ID, 19, 16, 32, 2, 19 * 1024, 1)


@pytest.mark.parametrize(
    ("login", "password", "code"),
    [
        ("Ann", "1234567", "409 weak_password"),
        ("Ann Ann Ann", "ann ANN ann", "409 weak_password"),
        ("\u200b", SECRET, "409 name_empty"),
        ("x" * 26, SECRET, "409 name_too_long"),
        ("ann", SECRET, "409 login_taken"),
        ("Ann", "x" * 501, "400 bad_body"),
        ("", SECRET, "400 bad_body"),
    ],
)
async def test_accounts_that_cannot_be(tmp_path: Path, login: str, password: str, code: str) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await registered(ben, "Ann") if "taken" in code else None
        assert await refused(ann, "api/me/account", {"login": login, "password": password}) == code
        assert (await ann.call("api/me/account"))["login"] is None


async def test_a_person_has_one_account_and_the_host_may_take_no_new_ones(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        assert (await registered(ann))["registration"]
        assert await refused(ann, "api/me/account", {"login": "Bea", "password": SECRET}) == "409 has_account"
    async with house(tmp_path, registration=False) as h, h.guest() as ben:
        assert await refused(ben, "api/me/account", {"login": "Ben", "password": SECRET}) == "403 registration_closed"
        assert await refused(ben, "api/me/passkeys/options", {"login": "Ben"}) == "403 registration_closed"
        assert not (await ben.call("api/me/account"))["registration"]
        await signed_in(ben)  # who has an account still gets in


async def test_guessing_is_slow(tmp_path: Path) -> None:
    async with house(tmp_path, tries=5) as h, h.guest() as ann, h.guest() as eve:
        await registered(ann)
        guess = {"login": "aNN", "password": "wrong horse"}
        assert [await refused(eve, "api/sign-in", guess) for _ in range(5)] == ["403 wrong_password"] * 5
        answer = await eve.http.post("api/sign-in", json={**guess, "password": SECRET})
        assert await code_of(answer) == "429 too_many_tries"
        assert 0 < answer.json()["detail"]["wait_ms"] <= 60_000


async def test_nobody_uses_up_the_tries_of_another(tmp_path: Path) -> None:
    """Ids are told at a table, so they are no secret; an account called like one would be taken for that person."""
    async with house(tmp_path, tries=2) as h, h.guest() as ann, h.guest() as eve:
        guess = {"login": ann.you["id"], "password": "wrong horse"}
        for code in ("403 wrong_password", "403 wrong_password", "429 too_many_tries"):
            assert await refused(eve, "api/sign-in", guess) == code
        assert await refused(eve, "api/me/account", {"login": ann.you["id"].upper(), "password": SECRET}) == (
            "409 login_taken"
        )
        await registered(ann)


async def test_one_address_keeps_nobody_out_of_an_account(tmp_path: Path) -> None:
    def at(n: int) -> dict[str, str]:
        return {"X-Forwarded-For": f"203.0.113.{n}"}

    async with house(tmp_path, tries=2, proxy=True) as h, h.guest() as ann, h.guest() as eve, h.guest() as phone:
        await registered(ann)
        guess = {"login": "Ann", "password": "wrong horse"}

        async def tried(guest: Guest, n: int) -> str:
            return await code_of(await guest.http.post("api/sign-in", json=guess, headers=at(n)))

        assert [await tried(eve, 1) for _ in range(3)][1:] == ["403 wrong_password", "429 too_many_tries"]
        right = guess | {"password": SECRET}
        assert (await phone.http.post("api/sign-in", json=right, headers=at(2))).status_code == 200
        for n in range(3, 11):
            assert [await tried(eve, n) for _ in range(2)] == ["403 wrong_password"] * 2
        assert await tried(eve, 11) == "403 wrong_password"  # the twentieth: so many addresses are no slip of the pen
        assert await tried(phone, 99) == "429 too_many_tries"


async def test_a_flood_of_tries_does_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_module, "MOST_WAITING", 0)
    async with house(tmp_path) as h, h.guest() as ann:
        guess = {"login": "Ann", "password": SECRET}
        assert await refused(ann, "api/sign-in", guess) == "429 too_many_tries"


async def test_a_new_password_signs_all_others_out(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        await registered(ann)
        await signed_in(phone)
        line = await phone.connect()
        change = {"new": "battery staple", "old": "wrong horse"}
        assert await refused(ann, "api/me/password", change) == "403 wrong_password"
        account = await ann.call("api/me/password", {**change, "old": SECRET})
        assert len(account["devices"]) == 1
        assert (await line.hear("bye"))["code"] == "signed_out"
        assert (await phone.call("api/me"))["id"] != ann.you["id"]
        credentials = {"login": "Ann", "password": SECRET}
        assert await refused(phone, "api/sign-in", credentials) == "403 wrong_password"
        await signed_in(phone, password="battery staple")


async def test_guests_have_no_password_to_change(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        assert await refused(ann, "api/me/password", {"new": SECRET}) == "409 no_account"


async def test_a_hash_of_yesterday_is_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        await registered(ann)
    dearer = argon2.Parameters(argon2.Type.ID, 19, 16, 32, 1, 64, 1)
    monkeypatch.setattr(accounts_module.Passwords, "cost", dearer)
    async with house(tmp_path) as h, h.guest() as phone:
        await signed_in(phone)
        assert "$m=64,t=1,p=1$" in rows(tmp_path, "select password from accounts")[0][0]
        await signed_in(phone)


# ------------------------------------------------------------------------------------------------------ devices


async def test_devices_are_listed_and_signed_out(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone, h.guest() as tablet:
        await registered(ann)
        phone.http.headers["user-agent"] = FIREFOX
        for device in (phone, tablet):
            await signed_in(device)
        devices = (await phone.call("api/me/account"))["devices"]
        assert [device["device"] for device in devices if device["here"]] == ["Firefox, Android"]
        assert len(devices) == 3 and all(device["created"] <= device["seen"] for device in devices)
        here = next(device["id"] for device in (await tablet.call("api/me/account"))["devices"] if device["here"])
        assert len((await phone.call("api/me/devices/end", {"device": here}))["devices"]) == 2
        assert (await tablet.call("api/me"))["id"] != ann.you["id"]
        [left] = (await phone.call("api/me/devices/end", {}))["devices"]
        assert left["here"]
        assert (await ann.call("api/me"))["id"] != ann.you["id"]


async def test_signing_out_leaves_a_new_guest(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        assert await refused(ann, "api/sign-out", {}) == "409 no_way_back"  # a guest would be lost
        await registered(ann)
        answer = await ann.http.post("api/sign-out", json={})
        assert answer.status_code == 204 and "max-age=0" in answer.headers["set-cookie"].lower()
        assert "tercet" not in ann.http.cookies
        assert (await ann.call("api/me"))["id"] != ann.you["id"]
        await signed_in(ann)


async def test_another_node_hears_of_it(tmp_path: Path) -> None:
    async with house(tmp_path) as one, house(tmp_path) as two, one.guest() as ann, two.guest() as phone:
        await registered(ann)
        await signed_in(phone)
        line = await phone.connect()
        await ann.call("api/me/devices/end", {})
        assert await line.gone() == 4410
        assert (await phone.call("api/me"))["id"] != ann.you["id"]  # and no page of it is believed


# ----------------------------------------------------------------------------------------------- one-time links


async def test_a_seat_goes_on_at_another_device_by_a_link(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone, h.guest() as ben:
        table = await ann.open("me", options={"deck": "easy", "countdown": 0})
        line = await ann.join(table["code"], 0)
        link = await ann.call("api/me/link", {})
        assert link["expires_ms"] == 600_000
        whose = {"name": ann.you["name"], "account": False, "you": False}
        assert await phone.call("api/move/whose", {"token": link["token"]}) == whose
        assert (await ann.call("api/move/whose", {"token": link["token"]}))["you"]
        assert await phone.call("api/move", {"token": link["token"]}) == ann.you
        other = await phone.join(table["code"], 0)
        await other.begun()
        assert other.view == line.view  # both devices are the same person
        await other.did(0, "trios.select", cards=other.trio())
        await line.reach(other.update["seq"])
        assert await refused(ben, "api/move", {"token": link["token"]}) == "410 old_link"
        assert await refused(ben, "api/move/whose", {"token": link["token"]}) == "410 old_link"
        assert link["token"] not in everything(tmp_path)
        await phone.http.post("api/sign-out", json={})  # with two devices there is a way back
        assert await ann.call("api/me") == ann.you


async def test_a_link_lasts_for_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts_module, "LINK_MS", 0)
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as phone:
        link = await ann.call("api/me/link", {})
        assert await refused(phone, "api/move", {"token": link["token"]}) == "410 old_link"
        assert await refused(phone, "api/move", {"token": "x"}) == "400 bad_body"


async def test_whoever_gave_a_link_away_gets_no_account_by_it(tmp_path: Path) -> None:
    """A guest's other devices do not become whom that guest signs in as."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as victim, h.guest() as eve:
        await registered(ann)
        await victim.call("api/move", await token_of(eve))
        await signed_in(victim)
        assert (await eve.call("api/me"))["id"] != ann.you["id"]


async def test_a_link_ends_with_all_other_devices(tmp_path: Path) -> None:
    """Who was signed out shall not come back by a link of before, nor who knew a guest that has an account now."""
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as eve:
        tokens = [await token_of(ann)]
        await registered(ann)
        tokens.append(await token_of(ann))
        await ann.call("api/me/password", {"new": "battery staple", "old": SECRET})
        tokens.append(await token_of(ann))
        await ann.call("api/me/devices/end", {})
        assert [await refused(eve, "api/move", token) for token in tokens] == ["410 old_link"] * 3
        assert await eve.call("api/move", await token_of(ann)) == ann.you


async def token_of(guest: Guest) -> Json:
    return {"token": (await guest.call("api/me/link", {}))["token"]}


# ----------------------------------------------------------------------------------------------------- passkeys


class Keys:
    """Somebody whose browser knows the house as localhost, with a passkey."""

    def __init__(self, h: Open, guest: Guest) -> None:
        self.host = h.address.removeprefix("http://").rstrip("/").replace("127.0.0.1", "localhost")
        self.guest, self.key = guest, Authenticator(self.host)
        guest.http.headers["host"] = self.host

    async def make(self, login: str | None = None, status: int = 200, **cheats: Any) -> Any:
        asked = await self.guest.call("api/me/passkeys/options", {"login": login} if login else {})
        self.options = asked["options"]
        proof = {"credential": self.key.make(self.options, **cheats), "login": login}
        return await self.guest.call("api/me/passkeys", proof, status)

    async def sign_in(self, key: Authenticator | None = None, status: int = 200, **cheats: Any) -> Any:
        asked = await self.guest.call("api/sign-in/options", {})
        self.proof = {"credential": (key or self.key).prove(asked["options"], **cheats)}
        return await self.guest.call("api/sign-in/passkey", self.proof, status)


async def test_a_passkey_is_an_account_without_a_password(tmp_path: Path) -> None:
    async with house(tmp_path, tries=99) as h, h.guest() as ann, h.guest() as phone:
        mine, there = Keys(h, ann), Keys(h, phone)
        account = await mine.make("Ann")
        assert mine.options["rp"] == {"id": "localhost", "name": "Tercet"} and mine.options["user"]["name"] == "Ann"
        assert mine.options["authenticatorSelection"]["residentKey"] == "required"
        assert (account["login"], account["password"]) == ("Ann", False)
        [key] = account["passkeys"]
        assert key["host"] == "localhost" and key["used"] is None
        assert await there.sign_in(mine.key) == ann.you
        assert await phone.call("api/me") == ann.you
        assert (await ann.call("api/me/account"))["passkeys"][0]["used"]
        remove = f"api/me/passkeys/{key['id']}/remove"
        assert await refused(ann, remove, {}) == "409 last_key"
        await ann.call("api/me/password", {"new": SECRET})
        assert (await ann.call(remove, {}))["passkeys"] == []
        assert await refused(ann, remove, {}) == "409 unknown_passkey"
        assert (await there.sign_in(mine.key, 409))["code"] == "unknown_passkey"


async def test_two_passkeys_and_the_same_one_twice(tmp_path: Path) -> None:
    async with house(tmp_path, tries=99) as h, h.guest() as ann, h.guest() as ben:
        mine, bens = Keys(h, ann), Keys(h, ben)
        await mine.make("Ann")
        first, mine.key = mine.key, Authenticator(mine.host)
        assert len((await mine.make())["passkeys"]) == 2
        assert len(mine.options["excludeCredentials"]) == 1
        bens.key = first
        assert (await bens.make("Ben", 409))["code"] == "bad_passkey"  # another's key is not taken over
        assert (await ben.call("api/me/account"))["login"] is None


async def test_passkeys_that_prove_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, tries=999) as h, h.guest() as ann, h.guest() as eve:
        mine, hers = Keys(h, ann), Keys(h, eve)
        cheats: list[Json] = [{"origin": "http://evil.example"}, {"verified": False}, {"count": 1}]
        for cheat in cheats[:2]:
            assert (await mine.make("Ann", 409, **cheat))["code"] == "bad_passkey"
        await mine.make("Ann")
        good = mine.key
        for cheat in cheats:
            assert (await hers.sign_in(good, 409, **cheat))["code"] == "bad_passkey"
        good.count = 50
        forged = Authenticator(mine.host)
        forged.id = good.id
        assert (await hers.sign_in(forged, 409))["code"] == "bad_passkey"
        assert await mine.sign_in() == ann.you
        assert await refused(eve, "api/sign-in/passkey", mine.proof) == "409 old_passkey"  # an answer counts once
        asked = await ann.call("api/sign-in/options", {})  # and only from the browser that was asked
        proof = {"credential": good.prove(asked["options"])}
        assert await refused(eve, "api/sign-in/passkey", proof) == "409 old_passkey"
        asked = await eve.call("api/sign-in/options", {})
        whole = good.prove(asked["options"])
        for credential in (
            {},
            {"id": 1},
            {"response": 7},
            {**whole, "id": None},
            {**whole, "id": "é"},
            {"id": "x" * 99},
        ):
            proof = {"credential": credential}
            assert await refused(eve, "api/sign-in/passkey", proof) in ("409 bad_passkey", "409 old_passkey")
        assert (await eve.call("api/me"))["id"] == eve.you["id"]


async def test_answers_with_wild_bytes_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path, tries=999) as h, h.guest() as ann:
        mine = Keys(h, ann)
        for wild in ("", "AAAA", "o2NmbXRkbm9uZQ", "////", "-" * 400, "oWhhdXRoRGF0YUA"):
            options = (await ann.call("api/me/passkeys/options", {"login": "Ann"}))["options"]
            credential = mine.key.make(options)
            credential["response"]["attestationObject"] = wild
            proof = {"credential": credential, "login": "Ann"}
            assert await refused(ann, "api/me/passkeys", proof) == "409 bad_passkey", wild


async def test_an_address_of_figures_has_no_passkeys(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        for path, body in (("api/me/passkeys/options", {"login": "Ann"}), ("api/sign-in/options", {})):
            answer = await ann.http.post(path, json=body)
            assert (answer.json()["code"], answer.json()["detail"]) == ("no_passkeys", {"host": "127.0.0.1"})


# --------------------------------------------------------------------------------------- taking along, forgetting


async def test_everything_of_oneself_is_one_file(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await named(ben, "Benjamin")
        account = await registered(ann)
        over = await ann.open("me", "open", options={"deck": "easy", "countdown": 0})
        await ben.sit(over["code"])
        await ann.call(f"api/tables/{over['code']}/start", {})
        line = await ann.join(over["code"], 0)
        await line.begun()
        await play_to_the_end(line)
        runs = await ann.open("me", {"kind": "here", "name": "Grandma"})
        answer = await ann.http.get("api/me/export")
        assert answer.headers["content-disposition"] == 'attachment; filename="tercet.json"'
        told = answer.json()
        assert told["person"] == ann.you and told["login"] == "Ann"
        assert [device["id"] for device in told["devices"]] == [account["devices"][0]["id"]]
        tables = {table["code"]: table for table in told["tables"]}
        [match] = tables[over["code"]]["matches"]
        assert match["seats"] == [0] and match["finished"].startswith("20")
        assert [act["seat"] for act in match["acts"]] == [0] * len(match["acts"]) and len(match["acts"]) > 4
        assert list(tables[runs["code"]]["seats"].values()) == [None, "Grandma"]
        assert tables[runs["code"]]["matches"][0]["acts"] == []  # a game that runs keeps its secrets
        text = answer.text
        assert not [word for word in ("Benjamin", ben.you["id"], "$argon2", ann.http.cookies["tercet"]) if word in text]


async def test_to_be_deleted_is_to_be_forgotten(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await named(ann, "Annabelle")
        await registered(ann, "Annabelle Login")
        running = await ann.open("me", {"kind": "here", "name": "Grandma"}, "open", options={"countdown": 0})
        await ben.sit(running["code"])
        await ann.call(f"api/tables/{running['code']}/start", {})
        waiting = await ann.open("me", "open", "open")
        await ben.sit(waiting["code"])
        line, ends = await ben.join(running["code"], 2), await ann.connect()
        assert await refused(ann, "api/me/delete", {}) == "403 wrong_password"
        answer = await ann.http.post("api/me/delete", json={"password": SECRET})
        assert answer.status_code == 204 and "max-age=0" in answer.headers["set-cookie"].lower()
        assert await ends.gone() == 4410
        await line.until(lambda: [seat["name"] for seat in line.table["seats"]] == ["", "", ben.you["name"]])
        await line.until(lambda: line.update["common"]["ended"])  # her seats are left for good, and Ben is alone
        seats = (await ben.call(f"api/tables/{waiting['code']}"))["seats"]
        assert [seat["kind"] for seat in seats] == ["open", "person", "open"]
        [game] = (await ben.call("api/me/games?over=true"))["games"]
        assert [seat["name"] for seat in game["seats"]] == ["", "", ben.you["name"]]
        assert ann.you["id"] != (await ann.call("api/me"))["id"]
        assert (
            await refused(ann, "api/sign-in", {"login": "Annabelle Login", "password": SECRET}) == "403 wrong_password"
        )
    stored = everything(tmp_path)
    assert not [word for word in ("Annabelle", "Grandma", ann.you["id"]) if word in stored]


@pytest.mark.parametrize("over", [False, True])
async def test_who_was_removed_from_a_table_is_forgotten_there_too(tmp_path: Path, over: bool) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben, h.guest() as cleo:
        await named(ben, "Benjamin")
        code = (await ann.open("me", "open", "open", options={"countdown": 0}))["code"]
        await ben.sit(code)
        await cleo.sit(code)
        line, his = await ann.join(code, 0), await ben.join(code, 1)
        his.say("talk", table=code, text="a bad word")
        await line.hear("said")
        await ann.call(f"api/tables/{code}/start", {})
        await ann.call(f"api/tables/{code}/remove", {"seat": 1})
        await line.until(lambda: line.table["seats"][1]["name"] == "Benjamin")
        assert not (await ben.call("api/me/games"))["games"]  # he cannot go there
        if over:
            hers = await cleo.join(code, 2)
            await hers.did(2, "leave")
            await line.over()
            await line.until(lambda: not line.table["playing"])
            await ann.call(f"api/tables/{code}/again", {})
            assert (await ben.call("api/me/games?over=true"))["games"][0]["seats"][1]["mine"]
        assert (await ben.http.post("api/me/delete", json={})).status_code == 204
        late = await cleo.join(code)
        assert not [word for word in ("Benjamin", "a bad word") if word in "".join(late.frames)]
    assert not [word for word in ("Benjamin", ben.you["id"]) if word in everything(tmp_path)]


async def test_a_guest_is_deleted_without_a_password(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann:
        assert (await ann.http.post("api/me/delete", json={})).status_code == 204
        assert "tercet" not in ann.http.cookies
    assert rows(tmp_path, "select count(*) from people") == rows(tmp_path, "select count(*) from sessions") == [(0,)]


async def test_the_house_tells_how_long_it_keeps_what(tmp_path: Path) -> None:
    async with house(tmp_path, keep_lobby=3, keep_tables=40, keep_guests=7) as h, h.guest() as ann:
        assert await ann.call("api/kept") == {
            "lobby_hours": 3, "table_days": 40, "guest_days": 7, "device_days": 400, "link_minutes": 10,
        }  # fmt: skip


async def test_devices_and_tickets_are_forgotten_in_time(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as ben:
        await registered(ann)
        await ben.call("api/me/link", {})
        later, year = wall() + 20 * 60_000, wall() + 401 * DAY_MS
        await h.house.store.write(lambda database: sweep_registry(database, later))
        assert rows(tmp_path, "select count(*) from tickets") == [(0,)]
        assert rows(tmp_path, "select count(*) from sessions") == [(2,)]
        await h.house.store.write(lambda database: sweep_registry(database, year))
        assert rows(tmp_path, "select count(*) from sessions") == [(0,)]
        await signed_in(ben)  # an account is never forgotten by itself


# -------------------------------------------------------------------------------------------------------- names


async def test_names_that_look_alike_are_told_apart_at_a_table(tmp_path: Path) -> None:
    async with house(tmp_path) as h, h.guest() as ann, h.guest() as other, h.guest() as third:
        await named(ann, "Ann")
        await named(other, "\u0410nn")  # a Cyrillic A
        await named(third, "A\u200dnn")
        table = await ann.open("me", "open", "open")
        await other.sit(table["code"])
        seats = (await third.sit(table["code"]))["seats"]
        assert [seat["name"] for seat in seats] == ["Ann", "\u0410nn (2)", "A\u200dnn (3)"]


def test_alike_and_not() -> None:
    assert told_apart(["Ann", "Ann (2)", "Ann", "", "", "Ben"]) == ["Ann", "Ann (2)", "Ann (3)", "", "", "Ben"]
    assert told_apart(["Zoe", "Zoë", "ZOE", "Zo e"]) == ["Zoe", "Zoë (2)", "ZOE (3)", "Zo e (4)"]
    assert told_apart(["Paul", "\u0420\u0430uI", "Pau1", "Pal"]) == ["Paul", "\u0420\u0430uI (2)", "Pau1 (3)", "Pal"]


# ---------------------------------------------------------------------------------------------------- migration


def test_people_of_before_are_still_known(tmp_path: Path) -> None:
    import sqlalchemy as sa
    from alembic import command
    from alembic.config import Config

    path = tmp_path / "tercet.db"
    config = Config()
    migrations = Path(accounts_module.__file__).parent / "migrations"
    config.set_main_option("script_location", str(migrations))
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        old = {"id": "p1", "token_hash": hash_of("a" * 32), "name": "Ann", "created": 5, "seen": 6}
        columns = ", ".join(old)
        connection.execute(sa.text(f"insert into people ({columns}) values (:{', :'.join(old)})"), old)
    engine.dispose()
    open_database(path)
    assert rows(tmp_path, "select id, name, created, seen from people") == [("p1", "Ann", 5, 6)]
    assert rows(tmp_path, "select token_hash, person, seen from sessions") == [(hash_of("a" * 32), "p1", 6)]
    assert json.dumps(rows(tmp_path, "pragma foreign_key_check")) == "[]"
