"""Sixteen Thirty Something as the tournament runner sees it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wallenstein.core.chance import Chance
from wallenstein.core.documents import Json
from wallenstein.core.engine_game import EngineGame, ReplayPages
from wallenstein.core.game import ColumnReader, Measure, Narrator, PlayOption
from wallenstein.core.reports import About, RunPart, Survey, Trait
from wallenstein.core.scenario import Referee
from wallenstein.core.tables import Rows
from wallenstein.games.sixteen_thirty.messages import SixteenThirtyDocuments
from wallenstein.games.sixteen_thirty.model.state import Functions, State
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.phases.course import KINDS, functions
from wallenstein.games.sixteen_thirty.position import NAME, read_document, write_position
from wallenstein.games.sixteen_thirty.rows import write_rows
from wallenstein.games.sixteen_thirty.rules import PLAYERS, TITLE, Rules, key_schemas, rules_from, spelled_out
from wallenstein.games.sixteen_thirty.tables import BASE, PLAIN

if TYPE_CHECKING:
    from wallenstein.games.sixteen_thirty.encoding import SixteenThirtyEncoding


class SixteenThirty(EngineGame):
    """The rules, and what the runner needs."""

    name = NAME
    title = TITLE
    seats = PLAYERS
    kinds = tuple(KINDS)
    score_key = "vp"
    tables = BASE
    entries = PLAIN
    play_options = (PlayOption("--data", "A data file of your own.", "FILE", "default"),)
    trait_tables: Mapping[str, str] = {"turns": "points by turn, influence and votes"}
    undecisive = (  # how games are told, recorded and checked; data counts by its values, wherever its file lies
        "story.py", "story_names.py", "replay.py", "messages.py", "referee.py", "position.py", "position_parts.py",
        "data/", "rows.py", "tables.py", "surveys.py",
    )  # fmt: skip

    def rules(self, options: Mapping[str, Any], base: Path) -> Rules:
        return rules_from(options, base)

    def options(self, rules: Rules) -> dict[str, Any]:
        """The `[game]` section with all defaults."""
        return {"name": self.name, **spelled_out(rules)}

    def essence(self, rules: Rules) -> str:
        """The values of the data."""
        return rules.data.content_hash

    def schema(self) -> dict[str, Any]:
        return key_schemas()

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The options of `wallenstein play` as a configuration has them."""
        return {"data": str(Path(chosen["data"]).expanduser())}

    def functions(self, rules: Rules, players: int) -> Functions:
        return functions(rules, players)

    def chance(self, seed: int) -> Chance:
        return seeded(seed)

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        """A game at its first decision, with its journal open."""
        return new_game(rules, players, seeded(seed), journal=True)

    def describe_time(self, state: State) -> str:
        return f"in turn {state.turn}"

    def write_rows(self, number: int, state: State, rows: Mapping[str, Rows]) -> None:
        """Adds the game's rows to the requested tables."""
        write_rows(number, state, rows)

    def measures(self, tables: Sequence[str], read: ColumnReader) -> Sequence[Measure]:
        """Points, lobbies, wars and leagues."""
        from wallenstein.games.sixteen_thirty.surveys import measures  # numpy is for analysts only

        return measures(tables, read)

    def traits(self, about: About, part: RunPart) -> Sequence[Trait]:
        """Points by turn, influence, votes."""
        from wallenstein.games.sixteen_thirty.surveys import traits  # numpy is for analysts only

        return traits(about, part)

    def surveys(self, about: About) -> Sequence[Survey]:
        """Points over the turns, lobbies, wars."""
        from wallenstein.games.sixteen_thirty.surveys import surveys

        return surveys(about)

    def narrator(self, state: State, bots: Sequence[str]) -> Narrator:
        """The story, turn by turn."""
        from wallenstein.games.sixteen_thirty.story import StoryNarrator

        return StoryNarrator(bots, state.book)

    @property
    def documents(self) -> SixteenThirtyDocuments:
        return SixteenThirtyDocuments()

    def check_position(self, document: Json, base: Path) -> dict[str, Any]:
        """The position in its normal form."""
        return write_position(read_document(document, base))

    @property
    def referee(self) -> Referee[State]:
        from wallenstein.games.sixteen_thirty.referee import REFEREE

        return REFEREE

    def encoding(self, rules: Rules, players: int) -> "SixteenThirtyEncoding":
        """Views as arrays and choices as numbered actions."""
        from wallenstein.games.sixteen_thirty.encoding import SixteenThirtyEncoding

        return SixteenThirtyEncoding(rules, players)

    @property
    def pages(self) -> ReplayPages:
        """Countries and everybody's influence, step by step."""
        from wallenstein.games.sixteen_thirty.replay import PAGES

        return PAGES

    def bot_template(self) -> str:
        """A bot that lobbies where it holds markers."""
        from wallenstein.games.sixteen_thirty.bot import BOT

        return BOT

    def bot_programs(self) -> Mapping[str, str]:
        from wallenstein.games.sixteen_thirty.bot import programs

        return programs()
