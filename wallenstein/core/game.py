"""What the runner needs of a game; it knows nothing else about any game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

from wallenstein.core.tables import Rows, Table


class Measure(NamedTuple):
    """One value for each game measured, in the order of the games' numbers; both are numpy arrays."""

    text: str
    share: bool  # to be printed as a percentage
    games: Any
    values: Any


# a table's columns as numpy arrays, categories as strings
Read: TypeAlias = Callable[[str, Sequence[str]], Mapping[str, Any]]


class Placing(NamedTuple):
    """Where one seat ended: rank 1 is best, tied seats share a rank."""

    seat: int
    rank: int
    score: int


class Decision(Protocol):
    """A question to one seat. `options` are the legal choices; a plan's are drawn from its offer."""

    @property
    def seat(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def default(self) -> Any: ...


class State(Protocol):
    """One game under way."""

    decision: Any  # a Decision, or None when the game is over
    journal: Any  # a list of what happened, in order; None when nobody listens

    def apply(self, choice: Any) -> None:
        """Takes the pending decision's choice and plays on to the next; RuleError if it is illegal."""

    def view(self, seat: int) -> Any:
        """What that seat may know, as an immutable value."""

    def result(self) -> Sequence[Placing]:
        """The final ranking, in seat order."""


class Game(Protocol):
    """A game that can be played in tournaments."""

    name: str  # as configurations write it
    title: str  # as people call it
    seats: tuple[int, ...]  # how many players it takes
    default_players: int  # where nobody says how many
    kinds: tuple[str, ...]  # all kinds of decisions that it can ask for, whatever the rules
    limits: Mapping[str, float]  # seconds for decisions of the kinds that need more, or less, than others
    tables: tuple[Table, ...]  # its own tables, besides games, seats, decisions, faults, timings

    def rules(self, options: Mapping[str, Any], base: Path) -> Any:
        """Rules from the `[game]` section; ConfigError names the key at fault. `base`: relative paths start there."""

    def options(self, rules: Any) -> dict[str, Any]:
        """The normal form of the `[game]` section, every default spelled out."""

    def fingerprint(self, rules: Any) -> str:
        """A hash of the rules' code and data: equal fingerprints play equal games."""

    def new_game(self, rules: Any, players: int, seed: int) -> State:
        """A game before its first decision, all chance derived from the seed; its journal is open."""

    def for_bot(self, decision: Any) -> Any:
        """The pending decision as a bot may hold it: nothing that it does to it reaches the game."""

    def encode(self, state: Any, choice: Any) -> bytes:
        """A legal choice of the pending decision, packed for the decisions table."""

    def decode(self, state: Any, packed: bytes) -> Any:
        """The choice that `encode` packed."""

    def substitute(self, state: Any, random: Random) -> Any:
        """A legal choice for a seat whose bot gave none."""

    def transcribe(self, rules: Any, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, Any]:
        """A game from its seed and packed choices, written as a document that the game's referee replays."""

    def measures(self, tables: Sequence[str], read: Read) -> Sequence[Measure]:
        """What can be measured of games from the tables that were kept, one value a game."""

    def happened(self, state: Any) -> Sequence[tuple[Any, ...]]:
        """All that happened as tuples of plain values, the same wherever the game is played: for its digest."""

    def write_rows(self, number: int, state: Any, rows: Mapping[str, Rows]) -> None:
        """Adds the game's rows to those of its tables that are wanted, from the journal."""
