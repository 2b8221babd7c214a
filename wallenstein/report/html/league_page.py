"""The page of a league: the ranking with its groups, the course of each bot, and hints for its author."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from wallenstein.core.reports import Estimate, Figure, Lines
from wallenstein.core.text import Grid, counted, printable
from wallenstein.pages.html import Content, Html, element
from wallenstein.pages.shell import table
from wallenstein.record.read import Run
from wallenstein.record.write import write_whole
from wallenstein.report.faults import BotFaults, faults_of
from wallenstein.report.html.figures import PagePart, charts, report_page, sentence_list
from wallenstein.report.html.notes import bot_faults
from wallenstein.report.replays import write_replays
from wallenstein.report.results import ranking_figure
from wallenstein.report.standings import figure, share
from wallenstein.report.verdict import cell_verdict, labelled
from wallenstein.stats.figures import CellSummary
from wallenstein.stats.summary import summary
from wallenstein.tourney.figures.run_parts import by_kind
from wallenstein.tourney.league import League, Version
from wallenstein.tourney.played import Played

PAGE: Final = "page.html"
GAMES: Final = "games"  # folder of replays
MOST_NEW: Final = 60  # replays that are written at once: each takes a moment
NEW, UP, DOWN, SAME = "new", "▲", "▼", "="


class LeagueFigures(NamedTuple):
    """The games of a league, and the figures of the bots that take part after the last of them."""

    run: Run
    played: Played
    cell: CellSummary


def standing_of(league: League) -> LeagueFigures:
    """Only pairs of bots that take part are compared, so a day costs no more than the one before it.

    0 Elo points are the mean of the versions of the first day, so all days compare.
    """
    names = {version["name"] for version in league.current}
    first = {version["name"] for version in league.versions if version["since"] == 1}
    run, played = Run(league.folder), league.played
    every = summary(played.results(), among=names)
    known = [row.points.value for row in every.entrants if row.name in first]
    zero = float(np.mean([value for value in known if value is not None] or [0.0]))
    pairs = tuple(pair for pair in every.pairs if pair.name in names and pair.other in names)
    here = [row for row in every.entrants if row.name in names]
    points = [Estimate(*(None if end is None else round(end - zero, 1) for end in row.points)) for row in here]
    rows = tuple(replace(row, points=moved) for row, moved in zip(here, points, strict=True))
    return LeagueFigures(run, played, replace(every, entrants=rows, pairs=pairs))


def arrow(bot: str, place: int, before: Sequence[str]) -> str:
    """How far a bot has moved since the last day, whatever its version."""
    if bot not in before:
        return NEW
    moved = before.index(bot) - place
    return f"{UP} {moved}" if moved > 0 else f"{DOWN} {-moved}" if moved < 0 else SAME


def write_league_page(league: League, standing: LeagueFigures) -> Path:
    """Writes the page, and beside it replays of games that are not there yet."""
    run = standing.run
    last, best = games_of(standing.played, [row.name for row in standing.cell.entrants])
    faults = {each.bot: each for each in faults_of(run, by_kind(standing.played.names, standing.played.faults))}
    shown = [each[0].game for bot in faults.values() if (each := bot.examples)]
    wanted = dict.fromkeys([*last.values(), *best.values(), *shown])
    pages = {number: f"{GAMES}/{number}.html" for number in wanted}
    there = {number: page for number, page in pages.items() if (league.folder / page).exists()}
    new = [number for number in wanted if number not in there][:MOST_NEW]
    replays = there | write_replays(run, new, league.folder / GAMES)
    links = {name: [("last game", last[name]), *([("best game", best[name])] if name in best else [])] for name in last}
    text = page_text(league, standing, BotGames(links, faults, replays, days_by_bot(league)))
    write_whole(league.folder / PAGE, text.encode(), durable=False)
    return league.folder / PAGE


def games_of(played: Played, names: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
    """The last game of each bot, and the one that it won with most points; of several, the first."""
    bot, game, score = (played.rows[name] for name in ("bot", "game", "score"))
    won = np.flatnonzero((played.rows["win"] == 1) & ~played.rows["benched"])
    by_points = won[np.lexsort((-game[won], score[won]))]
    found = (dict(zip(bot[rows].tolist(), game[rows].tolist(), strict=True)) for rows in (slice(None), by_points))
    last, best = ({played.names[number]: at for number, at in each.items()} for each in found)
    return {name: last[name] for name in names if name in last}, {name: best[name] for name in names if name in best}


class BotGames(NamedTuple):
    """The games that the page links for each version, its faults, and the pages of games; the days of each bot."""

    links: Mapping[str, Sequence[tuple[str, int]]]
    faults: Mapping[str, BotFaults]
    replays: Mapping[int, str]
    days: Mapping[str, Sequence[tuple[str, ...]]]


def page_text(league: League, standing: LeagueFigures, games: BotGames) -> str:
    name = league.folder.resolve().name
    latest = {version["bot"]: version for version in league.versions}
    authors = [author(version, league, games, place) for place, version in enumerate(latest.values())]
    days, bots = counted(len(league.days), "day"), counted(len(standing.cell.entrants), "bot")
    subtitle = f"{days}, {bots} taking part, {counted(standing.run.games, 'game')}"
    parts = [
        PagePart("verdict", "Verdict", sentence_list(cell_verdict(standing.cell))),
        PagePart("ranking", "Ranking", ranking_table(league, standing)),
        PagePart("figures", "Figures", charts([*ranking_figure(standing.cell), *history_figure(league)])),
        PagePart("bots", "Bots and their authors", authors),
    ]
    foot = "Elo points: 400 are odds of ten to one. 0 is the mean of the first day's bots."
    return report_page(f"{name}: league", name, subtitle, parts, foot)


def ranking_table(league: League, standing: LeagueFigures) -> Html:
    """A row for each bot that takes part; then those that did not load."""
    group = {bot: label for label, bots in labelled(standing.cell.joint) for bot in bots} if standing.cell.joint else {}
    bot_of = {version["name"]: version["bot"] for version in league.versions}
    before = [bot_of[name] for name, *_ in league.days[-2]["ranking"]] if len(league.days) > 1 else []
    days = {version["name"]: version["since"] for version in league.versions}
    points = {name: values for name, *values in league.days[-1]["ranking"]} if league.days else {}
    rows: list[tuple[str, ...]] = []
    for place, row in enumerate(standing.cell.entrants):
        state = f"out: benched in {row.benched}" if row.benched >= league.drop_after else group.get(row.name, "-")
        rows.append((str(place + 1), arrow(bot_of[row.name], place, before), row.name, state))
        rows[-1] += (*_points(points.get(row.name)), f"{row.games:,}", *share(row.win_share), f"day {days[row.name]}")
    for version in league.versions:
        if version["broken"] and version["until"] is None:
            rows.append(("-", "", version["name"], "did not load", "-", "-", "0", "-", "-", f"day {version['since']}"))
    head = ("", "moved", "bot", "group", "points", "95 %", "games", "wins", "95 %", "version of")
    return element("div", table(Grid(head, tuple(rows), (2, 1, 3, 9))), class_="wide")


def _points(values: Sequence[float | None] | None) -> tuple[str, str]:
    return figure(Estimate(*values) if values else Estimate(None), 0)


def history_figure(league: League) -> Iterator[Figure]:
    """The points of each bot, day by day, whatever its version."""
    if len(league.days) < 2:
        return
    bot_of = {version["name"]: version["bot"] for version in league.versions}
    days = [{bot_of[name]: value for name, value, *_ in day["ranking"]} for day in league.days]
    names = tuple(days[-1])
    values = tuple(tuple(day.get(name) for day in days) for name in names)
    chart = Lines(tuple(f"day {number}" for number in range(1, len(days) + 1)), names, values, "points")
    text = "Elo points after each day. Replaced versions stay as opponents, so all days have one scale."
    yield Figure("history", "Day by day", text, chart)


def author(version: Version, league: League, games: BotGames, place: int) -> Html:
    """Everything on one bot: its faults, its games, its versions and days."""
    links, faults, replays, days = games
    name, inside = version["name"], list[Content]()
    state = "has gone" if version["until"] and not version["broken"] else ""
    if version["broken"]:
        state = "did not load"
        inside.append([element("p", "It did not load:"), element("pre", version["broken"], class_="plan", tabindex=0)])
    for what, game in links.get(name, ()):
        shown = element("a" if game in replays else "span", f"game {game:,}", href=replays.get(game))
        inside.append(element("p", f"{what}: ", shown))
    for own in (each for each in league.versions if each["bot"] == version["bot"] and each["name"] in faults):
        state = state or counted(sum(faults[own["name"]].counts.values()), "fault")
        inside.append(bot_faults(faults[own["name"]], replays))
    head = ("day", "version", "place", "points", "95 %")
    inside.append(table(Grid(head, tuple(days[version["bot"]]), (1,))))
    title = f"{printable(version['bot'])}{': ' + state if state else ''}"
    return element("details", element("summary", title), inside, id=f"bot-{place}")


def days_by_bot(league: League) -> dict[str, list[tuple[str, ...]]]:
    """A row for each bot and day, whatever its version."""
    found: dict[str, list[tuple[str, ...]]] = {version["bot"]: [] for version in league.versions}
    bot_of = {version["name"]: version["bot"] for version in league.versions}
    for number, day in enumerate(league.days, 1):
        for place, (name, *values) in enumerate(day["ranking"], 1):
            found[bot_of[name]].append((str(number), name, f"{place} of {len(day['ranking'])}", *_points(values)))
    return found
