"""Asks bots about themselves: turns whatever comes back from their processes into descriptions and sentences."""

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any, Final, NamedTuple

from wallenstein.bots.asking.hanging import hangs_at
from wallenstein.bots.asking.values import to_json
from wallenstein.bots.description import Description, Unbelievable, believed
from wallenstein.core.errors import ConfigError
from wallenstein.core.words import printable

SECONDS: Final = 30.0  # for a file and all its bots
GRACE: Final = 10.0  # seconds beyond those of all files
LONGEST: Final = 2000  # characters of a sentence
READ: Final = 1 << 16
KEEPER: Final = "wallenstein.bots.asking.keeper"


class Question(NamedTuple):
    """A bot to be described, with its options if there are any; `where` stands before what is wrong with them."""

    place: str  # `file.py:Class` or `module:Class`
    values: Mapping[str, Any] | None = None
    where: str = ""


Answer = Description | ConfigError


def ask(questions: Sequence[Question], seconds: float | None = None) -> list[Answer]:
    """The answers in the order of the questions; each file has one process, and so many seconds."""
    seconds = SECONDS if seconds is None else seconds
    numbers: dict[str, list[int]] = {}  # of the questions, by file or module
    for number, question in enumerate(questions):
        numbers.setdefault(_source(question.place), []).append(number)
    orders = [to_json([questions[number]._asdict() for number in own]) for own in numbers.values()]
    found: list[Answer] = [_lost(question.place) for question in questions]
    outcomes = _outcomes(orders, seconds) if orders else []
    for outcome in outcomes:
        source, own = list(numbers.items())[outcome["job"]]
        for number, answer in zip(own, _answers(outcome, source, len(own), seconds), strict=True):
            found[number] = answer
    return found


def _source(place: str) -> str:
    """The file or module of a place."""
    return place if place.endswith(".py") else place.rpartition(":")[0]


def _outcomes(orders: Sequence[str], seconds: float) -> list[dict[str, Any]]:
    """How each order ended, as the keeper says; those that it was ended before are missing."""
    jobs = min(len(orders), os.cpu_count() or 1)
    given_up = monotonic() + GRACE + seconds * -(-len(orders) // jobs)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    keeper = subprocess.Popen(
        [sys.executable, "-P", "-m", KEEPER],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    try:
        with suppress(BrokenPipeError):
            keeper.stdin.write(to_json({"orders": orders, "seconds": seconds, "jobs": jobs}).encode() + b"\n")
            keeper.stdin.flush()
        return [json.loads(line) for line in _until_closed(keeper.stdout.fileno(), given_up).splitlines()]
    finally:
        with suppress(BrokenPipeError):
            keeper.stdin.close()  # it ends all that is left
        with suppress(subprocess.TimeoutExpired):
            keeper.wait(GRACE)
        keeper.kill()
        keeper.wait()
        keeper.stdout.close()


def _until_closed(pipe: int, given_up: float) -> bytes:
    """All that comes through a pipe, until it is closed or the time is up."""
    said = b""
    while (left := given_up - monotonic()) > 0 and select.select([pipe], [], [], left)[0]:
        data = os.read(pipe, READ)
        if not data:
            break
        said += data
    return said[: said.rfind(b"\n") + 1]


def _answers(outcome: Mapping[str, Any], source: str, expected: int, seconds: float) -> list[Answer]:
    """What one process answered to each of its questions."""
    failed: Answer = ConfigError(f"{_named(source)} cannot be loaded: {_how_it_failed(outcome, seconds)}")
    if outcome["late"] or outcome["long"] or outcome["code"] != 0:
        return [failed] * expected
    try:
        documents = json.loads(outcome["said"].rpartition("\n")[2])
        if not isinstance(documents, list) or len(documents) != expected:
            raise Unbelievable
        return [_answer(document) for document in documents]
    except (ValueError, RecursionError, Unbelievable):
        return [failed] * expected


def _answer(document: Any) -> Answer:
    if isinstance(document, dict) and list(document) == ["error"] and isinstance(document["error"], str):
        return ConfigError(printable(document["error"], LONGEST))
    return believed(document)


def _how_it_failed(outcome: Mapping[str, Any], seconds: float) -> str:
    if outcome["late"]:
        where = hangs_at(outcome["said"])
        return f"it was not done after {seconds:g} seconds{where and ', and was at '}{where}"
    if outcome["code"] is None and not outcome["long"]:
        return "it ended the process that had started it"
    if outcome["code"]:
        return how_it_ended(outcome["code"])
    if not outcome["long"] and not outcome["said"].strip():
        return how_it_ended(0)
    return "it wrote into the answer of its process"


def how_it_ended(code: int) -> str:
    """An exit code, or minus a signal, as the end of a sentence."""
    if code >= 0:
        return f"its process ended with exit code {code}"
    name = f"signal {-code}"
    with suppress(ValueError):
        name = signal.Signals(-code).name
    return f"its process was ended by {name}"


def _named(source: str) -> str:
    return f"the bot file {source}" if re.search(r"\.py$", source) else f"the module {source}"


def _lost(place: str) -> ConfigError:
    return ConfigError(f"{_named(_source(place))} cannot be loaded: the process that loads bots was ended")
