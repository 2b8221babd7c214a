"""A seat's knowledge, as an immutable value with no way back to the state."""

from importlib import import_module
from itertools import combinations_with_replacement
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.names import COUNTRIES, FACTIONS, NONE, OPEN, PHASE_OF, STACK, VALUE_OF, VALUES

# The influence of every possible stack (5.3.1), computed once.

INFLUENCE: Final[dict[tuple[int, ...], int]] = {
    cards: sum([VALUE_OF[card] for card in cards])  # exact: whole numbers
    for country in range(len(COUNTRIES))
    for count in range(STACK + 1)
    for cards in combinations_with_replacement(
        (*range(country * VALUES, country * VALUES + VALUES), *range(OPEN, OPEN + VALUES)), count
    )
}
Cards: TypeAlias = tuple[int, ...]  # in the order of their codes


class Scores(NamedTuple):
    """A turn's public points: each seat's gain, and the points of a marker of each country, by seat and country."""

    gains: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]


class Lobby(NamedTuple):
    """The lobby under way: its call, and its progress."""

    country: int
    issue: int
    target: int
    second: int
    stage: int
    bidder: int
    passing: int  # the set of seats that have passed
    vote: int  # this seat's own; -1 for none
    winner: int


class View(NamedTuple):
    """The table as one seat sees it. Lists by country or by seat; sets of them have one bit each; -1 is none."""

    seat: int  # the seat that this view belongs to
    book: Book  # constants, such as `players`, `quota`, `draw`, `limits`, `adjacent`, `deck`, `markers`
    turn: int
    first: int  # the first player
    step: int
    current: int  # the seat whose round it is
    specials: int  # special cards played in this round
    status: tuple[int, ...]  # by country
    army: tuple[int, ...]  # by country
    ability: tuple[int, ...]  # by country
    faction: tuple[int, ...]  # by country: 0 is red, 1 is blue
    leaders: int  # set of countries
    unrest: int  # set of countries
    leagues: int  # set of countries
    vp: tuple[int, ...]  # by seat: victory points
    markers: Cards  # own VP markers, as countries
    passed: Cards  # markers passed to the left, one a passing round
    received: Cards  # markers from the right
    marker_counts: tuple[int, ...]  # by seat
    hand: Cards  # own cards
    hand_sizes: tuple[int, ...]  # by seat
    displays: tuple[tuple[Cards, ...], ...]  # by seat and country: the cards of a stack
    descendant: tuple[int, ...]  # by seat: the set of countries where the stack is descendant
    market: Cards  # own cards
    markets: tuple[Cards, ...]  # the publicly known cards of each; all of it from the exchange on
    market_sizes: tuple[int, ...]  # by seat
    known: tuple[Cards, ...]  # cards that each seat took openly: in its hand, or face down in its market
    deck_size: int
    discard: Cards
    opening: tuple[tuple[int, int], ...] | None  # chosen by this seat, before all are shown
    lobby: Lobby | None  # the lobby under way
    losing: tuple[int, ...]  # seats that have yet to lose a card
    victims_of: int  # the country where they lose it
    scores: tuple[Scores, ...]  # of every turn so far: `gains` by seat, and by seat and country the `worth` of a marker
    log: tuple[Any, ...]  # visible events since this seat last decided

    @property
    def phase(self) -> str:
        """The phase as in positions."""
        return PHASE_OF[self.step]

    def influence(self, seat: int, country: int) -> int:
        """The influence of a seat's stack, ascendant or descendant."""
        return INFLUENCE[self.displays[seat][country]]

    def is_descendant(self, seat: int, country: int) -> bool:
        """Whether the seat's stack is descendant."""
        return bool(self.descendant[seat] >> country & 1)

    def colour(self, country: int) -> str | None:
        """The faction's colour; None without one."""
        faction = self.faction[country]
        return None if faction == NONE else FACTIONS[faction]

    def name(self, country: int) -> str:
        """The country as in logs and positions."""
        return COUNTRIES[country]

    def sample(self, rng: Random) -> Any:
        """A state that agrees with this view, with hidden parts drawn at random; its chance uses `rng`."""
        return import_module("wallenstein.games.sixteen_thirty.sample").sample(self, rng)  # which needs this module
