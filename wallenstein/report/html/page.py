"""The report of a run: reads it once, part by part, and writes all sections into one HTML file."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.core.program.trust import Untrusted
from wallenstein.core.reports import Figure, Remarkable
from wallenstein.core.text import counted
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.palette import pattern_defs
from wallenstein.pages.shell import main_page, packaged, page, write
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole
from wallenstein.report.differences import bot_to_explain, sentences
from wallenstein.report.faults import BotFaults, faults_of, games_with_faults
from wallenstein.report.html.figures import shown_figure
from wallenstein.report.html.notes import RemarkableResults, configuration, faults_section, remarkable_section
from wallenstein.report.replays import write_replays
from wallenstein.report.results import compared_lines, comparison_figures, result_figures
from wallenstein.report.verdict import cell_verdict, run_verdict
from wallenstein.stats.figures import RunSummary
from wallenstein.tourney.figures.differences import Reasons, ReasonSearch, compare
from wallenstein.tourney.figures.run_parts import about, game_of, run_parts
from wallenstein.tourney.figures.run_summary import summarise
from wallenstein.tourney.recorded_games import cells_of

REPORT: Final = "report.html"
FEW_CELLS: Final = 3  # of more, the results of each are folded
MOST_CELLS: Final = 5_000  # in all tables of pairs together, so that a page of many large cells stays small


class PageSection(NamedTuple):
    """A part of the report: sentences, then figures. One of many similar parts is folded."""

    name: str
    title: str
    sentences: tuple[str, ...]
    figures: tuple[Figure, ...]
    folded: bool = False


class ReportPage(NamedTuple):
    summary: RunSummary
    sections: tuple[PageSection, ...]
    remarkable: tuple[Remarkable, ...]
    faults: tuple[BotFaults, ...]
    reasons: Reasons | None = None

    @property
    def figures(self) -> Iterator[Figure]:
        for section in self.sections:
            yield from section.figures


def make_report(run: Run, summary: RunSummary | None = None) -> ReportPage:
    """Reads a run; an existing summary is used."""
    summary = summary or summarise(run)
    strengths = _strengths(summary)
    known = about(run, _rules(run), list(strengths))
    surveys = game_of(run).surveys(known)
    results = RemarkableResults(known.bots, strengths)
    bot = bot_to_explain(list(strengths))
    reasons = ReasonSearch(run, bot) if bot and bot in run.header["entries"] else None
    for part in run_parts(run):
        results.add(part)
        if reasons is not None:
            reasons.add(part)
        for survey in surveys:
            survey.add(part)
    together = tuple(all_cells(summary))
    own = [
        PageSection(f"game-{place}", survey.title, (*together, *survey.notes()), tuple(survey.figures()))
        for place, survey in enumerate(surveys, 1)
    ]
    sections = (*_results(run, summary), *own)
    remarkable = (*results.found(), *(each for survey in surveys for each in survey.remarkable()))
    found = reasons.found() if reasons is not None else None
    return ReportPage(summary, sections, remarkable, faults_of(run, summary.faults), found)


def write_report(run: Run, report: ReportPage | None = None, path: Path | None = None) -> Location:
    """Writes the page into the run's folder, or elsewhere, and beside it pages of the games worth looking at."""
    where = path or run.folder / REPORT
    report = report or make_report(run)
    games = where.parent / f"{Path(where.name).stem}-games"
    shown = [*(each.game for each in report.remarkable), *games_with_faults(report.faults)]
    shown += [example.number for _, example in sentences(report.reasons) if example] if report.reasons else []
    replays = write_replays(run, shown, games)
    text = html_of(report, run, replays)
    if path is None:
        write_whole(where, text.encode(), durable=False)
    else:  # perhaps a pipe
        write(path, text)
    return where


