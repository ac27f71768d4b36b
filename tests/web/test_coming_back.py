"""Coming back in a real browser: dropped and returned, twice the same table, hidden pages, closed browsers, files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, FilePayload, Page, expect

from tercet.engine import GAMES, triology, triology_cards
from tests.server.houses import Process, process
from tests.server.triology_tables import dealt
from tests.web.conftest import Come
from tests.web.looks import offences
from tests.web.tables import Person
from tests.web.triology import prepared

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
Launch = dict[str, Any]
PATIENCE = 0.1  # of 40 s in a race


@pytest.fixture(scope="module")
def house(data: Path) -> Iterator[Process]:
    """A house that waits a tenth of the usual for whoever is away, and drops silent lines soon."""
    options = ("--patience", str(PATIENCE), "--silence", "6", "--rest", "600")
    with process(data, *options) as running:
        yield running


def lost(person: Person) -> None:
    expect(person.page.get_by_role("status").filter(has_text="Reconnecting")).to_be_attached()


def sign_of(person: Person, seat: int) -> str:
    return f"[data-away='{seat}']"


# --------------------------------------------------------------------------------------------- who is away


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_who_is_away_is_shown_counted_down_and_had_back(come: Come, game: str, size: Launch) -> None:
    """A dropped player is seen with the time still waited; then a computer may play, until the owner is back."""
    ann, ben = come("Ann", **size), come("Ben", **size)
    code = table_of(game, ann, ben)
    sign = ann.page.locator(sign_of(ann, 1))
    expect(sign).to_have_count(0)
    ben.page.goto("about:blank")
    expect(sign).to_be_visible()
    expect(sign).to_have_accessible_name(re.compile("Ben is not connected. Waited for"))
    sign.click()
    dialog = ann.page.get_by_role("dialog", name="Who is away")
    expect(dialog).to_contain_text("The seat stays Ben’s")
    computer = dialog.get_by_role("button", name="Computer")
    expect(computer).to_be_enabled(timeout=15_000)  # the grace is over: 9 s where one plays in turns
    expect(ann.page.locator("[data-says='polite']")).to_contain_text("Ben has not come back")
    computer.click()
    expect(dialog).to_contain_text("A computer plays for Ben")
    ann.page.keyboard.press("Escape")
    expect(sign).to_have_accessible_name(re.compile("the game goes on"))
    ben.go(f"t/{code}")
    expect(sign).to_have_count(0)
    expect(ann.page.locator("[data-says='polite']")).to_contain_text("Ben is back")
    expect_a_table(ben)


def test_without_a_clock_play_goes_on_when_the_host_vanishes_in_turn(come: Come, data: Path) -> None:
    """G5: nobody's time runs out here; others see since when the host is gone, and skip; the seat is kept."""
    deck = triology_cards.deck("beginner")
    untimed = triology.Options(level="beginner")
    code, (ann, ben) = prepared(
        data, [come("Ann"), come("Ben")], dealt([deck[:7], deck[7:14]], deck[15:], deck[14], untimed)
    )
    expect(ann.act("draw")).to_be_visible()
    held = ann.hand()
    ann.page.goto("about:blank")
    sign = ben.page.locator(sign_of(ben.person, 0))
    expect(sign).to_have_accessible_name(re.compile("Ann is not connected. Waited for"))
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("button", name="Who is here").click()
    expect(ben.page.get_by_role("dialog")).to_contain_text(re.compile(r"away for 0:\d\d"))
    ben.page.keyboard.press("Escape")
    sign.click()
    skip = ben.page.get_by_role("dialog", name="Who is away").get_by_role("button", name="Skip")
    expect(skip).to_have_attribute("aria-disabled", "true")  # too early
    expect(skip).to_be_enabled(timeout=15_000)
    expect(ben.act("draw")).to_have_count(0)
    skip.click()
    expect(ben.page.get_by_role("dialog")).to_contain_text("goes on without Ann")
    ben.page.keyboard.press("Escape")
    ben.draws()
    ben.discards(ben.hand()[-1])
    ben.draws()  # Ann's next turn was not waited for either
    ann.goes_to(code)
    expect(sign).to_have_count(0)
    assert sorted(ann.hand()) == sorted(held)
    ben.discards(ben.hand()[-1])
    ann.draws()


