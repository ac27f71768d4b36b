"""Trios as people play it: in a real browser, against a real house, by pointer, finger and keys."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tercet.engine import sets
from tests.server.houses import Process
from tests.web.conftest import Come
from tests.web.looks import MISFITS, offences, touch_together
from tests.web.tables import PLACE_KEYS, SETTLED_MS, Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
HERE = [{"kind": "here", "name": name} for name in ("Ben", "Cleo", "Dora", "Emil", "Fritz")]
HOT_KEYS = "gl"  # of the first two seats at a device
MARKUP = "<svg/onload=alert(1)>"


def both_in_one_frame(page: Page, first: str, second: str) -> None:
    """Two keys go down in the same frame."""
    page.evaluate(
        """keys => requestAnimationFrame(() => keys.forEach(key => document.body.dispatchEvent(
            new KeyboardEvent("keydown", {key, code: `Key${key.toUpperCase()}`, bubbles: true, cancelable: true}))))""",
        [first, second],
    )


def calls(person: Person) -> int:
    """How many zones show a running call."""
    return person.page.locator("[data-zone].calling").count()


# -------------------------------------------------------------------------------------------------- whole games


def test_two_browsers_play_a_whole_network_game(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben", **PHONE)
    anna.invite(ben)
    taken = [0, 0]
    for turn, trio in enumerate(anna.sets_in_turn()):
        who = (anna, ben)[turn % 2]
        (who.click if who is anna else who.tap)(trio)
        anna.waits_without(trio[0])
        ben.waits_without(trio[0])
        taken[turn % 2] += 1
        if not anna.is_over():
            ben.page.wait_for_timeout(SETTLED_MS)
            assert anna.table() == ben.table()
            assert [anna.score(0), anna.score(1)] == [3 * n for n in taken] == [ben.score(0), ben.score(1)]
    for person in (anna, ben):
        person.sees_the_result()
    assert sum(taken) >= 6  # of 27 cards


def test_a_hot_seat_game_by_keys_alone(come: Come) -> None:
    anna = come("Anna")
    anna.open("me", HERE[0])
    anna.waits_for_cards()
    keys = anna.page.keyboard
    keys.press(HOT_KEYS[0])
    expect(anna.zone(0)).to_contain_text("pick three cards")
    anna.type(anna.no_set())
    expect(anna.zone(0)).to_contain_text("No set, −2")
    for turn, trio in enumerate(anna.sets_in_turn()):
        keys.press(HOT_KEYS[turn % 2].upper())  # Caps Lock does not matter
        expect(anna.zone(turn % 2)).to_contain_text("pick")
        anna.type(trio)
    anna.sees_the_result()


def test_a_hot_seat_game_by_touch_alone_on_a_phone(come: Come) -> None:
    anna = come("Anna", **PHONE)
    anna.open("me", *HERE[:2])
    anna.waits_for_cards()
    for turn, trio in enumerate(anna.sets_in_turn()):
        anna.zone(turn % 3).tap()
        expect(anna.zone(turn % 3)).to_contain_text("pick")
        anna.tap(trio)
    anna.sees_the_result()


def test_a_lone_game_with_a_hint(come: Come) -> None:
    anna = come("Anna")
    anna.open("me")
    anna.waits_for_cards()
    hinted = anna.page.get_by_role("button", name="hinted")
    hint = anna.page.get_by_role("button", name="Hint −1")
    shown: set[int] = set()
    for price in (1, 2, 3):
        hint.click()
        expect(hinted).to_have_count(price)
        assert anna.score(0) == -price
    for button in hinted.all():
        shown.add(int(button.get_attribute("data-card") or -1))
    assert sets.is_set(*shown)
    expect(hint).to_have_attribute("aria-disabled", "true")
    hint.click(force=True)  # Playwright waits for what is disabled; people don't
    expect(anna.says).to_contain_text("All three cards of the set are shown. (T6)")
    anna.click(sorted(shown))
    anna.waits_without(min(shown))
    for trio in anna.sets_in_turn():
        anna.click(trio)
    anna.sees_the_result()


# ---------------------------------------------------------------------------------------------------- marks (T9)


def test_what_is_no_set_is_named_feature_by_feature(come: Come) -> None:
    anna = come("Anna")
    anna.open("me", deck="full")
    anna.waits_for_cards()
    a, b, c = anna.no_set()
    anna.click((a, b, c))
    expect(anna.says).to_contain_text("Not a set: ")
    expect(anna.says).to_contain_text("(S2)")
    expect(anna.page.get_by_role("button", name="breaks the set")).to_have_count(3)
    failing = len(sets.faults(a, b, c))
    assert anna.says.inner_text().count(";") == failing - 1
    anna.says.get_by_role("link", name="S2").click()
    expect(anna.page.get_by_role("dialog").get_by_role("heading", name="S2 No set")).to_be_in_viewport()
    assert anna.page.url.count("/t/") == 1  # nobody leaves the table to look a rule up


def test_marks_are_public_and_carry_the_seat_that_set_them(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    anna.invite(ben)
    a, b, *_ = anna.sets()[0]
    anna.click([a, b])
    expect(ben.page.get_by_role("button", name="marked by Anna")).to_have_count(2)
    ben.click([a])
    expect(anna.page.get_by_role("button", name="marked by Ben")).to_have_count(1)
    expect(anna.card(a)).to_have_attribute("aria-pressed", "true")
    anna.click([a])
    expect(anna.card(a)).to_have_attribute("aria-pressed", "false")
    expect(ben.page.get_by_role("button", name="marked by Anna")).to_have_count(1)


def test_a_late_mark_is_told_how_late_and_never_judged_on_the_new_card(come: Come) -> None:
    """T10: who reaches for a card in the moment in which it leaves means that card."""
    anna, ben = come("Anna"), come("Ben")
    anna.invite(ben)
    trio = anna.sets()[0]
    place = next(place for place, card in anna.table().items() if card == trio[2])
    reach_late(ben, place, trio[2], lambda: anna.click(trio))
    expect(ben.says).to_contain_text("Too late: Anna took it 0.")
    expect(ben.says).to_contain_text("(T10)")
    expect(ben.page.locator("[aria-pressed=true]")).to_have_count(0)
    assert ben.score(1) == 0


def reach_late(person: Person, place: int, card: int, rival: Callable[[], None]) -> None:
    """Touch a place in the very moment in which a rival's set takes the card away from it."""
    person.page.evaluate(
        """([place, card]) => {
            const at = document.querySelector(`[data-place="${place}"]`)
            new MutationObserver(() => at.dataset.card !== card && at.click()).observe(at, {attributes: true})
        }""",
        [place, str(card)],
    )
    rival()


