"""Runs modules in isolated processes, and asks bots about themselves there."""

import json
import os
import re
import select
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from wallenstein.bots.description import Description, Unbelievable, believed, to_json
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import printable
from wallenstein.table.faults import is_bots
from wallenstein.table.processes.keeper import BY_SIGNAL
from wallenstein.table.processes.keeper_line import KeeperLine, KeeperProcess
from wallenstein.table.processes.process_bot import COMMAND, CommandSeat, Ended
from wallenstein.table.processes.usage import ending
from wallenstein.table.processes.wires import Closed

CALL: Final = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
LONGEST_CALL: Final = 200  # characters


def hangs_at(calls: str) -> str:
    """The innermost call that is the bot's own, as `otter.py:12 in choose`; empty if there is none."""
    for file, line, function in CALL.findall(calls):
        if is_bots(file) and not file.startswith("<"):
            return printable(f"{Path(file).name}:{line} in {function}", LONGEST_CALL)
    return ""


# Runs modules in isolated processes, through the keeper that also starts bots' processes in games.

LONGEST_OUTPUT: Final = 1 << 20  # bytes of an answer
MEMORY: Final = 4 << 30  # bytes
GRACE: Final = 10.0  # seconds for an answer of the keeper
MOST: Final = 8  # processes at a time
READ: Final = 1 << 16
OFTEN: Final = 4.0  # seconds between two calls of `meanwhile`
LOOK: Final = 100  # milliseconds between two looks at the time


class Outcome(NamedTuple):
    """How a process ended, and what it has said; nothing of it can be trusted."""

    number: int  # of its order
    late: bool  # it was ended, because its time was up
    long: bool  # it was ended, because it said too much
    failure: str  # how it ended, unless it ended well or was ended
    said: str

    @property
    def answered(self) -> bool:
        """Whether it came to its end by itself, and all is well."""
        return not self.late and not self.long and not self.failure

    @property
    def answer(self) -> str:
        """The last line that it said; lines before it are calls, written when the time was nearly up."""
        return self.said.rpartition("\n")[2]

    @property
    def how(self) -> str:
        """How it failed, as the end of a sentence, if it is not known to be late."""
        if self.failure or self.long or self.said.strip():
            return self.failure or "it wrote into the answer of its process"
        return f"its process {ending(0)}"


class Job:
    """One isolated process."""

    def __init__(self, keeper: KeeperLine, number: int, order: str, module: str, seconds: float) -> None:
        self.keeper: Final = keeper
        self.number: Final = number
        self.until: Final = monotonic() + seconds
        self.said: Final = bytearray()
        words = [sys.executable, "-P", "-m", module, str(self.until)]
        self.line: Final = CommandSeat(keeper, words, os.getcwd(), MEMORY, shielded=True).open()
        self.files = {self.line.reading: select.POLLIN, self.line.writing: 0}  # an error of the latter is its end
        with suppress(Ended):
            self.line.write(order.encode() + b"\n")

    def read(self) -> bool:
        """Takes in a part of what it has said; False if there is nothing."""
        data = os.read(self.line.reading, READ) if self.line.has_more(0) else b""
        self.said.extend(data)
        return bool(data)

    def finish(self, late: bool, longest: int) -> Outcome:
        """Ends the process."""
        failure = "" if late or len(self.said) > longest else self.failure()
        self.line.kill()
        while len(self.said) <= longest and self.read():  # a process left behind may hold the pipe open
            pass
        self.line.close()
        long = len(self.said) > longest
        return Outcome(self.number, late, long, failure, "" if long else self.said.decode("utf-8", "replace"))

    def failure(self) -> str:
        """How it has ended, if not well."""
        code = self.keeper.exit_code(COMMAND, self.line.process, self.line.process)
        if not code or isinstance(code, str):
            return code or ""
        if code < 0:  # its parent's
            return "it ended the process that had started it"
        return f"its process {ending(BY_SIGNAL - code if code > BY_SIGNAL else code)}"


def run_isolated(
    module: str,
    orders: Sequence[str],
    seconds: float,
    longest: int = LONGEST_OUTPUT,
    hash_seed: int | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> list[Outcome]:
    """Runs the module once for each order, as many at a time as there are processors, each for so many seconds.

    Outcomes are missing if the keeper was ended. `meanwhile` is called every few seconds.
    """
    process = KeeperProcess() if hash_seed is None else KeeperProcess(PYTHONHASHSEED=str(hash_seed))
    waiting, running = list(enumerate(orders)), list[Job]()
    found: list[Outcome] = []
    told = monotonic()
    try:
        with process.connection() as wire, suppress(Closed):
            wire.settimeout(GRACE)
            keeper = KeeperLine(wire)
            while waiting or running:
                while waiting and len(running) < min(os.cpu_count() or 1, MOST):
                    running.append(Job(keeper, *waiting.pop(0), module, seconds))
                poller = select.poll()
                for file, events in [item for job in running for item in job.files.items()]:
                    poller.register(file, events)
                ready = dict(poller.poll(LOOK))
                for job in running[:]:
                    if job.line.reading in ready and not job.read():
                        job.files.pop(job.line.reading, None)
                    late = monotonic() > job.until
                    if late or job.line.writing in ready or len(job.said) > longest:
                        running.remove(job)
                        found.append(job.finish(late, longest))
                        keeper.clear([other.line.process for other in running])
                if monotonic() > told + OFTEN:
                    told = monotonic()
                    meanwhile()
    except OSError as error:
        raise ConfigError(f"no process can be started to load bots: {error.strerror}") from None
    finally:
        process.stop()
        for job in running:
            job.line.close()
    return found


# Asks bots about themselves: turns whatever comes back from their processes into descriptions and sentences.

MODULE: Final = "wallenstein.bots.isolated.inside"
SECONDS: Final = 30.0  # for a file and all its bots
LONGEST_SENTENCE: Final = 2000  # characters of a sentence


class BotQuery(NamedTuple):
    """A bot to be described, with its options if there are any; `where` stands before what is wrong with them."""

    place: str  # `file.py:Class` or `module:Class`
    values: Mapping[str, Any] | None = None
    where: str = ""


Answer = Description | ConfigError


def ask(questions: Sequence[BotQuery], seconds: float | None = None) -> list[Answer]:
    """The answers in the order of the questions; each file has one process, and so many seconds."""
    seconds = SECONDS if seconds is None else seconds
    numbers: dict[str, list[int]] = {}  # of the questions, by file or module
    for number, question in enumerate(questions):
        numbers.setdefault(_source(question.place), []).append(number)
    orders = [to_json([questions[number]._asdict() for number in own]) for own in numbers.values()]
    found: list[Answer] = [
        _not_loaded(_source(one.place), "the process that loads bots was ended") for one in questions
    ]
    for outcome in run_isolated(MODULE, orders, seconds) if orders else ():
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
        return ConfigError(printable(document["error"], LONGEST_SENTENCE))
    return believed(document)


def _not_loaded(source: str, why: str) -> ConfigError:
    kind = "bot file" if source.endswith(".py") else "module"
    return ConfigError(f"the {kind} {source} cannot be loaded: {why}")
