"""The design: which world each block is played in.

Every axis goes through its levels in an order that is drawn anew each time, so that all levels have as many blocks, and
those of two axes meet at random. A block's world depends on its number alone: a study can be made longer at any time.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.luck.draws import shuffled
from wallenstein.core.luck.seeds import derive, stream
from wallenstein.study.setting import Setting
from wallenstein.tourney.config.study_section import LevelSection, StrategySection

SEEDS: Final = 2**63


class World(NamedTuple):
    """A block and its world: the number of its level in each axis."""

    number: int
    levels: Mapping[str, int]


def world(setting: Setting, number: int) -> World:
    """The world of a block."""
    levels = {}
    for axis in setting.axes:
        cycle, place = divmod(number, len(axis.levels))
        order = shuffled(stream(setting.section.seed, "study", axis.name, cycle).random, range(len(axis.levels)))
        levels[axis.name] = order[place]
    return World(number, levels)


def is_in(setting: Setting, where: Mapping[str, Sequence[str]], here: World) -> bool:
    """Whether a world has one of the levels wanted on each axis."""
    return all(
        axis.levels[here.levels[axis.name]].name in where[axis.name] for axis in setting.axes if axis.name in where
    )


def strategies(setting: Setting, here: World) -> list[StrategySection]:
    """The strategies that play in a block."""
    return [one for one in setting.section.strategy if here.number % one.every == 0 and is_in(setting, one.where, here)]


def tournament(
    setting: Setting, here: World, playing: Sequence[StrategySection], beside: Sequence[str] = ()
) -> dict[str, Any]:
    """The sections of a block's tournament: the base and each strategy in turn among the same others, in all seats.

    `beside`: bots that take part without sitting at any table.
    """
    section = setting.section
    chosen: list[LevelSection] = [axis.levels[here.levels[axis.name]] for axis in setting.axes]
    game = dict(setting.game)
    for level in chosen:
        game |= level.game
    players = next((level.players for level in chosen if level.players), 4)
    company = next((level.company for level in chosen if level.company), [section.base])
    others = [company[place % len(company)] for place in range(players - 1)]
    bots = dict(setting.tables.get("bots", {}))
    entry = [{"name": one.name, "bot": one.bot, "options": one.options} for one in playing]
    return {
        "tourney": {
            "name": f"block-{here.number:04}",
            "seed": derive(section.seed, "study", "block", here.number) % SEEDS,
            "blocks": 1,
            "format": "list",
            "tables": [[name, *others] for name in (section.base, *(one.name for one in playing))],
        },
        "game": game,
        "bots": {**bots, "entries": list(dict.fromkeys([section.base, *others, *beside])), "entry": entry},
        "log": {"tables": list(section.tables)},
    }
