"""Reads `[tourney]`: the checks between its keys and the bots."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.core.game import Game
from wallenstein.core.words import counted, did_you_mean, either
from wallenstein.tourney.config.formats import MARGIN, ONLY_FOR, format_of, ladder_rounds
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import Bounds, Pairings
from wallenstein.tourney.config.sections import SprtSection, TourneySection
from wallenstein.tourney.formats import Format, games_a_seed
from wallenstein.tourney.formats.ladder import Ladder
from wallenstein.tourney.formats.rounds import InRounds

GENEROUS: Final = 10  # times as many blocks as a ladder needs to begin
SPRT_HOLDS: Final = (0.25, 0.75)  # shares; beyond, errors of 8 to 10 % were measured where 5 were promised


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
        bounds = self._bounds(self.section.sprt) if self.section.sprt else None
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
        if section.sprt is not None:
            given["sprt"] = self._bounds(section.sprt)._asdict()
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
        if section.sprt is not None and section.precision is not None:
            self._add("precision", "ends a duel when its win shares are known, and sprt when it is decided; remove one")
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

    def _bounds(self, sprt: SprtSection) -> Bounds:
        if sprt.advantage is not None and (sprt.s0 is not None or sprt.s1 is not None):
            self._add("sprt.advantage", "replaces s0 and s1; remove either it or them")
        s0 = 0.5 if sprt.s0 is None else sprt.s0
        s1 = round(s0 + (sprt.advantage or 0.05), 12) if sprt.s1 is None else sprt.s1
        if not s0 < s1 < 1:
            self._add("sprt.s1", f"must be above s0 and below 1; s0 is {s0:g}, s1 is {s1:g}")
        low, high = SPRT_HOLDS
        if sprt.test == "sprt" and not (low <= s0 and s1 <= high):
            text = f"holds its error rates only for shares from {low:g} to {high:g}"
            self._add("sprt.test", f'"sprt" {text}; s0 is {s0:g}, s1 is {s1:g}: use "betting"')
        return Bounds(s0, s1, sprt.alpha, sprt.beta, sprt.test)

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