def html_of(report: ReportPage, run: Run, replays: Mapping[int, str] = MappingProxyType({})) -> str:
    """The page; `replays` has the addresses of game pages."""
    summary, header = report.summary, run.header
    patterns = element("svg", pattern_defs(), width=0, height=0, aria_hidden="true", class_="hidden")
    verdict = element("ul", [element("li", sentence) for sentence in run_verdict(summary)], class_="verdict")
    games = f"{summary.games:,} of {summary.of_games:,}" if run.games < header["games"] else f"{run.games:,}"
    state = "" if run.manifest.finished else "; the tournament is not finished"
    subtitle = f"{game_of(run).title}, {games} games, seed {summary.seed}{state}"
    parts = [
        PagePart("verdict", "Verdict", verdict),
        *(PagePart(section.name, section.title, section_body(section), section.folded) for section in report.sections),
        *(why_parts(report.reasons, replays) if report.reasons else ()),
        PagePart("remarkable", "Games worth looking at", remarkable_section(report.remarkable, run, replays)),
        PagePart("faults", "Faults", faults_section(report.faults, replays, summary.left_out)),
        PagePart("configuration", "How it was played", configuration(run)),
    ]
    foot = f"Written by wallenstein {header['program']} from {counted(run.games, 'game')} of {run.folder.name}."
    links = [element("li", element("a", part.title, href=f"#{part.name}")) for part in parts if not part.folded]
    index = element("nav", element("ul", links), class_="parts", aria_label="Parts of the report")
    body = main_page(summary.name, subtitle, patterns, index, *map(shown_part, parts), foot=foot)
    return page(f"{summary.name}: report", body, styles=[packaged(__package__, "report.css")])


class PagePart(NamedTuple):
    name: str
    title: str
    body: Content
    folded: bool = False


def why_parts(reasons: Reasons, replays: Mapping[int, str]) -> Iterator[PagePart]:
    """The differences between a bot and the winners, with links to the games in which they are largest."""
    said = [
        element("li", element("a", text, href=f"{replays[example.number]}#part={example.part}"))
        if example and example.number in replays
        else element("li", text)
        for text, example in ((text.removeprefix("- ").strip(), example) for text, example in sentences(reasons))
    ]
    yield PagePart("why", f"Why {reasons.bot} does not win more", element("ul", said))


def shown_part(part: PagePart) -> Html:
    """A part with its heading, which unfolds it if it is folded."""
    inside: Content = [element("h2", part.title), part.body]
    if part.folded:
        inside = element("details", element("summary", element("h2", part.title)), part.body)
    return element("section", inside, id=part.name)


def section_body(section: PageSection) -> Content:
    """Sentences, then the figures side by side."""
    items = [element("li", sentence) for sentence in section.sentences]
    sentences = element("ul", items, class_="verdict") if items else None
    return [sentences, element("div", [shown_figure(figure) for figure in section.figures], class_="charts")]


def _results(run: Run, summary: RunSummary) -> Iterator[PageSection]:
    """The cells compared, and the results of each."""
    cells = summary.cells
    played = [cell for cell in cells if cell.games]
    many = len(played) > FEW_CELLS
    if len(played) > 1:
        compared = compare(run, None)
        yield PageSection("cells", "Cells compared", (), tuple(comparison_figures(compared, list(_strengths(summary)))))
        yield PageSection("compared", "Everything compared", (), tuple(compared_lines(compared)), many)
    for number, cell in enumerate(cells, 1):
        if len(cells) == 1:
            yield PageSection("results", "Results", (), tuple(result_figures(cell)))
        elif cell.games:
            results = tuple(result_figures(cell, f"cell-{number}-", MOST_CELLS / len(played)))
            yield PageSection(f"results-{number}", f"Results: {cell.cell}", tuple(cell_verdict(cell)), results, many)


def all_cells(summary: RunSummary) -> Iterator[str]:
    """A note on figures of several cells together."""
    played = [cell for cell in summary.cells if cell.games]
    if len(played) > 1:
        yield f"All {len(played)} cells together; wallenstein compare shows the differences between them."


def _rules(run: Run) -> object:
    """The rules of the first cell; None if the run's configuration can no longer be read."""
    try:
        cells, _ = cells_of(run)
    except Untrusted:
        raise
    except (WallensteinError, OSError):
        return None
    return next(iter(cells.values()))[1]


def _strengths(summary: RunSummary) -> dict[str, float | None]:
    """The strengths of all bots; of several cells, those of the first in which a bot plays."""
    found: dict[str, float | None] = {}
    for cell in summary.cells:
        for entrant in cell.entrants:
            if entrant.games:
                found.setdefault(entrant.name, entrant.strength.value)
    return found
