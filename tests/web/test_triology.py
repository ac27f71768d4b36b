"""Triology as people play it: in a real browser, against a real house, by pointer, fingers and keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import WebSocketRoute, expect

from tercet.engine import triology
from tercet.engine import triology_cards as cards
from tercet.engine.match import Match
from tests.server.triology_tables import dealt, played
from tests.web.conftest import Come
from tests.web.looks import MISFITS, offences
from tests.web.triology import Player, group, prepared

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
MASTER = triology.Options(level="master", turn=600, hints=True)
PLAIN = triology.Options(level="triology")
ANNA, BEN = 0, 1

# Anna's hand: one set of ordinary cards, and a third for which only one card is missing
SET = (group(1, "r", "o", "s"), group(2, "r", "o", "s"), group(3, "r", "o", "s"))
LOOSE = (group(1, "g", "s", "t"), group(2, "g", "d", "o"), group(3, "p", "o", "t"))
HAND = (*SET, *LOOSE)
BENS = (group(1, "p", "s", "o"), group(2, "p", "s", "o"), group(3, "p", "s", "o"))
BENS_HAND = (*BENS, group(1, "p", "d", "s"), group(2, "p", "d", "t"), group(1, "g", "o", "s"))


def rest_of(*used: int, level: cards.Level = "master") -> list[int]:
    """The deck without these cards."""
    return [card for card in cards.deck(level) if card not in used]


def against_ben(hand: tuple[int, ...] = HAND, options: triology.Options = PLAIN, first: int | None = None) -> Match:
    """Anna begins with this hand; Ben has a set in his."""
    rest = [card for card in rest_of(*hand, *BENS_HAND, level=options.level) if card != first]
    stock = rest[1:] if first is None else rest
    return dealt([hand, BENS_HAND], stock, rest[0] if first is None else first, options)


@pytest.fixture
def anna(come: Come, data: Path) -> Player:
    """Anna against a computer player, at her first turn, with a set in hand."""
    _, [anna] = prepared(data, [come("Anna"), None], against_ben())
    return anna


# --------------------------------------------------------------------------------------------------- laying a set


def test_a_set_by_touch_is_told_before_it_is_laid_and_taken_back(anna: Player) -> None:
    anna.draws()
    anna.picks(*SET)
    expect(anna.proposal("set")).to_be_visible()
    expect(anna.says).to_have_text("A set: 1 red solid oval, 2 red solid ovals, 3 red solid ovals")
    anna.act("lay").click()
    expect(anna.set_with(SET[0])).to_have_attribute("data-state", "fresh")
    anna.act("take-back").click()
    expect(anna.held(SET[0])).to_be_visible()
    assert anna.hand()[:6] == list(HAND)  # every card is where it was
    anna.lays(*SET)
    anna.discards(LOOSE[0])
    expect(anna.says).not_to_contain_text("Pick three")


def test_a_set_by_keys(anna: Player) -> None:
    anna.presses("d")
    expect(anna.page.locator("[data-hand-card]")).to_have_count(7)
    keys = anna.keys(*SET)
    anna.presses(keys.upper())  # Caps Lock does not matter
    expect(anna.proposal("set")).to_be_visible()
    anna.presses(["Enter"])
    expect(anna.set_with(SET[0])).to_be_visible()
    anna.presses(["Backspace"])
    expect(anna.held(SET[0])).to_be_visible()
    anna.presses(["Escape", anna.keys(LOOSE[1]), "x"])
    expect(anna.held(LOOSE[1])).to_have_count(0)


def test_a_key_is_changed_and_plays(anna: Player) -> None:
    anna.person.changes_key("Draw: D", "a")  # which was the first card's
    anna.presses("a")
    expect(anna.page.locator("[data-hand-card]")).to_have_count(7)
    anna.presses("d")
    expect(anna.held(anna.hand()[0])).to_have_attribute("aria-pressed", "true")
    anna.presses(["Shift+?"])
    dialog = anna.page.get_by_role("dialog", name="Keys of this table")
    dialog.get_by_role("button", name="Change keys").click()
    dialog.get_by_role("button", name="Draw: A").click()
    anna.presses("1")
    expect(dialog.get_by_text("1 keeps its meaning here.")).to_be_visible()


def test_a_draw_pressed_twice_on_a_slow_line_draws_once(come: Come, data: Path) -> None:
    person = come("Anna")
    held: list[Callable[[], None]] = []

    def hold_acts(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: held.append(lambda: server.send(text)) if '"act"' in text else server.send(text))

    person.page.route_web_socket(re.compile(r"/ws$"), hold_acts)
    _, [anna] = prepared(data, [person, None], against_ben())
    anna.act("draw").dblclick()
    anna.presses("dd")
    while not held:
        anna.page.wait_for_timeout(20)
    for send in held:
        send()
    expect(anna.page.locator("[data-hand-card]")).to_have_count(7)
    anna.picks(*SET)
    expect(anna.proposal("set")).to_be_visible()  # so all that was sent before is answered
    assert len(anna.hand()) == 7
    expect(anna.page.locator(".notice")).to_have_count(0)


def test_a_set_by_dragging(anna: Player) -> None:
    """The stock is dragged to the hand, cards to the workbench, the whole to one's own sets, a card to the pile."""
    page = anna.page
    anna.drags(page.locator("[data-stock]"), page.locator("[data-hand]"), at=(0.5, 0.5))
    expect(page.locator("[data-hand-card]")).to_have_count(7)
    for card in SET:
        anna.drags(anna.held(card), page.locator("[data-drop='bench']"))
    expect(anna.proposal("set")).to_be_visible()
    anna.drags(anna.held(SET[0]), page.locator("[data-drop='mine']"))
    expect(anna.set_with(SET[0])).to_be_visible()
    anna.drags(anna.held(LOOSE[2]), page.locator("[data-drop='pile']"))
    expect(anna.in_pile(LOOSE[2])).to_be_visible()


