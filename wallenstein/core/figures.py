"""Figures of a report as plain data, independent of how they are drawn: each is also a table."""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

Raw: TypeAlias = str | int | float | None
PERCENT: Final = "%"  # the unit of shares, which are stored as parts of 1


class Estimate(NamedTuple):
    """A figure with its interval, as far as they are known."""

    value: float | None
    low: float | None = None
    high: float | None = None


class Rows(NamedTuple):
    """A figure as a table of bare values, for CSV and for readers who do not see the drawing."""

    head: tuple[str, ...]
    rows: tuple[tuple[Raw, ...], ...]


class Dots(NamedTuple):
    """A row for each name: an estimate and its interval, perhaps with a line where all would be equal."""

    names: tuple[str, ...]
    estimates: tuple[Estimate, ...]
    what: str
    unit: str = ""
    reference: float | None = None

    def table(self) -> Rows:
        """Name, value, and the interval's ends."""
        pairs = zip(self.names, self.estimates, strict=True)
        return Rows(("", self.what, "low", "high"), tuple((name, *estimate) for name, estimate in pairs))


class Lines(NamedTuple):
    """A line for each name over places such as seasons."""

    places: tuple[str, ...]
    names: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]  # by name and place
    what: str
    unit: str = ""

    def table(self) -> Rows:
        """A row for each place."""
        columns = zip(*self.values, strict=True)
        return Rows(("", *self.names), tuple((place, *row) for place, row in zip(self.places, columns, strict=True)))


class Stacks(NamedTuple):
    """A bar for each name, made of parts."""

    names: tuple[str, ...]
    parts: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]  # by name and part
    what: str
    unit: str = ""

    def table(self) -> Rows:
        """A row for each name."""
        return Rows(("", *self.parts), tuple((name, *row) for name, row in zip(self.names, self.values, strict=True)))


class Heat(NamedTuple):
    """A cell for each row and column, darker where the value is larger, or further from the middle."""

    names: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    what: str
    unit: str = ""
    middle: float | None = None  # on which the colours turn

    def table(self) -> Rows:
        """The same rows and columns."""
        return Rows(("", *self.columns), tuple((name, *row) for name, row in zip(self.names, self.values, strict=True)))


class Against(NamedTuple):
    """What was seen against what was expected, both shares: on the diagonal where they agree."""

    expected: tuple[float, ...]
    seen: tuple[Estimate, ...]
    counts: tuple[int, ...]
    what: str  # is counted

    def table(self) -> Rows:
        """A row for each expectation."""
        rows = zip(self.expected, self.seen, self.counts, strict=True)
        return Rows(
            ("expected", "seen", "low", "high", self.what), tuple((each, *seen, count) for each, seen, count in rows)
        )


class Region(NamedTuple):
    """An area of a map: its outline, and where its name goes."""

    name: str
    outline: tuple[tuple[float, float], ...]
    label: tuple[float, float]


class Map(NamedTuple):
    """A map whose areas are darker where the value is larger; `groups` names whose colour an area has."""

    regions: tuple[Region, ...]
    values: tuple[float | None, ...]
    what: str
    unit: str = ""
    groups: tuple[str | None, ...] = ()
    order: tuple[str, ...] = ()  # of all groups, for their colours
    extra: tuple[tuple[str, tuple[float | None, ...]], ...] = ()  # more columns of the table

    def table(self) -> Rows:
        """A row for each area."""
        head = ("", *(("whose",) if self.groups else ()), self.what, *(name for name, _ in self.extra))
        columns: list[Sequence[Raw]] = [[region.name for region in self.regions]]
        if self.groups:
            columns.append(self.groups)
        columns += [self.values, *(values for _, values in self.extra)]
        return Rows(head, tuple(zip(*columns, strict=True)))


class Listing(NamedTuple):
    """A table without a drawing."""

    head: tuple[str, ...]
    rows: tuple[tuple[Raw, ...], ...]
    unit: str = ""

    def table(self) -> Rows:
        """Itself."""
        return Rows(self.head, self.rows)


Chart: TypeAlias = Dots | Lines | Stacks | Heat | Against | Map | Listing


class Figure(NamedTuple):
    """One figure of a report; its name is that of its files."""

    name: str
    title: str
    text: str  # sentences that say how to read it
    chart: Chart


def shown(value: Raw, unit: str = "") -> str:
    """A value as text; a hyphen where there is none."""
    if value is None:
        return "-"
    if isinstance(value, str):
        return value
    if unit == PERCENT and isinstance(value, float):
        return f"{100 * value:.1f} %"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
