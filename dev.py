"""The project's commands, for a machine with nothing but Python: `python3 dev.py play` sets all up and opens a house.

`make` calls the same commands. All is installed from the hashed locks into .venv and web/node_modules, and again only
when a lock changes. Nothing is imported here but the standard library.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
WORKERS = min(4, os.cpu_count() or 1)

API_TYPES = ROOT / "web/src/lib/types.gen.ts"
API_TYPES_FLAGS = (
    "--root-types",
    "--root-types-no-schema-prefix",
    "--default-non-nullable=false",
    "--empty-objects-unknown",
)


class Failure(Exception):
    """A command cannot go on; its text is a sentence for whoever called it."""


def main(args: list[str]) -> None:
    name, *rest = args or ["help"]
    try:
        if sys.hexversion < 0x030B0000:
            raise Failure("Tercet needs Python 3.11 or newer; name it to make by `make PYTHON=python3.11 …`.")
        if name not in COMMANDS:
            raise Failure(f"There is no command {name!r}; `python3 dev.py` lists them.")
        COMMANDS[name](*rest)
    except Failure as failure:
        sys.exit(f"dev.py {name}: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)


# Commands; the first line of each docstring is what `make` prints about it.


def show_help(*_: str) -> None:
    """Print this list."""
    for name, command in COMMANDS.items():
        print(f"make {name:<7}{(command.__doc__ or '').partition(chr(10))[0]}")


def play(port: str = "8000", *options: str) -> None:
    """Set up what playing needs and open a house in the browser; PORT=8000 unless told."""
    setup("run")
    build_client()
    os.execv(BIN / "tercet", ["tercet", "play", "--port", port, *options])


def test(*_: str) -> None:
    """Set up what the tests need, a browser too, and run them: 15 minutes at most."""
    setup("dev")
    each(
        lambda: npm("test"),
        build_client,
        lambda: run(PYTHON, "-m", "tests.system"),
        lambda: pytest("-n", WORKERS, "-m", "not browser and not soak"),
        # Apart, for Playwright keeps an event loop of its own in its process, where no other can run.
        lambda: pytest("-n", WORKERS, "--dist=loadfile", "-m", "browser and not soak"),
    )


def check(*_: str) -> None:
    """Lint, formatting, Python's and the client's types, and whether the generated types are fresh."""
    setup("dev")
    each(
        lambda: run(PYTHON, "-m", "ruff", "check"),
        lambda: run(PYTHON, "-m", "ruff", "format", "--check"),
        lambda: run(PYTHON, "-m", "mypy"),
        check_types,
        lambda: npm("run", "check"),
    )


def soak(*_: str) -> None:
    """Run the tests that take the full counts; takes long."""
    setup("dev")
    build_client()
    run(PYTHON, "-m", "tests.system")
    os.environ["TERCET_SOAK"] = "1"
    pytest("-n", WORKERS, "-m", "soak", "--timeout=0")


def bench(*options: str) -> None:
    """Measure, and print ratios to baselines of the same run; ARGS chooses what."""
    setup("dev")
    build_client()
    run(PYTHON, "-m", "bench", *options)


def types(*_: str) -> None:
    """Generate the client's types from the server's messages."""
    setup("dev")
    generate_types(API_TYPES)


def client(*_: str) -> None:
    """Build the web client, if its sources changed."""
    setup("run")
    build_client()


def lock(*options: str) -> None:
    """Write the locks in requirements/ anew; ARGS=--upgrade takes the newest of all."""
    setup("dev")
    # The smaller locks are held to the pins of the largest, so that .venv can hold them all.
    compile_lock("dev", "pyproject.toml", "--group", "dev", *options)
    compile_lock("run", "pyproject.toml", "-c", "requirements/dev.txt", *options)
    compile_lock("build", "--group", "build", "-c", "requirements/dev.txt", *options)


def setup(size: str = "dev", *_: str) -> None:
    """Install the package and what it needs, but not the client; ARGS=run leaves out what only development needs."""
    if size not in ("run", "dev"):
        raise Failure("There are two sizes of set-up, run and dev.")
    make_venv()
    wanted = fingerprint(*locks(size))
    if remembered("packages") not in (wanted, fingerprint(*locks("dev"))):
        pip_install("--require-hashes", *(word for lock in locks(size) for word in ("-r", lock)))
        remember("packages", wanted)
    wanted = fingerprint("pyproject.toml")
    if remembered("tercet") != wanted:
        pip_install("--no-deps", "--no-build-isolation", "--editable", ".")
        remember("tercet", wanted)


def npm(*args: str) -> None:
    """Run npm in web/ with all its packages: ARGS="run dev"."""
    setup("run")
    run(PYTHON, "hatch_build.py", "npm", *args)


COMMANDS: dict[str, Callable[..., None]] = {
    "help": show_help,
    "play": play,
    "test": test,
    "check": check,
    "soak": soak,
    "bench": bench,
    "types": types,
    "client": client,
    "lock": lock,
    "setup": setup,
    "npm": npm,
}


# Steps


def make_venv() -> None:
    """Make .venv, if there is none. It has a pip of its own where Python can give it one; Debian's may not."""
    if PYTHON.exists():
        return
    if not importlib.util.find_spec("ensurepip") and not importlib.util.find_spec("pip"):
        raise Failure("Python's pip or venv is needed (on Debian: apt-get install python3-venv).")
    venv.create(VENV, with_pip=importlib.util.find_spec("ensurepip") is not None)


