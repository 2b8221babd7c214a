"""A game whose rules are kinds of decisions: most of its interface to the runner follows from them."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from wallenstein.core.chance import Chance
from wallenstein.core.documents import Json, JsonObject
from wallenstein.core.encoding import Encoding
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game, Narrator, Own, Reached, Remark
from wallenstein.core.plain import PlainEntry
from wallenstein.core.records import PlainEntries
from wallenstein.core.reports import About, ColumnReader, Map, Measure, RunPart, Survey, Trait
from wallenstein.core.scenario import Referee


class EngineGame(Game):
    """A game of kinds of decisions (`engine.Kind`) and states (`engine.EngineState`), whose views have a `book`."""

    @property
    @abstractmethod
    def entries(self) -> PlainEntries:
        """The types of entries of its journal, by their names in the log."""

    # Where what is needed only sometimes lies in the game's package, as `module:name`: its `referee`; `measures`,
    # `traits`, `surveys` and `map`; its `story`, made of bots and book; its `encoding`; its `pages`; the `guide` of
    # people at the table. Only the referee must be there. The template of new bots is `data/bot.txt`.
    places: Mapping[str, str]

    def load(self, what: str) -> Any:
        module, _, name = self.places[what].partition(":")
        return getattr(import_module(f"{type(self).__module__.rpartition('.')[0]}.{module}"), name)

    @property
    def referee(self) -> Referee[Any]:
        """The object that reads, plays and writes scenarios."""
        referee: Referee[Any] = self.load("referee")
        return referee

    @abstractmethod
    def functions(self, rules: Own, players: int) -> Any:
        """The functions that games with these rules are played by."""

    @abstractmethod
    def chance(self, seed: int) -> Chance: ...

    def kinds_of(self, state: Own) -> Collection[str]:
        kinds: Mapping[str, Any] = state.functions.kinds
        return kinds

    def shared(self, view: Own) -> Any:
        return view.book

    def shared_by(self, rules: object, players: int) -> Any:
        return self.functions(rules, players).book

    def without_shared(self, view: Own) -> Own:
        return view._replace(book=None)

    def with_shared(self, view: Own, shared: Own) -> Own:
        return view._replace(book=shared)

    def check(self, shared: Own, decision: Own, choice: Own) -> Any:
        """The choice in plain values; raises RuleError if it is illegal."""
        functions = self.functions(shared.rules, shared.players)
        kind = functions.kinds[decision.kind]
        try:
            return kind.check(decision, choice)
        except RuleError as error:
            raise kind.in_names(error, decision, choice, functions) from None

    def encode(self, shared: Own, decision: Own, choice: Own) -> bytes:
        packed: bytes = self.functions(shared.rules, shared.players).kinds[decision.kind].pack(choice)
        return packed

    def decode(self, state: Own, packed: bytes) -> Any:
        assert state.decision is not None, "a game that is over has no choice to decode"
        return state.functions.kinds[state.decision.kind].unpack(packed)

    def event_log(self, state: Own) -> list[PlainEntry]:
        return self.entries.of(state.journal or ())

    def log_lines(self, state: Own, entries: Iterable[Any]) -> Iterator[JsonObject]:
        """The entries with names for what they are about."""
        return self.entries.lines(entries, state.functions)

    def play_scenario(self, document: Json, base: Path) -> Reached:
        state = self.referee.play(self.referee.read(document, base))
        return Reached(self.referee.write_reached(state), self.log_lines(state, state.journal or ()))

    def resume(self, document: Json, base: Path, seed: int) -> Any:
        state = self.referee.read_position(document, base)
        state.chance = self.chance(seed)
        state.journal = []
        state.advance()
        return state

    def transcribe(self, rules: object, players: int, seed: int, choices: Iterable[bytes]) -> JsonObject:
        """The game as a scenario for `wallenstein referee`."""
        packed = iter(choices)
        return self.referee.transcribe(
            rules, players, self.chance(seed), lambda state: self.decode(state, next(packed))
        )

    def replay_page(
        self,
        title: str,
        bots: Sequence[str],
        rules: object,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark] = (),
        review: Callable[..., object] | None = None,
    ) -> str | None:
        if "pages" not in self.places:
            return None
        state = self.new_game(rules, len(bots), seed)
        page: str = self.load("pages").page_of_game(title, bots, state, seed, choices, remarks, review)
        return page

    def scenario_page(self, title: str, document: Json, base: Path) -> str | None:
        return self.load("pages").page_of_scenario(title, document, base) if "pages" in self.places else None

    def measures(self, tables: Sequence[str], read: ColumnReader) -> Sequence[Measure]:
        return self.load("measures")(tables, read) if "measures" in self.places else ()

    def traits(self, about: About, part: RunPart) -> Sequence[Trait]:
        return self.load("traits")(about, part) if "traits" in self.places else ()

    def surveys(self, about: About) -> Sequence[Survey]:
        return self.load("surveys")(about) if "surveys" in self.places else ()

    def final_map(self, state: Own, bots: Sequence[str]) -> Map | None:
        return self.load("map")(state, bots) if "map" in self.places else None

    def narrator(self, state: Own, bots: Sequence[str]) -> Narrator:
        return self.load("story")(bots, state.book) if "story" in self.places else super().narrator(state, bots)

    def encoding(self, rules: object, players: int) -> Encoding:
        return self.load("encoding")(rules, players) if "encoding" in self.places else super().encoding(rules, players)

    def bot_template(self) -> str:
        file = files(type(self).__module__.rpartition(".")[0]) / "data" / "bot.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else ""