def test_a_finger_drags_cards_of_the_hand_and_of_the_pile(come: Come, data: Path) -> None:
    """On a phone: a card within the hand, the pile's to the workbench, three to a set, one to the pile."""
    hand = (SET[0], SET[1], *LOOSE)
    _, [anna] = prepared(data, [come("Anna", **PHONE), None], against_ben(hand, first=SET[2]))
    page = anna.page
    bench = page.locator("[data-drop='bench']")
    anna.drags_by_finger(anna.held(SET[0]), anna.held(LOOSE[2]))
    expect(page.locator("[data-hand-card]").first).not_to_have_attribute("data-hand-card", f"{SET[0]}")
    anna.drags_by_finger(anna.in_pile(SET[2]), bench)
    expect(anna.says).to_contain_text("Pick up 3 red solid ovals?")
    anna.presses(["Enter"])
    expect(anna.held(SET[2])).to_be_visible()
    for card in SET:
        anna.drags_by_finger(anna.held(card), bench)
    expect(anna.proposal("set")).to_be_visible()
    anna.drags_by_finger(anna.held(SET[0]), page.locator("[data-drop='mine']"))
    expect(anna.set_with(SET[0])).to_be_visible()
    anna.drags_by_finger(anna.held(LOOSE[0]), page.locator("[data-drop='pile']"))
    expect(anna.held(LOOSE[0])).to_have_count(0)


def test_what_is_no_set_is_refused_by_its_features(anna: Player) -> None:
    """S2: every feature that fails, in the words of the cards, with the rule beside it."""
    anna.draws()
    anna.picks(SET[0], SET[1], LOOSE[2])
    expect(anna.proposal("refused")).to_be_visible()
    expect(anna.says).to_have_text(
        "Not a set: the colours are red, red, purple; the shadings are solid, solid, striped (S2)"
    )
    anna.act("lay").click()
    expect(anna.says).to_contain_text("Not a set")
    assert set(anna.hand()) >= set(HAND)


