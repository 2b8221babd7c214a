"""Wallenstein as the tournament runner sees it, and its log lines."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from wallenstein.core.documents import Json, in_names
from wallenstein.core.errors import RuleError
from wallenstein.core.game import ColumnReader, Measure, Narrator, PlayOption, Reached, Remark, Variant
from wallenstein.core.records import PlainEntries, write_fields
from wallenstein.core.reports import About, RunPart, Survey, Trait
from wallenstein.core.tables import Rows, Table
from wallenstein.games.wallenstein.editions import EXPANSIONS, all_kinds, entry_types, functions
from wallenstein.games.wallenstein.editions.part import Expansion
from wallenstein.games.wallenstein.journal.rows import write_rows
from wallenstein.games.wallenstein.journal.tables import tables
from wallenstein.games.wallenstein.messages import WallensteinDocuments
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.entries import Happened, Thrown
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import NOBODY, SEASONS
from wallenstein.games.wallenstein.new_game import PLAYERS, TAKES, new_game, seeded
from wallenstein.games.wallenstein.options import (
    EVERY_RULE,
    PLAY_OPTIONS,
    chosen_options,
    expand_value,
    fingerprint,
    key_schemas,
    rules_from,
    spelled_out,
)
from wallenstein.games.wallenstein.position.document import by_name, read_document, write_position
from wallenstein.games.wallenstein.referee.transcript import transcribe
from wallenstein.games.wallenstein.rules import SETUPS, Rules

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.editions.encoding import WallensteinEncoding

# The journal of a game with names for its codes: one object per entry.


def log_lines(journal: Iterable[Happened], functions: Functions) -> Iterator[dict[str, Any]]:
    """One object per entry: `entry` is its kind, the other keys say what happened."""
    names = {entry: name for name, entry in entry_types().items()}
    for entry in journal:
        if isinstance(entry, Thrown) and entry.cause == "fill":
            entry = entry._replace(seat=NOBODY)  # W14: nobody's throw
        yield {"entry": names[type(entry)], **write_fields(entry, functions)}


def plain_entries(journal: Iterable[Happened]) -> list[tuple[Any, ...]]:
    """The entries as plain tuples, the name first: what a game's digest is made of."""
    return _plain(tuple(EXPANSIONS.values())).of(journal)


@lru_cache(4)
def _plain(_expansions: tuple[Expansion, ...]) -> PlainEntries:
    return PlainEntries({entry: name for name, entry in entry_types().items()})


