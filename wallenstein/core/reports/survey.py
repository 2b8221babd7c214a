"""How a game adds to reports: it reads a run part by part, so that memory does not grow with the games."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from wallenstein.core.reports.figures import Figure


class About(NamedTuple):
    """What is known of a run before its games are read."""

    bots: tuple[str, ...]
    tables: Collection[str]  # of the game's own, those that were recorded
    rules: Any
    blocks: int  # numbers of blocks are below this
    order: tuple[int, ...]  # places of the bots, strongest first


class Remarkable(NamedTuple):
    """A game worth looking at, and why."""

    text: str
    game: int


class RunPart(Protocol):
    """Consecutive games of a run. All columns are numpy arrays."""

    @property
    def seats(self) -> Mapping[str, Any]:
        """A row for each seat: game, block, seat, bot (its place among the bots), rank, score, win."""

    def rows(self, table: str, columns: Sequence[str]) -> Mapping[str, Any]:
        """Columns of a table; categories as places among the names that the game's table declares, -1 for none."""

    def row_of(self, game: Any, seat: Any) -> Any:
        """The rows of `seats` that belong to these games and seats."""


class Survey:
    """Sums of a run from which a section of its report is made."""

    title: str

    def add(self, part: RunPart) -> None:
        """Adds further games."""

    def notes(self) -> Iterable[str]:
        """What is to be said above the figures, such as that some are missing."""
        return ()

    def figures(self) -> Iterable[Figure]:
        """The figures of all games added."""
        return ()

    def remarkable(self) -> Iterable[Remarkable]:
        """Games worth looking at."""
        return ()


class NotRecorded(Survey):
    """In place of a survey whose table was not recorded."""

    def __init__(self, title: str, table: str) -> None:
        self.title, self.table = title, table

    def notes(self) -> Iterator[str]:
        """Which table it would need."""
        yield not_recorded(self.table)


def not_recorded(table: str, what: str = "this part") -> str:
    """The sentence for what a missing table would have shown."""
    return f"The table {table} was not recorded ([log] tables), so {what} cannot be shown."


class Trait(NamedTuple):
    """What seats did, as a part of a whole for each row of `seats`, such as battles won of battles fought.

    A bot's figure is the sum of its parts divided by that of its wholes.
    """

    group: str  # under which it is listed
    text: str
    part: Any
    whole: Any
    unit: str = ""
