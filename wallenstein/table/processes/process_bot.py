"""A bot in a process of its own: asked through a connection, timed from outside, killed if it does not stop."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final

from wallenstein.core.game import Placing
from wallenstein.table.answers import Answer, SeatLost
from wallenstein.table.bank import Bank
from wallenstein.table.clock import TICK, time_is_up
from wallenstein.table.conditions import Limits, Setup
from wallenstein.table.faults import FaultKind, clean
from wallenstein.table.processes.lines import LOOK, Ended, Line, Opening
from wallenstein.table.processes.usage import is_stopped
from wallenstein.table.speech import Garbled, IllegalChoice, Reported, Speech

GRACE: Final = 1.0  # seconds beyond the limit until the process is killed
LATE: Final = 2.5 * TICK  # seconds beyond the limit that an answer may take: a bot is interrupted at a tick
FLOOD: Final = 1 << 20  # bytes that are kept of what is not an answer


class ProcessBot:
    """Asks the process of one seat of one game."""

    grace: ClassVar = GRACE

    def __init__(self, seat: int, opening: Opening, speech: Speech, limits: Limits) -> None:
        self.seat = seat
        self.opening = opening
        self.speech = speech
        self.limits = limits
        self.bank = Bank(limits.bank)
        self.buffer = bytearray()
        self.line: Line

    def start(self, setup: Setup) -> Answer:
        """Meets the process, and starts the bot."""
        try:
            self.line = self.opening.open()
        except Ended as error:
            raise SeatLost(self.seat, str(error)) from None
        return self.ask(self.speech.start(setup), self.limits.start, self.acknowledged)

    def decide(self, state: Any, decision: Any) -> Answer:
        """Asks for a choice."""

        def read(answer: bytes) -> bytes:
            return self.speech.read(answer, state, decision)

        limit = self.limits.of(decision.kind)
        answer = self.ask(self.speech.decide(state, decision, self.bank.left), limit, read, self.bank.left)
        if self.bank.left:
            self.bank.pay(limit, max(answer.seconds, self.line.usage.look()))  # the second counts time asleep
        return answer

    def end(self, result: Sequence[Placing]) -> Answer:
        """Tells the result."""
        return self.ask(self.speech.end(result), self.limits.choose, self.acknowledged)

    def acknowledged(self, answer: bytes) -> bytes:
        """An answer without a choice."""
        self.speech.acknowledged(answer)
        return b""

    def close(self) -> None:
        """Ends the process."""
        self.opening.close()
        if hasattr(self, "line"):
            self.line.close()

    def ask(self, question: bytes, limit: float, read: Callable[[bytes], bytes], bank: float = 0.0) -> Answer:
        """The answer to a question, or the fault that is told instead of it; `bank`: seconds beyond the limit."""
        line = self.line
        limit = limit and limit + bank
        line.usage.ask()
        if bank:
            line.usage.look()  # time asleep counts from the beginning
        try:
            is_sent = line.write(question, lambda: self.is_overdue(line, limit))
            answer = self.received(line, limit) if is_sent else None
        except Ended as error:
            raise SeatLost(self.seat, str(error)) from None
        except Garbled as error:
            line.kill()
            return Answer(b"", FaultKind.GARBLED, clean(str(error)), line.usage.answered())
        if answer is None:
            line.kill()
            over = "limit and its time bank were used up" if bank else f"{limit:g} seconds were over"
            return Answer(b"", FaultKind.STALLED, f"it did not stop when its {over}", limit)
        seconds = line.usage.answered()
        try:
            packed = read(answer)
        except Reported as fault:
            return Answer(b"", fault.kind, fault.text, seconds)
        except (Garbled, IllegalChoice) as error:
            return Answer(b"", FaultKind.ILLEGAL, clean(str(error)), seconds)
        if limit and seconds > limit + LATE:
            return Answer(b"", FaultKind.TIMEOUT, time_is_up(limit, bank > 0), seconds)
        return Answer(packed, None, "", seconds)

    def is_overdue(self, line: Line, limit: float) -> bool:
        """Whether the open question takes longer than it may. Raises Ended if there is nobody to answer it."""
        used = line.usage.look()
        if line.usage.has_ended and not line.has_more(0):
            line.lost()  # another process may have its connection, whose time cannot be read
        if is_stopped(line.process):
            line.kill()
            raise Ended("its process was stopped by a signal")
        return bool(limit and used > limit + self.grace)

    def received(self, line: Line, limit: float) -> bytes | None:
        """A whole answer; None if it does not come in time."""
        buffer = self.buffer
        if buffer and (early := self.speech.take(buffer)) is not None:
            return early  # it has not waited for the question
        while True:
            if line.has_more(LOOK):
                buffer += line.read()
                answer = self.speech.take(buffer)
                if answer is not None:
                    return answer
                if len(buffer) > FLOOD:
                    raise Garbled("its process sent something that is not an answer")
                if self.is_overdue(line, limit):
                    return None  # it sends one byte after the other
            elif self.is_overdue(line, limit) and not line.has_more(0):
                return None
