"""Run all measurements, or those named: `python -m bench [NAME …]`; `--help` lists them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module

NAMES = ("sets", "grid", "triology-search", "simulate", "engine", "bots", "start", "server", "triple3-server")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(NAMES)}")
    names = parser.parse_args().names or NAMES
    if unknown := set(names).difference(NAMES):
        parser.error(f"nothing is measured by the name of {', '.join(sorted(unknown))}")
    for name in names:
        run: Callable[[], None] = import_module(f"bench.{name.replace('-', '_')}").run
        run()


if __name__ == "__main__":
    main()