def expect_a_table(person: Person) -> None:
    """Who sits there is shown, in whatever form the game has for it."""
    forms = ("[aria-label='Seats']", "[aria-label='Plätze']", "[data-area='rivals']")
    expect(person.page.locator(", ".join(forms)).filter(visible=True).first).to_be_visible()


def table_of(game: str, ann: Person, ben: Person) -> str:
    options = {"countdown": 0} if game == "trios" else {}
    seats = [{"kind": "me"}, {"kind": "open"}]
    code: str = ann.call("api/tables", {"game": game, "seats": seats, "options": options})["code"]
    ben.call(f"api/tables/{code}/sit", {})
    ann.call(f"api/tables/{code}/start", {})
    for person in (ann, ben):
        person.go(f"t/{code}")
        expect_a_table(person)
    return code


def test_who_looks_on_is_told_that_the_game_rests(come: Come) -> None:
    """G5: with nobody there who plays nothing goes on, and no watcher has to wonder why."""
    ann, ben, eve = come("Ann"), come("Ben"), come("Eve", **PHONE)
    code = ann.invite(ben)
    eve.go(f"t/{code}")
    eve.waits_for_cards()
    ann.page.goto("about:blank")
    sign = eve.page.locator(sign_of(eve, 0))
    expect(sign).to_have_accessible_name(re.compile("Ann is not connected. Waited for"))
    expect(sign).to_have_accessible_name(re.compile("Who plays may go on without"), timeout=10_000)
    ben.page.goto("about:blank")
    expect(sign).to_have_accessible_name(re.compile("Nobody who plays is here"))
    expect(eve.says).to_contain_text("The game rests")
    sign.tap()
    expect(eve.page.get_by_role("dialog", name="Who is away")).to_contain_text("until somebody is back")
    eve.page.keyboard.press("Escape")
    ann.go(f"t/{code}")
    expect(eve.page.locator(sign_of(eve, 1))).to_have_accessible_name(re.compile("Ben is not connected"))


def test_before_the_start_too(come: Come) -> None:
    ann, ben = come("Ann"), come("Ben")
    code = ann.open("me", "open")
    ben.sit(code)
    expect(ann.page.get_by_text(re.compile("^here"))).to_be_visible()
    ben.page.goto("about:blank")
    expect(ann.page.get_by_text(re.compile(r"away for 0:0\d"))).to_be_visible()


# --------------------------------------------------------------------------------------------- twice the same table


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_two_pages_of_one_person_both_work_and_one_can_end_the_other(come: Come, size: Launch) -> None:
    ann, ben = come("Ann", **size), come("Ben")
    code = ann.invite(ben)
    again = Person(ann.context, ann.address)
    again.go(f"t/{code}")
    for page in (ann.page, again.page):
        expect(page.locator("[data-elsewhere]")).to_be_visible()
    assert ben.page.locator("[data-elsewhere]").count() == 0
    card = next(iter(ann.table().values()))
    again.click([card])
    expect(ann.card(card)).to_have_attribute("aria-pressed", "true")
    again.page.locator("[data-elsewhere]").click()
    expect(again.page.get_by_role("dialog")).to_contain_text("Both work")
    again.page.get_by_role("button", name="End it there").click()
    expect(ann.page.get_by_role("heading", name="This table is open elsewhere now")).to_be_visible()
    expect(again.page.locator("[data-elsewhere]")).to_have_count(0)
    again.click([card])  # goes on
    ann.page.get_by_role("button", name="Take it back here").click()
    expect(ann.card(card)).to_have_attribute("aria-pressed", "false")
    expect(again.page.get_by_role("heading", name="This table is open elsewhere now")).to_be_visible()
    ann.click([card])
    expect(ann.card(card)).to_have_attribute("aria-pressed", "true")
    assert ben.page.locator(sign_of(ben, 0)).count() == 0


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1280, 800)])
@pytest.mark.parametrize("game", GAMES)
def test_the_signs_find_room_in_the_bar(come: Come, game: str, size: tuple[int, int]) -> None:
    room: Launch = {"viewport": {"width": size[0], "height": size[1]}, "locale": "de"}
    ann, ben = come("Ann", **room), come("W" * 25)
    code = table_of(game, ann, ben)
    Person(ann.context, ann.address).go(f"t/{code}")
    ben.page.goto("about:blank")
    for sign in (sign_of(ann, 1), "[data-elsewhere]"):
        expect(ann.page.locator(sign)).to_be_in_viewport(ratio=1)
    is_outside = "e => e.offsetWidth && e.getBoundingClientRect().right > innerWidth"
    assert ann.page.locator("header.bar").evaluate(f"bar => [...bar.children].filter({is_outside}).length") == 0


