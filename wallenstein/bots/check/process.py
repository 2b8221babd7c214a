"""Plays a bot's trial games in an isolated process, and records the traces that it leaves there."""

import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from difflib import get_close_matches
from hashlib import blake2b
from pathlib import Path
from random import Random
from time import perf_counter
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import load_class
from wallenstein.bots.entrants import entrant_of
from wallenstein.bots.isolated.inside import Inside
from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.games import game_at
from wallenstein.table.clock import Clock, TimeIsUp
from wallenstein.table.conditions import Conditions, Countdown, Limits, Maker, Notebook, Watch
from wallenstein.table.faults import FaultKind, failure_text
from wallenstein.table.isolation import limit_memory, redirect_output
from wallenstein.table.played_game import play_game

ENOUGH: Final = 3  # interruptions, after which a bot is not asked again
SILENT: Final = "silent"
MANNERED: Final = "mannered"


class Traces:
    """Knows the state of the process before any bot ran, and restores it after each call of a bot."""

    def __init__(self, clock: Clock, output: int) -> None:
        """`output` is the file descriptor that standard output and error were redirected to."""
        self.clock = clock
        self.output = output
        self.process = os.getpid()
        self.folder = os.getcwd()
        self.environment = dict(os.environb)
        self.depth = sys.getrecursionlimit()
        self.streams = (sys.stdout, sys.stderr)
        self.forks = 0
        self.seen_forks = 0
        self.written = self._position()
        os.register_at_fork(before=self._forking)  # permanently: a trial has a process of its own

    def take(self) -> list[tuple[str, str]]:
        """The traces of the bot that was just called, each with its custom; they are undone."""
        if os.getpid() != self.process:
            os._exit(0)  # a fork by the bot: only the original continues the game
        return list(self._found())

    def _found(self) -> Iterator[tuple[str, str]]:
        if self.clock.wind():
            yield MANNERED, "it changed the timer of the time limits"
        if sys.getrecursionlimit() != self.depth:
            sys.setrecursionlimit(self.depth)
            yield MANNERED, "it changed the recursion limit"
        if not self._at_home():
            os.chdir(self.folder)
            yield MANNERED, "it changed the working directory"
        if dict(os.environb) != self.environment:
            os.environb.clear()
            os.environb.update(self.environment)
            yield MANNERED, "it changed the environment"
        if (sys.stdout, sys.stderr) != self.streams:
            sys.stdout, sys.stderr = self.streams
            yield MANNERED, "it replaced standard output or error"
        if self.forks != self.seen_forks:
            self.seen_forks = self.forks
            yield MANNERED, "it started a process of its own"
        if self._position() != self.written:
            self.written = self._position()
            wrote = "it wrote to standard output or error, which goes to the log"
            yield SILENT, f"{wrote}; self.note keeps a text with a choice"

    def _at_home(self) -> bool:
        try:
            return os.getcwd() == self.folder
        except OSError:  # the bot has removed the folder it went to
            return False

    def _position(self) -> int:
        try:
            return os.lseek(self.output, 0, os.SEEK_CUR)
        except OSError:  # closed by the bot: counts as written to
            return -1

    def _forking(self) -> None:
        self.forks += 1


class Notes(Watch):
    """Observations: the first offence against each custom, seconds by kind of decision, the open question.

    The question is in a file, too, in case it is never answered.
    """

    def __init__(self, path: Path, games: Sequence["TrialGame"]) -> None:
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT)
        self.games = games
        self.number = 0  # of the game
        self.moment = ""  # the game and the moment of the open question
        self.offences: dict[str, str] = {}
        self.seconds: dict[str, list[float]] = {}
        self.late = 0  # how often it was interrupted because its time was up

    def asking(self, seat: int, decision: int, kind: str) -> None:
        self.moment = moment(seat, decision, self.games[self.number])
        os.pwrite(self.file, self.moment.ljust(PLACE).encode(), 0)

    def offence(self, custom: str, text: str) -> None:
        """Records the first offence against a custom."""
        self.offences.setdefault(custom, f"{self.moment}: {text}")


