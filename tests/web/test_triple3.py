"""Triple³ as people play it: in a real browser, against a real house, by pointer, fingers and keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tercet.engine import grid
from tests.web.conftest import Come
from tests.web.looks import MISFITS, offences, touch_together
from tests.web.tables import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 1280, "height": 800}, "has_touch": True, "is_mobile": True}
HERE = [{"kind": "here", "name": name} for name in ("Ben", "Cleo", "Dora")]
GO_MS = 6000
CELL_KEYS = "789456123"
HAND_KEYS = "asdfghjklqwertyuiop"

Place = tuple[int, int]  # a card and a cell


def opened(person: Person, *seats: str | dict[str, Any], pace: float = 1.0, **options: Any) -> str:
    """Open a table and go to it; gives its code."""
    wanted = [seat if isinstance(seat, dict) else {"kind": seat} for seat in seats]
    body = {"game": "triple3", "seats": wanted, "options": options, "pace": pace}
    code: str = person.call("api/tables", body)["code"]
    person.go(f"t/{code}")
    return code


def invited(host: Person, other: Person, **options: Any) -> None:
    """A table for two at two devices, at "go"."""
    code = opened(host, "me", "open", **options)
    other.sit(code)
    host.call(f"api/tables/{code}/start", {})
    for person in (host, other):
        go(person)


def go(person: Person) -> None:
    """Wait for "go!": then one may draw."""
    expect(person.page.locator("[data-draw]").first).not_to_have_attribute("aria-disabled", "true", timeout=GO_MS)


def draw(person: Person, cards: int, seat: int = 0) -> None:
    before = len(hand(person, seat))
    for _ in range(cards):
        person.page.locator(f"[data-draw='{seat}']").click()
    expect(person.page.locator(f"[data-hand='{seat}'] [data-hand-card]")).to_have_count(before + cards)


def hand(person: Person, seat: int = 0) -> list[int]:
    read = "all => all.map(e => Number(e.dataset.handCard))"
    found: list[int] = person.page.locator(f"[data-hand='{seat}'] [data-hand-card]").evaluate_all(read)
    return found


def tops(person: Person) -> list[int]:
    read = "all => all.map(e => Number(e.dataset.card))"
    found: list[int] = person.page.locator("[data-cell]").evaluate_all(read)
    return found


def cell(person: Person, number: int) -> Locator:
    return person.page.locator(f"[data-cell='{number}']")


def held(person: Person, card: int) -> Locator:
    return person.page.locator(f"[data-hand-card='{card}']")


def places(person: Person, seat: int = 0, fit: bool = True) -> Iterator[Place]:
    """Cards of a hand with the cells where they fit, or where they do not."""
    open_cards = tops(person)
    for card in hand(person, seat):
        for number in grid.CELLS:
            if bool(grid.formed(open_cards, card, number)) == fit:
                yield card, number


def lay(person: Person, place: Place) -> None:
    """Touch a card and a cell, and wait until the card has left the hand."""
    card, number = place
    held(person, card).click()
    cell(person, number).click()
    expect(held(person, card)).to_have_count(0)


def is_over(person: Person) -> bool:
    return person.page.locator("[data-cell]").count() == 0


def says_that_nothing_fits(person: Person) -> None:
    person.page.locator("[data-fits]").first.click()


# --------------------------------------------------------------------------------------------------- whole games


def test_two_browsers_play_a_match_to_four_chips(come: Come) -> None:
    """X11: the first round is played out, the others end by fewest cards."""
    anna, ben = come("Anna"), come("Ben", **PHONE)
    invited(anna, ben, rounds="match", handicap=[0, 45])
    for chips in (1, 2, 3, 4):
        if chips > 1:
            go(anna)
        if chips == 1:
            plays_out(anna, ben)
        else:
            for person in (anna, ben):
                says_that_nothing_fits(person)
        for person in (anna, ben):
            if chips < 4:
                reason = "Out-tripled!" if chips == 1 else "All say that nothing fits"
                expect(person.page.get_by_role("heading", name=reason)).to_be_visible()
                expect(person.page.locator("[data-between='0'] [data-chips]")).to_have_attribute(
                    "data-chips", f"{chips}"
                )
                expect(person.page.locator("[data-between='1'] .cards svg").first).to_be_visible()  # all lies open now
        for person in (anna, ben):
            if chips < 4:
                person.page.get_by_role("button", name="Ready").click()
    for person in (anna, ben):
        expect(person.page.get_by_role("heading", name="Anna wins")).to_be_visible()
        expect(person.page.get_by_role("listitem").filter(has_text="Anna").locator(".points")).to_have_text("4")


def plays_out(first: Person, second: Person) -> None:
    """The first lays all five cards; where none fits the second lays one."""
    draw(first, 5, 0)
    draw(second, 8, 1)
    for _ in range(40):
        if not hand(first):
            return
        if place := next(places(first), None):
            lay(first, place)
        elif place := next(places(second, 1), None):
            lay(second, place)
        else:
            draw(second, 1, 1)
    raise AssertionError("no end")


def test_a_phone_game_against_a_computer_player(come: Come) -> None:
    anna = come("Anna", **PHONE)
    opened(anna, "me", {"kind": "computer", "level": "easy"}, pace=0.25, handicap=[0, 40])
    expect(anna.page.get_by_text("On the triple …")).to_be_visible()
    go(anna)
    draw(anna, 7)
    for _ in range(60):
        if is_over(anna) or not hand(anna):
            break
        if place := next(places(anna), None):
            held(anna, place[0]).tap()
            cell(anna, place[1]).tap()
        anna.page.wait_for_timeout(120)
    anna.sees_the_result()
    expect(anna.page.get_by_role("heading", name="Anna wins")).to_be_visible()
    expect(anna.page.get_by_text("Out-tripled!", exact=True)).to_be_visible()


def test_alone_against_the_clock_with_the_best_result(come: Come) -> None:
    anna = come("Anna")
    opened(anna, "me")
    go(anna)
    draw(anna, 8)
    if place := next(places(anna), None):
        lay(anna, place)
    left = 55 - (place is not None)
    expect(anna.page.locator(f"[data-left='{left}']:visible")).to_be_visible()
    says_that_nothing_fits(anna)
    expect(anna.page.get_by_role("heading", name=f"{left} cards left")).to_be_visible()
    expect(anna.page.get_by_text("this game")).to_be_visible()


# --------------------------------------------------------------------------------------------------------- the race


def test_what_does_not_fit_comes_back_with_the_reason_in_every_line(come: Come) -> None:
    anna = come("Anna")
    opened(anna, "me")
    go(anna)
    draw(anna, 6)
    order = hand(anna)
    card, number = next(places(anna, fit=False))
    held(anna, card).click()
    expect(held(anna, card)).to_have_attribute("aria-pressed", "true")
    cell(anna, number).click()
    expect(anna.says).to_contain_text("Nothing new there. ")
    expect(anna.says).to_contain_text("(X6)")
    expect(anna.says).to_contain_text(re.compile("row", re.IGNORECASE))
    expect(anna.says).to_contain_text(re.compile("column", re.IGNORECASE))
    assert hand(anna) == order  # and lies where it lay
    anna.says.get_by_role("link", name="X6").click()
    expect(anna.page.get_by_role("dialog").get_by_role("heading", name="X6")).to_be_in_viewport()


def test_a_play_is_seen_by_all_where_it_made_something(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    invited(anna, ben)
    draw(anna, 8)
    card, number = next(places(anna))
    before = int(cell(ben, number).get_attribute("data-height") or 0)
    lay(anna, (card, number))
    for person in (anna, ben):
        expect(cell(person, number)).to_have_attribute("data-card", f"{card}")
        expect(cell(person, number)).to_have_attribute("data-height", f"{before + 1}")
        expect(person.says).to_contain_text("Anna: ")
    expect(ben.page.get_by_role("button", name="just laid by Anna")).to_be_visible()
    expect(ben.page.locator(".made").first).to_be_visible()
    expect(ben.page.locator(".made")).to_have_count(0)  # a second later the grid is clear again


def test_a_card_that_came_second_is_back_with_the_name_of_the_first(come: Come) -> None:
    """X8."""
    anna, ben = come("Anna"), come("Ben")
    invited(anna, ben)
    draw(anna, 10)
    draw(ben, 10, 1)
    (mine, theirs, number) = next(rivals(anna, ben))
    held(ben, theirs).click()
    lay(anna, (mine, number))
    cell(ben, number).click()
    shape = ("circle", "diamond", "plus", "star")[mine // 4 % 4]
    expect(ben.says).to_contain_text(re.compile(f"Anna’s {shape} came first", re.IGNORECASE))
    expect(held(ben, theirs)).to_be_visible()


def rivals(anna: Person, ben: Person) -> Iterator[tuple[int, int, int]]:
    open_cards = tops(anna)
    for mine, number in places(anna):
        after = [*open_cards[:number], mine, *open_cards[number + 1 :]]
        for theirs in hand(ben, 1):
            if grid.formed(open_cards, theirs, number) and not grid.formed(after, theirs, number):
                yield mine, theirs, number


def test_the_player_names_what_a_card_makes(come: Come) -> None:
    """X7."""
    anna = come("Anna")
    opened(anna, "me", name_property=True)
    go(anna)
    draw(anna, 8)
    card, number = next(places(anna))
    made = grid.formed(tops(anna), card, number)
    names = grid.values(grid.MASK[card])
    held(anna, card).click()
    cell(anna, number).click()
    chooser = anna.page.get_by_role("group", name="What does it make?")
    expect(chooser.get_by_role("button")).to_have_count(4)
    if wrong := [value for value in names if value not in made]:
        anna.page.locator(f"[data-value='{wrong[0]}']").click()
        expect(anna.says).to_contain_text("It makes something new, but not that. (X7)")
        held(anna, card).click()
        cell(anna, number).click()
    anna.page.keyboard.press(str(names.index(made[0]) + 1))
    expect(cell(anna, number)).to_have_attribute("data-card", f"{card}")


# ----------------------------------------------------------------------------------------------------- keys and order


def test_a_game_by_keys_alone(come: Come) -> None:
    anna = come("Anna")
    opened(anna, "me")
    go(anna)
    keys = anna.page.keyboard
    for count in range(1, 8):
        keys.press("Space")
        expect(anna.page.locator("[data-hand-card]")).to_have_count(count)
    order = hand(anna)
    card, number = next(places(anna))
    keys.press(HAND_KEYS[order.index(card)].upper())  # Caps Lock does not matter
    expect(held(anna, card)).to_have_attribute("aria-pressed", "true")
    keys.press(f"Numpad{CELL_KEYS[number]}")
    expect(cell(anna, number)).to_have_attribute("data-card", f"{card}")
    rest = [one for one in order if one != card]
    assert hand(anna) == rest
    keys.press(HAND_KEYS[order.index(rest[-1])])  # the others lie where they lay
    expect(held(anna, rest[-1])).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(held(anna, rest[-1])).to_have_attribute("aria-pressed", "false")
    keys.press("Backspace")
    expect(anna.page.get_by_role("heading", name="Anna called Stop!")).to_be_visible()


def test_a_key_is_changed_and_plays(come: Come) -> None:
    anna = come("Anna")
    opened(anna, "me")
    go(anna)
    anna.changes_key("Draw: ␣", "a")  # which was the first card's
    anna.page.keyboard.press("a")
    expect(anna.page.locator("[data-hand-card]")).to_have_count(1)
    expect(anna.page.locator("[data-draw]")).to_contain_text("A")
    anna.page.keyboard.press("Space")
    expect(held(anna, hand(anna)[0])).to_have_attribute("aria-pressed", "true")
    anna.changes_key("Stack 5: 5", "b")
    expect(cell(anna, 4)).to_have_accessible_name(re.compile("key B"))


def test_two_at_one_keyboard(come: Come) -> None:
    anna = come("Anna")
    opened(anna, "me", HERE[0])
    go(anna)
    keys = anna.page.keyboard
    for _ in range(4):
        keys.press("Space")
        keys.press("Enter")
    for seat in (0, 1):
        expect(anna.page.locator(f"[data-hand='{seat}'] [data-hand-card]")).to_have_count(4)
    both = [("1234", "qweasdzxc"), ("6789", "789456123")]
    for seat, (hands, cells) in enumerate(both):
        if place := next(places(anna, seat), None):
            card, number = place
            keys.press(f"Digit{hands[hand(anna, seat).index(card)]}")
            keys.press(f"Numpad{cells[number]}" if seat else cells[number])
            expect(cell(anna, number)).to_have_attribute("data-card", f"{card}")


def test_the_hand_is_sorted_when_asked_and_never_else(come: Come) -> None:
    anna = come("Anna")
    opened(anna, "me")
    go(anna)
    draw(anna, 9)
    order = hand(anna)
    draw(anna, 2)
    assert hand(anna)[:9] == order
    for name, size in (("colour", 16), ("shape", 4)):
        anna.page.get_by_role("button", name=f"Sort by {name}").click()
        values = [card // size % 4 for card in hand(anna)]
        assert values == sorted(values)


# ----------------------------------------------------------------------------------------- several at one device


def test_two_sides_of_a_tablet_with_two_fingers_at_once(come: Come) -> None:
    """Both hands count in one frame: they draw, take up and drag together."""
    anna = come("Anna", **TABLET)
    opened(anna, "me", HERE[0])
    go(anna)
    draws = [anna.page.locator(f"[data-draw='{seat}']") for seat in (0, 1)]
    for count in range(1, 9):
        touch_together(anna, *draws)
        for seat in (0, 1):
            expect(anna.page.locator(f"[data-hand='{seat}'] [data-hand-card]")).to_have_count(count)
    (one, here), (two, there) = next(pairs(anna))
    touch_together(anna, held(anna, one), held(anna, two))
    for card in (one, two):
        expect(held(anna, card)).to_have_attribute("aria-pressed", "true")
    drag_together(anna, (held(anna, one), cell(anna, here)), (held(anna, two), cell(anna, there)))
    expect(cell(anna, here)).to_have_attribute("data-card", f"{one}")
    expect(cell(anna, there)).to_have_attribute("data-card", f"{two}")
    for card in (one, two):
        expect(held(anna, card)).to_have_count(0)
    for seat in (0, 1):
        anna.page.locator(f"[data-fits='{seat}']").tap()
    anna.sees_the_result()


def pairs(person: Person) -> Iterator[tuple[Place, Place]]:
    """A place for a card of each hand, neither of which spoils the other."""
    open_cards = tops(person)
    for one, here in places(person, 0):
        for two, there in places(person, 1):
            first = [*open_cards[:here], one, *open_cards[here + 1 :]]
            second = [*open_cards[:there], two, *open_cards[there + 1 :]]
            if here != there and grid.formed(first, two, there) and grid.formed(second, one, here):
                yield (one, here), (two, there)


def drag_together(person: Person, *ways: tuple[Locator, Locator]) -> None:
    """A finger for each of these cards, all moving to their cells in the same frames."""

    def middle(of: Locator) -> tuple[float, float]:
        box = of.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    ends = [(middle(start), middle(end)) for start, end in ways]
    touch = person.context.new_cdp_session(person.page)
    for step in range(7):
        points = [
            {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6, "id": i}
            for i, ((x, y), (to_x, to_y)) in enumerate(ends)
        ]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove" if step else "touchStart", "touchPoints": points})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_each_hand_is_turned_to_its_player(come: Come) -> None:
    anna = come("Anna", **TABLET)
    opened(anna, "me", *HERE)
    go(anna)
    turned = anna.page.locator("[data-side] .turned").evaluate_all(
        "all => all.map(e => { const {a, b} = new DOMMatrix(getComputedStyle(e).transform);"
        " return Math.round(Math.atan2(b, a) * 180 / Math.PI) })"
    )
    assert [abs(angle) for angle in sorted(turned)] == [90, 0, 90, 180]


# ------------------------------------------------------------------------------------------------------- Stop! (X9)


def test_stop_covers_the_cards_for_all_and_goes_on_when_all_are_ready(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben", **PHONE)
    invited(anna, ben)
    draw(anna, 3)
    ben.page.get_by_role("button", name="Stop!").tap()
    for person in (anna, ben):
        expect(person.page.get_by_role("heading", name="Ben called Stop!")).to_be_visible()
        expect(person.page.get_by_role("button", name="card face down")).to_have_count(9)
        assert not hand(person, 0)
    anna.page.locator("[data-act=ready]").click()
    expect(anna.page.get_by_text("Ready; waiting for the others.")).to_be_visible()
    ben.page.locator("[data-act=ready]").tap()
    for person in (anna, ben):
        expect(person.page.get_by_text("On the triple …")).to_be_visible()
    go(anna)
    assert len(hand(anna)) == 3


@pytest.mark.parametrize("waits", [False, pytest.param(True, marks=[pytest.mark.soak, pytest.mark.timeout(120)])])
def test_stop_with_a_dropped_player(come: Come, waits: bool) -> None:
    """G5: it is seen who is missing since when; after the grace the game goes on without them."""
    anna, ben = come("Anna"), come("Ben")
    invited(anna, ben)
    anna.page.keyboard.press("Backspace")
    expect(ben.page.get_by_role("heading", name="Anna called Stop!")).to_be_visible()
    ben.page.goto("about:blank")
    absent = anna.page.locator("[data-absent='1']:visible").first
    expect(absent).to_contain_text("away for 0:0")
    skip = absent.get_by_role("button", name="Skip")
    expect(skip).to_have_attribute("aria-disabled", "true")
    anna.page.locator("[data-act=ready]").click()
    if waits:
        expect(skip).not_to_have_attribute("aria-disabled", "true", timeout=45_000)
        skip.click()
        go(anna)
        draw(anna, 1)
    else:
        ben.page.go_back()
        expect(absent).to_have_count(0)
        ben.page.locator("[data-act=ready]").click()
        go(ben)


def test_a_cut_line_half_does_nothing(come: Come) -> None:
    """Plays while the line is down are refused at once, and the true state is back within 3 s without a reload."""
    anna, ben = come("Anna"), come("Ben")
    line = ben.line_to_cut()
    invited(anna, ben)
    draw(anna, 8)
    draw(ben, 5, 1)
    line.cut()
    sign = ben.page.get_by_role("status").filter(has_text="Reconnecting")
    expect(sign).to_be_visible()
    lay(anna, next(places(anna)))
    card, number = next(places(ben, 1))
    held(ben, card).click()
    cell(ben, number).click()
    expect(ben.says).to_contain_text("Not sent: the line to the house was down.")
    line.mend()
    expect(sign).to_be_hidden(timeout=3000)
    ben.page.wait_for_timeout(300)
    assert tops(ben) == tops(anna)
    assert card in hand(ben, 1)


# ------------------------------------------------------------------------------------------------------ set-up


def test_a_handicap_says_what_it_means_in_cards(come: Come) -> None:
    """X12."""
    anna = come("Anna")
    anna.go("new/triple3/computer")
    extra = anna.page.get_by_role("group", name="Extra cards")
    expect(extra).to_contain_text("Anna begins with 27 cards")
    for _ in range(3):
        extra.get_by_role("group", name="Anna").get_by_role("button", name="More").click()
    expect(extra).to_contain_text("Anna begins with 29 cards")
    expect(extra).to_contain_text("begins with 26 cards")
    anna.page.get_by_role("button", name="Start").click()
    expect(anna.page.locator("[data-seat='0'][data-left='29']:visible")).to_be_visible()
    expect(anna.page.locator("[data-seat='1'][data-left='26']:visible")).to_be_visible()


# ------------------------------------------------------------------------------------------------- for everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table(come: Come, theme: str) -> None:
    anna = come("Anna", color_scheme=theme)
    ben = come("Ben", color_scheme=theme, **PHONE)
    found: dict[str, list[str]] = {}
    opened(anna, "me", "computer", name_property=True)
    go(anna)
    draw(anna, 6)
    found["table"] = offences(anna.page)
    card, number = next(places(anna))
    held(anna, card).click()
    cell(anna, number).click()
    found["naming"] = offences(anna.page)
    anna.page.keyboard.press("Backspace")
    expect(anna.page.get_by_role("heading", name="Anna called Stop!")).to_be_visible()
    found["stop"] = offences(anna.page)
    opened(anna, "me", *HERE, rounds="match")
    go(anna)
    draw(anna, 4)
    held(anna, hand(anna)[0]).click()
    found["hot seat"] = offences(anna.page)
    anna.page.keyboard.press("?")
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    found["keys"] = offences(anna.page)
    anna.page.keyboard.press("Escape")
    for seat in range(4):
        anna.page.locator(f"[data-fits='{seat}']").click()
    expect(anna.page.get_by_role("heading", name="All say that nothing fits")).to_be_visible()
    found["between"] = offences(anna.page)
    opened(ben, "me")
    go(ben)
    draw(ben, 5)
    found["phone"] = offences(ben.page)
    says_that_nothing_fits(ben)
    ben.sees_the_result()
    expect(ben.page.get_by_role("heading", name="Best results")).to_be_visible()
    found["result"] = offences(ben.page)
    ben.go("new/triple3/invite")
    expect(ben.page.get_by_role("group", name="Extra cards")).to_be_visible()
    found["set-up"] = offences(ben.page)
    assert not {page: faults for page, faults in found.items() if faults}


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (820, 1180), (1280, 800)])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_everything_is_reachable_at_every_size(come: Come, size: tuple[int, int], language: str) -> None:
    """With ten cards in hand no page scrolls, no target is under 44 px, nothing is out of reach or covered."""
    width, height = size
    viewport = {"width": width, "height": height}
    anna = come("Anna with a longish name", viewport=viewport, has_touch=True, is_mobile=True, locale=language)
    tables: list[tuple[list[Any], int]] = [(["me", "computer", "computer"], 10), (["me"], 10), (["me", HERE[0]], 6)]
    if width > 700:
        tables.append((["me", *HERE], 6))
    for seats, cards in tables:
        opened(anna, *seats, pace=4)
        go(anna)
        for seat in range(len(seats)):
            if anna.page.locator(f"[data-draw='{seat}']").count():
                draw(anna, cards, seat)
        expect(anna.page.locator(".countdown b")).to_have_count(0)
        assert anna.page.evaluate(MISFITS) == []