# ---------------------------------------------------------------------------------------------------- calls (T8)


@pytest.mark.parametrize("keys", ["gl", "lg"])
def test_two_hot_keys_in_one_frame_give_exactly_one_caller(come: Come, keys: str) -> None:
    """The other key does nothing and costs nothing."""
    anna = come("Anna")
    anna.open("me", HERE[0])
    anna.waits_for_cards()
    both_in_one_frame(anna.page, *keys)
    first = HOT_KEYS.index(keys[0])
    expect(anna.zone(first)).to_contain_text("pick three cards")
    expect(anna.zone(1 - first)).to_contain_text("was first")
    assert calls(anna) == 1
    assert [anna.score(0), anna.score(1)] == [0, 0]
    anna.type(anna.sets()[0])  # and the caller goes on undisturbed
    expect(anna.zone(first)).to_contain_text("A set, +3")


def test_two_fingers_at_once(come: Come) -> None:
    """Each finger for itself: two zones touched together, then two cards."""
    anna = come("Anna", **PHONE)
    anna.open("me", HERE[0])
    anna.waits_for_cards()
    touch_together(anna, anna.zone(0), anna.zone(1))
    expect(anna.page.locator("[data-zone].calling")).to_have_count(1)
    a, b, c = anna.sets()[0]
    touch_together(anna, anna.card(a), anna.card(b))
    expect(anna.page.locator("[data-card][aria-pressed=true]")).to_have_count(2)
    anna.card(c).tap()
    anna.waits_without(a)


def test_a_call_runs_out(come: Come) -> None:
    anna = come("Anna")
    anna.open("me", HERE[0])
    anna.waits_for_cards()
    anna.zone(1).click()
    expect(anna.zone(0)).to_contain_text("rests while Ben calls")
    seconds = anna.zone(1).locator(".ring b")
    expect(seconds).to_have_text(re.compile(r"^9\.\d$"))
    expect(anna.zone(1)).to_contain_text("Time is up, −2", timeout=11_000)
    assert anna.score(1) == -2


def test_who_hides_the_page_gives_the_call_up_at_once(come: Come) -> None:
    anna = come("Anna")
    anna.open("me", HERE[0])
    anna.waits_for_cards()
    anna.page.keyboard.press("g")
    expect(anna.zone(0)).to_contain_text("pick three cards")
    anna.page.evaluate(
        """Object.defineProperty(document, 'visibilityState', {get: () => 'hidden', configurable: true})
           document.dispatchEvent(new Event('visibilitychange'))"""
    )
    expect(anna.zone(0)).to_contain_text("Gone while calling, −2")
    assert anna.score(0) == -2


