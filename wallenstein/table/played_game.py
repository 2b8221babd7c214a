"""Plays one game with bots: asks them, checks their answers, records faults, and always continues to the end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Final, NamedTuple

from wallenstein.core.choices import new_record
from wallenstein.core.game import Game, Placing, State
from wallenstein.core.seeds import Source, derive, stream
from wallenstein.table.answers import Answer, LimitsReached, SeatBot
from wallenstein.table.conditions import NOTES, Conditions, Maker, Rescue, Setup
from wallenstein.table.faults import Ending, Fault, FaultKind, clean, ending_of
from wallenstein.table.inside import InsideBot

BEFORE: Final = -1  # the number of the decision before the first


@dataclass
class SeatAccount:
    """One seat at the table, with its time and faults."""

    seat: int
    bot: SeatBot
    rescue: Rescue | None
    benched: bool = False
    seconds: float = 0.0
    longest: float = 0.0
    asked: int = 0
    faults: int = 0
    random: Random | None = None  # for the choices of its substitute
    noted: int = 0  # characters


class Decided(NamedTuple):
    """A decision with its choice, encoded by the game."""

    seat: int
    kind: str
    packed: bytes


class Note(NamedTuple):
    seat: int
    decision: int
    text: str


@dataclass(frozen=True)
class PlayedGame:
    """A finished game, with its full record."""

    state: State
    result: Sequence[Placing]
    decisions: list[Decided]
    faults: list[Fault]
    accounts: list[SeatAccount]
    ending: Ending
    tainted: bool  # a seat was benched before the end
    notes: list[Note]


def play_game(
    game: Game, state: State, makers: Sequence[Maker], seed: int, conditions: Conditions, rules: object = None
) -> PlayedGame:
    """Plays the state to its end with a new bot for each seat, all of them in this process."""
    bots = inside_bots(game, state, makers, seed, conditions)
    return OngoingGame(game, state, seed, conditions).play(bots, rules)


def inside_bots(game: Game, state: State, makers: Sequence[Maker], seed: int, conditions: Conditions) -> list[SeatBot]:
    shared, seeds = game.shared(state.view(0)), bot_seeds(seed, [getattr(maker, "name", "") for maker in makers])
    return [InsideBot(game, maker, shared, own, conditions) for maker, own in zip(makers, seeds, strict=True)]


def bot_seeds(source: Source, names: Sequence[str], *purpose: str | int) -> list[int]:
    """By seat the seed of a bot's own generator: by its name, and by its number among bots of that name."""
    return [derive(source, "bot", *purpose, name, names[:seat].count(name)) for seat, name in enumerate(names)]


