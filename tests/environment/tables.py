"""All rules that environments are tested with, for each number of players."""

from collections.abc import Iterator, Mapping
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


def every_table() -> Iterator[Table]:
    """All editions, expansions, set-ups and towers of all games with all numbers of players."""
    for name in GAMES:
        game = find_game(name)
        for rules in game.every_rule:
            for players in game.seats:
                yield Table(name, rules, players)


TABLES = list(every_table())