def test_of_two_readings_the_player_chooses(come: Come, data: Path) -> None:
    """Y3: a TRIOLOGY card stands for one of its groups; the other two cards leave two possible."""
    readings, trio = ambiguous()
    _, [anna] = prepared(data, [come("Anna"), None], against_ben((*trio, *LOOSE)))
    anna.draws()
    anna.picks(*trio)
    expect(anna.proposal("choose")).to_have_count(0)  # the readings take the place of the set that is built
    choices = anna.page.locator("[data-reading]")
    expect(choices).to_have_count(len(readings))
    expect(anna.says).to_contain_text("choose one")
    wanted = readings[1]
    anna.page.locator(f"[data-reading='{' '.join(map(str, wanted))}']").click()
    laid = anna.set_with(trio[0])
    expect(laid).to_be_visible()
    expect(laid).to_have_attribute("aria-label", re.compile("(left|middle|right) group"))


def ambiguous() -> tuple[list[cards.Reading], triology.Three]:
    """Three cards with two readings, which lie neither in Ben's hand nor among the loose ones."""
    free = rest_of(*BENS_HAND, *LOOSE, level="triology")
    for trio in cards.candidates(free):
        readings = cards.readings(trio)
        if len(readings) == 2:
            return readings, trio
    raise AssertionError("no such cards")


# ------------------------------------------------------------------------------------------------------ the pile


def test_a_pick_up_shows_what_comes_along_and_asks_first(come: Come, data: Path) -> None:
    """Y7: two of Anna's cards wait for the card that lies below another; it must be laid, or put back."""
    hand = (SET[0], SET[1], *LOOSE)
    rest = rest_of(*hand, SET[2], *BENS_HAND, level="triology")
    match = dealt([hand, BENS_HAND], rest, SET[2], PLAIN, turn=BEN)
    played(match, (BEN, triology.Draw()), (BEN, triology.Discard(BENS_HAND[3])))
    _, [anna] = prepared(data, [come("Anna"), None], match)
    below, top = anna.pile()
    anna.in_pile(below).click()
    for card in (below, top):
        expect(anna.in_pile(card)).to_have_attribute("aria-pressed", "true")
    expect(anna.says).to_contain_text("Pick up 3 red solid ovals, with all that lie on it?")
    assert len(anna.hand()) == 5
    anna.act("leave-pile").click()
    expect(anna.in_pile(below)).to_have_attribute("aria-pressed", "false")
    anna.in_pile(below).click()
    expect(anna.act("take")).to_have_text("Take 2 cards")
    anna.act("take").click()
    expect(anna.page.locator("[data-hand-card]")).to_have_count(7)
    expect(anna.says).to_contain_text("needs the card that was picked up")
    anna.picks(LOOSE[0])
    anna.presses("x")
    expect(anna.says).to_contain_text("(Y7)")
    anna.act("take-back").click()
    expect(anna.page.locator("[data-hand-card]")).to_have_count(5)
    anna.in_pile(below).click()
    anna.act("take").click()
    anna.page.keyboard.press("Escape")
    anna.lays(SET[0], SET[1], SET[2])


def test_a_card_that_fits_nothing_is_not_picked_up(come: Come, data: Path) -> None:
    """Y7: the house says so before anything is taken; the button rests and keeps the reason."""
    _, [anna] = prepared(data, [come("Anna"), None], against_ben(LOOSE[:2], first=SET[0]))
    anna.in_pile(SET[0]).click()
    expect(anna.act("take")).to_have_attribute("aria-disabled", "true")
    expect(anna.says).to_contain_text("(Y7)")
    anna.presses(["Enter"])
    assert sorted(anna.hand()) == sorted(LOOSE[:2])
    anna.presses(["Escape"])
    expect(anna.page.locator("[data-act='take']")).to_have_count(0)


# ------------------------------------------------------------------------------------------------------- stealing

# with Ben's set and these four two new sets can be laid, each with one or two of Ben's
STOLEN = BENS
MATES = (group(1, "p", "s", "s"), group(1, "p", "s", "t"), group(2, "p", "d", "o"), group(2, "p", "o", "o"))
THIRD = (group(3, "g", "s", "o"), group(3, "r", "s", "o"))