def test_calls_over_the_network(come: Come) -> None:
    anna, ben = come("Anna", **PHONE), come("Ben")
    anna.invite(ben, mode="call")
    anna.card(anna.sets()[0][0]).tap(force=True)
    expect(anna.says).to_contain_text("Call first, then pick. (T8)")
    anna.page.get_by_role("button", name="Call").tap()
    expect(ben.page.get_by_role("button", name="Anna calls")).to_be_visible()
    ben.page.keyboard.press("Space")  # rests, and costs nothing
    trio = anna.sets()[0]
    anna.tap(trio[:2])
    expect(ben.page.get_by_role("button", name="marked by Anna")).to_have_count(2)
    anna.tap(trio[2:])
    ben.waits_without(trio[0])
    ben.page.wait_for_timeout(SETTLED_MS)
    ben.page.keyboard.press("Space")
    expect(anna.page.get_by_role("button", name="Ben calls")).to_be_visible()
    ben.type(ben.no_set())
    expect(ben.says).to_contain_text("Not a set, −2: ")
    assert [anna.score(0), anna.score(1)] == [3, -2]


def test_a_hint_at_a_shared_device_is_paid_by_whoever_hits_their_key(come: Come) -> None:
    anna = come("Anna")
    anna.open("me", HERE[0])
    anna.waits_for_cards()
    anna.page.keyboard.press("h")
    expect(anna.zone(1)).to_contain_text("a hint for 1 point")
    anna.page.keyboard.press("l")
    expect(anna.page.get_by_role("button", name="hinted")).to_have_count(1)
    assert [anna.score(0), anna.score(1)] == [0, -1]
    assert calls(anna) == 0


def test_nobody_plays_before_the_page_has_what_its_seats_may_see(come: Come) -> None:
    """What a spectator may do comes first; were it shown, a key that is quick would be answered as a spectator's."""
    anna = come("Anna")
    held: list[Callable[[], None]] = []

    def hold_looks(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: held.append(lambda: server.send(text)) if '"look"' in text else server.send(text))

    anna.page.route_web_socket(re.compile(r"/ws$"), hold_looks)
    anna.open("me", HERE[0])
    while not held:
        anna.page.wait_for_timeout(20)
    anna.page.wait_for_timeout(SETTLED_MS)  # what a spectator sees has long arrived
    expect(anna.page.locator("[data-card]")).to_have_count(0)
    held.pop()()
    anna.waits_for_cards()
    anna.page.keyboard.press("h")
    expect(anna.zone(1)).to_contain_text("a hint for 1 point")


# ----------------------------------------------------------------------------------------------------- keys


def test_a_key_is_changed_trades_places_and_plays(come: Come) -> None:
    anna = come("Anna")
    code = anna.open("me")
    anna.waits_for_cards()
    page, keys = anna.page, anna.page.keyboard
    keys.press("Shift+?")
    dialog = page.get_by_role("dialog", name="Keys of this table")
    dialog.get_by_role("button", name="Change keys").click()
    dialog.get_by_role("button", name="Place 1: Q").click()
    keys.press("Control+k")  # the browser's own stays the browser's
    keys.press("F5")
    expect(dialog.get_by_text("Only letters, figures and signs can be keys.")).to_be_visible()
    keys.press("h")
    expect(dialog.get_by_role("button", name="Place 1: H")).to_be_visible()
    expect(dialog.get_by_role("button", name="Hint: Q")).to_be_visible()  # no key has two meanings
    dialog.get_by_role("button", name="Place 2: W").click()
    keys.press("Escape")
    expect(dialog.get_by_role("button", name="Place 2: W")).to_be_visible()
    assert offences(page) == []
    keys.press("Escape")
    keys.press("h")
    expect(anna.place(0)).to_have_attribute("aria-pressed", "true")
    anna.go(f"t/{code}")
    expect(anna.place(0)).to_have_accessible_name(re.compile("place H"))
    keys.press("Shift+?")
    dialog.get_by_role("button", name="Change keys").click()
    dialog.get_by_role("button", name="Usual keys").click()
    expect(dialog.get_by_role("button", name="Place 1: Q")).to_be_visible()
    expect(dialog.get_by_role("button", name="Hint: H")).to_be_visible()


