"""The behaviour of seats, for `why`, and measures of games, for comparing cells."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.reports import PERCENT, About, ColumnReader, Measure, RunPart, Trait
from wallenstein.games.wallenstein.board import Board
from wallenstein.games.wallenstein.journal.throws import CAUSES, ENDS
from wallenstein.games.wallenstein.names import ACTIONS, DONE, MOMENTS, OUTCOMES, SEASONS, WINTER

SEATS: Final = 8  # more than at any table
HOLDINGS: Final = ("counties", "palaces", "churches", "posts")
MAJORITIES: Final = ("vp_palaces", "vp_churches", "vp_posts")


def measures(tables: Sequence[str], read: ColumnReader) -> list[Measure]:
    found: list[Measure] = []
    if {"seats", "seasons"} <= set(tables):
        found += sources(read)
    if "throws" in tables:
        found += battles(read)
    return found


def sources(read: ColumnReader) -> list[Measure]:
    """The sources of the winner's points; a shared win counts the mean of the winners."""
    seats = read("seats", ["game", "seat", "rank", "score", "win"])
    rows = read("seasons", ["game", "seat", "season", *HOLDINGS, *MAJORITIES])
    winter = rows["season"] == "winter"
    key = seats["game"].astype(np.int64) * SEATS + seats["seat"]
    at = np.searchsorted(key, rows["game"][winter].astype(np.int64) * SEATS + rows["seat"][winter])

    def total(*names: str) -> NDArray[np.float64]:
        per_row = sum(rows[name][winter].astype(np.float64) for name in names)  # exact: arrays
        return np.bincount(at, np.asarray(per_row), len(key)).astype(np.float64)

    score = seats["score"].astype(np.float64)
    counties, buildings, majorities = total("counties"), total("palaces", "churches", "posts"), total(*MAJORITIES)
    numbers, game = np.unique(seats["game"], return_inverse=True)
    win = seats["win"].astype(np.float64)
    whole = np.maximum(score, 1)

    def of_winner(text: str, points: NDArray[np.float64]) -> Measure:
        return Measure(text, True, numbers, np.bincount(game, win * points / whole, len(numbers)))

    mean = np.bincount(game, score, len(numbers)) / np.bincount(game, minlength=len(numbers))
    best = np.bincount(game, win * score, len(numbers))
    return [
        Measure("victory points per seat", False, numbers, mean),
        Measure("victory points of the winner", False, numbers, best),
        of_winner("winner's points from counties", counties),
        of_winner("winner's points from buildings", buildings),
        of_winner("winner's points from majorities", majorities),
        of_winner("winner's points from favors and benefits", score - counties - buildings - majorities),
    ]


def battles(read: ColumnReader) -> list[Measure]:
    rows = read("throws", ["game", "kind", "end", "other"])
    numbers, game = np.unique(rows["game"], return_inverse=True)

    def count(text: str, which: NDArray[np.bool_]) -> Measure:
        counted = np.bincount(game[which], minlength=len(numbers)).astype(np.float64)
        return Measure(text, False, numbers, counted)

    battle = rows["kind"] == "battle"
    players = battle & (rows["other"] >= 0)
    return [
        count("battles per game", battle),
        count("battles between players per game", players),
        count("counties taken from players per game", players & (rows["end"] == "attacker")),
        count("revolts per game, including winter", (rows["kind"] == "revolt") | (rows["kind"] == "winter")),
        count("counties lost to revolts per game", rows["end"] == "lost"),
    ]


# Points by source and year, actions and the reasons of failures, battles, hunger, bids.

