"""Bots that misbehave, each in one way, whatever game they play."""

import logging
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

from tests.bots.signals import ESCAPED, held
from wallenstein.bots.bot import BaseBot, register


class Decent(BaseBot):
    """Chooses well; those below do first what is wrong with them, once they are in the mood for it."""

    turns = 0

    def decide(self, view: Any, decision: Any) -> Any:
        """Misbehaves on its second turn."""
        self.turns += 1
        if self.turns == 2:
            return self.misbehave(view, decision)
        return self.decently(decision)

    def decently(self, decision: Any) -> Any:
        """A legal choice."""
        return decision.options[int(self.rng.random() * len(decision.options))]

    def misbehave(self, view: Any, decision: Any) -> Any:
        """Nothing wrong with this one."""
        return self.decently(decision)


@register("decent")
class JustDecent(Decent):
    """Never misbehaves."""


@register("decent2")
class AlsoDecent(Decent):
    """A second one of the same kind."""


@register("good")
class Good(Decent):
    """Plays the toy game well."""

    def decide(self, view: Any, decision: Any) -> Any:
        return 2


@register("bad")
class Bad(Decent):
    """Plays the toy game badly."""

    def decide(self, view: Any, decision: Any) -> Any:
        return 3 if self.rng.random() < 0.5 else 0


@register("bad2")
class AlsoBad(Bad):
    """No better."""


@register("hopeless")
class Hopeless(Decent):
    """Has no idea of anything."""

    def decide(self, view: Any, decision: Any) -> Any:
        raise LookupError("what now?")


@register("crashing")
class Crashing(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        raise ValueError("the ink is dry")


@register("exiting")
class Exiting(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        sys.exit("enough")


@register("quitting")
class Quitting(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        os._exit(0)


@register("killed")
class Killed(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


@register("hanging")
class Hanging(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        while True:
            pass


@register("sleeping")
class Sleeping(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        time.sleep(60)


@register("deaf")
class Deaf(Decent):
    """Hangs, and swallows whatever would end that."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue


@register("numb")
class Numb(Decent):
    """Hangs where no interruption can reach it."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        while True:
            pass


@register("illegal")
class Illegal(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        return 77


@register("nonsense")
class Nonsense(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        return {"pick": object()}


@register("printing")
class Printing(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        print("look at me")
        os.write(1, b"and at this\n")
        return self.decently(decision)


@register("flooding")
class Flooding(Decent):
    def misbehave(self, view: Any, decision: Any) -> Any:
        for _ in range(200):
            sys.stderr.write("x" * 1_000_000)
        return self.decently(decision)


@register("greedy")
class Greedy(Decent):
    """Eats memory and keeps it."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        self.hoard = [bytearray(1 << 24) for _ in range(1 << 20)]
        return self.decently(decision)


@register("forking")
class Forking(Decent):
    """Goes on in two processes."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        os.fork()
        return self.decently(decision)


@register("littering")
class Littering(Decent):
    """Leaves a process behind."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        if not os.fork():
            time.sleep(60)
        return self.decently(decision)


@register("escaping")
class Escaping(Decent):
    """Leaves a process behind that cannot be found again, but by those who read the file in `ESCAPED`."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.setsid()
            os.close(writing)  # it has escaped
            time.sleep(600)
        os.close(writing)
        os.read(reading, 1)
        os.close(reading)
        with Path(os.environ[ESCAPED]).open("a") as file:
            file.write(f"{child}\n")
        return self.decently(decision)


@register("logging")
class Logging(Decent):
    """Writes to every log there is."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        for name in ("", "wallenstein", "wallenstein.worker"):
            logging.getLogger(name).error("nobody may see this")
        return self.decently(decision)


@register("meddling")
class Meddling(Decent):
    """Changes what all seats share."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        sys.setrecursionlimit(400)
        os.chdir("/")
        os.environ["WALLENSTEIN"] = "spoiled"
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        sys.stdout = None
        random.seed(7)
        return self.decently(decision)


@register("slow")
class Slow(Decent):
    """Takes its time, but not too much of it, unless it is held."""

    def decently(self, decision: Any) -> Any:
        time.sleep(0.003)
        while held():
            time.sleep(0.01)
        return super().decently(decision)


@register("unborn")
class Unborn(Decent):
    def __init__(self) -> None:
        raise RuntimeError("not today")


@register("sore-loser")
class SoreLoser(Decent):
    def end(self, result: Any) -> None:
        raise RuntimeError("not fair")


@register("textless")
class Textless(Decent):
    """Its exception has a text that fails."""

    def misbehave(self, view: Any, decision: Any) -> Any:
        class Bad(BaseException):
            def __str__(self) -> str:
                raise KeyboardInterrupt

        raise Bad


@register("sloppy")
class Sloppy(Decent):
    """Draws from the global generator."""

    def decently(self, decision: Any) -> Any:
        return random.choice(decision.options)


@register("moody")
class Moody(Decent):
    """Plays the toy game well, if it is in the mood."""

    def decide(self, view: Any, decision: Any) -> Any:
        self.turns += 1
        if self.turns == 1 and self.rng.random() < 0.5:
            raise LookupError("not in the mood")
        return 2


@register("overdrawn")
class Overdrawn(Decent):
    """Takes longer than its limit each time, as long as there is something in its time bank."""

    thinks_by_clock = True
    banked = 1.0

    def decide(self, view: Any, decision: Any) -> Any:
        bank, left = self.clock.bank(), self.clock.left()
        if not (bank < self.banked and bank < left <= bank + 0.1):
            raise RuntimeError(f"{left} seconds are left, {bank} of them in the bank, which had {self.banked}")
        self.banked = bank
        done = time.process_time() + 0.3  # a sleep is shorter where it is interrupted and waits for a processor
        while time.process_time() < done:
            pass
        return super().decide(view, decision)
