"""One seat of several moves to another device by a link, in browsers: before the match and in the middle of one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Come
from tests.web.looks import MISFITS_OF_PAGE, offences
from tests.web.tables import Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
BEN = {"kind": "here", "name": "Ben"}
MOVE_BEN = re.compile("Play the seat of .*Ben.* on another device")
TAKE_BEN = re.compile("Take the seat of .*Ben")


def link_to_ben(person: Person) -> str:
    """Ask for the link at the list of seats, which is open."""
    person.page.get_by_role("button", name=MOVE_BEN).click()
    shown = person.page.locator("[data-link]")
    expect(shown).to_contain_text("/move#")
    expect(person.page.get_by_role("img", name="QR code with a link")).to_be_visible()
    return shown.inner_text().partition("/t/")[2]


def take(person: Person, link: str) -> None:
    person.go(f"t/{link}")
    expect(person.page.get_by_role("heading", name=re.compile("Play on here for .*Ben"))).to_be_visible()
    person.page.get_by_role("button", name=TAKE_BEN).click()


def test_a_seat_moves_before_the_match(come: Come) -> None:
    anna, phone, eve = come("Anna"), come("Phone", **PHONE, color_scheme="dark"), come("Eve")
    anna.open("me", BEN, "open")
    link = link_to_ben(anna)
    assert offences(anna.page) == [] and not anna.page.evaluate(MISFITS_OF_PAGE)
    phone.go(f"t/{link}")
    expect(phone.page.get_by_role("button", name=TAKE_BEN)).to_be_visible()
    assert offences(phone.page) == [] and not phone.page.evaluate(MISFITS_OF_PAGE)
    take(phone, link)
    seats = phone.page.get_by_role("region", name="Seats").get_by_role("listitem")
    expect(seats.nth(1)).to_contain_text("you")
    expect(seats.nth(1)).to_contain_text("Ben")
    expect(anna.page.locator("[data-link]")).to_have_count(0)
    theirs = anna.page.get_by_role("region", name="Seats").get_by_role("listitem").nth(1)
    expect(theirs).not_to_contain_text("you")
    eve.go(f"t/{link}")
    expect(eve.page.get_by_role("alert")).to_contain_text("used already")


def test_a_seat_moves_in_the_middle_of_a_match(come: Come) -> None:
    anna, phone = come("Anna", **PHONE), come("Phone")
    table = anna.call("api/tables", {"game": "triology", "seats": [{"kind": "me"}, BEN]})
    anna.go(f"t/{table['code']}")
    expect(
        anna.page.locator("[data-curtain]")
    ).to_be_visible()  # a menu opened before would go with the page's first bar
    anna.page.get_by_role("button", name="Menu").click()
    anna.page.get_by_role("button", name="Who is here").click()
    link = link_to_ben(anna)
    take(phone, link)
    expect(phone.page.get_by_role("main")).to_contain_text("Anna")
    expect(anna.page.locator("[data-link]")).to_have_count(0)
    expect(anna.page.get_by_text(re.compile("Ben.* plays on at another device"))).to_be_visible()
    expect(phone.page.get_by_role("banner")).to_contain_text("Ben")
