"""The engine: wishes judged and folded, with nothing around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bench.measure import rate, rates, title
from tercet.engine import sets, trios
from tercet.engine.chance import Chance
from tercet.engine.match import Match, Player

GAMES, SEATS, EVERY = 40, 4, 500
Wish = tuple[int, trios.Select]


def begin(seed: str) -> Match:
    return Match.begin("trios", [Player()] * SEATS, trios.Options(countdown=0), seed, 0)


def script(seed: str, sizes: Sequence[int]) -> list[Wish]:
    """A whole game's wishes: sets by lot taken by seats by lot, with so many cards selected one after another."""
    match, chance, wishes = begin(seed), Chance("bench", seed), []
    while not match.state.ended:
        trio = chance.choice(sets.find_sets(trios.open_cards(match.state.table)))
        seat = chance.below(SEATS)
        for size in sizes:
            wishes.append((seat, trios.Select(trio[:size])))
            match.act(*wishes[-1], match.at + EVERY)
    return wishes


def playing(sizes: Sequence[int]) -> Callable[[], int]:
    games = [(seed, script(seed, sizes)) for seed in map(str, range(GAMES))]

    def task() -> int:
        for seed, wishes in games:
            match = begin(seed)
            for seat, wish in wishes:
                match.act(seat, wish, match.at + EVERY)
        return sum(len(wishes) for _, wishes in games)

    return task


def folding() -> Callable[[], int]:
    matches = []
    for seed in map(str, range(GAMES)):
        match = begin(seed)
        for seat, wish in script(seed, (1, 2, 3)):
            match.act(seat, wish, match.at + EVERY)
        matches.append(match)

    def task() -> int:
        for match in matches:
            Match.replay("trios", None, match.records)
        return sum(len(match.records) for match in matches)

    return task


def run() -> None:
    """Print wishes a CPU-second in whole games of four seats, the deal included."""
    measured = rates({"sets": playing((3,)), "acts": playing((1, 2, 3)), "rows": folding()})
    title("The engine, whole matches of Trios with four seats (a CPU-second)")
    rate("judged sets", measured["sets"], 25_000)
    rate("acts, selections of one and two cards included", measured["acts"], 50_000)
    rate("rows folded", measured["rows"])
