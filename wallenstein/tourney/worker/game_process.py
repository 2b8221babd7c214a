"""The process that plays a chunk's games, and where their bots are: inside it, in processes, or in sandboxes."""

import gc
import logging
import os
import pickle
import signal
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from time import monotonic
from typing import Any, Final

from wallenstein.bots.entrants import MODELS, Entrant
from wallenstein.core.game import Game
from wallenstein.core.program.own_code import OwnCodeFailed, asked_through, run_here
from wallenstein.core.program.sources import neighbours
from wallenstein.core.seeds import derive
from wallenstein.core.text import counted
from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.table.answers import LimitsReached, Losses, SeatBot, SeatLost
from wallenstein.table.clock import Clock
from wallenstein.table.conditions import Conditions, Maker, Rescue
from wallenstein.table.faults import KEPT_OUTPUT, FaultKind, failure_text
from wallenstein.table.inside import InsideBot, seed_global_generators
from wallenstein.table.isolation import die_with_parent, limit_files, limit_memory, no_input, redirect_output
from wallenstein.table.played_game import BEFORE, OngoingGame, PlayedGame, bot_seeds
from wallenstein.table.processes.channel import Channel, Closed
from wallenstein.table.processes.commands import Command, CommandBot
from wallenstein.table.processes.keeper_line import KeeperLine
from wallenstein.table.processes.own_code import GUEST, KNOWN_TO_GUESTS, AskedCode, Guest, failed
from wallenstein.table.processes.process_bot import ProcessBot, SeatLine
from wallenstein.table.processes.sandbox import readable_by, seat_line
from wallenstein.table.processes.seat import PythonSpeech
from wallenstein.tourney.worker.context import CellContext, Heartbeat, Isolation, RunContext


class Seating:
    """Makes the bots of one game after the other."""

    def __init__(self, context: RunContext, keeper: KeeperLine | None) -> None:
        """`keeper` is required if any bot has a process of its own."""
        self.context: Final = context
        self.keeper: Final = keeper
        self.makers: Final[dict[int, tuple[bytes, int]]] = {}  # by its identity: pickled once, and its loader
        self.readable: Final[dict[tuple[int, int], list[str]]] = {}  # what it sees in a sandbox, with that guest
        self.tables: Final[dict[tuple[int, int], bytes]] = {}  # the same by cell and number of players

    def bots(self, scheduled: ScheduledGame, shared: object, conditions: Conditions, isolated: bool) -> list[SeatBot]:
        """A bot for each seat; `isolated`: each in a process of its own. `shared` by all views."""
        cell, context = self.context.cell(scheduled), self.context
        names = [context.entries[entry] for entry in scheduled.seating]
        seeds = bot_seeds(context.key, names, scheduled.block)
        return [
            self.model(cell, maker, names[seat], seeds[seat])
            if getattr(maker, "is_model", False)
            else InsideBot(cell.game, maker, shared, seeds[seat], conditions)
            if is_inside(context.isolation, maker) and not isolated
            else self.outside(cell, maker, scheduled, seat, seeds[seat])
            for seat, maker in enumerate(cell.makers[entry] for entry in scheduled.seating)
        ]

    def model(self, cell: CellContext, maker: Maker, name: str, seed: int) -> SeatBot:
        """A language model, which waits for an endpoint in the process that plays."""
        seats = import_module(MODELS)  # an extra
        seat: SeatBot = seats.model_seat(cell.game, getattr(maker, "options", {}), self.context.folder, name, seed)
        return seat

    def outside(self, cell: CellContext, maker: Maker, scheduled: ScheduledGame, seat: int, seed: int) -> SeatBot:
        assert self.keeper is not None, "a bot needs a process of its own, and there is none to start it"
        if isinstance(maker, Entrant) and maker.command:
            command, readable = Command(maker.command, maker.folder, maker.options), self.readable_by(maker)
            return CommandBot(self.keeper, cell.game, command, seat, seed, cell.limits, self.context.memory, readable)
        speech = PythonSpeech(cell.game, cell.limits, seed, derive(seed, "global"))
        place = scheduled.cell, len(scheduled.seating)
        if place not in self.tables:
            self.tables[place] = pickle.dumps((cell.game, cell.rules, len(scheduled.seating)))
        return ProcessBot(seat, self.line(maker, self.tables[place], cell), speech, cell.limits)

    def line(self, maker: Maker, table: bytes, cell: CellContext) -> SeatLine:
        assert self.keeper is not None
        if id(maker) not in self.makers:
            pickled = pickle.dumps(maker)
            self.makers[id(maker)] = pickled, int.from_bytes(blake2b(pickled, digest_size=6).digest(), "big")
        how, number = self.makers[id(maker)]
        readable = self.readable_by(maker, cell.guest)
        return seat_line(self.keeper, how, number, table, self.context.memory, cell.limits.start, readable)

    def guest_outside(self, cell: CellContext) -> Guest | None:
        """The user's own code in the rules, unless it runs here; then no other code of the user's own does."""
        return None if cell.guest is None or is_inside(self.context.isolation, cell.guest) else cell.guest

    @contextmanager
    def guest(self, cell: CellContext) -> Iterator[None]:
        """During a game, the user's own code in its rules is asked in a process of its own."""
        guest = self.guest_outside(cell)
        if guest is None:
            with asked_through(run_here):
                yield
            return
        asked = AskedCode(guest.code, self.line(guest, KNOWN_TO_GUESTS, cell), cell.limits)
        try:
            asked.start()
            with asked_through(lambda _, question: asked.ask(question)):
                yield
        finally:
            asked.close()

    def readable_by(self, maker: Maker, guest: Guest | None = None) -> list[str]:
        """The files that a bot sees in its sandbox, with the guest's, for its searches; none without sandboxes."""
        key = id(maker), id(guest)
        if self.context.isolation is Isolation.SANDBOX and key not in self.readable:
            found = readable_by(str(getattr(maker, "place", "")), self.context.folder, maker)
            self.readable[key] = [*found, *map(str, neighbours([guest.code.file]) if guest else ())]
        return self.readable.get(key, [])


