"""What CP-SAT says of the best turn: an oracle that shares nothing with the search but the question.

It knows the rules as one program of zeros and ones: which sets are stolen, opened and laid. Only after a draw.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import NamedTuple

from ortools.sat.python import cp_model

from tercet.engine.triology_search import Position
from tests.engine.triology_turns import sets_among, worth


class Answer(NamedTuple):
    """The most points found, and whether that is sure."""

    points: int
    proved: bool


def most_points(position: Position, steal: int | None, open_own: int | None, seconds: float = 60) -> Answer:
    """The most points of any turn."""
    faces = position.faces
    hand = [card for card in position.hand if faces[card]]
    hands_off = len(position.hand) - len(hand)
    rivals = [laid.cards for laid in position.rivals if not laid.protected] if steal != 0 else []
    own = [laid.cards for laid in position.own if not laid.protected]
    stolen_cards = {card for trio in rivals for card in trio} | position.stolen

    model = cp_model.CpModel()
    taken = [model.new_bool_var(f"steal {trio}") for trio in rivals]
    opened = [model.new_bool_var(f"open {trio}") for trio in own]
    if steal is not None:
        model.add(sum(taken) <= steal)
    if open_own is not None:
        model.add(sum(opened) <= open_own)
    for var in opened:
        model.add(sum(taken) >= 1).only_enforce_if(var)  # Y17

    new = {}
    holding = defaultdict(list)
    together = defaultdict(list)
    table = [card for trio in (*rivals, *(own if rivals else [])) for card in trio]
    for trio in sets_among([*hand, *table], faces):
        if not stolen_cards.issuperset(trio):  # Y18
            new[trio] = model.new_bool_var(f"lay {trio}")
            for card in trio:
                holding[card].append(new[trio])
            for pair in permutations(trio, 2):
                together[pair].append(new[trio])

    out = model.new_bool_var("out")
    last = {card: model.new_bool_var(f"discard {card}") for trio in rivals for card in trio}  # Y20
    model.add_at_most_one(last.values())
    for var, trio in zip(opened, own, strict=True):
        for card in trio:
            model.add(sum(holding[card]) == var)
    for var, trio in zip(taken, rivals, strict=True):
        for card in trio:
            model.add(sum(holding[card]) + last[card] == var)
            one, other = set(trio) - {card}
            for lay in together[one, other]:
                model.add_implication(last[card], lay.negated())
    used = {card: sum(holding[card]) for card in hand}
    for card in hand:
        model.add(used[card] <= 1)
    if position.required is not None:
        model.add(used[position.required] == 1)  # Y7

    left = len(hand) - sum(used.values())
    bare = len(own) - sum(opened) + sum(new.values())
    ends = sum(last.values())
    # Y9, Y21: out with at most one card left, and a set for each HANDS-OFF card but one that may be the discard.
    model.add(left <= 1).only_enforce_if(out)
    model.add(bare >= hands_off - 1 + left).only_enforce_if(out)
    model.add(ends <= out)
    early = [lay for cards, lay in new.items() if set(cards) <= set(hand)]
    for var in last.values():
        model.add(left == 0).only_enforce_if(var)
        if hands_off:  # they lie before the steal opens, and a picked card before them
            model.add(len(own) - sum(opened) + sum(early) >= hands_off).only_enforce_if(var)
            if position.required is not None:
                first = [lay for cards, lay in new.items() if position.required in cards and set(cards) <= set(hand)]
                model.add(sum(first) == 1).only_enforce_if(var)

    model.maximize(
        sum(worth(faces, [card]) * count for card, count in used.items())
        + sum(worth(faces, trio) * var for trio, var in zip(rivals, taken, strict=True))
        - sum(worth(faces, [card]) * var for card, var in last.items())
        + out
    )
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.UNKNOWN:
        return Answer(0, False)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), solver.status_name(status)
    return Answer(round(solver.objective_value), status == cp_model.OPTIMAL)
