"""`tercet solve triology`: the best turn at a table with real cards."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tercet.cli import main
from tercet.engine import triology_search as search
from tercet.engine.triology_cards import CARDS, GROUPS, code
from tercet.solve import triology as solve
from tercet.solve.core import Nonsense

FOREIGN = "[1113|2221|3333]"  # of three colours: the house's deck has no such card


def ask(tmp_path: Path, capsys: pytest.CaptureFixture[str], position: Any) -> dict[str, Any]:
    file = tmp_path / "position.json"
    file.write_text(position if isinstance(position, str) else json.dumps(position), encoding="utf-8")
    assert main(["solve", "triology", str(file), "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    assert found.keys() == {"points", "out", "proved", "steps"}
    return found


def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], position: Any) -> str:
    file = tmp_path / "position.json"
    file.write_text(position if isinstance(position, str) else json.dumps(position), encoding="utf-8")
    assert main(["solve", "triology", str(file)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    ("others", "group"), [(["1111", "1112"], "1113"), (["2222", "2223"], "2221"), (["1111", "2222"], "3333")]
)
def test_a_card_with_three_groups_stands_for_the_one_that_fits(
    others: list[str], group: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = ask(tmp_path, capsys, {"level": "triology", "hand": [*others, FOREIGN], "drawn": True})
    assert found["points"] == 6 and found["out"] and found["proved"]  # 1 + 1 + 3, and 1 for going out
    assert found["steps"] == [{"kind": "meld", "cards": [*others, f"{FOREIGN}={group}"]}]


def test_two_groups_of_one_card_never_count_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = ask(tmp_path, capsys, {"level": "triology", "hand": ["1111", "1122", FOREIGN], "drawn": True})
    assert found["points"] == 0 and [step["kind"] for step in found["steps"]] == ["discard"]


def test_a_steal_with_its_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ben's three cards go into three new sets with six of the hand, as all with one stolen card must (Y17, Y18)."""
    position = {
        "level": "master",
        "hand": ["1121", "1131", "1212", "1312", "2113", "3113", "3333"],
        "drawn": True,
        "rivals": [{"seat": "Ben", "cards": ["1111", "1112", "1113"]}],
    }
    found = ask(tmp_path, capsys, position)
    assert found["points"] == 10 and found["out"] and found["proved"]
    assert found["steps"][0] == {"kind": "steal", "seat": "Ben", "cards": ["1111", "1112", "1113"]}
    assert [step["kind"] for step in found["steps"]] == ["steal", "meld", "meld", "meld", "discard"]
    guarded = position | {"rivals": [{"seat": "Ben", "cards": ["1111", "1112", "1113"], "protected": True}]}
    assert not any(step["kind"] == "steal" for step in ask(tmp_path, capsys, guarded)["steps"])


def test_a_pick_up_from_the_depth_of_the_pile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    position = {"level": "beginner", "hand": ["1111", "1112"], "pile": ["1113", "2123", "3112"], "drawn": False}
    found = ask(tmp_path, capsys, position)
    assert found["steps"][0] == {"kind": "pick_up", "card": "1113"}
    assert found["steps"][1]["kind"] == "meld" and found["points"] == 3


def test_a_hands_off_card_is_laid_to_go_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = [{"cards": ["3111", "3112", "3113"]}]
    found = ask(tmp_path, capsys, {"level": "master", "hand": ["HANDS-OFF", "2222"], "drawn": True, "own": own})
    assert found["out"] and [step["kind"] for step in found["steps"]] == ["protect", "discard"]