def locks(size: str) -> tuple[str, str]:
    """The lock files of a size of set-up."""
    return f"requirements/{size}.txt", "requirements/build.txt"


def pip_install(*args: str) -> None:
    """Install into .venv, by its own pip or by the machine's.

    Pip and not uv, which would save two seconds of twelve in play's set-up, for pip heeds the machine's settings:
    mirrors, proxies and certificates.
    """
    own = any(VENV.glob("[Ll]ib/**/site-packages/pip"))
    pip: list[str | Path] = [PYTHON, "-m", "pip"] if own else [sys.executable, "-m", "pip", "--python", PYTHON]
    run(*pip, "--disable-pip-version-check", "install", "--quiet", *args)


def remembered(name: str) -> str | None:
    """The fingerprint of what .venv last got under this name."""
    note = VENV / f".{name}"
    return note.read_text() if note.exists() else None


def remember(name: str, mark: str) -> None:
    (VENV / f".{name}").write_text(mark)


def fingerprint(*files: str) -> str:
    return hashlib.sha256(b"".join((ROOT / file).read_bytes() for file in files)).hexdigest()


def compile_lock(name: str, *sources: str) -> None:
    """Write one lock: for every platform, hashed, and without a host's name."""
    lock = f"requirements/{name}.txt"
    run(
        *(BIN / "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
        *("--generate-hashes", "--no-header", *sources, "--output-file", lock),
    )


def build_client() -> None:
    run(PYTHON, "hatch_build.py")


def generate_types(path: Path) -> None:
    """Write the TypeScript of the server's HTTP and socket messages."""
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder, "api.json")
        schema.write_bytes(run(PYTHON, "-m", "tercet.server.schema", stdout=subprocess.PIPE))
        npm("exec", "--no", "--", "openapi-typescript", str(schema), "--output", str(path), *API_TYPES_FLAGS)


def check_types() -> None:
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder, "types.gen.ts")
        generate_types(fresh)
        if fresh.read_bytes() != API_TYPES.read_bytes():
            raise Failure(f"{API_TYPES.relative_to(ROOT)} is not fresh: run `make types`.")


def pytest(*args: str | int) -> None:
    run(PYTHON, "-m", "pytest", *args)


def each(*steps: Callable[[], object]) -> None:
    """Take every step though one fails, so that one run tells all; then fail if any did."""
    failures = []
    for step in steps:
        try:
            step()
        except Failure as failure:
            failures.append(str(failure))
    if failures:
        raise Failure(" ".join(failures))


def run(*command: str | Path | int, stdout: int | None = None) -> bytes:
    """Run a command in the project's folder, and give its output if it was asked for by `subprocess.PIPE`.

    Raises Failure when the command cannot be run or does.
    """
    words = [str(word) for word in command]
    shown = shlex.join(word.removeprefix(f"{ROOT}{os.sep}") for word in words)
    print("+", shown, file=sys.stderr, flush=True)
    done = subprocess.run(words, cwd=ROOT, stdout=stdout, check=False)
    if done.returncode:
        raise Failure(f"`{shown}` failed with status {done.returncode}.")
    return done.stdout or b""


if __name__ == "__main__":
    main(sys.argv[1:])
