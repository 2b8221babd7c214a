"""A seat's knowledge, as an immutable value with no way back to the state; and the VP markers that others may hold."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import chain, combinations_with_replacement
from math import comb
from operator import mul
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from wallenstein.core.chance import pick
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.names import (
    COUNTRIES,
    MARKERS,
    NONE,
    OPEN,
    PASSING_ROUNDS,
    PHASE_OF,
    STACK,
    VALUE_OF,
    VALUES,
)

# The influence of every possible stack (5.3.1), computed once.

INFLUENCE: Final[dict[tuple[int, ...], int]] = {
    cards: sum([VALUE_OF[card] for card in cards])  # exact: whole numbers
    for country in range(len(COUNTRIES))
    for count in range(STACK + 1)
    for cards in combinations_with_replacement(
        (*range(country * VALUES, country * VALUES + VALUES), *range(OPEN, OPEN + VALUES)), count
    )
}


Cards: TypeAlias = tuple[int, ...]


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
    received: Cards  # markers from the right
    marker_counts: tuple[int, ...]
    hand: Cards
    hand_sizes: tuple[int, ...]
    displays: tuple[tuple[Cards, ...], ...]  # by seat and country
    descendant: tuple[int, ...]  # by seat: the set of countries
    market: Cards  # own
    markets: tuple[Cards, ...]  # the publicly known cards of each; all of it from the exchange on
    market_sizes: tuple[int, ...]
    known: tuple[Cards, ...]  # cards that each seat took openly: in its hand, or face down in its market
    deck_size: int
    discard: Cards
    opening: tuple[tuple[int, int], ...] | None  # chosen by this seat, before all are shown
    lobby: Lobby | None
    losing: tuple[int, ...]  # seats that have yet to lose a card
    victims_of: int  # the country where they lose it
    scores: tuple[Scores, ...]  # of every turn so far
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
        return None if faction == NONE else ("red", "blue")[faction]

    def name(self, country: int) -> str:
        """The country as in logs and positions."""
        return COUNTRIES[country]

    def sample(self, rng: Random) -> Any:
        """A state that agrees with this view, with hidden parts drawn at random; its chance uses `rng`."""
        return import_module("wallenstein.games.sixteen_thirty.sample").sample(self, rng)  # which needs this module


# The VP markers that others may hold: markers passed on and public gains leave few possibilities.
#
# A seat's gain of a turn is the sum over its markers of the points that a marker of that country brought it, which
# is public (4.2.1). So each turn is an equation for the numbers of its markers.

Counts: TypeAlias = tuple[int, ...]  # by country
Equation: TypeAlias = tuple[int, Counts]  # a gain, and the points of a marker of each country

TRIES: Final = 40  # with passed markers; after that only the markers must agree


def guess_markers(view: View, rng: Random) -> tuple[list[Cards], list[Cards]]:
    """Markers of all seats, and the markers that each passed on; those of `view.seat` are known."""
    if not any(view.marker_counts):
        return [()] * view.book.players, [()] * view.book.players
    for _ in range(TRIES):
        held = deal(view, rng)
        passed = guess_passed(view, held, rng)
        if passed is not None:
            return held, passed
    return held, bare_passed(view, held, rng)


def deal(view: View, rng: Random) -> list[Cards]:
    """Markers for the others that agree with all gains; the most constrained seats are dealt first."""
    supply = [0] * len(COUNTRIES)
    for country in view.book.markers:
        supply[country] += 1
    for country in view.markers:
        supply[country] -= 1
    held: list[Cards] = [()] * view.book.players
    held[view.seat] = view.markers
    seats = [seat for seat in range(view.book.players) if seat != view.seat]
    found = {seat: possible(view.marker_counts[seat], tuple(supply), equations(view, seat)) for seat in seats}
    seats.sort(key=lambda seat: len(found[seat]))
    choose(seats, found, supply, held, rng)
    return held


def equations(view: View, seat: int) -> tuple[Equation, ...]:
    """The equations of the seat's gains in all turns; duplicates are left out."""
    return tuple(dict.fromkeys((scores.gains[seat], scores.worth[seat]) for scores in view.scores))


@lru_cache(maxsize=512)
def possible(count: int, supply: Counts, known: tuple[Equation, ...]) -> tuple[Counts, ...]:
    """All holdings of `count` markers that the supply and the equations allow; each equation leaves fewer."""
    if known:
        *before, (gain, worth) = known
        fitting = possible(count, supply, tuple(before))
        return tuple([held for held in fitting if sum(map(mul, held, worth)) == gain])  # exact: whole numbers
    return tuple(holdings(count, supply))


