"""Runs modules in isolated processes, through a keeper that ends them, and asks bots about themselves there."""

import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final, NamedTuple

from wallenstein.bots.description import Description, Unbelievable, believed, to_json
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import printable
from wallenstein.table.faults import exit_text, is_bots

CALL: Final = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
LONGEST_CALL: Final = 200  # characters


def hangs_at(calls: str) -> str:
    """The innermost call that is the bot's own, as `otter.py:12 in choose`; empty if there is none."""
    for file, line, function in CALL.findall(calls):
        if is_bots(file) and not file.startswith("<"):
            return printable(f"{Path(file).name}:{line} in {function}", LONGEST_CALL)
    return ""


# Runs modules in isolated processes, through a keeper that ends them and everything that they have started.

KEEPER: Final = "wallenstein.bots.isolated.keeper"
LONGEST_OUTPUT: Final = 1 << 20  # bytes of an answer
GRACE: Final = 10.0  # seconds for the keeper, beyond those of all processes
MOST: Final = 8  # processes at a time
READ: Final = 1 << 16
OFTEN: Final = 4.0  # seconds between two calls of `meanwhile`


class Outcome(NamedTuple):
    """The end and the output of a process; nothing of it can be trusted."""

    number: int  # of its order
    late: bool  # it was ended, because its time was up
    long: bool  # it was ended, because it said too much
    code: int | None  # its exit code or minus its signal; None if it ended the process that had started it
    said: str

    @property
    def answered(self) -> bool:
        """Whether it came to its end by itself, and all is well."""
        return not self.late and not self.long and self.code == 0

    @property
    def answer(self) -> str:
        """The last line that it said; lines before it are calls, written when the time was nearly up."""
        return self.said.rpartition("\n")[2]

    @property
    def how(self) -> str:
        """How it failed, as the end of a sentence, if it is not known to be late."""
        if self.code is None and not self.long:
            return "it ended the process that had started it"
        if self.code or (not self.long and not self.said.strip()):
            return f"its process {exit_text(self.code or 0)}"
        return "it wrote into the answer of its process"


def run_isolated(
    module: str,
    orders: Sequence[str],
    seconds: float,
    longest: int = LONGEST_OUTPUT,
    hash_seed: int | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> list[Outcome]:
    """Runs the module once for each order, one per processor at a time, each for at most `seconds`.

    Outcomes are missing if the keeper was ended. `meanwhile` is called every few seconds.
    """
    jobs = max(1, min(len(orders), os.cpu_count() or 1, MOST))
    given_up = monotonic() + GRACE + seconds * -(-len(orders) // jobs)
    order = {"module": module, "orders": orders, "seconds": seconds, "jobs": jobs, "longest": longest}
    keeper = _keeper(hash_seed)
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    try:
        with suppress(BrokenPipeError):
            keeper.stdin.write(json.dumps(order).encode() + b"\n")
            keeper.stdin.flush()
        lines = _until_closed(keeper.stdout.fileno(), given_up, meanwhile).splitlines()
        return [Outcome(**json.loads(line)) for line in lines]
    finally:
        with suppress(BrokenPipeError):
            keeper.stdin.close()  # it ends all that is left
        with suppress(subprocess.TimeoutExpired):
            keeper.wait(GRACE)
        keeper.kill()
        keeper.wait()
        keeper.stdout.close()


def _keeper(hash_seed: int | None) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    if hash_seed is not None:
        environment["PYTHONHASHSEED"] = str(hash_seed)
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", KEEPER],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        raise ConfigError(f"no process can be started to load bots: {error.strerror}") from None


def _until_closed(pipe: int, given_up: float, meanwhile: Callable[[], None]) -> bytes:
    """All whole lines that come through a pipe, until it is closed or the time is up."""
    said = bytearray()
    while (left := given_up - monotonic()) > 0:
        if not select.select([pipe], [], [], min(left, OFTEN))[0]:
            meanwhile()
            continue
        data = os.read(pipe, READ)
        if not data:
            break
        said += data
    return bytes(said[: said.rfind(b"\n") + 1])


# Asks bots about themselves: turns whatever comes back from their processes into descriptions and sentences.

MODULE: Final = "wallenstein.bots.isolated.inside"
SECONDS: Final = 30.0  # for a file and all its bots
LONGEST_SENTENCE: Final = 2000  # characters of a sentence


class BotQuery(NamedTuple):
    """A bot to be described, with its options if there are any; messages about these begin with `where`."""

    place: str  # `file.py:Class` or `module:Class`
    values: Mapping[str, object] | None = None
    where: str = ""


Answer = Description | ConfigError


def ask(questions: Sequence[BotQuery], seconds: float | None = None) -> list[Answer]:
    """The answers in the order of the questions; each file has one process, for at most `seconds`."""
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
    """The answers of one process to its questions."""
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


def _answer(document: object) -> Answer:
    if isinstance(document, dict) and list(document) == ["error"] and isinstance(document["error"], str):
        return ConfigError(printable(document["error"], LONGEST_SENTENCE))
    return believed(document)


def _not_loaded(source: str, why: str) -> ConfigError:
    kind = "bot file" if source.endswith(".py") else "module"
    return ConfigError(f"the {kind} {source} cannot be loaded: {why}")