def before_a_steal(until: int | None = None) -> Match:
    """Ben has laid his set; Anna has what it takes to steal it, a HANDS-OFF card, and a set of her own.

    With `until` her time runs out then, in milliseconds of game time.
    """
    hand = (*MATES, *THIRD, *SET, 108)
    rest = rest_of(*hand, *BENS_HAND)
    match = dealt([hand, BENS_HAND], rest[1:], rest[0], MASTER, turn=BEN)
    played(match, (BEN, triology.Draw()), (BEN, triology.Meld(BENS)), (BEN, triology.Discard(BENS_HAND[3])))
    return match if until is None else running_out(match, until)


def running_out(match: Match, until: int) -> Match:
    """The match with another end of the turn that has just begun."""
    *before, last = match.records
    facts = (replace(fact, until=until) if isinstance(fact, triology.TurnBegan) else fact for fact in last.events)
    return Match.replay("triology", "seed", [*before, replace(last, events=tuple(facts))])


@pytest.fixture
def both(come: Come, data: Path) -> tuple[Player, Player]:
    """Anna, in turn, and Ben, whose set can be stolen."""
    _, [anna, ben] = prepared(data, [come("Anna"), come("Ben", **PHONE)], before_a_steal())
    return anna, ben


def test_a_steal_is_completed_and_seen_by_all(both: tuple[Player, Player]) -> None:
    anna, ben = both
    anna.draws()
    expect(anna.set_with(BENS[0])).to_have_attribute("data-state", "stealable")
    anna.set_with(BENS[0]).click()
    for player in both:
        expect(player.page.locator("[data-caddy]")).to_have_count(3)
        expect(player.page.locator("[data-gone]:visible")).to_have_text("on Anna’s caddies")
        expect(player.says).to_contain_text("Ben’s three cards must lie in at least two new sets: none so far")
    expect(anna.page.locator("[data-rival='1'] [data-chips='1']")).to_be_visible()
    anna.lays(BENS[0], MATES[0], MATES[1])
    expect(anna.says).to_contain_text("one so far; 2 cards on caddies")
    expect(ben.page.locator("[data-caddy][data-used]")).to_have_count(1)
    anna.lays(BENS[1], MATES[2], MATES[3])
    anna.lays(BENS[2], *THIRD)
    for player in both:
        expect(player.page.locator("[data-caddy]")).to_have_count(0)
        expect(player.page.locator(f"[data-sets='0'] [data-cards~='{BENS[0]}']")).to_be_attached()


def test_a_steal_is_given_back_as_a_whole_but_for_the_chip(both: tuple[Player, Player]) -> None:
    """Y16, and Y8 step by step before it."""
    anna, _ = both
    anna.draws()
    hand = anna.hand()
    anna.set_with(BENS[0]).click()
    expect(anna.page.locator("[data-caddy]")).to_have_count(3)
    anna.lays(BENS[0], MATES[0], MATES[1])
    anna.act("take-back").click()
    expect(anna.caddy(BENS[0])).not_to_have_attribute("data-used", "")
    anna.lays(BENS[0], MATES[0], MATES[1])
    anna.act("give-back").click()
    for player in both:
        expect(player.page.locator("[data-caddy]")).to_have_count(0)
        expect(player.page.locator(f"[data-sets='1'] [data-cards~='{BENS[0]}']")).to_be_attached()
    assert anna.hand() == hand
    expect(anna.page.locator("[data-rival='1'] [data-chips='1']")).to_be_visible()


def test_an_own_set_is_opened_only_for_a_steal(both: tuple[Player, Player]) -> None:
    """Y17."""
    anna, _ = both
    anna.draws()
    anna.lays(*SET)
    anna.set_with(SET[0]).click()
    expect(anna.says).to_contain_text("(Y16)")
    anna.set_with(BENS[0]).click()
    expect(anna.page.locator("[data-caddy]")).to_have_count(3)
    expect(anna.set_with(SET[0])).to_have_attribute("data-state", "stealable")
    anna.set_with(SET[0]).click()
    expect(anna.page.locator("[data-caddy]")).to_have_count(6)
    anna.act("take-back").click()
    expect(anna.page.locator("[data-caddy]")).to_have_count(3)


