"""The meaning of a game's numbers, every entry of an observation and every action; and bots that answer by them."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.documents import JsonObject
from wallenstein.core.encoding import Encoding, Feature
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.core.game import Game
from wallenstein.games import DEFAULT, find_game


class Numbers(NamedTuple):
    """The meaning of every number, for a game with its rules and players."""

    features: Sequence[Feature]
    actions: Sequence[str]
    places: Sequence[str]  # the counties or countries

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

    def layout(self) -> "Layout":
        """The entries by seat and place, for convolution or attention."""
        axes = [axis for feature in self.features for axis in feature.axes]
        seats = next((axis for axis in axes if axis[0] == "own" and axis[-1].startswith("left ")), ())
        places = {label: number for number, label in enumerate(self.places)}
        rows: dict[str, list[list[int]]] = {}
        rest, first = [], 0
        for feature in self.features:
            for entry, labels in enumerate(product(*feature.axes), first):
                seat = next((label for label in labels if label in seats), None)
                place = next((places[label] for label in labels if label in places), None)
                if seat is None and place is None:
                    rest.append(entry)
                    continue
                others = [label for label in labels if label != seat and label not in places]
                plane = rows.setdefault(", ".join((feature.name, *others)), [[-1] * len(places) for _ in seats])
                for row in range(len(seats)) if seat is None else (seats.index(seat),):
                    for column in range(len(places)) if place is None else (place,):
                        plane[row][column] = entry
            first += feature.size
        return Layout(tuple(rows), np.moveaxis(np.array(list(rows.values())), 0, -1), tuple(rest))

    def rows(self) -> Iterator[JsonObject]:
        """One object for each feature, with the indices of its entries."""
        behind = 0
        for feature in self.features:
            first, behind = behind, behind + feature.size
            yield {
                "first": first,
                "last": behind - 1,
                "name": feature.name,
                "about": feature.about,
                "axes": [list(axis) for axis in feature.axes],
                "highest": feature.high,
            }


class Layout(NamedTuple):
    """The entries of an observation by seat and place; `rest` has the indices of those with neither."""

    planes: tuple[str, ...]  # the meaning of each
    at: NDArray[np.intp]  # seats x places x planes: the entry there; -1 for none
    rest: tuple[int, ...]

    def arrange(self, observations: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Observations (... x entries) as ... x seats x places x planes; those without seat or place are repeated."""
        arranged: NDArray[np.uint8] = np.where(self.at < 0, 0, observations[..., self.at]).astype(np.uint8)
        return arranged


def numbers(players: int | None = None, rules: Mapping[str, object] | None = None, game: str = DEFAULT) -> Numbers:
    """The meaning of the numbers in `wallenstein.env(players, rules, game)`; this needs no extra."""
    played = find_game(game)
    encoding = played.encoding(*checked_rules(played, rules, players))
    return Numbers(encoding.features, encoding.actions, encoding.places)


def checked_rules(game: Game, rules: Mapping[str, object] | None, players: int | None) -> tuple[Any, int]:
    """The rules and the number of players, by default the usual ones; ConfigError if the game does not allow them."""
    count = game.default_players if players is None else players
    if type(count) is not int or count not in game.seats:
        raise ConfigError(f"{count!r} players: {game.takes}")
    if not isinstance(rules, Mapping | None):
        raise ConfigError(f'rules: they are keys with values, such as {{"setup": "draft"}}, not {rules!r}')
    return game.rules(rules or {}, Path.cwd()), count


Chooser: TypeAlias = Callable[[bytes, Collection[int]], int]
"""Gets an observation, one byte for each entry, and the legal actions; returns one of them."""


def answer_with(choose: Chooser, view: Any, decision: Any, game: str, memory: Any = None) -> Any:
    """The choice for the decision, composed of the actions that `choose` returns.

    The observations and actions are those of `wallenstein.env` for the rules and players of the view. `memory`: that
    of `new_memory` from the beginning of the game; without it, entries of seasons past are 0.
    """
    encoding = encoding_of(game, view.book.rules, view.book.players)
    if memory is not None:
        memory.look(view)
    answer = encoding.answer(view, decision)
    table = encoding.table(view, memory)
    while not answer.done:
        legal = answer.legal()
        action = choose(table + encoding.question(view, decision, answer), legal)
        if action not in legal:
            raise RuleError("answer_with", f"action {action!r} is not legal now; return one of those that are given")
        answer.take(action)
    return answer.choice


def new_memory(game: str, rules: object, players: int) -> Any:
    """The memory of one game, for a bot that answers with `answer_with`."""
    return encoding_of(game, rules, players).memory()


@lru_cache(maxsize=16)
def encoding_of(game: str, rules: object, players: int) -> Encoding:
    return find_game(game).encoding(rules, players)
