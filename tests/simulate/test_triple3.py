"""The kernel of `tercet simulate triple3`: the same rounds as the engine's and the naive one's, and known shares."""

from __future__ import annotations

import json
from functools import cache
from math import sqrt
from pathlib import Path

import pytest

from tercet.cli import main
from tercet.engine import triple3
from tercet.engine.chance import Chance
from tercet.engine.match import Match, Player
from tercet.engine.triple3 import Draw, Play
from tercet.simulate import triple3 as simulate
from tercet.simulate.triple3 import DEALT, NaiveTable, Table, Tally, play, play_block

EXAMPLE = json.loads((Path(__file__).parents[1] / "data/triple3.json").read_text(encoding="utf-8"))
SHARES = EXAMPLE["random_play_2000_games"]

Z = 4  # standard deviations


# ------------------------------------------------------------------------------------ the same rounds as the engine's


class Mirror(Table):
    """A table of the kernel whose every draw and play is made in a match too, dealt from the same seed."""

    def __init__(self, seats: int, hand: int, seed: str) -> None:
        self.match = Match.begin("triple3", [Player()] * seats, triple3.Options(), seed, 0)
        self.match.advance(triple3.COUNTDOWN)
        super().__init__(seats, hand, Chance(seed, 0).random)

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(min(count, len(self.piles[seat]))):
            if not self.match.state.ended:
                self.match.act(seat, Draw(), self.match.at + 1)
        super()._draw(seat, count)

    def lay(self, seat: int, card: int, cell: int) -> None:
        self.compare()
        self.match.act(seat, Play(card, cell), self.match.at + 1)
        super().lay(seat, card, cell)

    def compare(self) -> None:
        state = self.match.state
        assert self.tops == list(triple3.tops(state))
        assert self.hands == list(map(list, state.hands))
        assert self.piles == list(map(list, state.piles))
        for seat, cards in enumerate(self.hands):
            offered = [move for move in triple3.moves(self.match.view(seat)) if isinstance(move, Play)]
            assert self.places(cards) == [(move.card, move.cell) for move in offered]


@pytest.mark.parametrize("hand", [1, 3, 5, DEALT])
def test_the_kernel_plays_the_same_rounds_as_the_engine(hand: int) -> None:
    choices, stuck = Chance("choices", hand), 0
    for seed in range(50):
        table, tally = Mirror(1 + seed % 6, hand, f"seed {seed}"), Tally()
        play(table, choices.random, tally)

        match = table.match
        assert match.state.ended, "the engine does not see the end"
        plays = [record for record in match.records if isinstance(record.action, Play)]
        assert (tally.games, tally.placements) == (1, len(plays))
        assert table.left() == [-score for score in match.state.scores]
        assert match.state.ended.reason == ("stuck" if tally.stuck else "out")
        assert tally.ties == (bool(tally.stuck) and len(match.state.ended.places[0]) > 1)
        stuck += tally.stuck
    assert stuck


@pytest.mark.parametrize(("seats", "hand"), [(1, 5), (2, 1), (2, DEALT), (6, 4)])
def test_the_naive_kernel_plays_the_same_rounds(seats: int, hand: int) -> None:
    kernel, naive = (play_block("name", 12, seats, hand, kind).as_json() for kind in (Table, NaiveTable))
    assert kernel == naive


# -------------------------------------------------------------------------------------------------- known shares


@cache
def tally_of(seats: int, hand: int) -> Tally:
    """2,000 games."""
    tally = Tally()
    for block in simulate.simulate(2_000, 1, seats, hand):
        tally.add(block)
    return tally


def agree(count: int, of: int, other: float, other_of: int) -> bool:
    """Whether two shares, each counted itself, are within `Z` standard deviations of each other."""
    both = (count + other) / (of + other_of)
    return abs(count / of - other / other_of) <= Z * sqrt(both * (1 - both) * (1 / of + 1 / other_of))


@pytest.mark.parametrize("name", SHARES)
def test_random_play_gets_stuck_as_often_as_known(name: str) -> None:
    known, tally = SHARES[name], tally_of(int(name[0]), DEALT)
    assert "whole pile in hand" in name
    assert agree(tally.stuck, tally.games, known["nobody can move"] * 2000, 2000)
    if "ties among those" in known:
        ties, stuck = map(int, known["ties among those"].split(" of "))
        assert agree(tally.ties, tally.stuck, ties, stuck)


def test_hands_of_five_as_measured_before() -> None:
    """Placements of 2, 3, 4 and 6 seats, from 400 games each; a game's spread is below five."""
    for seats, mean in ((2, 49.2), (3, 44.3), (4, 38.7), (6, 34.9)):
        tally = tally_of(seats, 5)
        assert abs(tally.placements / tally.games - mean) < Z * 5 * sqrt(1 / 400 + 1 / 2000)


# ------------------------------------------------------------------------------------------- the command line


def test_a_seed_fixes_all_whatever_the_cores() -> None:
    games = 2 * simulate.BLOCK + 7
    results = []
    for cores in (1, 2):
        results.append(Tally())
        for block in simulate.simulate(games, 5, 3, 4, cores):
            results[-1].add(block)
    one, two = results
    assert one.games == games and one.as_json() == two.as_json()
    assert play_block("a", 9, 2, 5).as_json() != play_block("b", 9, 2, 5).as_json()


@pytest.mark.parametrize(("seats", "hand"), [("1", "5"), ("2", "all"), ("6", "2")])
def test_the_answer_as_json(seats: str, hand: str, capsys: pytest.CaptureFixture[str]) -> None:
    wish = ["simulate", "triple3", "--seats", seats, "--hand", hand, "--games", "30", "--seed", "3", "--json"]
    assert main(wish) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert err == ""
    assert (answer["games"], answer["seats"], answer["seed"]) == (30, int(seats), 3)
    assert answer["hand"] == ("all" if hand == "all" else int(hand))
    assert answer["placements_least"] <= answer["placements"] <= answer["placements_most"]
    assert 0 <= answer["stuck"] <= 1 and 0 <= answer["stuck_ties"] <= 1
    speed = answer["speed"]
    assert speed["ratio"] == speed["kernel"] / speed["naive"] > 5


def test_the_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "triple3", "--games", "200", "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("Triple³, 2 seats, hand of 5, seed 3\n200 games\n")
    assert "of the games got stuck" in out and "times the rule as it is told" in out


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["--seats", "0"], "seats"),
        (["--seats", "7"], "seats"),
        (["--seats", "two"], "seats"),
        (["--hand", "0"], "no hand"),
        (["--hand", "56"], "no hand"),
        (["--hand", "some"], "no hand"),
        (["--games", "0"], "at least one"),
        (["--seed", "x"], "seed"),
    ],
)
def test_nonsense_gets_a_sentence_and_status_2(args: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["simulate", "triple3", *args])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert word in err.splitlines()[-1]
