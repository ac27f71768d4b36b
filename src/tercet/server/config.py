"""What a host may choose: by options of `tercet serve`, else variables TERCET_… of the environment, else a file.

Standard library only, for the command line's `--help` is made from here.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeAlias

Networks: TypeAlias = tuple[IPv4Network | IPv6Network, ...]

FILE, FILE_VARIABLE = "--config", "TERCET_CONFIG"  # where the choices of a file come from


class ConfigError(Exception):
    """A choice that cannot be; its text is a sentence that names the option, and its file if it has one."""


def data_folder() -> Path:
    """Where this machine keeps a person's program data, "tercet" in it."""
    home = Path.home()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData/Local"
    elif sys.platform == "darwin":
        base = home / "Library/Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or home / ".local/share"
    return Path(base) / "tercet"


def _whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not re.fullmatch(r"\d{1,9}", text.strip()) or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(text)

    return parse


def _number(least: float, most: float) -> Callable[[str], float]:
    def parse(text: str) -> float:
        if not re.fullmatch(r"\d+(\.\d+)?", text.strip()) or not least <= float(text) <= most:
            raise ValueError(f"a number from {least:g} to {most:g}")
        return float(text)

    return parse


def _yes_no(text: str) -> bool:
    answers = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}
    if text.strip().lower() not in answers:
        raise ValueError("yes or no")
    return answers[text.strip().lower()]


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]*", text):
        raise ValueError("an address or a name of this machine, empty for all")
    return text


def _folder(text: str) -> Path:
    if not text or "\0" in text:
        raise ValueError("a folder")
    return Path(text).expanduser().absolute()


def base_path(text: str) -> str:
    """A path as the house uses it, beginning and ending in "/"; ValueError for what is none."""
    path = "/" + text.strip("/") + "/" if text.strip("/") else "/"
    if not re.fullmatch(r"/([A-Za-z0-9._~-]+/)*", path) or "/../" in path or "/./" in path:
        raise ValueError("a path like /games/")
    return path


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text.strip().lower() not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]}")
        return text.strip().lower()

    return parse


_NETWORKS = {"no": "", "local": "127.0.0.0/8 ::1", "all": "0.0.0.0/0 ::/0"}


def networks(text: str) -> Networks:
    """Who is meant by "no", "local", "all" or a list of networks; ValueError for what is none of these."""
    try:
        names = _NETWORKS.get(text.strip().lower(), text)
        return tuple(ip_network(name) for name in names.replace(",", " ").split())
    except ValueError:
        raise ValueError("no, local, all or networks like 192.168.1.0/24") from None


def _said(parse: Callable[[str], Any], help: str) -> dict[str, Any]:
    """How one choice is read from text, and what is said about it."""
    return {"parse": parse, "help": help}


@dataclass(frozen=True)
class Config:
    """Everything a host may choose. Durations are in seconds, unless they say otherwise."""

    host: str = field(default="127.0.0.1", metadata=_said(_host, "address to listen on; empty for all"))
    port: int = field(default=8000, metadata=_said(_whole(0, 65535), "port to listen on; 0 for any free one"))
    base: str = field(default="/", metadata=_said(base_path, "path under which the house stands, for example /games/"))
    data: Path = field(default_factory=data_folder, metadata=_said(_folder, "folder of the database"))
    proxy: bool = field(
        default=False, metadata=_said(_yes_no, "trust the X-Forwarded-… headers of a proxy in front (yes or no)")
    )
    registration: bool = field(default=True, metadata=_said(_yes_no, "whether guests may open an account (yes or no)"))
    keep_lobby: float = field(
        default=24.0, metadata=_said(_number(0, 87_600), "hours that a table which never started is kept")
    )
    keep_tables: float = field(
        default=365.0,
        metadata=_said(_number(0, 36_500), "days that a table which nobody visits is kept, its games with it"),
    )
    keep_guests: float = field(
        default=90.0,
        metadata=_said(_number(0, 36_500), "days that a guest who does not come back, with no seat or result, is kept"),
    )
    sweep: float = field(
        default=300.0, metadata=_said(_number(0.1, 86_400), "how often is looked for what is kept no longer")
    )
    most_tables: int = field(default=100_000, metadata=_said(_whole(1, 100_000_000), "tables that may be kept at once"))
    most_connections: int = field(
        default=5_000, metadata=_said(_whole(1, 1_000_000), "connections that may be open at once")
    )
    most_from_address: int = field(
        default=200, metadata=_said(_whole(1, 1_000_000), "connections that may be open at once from one address")
    )
    new_guests: int = field(
        default=60, metadata=_said(_whole(1, 1_000_000), "new guests that may come from one address in a minute")
    )
    tries: int = field(
        default=10,
        metadata=_said(_whole(1, 1_000_000), "tries to sign in that one address may make in a minute"),
    )
    changes: int = field(
        default=240,
        metadata=_said(_whole(1, 1_000_000), "requests that change something, by one person in a minute"),
    )
    wrong_codes: int = field(
        default=30,
        metadata=_said(_whole(1, 1_000_000), "wrong table codes that one person or one address may try in a minute"),
    )
    new_tables: int = field(
        default=30, metadata=_said(_whole(1, 1_000_000), "tables that one person may open in a minute")
    )
    talk: int = field(default=6, metadata=_said(_whole(1, 1_000), "lines that one person may say in ten seconds"))
    lapse: float = field(
        default=8.0, metadata=_said(_number(0.1, 600), "after how long without a sign nobody waits for anyone any more")
    )
    offer: float = field(
        default=20.0, metadata=_said(_number(0, 3_600), "how long anyone is waited for before a computer is offered")
    )
    host_grace: float = field(
        default=20.0, metadata=_said(_number(0, 86_400), "after how long without its host a table gets another")
    )
    patience: float = field(
        default=1.0,
        metadata=_said(
            _number(0, 100), "times as long as usual (40 s in races, 90 s in turns) an absent player is waited for"
        ),
    )
    rest: float = field(
        default=3.0, metadata=_said(_number(0, 86_400), "after how long without anybody a game is laid aside")
    )
    settle: float = field(
        default=5.0, metadata=_said(_number(0, 600), "how long seats are waited for after a game was loaded")
    )
    silence: float = field(
        default=90.0, metadata=_said(_number(1, 3_600), "after how long without a word a connection is dropped")
    )
    stuck: float = field(
        default=10.0, metadata=_said(_number(0.1, 3_600), "after how long without progress a reader is dropped")
    )
    metrics: Networks = field(
        default=networks("local"), metadata=_said(networks, "who may read /metrics: no, local, all or networks")
    )
    log: str = field(
        default="info",
        metadata=_said(_one_of("debug", "info", "warning", "error"), "how much to log: debug, info, warning or error"),
    )
    log_format: str = field(
        default="json", metadata=_said(_one_of("json", "console"), "how to log: json for programs, console for people")
    )

    @property
    def database(self) -> Path:
        return self.data / "tercet.db"

    def database_bytes(self) -> int:
        """How much the database takes on the disk."""
        return sum(file.stat().st_size for file in self.data.glob("tercet.db*") if file.is_file())