class OngoingGame:
    """One game with bots, under way."""

    def __init__(
        self,
        game: Game,
        state: State,
        seed: int,
        conditions: Conditions,
        rescues: Mapping[int, Rescue] | None = None,
        on_fault: Callable[["OngoingGame", int, FaultKind, str], None] | None = None,
    ) -> None:
        """`rescues` by seat; `on_fault` is called with the game, the seat, and the kind and text of its fault."""
        self.game = game
        self.state = state
        self.shared = game.shared(state.view(0))
        self.seed = seed
        self.conditions = conditions
        self.watch = conditions.watch
        self.most = conditions.limits.game or inf
        self.rescues = rescues or {}
        self.on_fault = on_fault
        self.accounts: list[SeatAccount] = []  # by seat
        self.decisions: list[Decided] = []
        self.faults: list[Fault] = []
        self.notes: list[Note] = []
        self.number = BEFORE
        self.spent = 0.0

    def play(self, bots: Sequence[SeatBot], rules: object) -> PlayedGame:
        """From the start of the bots to the last decision."""
        self.accounts = [SeatAccount(seat, bot, self.rescues.get(seat)) for seat, bot in enumerate(bots)]
        for account in self.accounts:
            if self.ask_at_all(account):
                answer = account.bot.start(Setup(self.game.name, account.seat, len(bots), rules))
                self.settle(account, answer)
                account.benched = account.benched or answer.fault is not None  # a substitute plays the seat
        self.number = 0
        while (decision := self.state.decision) is not None:
            self.take_decision(self.accounts[decision.seat], decision)
            self.number += 1
        result = self.state.result()
        benched = [account.benched for account in self.accounts]  # none, once all is decided
        tainted = any(benched)
        for account in self.accounts:
            if not account.benched and self.ask_at_all(account):
                self.settle(account, account.bot.end(result))
        for account, was in zip(self.accounts, benched, strict=True):
            account.benched = was
        ending = ending_of([fault.kind for fault in self.faults], tainted)
        return PlayedGame(self.state, result, self.decisions, self.faults, self.accounts, ending, tainted, self.notes)

    def take_decision(self, account: SeatAccount, decision: Any) -> None:
        """Makes one decision: by the bot if possible, otherwise by the game's substitute."""
        kind = decision.kind  # kept here, because a bot might change the decision
        if not account.benched and self.ask_at_all(account, kind):
            answer = account.bot.decide(self.state, decision)
            account.asked += 1
            if answer.seconds > account.longest:
                account.longest = answer.seconds
            if answer.note:
                self.keep(account, kind, answer.note)
            self.settle(account, answer)
            if answer.fault is None and self.accepts(account, decision, answer):
                self.decisions.append(new_record(Decided, (account.seat, kind, answer.packed)))
                return
        if account.random is None:
            account.random = stream(self.seed, "fallback", account.seat)
        substitute = self.game.substitute(self.state, account.random)
        packed = self.game.encode(self.shared, decision, substitute)
        self.state.make(substitute)
        self.decisions.append(Decided(account.seat, kind, packed))

    def keep(self, account: SeatAccount, kind: str, text: str) -> None:
        """Keeps a note, unless the seat has noted too much in this game."""
        account.noted += len(text)
        if account.noted <= NOTES:
            self.notes.append(Note(account.seat, self.number, text))
            if self.watch is not None:
                self.watch.noted(account.seat, kind, text)

    def accepts(self, account: SeatAccount, decision: object, answer: Answer) -> bool:
        """Makes the bot's choice, unless the rules forbid it."""
        if answer.checked:
            self.state.make(answer.choice)
            return True
        try:
            self.state.apply(self.game.decode(self.state, answer.packed))
        except Exception as error:
            if self.state.decision is not decision:
                raise  # not a refusal, but an error in the rules
            self.blame(account, FaultKind.ILLEGAL, clean(str(error)))
            return False
        return True

    def ask_at_all(self, account: SeatAccount, kind: str = "") -> bool:
        """Whether to ask the seat's bot: not if its process was lost here before. `kind` of a decision."""
        rescue = account.rescue
        if rescue is not None and self.number >= rescue.decision:
            self.blame(account, rescue.kind, rescue.text)
            account.benched = True
            return False
        if self.watch is not None:
            self.watch.asking(account.seat, self.number, kind)
        return True

    def settle(self, account: SeatAccount, answer: Answer) -> None:
        """Enters the time of an answer, and its fault if it is one; benches the seat of a lost process."""
        if self.watch is not None:
            self.watch.answered()
        account.seconds += answer.seconds
        self.spent += answer.seconds
        fault = answer.fault
        if fault is not None:
            if self.conditions.strict and fault.measured:
                raise LimitsReached
            self.blame(account, fault, answer.text)
            account.benched = account.benched or fault.lost
        if self.spent > self.most:
            self.bench_slowest(self.most)

    def bench_slowest(self, limit: float) -> None:
        """Benches the seat that has used the most time, because the game's limit is exceeded."""
        slowest = max(self.accounts, key=lambda account: (not account.benched, account.seconds))
        if slowest.benched:
            return
        if self.conditions.strict:
            raise LimitsReached
        used = f"the game's {limit:g} seconds are over, and this seat has used most of them"
        self.blame(slowest, FaultKind.TIMEOUT, used)
        slowest.benched = True

    def blame(self, account: SeatAccount, kind: FaultKind, text: str) -> None:
        """Records a fault; a seat with too many faults is benched."""
        if self.on_fault is not None:
            self.on_fault(self, account.seat, kind, text)
        self.faults.append(Fault(account.seat, kind, self.number, text))
        account.faults += 1
        if account.faults >= self.conditions.max_faults:
            account.benched = True
