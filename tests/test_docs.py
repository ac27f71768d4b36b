"""The documentation is held to the code: refusals, rulings, examples, links."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from operator import or_
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

import dev
from tercet.engine import GAMES, grid, load, match, sets, triology_cards, trios
from tercet.engine.chance import commitment
from tercet.engine.match import action_decoder
from tercet.server import messages
from tercet.server.app import API

ROOT = Path(__file__).resolve().parents[1]
PACKAGE, DOCS, TEXTS = ROOT / "src/tercet", ROOT / "docs", ROOT / "src/tercet/texts"
LANGUAGES = sorted(folder.name for folder in TEXTS.iterdir() if folder.is_dir())
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])

RULING = re.compile(r"\b[STXYG][1-9]\d?[a-z]?\b")
NAME = re.compile(r"`(\w+)`")


# ------------------------------------------------------------------------------------------------- refusals


class Saying(NamedTuple):
    """Where a call says a code and the ruling, by position or by name; and what it says if it does not name one."""

    code: tuple[int, str]
    ruling: tuple[int, str] = (1, "ruling")
    unsaid: str = ""
    detail: tuple[str, ...] = ()


SAYING = {
    "Illegal": Saying((0, "code")),
    "Can": Saying((0, "no")),
    "Refused": Saying((0, "code")),
    "BadFrame": Saying((0, "code"), unsaid="bad_frame"),
    "Goodbye": Saying((1, "code"), (-1, "")),
    "Limit": Saying((0, "code"), (-1, ""), detail=("wait_ms",)),
    "problem": Saying((1, "code"), (2, "ruling")),
    "_refuse": Saying((1, "code"), (2, "ruling")),
}
SPREAD = {"where": {"field", "reason"}}  # the names of `**where(…)`


class Refusal(NamedTuple):
    """What is known of a code: the rulings it is given by, and the names of its facts."""

    rulings: set[str]
    detail: set[str]


def refusals() -> dict[str, Refusal]:
    """Every code by which the package refuses something or closes a connection, read from the source."""
    found: dict[str, Refusal] = defaultdict(lambda: Refusal(set(), set()))
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (saying := SAYING.get(called(node))):
                for code in said(node, *saying.code) or [saying.unsaid] * (not node.args):
                    found[code].rulings.update(said(node, *saying.ruling))
                    found[code].detail.update(details(node), saying.detail)
            elif isinstance(node, ast.Dict) and (codes := by_status(node)):
                found |= {code: found[code] for code in codes}
    found.pop("", None)
    return dict(found)


def said(node: ast.Call, position: int, name: str) -> list[str]:
    """The texts that this argument of a call may be, but for the empty one."""
    by_name = next((keyword.value for keyword in node.keywords if keyword.arg == name), None)
    value = node.args[position] if 0 <= position < len(node.args) else by_name
    return [text for text in constants(value) if text] if value else []


def constants(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)
    elif isinstance(node, ast.Call) and called(node) == "get":  # codes.get(status, "bad_request")
        yield from constants(node.args[-1])
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def details(node: ast.Call) -> Iterator[str]:
    """The names of the facts that a call gives."""
    for keyword in node.keywords:
        if keyword.arg not in (None, "code", "no", "ruling"):
            yield str(keyword.arg)
        elif keyword.arg is None and isinstance(keyword.value, ast.Call):
            yield from SPREAD[called(keyword.value)]


def by_status(node: ast.Dict) -> list[str]:
    """The codes of a table from HTTP status to code."""
    keys = [isinstance(key, ast.Constant) and isinstance(key.value, int) and key.value >= 400 for key in node.keys]
    return [code for value in node.values for code in constants(value)] if keys and all(keys) else []


def called(node: ast.Call) -> str:
    """The last name of what is called: `Illegal` in `core.Illegal(…)`."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def catalogue() -> dict[str, Refusal]:
    """The refusals that docs/refusals.md explains."""
    rows = re.findall(r"^\| `(\w+)` \|([^|]*)\|([^|]*)\|", page("refusals.md"), re.MULTILINE)
    assert len(rows) == len({code for code, *_ in rows}), "a code stands twice in the catalogue"
    return {code: Refusal(set(RULING.findall(rulings)), set(NAME.findall(detail))) for code, rulings, detail in rows}


