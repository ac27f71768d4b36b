"""Around the table of Triology, in real browsers: one device for several, whole hands, the clock, before and after."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.houses import Process, process
from tests.web.conftest import Come
from tests.web.looks import MISFITS, offences
from tests.web.triology import Player

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
ANNA, BEN = 0, 1


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def house(data: Path) -> Iterator[Process]:
    """A house whose database tables with chosen deals are written into."""
    with process(data, "--host", "0.0.0.0") as running:
        yield running


# ------------------------------------------------------------------------------------------------ pass and play


class Device(Player):
    """A device that is handed over: what its page, its accessibility tree and its line have told."""

    def __init__(self, come: Come, seats: int = 2, **options: Any) -> None:
        super().__init__(come("Anna", **PHONE), ANNA)
        self.frames: list[dict[str, Any]] = []
        self.page.on(
            "websocket", lambda line: line.on("framereceived", lambda text: self.frames.append(json.loads(text)))
        )
        others = [{"kind": "here", "name": name} for name in ("Ben", "Cleo", "Dan")[: seats - 1]]
        wanted = {"game": "triology", "seats": [{"kind": "me"}, *others], "options": options}
        self.code: str = self.person.call("api/tables", wanted)["code"]
        self.person.go(f"t/{self.code}")

    @property
    def seat_in_turn(self) -> int:
        return int(self.page.locator("[data-curtain]").get_attribute("data-curtain") or -1)

    def lifts(self) -> None:
        self.act("lift").tap()
        expect(self.page.locator("[data-hand]")).to_be_visible()

    def names(self) -> list[str]:
        """What the cards in hand are called."""
        labels = self.page.locator("[data-hand-card]").evaluate_all("all => all.map(e => e.ariaLabel)")
        return [re.sub(r", key .*", "", label) for label in labels]

    def told(self) -> str:
        """Everything that can be read or heard here, but what lies open for all."""
        text: str = self.page.content() + self.page.locator("body").aria_snapshot()
        return re.sub(r"TRIOLOGY card: [^\"]*", "", text)


def hands_in(frames: list[dict[str, Any]]) -> set[int]:
    """Every card of a hand that these frames tell."""
    found: list[int] = []
    for frame in frames:
        for view in frame.get("views", {}).values():
            found += view["hand"]
        for fact in [*frame.get("events", []), *(fact for row in frame.get("rows", []) for fact in row["events"])]:
            found += [card for hand in fact.get("hands", []) for card in hand]
            found += [fact["card"]] if fact["t"] == "triology.drew" and fact["card"] is not None else []
            found += fact.get("cards", []) if fact["t"] == "triology.hinted" else []
    return set(found)


def test_behind_the_curtain_a_hand_is_nowhere(come: Come) -> None:
    """G2: neither in page, accessibility tree nor messages, until its player says so; over a reload, too."""
    device = Device(come, level="triology", timed=True)
    page = device.page
    first = device.seat_in_turn
    expect(page.get_by_role("heading", name=f"Hand over to {('Anna', 'Ben')[first]}")).to_be_visible()
    assert hands_in(device.frames) == set()
    expect(page.locator("[data-hand-card]")).to_have_count(0)
    expect(page.get_by_text(re.compile("clock starts in"))).to_be_visible()  # Y14
    before = device.told()
    device.lifts()
    mine, names = device.hand(), device.names()
    assert len(mine) == 6
    assert not [name for name in names if f'"{name}' in before]
    assert hands_in(device.frames) == set(mine)
    device.draws()
    drawn = device.hand()
    lowered = len(device.frames)
    device.picks(mine[0])
    device.act("discard").tap()
    # the turn is over: the hand that was played is gone at once, and the next one comes when its player says so
    expect(page.locator("[data-curtain]")).to_have_attribute("data-curtain", f"{1 - first}")
    expect(page.locator("[data-hand-card]")).to_have_count(0)
    expect(page.get_by_role("group", name="Since")).to_contain_text("discarded")
    told = device.told()
    assert not [name for name in names[1:] if f'"{name}' in told]
    page.reload()
    expect(page.locator("[data-curtain]")).to_have_attribute("data-curtain", f"{1 - first}")
    assert hands_in(device.frames[lowered:]) <= set(drawn)
    mark = len(device.frames)
    told = device.told()
    device.lifts()
    theirs = device.hand()
    assert len(theirs) == 6 and not set(theirs) & set(drawn)
    assert not [name for name in device.names() if f'"{name}' in told]
    assert hands_in(device.frames[:mark]) <= set(drawn)
    assert hands_in(device.frames[mark:]) == set(theirs)  # and nothing of the seat before


def test_a_hand_that_was_played_never_comes_back_even_for_a_moment(come: Come) -> None:
    """What the page shows is watched at every change: after the discard no card of a hand is ever drawn."""
    device = Device(come)
    device.lifts()
    device.draws()
    device.page.evaluate(WATCH)
    device.picks(device.hand()[0])
    device.act("discard").tap()
    expect(device.page.locator("[data-curtain]")).to_be_visible()
    device.page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    seen: list[int] = device.page.evaluate("window.handCards")
    assert seen and seen[-1] == 0 and sorted(seen, reverse=True) == seen


# How many cards of a hand stand in the page, at each change.
WATCH = """() => {
  window.handCards = []
  const look = () => window.handCards.push(document.querySelectorAll('[data-hand-card]').length)
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


def test_a_pause_lowers_the_curtain(come: Come) -> None:
    """Whoever takes the device up after a pause may be somebody else."""
    device = Device(come)
    device.lifts()
    device.page.keyboard.press("Pause")
    expect(device.page.get_by_role("heading", name="paused the game")).to_be_visible()
    device.act("ready").tap()
    expect(device.page.locator("[data-curtain]")).to_be_visible()
    expect(device.page.locator("[data-hand-card]")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), (640, 360), (1280, 800)])
def test_the_curtain_fits_every_size(come: Come, size: tuple[int, int]) -> None:
    device = Device(come, seats=3)
    page: Page = device.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    device.lifts()
    device.draws()
    device.picks(device.hand()[0])
    device.act("discard").tap()
    expect(page.locator("[data-curtain]")).to_be_visible()
    assert [fault for fault in page.evaluate(MISFITS) if not ROW.search(fault)] == []
    assert offences(page) == []


ROW = re.compile(r", (on top|under \d+ cards?): ")  # cards of the pile lie over each other