def is_inside(isolation: Isolation, maker: Maker) -> bool:
    """Whether a bot runs in the process that plays."""
    if getattr(maker, "command", None):
        return False
    packaged = bool(getattr(maker, "packaged", False))
    return isolation is Isolation.NONE or (isolation is Isolation.AUTO and packaged)


DONE: Final = 0  # exit codes of the process; any other means that it died
STALLED: Final = 91  # a bot ignores its interruptions
ISOLATE: Final = 92  # time or memory was lost: the game is played again with each bot in a process of its own
FAILED: Final = 93  # the rules failed; the last message has the error
ALONE: Final = 94  # the keeper has ended
OBJECTS: Final = 2_000  # objects between two looks for garbage: a game makes many that stay until its end
EVERY: Final = 0.05  # seconds between two messages, if games are quicker


class GameProcess:
    """The forked side: plays the games in order and sends their rows."""

    def __init__(
        self, context: RunContext, keeper: KeeperLine | None, channel: Channel, heartbeat: Heartbeat, output: int
    ) -> None:
        self.context = context
        self.benched = Counter[int]()  # by entry: the number of games
        self.keeper = keeper
        self.send = channel.send
        self.game = 0  # the number of the game that is played
        self.output = output
        self.heartbeat = heartbeat
        self.clock = Clock(lambda: os._exit(STALLED), heartbeat.beat)
        if context.lock is not None:
            os.close(context.lock)
        _set_up(context.memory)
        redirect_output(output)
        self.seating = Seating(context, keeper)

    def play_games(self, games: Sequence[ScheduledGame], isolated: Collection[int], kinds: list[str]) -> int:
        """Plays the games, those in `isolated` with each bot in a process of its own; returns the exit code."""
        unsent = Unsent(GameRows(self.context.tables, kinds), self.benched, self.send)
        with self.clock:
            for number, scheduled in enumerate(games, 1):
                self.game = scheduled.number
                try:
                    played = self.play_game(scheduled, scheduled.number in isolated)
                except (LimitsReached, Closed) as reason:
                    unsent.send()
                    return ALONE if isinstance(reason, Closed) else ISOLATE
                self.benched.update({scheduled.seating[one.seat] for one in played.accounts if one.benched})
                unsent.add(scheduled, self.context.cell(scheduled).game, played)
                self.heartbeat.played = number
                if os.lseek(self.output, 0, os.SEEK_CUR) > KEPT_OUTPUT:  # bots cannot fill the memory with it
                    os.ftruncate(self.output, KEPT_OUTPUT)
                    os.lseek(self.output, 0, os.SEEK_END)
        unsent.send()
        return DONE

    def play_game(self, scheduled: ScheduledGame, isolated: bool) -> PlayedGame:
        """Plays a game, and plays it again after the loss of a process until the fault is clear."""
        losses, cell = Losses(), self.context.cell(scheduled)
        # A packaged bot that searches may have asked the guest; any other bot may only pretend.
        passing = (SeatLost, OwnCodeFailed) if self.seating.guest_outside(cell) else ()
        while True:
            rescues = {**losses.rescues, **self.out(cell, scheduled.seating)}
            conditions = Conditions(cell.limits, cell.max_faults, self.clock, passing=passing, strict=not isolated)
            seed_global_generators(derive(self.context.key, "global", scheduled.block))
            bots: list[SeatBot] = []
            try:
                with self.seating.guest(cell):
                    state = cell.game.new_game(cell.rules, len(scheduled.seating), scheduled.seed)
                    ongoing = OngoingGame(cell.game, state, scheduled.seed, conditions, rescues)
                    bots = self.seating.bots(scheduled, ongoing.shared, conditions, isolated)
                    return ongoing.play(bots, cell.rules)
            except SeatLost as lost:
                losses.add(lost, ongoing.number if bots else BEFORE)
                if GUEST in losses.rescues and cell.guest is not None:
                    raise failed(cell.guest.code, lost.text) from None
            finally:
                for bot in bots:
                    bot.close()
                if self.keeper is not None:
                    self.keeper.clear()

    def out(self, cell: CellContext, seating: Sequence[int]) -> dict[int, Rescue]:
        """The seats of bots that are out of the tournament."""
        most = cell.drop_after
        text = f"it is out of the tournament: it was benched in {counted(most, 'game')}"
        seats = [seat for seat, entry in enumerate(seating) if most and self.benched[entry] >= most]
        return {seat: Rescue(seat, BEFORE, FaultKind.OUT, text) for seat in seats}


