"""The project's own promises: locks without addresses, one version, an sdist that needs no Node.js."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import dev
import hatch_build
import tercet

ROOT = Path(__file__).parent.parent
LOCKS = ("run", "dev", "build")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(lock: str) -> dict[str, str]:
    """Package → version of one lock."""
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / f"requirements/{lock}.txt").read_text(), re.MULTILINE))


def names(requirements: list[str]) -> set[str]:
    """The packages' names as locks write them."""
    return {re.split(r"[^\w.-]", line)[0].replace(".", "-").lower() for line in requirements}


@pytest.mark.parametrize("lock", [*(f"requirements/{name}.txt" for name in LOCKS), "web/package-lock.json"])
def test_a_lock_names_no_registry(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "resolved" not in text
    assert not re.findall(r"https?://\S*(?:registry|pypi|/simple)\S*", text)


def test_the_locks_hold_what_the_project_asks_for() -> None:
    wanted = {
        "run": PROJECT["project"]["dependencies"],
        "dev": PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["dev"],
        "build": PROJECT["dependency-groups"]["build"],
    }
    assert {lock: names(wanted[lock]) - set(pins(lock)) for lock in LOCKS} == {lock: set() for lock in LOCKS}


def test_one_environment_can_hold_all_locks() -> None:
    dev = pins("dev")
    for lock in LOCKS:
        assert {name: version for name, version in pins(lock).items() if dev.get(name, version) != version} == {}


def test_server_and_client_have_one_version() -> None:
    assert json.loads((ROOT / "web/package.json").read_text())["version"] == tercet.__version__


def test_make_offers_what_dev_does() -> None:
    targets = re.search(r"^\.PHONY: (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert targets
    assert set(targets[1].split()) == set(dev.COMMANDS)


def test_an_unknown_command_is_answered_by_a_sentence() -> None:
    done = subprocess.run([sys.executable, "dev.py", "paly"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "dev.py paly: There is no command 'paly'; `python3 dev.py` lists them.\n"


def test_the_client_is_built_anew_when_a_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hatch_build, "ROOT", tmp_path)
    (tmp_path / "node_modules").mkdir()
    source = tmp_path / "a.ts"
    source.write_text("1")
    first = hatch_build.fingerprint(tmp_path)

    (tmp_path / "node_modules/other.js").write_text("2")
    (tmp_path / ".cache").write_text("2")
    assert hatch_build.fingerprint(tmp_path) == first

    source.write_text("2")
    changed = hatch_build.fingerprint(tmp_path)
    source.rename(tmp_path / "b.ts")
    assert len({first, changed, hatch_build.fingerprint(tmp_path)}) == 3


def test_an_sdist_becomes_a_wheel_with_the_client_and_without_node(tmp_path: Path) -> None:
    hatch_build.build()
    hatchling(ROOT, "sdist", tmp_path)
    subprocess.run(["tar", "-xf", *tmp_path.glob("*.tar.gz")], cwd=tmp_path, check=True)
    unpacked = tmp_path / f"tercet-{tercet.__version__}"

    hatchling(unpacked, "wheel", tmp_path)
    assert not (unpacked / "web/node_modules").exists()  # npm was not called
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        inside = set(wheel.namelist())
    assert {"tercet/web/index.html", "tercet/py.typed", "tercet/cli.py"} <= inside


def hatchling(project: Path, target: str, to: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(to)]
    subprocess.run(command, cwd=project, check=True, capture_output=True)
