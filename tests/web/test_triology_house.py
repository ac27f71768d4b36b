"""Around the table of Triology, in real browsers: one device for several, whole hands, the clock, before and after."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tercet.arena import step
from tercet.engine import triology
from tercet.engine import triology_cards as cards
from tercet.engine.core import Action
from tercet.engine.match import Match, Started
from tercet.engine.match import Player as EnginePlayer
from tercet.engine.triology_advice import position, wishes
from tercet.engine.triology_search import best_turn
from tercet.review.triology import missed
from tests.server.houses import Process
from tests.server.triology_tables import dealt, played
from tests.web.conftest import Come
from tests.web.looks import MISFITS, offences
from tests.web.tables import Person
from tests.web.triology import Player, group, placed

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
ANNA, BEN = 0, 1


# ------------------------------------------------------------------------------------------------ pass and play


class Device(Player):
    """A device that is handed over: what its page, its accessibility tree and its line have told."""

    def __init__(self, come: Come, seats: int = 2, **options: Any) -> None:
        super().__init__(come("Anna", **PHONE), ANNA)
        self.frames = frames_of(self.page)
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


def frames_of(page: Page) -> list[dict[str, Any]]:
    """What the line of this page tells from now on; grows by itself."""
    frames: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(json.loads(text))))
    return frames


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
    device.picks(*mine[:3])
    said = page.locator("[data-says]")
    expect(said.filter(has_text=re.compile("[Ss]et"))).to_have_count(1)  # what the three would be
    page.keyboard.press("Escape")
    device.picks(mine[0])
    device.act("discard").tap()
    # the turn is over: the hand that was played is gone at once, and the next one comes when its player says so
    expect(page.locator("[data-curtain]")).to_have_attribute("data-curtain", f"{1 - first}")
    expect(page.locator("[data-hand-card]")).to_have_count(0)
    expect(page.get_by_role("group", name="Since")).to_contain_text("discarded")
    told = device.told()
    assert not [name for name in names[1:] if f'"{name}' in told]
    assert not re.search("[Ss]et", " ".join(said.all_text_contents()))
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


def test_a_shared_game_is_there_tomorrow_behind_the_curtain(
    come: Come, browser: Browser, house: Process, tmp_path: Path
) -> None:
    """In another browser that has nothing but the cookie, and at a table of its own after a way through a file."""
    device = Device(come)
    seat = device.seat_in_turn
    device.lifts()
    device.draws()
    mine, names = device.hand(), device.names()
    device.page.close()
    cookies = device.person.context.storage_state()["cookies"]
    device.person.context.close()
    later = browser.new_context(
        storage_state={"cookies": cookies, "origins": []}, locale="en-GB", reduced_motion="reduce"
    )
    try:
        page = later.new_page()
        frames = frames_of(page)
        page.goto(house.address)
        page.get_by_role("link", name="Back to your game").click()
        curtain = page.locator(f"[data-curtain='{seat}']")
        expect(curtain).to_be_visible()
        again = Player(Person.of(page, house.address), seat)
        assert again.hand() == [] and hands_in(frames) == set()

        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Save to a file").click()
        with page.expect_download() as download:
            page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
        file = tmp_path / "game.json"
        download.value.save_as(file)
        assert json.loads(file.read_bytes()).keys() == {"format", "game", "sealed"}
        page.goto(house.address + "games")
        page.get_by_label("Open a file").set_input_files(file)
        expect(page).to_have_url(re.compile(r"/t/(?!" + device.code + ")"))
        expect(curtain).to_be_visible()
        assert again.hand() == [] and hands_in(frames) == set()
        assert not [name for name in names if f'"{name}' in page.content()]
        again.act("lift").click()
        expect(page.locator("[data-hand-card]")).to_have_count(len(mine))
        assert again.hand() == mine
        again.discards(mine[0])
        expect(page.locator(f"[data-curtain='{1 - seat}']")).to_be_visible()
    finally:
        later.close()


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


# --------------------------------------------------------------------------------------------------- setting up


def test_what_is_set_up_is_played(come: Come) -> None:
    """Y4: each level says what it means, offers only what holds on it, and has no more seats than its cards carry."""
    anna = come("Anna")
    page = anna.page
    anna.go("new/triology/alone")
    expect(page.get_by_text("played alone with computer players")).to_be_visible()
    expect(page.get_by_role("switch", name="Practice table")).to_be_checked()
    expect(page.get_by_role("switch", name="clock")).to_be_visible()
    expect(page.get_by_role("group", name="Length of a turn")).to_have_count(0)
    page.get_by_role("radio", name="Beginner").check(force=True)
    expect(page.get_by_text("no clock")).to_be_visible()
    expect(page.get_by_role("switch", name="clock")).to_have_count(0)
    add = page.get_by_role("button", name="Add a seat")
    add.click()
    add.click()
    expect(add).to_have_attribute("aria-disabled", "true")
    page.get_by_role("radio", name="Master").check(force=True)
    add.click()
    page.get_by_role("radio", name="Beginner").check(force=True)
    expect(page.get_by_role("button", name="Start")).to_have_attribute("aria-disabled", "true")  # five
    page.get_by_role("radio", name="Master").check(force=True)
    turn = page.get_by_role("group", name="Length of a turn")
    expect(turn).to_contain_text("3:00")
    turn.get_by_role("button", name="Less").click()
    expect(turn).to_contain_text("2:50")
    page.get_by_role("group", name="Points to win").get_by_role("button", name="More").click()
    page.get_by_label("How well computer player 2 plays").select_option("hard")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("[data-hand-card]")).to_have_count(9)
    table = anna.call(f"api/tables/{page.url.rsplit('/')[-1]}", method="GET")
    wanted = {"level": "master", "timed": False, "turn": 170, "target": 110, "extensions": True, "hints": True}
    assert table["options"] == wanted
    assert [seat["level"] for seat in table["seats"]] == [None, "hard", "medium", "medium", "medium"]
    anna.go("new/triology/invite")
    expect(page.get_by_role("switch", name="Practice table")).not_to_be_checked()


def test_the_rules_have_addresses_and_drawn_examples(come: Come) -> None:
    page = (anna := come("Anna")).page
    anna.go("rules/triology#Y3")
    expect(page.locator("#Y3")).to_be_in_viewport()
    examples = page.get_by_role("figure")
    assert examples.count() > 3
    expect(examples.first.get_by_role("img").first).to_be_visible()


# -------------------------------------------------------------------------------------- between hands, and after


def between_hands(people: int = 1) -> Match:
    """A Master hand that computer players have played to its end; people have taken the first seats."""
    match = Match.begin("triology", COMPUTERS, triology.Options(level="master"), "review 4", 0)
    while match.state.deal < 2 and not match.state.ended:
        step(match, "key")
    ends = (
        n for n, row in enumerate(match.records) if any(isinstance(fact, triology.HandEnded) for fact in row.events)
    )
    first, *others = match.records[: next(ends) + 1]
    began = [
        replace(e, players=(EnginePlayer(),) * people + (*COMPUTERS[people:],)) if isinstance(e, Started) else e
        for e in first.events
    ]
    return Match.replay("triology", "review 4", [replace(first, events=tuple(began)), *others])


COMPUTERS = [EnginePlayer("computer", "easy")] * 3


def test_what_a_hand_overlooked_is_shown_when_it_is_over(come: Come, data: Path) -> None:
    match = between_hands()
    found = missed(match, 1)
    assert found
    anna = come("Anna")
    code = placed(data, [anna, None, None], match)
    anna.go(f"t/{code}")
    page = anna.page
    told = page.locator("[data-missed]")
    expect(told).to_have_count(len(found))
    expect(told.first).to_contain_text(f"{found[0].points} were possible")
    expect(told.first.get_by_role("img").first).to_be_visible()
    assert offences(page) == []


def test_all_at_one_device_are_ready_by_one_button(come: Come, data: Path) -> None:
    """Y11: between hands all hands lie open, also at a shared device; then the curtain is down again."""
    match = between_hands(people=2)
    anna = come("Anna", **PHONE)
    anna.go(f"t/{placed(data, [anna, anna, None], match)}")
    page = anna.page
    expect(page.get_by_role("heading", name=re.compile(" is out$"))).to_be_visible()
    assert match.state.last
    held = sum(len(hand) for hand in match.state.last.hands)
    expect(page.locator("[data-between] + tr").get_by_role("img")).to_have_count(held)
    page.get_by_role("button", name="All here are ready").tap()
    expect(page.locator("[data-between]")).to_have_count(0)
    expect(page.locator("[data-stock]")).to_be_visible()
    expect(page.locator("[data-hand-card]")).to_have_count(0)
    expect(page.locator("[data-curtain]")).to_be_visible(timeout=30_000)


def test_a_whole_match_has_a_result_with_every_hand(come: Come, data: Path) -> None:
    match = Match.begin("triology", COMPUTERS, triology.Options(level="master", target=30), "review 4", 0)
    while not match.state.ended:
        step(match, "key")
    ended, hands = match.state.ended, match.state.deal
    anna = come("Anna")
    anna.go(f"t/{placed(data, [anna, None, None], match)}")
    page = anna.page
    anna.sees_the_result()
    expect(page.get_by_text(f"points, {hands} hands")).to_be_visible()
    expect(page.locator("[data-hand-row]")).to_have_count(hands)
    sums = page.get_by_role("region", name="Hand by hand").get_by_role("row").last.get_by_role("cell")
    order = [seat for place in ended.places for seat in place]
    expect(sums).to_have_text([f"{ended.scores[seat]}".replace("-", "−") for seat in order])
    page.get_by_text("hand 1", exact=True).click()
    expect(page.locator("[data-missed]")).to_have_count(len(missed(match, 1)))
    assert offences(page) == []
    page.get_by_role("button", name="Again").click()
    expect(page.locator("[data-hand-card]").first).to_be_visible()


# ---------------------------------------------------------------------------------------------------- whole hands

BENS = (group(1, "p", "s", "o"), group(2, "p", "s", "o"), group(3, "p", "s", "o"))
SET = (group(1, "r", "o", "s"), group(2, "r", "o", "s"), group(3, "r", "o", "s"))
# with Ben's set and these three new sets can be laid, each with one of Ben's
MATES = (
    (group(1, "p", "s", "s"), group(1, "p", "s", "t")),
    (group(2, "p", "d", "o"), group(2, "p", "o", "o")),
    (group(3, "g", "s", "o"), group(3, "r", "s", "o")),
)


def before_three_steals() -> Match:
    """Ben has laid a set; Anna, in turn for three minutes, has what it takes to steal it. Later turns last 20 s."""
    hand = (*SET, *(card for pair in MATES for card in pair))
    rest = iter([card for card in cards.deck("master") if card not in (*hand, *BENS)])
    hands = [hand, (*BENS, *(next(rest) for _ in range(6))), *(tuple(next(rest) for _ in range(9)) for _ in range(2))]
    match = dealt(hands, list(rest), 110, triology.Options(level="master", turn=20), turn=BEN, computers=(2, 3))
    played(match, (BEN, triology.Draw()), (BEN, triology.Meld(BENS)), (BEN, triology.Discard(hands[BEN][-1])))
    for seat in (2, 3):
        played(match, (seat, triology.Draw()), (seat, triology.Discard(hands[seat][-1])))
    *before, last = match.records
    events = [replace(e, until=180_000) if isinstance(e, triology.TurnBegan) else e for e in last.events]
    return Match.replay("triology", "seed", [*before, replace(last, events=tuple(events))])


def test_a_master_hand_with_a_steal_completed_one_given_back_and_one_cut_off_by_the_clock(
    come: Come, data: Path
) -> None:
    """Y15-Y18, Y13: two people and two computer players, to the end of the hand."""
    people = [come("Anna"), come("Ben", **PHONE)]
    match = before_three_steals()
    both = anna, ben = [Adviser(person, seat) for seat, person in enumerate(people)]
    code = placed(data, [*people, None, None], match)
    for player in both:
        player.goes_to(code)

    anna.draws()
    drawn = anna.hand()[-1]
    anna.set_with(BENS[0]).click()
    anna.lays(BENS[0], *MATES[0])
    anna.act("give-back").click()
    for player in both:
        expect(player.page.locator("[data-caddy]")).to_have_count(0)
        expect(player.page.locator(f"[data-sets='1'] [data-cards~='{BENS[0]}']")).to_be_attached()
    anna.set_with(BENS[0]).click()
    for stolen, mates in zip(BENS, MATES, strict=True):
        anna.lays(stolen, *mates)
    for player in both:
        expect(player.page.locator("[data-caddy]")).to_have_count(0)
        expect(player.page.locator("[data-sets='0'] [data-set]")).to_have_count(3)
    anna.discards(drawn)

    ben.act("draw").tap()
    ben.page.locator("[data-tab='0']").tap()
    ben.set_with(MATES[0][0]).tap()
    for player in both:
        expect(player.page.locator("[data-caddy]")).to_have_count(3)
    expect(ben.says).to_contain_text("Time is up", timeout=40_000)  # given back by the clock
    for player in both:
        expect(player.page.locator("[data-sets='0'] [data-set]")).to_have_count(3)
    if ben.is_in_turn():
        ben.plays()

    out = anna.page.get_by_role("heading", name=re.compile(" is out$"))
    while not out.is_visible():
        for player in both:
            if player.is_in_turn():
                player.plays()
        anna.page.wait_for_timeout(50)
    for player in both:
        expect(player.page.locator("[data-between]")).to_have_count(4)
        assert player.told("melded", seat=ANNA, closed=True) and player.told("gave_back", seat=ANNA)
        assert player.told("time_ran_out", seat=BEN) and player.told("gave_back", seat=BEN)
        assert player.told("hand_ended") == 1


class Adviser(Player):
    """Somebody who plays as the search advises, from what the own page was sent and by its buttons alone."""

    def __init__(self, person: Person, seat: int) -> None:
        super().__init__(person, seat)
        self.view: triology.View | None = None
        self.facts: list[dict[str, Any]] = []
        self.page.on("websocket", lambda line: line.on("framereceived", self._hears))

    def _hears(self, text: str | bytes) -> None:
        frame = json.loads(text)
        self.facts += [fact for row in frame.get("rows", []) for fact in row["events"]]
        if mine := frame.get("views", {}).get(str(self.seat)):
            self.view = msgspec.convert(mine, triology.View)

    def told(self, name: str, **values: Any) -> int:
        """How many such facts this page was told of."""
        named = [fact for fact in self.facts if fact["t"] == f"triology.{name}"]
        return sum(values.items() <= fact.items() for fact in named)

    def is_in_turn(self) -> bool:
        return bool(self.view and self.view.turn == self.seat and self.view.phase in ("turn", "late"))

    def plays(self) -> None:
        """A whole turn; one that the clock ends is over sooner."""
        assert self.view
        turn = self.view.turns
        while self.is_in_turn() and self.view.turns == turn:
            try:
                self._acts(self.view)
            except (PlaywrightError, AssertionError):
                if self.view.turns == turn and self.view.phase == "turn":
                    raise

    def _acts(self, view: triology.View) -> None:
        if view.phase == "late":
            return self._does(triology.Discard(view.hand[-1]), view)
        if view.caddies:
            return self.act("give-back").click()
        turn = best_turn(position(view), nodes=3_000)
        planned = wishes(view, turn.steps)
        drawing = [wish for wish in planned if isinstance(wish, triology.Draw | triology.PickUp)][:1]
        last = triology.Discard(max(view.hand)) if view.hand else None
        for wish in drawing or planned or [last or triology.Draw()]:
            self._does(wish, self.view or view)

    def _does(self, wish: Action, view: triology.View) -> None:
        """A wish by touch; it is done when the page was sent another view."""
        match wish:
            case triology.Draw():
                self.act("draw").click()
            case triology.PickUp(card):
                self.in_pile(card).click()
                self.act("take").click()
            case triology.Steal(number) | triology.Open(number):
                self._touches(number)
            case triology.Meld(three, groups):
                self.picks(*three)
                built = self.page.locator("[data-proposal='set'], [data-reading]").first
                expect(built).to_be_visible()
                if self.page.locator("[data-reading]").count():
                    self.page.locator(f"[data-reading='{' '.join(map(str, groups or ()))}']").click()
                else:
                    self.act("lay").click()
            case triology.Protect(card, number):
                self.picks(card)
                self._touches(number)
            case triology.Discard(card):
                self.picks(card)
                self.act("discard").click()
        self._goes_out_if_asked(view)

    def _touches(self, number: int) -> None:
        one = self.page.locator(f"[data-set='{number}']")
        owner = one.get_attribute("data-owner")
        tab = self.page.locator(f"[data-tab='{owner}']:visible")
        if tab.count():
            tab.click()
        one.click()

    def _goes_out_if_asked(self, before: triology.View) -> None:
        while self.view is before:
            if (out := self.page.locator("[data-act='go-out']:visible")).count():
                out.click()
            self.page.wait_for_timeout(20)


def test_a_beginners_hand_by_keys_alone(come: Come, data: Path) -> None:
    """No pointer from the first card to the next hand."""
    other = (group(1, "r", "d", "t"), group(2, "r", "d", "t"), group(3, "r", "d", "t"))
    rest = [card for card in cards.deck("beginner") if card not in (*SET, *other)]
    options = triology.Options(level="beginner")
    match = dealt([(*SET, *other), rest[:7]], rest[8:], rest[7], options, computers=(BEN,))
    anna = Player(come("Anna"), ANNA)
    anna.goes_to(placed(data, [anna.person, None], match))
    page = anna.page
    for three in (SET, other):
        expect(anna.act("draw")).to_be_visible(timeout=20_000)
        before = len(anna.hand())
        anna.presses("d")
        expect(page.locator("[data-hand-card]")).to_have_count(before + 1)
        anna.presses(anna.keys(*three))
        expect(anna.proposal("set")).to_be_visible()
        anna.presses(["Enter"])
        expect(anna.set_with(three[0])).to_be_visible()
        if three == SET:
            anna.presses(["Backspace"])  # and once more
            expect(anna.held(SET[0])).to_be_visible()
            anna.presses(anna.keys(*three))
            expect(anna.proposal("set")).to_be_visible()
            anna.presses(["Enter"])
            expect(anna.held(SET[0])).to_have_count(0)
        anna.presses([anna.keys(anna.hand()[-1]), "x"])
    dialog = page.get_by_role("dialog", name="Go out?")
    expect(dialog).to_be_visible()
    presses_button(page, dialog.get_by_role("button", name="Go out"))
    expect(page.get_by_role("heading", name="Anna is out")).to_be_visible()
    presses_button(page, anna.act("ready"))
    expect(page.locator("[data-hand-card]")).to_have_count(7)


def presses_button(page: Page, button: Locator) -> None:
    """Go to a button by Tab, and press it."""
    for _ in range(40):
        if button.evaluate("button => button === document.activeElement"):
            return page.keyboard.press("Enter")
        page.keyboard.press("Tab")
    raise AssertionError("no way by Tab")


# ------------------------------------------------------------------------------------------------------ the clock

HIDDEN_S = 6.0  # half a minute elsewhere


def test_a_page_that_was_asleep_shows_the_right_time(come: Come) -> None:
    """Y14: the clock is the server's; a page that did nothing for a while is right again at once, to a second."""
    anna = come("Anna")
    seats = [{"kind": "me"}, {"kind": "computer"}]
    wanted = {"game": "triology", "seats": seats, "options": {"level": "master", "turn": 600}}
    anna.go(f"t/{anna.call('api/tables', wanted)['code']}")
    page = anna.page
    expect(page.get_by_role("timer")).to_be_visible()
    expect(Player(anna, ANNA).act("draw")).to_be_visible(timeout=30_000)
    expect(page.get_by_role("timer")).not_to_have_text("10:00")  # it runs
    before, asleep = seconds_left(page), time.monotonic()
    chrome = anna.context.new_cdp_session(page)
    chrome.send("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(HIDDEN_S)
    chrome.send("Page.setWebLifecycleState", {"state": "active"})
    expect(page.get_by_role("timer")).not_to_have_text(f"{before // 60}:{before % 60:02}")
    slept = time.monotonic() - asleep
    assert abs(before - seconds_left(page) - slept) <= 1 + (time.monotonic() - asleep - slept)


@pytest.mark.parametrize("hidden", [False, True], ids=["frozen", "hidden and frozen"])
def test_a_page_that_slept_into_the_end_of_a_turn_and_past_it_tells_so(come: Come, data: Path, hidden: bool) -> None:
    """Y13, Y14: the countdown is right to a second and marked in the last ten; then "Time is up" is there."""
    people = [come("Anna"), come("Ben")]
    deck = cards.deck("master")
    match = dealt([deck[:9], deck[9:18]], deck[19:], deck[18], triology.Options(level="master", turn=20), until=20_000)
    code = placed(data, people, match)
    anna, ben = (Player(person, seat) for seat, person in enumerate(people))
    for player in (ben, anna):
        player.goes_to(code)
    anna.draws()  # else the house would draw and discard for her
    soon = anna.page.locator("[role=timer].soon")

    with asleep(anna, hidden=hidden):
        expect(ben.page.get_by_role("timer")).to_have_text(re.compile(r"^0:0[1-8]$"), timeout=30_000)
    expect(soon).to_be_visible()
    before, shown, after = (seconds_left(player.page) for player in (ben, anna, ben))
    assert before + 1 >= shown >= after - 1

    with asleep(anna, hidden=hidden):
        late = re.compile(r"^0:(10|09)$")  # for the discard
        expect(ben.page.get_by_role("timer")).to_have_text(late, timeout=30_000)
    expect(anna.page.get_by_text("Time is up. Discard a card.").first).to_be_visible()
    expect(soon).to_be_visible()
    before, shown, after = (seconds_left(player.page) for player in (ben, anna, ben))
    assert before + 1 >= shown >= after - 1


@contextmanager
def asleep(player: Player, *, hidden: bool) -> Iterator[None]:
    """The page of a player does nothing for a while, and may know that nobody sees it."""
    state = """state => {
        Object.defineProperty(document, 'visibilityState', {value: state, configurable: true})
        document.dispatchEvent(new Event('visibilitychange'))
    }"""
    chrome = player.person.context.new_cdp_session(player.page)
    if hidden:
        player.page.evaluate(state, "hidden")
    chrome.send("Page.setWebLifecycleState", {"state": "frozen"})
    yield
    chrome.send("Page.setWebLifecycleState", {"state": "active"})
    if hidden:
        player.page.evaluate(state, "visible")


def seconds_left(page: Page) -> int:
    minutes, seconds = page.get_by_role("timer").inner_text().split(":")
    return int(minutes) * 60 + int(seconds)
