"""Figures of a report as plain data, and the interface through which a game adds to reports."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

# Figures as plain data, independent of their drawing: each is also a table.

Raw: TypeAlias = str | int | float | None
PERCENT: Final = "%"  # the unit of shares, which are stored as parts of 1
LOW: Final = "low"
HIGH: Final = "high"  # heads of the columns with the ends of the interval of the preceding value
INTERVAL: Final = "95 %"
NOTHING: Final = "-"


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval; None if it cannot be known."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def __iter__(self) -> Iterator[float | None]:
        yield from (self.value, self.low, self.high)

    @property
    def known(self) -> float:
        """The value; 0 if there is none."""
        return self.value or 0.0


class PlainRows(NamedTuple):
    """A figure as a table of bare values, for CSV and for readers who do not see the drawing."""

    head: tuple[str, ...]
    rows: tuple[tuple[Raw, ...], ...]
    units: tuple[str, ...]  # of the columns

    def text(self) -> "Texts":
        """All values as text for readers, the ends of an interval as one."""
        heads, columns, words = list[str](), list[list[str]](), list[int]()
        for place, (head, unit) in enumerate(zip(self.head, self.units, strict=True)):
            values = [row[place] for row in self.rows]
            texts = [show_value(value, unit) for value in values]
            if head == HIGH and heads and heads[-1] == LOW:
                heads[-1], columns[-1] = INTERVAL, list(map(between, columns[-1], texts))
                continue
            if any(isinstance(value, str) for value in values):
                words.append(len(heads))
            heads.append(head)
            columns.append(texts)
        return Texts(tuple(heads), tuple(zip(*columns, strict=True)), tuple(words) or (0,))


class Texts(NamedTuple):
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: tuple[int, ...]  # columns that are not figures


def rows_by_name(names: Iterable[str], heads: Sequence[str], values: Iterable[Sequence[Raw]], unit: str) -> PlainRows:
    rows = tuple((name, *row) for name, row in zip(names, values, strict=True))
    return PlainRows(("", *heads), rows, ("", *[unit] * len(heads)))


def between(low: str, high: str) -> str:
    return NOTHING if NOTHING in (low, high) else f"{low.removesuffix(' %')} to {high}"


class Dots(NamedTuple):
    """A row for each name: an estimate and its interval, perhaps with a line at equality."""

    names: tuple[str, ...]
    estimates: tuple[Estimate, ...]
    what: str
    unit: str = ""
    reference: float | None = None
    groups: tuple[int, ...] = ()  # by name; a line lies between groups

    def table(self) -> PlainRows:
        """Name, value, and the interval's ends."""
        pairs = zip(self.names, self.estimates, strict=True)
        rows = tuple((name, *estimate) for name, estimate in pairs)
        return PlainRows(("", self.what, LOW, HIGH), rows, ("", *[self.unit] * 3))


class Lines(NamedTuple):
    """A line for each name over places such as seasons."""

    places: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]  # by name and place
    what: str
    unit: str = ""

    def table(self) -> PlainRows:
        return rows_by_name(self.places, self.names, zip(*self.values, strict=True), self.unit)


class Stacks(NamedTuple):
    """A bar for each name, made of parts."""

    names: tuple[str, ...]
    parts: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]  # by name and part
    what: str
    unit: str = ""

    def table(self) -> PlainRows:
        return rows_by_name(self.names, self.parts, self.values, self.unit)


class Heat(NamedTuple):
    """A cell for each row and column, darker where the value is larger, or further from the middle."""

    names: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    what: str
    unit: str = ""
    middle: float | None = None  # value between the two colours

    def table(self) -> PlainRows:
        return rows_by_name(self.names, self.columns, self.values, self.unit)


class Region(NamedTuple):
    """An area of a map: its outline, and the place of its name."""

    name: str
    outline: tuple[tuple[float, float], ...]
    label: tuple[float, float]


