"""A tuning as plain text: its trials, and what became of the best one on fresh seeds."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from wallenstein.report.plain import aligned

Document = Mapping[str, Any]
SHOWN: Final = 20  # trials in the table
UNITS: Final = {"wins": "points of a hundred wins", "score": "points of score", "rank": "places"}
UNTUNED: Final = "as it is"
VANISHES: Final = "most gains of a search vanish on fresh seeds, because the best of many trials is the luckiest, too"


def tuning_text(found: Document) -> str:
    """The best trials, and the confirmation."""
    trials = best_first(found["trials"])
    shown = trials[:SHOWN]
    shown += [trial for trial in trials[SHOWN:] if not trial["trial"]]
    tried = len(found["trials"]) - 1
    pruned = sum(trial["state"] == "pruned" for trial in trials)
    lines = [f"{found['name']}: {tried} trials of {found['bot']}, seed {found['seed']}; {pruned} ended early", ""]
    lines += aligned(list(rows(found, shown)), left=(0,))
    if len(trials) > len(shown):
        lines.append(f"and {len(trials) - len(shown)} more")
    return "\n".join([*lines, "", *verdict(found)])


def best_first(trials: Sequence[Document]) -> list[Document]:
    """Those that played to the end first, the best of them first."""
    return sorted(trials, key=lambda trial: (trial["state"] != "whole", -trial["value"]))


def rows(found: Document, trials: Sequence[Document]) -> Iterator[Sequence[str]]:
    """The head of the table, and a row for each trial."""
    goal, options = found["goal"], found["options"]
    yield "trial", "seeds", goal, "ahead", "95 %", *options
    for trial in trials:
        values = [written(trial["options"].get(option)) for option in options]
        ahead, low_to_high = difference(trial["ahead"], goal) if trial["ahead"] else ("", "")
        name = str(trial["trial"]) if trial["trial"] else UNTUNED
        seeds = f"{trial['seeds']}{' (ended)' if trial['state'] == 'pruned' else ''}"
        yield name, seeds, amount(trial["value"], goal), ahead, low_to_high, *values


def verdict(found: Document) -> Iterator[str]:
    """What the tuning has come to."""
    confirmation, goal = found["confirmation"], found["goal"]
    if found["best"] is None:
        yield f"No trial was above {found['bot']} as it is; nothing is gained."
        return
    best = next(trial for trial in found["trials"] if trial["trial"] == found["best"])
    gain, low_to_high = difference(best["ahead"], goal)
    yield f"Best: trial {best['trial']}, {gain} {UNITS[goal]} ahead ({low_to_high}) on the seeds that chose it."
    yield f"  options = {toml(best['options'])}"
    if confirmation is None:
        return
    gained = confirmation["gain"]
    gain, low_to_high = difference(gained, goal)
    values = (
        f"{amount(confirmation['tuned'], goal)} against {amount(confirmation['untuned'], goal)} of the bot as it is"
    )
    yield f"On {gained['blocks']:,} fresh seeds: {values}, that is {gain} {UNITS[goal]} ({low_to_high})."
    low, high = gained["difference"]["low"], gained["difference"]["high"]
    if low is not None and low > 0:
        yield f"The gain holds. Believe this figure, not the first: {VANISHES}."
    elif high is not None and high < 0:
        yield f"On fresh seeds it is worse than the bot as it is: {VANISHES}."
    else:
        yield f"That cannot be told from chance, so keep the bot as it is: {VANISHES}."


def amount(value: float, goal: str) -> str:
    """A mean of the goal; places are higher the lower their number is."""
    return f"{value:.1%}" if goal == "wins" else f"{abs(value):.2f}"


def difference(ahead: Document, goal: str) -> tuple[str, str]:
    """A difference, and its interval; that of wins in points of a hundred."""
    unit, digits = (100, 1) if goal == "wins" else (1, 2)
    value, low, high = (ahead["difference"][key] for key in ("value", "low", "high"))
    shown = f"{unit * value:+.{digits}f}"
    return shown, "-" if low is None or high is None else f"{unit * low:+.{digits}f} to {unit * high:+.{digits}f}"


def written(value: Any) -> str:
    """A value of an option in a table."""
    return "-" if value is None else json.dumps(value, ensure_ascii=False)


def toml(options: Mapping[str, Any]) -> str:
    """Options as a configuration has them."""
    return "{ " + ", ".join(f"{option} = {written(value)}" for option, value in options.items()) + " }"
