"""Names as long as the house allows, of whatever letters: they go into their field, and every page keeps its shape."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tercet.engine import GAMES
from tercet.server.people import LONGEST_NAME
from tests.web.conftest import Come
from tests.web.looks import MISFITS, MISFITS_OF_PAGE
from tests.web.tables import Person

pytestmark = pytest.mark.browser

SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 640}, "has_touch": True},
    "desk": {"viewport": {"width": 1280, "height": 800}},
}
FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
FLAG = "\N{REGIONAL INDICATOR SYMBOL LETTER D}\N{REGIONAL INDICATOR SYMBOL LETTER E}"
HEBREW = "\u05d0\u05d1\u05d2\u05d3\u05d4"
NAMES = {
    "wide": "W" * LONGEST_NAME,
    "families": FAMILY * LONGEST_NAME,
    "flags": FLAG * LONGEST_NAME,
    "right to left": HEBREW * (LONGEST_NAME // 5),
}

# Where a name is shown: is it cut by an ellipsis ("clip"), is it whole, or is it neither?
SHOWN = """name => {
  const found = {clipped: 0, wrong: []}
  for (const text of document.querySelectorAll('body *')) {
    if (![...text.childNodes].some(node => node.nodeType === 3 && node.data.includes(name))) continue
    if (!text.checkVisibility() || text.closest('.vh, [data-says], dialog:not([open])')) continue
    if (text.closest('[popover]:not(:popover-open)')) continue
    let box = text
    while (getComputedStyle(box).display === 'inline') box = box.parentElement
    const style = getComputedStyle(box)
    const at = box.getBoundingClientRect()
    const where = `${box.tagName}.${box.className} in .${box.parentElement.className}`
    if (at.width && (at.left < -1 || at.right > innerWidth + 1)) found.wrong.push(`${where}: outside`)
    if (box.scrollWidth <= box.clientWidth + 1) continue
    const cuts = style.textOverflow === 'ellipsis' && style.overflowX !== 'visible'
    if (cuts && style.whiteSpace === 'nowrap') found.clipped++
    else found.wrong.push(`${where}: ${box.scrollWidth} in ${box.clientWidth}`)
  }
  return found
}"""


def holds(page: Page, name: str, misfits: str) -> int:
    """Assert that a page fits with this name on it; gives how often an ellipsis cuts it."""
    found = page.evaluate(SHOWN, name)
    assert page.evaluate(misfits) == [] and found["wrong"] == []
    return int(found["clipped"])


@pytest.mark.parametrize("kind", NAMES)
def test_the_longest_names_go_into_their_field_whole(come: Come, kind: str) -> None:
    name = NAMES[kind]
    anna = come("Anna")
    code = anna.open("me", "open")
    expect(anna.page.locator("[data-code]")).to_have_text(code)
    anna.page.get_by_role("button", name="Change your name").click()
    field = anna.page.get_by_role("dialog").get_by_role("textbox")
    field.select_text()
    anna.page.keyboard.insert_text(name)  # as a keyboard does, within what the field takes
    expect(field).to_have_value(name)
    field.press("Enter")
    expect(anna.page.get_by_role("dialog")).to_have_count(0)
    assert anna.call("api/me", method="GET")["name"] == name
    anna.page.get_by_role("button", name="Change your name").click()
    field.select_text()
    anna.page.keyboard.insert_text(name + name[0])
    field.press("Enter")
    expect(anna.page.get_by_role("dialog")).to_contain_text(f"{LONGEST_NAME}")


# Letters of every kind at one game, and at each game the ones that take the most room or run the other way.
LOOKED_AT = [
    (game, kind, size)
    for game in GAMES
    for kind in NAMES
    for size in SIZES
    if game == "trios" or kind == "wide" or (kind, size) == ("right to left", "phone")
]


@pytest.mark.parametrize(("game", "kind", "size"), LOOKED_AT)
def test_every_page_holds_with_the_longest_names(come: Come, game: str, kind: str, size: str) -> None:
    """The lobby, the table, who is here, talk and the result; what is cut is told to who points at it."""
    name = NAMES[kind]
    anna, ben = come(name, **SIZES[size]), come(name)
    seats = [{"kind": "me"}, {"kind": "open"}]
    code = anna.call("api/tables", {"game": game, "seats": seats})["code"]
    anna.go(f"t/{code}")
    ben.sit(code)
    page = anna.page
    expect(page.get_by_role("region", name="Seats").get_by_text(name)).to_have_count(2)
    cut = holds(page, name, MISFITS_OF_PAGE)

    anna.call(f"api/tables/{code}/start", {})
    expect(page.locator("[data-card], [data-hand-card]").first).to_be_visible(timeout=15_000)
    cut += holds(page, name, MISFITS)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Who is here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(name)).to_have_count(2)
    cut += holds(page, name, MISFITS_OF_PAGE)
    line = dialog.locator("bdi").first
    line.hover()
    if line.evaluate("line => line.scrollWidth > line.clientWidth"):
        expect(line).to_have_attribute("title", name)
    page.keyboard.press("Escape")

    page.get_by_role("banner").get_by_role("button", name=re.compile("^Talk")).click()
    page.get_by_role("textbox").fill("good luck")
    page.get_by_role("textbox").press("Enter")
    expect(page.locator("[data-talk]")).to_contain_text(name)
    cut += holds(page, name, MISFITS_OF_PAGE)

    leaves(ben)
    anna.sees_the_result()
    cut += holds(page, name, MISFITS_OF_PAGE)
    if size == "phone" and kind in ("wide", "families", "flags"):
        assert cut > 0


def leaves(person: Person) -> None:
    """Somebody leaves for good, which ends a match of two."""
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_role("button", name="Leave for good").click()
    person.page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
