"""The referee: reads, plays and writes scenarios, with forced chance."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from wallenstein.core.chance import Chance, shares
from wallenstein.core.documents import Json, JsonObject
from wallenstein.core.records import Code, ListCode
from wallenstein.core.scenario import Forced, ForcedChance, RecordingChance, Referee, Scenario, read_one_key
from wallenstein.games.sixteen_thirty.model.choices import CARDS_LISTED, MARKERS_LISTED, Decision
from wallenstein.games.sixteen_thirty.model.state import Functions, State, StepFunction
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES, FADE, NO_STAGE, NONE, PHASE_OF, SCORING
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.position import read_position, write_position
from wallenstein.games.sixteen_thirty.rules import NAME

# Forced chance. Of each kind, the section named in errors, and the meaning of its outcome.

CHANCE: Final[dict[str, tuple[str, Code]]] = {
    "markers": ("3.2", ListCode(MARKERS_LISTED, "markers")),
    "deal": ("3.4", ListCode(CARDS_LISTED, "cards")),
    "first": ("3.5", Code()),
    "draw": ("4.1.2", CARDS_LISTED),
    "war": ("5.7.2.2", ListCode(ListCode(Code(), "dice"), "dice")),
    "end": ("4.2.2", Code()),
}
RESHUFFLE: Final = "reshuffle"  # the second half of a draw, from the former discard pile
DICE: Final = 2  # of each side in a war


class ScriptedChance(ForcedChance):
    def __init__(self, entries: Iterable[Forced], rest: Chance, state: State) -> None:
        """The state knows how many cards a draw takes."""
        super().__init__({kind: section for kind, (section, _) in CHANCE.items()}, entries, rest)
        self.state = state
        self.dice: list[int] = []  # of the current war
        self.coming: list[int] = []  # of a forced draw, from the discards

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        if kind == RESHUFFLE:
            drawn, self.coming = self.coming, []
            return drawn or list(self.rest.draw(kind, items, count))
        if kind == "war" and self.dice:
            return [self.dice.pop(0)]
        return super().draw(kind, items, count)

    def forced(self, entry: Forced, items: Sequence[int], count: int) -> list[int]:
        if entry.kind == "draw":
            return self.draw_cards(entry, items, count)
        if entry.kind in ("markers", "deal"):
            return self.deal(entry, items, count)
        outcome = [die for side in entry.outcome for die in side] if entry.kind == "war" else [entry.outcome]
        if not set(outcome) <= set(items):
            self.refuse(entry, f"must be of {', '.join(map(str, items))}")
        first, *self.dice = outcome
        return [first]

    def draw_cards(self, entry: Forced, deck: Sequence[int], count: int) -> list[int]:
        """4.1.2, R23: all cards of a draw step; if the deck runs out, all of it and then discards."""
        state = self.state
        total = min(state.book.draw, len(deck) + len(state.discard))
        if len(entry.outcome) != total:
            self.refuse(entry, f"{len(entry.outcome)} cards cannot be drawn; {total} are")
        left = Counter(entry.outcome)
        if count < total:
            left -= Counter(deck)
            if left.total() != total - count or left - Counter(state.discard):
                self.refuse(entry, "is not all of the deck and then some of the discards (R23)")
            self.coming = sorted(left.elements())
            return list(deck)
        self.check_available(entry, left, deck)
        return list(entry.outcome)

    def deal(self, entry: Forced, items: Sequence[int], count: int) -> list[int]:
        """3.2, 3.4: equal shares for all seats."""
        players = self.state.book.players
        share = count // players
        if [len(hand) for hand in entry.outcome] != [share] * players:
            self.refuse(entry, f"must have {players} lists of {share}")
        dealt = [item for hand in entry.outcome for item in hand]
        self.check_available(entry, Counter(dealt), items)
        return dealt

    def check_available(self, entry: Forced, wanted: Counter[int], items: Sequence[int]) -> None:
        """RuleError for items that are not there in this number."""
        names = COUNTRIES if entry.kind == "markers" else CARDS
        missing = wanted - Counter(items)
        if missing:
            self.refuse(entry, f"{', '.join(names[item] for item in missing)} cannot be drawn, or not so often")


STOP: Final = Decision(NONE, "stop", (), ())  # takes the place of a decision, so that the rules wait


def stopping(state: State, until: str) -> Functions:
    """The same rules, with a stop before a round, or before a turn's first."""
    if until not in ("round", "turn"):
        return state.functions
    steps = list(state.functions.steps)
    if until == "round":
        begun = state.step if state.stage == NO_STAGE else NONE  # the present step does not count
        for step in (FADE, SCORING):
            steps[step] = stopping_before(steps[step], lambda state: True, step == begun)
    else:
        last = state.turn if PHASE_OF[state.step] == "market" else state.turn + 1
        steps[FADE] = stopping_before(steps[FADE], lambda state: state.turn == last, False)
    return replace(state.functions, steps=tuple(steps))


def stopping_before(do: StepFunction, reached: Callable[[State], bool], stands_there: bool) -> StepFunction:
    """The step's function, preceded by a stop; not the first time if the game is already there."""
    waiting = [stands_there]

    def run(state: State) -> None:
        if waiting[0] or not reached(state):
            waiting[0] = False
            do(state)
        else:
            state.decision = STOP

    return run


class RecordedDraws(RecordingChance):
    """Records the outcomes of one event together: all dice of a war, all cards of a draw."""

    def draw(self, kind: str, items: Sequence[int], count: int) -> list[int]:
        outcome = super().draw(kind, items, count)
        before = self.outcomes[-2:-1]
        if before and (kind == RESHUFFLE or (kind == before[0][0] == "war" and len(before[0][1]) < 2 * DICE)):
            before[0][1].extend(self.outcomes.pop()[1])
        return outcome


class SixteenThirtyReferee(Referee[State]):
    name = f"{NAME}-scenario/1"
    example = '{"seat": 0, "kind": "vote", "choice": "red"}'
    stops = ("decision", "round", "turn", "end")
    stop = STOP
    recording = RecordedDraws

    def read_chance(self, place: Json, state: State) -> Forced:
        kind, value = read_one_key(place, CHANCE, '{"first": 2}')
        outcome: Any = CHANCE[kind][1].read(value, state)
        if kind == "war" and [len(side) for side in outcome] != [DICE, DICE]:
            value.fail("must be two dice of the attacker, then two of the defender: [[6, 2], [3, 3]]")
        return Forced(kind, outcome, value.path)

    def write_chance(self, kind: str, outcome: Sequence[int], state: State) -> JsonObject:
        parts: object = outcome
        if kind in ("first", "end"):
            parts = outcome[0]
        elif kind == "war":
            parts = outcome[:DICE], outcome[DICE:]
        elif kind == "draw":
            parts = sorted(outcome)
        else:
            parts = shares(outcome, state.book.players)
        return {kind: CHANCE[kind][1].write(parts, state)}

    def script(self, scenario: Scenario[State]) -> ScriptedChance:
        return ScriptedChance(scenario.chance, seeded(scenario.seed), scenario.state)

    def stopping(self, state: State, until: str, chance: ScriptedChance) -> Functions:
        return stopping(state, until)


REFEREE: Final = SixteenThirtyReferee(read_position, write_position, new_game)
