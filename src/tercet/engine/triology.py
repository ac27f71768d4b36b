"""Triology (Y1-Y21) on three levels: a rummy of sets with three-in-one cards; in Master sets are stolen.

The words of the game stand in `triology_words`, what a viewer may know in `triology_view`; here it is dealt, judged and
folded. Whatever a seat does in its turn before the discard is a `Step` that can be undone, the last first (Y8). While a
steal is open, the cards of the sets taken and opened for it lie on caddies (Y16).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from tercet.engine import core
from tercet.engine import triology_cards as cards
from tercet.engine.chance import Chance
from tercet.engine.core import Can, Card, Ended, Illegal, Millis, Seat
from tercet.engine.triology_cards import Reading
from tercet.engine.triology_view import abilities, imagine, moves, view
from tercet.engine.triology_words import (
    ACTIONS,
    ASKED,
    EVENTS,
    Caddy,
    Dealt,
    Discard,
    Discarded,
    Draw,
    DrewCard,
    Extended,
    GaveBack,
    GiveBack,
    HandEnded,
    Hint,
    Hinted,
    HintKind,
    Laid,
    Meld,
    Melded,
    Open,
    Opened,
    Options,
    PassedOver,
    PickedUp,
    PickUp,
    Protect,
    Protected,
    ReadiedForHand,
    Renewed,
    SetUp,
    State,
    Steal,
    Step,
    Stole,
    TakeBack,
    Three,
    TimeRanOut,
    TookBack,
    TurnBegan,
    View,
    last_stolen,
    on_caddies,
    pick_can_be_laid,
    picked,
    points,
    stolen,
    table_cards,
)

# What a game consists of, and its words: elsewhere they are all called triology.X.
__all__ = [
    "ACTIONS", "ASKED", "BEGINNERS", "BETWEEN", "BREATH", "CURTAIN", "DEALT", "EVENTS", "EXTENSION", "EXTENSIONS",
    "GRACE", "HAND_OVER", "LATE", "NAME", "ROUNDS", "RULES", "SEATS", "Caddy", "Dealt", "Discard", "Discarded",
    "Draw", "DrewCard", "Extended", "GaveBack", "GiveBack", "HandEnded", "Hint", "HintKind", "Hinted", "Laid", "Meld",
    "Melded", "Open", "Opened", "Options", "PassedOver", "PickUp", "PickedUp", "Protect", "Protected",
    "ReadiedForHand", "Renewed", "SetUp", "State", "Steal", "Step", "Stole", "TakeBack", "Three", "TimeRanOut",
    "TookBack", "TurnBegan", "View", "abilities", "apply", "deadline", "decide", "imagine", "last_stolen", "lone",
    "moves", "on_caddies", "pick_can_be_laid", "picked", "points", "setup", "stolen", "table_cards", "undo", "view",
]  # fmt: skip

NAME = "triology"
RULES = 1
SEATS = range(2, 9)  # Y4
GRACE: Millis = 90_000  # G5: this is a game of turns
CURTAIN = True  # G2: hands are secret from those at the same device too

DEALT = {"beginner": 7, "triology": 6, "master": 9}  # cards a seat (Y4)
BEGINNERS = 4  # Y4: so many hands the 36 cards carry
BREATH: Millis = 1000  # from the end of a turn until the next clock runs (Y14)
HAND_OVER: Millis = 10_000  # and so much more where one device is handed over (Y14)
LATE: Millis = 10_000  # for the discard once time is up (Y13)
EXTENSION: Millis = 30_000  # for a seat that is disconnected when its time runs out (Y14)
EXTENSIONS = 2  # a seat and hand (Y14)
BETWEEN: Millis = 60_000  # the next hand begins by then, or when all are ready (Y11)
ROUNDS = 5  # so many without progress end a hand (Y10)

T = TypeVar("T")


# ---------------------------------------------------------------------------------------------------- dealing


def setup(seats: int, options: Options, rng: Chance) -> Iterator[core.Event]:
    """The table and the first hand; the first dealer is drawn by lot (Y5). Raises `Illegal` for too many beginners."""
    if options.level == "beginner" and seats > BEGINNERS:
        raise Illegal("seats", "Y4", seats=seats, least=SEATS[0], most=BEGINNERS)
    table = SetUp(seats, options)
    yield table
    yield from _deal(apply(None, table), rng.below(seats), 0, rng)


def _deal(state: State, dealer: Seat, at: Millis, rng: Chance) -> Iterator[core.Event]:
    deck = rng.shuffled(cards.deck(state.options.level))
    hands: list[list[Card]] = [[] for _ in range(state.seats)]
    order = [seat for seat in _round(state, dealer) if seat not in state.left]
    for seat in order * DEALT[state.options.level]:  # Y5: one at a time, left of the dealer first
        hands[seat].append(deck.pop(0))
    first = deck.pop(0)
    counts = tuple(map(len, hands))
    dealt = Dealt(state.deal + 1, at, dealer, first, counts, len(deck), tuple(map(tuple, hands)), tuple(deck))
    state = yield from _tell(state, dealt)
    yield from _next_turn(state, at)


def _round(state: State, seat: Seat) -> list[Seat]:
    """All seats, beginning left of this one (Y5)."""
    return [(seat + n) % state.seats for n in range(1, state.seats + 1)]


def _tell(state: State, *events: core.Event) -> Generator[core.Event, None, State]:
    """Tell these facts; the state after them comes back."""
    for event in events:
        yield event
        state = apply(state, event)
    return state


# ---------------------------------------------------------------------------------------------------- judging


def decide(state: State, seat: Seat | None, action: core.Action, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Judge one wish at game time `at`."""
    match action:
        case core.Tick():
            yield from _tick(state, at, rng)
        case core.GoOn() | core.Missing():
            yield from _without(state, action, at, rng)
        case core.Proceed():
            yield from _ready(state, seat, at, rng)
        case core.Hold():
            pass
        case Draw():
            yield from _draw(state, _allowed(state, seat, "draw"), at, rng)
        case PickUp(card):
            yield _pick_up(state, _allowed(state, seat, "pick_up"), card, at)
        case Meld():
            yield from _meld(state, _allowed(state, seat, "meld"), action, at)
        case Steal():
            yield _steal(state, _allowed(state, seat, "steal"), action.set, at)
        case Open():
            yield _open(state, _allowed(state, seat, "open"), action.set, at)
        case TakeBack():
            yield _take_back(state, _allowed(state, seat, "take_back"), at)
        case GiveBack():
            yield GaveBack(_allowed(state, seat, "give_back"), at)
        case Protect():
            yield from _protect(state, _allowed(state, seat, "protect"), action, at)
        case Discard(card):
            yield from _discard(state, _allowed(state, seat, "discard"), card, at)
        case Hint():
            yield _hint(state, _allowed(state, seat, "hint"), at)
        case _:
            raise Illegal("nothing_to_release", "T8")


