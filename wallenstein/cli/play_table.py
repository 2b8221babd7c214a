"""One game at the terminal: told while it goes on, and ended by a bot's first fault unless the table is lenient."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any

from wallenstein.bots.entrants import Entrant
from wallenstein.cli.play_tellers import Teller
from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Game
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import SEASONS
from wallenstein.table.conditions import Conditions, Setup, Watch
from wallenstein.table.faults import FaultKind
from wallenstein.table.played_game import OngoingGame, SeatAccount


class BotFault(WallensteinError):
    """A bot was at fault, and the game ends there."""

    exit_code = 1

    def __init__(self, text: str, calls: str) -> None:
        super().__init__(text)
        self.calls = calls  # that led to a crash, a line each


class Telling(Watch):
    """Looks into the journal after every answer, and has a season told as soon as it is complete."""

    def __init__(self, state: State, teller: Teller) -> None:
        assert state.journal is not None, "a game that is told has a journal"
        self.journal = state.journal
        self.teller = teller
        self.told = self.seen = 0

    def answered(self) -> None:
        """Tells what lies before the begin of another season."""
        for place in range(self.seen, len(self.journal)):
            if place > self.told and self.journal[place][0] == "season":
                self.tell(place)
        self.seen = len(self.journal)

    def tell(self, end: int) -> None:
        """Tells up to this entry."""
        self.teller.entries(self.journal[self.told : end])
        self.told = end


class StrictGame(OngoingGame):
    """A game that a bot's first fault ends."""

    def __init__(self, names: Sequence[str], *table: Any) -> None:
        """`names` of the bots, by seat."""
        super().__init__(*table)
        self.names = names

    def blame(self, account: SeatAccount, kind: FaultKind, text: str) -> None:
        """Raises what the bot did, and at which decision."""
        said, *calls = text.splitlines()
        did = "chose against the rules" if kind is FaultKind.ILLEGAL else "crashed"
        who = f"the bot of seat {account.seat} ({self.names[account.seat]})"
        where = f" ({calls[-1].strip()})" if calls else ""
        raise BotFault(f"{who} {did} {self.when()}: {said}{where}", "\n".join(calls))

    def when(self) -> str:
        """Where in the game it stands."""
        decision = self.state.decision
        if self.number < 0:
            return "before the first decision"
        if decision is None:
            return "when it was told the result"
        assert isinstance(self.state, State)
        season = f"{SEASONS[self.state.season]} of year {self.state.year}"
        return f"at decision {self.number}, a {decision.kind} in {season}"


def play(game: Game, rules: Any, entrants: Sequence[Entrant], seed: int, teller: Teller, lenient: bool) -> None:
    """Plays the game and tells it; what bots print goes to standard error."""
    state = game.new_game(rules, len(entrants), seed)
    assert isinstance(state, State)
    telling = Telling(state, teller)
    conditions = Conditions(watch=telling, passing=(KeyboardInterrupt,))
    accounts = [SeatAccount(seat, None) for seat in range(len(entrants))]
    names = [entrant.name for entrant in entrants]
    ongoing = OngoingGame(game, state, seed, conditions, accounts)
    if not lenient:
        ongoing = StrictGame(names, game, state, seed, conditions, accounts)
    teller.begin(game, state, names, seed)
    try:
        with redirect_stdout(sys.stderr):
            for account, maker in zip(accounts, entrants, strict=True):
                ongoing.seat_bot(account, maker, Setup(game.name, account.seat, len(entrants), rules))
            played = ongoing.play()
    except BotFault:
        telling.tell(len(telling.journal))  # what came before belongs to the story
        raise
    telling.tell(len(telling.journal))
    teller.end(played)
