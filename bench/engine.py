"""The engine: wishes judged and folded, with nothing around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bench.measure import rate, rates, title
from tercet.engine import sets, triology, trios, triple3
from tercet.engine.chance import Chance
from tercet.engine.core import Action
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


def script_of_triple3(seed: str) -> list[tuple[int, Action]]:
    """A whole round's wishes: hands of five, and cards by lot laid by seats by lot."""
    match, chance = begin_triple3(seed), Chance("bench", seed)
    while not match.state.ended:
        seat = chance.below(SEATS)
        view = match.view(seat)
        moves = [move for move in triple3.moves(view) if isinstance(move, triple3.Play)]
        if len(view.hand) < 5 and view.piles[seat]:
            match.act(seat, triple3.Draw(), match.at + EVERY)
        elif moves:
            match.act(seat, chance.choice(moves), match.at + EVERY)
        elif view.piles[seat]:
            match.act(seat, triple3.Draw(), match.at + EVERY)
    return [(record.seat, record.action) for record in match.records if record.seat is not None]


def begin_triple3(seed: str) -> Match:
    match = Match.begin("triple3", [Player()] * SEATS, triple3.Options(), seed, 0)
    match.advance(triple3.COUNTDOWN)
    return match


def playing_triple3() -> Callable[[], int]:
    games = [(seed, script_of_triple3(seed)) for seed in map(str, range(GAMES))]

    def task() -> int:
        for seed, wishes in games:
            match = begin_triple3(seed)
            for seat, wish in wishes:
                match.act(seat, wish, match.at + EVERY)
        return sum(len(wishes) for _, wishes in games)

    return task


def script_of_triology(seed: str) -> list[tuple[int, Action]]:
    """A match's wishes: each seat draws, lays what it finds, and discards a card by lot."""
    match, chance = begin_triology(seed), Chance("bench", seed)
    while not match.state.ended and len(match.records) < 1000:
        seat = match.state.turn
        moves = list(triology.moves(match.view(seat)))
        sets = [move for move in moves if isinstance(move, triology.Meld)]
        calm = [move for move in moves if isinstance(move, triology.Draw | triology.Discard)]
        if moves:
            match.act(seat, chance.choice(sets or calm), match.at + EVERY)
        else:
            match.advance(match.deadline() or 0)
    return [(record.seat, record.action) for record in match.records if record.seat is not None]


def begin_triology(seed: str) -> Match:
    return Match.begin("triology", [Player()] * SEATS, triology.Options(level="master"), seed, 0)


def playing_triology() -> Callable[[], int]:
    games = [(seed, script_of_triology(seed)) for seed in map(str, range(GAMES // 4))]

    def task() -> int:
        for seed, wishes in games:
            match = begin_triology(seed)
            for seat, wish in wishes:
                if match.state.phase == "between":
                    match.advance(match.deadline() or 0)
                match.act(seat, wish, match.at + EVERY)
        return sum(len(wishes) for _, wishes in games)

    return task


def run() -> None:
    """Print wishes a CPU-second in whole games of four seats, the deal included."""
    tasks = {
        "sets": playing((3,)), "acts": playing((1, 2, 3)), "rows": folding(), "triple3": playing_triple3(),
        "triology": playing_triology(),
    }  # fmt: skip
    measured = rates(tasks)
    title("The engine, whole matches with four seats (a CPU-second)")
    rate("Trios: judged sets", measured["sets"], 25_000)
    rate("Trios: acts, selections of one and two cards included", measured["acts"], 50_000)
    rate("Trios: rows folded", measured["rows"])
    rate("Triple³: draws and plays", measured["triple3"])
    rate("Triology: draws, sets and discards of Master", measured["triology"])
