"""A bot in this process: nothing but exceptions and time limits are around it."""

from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any

from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game, Placing
from wallenstein.table.answers import Answer
from wallenstein.table.clock import TimeIsUp
from wallenstein.table.conditions import Conditions, Maker, Player, Setup
from wallenstein.table.faults import FaultKind, clean, error_text, with_calls
from wallenstein.table.speech import IllegalChoice


class InsideBot:
    """Calls a bot of this process, and turns whatever it raises into a fault."""

    inside = True

    def __init__(self, game: Game, maker: Maker, shared: Any, seed: int, conditions: Conditions) -> None:
        """`shared` is what all views of the game share; `seed` is that of the bot's own generator."""
        self.game = game
        self.maker = maker
        self.shared = shared
        self.seed = seed
        self.limits = conditions.limits
        self.clock = conditions.clock
        self.passing = conditions.passing
        self.bot: Player

    def start(self, setup: Setup) -> Answer:
        """Makes the bot, gives it its generator, and calls `start`."""

        def made_and_started() -> bytes:
            self.bot = self.maker()
            self.bot.rng = Random(self.seed)
            self.bot.start(setup)
            return b""

        return self.ask(self.limits.start, made_and_started)

    def decide(self, state: Any, decision: Any) -> Answer:
        """The bot's choice, encoded: what is recorded is played, even if the bot changes the object later."""
        return self.ask(self.limits.of(decision.kind), self.choice, decision, state.view(decision.seat))

    def choice(self, decision: Any, view: Any) -> bytes:
        """Asks the bot."""
        chosen = self.bot.decide(view, self.game.for_bot(decision))
        return encoded(self.game, self.shared, decision, chosen)

    def end(self, result: Sequence[Placing]) -> Answer:
        """Calls `end`."""

        def ended() -> bytes:
            self.bot.end(result)
            return b""

        return self.ask(self.limits.choose, ended)

    def close(self) -> None:
        """Nothing to do."""

    def ask(self, limit: float, call: Callable[..., bytes], *args: Any) -> Answer:
        """What the call returns, or the fault for what it raises."""
        clock = self.clock
        started = process_time()
        try:
            try:
                clock.start(limit)
                packed = call(*args)
            finally:
                clock.stop()
        except self.passing:
            raise
        except BaseException as error:  # a bot may raise anything
            clock.stop()
            return Answer(b"", *fault_of(error), process_time() - started)
        return Answer(packed, None, "", process_time() - started)


def encoded(game: Game, shared: Any, decision: Any, choice: Any) -> bytes:
    """The choice as the game encodes it; raises IllegalChoice if it is not legal."""
    try:
        return game.encode(shared, decision, choice)
    except RuleError as error:
        raise IllegalChoice(str(error)) from None
    except Exception as error:
        raise IllegalChoice(f"{choice!r:.200} is not a choice of kind {decision.kind} ({error})") from None


def fault_of(error: BaseException) -> tuple[FaultKind, str]:
    """The kind of fault that an exception is, and its recorded text."""
    if isinstance(error, TimeIsUp):
        return FaultKind.TIMEOUT, with_calls(str(error), error)
    if isinstance(error, IllegalChoice):
        return FaultKind.ILLEGAL, clean(str(error))
    return (FaultKind.MEMORY if isinstance(error, MemoryError) else FaultKind.CRASH), error_text(error)