# --------------------------------------------------------------------------------------------- straight back


def hide(page: Page, hidden: bool) -> None:
    """Tell the page that it is hidden or shown again, as an app switch does."""
    state = "hidden" if hidden else "visible"
    page.evaluate(
        f"""Object.defineProperty(document, 'visibilityState', {{value: '{state}', configurable: true}});
        document.dispatchEvent(new Event('visibilitychange'))"""
    )


def test_a_network_that_comes_and_goes_leads_back_to_the_true_state(come: Come) -> None:
    ann, ben = come("Ann"), come("Ben")
    line = ann.line_to_cut()
    ann.invite(ben)
    line.cut()
    ann.context.set_offline(True)
    lost(ann)
    ben.click(ben.sets()[0])
    expect(ben.page.locator("[data-home='1'][data-score='3']:visible").first).to_be_visible()
    ann.context.set_offline(False)
    line.mend()
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    expect(ann.page.get_by_role("status").filter(has_text="Reconnecting")).to_have_count(0, timeout=3000)
    expect(ann.page.locator("[data-home='1'][data-score='3']:visible").first).to_be_visible()
    assert ann.table() == ben.table()


def test_what_is_clicked_without_a_network_is_done_wholly_or_not_at_all(come: Come) -> None:
    ann, ben = come("Ann"), come("Ben")
    line = ann.line_to_cut()
    code = ann.invite(ben)
    line.cut()
    ann.context.set_offline(True)
    lost(ann)
    first, second = list(ann.table().values())[:2]
    for number, trio in zip(range(3), ben.sets_in_turn(), strict=False):
        if number == 1:
            ann.click([first, second])
        ben.click(trio)
        ben.waits_without(trio[0])
    lost(ann)  # and it shows
    ann.context.set_offline(False)
    line.mend()
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    theirs = ben.page.locator("[data-home='1']:visible").first.get_attribute("data-score")
    expect(ann.page.locator(f"[data-home='1'][data-score='{theirs}']:visible").first).to_be_visible(timeout=3000)
    assert ann.table() == ben.table()
    for person in (ann, ben):
        for seat, points in ((0, 0), (1, 9)):
            expect(person.page.locator(f"[data-home='{seat}'][data-score='{points}']:visible").first).to_be_visible()
    again = Person(ann.context, ann.address)  # a page that knows nothing but what the house says
    again.go(f"t/{code}")
    again.waits_for_cards()
    expect(ann.page.locator("[data-card][aria-pressed='true']")).to_have_count(len(marked(again)))
    assert marked(ann) == marked(again)
    assert len(marked(ann)) in (0, len({first, second} & set(ann.table().values())))


def marked(person: Person) -> set[int]:
    """The cards that a page shows as chosen."""
    read = "all => all.map(e => Number(e.dataset.card))"
    return set(person.page.locator("[data-card][aria-pressed='true']").evaluate_all(read))


