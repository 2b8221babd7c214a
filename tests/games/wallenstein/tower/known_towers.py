"""Throws of whole games with a tower that is known, and how often fits find it: `python -m ... known_towers 200`."""

import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from wallenstein.bots.match import play
from wallenstein.games.wallenstein.model.entries import Thrown
from wallenstein.games.wallenstein.tower.fit import FAMILIES, Cases, FittedTower, fit
from wallenstein.games.wallenstein.tower.throws import Throws

BOTS: Final = ("regent",) * 4
TOWERS: Final[Mapping[str, Mapping[str, float]]] = {
    "sieve": {"passes": 2 / 3, "loosens": 1 / 3},
    "baffles": {"catch": 0.2, "knock": 0.05},
    "ledges": {"places": 10.0, "catch": 0.5},
}


def throws_of_a_game(tower: Mapping[str, Any], seed: int) -> Throws:
    """All throws of one game between four regents, the filling first."""
    state = play(BOTS, seed, {"tower": dict(tower)}).state
    thrown = [entry for entry in state.journal or () if isinstance(entry, Thrown)]
    falling = [[hand + tray for hand, tray in zip(each.hand, each.tray, strict=True)] for each in thrown]
    columns = (falling, [each.inside for each in thrown], [each.out for each in thrown])
    return Throws(*(np.array(column, np.int64) for column in columns))


def joined(games: list[Throws]) -> Throws:
    """The throws of several games."""
    return Throws(*(np.concatenate(columns) for columns in zip(*games, strict=True)))


def fits(model: str, games: int, each: int = 1) -> Iterator[FittedTower]:
    """The true model fitted to so many samples of so many games."""
    family = next(family for family in FAMILIES if family.name == model)
    for sample in range(games):
        seeds = range(sample * each, (sample + 1) * each)
        throws = joined([throws_of_a_game({"model": model, **TOWERS[model]}, seed) for seed in seeds])
        yield fit(family, Cases(throws))


def main(games: int) -> None:
    """Prints how often intervals hold the truth, and how wide they are."""
    print("| tower | throws | parameter | truth | mean | standard error | intervals that hold it |")
    print("| --- | ---: | --- | ---: | ---: | ---: | ---: |")
    for model, truth in TOWERS.items():
        found = list(fits(model, games))
        throws = np.mean([len(each.cases.falling) for each in found])
        estimates = [each.estimates() for each in found]
        for at, (name, value) in enumerate(truth.items()):
            values = [each[at].value for each in estimates]
            held = np.mean([each[at].low <= value <= each[at].high for each in estimates])
            print(f"| {model} | {throws:.0f} | {name} | {value:.3f} | {np.mean(values):.3f} "
                  f"| {np.std(values):.3f} | {held:.1%} |")  # fmt: skip


if __name__ == "__main__":
    main(int(sys.argv[1]))
