"""Views of Wallenstein as arrays, and its choices as numbered actions."""

from collections.abc import Callable, Collection
from typing import Final

from wallenstein.core.encoding import Feature, Remembered, Row, Spelled, StepwiseAnswer, marked, write_asked
from wallenstein.games.wallenstein.editions import functions, parts_of
from wallenstein.games.wallenstein.encoding import answers
from wallenstein.games.wallenstein.encoding.answers import BID, NONE, NUMBER, MarchAnswer, PlanAnswer, Spellings
from wallenstein.games.wallenstein.encoding.table import Memory, TableWriter, boxes_of, features
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import AskDefence, Decision, Revolt
from wallenstein.games.wallenstein.model.offer import Marches
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import ACTIONS, COUNTY_BID, DICE_TOWER, DICE_TOWER_BID
from wallenstein.games.wallenstein.plan import COUNTIES, Plan
from wallenstein.games.wallenstein.rules import Rules

BIDS: Final = ("0 Thalers", "1 Thaler", "2 Thalers", "3 Thalers", "4 Thalers", "dice tower", "nothing")
NOTHING: Final = len(BIDS) - 1
STEPS: Final = ("first", "second", "third")
ABOUT: Final = ("it is about", "it is attacked from", "has been said")


class QuestionWriter:
    """Writes the last part of observations: the question and the answer so far."""

    def __init__(self, book: Book, kinds: Collection[str]) -> None:
        self.boxes: Final = boxes_of(book)
        self.book: Final = book
        self.players: Final = book.players
        first = len(self.boxes) * len(COUNTIES) + answers.COURT_BOXES + len(BIDS)  # of the kinds
        self.kinds: Final = {kind: place for place, kind in enumerate(sorted(kinds), first)}
        self.box: Final = first + len(self.kinds)  # where the box of the plan that is asked begins
        self.size: Final = sum(feature.size for feature in self.features())  # exact: ints
        self.laid = [Remembered(self.write_plan) for _ in range(book.players)]  # own plans

    def features(self) -> tuple[Feature, ...]:
        own = {"bids": BIDS, "kinds": tuple(self.kinds), "about": ABOUT}
        return features(self.book, "question", **own, **{"answer steps": STEPS})

    def write(self, view: View, decision: Decision | None, answer: StepwiseAnswer | None) -> bytearray:
        seat = view.seat
        entries = bytearray(self.laid[seat].look((view.plan,)))
        if answer is None or decision is None:
            return entries
        entries[self.kinds[decision.kind]] = 1
        if isinstance(answer, PlanAnswer):
            self.lay(entries, 0, answer.cards, 0)
            entries[self.box + len(answer.cards)] = 1
            return entries
        start = self.box + len(self.boxes)
        said: list[int] = answer.said if isinstance(answer, (Spelled, MarchAnswer)) else []
        if len(said) < len(STEPS):
            entries[start + len(said)] = 1
        start += len(STEPS)
        self.write_about(entries, start, decision, seat)
        self.write_said(entries, start + 2 * len(COUNTIES), said)
        return entries

    def write_plan(self, plan: Plan | None) -> bytearray:
        entries = bytearray(self.size)
        if plan is not None:
            self.lay(entries, 0, [*plan.boxes, plan.bid, *plan.court], 0)
        return entries

    def lay(self, entries: Row, start: int, cards: list[int], first: int) -> None:
        """Writes the cards of a plan from box `first` on; `start` is where the question begins."""
        size, court = len(COUNTIES), start + len(self.boxes) * len(COUNTIES)
        for place in range(first, len(cards)):
            card = cards[place]
            if place == BID:
                if card >= COUNTY_BID:
                    entries[start + place * size + card - COUNTY_BID] = 1
                else:
                    entries[court + answers.COURT_BOXES + (card if 0 <= card <= DICE_TOWER_BID else NOTHING)] = 1
            elif card >= 0:
                entries[start + place * size + card] = 1
            elif card == DICE_TOWER:
                entries[court + place - BID - 1] = 1

    def write_about(self, entries: bytearray, start: int, decision: Decision, seat: int) -> None:
        size, step, county = len(COUNTIES), decision.step, decision.county
        behind = start + len(ABOUT) * size
        if county >= 0:
            entries[start + county] = 1
        if isinstance(step, AskDefence):
            entries[start + size + step.source] = 1
            entries[behind + (step.seat - seat) % self.players] = 1
            entries[behind + self.players] = step.armies
        elif isinstance(step, Revolt):
            entries[behind + self.players + 1] = step.extra

    def write_said(self, entries: bytearray, start: int, said: list[int]) -> None:
        """Counties, boxes, and whether an army is deployed."""
        behind = start + len(COUNTIES) + self.players + 2
        for action in said:
            if action < NONE:
                entries[start + action] = 1
            elif answers.BOX <= action < answers.BOX + len(ACTIONS):
                entries[behind + action - answers.BOX] = 1
            elif answers.NO < action < NUMBER:
                entries[behind + len(ACTIONS)] = 1


