"""A bot under observation: it plays as usual, and its side effects are recorded."""

import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.trial.traces import Traces
from wallenstein.table.bank import Countdown


@dataclass
class Notes:
    """What was observed: the first offence against each custom, and seconds by kind of decision."""

    offences: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    moment: str = ""  # where in which game the bot is being asked

    def offence(self, custom: str, text: str) -> None:
        """Records the first offence against a custom."""
        self.offences.setdefault(custom, f"{self.moment}: {text}")


class Observed:
    """Plays in the place of a bot, and asks it."""

    def __init__(self, make: Callable[[], BaseBot], notes: Notes, traces: Traces, shared: Callable[[Any], Any]) -> None:
        """`shared` is the part of a view that is not compared here, because it is compared once a game."""
        self.notes = notes
        self.traces = traces
        self.shared = shared
        with self.watch("when it was created"):
            self.bot = make()

    @property
    def rng(self) -> Random:
        """The bot's own generator."""
        return self.bot.rng

    @rng.setter
    def rng(self, rng: Random) -> None:
        self.bot.rng = rng

    @property
    def clock(self) -> Countdown:
        """The bot's countdown."""
        return self.bot.clock

    @clock.setter
    def clock(self, clock: Countdown) -> None:
        self.bot.clock = clock

    def start(self, setup: Any) -> None:
        """Calls the bot."""
        with self.watch("in start"):
            self.bot.start(setup)

    def end(self, result: Any) -> None:
        """Calls the bot."""
        with self.watch("in end"):
            self.bot.end(result)

    def decide(self, view: Any, decision: Any) -> Any:
        """The bot's choice."""
        shared = self.shared(view)
        before = snapshot(view, shared), snapshot(decision.options)
        try:
            with self.watch(f"when it was asked for a {decision.kind}"):
                started = perf_counter()
                choice = self.bot.decide(view, decision)
                self.notes.seconds.setdefault(decision.kind, []).append(perf_counter() - started)
                return choice
        finally:
            if (snapshot(view, shared), snapshot(decision.options)) != before:
                self.notes.offence("view", f"it changed what it was given for a {decision.kind}")

    @contextmanager
    def watch(self, when: str) -> Iterator[None]:
        """Checks what the bot leaves behind, and whether it uses the global random generators."""
        own = random.getstate()
        numpy = _numpy_state()
        try:
            yield
        finally:
            for custom, text in self.traces.take():
                self.notes.offence(custom, text)
            if random.getstate() != own:
                self.notes.offence("random", f"{when}, it used the module random; use self.rng instead")
            elif _numpy_state() != numpy and numpy is not None:
                self.notes.offence("random", f"{when}, it used numpy.random; seed your own generator from self.rng")


def snapshot(value: Any, shared: Any = None) -> str:
    """Everything in a view or an offer, except the part that all views share."""
    if isinstance(value, tuple):
        return repr([part for part in value if shared is None or part is not shared])
    names = [name for parent in type(value).__mro__ for name in getattr(parent, "__slots__", ())]
    names += getattr(value, "__dict__", {})
    return repr([(name, getattr(value, name)) for name in names if name != "_rng"])


def _numpy_state() -> tuple[bytes, int] | None:
    """The state of numpy's global generator, if numpy has been imported."""
    numpy = sys.modules.get("numpy.random")
    if numpy is None:
        return None
    state = numpy.get_state(legacy=False)["state"]
    return state["key"].tobytes(), state["pos"]
