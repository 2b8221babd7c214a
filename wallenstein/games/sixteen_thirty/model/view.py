"""What a seat may know, as an immutable value with no way back to the state."""

from random import Random
from typing import Any, NamedTuple, TypeAlias

from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.influence import INFLUENCE
from wallenstein.games.sixteen_thirty.names import COUNTRIES, MARKET_STEPS, NONE, PHASE_OF, STEPS

Cards: TypeAlias = tuple[int, ...]


class Scores(NamedTuple):
    """A turn's public points: every seat's gain, and what a marker of each country brought it, by seat and country."""

    gains: tuple[int, ...]
    worth: tuple[tuple[int, ...], ...]


class Lobby(NamedTuple):
    """The lobby under way: what was called, and how far it is."""

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
    """The table as one seat sees it. Lists by country or by seat; sets of them have a bit for each; -1 is none."""

    seat: int
    book: Book
    turn: int
    first: int
    step: int
    current: int
    specials: int  # special cards played in this round
    status: tuple[int, ...]
    army: tuple[int, ...]
    ability: tuple[int, ...]
    faction: tuple[int, ...]
    leaders: int
    unrest: int
    leagues: int
    vp: tuple[int, ...]
    markers: Cards  # own VP markers, as countries
    passed: Cards  # markers passed to the left, one a passing round
    received: Cards  # those that came from the right
    marker_counts: tuple[int, ...]
    hand: Cards
    hand_sizes: tuple[int, ...]
    displays: tuple[tuple[Cards, ...], ...]  # by seat and country
    descendant: tuple[int, ...]  # by seat: the set of countries
    market: Cards  # own
    markets: tuple[Cards, ...]  # what everybody has seen of each; all of it from the exchange on
    market_sizes: tuple[int, ...]
    known: tuple[Cards, ...]  # cards that each seat took openly: in its hand, or face down in its market
    deck_size: int
    discard: Cards
    opening: tuple[tuple[int, int], ...] | None  # chosen by this seat, before all are shown
    lobby: Lobby | None
    losing: tuple[int, ...]  # who has yet to lose a card
    victims_of: int  # the country where
    scores: tuple[Scores, ...]  # of every turn so far
    log: tuple[Any, ...]  # what happened since this seat last decided, as far as it can be seen

    @property
    def phase(self) -> str:
        """The phase as positions write it."""
        return PHASE_OF[self.step]

    @property
    def market_is_open(self) -> bool:
        """Whether all markets lie face up (4.2.3)."""
        return STEPS[self.step] in MARKET_STEPS

    def influence(self, seat: int, country: int) -> int:
        """The influence of a seat's stack, ascendant or descendant."""
        return INFLUENCE[self.displays[seat][country]]

    def is_descendant(self, seat: int, country: int) -> bool:
        """Whether the seat's stack is descendant."""
        return bool(self.descendant[seat] >> country & 1)

    def colour(self, country: int) -> str | None:
        """The faction's colour; None without one."""
        faction = self.faction[country]
        return None if faction == NONE else ("red", "blue")[faction]

    def name(self, country: int) -> str:
        """The country as logs and positions write it."""
        return COUNTRIES[country]

    def sample(self, rng: Random) -> Any:
        """A state that agrees with this view, with hidden parts drawn at random; its chance uses `rng`."""
        from wallenstein.games.sixteen_thirty.model.sample import sample  # the state's module needs this one

        return sample(self, rng)
