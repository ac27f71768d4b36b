"""Finding each other, in browsers: the host, a friend by the link, somebody who watches, and who wants anyone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.server.houses import Process, process
from tests.web.conftest import Come
from tests.web.looks import MISFITS_OF_PAGE, offences
from tests.web.tables import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
MARKUP = "<img src=x onerror=a()>"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A house whose people need less patience."""
    options = (
        "--host=0.0.0.0",
        "--host-grace=1",
        "--offer=1.5",
        "--lapse=4",
        "--talk=100",
        "--new-tables=1000",
        "--new-guests=1000",
    )
    with process(tmp_path_factory.mktemp("house"), *options) as running:
        yield running


def seat(person: Person, number: int) -> Locator:
    return person.page.get_by_role("region", name="Seats").get_by_role("listitem").nth(number)


def lobby_of(anna: Person, *others: Person, watchers: tuple[Person, ...] = ()) -> str:
    """A table of these people before the start, who all look at it; the others came by its link."""
    code = anna.open("me", *("open" for _ in others))
    for number, other in enumerate(others, start=1):
        other.go(f"t/{code}")
        expect(seat(other, number)).to_contain_text("you")
    for watcher in watchers:
        watcher.go(f"t/{code}")
        expect(watcher.page.locator("[data-code]")).to_have_text(code)
    return code


def talk(person: Person) -> Locator:
    """The list of what was said, which is opened if it is not."""
    lines = person.page.locator("[data-talk]")
    if not lines.is_visible():
        person.page.get_by_role("banner").get_by_role("button", name=re.compile("^Talk")).click()
    return lines


def say(person: Person, text: str) -> None:
    talk(person)
    person.page.get_by_label("Say something").fill(text)
    person.page.keyboard.press("Enter")
    expect(person.page.locator("[data-talk]")).to_contain_text(text)


# -------------------------------------------------------------------------------------------- before the start


def test_a_computer_player_of_the_lobby_gets_another_level_or_goes(come: Come) -> None:
    anna, ben = come("Anna", viewport={"width": 360, "height": 640}), come("Ben")
    lobby_of(anna, ben)
    code = anna.open("me", "open", "open")
    ben.go(f"t/{code}")
    expect(seat(anna, 1)).to_contain_text("Ben")
    anna.page.get_by_role("button", name="Seat a computer player here").first.click()
    level = anna.page.get_by_label("How well computer player 3 plays")
    expect(level).to_have_value("medium")
    level.select_option("hard")
    expect(seat(ben, 2)).to_contain_text("computer, hard")
    assert not anna.page.evaluate(MISFITS_OF_PAGE)
    level.select_option(label="free seat")
    expect(seat(ben, 2)).to_contain_text("free seat")


def test_it_begins_when_host_and_friends_are_ready_and_who_watches_sees_it_too(come: Come) -> None:
    anna, ben, eve = come("Anna"), come("Ben", **PHONE), come("Eve")
    lobby_of(anna, ben, watchers=(eve,))
    expect(anna.page.get_by_text("1 person is watching.")).to_be_visible()
    expect(seat(anna, 0)).to_contain_text("host")
    anna.page.get_by_role("button", name="Start").click()
    dialog = anna.page.get_by_role("dialog", name="Not everybody is ready")
    expect(dialog).to_contain_text("Ben")
    dialog.get_by_role("button", name="Start when all are ready").click()
    expect(seat(ben, 0)).not_to_contain_text("not ready")
    expect(ben.page.get_by_text("It begins as soon as you are ready.")).to_be_visible()
    for person in (anna, eve):
        expect(person.page.get_by_text("Waiting for Ben.")).to_be_visible()
    ben.page.get_by_role("button", name="I am ready").tap()
    for person in (anna, ben, eve):
        person.waits_for_cards()
    expect(eve.page.get_by_role("button", name="Hint")).to_have_count(0)  # no controls for who watches


