"""Matches of Triology for the tests of its rules: cards by codes, turns that are arranged, and how they are played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tercet.engine import core, match, triology
from tercet.engine import triology_cards as deck
from tercet.engine.core import Illegal
from tercet.engine.match import Match, Player
from tercet.engine.triology import Discard, HandEnded, Laid, Meld, Options, State, Steal

NUMBERS = {deck.code(groups): number for number, groups in enumerate(deck.GROUPS) if groups}
GUARDS = {"H1": 108, "H2": 109, "H3": 110}  # the HANDS-OFF cards
ONE = "[1111|2112|3123]"  # TRIOLOGY cards of three colours, and a red one
GREEN, PURPLE, RED = "[1211|2212|3223]", "[1311|2312|3323]", "[1113|2111|3122]"
TURN = 181_000  # a turn that begins at 0 runs out then


def card(code: str) -> int:
    """A card by its code: number, colour, symbol, shading; columns in brackets; or H1-H3."""
    return GUARDS[code] if code in GUARDS else NUMBERS[code]


def cards(codes: str) -> tuple[int, ...]:
    return tuple(map(card, codes.split()))


def three(codes: str) -> tuple[int, int, int]:
    a, b, c = cards(codes)
    return a, b, c


def meld(codes: str, reading: str = "") -> Meld:
    """A set of these cards; `reading` says what each stands for."""
    return Meld(three(codes), three(reading) if reading else None)


# ------------------------------------------------------------------------------------------------------------- matches


def begun(seats: int = 2, seed: str = "seed", **options: Any) -> Match:
    return Match.begin("triology", [Player()] * seats, Options(**options), seed, 0)


def arranged(
    hands: Sequence[str],
    sets: Sequence[Sequence[str]] = (),
    pile: str = "",
    *,
    stock: str | None = None,
    drawn: str = "stock",
    level: str = "master",
    **options: Any,
) -> Match:
    """The first seat's turn with these hands, sets (a fourth card protects) and pile; the other cards are the stock.

    Sets are numbered from 0, those of the first seat first. `stock` names all its cards, top first.
    """
    game = begun(len(hands), level=level, **options)
    numbers = iter(range(99))
    laid = [tuple(set_of(next(numbers), cards(codes)) for codes in own) for own in sets]
    laid += [()] * (len(hands) - len(laid))
    held = tuple(map(cards, hands))
    guards = [one.guard for own in laid for one in own if one.guard is not None]
    used = {
        *guards,
        *cards(pile),
        *(c for own in laid for one in own for c in one.cards),
        *(c for h in held for c in h),
    }
    rest = tuple(c for c in game.state.stock + sum(game.state.hands, ()) + game.state.pile if c not in used)
    game.state = replace(
        game.state, hands=held, sets=tuple(laid), pile=cards(pile), stock=rest if stock is None else cards(stock),
        turn=0, drawn=drawn, next=next(numbers), shown=used - {c for hand in held for c in hand},
    )  # fmt: skip
    return game


def set_of(number: int, named: tuple[int, ...]) -> Laid:
    a, b, c, *guard = named
    return Laid(number, (a, b, c), deck.readings((a, b, c))[0], guard[0] if guard else None)


LAID = [meld("1111 1211 1311"), meld("1112 1212 1312"), meld("1113 1213 1313")]


def stealing(extra: str = "3333") -> Match:
    """A seat that can steal the set of the second by laying LAID."""
    return arranged([f"1211 1311 1212 1312 1213 1313 {extra}", "2222"], [[], ["1111 1112 1113"]])


def last_card() -> Match:
    """The hand is empty, one stolen card is on a caddy, the other two lie in two new sets."""
    game = arranged(["1211 1311 1212 1312", "2222"], [[], ["1111 1112 1113"]])
    do(game, Steal(0), *LAID[:2])
    return game


# ---------------------------------------------------------------------------------------------------------------- acts


def do(game: Match, *wishes: core.Action, seat: int = 0, at: int = 5000) -> list[Any]:
    """Let a seat do all this; the facts of the last."""
    for wish in wishes:
        record = game.act(seat, wish, at)
    return list(record.events)


def out(game: Match, seat: int | None = None) -> HandEnded:
    """Let a seat go out with its only card, wherever the others lay."""
    seat = game.state.turn if seat is None else seat
    last = game.state.hands[seat][0]
    stock = (*game.state.stock, *game.state.hands[seat][1:])
    hands = tuple((last,) if owner == seat else hand for owner, hand in enumerate(game.state.hands))
    game.state = replace(game.state, turn=seat, hands=hands, stock=stock, drawn="stock", phase="turn")
    events = game.act(seat, Discard(last), game.at).events
    return next(event for event in events if isinstance(event, HandEnded))


def skipped(game: Match, absent: int, by: int = 0, at: int = 5000) -> Match:
    """A seat whose player is away is skipped by another."""
    game.fold(game.decide(absent, match.Lose(), at, wall=0))
    game.fold(game.decide(by, match.Skip(absent), at, wall=triology.GRACE))
    return game


# ----------------------------------------------------------------------------------------------- what is asked of them


def kinds(events: Iterable[Any]) -> list[type[Any]]:
    return [type(event) for event in events]


def refusal(game: Match, wish: core.Action, seat: int = 0, at: int = 5000) -> Illegal:
    """The refusal of this wish, which changes nothing and is not offered."""
    before = core.encode(game.state)
    with pytest.raises(Illegal) as refused:
        game.decide(seat, wish, at)
    assert core.encode(game.state) == before
    assert wish not in list(triology.moves(game.view(seat)))
    return refused.value


def why(game: Match, wish: core.Action, seat: int = 0, at: int = 5000) -> tuple[str, str]:
    """Code and ruling of the refusal."""
    no = refusal(game, wish, seat, at)
    return no.code, no.ruling


def lying(state: State) -> list[int]:
    """All cards, wherever they lie, sorted."""
    laid = [c for own in state.sets for one in own for c in (*one.cards, one.guard) if c is not None]
    hands = [c for hand in state.hands for c in hand]
    return sorted([*state.stock, *state.pile, *laid, *triology.on_caddies(state.caddies), *hands])


def undone(after: State, before: State) -> bool:
    """Whether all stands as before, chips and numbers of sets excepted (Y8)."""
    kept = {"chips": before.chips, "chipped": before.chipped, "next": before.next, "since": before.since}
    return replace(after, shown=before.shown, **kept) == before
