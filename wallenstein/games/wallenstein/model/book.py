"""The book of a game: the public facts of its rules, which never change."""

from dataclasses import dataclass, replace

from wallenstein.games.wallenstein.board import Board, board
from wallenstein.games.wallenstein.rules import Cards, Rules, cards
from wallenstein.games.wallenstein.tower.models import TowerOdds


@dataclass(frozen=True, eq=False)  # compared by identity: a table has one
class Book:
    """Immutable facts, which bots get too. The last entry of `effects` and `amounts` stands for no event."""

    rules: Rules
    players: int
    board: Board
    cards: Cards
    odds: TowerOdds  # the known behaviour of the tower
    counties: tuple[int, ...]  # in play
    neighbours: tuple[tuple[int, ...], ...]
    event_ids: tuple[str, ...]
    effects: tuple[str, ...]  # by event
    amounts: tuple[int, ...]


def make_book(rules: Rules, players: int, odds: TowerOdds) -> Book:
    deck, own = cards(rules.edition, players), rules.board.regions
    model = board("default").regions
    if own != model:  # an event on a region (F5) means the one in the same place
        places = {**dict(zip(model, own, strict=True)), "": ""}
        deck = replace(deck, events=tuple(event._replace(region=places[event.region]) for event in deck.events))
    return Book(
        rules=rules, players=players, board=rules.board, cards=deck, odds=odds,
        counties=rules.board.in_play(players), neighbours=rules.board.neighbours_in_play(players),
        event_ids=tuple(event.id for event in deck.events),
        effects=(*(event.effect for event in deck.events), "none"),
        amounts=(*(event.amount for event in deck.events), 0),
    )  # fmt: skip
