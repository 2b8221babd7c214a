"""Which line-ups a format makes of the bots, or why it cannot."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.game import Game
from wallenstein.core.words import did_you_mean
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.sections import TourneySection
from wallenstein.tourney.schedule.formats import Format, LineUps, Seating, gauntlet, rotations, round_robin
from wallenstein.tourney.schedule.formats.duel import Duel

MOST_LINEUPS: Final = 100_000


def make_format(
    section: TourneySection, players: int, candidate: int, names: Sequence[str], game: Game, mistakes: Mistakes
) -> Format | None:
    """The format's line-ups, or None after naming what is wrong."""
    rotate = section.rotation == "all"
    if section.format == "list":
        tables = _listed(section.tables or [], rotate, names, game, mistakes)
        return None if tables is None else LineUps(tables, rotate)
    if section.format == "duel":
        if len(names) == 2:
            return Duel(players, candidate, 1 - candidate)
        mistakes.add("tourney.format", f"a duel is between two bots, and [bots] has {len(names)}")
        return None
    bots, same, repeat = len(names), section.field == "same", bool(section.repeat)
    if section.format == "gauntlet":
        count = gauntlet.count(bots, players, same, repeat)
        lineups = gauntlet.lineups(bots, players, candidate, same, repeat)
    else:
        count = round_robin.count(bots, players, repeat)
        lineups = round_robin.lineups(bots, players, repeat)
    return LineUps(lineups, rotate) if _fits(count, bots, players, same or repeat, mistakes) else None


def _fits(count: int, bots: int, players: int, several: bool, mistakes: Mistakes) -> bool:
    if count > MOST_LINEUPS:
        text = f"{bots} bots make {count:,} tables, more than {MOST_LINEUPS:,}; take fewer bots, or the format list"
        mistakes.add("tourney.format", text)
    elif count < 1 and several:
        mistakes.add("tourney.format", f"needs at least two bots, and [bots] has {bots}")
    elif count < 1:
        text = f"a table of {players} needs {players} bots, and [bots] has {bots}; add bots, or set repeat = true"
        mistakes.add("tourney.players", text)
    return 1 <= count <= MOST_LINEUPS


def _listed(
    tables: list[list[str]], rotate: bool, names: Sequence[str], game: Game, mistakes: Mistakes
) -> list[Seating] | None:
    before = mistakes.count
    if not tables:
        mistakes.add("tourney.tables", 'is missing; such as [["regent", "random", "random"]]')
    known = {name: at for at, name in enumerate(names)}
    seen: dict[Seating, int] = {}
    found: list[Seating] = []
    for at, table in enumerate(tables):
        key = f"tourney.tables.{at}"
        for name in table:
            if name not in known:
                mistakes.add(key, f'there is no bot "{name}" in [bots]; {did_you_mean(name, names)}')
        if len(table) not in game.seats:
            mistakes.add(key, f"{game.name} is a game for {either(game.seats)}, not {len(table)}")
        seating = tuple(known.get(name, -1) for name in table)
        other = seen.setdefault(min(rotations(seating), default=()) if rotate else seating, at)
        if other != at:
            mistakes.add(key, f"plays the same games as tourney.tables.{other}; leave one of them out")
        found.append(seating)
    return found if mistakes.count == before else None


def either(choices: Sequence[object]) -> str:
    """Choices in a sentence: `3, 4 or 5`."""
    words = [str(choice) for choice in choices]
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))
