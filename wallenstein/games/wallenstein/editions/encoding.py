"""Views of Wallenstein as arrays, and its choices as numbered actions."""

from collections.abc import Mapping
from typing import Any, Final

from wallenstein.core.encoding import Answer, Feature, Spelled
from wallenstein.games.wallenstein.editions import functions, parts_of
from wallenstein.games.wallenstein.encoding.actions import NAMES, NUMBER
from wallenstein.games.wallenstein.encoding.answers import SPELLINGS, MarchAnswer
from wallenstein.games.wallenstein.encoding.plans import PlanAnswer
from wallenstein.games.wallenstein.encoding.question import Question
from wallenstein.games.wallenstein.encoding.table import Table, features
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.marches import Marches
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.rules import Rules


class WallensteinEncoding:
    """The numbers of the game with these rules and so many players."""

    def __init__(self, rules: Rules, players: int) -> None:
        played = functions(rules, players)
        book = played.book
        self.tables: Final = Table(book)
        self.asked: Final = Question(book, played.kinds)
        modules = [part.module("encoding") for part in parts_of(rules)]
        self.expansions: Final = [module for module in modules if module is not None]
        names, spellings, shown = NAMES, dict(SPELLINGS), features(book)
        if self.tables.drafts is not None:
            shown += self.tables.drafts.features()
        for module in self.expansions:
            spellings |= module.spellings(len(names))
            names += module.ACTIONS
            shown += module.features(players)
        self.spellings: Final[Mapping[str, Any]] = spellings
        self.actions: Final[tuple[str, ...]] = names
        self.features: Final[tuple[Feature, ...]] = (*shown, *self.asked.features())

    def table(self, view: View) -> bytes:
        """What the view shows."""
        return b"".join([self.tables.write(view), *[module.table(view) for module in self.expansions]])

    def question(self, view: View, decision: Decision | None, answer: Answer | None) -> bytes:
        """The seat's own plan, what it is asked, and what it has said."""
        return self.asked.write(view, decision, answer)

    def answer(self, view: View, decision: Decision) -> Answer:
        """A new answer. Choices of a kind that nobody spells are numbered as they are listed."""
        options = decision.options
        if decision.kind == "plan":
            return PlanAnswer(options)
        if isinstance(options, Marches):
            return MarchAnswer(options)
        spell = self.spellings.get(decision.kind)
        if spell is None:
            return Spelled([((NUMBER + place,), choice) for place, choice in enumerate(options)])
        return Spelled([(spell(choice), choice) for choice in options])
