"""From `[tourney]` to the line-ups that are played; every rule that ties its keys together is here."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.core.game import Game
from wallenstein.core.words import did_you_mean
from wallenstein.tourney.config.lineups import either, make_format
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import Bounds, Meeting
from wallenstein.tourney.config.sections import SprtSection, TourneySection
from wallenstein.tourney.schedule.formats import Format

PLAYERS: Final = 4
ONLY_FOR: Final = {
    "players": ("round-robin", "gauntlet", "duel"),
    "candidate": ("gauntlet", "duel"),
    "field": ("gauntlet",),
    "repeat": ("round-robin", "gauntlet"),
    "tables": ("list",),
    "sprt": ("duel",),
}


class MeetingReader:
    """Reads one cell's `[tourney]`; what is wrong goes to the mistakes."""

    def __init__(self, section: TourneySection, names: Sequence[str], game: Game, mistakes: Mistakes) -> None:
        self.section: Final = section
        self.names: Final = names
        self.game: Final = game
        self.mistakes: Final = mistakes
        self.players: Final = section.players or PLAYERS
        self.repeat: Final = bool(section.repeat)

    def read(self) -> Meeting | None:
        """The meeting, or None after naming what is wrong."""
        before = self.mistakes.count
        self._check_keys()
        candidate = self._candidate()
        bounds = self._bounds(self.section.sprt) if self.section.sprt else None
        if self.mistakes.count > before or not self.names:
            return None
        format = make_format(self.section, self.players, candidate or 0, self.names, self.game, self.mistakes)
        if format is None:
            return None
        return Meeting(format, self._blocks(format), candidate, bounds)

    def normal(self) -> dict[str, Any]:
        """The section with every default that its format has, in the order of the documentation."""
        section = self.section
        given = section.model_dump(exclude_none=True)
        defaults: dict[str, Any] = {"players": self.players, "field": "mixed", "repeat": False}
        if self.names:
            defaults["candidate"] = self.names[0]
        if section.sprt is not None:
            given["sprt"] = self._bounds(section.sprt)._asdict()
        for key, value in defaults.items():
            if section.format in ONLY_FOR[key]:
                given.setdefault(key, value)
        return {key: given[key] for key in TourneySection.model_fields if key in given}

    def _add(self, key: str, text: str) -> None:
        self.mistakes.add(f"tourney.{key}", text)

    def _check_keys(self) -> None:
        section = self.section
        for key, formats in ONLY_FOR.items():
            if getattr(section, key) is not None and section.format not in formats:
                self._add(key, f"is for the format {either(formats)}, not for {section.format}")
        if (section.blocks is None) == (section.games is None):
            both = "both are given" if section.blocks else "neither is given"
            self.mistakes.add("tourney", f"needs either blocks or games, and {both}")
        if section.format == "duel" and section.rotation == "none":
            self._add("rotation", "must be all: a duel plays every sharing of the table")
        if section.format != "list" and self.players not in self.game.seats:
            self._add("players", f"{self.game.name} is a game for {either(self.game.seats)}, not {self.players}")
        if self.repeat and section.field == "same":
            self._add("repeat", 'with field = "same" one bot holds all seats of the field; leave repeat out')

    def _candidate(self) -> int | None:
        if self.section.format not in ONLY_FOR["candidate"]:
            return None
        name = self.section.candidate
        if name is None or name in self.names:
            return 0 if name is None else self.names.index(name)
        self._add("candidate", f'there is no bot "{name}" in [bots]; {did_you_mean(name, self.names)}')
        return None

    def _bounds(self, sprt: SprtSection) -> Bounds:
        if sprt.advantage is not None and (sprt.s0 is not None or sprt.s1 is not None):
            self._add("sprt.advantage", "stands in place of s0 and s1; leave either it or them out")
        s0 = 0.5 if sprt.s0 is None else sprt.s0
        s1 = round(s0 + (sprt.advantage or 0.05), 12) if sprt.s1 is None else sprt.s1
        if not s0 < s1 < 1:
            self._add("sprt.s1", f"must be above s0 and below 1; s0 is {s0:g}, s1 is {s1:g}")
        return Bounds(s0, s1, sprt.alpha, sprt.beta)

    def _blocks(self, format: Format) -> int:
        if self.section.blocks is not None:
            return self.section.blocks
        games = sum(len(format.seatings(lineup)) for lineup in range(format.lineups))
        return -(-(self.section.games or 1) // games)
