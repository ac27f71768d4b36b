"""The search for the best turn of Triology: against every turn there is, against CP-SAT, and step by step."""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time

import pytest

from tercet.engine import triology_cards as cards
from tercet.engine import triology_search as search
from tercet.engine.triology_search import Discard, Laid, Meld, Open, PickUp, Position, Protect, Steal, Turn, best_turn
from tests.engine.triology_oracle import most_points
from tests.engine.triology_positions import kept, packed, positions
from tests.engine.triology_small import small_position
from tests.engine.triology_turns import best_of_all, played, reads, result, sets_among

PROVED = 200_000  # nodes; far more than any of the kept positions needs


def judged(turn: Turn, position: Position) -> Turn:
    """A turn whose steps are legal one after another and bring what it says."""
    assert result(played(position, turn.steps), position) == (turn.points, turn.out, turn.left)
    return turn


# ------------------------------------------------------------------------------------------------- against the truth


def check_small(seed: str) -> Turn:
    position = small_position(Random(seed))
    turn = judged(best_turn(position, steal=None, open_own=None), position)
    points, out, left, steps = best_of_all(position)
    if turn.proved:
        assert (turn.points, turn.out, turn.left, len(turn.steps)) == (points, out, left, steps), seed
    else:
        assert turn.points <= points
    return turn


def test_small_positions_against_every_turn_there_is() -> None:
    turns = [check_small(f"small {i}") for i in range(150)]
    kinds = {type(step) for turn in turns for step in turn.steps}
    assert {Steal, Open, Meld, Protect, Discard, PickUp} <= kinds
    assert sum(turn.proved for turn in turns) >= len(turns) - 1


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_many_small_positions_against_every_turn_there_is() -> None:
    assert sum(check_small(f"soak {i}").proved for i in range(5000)) > 4950


def check_by_oracle(position: Position, steal: int, seconds: float) -> None:
    turn = judged(best_turn(position, steal=steal, nodes=PROVED), position)
    answer = most_points(position, steal, 2, seconds)
    assert turn.proved
    assert turn.points == answer.points if answer.proved else turn.points >= answer.points


def test_some_kept_positions_against_the_oracle() -> None:
    """Small ones: on large tables the oracle takes minutes."""
    some = [position for position in kept() if len(position.rivals) <= 5 and len(position.own) <= 3][:40]
    for position in some:
        check_by_oracle(position, 2, 5)


@pytest.mark.soak
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("steal", [0, 1, 2])
def test_all_kept_positions_against_the_oracle(steal: int) -> None:
    for position in kept():
        check_by_oracle(position, steal, 20)


def test_kept_positions_are_all_proved_and_legal() -> None:
    """Two sets stolen and two opened at most; a sample, the rest in the soak."""
    for position in kept()[::10]:
        assert judged(best_turn(position, nodes=PROVED), position).proved


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_all_kept_positions_are_proved_and_legal() -> None:
    for position in kept():
        assert judged(best_turn(position, nodes=PROVED), position).proved
        judged(best_turn(position, steal=None, open_own=None, nodes=5000), position)


def test_the_kept_positions_are_those_of_the_generator() -> None:
    assert [packed(position) for position in positions(20)] == [packed(position) for position in kept()[:20]]
    assert len(kept()) == 1000


def test_more_sets_stolen_are_never_worse_and_more_nodes_neither() -> None:
    for position in kept()[5:200:10]:
        points = [best_turn(position, steal=steal, nodes=5000).points for steal in (0, 1, 2, None)]
        assert points == sorted(points)
        few = best_turn(position, nodes=20)
        judged(few, position)
        assert few.points <= points[2]


def test_pick_ups_are_legal_and_never_worse_than_to_draw() -> None:
    for position in kept()[3:300:15]:
        fresh = position._replace(drawn=False)
        turn = judged(best_turn(fresh, nodes=3000), fresh)
        stay = best_turn(fresh._replace(pile=()), nodes=3000)
        assert turn.points >= stay.points


# ------------------------------------------------------------------------------------------------- single questions


def laid(*trios: tuple[int, int, int]) -> tuple[Laid, ...]:
    return tuple(map(Laid, trios))


def test_a_hand_without_a_set_discards_what_is_worth_most() -> None:  # Y11
    turn = best_turn(Position((0, 1, 100)), steal=0)
    assert turn == Turn(0, False, 2, True, (Discard(100),), turn.nodes)


def test_a_hands_off_card_is_laid_to_go_out() -> None:  # Y9, Y21
    turn = best_turn(Position((0, 1, 2, 108, 40)))
    assert (turn.points, turn.out) == (4, True)
    assert [type(step) for step in turn.steps] == [Meld, Protect, Discard]
    assert turn.steps[1] == Protect(108, (0, 1, 2))


def test_without_a_set_to_put_it_on_it_stays() -> None:  # Y21
    assert not best_turn(Position((108, 40))).out
    assert best_turn(Position((108, 40), own=laid((0, 1, 2)))).out
    assert not best_turn(Position((108, 40), own=(Laid((0, 1, 2), protected=True),))).out


