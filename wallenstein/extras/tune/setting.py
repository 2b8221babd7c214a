"""What is to be tuned: the ranges of options, read and checked, and the tournaments that follow from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeAlias

from wallenstein.core.errors import ConfigError, ConfigErrors
from wallenstein.core.seeds import derive
from wallenstein.core.text import did_you_mean
from wallenstein.record.location import Location
from wallenstein.tourney.config.mistakes import Mistakes, read_settings
from wallenstein.tourney.config.model import own_name
from wallenstein.tourney.config.sections import TuneSection
from wallenstein.tourney.config.source import find_config, override, read
from wallenstein.tourney.run import Tournament, prepare

# The ranges of options: read, checked, and what a proposal in one of them means.

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
        return self.values[int(proposed)]

    def holds(self, value: Any) -> bool:
        """Whether a value is among them."""
        return plain(value) in self.values

    def proposal(self, value: Any) -> Any:
        """What would have been proposed for this value."""
        return self.values.index(plain(value))


Range: TypeAlias = NumberRange | Choice


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
    return NumberRange(low, high, isinstance(low, int) and isinstance(high, int), table.get("log", False))


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


# What is to be tuned, as a configuration says: read and checked, and the tournaments that follow from it.

UNTUNED: Final = "untuned"
TUNED: Final = "tuned"
ENDS: Final = ("lowest", "highest")
SEEDS: Final = 2**63
REPLACED: Final = ("tourney", "log")  # sections that each tournament has of its own


@dataclass(frozen=True)
class TuningSetting:
    """A tuning: the section, the ranges, and where it is told."""

    file: Path
    sets: tuple[str, ...]
    tables: Mapping[str, Any]  # the whole file
    section: TuneSection
    ranges: Mapping[str, Range]

    @property
    def name(self) -> str:
        """The name of the folder with its tournaments."""
        return self.file.stem

    def tournament(
        self, name: str, options: Mapping[str, Mapping[str, Any]], blocks: int, seed: int, results: Location
    ) -> Tournament:
        """A tournament in which bots with these options, by name, sit at all tables in turn."""
        try:
            return prepare(self.file, self.sets, results, self.over(name, options, blocks, seed))
        except ConfigErrors as errors:
            raise ConfigErrors(list(dict.fromkeys(map(self.in_terms_of_tune, errors.lines)))) from None

    def checked(self, results: Location) -> Tournament:
        """A tournament with both ends of all ranges, which shows whether everything can be played."""
        ends = {
            end: {option: one.value(one.ends[place]) for option, one in self.ranges.items()}
            for place, end in enumerate(ENDS)
        }
        return self.tournament("size", {UNTUNED: {}, **ends}, self.section.blocks, 0, results)

    def in_terms_of_tune(self, line: str) -> str:
        """A mistake in the sections of a tournament, as one in [tune], which they were made of."""
        own = self.tables.get("bots", {})
        line = re.sub(r"bots\.entry\.\d+\.options\b", "tune.ranges", line)
        for key, place in (("entries", "opponents"), ("entry", "bot")):
            found = re.search(rf"bots\.{key}\.(\d+)(\.bot)?: ", line)
            if found and int(found[1]) >= len(own.get(key, [])):
                line = line.replace(found[0], f"tune.{place}: ")
        return line

    def over(self, name: str, options: Mapping[str, Mapping[str, Any]], blocks: int, seed: int) -> dict[str, Any]:
        """The sections of that tournament, in place of the file's."""
        tables = [[bot, *others] for bot in options for others in self.section.opponents]
        tourney = {"name": name, "seed": seed, "blocks": blocks, "format": "list", "tables": tables}
        return {"tourney": tourney, "bots": self.bots(options), "log": {"tables": []}}

    def bots(self, options: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """The section of bots: those of the file, opponents that it does not name, and the bot with these options."""
        section = dict(self.tables.get("bots", {}))
        entry = list(section.get("entry", []))
        entries = list(section.get("entries", []))
        known = {one.get("name", one.get("bot")) for one in entry} | {own_name(one) for one in entries if is_word(one)}
        others = dict.fromkeys(bot for table in self.section.opponents for bot in table)
        entries += [bot for bot in others if bot not in known]
        own = self.template(entry)
        for name, values in options.items():
            entry.append({**own, "name": name, "options": {**own.get("options", {}), **values}})
        return {**section, "entries": entries, "entry": entry}

    def template(self, entry: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """The entry of the bot before it is tuned."""
        wanted = self.section.bot
        return next((dict(one) for one in entry if one.get("name", one.get("bot")) == wanted), {"bot": wanted})

    def seed(self, *purpose: str | int) -> int:
        """A seed for one purpose."""
        return derive(self.section.seed, "tune", *purpose) % SEEDS

    def steps(self) -> list[int]:
        """How many blocks each step of a trial plays: all about as many."""
        count = min(self.section.steps, self.section.blocks)
        ends = [self.section.blocks * step // count for step in range(count + 1)]
        return [end - begin for begin, end in pairwise(ends)]


def is_word(entry: Any) -> bool:
    """Whether an entry is in the short form."""
    return isinstance(entry, str)


def read_setting(file: Path, sets: Sequence[str] = ()) -> TuningSetting:
    """The tuning that a file configures; every mistake in [tune] is told at once."""
    file = find_config(file)
    tables = read(file)
    mistakes = Mistakes(str(file), override(tables, sets))
    if "tune" not in tables:
        raise ConfigError(
            f"{file}: has no section [tune]; it needs one with bot, ranges and opponents, see docs/configuration.md"
        )
    for section in (*REPLACED, "matrix"):
        if section in tables:
            mistakes.add(section, "cannot be set where a bot is tuned; [tune] says who plays whom, and how often")
    settings, _ = read_settings({"tune": tables["tune"]}, mistakes)
    asked = settings.tune
    written: Any = tables["tune"].get("ranges") if isinstance(tables["tune"], dict) else None
    ranges = read_ranges(written, mistakes) if are_tables(written) else {}
    if asked is not None and len({len(table) for table in asked.opponents}) > 1:
        mistakes.add("tune.opponents", "all tables must have as many opponents")
    mistakes.raise_any()
    assert asked is not None, "a section with mistakes was reported"
    return TuningSetting(file, tuple(sets), tables, asked, ranges)


def are_tables(written: Any) -> bool:
    """Whether these are tables by name; if not, that was reported."""
    return isinstance(written, dict) and all(isinstance(table, dict) for table in written.values())
