"""The command line: `tercet`. Every command lives in its own module, which loads nothing heavy until it runs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Any

from tercet import __version__, arena, simulate, solve
from tercet.server import config


def main(args: Sequence[str] | None = None) -> int:
    """Run one command and give its exit status; a wish that makes no sense ends with a sentence and status 2."""
    parser = argparse.ArgumentParser(prog="tercet", description="A house for set-type card games.")
    parser.add_argument("--version", action="version", version=f"tercet {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    add_play(commands)
    add_serve(commands)
    add_admin(commands)
    solve.add_parser(commands)
    simulate.add_parser(commands)
    arena.add_parser(commands)
    wish = parser.parse_args(args)
    try:
        status: int = wish.run(wish)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read the answer has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return status


def add_play(commands: Any) -> None:
    parser = commands.add_parser(
        "play",
        help="open a house for everybody on this network",
        description="Open a house on this machine for everybody on its network, and show it in the browser.",
    )
    config.add_options(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.set_defaults(run=run_play)


def add_serve(commands: Any) -> None:
    parser = commands.add_parser(
        "serve",
        help="run a house as a service",
        description="Run a house. Every option can also be given in the environment: --port as TERCET_PORT, and so on.",
    )
    config.add_options(parser)
    parser.set_defaults(run=run_serve)


def add_admin(commands: Any) -> None:
    parser = commands.add_parser(
        "admin",
        help="look after a house: tables, people, copies of its data",
        description="Look after a house that runs or not, on the machine where its data lie.",
    )
    orders = parser.add_subparsers(title="orders", required=True, metavar="ORDER", dest="order")

    def add(name: str, help: str) -> Any:
        order = orders.add_parser(name, help=help, description=help.capitalize() + ".")
        order.add_argument("--data", metavar="FOLDER", help="folder of the database (as for `tercet serve`)")
        order.add_argument("--config", metavar="FILE", help="the house's file of choices, in TOML")
        order.add_argument("--json", action="store_true", help="answer in JSON")
        order.set_defaults(run=run_admin)
        return order

    for name in ("tables", "people"):
        help = f"list {name}, the newest visit first"
        add(name, help).add_argument("--most", type=int, default=100, metavar="N", help="list so many (default: 100)")
    add("close", "close a table for good").add_argument("code", metavar="CODE")
    add("remove", "remove a person for good").add_argument(
        "person", metavar="PERSON", help="an id, or an account's name"
    )
    add("link", "let a person in who lost the way, by a link that works once").add_argument(
        "person", metavar="PERSON", help="an id, or an account's name"
    )
    add("backup", "copy the data to a new file, while the house goes on").add_argument(
        "file", metavar="FILE", help="the new file, or a folder in which it gets the time as its name"
    )
    add("restore", "put a copy in the place of the data").add_argument("file", metavar="FILE")


def run_admin(wish: argparse.Namespace) -> int:
    from tercet.server.admin import run

    return run(wish)


def run_play(wish: argparse.Namespace) -> int:
    from tercet.server.serve import play

    return play(wish)


def run_serve(wish: argparse.Namespace) -> int:
    from tercet.server.serve import serve

    return serve(wish)


if __name__ == "__main__":
    sys.exit(main())
