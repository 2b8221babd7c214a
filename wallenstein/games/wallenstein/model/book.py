"""Everything that is fixed for one game: the board in play, the cards, and which functions the rules in force use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from wallenstein.games.wallenstein.board import Board
from wallenstein.games.wallenstein.model.cards import Cards, cards
from wallenstein.games.wallenstein.model.decision import Kind
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import TowerModel

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

StepFunction: TypeAlias = Callable[["State", Step], None]
ActionFunction: TypeAlias = Callable[["State", int, int, int], None]  # state, seat, action, county


@dataclass(frozen=True)
class Functions:
    """The strategy functions of an edition with its expansions; `editions.py` says which uses which."""

    setup: tuple[Step, ...]  # in the order they are done
    season: tuple[Step, ...]
    steps: Mapping[str, StepFunction]
    kinds: Mapping[str, Kind]
    actions: tuple[ActionFunction, ...]  # by action
    offer: Callable[["State", int], Offer]
    reach: Callable[["State", int, int, int], tuple[int, ...]]
    place_marker: Callable[["State", int], None]
    ranking: Callable[["State", int], tuple[int, ...]]  # higher is better
    parts: tuple[Callable[["State"], None], ...] = ()  # lay an expansion's parts on a new table


@dataclass(frozen=True)
class Book:
    """The rule book opened for one table. The last of `effects` and `amounts` stands for no event."""

    rules: Rules
    players: int
    board: Board
    cards: Cards
    tower: TowerModel
    counties: tuple[int, ...]  # in play
    neighbours: tuple[tuple[int, ...], ...]
    effects: tuple[str, ...]  # by event
    amounts: tuple[int, ...]
    setup: tuple[Step, ...]  # as they lie on the agenda, the first on top
    season: tuple[Step, ...]
    steps: Mapping[str, StepFunction]
    kinds: Mapping[str, Kind]
    actions: tuple[ActionFunction, ...]
    offer: Callable[["State", int], Offer]
    reach: Callable[["State", int, int, int], tuple[int, ...]]
    place_marker: Callable[["State", int], None]
    ranking: Callable[["State", int], tuple[int, ...]]
    parts: tuple[Callable[["State"], None], ...]


@lru_cache(maxsize=64)
def open_book(rules: Rules, players: int) -> Book:
    """The book for these rules at a table of so many players."""
    from wallenstein.games.wallenstein.editions.second import functions  # the rules' functions need the book's type

    chosen = functions(rules)
    deck = cards(rules.edition, players)
    return Book(
        rules=rules,
        players=players,
        board=rules.board,
        cards=deck,
        tower=rules.tower,
        counties=rules.board.in_play(players),
        neighbours=rules.board.neighbours_in_play(players),
        effects=(*(event.effect for event in deck.events), "none"),
        amounts=(*(event.amount for event in deck.events), 0),
        setup=tuple(reversed(chosen.setup)),
        season=tuple(reversed(chosen.season)),
        steps=chosen.steps,
        kinds=chosen.kinds,
        actions=chosen.actions,
        offer=chosen.offer,
        reach=chosen.reach,
        place_marker=chosen.place_marker,
        ranking=chosen.ranking,
        parts=chosen.parts,
    )
