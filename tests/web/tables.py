"""A person at a browser: opens tables, reads what the page shows and plays by pointer, finger or keys.

What the page says about cards is all it uses to play: the numbers of the cards that lie open stand in `data-card`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from tercet.engine.sets import Trio, find_sets, is_set

PLACE_KEYS = "qwerasdfzxcv"
SETTLED_MS = 250  # for so long after a rival's set a touch means the card that lay there before (T10)


class Person:
    """Somebody with a browser of their own. `page` is where they look."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.page: Page = context.new_page()

    @classmethod
    def of(cls, page: Page, address: str) -> Person:
        """Whoever looks at this page."""
        person = cls.__new__(cls)
        person.context, person.address, person.page = page.context, address, page
        return person

    def line_to_cut(self) -> Line:
        """The line of the next page, which can be cut and mended."""
        return Line(self.page)

    # ------------------------------------------------------------------------------------------ getting to a table

    def call(self, path: str, body: dict[str, Any] | None = None, method: str = "POST") -> Any:
        """A call of the house's interface with this browser's cookie."""
        answer = self.context.request.fetch(self.address + path, method=method, data=body)
        assert answer.ok, (answer.status, answer.text())
        return answer.json()

    def named(self, name: str) -> Person:
        self.call("api/me", method="GET")
        self.call("api/me", {"name": name}, "PATCH")
        return self

    def open(self, *seats: str | dict[str, Any], **options: Any) -> str:
        """Open a table and go to it; gives its code. Quick unless told: the easy deck and no countdown."""
        wanted = [seat if isinstance(seat, dict) else {"kind": seat} for seat in seats]
        choices = {"deck": "easy", "countdown": 0, **options}
        table = self.call("api/tables", {"game": "trios", "seats": wanted, "options": choices})
        code: str = table["code"]
        self.go(f"t/{code}")
        return code

    def invite(self, *others: Person, **options: Any) -> str:
        """Open a table for me and these others, who sit down, and start."""
        code = self.open("me", *("open" for _ in others), **options)
        for other in others:
            other.sit(code)
        self.call(f"api/tables/{code}/start", {})
        for person in (self, *others):
            expect(person.page.locator("[data-place]")).to_have_count(12)
        return code

    def sit(self, code: str) -> None:
        self.call(f"api/tables/{code}/sit", {})
        self.go(f"t/{code}")

    def go(self, path: str = "") -> None:
        self.page.goto(self.address + path)

    # ------------------------------------------------------------------------------------------------- looking

    def place(self, place: int) -> Locator:
        return self.page.locator(f"[data-place='{place}']")

    def card(self, card: int) -> Locator:
        return self.page.locator(f"[data-card='{card}']")

    def zone(self, seat: int) -> Locator:
        return self.page.locator(f"[data-zone='{seat}']")

    @property
    def says(self) -> Locator:
        """The line that tells what was just said."""
        return self.page.locator("[data-says-line]")

    def waits_for_cards(self) -> None:
        expect(self.page.locator("[data-card]").first).to_be_visible()

    def table(self) -> dict[int, int]:
        """Which card lies on which place."""
        read = "all => all.map(e => [Number(e.dataset.place), Number(e.dataset.card)])"
        return {place: card for place, card in self.page.locator("[data-card]").evaluate_all(read)}

    def sets(self) -> list[Trio]:
        return find_sets(self.table().values())

    def no_set(self) -> tuple[int, int, int]:
        """Three cards that lie open and are no set."""
        a, b, *rest = self.table().values()
        return a, b, next(card for card in rest if not is_set(a, b, card))

    def score(self, seat: int) -> int:
        """What a seat has, as the page shows it."""
        shown = self.page.locator(f"[data-home='{seat}']:visible").first.inner_text()
        return int(re.findall(r"[−\d]+", shown.replace("\n", " "))[-1].replace("−", "-"))

    def is_over(self) -> bool:
        return self.page.locator("[data-place]").count() == 0

    def sees_the_result(self) -> None:
        expect(self.page.get_by_role("list", name="Places")).to_be_visible()

    def changes_key(self, name: str, key: str) -> None:
        """At a table, by its dialog of keys: let a key stand where the one so named stands."""
        keyboard = self.page.keyboard
        keyboard.press("Shift+?")
        dialog = self.page.get_by_role("dialog", name="Keys of this table")
        dialog.get_by_role("button", name="Change keys").click()
        dialog.get_by_role("button", name=name, exact=True).click()
        keyboard.press(key)
        goal, _ = name.rsplit(": ", 1)
        expect(dialog.get_by_role("button", name=f"{goal}: {key.upper()}", exact=True)).to_be_visible()
        dialog.get_by_role("button", name="Done").click()
        keyboard.press("Escape")
        expect(dialog).to_have_count(0)

    # ------------------------------------------------------------------------------------------------- playing

    def click(self, cards: Sequence[int]) -> None:
        for card in cards:
            self.card(card).click()

    def tap(self, cards: Sequence[int]) -> None:
        for card in cards:
            self.card(card).tap()

    def type(self, cards: Sequence[int]) -> None:
        """Press the keys of the places where these cards lie."""
        places = {card: place for place, card in self.table().items()}
        for card in cards:
            self.page.keyboard.press(PLACE_KEYS[places[card]])

    def waits_without(self, card: int) -> None:
        """Wait until a card has left the table, or the table itself."""
        expect(self.card(card)).to_have_count(0)

    def sets_in_turn(self) -> Iterator[Trio]:
        """A set of the table, again and again until the game is over; each must be taken before the next."""
        while not self.is_over() and (found := self.sets()):
            yield found[0]
            self.waits_without(found[0][0])
            self.page.wait_for_timeout(20)


class Line:
    """The line between a page and the house. While it is cut nothing comes through, and new lines end at once."""

    def __init__(self, page: Page) -> None:
        self._open: list[WebSocketRoute] = []
        self._cut = False
        page.route_web_socket(re.compile(r"/ws$"), self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if self._cut:
            line.close(code=1011)
            return
        line.connect_to_server()
        self._open.append(line)

    def cut(self) -> None:
        self._cut = True
        for line in self._open:
            line.close(code=1011)
        self._open.clear()

    def mend(self) -> None:
        self._cut = False