def test_a_phone_that_slept_comes_back_straight_to_the_game_that_began_meanwhile(come: Come) -> None:
    ann, ben = come("Ann"), come("Ben", **PHONE)
    line = ben.line_to_cut()
    code = ann.open("me", "open")
    ben.sit(code)
    expect(ann.page.get_by_text(re.compile("^here"))).to_be_visible()
    hide(ben.page, True)
    line.cut()
    expect(ann.page.get_by_text(re.compile("away for"))).to_be_visible()
    ann.call(f"api/tables/{code}/start", {})
    expect(ann.page.locator("[data-place]")).to_have_count(12)
    line.mend()
    hide(ben.page, False)
    expect(ben.page.locator("[data-place]")).to_have_count(12, timeout=3000)
    assert ben.page.get_by_role("dialog").count() == 0
    expect(ann.page.locator(sign_of(ann, 1))).to_have_count(0)


def test_after_a_hidden_while_the_clock_is_right(come: Come) -> None:
    """A page whose own time stood still, as that of a sleeping device may, shows the house's time when it wakes."""
    ann = come("Ann")
    ann.open("me")
    ann.waits_for_cards()
    again = Person(ann.context, ann.address)
    again.go(ann.page.url.removeprefix(ann.address))
    again.waits_for_cards()
    ann.page.evaluate("const now = performance.now.bind(performance); performance.now = () => now() - 60_000")
    hide(ann.page, True)
    hide(ann.page, False)
    ann.page.wait_for_function("() => document.querySelector('[role=timer]').innerText.trim() !== '0:00'")
    before, shown, after = (seconds_shown(person) for person in (again, ann, again))
    assert before - 1 <= shown <= after + 1


def seconds_shown(person: Person) -> int:
    minutes, seconds = person.page.get_by_role("timer").first.inner_text().split(":")
    return int(minutes) * 60 + int(seconds)


def test_a_hidden_page_that_may_act_once_a_minute_keeps_its_line(come: Come) -> None:
    """So browsers hold hidden pages back after a while, which says nothing about the line."""
    ann, ben = come("Ann"), come("Ben")
    dialled: list[str] = []
    ann.page.on("websocket", lambda line: dialled.append(line.url))
    ann.page.clock.install()
    ann.invite(ben)
    ann.page.clock.pause_at(ann.page.evaluate("Date.now() + 100"))
    assert len(dialled) == 1
    for _ in range(3):
        ann.page.clock.fast_forward(60_000)  # what is due is done once
    ben.click(ben.sets()[0])
    expect(ann.page.locator("[data-home='1'][data-score='3']:visible").first).to_be_visible()
    assert len(dialled) == 1


@pytest.mark.parametrize("kept", [False, True], ids=["loaded anew", "kept by the browser"])
def test_back_and_forward_lead_to_the_living_table(
    come: Come, house: Process, browser_type: BrowserType, browser_type_launch_args: Launch, kept: bool
) -> None:
    """Some browsers keep a page whole while another is shown; this one does if it is asked to."""
    ben = come("Ben")
    asked: Launch = {"ignore_default_args": ["--disable-back-forward-cache"]} if kept else {}
    own = browser_type.launch(**browser_type_launch_args, **asked)
    try:
        ann = Person(own.new_context(reduced_motion="reduce"), house.address).named("Ann")
        code = ann.invite(ben)
        ann.page.evaluate("addEventListener('pageshow', e => (window.wasKept = e.persisted))")
        ann.go("rules/trios")
        ben.click(ben.sets()[0])
        expect(ben.page.locator("[data-home='1'][data-score='3']:visible").first).to_be_visible()
        expect(ben.page.locator(sign_of(ben, 0))).to_be_visible()  # the seat is known to be empty at once
        ann.page.go_back(wait_until="commit")
        expect(ann.page).to_have_url(re.compile(code))
        expect(ann.page.locator("[data-home='1'][data-score='3']:visible").first).to_be_visible()
        assert bool(ann.page.evaluate("window.wasKept")) == kept
        ann.click([next(iter(ann.table().values()))])
        expect(ben.page.locator(sign_of(ben, 0))).to_have_count(0)
    finally:
        own.close()


