"""The book of a game: everything about its rules that never changes and is public."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wallenstein.games.wallenstein.board import Board
from wallenstein.games.wallenstein.rules import Cards, Rules, cards
from wallenstein.games.wallenstein.tower.models import TowerOdds


@dataclass(frozen=True, eq=False)  # compared as an object: a table has one
class Book:
    """Immutable facts, which bots get too. The last entry of `effects` and `amounts` is for no event."""

    rules: Rules
    functions: Callable[[], Any]  # what games with this book are played by
    players: int
    board: Board
    cards: Cards
    odds: TowerOdds  # what is known of the tower
    counties: tuple[int, ...]  # in play
    neighbours: tuple[tuple[int, ...], ...]
    effects: tuple[str, ...]  # by event
    amounts: tuple[int, ...]


def make_book(rules: Rules, players: int, odds: TowerOdds, functions: Callable[[], Any]) -> Book:
    """The book for these rules and this number of players."""
    deck = cards(rules.edition, players)
    return Book(
        rules=rules,
        functions=functions,
        players=players,
        board=rules.board,
        cards=deck,
        odds=odds,
        counties=rules.board.in_play(players),
        neighbours=rules.board.neighbours_in_play(players),
        effects=(*(event.effect for event in deck.events), "none"),
        amounts=(*(event.amount for event in deck.events), 0),
    )
