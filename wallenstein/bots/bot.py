"""The base class of bots: a name, a random generator of its own, and methods that the runner calls."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from wallenstein.core.game import Placing
from wallenstein.table.bank import Countdown
from wallenstein.table.conditions import Setup


class BaseBot:
    """A player of any game. Each object plays one seat of one game.

    The typed keyword parameters of the constructor are the bot's options in a configuration.
    """

    name: ClassVar[str] = ""
    """The registered name; `register` sets it."""

    plays: ClassVar[str] = ""
    """The name of the only game that it plays; empty for one that plays any."""

    thinks_by_clock: ClassVar[bool] = False
    """Whether its choices depend on the time that it has, so that another run plays other games; `verify` tells it."""

    rng: Random
    """The only source of chance that a reproducible bot uses; it is there from `start` on, not in the constructor."""

    clock: Countdown = Countdown()
    """`self.clock.left()`: seconds of processor time that are left for this question; infinite without a limit.

    `self.clock.bank()`: how many of these are from the time bank of the game."""

    def start(self, setup: Setup) -> None:
        """Called when the game begins: `setup` has the seat, the number of players and the rules."""

    def decide(self, view: Any, decision: Any) -> Any:
        """Returns a legal choice; `view` is what the seat may know. By default, the decision's default."""
        return decision.default

    def end(self, result: Sequence[Placing]) -> None:
        """Called when the game is over: `result` has every seat's rank and score."""
