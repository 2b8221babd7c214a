"""The task of a tuning: the ranges of options, read and checked, and the tournaments that follow from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from wallenstein.core.errors import ConfigError
from wallenstein.core.seeds import derive
from wallenstein.core.text import did_you_mean
from wallenstein.tourney.config.mistakes import Mistakes, read_spec
from wallenstein.tourney.config.model import own_name
from wallenstein.tourney.config.sections import (
    BotEntry,
    BotsSection,
    LogSection,
    PlacedEntry,
    TournamentSpec,
    TuneSection,
)
from wallenstein.tourney.config.source import find_config, override, read
from wallenstein.tourney.formats.fixed import ListSection
from wallenstein.tourney.run import Tournament, prepare_spec

KEYS: Final = ("low", "high", "log", "choice")
DIGITS: Final = 4  # of a proposed number


@dataclass(frozen=True)
class NumberRange:
    """Numbers from low to high: whole ones, or any; by steps, or by factors."""

    low: float
    high: float
    whole: bool
    log: bool

    @property
    def ends(self) -> tuple[float, float]:
        return self.low, self.high

    def value(self, proposed: float) -> float | int:
        """The option's value: a number that can be read and copied."""
        return int(proposed) if self.whole else min(max(float(f"{proposed:.{DIGITS}g}"), self.low), self.high)

    def holds(self, value: object) -> bool:
        number = value if isinstance(value, int | float) and not isinstance(value, bool) else float("nan")
        return self.low <= number <= self.high and not (self.whole and number % 1)

    def proposal(self, value: Any) -> object:
        """The proposal that would give this value."""
        return value if self.whole else float(value)


@dataclass(frozen=True)
class Choice:
    """Some values, without an order; proposals are their places, because values may be lists."""

    values: tuple[Any, ...]

    @property
    def ends(self) -> tuple[int, int]:
        return 0, len(self.values) - 1

    def value(self, proposed: float) -> Any:
        return self.values[int(proposed)]

    def holds(self, value: object) -> bool:
        return plain(value) in self.values

    def proposal(self, value: object) -> Any:
        return self.values.index(plain(value))


Range: TypeAlias = NumberRange | Choice


def plain(value: object) -> object:
    """The value as in a configuration: lists in place of tuples."""
    return list(value) if isinstance(value, tuple) else value


def read_ranges(tables: Mapping[str, Mapping[str, object]], mistakes: Mistakes) -> dict[str, Range]:
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
    if "choice" in table:
        return Choice(tuple(table["choice"]))
    low, high = table["low"], table["high"]
    return NumberRange(low, high, isinstance(low, int) and isinstance(high, int), table.get("log", False))


def what_is_wrong(table: Mapping[str, Any]) -> str | None:
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


UNTUNED: Final = "untuned"
TUNED: Final = "tuned"
ENDS: Final = ("lowest", "highest")
REPLACED: Final = ("tourney", "log", "matrix")  # sections that each tournament has of its own


@dataclass(frozen=True)
class TuningSetting:
    """A tuning: its section, the ranges, and the common part of all its tournaments."""

    file: Path
    overridden: tuple[str, ...]  # keys that are not those of the file
    spec: TournamentSpec
    section: TuneSection
    ranges: Mapping[str, Range]

    @property
    def name(self) -> str:
        return self.file.stem

    def tournament(self, name: str, options: Mapping[str, Mapping[str, object]], blocks: int, seed: int) -> Tournament:
        """A tournament in which bots with these options, by name, sit at all tables in turn."""
        tables = [[bot, *others] for bot in options for others in self.section.opponents]
        sections = {
            "tourney": ListSection(name=name, seed=seed, blocks=blocks, tables=tables),
            "bots": self.bots(options),
            "log": LogSection(tables=[]),
        }
        return prepare_spec(self.spec.model_copy(update=sections), self.file, self.overridden)

    def checked(self) -> Tournament:
        """A tournament with both ends of all ranges, which shows whether everything can be played."""
        ranges = self.ranges.items()
        ends = {end: {option: one.value(one.ends[at]) for option, one in ranges} for at, end in enumerate(ENDS)}
        return self.tournament("size", {UNTUNED: {}, **ends}, self.section.blocks, 0)

    def bots(self, options: Mapping[str, Mapping[str, object]]) -> BotsSection:
        """The section of bots: those of the file, opponents that it does not name, and the bot with these options."""
        own, wanted = self.spec.bots, self.section.bot
        known = {own_name(one) if isinstance(one, str) else one.name or one.bot for one in (*own.entries, *own.entry)}
        others = dict.fromkeys(bot for table in self.section.opponents for bot in table)
        entries = [PlacedEntry(bot=bot, key="tune.opponents") for bot in others if bot not in known]
        bot = next((one for one in own.entry if (one.name or one.bot) == wanted), BotEntry(bot=wanted))
        said = {**bot.model_dump(exclude={"name", "options"}), "key": "tune.bot", "options_key": "tune.ranges"}
        of_all = {name: {**bot.options, **values} for name, values in options.items()}
        tried = [PlacedEntry(**said, name=name, options=values) for name, values in of_all.items()]
        return own.model_copy(update={"entries": [*own.entries, *entries], "entry": [*own.entry, *tried]})

    def seed(self, *purpose: str | int) -> int:
        return derive(self.section.seed, "tune", *purpose)

    def steps(self) -> list[int]:
        """The number of blocks in each step of a trial, about equal."""
        count = min(self.section.steps, self.section.blocks)
        ends = [self.section.blocks * step // count for step in range(count + 1)]
        return [end - begin for begin, end in pairwise(ends)]


def read_setting(file: Path, sets: Sequence[str] = ()) -> TuningSetting:
    """The tuning that a file configures; every mistake in its sections is reported at once."""
    file = find_config(file)
    tables = read(file)
    mistakes = Mistakes(str(file), override(tables, sets))
    if "tune" not in tables:
        right = "it needs one with bot, ranges and opponents, see docs/configuration.md"
        raise ConfigError(f"{file}: has no section [tune]; {right}")
    for section in REPLACED:
        if tables.pop(section, None) is not None:
            mistakes.add(section, "cannot be set where a bot is tuned; [tune] sets the tables and the number of games")
    spec, _ = read_spec(tables, mistakes)
    asked = spec.tune
    written: Any = tables["tune"].get("ranges") if isinstance(tables["tune"], dict) else None
    tables_by_name = isinstance(written, dict) and all(isinstance(table, dict) for table in written.values())
    ranges = read_ranges(written, mistakes) if tables_by_name else {}  # anything else was reported
    if asked is not None and len({len(table) for table in asked.opponents}) > 1:
        mistakes.add("tune.opponents", "all tables must have the same number of opponents")
    mistakes.raise_any()
    assert asked is not None, "a section with mistakes was reported"
    return TuningSetting(file, mistakes.overridden, spec, asked, ranges)
