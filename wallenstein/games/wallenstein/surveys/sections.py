"""The sections of a report, as far as a run's tables allow: bids, actions, points."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from wallenstein.core import reports
from wallenstein.core.reports import PERCENT, About, Figure, Heat, Lines, RunPart, Stacks, Survey
from wallenstein.games.wallenstein.names import ACTIONS, DONE, OUTCOMES, SEASONS, TILES, WINTER
from wallenstein.games.wallenstein.surveys.battles import BattleSurvey, Lands
from wallenstein.games.wallenstein.surveys.traits import SOURCES
from wallenstein.stats.tally import Batches, BotSurvey, Tally, blocks_of, bots_of, chosen, seen_shares

MOST_BID: Final = 7  # higher bids are counted with it
BIDS: Final = ("no Thalers", *map(str, range(MOST_BID)), f"{MOST_BID}+")
PLACES: Final = 6
NO_CAUSE: Final = "An association, no proof that it helps: it is not given by lot."


class Bids(BotSurvey):
    title = "Turn order, bids and tiles"
    table = "turns"

    def __init__(self, about: About) -> None:
        super().__init__(about)
        count = len(self.bots)
        self.bids, self.tiles = Tally(count, len(BIDS)), Tally(count, len(TILES))
        self.by_place = Batches(about.blocks, PLACES)
        self.by_tile = Batches(about.blocks, len(TILES))
        self.by_bid = Batches(about.blocks, len(BIDS))

    def add(self, part: RunPart) -> None:
        rows = part.rows("turns", ["game", "season", "seat", "turn_order", "bid", "tile"])
        rows = {name: column[rows["season"] != WINTER] for name, column in rows.items()}
        at = part.row_of(rows["game"], rows["seat"])
        bot, block, win = bots_of(part, at), blocks_of(part, at), part.seats["win"][at]
        bid = np.minimum(rows["bid"].astype(np.int64), MOST_BID) + 1
        self.bids.add(bot, bid)
        self.by_bid.add(block, bid, win, 1.0)
        self.by_place.add(block, rows["turn_order"].astype(np.int64) - 1, win, 1.0)
        self.by_tile.add(block, rows["tile"].astype(np.int64), win, 1.0)
        tiled = rows["tile"] >= 0
        self.tiles.add(bot[tiled], rows["tile"][tiled])

    def figures(self) -> Iterator[Figure]:
        played = self.played(self.bids.sums)
        names = chosen(self.bots, played)
        text = "The share of the seasons with each bid of Thalers, by bot, in percent."
        bids = chosen(self.bids.over(self.bids.sums.sum(axis=1, keepdims=True)), played)
        yield Figure("bids", "Thalers bid", text, Heat(names, BIDS, bids, "share", PERCENT))
        places = [f"place {n + 1}" for n in range(PLACES)]
        text = f"How often seats win after such a bid in a season. {NO_CAUSE}"
        yield Figure("bids-won", "Association: bids and wins", text, seen_shares(BIDS, self.by_bid, "wins"))
        text = f"How often seats win after this place in the turn order of a season. {NO_CAUSE}"
        yield Figure("order-won", "Association: turn order and wins", text, seen_shares(places, self.by_place, "wins"))
        if self.tiles.sums.any():
            text = "The share of the seasons in which each bot takes the tile, in percent."
            tiles = chosen(self.tiles.over(self.tiles.sums.sum(axis=1, keepdims=True)), played)
            yield Figure("tiles", "Tiles taken", text, Heat(names, TILES, tiles, "share", PERCENT))
            text = f"How often seats win after taking the tile in a season. {NO_CAUSE}"
            yield Figure("tiles-won", "Association: tiles and wins", text, seen_shares(TILES, self.by_tile, "wins"))


SHOWN: Final = ("done", "void", "no-money", "no-site", "no-armies", "no-reach", "revolt-lost")
REST: Final = "other reasons"
WORDS: Final = {"void": "county lost before", "revolt-lost": "lost in a revolt", "no-money": "no Thalers"}


class Deeds(BotSurvey):
    title = "Actions"
    table = "actions"

    def __init__(self, about: About) -> None:
        super().__init__(about)
        self.planned = Tally(len(self.bots), len(ACTIONS))
        self.done = Tally(len(self.bots), len(ACTIONS))
        self.outcomes = Tally(len(self.bots), len(OUTCOMES))

    def add(self, part: RunPart) -> None:
        rows = part.rows("actions", ["game", "seat", "action", "outcome"])
        bot = bots_of(part, part.row_of(rows["game"], rows["seat"]))
        self.planned.add(bot, rows["action"])
        self.outcomes.add(bot, rows["outcome"])
        done = rows["outcome"] == DONE
        self.done.add(bot[done], rows["action"][done])
        super().add(part)

    def figures(self) -> Iterator[Figure]:
        played = self.played()
        names = chosen(self.bots, played)
        text = "How often each action is planned in a game: at most once in each of the six seasons."
        planned = chosen(self.planned.over(self.seats[:, None]), played)
        yield Figure("planned", "Actions planned", text, Heat(names, ACTIONS, planned, "planned"))
        text = "The share of the planned actions that is carried out, in percent."
        done = chosen(self.done.over(self.planned.sums), played)
        yield Figure("done", "Actions carried out", text, Heat(names, ACTIONS, done, "done", PERCENT))
        text = "The outcomes of the planned actions."
        parts = tuple(WORDS.get(outcome, outcome.replace("-", " ")) for outcome in SHOWN)
        shares = self.outcomes.sums / np.maximum(self.outcomes.sums.sum(axis=1, keepdims=True), 1)
        shown = shares[:, [OUTCOMES.index(outcome) for outcome in SHOWN]]
        rest = np.maximum(0.0, shares.sum(axis=1) - shown.sum(axis=1))
        values = tuple((*map(float, shown[place]), float(rest[place])) for place in played)
        stacks = Stacks(names, (*parts, REST), values, "share", PERCENT)
        yield Figure("outcomes", "Outcomes", text, stacks)


TIMES: Final = tuple(f"{season} {year}" for year in (1, 2) for season in SEASONS)
MEASURED: Final = {
    "vp": "points", "counties": "counties", "armies": "armies on the board", "tower": "armies in the tower",
}  # fmt: skip
ELSEWHERE: Final = "elsewhere"
TINY: Final = 1e-9


class Points(BotSurvey):
    """The standings after each season, and the sources of their points."""

    title = "Points"
    table = "seasons"

    def __init__(self, about: About) -> None:
        super().__init__(about)
        count = len(self.bots)
        self.over = {column: Tally(count, len(TIMES)) for column in MEASURED}
        self.rows = Tally(count, len(TIMES))
        self.sources = {text: Tally(count) for text in SOURCES}
        self.scores = Tally(count)

    def add(self, part: RunPart) -> None:
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
        super().add(part)

    def figures(self) -> Iterator[Figure]:
        played = self.played()
        names = chosen(self.bots, played)
        parts = [self.sources[text].sums / np.maximum(self.seats, 1) for text in SOURCES]
        parts.append(self.scores.sums / np.maximum(self.seats, 1) - sum(parts))
        texts = [*SOURCES, ELSEWHERE] if parts[-1].max() > TINY else list(SOURCES)
        values = tuple(tuple(max(0.0, float(part[place])) for part in parts[: len(texts)]) for place in played)
        text = 'Mean points of a game by source; "elsewhere" are favors and benefits.'
        yield Figure("sources", "Where points come from", text, Stacks(names, tuple(texts), values, "points"))
        for column, what in MEASURED.items():
            lines = chosen(self.over[column].over(self.rows.sums), played)
            title, chart = f"{what.capitalize()} over the seasons", Lines(TIMES, names, lines, what)
            text = f"Mean {what} after each season, before winter takes grain and markers."
            yield Figure(f"over-{column}", title, text, chart)


def surveys(about: About) -> Sequence[Survey]:
    points, *others = reports.survey_recorded(about, Points, Deeds, BattleSurvey, Bids)
    why = "The configuration of this run cannot be read any more, so its board is not known."
    boards = [rules.board for rules in (about.rules, *about.others) if rules is not None]
    if len({board.ids for board in boards}) > 1:
        why = "The cells of this run were played on boards with different counties; a run on one of them has a map."
    lands = Lands(about, boards[0]) if len({board.ids for board in boards}) == 1 else reports.NoSurvey(Lands.title, why)
    return [points, lands, *others]
