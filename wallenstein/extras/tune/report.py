"""A tuning as text: its trials with their intervals, and the best one on fresh seeds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from wallenstein.extras.tune.tuning import TrialFigures, TuningFigures
from wallenstein.record.location import Location
from wallenstein.record.write import write_whole
from wallenstein.report.plain import aligned
from wallenstein.report.standings import more
from wallenstein.stats.figures import Difference, text_of

SHOWN: Final = 20  # trials in the table
UNITS: Final = {"wins": "points of a hundred wins", "score": "points of score", "rank": "places"}
UNTUNED: Final = "as it is"
VANISHES: Final = "most gains of a search vanish on fresh seeds, because the best of many trials is the luckiest, too"


def tuning_text(found: TuningFigures) -> str:
    trials = sorted(found.trials, key=lambda trial: (trial.state != "whole", -trial.value))
    shown = trials[:SHOWN]
    shown += [trial for trial in trials[SHOWN:] if not trial.trial]
    tried = len(found.trials) - 1
    pruned = sum(trial.state == "pruned" for trial in trials)
    lines = [f"{found.name}: {tried} trials of {found.bot}, seed {found.seed}; {pruned} ended early", ""]
    lines += aligned(list(rows(found, shown)), left=(0,))
    if len(trials) > len(shown):
        lines.append(f"and {len(trials) - len(shown)} more")
    return "\n".join([*lines, "", *verdict(found)])


def rows(found: TuningFigures, trials: Sequence[TrialFigures]) -> Iterator[Sequence[str]]:
    """The head of the table, and a row for each trial."""
    goal, options = found.goal, found.options
    yield "trial", "seeds", goal, "ahead", "95 %", *options
    for trial in trials:
        values = [write_value(trial.options.get(option)) for option in options]
        ahead, low_to_high = difference(trial.ahead, goal)
        name = str(trial.trial) if trial.trial else UNTUNED
        seeds = f"{trial.seeds}{' (ended)' if trial.state == 'pruned' else ''}"
        yield name, seeds, amount(trial.value, goal), ahead, low_to_high, *values


def verdict(found: TuningFigures) -> Iterator[str]:
    confirmation, goal = found.confirmation, found.goal
    if found.best is None:
        yield f"No trial was above {found.bot} as it is; nothing is gained."
        return
    best = next(trial for trial in found.trials if trial.trial == found.best)
    gain, _ = difference(best.ahead, goal)  # its interval does not know that it was chosen
    yield f"Best: trial {best.trial}, {gain} {UNITS[goal]} ahead on the seeds that chose it."
    yield f"  options = {toml(best.options)}"
    if confirmation is None:
        return
    gained = confirmation.gain
    gain, low_to_high = difference(gained, goal)
    values = f"{amount(confirmation.tuned, goal)} against {amount(confirmation.untuned, goal)} of the bot as it is"
    yield f"On {gained.blocks:,} fresh seeds: {values}, that is {gain} {UNITS[goal]} ({low_to_high})."
    low, high = gained.difference.low, gained.difference.high
    if low is not None and low > 0:
        yield f"The gain holds. Believe this figure, not the first: {VANISHES}."
    elif high is not None and high < 0:
        yield f"On fresh seeds it is worse than the bot as it is: {VANISHES}."
    else:
        yield f"That may be chance, so keep the bot as it is: {VANISHES}."


def amount(value: float, goal: str) -> str:
    """A mean of the goal; places are higher the lower their number is."""
    return f"{value:.1%}" if goal == "wins" else f"{abs(value):.2f}"


def difference(ahead: Difference | None, goal: str) -> tuple[str, str]:
    """A difference, and its interval; that of wins in points of a hundred. The bot as it is has none."""
    return ("", "") if ahead is None else more(ahead.difference, *((100, 1) if goal == "wins" else (1, 2)))


def write_value(value: object) -> str:
    return "-" if value is None else json.dumps(value, ensure_ascii=False)


def toml(options: Mapping[str, object]) -> str:
    return "{ " + ", ".join(f"{option} = {write_value(value)}" for option, value in options.items()) + " }"


def write(folder: Location, found: TuningFigures) -> None:
    write_whole(folder / "tuning.json", (text_of(found) + "\n").encode())
