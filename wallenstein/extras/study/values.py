"""The values of a block: gains of strategies over the base in the same seats, means of measures, worth of traits."""

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.reports import About, Measure, RunPart
from wallenstein.extras.study.setting import StudySetting, World
from wallenstein.record.read import Run
from wallenstein.stats.results import Floats
from wallenstein.tourney.figures.run_parts import about, game_of, run_parts

POINTS: Final = "points"
WINS: Final = "wins in 100 games"
PER_CENT: Final = 100.0
SPREAD: Final = "points between first and last"
DECISIONS: Final = "decisions per game"
IN_SEAT: Final = "points ahead in seat"


class Traits(NamedTuple):
    """Sums within games over seats of the base: products of traits with each other and with points."""

    products: Floats
    with_points: Floats

    def of(self, places: Sequence[int]) -> "Traits":
        return Traits(self.products[np.ix_(places, places)], self.with_points[list(places)])


class Block(NamedTuple):
    """All values of a block. Points are those ahead of the mean of the others at the table; shares are in percent."""

    world: World
    games: int
    code: str  # a hash of its configuration, rules and bots
    digest: str  # a hash of everything that happened
    gains: Mapping[str, Mapping[str, float]]  # by strategy: points and wins
    measures: Mapping[str, float]
    traits: Traits


class BlockSeats(NamedTuple):
    """The seats of all games of a block, games below each other; columns are seats."""

    bot: NDArray[np.int64]
    lineup: NDArray[np.int64]
    rotation: NDArray[np.int64]
    score: Floats
    win: Floats

    @property
    def lead(self) -> Floats:
        """Points ahead of the mean of the others."""
        seats = self.score.shape[1]
        return np.asarray((self.score - self.score.mean(axis=1, keepdims=True)) * seats / (seats - 1), np.float64)


def block_of(setting: StudySetting, world: World, run: Run, rules: object) -> Block:
    rows = _rows(run)
    played: Mapping[str, Any] = next(iter(run.header["essence"].values()))
    names: list[str] = [table[0] for table in played["tourney"]["tables"]]
    gains = {name: _gain(rows, number) for number, name in enumerate(names) if number}
    measured = _measures(run, rows)
    known = about(run, rules)
    base = run.header["entries"].index(setting.section.base)
    means = {one.text: float(np.mean(one.values)) * (PER_CENT if one.share else 1.0) for one in measured}
    decisive = json.dumps([run.header[key] for key in ("essence", "rules", "bots")], sort_keys=True)
    happened = run.table("games", ["digest"])["digest"].to_numpy().astype("<u8")
    code, digest = (blake2b(some, digest_size=8).hexdigest() for some in (decisive.encode(), happened.tobytes()))
    return Block(world, run.games, code, digest, gains, means, _traits(setting, run, known, base))


def _rows(run: Run) -> BlockSeats:
    games = run.table("games", ["lineup", "rotation", "players"])
    players = int(games["players"][0].as_py())
    seats = run.arrays("seats", {"bot": run.header["entries"], "score": (), "win": ()})
    bot, score, win = (np.asarray(seats[name]).reshape(-1, players) for name in ("bot", "score", "win"))
    lineup, rotation = (games[name].to_numpy().astype(np.int64) for name in ("lineup", "rotation"))
    return BlockSeats(bot.astype(np.int64), lineup, rotation, score.astype(np.float64), win.astype(np.float64))


def _gain(rows: BlockSeats, table: int) -> dict[str, float]:
    """The difference between the first bot of a table and the base in the same seats among the same others."""
    own, base = (np.flatnonzero(rows.lineup == number) for number in (table, 0))
    players = rows.score.shape[1]
    turn = rows.rotation[own]
    seat = (players - turn) % players
    same = base[turn % len(base)]  # tables that repeat themselves have fewer rotations
    both = {POINTS: rows.lead, WINS: PER_CENT * rows.win}
    return {what: float(np.mean(values[own, seat] - values[same, seat])) for what, values in both.items()}


def _measures(run: Run, rows: BlockSeats) -> list[Measure]:
    games = run.table("games", ["game", "decisions"])
    number = games["game"].to_numpy()

    def read(table: str, columns: Sequence[str]) -> dict[str, NDArray[Any]]:
        found = run.table(table, columns)
        return {name: found[name].to_numpy(zero_copy_only=False) for name in columns}

    return [
        Measure(DECISIONS, False, number, games["decisions"].to_numpy()),
        Measure(SPREAD, False, number, rows.score.max(axis=1) - rows.score.min(axis=1)),
        *(Measure(f"{IN_SEAT} {seat}", False, number, lead) for seat, lead in enumerate(rows.lead.T)),
        *game_of(run).measures(run.tables, read),
    ]


def _traits(setting: StudySetting, run: Run, known: About, base: int) -> Traits:
    """The sums of all traits in questions; traits that these games lack are 0."""
    wanted = traits_of(setting)
    products, with_points = np.zeros((len(wanted), len(wanted))), np.zeros(len(wanted))
    for part in run_parts(run) if wanted else ():
        values = np.zeros((len(wanted), len(part.seats["seat"])))
        for trait in game_of(run).traits(known, part):
            if trait.text in wanted:
                whole = np.asarray(trait.whole, np.float64)
                values[wanted.index(trait.text)] = np.where(whole > 0, trait.part / np.where(whole > 0, whole, 1), 0)
        here = part.seats["bot"] == base
        beside, points = _centred(part, here, [*values, part.seats["score"].astype(np.float64)])
        products += beside @ beside.T
        with_points += beside @ points
    return Traits(products, with_points)


def _centred(part: RunPart, here: NDArray[np.bool_], columns: Sequence[Floats]) -> tuple[Floats, Floats]:
    """The columns of some seats, less their means at each table; the last column separately."""
    _, game = np.unique(part.seats["game"][here], return_inverse=True)
    count = np.bincount(game)
    off = np.array([column[here] - (np.bincount(game, column[here]) / count)[game] for column in columns])
    return off[:-1], off[-1]


def traits_of(setting: StudySetting) -> list[str]:
    return list(dict.fromkeys(trait for question in setting.section.question for trait in question.traits))
