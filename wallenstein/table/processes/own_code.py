"""Code of the user's own in the rules, in a process of its own: it is asked like a bot, as if it had a seat."""

import json
import os
import pickle
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, NoReturn

from wallenstein.core.game import Game
from wallenstein.core.program.own_code import OwnCode, OwnCodeFailed
from wallenstein.table.answers import Answer, SeatLost
from wallenstein.table.conditions import Countdown, Limits, Notebook, Setup
from wallenstein.table.processes.keeper_line import KeeperLine, KeeperProcess
from wallenstein.table.processes.process_bot import ProcessBot, SeatLine
from wallenstein.table.processes.sandbox import readable_by, seat_line
from wallenstein.table.processes.seat import PythonSpeech

GUEST: Final = -1  # the seat of the code


class CodeQuestion(NamedTuple):
    """A question, as the only decision in the game of asking."""

    question: Any = None
    seat: int = GUEST
    kind: str = "call"

    def view(self, seat: int) -> object:
        return self.question


class AskingGame(Game):
    """The game of asking: any plain value is an answer, which is checked where it is used."""

    kinds = ("call",)

    def new_game(self, rules: object, players: int, seed: int) -> NoReturn:
        raise TypeError("the code of rules is asked, and plays no games")

    def check(self, shared: object, decision: object, choice: Any) -> Any:
        return choice

    def encode(self, shared: object, decision: object, choice: Any) -> bytes:
        return json.dumps(choice).encode()


class Guest:
    """Answers with the code, as the player of one game; a process plays no other."""

    rng: Random
    clock: Countdown
    notebook: Notebook

    def __init__(self, code: OwnCode) -> None:
        self.code: Final = code
        self.place: Final = code.place

    def load(self) -> None:
        self.code.load()

    def __call__(self) -> "Guest":
        return self

    def start(self, setup: Setup) -> None:
        self.code.make()

    def decide(self, view: object, decision: object) -> object:
        return self.code.answer(view)

    def end(self, result: Sequence[object]) -> None: ...


class AskedCode:
    """The code of one game. Raises SeatLost if its process ends, OwnCodeFailed for its own failures."""

    def __init__(self, code: OwnCode, line: SeatLine, limits: Limits) -> None:
        self.code: Final = code
        limits = limits._replace(bank=0.0)
        self.bot: Final = ProcessBot(GUEST, line, PythonSpeech(AskingGame(), limits, 0, 0), limits)
        self.close: Final = self.bot.close

    def start(self) -> None:
        self.answered(self.bot.start(Setup("", GUEST, 0, None)))

    def ask(self, question: Any) -> Any:
        answer = self.answered(self.bot.decide(CodeQuestion(question), CodeQuestion()))
        try:
            return json.loads(answer.packed)
        except (ValueError, RecursionError):
            raise failed(self.code, "its process sent something that is not an answer") from None

    def answered(self, answer: Answer) -> Answer:
        if answer.fault is not None:
            raise failed(self.code, answer.text)
        return answer


def failed(code: OwnCode, text: str) -> OwnCodeFailed:
    said = text.removeprefix("ConfigError: ")
    own = said.startswith(code.key.rpartition(".")[0])  # a mistake in the configuration
    return OwnCodeFailed(said.partition("\n")[0] if own else f"{code.key}: {code.place} failed: {said}")


KNOWN_TO_GUESTS: Final = pickle.dumps((AskingGame(), None, 0))


def started_code(keeper: KeeperLine, code: OwnCode, limits: Limits, memory: int, sandboxed: bool) -> AskedCode:
    """The code in a process that this keeper starts. Raises OwnCodeFailed for a mistake in it."""
    readable = readable_by(code.place, Path.cwd() / "results" / "any") if sandboxed else []
    how = pickle.dumps(Guest(code))
    asked = AskedCode(code, seat_line(keeper, how, 1, KNOWN_TO_GUESTS, memory, limits.start, readable), limits)
    try:
        asked.start()
    except BaseException as error:
        asked.close()
        raise failed(code, error.text) if isinstance(error, SeatLost) else error from None
    return asked


class IsolatedCode:
    """Asks code outside of tournaments: from the first question on, it has a process of its own.

    Each process that asks, such as one of those that verify a run, starts its own.
    """

    def __init__(self, limits: Limits, memory: int, sandboxed: bool = False) -> None:
        self.how: Final = limits, memory, sandboxed
        self.known: Final[dict[tuple[int, bytes], tuple[KeeperProcess, AskedCode]]] = {}

    def __call__(self, code: OwnCode, question: object) -> Any:
        key = os.getpid(), pickle.dumps(code)
        if key not in self.known:
            process = KeeperProcess()
            self.known[key] = process, started_code(process.connection(), code, *self.how)
        try:
            return self.known[key][1].ask(question)
        except SeatLost as lost:
            raise failed(code, lost.text) from None