def test_hands_off_protects_a_set(both: tuple[Player, Player]) -> None:
    """Y21: the card is picked, then the set; Ben sees the sign and can't take it."""
    anna, ben = both
    anna.draws()
    anna.lays(*SET)
    anna.picks(108)
    anna.set_with(SET[0]).click()
    expect(anna.set_with(SET[0])).to_have_attribute("data-state", "protected")
    anna.discards(MATES[0])
    ben.act("draw").click()
    theirs = ben.set_with(SET[0])
    expect(theirs).to_have_attribute("data-state", "protected")
    expect(theirs).to_have_attribute("aria-label", re.compile("protected"))
    theirs.tap()
    expect(ben.says).to_contain_text("(Y21)")


def test_a_steal_by_keys_alone(both: tuple[Player, Player]) -> None:
    anna, _ = both
    anna.presses("d")
    expect(anna.page.locator("[data-hand-card]")).to_have_count(11)
    anna.presses(["r", "Enter"])
    expect(anna.page.locator("[data-caddy]")).to_have_count(3)
    anna.presses(["1", *anna.keys(MATES[0], MATES[1])])
    expect(anna.proposal("set")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.evaluate("document.activeElement?.blur()")
    anna.presses(["1", *anna.keys(MATES[0], MATES[1])])
    expect(anna.proposal("set")).to_be_visible()
    anna.presses(["Enter"])
    expect(anna.page.locator("[data-caddy][data-used]")).to_have_count(1)
    anna.page.keyboard.press("Shift+Backspace")
    expect(anna.page.locator("[data-caddy]")).to_have_count(0)


def test_a_steal_by_dragging(both: tuple[Player, Player]) -> None:
    anna, _ = both
    anna.draws()
    bench = anna.page.locator("[data-drop='bench']")
    anna.drags(anna.set_with(BENS[0]), bench)
    expect(anna.page.locator("[data-caddy]")).to_have_count(3)
    for card in (MATES[0], MATES[1]):
        anna.drags(anna.held(card), bench)
    anna.drags(anna.caddy(BENS[0]), anna.page.locator("[data-drop='mine']"))
    expect(anna.proposal("set")).to_be_visible()
    anna.drags(anna.held(MATES[0]), anna.page.locator("[data-drop='mine']"))
    expect(anna.page.locator("[data-caddy][data-used]")).to_have_count(1)


def test_pile_and_hands_off_by_keys_alone(come: Come, data: Path) -> None:
    """A pick-up from the pile, its set, and the HANDS-OFF card on it."""
    hand = (SET[0], SET[1], 108, *LOOSE)
    rest = rest_of(*hand, SET[2])
    _, [anna] = prepared(data, [come("Anna"), None], dealt([hand, rest[:9]], rest[9:], SET[2], MASTER))
    anna.presses("p")
    expect(anna.in_pile(SET[2])).to_be_focused()
    anna.presses(["Enter"])
    expect(anna.act("take")).to_have_text("Take 1 card")
    anna.presses(["Enter"])
    expect(anna.held(SET[2])).to_be_visible()
    anna.presses([*anna.keys(*SET), "Enter"])
    expect(anna.set_with(SET[0])).to_be_visible()
    anna.presses([anna.keys(108), "m"])
    expect(anna.set_with(SET[0])).to_be_focused()
    anna.presses(["Enter"])
    expect(anna.set_with(SET[0])).to_have_attribute("data-state", "protected")
    anna.presses(["ArrowDown", "ArrowRight"])
    expect(anna.page.locator("[data-hand-card]:focus")).to_have_count(1)


def test_who_watches_sees_the_table_and_no_hand(come: Come, data: Path) -> None:
    code, [anna] = prepared(data, [come("Anna"), None], against_ben())
    watcher = come("Wanda", **PHONE)
    watcher.go(f"t/{code}")
    expect(watcher.page.locator("[data-tab]")).to_have_count(2)
    anna.draws()
    anna.lays(*SET)
    watcher.page.locator("[data-tab='0']").tap()
    expect(watcher.page.locator(f"[data-set][data-cards~='{SET[0]}']")).to_be_visible()
    expect(watcher.page.locator("[data-hand]")).to_have_count(0)
    watcher.page.locator("[data-set]:visible").tap()
    expect(watcher.page.locator("[data-says-line]")).to_contain_text("watching")


# -------------------------------------------------------------------------------------------------- going out


def test_going_out_is_asked_first_and_the_hand_is_told(come: Come, data: Path) -> None:
    """Y9, Y11: all hands lie open, with what each seat won and lost; the next is dealt when both are ready."""
    _, [anna, ben] = prepared(data, [come("Anna"), come("Ben")], against_ben(SET))
    anna.draws()
    drawn = next(card for card in anna.hand() if card not in SET)
    anna.lays(*SET)
    anna.picks(drawn)
    anna.act("discard").click()
    dialog = anna.page.get_by_role("dialog", name="Go out?")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Not yet").click()
    assert anna.hand() == [drawn]
    anna.act("discard").click()
    anna.act("go-out").click()
    for player in (anna, ben):
        expect(player.page.get_by_role("heading", name="Anna is out")).to_be_visible()
        row = player.page.locator("[data-between='0']")
        expect(row).to_contain_text("+1")
        expect(row.locator(".total")).to_have_text("4")
        expect(player.page.locator("[data-between='1'] .total")).to_have_text("−6")
    for player in (anna, ben):
        player.act("ready").click()
    for player in (anna, ben):
        expect(player.page.get_by_role("heading", name="Anna is out")).to_have_count(0)
        expect(player.page.locator("[data-hand-card]")).to_have_count(6)


# -------------------------------------------------------------------------------------------- the order of a hand


def test_the_hand_stays_as_it_was_sorted_and_moved(anna: Player) -> None:
    """By a feature, by a drag, by keys, by touch; over a reload; what is drawn comes last."""
    page = anna.page
    anna.act("sort").click()
    page.locator("[data-sort='number']").click()
    numbers = [card // 9 % 3 for card in anna.hand()]
    assert numbers == sorted(numbers)
    first = anna.hand()[0]
    anna.drags(anna.held(first), anna.held(anna.hand()[-1]), at=(0.9, 0.5))
    expect(page.locator("[data-hand-card]").last).to_have_attribute("data-hand-card", f"{first}")
    anna.held(first).focus()
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("[data-hand-card]").nth(4)).to_have_attribute("data-hand-card", f"{first}")
    anna.picks(first)
    anna.act("sort").click()
    page.locator("[data-move='-1']").click()
    expect(page.locator("[data-hand-card]").nth(3)).to_have_attribute("data-hand-card", f"{first}")
    page.keyboard.press("Escape")
    order = anna.hand()
    page.reload()
    expect(page.locator("[data-hand-card]")).to_have_count(6)
    assert anna.hand() == order
    anna.draws()
    assert anna.hand()[:6] == order


# ---------------------------------------------------------------------------------------------------- small rooms


def with_a_long_pile(cards: int) -> Match:
    """Anna's first turn: a pile of so many cards lies open, of which the lowest makes a set with two of hers."""
    hand = (SET[0], SET[1], *LOOSE)
    rest = rest_of(*hand, SET[2], *BENS_HAND, level="master")
    match = dealt([hand, BENS_HAND], rest, SET[2], MASTER, turn=BEN)
    for turn in range(cards - 1):
        seat = (BEN, ANNA)[turn % 2]
        played(match, (seat, triology.Draw()), (seat, triology.Discard(match.state.hands[seat][-1])))
    return match


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (820, 1180), (1280, 800)])
def test_twenty_cards_in_hand_are_within_reach_at_every_size(come: Come, data: Path, size: tuple[int, int]) -> None:
    """With a steal open, too, the page does not scroll, and of each card 44 × 44 px are free for a finger."""
    viewport = {"width": size[0], "height": size[1]}
    person = come("Anna", viewport=viewport, has_touch=True, is_mobile=True)
    _, [anna] = prepared(data, [person, None], with_a_long_pile(16))
    anna.in_pile(SET[2]).tap()
    anna.act("take").tap()
    expect(anna.page.locator("[data-hand-card]")).to_have_count(21)
    assert narrow(anna) == []
    expect(anna.says).to_contain_text("picked up")
    assert [fault for fault in anna.page.evaluate(MISFITS) if not fault.startswith(IN_ROWS)] == []
    for card in anna.hand():  # each can be picked by a touch of its free part
        anna.held(card).tap(position={"x": 20, "y": 20})
        expect(anna.held(card)).to_have_attribute("aria-pressed", "true")
        anna.held(card).tap(position={"x": 20, "y": 20})