class Map(NamedTuple):
    """A map whose areas are darker where the value is larger; `groups` gives each area its colour."""

    regions: tuple[Region, ...]
    values: tuple[float | None, ...]
    what: str
    unit: str = ""
    groups: tuple[str | None, ...] = ()
    order: tuple[str, ...] = ()  # of all groups, for their colours
    extra: tuple[tuple[str, tuple[float | None, ...]], ...] = ()  # more columns of the table
    links: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()  # lines between areas

    def table(self) -> PlainRows:
        head = ("", *(("whose",) if self.groups else ()), self.what, *(name for name, _ in self.extra))
        columns: list[Sequence[Raw]] = [[region.name for region in self.regions]]
        if self.groups:
            columns.append(self.groups)
        columns += [self.values, *(values for _, values in self.extra)]
        units = tuple("" if name in ("", "whose") else self.unit for name in head)
        return PlainRows(head, tuple(zip(*columns, strict=True)), units)


class Listing(NamedTuple):
    """A table without a drawing."""

    head: tuple[str, ...]
    rows: tuple[tuple[Raw, ...], ...]
    units: tuple[str, ...] = ()  # of the columns; may be empty

    def table(self) -> PlainRows:
        return PlainRows(self.head, self.rows, self.units or ("",) * len(self.head))


Chart: TypeAlias = Dots | Lines | Stacks | Heat | Map | Listing


class Figure(NamedTuple):
    """One figure of a report; its name is that of its files."""

    name: str
    title: str
    text: str  # sentences on how to read it
    chart: Chart


def show_value(value: Raw, unit: str = "") -> str:
    """A value as text; a hyphen where there is none."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return value
    if unit == PERCENT and isinstance(value, float):
        return f"{100 * value:.1f} %"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


class About(NamedTuple):
    """The facts about a run that are known before its games are read."""

    bots: tuple[str, ...]
    tables: Collection[str]  # of the game's own, those that were recorded
    rules: Any  # of the first cell; None if they are not known
    blocks: int  # numbers of blocks are below this
    order: tuple[int, ...]  # places of the bots, strongest first
    others: tuple[object, ...] = ()  # the rules of further cells


class Remarkable(NamedTuple):
    """A game worth looking at, and the reason."""

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
    table: str = ""  # read besides `seats`

    def add(self, part: RunPart) -> None: ...

    def notes(self) -> Iterable[str]:
        """Sentences above the figures, such as that some are missing."""
        return ()

    def figures(self) -> Iterable[Figure]:
        return ()

    def remarkable(self) -> Iterable[Remarkable]:
        return ()


class NoSurvey(Survey):
    """Takes the place of a survey that cannot be made."""

    def __init__(self, title: str, why: str) -> None:
        self.title, self.why = title, why

    def notes(self) -> Iterator[str]:
        yield self.why


def survey_recorded(about: About, *kinds: type[Any]) -> list[Survey]:
    """The surveys in their order; one whose table was not recorded says so."""
    return [
        kind(about) if kind.table in about.tables else NoSurvey(kind.title, not_recorded(kind.table)) for kind in kinds
    ]


def not_recorded(table: str, what: str = "this part") -> str:
    """The sentence for a missing table."""
    return f"The table {table} was not recorded ([log] tables), so {what} cannot be shown."


class Trait(NamedTuple):
    """The actions of seats, as a part of a whole for each row of `seats`, such as battles won of battles fought.

    A bot's figure is the sum of its parts divided by that of its wholes.
    """

    group: str  # under which it is listed
    text: str
    part: Any
    whole: Any
    unit: str = ""


class Measure(NamedTuple):
    """One value per game, in the order of the games' numbers; both are numpy arrays."""

    text: str
    share: bool  # to be printed as a percentage
    games: Any
    values: Any


# a table's columns as numpy arrays, categories as strings
ColumnReader: TypeAlias = Callable[[str, Sequence[str]], Mapping[str, Any]]
