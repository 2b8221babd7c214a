"""The legal choices of decisions with many: counted at once, each made when it is read; functions of cards."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any, Final, TypeAlias

from wallenstein.core.choices import Choices, new_record
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model.choices import Bid, Call, Play, Swap
from wallenstein.games.sixteen_thirty.model.view import Cards

Shown: TypeAlias = tuple[tuple[int, int], ...]  # countries with a card each

SETS: Final = tuple(  # the countries of each set
    tuple(country for country in range(len(const.COUNTRIES)) if group >> country & 1)
    for group in range(1 << len(const.COUNTRIES))
)


class Calls(Choices):
    """Lobbies: for every country to join a faction, and its other issues (5.6.4)."""

    __slots__ = ("free", "rows")

    rows: tuple[tuple[int, int, int, int], ...]
    free: int

    def __init__(self, rows: tuple[tuple[int, int, int, int], ...], free: int) -> None:
        """`rows`: a country, whether it can rearm, the sets of its targets in war and for a league.

        `free`: the set of countries without a faction.
        """
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "free", free)
        size = len(rows)
        for _, rearm, war, league in rows:
            size += rearm + war.bit_count() + league.bit_count()
        super().__init__(size)

    def __reduce__(self) -> tuple[object, ...]:
        return Calls, (self.rows, self.free)

    def at(self, place: int) -> Call:
        for country, rearm, war, league in self.rows:
            if place <= rearm:
                return Call(country, const.REARM if place else const.JOIN)
            place -= 1 + rearm
            foes, friends = SETS[war], SETS[league]
            if place < len(foes):
                return Call(country, const.WAR, foes[place])
            place -= len(foes)
            if place < len(friends):
                return Call(country, const.LEAGUE, friends[place])
            place -= len(friends)
        raise IndexError("no such lobby")

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or len(choice) != 3:
            return False
        country, issue, target = choice
        for lobbied, rearm, war, league in self.rows:
            if lobbied == country:
                if issue in (const.JOIN, const.REARM):
                    return bool(target == const.NONE and (issue == const.JOIN or rearm))
                targets = war if issue == const.WAR else league if issue == const.LEAGUE else 0
                return bool(0 <= target < len(const.COUNTRIES) and targets >> target & 1)
        return False


class Plays(Choices):
    """Special cards with their targets, and none (4.1.3)."""

    __slots__ = ("calls", "groups", "held", "shown")

    held: Cards
    groups: tuple[tuple[int, int], ...]
    calls: Calls | None
    shown: tuple[tuple[int, int, int], ...]

    def __init__(
        self,
        held: Cards,
        groups: tuple[tuple[int, int], ...],
        calls: Calls | None,
        shown: tuple[tuple[int, int, int], ...],
    ) -> None:
        """`held`: the special cards of the hand; `groups`: some of them with their sets of countries.

        `calls` are those of a lobby card, `shown` are the assassin's targets: seat, country, card.
        """
        object.__setattr__(self, "held", held)
        object.__setattr__(self, "groups", groups)
        object.__setattr__(self, "calls", calls)
        object.__setattr__(self, "shown", shown)
        size = 1 + len(shown) + (0 if calls is None else calls.size)
        for _, targets in groups:
            size += targets.bit_count()
        super().__init__(size)

    def __reduce__(self) -> tuple[Any, ...]:
        return Plays, (self.held, self.groups, self.calls, self.shown)

    def at(self, place: int) -> Play | None:
        if not place:
            return None
        place -= 1
        calls = self.calls
        if calls is not None:
            if place < calls.size:
                country, issue, target = calls.at(place)
                return Play(const.LOBBY_CARD, country, issue, target)
            place -= calls.size
        for card, group in self.groups:
            targets = SETS[group]
            if place < len(targets):
                return Play(card, targets[place])
            place -= len(targets)
        seat, country, removed = self.shown[place]
        return Play(const.ASSASSIN, country, const.NONE, const.NONE, seat, removed)

    def __contains__(self, choice: object) -> bool:
        if choice is None:
            return True
        if not isinstance(choice, tuple) or len(choice) != 6:
            return False
        card, country, issue, target, seat, removed = choice
        if card == const.LOBBY_CARD:
            if self.calls is None or seat != const.NONE or removed != const.NONE:
                return False
            return (country, issue, target) in self.calls
        if issue != const.NONE or target != const.NONE:
            return False
        if card == const.ASSASSIN:
            return (seat, country, removed) in self.shown
        targets = next((group for held, group in self.groups if held == card), 0)
        return bool(seat == removed == const.NONE and 0 <= country < len(const.COUNTRIES) and targets >> country & 1)


class Swaps(Choices):
    """Exchanges of a card of the hand for one of another's market, and none (4.2.3.1)."""

    __slots__ = ("gives", "takes")

    gives: Cards
    takes: tuple[tuple[int, int], ...]

    def __init__(self, gives: Cards, takes: tuple[tuple[int, int], ...]) -> None:
        """`takes`: seats with the cards of their markets; like cards count once."""
        object.__setattr__(self, "gives", gives)
        object.__setattr__(self, "takes", takes)
        super().__init__(1 + len(gives) * len(takes))

    def __reduce__(self) -> tuple[object, ...]:
        return Swaps, (self.gives, self.takes)

    def at(self, place: int) -> Swap | None:
        if not place:
            return None
        give, take = divmod(place - 1, len(self.takes))
        seat, card = self.takes[take]
        return Swap(self.gives[give], seat, card)

    def __contains__(self, choice: object) -> bool:
        if choice is None:
            return True
        if not isinstance(choice, tuple) or len(choice) != 3:
            return False
        give, seat, take = choice
        return give in self.gives and (seat, take) in self.takes


