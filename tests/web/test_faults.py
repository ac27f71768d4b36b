"""Faults that tables like this one are known for, and those found here by playing: each is looked for again."""

from __future__ import annotations

from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from tercet.engine import sets
from tests.web.conftest import Come
from tests.web.tables import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
LYING = {"viewport": {"width": 640, "height": 360}, "has_touch": True, "is_mobile": True}
HERE = [{"kind": "here", "name": name} for name in ("Ben", "Cleo", "Dora", "Emil", "Fritz")]

# How the values of each feature are called, written down once more: the client's words shall not be their own judge.
WORDS = {
    "en-GB": {
        "colour": ("the colours are", "red", "green", "blue"),
        "number": ("the numbers are", "1", "2", "3"),
        "shape": ("the shapes are", "stone", "leaf", "hourglass"),
        "filling": ("the fillings are", "empty", "solid", "striped"),
    },
    "de-DE": {
        "colour": ("die Farben sind", "rot", "grün", "blau"),
        "number": ("die Anzahlen sind", "1", "2", "3"),
        "shape": ("die Formen sind", "Stein", "Blatt", "Sanduhr"),
        "filling": ("die Füllungen sind", "leer", "voll", "gestreift"),
    },
}

# Counts what is played, one oscillator for each note, where it can be read without asking the page's script: that would
# count as a touch, and allow sound.
COUNT_NOTES = """
    let notes = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...at) {
        document.documentElement.dataset.notes = ++notes
        return start.apply(this, at)
    }
"""
MOST_NOTES = 4  # of one sound


def show(page: Page, *, hidden: bool) -> None:
    """The page is hidden or shown again, as when a phone is put away."""
    page.evaluate(
        """hidden => {
            const state = hidden ? 'hidden' : 'visible'
            Object.defineProperty(document, 'visibilityState', {get: () => state, configurable: true})
            document.dispatchEvent(new Event('visibilitychange'))
        }""",
        hidden,
    )


def failing(person: Person, features: int) -> sets.Trio:
    """Three cards that lie open and fail in so many features."""
    return next(trio for trio in combinations(person.table().values(), 3) if len(sets.faults(*trio)) == features)


def worst(person: Person) -> sets.Trio:
    """The three cards that lie open of which most is to be said in German."""

    def length(trio: sets.Trio) -> int:
        faults = sets.faults(*trio)
        return sum(len(WORDS["de-DE"][feature][1 + value]) + 2 for feature, values in faults for value in values)

    return max(combinations(person.table().values(), 3), key=length)


def is_whole(element: Locator) -> bool:
    """Whether nothing of a text or a box is cut off."""
    return bool(element.evaluate("e => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1"))


# ------------------------------------------------------------------------------------------- lines, phones, sounds


