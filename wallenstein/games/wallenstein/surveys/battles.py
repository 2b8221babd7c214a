"""Battles against their odds, and the map: places of battles, and the winners' counties."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from wallenstein.core import reports
from wallenstein.core.reports import About, Figure, Map, Region, RunPart, Survey
from wallenstein.games.wallenstein.board import Board
from wallenstein.games.wallenstein.journal.throws import CAUSES, COLOURS
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import MOMENTS, NEUTRAL
from wallenstein.games.wallenstein.phases.winter import YEARS
from wallenstein.games.wallenstein.replay.map import Edge, drawing, graph_lines
from wallenstein.games.wallenstein.surveys.traits import ATTACKER, BATTLE, HELD_OUT, REVOLTS
from wallenstein.games.wallenstein.terminal.board_print import origin, title
from wallenstein.stats import tally
from wallenstein.stats.results import Numbers
from wallenstein.stats.shares import shares

BINS: Final = 10
INSIDE: Final = (0, 5, 10, 15, 20, 25, 30, 40)  # cubes in the tower, from
THROWN: Final = ("thrown", "thrown_other", "thrown_peasants")
NEEDED: Final = ("game", "kind", "seat", "other", "end", "odds", *THROWN)


class BattleSurvey(tally.BotSurvey):
    title = "Battles and the tower"
    table = "throws"

    def __init__(self, about: About) -> None:
        super().__init__(about)
        count = len(self.bots)
        self.battles, self.revolts = tally.Batches(about.blocks, BINS), tally.Batches(about.blocks, BINS)
        self.expected = [np.zeros(BINS), np.zeros(BINS)]
        self.attacks = tally.Batches(about.blocks, count)
        self.fought = tally.Tally(count, 2)
        self.inside = np.zeros((2, len(INSIDE)))
        self.busiest = tally.Busiest("battles")

    def add(self, part: RunPart) -> None:
        columns = [f"{where}_{colour}" for where in ("tray", "inside", "out") for colour in COLOURS]
        rows = part.rows("throws", [*NEEDED, *columns])
        self._add_tower(rows)
        known = rows["seat"] >= 0
        rows = {name: column[known] for name, column in rows.items() if name in NEEDED}
        at = part.row_of(rows["game"], rows["seat"])
        bot, block = tally.bots_of(part, at), tally.blocks_of(part, at)
        battle, revolt = rows["kind"] == BATTLE, np.isin(rows["kind"], REVOLTS)
        column = np.minimum((rows["odds"] * BINS).astype(np.int64), BINS - 1)
        for batches, expected, which, end in (
            (self.battles, self.expected[0], battle, ATTACKER),
            (self.revolts, self.expected[1], revolt, HELD_OUT),
        ):
            batches.add(block[which], column[which], rows["end"][which] == end, 1.0)
            expected += np.bincount(column[which], rows["odds"][which], BINS)
        players = battle & (rows["other"] >= 0)
        self.attacks.add(block[players], bot[players], rows["end"][players] == ATTACKER, 1.0)
        self.fought.add(bot[battle], (rows["other"][battle] >= 0).astype(np.int64))
        super().add(part)
        self.busiest.add(rows["game"][battle])

    def _add_tower(self, rows: Mapping[str, Numbers]) -> None:
        """Adds cubes thrown in and those that came out, by the number inside before."""
        inside, tray, out = (
            sum(rows[f"{where}_{colour}"].astype(np.int64) for colour in COLOURS) for where in ("inside", "tray", "out")
        )
        counted = rows["kind"] != CAUSES.index("fill")
        thrown = tray + sum(rows[name].astype(np.int64) for name in THROWN)
        place = np.searchsorted(INSIDE, np.asarray(inside)[counted], "right") - 1
        for sums, values in zip(self.inside, (thrown, out), strict=True):
            sums += np.bincount(place, np.asarray(values)[counted], len(INSIDE))

    def figures(self) -> Iterator[Figure]:
        text = (
            "How often attackers took the county, against the chance that the tower's odds gave them before the throw; "
            "bots see these odds. On the dashed line both agree; larger dots are more battles."
        )
        yield Figure("odds", "Battles: odds against what came", text, self._against(self.battles, 0, "battles"))
        text = "How often owners held the county, against the chance that the odds gave them."
        yield Figure("revolt-odds", "Revolts: odds against what came", text, self._against(self.revolts, 1, "revolts"))
        text = "The share of their attacks on other players that bots won, with 95 % intervals."
        yield Figure(
            "attacks-won", "Attacks won", text, tally.seen_shares(self.bots, self.attacks, "attacks won", self.order)
        )
        played = self.played()
        fought = self.fought.sums / np.maximum(self.seats, 1)[:, None]
        values = tuple((float(fought[place, 0]), float(fought[place, 1])) for place in played)
        chart = reports.Stacks(
            tally.chosen(self.bots, played), ("on neutral counties", "on players"), values, "attacks"
        )
        yield Figure("attacks", "Attacks in a game", "On neutral counties, and on other players.", chart)
        yield self._tower()

    def _against(self, batches: tally.Batches, which: int, what: str) -> reports.Against:
        counts = batches.whole.sum(axis=0)
        seen = shares(batches.sums())
        known = [place for place in range(BINS) if counts[place]]
        expected = tuple(float(self.expected[which][place] / counts[place]) for place in known)
        return reports.Against(expected, tally.chosen(seen, known), tuple(int(counts[place]) for place in known), what)

    def _tower(self) -> Figure:
        thrown, out = self.inside
        seen = [place for place in range(len(INSIDE)) if thrown[place]]
        places = tuple(f"{INSIDE[place]}+" for place in seen)
        rate = tuple(float(out[place] / thrown[place]) for place in seen)
        text = "Cubes that come out for each cube thrown in, by how many lie in the tower before."
        return Figure(
            "tower", "What the tower pays back", text, reports.Lines(places, ("all throws",), (rate,), "cubes")
        )

    def remarkable(self) -> Iterator[reports.Remarkable]:
        return self.busiest.found()


# The map: the winners' counties at the end, and places of battles; and the origin of the board.

END: Final = MOMENTS.index("winter")
MOST_COLOURS: Final = 8  # as many as can be distinguished
LEAST: Final = 0.02  # of the wins; bots that win less have no map


def regions_of(board: Board) -> tuple[Region, ...]:
    shapes = drawing(board).shapes
    return tuple(Region(name, shape.ring, shape.label) for name, shape in zip(board.names, shapes, strict=True))


def final_map(state: State, bots: Sequence[str]) -> Map:
    whose = tuple(None if owner == NEUTRAL else bots[owner] for owner in state.owner)
    held = tuple(float(each is not None) for each in whose)
    board, order = state.book.board, tuple(dict.fromkeys(bots))
    return Map(regions_of(board), held, "held", "", whose, order, links=tuple(graph_lines(board)))


class Lands(Survey):
    """The winners' counties, and the number of fights there."""

    title = "The map"

    def __init__(self, about: About, board: Board) -> None:
        self.bots, self.board, self.tables, self.order = about.bots, board, about.tables, about.order
        counties = len(board.ids)
        self.held = np.zeros((len(self.bots), counties))
        self.wins = np.zeros(len(self.bots))
        self.battles, self.taken = np.zeros(counties), np.zeros(counties)
        self.games = 0

    def add(self, part: RunPart) -> None:
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
        if "counties" not in self.tables:
            yield reports.not_recorded("counties", "who holds what")
        if "throws" not in self.tables:
            yield reports.not_recorded("throws", "where battles are fought")

    def figures(self) -> Iterator[Figure]:
        regions, lines = regions_of(self.board), tuple(graph_lines(self.board))
        if self.held.any():
            yield self._winners(regions, lines)
        if self.battles.any():
            games = max(self.games, 1)
            fought, against = (tuple(map(float, counts / games)) for counts in (self.battles, self.taken))
            text = "Battles for the county in a game, against neutral defenders and players."
            chart = Map(regions, fought, "battles", extra=(("against players", against),), links=lines)
            yield Figure("fights", "Where battles are fought", text, chart)
        text = " ".join((title(self.board), origin(self.board))).replace("\n", " ")
        board = self.board
        rows = [
            (board.names[c], board.sites[c], board.grain[c], board.taxes[c], len(board.neighbours[c]))
            for c in range(len(board.ids))
        ]
        heads = ("county", "building sites", "grain", "taxes", "neighbours")
        yield Figure("board", "The board", text, reports.Listing(heads, tuple(rows)))

    def _winners(self, regions: tuple[Region, ...], lines: tuple[Edge, ...]) -> Figure:
        """The bot that holds each county most often when it wins, and how often winners hold it."""
        winners = self.held.sum(axis=0) / max(self.games, 1)
        often = self.held / np.maximum(self.wins, 1)[:, None]
        often[self.wins <= LEAST * self.games] = 0
        often[list(self.order[MOST_COLOURS:])] = 0
        whose = tuple(self.bots[bot] if often[bot, county] else None for county, bot in enumerate(often.argmax(axis=0)))
        text = (
            "The colour shows which bot holds the county most often when it wins. The stronger it is, the more often "
            "any winner holds the county."
        )
        if len(self.order) > MOST_COLOURS:
            text += f" Only the {MOST_COLOURS} strongest bots have colours."
        order = tuple(self.bots[bot] for bot in self.order)
        shares = tuple(map(float, winners))
        chart = Map(regions, shares, "held by the winner", reports.PERCENT, whose, order, links=lines)
        return Figure("holds", "Who holds what when they win", text, chart)