class Observed:
    """Plays in the place of a bot, and asks it."""

    rng: Random  # these are the bot's, from the start on
    clock: Countdown
    notebook: Notebook

    def __init__(
        self, make: Callable[[], BaseBot], notes: Notes, traces: Traces, shared: Callable[[object], object]
    ) -> None:
        """`shared` is the part of a view that is compared once a game, not here."""
        self.notes = notes
        self.traces = traces
        self.shared = shared
        with self.watch("when it was created"):
            self.bot = make()

    def start(self, setup: Any) -> None:
        self.bot.rng, self.bot.clock, self.bot.notebook = self.rng, self.clock, self.notebook
        with self.watch("in start"):
            self.bot.start(setup)

    def end(self, result: Any) -> None:
        with self.watch("in end"):
            self.bot.end(result)

    def decide(self, view: object, decision: Any) -> object:
        if self.notes.late >= ENOUGH:
            return decision.random(self.bot.rng)  # the check has seen it, and need not wait for more
        shared = self.shared(view)
        before = snapshot(view, shared), snapshot(decision.options)
        try:
            with self.watch(f"when it was asked for a {decision.kind}"):
                started = perf_counter()
                choice = self.bot.decide(view, decision)
                self.notes.seconds.setdefault(decision.kind, []).append(perf_counter() - started)
                return choice
        except TimeIsUp:
            self.notes.late += 1
            raise
        finally:
            if (snapshot(view, shared), snapshot(decision.options)) != before:
                self.notes.offence("view", f"it changed the view or the options of a {decision.kind}")

    @contextmanager
    def watch(self, when: str) -> Iterator[None]:
        """Checks for traces of the bot, and for the use of global random generators."""
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


def snapshot(value: object, shared: object = None) -> str:
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


NEAR: Final = 0.7  # similarity of two names
PACKAGE: Final = "wallenstein."
REFERENCE: Final = "wallenstein.bots.reference."


def misspelt(cls: type) -> list[str]:
    """A sentence for each method that is probably misspelt, or lacks `self`."""
    own = [parent for parent in cls.__mro__ if not _is_base(parent)]
    known = [name for name in dir(_base(cls)) if not name.startswith("_") and callable(getattr(_base(cls), name))]
    mentioned = {name for parent in own for function in _functions(parent) for name in _names(function.__code__)}
    found = []
    for parent in own:
        for name, value in vars(parent).items():
            function = getattr(value, "__func__", value)
            if not isinstance(function, FunctionType):
                continue
            code = function.__code__
            place = f"{code.co_filename.rpartition('/')[2]}:{code.co_firstlineno}"
            wanted = getattr(getattr(_base(cls), name, None), "__code__", None)
            if (
                wanted
                and value is function
                and code.co_varnames[: code.co_argcount] == wanted.co_varnames[1 : wanted.co_argcount]
            ):
                found.append(f'its method "{name}" ({place}) has one parameter too few; is `self` missing?')
            if name.startswith("__") or name in known or name in mentioned:
                continue
            near = get_close_matches(name.strip("_").lower(), known, n=1, cutoff=NEAR)
            if near:
                found.append(f'nothing calls its method "{name}" ({place}); did you mean "{near[0]}"?')
    return found


def _is_base(cls: type) -> bool:
    module = cls.__module__
    return cls is object or (module.startswith(PACKAGE) and not module.startswith(REFERENCE))


def _base(cls: type) -> type:
    """The base class that comes with the package."""
    return next(parent for parent in cls.__mro__ if _is_base(parent))


def _functions(cls: type) -> Iterator[FunctionType]:
    """All functions of a class and of its module."""
    module: ModuleType | None = sys.modules.get(cls.__module__)
    for space in (vars(cls), vars(module) if module else {}):
        for value in space.values():
            yield from (part for part in _parts(value) if isinstance(part, FunctionType))


def _parts(value: object) -> tuple[object, ...]:
    if isinstance(value, property):
        return value.fget, value.fset, value.fdel
    return (getattr(value, "__func__", value),)


