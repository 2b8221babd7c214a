"""Formats: which bots play together.

With most of them, all tables follow from the configuration:

- Round-robin: every combination of bots that fills a table.
- Gauntlet: one candidate at every table, the field in the other seats.
- List: the tables that the configuration names.
- Duel: two bots share a table.
- Sample: on each seed a balanced random set of tables, for more bots than all tables can hold.

Others are played in rounds (`rounds`), whose tables follow from the games of the rounds before:

- Ladder: the tables that tell most about the order that is still open.
- Swiss: bots that have done equally well.
"""

from typing import Protocol

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
