"""The `[game]` section and the options of `wallenstein play`, read into rules; the fingerprint of rules."""

import json
from collections.abc import Mapping
from itertools import combinations
from os.path import expanduser
from pathlib import Path
from typing import Any, Final

from wallenstein.core.documents import RawTable, Schema
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import PlayOption, unknown_keys
from wallenstein.core.program.own_code import check_data, check_module, code_file
from wallenstein.core.text import brief, did_you_mean
from wallenstein.games.wallenstein.board import Board, board, board_name, has_file
from wallenstein.games.wallenstein.board.values import BASE, MOST, REFIT
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.rules import EDITIONS, SETUPS, VARIANTS, Rules
from wallenstein.games.wallenstein.tower.loading import OwnTower, make_tower, source_of

SAMPLE: Final = ("sample", "around", "first")
MOST_BOARDS: Final = 1000
KEYS: Final = ("name", "edition", "expansions", "variant", "setup", "board", "tower")


def every_rule() -> tuple[Mapping[str, Any], ...]:
    """Sections that together use every rule: each edition with all its options, and each tower."""
    chosen = [list(some) for count in range(len(EXPANSIONS) + 1) for some in combinations(EXPANSIONS, count)]
    manual = ({}, *({"variant": variant} for variant in VARIANTS))
    return (
        *({"setup": setup, "expansions": expansions} for setup in SETUPS for expansions in chosen),
        *({"edition": "first", "setup": setup, **variant} for setup in SETUPS for variant in manual),
        {"tower": "open"},
        {"tower": "baffles"},
        {"tower": "ledges"},
    )


def key_schemas() -> Schema:
    expansions = {"type": "array", "items": {"enum": list(EXPANSIONS)}, "uniqueItems": True}
    tower = {"type": ["object", "string"], "properties": {"model": {"type": "string"}}}
    return {
        "edition": {"enum": EDITIONS, "default": "second", "description": "The second (2012) or the first (2002)"},
        "expansions": {**expansions, "default": [], "description": "Expansions of the second edition"},
        "variant": {"enum": VARIANTS, "description": "Variants of the first edition"},
        "setup": {"enum": SETUPS, "default": "default", "description": "The line-up printed in the rules, or a draft"},
        "board": {
            "type": ["string", "object"],
            "properties": {
                "sample": {"type": "integer"},
                "around": {"enum": [BASE]},
                "first": {"type": "integer"},
            },
            "default": "default",
            "description": "A packaged board such as refit, a drawn one such as refit:7, several such as "
            '{sample = 20, around = "refit"}, or a board file',
        },
        "tower": {**tower, "default": {"model": "sieve"}, "description": "The tower's model and its parameters"},
    }


def rules_from(options: Mapping[str, object], base: Path) -> Rules:
    """Rules from named options; a relative board path starts at `base`. Raises ConfigErrors with every mistake."""
    mistakes = unknown_keys(options, KEYS)
    edition = mistakes.read(one_of, "edition", options.get("edition", "second"), EDITIONS)
    setup = mistakes.read(one_of, "setup", options.get("setup", "default"), SETUPS)
    variant = mistakes.read(read_variant, options.get("variant"), edition)
    expansions = mistakes.read(read_expansions, options.get("expansions", []), edition)
    tower = mistakes.read(read_tower, options.get("tower", {"model": "sieve"}), base)
    found = mistakes.read(read_board, options.get("board", "default"), base)
    mistakes.raise_any()
    assert edition is not None
    assert setup is not None
    assert expansions is not None
    assert tower is not None
    assert found is not None
    return Rules(edition, expansions, variant, setup, *found, tuple(sorted({"model": "sieve", **tower}.items())))


def read_variant(value: object, edition: str | None) -> str | None:
    """The variant; only the first edition has any."""
    if value is None:
        return None
    variant = one_of("variant", value, VARIANTS)
    if edition not in ("first", None):
        raise ConfigError(f'game.variant: "{variant}" belongs to the first edition; set game.edition = "first"')
    return variant


def read_tower(value: object, base: Path) -> RawTable:
    if isinstance(value, str):
        value = {"model": value}
    if not isinstance(value, Mapping):
        raise ConfigError('game.tower: must be a table such as {model = "sieve"}')
    tower = placed(value, base)
    if isinstance(own := make_tower(tower), OwnTower):
        own.file  # noqa: B018  # which must be there; nothing in it is run before it is needed
    return tower


def read_board(value: object, base: Path) -> tuple[Board, str]:
    """The board, and its name: the path of its file, if it has one."""
    if not isinstance(value, str) or "\0" in value:
        text = f'must be "default", "refit:7" or the like, or the path of a board file, not {value!r:.60}'
        raise ConfigError(f"game.board: {text}")
    if not has_file(value):
        return board(value), board_name(value)
    path = (base / value).resolve()
    check_data("game.board", path)
    return board(path), str(path)


