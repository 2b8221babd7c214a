"""A bot in this process, limited only by exceptions and time limits.

Its time is that of the clock on the wall, which is quick to read. Reaching a limit is not decisive: a
tournament then plays the game again with each bot in a process of its own, whose processor time counts.
"""

import random
import sys
from collections.abc import Callable, Sequence
from random import Random
from time import perf_counter
from typing import Any

from wallenstein.core.choices import new_record
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game, Placing
from wallenstein.table.answers import Answer, IllegalChoice
from wallenstein.table.clock import Clock, TimeIsUp
from wallenstein.table.conditions import Bank, Conditions, Countdown, Maker, Notebook, Player, Setup
from wallenstein.table.faults import FaultKind, clean, error_text, with_calls


class InsideBot:
    """Calls a bot of this process, and turns everything that it raises into a fault."""

    def __init__(self, game: Game, maker: Maker, shared: object, seed: int, conditions: Conditions) -> None:
        """`shared` is the common part of all views of the game, `seed` that of the bot's own generator."""
        self.game = game
        self.maker = maker
        self.shared = shared
        self.seed = seed
        self.limits = conditions.limits
        self.choose: float = conditions.limits.choose
        self.by_kind: dict[str, float] = dict(conditions.limits.by_kind)
        self.clock: Clock = conditions.clock
        self.bank = Bank(conditions.limits.bank)
        self.countdown = Countdown(conditions.clock, self.bank)
        self.notebook = Notebook()
        self.passing = conditions.passing
        self.bot: Player

    def start(self, setup: Setup) -> Answer:
        """Makes the bot, gives it its generator, and calls `start`."""

        def make_and_start() -> None:
            self.bot = self.maker()
            self.bot.rng = Random(self.seed)
            self.bot.clock = self.countdown
            self.bot.notebook = self.notebook
            self.bot.start(setup)

        return self.call(self.limits.start, make_and_start)

    def decide(self, state: Any, decision: Any) -> Answer:
        """The bot's choice in plain values: the recorded one is played, even if the bot changes the object later."""
        return self.chosen(decision, state.view(decision.seat))

    def chosen(self, decision: Any, view: Any) -> Answer:
        clock, bank = self.clock, self.bank
        limit = self.by_kind.get(decision.kind, self.choose)
        started = perf_counter()
        try:
            try:
                clock.start(limit, bank.left)
                choice = self.checked(decision, self.bot.decide(view, decision))
                packed = self.game.encode(self.shared, decision, choice)
            finally:
                clock.stop()
                if bank.left:
                    bank.pay(limit, clock.used())
        except self.passing:
            raise
        except BaseException as error:  # a bot may raise anything
            clock.stop()
            self.notebook.text = ""
            return Answer(b"", *fault_of(error), perf_counter() - started)
        note = self.notebook.take() if self.notebook.text else ""
        return new_record(Answer, (packed, None, "", perf_counter() - started, choice, True, note))  # type: ignore[no-any-return]

    def checked(self, decision: Any, choice: Any) -> object:
        """The choice in plain values; raises IllegalChoice if it is not legal."""
        try:
            return self.game.check(self.shared, decision, choice)
        except RuleError as error:
            raise IllegalChoice(str(error)) from None
        except Exception as error:
            raise IllegalChoice(f"{show_choice(choice)} is not a choice of kind {decision.kind} ({error})") from None

    def end(self, result: Sequence[Placing]) -> Answer:
        return self.call(self.limits.choose, lambda: self.bot.end(result))

    def call(self, limit: float, method: Callable[[], None]) -> Answer:
        """Calls a method of the bot that returns nothing."""
        clock = self.clock
        started = perf_counter()
        try:
            try:
                clock.start(limit)
                method()
            finally:
                clock.stop()
        except self.passing:
            raise
        except BaseException as error:  # a bot may raise anything
            clock.stop()
            return Answer(b"", *fault_of(error), perf_counter() - started)
        return Answer(b"", None, "", perf_counter() - started)

    def close(self) -> None: ...


def show_choice(choice: object) -> str:
    """The beginning of a bot's choice, which may be anything."""
    try:
        return f"{choice!r:.200}"
    except TimeIsUp:
        raise
    except BaseException:  # its __repr__ may raise anything
        return f"an object of type {type(choice).__name__}"


def fault_of(error: BaseException) -> tuple[FaultKind, str]:
    """The kind of fault that an exception is, and its recorded text."""
    cls = type(error)  # not `__class__`, which it may define
    if issubclass(cls, TimeIsUp):
        return FaultKind.TIMEOUT, with_calls(str(error), error)
    if issubclass(cls, IllegalChoice):
        return FaultKind.ILLEGAL, clean(str(error))
    return (FaultKind.MEMORY if issubclass(cls, MemoryError) else FaultKind.CRASH), error_text(error)


def seed_global_generators(seed: int) -> None:
    """Seeds the global generators, so that even a bot that uses them plays the same again."""
    random.seed(seed)
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed & 0xFFFF_FFFF)