def test_keys_rest_while_one_types_and_leave_the_browser_its_own(come: Come) -> None:
    anna = come("Anna")
    anna.open("me")
    anna.waits_for_cards()
    pressed = anna.page.locator("[data-card][aria-pressed=true]")
    anna.page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<input id=talk style=\"position:fixed;top:0\">')"
    )
    anna.page.locator("#talk").focus()
    anna.page.keyboard.type("1 qwerasdf hp")
    expect(anna.page.locator("#talk")).to_have_value("1 qwerasdf hp")
    expect(anna.page.locator("#talk")).to_be_focused()
    anna.page.locator("#talk").evaluate("e => e.remove()")
    for modifier in ("Control", "Alt", "Meta"):
        for key in PLACE_KEYS + "hp":
            # as the page is told of it, for the browser itself would act on some
            anna.page.evaluate(
                """([key, modifier]) => { const e = new KeyboardEvent('keydown', {key, code: `Key${key.toUpperCase()}`,
                    [`${modifier}Key`]: true, bubbles: true, cancelable: true})
                    if (!document.body.dispatchEvent(e)) throw new Error(`${modifier} ${key} was taken`) }""",
                [key, {"Control": "ctrl"}.get(modifier, modifier.lower())],
            )
    expect(pressed).to_have_count(0)
    assert anna.score(0) == 0
    anna.page.keyboard.press("Q")  # Caps Lock
    anna.page.keyboard.press("w")
    expect(pressed).to_have_count(2)


def test_the_cards_are_played_by_arrows_and_spoken(come: Come) -> None:
    anna = come("Anna")
    anna.open("me")
    anna.waits_for_cards()
    keys = anna.page.keyboard
    keys.press("ArrowRight")
    expect(anna.place(0)).to_be_focused()
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    expect(anna.place(5)).to_be_focused()
    keys.press("Enter")
    expect(anna.place(5)).to_have_attribute("aria-pressed", "true")
    keys.press("Space")
    expect(anna.place(5)).to_have_attribute("aria-pressed", "false")
    names = [anna.place(place).get_attribute("aria-label") or "" for place in range(12)]
    assert len(set(names)) == 12
    assert all(name.count(",") == 2 and name.endswith(f"place {PLACE_KEYS[i].upper()}") for i, name in enumerate(names))
    spoken = anna.page.locator("[data-says]")
    heard: list[str] = []
    for _ in range(2):  # the same words twice are spoken twice
        anna.click(anna.no_set())
        expect(spoken.locator("p").filter(has_text="Not a set")).to_have_count(len(heard) + 1)
        heard.append("once")


# -------------------------------------------------------------------------------------- the table as a whole


def test_a_reconnect_in_mid_game(come: Come) -> None:
    """Cut off for a while, a page shows the true state within 3 s, without a reload, and no act is half done."""
    anna, ben = come("Anna"), come("Ben")
    line = ben.line_to_cut()
    anna.invite(ben)
    ben.click([card for card in ben.table().values() if card not in anna.sets()[0]][:1])
    line.cut()
    sign = ben.page.get_by_role("status").filter(has_text="Reconnecting")
    expect(sign).to_be_visible()
    for _ in range(2):
        taken = anna.sets()[0]
        anna.click(taken)
        anna.waits_without(taken[0])
    ben.page.wait_for_timeout(500)
    ben.click([next(card for card in ben.table().values() if card in anna.table().values())])  # waits for the line
    line.mend()
    expect(sign).to_be_hidden(timeout=3000)
    expect(ben.page.locator("[data-home='0'][data-score='6']:visible")).to_be_visible(timeout=3000)
    assert ben.table() == anna.table()
    marks = anna.page.get_by_role("button", name="marked by Ben").count()
    assert marks == ben.page.locator("[data-card][aria-pressed=true]").count()


