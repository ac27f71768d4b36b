"""What a host may choose: options of `tercet serve`, or variables TERCET_… of the environment; an option wins.

Standard library only, for the command line's `--help` is made from here.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any


class ConfigError(Exception):
    """A choice that cannot be; its text is a sentence that names the option."""


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


def _level(text: str) -> str:
    if text.lower() not in ("debug", "info", "warning", "error"):
        raise ValueError("debug, info, warning or error")
    return text.lower()


def _said(parse: Callable[[str], Any], help: str) -> dict[str, Any]:
    """How one choice is read from text, and what is said about it."""
    return {"parse": parse, "help": help}


@dataclass(frozen=True)
class Config:
    """Everything a host may choose. Durations are in seconds."""

    host: str = field(default="127.0.0.1", metadata=_said(_host, "address to listen on; empty for all"))
    port: int = field(default=8000, metadata=_said(_whole(0, 65535), "port to listen on; 0 for any free one"))
    base: str = field(default="/", metadata=_said(base_path, "path under which the house stands, for example /games/"))
    data: Path = field(default_factory=data_folder, metadata=_said(_folder, "folder of the database"))
    proxy: bool = field(
        default=False, metadata=_said(_yes_no, "trust the X-Forwarded-… headers of a proxy in front (yes or no)")
    )
    log: str = field(default="info", metadata=_said(_level, "how much to log: debug, info, warning or error"))
    rest: float = field(
        default=30.0, metadata=_said(_number(0, 86_400), "after how long without anybody a game is laid aside")
    )
    settle: float = field(
        default=5.0, metadata=_said(_number(0, 600), "how long seats are waited for after a game was loaded")
    )
    silence: float = field(
        default=30.0, metadata=_said(_number(1, 3_600), "after how long without a word a connection is dropped")
    )
    stuck: float = field(
        default=10.0, metadata=_said(_number(0.1, 3_600), "after how long without progress a reader is dropped")
    )
    keep_lobby: float = field(
        default=24.0, metadata=_said(_number(0, 87_600), "hours that a table which never started is kept")
    )
    keep_tables: float = field(
        default=365.0, metadata=_said(_number(0, 36_500), "days that a table which nobody visits is kept")
    )
    new_guests: int = field(
        default=60, metadata=_said(_whole(1, 1_000_000), "new guests that may come from one address in a minute")
    )
    new_tables: int = field(
        default=30, metadata=_said(_whole(1, 1_000_000), "tables that one person may open in a minute")
    )

    @property
    def database(self) -> Path:
        return self.data / "tercet.db"


def add_options(parser: argparse.ArgumentParser) -> None:
    """An option for every choice; unset ones are None."""
    for choice in fields(Config):
        default = "" if choice.name == "data" else f" (default: {_shown(choice.default)})"
        parser.add_argument(f"--{choice.name.replace('_', '-')}", metavar="…", help=choice.metadata["help"] + default)


def _shown(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def read(options: Mapping[str, Any], environment: Mapping[str, str], **defaults: Any) -> Config:
    """The choices of options, then environment, then `defaults`; raises ConfigError for the first that cannot be."""
    chosen = dict(defaults)
    for choice in fields(Config):
        variable = f"TERCET_{choice.name.upper()}"
        for name, text in (
            (f"--{choice.name.replace('_', '-')}", options.get(choice.name)),
            (variable, environment.get(variable)),
        ):
            if text is not None:
                chosen[choice.name] = _parsed(name, text, choice.metadata["parse"])
                break
    return Config(**chosen)


def _parsed(name: str, text: str, parse: Callable[[str], Any]) -> Any:
    try:
        return parse(text)
    except ValueError as fault:
        raise ConfigError(f"{name} must be {fault}, not {text!r}.") from None
