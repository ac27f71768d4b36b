"""What the house says last on a line is read where the line is shown as lost; and who is sent away is told so."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.houses import Process, process
from tests.web.tables import Person
from tests.web.test_accounts import SECRET, fill, register, sign_in

pytestmark = pytest.mark.browser

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "house"


@pytest.fixture
def house(data: Path) -> Iterator[Process]:
    """A house with room for two lines."""
    with process(data, "--most-connections", "2") as running:
        yield running


def guest(browser: Browser, house: Process, name: str) -> Person:
    context = browser.new_context(locale="en-GB", reduced_motion="reduce", **PHONE)
    return Person(context, house.address).named(name)


def sign(page: Page, why: str) -> None:
    expect(page.get_by_role("banner").get_by_role("button", name=re.compile(why))).to_be_visible()


def test_a_full_house_says_so_asks_rarely_and_lets_in_when_there_is_room(browser: Browser, house: Process) -> None:
    anna, ben, eve = (guest(browser, house, name) for name in ("Anna", "Ben", "Eve"))
    code = anna.open("me", "open")
    ben.sit(code)
    expect(anna.page.get_by_text("Ben").first).to_be_visible()
    dialled: list[object] = []
    eve.page.on("websocket", lambda line: dialled.append(line))
    eve.go(f"t/{code}")
    expect(eve.page.get_by_text("The house is full. This page tries again").first).to_be_visible()
    sign(eve.page, "The house is full")
    eve.page.wait_for_timeout(3_000)  # in which a broken line is dialled again and again
    assert len(dialled) == 1
    ben.page.goto("about:blank")
    eve.page.get_by_role("banner").get_by_role("button", name=re.compile("The house is full")).tap()
    eve.page.get_by_role("button", name="Try now").tap()
    expect(eve.page.locator("[data-code]")).to_have_text(code)
    expect(eve.page.get_by_role("dialog")).to_have_count(0)
    expect(eve.page.get_by_role("button", name=re.compile("The house is full"))).to_have_count(0)


def test_a_house_that_closes_says_so_at_the_table_and_the_page_comes_back(browser: Browser, house: Process) -> None:
    anna = guest(browser, house, "Anna")
    anna.open("me", {"kind": "computer"})
    anna.waits_for_cards()
    house.stop()
    expect(
        anna.page.get_by_text("The house closes for a moment; this page comes back by itself.").first
    ).to_be_visible()
    sign(anna.page, "The house closes for a moment")
    house.start()
    expect(anna.page.get_by_role("button", name=re.compile("The house closes"))).to_have_count(0, timeout=15_000)
    anna.waits_for_cards()


def test_who_was_removed_from_the_house_is_told_and_is_no_new_guest_at_the_table(
    browser: Browser, house: Process, data: Path
) -> None:
    anna = guest(browser, house, "Anna")
    anna.open("me", {"kind": "computer"})
    anna.waits_for_cards()
    me = anna.call("api/me", method="GET")["id"]
    subprocess.run([sys.executable, "-m", "tercet.cli", "admin", "remove", me, "--data", str(data)], check=True)
    expect(anna.page.get_by_text("Whoever runs this house has removed you.")).to_be_visible(timeout=15_000)
    anna.page.get_by_role("link", name="Home").last.click()
    expect(anna.page).to_have_url(house.address)


def test_who_is_signed_out_elsewhere_is_told_and_can_sign_in_again(browser: Browser, house: Process) -> None:
    anna, phone = guest(browser, house, "Anna"), guest(browser, house, "Guest")
    register(anna, "Anna T")
    sign_in(phone, "Anna T")
    expect(phone.page.get_by_text("Anna T, since")).to_be_visible()
    code = phone.open("me", {"kind": "computer"})
    phone.waits_for_cards()
    anna.go("you")
    anna.page.get_by_role("button", name="Sign out all others").click()
    expect(phone.page.get_by_text("You were signed out on this device.")).to_be_visible(timeout=15_000)
    expect(phone.page.locator("[data-card][data-place]")).to_have_count(0)
    expect(anna.page.locator("[data-device]")).to_have_count(1)
    assert not phone.call(f"api/tables/{code}", method="GET")["seats"][0]["mine"]
    phone.page.get_by_role("link", name="Sign in").click()
    phone.page.get_by_role("radio", name="I have an account").check()
    fill(phone.page, "Anna T", SECRET)
    phone.page.get_by_role("button", name="Sign in", exact=True).click()
    expect(phone.page.get_by_text("Anna T, since")).to_be_visible()
    phone.go(f"t/{code}")
    phone.waits_for_cards()


def test_a_table_goes_on_as_whom_another_page_of_the_browser_signed_in(browser: Browser, house: Process) -> None:
    anna = guest(browser, house, "Anna")
    register(anna, "Anna T")
    anna.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(anna.page.get_by_text("You are a guest.")).to_be_visible()
    anna.named("Guest").open("me", {"kind": "computer"})
    anna.waits_for_cards()
    other = Person.of(anna.context.new_page(), house.address)
    sign_in(other, "Anna T")
    expect(other.page.get_by_text("Anna T, since")).to_be_visible()
    expect(anna.page.get_by_text("on this device now").first).to_be_visible(timeout=15_000)
    anna.waits_for_cards()
