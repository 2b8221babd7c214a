"""Wallenstein, for the tournament runner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from wallenstein.core.chance import Chance
from wallenstein.core.documents import Json, JsonObject, Schema
from wallenstein.core.engine_game import EngineGame
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Variant, players_sentence
from wallenstein.core.program.own_code import OwnCode
from wallenstein.core.records import PlainEntries
from wallenstein.core.tables import Rows, Table
from wallenstein.games.wallenstein.editions import EXPANSIONS, all_kinds, entry_types, functions
from wallenstein.games.wallenstein.editions.part import Expansion
from wallenstein.games.wallenstein.journal.rows import write_rows
from wallenstein.games.wallenstein.journal.tables import tables
from wallenstein.games.wallenstein.messages import WallensteinDocuments
from wallenstein.games.wallenstein.model.entries import Thrown
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import NOBODY, SEASONS
from wallenstein.games.wallenstein.new_game import PLAYERS, TITLE, new_game, seeded
from wallenstein.games.wallenstein.options import (
    PLAY_OPTIONS,
    chosen_options,
    essence,
    every_rule,
    expand_value,
    key_schemas,
    rules_from,
    spelled_out,
)
from wallenstein.games.wallenstein.phases.winter import YEARS
from wallenstein.games.wallenstein.position.document import by_name, read_document, write_position
from wallenstein.games.wallenstein.rules import SETUPS, Rules
from wallenstein.games.wallenstein.tower.loading import OwnTower, make_tower


@lru_cache(4)
def _entries(_expansions: tuple[Expansion, ...]) -> PlainEntries:
    return PlainEntries({entry: name for name, entry in entry_types().items()})


def nobodys_fill(entry: object) -> object:
    """W14: the throw that fills the tower belongs to nobody."""
    return entry._replace(seat=NOBODY) if isinstance(entry, Thrown) and entry.cause == "fill" else entry


class Wallenstein(EngineGame):
    name = "wallenstein"
    title = TITLE
    seats = PLAYERS
    limits: Mapping[str, float] = {"plan": 5.0}
    score_key = "vp"
    play_options = PLAY_OPTIONS
    trait_tables: Mapping[str, str] = {
        "seasons": "points by source, holdings and hunger", "actions": "actions", "throws": "battles and revolts",
        "turns": "bids",
    }  # fmt: skip
    moments = tuple(
        (f"{SEASONS[season]} of year {year}", {"year": year, "season": season})
        for year in range(1, YEARS + 1)
        for season in range(len(SEASONS))
    )
    variants = tuple(Variant(f"set-up {setup}", {"setup": setup}) for setup in SETUPS)
    places: Mapping[str, str] = {
        "referee": "referee.scenario:REFEREE", "measures": "surveys.traits:measures",
        "traits": "surveys.traits:traits", "surveys": "surveys.sections:surveys",
        "story": "editions.telling:new_story", "encoding": "editions.encoding:WallensteinEncoding",
        "pages": "replay.made:PAGES", "template": "terminal.commands:BOT", "programs": "terminal.commands:programs",
    }  # fmt: skip
    # Files that describe, record and check games. Advice that bots share is part of each bot's own hash, except that of
    # expansions, which is found by name during play.
    undecisive = (
        "advice/", "search/", "editions/court/levy.py", "editions/sensible.py",
        "story/", "editions/*/story.py", "editions/telling.py", "terminal/", "replay/",
        "surveys/", "analysis.py",
        "referee/", "position/", "editions/*/position.py",
        "journal/",
        "board/check.py", "board/faults.py",
        "data/board.toml",  # a board counts by its values
    )  # fmt: skip

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(all_kinds())

    @property
    def takes(self) -> str:
        return players_sentence(f"W1: {TITLE}", PLAYERS)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The base game's tables, then those of the expansions."""
        return tables()

    @property
    def entries(self) -> PlainEntries:
        return _entries(tuple(EXPANSIONS.values()))

    @property
    def every_rule(self) -> Sequence[Mapping[str, object]]:
        """Each edition with all its options, and each tower."""
        return every_rule()

    def rules(self, options: Mapping[str, object], base: Path) -> Rules:
        return rules_from(options, base)

    def expand_value(self, key: str, value: object) -> list[object]:
        """Twenty boards for `board = { sample = 20 }`; otherwise the value."""
        return expand_value(key, value)

    def options(self, rules: Rules) -> JsonObject:
        """The `[game]` section with all defaults."""
        return {"name": self.name, **spelled_out(rules)}

    def essence(self, rules: Rules) -> Any:
        """The options, with the contents of the board and the tower."""
        return essence(rules)

    def own_code(self, rules: Rules) -> OwnCode | None:
        """The tower's model, if it is the user's own."""
        tower = make_tower(dict(rules.tower_options))
        return tower if isinstance(tower, OwnTower) else None

    def schema(self) -> Schema:
        return key_schemas()

    def chosen_options(self, chosen: Mapping[str, object]) -> dict[str, object]:
        """The options of `wallenstein play` as in a configuration."""
        return chosen_options(chosen)

    def functions(self, rules: Rules, players: int) -> Functions:
        return functions(rules, players)

    def chance(self, seed: int) -> Chance:
        return seeded(seed)

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        return new_game(rules, players, seeded(seed), journal=True)

    def refusal(self, error: RuleError, choice: Any, asked: Any, kind: Any, functions: Functions) -> RuleError:
        """For a plan, the fault in it; for other choices, the choice with names."""
        if asked.kind == "plan":
            return RuleError(error.rule, by_name(error.text, functions.book))
        return super().refusal(error, choice, asked, kind, functions)

    def substitute(self, state: State, random: Random) -> object:
        """A random plan, otherwise the default."""
        decision = state.decision
        assert decision is not None, "a game that is over has nothing to choose"
        return decision.options.random(random) if decision.kind == "plan" else decision.default

    def describe_time(self, state: State) -> str:
        return f"in {SEASONS[state.season]} of year {state.year}"

    def write_rows(self, number: int, state: State, rows: Mapping[str, Rows]) -> None:
        write_rows(number, state, rows)

    def log_lines(self, state: State, entries: Iterable[object]) -> Iterator[JsonObject]:
        """The entries with names for counties, actions and the like."""
        return super().log_lines(state, map(nobodys_fill, entries))

    @property
    def documents(self) -> WallensteinDocuments:
        return WallensteinDocuments()

    def check_position(self, document: Json, base: Path) -> JsonObject:
        return write_position(read_document(document, base))
