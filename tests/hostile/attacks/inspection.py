"""Looks for the game, for other bots, and for the runner in its process; changes what it finds."""

import builtins
import ctypes
import gc
import os
import pickle
import random
import signal
import socket
import struct
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.hostile.attack import APART, ONLY_SANDBOX, Attack, died
from tests.toy import rules
from tests.toy.game import ToyGame
from wallenstein.table import inside
from wallenstein.table.clock import Clock
from wallenstein.table.processes import seat as python_speech


def replace(owner: Any, **names: Any) -> None:
    """Replaces what others use."""
    for name, value in names.items():
        setattr(owner, name, value)


class Rummaging(Attack):
    """Looks for the state among all objects, and takes all points."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        for one in gc.get_objects():
            with suppress(Exception):
                if isinstance(one, rules.ToyState):
                    one.scores[:] = [99 * (seat == view.seat) for seat in range(3)]
        return self.honestly(decision)


class Climbing(Attack):
    """Climbs up the calls to the table, and changes what is there."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        frame = sys._getframe()
        while frame.f_back is not None:
            frame = frame.f_back
            for name, value in list(frame.f_locals.items()):
                if name in ("state", "self") and hasattr(value, "state"):
                    value.state.scores[:] = [0, 99, 0]
                if name in ("decision", "view"):
                    object.__setattr__(value, "seat", 0)
        return self.honestly(decision)


class Sculpting(Attack):
    """Changes its view and the decision, which are not to be changed, and what they hold."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        answer = self.honestly(decision)
        object.__setattr__(view, "scores", (99, 99, 99))
        object.__setattr__(decision, "options", (77,))
        object.__setattr__(decision, "kind", "draft")
        object.__setattr__(decision, "seat", 0)
        ctypes.cast(id(view.scores) + 24, ctypes.POINTER(ctypes.py_object))[0] = ctypes.py_object(77)
        return answer


class RulesOfItsOwn(Attack):
    """Replaces the rules of the game."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        replace(
            rules.ToyState,
            apply=lambda state, choice: state.scores.__setitem__(1, 99),
            make=lambda state, choice: None,
            result=lambda state: [],
        )
        replace(rules.ToyRules, faces=1)
        replace(ToyGame, substitute=lambda game, state, random: 3)
        return self.honestly(decision)


class Replacing(Attack):
    """Replaces what the runner uses: pickle, struct, the clock, fork, print, open."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        answer = self.honestly(decision)
        signal.setitimer(signal.ITIMER_REAL, 0)  # it comes back with its next turn, and then nothing is left of it
        replace(pickle, dumps=None, dump=None)
        replace(struct, pack=None)
        replace(Clock, tick=lambda *_: None, stop=lambda *_: None)
        replace(inside, error_text=None, fault_of=None)
        replace(builtins, open=None, print=None)
        replace(os, fork=None)
        return answer


class Encoding(Attack):
    """Encodes and checks by itself; what it sends is checked again."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        replace(ToyGame, encode=lambda game, shared, decision, choice: bytes([choice]), check=lambda *it: it[-1])
        replace(python_speech, MOST=0)
        return self.honestly(decision)


class Seeding(Attack):
    """Seeds the generators that others may use, and replaces them."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        random.seed(1)
        replace(random, random=lambda: 0.0, Random=None)
        return self.honestly(decision)


class Listening(Attack):
    """Has every call and every line told to it, for ever, and every event of the interpreter."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        sys.settrace(lambda *_: None)
        sys.setprofile(lambda *_: None)
        gc.callbacks.append(lambda *_: None)
        gc.disable()
        return self.honestly(decision)


class Manners(Attack):
    """Changes all that a process shares: folder, environment, signals, streams, mask."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        sys.setrecursionlimit(120)
        os.chdir("/")
        os.umask(0o777)
        os.environ.clear()
        for number in range(1, 32):
            with suppress(OSError, ValueError):
                signal.signal(number, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        sys.stdout = sys.stderr = sys.stdin = None
        return self.honestly(decision)


class Forgetting(Attack):
    """Forgets all modules, so that its process cannot go on."""

    holds = died("its process ended with exit code 1", 7)
    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        sys.modules.clear()
        return self.honestly(decision)


class Descriptors(Attack):
    """Is benched, if it has any open file but its standard ones and its channel."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        alone = "wallenstein.table.processes.loader" in sys.orig_argv  # asked and answering through two pipes
        for file in set(map(int, os.listdir("/proc/self/fd"))) - {0, 1, 2, 3}:
            with suppress(FileNotFoundError):  # that of the list itself
                target = os.readlink(f"/proc/self/fd/{file}")
                if not (alone and target.startswith("pipe:")):
                    raise AssertionError(target)
        return self.honestly(decision)


class Arguments(Attack):
    """Is benched, if the numbers of another seat or the seed are in what its process knows."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        known = Path("/proc/self/cmdline").read_text() + str(os.environ)
        if "--results" in known or "part-" in known:
            raise AssertionError(known)
        if any(isinstance(one, rules.ToyState | rules.ToyDecision) and one is not decision for one in gc.get_objects()):
            raise AssertionError("a state, or a question of another")
        return self.honestly(decision)


class Undumpable(Attack):
    """Is benched, if another process of the same user may look into its memory."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        if ctypes.CDLL(None).prctl(3, 0, 0, 0, 0):
            raise AssertionError("the memory of this process can be read by others")
        return self.honestly(decision)


class Leaving(Attack):
    """Is benched, if it sees another process, temporary files of others, the run's folder, or a network."""

    modes = ONLY_SANDBOX

    def attack(self, view: Any, decision: Any) -> Any:
        found = list(map(str, Path("/tmp").rglob("*.jsonl")))
        with suppress(PermissionError):
            found += [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
        with suppress(OSError):
            found += [name for _, name in socket.if_nameindex() if name != "lo"]
        with suppress(OSError):
            (Path.cwd() / "left-behind").write_text("seen")
            found.append("a file that can be written")
        if found:
            raise AssertionError(found)
        return self.honestly(decision)


class OthersMemory(Attack):
    """Is benched, if it can open the memory of a process that is not its own, such as one that has just begun."""

    modes = APART

    def attack(self, view: Any, decision: Any) -> Any:
        found = []
        for process in {os.getppid(), *map(int, filter(str.isdigit, listed("/proc")))} - {os.getpid()}:
            with suppress(OSError), open(f"/proc/{process}/mem", "rb"):
                found.append(process)
        if found:
            raise AssertionError("memory of others can be opened")
        return self.honestly(decision)


def listed(folder: str) -> list[str]:
    """The names in a folder; none if they cannot be seen."""
    try:
        return os.listdir(folder)
    except OSError:
        return []
