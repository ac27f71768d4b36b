"""The cards of Triology: Y2's invariants, all possible sets, readings, faults and codes."""

from __future__ import annotations

from collections import Counter

import pytest

from tercet.engine import sets
from tercet.engine import triology_cards as cards


def test_every_ordinary_card_is_on_exactly_one_triology_card() -> None:  # Y2
    assert sorted(group for card in cards.TRIOLOGY for group in card) == list(range(81))


def test_each_triology_card_has_one_colour_and_nine_belong_to_each() -> None:  # Y2
    colours = [{group // 27 for group in card} for card in cards.TRIOLOGY]
    assert all(len(colour) == 1 for colour in colours)
    assert Counter(colour for (colour,) in colours) == {0: 9, 1: 9, 2: 9}


def test_no_cards_own_groups_are_a_set_and_they_have_one_two_and_three_symbols() -> None:  # Y2
    for card in cards.TRIOLOGY:
        assert not sets.is_set(*card)
        assert [sets.digits(group)[1] for group in card] == [0, 1, 2]


def test_the_table_is_the_one_that_was_ruled() -> None:  # Y2: colour, then a, then b
    assert [cards.code(card) for card in cards.TRIOLOGY[:3]] == [
        "[1111|2112|3123]", "[1112|2113|3121]", "[1113|2111|3122]",
    ]  # fmt: skip
    assert cards.code(cards.TRIOLOGY[26]) == "[1333|2331|3312]"


def test_decks() -> None:  # Y4
    beginner = cards.deck("beginner")
    assert len(beginner) == 36
    assert {group // 27 for card in beginner for group in cards.groups(card)} == {0}
    assert cards.deck("triology") == tuple(range(108))
    assert cards.deck("master") == tuple(range(111))


def test_values() -> None:  # Y11
    assert Counter(map(cards.value, range(cards.CARDS))) == {1: 81, 3: 27, 0: 3}
    assert [cards.is_hands_off(card) for card in (80, 107, 108, 110)] == [False, False, True, True]
    assert [cards.is_triology(card) for card in (80, 81, 107, 108)] == [False, True, True, False]


def test_all_possible_sets_by_their_number_of_triology_cards() -> None:
    """Of the 1,080 sets of groups with 0-3 cards replaced by the TRIOLOGY card that shows the group; some coincide."""
    found = list(cards.candidates(range(cards.CARDS)))
    assert all(cards.readings(trio) for trio in found)
    counts = Counter(sum(map(cards.is_triology, trio)) for trio in found)
    assert len(found) == 6651
    assert counts == {0: 1080, 1: 3240, 2: 2106, 3: 225}  # 3,240: one of the three cards of a set gives way


def test_readings_keep_the_order_of_the_cards() -> None:  # Y3
    trio = (81, 28, 54)  # [1111|2112|3123] with ordinary cards of the other colours
    for reading in cards.readings((81, 27, 54)):
        assert reading[0] in cards.groups(81) and reading[1:] == (27, 54)
    assert cards.readings((81, 27, 54)) == [(0, 27, 54)]
    assert cards.readings((27, 81, 54)) == [(27, 0, 54)]
    assert cards.readings(trio) == []
    assert cards.readings((108, 27, 54)) == []


def test_readings_of_triology_cards_are_all_of_them() -> None:  # S1, Y3
    for trio in ((81, 90, 99), (81, 85, 89), (82, 91, 103)):
        every = [
            (a, b, c)
            for a in cards.groups(trio[0])
            for b in cards.groups(trio[1])
            for c in cards.groups(trio[2])
            if sets.is_set(a, b, c)
        ]
        assert cards.readings(trio) == every
    assert len(cards.readings((81, 90, 99))) > 1  # three cards alike but for the colour: a choice for the player


def test_faults_are_those_of_the_reading_that_fails_least() -> None:  # S2
    judged = cards.faults((81, 27, 55))
    assert judged is not None
    reading, faults = judged
    assert reading == (0, 27, 55)
    assert faults == [sets.Fault("shading", (0, 0, 1))]


def test_a_set_has_no_faults_and_a_hands_off_card_no_reading() -> None:
    assert cards.faults((81, 27, 54)) == ((0, 27, 54), [])
    assert cards.faults((0, 1, 2)) == ((0, 1, 2), [])
    assert cards.faults((0, 1, 108)) is None


def test_ordinary_cards_fail_as_in_trios_under_their_own_names() -> None:  # S2
    for trio in ((0, 1, 3), (80, 40, 2), (7, 33, 64)):
        judged = cards.faults(trio)
        assert judged is not None
        assert [fault.values for fault in judged[1]] == [fault.values for fault in sets.faults(*trio)]
        assert {fault.feature for fault in judged[1]} <= set(cards.FEATURES)


def test_codes_there_and_back() -> None:
    assert len({cards.code(cards.groups(card)) for card in range(cards.CARDS)}) == 109  # HANDS-OFF cards are alike
    for card in range(cards.CARDS):
        assert cards.parsed(cards.code(cards.groups(card))) == cards.groups(card)
    assert cards.code(cards.groups(cards.group_of(0, 2, 1, 0))) == "3121"


def test_a_triology_card_of_another_deck_is_read_too() -> None:
    foreign = cards.parsed("[1113|2221|3333]")
    assert foreign not in cards.TRIOLOGY
    assert cards.code(foreign) == "[1113|2221|3333]"
    assert cards.readings_of([foreign, (cards.parsed("1213")), (cards.parsed("1313"))])


@pytest.mark.parametrize("text", ["", "111", "1114", "11111", "[1111|2222]", "[1111|2222|3334]", "hands-off", " 1111"])
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        cards.parsed(text)
