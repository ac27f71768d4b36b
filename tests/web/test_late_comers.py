"""Between two matches, in browsers: who looks on sits down for the next one, and all see who will play it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Come
from tests.web.looks import MISFITS_OF_PAGE, offences
from tests.web.tables import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}


def leave(person: Person) -> None:
    """Give the match up for good."""
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Leave for good").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()


def press(person: Person, name: str) -> None:
    person.page.get_by_role("button", name=name, exact=True).click()


def hears(person: Person, text: str) -> None:
    expect(person.page.get_by_role("contentinfo")).to_contain_text(text)


def test_who_looked_on_plays_the_next_match(come: Come) -> None:
    anna, ben, eve = come("Anna"), come("Ben"), come("Eve", **PHONE, color_scheme="dark")
    code = anna.invite(ben)
    eve.go(f"t/{code}")
    leave(ben)
    for person in (anna, ben, eve):
        person.sees_the_result()
    expect(eve.page.get_by_role("button", name="Again")).to_have_count(0)
    press(eve, "Play along in the next game")
    for person in (anna, ben, eve):
        hears(person, "Eve joins the next game.")
        expect(person.page.get_by_role("list", name="Places")).not_to_contain_text("Eve")
        assert offences(person.page) == [] and not person.page.evaluate(MISFITS_OF_PAGE)
    eve.page.reload()
    eve.sees_the_result()
    press(anna, "Again")
    hears(anna, "Waiting for Ben")
    press(anna, "Start now")
    for person in (anna, ben, eve):
        expect(person.page.locator("[data-place]")).to_have_count(12)
        expect(person.page.get_by_role("main")).to_contain_text("Eve")
    eve.tap(eve.sets()[0])
    expect(anna.says).to_contain_text("Eve took a set")


def test_one_sits_out_and_the_result_still_tells_of_them(come: Come) -> None:
    anna, ben, eve = come("Anna"), come("Ben", **PHONE), come("Eve")
    code = anna.invite(ben)
    leave(ben)
    titled = re.compile(r"^Anna wins – Tercet$")
    expect(anna.page).to_have_title(titled)
    eve.go(f"t/{code}")
    press(eve, "Play along in the next game")
    hears(ben, "Eve joins")
    hears(anna, "Eve joins")
    expect(anna.page).to_have_title(titled)
    press(ben, "Next game: 3")
    ben.page.get_by_role("button", name="Sit out").click()
    ben.page.keyboard.press("Escape")
    for person in (anna, ben, eve):
        hears(person, "Ben sits out.")
        expect(person.page.get_by_role("list", name="Places")).to_contain_text("Ben")
    press(anna, "Next game: 2")
    expect(anna.page.get_by_role("dialog")).to_contain_text("sits out")
    anna.page.keyboard.press("Escape")
    press(anna, "Again")
    for person in (anna, ben, eve):
        expect(person.page.locator("[data-place]")).to_have_count(12)
    expect(anna.page.get_by_role("main")).to_contain_text("Eve")


def test_where_nobody_may_watch_the_link_leads_to_a_seat_in_the_next_match(come: Come) -> None:
    anna, ben, eve = come("Anna"), come("Ben"), come("Eve")
    opened = {"game": "trios", "seats": [{"kind": "me"}, {"kind": "open"}], "watch": False}
    code = anna.call("api/tables", {**opened, "options": {"deck": "easy", "countdown": 0}})["code"]
    anna.go(f"t/{code}")
    ben.sit(code)
    anna.call(f"api/tables/{code}/start", {})
    expect(ben.page.locator("[data-place]")).to_have_count(12)
    eve.go(f"t/{code}")
    expect(eve.page.get_by_role("heading", name="Not at this table")).to_be_visible()
    leave(ben)
    anna.sees_the_result()
    eve.page.reload()
    press(eve, "Play along in the next game")
    eve.sees_the_result()
    hears(anna, "Eve joins")