def _allowed(state: State, seat: Seat | None, kind: str) -> Seat:
    can = abilities(state, seat)[kind]
    if can.no or seat is None:
        raise _refusal(state, can)
    return seat


def _refusal(state: State, can: Can) -> Illegal:
    """What phase, level and the open table refuse, with the facts for the sentence."""
    match can.no:
        case "not_your_turn":
            return Illegal("not_your_turn", "Y6", seat=state.turn)
        case "pick_unused":
            return Illegal("pick_unused", "Y7", card=picked(state.steps))
        case "steal_open":
            return Illegal("steal_open", "Y16", cards=on_caddies(state.caddies))
    return Illegal(can.no, can.ruling)


def _draw(state: State, seat: Seat, at: Millis, rng: Chance) -> Iterator[core.Event]:
    if not state.stock:  # there was no pile to be shuffled when it ended; by now there is one
        state = yield from _tell(state, _renew(state, rng))
    state = yield from _tell(state, DrewCard(seat, at, state.stock[0]))
    if not state.stock and state.pile:  # Y10: at once
        yield _renew(state, rng)


def _renew(state: State, rng: Chance) -> Renewed:
    return Renewed(len(state.pile), tuple(rng.shuffled(state.pile)))


def _pick_up(state: State, seat: Seat, card: Card, at: Millis) -> PickedUp:
    if card not in state.pile:
        raise Illegal("not_in_pile", "Y7", card=card)
    if cards.is_hands_off(card):
        raise Illegal("hands_off_pick", "Y7", card=card)
    taken = state.pile[state.pile.index(card) :]
    on_table = table_cards(state.sets) if state.options.level == "master" else ()
    if not pick_can_be_laid(card, [*state.hands[seat], *taken[1:], *on_table]):
        raise Illegal("pick_fits_nothing", "Y7", card=card)
    return PickedUp(seat, at, taken)


