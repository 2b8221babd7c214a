"""A game whose rules are kinds of decisions: most of its interface to the runner follows from them."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wallenstein.core.chance import Chance
from wallenstein.core.documents import Json, JsonObject, PendingDecision, folder_of
from wallenstein.core.errors import RuleError
from wallenstein.core.game import Game, Own, Reached, Schemas
from wallenstein.core.plain import PlainEntry
from wallenstein.core.position import Document
from wallenstein.core.records import PlainEntries
from wallenstein.core.scenario import Referee


@dataclass(frozen=True)
class EngineDocuments:
    """The documents of such a game; choices are written and read by their kinds."""

    functions: Callable[[Own, int], Any]
    facts: Document  # of the book
    view: Callable[[Own], JsonObject]
    about: Callable[[Own, Own], JsonObject]  # of a view and its decision: its subject, and perhaps an offer
    schemas: Callable[[], Schemas]
    harmless: Callable[[Own], object] = lambda decision: decision.default  # a legal choice

    def book(self, rules: Own, players: int) -> JsonObject:
        chosen = self.functions(rules, players)
        written: JsonObject = self.facts.write(chosen.book, chosen)
        return written

    def question(self, view: Own, decision: PendingDecision) -> JsonObject:
        """The subject of a question, its options unless there is an offer, and a default."""
        chosen = self.functions(view.book.rules, view.book.players)
        kind, asked = chosen.kinds[decision.kind], self.about(view, decision)
        if "offer" not in asked:
            asked["options"] = [kind.write(option, chosen) for option in decision.options]
        return {**asked, "default": kind.write(self.harmless(decision), chosen)}

    def read_choice(self, place: Json, state: Own, decision: PendingDecision) -> Any:
        return state.functions.kinds[decision.kind].read_legal(place, decision, state.functions)


class EngineGame(Game):
    """A game of kinds of decisions (`engine.Kind`) and states (`engine.EngineState`), whose views have a `book`."""

    @property
    @abstractmethod
    def entries(self) -> PlainEntries:
        """The types of entries of its journal, by their names in the log."""

    @property
    def referee(self) -> Referee[Any]:
        """The object that reads, plays and writes scenarios: one of the `places`, as the game's `pages` are."""
        referee: Referee[object] = self.load("referee")
        return referee

    @abstractmethod
    def functions(self, rules: Own, players: int) -> Any:
        """The functions that games with these rules are played by."""

    @abstractmethod
    def chance(self, seed: int) -> Chance: ...

    def kinds_of(self, state: Own) -> Collection[str]:
        kinds: Mapping[str, object] = state.functions.kinds
        return kinds

    def shared(self, view: Own) -> object:
        return view.book

    def shared_by(self, rules: object, players: int) -> object:
        return self.functions(rules, players).book

    def without_shared(self, view: Own) -> Own:
        return view._replace(book=None)

    def with_shared(self, view: Own, shared: Own) -> Own:
        return view._replace(book=shared)

    def check(self, shared: Own, decision: Own, choice: Own) -> object:
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

    def decode(self, state: Own, packed: bytes) -> object:
        assert state.decision is not None, "a game that is over has no choice to decode"
        return state.functions.kinds[state.decision.kind].unpack(packed)

    def event_log(self, state: Own) -> list[PlainEntry]:
        return self.entries.of(state.journal or ())

    def log_lines(self, state: Own, entries: Iterable[object]) -> Iterator[JsonObject]:
        """The entries with names for what they are about."""
        return self.entries.lines(entries, state.functions)

    def check_position(self, document: Json, base: Path) -> JsonObject:
        if isinstance(document.value, dict) and "format" not in document.value:
            document.fail(f'"format" is missing; a position begins with "format": "{self.name}-position/1"')
        normal: JsonObject = self.referee.write_position(self.referee.read_position(document, base))
        return normal

    def play_scenario(self, document: Json, base: Path) -> Reached:
        state = self.referee.play(self.referee.read(document, base))
        return Reached(self.referee.write_reached(state), self.log_lines(state, state.journal or ()))

    def resume(self, document: Json, base: Path, seed: int) -> object:
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

    def scenario_page(self, title: str, document: Json, base: Path) -> str | None:
        if "pages" not in self.places:
            return None
        page: str = self.load("pages").page_of_scenario(self.referee, title, document, base)
        return page

    def bot_template(self) -> str:
        """The package's file `data/bot.txt`."""
        file = folder_of(type(self).__module__.rpartition(".")[0]) / "data" / "bot.txt"
        return file.read_text(encoding="utf-8") if file.is_file() else ""