class Unsent:
    """The rows of finished games: those of quick games are sent together, because each message wakes a process.

    If the process is lost, unsent games are played again.
    """

    def __init__(self, rows: GameRows, benched: Mapping[int, int], send: Callable[[object], None]) -> None:
        self.rows = rows
        self.benched = benched
        self.to_send = send
        self.games = 0
        self.sent = monotonic()

    def add(self, scheduled: ScheduledGame, game: Game, played: PlayedGame) -> None:
        self.rows.add(scheduled, game, played)
        self.games += 1
        if monotonic() - self.sent >= EVERY:
            self.send()

    def send(self) -> None:
        """The number of games, their rows, and in how many games each entry has been benched."""
        if self.games:
            self.to_send((self.games, self.rows.take(), dict(self.benched)))
        self.games, self.sent = 0, monotonic()


def run(
    forget: Callable[[], None],
    context: RunContext,
    games: Sequence[ScheduledGame],
    benched: Mapping[int, int],
    isolated: Collection[int],
    kinds: list[str],
    keeper: KeeperLine | None,
    *wires: Any,
) -> None:
    """Runs the forked process, which first closes its parent's files; it never returns."""
    code = FAILED
    try:
        forget()
        process = GameProcess(context, keeper, *wires)
        process.benched.update(benched)
        try:
            code = process.play_games(games, isolated, kinds)
        except BaseException as error:  # not a bot's error: the rules, or the program itself
            said = str(error) if isinstance(error, OwnCodeFailed) else failure_text(error)
            process.send((process.game, said))
    finally:
        os._exit(code)


def _set_up(memory: int) -> None:
    """Sets up the process: its own group, so that it can be ended with its descendants; limits; no standard input."""
    die_with_parent()
    forget_log()
    gc.set_threshold(OBJECTS)
    os.setsid()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    limit_memory(memory)
    limit_files()
    no_input()


def forget_log() -> None:
    """Drops the log, and closes the queue that leads to it: bots in this process must not write to it."""
    for logger in (logging.getLogger("wallenstein"), logging.getLogger()):
        for handler in logger.handlers:
            queue: Any = getattr(handler, "queue", None)
            if queue is not None:
                queue._writer.close()
        logger.handlers.clear()
