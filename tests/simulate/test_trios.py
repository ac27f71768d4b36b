"""The bare kernel of `tercet simulate`: the same games as the engine's, and the published numbers."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from tercet.cli import main
from tercet.engine import sets, trios
from tercet.engine.chance import Chance
from tercet.engine.match import Match, Player
from tercet.simulate import trios as simulate
from tercet.simulate.trios import DECKS, StandardTable, Table, Tally, play, play_block

# Decimals, since the last digit says how exactly a number was published.
PUBLISHED = json.loads((Path(__file__).parents[1] / "data/sets.json").read_text(encoding="utf-8"), parse_float=Decimal)
STANDARD = PUBLISHED["standard_rules_random_set_taken"]

Z = 4  # standard deviations


# ------------------------------------------------------------------------------------ the same games as the engine's


class Mirror(Table):
    """A table of the kernel whose every set is taken in a match too, dealt from the same seed."""

    def __init__(self, deck: str, seed: str) -> None:
        self.match = Match.begin("trios", [Player()], trios.Options(deck=deck), seed, 0)  # type: ignore[arg-type]
        self.chance = Chance(seed, 0)
        super().__init__(DECKS[deck], lambda: self.chance.random())

    def take(self, trio: sets.Trio) -> None:
        self.compare()
        self.chance = Chance(self.match.seed, self.match.seq + 1)  # the row that the engine now writes
        self.match.act(0, trios.Select(trio), at=self.match.at + 1000)
        super().take(trio)

    def compare(self) -> None:
        state = self.match.state
        assert list(self.cards) == trios.open_cards(state.table)
        assert tuple(self.stock) == state.stock
        assert self.exchanges == state.exchanges
        assert sorted(map(sorted, self.found)) == sorted(map(sorted, sets.find_sets(self.cards)))


def tables_of(match: Match) -> Counter[tuple[int, int]]:
    """The 12-card tables of a match as they lay before an exchange, by (cards in stock, sets)."""
    tables: Counter[tuple[int, int]] = Counter()
    state: trios.State | None = None
    for event in (event for record in match.records for event in record.events):
        if isinstance(event, trios.EVENTS):
            state = trios.apply(state, event)
        if state and isinstance(event, (trios.Dealt, trios.Claimed)):
            table = trios.open_cards(state.table)
            if len(table) == trios.PLACES:
                tables[len(state.stock), len(sets.find_sets(table))] += 1
    return tables


@pytest.mark.parametrize("deck", DECKS)
def test_the_kernel_plays_the_same_games_as_the_engine(deck: str) -> None:
    choices = Chance("choices", deck)
    exchanges = 0
    for seed in range(200):
        table, tally = Mirror(deck, f"seed {seed}"), Tally()
        play(table, choices.random, tally)

        table.compare()
        state, match = table.match.state, table.match
        assert state.ended and state.ended.reason == "no_set"
        assert (tally.games, tally.sets_taken, tally.exchanges) == (1, state.found[0], state.exchanges)
        assert tally.left == {len(trios.open_cards(state.table)) + len(state.stock): 1}
        assert {(stock, n): times for stock, row in tally.rows() for n, times in row.items()} == tables_of(match)
        exchanges += tally.exchanges
    assert (exchanges > 0) == (deck == "full")  # T4: never needed in the easy deck


def test_the_decks_are_those_of_the_engine() -> None:
    assert {deck: list(cards) for deck, cards in DECKS.items()} == {
        deck: list(cards) for deck, cards in trios.DECKS.items()
    }


def test_the_easy_deck_has_27_blue_cards_and_right_hints_to_the_end() -> None:
    for seed in range(1000):
        match = Match.begin("trios", [Player()], trios.Options(deck="easy"), f"easy {seed}", 0)
        cards = [*match.state.table, *match.state.stock]
        assert sorted(cards) == list(range(54, 81))
        assert all(sets.digits(card)[0] == 2 for card in cards)
        while not match.state.ended:
            table = trios.open_cards(match.state.table)
            match.act(0, trios.Hint(), 0)
            (hinted,) = match.view(0).hint
            trio = next(trio for trio in sets.find_sets(table) if hinted in trio)
            match.act(0, trios.Select(trio), 0)
        assert not sets.has_set([*trios.open_cards(match.state.table), *match.state.stock])


# ------------------------------------------------------------------------------------------ the standard rules


def test_three_cards_more_come_as_long_as_there_is_no_set_and_are_not_replaced() -> None:
    table = StandardTable(DECKS["full"], Chance("any").random)
    while table.found:
        table.take(table.found[0])
        assert len(table.cards) <= 12
    before = list(table.cards)
    assert table.renew()
    assert list(table.cards[:12]) == before and len(table.cards) >= 15

    size, stock = len(table.cards), list(table.stock)
    table.take(table.found[0])
    assert (len(table.cards), table.stock) == (size - 3, stock)


# -------------------------------------------------------------------------------------------- published numbers


SAMPLES = [
    pytest.param(20_000, 1, id="sample"),
    pytest.param(1_000_000, 2, id="million", marks=[pytest.mark.soak, pytest.mark.timeout(0)]),
]


def total(tallies: Iterator[Tally]) -> Tally:
    tally = Tally()
    for other in tallies:
        tally.add(other)
    return tally


@pytest.mark.parametrize(("games", "cores"), SAMPLES)
def test_the_standard_rules_give_the_published_numbers(games: int, cores: int) -> None:
    tally = total(simulate.simulate(games, 1, rules="standard", cores=cores))
    disagreement = [
        *first_table_disagreement(tally),
        *shares_disagreement(
            STANDARD["no_set_share_on_12_by_cards_left_in_stock"],
            {stock: (row.get(0, 0), sum(row.values())) for stock, row in tally.rows()},
        ),
        *shares_disagreement(
            STANDARD["cards_left_at_the_end"], {cards: (tally.left[cards], games) for cards in range(82)}
        ),
        *shares_disagreement({"0": STANDARD["games_never_above_12"]}, {0: (tally.never_above_12, games)}),
        *mean_disagreement(STANDARD["mean_sets_taken"], {(81 - left) // 3: n for left, n in tally.left.items()}),
    ]
    assert not disagreement
    assert tally.sets_taken == sum((81 - left) // 3 * n for left, n in tally.left.items())
    assert tally.exchanges == 0


@pytest.mark.parametrize(("games", "cores"), SAMPLES)
def test_the_exchange_keeps_twelve_cards_on_the_table(games: int, cores: int) -> None:
    tally = total(simulate.simulate(games, 1, cores=cores))
    assert not list(first_table_disagreement(tally))
    assert tally.never_above_12 == games
    assert tally.exchanges > games
    assert max(tally.left) <= 20  # T4: 21 cards always hold a set


def first_table_disagreement(tally: Tally) -> Iterator[str]:
    """The first table lies before any rule takes hold, so it is the same by all of them, and partly known exactly."""
    stock, row = next(tally.rows())
    assert (stock, sum(row.values())) == (69, tally.games)
    counts = {sets: (row.get(sets, 0), tally.games) for sets in range(15)}
    yield from shares_disagreement(PUBLISHED["share_of_12_card_tables_by_number_of_sets"], counts)
    without = Fraction(PUBLISHED["set_free_hands_of_81"]["12"], comb(81, 12))
    yield from shares_disagreement({"0": without}, counts)
    yield from mean_disagreement(Fraction(PUBLISHED["mean_sets_in_12_of_81"]), row)


def shares_disagreement(
    published: Mapping[str, Decimal | Fraction | int], counts: Mapping[int, tuple[int, int]]
) -> Iterator[str]:
    """The published shares that are more than Z standard deviations from a count (so many of so many)."""
    for name, share in published.items():
        (count, of), p = counts[int(name)], float(share)
        if abs(count / of - p) > Z * sqrt(p * (1 - p) / of) + rounding(share):
            yield f"{name}: {count / of} of {of}, published {share}"


def mean_disagreement(published: Decimal | Fraction, counts: Mapping[int, int]) -> Iterator[str]:
    """Whether the mean of counted values is more than Z standard deviations from a published one."""
    of = sum(counts.values())
    mean = sum(value * n for value, n in counts.items()) / of
    variance = sum((value - mean) ** 2 * n for value, n in counts.items()) / of
    if abs(mean - float(published)) > Z * sqrt(variance / of) + rounding(published):
        yield f"mean {mean}, published {published}"


def rounding(published: Decimal | Fraction | int) -> float:
    """Half a unit of the last digit that was published."""
    if not isinstance(published, Decimal):
        return 0.0
    exponent = published.as_tuple().exponent
    assert isinstance(exponent, int)
    return 0.5 * 10.0**exponent


# ------------------------------------------------------------------------------------------- the command line


def test_a_seed_fixes_all_whatever_the_cores() -> None:
    games = 2 * simulate.BLOCK + 7
    one, two = (total(simulate.simulate(games, 5, cores=cores)) for cores in (1, 2))
    assert one.games == games
    assert one.as_json() == two.as_json()
    assert one.as_json() != total(simulate.simulate(games, 6)).as_json()


def test_blocks_are_games_of_their_own() -> None:
    assert play_block("a", 3, "full", "trios").as_json() != play_block("b", 3, "full", "trios").as_json()


@pytest.mark.parametrize("extra", [[], ["--deck", "easy"], ["--rules", "standard"]])
def test_the_answer_as_json(extra: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "trios", "--games", "50", "--seed", "3", "--json", *extra]) == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert err == ""
    assert answer["games"] == sum(answer["left"].values()) == 50
    assert answer["seed"] == 3
    first = answer["tables"]["15" if "easy" in extra else "69"]
    assert first["seen"] == sum(first["sets"].values()) == 50
    for table in answer["tables"].values():
        assert table["without_set"] == table["sets"].get("0", 0)
    cards = 27 if "easy" in extra else 81
    left = sum(int(cards) * n for cards, n in answer["left"].items())
    assert answer["sets_taken"] * 50 * 3 == cards * 50 - left
    assert answer["exchanges"] == 0 or not extra


def test_the_answer_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "trios", "--games", "20", "--seed", "3"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("Trios, full deck, trios rules, seed 3\n20 games\n")
    assert "cards left at the end" in out


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["trios", "--games", "0"], "at least one"),
        (["trios", "--games", "-3"], "at least one"),
        (["trios", "--games", "many"], "at least one"),
        (["trios", "--games", "1.5"], "at least one"),
        (["trios", "--seed", "x"], "seed"),
        (["trios", "--deck", "huge"], "deck"),
        (["trios", "--rules", "mine"], "rules"),
        (["chess"], "chess"),
        ([], "GAME"),
    ],
)
def test_nonsense_gets_a_sentence_and_status_2(args: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["simulate", *args])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert word in err.splitlines()[-1]


def test_a_terminal_sees_a_bar_on_standard_error() -> None:
    command = [sys.executable, "-m", "tercet.cli", "simulate", "trios", "--games", "100", "--seed", "1", "--json"]
    terminal, ours = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=ours, env=environment, check=True)
    os.close(ours)
    with os.fdopen(terminal, "rb") as seen:
        assert b"Playing" in seen.read1()
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer["games"] == 100
