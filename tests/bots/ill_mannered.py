"""Bots for Wallenstein that offend against one good custom each; the conformance check must find it."""

import os
import random
import signal
import time
from typing import Any

from wallenstein.bots import Bot, Decision, Offer, Placing, Plan, Setup, View


class Crashing(Bot):
    def choose(self, view: View, choice: Decision) -> Any:
        raise KeyError("ink")


class CrashingAtTheEnd(Bot):
    def end(self, result: Any) -> None:
        raise ValueError(f"{len(result)} players, and I lost")


class PlanningNonsense(Bot):
    def plan(self, view: View, offer: Offer) -> Plan:
        return Plan((0,) * 10)


class ChoosingNonsense(Bot):
    def choose(self, view: View, choice: Decision) -> Any:
        return object()


class Printing(Bot):
    def start(self, setup: Setup) -> None:
        print("good morning")


class UsingGlobalRandom(Bot):
    def choose(self, view: View, choice: Decision) -> Any:
        return random.choice(choice.options)


class UsingNumpyRandom(Bot):
    def choose(self, view: View, choice: Decision) -> Any:
        import numpy

        return choice.options[numpy.random.randint(len(choice.options))]


class Hashing(Bot):
    """Goes through a set of texts, whose order is another in every process."""

    def choose(self, view: View, choice: Decision) -> Any:
        return choice.options[int(next(iter({"0", "1", "2", "3", "4", "5"}))) % len(choice.options)]


class Remembering(Bot):
    """Keeps count from game to game."""

    seen = 0

    def choose(self, view: View, choice: Decision) -> Any:
        Remembering.seen += 1
        return choice.options[Remembering.seen % len(choice.options)]


class Wandering(Bot):
    def choose(self, view: View, choice: Decision) -> Any:
        os.chdir("/")
        return choice.default


class Furnishing(Bot):
    def choose(self, view: View, choice: Decision) -> Any:
        os.environ["WALLENSTEIN"] = "furnished"
        return choice.default


class ChangingTheBook(Bot):
    def start(self, setup: Setup) -> None:
        self.done = False

    def choose(self, view: View, choice: Decision) -> Any:
        object.__setattr__(view.book.cards, "thalers", view.book.cards.thalers + 1)
        return choice.default


class Leaving(Bot):
    def choose(self, view: View, choice: Decision) -> Any:
        os._exit(3)


class Deaf(Bot):
    """Hangs, and swallows whatever would end that."""

    def choose(self, view: View, choice: Decision) -> Any:
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue


class Stuck(Bot):
    """Hangs where no interruption can reach it."""

    def choose(self, view: View, choice: Decision) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        time.sleep(600)


class Misspelt(Bot):
    """Is asked for no choice."""

    def chose(self, view: View, choice: Decision) -> Any:
        return choice.options[-1]


class Littering(Bot):
    """Leaves a process behind, in a session of its own."""

    def start(self, setup: Setup) -> None:
        if not os.fork():
            os.setsid()
            if not os.fork():
                time.sleep(600)
            os._exit(0)


class Needy(Bot):
    """Behaves, but must be told its depth."""

    def __init__(self, depth: int, haste: float = 0.5) -> None:
        self.depth = depth

    def end(self, result: Any) -> None:
        assert all(isinstance(placing, Placing) for placing in result)
