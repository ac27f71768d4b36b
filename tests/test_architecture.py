"""The arrows between the parts of the package, read from its import statements, and what no file may name."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"

HOUSE = ("tercet.server", "tercet.engine", "tercet.bots", "tercet.review", "msgspec", "structlog")
EDGE = (*HOUSE, "tercet!", "litestar")  # nothing else knows the framework

# What a part may import beside the standard library; the longest name that fits a module decides. A name stands for
# what lies in it too, "…!" for the module alone.
KERNELS = ("sets", "grid", "triology_cards", "triology_search")  # of the engine, but of the standard library alone

ARROWS: dict[str, tuple[str, ...]] = {
    "tercet": (),
    "tercet.engine": ("tercet.engine", "msgspec"),
    "tercet.engine.sets": (),
    "tercet.engine.chance": (),
    "tercet.engine.grid": (),
    "tercet.engine.triology_cards": ("tercet.engine.sets",),
    "tercet.engine.triology_search": ("tercet.engine.sets", "tercet.engine.triology_cards"),
    "tercet.many": ("rich",),
    "tercet.simulate": ("tercet.simulate", "tercet.engine.sets", "tercet.engine.grid", "tercet.many"),
    "tercet.simulate.triology": ("tercet.arena", "tercet.engine", "tercet.many", "tercet.review"),
    "tercet.solve": ("tercet.solve", *(f"tercet.engine.{name}" for name in KERNELS)),
    "tercet.arena": ("tercet.bots", "tercet.engine", "tercet.many"),
    "tercet.bots": ("tercet.bots", "tercet.engine"),
    "tercet.review": ("tercet.review", "tercet.engine", "msgspec"),
    "tercet.cli": (
        *("tercet!", "tercet.arena", "tercet.simulate", "tercet.solve"),
        *("tercet.server.config", "tercet.server.serve", "tercet.server.admin"),
    ),
    "tercet.server": HOUSE,
    "tercet.server.config": (),
    "tercet.server.counts": (),
    "tercet.server.keeping": (*HOUSE, "sqlalchemy"),
    "tercet.server.metrics": (*HOUSE, "tercet!", "prometheus_client"),
    "tercet.server.store": (*HOUSE, "sqlalchemy", "alembic"),
    "tercet.server.registry": ("sqlalchemy",),
    "tercet.server.accounts": (*HOUSE, "tercet!", "argon2"),
    "tercet.server.passkeys": ("tercet.engine", "webauthn"),
    "tercet.server.exchange": (*HOUSE, "cryptography"),
    "tercet.server.migrations": ("sqlalchemy", "alembic"),
    "tercet.server.app": EDGE,
    "tercet.server.edge": EDGE,
    "tercet.server.oneself": EDGE,
    "tercet.server.schema": EDGE,
    "tercet.server.line": ("uvicorn", "websockets"),
    "tercet.server.serve": (*EDGE, "uvicorn", "segno"),
}


def modules() -> dict[str, Path]:
    """Every module of the package by its dotted name."""
    names = {}
    for path in SOURCE.rglob("*.py"):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        names[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return names


MODULES = modules()


def imports(path: Path, *, lazy: bool = True) -> Iterator[str]:
    """The dotted names that a file imports: all of them, or only those it needs to be imported itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if lazy else at_once(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{path}: imports are absolute here"
            yield from (name_in(node.module, alias.name) for alias in node.names)


def at_once(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a module that run when it is imported: neither functions nor what only type checkers read."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(child):
            continue
        yield child
        yield from at_once(child)


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def name_in(module: str, name: str) -> str:
    """`from module import name` names a module of ours, or something in one."""
    return f"{module}.{name}" if f"{module}.{name}" in MODULES else module


def is_in(name: str, part: str) -> bool:
    return name in (part, part.removesuffix("!")) or name.startswith(f"{part}.")


def is_standard(name: str) -> bool:
    return name.partition(".")[0] in sys.stdlib_module_names


def arrows_of(module: str) -> tuple[str, ...]:
    return ARROWS[max((part for part in ARROWS if is_in(module, part)), key=len)]


@pytest.mark.parametrize("module", sorted(MODULES))
def test_imports_follow_the_arrows(module: str) -> None:
    allowed = arrows_of(module)
    foreign = {name for name in imports(MODULES[module]) if not is_standard(name)}
    assert not {name for name in foreign if not any(is_in(name, part) for part in allowed)}


def test_the_command_line_loads_nothing_but_the_standard_library() -> None:
    """Help and `solve` answer at once; what a command needs more it loads when it runs."""
    loaded, waiting = set(), {"tercet.cli"}
    while waiting:
        loaded |= waiting
        waiting = {
            name for module in waiting & MODULES.keys() for name in imports(MODULES[module], lazy=False)
        } - loaded
    assert not {name for name in loaded if not is_standard(name)} - MODULES.keys()
    assert not {name for name in loaded if is_in(name, "tercet.server.serve") or is_in(name, "tercet.engine.match")}


# -------------------------------------------------------------------------------------- what no file may name


def files() -> list[Path]:
    """The files of the repository, as git knows them, that hold text."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [path for name in listed.split("\0") if name and is_text(path := ROOT / name)]


def is_text(path: Path) -> bool:
    return path.is_file() and b"\0" not in path.read_bytes()


# Written in halves, so that this file does not name them either.
REGISTRIES = [
    ".".join(parts)
    for parts in [("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("yarnpkg", "com")]
]
REGISTRY = re.compile("|".join(map(re.escape, REGISTRIES)), re.IGNORECASE)
MACHINE_PATH = re.compile(r"(?<![\w.~/-])/(?:home|root|Users|work|workspace|builds)/\w|\b[A-Z]:\\Users\\")


def test_no_file_names_a_registry() -> None:
    assert not naming(REGISTRY)


def test_no_file_names_a_path_of_one_machine() -> None:
    assert not naming(MACHINE_PATH)


def naming(pattern: re.Pattern[str]) -> list[str]:
    """Where the repository's files match: "file: line"."""
    lines = ((path, line) for path in files() for line in path.read_text(encoding="utf-8").splitlines())
    return [f"{path.relative_to(ROOT)}: {line.strip()[:120]}" for path, line in lines if pattern.search(line)]
