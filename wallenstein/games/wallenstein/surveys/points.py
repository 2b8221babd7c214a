"""Points over the seasons, and where they come from."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from wallenstein.core.reports.figures import Figure, Lines, Stacks
from wallenstein.core.reports.survey import About, RunPart, Survey
from wallenstein.games.wallenstein.names import SEASONS, WINTER
from wallenstein.games.wallenstein.surveys.traits import SOURCES
from wallenstein.stats.tally import Tally, bots_of, chosen

TIMES: Final = tuple(f"{season} {year}" for year in (1, 2) for season in SEASONS)
MEASURED: Final = {
    "vp": "points",
    "counties": "counties",
    "armies": "armies on the board",
    "tower": "armies in the tower",
}
ELSEWHERE: Final = "elsewhere"
TINY: Final = 1e-9


class Points(Survey):
    """What seats have after each season, and the sources of their points."""

    title = "Points"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        count = len(self.bots)
        self.seats = np.zeros(count)
        self.over = {column: Tally(count, len(TIMES)) for column in MEASURED}
        self.rows = Tally(count, len(TIMES))
        self.sources = {text: Tally(count) for text in SOURCES}
        self.scores = Tally(count)

    def add(self, part: RunPart) -> None:
        """Adds the seasons of further games."""
        names = [name for columns in SOURCES.values() for name in columns]
        needed = dict.fromkeys(["game", "year", "season", "seat", *MEASURED, *names])
        rows = part.rows("seasons", list(needed))
        bot = bots_of(part, part.row_of(rows["game"], rows["seat"]))
        time = (rows["year"] - 1) * len(SEASONS) + rows["season"]
        self.rows.add(bot, time)
        for column, tally in self.over.items():
            tally.add(bot, time, values=rows[column])
        winter = rows["season"] == WINTER
        for text, columns in SOURCES.items():
            points = sum(rows[name].astype(np.int64) for name in columns)
            self.sources[text].add(bot[winter], values=np.asarray(points)[winter])
        self.scores.add(part.seats["bot"], values=part.seats["score"])
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))

    def figures(self) -> Iterator[Figure]:
        """Where points come from; points, counties, armies over the seasons."""
        played = [place for place in self.order if self.seats[place]]
        names = chosen(self.bots, played)
        parts = [self.sources[text].sums / np.maximum(self.seats, 1) for text in SOURCES]
        parts.append(self.scores.sums / np.maximum(self.seats, 1) - sum(parts))
        texts = [*SOURCES, ELSEWHERE] if parts[-1].max() > TINY else list(SOURCES)
        values = tuple(tuple(max(0.0, float(part[place])) for part in parts[: len(texts)]) for place in played)
        text = "Mean points of a game by source; elsewhere, if there is such a part, are favors and benefits."
        yield Figure("sources", "Where points come from", text, Stacks(names, tuple(texts), values, "points"))
        for column, what in MEASURED.items():
            lines = chosen(self.over[column].over(self.rows.sums), played)
            text = f"Mean {what} after each season, before winter takes grain and markers."
            yield Figure(
                f"over-{column}", f"{what.capitalize()} over the seasons", text, Lines(TIMES, names, lines, what)
            )
