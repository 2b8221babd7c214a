"""Asks bots about themselves: turns the output of their processes into descriptions and sentences."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.bots.description import Description, Unbelievable, believed, to_json
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import printable
from wallenstein.table.faults import is_bots

CALL: Final = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
LONGEST_CALL: Final = 200  # characters
WROTE: Final = "it wrote into the answer of its process"


def hangs_at(calls: str) -> str:
    """The innermost call that is the bot's own, as `otter.py:12 in choose`; empty if there is none."""
    for file, line, function in CALL.findall(calls):
        if is_bots(file) and not file.startswith("<"):
            return printable(f"{Path(file).name}:{line} in {function}", LONGEST_CALL)
    return ""


class Outcome(NamedTuple):
    """The end and the output of a process; nothing of it can be trusted."""

    number: int  # of its order
    late: bool  # ended because its time was up
    failure: str  # the failure, unless it ended well or was late
    output: str

    @property
    def document(self) -> Any:
        """The answer, or None: the last line; lines before it are calls, written when the time was nearly up."""
        if self.late or self.failure:
            return None
        try:
            return json.loads(self.output.rpartition("\n")[2])
        except (ValueError, RecursionError):
            return None

    @property
    def how(self) -> str:
        """The failure as the end of a sentence, unless it is known to be late."""
        return self.failure or (WROTE if self.output.strip() else "its process ended with exit code 0")


MODULE: Final = "wallenstein.bots.isolated.inside"
SECONDS: Final = 30.0  # for a file and all its bots
LONGEST_SENTENCE: Final = 2000  # characters of a sentence


class BotQuery(NamedTuple):
    """A bot to describe, with its options if there are any; messages about these begin with `where`."""

    place: str  # `file.py:Class` or `module:Class`
    values: Mapping[str, object] | None = None
    where: str = ""


Answer = Description | ConfigError


def ask(questions: Sequence[BotQuery], seconds: float | None = None, sandboxed: bool = False) -> list[Answer]:
    """The answers in the order of the questions; each file has one process, for at most `seconds`."""
    seconds = SECONDS if seconds is None else seconds
    numbers: dict[str, list[int]] = {}  # of the questions, by file or module
    for number, question in enumerate(questions):
        numbers.setdefault(_source(question.place), []).append(number)
    found: list[Answer] = [
        _not_loaded(_source(one.place), "the process that loads bots was ended") for one in questions
    ]
    from wallenstein.bots.isolated.jobs import run_isolated  # which needs Unix
    from wallenstein.table.processes.sandbox import Kind, readable_by, sandbox_kind

    readable = [readable_by(source + ":", Path.cwd() / "results" / "any") if sandboxed else [] for source in numbers]
    by_itself = sandboxed and sandbox_kind() is Kind.LANDLOCK
    orders = [
        to_json({"readable": paths if by_itself else [], "bots": [questions[number]._asdict() for number in own]})
        for paths, own in zip(readable, numbers.values(), strict=True)
    ]
    for outcome in run_isolated(MODULE, orders, seconds, readable=[] if by_itself else readable):
        source, own = list(numbers.items())[outcome.number]
        for number, answer in zip(own, _answers(outcome, source, len(own), seconds), strict=True):
            found[number] = answer
    return found


def _source(place: str) -> str:
    return place if place.endswith(".py") else place.rpartition(":")[0]


def _answers(outcome: Outcome, source: str, expected: int, seconds: float) -> list[Answer]:
    if outcome.late:
        where = hangs_at(outcome.output)
        why = f"it was not done after {seconds:g} seconds{where and ', and was at '}{where}"
        return [_not_loaded(source, why)] * expected
    documents = outcome.document
    try:
        if isinstance(documents, list) and len(documents) == expected:
            return [_answer(document) for document in documents]
    except (ValueError, RecursionError, Unbelievable):
        pass
    return [_not_loaded(source, outcome.how)] * expected


def is_error(document: Any) -> bool:
    return isinstance(document, dict) and list(document) == ["error"] and isinstance(document["error"], str)


def _answer(document: Any) -> Answer:
    if is_error(document):
        return ConfigError(printable(document["error"], LONGEST_SENTENCE))
    return believed(document)


def _not_loaded(source: str, why: str) -> ConfigError:
    kind = "bot file" if source.endswith(".py") else "module"
    return ConfigError(f"the {kind} {source} cannot be loaded: {why}")