IN_ROWS = ("pile ", "card ")

FREE = """() => [...document.querySelectorAll('[data-hand-card]')].flatMap(card => {
  const box = card.getBoundingClientRect()
  const hit = (x, y) => card.contains(document.elementFromPoint(box.left + x, box.top + y))
  const free = [[1, 2], [42, 2], [1, 42], [42, 42], [22, 22]].every(([x, y]) => hit(x, y))
  return free ? [] : [card.dataset.handCard]
})"""


def narrow(player: Player) -> list[str]:
    """Cards of the hand of which less is free than a finger needs."""
    found: list[str] = player.page.evaluate(FREE)
    return found


# ------------------------------------------------------------------------------------------- time, hints, the pause


def test_time_up_leaves_ten_seconds_for_the_discard(come: Come, data: Path) -> None:
    """Y13: an open steal is given back, nothing more is laid; the last seconds are seen."""
    match = before_a_steal(until=9_000)
    _, [anna, ben] = prepared(data, [come("Anna"), come("Ben")], match)
    clock = anna.page.get_by_role("timer")
    expect(clock).to_have_class(re.compile("soon"))
    anna.draws()
    anna.set_with(BENS[0]).click()
    expect(anna.page.locator("[data-caddy]")).to_have_count(3)
    expect(anna.says).to_contain_text("Time is up. Discard a card.", timeout=15_000)
    expect(anna.page.locator("[data-caddy]")).to_have_count(0)
    expect(ben.page.get_by_text("Anna’s time is up").first).to_be_visible()
    expect(anna.act("lay")).to_have_attribute("aria-disabled", "true")
    anna.discards(THIRD[0])
    expect(ben.act("draw")).to_be_visible()


