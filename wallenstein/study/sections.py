"""The parts of a study's page: what was played, what it can see, and each question with its figures."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from wallenstein.core.reports.figures import Dots, Estimate, Figure, Heat, Listing, Raw
from wallenstein.core.words import counted
from wallenstein.stats.worlds import blocks_needed
from wallenstein.study.findings import Answer, Finding, Findings, spread_of_gains
from wallenstein.study.said import sentences
from wallenstein.study.setting import Axis, Setting
from wallenstein.study.values import POINTS, WINS, Block

HEAD: Final = ("", "measured", "change", "low", "high", "beyond chance", "holds in", "least with", "blocks")


class Part(NamedTuple):
    """A part of the page: a heading, sentences, figures, and a note on how to read them."""

    name: str
    title: str
    text: str
    sentences: tuple[str, ...]
    figures: tuple[Figure, ...]


def parts(setting: Setting, blocks: Sequence[Block]) -> list[Part]:
    """All parts, in the order of the page."""
    answers = list(Findings(setting, blocks).answers())
    return [*(question(setting, answer) for answer in answers), worlds(setting, blocks), sight(setting, blocks)]


def question(setting: Setting, answer: Answer) -> Part:
    """A question with its conclusions."""
    asked = answer.question
    return Part(asked.name, asked.title, asked.text, tuple(sentences(setting, answer)), tuple(figures(setting, answer)))


def figures(setting: Setting, answer: Answer) -> Iterator[Figure]:
    """Drawings of what has one unit, and a table of all conclusions."""
    name = answer.question.name
    for what, text in ((POINTS, "points ahead of the others"), (WINS, WINS)):
        found = [each for each in answer.findings if each.what == what and each.estimate.interval.value is not None]
        if found:
            suffix = "points" if what == POINTS else "wins"
            title = "Points gained" if what == POINTS else "Wins gained"
            dots = Dots(tuple(each.subject for each in found), tuple(map(estimate, found)), text, "", 0.0)
            yield Figure(f"{name}-{suffix}", title, f"In {text}, with 95 % intervals over games and worlds.", dots)
    points = [each for each in answer.findings if each.what == POINTS and each.slices]
    if points:
        yield by_world(setting, name, points)
    rows = tuple(row(each) for each in answer.findings)
    text = "Beyond chance: after Holm's correction for all lines of this table."
    yield Figure(f"{name}-conclusions", "All conclusions", text, Listing(HEAD, rows))


def estimate(each: Finding) -> Estimate:
    """The figure for a drawing."""
    interval = each.estimate.interval
    return Estimate(interval.value, interval.low, interval.high)


def by_world(setting: Setting, name: str, found: Sequence[Finding]) -> Figure:
    """A cell for each conclusion and kind of world."""
    seen = {part.level for each in found for part in each.slices}
    levels = tuple(level for axis in setting.axes for level in axis.names if level in seen)
    values = []
    for each in found:
        known = {part.level: part.interval.value for part in each.slices}
        values.append(tuple(known.get(level) for level in levels))
    heat = Heat(levels, tuple(each.subject for each in found), tuple(zip(*values, strict=True)), POINTS, "", 0.0)
    text = "The same points in the worlds with each level of each axis."
    return Figure(f"{name}-worlds", "In which worlds", text, heat)


def row(each: Finding) -> tuple[Raw, ...]:
    """A line of the table of conclusions."""
    interval, (same, of) = each.estimate.interval, each.holding
    least = each.weakest
    return (
        each.subject,
        each.what,
        interval.value,
        interval.low,
        interval.high,
        "yes" if each.sure else "no",
        f"{same} of {of}",
        f"{least.level}: {least.interval.value:+.2f}" if least and least.interval.value is not None else None,
        each.estimate.blocks,
    )


def worlds(setting: Setting, blocks: Sequence[Block]) -> Part:
    """What worlds were drawn."""
    rows: list[tuple[Raw, ...]] = []
    for axis in setting.axes:
        played = [sum(each.world.levels[axis.name] == level for each in blocks) for level in range(len(axis.levels))]
        if axis.has_many:
            seen = sum(count > 0 for count in played)
            rows.append((axis.name, f"{seen} of {len(axis.levels)} levels, drawn", sum(played)))
        else:
            rows += [(axis.name, level, count) for level, count in zip(axis.names, played, strict=True)]
    table = Figure("worlds", "Levels of each axis", "", Listing(("axis", "level", "blocks"), tuple(rows)))
    return Part("worlds", "The worlds", described(setting.axes), (), (table,))


def described(axes: Sequence[Axis]) -> str:
    """How worlds are drawn."""
    drawn = " and ".join(axis.name for axis in axes if axis.random)
    said = (
        "Each block is one seed in a world of its own. Every axis goes through its levels in random order, so all "
        "levels of an axis have as many blocks."
    )
    if drawn:
        said += f" Intervals are about all that could have been drawn, too: {drawn}."
    return said


def sight(setting: Setting, blocks: Sequence[Block]) -> Part:
    """How small a gain the study shows, and what the pilot said."""
    pilot = spread_of_gains(blocks[: setting.section.pilot])
    whole = spread_of_gains(blocks)
    rows: list[tuple[Raw, ...]] = []
    for one in setting.section.strategy:
        if one.name in whole:
            played = sum(one.name in each.gains for each in blocks)
            wanted = blocks_needed(pilot[one.name], setting.section.see) if one.name in pilot else None
            rows.append((one.name, whole[one.name], wanted, played, 2.8 * whole[one.name] / played**0.5))
    head = (
        "strategy",
        "spread between blocks",
        "blocks wanted by the pilot",
        "blocks played",
        "gain it shows",
    )
    text = (
        f"The first {counted(min(setting.section.pilot, len(blocks)), 'block')} told how many are needed to show a "
        f"gain of {setting.section.see:g} points; at most {setting.section.blocks:,} are played. "
        "The gain that a study shows is one that it would find in 8 of 10 repetitions."
    )
    return Part("sight", "How much it can see", text, (), (Figure("sight", "Spread", "", Listing(head, tuple(rows))),))