def _meld(state: State, seat: Seat, meld: Meld, at: Millis) -> Iterator[core.Event]:
    waiting = on_caddies(state.caddies)
    _check_cards(state, seat, meld.cards, waiting)
    groups = _reading(meld)
    closed = bool(waiting) and set(waiting) <= set(meld.cards)
    state = yield from _tell(state, Melded(seat, at, state.next, meld.cards, groups, closed))
    yield from _out(state, at)


def _check_cards(state: State, seat: Seat, three: Three, waiting: list[Card]) -> None:
    """Raises `Illegal` unless these cards may be laid together, set or no set."""
    if len(set(three)) < 3:
        raise Illegal("same_card_twice", "S1")
    for card in three:
        if card not in state.hands[seat] and card not in waiting:
            raise Illegal("not_at_hand", "Y17" if state.caddies else "Y6", card=card)
        if cards.is_hands_off(card):
            raise Illegal("hands_off_in_set", "Y1", card=card)
    duty = picked(state.steps)
    if duty is not None and duty not in three:
        raise Illegal("pick_unused", "Y7", card=duty)
    if state.caddies and stolen(state.steps).issuperset(three):
        raise Illegal("only_stolen", "Y18", cards=list(three))


def _reading(meld: Meld) -> Reading:
    """What the cards stand for (Y3); raises `Illegal` if they are no set, or if the player must choose."""
    readings = cards.readings(meld.cards)
    if not readings:
        groups, faults = cards.faults(meld.cards) or ((), [])
        told = [{"feature": fault.feature, "values": list(fault.values)} for fault in faults]
        raise Illegal("not_a_set", "S2", cards=list(meld.cards), groups=list(groups), faults=told)
    if meld.groups is None and len(readings) == 1:
        return readings[0]
    if meld.groups not in readings:
        choice, three = [list(reading) for reading in readings], list(meld.cards)
        if meld.groups is None:
            raise Illegal("choose_reading", "Y3", cards=three, readings=choice)
        raise Illegal("no_such_reading", "Y3", cards=three, readings=choice)
    return meld.groups


def _find(state: State, number: int) -> tuple[Seat, Laid]:
    for owner, laid in enumerate(state.sets):
        for one in laid:
            if one.id == number:
                return owner, one
    raise Illegal("no_such_set", "Y15", set=number)


def _steal(state: State, seat: Seat, number: int, at: Millis) -> Stole:
    owner, laid = _find(state, number)
    if owner == seat:
        raise Illegal("own_set", "Y15", set=number)
    if laid.guard is not None:
        raise Illegal("protected", "Y21", seat=owner, set=number)
    return Stole(seat, at, owner, number, number not in state.chipped)


def _open(state: State, seat: Seat, number: int, at: Millis) -> Opened:
    owner, laid = _find(state, number)
    if owner != seat:
        raise Illegal("not_own_set", "Y17", seat=owner, set=number)
    if laid.guard is not None:
        raise Illegal("protected", "Y21", seat=owner, set=number)
    return Opened(seat, at, number)


def _take_back(state: State, seat: Seat, at: Millis) -> TookBack:
    step = state.steps[-1]
    laid = step.taken or next((one for one in state.sets[seat] if one.id == step.set), None)
    return TookBack(seat, at, step.kind, laid.cards if laid else step.cards)