def test_for_people_and_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = json.dumps({"level": "triology", "hand": ["1111", "1112", "1113", "3333"], "drawn": True})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["solve", "triology", "-"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines() == ["4 points, and out", "1. lay 1111 1112 1113", "2. discard 3333"]


# --------------------------------------------------------------------------------------------------- nonsense


@pytest.mark.parametrize(
    ("position", "names"),
    [
        ("", "JSON"),
        ("{", "line 1"),
        ("[" * 100_000, "nested"),
        ("[]", "object"),
        ('{"level": "master", "level": "master"}', "given twice"),
        ({}, "level"),
        ({"level": "expert", "hand": ["1111"]}, "expert"),
        ({"level": "master"}, "hand"),
        ({"level": "master", "hand": []}, "hand"),
        ({"level": "master", "hand": "1111"}, "list"),
        ({"level": "master", "hand": ["1111"], "deck": []}, "deck"),
        ({"level": "master", "hand": ["1114"]}, "1114"),
        ({"level": "master", "hand": ["\u0661\u0661\u0661\u0661"]}, "no card"),
        ({"level": "master", "hand": [1111]}, "1111"),
        ({"level": "master", "hand": [["1111"]]}, "no card"),
        ({"level": "master", "hand": [None]}, "None"),
        ({"level": "master", "hand": ["[1111|1112]"]}, "1112"),
        ({"level": "master", "hand": ["1111"], "pile": ["1111"]}, "1111 is named twice"),
        ({"level": "master", "hand": [FOREIGN, FOREIGN]}, "named twice"),
        ({"level": "master", "hand": ["HANDS-OFF"] * 4}, "more than 3"),
        ({"level": "triology", "hand": ["HANDS-OFF"]}, "master only"),
        ({"level": "master", "hand": ["1111"], "drawn": "yes"}, "drawn"),
        ({"level": "master", "hand": ["1111"], "own": {}}, "own"),
        ({"level": "master", "hand": ["1111"], "own": ["2222"]}, "object"),
        ({"level": "master", "hand": ["1111"], "own": [{"cards": ["2222", "2223"]}]}, "three cards"),
        ({"level": "master", "hand": ["1111"], "own": [{"cards": ["2222", "2223", "2231"]}]}, "no set"),
        ({"level": "master", "hand": ["1111"], "own": [{"cards": ["2222", "2223", "2221"], "seat": "me"}]}, "seat"),
        ({"level": "master", "hand": ["1111"], "rivals": [{"cards": ["2222", "2223", "2221"], "seat": 1}]}, "seat"),
        ({"level": "master", "hand": ["1111"], "own": [{"cards": ["2222", "2223", "2221"], "protected": 1}]}, "true"),
        ({"level": "master", "hand": ["1111"], "own": [{"cards": ["2222", "2223", f"{FOREIGN}=2222"]}]}, "2222"),
        ({"level": "master", "hand": ["1111"], "own": [{"cards": ["2222", "2223", f"{FOREIGN}=x"]}]}, "stand for"),
        ({"level": "master", "hand": ["1111"], "own": [{"cards": ["2222", "2223", "HANDS-OFF"]}]}, "HANDS-OFF"),
    ],
)
def test_nonsense_gets_a_sentence(
    position: Any, names: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert names in refused(tmp_path, capsys, position)


def test_files_that_are_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "long").write_bytes(b" " * (solve.MOST_BYTES + 1))
    for name in ("missing", "binary", "long", "."):
        assert main(["solve", "triology", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.count("\n") == 1


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["1111", "1112", FOREIGN, "HANDS-OFF", "x", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*solve.KEYS, "cards"]), inner),
    max_leaves=12,
)


@given(
    st.fixed_dictionaries({"level": st.sampled_from(["master", "beginner"]), "hand": JSON}, optional={
        key: JSON for key in ("pile", "drawn", "own", "rivals")
    })
)  # fmt: skip
@settings(max_examples=300, suppress_health_check=list(HealthCheck), deadline=None)
def test_whatever_is_written_there_is_an_answer_or_a_sentence(position: Any) -> None:
    try:
        read = solve.read(json.dumps(position))
    except Nonsense as nonsense:
        assert str(nonsense).endswith(".")
    else:
        assert solve.solved(*read)["steps"]


def test_the_houses_cards_keep_their_numbers() -> None:
    cards = solve.Cards()
    assert [cards.add(code(groups)) for groups in GROUPS] == list(range(CARDS))
    assert cards.add(FOREIGN) == CARDS


def test_the_answer_is_the_searchs() -> None:
    read = solve.read(json.dumps({"level": "triology", "hand": ["1111", "1112", "1113", "3333"], "drawn": True}))
    assert solve.solved(*read)["points"] == search.best_turn(read[0]).points == 4
