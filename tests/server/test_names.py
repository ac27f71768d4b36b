"""Names of people: what they may hold, counted as readers count."""

from __future__ import annotations

import pytest

from tercet.engine.core import Illegal
from tercet.server.people import ADJECTIVES, ANIMALS, clean_name, friendly_name, graphemes

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
FLAG = "\U0001f1e9\U0001f1ea"
THUMB = "\U0001f44d\U0001f3fd"
HEART = "\u2764\ufe0f"


@pytest.mark.parametrize("letter", [FAMILY, SCOTLAND, FLAG, THUMB, HEART, "e\u0301", "\u1112\u1161\u11ab", "a"])
def test_a_composed_letter_is_one(letter: str) -> None:
    assert graphemes(letter * 3) == [letter] * 3
    assert clean_name(letter * 25)
    with pytest.raises(Illegal, match="name_too_long"):
        clean_name(letter * 26)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann \t\n Lee ", "Ann Lee"),
        ("<img src=x onerror=alert>", "<img src=x onerror=alert>"),
        ("e\u0301", "\u00e9"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("\u2066Ben\u2069", "Ben"),
        ("B\x00e\x1bn", "Ben"),
        ("q\u0301\u0302\u0303\u0304\u0305\u0306", "q\u0301\u0302\u0303"),
        ("\u05d0\u05d1 ab", "\u05d0\u05d1 ab"),
        ("\u00a0\u3000Ann\u2003", "Ann"),
        ("\U000e0041Ann", "Ann"),
        (FAMILY, FAMILY),
        (SCOTLAND, SCOTLAND),
    ],
)
def test_names_are_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name == clean_name(name)


@pytest.mark.parametrize(
    "text", ["", "   ", "\u200b", "\u202e", "\u3164", "\u2800", "\u200d", "\u0301", "\x00", "\ufeff"]
)
def test_names_that_nobody_could_see_are_refused(text: str) -> None:
    with pytest.raises(Illegal, match="name_empty"):
        clean_name(text)


def test_guests_have_friendly_names() -> None:
    names = {friendly_name() for _ in range(200)}
    assert len(names) > 150
    assert all(clean_name(name) == name for name in names)
    assert len(set(ADJECTIVES)) == len(ADJECTIVES) and len(set(ANIMALS)) == len(ANIMALS)
