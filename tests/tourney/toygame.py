"""A tiny game for tests of the tournament: importing this module registers it as `toy`.

Each turn a seat picks a number from 0 to 3 and scores it if the turn's die is not lower. So 2 is the best
pick on average, 0 the worst, and the dice do not depend on what anyone picked.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from wallenstein.core.draws import below
from wallenstein.core.errors import ConfigError, FormatError, RuleError
from wallenstein.core.game import Measure, Placing, Read, State
from wallenstein.core.seeds import derive, stream
from wallenstein.core.tables import Column, Rows, Table
from wallenstein.core.words import did_you_mean
from wallenstein.games import GAMES, KnownGame

PICKS: Final = (0, 1, 2, 3)
TURNS: Final = Table(
    "turns",
    "One row a turn: what was picked, and the die.",
    (
        Column("game", "i32", "number of the game"),
        Column("turn", "u8", "turn, counted from 0"),
        Column("seat", "u8", "who picked"),
        Column("pick", "u8", "the number picked"),
        Column("die", "u8", "the turn's die"),
        Column("luck", "category", "whether the pick scored", ("missed", "scored")),
    ),
)


@dataclass(frozen=True)
class ToyRules:
    """How many rounds are played, and how many faces the die has."""

    rounds: int = 3
    faces: int = 4


@dataclass(frozen=True)
class ToyView:
    """All that a seat may know."""

    seat: int
    turn: int
    scores: tuple[int, ...]


@dataclass(frozen=True)
class ToyDecision:
    """Which number to pick."""

    seat: int
    kind: str = "pick"
    options: tuple[int, ...] = PICKS
    default: int = 1


class ToyState:
    """One game under way."""

    def __init__(self, rules: ToyRules, players: int, seed: int) -> None:
        dice = stream(seed, "toy", "dice").random
        self.players: Final = players
        self.dice: Final = [below(dice, rules.faces) for _ in range(rules.rounds * players)]
        self.scores = [0] * players
        self.turn = 0
        self.decision: ToyDecision | None = ToyDecision(0)
        self.journal: list[tuple[Any, ...]] | None = []

    def apply(self, choice: Any) -> None:
        """Takes the pick, and asks the next seat."""
        if self.decision is None:
            raise RuleError("T2", "the game is over")
        if type(choice) is not int or choice not in PICKS:
            raise RuleError("T1", f"a pick is a number from 0 to 3, not {choice!r}")
        seat, die = self.decision.seat, self.dice[self.turn]
        scored = choice <= die
        if scored:
            self.scores[seat] += choice
        if self.journal is not None:
            self.journal.append(("pick", self.turn, seat, choice, die, int(scored)))
        self.turn += 1
        over = self.turn == len(self.dice)
        self.decision = None if over else ToyDecision(self.turn % self.players)

    def view(self, seat: int) -> ToyView:
        """Everything but the dice to come."""
        return ToyView(seat, self.turn, tuple(self.scores))

    def result(self) -> Sequence[Placing]:
        """Most points first; equal points share a rank."""
        return [Placing(s, 1 + sum(o > p for o in self.scores), p) for s, p in enumerate(self.scores)]


class ToyGame:
    """The game as the runner knows it."""

    name: str = "toy"
    title: str = "Toy"
    seats: tuple[int, ...] = (2, 3, 4, 5)
    default_players: int = 4
    kinds: tuple[str, ...] = ("pick",)
    limits: Mapping[str, float] = {}
    tables: tuple[Table, ...] = (TURNS,)

    def rules(self, options: Mapping[str, Any], base: Path) -> ToyRules:
        """Reads `rounds` and `die.faces`."""
        known = ("name", "rounds", "die")
        for key in options:
            if key not in known:
                raise ConfigError(f"game.{key}: there is no such key; {did_you_mean(key, known)}")
        die = options.get("die", {})
        if not isinstance(die, Mapping) or any(key != "faces" for key in die):
            raise ConfigError("game.die: a table with the key faces")
        rounds = _count("game.rounds", options.get("rounds", ToyRules.rounds))
        return ToyRules(rounds, _count("game.die.faces", die.get("faces", ToyRules.faces)))

    def options(self, rules: ToyRules) -> dict[str, Any]:
        """Every option spelled out."""
        return {"name": "toy", "rounds": rules.rounds, "die": {"faces": rules.faces}}

    def fingerprint(self, rules: ToyRules) -> str:
        """Changes with the rules' values; the toy's code does not change."""
        return f"{derive(0, 'toy', rules.rounds, rules.faces):016x}"

    def new_game(self, rules: ToyRules, players: int, seed: int) -> ToyState:
        """A game before its first pick."""
        return ToyState(rules, players, seed)

    def for_bot(self, decision: ToyDecision) -> ToyDecision:
        """Nothing of it can be changed."""
        return decision

    def encode(self, state: State, choice: int) -> bytes:
        """One byte."""
        return bytes([choice])

    def decode(self, state: State, packed: bytes) -> int:
        """The pick in that byte."""
        if len(packed) != 1:
            raise FormatError("decisions", f"a pick is one byte, not {len(packed)}")
        return packed[0]

    def substitute(self, state: State, random: Random) -> int:
        """Any pick."""
        return below(random.random, len(PICKS))

    def measures(self, tables: Sequence[str], read: Read) -> Sequence[Measure]:
        """Nothing of its own."""
        return ()

    def transcribe(self, rules: ToyRules, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, Any]:
        """The picks in order."""
        return {"seed": seed, "picks": [packed[0] for packed in choices]}

    def happened(self, state: Any) -> list[tuple[Any, ...]]:
        """The journal."""
        return list(state.journal or ())

    def write_rows(self, number: int, state: State, rows: Mapping[str, Rows]) -> None:
        """One row a turn."""
        if "turns" in rows:
            for _, turn, seat, pick, die, scored in state.journal or ():
                rows["turns"].add(number, turn, seat, pick, die, scored)


def _count(key: str, value: object) -> int:
    if type(value) is not int or not 1 <= value <= 20:
        raise ConfigError(f"{key}: a whole number from 1 to 20, not {value!r}")
    return value


GAMES["toy"] = KnownGame("tests.tourney.toygame:ToyGame")
