"""The words of the house: every language has the same ones, and they speak of the same facts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

TEXTS = Path(__file__).resolve().parents[1] / "src/tercet/texts"
SOURCE = "en"  # the language that the others are translated from
LANGUAGES = sorted(folder.name for folder in TEXTS.iterdir() if folder.is_dir())
OTHERS = [language for language in LANGUAGES if language != SOURCE]
FILES = sorted(path.name for path in (TEXTS / SOURCE).glob("*.ftl"))

Entry = ast.Message | ast.Term


@cache
def entries(language: str) -> dict[str, Entry]:
    """Every message and term of a language by its id, terms as "-id"; attributes belong to their entry."""
    found: dict[str, Entry] = {}
    for path in sorted((TEXTS / language).glob("*.ftl")):
        for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{path.name}: {entry.annotations[0].message}: {entry.content}"
            if isinstance(entry, ast.Message | ast.Term):
                name = f"-{entry.id.name}" if isinstance(entry, ast.Term) else entry.id.name
                assert name not in found, f"{language} says {name} twice"
                found[name] = entry
    return found


class Names(Visitor):
    """Collects the variables that an entry uses and the entries it refers to."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.references: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.references.add(node.id.name)

    def visit_TermReference(self, node: ast.TermReference) -> None:
        self.references.add(f"-{node.id.name}")
        self.generic_visit(node)


def names(entry: Entry) -> Names:
    found = Names()
    found.visit(entry)
    return found


def attributes_of_messages(language: str) -> dict[str, set[str]]:
    """Every message with its attributes; terms are a language's own, for one may need cases where another has none."""
    messages = {name: entry for name, entry in entries(language).items() if isinstance(entry, ast.Message)}
    return {name: {attribute.id.name for attribute in entry.attributes} for name, entry in messages.items()}


def test_english_and_german_are_there() -> None:
    assert {"en", "de"} <= set(LANGUAGES)
    assert FILES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_the_same_files(language: str) -> None:
    assert sorted(path.name for path in (TEXTS / language).iterdir()) == FILES


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_the_same_words(language: str) -> None:
    assert attributes_of_messages(language) == attributes_of_messages(SOURCE)


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_speaks_of_the_same_facts(language: str) -> None:
    ours, theirs = entries(SOURCE), entries(language)
    both = ours.keys() & theirs.keys()
    assert {name: names(ours[name]).variables for name in both} == {
        name: names(theirs[name]).variables for name in both
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_refer_to_words_that_are_there(language: str) -> None:
    found = entries(language)
    assert not {name: missing for name in found if (missing := names(found[name]).references - found.keys())}
