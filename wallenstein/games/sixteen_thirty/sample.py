"""A state sampled from a view: public parts stay, hidden parts are drawn at random."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import comb
from operator import mul
from random import Random
from typing import Final, TypeAlias

from wallenstein.core.chance import Chance, FreeChance, draw_from, pick, take_out
from wallenstein.core.chance import sample as draw
from wallenstein.games.sixteen_thirty.model.options import Displays
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import Cards, View
from wallenstein.games.sixteen_thirty.names import COUNTRIES, LOSE, MARKERS, OPENING, PASSING_ROUNDS, VOTE
from wallenstein.games.sixteen_thirty.phases.course import functions

PUBLIC: Final = ("turn", "first", "step", "current", "specials", "leaders", "unrest", "leagues", "victims_of")
LISTS: Final = ("status", "army", "ability", "faction", "vp", "descendant", "losing", "scores", "known", "discard")


def sample(view: View, rng: Random) -> State:
    """A state consistent with the view; it depends only on the view and the generator."""
    state = state_from_view(view, FreeChance(rng))
    state.markers, state.passed = guess_markers(view, rng)
    deal_hidden_cards(view, state, rng)
    others = [seat for seat in range(view.book.players) if seat != view.seat]
    if view.step == OPENING and any(view.hand_sizes):
        for seat in others:
            state.opening[seat] = Displays(state.hands[seat]).random(rng)
    if state.stage == VOTE:
        for seat in others:
            if view.displays[seat][state.crown()]:
                state.votes[seat] = int(rng.random() * 2)
    state.advance()
    return state


def state_from_view(view: View, chance: Chance) -> State:
    """A state with the content of the view; hidden parts are missing."""
    state = State(functions(view.book.rules, view.book.players), chance)
    for name in PUBLIC:
        setattr(state, name, getattr(view, name))
    for name in LISTS:
        setattr(state, name, list(getattr(view, name)))
    state.displays = list(view.displays)
    state.shown = list(view.markets)
    seat = view.seat
    state.markers[seat], state.passed[seat] = view.markers, view.passed
    state.hands[seat], state.markets[seat], state.opening[seat] = view.hand, view.market, view.opening
    lobby = view.lobby
    if lobby is not None:
        state.country, state.issue, state.target, state.second, state.stage = lobby[:5]
        state.bidder, state.passing, state.winner = lobby.bidder, lobby.passing, lobby.winner
        state.votes[seat] = lobby.vote
    elif view.losing:
        state.stage = LOSE
    return state


def deal_hidden_cards(view: View, state: State, rng: Random) -> None:
    """Deals all unseen cards: hands, face-down cards in markets, and the deck.

    A card that a seat took openly is in its hand or face down in its market.
    """
    seat, players = view.seat, view.book.players
    rest = list(view.book.deck)
    seen = [*view.discard, *view.hand, *view.market]
    for other in range(players):
        for stack in view.displays[other]:
            seen += stack
        if other != seat:
            seen += view.markets[other] + view.known[other]
    take_out(rest, seen)
    for other in range(players):
        if other == seat:
            continue
        face_down = view.market_sizes[other] - len(view.markets[other])
        count = view.hand_sizes[other] + face_down
        cards = [*view.known[other]]
        drawn = draw(rng.random, rest, count - len(cards))
        take_out(rest, drawn)
        mixed = draw(rng.random, cards + drawn, count)
        state.markets[other] = tuple(sorted([*mixed[:face_down], *view.markets[other]]))
        state.hands[other] = tuple(sorted(mixed[face_down:]))
    state.deck = rest


# The VP markers that others may hold: markers passed on and public gains leave few possibilities. A seat's gain of a
# turn is the sum over its markers of the points that a marker of that country brought it, which is public (4.2.1). So
# each turn is an equation for the numbers of its markers.

Counts: TypeAlias = tuple[int, ...]  # by country
Equation: TypeAlias = tuple[int, Counts]  # a gain, and the points of a marker of each country
Weighted: TypeAlias = tuple[tuple[Counts, ...], tuple[int, ...]]  # holdings, and the ways to draw each

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
    found: dict[int, Weighted] = {}
    for seat in seats:
        known = tuple(dict.fromkeys((scores.gains[seat], scores.worth[seat]) for scores in view.scores))
        found[seat] = possible_ways(view.marker_counts[seat], tuple(supply), known)
    seats.sort(key=lambda seat: len(found[seat][0]))
    choose(seats, found, supply, held, rng, True)
    return held


@lru_cache(maxsize=512)
def possible_ways(count: int, supply: Counts, known: tuple[Equation, ...]) -> Weighted:
    """All possible holdings, and for each the number of ways to draw it."""
    found = possible(count, supply, known)
    return found, tuple([ways(held, supply) for held in found])


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
    seats: Sequence[int], found: dict[int, Weighted], supply: list[int], held: list[Cards], rng: Random, whole: bool
) -> bool:
    """Deals to the seats in turn, each holding weighted by the ways to draw it; backtracks if it must.

    `whole`: nobody has drawn from the supply, so the weights are known.
    """
    if not seats:
        return True
    seat = seats[0]
    options: list[Counts] = []
    weights: list[int] = []
    if whole:
        options, weights = list(found[seat][0]), list(found[seat][1])
    else:
        for possibility in found[seat][0]:
            weight = ways(possibility, supply)
            if weight:
                options.append(possibility)
                weights.append(weight)
    while options:
        place = draw_from(weights, rng)
        counts = options.pop(place)
        weights.pop(place)
        left = [have - take for have, take in zip(supply, counts, strict=True)]
        if choose(seats[1:], found, left, held, rng, False):
            held[seat] = tuple(chain.from_iterable([country] * number for country, number in enumerate(counts)))
            return True
    return False


def ways(counts: Counts, supply: Sequence[int]) -> int:
    """The number of ways in which these markers can be drawn; 0 if there are too few."""
    product = 1
    for country, take in enumerate(counts):
        if take:
            have = supply[country]
            if take > have:
                return 0
            product *= have if take == 1 else comb(have, take)
    return product


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
