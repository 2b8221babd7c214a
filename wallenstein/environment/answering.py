"""How a bot answers a question by numbered actions: what a network has learned in an environment can play anywhere."""

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, TypeAlias

from wallenstein.core.encoding import Encoding
from wallenstein.games import find_game

Chooser: TypeAlias = Callable[[bytes, Collection[int]], int]
"""Gets an observation, one byte for each entry, and the legal actions; returns one of them."""


def answer_with(choose: Chooser, view: Any, decision: Any, game: str) -> Any:
    """The choice for the decision, put together from the actions that `choose` returns.

    The observations and actions are those of `wallenstein.env` for the rules and players of the view.
    """
    encoding = encoding_of(game, view.book.rules, view.book.players)
    answer = encoding.answer(view, decision)
    table = encoding.table(view)
    while not answer.done:
        answer.take(choose(table + encoding.question(view, decision, answer), answer.legal()))
    return answer.choice


@lru_cache(maxsize=16)
def encoding_of(game: str, rules: Any, players: int) -> Encoding:
    """The encoding of a game's rules."""
    return find_game(game).encoding(rules, players)