def test_a_hint_tells_a_little_more_each_time(anna: Player, come: Come, data: Path) -> None:
    options = triology.Options(level="triology", hints=True)
    _, [practice] = prepared(data, [come("Dora"), None], against_ben(options=options))
    expect(anna.page.locator("[data-act='hint']")).to_have_count(0)  # only where the table has hints
    practice.draws()
    practice.presses("h")
    expect(practice.says).to_contain_text("A set can be laid.")
    assert not marked(practice)
    practice.act("hint").click()
    expect(practice.says).to_contain_text("One card is marked.")
    assert len(marked(practice)) == 1
    practice.act("hint").click()
    expect(practice.says).to_contain_text("Its cards are marked.")
    assert len(marked(practice)) == 3
    practice.lays(*marked(practice))


def marked(player: Player) -> list[int]:
    """The cards of the hand that a hint shows."""
    cards = player.page.get_by_label(re.compile("shown as a hint|hinted")).and_(player.page.locator("[data-hand-card]"))
    return [int(card) for card in cards.evaluate_all("all => all.map(e => e.dataset.handCard)")]


def test_a_pause_covers_all_cards_for_all(both: tuple[Player, Player]) -> None:
    """G6: also those on caddies; afterwards all lies where it lay."""
    anna, ben = both
    anna.draws()
    order = anna.hand()
    anna.set_with(BENS[0]).click()
    expect(ben.page.locator("[data-caddy]")).to_have_count(3)
    ben.page.keyboard.press("Pause")
    for player in both:
        expect(player.page.get_by_role("heading", name="Ben paused the game")).to_be_visible()
        assert not player.hand() and not player.pile() and not player.caddies()
    for player in both:
        player.act("ready").click()
    for player in both:
        expect(player.page.locator("[data-caddy]")).to_have_count(3)
    assert anna.hand() == order


