"""The host's choices: options before environment before defaults, and a sentence for each that cannot be."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from tercet.server.config import Config, ConfigError, data_folder, networks, read
from tercet.server.network import addresses
from tercet.server.serve import listen, welcome


def test_an_option_wins_over_the_environment() -> None:
    assert read({"port": "1"}, {"TERCET_PORT": "2"}, port=3).port == 1
    assert read({"port": None}, {"TERCET_PORT": "2"}, port=3).port == 2
    assert read({}, {}, port=3).port == 3
    assert read({}, {}).port == 8000


def test_a_file_comes_after_both(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("port = 4\nrest = 1.5\nproxy = true\nregistration = \"no\"\nmetrics = ['::1', '10.0.0.0/8']\n")
    named = {"TERCET_CONFIG": str(file)}
    assert read({"port": "1"}, named, port=5).port == 1
    assert read({}, {**named, "TERCET_PORT": "2"}, port=5).port == 2
    config = read({"config": str(file)}, {"TERCET_CONFIG": "not this"}, port=5)
    assert (config.port, config.rest, config.proxy, config.registration) == (4, 1.5, True, False)
    assert config.metrics == networks("::1, 10.0.0.0/8")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("port = 70000", "house.toml: port must be a whole number from 0 to 65535, not '70000'."),
        ("port = true", "house.toml: port must be a whole number from 0 to 65535, not 'yes'."),
        ("keep-lobby = 3", "house.toml: nothing is called keep-lobby; did you mean keep_lobby?"),
        ("zzz = 3", "house.toml: nothing is called zzz; there are host, port, base"),
        ("[port]", "house.toml: port must be one value"),
        ("rest = inf", "house.toml: rest must be a number from 0 to 86400, not 'inf'."),
        ("metrics = 'everybody'", "house.toml: metrics must be no, local, all or networks"),
        ("port = ", "house.toml is no TOML: "),
        ("\udcff", "house.toml is no TOML: "),
    ],
)
def test_a_fault_in_a_file_names_it_and_what_is_allowed(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "house.toml").write_text(text, errors="surrogateescape")
    with pytest.raises(ConfigError) as told:
        read({"config": str(tmp_path / "house.toml")}, {})
    assert str(told.value).startswith(str(tmp_path)) and sentence in str(told.value)


def test_a_file_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none.toml can't be read: No such file"):
        read({"config": str(tmp_path / "none.toml")}, {})
    assert "can't be read" in said(tercet("serve", "--config", str(tmp_path)))


def test_every_choice_can_be_read() -> None:
    texts = {"host": "::1", "base": "games", "data": "there", "proxy": "YES", "log": "Error", "registration": "Off"}
    texts |= {"metrics": "all", "log_format": "console"}
    config = read({}, {f"TERCET_{choice.name.upper()}": texts.get(choice.name, "7") for choice in fields(Config)})
    assert config.base == "/games/" and config.proxy is True and config.log == "error" and config.rest == 7.0
    assert config.database == Path("there").absolute() / "tercet.db"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "65536"), ("port", "-1"), ("port", "80a"), ("port", ""), ("host", "a b"), ("base", "/a b/"),
        ("base", "/../x/"), ("base", '/"><script>/'), ("data", ""), ("data", "a\0b"), ("proxy", "?"), ("log", "loud"),
        ("rest", "-3"), ("rest", "nan"), ("rest", "1e9"), ("stuck", "0"), ("new_tables", "0"),
    ],
)  # fmt: skip
def test_a_fault_names_the_option(name: str, text: str) -> None:
    option = f"--{name.replace('_', '-')}"
    with pytest.raises(ConfigError, match=f"^{option} must be "):
        read({name: text}, {})
    with pytest.raises(ConfigError, match=f"^TERCET_{name.upper()} must be "):
        read({}, {f"TERCET_{name.upper()}": text})


def test_the_data_lie_where_this_machine_keeps_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "tercet"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder().parts[-3:] == (".local", "share", "tercet")


def tercet(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "tercet.cli", *args], capture_output=True, text=True, timeout=30)


def said(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence on standard error of a command that could not be."""
    assert done.returncode == 2 and not done.stdout
    assert "Traceback" not in done.stderr and done.stderr.count("\n") == 1
    return done.stderr


def test_a_port_in_use_is_a_sentence(tmp_path: Path) -> None:
    with listen(Config(host="127.0.0.1", port=0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use" in said(tercet("serve", "--port", port, "--data", str(tmp_path)))


def test_other_faults_are_sentences(tmp_path: Path) -> None:
    assert "--port" in said(tercet("play", "--port", "x"))
    assert "can't listen on 203.0.113.1" in said(tercet("serve", "--host", "203.0.113.1", "--data", str(tmp_path)))
    (tmp_path / "file").write_text("")
    assert "cannot be used" in said(tercet("serve", "--port", "0", "--data", str(tmp_path / "file")))
    (tmp_path / "tercet.db").write_text("this is no database" * 99)
    assert "cannot be used" in said(tercet("serve", "--port", "0", "--data", str(tmp_path)))


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tercet.db") as database:
        database.execute("create table alembic_version (version_num varchar(32) not null)")
        database.execute("insert into alembic_version values ('9999')")
    database.close()
    assert "newer Tercet" in said(tercet("serve", "--port", "0", "--data", str(tmp_path)))


def test_play_tells_the_addresses_and_shows_one_for_phones() -> None:
    text = welcome("http://localhost:8000/", ["http://192.0.2.7:8000/"])
    assert "http://localhost:8000/" in text and "http://192.0.2.7:8000/" in text
    assert text.count("\u2588") > 100  # the picture
    assert max(map(len, text.splitlines())) <= 79
    assert welcome("http://localhost:8000/", []).count("\u2588") == 0
    assert not any(address.startswith("127.") for address in addresses())
