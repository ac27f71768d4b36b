"""What a set is (S1-S3), against a plain reading of the rule and against published numbers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random

import pytest

from tercet.engine import sets
from tercet.engine.sets import FEATURES, THIRD, Trio, digits, find_sets, has_set, is_set
from tests.engine.set_free import N, hands, set_free_hands

PUBLISHED = json.loads((Path(__file__).parents[1] / "data/sets.json").read_text(encoding="utf-8"))
BOARDS = PUBLISHED["boards"]
DECKS = {"81": sets.CARDS, "27": range(54, 81)}


def by_the_rule(a: int, b: int, c: int) -> bool:
    """S1, read aloud: each feature the same on all three or different on all three."""
    return all(len(set(values)) in (1, 3) for values in zip(digits(a), digits(b), digits(c), strict=True))


def all_by_the_rule(cards: list[int]) -> list[Trio]:
    return [trio for trio in combinations(cards, 3) if by_the_rule(*trio)]


def board(codes: list[str]) -> list[int]:
    """A board in anybody's code, one character a feature: which character means which value does not matter."""
    columns = [sorted(set(column)) for column in zip(*codes, strict=True)]
    assert all(len(column) <= 3 for column in columns)
    return [sets.card_of([column.index(char) for column, char in zip(columns, code, strict=True)]) for code in codes]


# -------------------------------------------------------------------------------------------------- the rule


def test_a_number_and_four_features_name_the_same_card() -> None:
    assert [sets.card_of(digits(card)) for card in sets.CARDS] == list(sets.CARDS)
    assert {digits(card) for card in sets.CARDS} == set(product(range(3), repeat=4))


def test_s1_three_cards_are_a_set_by_the_rule_and_by_the_table() -> None:
    for trio in combinations(sets.CARDS, 3):
        assert is_set(*trio) == by_the_rule(*trio)


def test_s1_cards_that_are_not_three_different_ones_are_no_set() -> None:
    assert not any(is_set(a, a, b) or is_set(a, b, a) or is_set(b, a, a) for a, b in product(sets.CARDS, repeat=2))


def test_s3_any_two_cards_have_exactly_one_third() -> None:
    for a, b in combinations(sets.CARDS, 2):
        c = THIRD[a][b]
        assert c not in (a, b)
        assert [third for third in sets.CARDS if third not in (a, b) and by_the_rule(a, b, third)] == [c]
        assert THIRD[b][a] == c and THIRD[a][c] == b


def test_s2_the_faults_are_the_features_with_two_and_one() -> None:
    for trio in combinations(sets.CARDS[::2], 3):
        faults = sets.faults(*trio)
        assert bool(faults) != by_the_rule(*trio)
        for feature, values in faults:
            assert values == tuple(digits(card)[FEATURES.index(feature)] for card in trio)
            assert sorted(Counter(values).values()) == [1, 2]


def test_s2_two_failing_features_are_both_named() -> None:
    cards = [sets.card_of([int(digit) - 1 for digit in code]) for code in ("1111", "1112", "1122")]
    assert sets.faults(*cards) == [("shape", (0, 0, 1)), ("filling", (0, 1, 1))]


@pytest.mark.parametrize("size", range(22))
def test_all_sets_of_a_table_are_found_each_once_in_the_order_given(size: int) -> None:
    random = Random(size)
    for _ in range(30):
        cards = random.sample(sets.CARDS, size)
        assert sorted(find_sets(cards)) == sorted(all_by_the_rule(cards))
        assert has_set(cards) == bool(find_sets(cards))


# ------------------------------------------------------------------------------------------- published numbers


@pytest.mark.parametrize("deck", DECKS)
def test_the_sets_of_a_deck(deck: str) -> None:
    found = find_sets(DECKS[deck])
    assert len(found) == PUBLISHED["sets_in_deck"][deck]
    kinds = Counter(str(sets.differing(a, b)) for a, b, _ in found)
    assert kinds == PUBLISHED["sets_by_number_of_differing_features"][deck]


