"""The map: who holds what at the end when they win, and where battles are fought; and where the board comes from."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from wallenstein.core.reports.figures import PERCENT, Figure, Listing, Map, Region
from wallenstein.core.reports.survey import About, RunPart, Survey, not_recorded
from wallenstein.games.wallenstein.board import Board
from wallenstein.games.wallenstein.journal.tables import CAUSES
from wallenstein.games.wallenstein.map.shapes import shapes
from wallenstein.games.wallenstein.names import MOMENTS
from wallenstein.games.wallenstein.terminal.board_print import origin, title

BATTLE: Final = CAUSES.index("battle")
YEARS: Final = 2
END: Final = MOMENTS.index("winter")
MOST_COLOURS: Final = 8  # as many as differ
MOST_MAPS: Final = 4  # of single bots
LEAST: Final = 0.02  # of the wins; bots that win less have no map


class NoLands(Survey):
    """In place of the map, if nobody knows the board."""

    title = "The map"

    def notes(self) -> Iterator[str]:
        """Why there is none."""
        yield "The configuration of this run cannot be read any more, so its board is not known."


class Lands(Survey):
    """Who holds which county when they win, and how much is fought there."""

    title = NoLands.title

    def __init__(self, about: About, board: Board) -> None:
        self.bots, self.board, self.tables, self.order = about.bots, board, about.tables, about.order
        counties = len(board.ids)
        self.held = np.zeros((len(self.bots), counties))
        self.wins = np.zeros(len(self.bots))
        self.battles, self.taken = np.zeros(counties), np.zeros(counties)
        self.games = 0

    def add(self, part: RunPart) -> None:
        """Adds the last winters and the battles of further games."""
        seats = part.seats
        self.games += len(np.unique(seats["game"]))
        self.wins += np.bincount(seats["bot"], seats["win"], len(self.bots))
        if "counties" in self.tables:
            rows = part.rows("counties", ["game", "year", "season", "county", "owner"])
            last = (rows["year"] == YEARS) & (rows["season"] == END) & (rows["owner"] >= 0)
            at = part.row_of(rows["game"][last], rows["owner"][last])
            place = seats["bot"][at].astype(np.int64) * self.held.shape[1] + rows["county"][last]
            self.held += np.bincount(place, seats["win"][at], self.held.size).reshape(self.held.shape)
        if "throws" in self.tables:
            rows = part.rows("throws", ["game", "kind", "county", "other"])
            fought = rows["kind"] == BATTLE
            self.battles += np.bincount(rows["county"][fought], minlength=len(self.battles))
            players = fought & (rows["other"] >= 0)
            self.taken += np.bincount(rows["county"][players], minlength=len(self.taken))

    def notes(self) -> Iterator[str]:
        """Which maps are missing."""
        if "counties" not in self.tables:
            yield not_recorded("counties", "who holds what")
        if "throws" not in self.tables:
            yield not_recorded("throws", "where battles are fought")

    def figures(self) -> Iterator[Figure]:
        """The maps, then the board's origin."""
        regions = tuple(self._region(county) for county in range(len(self.board.ids)))
        if self.held.any():
            yield self._winners(regions)
            most = [bot for bot in self.order if self.wins[bot] > LEAST * self.games]
            for place, bot in enumerate(most[:MOST_MAPS], 1):
                values = tuple(float(value) for value in self.held[bot] / self.wins[bot])
                name, text = self.bots[bot], "The share of its wins in which it holds the county at the end."
                figure = Map(regions, values, "held", PERCENT)
                yield Figure(f"holds-{place}", f"What {name} holds when it wins", text, figure)
        if self.battles.any():
            games = max(self.games, 1)
            fought, against = (tuple(map(float, counts / games)) for counts in (self.battles, self.taken))
            text = "Battles for the county in a game, against neutral defenders and players."
            chart = Map(regions, fought, "battles", extra=(("against players", against),))
            yield Figure("fights", "Where battles are fought", text, chart)
        text = " ".join((title(self.board), origin(self.board))).replace("\n", " ")
        yield Figure("board", "The board", text, self._board())

    def _winners(self, regions: tuple[Region, ...]) -> Figure:
        """The bot that holds each county most often when it wins, and how often winners hold it."""
        winners = self.held.sum(axis=0) / max(self.games, 1)
        often = self.held / np.maximum(self.wins, 1)[:, None]
        often[self.wins <= LEAST * self.games] = 0
        often[list(self.order[MOST_COLOURS:])] = 0
        whose = tuple(self.bots[bot] if often[bot, county] else None for county, bot in enumerate(often.argmax(axis=0)))
        text = (
            "The colour is of the bot that holds the county most often when it wins; the stronger it is, the more "
            "often the winner holds the county, whoever that is."
        )
        if len(self.order) > MOST_COLOURS:
            text += f" Only the {MOST_COLOURS} strongest bots have colours."
        chart = Map(
            regions,
            tuple(map(float, winners)),
            "held by the winner",
            PERCENT,
            whose,
            tuple(self.bots[bot] for bot in self.order),
        )
        return Figure("holds", "Who holds what when they win", text, chart)

    def _region(self, county: int) -> Region:
        shape = shapes()[self.board.ids[county]]
        return Region(self.board.names[county], shape.ring, shape.label)

    def _board(self) -> Listing:
        """What the board was: the values that were played with."""
        board = self.board
        rows = [
            (board.names[c], board.sites[c], board.grain[c], board.taxes[c], len(board.neighbours[c]))
            for c in range(len(board.ids))
        ]
        return Listing(("county", "building sites", "grain", "taxes", "neighbours"), tuple(rows))