def test_the_door_leads_back_to_my_game_by_the_cookie_alone(come: Come, browser: Browser, house: Process) -> None:
    """A hot-seat game is there tomorrow: in another browser that has nothing but the cookie."""
    ann = come("Ann")
    code = ann.open("me", {"kind": "here", "name": "Ben"})
    ann.waits_for_cards()
    before = ann.table()
    ann.page.close()
    state = ann.context.storage_state()
    ann.context.close()
    later = browser.new_context(storage_state={"cookies": state["cookies"], "origins": []}, locale="en-GB")
    try:
        page = later.new_page()
        page.goto(house.address)
        back = page.get_by_role("region", name="Back to your game")
        expect(back).to_contain_text("Trios")
        expect(back).to_contain_text("Ann and Ben")
        back.get_by_role("link", name="Back to your game").click()
        expect(page).to_have_url(re.compile(code))
        again = Person.of(page, house.address)
        again.waits_for_cards()
        assert again.table() == before
    finally:
        later.close()


def test_after_a_restart_of_the_house_the_page_is_back_by_itself(context: BrowserContext, tmp_path: Path) -> None:
    with process(tmp_path) as house:
        person = Person(context, house.address).named("Ann")
        person.open("me", "computer")
        person.waits_for_cards()
        lost_sign = person.page.get_by_role("status").filter(has_text="Reconnecting")
        hide(person.page, True)
        house.kill()
        expect(lost_sign).to_be_attached()
        house.start()
        hide(person.page, False)
        expect(lost_sign).to_have_count(0, timeout=3000)
        person.click([next(iter(person.table().values()))])


# --------------------------------------------------------------------------------------------- my games, and files


def test_a_lone_game_is_saved_opened_and_goes_on_as_it_stood(come: Come, tmp_path: Path) -> None:
    ann = come("Ann", **PHONE)
    code = ann.open("me")
    ann.waits_for_cards()
    ann.tap(ann.sets()[0])
    expect(ann.page.locator("[data-score]").first).to_have_attribute("data-score", "3")
    before = ann.table()
    ann.page.get_by_role("button", name="Menu").click()
    ann.page.get_by_role("button", name="Save to a file").click()
    dialog = ann.page.get_by_role("dialog", name="Save to a file")
    expect(dialog).to_contain_text("The file is sealed")
    expect(dialog).to_contain_text("no longer counts for your best results")
    with ann.page.expect_download() as download:
        dialog.get_by_role("button", name="Save", exact=True).click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert download.value.suggested_filename == f"tercet-{code}-1.json"
    assert json.loads(file.read_bytes()).keys() == {"format", "game", "sealed"}
    expect(dialog).to_have_count(0)

    ann.go("games")
    ann.page.get_by_label("Open a file").set_input_files(file)
    expect(ann.page).to_have_url(re.compile(r"/t/(?!" + code + ")"))
    ann.waits_for_cards()
    assert ann.table() == before
    ann.tap(ann.sets()[0])
    expect(ann.page.locator("[data-score]").first).to_have_attribute("data-score", "6")

    file.write_bytes(file.read_bytes().replace(b"A", b"B"))
    ann.go("games")
    ann.page.get_by_label("Open a file").set_input_files(file)
    expect(ann.page.locator(".notice")).to_contain_text("This house did not seal this file")
    expect(ann.page).to_have_url(re.compile("games$"))


@pytest.mark.parametrize(("locale", "shown"), [("en-GB", r"\b\d\d:\d\d$"), ("en-US", r"\b\d?\d:\d\d\s[AP]M$")])
def test_a_game_that_waits_is_put_away_and_its_time_is_written_as_at_home(come: Come, locale: str, shown: str) -> None:
    ann = come("Ann", locale=locale)
    ann.open("me", {"kind": "computer"})
    ann.waits_for_cards()
    ann.go("games")
    running, over = ann.page.locator("[data-running]"), ann.page.locator("[data-over]")
    expect(running.get_by_text("In play")).to_have_text(re.compile(shown))
    running.get_by_role("button", name="Put away").click()
    dialog = ann.page.get_by_role("dialog", name="Put away")
    dialog.get_by_role("button", name="Not now").click()
    running.get_by_role("button", name="Put away").click()
    dialog.get_by_role("button", name="Put away").click()
    expect(running).to_have_text("No game is waiting for you.")
    expect(over.get_by_role("listitem")).to_contain_text("Trios")


