"""What all games' answers share: how nonsense is answered."""

from __future__ import annotations

import sys


class Nonsense(Exception):
    """What was named is no table; the text is a sentence for whoever named it."""


def refuse(game: str, nonsense: Nonsense) -> int:
    """Say on standard error what makes no sense, and give the exit status."""
    print(f"tercet solve {game}: {nonsense}", file=sys.stderr)
    return 2
