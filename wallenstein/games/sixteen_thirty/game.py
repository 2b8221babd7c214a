"""Sixteen Thirty Something, for the tournament runner."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wallenstein.core.chance import Chance
from wallenstein.core.documents import Json, JsonObject, Schema
from wallenstein.core.engine_game import EngineGame
from wallenstein.core.game import PlayOption
from wallenstein.core.tables import Rows
from wallenstein.games.sixteen_thirty.messages import SixteenThirtyDocuments
from wallenstein.games.sixteen_thirty.model.state import Functions, State
from wallenstein.games.sixteen_thirty.names import TURNS
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.phases.course import KINDS, functions
from wallenstein.games.sixteen_thirty.position import NAME, read_document, write_position
from wallenstein.games.sixteen_thirty.rows import write_rows
from wallenstein.games.sixteen_thirty.rules import PLAYERS, TITLE, Rules, key_schemas, rules_from, spelled_out
from wallenstein.games.sixteen_thirty.tables import BASE, PLAIN


class SixteenThirty(EngineGame):
    name = NAME
    title = TITLE
    seats = PLAYERS
    kinds = tuple(KINDS)
    score_key = "vp"
    tables = BASE
    entries = PLAIN
    play_options = (PlayOption("--data", "A data file of your own.", "FILE", "default"),)
    trait_tables: Mapping[str, str] = {"turns": "points by turn, influence and votes"}
    moments = tuple((f"turn {turn}", {"turn": turn}) for turn in range(1, TURNS + 1))
    places: Mapping[str, str] = {
        "referee": "referee:REFEREE",
        "measures": "surveys:measures",
        "traits": "surveys:traits",
        "surveys": "surveys:surveys",
        "story": "story:TurnNarrator",
        "encoding": "encoding:SixteenThirtyEncoding",
        "pages": "replay:PAGES",
        "template": "bot:BOT",
        "programs": "bot:programs",
    }
    undecisive = (  # files that describe, record and check games; data counts by its values, wherever its file lies
        "story.py", "story_names.py", "replay.py", "messages.py", "referee.py", "position.py", "position_parts.py",
        "data/", "rows.py", "tables.py", "surveys.py",
    )  # fmt: skip

    def rules(self, options: Mapping[str, Any], base: Path) -> Rules:
        return rules_from(options, base)

    def options(self, rules: Rules) -> JsonObject:
        """The `[game]` section with all defaults."""
        return {"name": self.name, **spelled_out(rules)}

    def essence(self, rules: Rules) -> str:
        return rules.data.content_hash

    def schema(self) -> Schema:
        return key_schemas()

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, object]:
        """The options of `wallenstein play` as in a configuration."""
        return {"data": str(Path(chosen["data"]).expanduser())}

    def functions(self, rules: Rules, players: int) -> Functions:
        return functions(rules, players)

    def chance(self, seed: int) -> Chance:
        return seeded(seed)

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        return new_game(rules, players, seeded(seed), journal=True)

    def describe_time(self, state: State) -> str:
        return f"in turn {state.turn}"

    def write_rows(self, number: int, state: State, rows: Mapping[str, Rows]) -> None:
        write_rows(number, state, rows)

    @property
    def documents(self) -> SixteenThirtyDocuments:
        return SixteenThirtyDocuments()

    def check_position(self, document: Json, base: Path) -> JsonObject:
        return write_position(read_document(document, base))
