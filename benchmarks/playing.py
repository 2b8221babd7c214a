"""What does one bot do differently from another at the same tables? Means of a game of Wallenstein for one seat.

    python -m benchmarks.playing RUN ONE OTHER

RUN is the folder of a run, ONE and OTHER are bots of it. The last column has the difference and its 95 % interval, from
the games in which both play, with those of one seed counted as one. It says how they play, not what each habit is
worth.
"""

import argparse
from collections.abc import Iterator
from math import sqrt
from typing import Any, Final

import pandas as pd

from wallenstein import analysis
from wallenstein.core.errors import ConfigError

KEY: Final = ["game", "seat"]
BUILDINGS: Final = ("palace", "church", "post")
BOXES: Final = (*BUILDINGS, "grain", "taxes", "deploy-5", "deploy-3", "deploy-1", "combat-a", "combat-b")


def measures(run: Any) -> Iterator[tuple[str, pd.Series]]:
    """Each with its name, by game and seat; where something did not happen, nothing."""
    plans, turns, seasons = run.plans.whole, run.turns.whole, run.seasons.whole
    actions, battles = run.actions.whole, run.throws.whole[lambda rows: rows.kind == "battle"]
    turns, done = turns[turns.season != "winter"], actions[actions.outcome == "done"]
    laid = plans[list(BOXES)].notna().sum(axis=1)
    yield "boxes with a card, of ten a season", laid.groupby([plans.game, plans.seat]).mean()
    yield "seasons with a bid of money, of a hundred", 100 * shares(plans, plans.bid > 0)
    yield "seasons with the attack tile, of a hundred", 100 * shares(turns, turns.tile == "attack")
    for year in (1, 2):
        for season in ("spring", "summer", "fall"):
            then = done[done.action.isin(BUILDINGS) & (done.year == year) & (done.season == season)]
            yield f"buildings built in {season}, year {year}", counts(then)
    for building in BUILDINGS:
        yield f"{building}: built", counts(done[done.action == building])
    against = battles[battles.other >= 0]
    yield "battles with rivals", counts(against)
    yield "armies thrown in each", against.groupby(KEY).thrown.mean()
    yield "of a hundred won", 100 * shares(against, against.end == "attacker")
    for year, season in ((1, "spring"), (1, "winter"), (2, "winter")):
        then = seasons[(seasons.year == year) & (seasons.season == season)].set_index(KEY)
        for what in ("armies", "counties"):
            yield f"{what} after {season}, year {year}", then[what]
        yield f"buildings after {season}, year {year}", then[["palaces", "churches", "posts"]].sum(axis=1)


def counts(rows: pd.DataFrame) -> pd.Series:
    return rows.groupby(KEY).size()


def shares(rows: pd.DataFrame, which: pd.Series) -> pd.Series:
    return which.groupby([rows.game, rows.seat]).mean()


def table(run: Any, one: str, other: str) -> Iterator[str]:
    """The lines, as Markdown."""
    seats = run.seats.whole[["game", "seat", "bot"]].astype({"bot": str}).set_index(KEY)
    yield f"| a game | {one} | {other} | difference |"
    yield "| --- | ---: | ---: | --- |"
    blocks = run.games.whole.set_index("game").block
    for name, values in measures(run):
        of_seats = seats.assign(value=values)
        if values.dtype.kind == "i":  # a count, or what is there for all seats
            of_seats = of_seats.fillna({"value": 0})
        by_game = of_seats.dropna().groupby(["game", "bot"]).value.mean().unstack()
        by_game = by_game.reindex(columns=[one, other]).dropna()
        by_block = by_game.groupby(blocks.reindex(by_game.index)).mean()
        if len(by_block) < 2:  # such as armies in battles, where one of them never attacks
            continue
        gap = by_block[one] - by_block[other]
        reach = 1.96 * gap.std() / sqrt(len(gap))
        means = f"{by_block[one].mean():.1f} | {by_block[other].mean():.1f}"
        yield f"| {name} | {means} | {gap.mean():+.1f} ({gap.mean() - reach:+.1f} to {gap.mean() + reach:+.1f}) |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("run", "one", "other"):
        parser.add_argument(name)
    given = parser.parse_args()
    try:
        run = analysis.load(given.run)
    except ConfigError as error:
        parser.error(str(error))
    print("\n".join(table(run, given.one, given.other)))


if __name__ == "__main__":
    main()
