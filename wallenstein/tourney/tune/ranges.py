"""The ranges of options: read, checked, and what a proposal in one of them means."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from wallenstein.core.words import did_you_mean
from wallenstein.tourney.config.mistakes import Mistakes

KEYS: Final = ("low", "high", "log", "choice")
DIGITS: Final = 4  # of a proposed number


@dataclass(frozen=True)
class Numbers:
    """Numbers from low to high: whole ones, or any; by steps, or by factors."""

    low: float
    high: float
    whole: bool
    log: bool

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest proposal."""
        return self.low, self.high

    def value(self, proposed: float) -> float | int:
        """The option's value: a number that can be read and copied."""
        if self.whole:
            return int(proposed)
        return min(max(float(f"{proposed:.{DIGITS}g}"), self.low), self.high)

    def holds(self, value: Any) -> bool:
        """Whether a value lies in it."""
        return isinstance(value, int | float) and not isinstance(value, bool) and self.low <= value <= self.high

    def proposal(self, value: Any) -> Any:
        """What would have been proposed for this value."""
        return value if self.whole else float(value)


@dataclass(frozen=True)
class Choice:
    """Some values, without an order; proposals are their places, because values may be lists."""

    values: tuple[Any, ...]

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last proposal."""
        return 0, len(self.values) - 1

    def value(self, proposed: float) -> Any:
        """The option's value."""
        return self.values[int(proposed)]

    def holds(self, value: Any) -> bool:
        """Whether a value is among them."""
        return plain(value) in self.values

    def proposal(self, value: Any) -> Any:
        """What would have been proposed for this value."""
        return self.values.index(plain(value))


Range: TypeAlias = Numbers | Choice


def plain(value: Any) -> Any:
    """The value as a configuration has it: lists in place of tuples."""
    return list(value) if isinstance(value, tuple) else value


def read_ranges(tables: Mapping[str, Mapping[str, Any]], mistakes: Mistakes) -> dict[str, Range]:
    """The ranges by option; what is wrong with one is added to the mistakes."""
    found: dict[str, Range] = {}
    for option, table in tables.items():
        key = f"tune.ranges.{option}"
        unknown = [name for name in table if name not in KEYS]
        for name in unknown:
            mistakes.add(f"{key}.{name}", f"there is no such key; {did_you_mean(name, KEYS)}")
        wrong = None if unknown else what_is_wrong(table)
        if wrong:
            mistakes.add(key, wrong)
        elif not unknown:
            found[option] = range_of(table)
    return found


def range_of(table: Mapping[str, Any]) -> Range:
    """A range that was checked."""
    if "choice" in table:
        return Choice(tuple(table["choice"]))
    low, high = table["low"], table["high"]
    return Numbers(low, high, isinstance(low, int) and isinstance(high, int), table.get("log", False))


def what_is_wrong(table: Mapping[str, Any]) -> str | None:
    """What is wrong with the keys of a range, if anything is."""
    if "choice" in table:
        if len(table) > 1:
            return "has a choice, and low, high or log beside it; write one or the other"
        if not isinstance(table["choice"], list) or len(table["choice"]) < 2:
            return "its choice must be a list of two values or more"
        return None
    if "low" not in table or "high" not in table:
        return "must have low and high, or a choice"
    for end in ("low", "high"):
        if isinstance(table[end], bool) or not isinstance(table[end], int | float) or not abs(table[end]) < 1e300:
            return f"its {end} must be a number"
    if not isinstance(table.get("log", False), bool):
        return "its log must be true or false"
    if table["low"] >= table["high"]:
        return f"its low, {table['low']}, must be less than its high, {table['high']}"
    if table.get("log") and table["low"] <= 0:
        return f"its low must be above 0 with log = true, not {table['low']}"
    return None