def test_a_phone_that_slept_while_the_game_began_comes_straight_to_it(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben", **PHONE)
    line = ben.line_to_cut()
    code = anna.open("me", "open")
    ben.sit(code)
    expect(ben.page.get_by_role("region", name="Seats")).to_contain_text("Ben")
    show(ben.page, hidden=True)
    line.cut()
    anna.call(f"api/tables/{code}/start", {})
    anna.waits_for_cards()
    anna.click(trio := anna.sets()[0])
    anna.waits_without(trio[0])
    ben.page.wait_for_timeout(1500)  # by now the page waits between two attempts
    line.mend()
    show(ben.page, hidden=False)
    expect(ben.page.locator("[data-card]")).to_have_count(12, timeout=3000)
    assert ben.table() == anna.table() and ben.score(0) == 3
    assert ben.page.url.endswith(f"/t/{code}")
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    ben.tap(trio := ben.sets()[0])  # and plays
    anna.waits_without(trio[0])
    assert anna.score(1) == 3


def takes(person: Person, times: int) -> None:
    """Somebody takes so many sets."""
    for _, trio in zip(range(times), person.sets_in_turn(), strict=False):
        person.click(trio)
        person.waits_without(trio[0])


def notes(person: Person) -> int:
    """How many notes were played until now."""
    person.page.wait_for_timeout(300)
    return int(person.page.locator("html").get_attribute("data-notes") or 0)


def test_blocked_sound_is_shown_and_never_comes_late(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    ben.page.add_init_script(COUNT_NOTES)
    anna.invite(ben)
    sign = ben.page.get_by_role("button", name="The browser holds back sound. Press to allow it.")
    expect(sign).to_be_visible()  # Ben has not touched his page yet
    takes(anna, 5)
    assert notes(ben) == 0
    sign.click()
    expect(sign).to_have_count(0)
    assert notes(ben) == 0  # no burst of what was held back
    takes(anna, 1)
    assert 0 < notes(ben) <= MOST_NOTES


def test_what_happened_while_the_line_was_down_is_one_sound_at_most(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    ben.page.add_init_script(COUNT_NOTES)
    line = ben.line_to_cut()
    anna.invite(ben)
    ben.page.keyboard.press("Shift")
    takes(anna, 1)
    before = notes(ben)
    assert before > 0
    line.cut()
    takes(anna, 3)
    line.mend()
    expect(ben.page.locator("[data-seat='0']:visible")).to_have_attribute("data-score", str(anna.score(0)))
    assert notes(ben) - before <= MOST_NOTES


# ------------------------------------------------------------------------------------------------- words and colours


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_refusal_names_both_failing_features_with_their_pattern(come: Come, language: str) -> None:
    anna = come("Anna", locale=language)
    anna.open("me", deck="full")
    anna.waits_for_cards()
    trio = failing(anna, 2)
    anna.click(trio)
    for feature, values in sets.faults(*trio):
        title, *names = WORDS[language][feature]
        expect(anna.says).to_contain_text(f"{title} {', '.join(names[value] for value in values)}")
    expect(anna.says).to_contain_text("(S2)")
    assert anna.says.inner_text().count(";") == 1  # both, and no third


def test_words_at_a_table_follow_the_palette_and_the_theme_changes_none(come: Come) -> None:
    anna = come("Anna")
    anna.open("me", deck="full")
    anna.waits_for_cards()
    page = anna.page
    red = page.get_by_role("button", name="red")
    were = red.count()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    expect(red).to_have_count(were)
    page.get_by_role("radio", name="Greys").check(force=True)
    page.keyboard.press("Escape")
    expect(red).to_have_count(0)
    expect(page.get_by_role("button", name="black")).to_have_count(were)
    trio = next(trio for trio in combinations(anna.table().values(), 3) if "colour" in dict(sets.faults(*trio)))
    anna.click(trio)
    (colours,) = (values for feature, values in sets.faults(*trio) if feature == "colour")
    expect(anna.says).to_contain_text(("black", "light grey", "dark grey")[max(colours, key=colours.count)])
    anna.says.get_by_role("link", name="S2").click()
    rules = page.get_by_role("dialog")
    expect(rules).to_contain_text("where the rules say red they are black")
    expect(rules.get_by_role("img", name="one black stone, empty").first).to_be_visible()


def test_each_event_is_spoken_once(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    ben.page.add_init_script(
        """window.said = []
        new MutationObserver(all => all.forEach(({target, addedNodes}) =>
            target.dataset?.says && addedNodes.forEach(line => said.push(line.textContent))
        )).observe(document, {childList: true, subtree: true})"""
    )
    anna.invite(ben)

    def said() -> list[str]:
        ben.page.wait_for_timeout(300)
        return [line for line in ben.page.evaluate("said.splice(0)") if "exchanged" not in line]

    said()
    ben.page.keyboard.press("h")
    (hint,) = said()
    hinted = ben.page.get_by_role("button", name="hinted").get_attribute("aria-label") or ""
    assert hint == f"Ben asked for a hint, −1: {hinted.partition(', place')[0]}"
    for _ in range(2):  # what is said anew in the same words is spoken again
        ben.click(failing(ben, 1))
        (no,) = said()
        assert no.startswith("Not a set: ")
    taken = 0
    for trio in anna.sets_in_turn():
        anna.click(trio)
        taken += 1
    ben.sees_the_result()
    heard = said()
    assert len(heard) == taken + 2 and heard[-2:] == ["No set is left. First: Anna", "Anna wins"]
    for person in (ben, anna):
        person.page.get_by_role("button", name="Again").click()
    ben.waits_for_cards()
    assert said() == []  # nothing of what is over


# --------------------------------------------------------------------------------------------------- what was cut off


@pytest.mark.parametrize("size", [PHONE, LYING], ids=["phone", "lying"])
def test_rules_over_the_table_keep_their_head_and_the_menu_its_foot(come: Come, size: dict[str, object]) -> None:
    anna = come("Anna", **size)
    anna.open("me", deck="full")
    anna.waits_for_cards()
    anna.tap(failing(anna, 1))
    anna.says.get_by_role("link", name="S2").tap()
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="S2 No set")).to_be_in_viewport()
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_have_count(0)
    anna.page.get_by_role("button", name="Menu").tap()
    anna.page.get_by_role("button", name="Dark").last.tap()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("size", [PHONE, LYING, {}], ids=["phone", "lying", "desk"])
def test_why_three_cards_were_no_set_is_never_cut(come: Come, size: dict[str, object]) -> None:
    """S2 in full, in the longer language, with as many failing features as lie open."""
    anna = come("Anna", locale="de-DE", **size)
    anna.open("me", deck="full")
    anna.waits_for_cards()
    anna.click(worst(anna))
    expect(anna.says).to_contain_text("(S2)")
    assert is_whole(anna.says.locator(".text"))
    anna.open("me", *HERE, deck="full")
    anna.waits_for_cards()
    anna.zone(5).click()
    expect(anna.zone(5)).to_contain_text("Fritz")
    assert is_whole(anna.zone(5).locator(".in"))
    anna.click(worst(anna))
    expect(anna.zone(5)).to_contain_text("Kein Set, −2")
    assert is_whole(anna.zone(5).locator(".line")) and is_whole(anna.zone(5).locator(".in"))


@pytest.mark.parametrize("computers", [3, 5])
def test_short_names_are_whole_on_a_phone(come: Come, computers: int) -> None:
    anna = come("Anna", **PHONE)
    anna.open("me", *[{"kind": "computer", "level": "easy"}] * computers)
    anna.waits_for_cards()
    names = anna.page.get_by_role("list", name="Seats").locator("bdi:visible")
    expect(names).to_have_count(computers + 1)
    assert [name.inner_text() for name in names.all() if not is_whole(name)] == []


# ----------------------------------------------------------------------------------------------------- other ways in


def test_the_whole_link_will_do_where_a_code_is_asked_for(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    code = anna.open("me", "open")
    ben.go()
    ben.page.get_by_label("Join a table").last.fill(f" {anna.page.url}/ ")
    ben.page.get_by_role("button", name="Join").click()
    expect(anna.page.get_by_role("region", name="Seats")).to_contain_text("Ben")
    assert ben.page.url.endswith(f"/t/{code}")


def too_many_here(person: Person) -> None:
    """Set a table up that can't be: seven at one device."""
    person.go("new/trios/device")
    for _ in range(5):
        person.page.get_by_role("button", name="Add a seat").tap()
    person.page.get_by_label("Who sits on seat 7").select_option("here")


def test_a_refusal_covers_no_button(come: Come) -> None:
    anna = come("Anna", **PHONE)
    too_many_here(anna)
    start = anna.page.get_by_role("button", name="Start")
    start.tap(force=True)  # Playwright waits for what rests; people don't
    expect(anna.page.locator(".notice")).to_have_text("At most 6 people can play at one device.")
    anna.page.get_by_role("button", name="Remove seat 7").tap()
    start.tap()
    expect(anna.page.locator("[data-zone]")).to_have_count(6)


def test_a_line_that_comes_too_fast_can_be_said_later(come: Come) -> None:
    anna = come("Anna", **PHONE)
    anna.open("me", "open")
    anna.page.get_by_role("banner").get_by_role("button", name="Talk").click()
    field, lines = anna.page.get_by_label("Say something"), anna.page.locator("[data-talk] li")
    for number in range(1, 7):
        field.fill(f"line {number}")
        field.press("Enter")
        expect(lines).to_have_count(number)
    field.fill("one too many")
    field.press("Enter")
    expect(anna.page.get_by_role("alert").filter(has_text="That was a lot at once")).to_be_visible()
    expect(field).to_have_value("one too many")
    expect(lines.last).to_be_in_viewport()


def test_a_notice_lies_above_a_dialog(come: Come) -> None:
    anna = come("Anna", **PHONE)
    too_many_here(anna)
    anna.page.evaluate("document.querySelector('button[aria-disabled]').dataset.tried = ''")
    anna.page.get_by_role("button", name="Settings").first.tap()
    expect(anna.page.get_by_role("dialog")).to_be_visible()
    anna.page.evaluate("document.querySelector('[data-tried]').click()")
    notice = anna.page.locator(".notice")
    expect(notice).to_be_visible()
    assert notice.evaluate("e => e.matches(':popover-open')")  # on the top layer, above what came there before