def test_a_plane_of_nine_is_stolen_with_own_sets_alone() -> None:  # Y17, Y18
    position = Position((40, 80), own=laid((0, 1, 2), (3, 4, 5)), rivals=laid((6, 7, 8)))
    turn = judged(best_turn(position), position)
    assert turn.points == 3
    assert search.can_steal(position, 0) is True
    assert search.can_steal(position, 0, open_own=1) is False
    assert search.can_steal(position._replace(rivals=(Laid((6, 7, 8), protected=True),)), 0) is False
    assert search.can_steal(position._replace(level="triology"), 0) is False


def test_stolen_cards_alone_are_no_set() -> None:  # Y18
    position = Position((40, 80), rivals=laid((0, 1, 2), (3, 4, 5), (6, 7, 8)))
    assert best_turn(position, steal=None, open_own=None).points == 0
    again = Position((40, 80), own=laid((0, 1, 2), (3, 4, 5)), rivals=laid((6, 7, 8)), stolen=frozenset(range(6)))
    assert best_turn(again).points == 0


def test_the_last_stolen_card_is_discarded_to_go_out() -> None:  # Y20
    """One ordinary card and three TRIOLOGY cards, of which the ordinary one alone could stay."""
    found = 0
    for seed in range(400):
        position = small_position(Random(f"last {seed}"))
        turn = best_turn(position, steal=None, open_own=None)
        stolen = {card for step in turn.steps if isinstance(step, Steal) for card in step.cards}
        if isinstance(turn.steps[-1], Discard) and turn.steps[-1].card in stolen:
            judged(turn, position)
            found += 1
    assert found


def test_the_picked_card_lies_in_the_first_set() -> None:  # Y7
    position = Position((0, 1, 30, 31), pile=(80, 32, 2), drawn=False)
    turn = judged(best_turn(position), position)
    assert turn.steps[0] == PickUp(1, 32)
    assert isinstance(first := turn.steps[1], Meld) and 32 in first.cards
    assert (turn.points, turn.out) == (7, True)


def test_what_can_be_picked_up() -> None:  # Y7
    assert search.can_pick_up([0, 1], [2], 0)
    assert not search.can_pick_up([0, 3], [2], 0)
    assert search.can_pick_up([0], [2, 1], 0)  # with a card that comes along
    assert not search.can_pick_up([0], [1, 2], 1)  # a card below stays
    assert search.can_pick_up([0], [2], 0, table=[(1, 4, 7)])
    assert not search.can_pick_up([0, 1], [108], 0)
    assert search.can_pick_up([81, 1], [2], 0)  # 81 shows group 0


def test_what_can_be_picked_up_is_as_told() -> None:  # Y7
    random = Random(7)
    for _ in range(300):
        some = random.sample(range(cards.CARDS), 9)
        hand, pile, table = some[:3], some[3:6], (some[6], some[7], some[8])
        at = random.randrange(3)
        among = [*hand, *pile[at:], *table]
        told = any(pile[at] in trio for trio in sets_among(among, cards.GROUPS))
        assert search.can_pick_up(hand, pile, at, [table]) == told


def test_whether_a_hand_can_go_out() -> None:  # Y9
    assert search.can_go_out(Position((0, 1, 2, 40))) is True
    assert search.can_go_out(Position((0, 1, 3, 40))) is False
    assert search.can_go_out(Position((0, 1, 2), drawn=False)) is True  # whatever is drawn is discarded
    assert search.can_go_out(Position((0, 1, 2, 40), drawn=False)) is False
    assert search.can_go_out(kept()[0], nodes=0) is None


def test_going_out_is_seen_whenever_the_best_turn_does() -> None:
    for position in kept()[::25]:
        turn = best_turn(position, nodes=PROVED)
        possible = search.can_go_out(position, nodes=PROVED)
        assert possible or not turn.out
        for step in turn.steps:
            if isinstance(step, Steal):
                assert search.can_steal(position, step.at, nodes=PROVED)


def test_a_deck_of_other_cards_is_searched_too() -> None:  # Y2 binds the deck only
    faces = (*cards.GROUPS, cards.parsed("[1113|2221|3333]"))
    trio = next(
        (a, b, cards.CARDS)
        for a in range(81)
        for b in range(a + 1, 81)
        if reads(faces, (a, b, cards.CARDS)) and not reads(faces, (a, b, 81))
    )
    turn = best_turn(Position((*trio, 108), faces=faces))
    assert (turn.points, turn.out) == (6, True)
    assert isinstance(turn.steps[0], Meld) and turn.steps[0].cards == tuple(sorted(trio))


def test_the_best_partition_is_the_best_there_is() -> None:
    random = Random(3)
    for _ in range(30):
        hand = random.sample(range(cards.FIRST_HANDS_OFF), 9)
        found = search.best_partition(hand)
        points = sum(cards.value(card) for meld in found for card in meld.cards)
        assert points == most_points_laid(tuple(hand))


def most_points_laid(hand: tuple[int, ...]) -> int:
    return max(
        (
            sum(map(cards.value, trio)) + most_points_laid(tuple(card for card in hand if card not in trio))
            for trio in sets_among(hand, cards.GROUPS)
        ),
        default=0,
    )


def test_the_search_is_quick() -> None:
    """Far from the goals of `make bench`, so that a busy machine passes: what explodes shows all the same."""
    took = []
    for position in kept()[:60]:
        began = process_time()
        best_turn(position)
        took.append(process_time() - began)
    assert median(took) < 0.05
