"""How an answer at a table comes at once: what may not be loaded for it."""

from __future__ import annotations

import subprocess
import sys

import pytest

# Loading any of these takes longer than the whole answer may.
HEAVY = {"msgspec", "litestar", "rich", "uvicorn", "sqlalchemy", "asyncio", "multiprocessing", "tercet.engine.trios"}
GRID = ["solve", "triple3", "R0C R2C R3C / Y1C B1C B3C / P0D P1C B1U", "B2C"]


@pytest.mark.parametrize(
    "args", [["solve", "trios", "1111", "1112", "1113"], GRID, ["--help"], ["solve", "triple3", "--help"]]
)
def test_an_answer_loads_nothing_heavy(args: list[str]) -> None:
    code = (
        "import sys, atexit\n"
        "from tercet.cli import main\n"
        "atexit.register(lambda: print(*sys.modules, file=sys.stderr))\n"
        f"sys.exit(main({args}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "tercet.solve" in done.stderr.split()
    assert not HEAVY.intersection(done.stderr.split())


def test_a_reader_who_has_read_enough_sees_no_traceback() -> None:
    command = [sys.executable, "-m", "tercet.cli", *GRID]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as answering:
        assert answering.stdout and answering.stderr
        answering.stdout.close()
        assert b"Traceback" not in answering.stderr.read() and b"Exception" not in answering.stderr.read()
