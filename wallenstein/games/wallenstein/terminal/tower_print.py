"""Fitted towers as text and as JSON."""

import json
from collections.abc import Iterator, Sequence
from math import exp, log
from typing import Final

from wallenstein.core.documents import JsonObject
from wallenstein.games.wallenstein.tower.fit import FittedTower
from wallenstein.games.wallenstein.tower.throws import Throws
from wallenstein.report.plain import aligned

HEAD: Final = ("model", "parameter", "value", "95 %", "log likelihood", "AIC", "worse by")
DOUBT: Final = 0.05
FAR: Final = 1_000_000
SURE: Final = log(20)  # evidence that makes one model twenty times as likely as another


def as_text(file: str, throws: Throws, fitted: Sequence[FittedTower]) -> str:
    best, second = fitted[0], fitted[1]
    cubes = f"{throws.falling.sum():,} cubes thrown in, {throws.out.sum():,} came out"
    lines = [f"{file}: {throws.number:,} throws, {cubes}", ""]
    lines += aligned([HEAD, *(row for each in fitted for row in _rows(each, best))], (0, 1))
    return "\n".join([*lines, "", *_verdict(best, second)])


def _rows(fitted: FittedTower, best: FittedTower) -> Iterator[tuple[str, ...]]:
    name, none = fitted.family.name, ("", "", "")
    if not fitted.possible:
        yield name, "impossible", "", "", "", "", ""
        return
    figures = f"{fitted.log_likelihood:.1f}", f"{fitted.aic:.1f}", f"{fitted.aic - best.aic:.1f}"
    if not fitted.values:
        yield name, "", "", "", *figures
    for at, each in enumerate(fitted.estimates()):
        interval = f"{each.low:.3f} to {each.high:.3f}"
        yield "" if at else name, each.name, f"{each.value:.3f}", interval, *(none if at else figures)


def _verdict(best: FittedTower, second: FittedTower) -> Iterator[str]:
    ahead = (second.aic - best.aic) / 2
    name, other = best.family.name, second.family.name
    if not second.possible:
        yield f"Only {name} can explain these throws."
    elif ahead >= SURE:
        yield f"{name} explains these throws better than {other}: {min(exp(ahead), FAR):,.0f} times as likely, or more."
    else:
        yield f"{name} explains these throws no better than {other} beyond doubt: {exp(ahead):.1f} times as likely."
    chance = best.misfit()
    if chance < DOUBT:
        yield f"But throws of a {name} are as uneven as these only {chance:.1%} of the time: it is not the whole truth."
    else:
        yield f"Throws of a {name} are as uneven as these, or more so, {chance:.0%} of the time."
    values = "".join(f", {key} = {value:.3f}" for key, value in zip(best.family.parameters, best.values, strict=True))
    yield f'In a tournament: tower = {{ model = "{name}"{values} }}'


def as_json(file: str, throws: Throws, fitted: Sequence[FittedTower]) -> str:
    document: JsonObject = {
        "file": file,
        "throws": throws.number,
        "models": [
            {
                "model": each.family.name,
                "possible": each.possible,
                "parameters": [estimate._asdict() for estimate in each.estimates()] if each.possible else [],
                "log_likelihood": each.log_likelihood,
                "aic": each.aic,
                "misfit": each.misfit(),
            }
            for each in fitted
        ],
    }
    return json.dumps(document, indent=2)