def test_what_is_no_saved_game_is_told_apart(come: Come) -> None:
    ann = come("Ann")
    ann.go("games")
    files = {"This file is empty.": b"", "too large for a saved game: more than 8 MB": b" " * (8 * 1024 * 1024 + 1)}
    for told, data in {**files, "This file is no saved game.": b"{}"}.items():
        chosen = FilePayload(name="game.json", mimeType="application/json", buffer=data)
        ann.page.get_by_label("Open a file").set_input_files(chosen)
        expect(ann.page.locator(".notice")).to_contain_text(told)


def test_leaving_speaks_of_those_who_leave(come: Come) -> None:
    ann = come("Ann")
    for guests, told in (0, "You give up your seat."), (1, "Everybody at this device gives up their seat."):
        ann.open("me", *[{"kind": "here", "name": "Ben"}] * guests, {"kind": "computer"})
        ann.waits_for_cards()
        ann.page.get_by_role("button", name="Menu").first.click()
        ann.page.get_by_role("button", name="Leave for good").click()
        expect(ann.page.get_by_role("dialog")).to_contain_text(told)


def test_a_game_that_is_over_stands_in_my_list_and_in_a_file(come: Come, tmp_path: Path) -> None:
    ann, ben, cem = come("Ann"), come("Ben"), come("Cem")
    code = ann.invite(ben)
    ann.click(ann.sets()[0])
    expect(ann.page.locator("[data-home='0'][data-score='3']:visible").first).to_be_visible()
    ben.page.get_by_role("button", name="Menu").click()
    ben.page.get_by_role("button", name="Leave for good").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    ann.sees_the_result()
    ann.go("games")
    line = ann.page.locator("[data-over] li").first
    expect(line).to_contain_text("with Ben")
    expect(line).to_contain_text("Ann wins")
    with ann.page.expect_download() as download:
        line.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert len(json.loads(file.read_bytes())["rows"]) > 3
    line.get_by_role("link", name="Look").click()
    expect(ann.page).to_have_url(re.compile(f"/t/{code}/1$"))
    ann.sees_the_result()
    expect(ann.page.get_by_role("heading", name="Ann wins")).to_be_visible()

    cem.go("games")
    cem.page.get_by_label("Open a file").set_input_files(file)
    cem.sees_the_result()
    expect(cem.page.get_by_role("heading", name="Ann wins")).to_be_visible()
    cem.go("games")
    expect(cem.page.locator("[data-over] li").first).to_contain_text("from a file")
    cem.go(f"t/{code}/9")
    expect(cem.page.get_by_role("heading", name="No such game")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pages_hold_on_a_phone_and_offend_nobody(come: Come, theme: str) -> None:
    ann, ben = come("Ann", **PHONE, color_scheme=theme), come("Ben")
    ann.open("me", {"kind": "here", "name": "W" * 25})
    for path in ("games", ""):
        ann.go(path)
        expect(ann.page.get_by_text("W" * 25).first).to_be_visible()
        assert ann.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert offences(ann.page) == []
    code = ann.invite(ben)
    Person(ann.context, ann.address).go(f"t/{code}")
    ben.page.goto("about:blank")
    for sign in (sign_of(ann, 1), "[data-elsewhere]"):
        ann.page.locator(sign).click()
        expect(ann.page.get_by_role("dialog")).to_be_visible()
        assert offences(ann.page) == []
        ann.page.keyboard.press("Escape")
        expect(ann.page.get_by_role("dialog")).to_have_count(0)
