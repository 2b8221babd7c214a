"""From Python: `run = wallenstein.run("league.toml")`, then `run.standings` and `run.frames`; pages for notebooks."""

import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wallenstein.core.program.packaged import need_unix

if TYPE_CHECKING:
    import pandas as pd

    from wallenstein.analysis import Frames
    from wallenstein.bots.bot import BaseBot
    from wallenstein.bots.entrants import Entrant
    from wallenstein.record.location import Location
    from wallenstein.tourney.run import RunResult


NO_RULES: Final[Mapping[str, Any]] = {}
HEIGHT: Final = 900  # pixels in a notebook


@dataclass(frozen=True)
class Page:
    """A page without other files: a notebook shows it in a frame of its own, which can reach nothing around it."""

    title: str
    html: str
    height: int = HEIGHT

    def __repr__(self) -> str:
        return f"<Page {self.title!r}, {len(self.html) / 1e6:.1f} MB; write(path) makes a file of it>"

    def _repr_html_(self) -> str:
        frame = f'title="{escape(self.title)}" width="100%" height="{self.height}" frameborder="0"'
        return f'<iframe {frame} sandbox="allow-scripts" srcdoc="{escape(self.html)}"></iframe>'

    def write(self, path: str | Path) -> Path:
        """Writes the page to a file, which any browser opens."""
        from wallenstein.pages.shell import write

        write(Path(path), self.html)
        return Path(path)


def show_report(run: "str | Location", trust: bool = False) -> Page:
    """The report of a run by its folder or name, as `wallenstein report` writes it."""
    from wallenstein.record.read import Run
    from wallenstein.report.html.page import html_of, make_report

    opened = Run(run, trust)
    return Page(f"{opened.header['name']}: report", html_of(make_report(opened), opened))


def show_replay(run: "str | Location", game: int, trust: bool = False) -> Page:
    """One game of a run as a page, like that of `wallenstein replay`."""
    from wallenstein.record.read import Run
    from wallenstein.report.replays import replay_of_run

    opened = Run(run, trust)
    return Page(f"Game {game} of {opened.header['name']}", replay_of_run(opened, game))


def show_game(
    bots: "Sequence[str | type[BaseBot] | Entrant]",
    seed: int = 0,
    rules: Mapping[str, object] = NO_RULES,
    game: str = "wallenstein",
) -> Page:
    """A page of a new game between bots; the arguments are those of `wallenstein.play`."""
    from wallenstein.bots.discovery import Catalogue
    from wallenstein.bots.match import entrant_for, play
    from wallenstein.games import find_game
    from wallenstein.report.replays import page_of
    from wallenstein.tourney.recorded_games import RecordedGame

    catalogue, found = Catalogue(), find_game(game)
    entrants = [entrant_for(bot, catalogue, game) for bot in bots]
    choices = tuple(decided.packed for decided in play(entrants, seed, rules, game).decisions)
    title, names = f"{found.title}, seed {seed}", tuple(entrant.name for entrant in entrants)
    return Page(title, page_of(title, RecordedGame(0, found, found.rules(rules, Path.cwd()), seed, names, choices)))


NO_SETS: Final[Mapping[str, Any]] = {}
NO_FILE: Final = Path("tournament")  # stands for the file of a configuration made in Python; its default name


class TournamentRun:
    """A tournament that `wallenstein.run` has played."""

    def __init__(self, result: "RunResult") -> None:
        self.folder: Final = result.folder
        self.finished: Final = result.finished
        self.faults: Final = result.faults
        self._summary: Final = result.summary

    def __repr__(self) -> str:
        return f"TournamentRun({str(self.folder)!r}, finished={self.finished})"

    def __str__(self) -> str:
        from wallenstein.report.standings import standings_text

        return standings_text(self._summary) if self._summary else repr(self)

    @cached_property
    def figures(self) -> dict[str, Any]:
        """All figures, as `wallenstein standings --json` prints them."""
        from wallenstein.stats.figures import document

        return document(self._summary) if self._summary else {"cells": []}

    @cached_property
    def standings(self) -> "pd.DataFrame":
        """A row for each bot, the strongest first: games, share of wins, rank and score with their 95 % intervals."""
        import pandas as pd

        rows = []
        for cell in self._summary.cells if self._summary else ():
            for entrant in cell.entrants:
                row = {"cell": cell.cell, "bot": entrant.name, "games": entrant.games}
                for figure in ("win_share", "rank", "score"):
                    value, low, high = getattr(entrant, figure)
                    row |= {figure: value, f"{figure}_low": low, f"{figure}_high": high}
                rows.append(row)
        return pd.DataFrame(rows)

    def report(self) -> "Page":
        """The report of the run, to be shown in a notebook or written to a file."""
        return show_report(self.folder)

    def replay(self, game: int) -> "Page":
        """A page of one of its games, to be shown in a notebook or written to a file."""
        return show_replay(self.folder, game)

    @cached_property
    def frames(self) -> "Frames":
        """The tables of the run as data frames, as `wallenstein.analysis.load` reads them."""
        from wallenstein.analysis import load

        return load(self.folder)


def run(
    config: str | Path | Mapping[str, object],
    sets: Mapping[str, object] = NO_SETS,
    results: str | Path = "results",
    jobs: int | None = None,
    fresh: bool = False,
    quiet: bool = True,
) -> TournamentRun:
    """Plays a tournament, or resumes it where it was stopped; a finished one is only read.

    `config`: a file, the name of a ready configuration, or the tables of one, such as `{"tourney": {"blocks": 5},
    "bots": {"entries": ["random", "settler", "regent"]}, ...}`. `sets`: values by key in place of the configuration's,
    such as `{"tourney.blocks": 50}`. `results`: a folder, or an address such as `s3://bucket/runs`. `jobs`: how many
    processes play. `fresh` removes an earlier run. Without `quiet`, lines on standard error show the progress.
    Ctrl-C stops it: the run is then not `finished`.
    """
    need_unix("wallenstein.run")
    from wallenstein.record.location import location_of
    from wallenstein.tourney.config.source import assign, find_config, read
    from wallenstein.tourney.progress import PlainLines, RunTally
    from wallenstein.tourney.run import play_in, prepare

    where = location_of(results)
    file = NO_FILE if isinstance(config, Mapping) else find_config(Path(config))
    tables = deepcopy(dict(config)) if isinstance(config, Mapping) else read(file)
    for key, value in sets.items():
        assign(tables, key, json.loads(json.dumps(value, default=str)))
    tournament = prepare(file, (), where, tables)
    about = tournament.schedule.total, tournament.config.entry_names
    progress = RunTally(*about) if quiet else PlainLines(*about)
    return TournamentRun(play_in(where, tournament, progress, jobs or tournament.config.run.processes, fresh))
