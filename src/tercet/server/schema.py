"""Prints the types of the HTTP interface and of the socket as one OpenAPI document: `python -m tercet.server.schema`.

The client's types are generated from it, so it also holds what the messages carry undecoded: the wishes, the facts
and the reviews of the games.
"""

from __future__ import annotations

import json
import re
from functools import reduce
from importlib import import_module
from operator import or_
from typing import Any

import msgspec

from tercet.engine import GAMES, load, match
from tercet.review.triology import Missed
from tercet.server import messages
from tercet.server.app import build_app
from tercet.server.config import Config

OF_ONE_GAME = r"tercet[._](?:engine|review)[._]([a-z0-9]+)(?:_[a-z]+)?[._](\w+)"  # a game may have several modules


def document() -> dict[str, Any]:
    """The OpenAPI document."""
    doc: dict[str, Any] = build_app(Config()).openapi_schema.to_schema()
    unions = {
        "ClientMessage": messages.ClientMessage,
        "ServerMessage": messages.ServerMessage,
        "CommonAction": reduce(or_, match.OWN_ACTIONS),
        "CommonEvent": reduce(or_, match.OWN_EVENTS),
        "View": reduce(or_, (load(game).View for game in GAMES)),
    }
    for game in GAMES:
        rules, name = load(game), game.capitalize()
        unions[f"{name}Action"] = reduce(or_, rules.ACTIONS)
        unions[f"{name}Event"] = reduce(or_, rules.EVENTS)
    alone = [messages.Problem, *(import_module(f"tercet.review.{game}").Review for game in GAMES), Missed]
    types = [*unions.values(), *alone]
    schemas, components = msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")
    named = dict(zip(unions, schemas, strict=False))
    every = doc["components"]["schemas"] | components | named
    doc["components"]["schemas"] = dict(sorted(every.items()))
    doc["paths"] = {}  # the client calls by its own names (`api.ts`): it needs the types alone
    made: dict[str, Any] = json.loads(re.sub(OF_ONE_GAME, game_type, json.dumps(doc)))
    return made


def game_type(found: re.Match[str]) -> str:
    """The name of a type that several games have: "TriosView" for `trios.View`."""
    return found[1].capitalize() + found[2]


if __name__ == "__main__":
    print(json.dumps(document(), indent=1))