class Wallenstein:
    """The rules, and what the runner needs."""

    name = "wallenstein"
    title = "Wallenstein"
    seats: tuple[int, ...] = PLAYERS
    takes = TAKES
    default_players = 4
    limits: Mapping[str, float] = {"plan": 5.0}
    score_key = "vp"
    play_options: tuple[PlayOption, ...] = PLAY_OPTIONS
    trait_tables: Mapping[str, str] = {
        "seasons": "points by source, holdings and hunger",
        "actions": "actions",
        "throws": "battles and revolts",
        "turns": "bids",
    }
    variants: tuple[Variant, ...] = tuple(Variant(f"set-up {setup}", {"setup": setup}) for setup in SETUPS)
    every_rule: tuple[Mapping[str, Any], ...] = EVERY_RULE
    all_variants = "both set-ups"

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

    def several(self, key: str, value: Any) -> list[Any]:
        """Twenty boards for `board = { sample = 20 }`; otherwise the value."""
        return expand_value(key, value)

    def options(self, rules: Rules) -> dict[str, Any]:
        """The `[game]` section with all defaults."""
        return {"name": self.name, **spelled_out(rules)}

    def schema(self) -> dict[str, Any]:
        """The allowed values of each key of the `[game]` section."""
        return key_schemas()

    def fingerprint(self, rules: Rules) -> str:
        """Equal for equal rules: their code, data, board and tower."""
        return fingerprint(rules)

    def new_game(self, rules: Rules, players: int, seed: int) -> State:
        """A game at its first decision, with its journal open."""
        return new_game(rules, players, seeded(seed), journal=True)

    def kinds_of(self, state: State) -> Collection[str]:
        """The kinds of decisions of edition, expansions and set-up."""
        return state.functions.kinds

    def for_bot(self, decision: Decision) -> Decision:
        """The same: nothing in it can be changed."""
        return decision

    def shared(self, view: View) -> Book:
        """The board, cards and the like."""
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
        """The choice in plain values; raises RuleError if it is illegal."""
        rules = functions(shared.rules, shared.players)
        kind = rules.kinds[decision.kind]
        try:
            return kind.check(decision, choice)
        except RuleError as error:
            if decision.kind == "plan":
                raise RuleError(error.rule, by_name(error.text, shared)) from None
            raise in_names(error, decision, choice, kind, rules) from None

    def encode(self, shared: Book, decision: Decision, choice: Any) -> bytes:
        """A choice as signed bytes."""
        return functions(shared.rules, shared.players).kinds[decision.kind].pack(choice)

    def decode(self, state: State, packed: bytes) -> Any:
        """The choice that was packed."""
        assert state.decision is not None, "a game that is over has no choice to decode"
        return state.functions.kinds[state.decision.kind].unpack(packed)

    def substitute(self, state: State, random: Random) -> Any:
        """A legal choice for a seat whose bot did not make one: a random plan, otherwise the default."""
        decision = state.decision
        assert decision is not None, "a game that is over has nothing to choose"
        return decision.options.random(random) if decision.kind == "plan" else decision.default

    def happened(self, state: State) -> list[tuple[Any, ...]]:
        """The journal as plain tuples."""
        return plain_entries(state.journal or ())

    def write_rows(self, number: int, state: State, rows: Mapping[str, Rows]) -> None:
        """Adds the game's rows to the requested tables."""
        write_rows(number, state, rows)

    def measures(self, tables: Sequence[str], read: ColumnReader) -> Sequence[Measure]:
        """Points, where the winner's come from, and battles."""
        from wallenstein.games.wallenstein.surveys.traits import measures  # numpy is for analysts only

        return measures(tables, read)

    def traits(self, about: About, part: RunPart) -> Sequence[Trait]:
        """Points by source, actions, battles, hunger, bids."""
        from wallenstein.games.wallenstein.surveys.traits import traits  # numpy is for analysts only

        return traits(about, part)

    def surveys(self, about: About) -> Sequence[Survey]:
        """Points, the map, actions, battles, bids."""
        from wallenstein.games.wallenstein.surveys.sections import surveys

        return surveys(about)

    def log_lines(self, state: State, entries: Iterable[Any]) -> Iterator[dict[str, Any]]:
        """The entries with names for counties, actions and the like."""
        return log_lines(entries, state.functions)

    def narrator(self, state: State, bots: Sequence[str]) -> Narrator:
        """The story, season by season."""
        from wallenstein.games.wallenstein.editions.telling import new_story

        return new_story(bots, state.book)

    def moment(self, state: State) -> str:
        return f"in {SEASONS[state.season]} of year {state.year}"

    @property
    def documents(self) -> WallensteinDocuments:
        """Views, questions and choices as JSON."""
        return WallensteinDocuments()

    def check_position(self, document: Json, base: Path) -> dict[str, Any]:
        """The position in its normal form."""
        return write_position(read_document(document, base))

    def play_scenario(self, document: Json, base: Path) -> Reached:
        """The position that the scenario reaches, with the pending decision."""
        from wallenstein.games.wallenstein.referee.scenario import read_scenario
        from wallenstein.games.wallenstein.referee.transcript import play, write_reached

        state = play(read_scenario(document, base))
        return Reached(write_reached(state), self.log_lines(state, state.journal or ()))

    def transcribe(self, rules: Rules, players: int, seed: int, choices: Iterable[bytes]) -> dict[str, Any]:
        """The game as a scenario for `wallenstein referee`."""
        packed = iter(choices)
        return transcribe(rules, players, seeded(seed), lambda state: self.decode(state, next(packed)))

    def encoding(self, rules: Rules, players: int) -> "WallensteinEncoding":
        """Views as arrays and choices as numbered actions."""
        from wallenstein.games.wallenstein.editions.encoding import WallensteinEncoding

        return WallensteinEncoding(rules, players)

    def replay_page(
        self,
        title: str,
        bots: Sequence[str],
        rules: Rules,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark] = (),
    ) -> str:
        """The game on the map."""
        from wallenstein.games.wallenstein.replay.made import page_of_game

        state = new_game(rules, len(bots), seeded(seed), journal=True)
        return page_of_game(title, bots, state, seed, choices, remarks)

    def scenario_page(self, title: str, document: Json, base: Path) -> str:
        """The scenario on the map."""
        from wallenstein.games.wallenstein.referee.scenario import read_scenario
        from wallenstein.games.wallenstein.replay.made import page_of_scenario

        return page_of_scenario(title, read_scenario(document, base))

    def chosen_options(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """The options of `wallenstein play` as a configuration has them."""
        return chosen_options(chosen)

    def bot_template(self) -> str:
        """A bot that collects taxes and builds palaces."""
        from wallenstein.games.wallenstein.terminal.commands import BOT

        return BOT

    def bot_programs(self) -> Mapping[str, str]:
        """The examples in JavaScript and C."""
        from wallenstein.games.wallenstein.terminal.commands import programs

        return programs()
