"""The question that a person is asked: in words, with its options, reasons, the rule and hints."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from statistics import fmean
from typing import Any, Final, TypeAlias

from wallenstein.bots.match import maker_of
from wallenstein.core.documents import Json, JsonObject, PendingDecision
from wallenstein.core.errors import ConfigError, FormatError, RuleError
from wallenstein.core.game import State
from wallenstein.core.program.packaged import packaged_documents
from wallenstein.core.text import did_you_mean
from wallenstein.extras.seat.table import Sitting
from wallenstein.table.conditions import Setup

TRIALS: Final = 60  # of a hint by a searching bot
SAID: Final = ("to", "give", "take", "add", "remove")  # keys of choices that are read out
PARAGRAPH: Final = re.compile(r"\n(?=\n|[-#] )")
Written: TypeAlias = Any  # a choice as documents write it
Words: TypeAlias = Mapping[str, str]  # readable names by the names in documents


class OpenQuestion:
    """A question to a seat. Instead of `options`, there is an `offer` if they are too many to list."""

    def __init__(self, sitting: Sitting, state: State, decision: PendingDecision) -> None:
        game = sitting.game
        self.game: Final = game
        self.sitting: Final = sitting
        self.state: Final = state
        self.decision: Final = decision
        self.seat: Final = decision.seat
        self.view: Final = state.view(decision.seat)
        self.guide: Final = game.load("guide")
        self.functions: Final = game.functions(sitting.rules, len(sitting.names))
        self.words: Final[Words] = self.guide.words(self.view, decision)
        self.document: Final[JsonObject] = dict(game.documents.question(self.view, decision))
        self.offer: Final[JsonObject] = self.document.get("offer", {})
        self.options: Final = [(choice, self.describe(choice)) for choice in self.document.get("options", ())]
        self.effects: Final[Mapping[str, Words]] = self.guide.effects(self.view, decision)
        self.text: Final[str] = self.guide.ask(self.view, decision)
        self.own: Final[str] = self.guide.own(self.view)
        self.rule: Final = rule_text(self.guide.rules, self.functions.kinds[decision.kind].rule)

    def page_document(self) -> JsonObject:
        """All of it for a page, with the elements that options and names stand for."""
        places: Words = self.guide.places(self.view.book)
        options = [
            {"choice": one, "text": text, "places": [places[name] for name in names_in(one) if name in places]}
            for one, text in self.options
        ]
        said = {"kind": self.decision.kind, "text": self.text, "own": self.own, "rule": self.rule, "words": self.words}
        return {"offer": {}, **self.document, **said, "effects": self.effects, "options": options, "places": places}

    def describe(self, choice: Written) -> str:
        text = describe_choice(choice, self.words, self.sitting.names)
        return text[:1].upper() + text[1:]

    def read(self, choice: Written) -> object:
        """The choice in plain values; RuleError and FormatError are sentences about what is wrong with it."""
        read = self.game.documents.read_choice(Json(choice, "choice"), self.state, self.decision)
        return self.game.check(self.game.shared(self.view), self.decision, read)

    def why_not(self, choice: Written) -> str:
        """Why a choice cannot be made; empty if it can."""
        try:
            self.read(choice)
        except (RuleError, FormatError) as error:
            reason = self.guide.why_not(self.view, self.decision, choice)
            refused = str(error).replace(f"seat {self.seat} ", f"{self.sitting.names[self.seat]} ")
            return f"{reason} ({refused.partition(':')[0]})" if reason else refused
        return ""

    def hint(self, bot: str) -> tuple[Written, str]:
        """A bot's choice here, also in words. The bot has not followed the game."""
        if bot not in self.guide.advisers:
            raise ConfigError(f'hints: "{bot}" gives none; {did_you_mean(bot, self.guide.advisers)}')
        adviser, kind = maker_of(bot)(), self.functions.kinds[self.decision.kind]
        adviser.rng = Random(self.seat)
        adviser.start(Setup(self.game.name, self.seat, len(self.sitting.names), self.sitting.rules))
        choice = kind.check(self.decision, adviser.decide(self.view, self.decision))
        written, chance = kind.write(choice, self.functions), ""
        searched = self.game.searcher and self.decision.kind in self.game.searcher[2]
        if searched and hasattr(adviser, "rehearsal") and getattr(adviser, "has_planned", True):
            trial = adviser.rehearsal(self.view).trial
            wins = fmean(trial(choice, number) for number in range(TRIALS))
            chance = f"; wins {100 * wins:.0f} % by {TRIALS} playouts"
        note = adviser.notebook.take()
        return written, f"{bot}: {self.describe(written)}{chance}{f' ({note})' if note else ''}"


def describe_choice(choice: Written, words: Words, names: Sequence[str]) -> str:
    if choice is None:
        return words.get("null", "none")
    if isinstance(choice, bool):
        return "yes" if choice else "no"
    if isinstance(choice, list):
        return ", ".join(describe_choice(one, words, names) for one in choice) or "none"
    if not isinstance(choice, dict):
        return words.get(str(choice), str(choice))
    parts = []
    for key, value in choice.items():
        if key == "seat":
            parts.append(names[value])
        elif isinstance(value, bool):
            parts += [words.get(key, key)] if value else []
        elif isinstance(value, str) and key not in SAID:
            parts.append(f"{words[key]}: {words.get(value, value)}" if key in words else words.get(value, value))
        elif value not in (None, [], {}) and not (key == "armies" and value == 0):
            told = describe_choice(value, words, names)
            parts.append(told if key == "actions" else f"{words.get(key, key)} {told}")
    return ", ".join(parts) or "nothing"


def names_in(choice: Written) -> list[str]:
    if isinstance(choice, dict):
        return [*choice, *(name for value in choice.values() for name in names_in(value))]
    if isinstance(choice, list):
        return [name for value in choice for name in names_in(value)]
    return [choice] if isinstance(choice, str) else []


@cache
def rule_text(document: str, code: str) -> str:
    """The paragraph of a document that states a rule, without its marks."""
    for paragraph in PARAGRAPH.split(packaged_documents()[document].read_text(encoding="utf-8")):
        if f"**{code}**" in paragraph or f"({code})" in paragraph:
            return " ".join(paragraph.replace("*", "").replace("`", "").split()).removeprefix("- ")
    return f"{code}: see `wallenstein docs {document}`"
