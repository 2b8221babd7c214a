"""Format `sample`: on each seed a random set of tables, in which all bots play equally often."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import gcd
from typing import ClassVar, Final, Literal, Self

from wallenstein.core.chance import shuffled
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.seeds import Source, stream
from wallenstein.tourney.formats import KeyMistake, Seating, TestedSection, rotations
from wallenstein.tourney.section import key

LONGEST: Final = 2000  # bots times seeds of a span, whose tables are drawn one seed after the other
DRAWS: Final = 100  # bots times draws for a seed; the most even draw is taken


class SampleSection(TestedSection):
    """On each seed a balanced random set of tables, for more bots than all tables can hold."""

    addable: ClassVar[bool] = True

    format: Literal["sample"] = "sample"
    candidate: str | None = key(None, "bot at all tables", "the name of a bot in [bots]")

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        return super().with_defaults(names, game).model_copy(update={"candidate": self.candidate})

    def misfits(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        bots = len(names)
        yield from self.too_few(self.made(names).tables if bots >= self.seats else 0, bots)

    def made(self, names: Sequence[str]) -> "Sample":
        return Sample(len(names), self.seats, self.rotate, self.key, self.tested(names))

    def joined_by(self, newcomer: str, others: Sequence[str], blocks: int) -> "SampleSection":
        if self.candidate is not None:
            raise ConfigError(f"no bot can be added to tables that all have {self.candidate}")
        kept = self.model_dump(include={"players", "rotation", "on_bench"})
        return SampleSection(**kept, candidate=newcomer, blocks=blocks)


class Sample:
    """The fewest tables on each seed that let every bot play equally often, drawn anew for each seed.

    The meetings of any two bots are evened out over a span of seeds, after which they can be equal. The tables
    of a seed follow from the tournament's seed and those drawn before it in its span.

    A candidate sits at all tables; their number is that of its tables in a sample without a candidate.
    """

    def __init__(self, entries: int, players: int, rotate: bool, seed: Source, candidate: int | None = None) -> None:
        common = gcd(entries, players)
        self.entries: Final = entries
        self.players: Final = players
        self.rotate: Final = rotate
        self.seed: Final = seed
        self.appearances: Final = players // common  # tables of each bot
        self.candidate: Final = candidate
        self.tables = entries // common if candidate is None else self.appearances
        even = (entries - 1) // gcd(entries - 1, self.appearances * (players - 1)) if entries > 1 else 1
        longest = max(1, LONGEST // entries)
        self.span: Final = min(longest, longest // even * even or longest)

    def games(self, table: int) -> int:
        return self.players if self.rotate else 1

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        seating = self.drawn(number)[table]
        return rotations(seating) if self.rotate else (seating,)

    def drawn(self, number: int) -> tuple[Seating, ...]:
        if self.candidate is not None:
            return tuple(self.with_candidate(number * self.tables + table) for table in range(self.tables))
        span, place = divmod(number, self.span)
        return _span(self, span)[place]

    def with_candidate(self, table: int) -> Seating:
        """A table of the candidate: the others are dealt from packs of all, each shuffled anew."""
        others = [entry for entry in range(self.entries) if entry != self.candidate]
        hand = self.players - 1
        pack, place = divmod(table, max(1, len(others) // hand))
        random = stream(self.seed, "sample with", pack).random
        dealt = shuffled(random, others)[place * hand : (place + 1) * hand]
        return (self.candidate or 0, *dealt)

    def draw(self, number: int, met: list[list[int]]) -> tuple[Seating, ...]:
        """The tables of a seed, given the number of earlier meetings of any two bots; adds the new ones."""
        random = stream(self.seed, "sample", number).random
        orders = (shuffled(random, range(self.entries)) for _ in range(max(2, DRAWS // self.entries)))
        draws = [_balanced(order, self.tables, self.players, met) for order in orders]
        tables = min(draws, key=lambda tables: _uneven(tables, met))
        for table in tables:
            for one in table:
                for other in table:
                    met[one][other] += one != other
        return tuple(tuple(shuffled(random, table)) for table in tables)


@lru_cache(8)
def _span(format: Sample, number: int) -> tuple[tuple[Seating, ...], ...]:
    met = [[0] * format.entries for _ in range(format.entries)]
    return tuple(format.draw(number * format.span + place, met) for place in range(format.span))


def _uneven(tables: Sequence[Sequence[int]], met: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The number of repeated tables, and of earlier meetings at these tables: fewer is better."""
    again = len(tables) - len(set(map(frozenset, tables)))
    new: dict[tuple[int, int], int] = {}
    for table in tables:
        for pair in combinations(sorted(table), 2):
            new[pair] = new.get(pair, 0) + 1
    return again, sum(times * (2 * met[one][other] + times) for (one, other), times in new.items())


def _balanced(order: Sequence[int], tables: int, players: int, met: Sequence[Sequence[int]]) -> list[list[int]]:
    """Tables at which all bots sit equally often, preferably with those that they have met least.

    Of several that fit, the first in the order is taken.
    """
    left = dict.fromkeys(order, tables * players // len(order))
    new = [list(row) for row in met]  # with the meetings at these tables
    found = []
    for rest in range(tables, 0, -1):
        table: list[int] = []
        known = dict.fromkeys(order, 0)  # earlier meetings with the bots at the table
        for _ in range(players):
            free = [bot for bot in order if left[bot] and bot not in table]
            must = [bot for bot in free if left[bot] == rest]  # otherwise there are too few tables left for them
            bot = min(must or free, key=lambda bot: (known[bot], -left[bot]))
            table.append(bot)
            for other in order:
                known[other] += new[bot][other]
        for one in table:
            left[one] -= 1
            for other in table:
                new[one][other] += one != other
        found.append(table)
    return found
