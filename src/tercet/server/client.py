"""The built web client as it is sent: its page with the house's path in it, and its files, packed once.

Framework-free; `app` puts it on the wire.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from html import escape
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent.parent / "web"
PACKABLE = re.compile(r"text/|application/(javascript|json|manifest\+json|wasm)|image/svg")
HASHED = re.compile(r"-[\w-]{8,}\.\w+$")  # as Vite names what never changes

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Tercet</title></head>
<body><h1>Tercet</h1>
<p>The house is open, but its pages are not built yet. Stop it and run <code>make play</code> (or
<code>python3 dev.py play</code>) in the project's folder: that builds them.</p></body></html>
"""


class File(NamedTuple):
    """A file as it is sent; `for_ever` if its name changes with its content."""

    content: bytes
    packed: bytes | None
    media: str
    tag: str
    for_ever: bool


class Client:
    """The client in a folder; files are read when first asked for, and again when they change."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder.resolve()
        self._files: dict[Path, tuple[int, File]] = {}

    def page(self, base: str) -> str:
        """The client's page for a house that stands at this path."""
        index = self.file("index.html")
        if index is None:
            return NOT_BUILT
        tag = f'<base href="{escape(base)}">'
        page, found = re.subn(r"<base\b[^>]*>", tag, index.content.decode(), count=1)
        return page if found else page.replace("<head>", f"<head>{tag}", 1)

    def file(self, name: str) -> File | None:
        """A file of the client, if there is one of this name."""
        if not name or "\0" in name or len(name) > 200:
            return None
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            return None
        changed = path.stat().st_mtime_ns
        known = self._files.get(path)  # by its only path: there are endless ways to write one
        if known is None or known[0] != changed:
            known = self._files[path] = (changed, _read(path))
        return known[1]


def _read(path: Path) -> File:
    content = path.read_bytes()
    media = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(content, 9, mtime=0) if PACKABLE.match(media) and len(content) > 500 else None
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:16]}"'
    return File(content, packed, media, tag, bool(HASHED.search(path.name)))
