"""The page of a study, as HTML and Markdown: the worlds, the precision, each question with its figures."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from wallenstein.core.reports import Dots, Figure, Heat, Listing, Raw
from wallenstein.core.text import counted
from wallenstein.extras.study.findings import AnsweredQuestion, Finding, Findings, sentences, spread_of_gains
from wallenstein.extras.study.setting import Axis, StudySetting
from wallenstein.extras.study.values import POINTS, WINS, Block
from wallenstein.pages.html import element
from wallenstein.pages.shell import write
from wallenstein.report.export import as_csv
from wallenstein.report.html.figures import PagePart, report_page
from wallenstein.stats.worlds import blocks_needed

HEAD: Final = (
    "", "measured", "change", "low", "high", "beyond chance", "shown / open / against", "on drawn ones", "least with",
    "blocks",
)  # fmt: skip


def parts(setting: StudySetting, blocks: Sequence[Block]) -> list[PagePart]:
    found, before = [], set[str]()
    for answer in Findings(setting, blocks).answers():
        asked, new = answer.question, list(sentences(setting, answer))
        said = tuple(f"{each.partition('. ')[0]}, as above." if each in before else each for each in new)
        before.update(new)
        found.append(PagePart(asked.name, asked.title, None, said, tuple(figures(setting, answer)), text=asked.text))
    return [*found, worlds(setting, blocks), sight(setting, blocks)]


def figures(setting: StudySetting, answer: AnsweredQuestion) -> Iterator[Figure]:
    """Drawings of figures with the same unit, and a table of all conclusions."""
    name = answer.question.name
    for what, text in ((POINTS, "points ahead of the others"), (WINS, WINS)):
        found = [each for each in answer.findings if each.what == what and each.estimate.interval.value is not None]
        if found:
            suffix = "points" if what == POINTS else "wins"
            title = "Points gained" if what == POINTS else "Wins gained"
            estimates = tuple(each.estimate.interval for each in found)
            dots = Dots(tuple(each.subject for each in found), estimates, text, "", 0.0)
            yield Figure(f"{name}-{suffix}", title, f"In {text}, with 95 % intervals over games and worlds.", dots)
    points = [each for each in answer.findings if each.what == POINTS and each.slices]
    if points:
        yield by_world(setting, name, points)
    rows = tuple(row(each) for each in answer.findings)
    text = "Beyond chance: after Holm's correction for the whole page. Shown, open, against: kinds of worlds."
    yield Figure(f"{name}-conclusions", "All conclusions", text, Listing(HEAD, rows))


def by_world(setting: StudySetting, name: str, found: Sequence[Finding]) -> Figure:
    seen = {part.level for each in found for part in each.slices}
    levels = tuple(kind for axis in setting.axes for kind in axis.kinds if kind in seen)
    values = []
    for each in found:
        known = {part.level: part.interval.value for part in each.slices}
        values.append(tuple(known.get(level) for level in levels))
    heat = Heat(levels, tuple(each.subject for each in found), tuple(zip(*values, strict=True)), POINTS, "", 0.0)
    text = "The same points in the worlds with each level of each axis."
    return Figure(f"{name}-worlds", "In which worlds", text, heat)


def row(each: Finding) -> tuple[Raw, ...]:
    interval, least = each.estimate.interval, each.weakest
    return (
        each.subject,
        each.what,
        interval.value,
        interval.low,
        interval.high,
        "yes" if each.sure else "no",
        *(
            " / ".join(map(str, each.counts(some))) if some else None
            for some in (each.slices, [part for slices in each.drawn.values() for part in slices])
        ),
        f"{least.level}: {least.interval.known:+.2f}" if least else None,
        each.estimate.blocks,
    )


def worlds(setting: StudySetting, blocks: Sequence[Block]) -> PagePart:
    rows: list[tuple[Raw, ...]] = []
    for axis in setting.axes:
        for name, kind in axis.kinds.items():
            played = [level for each in blocks if (level := each.world.levels[axis.name]) in kind]
            drawn = f"{name}: {len(set(played))} of {len(kind)}" if len(kind) > 1 else name
            rows.append((axis.name, drawn, len(played)))
    table = Figure("worlds", "Levels of each axis", "", Listing(("axis", "level", "blocks"), tuple(rows)))
    return PagePart("worlds", "The worlds", figures=(table,), text=described(setting.axes))


def described(axes: Sequence[Axis]) -> str:
    drawn = " and ".join(axis.name for axis in axes if axis.drawn)
    said = "Each block is one seed in a world of its own. Every axis goes through its levels in random order."
    if drawn:
        said += f" Intervals include the chance of what was drawn: {drawn}."
    return said


def sight(setting: StudySetting, blocks: Sequence[Block]) -> PagePart:
    """The smallest gain that the study shows, and the result of the pilot."""
    pilot, whole = (spread_of_gains(some) for some in (blocks[: setting.section.pilot], blocks))
    findings = Findings(setting, blocks)
    rows: list[tuple[Raw, ...]] = []
    for one in setting.section.strategy:
        if one.name in whole:
            with_it = [each for each in blocks if one.name in each.gains]
            wanted = blocks_needed(pilot[one.name], setting.section.see) if one.name in pilot else None
            rows.append((one.name, whole[one.name], wanted, len(with_it), findings.gain(with_it, one.name).visible))
    head = ("strategy", "spread between blocks", "blocks wanted by the pilot", "blocks played", "gain it shows")
    text = (
        f"The first {counted(min(setting.section.pilot, len(blocks)), 'block')} showed how many are needed to "
        f"detect a gain of {setting.section.see:g} points in these worlds; at most {setting.section.blocks:,} are "
        "played. A study shows a gain if it would find it in 8 of 10 repetitions, in other worlds of the same kind."
    )
    table = Figure("sight", "Spread", "", Listing(head, tuple(rows)))
    return PagePart("sight", "How much it can see", figures=(table,), text=text)


WIDTH: Final = 100
PAGE: Final = "page.html"  # beside the CSV files


def summary_of(setting: StudySetting, blocks: Sequence[Block]) -> str:
    games = counted(sum(each.games for each in blocks), "game")
    return f"{games} in {counted(len(blocks), 'block')}, each in a world of its own; seed {setting.section.seed}"


def write_pages(setting: StudySetting, blocks: Sequence[Block], found: Sequence[PagePart], folder: Path) -> list[Path]:
    """Writes the page, the Markdown, and a CSV file for each figure; returns the first two."""
    beside = folder / setting.name
    beside.mkdir(parents=True, exist_ok=True)
    html, text = beside / PAGE, folder / f"{setting.name}.md"
    write(html, html_of(setting, blocks, found))
    text.write_text(markdown_of(setting, blocks, found), encoding="utf-8", newline="\n")
    for part in found:
        for figure in part.figures:
            (beside / f"{figure.name}.csv").write_text(as_csv(figure), encoding="utf-8", newline="\n")
    return [html, text]


def html_of(setting: StudySetting, blocks: Sequence[Block], found: Sequence[PagePart]) -> str:
    """The page: one file that needs no network."""
    intro = element("section", element("p", setting.section.text)) if setting.section.text else None
    title, subtitle = setting.section.title, summary_of(setting, blocks)
    return report_page(title, title, subtitle, found, again(setting), intro, "Questions")


def again(setting: StudySetting) -> str:
    return f"Made by wallenstein study {setting.file.name}; repeating it gives the same games and the same page."


def markdown_of(setting: StudySetting, blocks: Sequence[Block], found: Sequence[PagePart]) -> str:
    lines = [f"# {setting.section.title}", *paragraph(f"{summary_of(setting, blocks)}.")]
    lines += ["", f"[The same with drawings]({setting.name}/{PAGE})"]
    lines += paragraph(setting.section.text)
    for part in found:
        lines += ["", f"## {part.title}", *paragraph(part.text)]
        if part.sentences:
            lines.append("")
        for sentence in part.sentences:
            lines += wrap(sentence, WIDTH, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False)
        for figure in part.figures:
            if isinstance(figure.chart, Listing):
                lines += ["", f"[{figure.title}]({setting.name}/{figure.name}.csv)"]
    return "\n".join([*lines, "", *wrap(again(setting), WIDTH), ""])


def paragraph(text: str) -> list[str]:
    """A paragraph with an empty line before it."""
    return ["", *wrap(text, WIDTH, break_on_hyphens=False)] if text else []
