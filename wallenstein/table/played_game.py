"""Plays one game with bots: asks them, checks their answers, records faults, and continues whatever a bot does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game, Placing, State
from wallenstein.core.seeds import derive, stream
from wallenstein.table.clock import TimeIsUp
from wallenstein.table.conditions import Conditions, Maker, Player, Rescue, Setup
from wallenstein.table.faults import Ending, Fault, FaultKind, clean, error_text, with_calls
from wallenstein.table.guard import Remark

BEFORE: Final = -1  # the number of the decision before the first


@dataclass
class SeatAccount:
    """One seat at the table, and the account that is kept of it."""

    seat: int
    rescue: Rescue | None
    bot: Player | None = None
    benched: bool = False
    seconds: float = 0.0
    longest: float = 0.0
    asked: int = 0
    faults: int = 0
    random: Random | None = None  # for the choices of its substitute


class Decided(NamedTuple):
    """A decision with its choice, encoded by the game."""

    seat: int
    kind: str
    packed: bytes


@dataclass(frozen=True)
class PlayedGame:
    """A finished game, with everything that is recorded about it."""

    state: State
    result: Sequence[Placing]
    decisions: list[Decided]
    faults: list[Fault]
    accounts: list[SeatAccount]
    ending: Ending
    tainted: bool  # a seat was benched before the end


class IllegalChoice(Exception):
    """An answer that the rules forbid, or that the game cannot encode."""


def play_game(
    game: Game,
    state: State,
    makers: Sequence[Maker],
    seed: int,
    conditions: Conditions,
    rules: Any = None,
    rescues: Mapping[int, Rescue] | None = None,
) -> PlayedGame:
    """Plays the state to its end with a new bot for each seat; `rescues` by seat."""
    return OngoingGame(game, state, seed, conditions, rescues).play(makers, rules)


class OngoingGame:
    """One game with bots, under way."""

    def __init__(
        self,
        game: Game,
        state: State,
        seed: int,
        conditions: Conditions,
        rescues: Mapping[int, Rescue] | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.seed = seed
        self.conditions = conditions
        self.rescues = rescues or {}
        self.accounts: list[SeatAccount] = []  # by seat
        self.decisions: list[Decided] = []
        self.faults: list[Fault] = []
        self.remarked: set[tuple[int, Remark]] = set()
        self.number = BEFORE
        self.spent = 0.0

    def seat_bot(self, account: SeatAccount, maker: Maker, setup: Setup) -> None:
        """Creates and starts the bot; if it fails here, a substitute plays the seat."""

        def made_and_started() -> Player:
            bot = maker()
            bot.rng = Random(derive(self.seed, "bot", account.seat))
            bot.start(setup)
            return bot

        account.bot = self.ask(account, self.conditions.limits.start, made_and_started)
        account.benched = account.bot is None
        self.conditions.watch.answered()

    def play(self, makers: Sequence[Maker], rules: Any) -> PlayedGame:
        """From the first bot that is made to the last decision."""
        self.accounts = [SeatAccount(seat, self.rescues.get(seat)) for seat in range(len(makers))]
        for account, maker in zip(self.accounts, makers, strict=True):
            self.seat_bot(account, maker, Setup(self.game.name, account.seat, len(makers), rules))
        self.number = 0
        while (decision := self.state.decision) is not None:
            self.take_decision(self.accounts[decision.seat], decision)
            self.number += 1
        result = self.state.result()
        tainted = any(account.benched for account in self.accounts)
        for account in self.accounts:
            if account.bot is not None and not account.benched:
                self.ask(account, self.conditions.limits.choose, account.bot.end, result)
                self.conditions.watch.answered()
        ending = self.ending(tainted)
        return PlayedGame(self.state, result, self.decisions, self.faults, self.accounts, ending, tainted)

    def ending(self, tainted: bool) -> Ending:
        """How the game ended."""
        if any(fault.kind.lost for fault in self.faults):
            return Ending.RESCUED
        if tainted:
            return Ending.BENCHED
        return Ending.FAULTY if any(account.faults for account in self.accounts) else Ending.CLEAN

    def take_decision(self, account: SeatAccount, decision: Any) -> None:
        """Makes one decision: by the bot if possible, otherwise by the game's substitute."""
        kind = decision.kind  # kept here, because a bot might change what it is shown
        if account.bot is not None and not account.benched:
            done = self.consult(account, account.bot, decision)
            self.conditions.watch.answered()
            if done:
                return
        if account.random is None:
            account.random = stream(self.seed, "fallback", account.seat)
        self.take(account.seat, kind, self.game.encode(self.state, self.game.substitute(self.state, account.random)))

    def consult(self, account: SeatAccount, bot: Player, decision: Any) -> bool:
        """Asks the bot and applies its choice; returns whether it was legal."""
        kind, before = decision.kind, self.spent
        limit = self.conditions.limits.of(kind)
        packed = self.ask(account, limit, self.answer, bot, decision, self.state.view(account.seat))
        account.asked += 1
        account.longest = max(account.longest, self.spent - before)
        if packed is None:
            return False
        try:
            self.take(account.seat, kind, packed)
        except Exception as error:
            if self.state.decision is not decision:
                raise  # not refused, but failed half-way: an error in the rules, not of the bot
            self.blame(account, FaultKind.ILLEGAL, clean(str(error)))
            return False
        return True

    def answer(self, bot: Player, decision: Any, view: Any) -> bytes:
        """The bot's choice, encoded: what is recorded is what is played, even if the bot changes the object later."""
        choice = bot.decide(view, self.game.for_bot(decision))
        try:
            return self.game.encode(self.state, choice)
        except RuleError as error:
            raise IllegalChoice(str(error)) from None
        except Exception as error:
            raise IllegalChoice(f"{choice!r:.200} is not a choice of kind {decision.kind} ({error})") from None

    def take(self, seat: int, kind: str, packed: bytes) -> None:
        """Applies an encoded choice and records it."""
        self.state.apply(self.game.decode(self.state, packed))
        self.decisions.append(Decided(seat, kind, packed))

    def ask(self, account: SeatAccount, limit: float, call: Callable[..., Any], *args: Any) -> Any:
        """The bot's answer, or None after a fault, which is recorded."""
        conditions, rescue = self.conditions, account.rescue
        if rescue is not None and self.number >= rescue.decision:
            self.blame(account, rescue.kind, rescue.text)
            account.benched = True
            return None
        conditions.watch.asking(account.seat, self.number, limit)
        fault = answer = None
        started = perf_counter()
        try:
            try:
                conditions.clock.start(limit)
                answer = call(*args)
            finally:
                conditions.clock.stop()
        except conditions.passing:
            raise
        except BaseException as error:  # a bot may raise anything
            conditions.clock.stop()
            fault = _fault(error)
        self.spend(account, perf_counter() - started)
        if conditions.guard is not None:
            self.remark(account, conditions.guard.remarks())
        if fault is not None:
            self.blame(account, *fault)
            return None
        return answer

    def spend(self, account: SeatAccount, seconds: float) -> None:
        """Counts the seat's time; when the game's limit is exceeded, the slowest seat is benched."""
        account.seconds += seconds
        self.spent += seconds
        limit = self.conditions.limits.game
        if limit and self.spent > limit:
            slowest = max(self.accounts, key=lambda c: (not c.benched, c.seconds))
            if not slowest.benched:
                used = f"the game's {limit:g} seconds are over, and this seat has used most of them"
                self.blame(slowest, FaultKind.TIMEOUT, used)
                slowest.benched = True

    def remark(self, account: SeatAccount, remarks: Sequence[Remark]) -> None:
        """Records each kind of remark once a game."""
        for remark in remarks:
            if (account.seat, remark) not in self.remarked:
                self.remarked.add((account.seat, remark))
                self.faults.append(Fault(account.seat, remark[0], self.number, remark[1]))

    def blame(self, account: SeatAccount, kind: FaultKind, text: str) -> None:
        """Records a fault; a seat with too many of them is benched."""
        self.faults.append(Fault(account.seat, kind, self.number, text))
        account.faults += 1
        if account.faults >= self.conditions.max_faults:
            account.benched = True


def _fault(error: BaseException) -> tuple[FaultKind, str]:
    if isinstance(error, TimeIsUp):
        return FaultKind.TIMEOUT, with_calls(str(error), error)
    if isinstance(error, IllegalChoice):
        return FaultKind.ILLEGAL, clean(str(error))
    return (FaultKind.MEMORY if isinstance(error, MemoryError) else FaultKind.CRASH), error_text(error)
