"""All rules that environments are tested with, for each number of players."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from wallenstein.games import find_game

GAMES = ("wallenstein", "sixteen-thirty")


class Table(NamedTuple):
    """A game, its rules and its players."""

    game: str
    rules: Mapping[str, Any]
    players: int

    def __str__(self) -> str:
        values = [value if isinstance(value, str) else "+".join(value) or "base" for value in self.rules.values()]
        return "-".join([self.game, *values, str(self.players)])


def by_rules(*games: str) -> dict[str, list[tuple[str, Table]]]:
    """All editions, expansions, set-ups and towers of these games; for each, the tables with all numbers of players."""
    found: dict[str, list[tuple[str, Table]]] = {}
    for game in map(find_game, games):
        for rules in game.every_rule:
            tables = [Table(game.name, rules, players) for players in game.seats]
            found[str(tables[0]).rpartition("-")[0]] = [(str(table), table) for table in tables]
    return found
