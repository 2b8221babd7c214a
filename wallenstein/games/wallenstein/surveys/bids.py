"""Turn order, bids and tiles: what bots bid, which tiles they take, and how often seats win with them."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from wallenstein.core.reports.figures import PERCENT, Dots, Figure, Heat
from wallenstein.core.reports.survey import About, RunPart, Survey
from wallenstein.games.wallenstein.names import TILES, WINTER
from wallenstein.stats.batches import Batches
from wallenstein.stats.tally import Tally, blocks_of, bots_of, chosen, share_estimates

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