def test_a_pause_covers_the_table_and_waits_for_all(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben", **PHONE)
    anna.invite(ben)
    anna.page.keyboard.press("p")
    for person in (anna, ben):
        expect(person.page.get_by_role("button", name="card face down")).to_have_count(12)
        expect(person.page.get_by_role("heading", name="Anna paused the game")).to_be_visible()
    clock = anna.page.get_by_role("timer").inner_text()
    anna.page.get_by_role("button", name="Go on").last.click()
    expect(anna.page.get_by_text("Ready; waiting for the others.")).to_be_visible()
    assert anna.page.get_by_role("timer").inner_text() == clock
    ben.page.get_by_role("button", name="Go on").last.tap()
    for person in (anna, ben):
        person.waits_for_cards()


def test_who_is_away_is_seen_and_waited_for(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    anna.invite(ben)
    ben.page.goto("about:blank")
    absent = anna.page.locator("[data-absent='1']:visible")
    expect(absent).to_contain_text("away for 0:0")
    skip = absent.get_by_role("button", name="Skip")
    expect(skip).to_have_attribute("aria-disabled", "true")
    skip.click(force=True)
    expect(anna.says).to_contain_text("Ben may still come back: ")
    ben.page.go_back()
    expect(absent).to_have_count(0)


def test_a_countdown_before_the_deal(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    anna.invite(ben, countdown=2)
    for person in (anna, ben):
        expect(person.page.get_by_role("timer", name="The cards are dealt in")).to_be_visible()
    for person in (anna, ben):
        person.waits_for_cards()
    assert anna.table() == ben.table()


def test_a_spectator_sees_all_marks_and_plays_nothing(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    code = anna.open("me")
    anna.waits_for_cards()
    ben.go(f"t/{code}")
    ben.waits_for_cards()
    expect(ben.page.get_by_role("banner")).to_contain_text("Watching")
    expect(ben.page.get_by_role("button", name="Pause")).to_have_count(0)
    a, b, *_ = anna.sets()[0]
    anna.click([a, b])
    expect(ben.page.get_by_role("button", name="marked by Anna")).to_have_count(2)
    ben.card(a).click(force=True)
    expect(ben.says).to_contain_text("You are watching; only those who sit here can do that. (G2)")
    expect(ben.page.get_by_role("button", name="Hint")).to_have_count(0)


def test_who_leaves_for_good_cannot_win(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    anna.invite(ben)
    anna.click(anna.sets()[0])
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Leave for good").click()
    anna.page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    for person in (anna, ben):
        person.sees_the_result()
        expect(person.page.get_by_role("heading", name="Ben wins")).to_be_visible()


def test_names_with_markup_stay_text(come: Come) -> None:
    anna = come(MARKUP)
    alarms: list[str] = []
    anna.page.on("dialog", lambda dialog: alarms.append(dialog.message))  # and then it hangs, as it should
    ben = come("Ben")
    anna.invite(ben)
    anna.click(anna.no_set())
    anna.click(anna.sets()[0])
    for person in (anna, ben):
        expect(person.page.get_by_text(f"{MARKUP} took a set").first).to_be_visible()
    assert not alarms
    assert anna.page.locator("svg[onload]").count() == 0


def test_the_house_by_another_address_of_the_machine(come: Come, house: Process) -> None:
    """No secure context there: no wake lock, no clipboard, no randomUUID."""
    address = f"http://{own_address()}:{house.port}/"
    anna = come("Anna", address, **PHONE)
    anna.open("me")
    anna.waits_for_cards()
    assert not anna.page.evaluate("isSecureContext")
    anna.tap(anna.sets()[0])
    expect(anna.page.locator("[data-score='3']:visible")).to_be_visible()


def own_address() -> str:
    """An address of this machine that is not loopback; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
    return address


# ------------------------------------------------------------------------------------------------ for everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table(come: Come, theme: str) -> None:
    anna = come("Anna", color_scheme=theme)
    ben = come("Ben", color_scheme=theme, **PHONE)
    found: dict[str, list[str]] = {}
    anna.open("me", "computer")
    anna.waits_for_cards()
    anna.click(anna.no_set())
    found["marks"] = offences(anna.page)
    anna.page.keyboard.press("p")
    expect(anna.page.get_by_role("heading", name="Anna paused the game")).to_be_visible()
    found["pause"] = offences(anna.page)
    anna.open("me", *HERE[:3])
    anna.waits_for_cards()
    found["hot seat"] = offences(anna.page)
    anna.zone(1).click()
    expect(anna.zone(1)).to_contain_text("pick three cards")
    found["a call"] = offences(anna.page)
    anna.page.keyboard.press("?")
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    found["keys"] = offences(anna.page)
    ben.open("me")
    ben.waits_for_cards()
    found["phone"] = offences(ben.page)
    ben.page.get_by_role("button", name="Log").tap()
    found["log"] = offences(ben.page)
    assert not {page: faults for page, faults in found.items() if faults}


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (820, 1180), (1280, 800)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_everything_is_reachable_at_every_size(come: Come, size: tuple[int, int], language: str) -> None:
    """No page scrolls, no target is under 44 px, nothing leaves the page or lies over a card."""
    width, height = size
    viewport = {"width": width, "height": height}
    anna = come("Anna with a longish name", viewport=viewport, has_touch=width < 1000, locale=language)
    tables: list[list[Any]] = [["me"], ["me", *["computer"] * 7], ["me", HERE[0], "computer"], ["me", *HERE]]
    for seats in tables:
        anna.open(*seats, deck="full")
        anna.waits_for_cards()
        assert anna.page.evaluate(MISFITS) == []