Column = NDArray[Any]
YEARS: Final = (1, 2)
SOURCES: Final = {
    "counties": ("counties",),
    "palaces": ("palaces",),
    "churches": ("churches",),
    "trading posts": ("posts",),
    "majorities": ("vp_palaces", "vp_churches", "vp_posts"),
}
HELD: Final = {"armies": "armies", "Thalers": "thalers", "grain": "grain", "revolt markers": "markers"}
WHY_NOT: Final = {
    "void": "because the county had been lost",
    "no-money": "for want of Thalers",
    "no-site": "for want of a building site",
    "already-built": "because it had been built",
    "no-stock": "for want of buildings in stock",
    "no-supply": "for want of armies in the supply",
    "no-armies": "for want of armies in the county",
    "no-reach": "because there was nowhere to go",
    "revolt-lost": "because the county revolted and was lost",
}
BEGINNING: Final = MOMENTS.index("start")
BATTLE, REVOLTS = CAUSES.index("battle"), (CAUSES.index("revolt"), CAUSES.index("winter"))
ATTACKER, DEFENDER, HELD_OUT = (ENDS.index(end) for end in ("attacker", "defender", "held"))


def traits(about: About, part: RunPart) -> list[Trait]:
    parts = {"seasons": of_seasons, "actions": of_actions, "throws": of_throws, "turns": of_turns}
    found = [trait for table, made in parts.items() if table in about.tables for trait in made(part)]
    if "counties" in about.tables and about.rules is not None:
        found += of_start(part, about.rules.board)
    return found


class Counter:
    """Sums rows of a table by the seat that they belong to."""

    def __init__(self, part: RunPart, game: Column, seat: Column) -> None:
        self.known = np.asarray(seat >= 0)
        self.at = part.row_of(game[self.known], seat[self.known])
        self.seats = len(part.seats["seat"])

    def sum(self, which: Column, values: Column | float = 1.0) -> Column:
        """For each seat the sum of the selected values of its rows."""
        weights = np.where(which, values, 0.0)[self.known]
        return np.bincount(self.at, weights, self.seats)


def of_start(part: RunPart, board: Board) -> Iterator[Trait]:
    rows = part.rows("counties", ["game", "season", "county", "owner"])
    first = (rows["season"] == BEGINNING) & (rows["owner"] >= 0)
    game, county, owner = (rows[name][first] for name in ("game", "county", "owner"))
    count = Counter(part, game, owner)
    every, once = np.ones(len(game), np.bool_), np.ones(count.seats)
    own = dict(zip(zip(game.tolist(), county.tolist(), strict=True), owner.tolist(), strict=True))
    near = [board.neighbours[each] for each in county]
    at_own = [
        len([other for other in others if own.get((where, other)) == whose])
        for where, whose, others in zip(game.tolist(), owner.tolist(), near, strict=True)
    ]
    values = {
        "tax": np.array(board.taxes)[county],
        "grain": np.array(board.grain)[county],
        "building sites": np.array(board.sites)[county],
        "borders": np.array([len(others) for others in near]),
        "borders between own counties": np.array(at_own) / 2,
    }
    for text, value in values.items():
        yield Trait("start", f"{text} at the start", count.sum(every, value), once)
    regions = np.zeros((count.seats, len(board.regions)), np.bool_)
    regions[count.at, np.array(board.region)[county]] = True
    yield Trait("start", "regions at the start", regions.sum(axis=1).astype(np.float64), once)


def of_seasons(part: RunPart) -> Iterator[Trait]:
    """Points by source and year, possessions at the end of a year, hunger."""
    names = [name for columns in SOURCES.values() for name in columns]
    rows = part.rows("seasons", ["game", "year", "season", "seat", "vp", "lacking", *names, *HELD.values()])
    count = Counter(part, rows["game"], rows["seat"])
    winter, once = rows["season"] == WINTER, np.ones(count.seats)
    for year in YEARS:
        this = winter & (rows["year"] == year)
        known = np.zeros(count.seats)
        for text, columns in SOURCES.items():
            points = sum(count.sum(this, rows[column]) for column in columns)
            known = known + points
            yield Trait("points", f"for {text}, year {year}", points, once)
        before = rows["year"] == year - 1
        gained = count.sum(this, rows["vp"]) - count.sum(winter & before, rows["vp"])
        yield Trait("points", f"from elsewhere, year {year}", gained - known, once)
    for season in (0, 1, 2):
        for year in YEARS:
            counties = count.sum((rows["season"] == season) & (rows["year"] == year), rows["counties"])
            yield Trait("held", f"counties after {SEASONS[season]} of year {year}", counties, once)
    for text, column in HELD.items():
        yield Trait("held", f"{text} at the end of year 1", count.sum(winter & (rows["year"] == 1), rows[column]), once)
    yield Trait("hunger", "counties without grain in a winter", count.sum(winter, rows["lacking"]), count.sum(winter))


