"""The sections of a report, as far as a run's tables allow: bids, actions, points."""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from wallenstein.core.reports import PERCENT, About, Dots, Figure, Heat, Lines, NotRecorded, RunPart, Stacks, Survey
from wallenstein.games.wallenstein.names import ACTIONS, DONE, OUTCOMES, SEASONS, TILES, WINTER
from wallenstein.games.wallenstein.surveys.battles import BattleSurvey, Lands, NoLands
from wallenstein.games.wallenstein.surveys.traits import SOURCES
from wallenstein.stats.tally import Batches, Tally, blocks_of, bots_of, chosen, share_estimates

# Turn order, bids and tiles: what bots bid, which tiles they take, and how often seats win with them.

MOST_BID: Final = 7  # more is counted with it
BIDS: Final = ("no Thalers", *map(str, range(MOST_BID)), f"{MOST_BID}+")
PLACES: Final = 6
NO_CAUSE: Final = "This is no proof that it helps: who gets it is not drawn by lot."


class Bids(Survey):
    """Bids, places in the turn order, tiles."""

    title = "Turn order, bids and tiles"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        count = len(self.bots)
        self.bids, self.tiles = Tally(count, len(BIDS)), Tally(count, len(TILES))
        self.by_place = Batches(about.blocks, PLACES)
        self.by_tile = Batches(about.blocks, len(TILES))
        self.by_bid = Batches(about.blocks, len(BIDS))

    def add(self, part: RunPart) -> None:
        """Adds the seasons of further games."""
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
        """What is bid and taken, and how often seats win with it."""
        played = [place for place in self.order if self.bids.sums[place].any()]
        names = chosen(self.bots, played)
        text = "The share of the seasons in which each bot bids so many Thalers, in percent."
        bids = chosen(self.bids.over(self.bids.sums.sum(axis=1, keepdims=True)), played)
        yield Figure("bids", "Thalers bid", text, Heat(names, BIDS, bids, "share", PERCENT))
        yield won(
            "bids-won",
            "Wins by bid",
            f"How often seats win that bid so much in a season. {NO_CAUSE}",
            BIDS,
            self.by_bid,
        )
        text = f"How often seats win that have this place in the turn order of a season. {NO_CAUSE}"
        yield won("order-won", "Wins by turn order", text, [f"place {n + 1}" for n in range(PLACES)], self.by_place)
        if self.tiles.sums.any():
            text = "The share of the seasons in which each bot takes the tile, in percent."
            tiles = chosen(self.tiles.over(self.tiles.sums.sum(axis=1, keepdims=True)), played)
            yield Figure("tiles", "Tiles taken", text, Heat(names, TILES, tiles, "share", PERCENT))
            text = f"How often seats win that take the tile in a season. {NO_CAUSE}"
            yield won("tiles-won", "Wins by tile", text, TILES, self.by_tile)


def won(name: str, title: str, text: str, names: tuple[str, ...] | list[str], batches: Batches) -> Figure:
    """The win shares of the columns that were seen."""
    seen = [place for place in range(len(names)) if batches.whole[:, place].sum()]
    return Figure(name, title, text, Dots(chosen(names, seen), chosen(share_estimates(batches), seen), "wins", PERCENT))


SHOWN: Final = ("done", "void", "no-money", "no-site", "no-armies", "no-reach", "revolt-lost")
REST: Final = "other reasons"
WORDS: Final = {"void": "county lost before", "revolt-lost": "lost in a revolt", "no-money": "no Thalers"}


class Deeds(Survey):
    """Actions by bot and outcome."""

    title = "Actions"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        self.seats = np.zeros(len(self.bots))
        self.planned = Tally(len(self.bots), len(ACTIONS))
        self.done = Tally(len(self.bots), len(ACTIONS))
        self.outcomes = Tally(len(self.bots), len(OUTCOMES))

    def add(self, part: RunPart) -> None:
        """Adds the actions of further games."""
        rows = part.rows("actions", ["game", "seat", "action", "outcome"])
        bot = bots_of(part, part.row_of(rows["game"], rows["seat"]))
        self.planned.add(bot, rows["action"])
        self.outcomes.add(bot, rows["outcome"])
        done = rows["outcome"] == DONE
        self.done.add(bot[done], rows["action"][done])
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))

    def figures(self) -> Iterator[Figure]:
        """Actions planned, the share that is done, and why the others are not."""
        played = [place for place in self.order if self.seats[place]]
        names = chosen(self.bots, played)
        text = "How often each action is planned in a game: at most once in each of the six seasons."
        planned = chosen(self.planned.over(self.seats[:, None]), played)
        yield Figure("planned", "Actions planned", text, Heat(names, ACTIONS, planned, "planned"))
        text = "The share of the planned actions that is carried out, in percent."
        done = chosen(self.done.over(self.planned.sums), played)
        yield Figure("done", "Actions carried out", text, Heat(names, ACTIONS, done, "done", PERCENT))
        text = "What becomes of the planned actions."
        parts = tuple(WORDS.get(outcome, outcome.replace("-", " ")) for outcome in SHOWN)
        yield Figure(
            "outcomes", "Outcomes", text, Stacks(names, (*parts, REST), self._shares(played), "share", PERCENT)
        )

    def _shares(self, played: list[int]) -> tuple[tuple[float, ...], ...]:
        """The share of each outcome, rare ones together."""
        shares = self.outcomes.sums / np.maximum(self.outcomes.sums.sum(axis=1, keepdims=True), 1)
        shown = shares[:, [OUTCOMES.index(outcome) for outcome in SHOWN]]
        rest = np.maximum(0.0, shares.sum(axis=1) - shown.sum(axis=1))
        return tuple((*map(float, shown[place]), float(rest[place])) for place in played)


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


OF_TABLES: Final[dict[str, tuple[str, Callable[[About], Survey]]]] = {
    "seasons": (Points.title, Points),
    "actions": (Deeds.title, Deeds),
    "throws": (BattleSurvey.title, BattleSurvey),
    "turns": (Bids.title, Bids),
}


def surveys(about: About) -> list[Survey]:
    """The sections in their order; one without its table says so."""
    points, *others = (
        survey(about) if table in about.tables else NotRecorded(title, table)
        for table, (title, survey) in OF_TABLES.items()
    )
    lands = NoLands() if about.rules is None else Lands(about, about.rules.board)
    return [points, lands, *others]
