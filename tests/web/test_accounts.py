"""Oneself in a browser: an account, another device by a link, one's data, and being forgotten."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.houses import Process
from tests.web.conftest import Come
from tests.web.looks import MISFITS, offences
from tests.web.tables import Person

pytestmark = pytest.mark.browser

SECRET = "correct horse"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SIZES = [(360, 640), (640, 360), (820, 1180), (1280, 800)]


def account(page: Page) -> Page:
    """The page about oneself, by the way that leads there."""
    page.get_by_role("contentinfo").get_by_role("link", name="You").click()
    expect(page.get_by_role("heading", name="Devices")).to_be_visible()
    return page


def fill(page: Page, login: str, password: str) -> None:
    page.get_by_label("Name of the account").fill(login)
    page.get_by_label("Password", exact=True).fill(password)


def register(person: Person, login: str) -> None:
    person.go("you")
    fill(person.page, login, SECRET)
    person.page.get_by_role("button", name="Make the account").click()
    expect(person.page.get_by_text(f"{login}, since")).to_be_visible()


def sign_in(person: Person, login: str, password: str = SECRET) -> None:
    person.go("you")
    person.page.get_by_role("radio", name="I have an account").check()
    fill(person.page, login, password)
    person.page.get_by_role("button", name="Sign in", exact=True).click()


def add_authenticator(person: Person) -> None:
    """Give a browser a passkey device that always says yes."""
    devtools = person.context.new_cdp_session(person.page)
    devtools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_an_account_from_the_door_and_back_on_another_device(come: Come) -> None:
    anna, phone = come("Anna"), come("Guest", **PHONE)
    anna.go()
    page = account(anna.page)
    page.get_by_label("Name of the account").fill("anna.b")
    page.get_by_label("Password", exact=True).fill("short")
    page.get_by_role("button", name="Make the account").click()
    expect(page.get_by_role("alert").filter(has_text="at least 8 characters")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(SECRET)
    page.keyboard.press("Enter")
    expect(page.get_by_text("anna.b, since")).to_be_visible()
    table = phone.call("api/tables", {"game": "trios", "seats": [{"kind": "me"}, {"kind": "open"}]})
    sign_in(phone, "anna.b", "wrong horse")
    expect(phone.page.get_by_role("alert").filter(has_text="do not fit")).to_be_visible()
    expect(phone.page.get_by_text("What you have here as Guest")).to_be_visible()  # said before it happens
    sign_in(phone, "Anna.B")
    expect(phone.page.get_by_text("anna.b, since")).to_be_visible()
    expect(phone.page.get_by_role("main").get_by_text("Anna", exact=True)).to_be_visible()
    anna.go(f"t/{table['code']}")  # what the guest there had came along
    expect(anna.page.get_by_role("region", name="Seats").get_by_role("listitem").first).to_contain_text("Anna")
    expect(anna.page.get_by_role("region", name="Seats").get_by_role("listitem").first).to_contain_text("you")


def test_a_password_is_changed_and_the_other_device_hears_of_it(come: Come) -> None:
    anna, phone = come("Anna"), come("Guest")
    register(anna, "Anna P")
    sign_in(phone, "Anna P")
    expect(phone.page.get_by_text("Anna P, since")).to_be_visible()
    anna.go("you")
    expect(anna.page.locator("[data-device]")).to_have_count(2)
    anna.page.get_by_text("Change the password").click()
    anna.page.get_by_label("Password so far").fill(SECRET)
    anna.page.get_by_label("New password").fill("battery staple")
    anna.page.get_by_role("button", name="Save").click()
    expect(anna.page.locator("[data-device]")).to_have_count(1)
    phone.page.reload()
    expect(phone.page.get_by_text("You are a guest.")).to_be_visible()
    anna.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(anna.page.get_by_text("You are a guest.")).to_be_visible()


def test_passkeys_in_a_browser(come: Come, house: Process) -> None:
    local = house.address.replace("127.0.0.1", "localhost")
    anna = come("Anna", local)
    add_authenticator(anna)
    anna.go("you")
    anna.page.get_by_label("Name of the account").fill("Anna K")
    anna.page.get_by_role("button", name="With a passkey").click()
    expect(anna.page.get_by_text("Anna K, since")).to_be_visible()
    expect(anna.page.get_by_text("at localhost")).to_be_visible()
    me = anna.call("api/me", method="GET")
    anna.page.get_by_role("button", name="Remove the passkey").click()
    expect(anna.page.get_by_text("This is the last way into your account.").first).to_be_visible()
    anna.page.get_by_role("button", name="Sign out", exact=True).click()
    expect(anna.page.get_by_text("You are a guest.")).to_be_visible()
    assert anna.call("api/me", method="GET")["id"] != me["id"]
    anna.page.get_by_role("radio", name="I have an account").check()
    anna.page.get_by_role("button", name="Sign in with a passkey").click()  # no name is typed
    expect(anna.page.get_by_text("Anna K, since")).to_be_visible()
    assert anna.call("api/me", method="GET") == me


def test_where_there_are_no_passkeys_the_button_says_why(come: Come) -> None:
    anna = come("Anna")  # at an address of figures
    anna.go("you")
    button = anna.page.get_by_role("button", name="With a passkey")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    expect(anna.page.get_by_text("There are no passkeys at 127.0.0.1").last).to_be_visible()


def test_a_running_game_goes_on_at_another_device_by_a_link(come: Come) -> None:
    anna, phone = come("Anna"), come("Otter", **PHONE)
    code = anna.open("me")
    anna.waits_for_cards()
    anna.go("you")
    anna.page.get_by_role("button", name="Continue on another device").click()
    expect(anna.page.get_by_role("img", name="QR code with a link")).to_be_visible()
    link = anna.page.locator("[data-link]").inner_text()
    phone.page.goto(anna.address + link.rpartition("/")[2])
    expect(phone.page.get_by_text("Continue on this device as Anna?")).to_be_visible()
    expect(phone.page.get_by_text("What you have here as Otter")).to_be_visible()
    phone.page.get_by_role("button", name="Continue as Anna").tap()
    expect(phone.page.get_by_role("main").get_by_text("Anna", exact=True)).to_be_visible()
    expect(anna.page.get_by_role("dialog")).to_be_hidden()  # the first device sees that it worked
    expect(anna.page.locator("[data-device]")).to_have_count(2)
    for person in (anna, phone):
        person.go(f"t/{code}")
        person.waits_for_cards()
    phone.tap(phone.sets()[0])
    expect(phone.page.locator("[data-score='3']:visible").first).to_be_visible()
    expect(anna.page.locator("[data-score='3']:visible").first).to_be_visible()
    late = come("Late")
    late.page.goto(anna.address + link.rpartition("/")[2])
    expect(late.page.get_by_text("This link was used already")).to_be_visible()


def test_everything_can_be_taken_along(come: Come) -> None:
    anna = come("Anna")
    anna.open("me")
    anna.go("you")
    with anna.page.expect_download() as started:
        anna.page.get_by_role("link", name="Everything as a file").click()
    assert started.value.suggested_filename == "tercet.json"
    told = json.loads(Path(started.value.path()).read_text(encoding="utf-8"))
    assert told["person"]["name"] == "Anna" and len(told["tables"]) == 1


def test_to_be_forgotten(come: Come) -> None:
    anna, ben = come("Anna"), come("Ben")
    register(anna, "Anna D")
    code = anna.invite(ben)
    before = anna.call("api/me", method="GET")["id"]
    anna.go("you")
    anna.page.get_by_role("button", name="Delete me").click()
    anna.page.get_by_label("Your password").fill("wrong horse")
    anna.page.get_by_role("button", name="Delete for good").click()
    expect(anna.page.get_by_role("alert").filter(has_text="do not fit")).to_be_visible()
    anna.page.get_by_label("Your password").fill(SECRET)
    anna.page.get_by_role("button", name="Delete for good").click()
    expect(anna.page.get_by_role("heading", name="You are forgotten")).to_be_visible()
    assert anna.context.cookies() == []
    assert anna.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('tercet.'))") == []
    ben.sees_the_result()  # her seat was left for good, so the game is over
    expect(ben.page.get_by_role("list", name="Places")).to_contain_text("Player 1")
    expect(ben.page.get_by_text("Anna")).to_have_count(0)
    ben.go(f"t/{code}")
    expect(ben.page.get_by_role("list", name="Places")).to_contain_text("Player 1")
    anna.page.get_by_role("link", name="Home").first.click()
    expect(anna.page.get_by_role("article")).to_have_count(3)
    assert anna.call("api/me", method="GET")["id"] != before


def test_the_page_of_what_is_kept_tells_the_truth_of_this_house(come: Come) -> None:
    anna = come("Anna")
    anna.go()
    anna.page.get_by_role("contentinfo").get_by_role("link", name="What is kept").click()
    expect(anna.page.get_by_text("a game that nobody visits after 365 days")).to_be_visible()
    anna.page.get_by_role("main").get_by_role("link", name="You").click()
    expect(anna.page.get_by_role("heading", name="Devices")).to_be_visible()


@pytest.mark.parametrize("path", ["you", "kept", "move#0123456789abcdef0123456789abcdef"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_these_pages_fit_and_offend_nobody(come: Come, path: str, scheme: str) -> None:
    anna = come("Anna", color_scheme=scheme)
    if path == "you":
        register(anna, f"Anna {scheme}")
    for width, height in SIZES:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.go(path)
        expect(anna.page.get_by_role("main")).to_be_visible()
        anna.page.wait_for_load_state("networkidle")
        wrong = [fault for fault in anna.page.evaluate(MISFITS) if "44" in fault or "too wide" in fault]
        assert not wrong, (path, width, wrong)
        assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
    assert offences(anna.page) == []


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_name_that_would_be_markup_is_text_everywhere(come: Come, language: str) -> None:
    name = "<img src=x onerror=a()>"
    evil, ben = come("Eve", locale=language), come("Ben", locale=language)
    evil.call("api/me", {"name": name}, "PATCH")
    evil.go("you")
    expect(evil.page.get_by_role("main").get_by_text(name).first).to_be_visible()
    token = evil.call("api/me/link", {})["token"]
    ben.go(f"move#{token}")
    expect(ben.page.get_by_role("heading", name=name)).to_be_visible()
    assert ben.page.locator("main img").count() == evil.page.locator("main img").count() == 0
