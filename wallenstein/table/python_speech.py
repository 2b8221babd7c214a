"""How the table talks with a Python bot: pickled questions to it, and from it bytes that are only ever compared.

The bot's side is in `processes/seat.py`.
"""

import pickle
from collections.abc import Sequence
from enum import IntEnum
from struct import Struct
from typing import Any, Final, NamedTuple

from wallenstein.core.game import Game, Placing
from wallenstein.table.answers import Answer
from wallenstein.table.conditions import Limits, Setup
from wallenstein.table.faults import LONGEST, FaultKind, clean
from wallenstein.table.speech import Garbled, Reported

ASKED: Final = Struct("<II")  # bytes of the question, its number
ANSWERED: Final = Struct("<IIB")  # bytes of the answer, the number of its question, its place in FAULTS or 0
FAULTS: Final = (None, FaultKind.CRASH, FaultKind.ILLEGAL, FaultKind.TIMEOUT, FaultKind.MEMORY)
MOST: Final = 4 * LONGEST  # bytes of an answer


class Question(IntEnum):
    """What is asked."""

    START = 0
    DECIDE = 1
    END = 2


class Begin(NamedTuple):
    """What a bot's process is told at the start of a game, besides what all views share."""

    setup: Setup  # without the rules, which it has
    limits: Limits
    seed: int  # of the bot's own generator
    others: int  # seed of Python's and numpy's global generators


class PythonSpeech:
    """The table's side."""

    def __init__(self, game: Game, limits: Limits, seed: int, others: int) -> None:
        """`seed` of the bot's own generator, `others` of the global ones."""
        self.game = game
        self.limits = limits
        self.seed = seed
        self.others = others
        self.number = 0

    def start(self, setup: Setup) -> bytes:
        """The seat, the limits, the seeds."""
        return self.framed(Question.START, Begin(setup._replace(rules=None), self.limits, self.seed, self.others))

    def decide(self, state: Any, decision: Any, bank: float = 0.0) -> bytes:
        """The view, without what all views share, the decision, and what is in the time bank."""
        return self.framed(Question.DECIDE, (self.game.without_shared(state.view(decision.seat)), decision, bank))

    def end(self, result: Sequence[Placing]) -> bytes:
        """The result."""
        return self.framed(Question.END, tuple(result))

    def framed(self, question: Question, content: Any) -> bytes:
        """A numbered question."""
        self.number += 1
        data = pickle.dumps((int(question), content), 5)
        return ASKED.pack(len(data), self.number) + data

    def take(self, buffer: bytearray) -> bytes | None:
        """Head and content of an answer; those to earlier questions are left out."""
        while len(buffer) >= ANSWERED.size:
            length, number, _ = ANSWERED.unpack_from(buffer)
            size = ANSWERED.size + length
            if length > MOST or number > self.number:
                raise Garbled("its process sent something that is not an answer")
            if len(buffer) < size:
                return None
            answer = bytes(buffer[:size])
            del buffer[:size]
            if number == self.number:
                return answer
        return None

    def read(self, answer: bytes, state: Any, decision: Any) -> bytes:
        """The encoded choice; whether it is legal is found when it is made."""
        return self.content(answer)

    def acknowledged(self, answer: bytes) -> None:
        """Nothing but that it is an answer."""
        self.content(answer)

    def content(self, answer: bytes) -> bytes:
        """What an answer holds, if it is no fault."""
        _, _, status = ANSWERED.unpack_from(answer)
        if status >= len(FAULTS):
            raise Garbled("its process sent something that is not an answer")
        kind = FAULTS[status]
        if kind is not None:
            raise Reported(kind, clean(answer[ANSWERED.size :].decode("utf-8", "replace")))
        return answer[ANSWERED.size :]


def answer_bytes(number: int, answer: Answer) -> bytes:
    """An answer to the question of that number, as the bot's process writes it."""
    content = answer.packed if answer.fault is None else answer.text.encode()[:MOST]
    return ANSWERED.pack(len(content), number, FAULTS.index(answer.fault)) + content
