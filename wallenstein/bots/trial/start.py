"""Starts trials in separate processes, so that no bot can block, end or damage this one."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, Final, NamedTuple

from wallenstein.bots.trial.process import DEAF, Order, TrialGame, Tried

SILENCE: Final = 4.0  # seconds between two messages about the progress


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
        result, progress, output = map(order.file, ("result", "progress", "output"))
        command = [sys.executable, "-m", "wallenstein.bots.trial.process", order.as_json()]
        code = _call(
            command,
            hash_seed,
            seconds,
            lambda: say(f"{_open_question(progress, games)}; the check gives up after {seconds:g} seconds in total"),
        )
        printed = output.read_text("utf-8", "replace") if output.exists() else ""
        if result.exists():
            return TrialOutcome(json.loads(result.read_text("utf-8")), "", printed)
        return TrialOutcome({}, _lost(code, progress, games, seconds), printed)


def _call(command: list[str], hash_seed: int, seconds: float, long: Callable[[], None]) -> int | None:
    """The exit code, or None if the time was up; ends all processes that the bot has started."""
    environment = {
        **os.environ,
        "PYTHONHASHSEED": str(hash_seed),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    process = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = monotonic() + seconds
    try:
        while (left := end - monotonic()) > 0:
            try:
                return process.wait(min(left, SILENCE))
            except subprocess.TimeoutExpired:
                if left > SILENCE:
                    long()
        return None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _lost(code: int | None, progress: Path, games: Sequence[TrialGame], seconds: float) -> str:
    """How a trial failed, and at which question."""
    if code is None:
        how = f"it was not finished within {seconds:g} seconds, and was stopped"
    elif code == DEAF:
        how = "it ignored the interruption when its time was up"
    elif code < 0:
        how = f"its process was ended by {signal.Signals(-code).name}"
    else:
        how = f"its process ended with exit code {code}"
    where = _open_question(progress, games)
    return f"{how}: {where}" if _place(progress) else f"{how}, {where}"


def _place(progress: Path) -> list[int]:
    return [int(number) for number in progress.read_text().split()] if progress.exists() else []


def _open_question(progress: Path, games: Sequence[TrialGame]) -> str:
    place = _place(progress)
    if not place:
        return "before the first game"
    number, seat, decision = place
    when = "before its first decision" if decision < 0 else f"at decision {decision}"
    return f"seat {seat}, {when} in {games[number]}"
