"""Formats: which bots play together, on each seed or round after round."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from wallenstein.stats.results import Ints, Results

# Formats: which bots play together.
#
# With most of them, all tables follow from the configuration:
#
# - Round-robin: every combination of bots that fills a table. - Gauntlet: one candidate at every table, the field in
# the other seats. - List: the tables that the configuration names. - Duel: two bots share a table. - Sample: on each
# seed a balanced random set of tables, for more bots than all tables can hold.
#
# Others are played in rounds (`rounds`), whose tables follow from the games of the rounds before:
#
# - Ladder: the tables that tell most about the order that is still open. - Swiss: bots that have done equally well.

Seating = tuple[int, ...]  # the entry in each seat


class Format(Protocol):
    """Who plays whom: so many tables on each seed, each with so many games."""

    tables: int

    def games(self, table: int) -> int:
        """How many games a table has on a seed."""


class Fixed(Format, Protocol):
    """A format whose tables follow from the configuration."""

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        """The games of a table on the seed with this number."""


def games_a_seed(format: Format) -> int:
    """How many games all tables together have on a seed."""
    return sum(format.games(table) for table in range(format.tables))


def rotations(seating: Seating) -> tuple[Seating, ...]:
    """All different seatings from rotating a line-up around the table.

    A line-up that repeats itself, such as A B A B, has fewer: the same seating on the same seed is the same game.
    """
    turned = (seating[turn:] + seating[:turn] for turn in range(len(seating)))
    return tuple(dict.fromkeys(turned))


# What formats that are played in rounds have in common: each round's tables follow from the rounds before.

LineUps = tuple[Seating, ...]


class Placings(NamedTuple):
    """Games that count, in the order of the schedule: the seed's number, and by seat the bot and its rank."""

    block: Ints
    bot: Ints
    rank: Ints

    def results(self, names: Sequence[str]) -> Results:
        games, seats = self.bot.shape
        game = np.repeat(np.arange(games), seats)
        seat = np.tile(np.arange(seats), games)
        block = np.repeat(self.block, seats)
        return Results.from_rows(names, game, block, seat, self.bot.ravel(), self.rank.ravel(), np.zeros(len(game)))


class Round(NamedTuple):
    """A round, or the end: then there are no line-ups, and perhaps a verdict."""

    lineups: LineUps
    said: str  # what is known before it, in a sentence
    verdict: Mapping[str, Any] | None = None


class InRounds(ABC):
    """A format that is played in rounds, all of the same size.

    The line-ups of a round sit at its tables in turn: on its first seed, on the next, and again from the first line-up.
    """

    def __init__(self, names: Sequence[str], players: int, rotate: bool, seed: int, rounds: int, tables: int) -> None:
        self.names: Final = tuple(names)
        self.players: Final = players
        self.rotate: Final = rotate
        self.seed: Final = seed
        self.rounds: Final = rounds
        self.tables = tables

    def games(self, table: int) -> int:
        """How many games a table has on a seed."""
        return self.players if self.rotate else 1

    def turned(self, lineup: Seating) -> tuple[Seating, ...]:
        """The games of a line-up."""
        return rotations(lineup) if self.rotate else (lineup,)

    @abstractmethod
    def first(self, seeds: int) -> LineUps:
        """The line-ups of the first round, which has so many seeds."""

    @abstractmethod
    def next(self, played: Placings, number: int, seeds: int) -> Round:
        """The round with this number, given all games before it; after the last round, the end."""
