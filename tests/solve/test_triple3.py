"""`tercet solve triple3`: the answer at a table with real cards."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tercet.cli import main
from tercet.engine import grid
from tercet.solve import triple3 as solve

EXAMPLE = json.loads((Path(__file__).parents[1] / "data/triple3.json").read_text(encoding="utf-8"))
GRID: list[str] = EXAMPLE["grid"]
DECK = ["".join(letters) for letters in product("RBPY", "0123", "CDUS")]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["solve", "triple3", *words, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize(
    "words",
    [
        GRID,
        [" ".join(GRID)],
        ["R0C R2C R3C / Y1C B1C B3C / P0D P1C B1U"],
        ["R0C R2C R3C/Y1C B1C B3C/P0D P1C B1U/"],
        ["R0C R2C R3C", "Y1C B1C B3C", "P0D P1C B1U"],
        ["R0C", "R2C", "R3C", "/", "Y1C", "B1C", "B3C", "/", "P0D", "P1C", "B1U", "/"],
        ["r0c r2c r3c / y1c b1c b3c / p0d p1c b1u"],
    ],
)
def test_the_rulebooks_example_however_it_is_written(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *words, *EXAMPLE["card_may_go_on"])
    assert {cell: set(words) for cell, words in found["coverable_by"].items()} == {
        cell: set(words) for cell, words in EXAMPLE["coverable_by"].items()
    }
    assert found["card_may_go_on"] == EXAMPLE["card_may_go_on"]


def test_without_further_cards(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, *GRID)
    assert found.keys() == {"coverable_by", "card_may_go_on"} and found["card_may_go_on"] == {}


@pytest.mark.parametrize("seed", range(10))
def test_a_card_may_go_where_one_of_its_values_may(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    cards = Random(seed).sample(DECK, 64)
    found = answer(capsys, *cards)
    assert list(found["card_may_go_on"]) == cards[9:]
    for code, cells in found["card_may_go_on"].items():
        values = set(words_of(code))
        assert cells == [int(cell) for cell, words in found["coverable_by"].items() if values.intersection(words)]


def words_of(code: str) -> tuple[str, str, str]:
    colours = {"R": "red", "B": "blue", "P": "purple", "Y": "yellow"}
    shapes = {"C": "circle", "D": "diamond", "U": "plus", "S": "star"}
    return colours[code[0]], code[1], shapes[code[2]]


def test_the_codes_are_the_cards() -> None:
    assert sorted(map(solve.read_card, DECK)) == list(grid.CARDS)
    for code in DECK:
        assert {grid.VALUES[value] for value in grid.values(grid.MASK[solve.read_card(code)])} == set(words_of(code))


def test_the_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "triple3", *GRID, "B2C", "Y2S"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["1  R0C  blue, 1", "2  R2C  1"]
    assert lines[4] == "5  B1C  -"
    assert lines[9:] == ["B2C may go on 1, 3, 4, 7, 9", "Y2S may go nowhere"]


@pytest.mark.parametrize("json_too", [[], ["--json"]])
@pytest.mark.parametrize(
    ("words", "word"),
    [
        (GRID[:8], "not 8"),
        (["R0C"], "not 1"),
        ([""], "not 0"),
        (["/"], "not 0"),
        ([*GRID[:8], "X1C"], "'X1C'"),
        ([*GRID[:8], "R4C"], "'R4C'"),
        ([*GRID[:8], "R1X"], "'R1X'"),
        ([*GRID[:8], "1RC"], "'1RC'"),
        ([*GRID, "R1"], "'R1'"),
        ([*GRID, "RC1S"], "'RC1S'"),
        ([*GRID, "R\u0661S"], "no card"),  # a digit, but of another script
        ([*GRID, "\x1b[2J"], r"'\x1b[2J'"),
        ([*GRID[:8], "R0C"], "R0C is named twice"),
        ([*GRID, "B2C", "b2c"], "B2C is named twice"),
        ([*GRID, "B1U"], "B1U is named twice"),
        (["R0C R2C / R3C Y1C B1C B3C / P0D P1C B1U"], "A slash ends a row"),
        (["R0C R2C R3C Y1C / B1C B3C / P0D P1C B1U"], "A slash ends a row"),
        (["/ R0C R2C R3C / Y1C B1C B3C / P0D P1C B1U"], "A slash ends a row"),
    ],
)
def test_nonsense_gets_a_sentence_and_status_2(
    words: list[str], word: str, json_too: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "triple3", *words, *json_too]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert word in err
    assert err.count("\n") == 1 and err.endswith(".\n")


def test_no_grid_ends_with_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["solve", "triple3"])
    assert end.value.code == 2 and capsys.readouterr().out == ""
