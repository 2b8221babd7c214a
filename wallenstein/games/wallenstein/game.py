"""Wallenstein, for the tournament runner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from wallenstein.core.documents import JsonObject
from wallenstein.core.engine_game import EngineGame
from wallenstein.core.game import Variant, players_sentence
from wallenstein.core.program.own_code import OwnCode
from wallenstein.core.records import PlainEntries
from wallenstein.core.tables import Table
from wallenstein.games.wallenstein import editions
from wallenstein.games.wallenstein import options as section
from wallenstein.games.wallenstein.editions import EXPANSIONS, all_kinds, entry_types
from wallenstein.games.wallenstein.editions.part import Expansion
from wallenstein.games.wallenstein.journal.rows import tables, write_rows
from wallenstein.games.wallenstein.model.entries import Thrown
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import NOBODY, SEASONS
from wallenstein.games.wallenstein.new_game import PLAYERS, TITLE, new_game, seeded
from wallenstein.games.wallenstein.phases.winter import YEARS
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
    takes = players_sentence(f"W1: {TITLE}", PLAYERS)
    limits: Mapping[str, float] = {"plan": 5.0}
    score_key = "vp"
    play_options = section.PLAY_OPTIONS
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
    searcher = (
        "seer",
        {"playouts": 200, "trials": 40, "plans": 20},
        ("plan", "march", "move", "tile", "revolt", "muster", "defend"),
    )
    places: Mapping[str, str] = {
        "referee": "referee.scenario:REFEREE", "measures": "surveys.traits:measures",
        "traits": "surveys.traits:traits", "surveys": "surveys.sections:surveys", "map": "surveys.sections:final_map",
        "story": "editions.telling:new_story", "encoding": "editions.encoding:WallensteinEncoding",
        "documents": "messages:DOCUMENTS", "pages": "replay.page:PAGES", "luck": "replay.luck:TowerLuck",
        "guide": "seat:GUIDE",
    }  # fmt: skip
    bot_programs: Mapping[str, str] = {"js": "javascript/otter.js", "c": "c/otter.c"}
    # Files that describe, record and check games. Advice that bots share is part of each bot's own hash, except that of
    # expansions, which is found by name during play.
    undecisive = (
        "advice/", "search/", "editions/sensible.py",
        "seat.*", "story/", "editions/*/story.py", "editions/telling.py", "terminal/", "replay/",
        "surveys/", "analysis.py",
        "referee/", "position/", "editions/*/position.py",
        "journal/",
        "board/check.py", "board/faults.py",
        "data/tables.toml", "data/court-tables.toml",
        "data/board.toml", "data/refit.*", "data/shogun-sun.toml", "data/uncertainty.toml",  # boards count by values
    )  # fmt: skip

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(all_kinds())

    @property
    def tables(self) -> tuple[Table, ...]:
        return tables()

    @property
    def entries(self) -> PlainEntries:
        return _entries(tuple(EXPANSIONS.values()))

    @property
    def every_rule(self) -> Sequence[Mapping[str, object]]:
        return section.every_rule()

    rules = staticmethod(section.rules_from)
    schema = staticmethod(section.key_schemas)
    expand_value = staticmethod(section.expand_value)
    essence = staticmethod(section.essence)
    chosen_options = staticmethod(section.chosen_options)
    functions = staticmethod(editions.functions)
    chance = staticmethod(seeded)
    write_rows = staticmethod(write_rows)

    def options(self, rules: Rules) -> JsonObject:
        return {"name": self.name, **section.spelled_out(rules)}

    def own_code(self, rules: Rules) -> OwnCode | None:
        tower = make_tower(dict(rules.tower_options))
        return tower if isinstance(tower, OwnTower) else None

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        return new_game(rules, players, seeded(seed), journal=True)

    def substitute(self, state: State, random: Random) -> object:
        """A random plan, otherwise the default."""
        decision = state.decision
        assert decision is not None, "a game that is over has nothing to choose"
        return decision.options.random(random) if decision.kind == "plan" else decision.default

    def describe_time(self, state: State) -> str:
        return f"in {SEASONS[state.season]} of year {state.year}"

    def log_lines(self, state: State, entries: Iterable[object]) -> Iterator[JsonObject]:
        return super().log_lines(state, map(nobodys_fill, entries))
