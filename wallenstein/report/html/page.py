"""The report of a run: reads it once, part by part, and writes all sections into one HTML file."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from wallenstein.core.errors import WallensteinError
from wallenstein.core.program.own_code import Untrusted
from wallenstein.core.reports import Figure, Remarkable, Survey
from wallenstein.core.text import counted
from wallenstein.pages.html import Html, element
from wallenstein.pages.palette import SERIES
from wallenstein.pages.shell import write
from wallenstein.record.location import Location
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole
from wallenstein.report.differences import bot_to_explain, sentences
from wallenstein.report.faults import MOST_GAMES, BotFaults, faults_of, group_faults
from wallenstein.report.html import notes
from wallenstein.report.html.charts import Tones
from wallenstein.report.html.figures import PagePart, report_page, sentence_list, shown_figure
from wallenstein.report.replays import replay_pages, write_replays
from wallenstein.report.results import comparison_figures, result_figures
from wallenstein.report.verdict import cell_verdict, run_verdict
from wallenstein.stats.figures import RunSummary
from wallenstein.tourney.figures.differences import Reasons, compare, why
from wallenstein.tourney.figures.run_parts import about, game_of, run_parts
from wallenstein.tourney.figures.run_summary import summarise
from wallenstein.tourney.recorded_games import cells_of

REPORT: Final = "report.html"
RANKING: Final = "ranking"
FEW_CELLS: Final = 3  # of more, the results of each are folded
MOST_EXPLAINED: Final = 50_000  # games that are read once more for `why`
MOST_CELLS: Final = 5_000  # in all tables of pairs together, so that a page of many large cells stays small


class ReportPage(NamedTuple):
    summary: RunSummary
    sections: tuple[PagePart, ...]
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
    surveys, remarkable = survey(run, strengths)
    played = sum(bool(cell.games) for cell in summary.cells)
    note = f"All {played} cells together; wallenstein compare shows the differences between them."
    together = (note,) if played > 1 else ()
    own = [
        PagePart(f"game-{place}", each.title, None, (*together, *each.notes()), tuple(each.figures()))
        for place, each in enumerate(surveys, 1)
    ]
    sections = (*_results(run, summary), *own)
    bot = bot_to_explain(list(strengths)) if run.games <= MOST_EXPLAINED else None
    reasons = why(run, bot) if bot and bot in run.header["entries"] else None
    return ReportPage(summary, sections, remarkable, faults_of(run, summary.faults), reasons)


def survey(run: Run, strengths: Mapping[str, float | None]) -> tuple[Sequence[Survey], tuple[Remarkable, ...]]:
    """The findings of the game's surveys in a run, and the games worth looking at."""
    rules, *others = _rules(run) or [None]
    known = about(run, rules, list(strengths))._replace(others=tuple(others))
    surveys = game_of(run).surveys(known)
    results = notes.RemarkableResults(known.bots, strengths)
    for part in run_parts(run):
        results.add(part)
        for each in surveys:
            each.add(part)
    return surveys, (*results.found(), *(found for each in surveys for found in each.remarkable()))


def game_called(run: Run, word: str) -> int:
    """The number of the game that is the closest, the biggest upset, the one with most battles, or the last."""
    return notes.number_of(word, run, () if word == notes.LAST else survey(run, _strengths(summarise(run)))[1])


def write_report(
    run: Run, report: ReportPage | None = None, path: Path | None = None, single: bool = False
) -> Location:
    """Writes the page into the run's folder, or elsewhere, and beside it pages of the games worth looking at.

    A `single` file, or a pipe, has the games of its cards within.
    """
    where = path or run.folder / REPORT
    report = report or make_report(run)
    single = single or (path is not None and path.exists() and not path.is_file())  # nothing lies beside a pipe
    cards, within = notes.cards_of(run, report.remarkable), dict[int, str]()
    shown = [each.why.game for each in cards]
    if single:
        within = dict(replay_pages(run, shown))
        replays = {number: f"#game-{number}-within" for number in within}
    else:
        faulty = dict.fromkeys(each[0].game for bot in report.faults for each in group_faults(bot.examples))
        shown += list(faulty)[:MOST_GAMES]
        shown += [example.number for _, example in sentences(report.reasons) if example] if report.reasons else []
        replays = write_replays(run, shown, where.parent / f"{Path(where.name).stem}-games")
    text = html_of(report, run, replays, cards, within)
    if path is None:
        write_whole(where, text.encode(), durable=False)
    else:
        write(path, text)
    return where


