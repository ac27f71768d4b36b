"""`tercet simulate triology`: mass statistics from games of computer players."""

from __future__ import annotations

import json

import pytest

from tercet.cli import main
from tercet.engine.triology_cards import Level
from tercet.simulate import triology as simulate
from tercet.simulate.triology import Tally, play_block


def total(games: int, seed: int, cores: int) -> Tally:
    tally = Tally()
    for block in simulate.simulate(games, seed, "beginner", 2, "easy", cores):
        tally.add(block)
    return tally


def test_a_seed_fixes_all_whatever_the_cores() -> None:
    one, two = (total(simulate.BLOCK + 1, 3, cores) for cores in (1, 2))
    assert one.games == simulate.BLOCK + 1
    assert one.as_json() == two.as_json() != total(5, 4, 1).as_json()


@pytest.mark.parametrize(("level", "seats"), [("beginner", 3), ("triology", 2), ("master", 4)])
def test_the_counts_fit_together(level: Level, seats: int) -> None:
    tally = play_block("name", 3, level, seats, "medium")
    counts = tally.as_json()
    assert counts["games"] == 3 and counts["hands"] == tally.hands >= 3
    assert counts["turns_a_hand"] >= 1 and 0 <= counts["ended_without_progress"] <= 1
    assert tally.chips >= tally.stolen  # a set brings a chip when it is stolen, whether or not it is kept
    assert (counts["stolen_a_hand"] > 0) == (level == "master")
    assert tally.seat_hands == seats * tally.hands


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "triology", "--level", "master", "--seats", "3", "--games", "2", "--seed", "1", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["level"], found["seats"], found["games"], found["seed"]) == ("master", 3, 2, 1)
    assert {"turns_a_hand", "ended_without_progress", "score_a_hand", "stolen_a_hand"} <= found.keys()


def test_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "triology", "--games", "2", "--seed", "1", "--bots", "easy"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Triology, triology, 2 easy computer players, seed 1\n2 games")
    assert "(Y10)" in out


@pytest.mark.parametrize(
    "words", [["--level", "beginner", "--seats", "5"], ["--seats", "9"], ["--level", "expert"], ["--games", "0"]]
)
def test_nonsense_ends_with_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["simulate", "triology", *words])
    assert end.value.code == 2
    assert "error: argument" in capsys.readouterr().err
