"""Formats: which bots play together, on each seed or round after round.

A format is a file: its section of a configuration, its tables or rounds, and its verdict. `known` lists all of them.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Protocol, Self

import numpy as np
from pydantic import Field

from wallenstein.core.documents import JsonObject
from wallenstein.core.game import Game
from wallenstein.core.seeds import MOST_SEED, RunKey, Source
from wallenstein.core.text import counted, did_you_mean, either
from wallenstein.record.manifest_lines import EntryName, Share, VerdictLine
from wallenstein.stats.figures import OnBench
from wallenstein.stats.results import Ints, Results
from wallenstein.tourney.section import Section, key

Seating = tuple[int, ...]  # the entry in each seat


class Format(Protocol):
    """A number of tables on each seed, and a number of games for each table."""

    tables: int

    def games(self, table: int) -> int:
        """The number of games of a table on a seed."""


class Fixed(Format, Protocol):
    """A format whose tables follow from the configuration."""

    def seatings(self, number: int, table: int) -> tuple[Seating, ...]:
        """The games of a table on the seed with this number."""


def games_a_seed(format: Format) -> int:
    return sum(format.games(table) for table in range(format.tables))


def rotations(seating: Seating) -> tuple[Seating, ...]:
    """All different seatings from rotating a line-up around the table.

    A line-up that repeats itself, such as A B A B, has fewer: the same seating on the same seed is the same game.
    """
    turned = (seating[turn:] + seating[:turn] for turn in range(len(seating)))
    return tuple(dict.fromkeys(turned))


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
    """A round, or the end: without line-ups, and perhaps with a verdict."""

    lineups: LineUps
    sentence: str  # the state before it
    verdict: Mapping[str, Any] | None = None


@dataclass(eq=False)
class InRounds(ABC):
    """A format that is played in rounds, all of the same size.

    The tables of a round take its line-ups in turn: on its first seed, on the next, and again from the first line-up.
    """

    names: Sequence[str]
    players: int
    rotate: bool
    seed: Source
    rounds: int
    tables: int

    def games(self, table: int) -> int:
        return self.players if self.rotate else 1

    def turned(self, lineup: Seating) -> tuple[Seating, ...]:
        return rotations(lineup) if self.rotate else (lineup,)

    @abstractmethod
    def first(self, seeds: int) -> LineUps:
        """The line-ups of the first round, with this number of seeds."""

    @abstractmethod
    def next(self, played: Placings, number: int, seeds: int) -> Round:
        """The round with this number, given all games before it; after the last round, the end."""


KeyMistake = tuple[str, str]  # a key of [tourney], and its mistake
MOST_TABLES: Final = 100_000


class Bounds(NamedTuple):
    """A sequential test: shares of the wins, and error rates."""

    s0: float
    s1: float
    alpha: float
    beta: float


class TourneySection(Section):
    """[tourney]: the format, and the number of games."""

    addable: ClassVar[bool] = False  # whether bots can be added to a finished run

    name: str | None = key(
        None,
        "Name of the results folder: letters, digits and - + _ . (default: the file's name)",
        "a name of up to 60 letters, digits and - + _ .",
        pattern=r"^[A-Za-z0-9][A-Za-z0-9_.+-]{0,59}$",
    )
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] | Literal["secret"] | None = key(
        None,
        "Seed of all chance (default: random; it is printed and stored with the run); "
        '"secret": random, and published when the run is finished',
        'a whole number from 0 to 2^128 - 1, or "secret"',
    )
    blocks: int | None = key(
        None, "Number of seeds; every table plays all its rotations on each", ge=1, le=1_000_000_000
    )
    games: int | None = key(
        None,
        "Instead of blocks: number of games in each cell of a matrix, rounded up to whole blocks",
        ge=1,
        le=1_000_000_000,
    )
    format: str = key("", "The kind of tournament")
    rotation: Literal["all", "none"] = key("all", "all: every bot plays every seat on the same seed")
    on_bench: OnBench = key("last", "A benched seat finishes last, or its game does not count")

    @property
    def rotate(self) -> bool:
        return self.rotation == "all"

    @property
    def key(self) -> RunKey:
        assert isinstance(self.seed, int), "a seed that is not given is drawn before"
        return RunKey(self.seed)

    def mistakes(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        """The mistakes of the keys; `names` are empty if the bots are unknown."""
        if (self.blocks is None) == (self.games is None):
            yield "", f"needs either blocks or games, and {'both are' if self.blocks else 'neither is'} given"

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        """The section with all defaults that depend on the bots and on the game."""
        return self

    def misfits(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        """Why these bots cannot play, if the section has all defaults and no other mistake."""
        yield from ()

    def made(self, names: Sequence[str]) -> "Fixed | InRounds":
        raise NotImplementedError

    def tested(self, names: Sequence[str]) -> int | None:
        return None

    def bounds(self) -> Bounds | None:
        return None

    def known_to(self) -> float | None:
        """The precision of all win shares that ends it, if there is one."""
        return None

    def until(self, games: int | None) -> str | None:
        """The condition of an early end; `games` is the number in simulation, if it ended early there."""
        return None

    def joined_by(self, newcomer: str, others: Sequence[str], blocks: int) -> "TourneySection":
        """The tables of a bot that is added to a finished run of this number of blocks."""
        raise NotImplementedError

    def normal(self) -> JsonObject:
        return self.model_dump(exclude_none=True)

    def size(self, format: Format) -> tuple[int, tuple[str, int]]:
        if self.games is None:
            return self.blocks or 1, ("blocks", self.blocks or 1)
        return -(-self.games // games_a_seed(format)), ("games", self.games)


class PreciseSection(TourneySection):
    """A format that may end when all win shares are precise enough."""

    precision: float | None = key(
        None,
        "Stop when every win share is precise to plus or minus this, such as 0.02; blocks is then the maximum",
        "half the width of an interval of win shares, above 0 and below 0.5",
        gt=0,
        lt=0.5,
    )

    def known_to(self) -> float | None:
        return self.precision

    def until(self, games: int | None) -> str | None:
        if self.precision is None:
            return None
        usual = "may take all games" if games is None else f"took {games:,} games in simulation"
        return f"it ends when every win share is known to ±{100 * self.precision:g} %, which {usual}"


class SeatedSection(TourneySection):
    """A format whose tables all have the same number of seats."""

    players: int | None = key(
        None, "Seats at a table (default: 4); the format list takes this from its tables", ge=2, le=8
    )

    @property
    def seats(self) -> int:
        """The seats at a table; the defaults must be filled in."""
        assert self.players is not None
        return self.players

    def mistakes(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        yield from super().mistakes(names, game)
        if self.players is not None and self.players not in game.seats:
            yield "players", f"{game.name} is a game for {either(game.seats)} players, not {self.players}"

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        full = super().with_defaults(names, game)
        return full.model_copy(update={"players": self.players or game.default_players})

    def too_few(self, tables: int, bots: int, several: str = "") -> Iterator[KeyMistake]:
        """A mistake if there are not enough bots for a table, or too many. `several`: how to allow fewer."""
        if tables > MOST_TABLES:
            yield "format", f'{bots} bots make {tables:,} tables, more than {MOST_TABLES:,}; use format = "sample"'
        elif tables < 1:
            text = f"a table of {self.seats} needs {self.seats} bots, and [bots] has {bots}"
            yield "players", f"{text}; add bots{several}"


class TestedSection(SeatedSection, PreciseSection):
    """A format that tests one of the bots."""

    candidate: str | None = key(None, "the bot to test (default: the first)", "the name of a bot in [bots]")

    def mistakes(self, names: Sequence[str], game: Game) -> Iterator[KeyMistake]:
        yield from super().mistakes(names, game)
        if names and self.candidate is not None and self.candidate not in names:
            yield "candidate", f'there is no bot "{self.candidate}" in [bots]; {did_you_mean(self.candidate, names)}'

    def with_defaults(self, names: Sequence[str], game: Game) -> Self:
        full = super().with_defaults(names, game)
        return full.model_copy(update={"candidate": self.candidate or names[0]})

    def tested(self, names: Sequence[str]) -> int | None:
        return None if self.candidate is None else names.index(self.candidate)


class CellVerdict(VerdictLine):
    """The end of a cell, as in its manifest."""

    in_rounds: ClassVar[bool] = False  # pairings depend on results

    def sentences(self) -> Iterator[str]:
        raise NotImplementedError


class PrecisionVerdict(CellVerdict):
    """Because all win shares are precise enough, or at its last block."""

    test: Literal["precision"]
    decision: Literal["reached", "continue"]
    precision: Share
    widest: Share
    shares: dict[EntryName, tuple[Share, Share]]

    def sentences(self) -> Iterator[str]:
        widest, wanted = (f"±{100 * share:.3g} %" for share in (self.widest, self.precision))
        after = f"after {counted(self.blocks, 'block')}"
        if self.decision == "reached":
            known = f"every win share is known to {wanted} (the widest to {widest})"
            yield f"Precision: {known} {after}, by intervals that hold however often one looks."
        else:
            yield f"Precision: {wanted} was not reached {after}; the widest interval of a win share is {widest}."


class RoundsVerdict(CellVerdict):
    """The end after `rounds` of at most `of_rounds` rounds."""

    in_rounds: ClassVar[bool] = True

    rounds: Annotated[int, Field(ge=0)]
    of_rounds: Annotated[int, Field(ge=0)]

    def sentences(self) -> Iterator[str]:
        yield "Bots met others about as strong as themselves: compare their strengths, not their wins and points."