class WallensteinEncoding:
    """The numbers of the game with these rules and this number of players."""

    def __init__(self, rules: Rules, players: int) -> None:
        played = functions(rules, players)
        book = played.book
        self.places: Final[tuple[str, ...]] = book.board.ids
        self.tables: Final = TableWriter(book)
        self.asked: Final = QuestionWriter(book, played.kinds)
        found = {part.name: part.module("encoding") for part in parts_of(rules)}
        modules = {name: module for name, module in found.items() if module is not None}
        self.added: Final[list[Callable[[View], bytes]]] = [module.table for module in modules.values()]
        names = (*book.board.ids, *answers.NAMES[NONE:])
        spellings, shown = dict(answers.SPELLINGS), features(book, "table")
        if self.tables.drafts is not None:
            shown += self.tables.drafts.features()
        for name, module in modules.items():
            spellings |= module.spellings(len(names))
            names += module.ACTIONS
            shown += features(book, name, **module.AXES)
        self.spellings: Final[Spellings] = spellings
        self.actions: Final[tuple[str, ...]] = names
        self.features: Final[tuple[Feature, ...]] = (*shown, *self.asked.features())
        self.split: Final = sum([feature.size for feature in shown])  # exact: ints
        self.box: Final = self.split + self.asked.box

    def memory(self) -> Memory:
        return Memory(self.asked.players)

    def table(self, view: View, memory: Memory | None = None) -> bytes:
        written = self.tables.write(view, memory)
        return b"".join([written, *[table(view) for table in self.added]]) if self.added else written

    def question(self, view: View, decision: Decision | None, answer: StepwiseAnswer | None) -> bytearray:
        """The seat's own plan, the question, and the answer so far."""
        return self.asked.write(view, decision, answer)

    def take(self, answer: StepwiseAnswer, action: int, view: View, decision: Decision, row: Row, mask: Row) -> bool:
        """In a plan, boxes from one to the next change little."""
        if not isinstance(answer, PlanAnswer):
            answer.take(action)
            if not answer.done:
                write_asked(self, answer, view, decision, row, mask)
            return answer.done
        cards, before = answer.cards, len(answer.cards)
        answer.take(action)
        now = len(cards)
        if answer.done:
            return True
        self.asked.lay(row, self.split, cards, before)
        row[self.box + before] = 0
        row[self.box + now] = 1
        if before <= BID <= now:
            mask[:] = marked(len(mask), answer.legal())
            return False
        for place in range(before, now):
            if cards[place] >= 0:
                mask[cards[place]] = 0
        mask[NONE] = answer.bare
        if now > BID:
            mask[answers.TOWER] = answer.bare and answer.towers > 0
        return False

    def answer(self, view: View, decision: Decision) -> StepwiseAnswer:
        """A new answer. Choices of a kind without a spelling are numbered as listed."""
        options = decision.options
        if decision.kind == "plan":
            return PlanAnswer(options)
        if isinstance(options, Marches):
            return MarchAnswer(options)
        spell = self.spellings.get(decision.kind)
        if spell is None:
            return Spelled([(NUMBER + place,) for place in range(len(options))], options)
        return Spelled([spell(choice) for choice in options], options)