def test_the_host_may_start_all_the_same(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    lobby_of(anna, ben)
    anna.page.get_by_role("button", name="Start").click()
    anna.page.get_by_role("button", name="Start now").click()
    ben.waits_for_cards()


def test_when_the_host_leaves_the_next_one_is_host(come: Come) -> None:
    """Within seconds, and who comes back is a player like others."""
    anna, ben, cleo = come("Anna"), come("Ben"), come("Cleo")
    code = lobby_of(anna, ben, cleo)
    anna.page.close()
    expect(seat(ben, 1)).to_contain_text("host")
    expect(seat(cleo, 1)).to_contain_text("host")
    anna.page = anna.context.new_page()
    anna.go(f"t/{code}")
    expect(seat(anna, 0)).not_to_contain_text("host")
    expect(anna.page.get_by_role("button", name="Start")).to_have_attribute("aria-disabled", "true")
    ben.page.get_by_role("button", name="Start").click()
    ben.page.get_by_role("button", name="Start now").click()
    for person in (anna, ben, cleo):
        person.waits_for_cards()


def test_the_host_hands_over_and_fills_a_seat_with_a_computer(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    code = anna.open("me", "open", "open")
    ben.go(f"t/{code}")
    expect(seat(anna, 1)).to_contain_text("Ben")
    anna.page.get_by_role("button", name="Seat a computer player here").last.click()
    expect(seat(ben, 2)).to_contain_text("computer")
    anna.page.get_by_role("button", name="About Ben").click()
    anna.page.get_by_role("button", name="Make Ben the host").click()
    expect(seat(anna, 1)).to_contain_text("host")
    ben.page.get_by_role("button", name="About Anna").click()
    ben.page.get_by_role("button", name="Remove Anna").click()
    expect(ben.page.get_by_role("dialog")).to_contain_text("can’t come back")
    ben.page.get_by_role("button", name="Remove Anna").click()
    expect(anna.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    anna.page.reload()
    expect(anna.page.get_by_text("The host has removed you from this table.")).to_be_visible()
    expect(anna.page.get_by_role("heading", name="Not at this table")).to_be_visible()
    ben.page.get_by_role("button", name="Muted or removed").click()
    ben.page.get_by_role("button", name="Let back in").click()
    expect(ben.page.get_by_role("button", name="Let back in")).to_have_count(0)
    anna.page.reload()
    expect(seat(anna, 0)).to_contain_text("you")  # a seat is free, so she sits down


def test_a_set_up_that_the_rules_refuse_is_told_while_one_chooses(come: Come) -> None:
    anna = come("Anna")
    anna.go("new/triple3/computer")
    start = anna.page.get_by_role("button", name="Start")
    expect(start).not_to_have_attribute("aria-disabled", "true")
    more = anna.page.get_by_role("group", name="Extra cards").get_by_role("group", name="Anna")
    for _ in range(50):
        more.get_by_role("button", name="More").click()
    expect(anna.page.get_by_role("alert").filter(has_text="fewer than")).to_be_visible()
    expect(start).to_have_attribute("aria-disabled", "true")
    for _ in range(30):
        more.get_by_role("button", name="Less").click()
    expect(start).not_to_have_attribute("aria-disabled", "true")


# -------------------------------------------------------------------------------------------------- with anyone


def find(person: Person, wish: str) -> None:
    person.go()
    person.page.get_by_role("combobox", name="Which game").select_option(wish)
    person.page.get_by_role("button", name="Find somebody").click()


def test_two_who_want_the_same_play_together(come: Come) -> None:
    anna, ben, cleo = come("Anna"), come("Ben", **PHONE), come("Cleo")
    find(anna, "trios/easy")
    waiting = anna.page.locator("[data-waiting]")
    expect(waiting).to_contain_text("Looking for somebody")
    address = anna.page.url
    anna.page.reload()  # goes on waiting
    expect(waiting).to_contain_text("Looking for somebody")
    find(cleo, "triple3")
    expect(cleo.page.locator("[data-waiting]")).to_contain_text("Looking for somebody")
    find(ben, "trios/easy")
    for person in (anna, ben):
        person.waits_for_cards()
        assert person.page.url == address
    cleo.page.get_by_role("button", name="Stop looking").click()
    expect(cleo.page.get_by_role("article")).to_have_count(3)
    cleo.go()
    expect(cleo.page.get_by_role("combobox", name="Which game")).to_have_value("triple3")  # remembered


def test_a_computer_is_offered_to_who_waits(come: Come) -> None:
    anna = come("Anna")
    find(anna, "trios/full")
    anna.page.get_by_role("button", name="Play with the computer").click()
    anna.waits_for_cards()


def test_the_list_of_open_tables_is_alive(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    ben.go()
    tables = ben.page.get_by_role("region", name="Open tables")
    private = anna.open("me", "open")
    new = {"game": "trios", "open": True, "seats": [{"kind": "me"}, {"kind": "open"}], "options": {"deck": "easy"}}
    code = anna.call("api/tables", new)["code"]
    line = tables.get_by_role("listitem").filter(has=ben.page.locator(f"a[href='t/{code}']"))
    expect(line).to_contain_text("easy", timeout=10_000)
    expect(line).to_contain_text("1 seat free")
    assert tables.locator(f"a[href='t/{private}']").count() == 0
    anna.call(f"api/tables/{code}/start", {})
    expect(line.get_by_role("link", name="Watch")).to_be_visible(timeout=10_000)


def test_who_comes_late_takes_a_computers_seat(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    code = anna.open("me", "computer", deck="full")
    anna.waits_for_cards()
    ben.go(f"t/{code}")
    ben.waits_for_cards()
    ben.page.get_by_role("banner").get_by_role("button", name="Sit down").click()
    ben.page.get_by_role("button", name="Take this seat").click()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    for person in (anna, ben):
        expect(person.page.get_by_role("list", name="Seats").first).to_contain_text("Ben")
        expect(person.page.get_by_role("list", name="Log")).to_contain_text("Ben took over")
    expect(ben.page.get_by_role("button", name="Hint")).to_be_visible()


# ---------------------------------------------------------------------------------------------------------- talk


def test_talk_reaches_all_shows_in_the_bar_and_never_plays(come: Come) -> None:
    anna, ben, eve = come("Anna"), come("Ben", **PHONE), come("Eve", locale="de-DE")
    code = anna.invite(ben)
    eve.go(f"t/{code}")
    eve.waits_for_cards()
    marks = anna.page.locator("[aria-pressed='true'][data-card]")
    say(anna, "qwertz asdf p h ?")  # the keys of places, pause, hint and help
    expect(marks).to_have_count(0)
    expect(anna.page.get_by_text("paused the game")).to_have_count(0)
    badge = ben.page.get_by_role("button", name="Talk, 1 new line")
    expect(badge).to_be_visible()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)  # nothing opens by itself
    badge.tap()
    expect(ben.page.locator("[data-talk]")).to_contain_text("qwertz")
    ben.page.get_by_role("button", name="Well done").tap()
    expect(talk(anna)).to_contain_text("Well done")
    eve.page.get_by_role("button", name=re.compile("^Unterhaltung")).click()
    expect(eve.page.locator("[data-talk]")).to_contain_text("Gut gemacht")  # a phrase in the reader's language
    anna.page.get_by_label("Say something").blur()
    anna.type(list(anna.table().values())[:1])  # the talk stands beside the cards, and keys play on
    expect(marks).to_have_count(1)
    ben.page.reload()
    expect(talk(ben)).to_contain_text("qwertz")  # the last lines are told again
    expect(anna.page.get_by_role("list", name="Log")).not_to_contain_text("qwertz")


def test_each_may_be_deaf_to_one_or_to_all(come: Come) -> None:
    anna, ben, cleo = come("Anna"), come("Ben"), come("Cleo")
    lobby_of(anna, ben, cleo)
    say(ben, "first of Ben")
    expect(talk(anna)).to_contain_text("first of Ben")
    anna.page.get_by_role("button", name="Don’t hear Ben any more").click()
    expect(anna.page.locator("[data-talk]")).not_to_contain_text("first of Ben")
    say(ben, "second of Ben")
    say(cleo, "one of Cleo")
    expect(anna.page.locator("[data-talk]")).to_contain_text("one of Cleo")
    expect(anna.page.locator("[data-talk]")).not_to_contain_text("Ben")
    anna.page.get_by_role("button", name="Hear everybody again").click()
    expect(anna.page.locator("[data-talk]")).to_contain_text("second of Ben")
    anna.page.get_by_role("button", name="Switch talk off").click()
    expect(anna.page.get_by_text("Talk is switched off on this device.")).to_be_visible()
    anna.page.get_by_role("region", name="Talk").get_by_role("button", name="Close").click()
    say(ben, "third of Ben")
    say(cleo, "done")
    expect(anna.page.get_by_role("button", name="Talk", exact=True)).to_be_visible()  # no count


def test_the_host_keeps_somebody_from_talking(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    lobby_of(anna, ben)
    anna.page.get_by_role("button", name="About Ben").click()
    anna.page.get_by_role("button", name="Keep Ben from talking").click()
    talk(ben)
    send = ben.page.get_by_role("button", name="Send")
    expect(send).to_have_attribute("title", "The host keeps you from talking at this table.")
    expect(ben.page.get_by_role("alert").filter(has_text="keeps you from talking")).to_be_visible()
    anna.page.get_by_role("button", name="Muted or removed").click()
    anna.page.get_by_role("button", name="Let talk").click()
    anna.page.keyboard.press("Escape")
    expect(send).to_have_attribute("title", "Send")
    say(ben, "thank you")


def test_who_watches_is_told_apart_and_the_host_may_act_on_them(come: Come) -> None:
    """A watcher has a name of their own, talk says that they watch; the host mutes by talk and removes by the list."""
    anna, ben, mal = come("Anna", **PHONE), come("Ben"), come("Anna")
    code = lobby_of(anna, ben, watchers=(mal,))
    anna.call(f"api/tables/{code}/start", {})
    for person in (anna, ben, mal):
        person.waits_for_cards()
    say(mal, "I am Anna")
    expect(ben.page.locator("[data-says='polite']")).to_contain_text("who is watching, says: I am Anna")
    line = talk(anna).get_by_role("listitem").filter(has_text="I am Anna")
    expect(line).to_contain_text("Anna (2) (watching)")
    expect(talk(ben).get_by_role("button", name="About Anna (2)")).to_have_count(0)
    line.get_by_role("button", name="About Anna (2)").tap()
    anna.page.get_by_role("button", name="Keep Anna (2) from talking").tap()
    expect(mal.page.get_by_text("The host keeps you from talking at this table.").first).to_be_attached()
    anna.page.keyboard.press("Escape")
    for person, acts in ((ben, 0), (anna, 1)):
        person.page.get_by_role("button", name="Menu").first.click()
        person.page.get_by_role("button", name="Who is here").click()
        watching = person.page.get_by_role("list", name="Who watches")
        expect(watching).to_contain_text("Anna (2)")
        expect(watching.get_by_role("button")).to_have_count(acts)
    watching.get_by_role("button", name="About Anna (2)").tap()
    anna.page.get_by_role("button", name="Remove Anna (2)").tap()
    expect(anna.page.get_by_text("sees this table no longer")).to_be_visible()
    anna.page.get_by_role("button", name="Remove Anna (2)").tap()
    expect(mal.page.get_by_role("heading", name="Not at this table")).to_be_visible()
    expect(anna.page.get_by_text("Nobody is watching.")).to_be_visible()
    expect(ben.page.get_by_text("Nobody is watching.")).to_be_visible()


def test_markup_in_names_and_talk_is_text_everywhere(come: Come) -> None:
    """Would it run, its `a` would be missed, which is a fault of the page."""
    anna, ben = come("Anna"), come(MARKUP)
    code = lobby_of(anna, ben)
    say(ben, MARKUP)
    expect(anna.page.locator("header .said")).to_have_text(f"{MARKUP}: {MARKUP}")  # as it comes, in the bar
    expect(talk(anna)).to_contain_text(MARKUP)
    expect(seat(anna, 1)).to_contain_text(MARKUP)
    anna.call(f"api/tables/{code}/start", {})
    for person in (anna, ben):
        person.waits_for_cards()
        assert person.page.locator("img[onerror]").count() == 0
    ben.page.get_by_role("button", name="Menu").first.click()
    ben.page.get_by_role("button", name="Leave for good").click()
    ben.page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    anna.sees_the_result()
    expect(anna.page.get_by_role("list", name="Places")).to_contain_text(MARKUP)
    assert anna.page.locator("img[onerror]").count() == 0


# --------------------------------------------------------------------------------------------------------- again


def test_all_press_again_together_and_nobody_is_told_of_a_fault(come: Come) -> None:
    anna, ben, cleo = come("Anna"), come("Ben"), come("Cleo")
    code = anna.invite(ben, cleo)
    for person in (ben, cleo):
        person.page.get_by_role("button", name="Menu").first.click()
        person.page.get_by_role("button", name="Leave for good").click()
        person.page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    people = (anna, ben, cleo)
    for person in people:
        person.sees_the_result()
    for person in people:  # each before any has an answer
        person.page.get_by_role("button", name="Again").evaluate("button => setTimeout(() => button.click(), 300)")
    for person in people:
        person.waits_for_cards()
        expect(person.page.locator(".notice")).to_have_count(0)
    table = anna.call(f"api/tables/{code}", method="GET")
    assert (table["match"], table["open"]) == (2, False)
    assert [one["name"] for one in table["seats"]] == ["Anna", "Ben", "Cleo"]


# ------------------------------------------------------------------------------------------------- for everybody


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (1280, 800)])
def test_company_fits_every_size_and_everybody(come: Come, width: int, height: int, theme: str) -> None:
    """The lobby of several, waiting for anyone, talk and who is here, in German with long names; axe finds nothing."""
    look = {"viewport": {"width": width, "height": height}, "color_scheme": theme, "locale": "de-DE"}
    anna, ben = come("W" * 25, **look), come("M" * 25)
    page = anna.page
    code = lobby_of(anna, ben)
    say(ben, "W" * 80)
    found: dict[str, list[str]] = {}

    def judge(what: str) -> None:
        found[what] = [*page.evaluate(MISFITS_OF_PAGE), *offences(page)]

    judge("lobby")
    page.get_by_role("button", name=re.compile("^Zu ")).click()
    judge("about somebody")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Anfangen", exact=True).click()
    judge("not all are ready")
    page.keyboard.press("Escape")
    page.get_by_role("banner").get_by_role("button", name=re.compile("^Unterhaltung")).click()
    judge("talk")
    page.keyboard.press("Escape")
    anna.call(f"api/tables/{code}/start", {})
    anna.waits_for_cards()
    judge("game")
    page.get_by_role("button", name="Menü").first.click()
    page.get_by_role("button", name="Wer ist hier").click()
    judge("who is here")
    anna.go()
    page.get_by_role("button", name="Suchen").click()
    expect(page.locator("[data-waiting]").get_by_role("button")).to_have_count(2, timeout=15_000)
    judge("waiting")
    assert not {name: faults for name, faults in found.items() if faults}