def _protect(state: State, seat: Seat, wish: Protect, at: Millis) -> Iterator[core.Event]:
    if wish.card not in state.hands[seat]:
        raise Illegal("not_in_hand", "Y6", card=wish.card)
    if not cards.is_hands_off(wish.card):
        raise Illegal("not_hands_off", "Y21", card=wish.card)
    owner, laid = _find(state, wish.set)
    if owner != seat:
        raise Illegal("not_own_set", "Y21", seat=owner, set=wish.set)
    if laid.guard is not None:
        raise Illegal("protected_already", "Y21", set=wish.set)
    state = yield from _tell(state, Protected(seat, at, wish.card, wish.set))
    yield from _out(state, at)


def _discard(state: State, seat: Seat, card: Card, at: Millis) -> Iterator[core.Event]:
    if card != last_stolen(state.caddies, seat) and card not in state.hands[seat]:
        raise Illegal("not_in_hand", "Y6", card=card)
    yield from _end_turn(state, Discarded(seat, at, card))


def _end_turn(state: State, event: Discarded) -> Iterator[core.Event]:
    state = yield from _tell(state, event)
    if not state.hands[event.seat]:
        yield from _out(state, event.at)
    elif _is_idle(state):
        yield from _end_hand(state, None, event.at)
    else:
        yield from _next_turn(state, event.at)


def _out(state: State, at: Millis) -> Iterator[core.Event]:
    """Y9: the hand ends the moment the seat in turn has an empty hand and no steal is open."""
    if not state.hands[state.turn] and not state.caddies:
        yield from _end_hand(state, state.turn, at)


def _is_idle(state: State) -> bool:
    """Y10: whether in the last five full rounds, in which the stock was renewed, no hand card came into a set."""
    turns = ROUNDS * (state.seats - len(state.left))
    return state.idle >= turns and state.renewed is not None and state.renewed <= turns


def _next_turn(state: State, at: Millis) -> Iterator[core.Event]:
    around = [seat for seat in _round(state, state.turn) if seat not in state.left]  # G5a
    plays = next((seat for seat in around if seat not in state.skipped), around[0])
    for seat in around[: around.index(plays)]:  # G5
        state = yield from _tell(state, PassedOver(seat, at))
        if _is_idle(state):
            yield from _end_hand(state, None, at)
            return
    yield TurnBegan(plays, at, _time(state.options, plays, at))


def _time(options: Options, seat: Seat, at: Millis) -> Millis | None:
    """When a turn that begins now runs out (Y14)."""
    if not options.has_clock:
        return None
    return at + BREATH + (HAND_OVER if seat in options.handed else 0) + options.turn * 1000


def _hint(state: State, seat: Seat, at: Millis) -> Hinted:
    """What kind of thing can be done; asked again, a card of it; then all of them. Any act makes it out of date."""
    hint = state.hint
    if hint is None:
        from tercet.engine import triology_advice  # the search is loaded only where somebody asks

        kind, what = triology_advice.hint(view(state, seat))
        return Hinted(seat, at, kind, what)
    if hint.shown >= len(hint.cards):
        raise Illegal("hint_complete", "Y6")
    return replace(hint, at=at, shown=len(hint.cards) if hint.shown else 1)


# ------------------------------------------------------------------------------------------ clock and absence


