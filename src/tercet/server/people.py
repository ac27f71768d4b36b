"""People: a guest is known by a random id in a cookie, of which the database keeps the hash only.

Names are cleaned here: what a name may hold is judged as readers see it, not as it is encoded.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from tercet.engine.core import Illegal
from tercet.server.registry import Session
from tercet.server.store import Person, Store

COOKIE = "tercet"
COOKIE_DAYS = 400  # the longest that browsers keep one
LONGEST_NAME = 25  # letters as readers count them
MOST_MARKS = 3  # accents and the like on one letter
REMEMBERED = 10_000  # people in memory
TOUCH_MS = 600_000  # how often it is noted that a device was here

_ADJECTIVES = """
    Able Agile Amber Bold Brave Bright Brisk Calm Cheery Clever Cosy Curious Daring Eager Early Fair Fancy Fleet Gentle
    Glad Golden Happy Honest Jolly Keen Kind Lively Lucky Merry Mighty Neat Nimble Noble Patient Polite Proud Quick
    Quiet Ready Silver Smart Steady Sunny Swift Tidy Warm Wise Witty Young
"""
_ANIMALS = """
    Badger Bear Beaver Bison Crane Deer Dolphin Duck Eagle Falcon Ferret Finch Fox Gecko Goose Hare Hawk Hedgehog Heron
    Ibex Jackdaw Koala Lark Lemur Lion Llama Lynx Magpie Marten Mole Moose Newt Otter Owl Panda Pelican Penguin Puffin
    Quail Rabbit Raven Robin Salmon Seal Sparrow Squirrel Swan Tiger Toad Tortoise Turtle Walrus Whale Wolf Wren
"""
ADJECTIVES, ANIMALS = _ADJECTIVES.split(), _ANIMALS.split()

T = TypeVar("T")

_TOKEN = re.compile(r"[0-9a-f]{32}")
_ID = re.compile(r"[0-9a-f]{16}")


def new_token() -> str:
    """What a browser is known by: 128 random bits."""
    return secrets.token_hex(16)


def is_id(name: str) -> bool:
    """Whether a name could be a person's id: a host names people by either, so no account is called so."""
    return _ID.fullmatch(name) is not None


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def wall() -> int:
    """The wall clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def friendly_name() -> str:
    """A name for somebody who has not chosen one yet."""
    return f"{secrets.choice(ADJECTIVES)} {secrets.choice(ANIMALS)}"


class People:
    """Everybody who was ever here; those seen lately are remembered without asking the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._touched: OrderedDict[str, int] = OrderedDict()
        self._names: OrderedDict[str, str] = OrderedDict()

    def let_go(self) -> None:
        """Forget what the store knows as well."""
        self._touched.clear()
        self._names.clear()

    async def known(self, token: str | None, browser: str = "") -> Person | None:
        """Whose token this is, if anybody's; `browser` is how that browser calls itself.

        The store is asked each time, so that a device which was signed out is so on every node.
        """
        if not token or not _TOKEN.fullmatch(token):
            return None
        person = await self._store.person(hash_of(token))
        if person:
            _keep(self._names, person.id, person.name)
            await self._touch(hash_of(token), browser)
        return person

    async def _touch(self, token_hash: str, browser: str) -> None:
        """Note now and then when a device was here."""
        now = wall()
        if browser and now - self._touched.get(token_hash, 0) > TOUCH_MS:
            _keep(self._touched, token_hash, now)
            await self._store.registry.touch_session(token_hash, device_of(browser), now)

    async def came(self, person: Person) -> None:
        """Note that somebody came to play: guests who never did are forgotten after a day."""
        await self._store.seen(person.id, wall())

    async def welcome(self, browser: str = "") -> tuple[Person, str]:
        """A new guest, and the token to know them by."""
        token = new_token()
        person = Person(secrets.token_hex(8), friendly_name())
        await self._store.add_person(person, hash_of(token), wall(), device_of(browser))
        _keep(self._names, person.id, person.name)
        return person, token

    async def add_device(self, person: str, browser: str) -> str:
        """Let somebody be known on one more device; gives the token to know it by."""
        token, now = new_token(), wall()
        await self._store.registry.add_session(Session(hash_of(token), person, device_of(browser), now, now))
        return token

    async def forget(self, person: str) -> None:
        """Forget somebody wholly; their seats are for others to see to."""
        await self._store.registry.remove_person(person)
        self._names.pop(person, None)

    async def rename(self, person: str, name: str) -> Person:
        """Give somebody another name, cleaned; raises Illegal for one that cannot be."""
        renamed = Person(person, clean_name(name))
        await self._store.rename(person, renamed.name)
        _keep(self._names, person, renamed.name)
        return renamed

    async def names(self, people: Iterable[str]) -> dict[str, str]:
        """The names of these people, empty for those who are no longer known."""
        wanted = set(people)
        if missing := wanted - self._names.keys():
            found = await self._store.names(missing)
            for person in missing - self._names.keys():  # who got another name meanwhile keeps it
                _keep(self._names, person, found.get(person, ""))
        return {person: self._names.get(person, "") for person in wanted}


