"""The questions of a study, read and checked; and its design: the world of each block."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.core.chance import shuffled
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import packaged_studies
from wallenstein.core.seeds import derive, stream
from wallenstein.core.text import did_you_mean
from wallenstein.games import find_game
from wallenstein.tourney.config.mistakes import Mistakes, read_spec
from wallenstein.tourney.config.model import located
from wallenstein.tourney.config.sections import GameSection, LogSection, PlacedEntry, TournamentSpec
from wallenstein.tourney.config.source import find_config, override, read
from wallenstein.tourney.config.study_section import LevelSection, StrategySection, StudySection
from wallenstein.tourney.formats.fixed import ListSection

Levels = Mapping[str, Sequence[str]]  # names of kinds, by axis
REPLACED: Final = ("tourney", "matrix", "log", "tune")  # sections that follow from [study]


@dataclass(frozen=True)
class Axis:
    """A difference between worlds, with all its levels; those of a kind stand as one in the file."""

    name: str
    random: bool
    levels: tuple[LevelSection, ...]
    kinds: Mapping[str, range]  # by name, its levels
    turns: tuple[str, ...]  # of kinds, each as often as its share says

    @property
    def drawn(self) -> tuple[int, ...]:
        """The levels that are a sample of many, by themselves or within a kind."""
        return tuple(level for kind in self.kinds.values() if self.random or len(kind) > 1 for level in kind)


@dataclass(frozen=True)
class StudySetting:
    file: Path
    overridden: tuple[str, ...]  # keys that are not those of the file
    spec: TournamentSpec  # common to all worlds
    section: StudySection
    axes: tuple[Axis, ...]

    @property
    def name(self) -> str:
        return self.file.stem


def read_setting(file: Path, sets: Sequence[str] = ()) -> StudySetting:
    """The study of a file, or a ready one by its name; every mistake in [study] is reported."""
    file = find_config(file, packaged_studies)
    tables = read(file, packaged_studies)
    mistakes = Mistakes(str(file), override(tables, sets))
    if "study" not in tables:
        raise ConfigError(f"{file}: has no section [study]; see docs/study.md")
    for section in REPLACED:
        if tables.pop(section, None) is not None:
            mistakes.add(section, "cannot be set in a study; [study] sets the tables and the records")
    spec, _ = read_spec(tables, mistakes)
    mistakes.raise_any()
    study = spec.study
    assert study is not None, "a section with mistakes was reported"
    axes = tuple(_axes(study, spec.game.name, mistakes))
    _check_names(study, axes, mistakes)
    mistakes.raise_any()
    base = file.parent.resolve()
    bots = [one.model_copy(update={"bot": located(one.bot, base)}) for one in study.strategy]
    return StudySetting(file, mistakes.overridden, spec, study.model_copy(update={"strategy": bots}), axes)


def _axes(study: StudySection, game: str, mistakes: Mistakes) -> Iterator[Axis]:
    """The axes; a level with a key for several values becomes several levels."""
    try:
        several = find_game(game).expand_value
    except ConfigError as error:
        mistakes.add("game.name", str(error))
        return
    for at, axis in enumerate(study.axis):
        levels: list[LevelSection] = []
        kinds: dict[str, range] = {}
        turns = [level.name for level in axis.levels for _ in range(level.share)]
        for level in axis.levels:
            try:
                found = [(key, several(key, value)) for key, value in level.game.items()]
            except ConfigError as error:
                mistakes.add(f"study.axis.{at}.levels", str(error))
                continue
            first = len(levels)
            many = next((pair for pair in found if len(pair[1]) > 1), None)
            if many is None:
                levels.append(level)
            else:
                key, values = many
                changes = ({"name": str(value), "game": {**level.game, key: value}} for value in values)
                levels += [level.model_copy(update=change) for change in changes]
            kinds[level.name] = range(first, len(levels))
        yield Axis(axis.name, axis.random, tuple(levels), kinds, tuple(turns))


def _check_names(study: StudySection, axes: Sequence[Axis], mistakes: Mistakes) -> None:
    """All names must exist, and be unique."""
    strategies = [one.name for one in study.strategy]
    levels = {axis.name: tuple(axis.kinds) for axis in axes}
    for kind, names in (("strategy", [*strategies, study.base]), ("axis", [axis.name for axis in study.axis])):
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            mistakes.add(f"study.{kind}", f'there are two called "{name}"')
    every = [level.name for axis in study.axis for level in axis.levels]
    for name in dict.fromkeys(name for name in every if every.count(name) > 1):
        mistakes.add("study.axis", f'two levels are called "{name}"')
    for at, strategy in enumerate(study.strategy):
        _check_where(f"study.strategy.{at}.where", strategy.where, levels, mistakes)
    for at, question in enumerate(study.question):
        key = f"study.question.{at}"
        _check_where(f"{key}.where", question.where, levels, mistakes)
        for name in question.strategies:
            _check_known(f"{key}.strategies", name, strategies, mistakes)
        if not (question.strategies or question.measures or question.traits):
            mistakes.add(key, "asks nothing; it needs strategies, measures or traits")
        if question.axis is not None:
            _check_known(f"{key}.axis", question.axis, levels, mistakes)
            if question.against is not None and question.axis in levels:
                _check_known(f"{key}.against", question.against, levels[question.axis], mistakes)


def _check_where(key: str, where: Levels, levels: Levels, mistakes: Mistakes) -> None:
    for axis, names in where.items():
        _check_known(key, axis, levels, mistakes)
        for name in names if axis in levels else ():
            _check_known(f"{key}.{axis}", name, levels[axis], mistakes)


def _check_known(key: str, name: str, known: Collection[str], mistakes: Mistakes) -> None:
    if name not in known:
        mistakes.add(key, f'there is no "{name}"; {did_you_mean(name, known)}')


# Every axis goes through its levels in an order that is drawn anew each time. So all levels have equally many blocks,
# and those of two axes meet at random. A block's world depends on its number alone, so a study can be extended at any
# time.


class World(NamedTuple):
    """A block and its world: the number of its level in each axis."""

    number: int
    levels: Mapping[str, int]


def world(setting: StudySetting, number: int) -> World:
    """The kinds of an axis take turns, and the levels of a kind."""
    found = {}
    for axis in setting.axes:
        cycle, place = divmod(number, len(axis.turns))
        order = _shuffled(setting, range(len(axis.turns)), axis.name, cycle)
        kind = axis.turns[order[place]]
        before = sum(axis.turns[at] == kind for at in order[:place])
        again, place = divmod(cycle * axis.turns.count(kind) + before, len(axis.kinds[kind]))
        found[axis.name] = _shuffled(setting, axis.kinds[kind], axis.name, kind, again)[place]
    return World(number, found)


def _shuffled(setting: StudySetting, levels: range, *words: str | int) -> list[int]:
    return shuffled(stream(setting.section.seed, "study", *words).random, levels)


def is_in(setting: StudySetting, where: Levels, here: World) -> bool:
    """Whether a world has one of the kinds wanted on each axis."""
    kinds = {axis.name: axis.kinds for axis in setting.axes}
    return all(any(here.levels[axis] in kinds[axis][name] for name in names) for axis, names in where.items())


def strategies(setting: StudySetting, here: World) -> list[StrategySection]:
    return [one for one in setting.section.strategy if here.number % one.every == 0 and is_in(setting, one.where, here)]


def tournament(
    setting: StudySetting, here: World, playing: Sequence[StrategySection], beside: Sequence[str] = ()
) -> TournamentSpec:
    """A block's tournament: the base and each strategy in turn among the same others, in all seats.

    `beside`: bots that take part without sitting at any table.
    """
    section, common = setting.section, setting.spec
    chosen: list[LevelSection] = [axis.levels[here.levels[axis.name]] for axis in setting.axes]
    game = common.game.model_dump()
    for level in chosen:
        game |= level.game
    players = next((level.players for level in chosen if level.players), 4)
    company = next((level.company for level in chosen if level.company), [section.base])
    others = [company[place % len(company)] for place in range(players - 1)]
    keys = dict.fromkeys([section.base, *others, *beside], "study.axis") | {section.base: "study.base"}
    bots = [PlacedEntry(bot=bot, key=key) for bot, key in keys.items()]
    for one in playing:
        key = f"study.strategy.{[each.name for each in section.strategy].index(one.name)}"
        bots.append(PlacedEntry(name=one.name, bot=one.bot, options=one.options, key=key))
    tourney = ListSection(
        name=f"block-{here.number:04}",
        seed=derive(section.seed, "study", "block", here.number),
        blocks=1,
        tables=[[name, *others] for name in (section.base, *(one.name for one in playing))],
    )
    return common.model_copy(
        update={
            "tourney": tourney,
            "game": GameSection(**game),
            "bots": common.bots.model_copy(update={"entries": bots, "entry": []}),
            "log": LogSection(tables=section.tables),
        }
    )
