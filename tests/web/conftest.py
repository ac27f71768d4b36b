"""A running house, and people with browsers of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, expect

from tests.server.houses import Process, process
from tests.web.tables import Person

Come = Callable[..., Person]

expect.set_options(timeout=10_000)  # several browsers share the machine


def is_complaint(line: ConsoleMessage) -> bool:
    # that this header means nothing without encryption is no fault of the page
    if line.type != "error" or "Cross-Origin-Opener-Policy" in line.text:
        return False
    # the browser notes what was refused, and that there is no network; what the page makes of it is what counts
    refused = "a status of 4" in line.text and "/api/" in line.location["url"]
    return not refused and "ERR_INTERNET_DISCONNECTED" not in line.text


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the house keeps its data."""
    return tmp_path_factory.mktemp("house")


@pytest.fixture(scope="module")
def house(data: Path) -> Iterator[Process]:
    """A house that listens on all addresses of the machine."""
    with process(data, "--host", "0.0.0.0") as running:
        yield running


@pytest.fixture
def come(browser: Browser, house: Process) -> Iterator[Come]:
    """Somebody comes with a browser of their own, motion off unless asked for. Nothing may go wrong unseen."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def person(name: str, address: str = "", **choices: Any) -> Person:
        wanted = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}, **choices}
        context = browser.new_context(**wanted)
        contexts.append(context)
        made = Person(context, address or house.address)
        made.page.on("pageerror", lambda error: complaints.append(str(error)))
        made.page.on("console", lambda line: complaints.append(line.text) if is_complaint(line) else None)
        return made.named(name)

    yield person
    for context in contexts:
        context.close()
    assert not complaints
