"""Sixteen Thirty Something, for the tournament runner."""

from collections.abc import Mapping
from os.path import expanduser
from pathlib import Path
from typing import Any

from wallenstein.core.documents import JsonObject
from wallenstein.core.engine_game import EngineGame
from wallenstein.core.game import PlayOption
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import TURNS
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.phases import course
from wallenstein.games.sixteen_thirty.rows import BASE, PLAIN, write_rows
from wallenstein.games.sixteen_thirty.rules import NAME, PLAYERS, TITLE, Rules, key_schemas, rules_from


class SixteenThirty(EngineGame):
    name = NAME
    title = TITLE
    seats = PLAYERS
    kinds = tuple(course.KINDS)
    score_key = "vp"
    tables = BASE
    entries = PLAIN
    play_options = (PlayOption("--data", "A data file of your own.", "FILE", "default"),)
    trait_tables: Mapping[str, str] = {"turns": "points by turn, influence and votes"}
    moments = tuple((f"turn {turn}", {"turn": turn}) for turn in range(1, TURNS + 1))
    searcher = ("chancellor", {"playouts": 12}, ("special", "lobby", "bid", "vote"))
    places: Mapping[str, str] = {
        "referee": "referee:REFEREE", "measures": "surveys:measures", "traits": "surveys:traits",
        "surveys": "surveys:surveys", "story": "story:TurnNarrator", "encoding": "encoding:SixteenThirtyEncoding",
        "documents": "position:DOCUMENTS", "pages": "replay:PAGES", "guide": "seat:GUIDE",
    }  # fmt: skip
    bot_programs: Mapping[str, str] = {"js": "javascript/sixteen-thirty.js"}
    undecisive = (  # files that describe, record and check games; data counts by its values, wherever its file lies
        "seat.py", "story.py", "replay.py", "referee.py", "position.py", "position_parts.py",
        "data/", "rows.py", "surveys.py",
    )  # fmt: skip

    rules = staticmethod(rules_from)
    schema = staticmethod(key_schemas)
    functions = staticmethod(course.functions)
    chance = staticmethod(seeded)
    write_rows = staticmethod(write_rows)

    def options(self, rules: Rules) -> JsonObject:
        return {"name": self.name, "data": rules.data_name}

    def essence(self, rules: Rules) -> str:
        return rules.data.content_hash

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, object]:
        return {"data": str(Path(expanduser(chosen["data"])))}

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        return new_game(rules, players, seeded(seed), journal=True)

    def describe_time(self, state: State) -> str:
        return f"in turn {state.turn}"