class Displays(Choices):
    """Opening displays: up to three influence cards, open ones beside named ones (3.6)."""

    __slots__ = ("named", "opened")

    named: Cards
    opened: Cards

    def __init__(self, hand: Cards) -> None:
        object.__setattr__(self, "named", tuple([card for card in hand if card < const.OPEN]))
        object.__setattr__(self, "opened", tuple([card for card in hand if const.OPEN <= card < const.SPECIAL]))
        super().__init__(-1)  # counted when needed

    def __reduce__(self) -> tuple[Any, ...]:
        return Displays, (self.named + self.opened,)

    def all(self) -> tuple[Shown, ...]:
        """Every choice; the empty one first."""
        return every_display(self.named, self.opened)

    def __len__(self) -> int:
        return len(self.all())

    def at(self, place: int) -> Shown:
        return self.all()[place]

    def __contains__(self, choice: object) -> bool:
        if not isinstance(choice, tuple) or len(choice) > const.OPENING_CARDS:
            return False
        if any(not isinstance(pair, tuple) or len(pair) != 2 for pair in choice) or list(choice) != sorted(choice):
            return False
        rest = list(self.named + self.opened)
        for _, card in choice:
            if card not in rest:
                return False
            rest.remove(card)
        lobbied = {country for country, card in choice if card < const.OPEN}
        return all(
            country in lobbied and const.COUNTRY_OF[card] in (country, len(const.COUNTRIES)) for country, card in choice
        )

    def random(self, rng: Random) -> Shown:
        """A random choice, drawn without making all of them."""
        rest: list[int] = list(self.named + self.opened)
        drawn = []
        for _ in range(const.OPENING_CARDS):
            place = int(rng.random() * (len(rest) + 1))
            if place < len(rest):
                drawn.append(rest.pop(place))
        pairs = [(const.COUNTRY_OF[card], card) for card in drawn if card < const.OPEN]
        lobbied = [country for country, _ in pairs]
        if lobbied:
            pairs += [(lobbied[int(rng.random() * len(lobbied))], card) for card in drawn if card >= const.OPEN]
        return tuple(sorted(pairs))


@lru_cache(maxsize=32)
def every_display(named: Cards, opened: Cards) -> tuple[Shown, ...]:
    """All displays of these named and open cards, the empty one first; like cards make one choice (R40)."""
    return tuple(dict.fromkeys(each_display(named, opened)))


def each_display(named: Cards, opened: Cards) -> Iterator[Shown]:
    """All displays; those with like cards several times."""
    yield ()
    for count in range(1, const.OPENING_CARDS + 1):
        for cards in combinations(named, count):
            pairs = [(const.COUNTRY_OF[card], card) for card in cards]
            yield tuple(pairs)
            lobbied = sorted({country for country, _ in pairs})
            for more in range(1, const.OPENING_CARDS - count + 1):
                for added in combinations(opened, more):
                    for places in product(lobbied, repeat=more):
                        yield tuple(sorted([*pairs, *zip(places, added, strict=True)]))


@lru_cache(maxsize=50_000)  # there are more, but rarely
def adjustments(suited: Cards, stack: Cards) -> tuple[Bid | None, ...]:
    """None to pass; then the possible additions of suited cards, with the cards that make room (5.6.1, R4, R5, R40)."""
    return (None, *each_adjustment(suited, stack))


def each_adjustment(suited: Cards, stack: Cards) -> Iterator[Bid]:
    """All bids; like cards count once; a named card must remain."""
    for count in range(1, const.STACK + 1):
        over = max(0, len(stack) + count - const.STACK)
        removals = list(dict.fromkeys(combinations(stack, over)))
        for add in dict.fromkeys(combinations(suited, count)):
            for remove in removals:
                if add[0] < const.OPEN or bisect_left(remove, const.OPEN) < bisect_left(stack, const.OPEN):
                    yield new_record(Bid, (add, remove))


def distinct(cards: Cards) -> Cards:
    return cards if len(cards) < 2 else tuple(dict.fromkeys(cards))


def suited_to(hand: Cards, country: int) -> Cards:
    """The cards of a hand that may lie in a stack of the country, in their order."""
    first = country * const.VALUES
    own = hand[bisect_left(hand, first) : bisect_left(hand, first + const.VALUES)]
    return own + hand[bisect_left(hand, const.OPEN) : bisect_left(hand, const.SPECIAL)]


def without(cards: Cards, card: int) -> Cards:
    """The cards less one copy of this card."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def together(cards: Cards, more: Cards) -> Cards:
    return tuple(sorted(cards + more))


def after(stack: Cards, bid: Bid) -> Cards:
    add, remove = bid
    for card in remove:
        stack = without(stack, card)
    return together(stack, add)
