"""Plays one game with bots: asks, checks, records faults, and lets the game go on whatever a bot does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game, Placing, State
from wallenstein.core.seeds import derive, stream
from wallenstein.table.clock import TimeIsUp
from wallenstein.table.faults import Ending, Fault, FaultKind, clean, describe, with_calls
from wallenstein.table.guard import Remark
from wallenstein.table.settings import House, Maker, Player, Rescue, Setup

BEFORE: Final = -1  # the number of the decision before the first


@dataclass
class Chair:
    """One seat at the table, and the account that is kept of it."""

    seat: int
    rescue: Rescue | None
    bot: Player | None = None
    benched: bool = False
    seconds: float = 0.0
    longest: float = 0.0
    asked: int = 0
    faults: int = 0
    random: Random | None = None  # for choices made in its place


class Decided(NamedTuple):
    """A decision as it was taken, packed by the game."""

    seat: int
    kind: str
    packed: bytes


@dataclass(frozen=True)
class PlayedGame:
    """A game that came to its end, and all that is recorded of it."""

    state: State
    result: Sequence[Placing]
    decisions: list[Decided]
    faults: list[Fault]
    chairs: list[Chair]
    ending: Ending
    tainted: bool  # a seat was benched before the end


class Nonsense(Exception):
    """An answer that the rules forbid, or that the game cannot even pack."""


def play_game(
    game: Game,
    state: State,
    makers: Sequence[Maker],
    seed: int,
    house: House,
    rules: Any = None,
    rescues: Mapping[int, Rescue] | None = None,
) -> PlayedGame:
    """Plays the state to its end with one new bot a seat, made by its maker; `rescues` by seat."""
    chairs = [Chair(seat, (rescues or {}).get(seat)) for seat in range(len(makers))]
    sitting = Sitting(game, state, seed, house, chairs)
    for chair, maker in zip(chairs, makers, strict=True):
        sitting.welcome(chair, maker, Setup(game.name, chair.seat, len(makers), rules))
    return sitting.play()


class Sitting:
    """One game under way with bots."""

    def __init__(self, game: Game, state: State, seed: int, house: House, chairs: list[Chair]) -> None:
        self.game = game
        self.state = state
        self.seed = seed
        self.house = house
        self.chairs = chairs
        self.decisions: list[Decided] = []
        self.faults: list[Fault] = []
        self.remarked: set[tuple[int, Remark]] = set()
        self.number = BEFORE
        self.spent = 0.0

    def welcome(self, chair: Chair, maker: Maker, setup: Setup) -> None:
        """Has the bot made and started; one that fails here never sits down."""

        def sit_down() -> Player:
            bot = maker()
            bot.rng = Random(derive(self.seed, "bot", chair.seat))
            bot.start(setup)
            return bot

        chair.bot = self.ask(chair, self.house.limits.start, sit_down)
        chair.benched = chair.bot is None
        self.house.watch.answered()

    def play(self) -> PlayedGame:
        """From the first decision to the last."""
        self.number = 0
        while (decision := self.state.decision) is not None:
            self.settle(self.chairs[decision.seat], decision)
            self.number += 1
        result = self.state.result()
        tainted = any(chair.benched for chair in self.chairs)
        for chair in self.chairs:
            if chair.bot is not None and not chair.benched:
                self.ask(chair, self.house.limits.choose, chair.bot.end, result)
                self.house.watch.answered()
        ending = self.ending(tainted)
        return PlayedGame(self.state, result, self.decisions, self.faults, self.chairs, ending, tainted)

    def ending(self, tainted: bool) -> Ending:
        """Which of the ways to end this game took."""
        if any(fault.kind.lost for fault in self.faults):
            return Ending.RESCUED
        if tainted:
            return Ending.BENCHED
        return Ending.FAULTY if any(chair.faults for chair in self.chairs) else Ending.CLEAN

    def settle(self, chair: Chair, decision: Any) -> None:
        """Gets one decision taken: by the bot if it can, else by the game's own substitute."""
        kind = decision.kind  # kept here: a bot may have its ways of changing what it is shown
        if chair.bot is not None and not chair.benched:
            done = self.consult(chair, chair.bot, decision)
            self.house.watch.answered()
            if done:
                return
        if chair.random is None:
            chair.random = stream(self.seed, "fallback", chair.seat)
        self.take(chair.seat, kind, self.game.encode(self.state, self.game.substitute(self.state, chair.random)))

    def consult(self, chair: Chair, bot: Player, decision: Any) -> bool:
        """Asks the bot and does what it says; whether that was legal."""
        kind, before = decision.kind, self.spent
        limit = self.house.limits.of(kind)
        packed = self.ask(chair, limit, self.answer, bot, decision, self.state.view(chair.seat))
        chair.asked += 1
        chair.longest = max(chair.longest, self.spent - before)
        if packed is None:
            return False
        try:
            self.take(chair.seat, kind, packed)
        except Exception as error:
            if self.state.decision is not decision:
                raise  # not refused but failed half-way: the rules are at fault, not the bot
            self.blame(chair, FaultKind.ILLEGAL, clean(str(error)))
            return False
        return True

    def answer(self, bot: Player, decision: Any, view: Any) -> bytes:
        """The bot's choice, packed: so what is recorded is what is played, whatever the bot does with it later."""
        choice = bot.decide(view, self.game.for_bot(decision))
        try:
            return self.game.encode(self.state, choice)
        except RuleError as error:
            raise Nonsense(str(error)) from None
        except Exception as error:
            raise Nonsense(f"{choice!r:.200} is no choice of kind {decision.kind} ({error})") from None

    def take(self, seat: int, kind: str, packed: bytes) -> None:
        """Applies a packed choice and records it."""
        self.state.apply(self.game.decode(self.state, packed))
        self.decisions.append(Decided(seat, kind, packed))

    def ask(self, chair: Chair, limit: float, call: Callable[..., Any], *args: Any) -> Any:
        """What the bot answers, or None: it was at fault, which is recorded, and perhaps benched."""
        house, rescue = self.house, chair.rescue
        if rescue is not None and self.number >= rescue.decision:
            self.blame(chair, rescue.kind, rescue.text)
            chair.benched = True
            return None
        house.watch.asking(chair.seat, self.number, limit)
        fault = answer = None
        started = perf_counter()
        try:
            try:
                house.clock.start(limit)
                answer = call(*args)
            finally:
                house.clock.stop()
        except house.passing:
            raise
        except BaseException as error:  # a bot may raise anything
            house.clock.stop()
            fault = _fault(error)
        self.spend(chair, perf_counter() - started)
        if house.guard is not None:
            self.remark(chair, house.guard.remarks())
        if fault is not None:
            self.blame(chair, *fault)
            return None
        return answer

    def spend(self, chair: Chair, seconds: float) -> None:
        """Adds to the account of time; when the whole game's is used up, who used most of it is benched."""
        chair.seconds += seconds
        self.spent += seconds
        limit = self.house.limits.game
        if limit and self.spent > limit:
            slowest = max(self.chairs, key=lambda c: (not c.benched, c.seconds))
            if not slowest.benched:
                used = f"the game's {limit:g} seconds are over, and this seat has used most of them"
                self.blame(slowest, FaultKind.TIMEOUT, used)
                slowest.benched = True

    def remark(self, chair: Chair, remarks: Sequence[Remark]) -> None:
        """Records bad manners once a game."""
        for remark in remarks:
            if (chair.seat, remark) not in self.remarked:
                self.remarked.add((chair.seat, remark))
                self.faults.append(Fault(chair.seat, remark[0], self.number, remark[1]))

    def blame(self, chair: Chair, kind: FaultKind, text: str) -> None:
        """Records a fault; a seat with too many of them is benched."""
        self.faults.append(Fault(chair.seat, kind, self.number, text))
        chair.faults += 1
        if chair.faults >= self.house.max_faults:
            chair.benched = True


def _fault(error: BaseException) -> tuple[FaultKind, str]:
    if isinstance(error, TimeIsUp):
        return FaultKind.TIMEOUT, with_calls(str(error), error)
    if isinstance(error, Nonsense):
        return FaultKind.ILLEGAL, clean(str(error))
    return (FaultKind.MEMORY if isinstance(error, MemoryError) else FaultKind.CRASH), describe(error)
