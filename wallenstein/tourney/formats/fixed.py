"""Formats whose tables are the same on every seed: round-robin, gauntlet and list."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, ClassVar, Final, Literal, Self

from wallenstein.core.game import Game
from wallenstein.core.text import did_you_mean, either
from wallenstein.tourney.formats import KeyMistake, PreciseSection, SeatedSection, Seating, TestedSection, rotations
from wallenstein.tourney.section import key


class LineUps:
    """Some line-ups, each in all rotations or as listed."""

    def __init__(self, lineups: Iterable[Seating], rotate: bool) -> None:
        self.all: Final = tuple(lineups)
        self.rotate: Final = rotate
        self.tables = len(self.all)

    def games(self, table: int) -> int:
        return len(self.seatings(0, table))

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        seating = self.all[table]
        return rotations(seating) if self.rotate else (seating,)


class CombiningSection(SeatedSection, PreciseSection):
    """A format with every combination of some bots."""

    addable: ClassVar[bool] = True

    repeat: bool | None = key(None, "whether a bot may hold several seats at a table")

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        return super().with_defaults(names, game).model_copy(update={"repeat": bool(self.repeat)})

    def misfits(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        tables = self.count(len(names))
        if tables < 1 and self.holds_several:
            yield "format", f"needs at least two bots, and [bots] has {len(names)}"
        else:
            yield from self.too_few(tables, len(names), ", or set repeat = true")

    @property
    def holds_several(self) -> bool:
        return bool(self.repeat)

    def made(self, names: Sequence[str]) -> LineUps:
        return LineUps(self.lineups(names), self.rotate)

    def count(self, bots: int) -> int:
        raise NotImplementedError

    def lineups(self, names: Sequence[str]) -> Iterator[Seating]:
        raise NotImplementedError


class RoundRobinSection(CombiningSection):
    """Every combination of bots that fills a table; a bot may have several seats with `repeat`, but not all."""

    format: Literal["round-robin"] = "round-robin"

    def count(self, bots: int) -> int:
        return comb(bots + self.seats - 1, self.seats) - bots if self.repeat else comb(bots, self.seats)

    def lineups(self, names: Sequence[str]) -> Iterator[Seating]:
        if not self.repeat:
            return combinations(range(len(names)), self.seats)
        every = combinations_with_replacement(range(len(names)), self.seats)
        return (seats for seats in every if len(set(seats)) > 1)

    def joined_by(self, newcomer: str, others: Sequence[str], blocks: int) -> "GauntletSection":
        kept = self.model_dump(include={"players", "rotation", "repeat", "on_bench"})
        return GauntletSection(**kept, candidate=newcomer, blocks=blocks)


ONE_OTHER: Final = ("same", "alone")  # fields with one bot beside the candidate at a table


class GauntletSection(CombiningSection, TestedSection):
    """The candidate at every table, the field in the other seats."""

    format: Literal["gauntlet"] = "gauntlet"
    field: Literal["mixed", "same", "alone"] | None = key(
        None,
        "mixed: the other seats hold different bots; same: one bot holds all of them; alone: one bot sits among copies "
        "of the candidate",
    )

    def mistakes(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        yield from super().mistakes(names, game)
        if self.repeat and self.field in ONE_OTHER:
            yield "repeat", f'with field = "{self.field}", a table has one bot beside the candidate; remove repeat'

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        return super().with_defaults(names, game).model_copy(update={"field": self.field or "mixed"})

    @property
    def holds_several(self) -> bool:
        return bool(self.repeat) or self.field in ONE_OTHER

    def count(self, bots: int) -> int:
        field, seats = bots - 1, self.seats - 1
        if self.field in ONE_OTHER:
            return field
        return comb(field + seats - 1, seats) if self.repeat else comb(field, seats)

    def lineups(self, names: Sequence[str]) -> Iterator[Seating]:
        candidate = self.tested(names) or 0
        field = [entry for entry in range(len(names)) if entry != candidate]
        if self.field == "alone":
            return ((entry, *(candidate,) * (self.seats - 1)) for entry in field)
        return ((candidate, *seats) for seats in self._others(field, self.seats - 1))

    def _others(self, field: Sequence[object], seats: int) -> Iterator[tuple[Any, ...]]:
        if self.field == "same":
            return ((entry,) * seats for entry in field)
        return combinations_with_replacement(field, seats) if self.repeat else combinations(field, seats)

    def joined_by(self, newcomer: str, others: Sequence[str], blocks: int) -> "ListSection":
        field = [name for name in others if name != self.candidate]
        if self.field in ONE_OTHER:
            holds = newcomer if self.field == "same" else str(self.candidate)
            rest: Iterator[tuple[str, ...]] = iter([(holds,) * (self.seats - 2)])
        else:
            rest = self._others([newcomer, *field] if self.repeat else field, self.seats - 2)
        tables = [[str(self.candidate), newcomer, *seats] for seats in rest]
        return ListSection(tables=tables, blocks=blocks, rotation=self.rotation, on_bench=self.on_bench)


class OneTableASeed(LineUps):
    """Some line-ups in turn, each on a seed of its own, in as many games as any other."""

    def __init__(self, lineups: Iterable[Seating], rotate: bool) -> None:
        super().__init__(lineups, rotate)
        self.tables = 1

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        return super().seatings(number, number % len(self.all))


class ListSection(PreciseSection):
    """The tables that the configuration names."""

    format: Literal["list"] = "list"
    tables: list[list[str]] | None = key(
        None,
        "the tables, each a list of bot names",
        'a list of tables, each a list of bot names, such as [["regent", "random", "random"]]',
    )

    apart: bool | None = key(
        None, "whether each table has seeds of its own, instead of all tables the same (default: false)"
    )

    def misfits(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        if self.apart and len({len(rotations(tuple(map(hash, table)))) for table in self.tables or []}) > 1:
            yield "apart", "needs tables with the same number of seats, at which no bot sits twice"
        if not self.tables:
            yield "tables", 'is missing, such as [["regent", "random", "random"]]'
        seen: dict[Seating, int] = {}
        for at, table in enumerate(self.tables or []):
            key = f"tables.{at}"
            for name in table:
                if name not in names:
                    yield key, f'there is no bot "{name}" in [bots]; {did_you_mean(name, names)}'
            if len(table) not in game.seats:
                yield key, f"{game.name} is a game for {either(game.seats)} players, not {len(table)}"
            seating = tuple(names.index(name) if name in names else -1 for name in table)
            other = seen.setdefault(min(rotations(seating), default=()) if self.rotate else seating, at)
            if other != at and not self.apart:
                yield key, f"plays the same games as tourney.tables.{other}; remove one of them"

    def made(self, names: Sequence[str]) -> LineUps:
        kind = OneTableASeed if self.apart else LineUps
        return kind((tuple(map(names.index, table)) for table in self.tables or []), self.rotate)
