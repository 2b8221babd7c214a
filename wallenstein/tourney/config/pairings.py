"""Reads `[tourney]`: the format, which keys are for which formats, and the checks between its keys and the bots."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.core.game import Game
from wallenstein.core.text import counted, did_you_mean, either
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import Bounds, Pairings
from wallenstein.tourney.config.sections import BettingSection, TourneySection
from wallenstein.tourney.formats import Fixed, Format, InRounds, Seating, games_a_seed, rotations
from wallenstein.tourney.formats.fixed import (
    Duel,
    LineUps,
    gauntlet_count,
    gauntlet_lineups,
    round_robin_count,
    round_robin_lineups,
)
from wallenstein.tourney.formats.ladder import Ladder
from wallenstein.tourney.formats.sample import Sample
from wallenstein.tourney.formats.swiss import Swiss

# The format that a section `[tourney]` asks for, and which keys are for which formats.

MOST_TABLES: Final = 100_000
ONLY_FOR: Final = {
    "players": ("round-robin", "gauntlet", "duel", "sample", "ladder", "swiss"),
    "candidate": ("gauntlet", "duel", "sample"),
    "field": ("gauntlet",),
    "repeat": ("round-robin", "gauntlet"),
    "tables": ("list",),
    "betting": ("duel",),
    "rounds": ("ladder", "swiss"),
    "margin": ("ladder",),
    "precision": ("round-robin", "gauntlet", "duel", "list", "sample"),
}
LADDER_ROUNDS: Final = 20
FEWEST_ROUNDS: Final = 5  # of a ladder whose blocks are not enough for more
MARGIN: Final = 0.05


def format_of(
    section: TourneySection, players: int, candidate: int | None, names: Sequence[str], game: Game, mistakes: Mistakes
) -> Fixed | InRounds | None:
    """The format, or None if there are mistakes."""
    rotate = section.rotation == "all"
    if section.format == "list":
        tables = _listed(section.tables or [], rotate, names, game, mistakes)
        return None if tables is None else LineUps(tables, rotate)
    if section.format == "duel":
        if len(names) == 2:
            return Duel(players, candidate or 0, 1 - (candidate or 0))
        mistakes.add("tourney.format", f"a duel is between two bots, and [bots] has {len(names)}")
        return None
    bots, same, repeat = len(names), section.field == "same", bool(section.repeat)
    seed = section.seed or 0
    if section.format in ("ladder", "swiss"):
        if not _fits(bots // players, section, bots, players, mistakes):
            return None
        rounds = section.rounds or ladder_rounds(section, bots, players)
        if section.format == "swiss":
            return Swiss(names, players, rotate, seed, rounds)
        return Ladder(names, players, rotate, seed, rounds, section.margin or MARGIN)
    if section.format == "sample":
        found = Sample(bots, players, rotate, seed, candidate)
        return found if _fits(found.tables if bots >= players else 0, section, bots, players, mistakes) else None
    if section.format == "gauntlet":
        count = gauntlet_count(bots, players, same, repeat)
        lineups = gauntlet_lineups(bots, players, candidate or 0, same, repeat)
    else:
        count = round_robin_count(bots, players, repeat)
        lineups = round_robin_lineups(bots, players, repeat)
    return LineUps(lineups, rotate) if _fits(count, section, bots, players, mistakes) else None


def ladder_rounds(section: TourneySection, bots: int, players: int) -> int:
    """How many rounds a ladder has if its section does not say: fewer where each would be too small for all bots."""
    tables = section.blocks or -(-(section.games or 1) // (players if section.rotation == "all" else 1))
    return max(FEWEST_ROUNDS, min(LADDER_ROUNDS, tables // -(-bots // players)))


def _fits(count: int, section: TourneySection, bots: int, players: int, mistakes: Mistakes) -> bool:
    several = section.field == "same" or bool(section.repeat)
    if count > MOST_TABLES:
        text = f'{bots} bots make {count:,} tables, more than {MOST_TABLES:,}; use format = "sample"'
        mistakes.add("tourney.format", text)
    elif count < 1 and several:
        mistakes.add("tourney.format", f"needs at least two bots, and [bots] has {bots}")
    elif count < 1:
        hint = "add bots, or set repeat = true" if section.format in ONLY_FOR["repeat"] else "add bots"
        mistakes.add("tourney.players", f"a table of {players} needs {players} bots, and [bots] has {bots}; {hint}")
    return 1 <= count <= MOST_TABLES


def _listed(
    tables: list[list[str]], rotate: bool, names: Sequence[str], game: Game, mistakes: Mistakes
) -> list[Seating] | None:
    before = mistakes.count
    if not tables:
        mistakes.add("tourney.tables", 'is missing, such as [["regent", "random", "random"]]')
    known = {name: at for at, name in enumerate(names)}
    seen: dict[Seating, int] = {}
    found: list[Seating] = []
    for at, table in enumerate(tables):
        key = f"tourney.tables.{at}"
        for name in table:
            if name not in known:
                mistakes.add(key, f'there is no bot "{name}" in [bots]; {did_you_mean(name, names)}')
        if len(table) not in game.seats:
            mistakes.add(key, f"{game.name} is a game for {either(game.seats)} players, not {len(table)}")
        seating = tuple(known.get(name, -1) for name in table)
        other = seen.setdefault(min(rotations(seating), default=()) if rotate else seating, at)
        if other != at:
            mistakes.add(key, f"plays the same games as tourney.tables.{other}; remove one of them")
        found.append(seating)
    return found if mistakes.count == before else None


GENEROUS: Final = 10  # times the blocks that a ladder needs to begin


class PairingsReader:
    """Reads the `[tourney]` of one cell, and adds what is wrong to the mistakes."""

    def __init__(self, section: TourneySection, names: Sequence[str], game: Game, mistakes: Mistakes) -> None:
        self.section: Final = section
        self.names: Final = names
        self.game: Final = game
        self.mistakes: Final = mistakes
        self.players: Final = section.players or game.default_players
        self.repeat: Final = bool(section.repeat)

    def read(self) -> Pairings | None:
        """Who plays whom, or None if there are mistakes."""
        before = self.mistakes.count
        self.check_keys()
        candidate = self._candidate()
        bounds = self._bounds(self.section.betting) if self.section.betting else None
        if self.mistakes.count > before or not self.names:
            return None
        format = format_of(self.section, self.players, candidate, self.names, self.game, self.mistakes)
        if format is None:
            return None
        rounds = format.rounds if isinstance(format, InRounds) else 1
        blocks = -(-self._blocks(format) // rounds) * rounds
        if self._leaves_out(format, blocks // rounds):
            return None
        asked = ("blocks", self.section.blocks or 1) if self.section.games is None else ("games", self.section.games)
        return Pairings(format, blocks, asked, candidate, bounds, self.section.precision, rounds)

    def normal(self) -> dict[str, Any]:
        """The section with all defaults of its format, in the order of the documentation."""
        section = self.section
        given = section.model_dump(exclude_none=True)
        defaults: dict[str, Any] = {"players": self.players, "field": "mixed", "repeat": False}
        if section.format == "ladder":
            defaults |= {"rounds": ladder_rounds(section, len(self.names), self.players), "margin": MARGIN}
        if self.names and section.format != "sample":
            defaults["candidate"] = self.names[0]
        if section.betting is not None:
            given["betting"] = self._bounds(section.betting)._asdict()
        for key, value in defaults.items():
            if section.format in ONLY_FOR[key]:
                given.setdefault(key, value)
        return {key: given[key] for key in TourneySection.model_fields if key in given}

    def _add(self, key: str, text: str) -> None:
        self.mistakes.add(f"tourney.{key}", text)

    def check_keys(self) -> None:
        """Adds what is wrong whatever bots take part."""
        section = self.section
        for key, formats in ONLY_FOR.items():
            if getattr(section, key) is not None and section.format not in formats:
                self._add(key, f"is for the format {either(formats)}, not for {section.format}")
        if (section.blocks is None) == (section.games is None):
            both = "both are given" if section.blocks else "neither is given"
            self.mistakes.add("tourney", f"needs either blocks or games, and {both}")
        if section.format == "duel" and section.rotation == "none":
            self._add("rotation", "must be all: a duel plays every split of the seats")
        if section.format != "list" and self.players not in self.game.seats:
            self._add(
                "players", f"{self.game.name} is a game for {either(self.game.seats)} players, not {self.players}"
            )
        if section.format == "swiss" and section.rounds is None:
            self._add("rounds", "is missing; a Swiss tournament has a given number of rounds, such as rounds = 7")
        if section.betting is not None and section.precision is not None:
            self._add("precision", "ends a duel when its win shares are known, betting when it is decided; remove one")
        if self.repeat and section.field == "same":
            self._add("repeat", 'with field = "same", one bot holds all seats of the field; remove repeat')

    def _candidate(self) -> int | None:
        if self.section.format not in ONLY_FOR["candidate"]:
            return None
        name = self.section.candidate
        if name is None or name in self.names:
            first = None if self.section.format == "sample" else 0
            return first if name is None else self.names.index(name)
        self._add("candidate", f'there is no bot "{name}" in [bots]; {did_you_mean(name, self.names)}')
        return None

    def _bounds(self, test: BettingSection) -> Bounds:
        if test.advantage is not None and (test.s0 is not None or test.s1 is not None):
            self._add("betting.advantage", "replaces s0 and s1; remove either it or them")
        s0 = 0.5 if test.s0 is None else test.s0
        s1 = round(s0 + (test.advantage or 0.05), 12) if test.s1 is None else test.s1
        if not s0 < s1 < 1:
            self._add("betting.s1", f"must be above s0 and below 1; s0 is {s0:g}, s1 is {s1:g}")
        return Bounds(s0, s1, test.alpha, test.beta)

    def _blocks(self, format: Format) -> int:
        if self.section.blocks is not None:
            return self.section.blocks
        return -(-(self.section.games or 1) // games_a_seed(format))

    def _leaves_out(self, format: Format, seeds: int) -> bool:
        """Adds a mistake if the first round of a ladder is so small that not every bot has a table."""
        bots = len(self.names)
        fewest = -(-bots // self.players)
        if not isinstance(format, Ladder) or seeds * self.players >= bots:
            return False
        key = "blocks" if self.section.games is None else "games"
        least = fewest * format.rounds * (1 if key == "blocks" else format.games(0))
        each = "a block of a ladder is one table on a seed of its own"
        text = f"of {format.rounds} rounds, each would have {counted(seeds, 'table')}, and {bots} bots need {fewest}"
        more = f"{key} = {GENEROUS * least:,}; it ends as soon as the order is clear"
        self._add(key, f"{each}; {text}: use at least {least:,}, or better {more}")
        return True
