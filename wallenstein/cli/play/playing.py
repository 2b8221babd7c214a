"""One game at the terminal: printed while it is played, and ended by a bot's first fault unless it is lenient."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import Any, Final

from wallenstein.bots.entrants import Entrant
from wallenstein.bots.seats import seated
from wallenstein.cli.play.output import Output
from wallenstein.core.errors import WallensteinError
from wallenstein.core.game import Game, Narrator, State
from wallenstein.table.answers import SeatLost
from wallenstein.table.conditions import Conditions, Watch
from wallenstein.table.faults import FaultKind
from wallenstein.table.played_game import OngoingGame

DID: Final = {FaultKind.ILLEGAL: "made an illegal choice", FaultKind.GARBLED: "did not speak the protocol"}


class BotFault(WallensteinError):
    """A bot was at fault, and the game ends there."""

    exit_code = 1

    def __init__(self, text: str, calls: str) -> None:
        super().__init__(text)
        self.calls = calls  # that led to a crash, one line each


class Telling(Watch):
    """Checks the journal after every answer, and prints a part of the game as soon as it is complete."""

    def __init__(self, state: State, narrator: Narrator, output: Output) -> None:
        assert state.journal is not None, "a game that is printed has a journal"
        self.journal = state.journal
        self.narrator = narrator
        self.output = output
        self.told = self.seen = 0

    def answered(self) -> None:
        """Prints the parts that are complete."""
        for place in range(self.seen, len(self.journal)):
            if place > self.told and self.narrator.begins_part(self.journal[place]):
                self.tell(place)
        self.seen = len(self.journal)

    def tell(self, end: int) -> None:
        """Prints up to this entry."""
        self.output.entries(self.journal[self.told : end])
        self.told = end


class FirstFaultEnds:
    """Ends a game at the first fault of a bot."""

    def __init__(self, names: Sequence[str]) -> None:
        """`names` of the bots, by seat."""
        self.names = names

    def __call__(self, game: OngoingGame, seat: int, kind: FaultKind, text: str) -> None:
        """Raises BotFault: what the bot did, and at which decision."""
        said, *calls = text.splitlines()
        did = DID.get(kind, "crashed")
        who = f"the bot of seat {seat} ({self.names[seat]})"
        where = f" ({calls[-1].strip()})" if calls else ""
        raise BotFault(f"{who} {did} {moment_of(game)}: {said}{where}", "\n".join(calls))


def moment_of(game: OngoingGame) -> str:
    """The current point of a game."""
    decision = game.state.decision
    if game.number < 0:
        return "before the first decision"
    if decision is None:
        return "after the game was over"
    return f"at decision {game.number}, a {decision.kind} {game.game.moment(game.state)}"


def play_and_tell(
    game: Game, rules: Any, entrants: Sequence[Entrant], seed: int, output: Output, lenient: bool
) -> None:
    """Plays the game and prints it; output of bots goes to standard error."""
    state = game.new_game(rules, len(entrants), seed)
    names = [entrant.name for entrant in entrants]
    telling = Telling(state, output.begin(game, rules, state, names, seed), output)
    conditions = Conditions(watch=telling, passing=(KeyboardInterrupt,))
    on_fault = None if lenient else FirstFaultEnds(names)
    ongoing = OngoingGame(game, state, seed, conditions, on_fault=on_fault)
    try:
        with redirect_stdout(sys.stderr), seated(game, state, entrants, seed, conditions) as seats:
            try:
                played = ongoing.play(seats.bots, rules)
            finally:
                sys.stderr.write(seats.said())
    except BotFault:
        telling.tell(len(telling.journal))  # what came before is printed first
        raise
    except SeatLost as lost:
        telling.tell(len(telling.journal))
        raise BotFault(f"the bot of seat {lost.seat} ({names[lost.seat]}) is lost: {lost.text}", "") from None
    telling.tell(len(telling.journal))
    output.end(played)