def of_actions(part: RunPart) -> Iterator[Trait]:
    rows = part.rows("actions", ["game", "seat", "action", "outcome"])
    count = Counter(part, rows["game"], rows["seat"])
    every, once = np.ones(len(rows["game"]), np.bool_), np.ones(count.seats)
    planned = count.sum(every)
    yield Trait("actions", "planned in a game", planned, once)
    yield Trait("actions", "done, of those planned", count.sum(rows["outcome"] == DONE), planned, PERCENT)
    for code, outcome in enumerate(OUTCOMES):
        if code != DONE:
            text = f"not done {WHY_NOT.get(outcome, outcome)}"
            yield Trait("actions", text, count.sum(rows["outcome"] == code), planned, PERCENT)
    for code, action in enumerate(ACTIONS):
        here = rows["action"] == code
        meant, done = count.sum(here), count.sum(here & (rows["outcome"] == DONE))
        yield Trait("actions", f"{action} planned in a game", meant, once)
        yield Trait("actions", f"{action} done, of those planned", done, meant, PERCENT)


def of_throws(part: RunPart) -> Iterator[Trait]:
    rows = part.rows("throws", ["game", "kind", "seat", "other", "thrown", "end", "odds"])
    own, other = (Counter(part, rows["game"], rows[seat]) for seat in ("seat", "other"))
    once = np.ones(own.seats)
    battle, neutral = rows["kind"] == BATTLE, rows["other"] < 0
    for text, which in (("neutral counties", battle & neutral), ("other players", battle & ~neutral)):
        fought = own.sum(which)
        yield Trait("battles", f"attacks on {text} in a game", fought, once)
        yield Trait("battles", f"attacks on {text} won", own.sum(which & (rows["end"] == ATTACKER)), fought, PERCENT)
        yield Trait("battles", f"chance in attacks on {text}", own.sum(which, rows["odds"]), fought, PERCENT)
        yield Trait("battles", f"armies thrown in an attack on {text}", own.sum(which, rows["thrown"]), fought)
    attacked = other.sum(battle)
    yield Trait("battles", "attacks suffered in a game", attacked, once)
    beaten = other.sum(battle & (rows["end"] == DEFENDER))
    yield Trait("battles", "attacks suffered and beaten off", beaten, attacked, PERCENT)
    revolt = np.isin(rows["kind"], REVOLTS)
    suffered = own.sum(revolt)
    yield Trait("hunger", "revolts in a game", suffered, once)
    held = own.sum(revolt & (rows["end"] == HELD_OUT))
    yield Trait("hunger", "revolts in which the county was held", held, suffered, PERCENT)


def of_turns(part: RunPart) -> Iterator[Trait]:
    rows = part.rows("turns", ["game", "season", "seat", "turn_order", "bid"])
    count = Counter(part, rows["game"], rows["seat"])
    here = rows["season"] != WINTER
    seasons = count.sum(here)
    paid = here & (rows["bid"] >= 0)
    yield Trait("bids", "Thalers bid in a season", count.sum(paid, rows["bid"]), count.sum(paid))
    yield Trait("bids", "place in the turn order", count.sum(here, rows["turn_order"]), seasons)
