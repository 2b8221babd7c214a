"""The meaning of a game's numbers, every entry of an observation and every action; and bots that answer by them."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from wallenstein.core.encoding import Encoding, Feature, places
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.games import DEFAULT, find_game


class Numbers(NamedTuple):
    """The meaning of every number, for a game with its rules and players."""

    features: Sequence[Feature]
    actions: Sequence[str]

    @property
    def size(self) -> int:
        return sum(feature.size for feature in self.features)

    @property
    def entries(self) -> tuple[str, ...]:
        """The meaning of each entry of an observation, by index."""
        return tuple(entry for feature in self.features for entry in feature.entries())

    @property
    def highest(self) -> tuple[int, ...]:
        """The highest value of each entry, by index; the lowest is 0."""
        return tuple(feature.high for feature in self.features for _ in range(feature.size))

    def rows(self) -> Iterator[dict[str, Any]]:
        """One object for each feature, with the indices of its entries."""
        for first, feature in places(self.features):
            yield {
                "first": first,
                "last": first + feature.size - 1,
                "name": feature.name,
                "about": feature.about,
                "axes": [list(axis) for axis in feature.axes],
                "highest": feature.high,
            }


def numbers(players: int | None = None, rules: Mapping[str, object] | None = None, game: str = DEFAULT) -> Numbers:
    """The meaning of the numbers in `wallenstein.env(players, rules, game)`; this needs no extra."""
    played = find_game(game)
    return numbers_of(played.encoding(played.rules(rules or {}, Path.cwd()), checked_players(played, players)))


def numbers_of(encoding: Encoding) -> Numbers:
    """The meaning of the numbers of an encoding."""
    return Numbers(encoding.features, encoding.actions)


def checked_players(game: Game, players: int | None) -> int:
    """The number of players, by default the usual one; ConfigError if the game does not allow it."""
    count = game.default_players if players is None else players
    if count not in game.seats:
        raise ConfigError(f"{count} players: {game.takes}")
    return count


Chooser: TypeAlias = Callable[[bytes, Collection[int]], int]
"""Gets an observation, one byte for each entry, and the legal actions; returns one of them."""


def answer_with(choose: Chooser, view: Any, decision: Any, game: str) -> Any:
    """The choice for the decision, composed of the actions that `choose` returns.

    The observations and actions are those of `wallenstein.env` for the rules and players of the view.
    """
    encoding = encoding_of(game, view.book.rules, view.book.players)
    answer = encoding.answer(view, decision)
    table = encoding.table(view)
    while not answer.done:
        answer.take(choose(table + encoding.question(view, decision, answer), answer.legal()))
    return answer.choice


@lru_cache(maxsize=16)
def encoding_of(game: str, rules: object, players: int) -> Encoding:
    return find_game(game).encoding(rules, players)
