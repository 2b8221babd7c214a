"""Starts trials in processes apart, so that no bot can block, end or damage this one."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from wallenstein.bots.apart.hanging import hangs_at
from wallenstein.bots.apart.processes import Outcome, run_apart
from wallenstein.bots.trial.process import DEAF, Order, TrialGame, Tried, moment

MODULE: Final = "wallenstein.bots.trial.process"
LONGEST: Final = 1 << 24  # bytes of results
KEPT_OUTPUT: Final = 100_000  # bytes
RESULTS: Final = {"games", "again", "kinds", "offences", "seconds"}


class TrialOutcome(NamedTuple):
    """The outcome of a trial: its results, or how it failed."""

    results: dict[str, Any]
    lost: str
    printed: str


def run(tried: Tried, hash_seed: int, again: bool, seconds: float, say: Callable[[str], None]) -> TrialOutcome:
    """Runs one trial under a hash seed, with a limit in seconds; `say` reports progress if it takes long."""
    games = tried.games
    with TemporaryDirectory(prefix="wallenstein-") as folder:
        order = Order(tried, again, folder)
        progress, output = order.file("progress"), order.file("output")

        def still() -> None:
            say(f"{_open_question(progress, games)}; the check gives up after {seconds:g} seconds in total")

        outcomes = run_apart(MODULE, [order.as_json()], seconds, LONGEST, hash_seed, still)
        printed = _beginning(output)
        if not outcomes:
            return TrialOutcome({}, "the process that tries bots was ended", printed)
        results = _results(outcomes[0])
        if results:
            return TrialOutcome(results, "", printed)
        return TrialOutcome({}, _lost(outcomes[0], progress, games, seconds), printed)


def _results(outcome: Outcome) -> dict[str, Any]:
    """What a trial has found; empty if it has not come to its end."""
    if not outcome.answered:
        return {}
    try:
        found = json.loads(outcome.answer)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and (found.keys() == RESULTS or list(found) == ["error"]) else {}


def _lost(outcome: Outcome, progress: Path, games: Sequence[TrialGame], seconds: float) -> str:
    """How a trial failed, and at which question."""
    if outcome.late:
        how = f"it was not finished within {seconds:g} seconds, and was stopped"
    elif outcome.code == DEAF:
        how = "it ignored the interruption when its time was up"
    else:
        how = outcome.how
    line = hangs_at(outcome.said)
    where = _open_question(progress, games)
    return f"{how}{line and ', at '}{line}{': ' if _place(progress) else ', '}{where}"


def _beginning(output: Path) -> str:
    if not output.exists():
        return ""
    with output.open("rb") as file:
        return file.read(KEPT_OUTPUT).decode("utf-8", "replace")


def _place(progress: Path) -> list[int]:
    return [int(number) for number in progress.read_text().split()] if progress.exists() else []


def _open_question(progress: Path, games: Sequence[TrialGame]) -> str:
    place = _place(progress)
    if not place:
        return "before the first game"
    number, seat, decision = place
    return moment(seat, decision, games[number])
