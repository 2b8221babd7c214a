"""The sections of a report, as far as a run's tables allow: battles, the map, bids, actions, points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from wallenstein.core import reports
from wallenstein.core.reports import PERCENT, About, Figure, Heat, Lines, Map, Region, RunPart, Stacks, Survey
from wallenstein.games.wallenstein.board import Board, origin, title
from wallenstein.games.wallenstein.journal.throws import CAUSES, COLOURS
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import ACTIONS, DONE, MOMENTS, NEUTRAL, OUTCOMES, SEASONS, TILES, WINTER
from wallenstein.games.wallenstein.phases.winter import YEARS
from wallenstein.games.wallenstein.replay.map import Edge, drawing, graph_lines
from wallenstein.games.wallenstein.surveys.traits import ATTACKER, BATTLE, HELD_OUT, REVOLTS, SOURCES
from wallenstein.stats.results import Numbers
from wallenstein.stats.shares import shares
from wallenstein.stats.tally import Batches, BotSurvey, Busiest, Tally, chosen, seen_shares

BINS: Final = 10
INSIDE: Final = (0, 5, 10, 15, 20, 25, 30, 40)  # cubes in the tower, from
THROWN: Final = ("thrown", "thrown_other", "thrown_peasants")
NEEDED: Final = ("game", "kind", "seat", "other", "end", "odds", *THROWN)


class BattleSurvey(BotSurvey):
    title = "Battles and the tower"
    table = "throws"

    def __init__(self, about: About) -> None:
        super().__init__(about)
        count = len(self.bots)
        self.battles, self.revolts = Batches(about.blocks, BINS), Batches(about.blocks, BINS)
        self.expected = [np.zeros(BINS), np.zeros(BINS)]
        self.attacks = Batches(about.blocks, count)
        self.fought = Tally(count, 2)
        self.inside = np.zeros((2, len(INSIDE)))
        self.busiest = Busiest("battles")

    def add(self, part: RunPart) -> None:
        columns = [f"{where}_{colour}" for where in ("tray", "inside", "out") for colour in COLOURS]
        rows = part.rows("throws", [*NEEDED, *columns])
        self._add_tower(rows)
        known = rows["seat"] >= 0
        rows = {name: column[known] for name, column in rows.items() if name in NEEDED}
        at = part.row_of(rows["game"], rows["seat"])
        bot, block = part.seats["bot"][at], part.seats["block"][at]
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
            "How often attackers took the county, by the mean of the chances that the tower's odds gave them before "
            "the throw, and the number of battles; bots see these odds."
        )
        yield Figure("odds", "Battles: odds against what came", text, self._against(self.battles, 0))
        text = "How often owners held the county, by the mean of the chances that the odds gave them."
        yield Figure("revolt-odds", "Revolts: odds against what came", text, self._against(self.revolts, 1))
        text = "The share of their attacks on other players that bots won, with 95 % intervals."
        yield Figure(
            "attacks-won", "Attacks won", text, seen_shares(self.bots, self.attacks, "attacks won", self.order)
        )
        played = self.played()
        fought = self.fought.sums / np.maximum(self.seats, 1)[:, None]
        values = tuple((float(fought[place, 0]), float(fought[place, 1])) for place in played)
        chart = reports.Stacks(chosen(self.bots, played), ("on neutral counties", "on players"), values, "attacks")
        yield Figure("attacks", "Attacks in a game", "On neutral counties, and on other players.", chart)
        yield self._tower()

    def _against(self, batches: Batches, which: int) -> reports.Dots:
        counts = batches.whole.sum(axis=0)
        seen = shares(batches.sums())
        known = [place for place in range(BINS) if counts[place]]
        means = [(100 * self.expected[which][place] / counts[place], int(counts[place])) for place in known]
        names = tuple(f"{expected:.0f} % of {count:,}" for expected, count in means)
        return reports.Dots(names, chosen(seen, known), "came true", PERCENT)

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
        bot, block, win = part.seats["bot"][at], part.seats["block"][at], part.seats["win"][at]
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
        bot = part.seats["bot"][part.row_of(rows["game"], rows["seat"])]
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
        bot = part.seats["bot"][part.row_of(rows["game"], rows["seat"])]
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
