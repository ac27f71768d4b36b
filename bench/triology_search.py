"""The best turn of Master Triology, against CP-SAT; the partition of a hand, and what can be picked up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import process_time

from bench.measure import line, ratio, title
from tercet.engine import triology_cards as cards
from tercet.engine import triology_search as search
from tercet.engine.triology_search import Position, best_turn
from tests.engine.triology_oracle import most_points
from tests.engine.triology_positions import kept

AGAINST = 30  # positions that CP-SAT is asked for
SECONDS = 5  # so long for each
MANY = 150  # positions of the larger questions
UP_TO_TWO, UP_TO_THREE, UNLIMITED = 200_000, 60_000, 15_000  # nodes


def times(questions: Iterable[Callable[[], object]]) -> list[float]:
    """CPU-milliseconds of each question, from the least to the most."""
    taken = []
    for ask in questions:
        began = process_time()
        ask()
        taken.append(1000 * (process_time() - began))
    return sorted(taken)


def share(taken: list[float], part: float) -> float:
    """The time that this part of all questions does not exceed."""
    return taken[min(len(taken) - 1, int(part * len(taken)))]


def most(name: str, value: float, goal: float | None = None) -> None:
    line(name, f"{value:.2f} ms", "" if goal is None else f"goal {goal:g} ms", None if goal is None else value <= goal)


def run() -> None:
    """Print the times of the search, and how many times as quick as CP-SAT it is."""
    some = kept()
    best_turn(some[0])  # warm
    two(some)
    three(some[:MANY])
    unlimited([position for position in some if len(position.rivals) >= 8][:MANY])
    partitions()


def two(some: list[Position]) -> None:
    title("Triology, the best turn: two sets stolen and two own ones opened at most")
    turns = {}

    def ask(position: Position) -> Callable[[], None]:
        def asked() -> None:
            turns[position] = best_turn(position, nodes=UP_TO_TWO)

        return asked

    taken = times(map(ask, some))
    most(f"{len(some)} positions, median", median(taken), 2)
    most("99 of 100", share(taken, 0.99), 150)
    most("all", taken[-1])
    sure = sum(turn.proved for turn in turns.values()) / len(some)
    line("proved", f"{sure:.1%}", "goal 100%", sure == 1)
    against_oracle(some[:: len(some) // AGAINST][:AGAINST])


def against_oracle(some: list[Position]) -> None:
    own, its, differ, finished = [], [], 0, 0
    for position in some:
        began = process_time()
        turn = best_turn(position, nodes=UP_TO_TWO)
        between = process_time()
        answer = most_points(position, 2, 2, SECONDS)
        own.append(between - began)
        its.append(process_time() - between)
        finished += answer.proved
        differ += turn.points != answer.points if answer.proved else turn.points < answer.points
    line(f"CP-SAT: proved in {SECONDS} s, of {len(some)}", str(finished))
    most("CP-SAT: median", 1000 * median(its))
    line("disagreements with CP-SAT", str(differ), "goal 0", not differ)
    ratio("CP-SAT's median to the search's", median(its) / median(own), 10)


def three(some: list[Position]) -> None:
    title("Triology, the best turn: three sets stolen and two own ones opened at most")
    sure = 0

    def ask(position: Position) -> Callable[[], None]:
        def asked() -> None:
            nonlocal sure
            began = process_time()
            turn = best_turn(position, steal=3, nodes=UP_TO_THREE)
            sure += turn.proved and process_time() - began < 1

        return asked

    taken = times(map(ask, some))
    most(f"{len(some)} positions, median", median(taken))
    most("99 of 100", share(taken, 0.99))
    line("proved in a second", f"{sure / len(some):.1%}", "goal 98%", sure >= 0.98 * len(some))


def unlimited(some: list[Position]) -> None:
    title("Triology, the best turn: any number of sets stolen and opened, from eight sets of rivals on")
    points = bound = reach = 0

    def ask(position: Position) -> Callable[[], None]:
        def asked() -> None:
            nonlocal points
            points += best_turn(position, steal=None, open_own=None, nodes=UNLIMITED).points

        return asked

    taken = times(map(ask, some))
    for position in some:
        bound += trivial_bound(position, len(position.rivals))
        reach += trivial_bound(position, in_reach(position))
    most(f"{len(some)} positions, median", median(taken))
    most("all", taken[-1], 500)
    part = points / bound
    line("points, of all that lies there", f"{part:.1%}", "goal 85%", part >= 0.85)
    line("points, of what Y18 leaves in reach", f"{points / reach:.1%}")


def trivial_bound(position: Position, sets: int) -> int:
    """The whole hand, so many sets of rivals, and going out."""
    worths = sorted((sum(map(cards.value, laid.cards)) for laid in position.rivals if not laid.protected), reverse=True)
    return sum(map(cards.value, position.hand)) + sum(worths[:sets]) + 1


def in_reach(position: Position) -> int:
    """How many sets can be stolen at most, as each new set must hold a card that was not stolen (Y18)."""
    hand = sum(1 for card in position.hand if cards.value(card))
    own = sum(1 for laid in position.own if not laid.protected)
    return 2 * own + hand - hand // 3


def partitions() -> None:
    title("Triology, hands of 20 cards, and picking up: hands of 6 and 10 discards")
    random = Random(1)
    deck = range(cards.CARDS)
    hands = [random.sample(deck, 20) for _ in range(MANY)]
    taken = times((lambda hand=hand: search.best_partition(hand)) for hand in hands)  # type: ignore[misc]
    most("the best partition, median", median(taken), 2)
    most("all", taken[-1], 10)
    dealt = [random.sample(deck, 16) for _ in range(MANY)]
    asked = [Position(tuple(some[:6]), pile=tuple(some[6:]), drawn=False) for some in dealt]
    taken = times((lambda position=position: best_turn(position, steal=0)) for position in asked)  # type: ignore[misc]
    most("the best pick-up, 9 of 10", share(taken, 0.9), 10)
