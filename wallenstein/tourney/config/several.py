"""A value of `[game]` that stands for several, such as twenty drawn boards, becomes an axis of the matrix."""

from collections.abc import Callable
from itertools import product
from typing import Any

from wallenstein.core.errors import ConfigError
from wallenstein.games import DEFAULT, find_game
from wallenstein.tourney.config.mistakes import Mistakes

SECTION = "game."
Several = Callable[[str, Any], list[Any]]


def spread_out(raw: dict[str, Any], mistakes: Mistakes) -> None:
    """Writes such values out in `[matrix]`, those of `[game]` as axes of their own."""
    game, matrix = raw.get("game", {}), raw.get("matrix", {})
    if not isinstance(game, dict) or not isinstance(matrix, dict):
        return  # told elsewhere
    try:
        several = find_game(str(game.get("name", DEFAULT))).several
    except ConfigError:
        return
    try:
        _written_out(matrix, "", several)
    except ConfigError as error:
        mistakes.add_line(str(error))
    for key, value in list(game.items()):
        try:
            found = several(key, value)
        except ConfigError as error:
            mistakes.add_line(str(error))
            found = []
        if found != [value]:
            del game[key]
        if len(found) > 1 and _leaves_open(matrix, key):
            raw["matrix"] = {**matrix, f"{SECTION}{key}": found}
            mistakes.overridden = tuple(one for one in mistakes.overridden if one.partition(key)[0] != SECTION)
        elif len(found) == 1:
            game[key] = found[0]


def _leaves_open(matrix: dict[str, Any], key: str) -> bool:
    """Whether the matrix does not vary the key itself."""
    nested = matrix.get("game", {})
    tables = nested if isinstance(nested, list) else [nested]
    return f"{SECTION}{key}" not in matrix and not any(isinstance(table, dict) and key in table for table in tables)


def _written_out(table: dict[str, Any], prefix: str, several: Several) -> None:
    """The same in the lists of a matrix, whose keys are quoted or nested."""
    for name, value in table.items():
        key = f"{prefix}{name}"
        if key == "game" and isinstance(value, list):
            table[name] = [each for table in value for each in _of_table(table, several)]
        elif key.startswith(SECTION):
            each = value if isinstance(value, list) else [value]
            found = [one for item in each for one in several(key.removeprefix(SECTION), item)]
            if isinstance(value, list) or found != [value]:
                table[name] = found
        if isinstance(table[name], dict):
            _written_out(table[name], f"{key}.", several)


def _of_table(value: Any, several: Several) -> list[Any]:
    """All combinations of what the keys of one table stand for."""
    if not isinstance(value, dict):
        return [value]
    each = [several(key, item) for key, item in value.items()]
    return [dict(zip(value, items, strict=True)) for items in product(*each)]
