"""The pages around the table: the door, setting up, the lobby, the result, the rules, the settings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Come
from tests.web.looks import MISFITS_OF_PAGE, offences
from tests.web.tables import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SIZES = [(360, 640), (640, 360), (820, 1180), (1280, 800)]


def ways(page: Page, game: str) -> dict[str, str]:
    """The ways into a game by their names, with where they lead (nowhere for those that rest)."""
    read = "all => all.map(e => [e.innerText.trim().replace(/\\s+/g, ' '), e.getAttribute('href') ?? ''])"
    return dict(page.get_by_role("article", name=game).locator("nav > *").evaluate_all(read))


def finished(come: Come, name: str = "Anna") -> Person:
    """Somebody who has just played a lone game to its end."""
    person = come(name)
    person.open("me")
    person.waits_for_cards()
    for trio in person.sets_in_turn():
        person.type(trio)
    person.sees_the_result()
    return person


# ------------------------------------------------------------------------------------------------------ the door


def test_the_door_shows_three_games_with_four_ways_in_each(come: Come) -> None:
    anna = come("Anna")
    anna.go()
    expect(anna.page.get_by_role("article")).to_have_count(3)
    for name, game in (("Trios", "trios"), ("Triple³", "triple3"), ("Triology", "triology")):
        assert ways(anna.page, name) == {
            "Alone": f"new/{game}/alone",
            "Computer": f"new/{game}/computer",
            "This device": f"new/{game}/device",
            "Invite": f"new/{game}/invite",
        }


@pytest.mark.parametrize("way", ["Alone", "Computer", "This device"])
def test_two_taps_to_the_first_card_and_the_way_is_remembered(come: Come, way: str) -> None:
    anna = come("Anna", **PHONE)
    anna.go()
    anna.page.get_by_role("link", name=way).first.tap()
    anna.page.get_by_role("button", name="Start").tap()
    expect(anna.page.locator("[data-place]")).to_have_count(12)
    anna.go()
    remembered = anna.page.get_by_role("link", name=way).first
    expect(remembered).to_have_class(re.compile(r"\blast\b"))


FIRST_CARD = {"Triple³": "[data-hand-card], [data-card]", "Triology": "[data-hand-card], [data-curtain]"}


@pytest.mark.parametrize("way", ["Alone", "Computer", "This device"])
@pytest.mark.parametrize("game", FIRST_CARD)
def test_two_taps_in_the_other_games_too(come: Come, game: str, way: str) -> None:
    """A device that is handed over shows whose cards come, and no card of theirs until they lift the curtain."""
    anna = come("Anna", **PHONE)
    anna.go()
    anna.page.get_by_role("article", name=game).get_by_role("link", name=way).tap()
    anna.page.get_by_role("button", name="Start").tap()
    expect(anna.page.locator(FIRST_CARD[game]).first).to_be_visible()


def test_an_invitation_from_the_door_to_the_first_card(come: Come) -> None:
    anna, ben, cleo = come("Anna"), come("Ben", **PHONE), come("Cleo")
    anna.go("new/trios/invite")
    anna.page.get_by_role("button", name="Open the table").click()
    code = anna.page.locator("[data-code]").inner_text()
    expect(anna.page.get_by_role("img", name="QR code")).to_be_visible()
    assert anna.page.url.endswith(f"/t/{code}")
    expect(anna.page.get_by_role("region", name="At this table")).to_contain_text("The usual rules.")
    ben.go()
    ben.page.get_by_label("Join a table").last.fill(code.lower())
    ben.page.get_by_role("button", name="Join").tap()  # whoever opens the address sits down if a seat is free
    seats = anna.page.get_by_role("region", name="Seats").get_by_role("listitem")
    expect(seats.nth(1)).to_contain_text("Ben")
    expect(ben.page.get_by_role("button", name="Start")).to_have_attribute("aria-disabled", "true")
    cleo.go(f"t/{code}")  # no seat is left: she watches
    expect(anna.page.get_by_text("1 person is watching.")).to_be_visible()
    ben.page.get_by_role("button", name="I am ready").tap()
    expect(seats.nth(1)).not_to_contain_text("not ready")
    anna.page.get_by_role("button", name="Start").click()
    for person in (anna, ben, cleo):
        expect(person.page.locator("[data-card]")).to_have_count(12)


def test_who_stands_up_stays_standing_and_a_guest_can_have_the_seat(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    code = anna.open("me", "open", hints=False)
    ben.go(f"t/{code}")
    unusual = ben.page.get_by_role("region", name="At this table").get_by_role("listitem")
    expect(unusual).to_have_text(["Cards: easy, 27", "Hints: off", "Countdown, seconds: 0"])
    ben.page.get_by_role("button", name="Stand up (Ben)").click()
    expect(ben.page.get_by_text("free seat")).to_be_visible()
    ben.page.reload()
    expect(ben.page.get_by_text("free seat")).to_be_visible()
    anna.page.get_by_role("button", name="Seat someone here").click()
    anna.page.get_by_role("dialog").get_by_role("combobox").fill("Grandma")
    anna.page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    expect(ben.page.get_by_role("region", name="Seats")).to_contain_text("Grandma")


def test_a_wrong_code_and_a_wrong_address_are_told(come: Come) -> None:
    anna = come("Anna")
    anna.go("t/ZZZZZ")
    expect(anna.page.get_by_role("heading", name="No such table")).to_be_visible()
    expect(anna.page.get_by_text("There is no table ZZZZZ")).to_be_visible()
    anna.page.get_by_role("link", name="Home").click()
    anna.page.get_by_label("Join a table").last.fill("!")
    anna.page.get_by_role("button", name="Join").click()
    expect(anna.page.get_by_role("alert")).to_have_text("A code has four to eight letters, like KWBQX.")


def test_a_wrong_code_is_told_where_it_is_seen(come: Come) -> None:
    anna = come("Anna", **PHONE)
    anna.go()
    field = anna.page.get_by_label("Join a table").last
    field.tap()
    field.fill("zzzzz")
    field.press("Enter")
    told = anna.page.get_by_text("There is no table ZZZZZ")
    expect(told).to_be_in_viewport(ratio=1)
    expect(field).to_be_in_viewport(ratio=1)
    field.fill("!")
    field.press("Enter")
    expect(anna.page.get_by_text("A code has four to eight letters")).to_be_in_viewport(ratio=1)


HEAR = """() => {
    window.said = []
    const hear = (changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((e) => said.push(e.textContent)))
    new MutationObserver(hear).observe(document.body, { childList: true, subtree: true })
}"""


def test_keys_alone_lead_from_the_door_to_a_game_and_each_page_is_named(come: Come) -> None:
    """Two presses of Enter; a screen reader hears the names of the pages it comes to, and of no other."""
    anna = come("Anna")
    anna.go()
    anna.page.evaluate(HEAR)
    anna.page.get_by_role("article", name="Trios").get_by_role("link", name="Alone").focus()
    anna.page.keyboard.press("Enter")
    start = anna.page.get_by_role("button", name="Start")
    expect(start).to_be_focused()
    assert start.evaluate("e => e.matches(':focus-visible')")
    assert anna.page.evaluate("scrollY") == 0
    anna.page.keyboard.press("Enter")
    anna.waits_for_cards()
    titles = [line for line in anna.page.evaluate("said") if line and line.endswith("– Tercet")]
    code = anna.page.url.rsplit("/", 1)[1]
    assert titles == ["Trios · Alone – Tercet", f"Trios · {code} – Tercet"]


def test_a_pointer_leaves_no_ring_on_the_start(come: Come) -> None:
    anna = come("Anna", **PHONE)
    anna.go()
    anna.page.get_by_role("article", name="Trios").get_by_role("link", name="Alone").tap()
    start = anna.page.get_by_role("button", name="Start")
    expect(start).to_be_visible()
    assert not start.evaluate("e => e.matches(':focus-visible')")


def test_an_open_table_stands_on_the_door_and_a_table_of_mine_too(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    table = anna.call("api/tables", {"game": "trios", "open": True, "seats": [{"kind": "me"}, {"kind": "open"}]})
    ben.go()
    line = ben.page.get_by_role("region", name="Open tables").get_by_role("listitem").filter(has_text="Anna")
    expect(line).to_contain_text("1 seat free")
    line.get_by_role("link", name="Sit down").click()
    expect(ben.page.locator("[data-code]")).to_have_text(table["code"])
    expect(ben.page.get_by_role("region", name="Seats")).to_contain_text("Ben")
    ben.go()
    ben.page.get_by_role("link", name="Go back").click()
    expect(ben.page.locator("[data-code]")).to_have_text(table["code"])


def test_a_name_is_changed_or_refused_with_the_reason(come: Come) -> None:
    anna = come("Anna")
    anna.go()
    anna.page.get_by_role("button", name="Anna").click()
    dialog = anna.page.get_by_role("dialog")
    field = dialog.get_by_role("textbox")
    expect(field).to_be_focused()
    field.fill("  ")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_role("alert")).to_have_text("A name needs at least one letter that can be seen.")
    field.fill("<b>Ännchen</b>")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(anna.page.get_by_role("button", name="<b>Ännchen</b>")).to_be_visible()


# ---------------------------------------------------------------------------------------------------- setting up


def test_what_is_set_up_is_what_is_played_and_it_is_remembered(come: Come) -> None:
    anna = come("Anna")
    anna.go("new/trios/device")
    page = anna.page
    expect(page.get_by_role("radio", name="call")).to_be_checked()  # T8a: several at one device
    page.get_by_role("radio", name="easy, 27").check(force=True)
    page.get_by_role("switch", name="Hints").uncheck(force=True)
    for _ in range(3):
        page.get_by_role("button", name="Less").click()
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_label("Who sits on seat 3").select_option("computer")
    page.get_by_label("How well computer player 3 plays").select_option("hard")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-place]")).to_have_count(12)
    table = anna.call(f"api/tables/{page.url.rsplit('/')[-1]}", method="GET")
    assert table["options"] == {"deck": "easy", "mode": "call", "hints": False, "penalty": False, "countdown": 0}
    assert [(seat["kind"], seat["level"]) for seat in table["seats"]] == [("person", None)] * 2 + [("computer", "hard")]
    assert table["seats"][1]["name"] == "Ben"
    anna.go("new/trios/device")
    expect(page.get_by_label("Name of player 2")).to_have_value("Ben")
    expect(page.get_by_role("radio", name="easy, 27")).to_be_checked()
    expect(page.get_by_role("switch", name="Hints")).not_to_be_checked()


def test_no_more_seats_than_the_game_has(come: Come) -> None:
    anna = come("Anna")
    anna.go("new/trios/computer")
    add = anna.page.get_by_role("button", name="Add a seat")
    for _ in range(6):
        add.click()
    expect(add).to_have_attribute("aria-disabled", "true")
    add.click(force=True)
    expect(anna.page.get_by_text("This game has 1 to 8 seats, not 9.").first).to_be_visible()
    expect(anna.page.get_by_role("listitem").filter(has=anna.page.locator("select"))).to_have_count(7)


# ---------------------------------------------------------------------------------------------------- the result


def test_a_lone_result_with_its_best_list_and_again(come: Come) -> None:
    anna = finished(come)
    page = anna.page
    points = int(re.findall(r"\d+", page.get_by_role("heading", level=2).first.inner_text())[0])
    assert points % 3 == 0 and points >= 18
    expect(page.get_by_role("region", name="Best results, easy, 27")).to_contain_text("this game")
    expect(page.get_by_role("img", name=re.compile(f"At the end: Anna {points}"))).to_be_visible()
    page.get_by_text("Set by set").scroll_into_view_if_needed()
    page.get_by_role("group").filter(has_text="on average").locator("summary").click()
    assert page.locator(".sets li:visible").count() == points // 3
    page.get_by_role("group").filter(has_text="Check the deal").locator("summary").click()
    expect(page.get_by_text(re.compile(r"^[0-9a-f]{64}$"))).to_be_visible()
    page.get_by_role("button", name="Again").click()
    expect(page.locator("[data-place]")).to_have_count(12)


def test_again_carries_everybody_on(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    code = anna.invite(ben)
    for trio in anna.sets_in_turn():
        anna.click(trio)
    for person in (anna, ben):
        person.sees_the_result()
        expect(person.page.get_by_role("heading", name="Anna wins")).to_be_visible()
    ben.page.get_by_role("button", name="Again").click()
    # nobody who reads the result is thrown into the next game
    expect(ben.page.get_by_role("button", name="Again")).to_have_attribute("aria-disabled", "true")
    expect(ben.page.get_by_text("Waiting for Anna.")).to_be_visible()
    expect(anna.page.get_by_text("Ben wants another game.")).to_be_visible()
    anna.sees_the_result()
    anna.page.get_by_role("button", name="Again").click()
    for person in (anna, ben):
        expect(person.page.locator("[data-place]")).to_have_count(12)
        assert person.page.url.endswith(code)


# ----------------------------------------------------------------------------------------- rules, settings, words


def test_rules_have_addresses_and_drawn_examples(come: Come) -> None:
    anna = come("Anna")
    anna.go("rules/trios#S2")
    expect(anna.page.locator("#S2")).to_be_in_viewport()
    examples = anna.page.get_by_role("figure")
    expect(examples.nth(3)).to_contain_text("No set: filling")
    expect(examples.nth(3).get_by_role("img", name="one red stone, empty").first).to_be_visible()
    anna.page.get_by_role("link", name="T10 Too late").click()
    expect(anna.page.locator("#T10")).to_be_in_viewport()
    assert anna.page.url.endswith("rules/trios#T10")


def test_the_help_speaks_of_the_colours_that_are_shown(come: Come) -> None:
    anna = come("Anna")
    anna.go("rules/trios")
    anna.page.get_by_role("button", name="Settings").click()
    anna.page.get_by_role("radio", name="Greys").check(force=True)
    anna.page.keyboard.press("Escape")
    expect(anna.page.get_by_text("where the rules say red they are black")).to_be_visible()
    expect(anna.page.get_by_role("img", name="one black stone, empty").first).to_be_visible()


def test_settings_hold_at_once_and_after_a_reload(come: Come) -> None:
    anna = come("Anna")
    anna.go()
    page = anna.page
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    page.get_by_role("radio", name="Deutsch").check(force=True)
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    for _ in range(2):
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        page.reload()
        expect(page.get_by_role("heading", name="Offene Tische")).to_be_visible()


def test_the_browsers_language_is_spoken(come: Come) -> None:
    for tag, words in (("de-AT", "Offene Tische"), ("fr-FR", "Open tables")):
        person = come("Anna", locale=tag)
        person.go()
        expect(person.page.get_by_role("heading", name=words)).to_be_visible()


def test_a_page_without_storage_works(come: Come) -> None:
    anna = come("Anna")
    anna.page.add_init_script(
        "for (const store of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, store, {get() { throw new DOMException('forbidden', 'SecurityError') }})"
    )
    anna.go("new/trios/alone")
    anna.page.get_by_role("button", name="Start").click()
    expect(anna.page.locator("[data-card]")).to_have_count(12)


# ------------------------------------------------------------------------------------------------- for everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(come: Come, theme: str) -> None:
    anna = finished(come)
    page = anna.page
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    found = {"result": offences(page)}
    for name, path in {
        "door": "",
        "alone": "new/trios/alone",
        "computer": "new/trios/computer",
        "device": "new/trios/device",
        "invite": "new/trios/invite",
        "rules": "rules/trios",
        "setup of Triology": "new/triology/alone",
        "rules of Triology": "rules/triology",
        "nothing": "t/ZZZZZ",
    }.items():
        anna.go(path)
        page.wait_for_load_state("networkidle")
        found[name] = offences(page)
    anna.open("me", "open", "computer")
    expect(page.locator("[data-code]")).to_be_visible()
    found["lobby"] = offences(page)
    page.get_by_role("button", name="Change your name").click()
    found["name"] = offences(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    found["menu"] = offences(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Settings").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    found["settings"] = offences(page)
    assert not {name: faults for name, faults in found.items() if faults}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_every_page_fits_every_size(come: Come, size: tuple[int, int], language: str) -> None:
    """Nothing scrolls sideways, no target is under 44 px, however long the names are."""
    viewport = {"width": size[0], "height": size[1]}
    anna = come("W" * 25, viewport=viewport, has_touch=size[0] < 1000, locale=language)
    seats = [{"kind": "me"}, {"kind": "here", "name": "W" * 24}, *({"kind": "open"} for _ in range(6))]
    code = anna.call("api/tables", {"game": "trios", "open": True, "seats": seats})["code"]
    found: dict[str, list[str]] = {}
    for path in ("", "new/trios/alone", "new/trios/invite", "new/trios/device", f"t/{code}", "rules/trios", "t/ZZZZZ"):
        anna.go(path)
        anna.page.wait_for_load_state("networkidle")
        found[path] = anna.page.evaluate(MISFITS_OF_PAGE)
    assert not {path: wrong for path, wrong in found.items() if wrong}
