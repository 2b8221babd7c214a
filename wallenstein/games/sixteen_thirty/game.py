"""Sixteen Thirty Something as the tournament runner sees it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from wallenstein.core.documents import Json, in_names
from wallenstein.core.errors import RuleError
from wallenstein.core.game import ColumnReader, Measure, Narrator, PlayOption, Reached, Remark, Variant
from wallenstein.core.program.sources import folder_hash
from wallenstein.core.reports import About, RunPart, Survey, Trait
from wallenstein.core.tables import Rows, Table
from wallenstein.games.sixteen_thirty.messages import SixteenThirtyDocuments
from wallenstein.games.sixteen_thirty.model.book import Book
from wallenstein.games.sixteen_thirty.model.choices import Decision
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.new_game import TAKES, new_game, seeded
from wallenstein.games.sixteen_thirty.phases.course import KINDS, functions
from wallenstein.games.sixteen_thirty.position import NAME, read_document, write_position
from wallenstein.games.sixteen_thirty.referee import transcribe
from wallenstein.games.sixteen_thirty.rows import write_rows
from wallenstein.games.sixteen_thirty.rules import PLAYERS, Rules, key_schemas, rules_from, spelled_out
from wallenstein.games.sixteen_thirty.tables import BASE, log_lines, plain_entries

if TYPE_CHECKING:
    from wallenstein.games.sixteen_thirty.encoding import SixteenThirtyEncoding

# A hash of the rules' code and data: equal fingerprints play equal games.

# What decides no game: how games are told, recorded and checked. Data counts by its values, wherever its file lies.
OF_CORE: Final = ("documents.py", "program/", "reports.py", "scenario.py", "tables.py", "text.py")
OF_GAME: Final = (
    "story.py", "story_names.py", "replay.py", "messages.py", "referee.py", "position.py", "position_parts.py", "data/",
    "rows.py", "tables.py", "surveys.py",
)  # fmt: skip


@cache
def code_hash() -> bytes:
    """A hash of the source of everything that decides games."""
    core = folder_hash([files("wallenstein.core")], OF_CORE)
    return core + folder_hash([files("wallenstein.games.sixteen_thirty")], OF_GAME)


def fingerprint(rules: Rules) -> str:
    """Equal for equal rules: their code and data."""
    digest = blake2b(code_hash(), digest_size=16)
    digest.update(rules.data.content_hash.encode())
    return digest.hexdigest()


class SixteenThirty:
    """The rules, and what the runner needs."""

    name = NAME
    title = "Sixteen Thirty Something"
    seats: tuple[int, ...] = PLAYERS
    takes = TAKES
    default_players = 4
    limits: Mapping[str, float] = {}
    score_key = "vp"
    tables: tuple[Table, ...] = BASE
    play_options: tuple[PlayOption, ...] = (PlayOption("--data", "A data file of your own.", "FILE", "default"),)
    trait_tables: Mapping[str, str] = {"turns": "points by turn, influence and votes"}
    variants: tuple[Variant, ...] = (Variant("", {}),)
    every_rule: tuple[Mapping[str, Any], ...] = ({},)
    all_variants = ""

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(KINDS)

    def rules(self, options: Mapping[str, Any], base: Path) -> Rules:
        """Rules from the `[game]` section."""
        return rules_from(options, base)

    def several(self, key: str, value: Any) -> list[Any]:
        """The value: none stands for others."""
        return [value]

    def options(self, rules: Rules) -> dict[str, Any]:
        """The `[game]` section with all defaults."""
        return {"name": self.name, **spelled_out(rules)}

    def schema(self) -> dict[str, Any]:
        """The allowed values of each key of the `[game]` section."""
        return key_schemas()

    def fingerprint(self, rules: Rules) -> str:
        """Equal for equal rules: their code and data."""
        return fingerprint(rules)

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        """A game at its first decision, with its journal open."""
        return new_game(rules, players, seeded(seed), journal=True)

    def kinds_of(self, state: State) -> Collection[str]:
        """The kinds of decisions; they are always the same."""
        return state.functions.kinds

    def for_bot(self, decision: Decision) -> Decision:
        """The decision itself, which cannot be changed."""
        return decision

    def shared(self, view: View) -> Book:
        """The cards, the map and the like."""
        return view.book

    def shared_by(self, rules: Rules, players: int) -> Book:
        """The book of such games."""
        return functions(rules, players).book

    def without_shared(self, view: View) -> View:
        """The view without its book."""
        return view._replace(book=None)  # type: ignore[arg-type]

    def with_shared(self, view: View, shared: Book) -> View:
        """The view with its book."""
        return view._replace(book=shared)

    def check(self, shared: Book, decision: Decision, choice: Any) -> Any:
        """The choice in plain types; raises RuleError if it is illegal."""
        kind = KINDS[decision.kind]
        try:
            return kind.check(decision, choice)
        except RuleError as error:
            raise in_names(error, decision, choice, kind, functions(shared.rules, shared.players)) from None

    def encode(self, shared: Book, decision: Decision, choice: Any) -> bytes:
        return KINDS[decision.kind].pack(choice)

    def decode(self, state: State, packed: bytes) -> Any:
        """The choice that was packed."""
        assert state.decision is not None, "a game that is over has no choice to decode"
        return state.functions.kinds[state.decision.kind].unpack(packed)

    def substitute(self, state: State, random: Random) -> Any:
        """A legal choice for a seat whose bot did not make one: the default."""
        assert state.decision is not None, "a game that is over has nothing to choose"
        return state.decision.default

    def happened(self, state: State) -> list[tuple[Any, ...]]:
        """The journal as plain tuples."""
        return plain_entries(state.journal or ())

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

    def log_lines(self, state: State, entries: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """The entries with names for countries, cards and the like."""
        return log_lines(entries)

    def narrator(self, state: State, bots: Sequence[str]) -> Narrator:
        """The story, turn by turn."""
        from wallenstein.games.sixteen_thirty.story import StoryNarrator

        return StoryNarrator(bots, state.book)

    def moment(self, state: State) -> str:
        return f"in turn {state.turn}"

    @property
    def documents(self) -> SixteenThirtyDocuments:
        """Views, questions and choices as JSON."""
        return SixteenThirtyDocuments()

    def check_position(self, document: Json, base: Path) -> dict[str, Any]:
        """The position in its normal form."""
        return write_position(read_document(document, base))

    def play_scenario(self, document: Json, base: Path) -> Reached:
        """The position that the scenario reaches, with the pending decision."""
        from wallenstein.games.sixteen_thirty.referee import play, read_scenario, write_reached

        state = play(read_scenario(document, base))
        return Reached(write_reached(state), self.log_lines(state, state.journal or ()))

    def transcribe(self, rules: Rules, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, Any]:
        """The game as a scenario for `wallenstein referee`."""
        packed = iter(choices)
        return transcribe(rules, players, seeded(seed), lambda state: self.decode(state, next(packed)))

    def encoding(self, rules: Rules, players: int) -> "SixteenThirtyEncoding":
        """Views as arrays and choices as numbered actions."""
        from wallenstein.games.sixteen_thirty.encoding import SixteenThirtyEncoding

        return SixteenThirtyEncoding(rules, players)

    def replay_page(
        self,
        title: str,
        bots: Sequence[str],
        rules: Rules,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark] = (),
    ) -> str:
        """Countries and everybody's influence, step by step."""
        from wallenstein.games.sixteen_thirty.replay import page_of_game

        state = new_game(rules, len(bots), seeded(seed), journal=True)
        return page_of_game(title, bots, state, seed, choices, remarks)

    def scenario_page(self, title: str, document: Json, base: Path) -> str:
        """The same for a scenario."""
        from wallenstein.games.sixteen_thirty.referee import read_scenario
        from wallenstein.games.sixteen_thirty.replay import page_of_scenario

        return page_of_scenario(title, read_scenario(document, base))

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The options of `wallenstein play` as a configuration has them."""
        return {"data": str(Path(chosen["data"]).expanduser())}

    def bot_template(self) -> str:
        """A bot that lobbies where it holds markers."""
        from wallenstein.games.sixteen_thirty.bot import BOT

        return BOT

    def bot_programs(self) -> Mapping[str, str]:
        from wallenstein.games.sixteen_thirty.bot import programs

        return programs()