NO_PAGES: Final[Mapping[int, str]] = MappingProxyType({})


def html_of(
    report: ReportPage,
    run: Run,
    replays: Mapping[int, str] = NO_PAGES,
    cards: Sequence[notes.GameCard] = (),
    within: Mapping[int, str] = NO_PAGES,
) -> str:
    """The page; `replays` has the addresses of game pages, `within` game pages to keep in this one."""
    summary, header = report.summary, run.header
    tones = {bot: SERIES[min(place, len(SERIES) - 1)] for place, bot in enumerate(_strengths(summary))}
    of = f"{summary.games:,} of " if run.games < header["games"] else ""
    state = "" if run.manifest.finished else "; the tournament is not finished"
    subtitle = f"{game_of(run).title}, {of}{counted(header['games'], 'game')}, seed {summary.seed}{state}"
    parts = [
        *(each._replace(figures=tuple(one for one in each.figures if one.name != RANKING)) for each in report.sections),
        *(why_parts(report.reasons, replays) if report.reasons else ()),
        PagePart("faults", "Faults", notes.faults_section(report.faults, replays, summary.left_out)),
        PagePart("configuration", "How it was played", notes.configuration(run)),
    ]
    for number, text in within.items():
        game = element("iframe", srcdoc=text, loading="lazy", title="The game, played back")
        parts.append(PagePart(f"game-{number}-within", f"Game {number}", game))
    foot = f"Written by wallenstein {header['program']} from {counted(run.games, 'game')} of {run.folder.name}."
    first, index, games = first_screen(report, run, replays, cards, tones), "Parts of the report", list(within.values())
    return report_page(f"{summary.name}: report", summary.name, subtitle, parts, foot, first, index, games, tones)


def first_screen(
    report: ReportPage, run: Run, replays: Mapping[int, str], cards: Sequence[notes.GameCard], tones: Tones
) -> Html:
    """The verdict in short, the ranking, and a card for each game worth looking at."""
    verdict = sentence_list(run_verdict(report.summary))
    ranking = [shown_figure(figure, tones) for figure in report.figures if figure.name == RANKING]
    shown = element("div", [notes.card(each, run, replays, tones) for each in cards], class_="cards", id="remarkable")
    results = element("div", verdict, ranking, class_="results")
    return element("section", element("h2", "Verdict", class_="hidden"), results, shown, class_="first", id="verdict")


def why_parts(reasons: Reasons, replays: Mapping[int, str]) -> Iterator[PagePart]:
    """The differences between a bot and the winners, with links to the games in which they are largest."""
    shown = [
        element("li", element("a", text, href=f"{replays[example.number]}#part={example.part}"))
        if example and example.number in replays
        else element("li", text)
        for text, example in ((text.removeprefix("- ").strip(), example) for text, example in sentences(reasons))
    ]
    yield PagePart("why", f"Why {reasons.bot} does not win more", element("ul", shown))


def _results(run: Run, summary: RunSummary) -> Iterator[PagePart]:
    """The cells compared, and the results of each."""
    cells = summary.cells
    played = [cell for cell in cells if cell.games]
    many = len(played) > FEW_CELLS
    if len(played) > 1:
        figures = comparison_figures(compare(run, None), list(_strengths(summary)))
        yield PagePart("cells", "Cells compared", figures=tuple(figures))
    for number, cell in enumerate(cells, 1):
        if len(cells) == 1:
            yield PagePart("results", "Results", figures=tuple(result_figures(cell)))
        elif cell.games:
            results = tuple(result_figures(cell, f"cell-{number}-", MOST_CELLS / len(played)))
            title, verdict = f"Results: {cell.cell}", tuple(cell_verdict(cell))
            yield PagePart(f"results-{number}", title, None, verdict, results, many)


def _rules(run: Run) -> list[object]:
    """The rules of all cells; none if the run's configuration can no longer be read."""
    try:
        return [rules for _, rules in cells_of(run).values()]
    except Untrusted:
        raise
    except (WallensteinError, OSError):
        return []


def _strengths(summary: RunSummary) -> dict[str, float | None]:
    """The strengths of all bots; of several cells, those of the first in which a bot plays."""
    found: dict[str, float | None] = {}
    for cell in summary.cells:
        for entrant in cell.entrants:
            if entrant.games:
                found.setdefault(entrant.name, entrant.strength.value)
    return found