NOTE_FLIGHTS = """() => {
  window.flights = []
  const animate = Element.prototype.animate
  Element.prototype.animate = function (frames, options) {
    window.flights.push([this.dataset.flies, options.duration])
    return animate.call(this, frames, options)
  }
}"""


def test_cards_fly_where_motion_is_wanted(come: Come, data: Path) -> None:
    person = come("Anna", reduced_motion="no-preference")
    _, [anna] = prepared(data, [person, None], against_ben())
    person.page.evaluate(NOTE_FLIGHTS)
    anna.draws()
    drawn = next(card for card in anna.hand() if card not in HAND)
    flights: list[tuple[str, int]] = person.page.evaluate("window.flights")
    assert str(drawn) in [card for card, _ in flights]
    assert max(duration for _, duration in flights) <= 200


# ------------------------------------------------------------------------------------------------- for everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table(come: Come, data: Path, theme: str) -> None:
    found: dict[str, list[str]] = {}
    match = before_a_steal()
    _, [anna, ben] = prepared(
        data, [come("Anna", color_scheme=theme), come("Ben", color_scheme=theme, **PHONE)], match
    )  # fmt: skip
    found["draw"] = offences(anna.page)
    anna.draws()
    anna.set_with(BENS[0]).click()
    expect(anna.page.locator("[data-caddy]")).to_have_count(3)
    anna.picks(BENS[0], MATES[0], MATES[1])
    expect(anna.proposal("set")).to_be_visible()
    found["steal"] = offences(anna.page)
    found["phone"] = offences(ben.page)
    anna.act("give-back").click()
    expect(anna.page.locator("[data-caddy]")).to_have_count(0)
    anna.page.keyboard.press("?")
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    found["keys"] = offences(anna.page)
    anna.page.keyboard.press("Escape")
    anna.act("sort").click()
    found["sort"] = offences(anna.page)
    anna.page.keyboard.press("Escape")
    _, [cleo] = prepared(data, [come("Cleo", color_scheme=theme), None], against_ben(SET))
    cleo.draws()
    drawn = next(card for card in cleo.hand() if card not in SET)
    cleo.lays(*SET)
    cleo.picks(drawn)
    cleo.act("discard").click()
    found["asked"] = offences(cleo.page)
    cleo.act("go-out").click()
    expect(cleo.page.get_by_role("heading", name="Cleo is out")).to_be_visible()
    found["between"] = offences(cleo.page)
    assert not {page: faults for page, faults in found.items() if faults}


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (820, 1180), (1280, 800)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_everything_is_reachable_with_eight_at_the_table(
    come: Come, data: Path, size: tuple[int, int], language: str
) -> None:  # fmt: skip
    """With seven rivals no page scrolls, no target is under 44 px, none leaves the page or its button."""
    viewport = {"width": size[0], "height": size[1]}
    person = come("Anna with a longish name", viewport=viewport, has_touch=True, is_mobile=True, locale=language)
    hands = [tuple(range(9 * seat, 9 * seat + 9)) for seat in range(8)]
    match = dealt(hands, range(73, 110), 72, MASTER)
    _, [anna] = prepared(data, [person, *[None] * 7], match)
    assert outside(anna) == []
    anna.act("draw").tap()
    expect(anna.page.locator("[data-hand-card]")).to_have_count(10)
    assert outside(anna) == []


def outside(player: Player) -> list[str]:
    """What is amiss besides sets and piles that are scrolled within their rows."""
    faults: list[str] = player.page.evaluate(MISFITS)
    return faults
