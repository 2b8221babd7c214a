"""Wallenstein as the tournament runner sees it."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any, Final

from wallenstein.core.game import Measure, Read
from wallenstein.core.tables import Rows, Table
from wallenstein.games.wallenstein.editions import all_kinds
from wallenstein.games.wallenstein.journal.log_lines import plain_entries
from wallenstein.games.wallenstein.journal.rows import write_rows
from wallenstein.games.wallenstein.journal.tables import tables
from wallenstein.games.wallenstein.model.decision import Decision, bots_copy
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.new_game import PLAYERS, new_game, seeded
from wallenstein.games.wallenstein.options import rules_from, spelled_out
from wallenstein.games.wallenstein.referee.transcript import transcribe
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.loading import make_tower, source_of

ELSEWHERE: Final = ("__pycache__", "advice", "story", "terminal")  # folders that do not decide how a game goes


class Wallenstein:
    """Both the rules and what the runner needs around them."""

    name = "wallenstein"
    title = "Wallenstein"
    seats: tuple[int, ...] = PLAYERS
    default_players = 4
    limits: Mapping[str, float] = {"plan": 5.0}

    @property
    def kinds(self) -> tuple[str, ...]:
        """All kinds of decisions of all editions and expansions."""
        return tuple(all_kinds())

    @property
    def tables(self) -> tuple[Table, ...]:
        """The base game's tables, then those of the expansions."""
        return tables()

    def rules(self, options: Mapping[str, Any], base: Path) -> Rules:
        """Rules from the `[game]` section."""
        return rules_from(options, base)

    def options(self, rules: Rules) -> dict[str, Any]:
        """The `[game]` section with every default spelled out."""
        return {"name": self.name, **spelled_out(rules)}

    def fingerprint(self, rules: Rules) -> str:
        """Equal for equal rules: their code, data, board and tower."""
        return fingerprint(rules)

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        """A game at its first decision, with its journal open."""
        return new_game(rules, players, seeded(seed), journal=True)

    def for_bot(self, decision: Decision) -> Decision:
        """The decision with options of its own."""
        return bots_copy(decision)

    def encode(self, state: State, choice: Any) -> bytes:
        """A choice as signed bytes; RuleError if it is not legal: what is packed can be played."""
        decision = state.decision
        assert decision is not None, "a game that is over has nothing to choose"
        kind = state.functions.kinds[decision.kind]
        kind.check(decision, choice)
        return kind.pack(choice)

    def decode(self, state: State, packed: bytes) -> Any:
        """The choice that was packed."""
        assert state.decision is not None, "a game that is over has no choice to decode"
        return state.functions.kinds[state.decision.kind].unpack(packed)

    def substitute(self, state: State, random: Random) -> Any:
        """A legal choice for a seat whose bot gave none: a random plan, else the default."""
        decision = state.decision
        assert decision is not None, "a game that is over has nothing to choose"
        return decision.options.random(random) if decision.kind == "plan" else decision.default

    def happened(self, state: State) -> list[tuple[Any, ...]]:
        """The journal as plain tuples."""
        return plain_entries(state.journal or ())

    def write_rows(self, number: int, state: State, rows: Mapping[str, Rows]) -> None:
        """Adds the game's rows to those of its tables that are wanted."""
        write_rows(number, state, rows)

    def measures(self, tables: Sequence[str], read: Read) -> Sequence[Measure]:
        """Points, where the winner's come from, and battles."""
        from wallenstein.games.wallenstein.journal.measures import measures  # numpy is for analysts only

        return measures(tables, read)

    def transcribe(self, rules: Rules, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, Any]:
        """The game as a scenario for `wallenstein referee`."""
        packed = iter(choices)
        return transcribe(rules, players, seeded(seed), lambda state: self.decode(state, next(packed)))


@cache
def code_hash() -> bytes:
    """A hash over the source of everything that decides how a game goes."""
    digest = blake2b(digest_size=16)
    for package in ("wallenstein.core", "wallenstein.games.wallenstein"):
        add_sources(digest, files(package))
    return digest.digest()


def add_sources(digest: "blake2b", folder: Traversable) -> None:
    """Feeds a folder's code and data, in the order of their names; the board counts by its values instead."""
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir() and item.name not in ELSEWHERE:
            add_sources(digest, item)
        elif item.name.endswith((".py", ".toml")) and item.name != "board.toml":
            digest.update(item.name.encode() + item.read_bytes())


def fingerprint(rules: Rules) -> str:
    """Equal for equal rules: their code, data, board and tower."""
    digest = blake2b(code_hash(), digest_size=16)
    options = spelled_out(rules)
    options["board"] = rules.board.content_hash()  # wherever the board's file lies, and the tower's
    options["tower"]["model"] = Path(options["tower"]["model"]).name
    digest.update(repr(sorted(options.items())).encode())
    digest.update(source_of(make_tower(dict(rules.tower_options))).encode())
    return digest.hexdigest()