def add_options(parser: argparse.ArgumentParser) -> None:
    """An option for every choice, and one for a file of them; unset ones are None."""
    parser.add_argument(FILE, metavar="FILE", help="file of these choices, in TOML")
    for choice in fields(Config):
        default = "" if choice.name == "data" else f" (default: {shown(choice.default)})"
        parser.add_argument(_option(choice.name), metavar="…", help=choice.metadata["help"] + default)


def shown(value: Any) -> str:
    """A choice's value as a host writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return next((word for word in _NETWORKS if networks(word) == value), " ".join(map(str, value)))
    return f"{value:g}" if isinstance(value, float) else str(value)


def read(options: Mapping[str, Any], environment: Mapping[str, str], **defaults: Any) -> Config:
    """The choices of options, then environment, then the file that these name, then `defaults`.

    Raises ConfigError for the first that cannot be, and for a file that cannot be read or says what nobody knows.
    """
    path = options.get("config") or environment.get(FILE_VARIABLE)
    written = _file(Path(path)) if path else {}
    chosen = dict(defaults)
    for choice in fields(Config):
        variable = f"TERCET_{choice.name.upper()}"
        for name, text in (
            (_option(choice.name), options.get(choice.name)),
            (variable, environment.get(variable)),
            (f"{path}: {choice.name}", written.get(choice.name)),
        ):
            if text is not None:
                chosen[choice.name] = _parsed(name, text, choice.metadata["parse"])
                break
    return Config(**chosen)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _file(path: Path) -> dict[str, str]:
    """The choices in a TOML file, each as the text that an option would have."""
    import tomllib  # here and below: the command line shall answer at once

    try:
        written = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        raise ConfigError(f"{path} can't be read: {fault.strerror or fault}.") from None
    except ValueError as fault:  # no TOML, or no UTF-8
        raise ConfigError(f"{path} is no TOML: {fault}.") from None
    return {name: _text(f"{path}: {name}", value) for name, value in written.items() if _known(path, name)}


def _known(path: Path, name: str) -> bool:
    names = [choice.name for choice in fields(Config)]
    if name in names:
        return True
    from difflib import get_close_matches

    meant = get_close_matches(name.replace("-", "_").lower(), names, 1)
    told = f"did you mean {meant[0]}?" if meant else f"there are {', '.join(names)}."
    raise ConfigError(f"{path}: nothing is called {name}; {told}")


def _text(name: str, value: Any) -> str:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return " ".join(value)
    if not isinstance(value, str | int | float):
        raise ConfigError(f"{name} must be one value: a text, a number, true or false.")
    return shown(value) if isinstance(value, bool) else str(value)


def _parsed(name: str, text: str, parse: Callable[[str], Any]) -> Any:
    try:
        return parse(text)
    except ValueError as fault:
        raise ConfigError(f"{name} must be {fault}, not {text!r}.") from None
