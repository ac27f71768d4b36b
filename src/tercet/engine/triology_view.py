"""What a viewer of Triology may know and wish: views, abilities, moves, and states that fit a view (G2).

`abilities` is also what `triology` judges by, as far as a wish depends on level, phase and what lies open alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tercet.engine import core
from tercet.engine import triology_cards as cards
from tercet.engine.chance import Chance
from tercet.engine.core import FACE_DOWN, Can, Card, Ended, Seat
from tercet.engine.triology_words import (
    Discard,
    Draw,
    GiveBack,
    Laid,
    Meld,
    Open,
    PickUp,
    Protect,
    State,
    Steal,
    Step,
    TakeBack,
    View,
    last_stolen,
    pick_can_be_laid,
    picked,
    points,
    stolen,
    table_cards,
)

KINDS = ("draw", "pick_up", "meld", "steal", "open", "take_back", "give_back", "protect", "discard", "hint")


def abilities(state: State, seat: Seat | None) -> dict[str, Can]:
    """What a viewer may wish now, from phase, options and what lies open only."""
    closed = _closed(state, seat)
    if closed:
        return dict.fromkeys(KINDS, closed)
    if state.phase == "late":
        late = Can("time_up", "Y13")
        return dict.fromkeys(KINDS, late) | {"discard": Can(least=1, most=1, among="hand", until=state.until)}
    return {kind: replace(can, until=state.until) if not can.no else can for kind, can in _in_turn(state).items()}


def _closed(state: State, seat: Seat | None) -> Can | None:
    if state.ended:
        return Can("over", "Y12")
    if seat is None or seat in state.left:
        return Can("watching", "G2")
    if state.paused:
        return Can("paused", "G6")
    if state.phase == "between":
        return Can("hand_over", "Y9")
    return None if seat == state.turn else Can("not_your_turn", "Y6")


def _in_turn(state: State) -> dict[str, Can]:
    master = state.options.level == "master"
    drawing = _drawing(state)
    acting = None if state.drawn else Can("draw_first", "Y6")
    no_master = None if master else Can("only_in_master", "Y4")
    no_steal = None if state.caddies else Can("no_steal", "Y16")
    unused = None if picked(state.steps) is None else Can("pick_unused", "Y7")
    steal_open = Can("steal_open", "Y16") if state.caddies else None
    undo = None if len(state.steps) > state.floor else Can("nothing_to_take_back", "Y8")
    return {
        "draw": drawing or Can(),
        "pick_up": drawing or (Can(least=1, most=1, among="pile") if state.pile else Can("no_pile", "Y7")),
        "meld": acting or Can(least=3, most=3, among="hand"),
        "steal": no_master or acting or Can(least=1, most=1, among="sets"),
        "open": no_master or no_steal or Can(least=1, most=1, among="sets"),
        "take_back": undo or Can(),
        "give_back": no_master or no_steal or Can(),
        "protect": no_master or acting or steal_open or unused or Can(least=1, most=1, among="hand"),
        "discard": acting or _discarding(state) or steal_open or unused or Can(least=1, most=1, among="hand"),
        "hint": Can() if state.options.hints else Can("no_hints", "Y6"),
    }


def _drawing(state: State) -> Can | None:
    if state.drawn == "nothing":
        return Can("nothing_to_draw", "Y10")
    return Can("drawn_already", "Y6") if state.drawn else None


def _discarding(state: State) -> Can | None:
    """Y20: with an empty hand and one stolen card left on a caddy, that one goes out."""
    if not state.hands[state.turn] and last_stolen(state.caddies, state.turn) is not None:
        return Can(least=1, most=1, among="caddies")
    return None


COVERED = (FACE_DOWN, FACE_DOWN, FACE_DOWN)


def view(state: State, seat: Seat | None) -> View:
    """What a seat, or a spectator (None), may know; in a pause the cards are covered (G6)."""
    seen = View(
        seat=seat, paused=state.paused, can=abilities(state, seat), phase="over" if state.ended else state.phase,
        options=state.options, until=state.until, deal=state.deal, dealer=state.dealer, turn=state.turn,
        turns=state.turns, since=state.since, drawn=state.drawn, picked=picked(state.steps), stock=len(state.stock),
        pile=state.pile, hands=tuple(map(len, state.hands)), hand=() if seat is None else state.hands[seat],
        known=tuple(tuple(card for card in held if card in state.shown) for held in state.hands),
        sets=state.sets, next=state.next, caddies=state.caddies,
        steps=state.steps if seat == state.turn else tuple(replace(step, places=()) for step in state.steps),
        floor=state.floor, chips=state.chips, chipped=state.chipped,
        worth=tuple(points(card for one in laid for card in one.cards) for laid in state.sets),
        totals=state.scores, extensions=state.extensions, idle=state.idle, renewed=state.renewed,
        hint=state.hint.seen_by(seat) if state.hint and state.hint.seat == seat else None,
        ready=state.ready, last=state.last,
    )  # fmt: skip
    return _covered(seen) if state.paused else seen


def _covered(view: View) -> View:
    def face_down(one: Laid) -> Laid:
        return Laid(one.id, COVERED, COVERED, None if one.guard is None else FACE_DOWN)

    return replace(
        view, picked=None, pile=(FACE_DOWN,) * len(view.pile), hand=(FACE_DOWN,) * len(view.hand),
        known=((),) * len(view.hands), caddies=(), steps=(), worth=(), hint=None,
        sets=tuple(tuple(map(face_down, laid)) for laid in view.sets),
    )  # fmt: skip


def moves(view: View) -> Iterator[core.Action]:
    """Every wish open to the viewer but hints."""
    can = {kind for kind, one in view.can.items() if not one.no}
    if "draw" in can:
        yield Draw()
    if "pick_up" in can:
        yield from _pick_ups(view)
    if "meld" in can:
        yield from _melds(view)
    if "steal" in can:
        others = (laid for seat, laid in enumerate(view.sets) if seat != view.seat)
        yield from (Steal(one.id) for laid in others for one in laid if one.guard is None)
    if view.seat is not None:
        own = [one.id for one in view.sets[view.seat] if one.guard is None]
        if "open" in can:
            yield from map(Open, own)
        if "protect" in can:
            guards = [card for card in view.hand if cards.is_hands_off(card)]
            yield from (Protect(card, number) for card in guards for number in own)
        if "discard" in can:
            last = last_stolen(view.caddies, view.seat) if view.can["discard"].among == "caddies" else None
            yield from map(Discard, view.hand if last is None else (last,))
    if "take_back" in can:
        yield TakeBack()
    if "give_back" in can:
        yield GiveBack()


def _pick_ups(view: View) -> Iterator[PickUp]:
    on_table = list(table_cards(view.sets)) if view.options.level == "master" else []
    for place, card in enumerate(view.pile):
        if pick_can_be_laid(card, [*view.hand, *view.pile[place + 1 :], *on_table]):
            yield PickUp(card)


def _melds(view: View) -> Iterator[Meld]:
    pool = [*view.hand, *(caddy.card for caddy in view.caddies if caddy.used is None)]
    taken = stolen(view.steps) if view.caddies else frozenset()
    for three in cards.candidates(pool):
        if (view.picked is None or view.picked in three) and not (taken and taken.issuperset(three)):
            yield from (Meld(three, groups) for groups in cards.readings(three))


def imagine(view: View, rng: Chance) -> State:
    """A state that fits this view; the stock and what is unknown of rivals' hands are drawn by lot."""
    n = len(view.hands)
    shown = {*view.pile, *(card for held in view.known for card in held), *(caddy.card for caddy in view.caddies)}
    shown.update(card for laid in view.sets for one in laid for card in (*one.cards, one.guard) if card is not None)
    unseen = [card for card in cards.deck(view.options.level) if card not in shown and card not in view.hand]
    hidden = iter(rng.shuffled(unseen))

    def fill(seen: Iterable[Card], size: int) -> tuple[Card, ...]:
        """These cards as far as they lie open, and others by lot up to this size."""
        known = [card for card in seen if card != FACE_DOWN]
        return (*known, *(next(hidden) for _ in range(size - len(known))))

    hands = [fill(view.hand if seat == view.seat else view.known[seat], size) for seat, size in enumerate(view.hands)]
    sets = tuple(tuple(_uncovered(one, hidden) for one in laid) for laid in view.sets)
    pile = fill(view.pile, len(view.pile))
    ended = Ended(core.ranked(view.totals), view.totals, "") if view.phase == "over" else None
    return State(
        seats=n, scores=view.totals, paused=view.paused, ended=ended,
        left=frozenset(range(n)) if view.can["draw"].no == "watching" else frozenset(),
        options=view.options, phase="between" if view.phase == "over" else view.phase, until=view.until,
        deal=view.deal, dealer=view.dealer, turn=view.turn, turns=view.turns, since=view.since, drawn=view.drawn,
        stock=fill((), view.stock), pile=pile, hands=tuple(hands), sets=sets, next=view.next, caddies=view.caddies,
        steps=view.steps if view.seat == view.turn else _placed(view.steps, view.hands[view.turn]), floor=view.floor,
        chips=view.chips, chipped=view.chipped, shown=frozenset(shown), extensions=view.extensions, idle=view.idle,
        renewed=view.renewed, hint=view.hint, ready=view.ready, last=view.last,
    )  # fmt: skip


def _uncovered(laid: Laid, hidden: Iterator[Card]) -> Laid:
    if FACE_DOWN not in laid.cards:
        return laid
    drawn = (next(hidden), next(hidden), next(hidden))
    return Laid(laid.id, drawn, (0, 0, 0), None if laid.guard is None else next(hidden))


def _placed(steps: tuple[Step, ...], size: int) -> tuple[Step, ...]:
    """Where in a hand of this size the cards of a rival's steps may have been: behind all others."""
    placed = []
    for step in reversed(steps):
        places = tuple(range(size, size + len(step.cards))) if step.kind == "meld" else ()
        size += len(places) - (len(step.cards) if step.kind == "pick_up" else 0)
        placed.append(replace(step, places=places))
    return tuple(reversed(placed))
