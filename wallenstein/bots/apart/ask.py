"""Asks bots about themselves: turns whatever comes back from their processes into descriptions and sentences."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from wallenstein.bots.apart.hanging import hangs_at
from wallenstein.bots.apart.processes import Outcome, run_apart
from wallenstein.bots.apart.values import to_json
from wallenstein.bots.description import Description, Unbelievable, believed
from wallenstein.core.errors import ConfigError
from wallenstein.core.words import printable

MODULE: Final = "wallenstein.bots.apart.own_process"
SECONDS: Final = 30.0  # for a file and all its bots
LONGEST: Final = 2000  # characters of a sentence


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
    found: list[Answer] = [
        _not_loaded(_source(one.place), "the process that loads bots was ended") for one in questions
    ]
    for outcome in run_apart(MODULE, orders, seconds) if orders else ():
        source, own = list(numbers.items())[outcome.number]
        for number, answer in zip(own, _answers(outcome, source, len(own), seconds), strict=True):
            found[number] = answer
    return found


def _source(place: str) -> str:
    """The file or module of a place."""
    return place if place.endswith(".py") else place.rpartition(":")[0]


def _answers(outcome: Outcome, source: str, expected: int, seconds: float) -> list[Answer]:
    """What one process answered to each of its questions."""
    if outcome.late:
        where = hangs_at(outcome.said)
        why = f"it was not done after {seconds:g} seconds{where and ', and was at '}{where}"
        return [_not_loaded(source, why)] * expected
    failed: Answer = _not_loaded(source, outcome.how)
    if not outcome.answered:
        return [failed] * expected
    try:
        documents = json.loads(outcome.answer)
        if not isinstance(documents, list) or len(documents) != expected:
            raise Unbelievable
        return [_answer(document) for document in documents]
    except (ValueError, RecursionError, Unbelievable):
        return [failed] * expected


def _answer(document: Any) -> Answer:
    if isinstance(document, dict) and list(document) == ["error"] and isinstance(document["error"], str):
        return ConfigError(printable(document["error"], LONGEST))
    return believed(document)


def _not_loaded(source: str, why: str) -> ConfigError:
    kind = "bot file" if source.endswith(".py") else "module"
    return ConfigError(f"the {kind} {source} cannot be loaded: {why}")
