"""The format that a section `[tourney]` asks for, and which keys are for which formats."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.game import Game
from wallenstein.core.words import did_you_mean, either
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.sections import TourneySection
from wallenstein.tourney.formats import Fixed, Seating, rotations
from wallenstein.tourney.formats.fixed import (
    Duel,
    LineUps,
    gauntlet_count,
    gauntlet_lineups,
    round_robin_count,
    round_robin_lineups,
)
from wallenstein.tourney.formats.ladder import Ladder
from wallenstein.tourney.formats.rounds import InRounds
from wallenstein.tourney.formats.sample import Sample
from wallenstein.tourney.formats.swiss import Swiss

MOST_TABLES: Final = 100_000
ONLY_FOR: Final = {
    "players": ("round-robin", "gauntlet", "duel", "sample", "ladder", "swiss"),
    "candidate": ("gauntlet", "duel", "sample"),
    "field": ("gauntlet",),
    "repeat": ("round-robin", "gauntlet"),
    "tables": ("list",),
    "sprt": ("duel",),
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