def _tick(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    seat = state.turn
    match state.phase:
        case "between":
            yield from _deal(state, _next_dealer(state), at, rng)
        case "late":
            yield from _end_turn(state, _forced(state, at))
        case "turn" if seat in state.gone - state.skipped and _may_extend(state, seat):
            yield Extended(seat, at, at + EXTENSION)  # Y14
        case "turn":
            yield from _time_up(state, seat, at, rng)


def _may_extend(state: State, seat: Seat) -> bool:
    return state.options.extensions and state.extensions[seat] < EXTENSIONS


def _next_dealer(state: State) -> Seat:
    return next(seat for seat in _round(state, state.dealer) if seat not in state.left)  # Y5, G5a


def _time_up(state: State, seat: Seat, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Y13, in its order; a seat that is skipped has no time for its discard (G5)."""
    card = None if state.hands[seat] else last_stolen(state.caddies, seat)
    if card is not None:  # (a)
        yield from _end_turn(state, Discarded(seat, at, card, forced=True))
        return
    if state.caddies:  # (b)
        state = yield from _tell(state, GaveBack(seat, at))
    if picked(state.steps) is not None:  # (c): with no set laid and no steal, it is the last step
        state = yield from _tell(state, _take_back(state, seat, at))
    has_drawn = state.drawn
    if not has_drawn:  # (d)
        state = yield from _tell(state, *_draw(state, seat, at, rng))
    if not has_drawn or seat in state.skipped | state.left:
        yield from _end_turn(state, _forced(state, at))
    else:  # (e)
        yield TimeRanOut(seat, at, at + LATE)


def _forced(state: State, at: Millis) -> Discarded:
    """Y13: the card that came to the hand last, of several the topmost."""
    return Discarded(state.turn, at, state.hands[state.turn][-1], forced=True)


def _without(state: State, action: core.Action, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """Somebody is no longer waited for (G5), or play goes on after a pause in which that happened."""
    if state.paused and isinstance(action, core.Missing):
        return
    if state.phase == "between":
        yield from _next_hand(state, at, rng)
    elif state.turn in state.skipped | state.left:
        if state.phase == "late":
            yield from _end_turn(state, _forced(state, at))
        else:
            yield from _time_up(state, state.turn, at, rng)


def _ready(state: State, seat: Seat | None, at: Millis, rng: Chance) -> Iterator[core.Event]:
    if state.phase != "between":
        raise Illegal("not_paused", "G6")
    if seat is None or seat in state.ready:
        raise Illegal("unchanged", "G6")
    state = yield from _tell(state, ReadiedForHand(seat, at))
    yield from _next_hand(state, at, rng)


def _next_hand(state: State, at: Millis, rng: Chance) -> Iterator[core.Event]:
    """The next hand, once all who are waited for are ready (Y11)."""
    if not set(range(state.seats)) - state.ready - state.skipped - state.left:
        yield from _deal(state, _next_dealer(state), at, rng)


# ---------------------------------------------------------------------------------------------------- scoring


def _end_hand(state: State, out: Seat | None, at: Millis) -> Iterator[core.Event]:
    """Y11: what lies on the table less what is held, one for going out, one for each chip."""
    table = tuple(points(card for one in laid for card in one.cards) for laid in state.sets)
    held = tuple(map(points, state.hands))
    scores = tuple(
        on_table - in_hand + (seat == out) + chips
        for seat, (on_table, in_hand, chips) in enumerate(zip(table, held, state.chips, strict=True))
    )
    totals = tuple(map(sum, zip(state.scores, scores, strict=True)))
    yield HandEnded(at, state.deal, out, table, held, state.chips, scores, totals, state.hands)
    if winners := _winners(state, out, totals):
        others = [[seat for seat in place if seat not in winners] for place in core.ranked(totals, state.left)]
        yield Ended((winners, *(tuple(place) for place in others if place)), totals, "target")


def _winners(state: State, out: Seat | None, totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Y12: scores are entered beginning with the seat that went out, then to its left; without one all at once."""
    order = range(state.seats) if out is None else [out, *_round(state, out)]
    reached = [seat for seat in order if totals[seat] >= state.options.target and seat not in state.left]
    if out is not None or not reached:
        return tuple(reached[:1])
    most = max(totals[seat] for seat in reached)
    return tuple(seat for seat in reached if totals[seat] == most)


# ---------------------------------------------------------------------------------------------------- folding


def apply(state: State | None, event: core.Event) -> State:
    """Fold one fact."""
    if isinstance(event, SetUp):
        n = event.seats
        return State(
            seats=n, scores=(0,) * n, options=event.options, hands=((),) * n, sets=((),) * n, chips=(0,) * n,
            extensions=(0,) * n,
        )  # fmt: skip
    assert state is not None
    match event:
        case Dealt():
            return _fresh(state, event)
        case TurnBegan(seat, at, until):
            drawn: Literal["", "nothing"] = "" if state.stock or state.pile else "nothing"  # Y10
            return replace(_next(state, seat, at), phase="turn", turns=state.turns + 1, until=until, drawn=drawn)
        case PassedOver(seat, at):
            return _counted(_next(state, seat, at), progress=False)
        case DrewCard(seat, at, card):
            assert card is not None
            hands = _put(state.hands, seat, (*state.hands[seat], card))
            return _did(state, at, drawn="stock", stock=state.stock[1:], hands=hands)
        case Renewed(stock=stock):
            return replace(state, stock=stock, pile=(), shown=state.shown - set(stock), renewed=0)
        case PickedUp(seat, at, taken):
            step = Step("pick_up", taken)
            return _did(
                state, at, drawn="pile", pile=state.pile[: -len(taken)], steps=(*state.steps, step),
                hands=_put(state.hands, seat, (*state.hands[seat], *taken)),
            )  # fmt: skip
        case Melded():
            return _lay(state, event)
        case Stole(seat, at, owner, number, chip):
            chips = _put(state.chips, owner, state.chips[owner] + chip)
            state = replace(state, chips=chips, chipped=state.chipped | {number})
            return _did(_on_caddies(state, owner, number, "steal"), at)
        case Opened(seat, at, number):
            return _did(_on_caddies(state, seat, number, "open"), at)
        case TookBack(seat, at):
            return _did(undo(state), at)
        case GaveBack(seat, at):
            while state.caddies:
                state = undo(state)
            return _did(state, at)
        case Protected(seat, at, card, number):
            laid = tuple(replace(one, guard=card) if one.id == number else one for one in state.sets[seat])
            hands = _put(state.hands, seat, _less(state.hands[seat], [card]))
            return _did(
                state, at, sets=_put(state.sets, seat, laid), hands=hands, floor=len(state.steps),
                shown=state.shown | {card},
            )  # fmt: skip
        case Discarded(seat, at, card):
            progress = any(step.kind == "meld" and step.cards for step in state.steps)
            hands = _put(state.hands, seat, _less(state.hands[seat], [card]))
            return _did(
                _counted(state, progress), at, hands=hands, pile=(*state.pile, card), caddies=(), steps=(), floor=0,
                shown=state.shown | {card},
            )  # fmt: skip
        case TimeRanOut(seat, at, until):
            return _did(state, at, phase="late", until=until)
        case Extended(seat, at, until):
            used = _put(state.extensions, seat, state.extensions[seat] + 1)
            return replace(state, until=until, extensions=used)
        case Hinted():
            return replace(state, hint=event)
        case HandEnded(at=at):
            return replace(
                state, phase="between", until=at + BETWEEN, since=at, scores=event.totals, last=event, drawn="",
                steps=(), floor=0, hint=None,
            )  # fmt: skip
        case ReadiedForHand(seat):
            return replace(state, ready=state.ready | {seat})
    raise TypeError(f"not a fact of {NAME}: {event!r}")


def _fresh(state: State, event: Dealt) -> State:
    n = state.seats
    return replace(
        state, deal=event.deal, dealer=event.dealer, turn=event.dealer, since=event.at, hands=event.hands,
        stock=event.stock, pile=(event.first,), shown=frozenset({event.first}), sets=((),) * n, chips=(0,) * n,
        caddies=(), extensions=(0,) * n, idle=0, renewed=None, ready=frozenset(),
    )  # fmt: skip


def _next(state: State, seat: Seat, at: Millis) -> State:
    """The turn is this seat's."""
    return replace(state, turn=seat, since=at, drawn="", steps=(), floor=0, chipped=frozenset(), hint=None)


def _counted(state: State, progress: bool) -> State:
    """A turn is over (Y10)."""
    renewed = None if state.renewed is None else state.renewed + 1
    return replace(state, idle=0 if progress else state.idle + 1, renewed=renewed)


def _did(state: State, at: Millis, **changed: Any) -> State:
    """What a seat did: computer players think anew, and a hint is out of date."""
    return replace(state, since=at, hint=None, **changed)


def _put(values: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _less(held: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    gone = set(gone)
    return tuple(card for card in held if card not in gone)


def _lay(state: State, event: Melded) -> State:
    seat, hand = event.seat, state.hands[event.seat]
    places = tuple(place for place, card in enumerate(hand) if card in event.cards)
    from_hand = tuple(hand[place] for place in places)
    closed = state.caddies if event.closed else ()
    step = Step("meld", from_hand, places, seat, set=event.set, caddies=closed)
    caddies = tuple(replace(caddy, used=event.set) if caddy.card in event.cards else caddy for caddy in state.caddies)
    return _did(
        state, event.at,
        hands=_put(state.hands, seat, _less(hand, event.cards)),
        sets=_put(state.sets, seat, (*state.sets[seat], Laid(event.set, event.cards, event.groups))),
        caddies=() if event.closed else caddies,
        steps=(*state.steps, step),
        next=state.next + 1,
        shown=state.shown.union(event.cards),
    )  # fmt: skip


def _on_caddies(state: State, owner: Seat, number: int, kind: Literal["steal", "open"]) -> State:
    """A set is taken or opened (Y16). Cards that came into it in this very steal have their caddies already."""
    laid = state.sets[owner]
    index = next(place for place, one in enumerate(laid) if one.id == number)
    taken = laid[index]
    step = Step(kind, owner=owner, index=index, taken=taken)
    back = [replace(caddy, used=None) if caddy.used == number else caddy for caddy in state.caddies]
    named = {caddy.card for caddy in back}
    added = [
        Caddy(card, group, owner, number)
        for card, group in zip(taken.cards, taken.groups, strict=True)
        if card not in named
    ]
    return replace(
        state,
        sets=_put(state.sets, owner, (*laid[:index], *laid[index + 1 :])),
        caddies=(*back, *added),
        steps=(*state.steps, step),
    )


def undo(state: State) -> State:
    """All stands as before the last step, chips excepted (Y8)."""
    step, seat = state.steps[-1], state.turn
    state = replace(state, steps=state.steps[:-1], caddies=_caddies_before(state.caddies, step))
    if step.kind == "pick_up":
        hand = state.hands[seat][: -len(step.cards)]
        return replace(state, drawn="", pile=(*state.pile, *step.cards), hands=_put(state.hands, seat, hand))
    if step.kind == "meld":
        held = list(state.hands[seat])
        for place, card in zip(step.places, step.cards, strict=True):
            held.insert(place, card)
        laid = tuple(one for one in state.sets[seat] if one.id != step.set)
        return replace(state, hands=_put(state.hands, seat, tuple(held)), sets=_put(state.sets, seat, laid))
    assert step.taken is not None
    laid = state.sets[step.owner]
    laid = (*laid[: step.index], step.taken, *laid[step.index :])
    return replace(state, sets=_put(state.sets, step.owner, laid))


def _caddies_before(caddies: tuple[Caddy, ...], step: Step) -> tuple[Caddy, ...]:
    """What lay on caddies before this step."""
    if step.kind == "meld":
        return step.caddies or tuple(
            replace(caddy, used=None) if caddy.used == step.set else caddy for caddy in caddies
        )  # fmt: skip
    taken = step.taken
    if taken is None:
        return caddies
    others = (caddy for caddy in caddies if caddy.set != taken.id)
    return tuple(replace(caddy, used=taken.id) if caddy.card in taken.cards else caddy for caddy in others)


def deadline(state: State) -> Millis | None:
    """The end of a turn with a clock, of the time for a late discard, or of the break between two hands."""
    return state.until


def lone(state: State, at: Millis) -> core.Lone | None:
    """Nobody plays Triology without others."""
    return None
