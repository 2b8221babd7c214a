"""The rules of a position."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.json.place import Json
from wallenstein.games.wallenstein.board import DEFAULT
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.rules import EDITIONS, VARIANTS, Rules

GAME: Final = "wallenstein"
KEYS: Final = ("game", "edition", "expansions", "variant", "board")


def read_rules(place: Json, base: Path, setup: str) -> Rules:
    """The rules; a board's path starts at the base, and the set-up follows from the phase."""
    fields = place.members(KEYS)
    options: dict[str, Any] = {"setup": setup}
    if "game" in fields:
        fields["game"].code((GAME,), "this game")
    if "edition" in fields:
        options["edition"] = EDITIONS[fields["edition"].code(EDITIONS, "an edition")]
    names = tuple(EXPANSIONS)
    if "expansions" in fields:
        options["expansions"] = [names[code] for code in fields["expansions"].codes(names, "an expansion")]
    if "variant" in fields and fields["variant"].value is not None:
        options["variant"] = VARIANTS[fields["variant"].code(VARIANTS, "a variant")]
    if "board" in fields:
        options["board"] = fields["board"].text('"default" or the path of a board file')
        if not options["board"].isprintable():  # zero bytes, halves of characters
            fields["board"].wanted("a path that a file can have")
    try:
        rules = rules_from(options, base)
    except ConfigError as error:
        key, _, text = str(error).removeprefix("game.").partition(": ")
        if key in fields:
            fields[key].fail(text)
        fields["board"].fail(str(error))
    return replace(rules, board_name=options.get("board", DEFAULT))  # as the position writes it


def write_rules(rules: Rules) -> dict[str, Any]:
    """All keys, defaults spelled out."""
    return {
        "game": GAME,
        "edition": rules.edition,
        "expansions": list(rules.expansions),
        "variant": rules.variant,
        "board": rules.board_name,
    }
