"""A table of Triology as one player sees it, and tables with a deal that is chosen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

from playwright.sync_api import Locator, expect

from tercet.engine.match import Match
from tercet.server.store import SeatRow, SqliteStore
from tests.server.triology_tables import stored
from tests.web.tables import Person

HAND_KEYS = "asfgjklqwetyuiozcvbn"

_codes = product("BCDFGHJKMNPQRSTVWXZ", repeat=5)  # no two tables of a run have the same


def prepared(data: Path, people: Sequence[Person | None], match: Match, pace: float = 0.2) -> tuple[str, list[Player]]:
    """Put a match into a running house, these people (None: a computer player) at its seats; all of them go there."""
    code = placed(data, people, match, pace)
    players = [Player(person, seat) for seat, person in enumerate(people) if person]
    for player in players:
        player.goes_to(code)
    return code, players


def placed(data: Path, people: Sequence[Person | None], match: Match, pace: float = 0.2) -> str:
    """Put a match into a running house; gives the code of its table."""
    code = "".join(next(_codes))
    rows = tuple(_row(seat, person) for seat, person in enumerate(people))
    with ThreadPoolExecutor(1) as aside:  # the browser's loop is busy here
        aside.submit(asyncio.run, _write(data / "tercet.db", code, rows, match, pace)).result()
    return code


def _row(seat: int, person: Person | None) -> SeatRow:
    if person is None:
        return SeatRow("computer", name=("Ada", "Blaise", "Carl")[seat % 3], level="easy")
    me = person.call("api/me", method="GET")
    return SeatRow("person", me["id"], me["name"])


async def _write(path: Path, code: str, rows: tuple[SeatRow, ...], match: Match, pace: float) -> None:
    store = SqliteStore(path)
    await stored(store, code, rows, match, pace)
    await store.close()


def group(number: int, colour: str, symbol: str, shading: str) -> int:
    """The number of an ordinary card, or of a group: 1-3, then r g p, o s d, s o t (solid, outlined, striped)."""
    return "rgp".index(colour) * 27 + (number - 1) * 9 + "osd".index(symbol) * 3 + "sot".index(shading)


class Player:
    """Somebody at the table."""

    def __init__(self, person: Person, seat: int) -> None:
        self.person, self.seat, self.page = person, seat, person.page

    def goes_to(self, code: str) -> None:
        self.person.go(f"t/{code}")
        expect(self.page.locator("[data-hand]")).to_be_visible()

    # ------------------------------------------------------------------------------------------------- looking

    @property
    def says(self) -> Locator:
        return self.page.locator("[data-says-line]")

    def hand(self) -> list[int]:
        """The cards in hand in the order in which they lie."""
        return self._numbers("[data-hand-card]", "handCard")

    def held(self, card: int) -> Locator:
        return self.page.locator(f"[data-hand-card='{card}']")

    def pile(self) -> list[int]:
        return self._numbers("[data-pile]", "pile")

    def in_pile(self, card: int) -> Locator:
        return self.page.locator(f"[data-pile='{card}']")

    def caddies(self) -> list[int]:
        """The cards that lie on caddies still."""
        return self._numbers("[data-caddy]:not([data-used])", "caddy")

    def caddy(self, card: int) -> Locator:
        return self.page.locator(f"[data-caddy='{card}']")

    def set_with(self, card: int) -> Locator:
        """The set on the table that holds this card."""
        return self.page.locator(f"[data-set][data-cards~='{card}']")

    def proposal(self, kind: str) -> Locator:
        """The set that is being built, once it is known to be of this kind: set, choose or refused."""
        return self.page.locator(f"[data-proposal='{kind}']")

    def act(self, name: str) -> Locator:
        """A button: draw, lay, take-back, give-back, discard, take, leave-pile, go-out, sort, ready."""
        return self.page.locator(f"[data-act='{name}']:visible").first

    def _numbers(self, selector: str, name: str) -> list[int]:
        found: list[int] = self.page.locator(selector).evaluate_all(f"all => all.map(e => Number(e.dataset.{name}))")
        return found

    # ------------------------------------------------------------------------------------------------- playing

    def draws(self) -> None:
        before = len(self.hand())
        self.act("draw").click()
        expect(self.page.locator("[data-hand-card]")).to_have_count(before + 1)

    def picks(self, *cards: int) -> None:
        """Touch these cards of the hand or of caddies."""
        for card in cards:
            here = self.page.locator(f"[data-hand-card='{card}'], [data-caddy='{card}']").first
            here.click(position={"x": 8, "y": 20})
            expect(here).to_have_attribute("aria-pressed", "true")

    def lays(self, *cards: int) -> None:
        """Pick three cards that are a set in one way, and lay them."""
        self.picks(*cards)
        expect(self.proposal("set")).to_be_visible()
        self.act("lay").click()
        expect(self.set_with(cards[0])).to_be_visible()

    def discards(self, card: int) -> None:
        self.picks(card)
        self.act("discard").click()
        expect(self.held(card)).to_have_count(0)

    def keys(self, *cards: int) -> str:
        """The keys of these cards of the hand."""
        hand = self.hand()
        return "".join(HAND_KEYS[hand.index(card)] for card in cards)

    def presses(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def drags(self, goods: Locator, goal: Locator, at: tuple[float, float] | None = None) -> None:
        """Drag by mouse, in steps as a hand does; `at` is where on the goal, in parts of its size."""
        x, y = at or (0.5, 0.5)
        start, end = goods.bounding_box(), goal.bounding_box()
        assert start and end
        mouse = self.page.mouse
        mouse.move(start["x"] + 12, start["y"] + min(30, start["height"] / 2))
        mouse.down()
        mouse.move(end["x"] + end["width"] * x, end["y"] + end["height"] * y, steps=8)
        mouse.up()

    def drags_by_finger(self, goods: Locator, goal: Locator) -> None:
        """The same with a finger, on a device that has touch."""
        start, end = goods.bounding_box(), goal.bounding_box()
        assert start and end
        (x, y), (to_x, to_y) = (start["x"] + 15, start["y"] + 20), (end["x"] + end["width"] / 2, end["y"] + 20)
        touch = self.person.context.new_cdp_session(self.page)
        for step in range(7):
            point = {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6}
            kind = "touchMove" if step else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