def expand_value(key: str, value: object) -> list[Any]:
    """The values that a value of a key stands for: `{ sample = 20 }` means twenty drawn boards."""
    if key != "board" or not isinstance(value, Mapping):
        return [value]
    for unknown in value.keys() - set(SAMPLE):
        raise ConfigError(f"game.board.{unknown}: there is no such key; {did_you_mean(unknown, SAMPLE)}")
    count, first = value.get("sample"), value.get("first", 1)
    if type(count) is not int or not 1 <= count <= MOST_BOARDS:
        raise ConfigError(f"game.board.sample: must be a number of boards, 1 to {MOST_BOARDS}, not {count!r:.60}")
    if type(first) is not int or not 1 <= first <= MOST - count:
        raise ConfigError(f"game.board.first: must be the number of the first board, from 1, not {first!r:.60}")
    one_of("board.around", value.get("around", BASE), (BASE,))
    return [f"{REFIT}{number}" for number in range(first, first + count)]


def placed(tower: Mapping[str, object], base: Path) -> RawTable:
    """The tower's options with the full path of a model's file, so that they can be read from anywhere.

    Raises ConfigError if the model is code that must not be imported.
    """
    place, colon, name = str(tower.get("model", "sieve")).rpartition(":")
    if colon and place.endswith(".py"):
        return {**tower, "model": f"{code_file('game.tower.model', (base / place).resolve())}:{name}"}
    if colon:
        check_module("game.tower.model", place)
    return dict(tower)


def one_of(key: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise ConfigError(f"game.{key}: {_shown(value)} is not allowed; {did_you_mean(value, allowed, are='allowed')}")
    return value


def _shown(value: object) -> str:
    try:
        return brief(json.dumps(value, default=str, ensure_ascii=False))
    except (ValueError, RecursionError):  # a whole number of thousands of digits
        return "a value too large to show"


def read_expansions(value: object, edition: str | None = "second") -> tuple[str, ...]:
    """The expansions in their fixed order, each once; only the second edition has any."""
    if not isinstance(value, list | tuple):
        raise ConfigError(f"game.expansions: must be a list of names, not {_shown(value)}")
    for name in value:
        one_of("expansions", name, tuple(EXPANSIONS))
    if len(set(value)) != len(value):
        raise ConfigError("game.expansions: names an expansion twice")
    if value and edition not in ("second", None):
        raise ConfigError(
            f"game.expansions: {', '.join(value)}: only the second edition has expansions; "
            "the first edition is played with game.expansions = []"
        )
    return tuple(name for name in EXPANSIONS if name in value)


def spelled_out(rules: Rules) -> RawTable:
    """The options of these rules, with defaults, without keys that have no value."""
    spelled: RawTable = {
        "edition": rules.edition,
        "expansions": list(rules.expansions),
        "setup": rules.setup,
        "board": rules.board_name,
        "tower": dict(rules.tower_options),
    }
    if rules.variant is not None:
        spelled["variant"] = rules.variant
    return spelled


def essence(rules: Rules) -> Any:
    """The data of the rules that decide games: the contents of board and tower, wherever their files lie."""
    options = spelled_out(rules)
    options["board"] = rules.board.content_hash()
    options["tower"]["model"] = options["tower"]["model"].rpartition(":")[2]
    return sorted(options.items()), source_of(make_tower(dict(rules.tower_options)))


PLAY_OPTIONS: Final = (
    PlayOption("--draft", "Draft the counties instead of the default line-up.", switch=True),
    PlayOption("--edition", "second (the default) or first.", "NAME"),
    PlayOption("--variant", "manual (first edition only).", "NAME"),
    PlayOption(
        "--expansion", f"{' or '.join(EXPANSIONS)} (second edition only); can be repeated.", "NAME", repeated=True
    ),
    PlayOption("--board", "A packaged board such as refit, or a file with your own values.", "BOARD", "default"),
    PlayOption("--tower", "The tower's model, such as baffles,catch=0.3.", "MODEL[,KEY=N]…", "sieve"),
)


def chosen_options(chosen: Mapping[str, Any]) -> RawTable:
    """The options as keys of the section `[game]`; a variant implies its edition."""
    variant = chosen["variant"]
    options: RawTable = {
        "edition": chosen["edition"] or ("first" if variant else "second"),
        "setup": "draft" if chosen["draft"] else "default",
        "expansions": list(chosen["expansion"]),
        "board": str(Path(expanduser(chosen["board"]))),
        "tower": tower_options(chosen["tower"]),
    }
    return options if variant is None else {**options, "variant": variant}


def tower_options(text: str) -> RawTable:
    model, *settings = text.split(",")
    options: RawTable = {"model": model.strip()}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        try:
            options[key] = float(value)
        except ValueError:
            equals = ""
        if not equals or key in ("", "model"):
            raise ConfigError(f'--tower: "{setting}" is not a setting; write it as baffles,catch=0.3') from None
    return options
