"""Lobbies: which bots call for what, where, and what becomes of it."""

from collections.abc import Iterator

import numpy as np

from wallenstein.core.reports.figures import PERCENT, Dots, Figure, Heat
from wallenstein.core.reports.survey import About, RunPart, Survey
from wallenstein.games.sixteen_thirty.names import COUNTRIES, ISSUES
from wallenstein.stats.batches import Batches
from wallenstein.stats.tally import Tally, blocks_of, bots_of, chosen, share_estimates


class Lobbies(Survey):
    """Lobbies by bot, issue and country."""

    title = "Lobbies"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        count = len(self.bots)
        self.names = COUNTRIES if about.rules is None else about.rules.data.names
        self.seats = np.zeros(count)
        self.issues, self.countries = Tally(count, len(ISSUES)), Tally(count, len(COUNTRIES))
        self.carried, self.by_issue = Batches(about.blocks, count), Batches(about.blocks, len(ISSUES))

    def add(self, part: RunPart) -> None:
        """Adds the lobbies of further games; those in which nothing could be lobbied for are left out."""
        rows = part.rows("lobbies", ["game", "seat", "country", "issue", "carried"])
        called = rows["issue"] >= 0
        rows = {name: column[called] for name, column in rows.items()}
        at = part.row_of(rows["game"], rows["seat"])
        bot, block, issue = bots_of(part, at), blocks_of(part, at), rows["issue"].astype(np.int64)
        self.issues.add(bot, issue)
        self.countries.add(bot, rows["country"].astype(np.int64))
        self.carried.add(block, bot, rows["carried"], 1.0)
        self.by_issue.add(block, issue, rows["carried"], 1.0)
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))

    def figures(self) -> Iterator[Figure]:
        """What is lobbied for, where, and how often it is carried."""
        played = [place for place in self.order if self.issues.sums[place].any()]
        names = chosen(self.bots, played)
        issues = chosen(self.issues.over(self.seats[:, None]), played)
        text = "How often in a game each bot lobbies for each issue."
        yield Figure("issues", "What is lobbied for", text, Heat(names, ISSUES, issues, "lobbies"))
        countries = chosen(self.countries.over(self.seats[:, None]), played)
        text = "How often in a game each bot lobbies each country."
        yield Figure("lobbied", "Who is lobbied", text, Heat(names, self.names, countries, "lobbies"))
        text = "The share of the lobbies called by each bot that were carried, with 95 % intervals."
        carried = chosen(share_estimates(self.carried), played)
        yield Figure("carried", "Lobbies carried, by bot", text, Dots(names, carried, "carried", PERCENT))
        seen = [place for place in range(len(ISSUES)) if self.by_issue.whole[:, place].sum()]
        shares = chosen(share_estimates(self.by_issue), seen)
        text = "The share of the lobbies for each issue that were carried, with 95 % intervals."
        chart = Dots(chosen(ISSUES, seen), shares, "carried", PERCENT)
        yield Figure("carried-issues", "Lobbies carried, by issue", text, chart)
