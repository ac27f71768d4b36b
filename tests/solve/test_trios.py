"""`tercet solve trios`: the answer at a table with real cards."""

from __future__ import annotations

import json
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tercet.cli import main
from tercet.engine import sets
from tercet.solve import trios as solve

BOARDS = json.loads((Path(__file__).parents[1] / "data/sets.json").read_text(encoding="utf-8"))["boards"]
FULL = ["".join(digits) for digits in product("123", repeat=4)]
EASY = ["".join(digits) for digits in product("123", repeat=3)]


def is_set(codes: tuple[str, ...]) -> bool:
    """The rule, read on the codes alone."""
    return all(len(set(column)) in (1, 3) for column in zip(*codes, strict=True))


def answer(capsys: pytest.CaptureFixture[str], *codes: str) -> dict[str, Any]:
    assert main(["solve", "trios", *codes, "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    return found


@pytest.mark.parametrize("deck", [FULL, EASY], ids=["full", "easy"])
@pytest.mark.parametrize("seed", range(10))
def test_all_sets_of_a_table(deck: list[str], seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    codes = Random(seed).sample(deck, 12)
    assert sorted(answer(capsys, *codes)["sets"]) == sorted(
        list(trio) for trio in combinations(codes, 3) if is_set(trio)
    )


def test_whole_decks(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(answer(capsys, *FULL)["sets"]) == 1080
    assert len(answer(capsys, *EASY)["sets"]) == 117


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("twelve_without_a_set", []),
        ("six_cards_two_disjoint_sets", [["1111", "1112", "1113"], ["2221", "2222", "2223"]]),
        ("five_cards_two_sets_sharing_one", [["1111", "1112", "1113"], ["1111", "2222", "3333"]]),
    ],
)
def test_published_boards(name: str, found: list[list[str]], capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, *BOARDS[name]) == {"sets": found}


def test_the_digits_are_quantity_colour_shape_and_filling() -> None:
    assert solve.in_words(solve.read_card("1221")) == "one empty green leaf"
    assert solve.in_words(solve.read_card("2132")) == "two solid red hourglasses"
    assert solve.in_words(solve.read_card("313")) == "three striped blue stones"
    assert sets.digits(solve.read_card("1231")) == (1, 0, 2, 0)  # colour, number, shape, filling


def test_the_easy_deck_is_the_blue_part_of_the_full_one() -> None:
    assert [solve.read_card(code) for code in EASY] == list(range(54, 81))
    assert sorted(map(solve.read_card, FULL)) == list(sets.CARDS)


def test_three_cards_that_are_none_are_told_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "1111", "1112", "1122") == {
        "sets": [],
        "faults": [
            {"feature": "shape", "values": ["stone", "stone", "leaf"]},
            {"feature": "filling", "values": ["empty", "solid", "solid"]},
        ],
    }
    assert main(["solve", "trios", "1111", "1112", "1122"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1111, 1112, 1122 are no set:",
        "  shape: two stone, one leaf (stone, stone, leaf)",
        "  filling: two solid, one empty (empty, solid, solid)",
        "In a set each feature is the same on all three cards or different on all three.",
    ]


@pytest.mark.parametrize("deck", [FULL, EASY], ids=["full", "easy"])
def test_every_fault_has_two_and_one(deck: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    random = Random(1)
    for _ in range(200):
        trio = tuple(random.sample(deck, 3))
        told = answer(capsys, *trio)
        faulty = [i for i, column in enumerate(zip(*trio, strict=True)) if len(set(column)) == 2]
        names = ["quantity", "colour", "shape", "filling"] if deck is FULL else ["quantity", "shape", "filling"]
        assert {fault["feature"] for fault in told.get("faults", [])} == {names[i] for i in faulty}
        assert told["sets"] == ([] if faulty else [list(trio)])


def test_the_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "trios", "1111", "1112", "1113", "2222"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1 set among 4 cards:",
        "  1111 1112 1113   one empty red stone, one solid red stone, one striped red stone",
    ]
    assert main(["solve", "trios", *BOARDS["twelve_without_a_set"]]) == 0
    assert capsys.readouterr().out == "No set among these 12 cards.\n"


@pytest.mark.parametrize("json_too", [[], ["--json"]])
@pytest.mark.parametrize(
    ("codes", "word"),
    [
        (["1111", "1112"], "three or more"),
        (["1111"], "three or more"),
        (["1111", "1112", "1114"], "'1114'"),
        (["1111", "1112", "1110"], "'1110'"),
        (["1111", "1112", "11111"], "'11111'"),
        (["1111", "1112", ""], "''"),
        (["1111", "1112", "111\u0663"], "no card"),  # a digit, but of another script
        (["1111", "1112", "abcd"], "'abcd'"),
        (["1111", "1112", "<b>"], "'<b>'"),
        (["1111", "1112", "\x1b[2J"], r"'\x1b[2J'"),
        (["1111", "1112", "1112"], "1112 is named twice"),
        (["1111", "1112", "113"], "1111 and 113 are not of one deck"),
        (["111", "112", "1113"], "111 and 1113 are not of one deck"),
    ],
)
def test_nonsense_gets_a_sentence_and_status_2(
    codes: list[str], word: str, json_too: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "trios", *codes, *json_too]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert word in err
    assert err.count("\n") == 1 and err.endswith(".\n")


@pytest.mark.parametrize("args", [[], ["chess", "1111"], ["trios"], ["trios", "--cards", "1111"]])
def test_no_game_no_cards_and_unknown_options_end_with_status_2(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["solve", *args])
    assert end.value.code == 2
    assert capsys.readouterr().out == ""
