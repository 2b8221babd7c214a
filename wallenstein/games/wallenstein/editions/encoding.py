"""Views of Wallenstein as arrays, and its choices as numbered actions."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from wallenstein.core.encoding import Feature, Spelled, StepwiseAnswer
from wallenstein.games.wallenstein.editions import functions, parts_of
from wallenstein.games.wallenstein.encoding.answers import (
    BID,
    BOX,
    COURT_BOXES,
    NAMES,
    NO,
    NONE,
    NUMBER,
    SPELLINGS,
    MarchAnswer,
    PlanAnswer,
)
from wallenstein.games.wallenstein.encoding.table import COLOURS, TableWriter, features
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.offer import Marches
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, COUNTY_BID, DICE_TOWER, DICE_TOWER_BID
from wallenstein.games.wallenstein.plan import COUNTIES
from wallenstein.games.wallenstein.rules import Rules

BIDS: Final = ("0 Thalers", "1 Thaler", "2 Thalers", "3 Thalers", "4 Thalers", "dice tower", "nothing")
NOTHING: Final = len(BIDS) - 1
COURT: Final = tuple(f"convert {size}" for size in (3, 2, 1))
STEPS: Final = ("first", "second", "third")
ABOUT: Final = ("it is about", "it is attacked from", "has been said")


class QuestionWriter:
    """Writes the last part of observations: the question and the answer so far."""

    def __init__(self, book: Book, kinds: Collection[str]) -> None:
        self.kinds: Final = tuple(sorted(kinds))
        self.court: Final = "emperors-court" in book.rules.expansions
        self.boxes: Final = (*ACTIONS, "bid", *(COURT if self.court else ()))
        self.players: Final = book.players
        self.armies: Final = book.cards.armies
        self.size: Final = sum(feature.size for feature in self.features())  # exact: ints

    def features(self) -> tuple[Feature, ...]:
        return (
            Feature("own plan", "1 for the box on which the seat has laid the county's card", (self.boxes, COUNTIES)),
            Feature("own dice towers", "1 for a court box with a dice tower card", (COURT,)),
            Feature("own bid", "1 for the seat's own bid, if it is not a county", (BIDS,)),
            Feature("kind", "1 for the kind of decision that is asked", (self.kinds,)),
            Feature("box", "1 for the box of the plan that is asked", (self.boxes,)),
            Feature("step", "1 for the step of any other answer that is asked", (STEPS,)),
            Feature("county", "1 for the county that the question names, or the answer so far", (ABOUT, COUNTIES)),
            Feature("attacker", "1 for the seat that attacks", (COLOURS[: self.players],)),
            Feature("attacking", "armies that attack", (("armies",),), self.armies),
            Feature("extra", "peasants that winter adds to a revolt", (("peasants",),), 20),
            Feature("declaring", "1 for a box that has been declared empty in the answer so far (F3)", (ACTIONS,)),
            Feature("deployed", "1 if the answer so far is to deploy an army (F6)", (("army",),)),
        )

    def write(self, view: View, decision: Decision | None, answer: StepwiseAnswer | None) -> bytes:
        size = len(COUNTIES)
        entries = bytearray(self.size)
        if isinstance(answer, PlanAnswer):
            self.write_plan(entries, answer.cards)
        elif view.plan is not None:
            self.write_plan(entries, (*view.plan.boxes, view.plan.bid, *view.plan.court))
        if answer is None or decision is None:
            return bytes(entries)
        start = len(self.boxes) * size + COURT_BOXES + len(BIDS)
        entries[start + self.kinds.index(decision.kind)] = 1
        start += len(self.kinds)
        if isinstance(answer, PlanAnswer):
            entries[start + len(answer.cards)] = 1
            return bytes(entries)
        start += len(self.boxes)
        said: list[int] = answer.said if isinstance(answer, Spelled | MarchAnswer) else []
        if len(said) < len(STEPS):
            entries[start + len(said)] = 1
        start += len(STEPS)
        self.write_about(entries, start, decision, view.seat)
        self.write_said(entries, start + 2 * size, said)
        return bytes(entries)

    def write_plan(self, entries: bytearray, cards: Any) -> None:
        """The cards laid so far."""
        size, court = len(COUNTIES), len(self.boxes) * len(COUNTIES)
        for place, card in enumerate(cards):
            if place == BID:
                if card >= COUNTY_BID:
                    entries[place * size + card - COUNTY_BID] = 1
                else:
                    entries[court + COURT_BOXES + (card if 0 <= card <= DICE_TOWER_BID else NOTHING)] = 1
            elif card >= 0:
                entries[place * size + card] = 1
            elif card == DICE_TOWER:
                entries[court + place - BID - 1] = 1

    def write_about(self, entries: bytearray, start: int, decision: Decision, seat: int) -> None:
        size = len(COUNTIES)
        if decision.county >= 0:
            entries[start + decision.county] = 1
        attack = decision.attack
        behind = start + len(ABOUT) * size
        if attack is not None:
            entries[start + size + attack.source] = 1
            entries[behind + (attack.seat - seat) % self.players] = 1
            entries[behind + self.players] = attack.armies
        entries[behind + self.players + 1] = decision.extra

    def write_said(self, entries: bytearray, start: int, said: list[int]) -> None:
        """Counties, boxes, and whether an army is deployed."""
        behind = start + len(COUNTIES) + self.players + 2
        for action in said:
            if action < NONE:
                entries[start + action] = 1
            elif BOX <= action < BOX + len(ACTIONS):
                entries[behind + action - BOX] = 1
            elif NO < action < NUMBER:
                entries[behind + len(ACTIONS)] = 1


class WallensteinEncoding:
    """The numbers of the game with these rules and this number of players."""

    def __init__(self, rules: Rules, players: int) -> None:
        played = functions(rules, players)
        book = played.book
        self.tables: Final = TableWriter(book)
        self.asked: Final = QuestionWriter(book, played.kinds)
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
        return b"".join([self.tables.write(view), *[module.table(view) for module in self.expansions]])

    def question(self, view: View, decision: Decision | None, answer: StepwiseAnswer | None) -> bytes:
        """The seat's own plan, the question, and the answer so far."""
        return self.asked.write(view, decision, answer)

    def answer(self, view: View, decision: Decision) -> StepwiseAnswer:
        """A new answer. Choices of a kind without a spelling are numbered as listed."""
        options = decision.options
        if decision.kind == "plan":
            return PlanAnswer(options)
        if isinstance(options, Marches):
            return MarchAnswer(options)
        spell = self.spellings.get(decision.kind)
        if spell is None:
            return Spelled([((NUMBER + place,), choice) for place, choice in enumerate(options)])
        return Spelled([(spell(choice), choice) for choice in options])
