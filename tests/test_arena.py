"""`tercet arena`: contests of computer players, in any game."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tercet import arena
from tercet.arena import Tally, contest, play_block, wilson
from tercet.cli import main
from tercet.engine import GAMES, load
from tercet.engine.core import Ended
from tercet.engine.match import Match, Player


def total(game: str, games: int, seed: int, cores: int = 1) -> Tally:
    tally = Tally()
    for block in contest(game, ("medium", "easy"), games, seed, cores):
        tally.add(block)
    return tally


def test_a_seed_fixes_all_whatever_the_cores() -> None:
    one, two = (total("triple3", 2 * arena.BLOCK + 1, 5, cores) for cores in (1, 2))
    assert one.games == 2 * arena.BLOCK + 1
    assert one.as_json() == two.as_json() != total("triple3", 9, 6).as_json()


def test_the_two_change_seats_after_every_game() -> None:
    match = Match.begin("triple3", [Player(), Player()], load("triple3").Options(), "seed", 0)
    for winner, first, won in ((0, 0, [1, 0]), (1, 0, [0, 1]), (0, 1, [0, 1]), (1, 1, [1, 0])):
        tally = Tally()
        match.state = replace(match.state, ended=Ended(((winner,), (1 - winner,)), (0, 0), "out"))
        arena.count(tally, match, first)
        assert (tally.wins, tally.ties, tally.games) == (won, 0, 1)


def test_a_shared_win_counts_half() -> None:
    tally = Tally()
    match = Match.begin("triple3", [Player(), Player()], load("triple3").Options(), "seed", 0)
    match.state = replace(match.state, ended=Ended(((0, 1),), (0, 0), "stuck"))
    arena.count(tally, match, 0)
    assert (tally.wins, tally.ties, tally.share()) == ([0, 0], 1, 0.5)


@pytest.mark.parametrize(
    ("won", "of", "least", "most"),
    [(8, 10, 0.490, 0.943), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (400, 500, 0.763, 0.833), (1, 2, 0.095, 0.905)],
)
def test_wilsons_interval(won: int, of: int, least: float, most: float) -> None:
    """Values as printed in tables of the Wilson score interval."""
    assert wilson(won / of, of) == pytest.approx((least, most), abs=0.001)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_contests(game: str) -> None:
    tally = play_block("name", 2, game, ("hard", "easy"))
    assert tally.games == 2 == sum(tally.wins) + tally.ties
    assert 60 < tally.ms / 1000 / 2 < 1200


@pytest.mark.parametrize("level", ["beginner", "triology", "master"])
def test_triology_has_contests_on_every_level(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "triology", "medium", "easy", "--level", level, "--games", "2", "--seed", "1", "--json"]
    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["level"], found["games"]) == (level, 2)


def test_other_games_have_no_levels(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "trios", "medium", "easy", "--level", "master"])
    assert "trios has no levels" in capsys.readouterr().err


def test_a_match_of_people_only_does_not_hang() -> None:
    match = Match.begin("triple3", [Player()], load("triple3").Options(), "seed", 0)
    arena.step(match, "key")  # the countdown
    with pytest.raises(RuntimeError, match="nobody"):
        arena.step(match, "key")


def test_the_answer_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "triple3", "hard", "easy", "--games", "3", "--seed", "3", "--json"]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert err == ""
    assert (answer["game"], answer["bots"], answer["seed"], answer["games"]) == ("triple3", ["hard", "easy"], 3, 3)
    assert sum(answer["wins"]) + answer["ties"] == 3
    assert answer["share"] == (answer["wins"][0] + answer["ties"] / 2) / 3
    least, most = answer["interval"]
    assert 0 <= least < answer["share"] <= most <= 1 or answer["share"] == 0 == least


def test_the_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "triple3", "hard", "easy", "--games", "2", "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("triple3, hard against easy, seed 3\n2 games: ")
    assert "95 % interval" in out


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["chess", "hard", "easy"], "chess"),
        (["triple3", "hard", "perfect"], "perfect"),
        (["triple3", "hard"], "BOT"),
        (["triple3", "hard", "easy", "--games", "0"], "at least one"),
        (["triple3", "hard", "easy", "--seed", "x"], "seed"),
    ],
)
def test_nonsense_gets_a_sentence_and_status_2(args: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["arena", *args])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert word in err.splitlines()[-1]