def holdings(count: int, supply: Counts) -> Iterator[Counts]:
    """All ways to hold `count` markers from the supply."""
    if len(supply) == 1:
        if count <= supply[0]:
            yield (count,)
        return
    for number in range(min(count, supply[0]) + 1):
        for others in holdings(count - number, supply[1:]):
            yield (number, *others)


def choose(
    seats: Sequence[int], found: dict[int, tuple[Counts, ...]], supply: list[int], held: list[Cards], rng: Random
) -> bool:
    """Deals to the seats in turn, each holding weighted by the ways to draw it; backtracks if it must."""
    if not seats:
        return True
    seat = seats[0]
    options = [counts for counts in found[seat] if all(map(int.__ge__, supply, counts))]
    weights = [ways(counts, supply) for counts in options]
    while options:
        place = weighted(weights, rng)
        counts = options.pop(place)
        weights.pop(place)
        left = [have - take for have, take in zip(supply, counts, strict=True)]
        if choose(seats[1:], found, left, held, rng):
            held[seat] = tuple(chain.from_iterable([country] * number for country, number in enumerate(counts)))
            return True
    return False


def ways(counts: Counts, supply: Sequence[int]) -> int:
    """The number of ways in which these markers can be drawn."""
    product = 1
    for have, take in zip(supply, counts, strict=True):
        product *= comb(have, take)
    return product


def weighted(weights: Sequence[int], rng: Random) -> int:
    """A random place, in proportion to the weights."""
    point = rng.random() * sum(weights)  # exact: whole numbers
    for place, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return place
    return len(weights) - 1


def guess_passed(view: View, held: Sequence[Cards], rng: Random) -> list[Cards] | None:
    """Possible markers passed on by each seat, the last round first; None if these markers contradict the view."""
    players = view.book.players
    rounds = rounds_done(view)
    passed: list[list[int]] = [[] for _ in range(players)]
    holding = [list(markers) for markers in held]
    for done in range(rounds, 0, -1):
        given = []
        for seat in range(players):
            seen = seen_marker(view, seat, done)
            have = holding[(seat + 1) % players]
            if (seen >= 0 and seen not in have) or not have:
                return None
            given.append(seen if seen >= 0 else pick(rng.random, have))
        for seat, marker in enumerate(given):
            holding[(seat + 1) % players].remove(marker)
        for seat, marker in enumerate(given):
            holding[seat].append(marker)
            passed[seat].insert(0, marker)
    return [tuple(markers) for markers in choose_now(view, held, passed, rng)]


def rounds_done(view: View) -> int:
    """The number of passing rounds that are over; in a position there may have been none."""
    if view.step != MARKERS:
        return PASSING_ROUNDS if view.passed or view.received else 0
    return len(view.received)


def seen_marker(view: View, seat: int, done: int) -> int:
    """The passed marker as far as this view's seat knows it: its own, and the one from the right."""
    if seat == view.seat and done <= len(view.passed):
        return view.passed[done - 1]
    if seat == (view.seat - 1) % view.book.players and done <= len(view.received):
        return view.received[done - 1]
    return -1


def choose_now(view: View, held: Sequence[Cards], passed: list[list[int]], rng: Random) -> Sequence[Sequence[int]]:
    """In a passing round, every other seat has chosen a marker; this seat perhaps."""
    if view.step == MARKERS and len(view.received) < PASSING_ROUNDS:
        for seat, markers in enumerate(held):
            if seat != view.seat:
                passed[seat].append(pick(rng.random, markers))
            elif len(view.passed) > len(view.received):
                passed[seat].append(view.passed[-1])
    return passed


def bare_passed(view: View, held: Sequence[Cards], rng: Random) -> list[Cards]:
    """The known markers, if a position's markers contradict them; otherwise markers that the left neighbour holds."""
    players = view.book.players
    passed = []
    for seat in range(players):
        have = held[(seat + 1) % players] or view.markers
        seen = [seen_marker(view, seat, done) for done in range(1, rounds_done(view) + 1)]
        passed.append([marker if marker >= 0 else pick(rng.random, have) for marker in seen])
    return [tuple(markers) for markers in choose_now(view, held, passed, rng)]