def _keep(memory: OrderedDict[str, T], key: str, value: T) -> None:
    memory[key] = value
    memory.move_to_end(key)
    while len(memory) > REMEMBERED:
        memory.popitem(last=False)


# ---------------------------------------------------------------------------------------------------- devices

# The first that fits counts: many browsers claim to be another too.
_BROWSERS = {"Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "FxiOS": "Firefox"}
_BROWSERS |= {"Chrome": "Chrome", "CriOS": "Chrome", "Safari": "Safari"}
_SYSTEMS = {"iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "Windows": "Windows", "Mac OS": "Mac"}
_SYSTEMS |= {"CrOS": "Chromebook", "Linux": "Linux"}


def device_of(browser: str) -> str:
    """A browser's name for itself in a word or two, "Firefox, Android"; all that is kept of it."""
    named = (next((name for part, name in names.items() if part in browser), "") for names in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, named))


# ------------------------------------------------------------------------------------------------------ names

_JOINER, _NON_JOINER = "\u200d", "\u200c"
_INVISIBLE = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", _JOINER, _NON_JOINER}  # fillers that count as letters
_BLACK_FLAG = "\U0001f3f4"


def clean_name(text: str) -> str:
    """A name as it is shown; raises Illegal ("name_empty", "name_too_long") for one that cannot be.

    Control characters and those that turn the direction of writing go, white space is one blank, marks do not pile up.
    """
    name = clean_text(text)
    if all(char in _INVISIBLE or _is_mark(char) or char.isspace() for char in name):
        raise Illegal("name_empty", "")
    if (length := len(graphemes(name))) > LONGEST_NAME:
        raise Illegal("name_too_long", "", most=LONGEST_NAME, length=length)
    return name


def clean_text(text: str) -> str:
    """Any text of a person as it may be shown: one line, nothing invisible that could mislead."""
    text = unicodedata.normalize("NFC", text)
    text = " ".join("".join(" " if _is_blank(char) else char for char in text).split())
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if _is_mark(char) else 0
        if marks <= MOST_MARKS and (not _is_control(char) or (_is_tag(char) and _in_flag(kept))):
            kept.append(char)
    return "".join(kept).strip(" " + _JOINER + _NON_JOINER)


def _is_blank(char: str) -> bool:
    return char.isspace() or char == "\u2800"


def _is_control(char: str) -> bool:
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co") and char not in (_JOINER, _NON_JOINER)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")


def _is_tag(char: str) -> bool:
    return "\U000e0020" <= char <= "\U000e007f"


def _in_flag(before: list[str]) -> bool:
    """Whether tags may follow: flags of regions are a black flag and tags."""
    return bool(before) and (before[-1] == _BLACK_FLAG or _is_tag(before[-1]))


def graphemes(text: str) -> list[str]:
    """The letters of a text as readers count them: an accented letter, a flag, a family is one (mostly UAX 29)."""
    letters: list[str] = []
    for char in text:
        if letters and _continues(letters[-1], char):
            letters[-1] += char
        else:
            letters.append(char)
    return letters


def _continues(letter: str, char: str) -> bool:
    """Whether a character belongs to the letter before it."""
    if unicodedata.category(char) in ("Mn", "Me", "Mc") or char in (_JOINER, _NON_JOINER) or _is_tag(char):
        return True
    if "\U0001f3fb" <= char <= "\U0001f3ff":  # the colour of a skin
        return True
    if letter.endswith(_JOINER) and ord(char) > 0x2000:  # a picture joined to a picture
        return True
    if _is_regional(char):  # two of them are a flag
        return len(letter) == 1 and _is_regional(letter)
    return _is_jamo(char) and "\u1100" <= letter[-1] <= "\u11ff"


def _is_regional(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _is_jamo(char: str) -> bool:
    return "\u1160" <= char <= "\u11ff"  # vowels and finals of Hangul that are not composed


# What looks alike in most scripts, after accents and case are gone: Cyrillic, Greek, digits and signs.
_ALIKE = str.maketrans(
    "\u0430\u0432\u0435\u0437\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b6\u03c9\u03f2\u0131\u0261"
    "01|i35",
    "abe3kmhopctyxljshdqwabenlkmvoptuxzwclgollles",
)


@lru_cache(maxsize=4096)  # a table is shown again and again, to each who looks at it
def look(name: str) -> str:
    """What a reader sees of a name at a glance: equal for names that are taken for each other."""
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    seen = "".join(c for c in bare if not _is_mark(c) and c not in _INVISIBLE and not c.isspace())
    return seen.translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def told_apart(names: Sequence[str]) -> list[str]:
    """The names of a table, a number behind each that looks like one before it; empty ones stay empty."""
    taken: set[str] = set()
    shown: list[str] = []
    for name in names:
        tries = (name if n == 1 else f"{name} ({n})" for n in range(1, len(names) + 2))
        fresh = next(one for one in tries if not name or look(one) not in taken)
        taken.add(look(fresh))
        shown.append(fresh)
    return shown
