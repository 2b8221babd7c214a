"""The page of a study, as HTML and as Markdown; its figures as files."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

from wallenstein.core.reports.figures import Figure, Listing, Raw, shown
from wallenstein.core.words import counted
from wallenstein.pages.html import Content, element
from wallenstein.pages.palette import pattern_defs
from wallenstein.pages.shell import main_page, packaged, page, write
from wallenstein.report.export.files import as_csv
from wallenstein.report.page.figures import shown_figure
from wallenstein.study.sections import Part
from wallenstein.study.setting import Setting
from wallenstein.study.values import Block

WIDTH: Final = 100
PAGE: Final = "page.html"  # beside the CSV files
STYLES: Final = ("wallenstein.report.page", "report.css")


def summary_of(setting: Setting, blocks: Sequence[Block]) -> str:
    """What was played, in a sentence."""
    games = counted(sum(each.games for each in blocks), "game")
    return f"{games} in {counted(len(blocks), 'block')}, each in a world of its own; seed {setting.section.seed}"


def write_pages(setting: Setting, blocks: Sequence[Block], found: Sequence[Part], folder: Path) -> list[Path]:
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


def html_of(setting: Setting, blocks: Sequence[Block], found: Sequence[Part]) -> str:
    """The page: one file that needs no network."""
    patterns = element("svg", pattern_defs(), width=0, height=0, aria_hidden="true", class_="hidden")
    links = [element("li", element("a", part.title, href=f"#{part.name}")) for part in found]
    index = element("nav", element("ul", links), class_="parts", aria_label="Questions")
    intro = element("section", element("p", setting.section.text)) if setting.section.text else None
    sections = [element("section", element("h2", part.title), body(part), id=part.name) for part in found]
    title = setting.section.title
    head = main_page(title, summary_of(setting, blocks), patterns, index, intro, *sections, foot=again(setting))
    return page(title, head, styles=[packaged(*STYLES)])


def body(part: Part) -> Content:
    """Conclusions first, then how to read them, then figures."""
    said = element("ul", [element("li", sentence) for sentence in part.sentences])
    return [
        element("p", part.text) if part.text else None,
        said if part.sentences else None,
        element("div", [shown_figure(figure) for figure in part.figures], class_="charts"),
    ]


def again(setting: Setting) -> str:
    """How to repeat it."""
    return f"Made by wallenstein study {setting.file.name}; who repeats it gets the same games and the same page."


def markdown_of(setting: Setting, blocks: Sequence[Block], found: Sequence[Part]) -> str:
    """The same without drawings."""
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
                lines += ["", *table(figure)]
    return "\n".join([*lines, "", *wrap(again(setting), WIDTH), ""])


def paragraph(text: str) -> list[str]:
    """A paragraph with an empty line before it."""
    return ["", *wrap(text, WIDTH, break_on_hyphens=False)] if text else []


def table(figure: Figure) -> Iterator[str]:
    """A table in Markdown."""
    head, rows, _ = figure.chart.table()
    numbers = [not any(isinstance(row[place], str) for row in rows) for place in range(len(head))]
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---:' if number else '---' for number in numbers)} |"
    for row in rows:
        yield f"| {' | '.join(map(entry, row))} |"


def entry(value: Raw) -> str:
    """A value that cannot end its cell."""
    return shown(value).replace("|", "/")