def of_the_browser() -> set[str]:
    """The codes that the client gives itself, by the list in docs/refusals.md."""
    return set(re.findall(r"^- `(\w+)`", page("refusals.md"), re.MULTILINE))


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def test_the_catalogue_of_refusals_is_complete() -> None:
    assert catalogue() == refusals()


def test_the_catalogue_knows_what_the_client_refuses_itself() -> None:
    client = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "web/src").rglob("*.*"))
    assert of_the_browser()
    assert not {code for code in of_the_browser() if not re.search(rf"['-]{code}'", client)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_a_sentence(language: str) -> None:
    body = FluentParser().parse((TEXTS / language / "refused.ftl").read_text(encoding="utf-8")).body
    said = {entry.id.name for entry in body if isinstance(entry, fluent.Message)}
    # "refused-too_late-by-house" is another sentence for `too_late`
    assert {name.split("-")[1] for name in said if name.startswith("refused-")} == catalogue().keys() | of_the_browser()


# ------------------------------------------------------------------------------------------------- the rules


def rule_pages() -> list[tuple[str, str]]:
    """The pages of rules as (game, language)."""
    return [(game, language) for game, language in (path.stem.split(".") for path in sorted(DOCS.glob("rules/*.md")))]


def rules(game: str, language: str) -> str:
    return page(f"rules/{game}.{language}.md")


def anchors(text: str) -> list[str]:
    """The rulings that have a heading of their own, in order."""
    return re.findall(rf"^### ({RULING.pattern}) \S", text, re.MULTILINE)


def examples(text: str) -> list[list[str]]:
    """The lines of each block of cards; its language is the game's name."""
    return [block.splitlines() for block in re.findall(r"^```(?!text)\w+\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)]


def cited() -> Iterator[tuple[Path, str]]:
    """Where the package and the client cite which ruling; drawings are left out, for their paths look like rulings."""
    client = [path for path in (ROOT / "web/src").rglob("*.*") if path.suffix in (".ts", ".svelte")]
    drawings = {*(ROOT / "web/src/lib/cards").iterdir(), ROOT / "web/src/lib/icons.ts"}
    for path in [*PACKAGE.rglob("*.py"), *TEXTS.rglob("*.ftl"), *sorted({*client} - drawings)]:
        yield from ((path, ruling) for ruling in RULING.findall(path.read_text(encoding="utf-8")))


def test_the_rules_are_there_in_every_language() -> None:
    pages = rule_pages()
    assert {language for _, language in pages} == set(LANGUAGES)
    assert len(pages) == len(LANGUAGES) * len({game for game, _ in pages})


@pytest.mark.parametrize("game", sorted({game for game, _ in rule_pages()}))
def test_the_rules_are_the_same_in_every_language(game: str) -> None:
    texts = [rules(game, language) for language in LANGUAGES]
    assert all(anchors(text) == anchors(texts[0]) for text in texts)
    assert all(examples(text) == examples(texts[0]) for text in texts)
    assert len(set(anchors(texts[0]))) == len(anchors(texts[0]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_cited_in_the_package_can_be_read(language: str) -> None:
    known = {anchor for game, of in rule_pages() if of == language for anchor in anchors(rules(game, language))}
    missing = {f"{path.relative_to(ROOT)}: {ruling}" for path, ruling in cited() if ruling not in known}
    assert not missing


@pytest.mark.parametrize(("game", "language"), rule_pages())
def test_the_examples_of_the_rules_are_right(game: str, language: str) -> None:
    text = rules(game, language)
    assert examples(text) and len(examples(text)) == text.count(f"```{game}\n")
    for lines in examples(text):
        RIGHT[game](*lines)


def right_in_trios(cards: str, verdict: str) -> None:
    """Three cards, and "= set" or the features in which they are none."""
    a, b, c = (trios_card(code) for code in cards.split())
    wrong = [WORDS.get(fault.feature, fault.feature) for fault in sets.faults(a, b, c)]
    assert verdict == ("= set" if sets.is_set(a, b, c) else " ".join(["x", *sorted(wrong, key=ORDER.index)]))


WORDS = {"number": "quantity"}
ORDER = ["quantity", "colour", "shape", "filling"]


def trios_card(code: str) -> int:
    """The card with these digits: quantity, colour, shape, filling, each 1-3."""
    quantity, colour, shape, filling = (int(digit) - 1 for digit in code)
    return sets.card_of([colour, quantity, shape, filling])


def right_in_triple3(*lines: str) -> None:
    """Three rows of a grid, then what a cell can be covered by ("1: blue 1") or where a card may go ("B2C: 1 3")."""
    tops = [triple3_card(code) for row in lines[:3] for code in row.split()]
    assert len(set(tops)) == 9
    for line in lines[3:]:
        name, told = line.split(": ")
        if name.isdecimal():
            found = {grid.VALUES[value] for value in grid.values(grid.coverable(tops)[int(name) - 1])}
        else:
            found = {str(cell + 1) for cell in grid.CELLS if grid.formed(tops, triple3_card(name), cell)}
        assert set(told.split()) - {"-"} == found and (told == "-") == (not found), line


def triple3_card(code: str) -> int:
    """The card with this colour, number of waves and shape."""
    return "RBPY".index(code[0]) * 16 + "CDUS".index(code[2]) * 4 + int(code[1])


def right_in_triology(named: str, verdict: str) -> None:
    """Three cards, and "= set" or the features in which the reading that fails least makes none."""
    groups = [triology_cards.parsed(code) for code in named.split()]
    faults = min((triology_cards.faults_of((a, b, c)) for a, b, c in product(*groups)), key=len)
    assert verdict == (" ".join(["x", *(fault.feature for fault in faults)]) if faults else "= set")
    assert bool(triology_cards.readings_of(groups)) == (not faults)


RIGHT: dict[str, Callable[..., None]] = {
    "trios": right_in_trios,
    "triple3": right_in_triple3,
    "triology": right_in_triology,
}


# ------------------------------------------------------------------------------------------------ the protocol

SHOWN_BEFORE = "…"


def session() -> Iterator[tuple[str, str]]:
    """What is sent (→) and what comes back (←) in docs/protocol.md, each as one line of text."""
    for block in re.findall(r"^```wire\n(.*?)\n```$", page("protocol.md"), re.MULTILINE | re.DOTALL):
        for arrow, text in re.findall(r"^([→←]) (.*(?:\n[ ].*)*)", block, re.MULTILINE):
            yield arrow, " ".join(line.strip() for line in text.splitlines())


def test_the_messages_of_the_protocol_are_messages() -> None:
    before: dict[str, Any] = {}
    shown: set[str] = set()
    for arrow, text in session():
        if not text.startswith("{"):
            continue
        fields = json.loads(text)
        message = {key: before[key] if value == SHOWN_BEFORE else value for key, value in fields.items()}
        before |= message
        kinds: Any = messages.ClientMessage if arrow == "→" else messages.ServerMessage
        if message["t"] == "nonsense":
            with pytest.raises(msgspec.ValidationError):
                msgspec.json.decode(json.dumps(message), type=kinds)
            continue
        known = msgspec.json.decode(json.dumps(message), type=kinds)
        if isinstance(known, messages.Act):
            action_decoder("trios").decode(known.action)
        if isinstance(known, messages.Update):
            assert all(event_decoder().decode(json.dumps(event)) for row in known.rows for event in row.events)
        shown.add(message["t"])
    assert shown >= {"hello", "welcome", "join", "presence", "look", "act", "update", "refused", "talk", "said"}


def event_decoder() -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(reduce(or_, (*trios.EVENTS, *match.OWN_EVENTS)))


def test_the_requests_of_the_protocol_are_requests() -> None:
    bodies = {"tables": messages.NewTable, "sit": messages.Sit}
    requests = [text.split(" ", 2) for arrow, text in session() if arrow == "→" and not text.startswith("{")]
    for method, path, *body in requests:
        assert (method, re.sub(r"/[A-Z]{5}\b", "/{code}", path)) in routes()
        if body:
            msgspec.convert(json.loads(body[0]), bodies[path.rsplit("/", 1)[-1]])
    answers = [text.split(" ", 1)[1] for arrow, text in session() if arrow == "←" and not text.startswith("{")]
    assert requests and all(msgspec.convert(json.loads(answer), messages.Table) for answer in answers)


def test_the_protocol_lists_every_request() -> None:
    told = re.findall(r"^\| `(GET|POST|PATCH) ([^`]+)` \|", page("protocol.md"), re.MULTILINE)
    assert sorted(told) == sorted(routes())


def routes() -> list[tuple[str, str]]:
    """The addresses of the HTTP interface as (method, path), its variables without their types."""
    paths = [(method, path) for handler in API for method in handler.http_methods for path in handler.paths]
    return [(str(method), re.sub(r":\w+}", "}", path).lstrip("/")) for method, path in paths]


def test_the_protocol_lists_every_message_and_fact() -> None:
    told = set(re.findall(r"`([a-z0-9_.]+)`", page("protocol.md")))
    kinds = [*get_args(messages.ClientMessage), *get_args(messages.ServerMessage)]
    kinds += [kind for game in map(load, GAMES) for kind in (*game.ACTIONS, *game.EVENTS)]
    kinds += [*match.OWN_ACTIONS, *match.OWN_EVENTS]
    assert not {kind.__struct_config__.tag for kind in kinds} - told


def test_the_seed_of_the_session_is_the_one_it_committed_to() -> None:
    common = [text for _, text in session() if '"seed": "' in text]
    ((digest, seed),) = re.findall(r'"commitment": "(\w+)".*"seed": "(\w+)"', common[0])
    assert commitment(seed) == digest


# ----------------------------------------------------------------------------------------------- the readme


def readme() -> str:
    return (ROOT / "README.md").read_text(encoding="utf-8")


def shown_commands() -> list[tuple[str, str]]:
    """The commands of README's examples, each with the output that is shown."""
    blocks = re.findall(r"^```console\n(.*?)^```$", readme(), re.MULTILINE | re.DOTALL)
    return [example for block in blocks for example in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]


SHOWN_FILES = {command[4:]: shown for command, shown in shown_commands() if command.startswith("cat ")}


@pytest.mark.parametrize(("command", "shown"), [one for one in shown_commands() if not one[0].startswith("cat ")])
def test_the_examples_of_the_readme_are_right(command: str, shown: str, tmp_path: Path) -> None:
    program, *args = command.split()
    assert program == "tercet"
    for name, text in SHOWN_FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command_line = [sys.executable, "-m", "tercet.cli", *args]
    done = subprocess.run(command_line, capture_output=True, text=True, check=True, cwd=tmp_path)
    parts = shown.split("…\n")  # where lines are left out
    assert done.stdout.startswith(parts[0])
    assert all(part in done.stdout for part in parts)
    assert len(parts) > 1 or done.stdout == shown


def test_the_pictures_are_shown_and_light() -> None:
    pictures = {path.relative_to(ROOT).as_posix(): path.stat().st_size for path in DOCS.glob("pictures/*")}
    assert set(re.findall(r"docs/pictures/[\w.-]+", readme())) == pictures.keys()
    assert max(pictures.values()) < 200_000


# ------------------------------------------------------------------------------------------- links and paths


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)\s#]+)", path.read_text(encoding="utf-8"))
    assert not [target for target in targets if "://" not in target and not (path.parent / target).exists()]


def test_the_map_of_the_house_is_true() -> None:
    cells = re.findall(r"^\| (`.*?`) \|", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.MULTILINE)
    paths = [path.rstrip("/") for cell in cells for path in re.findall(r"`([^` ]+)`", cell)]
    named = set(paths)
    assert len(named) == len(paths), "something stands twice in the map"
    assert not [path for path in named if not (ROOT / path).exists()]
    folders = [*PACKAGE.glob("[a-z]*/"), *ROOT.glob("web/src/[a-z]*/"), *ROOT.glob("tests/[a-z]*/")]
    modules = [*PACKAGE.glob("[a-z]*.py"), *PACKAGE.glob("engine/[a-z]*.py"), *PACKAGE.glob("server/[a-z]*.py")]
    there = {path.relative_to(ROOT).as_posix() for path in (*folders, *modules)}
    assert there - named <= {"src/tercet/engine", "src/tercet/server", "src/tercet/web"}


def test_decisions_are_numbered() -> None:
    """One after another, and each page's heading has the number of its file."""
    pages = sorted(DOCS.glob("decisions/*.md"))
    assert [int(path.name[:4]) for path in pages] == list(range(1, len(pages) + 1))
    headings = [path.read_text(encoding="utf-8").split(".")[0] for path in pages]
    assert headings == [f"# {number}" for number in range(1, len(pages) + 1)]


def test_every_command_that_is_named_is_there() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in PAGES)
    assert not set(re.findall(r"`make (\w+)", texts)) - dev.COMMANDS.keys()