def test_twelve_cards_hold_220_79ths_of_a_set_on_average() -> None:
    of_all_triples = Fraction(len(find_sets(sets.CARDS)), comb(81, 3))
    assert comb(12, 3) * of_all_triples == Fraction(PUBLISHED["mean_sets_in_12_of_81"])


def test_set_free_hands_of_27() -> None:
    counts = Counter(len(hand) for hand, _ in hands((1 << N) - 1, N, [0] * N))
    published = {int(size): n for size, n in PUBLISHED["set_free_hands_of_27"].items()}
    assert {size: counts[size] for size in published} == published
    assert max(counts) == PUBLISHED["largest_set_free"]["27"]


def published_set_free_hands() -> list[int]:
    return [1, 81, comb(81, 2), *PUBLISHED["set_free_hands_of_81"].values()]


def test_set_free_hands_of_81() -> None:
    assert set_free_hands(10) == published_set_free_hands()[:11]


@pytest.mark.soak
def test_set_free_hands_of_81_to_the_last() -> None:
    """All of Knuth's numbers; that of 21 cards, 0, proves that 20 are the most."""
    assert set_free_hands(21) == published_set_free_hands()


def test_twenty_cards_without_a_set() -> None:
    """Ten pairs that make a set with card 0, which stays out. The whole count proves that no 21 are without one."""
    halves = [1, 3, 9, 13, 27, 31, 38, 42, 50, 52]
    cards = [card for half in halves for card in (half, THIRD[0][half])]
    assert len(set(cards)) == PUBLISHED["largest_set_free"]["81"]
    assert not has_set(cards)
    assert not all_by_the_rule(cards)


def test_the_most_sets_in_twelve_cards() -> None:
    most = PUBLISHED["most_sets_in_12_cards"]
    assert len(find_sets([*range(9), 9, 18, 19])) == most  # a plane, a card on one side of it, two on the other
    assert not rich_hands(12, most + 1)


def rich_hands(size: int, least: int) -> set[tuple[int, ...]]:
    """Hands with at least so many sets: at least one of each kind that the symmetries of the deck know.

    A hand of n cards with s sets has a card that lies in at most 3s/n of them; without it n-1 cards hold at least
    s - 3s/n. So all grow from four cards with one set, which are of one kind, by way of hands almost as rich.
    """
    if size == 4:
        assert least == 1
        return {(0, 1, 2, 3)}
    return {hand for poorer in rich_hands(size - 1, least - 3 * least // size) for hand in richer(poorer, least)}


def richer(hand: tuple[int, ...], least: int) -> Iterator[tuple[int, ...]]:
    """The hand with one card more, wherever that makes at least so many sets."""
    pairs = Counter(THIRD[a][b] for a, b in combinations(hand, 2))
    wanted = least - len(find_sets(hand))
    for card in set(sets.CARDS).difference(hand):
        if pairs[card] >= wanted:
            yield tuple(sorted((*hand, card)))


# ------------------------------------------------------------------------------------------------------ boards


@pytest.mark.parametrize(
    ("name", "cards", "count"),
    [
        ("twelve_without_a_set", 12, 0),
        ("norvig_fifteen_without_a_set", 15, 0),
        ("clark_twelve_with_exactly_six_sets", 12, 6),
        ("six_cards_two_disjoint_sets", 6, 2),
        ("five_cards_two_sets_sharing_one", 5, 2),
    ],
)
def test_published_boards(name: str, cards: int, count: int) -> None:
    table = board(BOARDS[name])
    assert len(set(table)) == cards
    assert len(find_sets(table)) == len(all_by_the_rule(table)) == count
    assert has_set(table) == (count > 0)


def test_two_sets_may_lie_apart_or_share_a_card() -> None:
    apart = find_sets(board(BOARDS["six_cards_two_disjoint_sets"]))
    sharing = find_sets(board(BOARDS["five_cards_two_sets_sharing_one"]))
    assert len({card for trio in apart for card in trio}) == 6
    assert len({card for trio in sharing for card in trio}) == 5