def _names(code: CodeType) -> Iterator[str]:
    """All names and texts in a function: any of them may call a method."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, str):
            yield constant
        elif isinstance(constant, CodeType):
            yield from _names(constant)


LIMITS: Final = Limits(start=30.0, choose=1.0)  # the defaults of a tournament
MAX_FAULTS: Final = 3
MEMORY: Final = 1024 * 1024 * 1024
DEAF: Final = 91  # exit code: it ignored the interruptions
METHODS: Final = "methods"  # the custom of methods with correct names
PLACE: Final = 200  # bytes of the open question


class TrialGame(NamedTuple):
    """One game of a trial."""

    variant: int  # of the players of the game
    players: int
    seed: int
    text: str  # completes `the game of 3 players with …`

    def __str__(self) -> str:
        return f"the game of {self.players} players with {self.text}"


class TrialTask(NamedTuple):
    """The order for a trial: a bot with its options, and the rules."""

    bot: str  # of its class
    options: Mapping[str, object]
    game: str  # of the class of the game
    rules: Mapping[str, object]  # keys of a configuration's section [game]
    games: tuple[TrialGame, ...]
    again: bool = True  # play the games of one seed a second time, from the last to the first
    folder: str = ""  # of files for the open question and the bot's output

    def of_one_seed(self) -> "TrialTask":
        """The order for every variant and number of players once: these are played again and compared."""
        return self._replace(games=tuple(game for game in self.games if game.seed == self.games[0].seed), again=False)

    def file(self, name: str) -> Path:
        return Path(self.folder) / name


def moment(seat: int, decision: int, game: TrialGame) -> str:
    """The game and the moment at which a bot is asked."""
    when = "before the first decision" if decision < 0 else f"at decision {decision}"
    return f"seat {seat}, {when} of {game}"


class Sparring(BaseBot):
    """Plays the other seats at random, so that the bot gets into many kinds of positions."""

    def decide(self, view: object, decision: Any) -> object:
        return decision.random(self.rng)


class TrialGames:
    """The games of one process."""

    def __init__(self, tried: TrialTask, give_up: Callable[[], None]) -> None:
        """`give_up` is called when the bot ignores its interruptions."""
        self.tried = tried
        cls = load_class(tried.bot)
        self.entrant = entrant_of(cls, tried.options)
        self.misspelt = misspelt(cls)
        self.game = game_at(tried.game)
        self.notes = Notes(tried.file("progress"), tried.games)
        self.kinds: list[str] = []  # all kinds of decisions of the last game
        self.clock = Clock(give_up)
        output = os.open(tried.file("output"), os.O_RDWR | os.O_CREAT)
        redirect_output(output)
        limit_memory(MEMORY)
        self.traces = Traces(self.clock, output)

    def run(self) -> dict[str, object]:
        """Plays all games and records the observations."""
        with self.clock:
            first: list[Any] = []
            again: list[Any] = []
            slow = False
            while len(first) < len(self.tried.games) and not slow:
                first.append(self.play(len(first)))
                slow = any(fault.kind is FaultKind.TIMEOUT for fault in first[-1]["faults"])
            if self.tried.again and not slow:
                seconds = deepcopy(self.notes.seconds)
                again = [self.play(number) for number in reversed(range(len(self.tried.of_one_seed().games)))][::-1]
                self.notes.seconds = seconds
        offences = {**self.notes.offences, **({METHODS: "; ".join(self.misspelt)} if self.misspelt else {})}
        return {
            "games": first, "again": again, "kinds": self.kinds, "offences": offences, "seconds": self.notes.seconds
        }  # fmt: skip

    def play(self, number: int) -> JsonObject:
        trial, game = self.tried.games[number], self.game
        self.notes.number = number
        rules = game.rules({**self.tried.rules, **game.variants[trial.variant].options}, Path.cwd())
        state = game.new_game(rules, trial.players, trial.seed)
        shared = repr(game.shared(state.view(0)))
        self.kinds = sorted(game.kinds_of(state))
        makers: list[Maker] = [Sparring if seat % 2 else self.observed for seat in range(trial.players)]
        conditions = Conditions(limits_of(game), MAX_FAULTS, clock=self.clock, watch=self.notes)
        played = play_game(game, state, makers, trial.seed, conditions, rules)
        if repr(game.shared(state.view(0))) != shared:
            self.notes.moment = str(trial)
            self.notes.offence("view", "it changed the rule book or the board, which all seats share")
        digest = blake2b(repr(played.decisions).encode(), digest_size=16).hexdigest()
        return {"digest": digest, "faults": played.faults}

    def observed(self) -> Observed:
        return Observed(self.entrant, self.notes, self.traces, self.game.shared)


def limits_of(game: Game) -> Limits:
    return LIMITS._replace(by_kind=game.limits)


def main() -> None:
    inside = Inside()
    try:
        tried = TrialTask(*inside.order)
        tried = tried._replace(games=tuple(TrialGame(*one) for one in tried.games))
        result = TrialGames(tried, lambda: inside.give_up(DEAF)).run()
    except ConfigError as error:
        result = {"error": str(error)}
    except Exception as error:  # exceptions of bots are caught at the table
        result = {"error": f"the game itself failed, which is not the bot's fault: {failure_text(error)}"}
    inside.send(result)


if __name__ == "__main__":
    main()
