"""Pages of games that are replayed for them: from a seed and choices, or from a scenario."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from wallenstein.core.documents import Json
from wallenstein.core.game import Remark
from wallenstein.core.scenario import Playing, Referee
from wallenstein.core.text import Heading, Items, Sentence
from wallenstein.pages.palette import LETTERS
from wallenstein.pages.player import Position, Watched

State = TypeVar("State", bound=Playing)


@dataclass(frozen=True)
class GamePages(Generic[State]):
    """How the pages of one game are made."""

    referee: Referee[State]
    story: Callable[[Sequence[str], State], Any]  # the narrator between bots, from any position
    flat: Callable[[State], Position]  # all visible parts of a state
    watching: Callable[[Watched, Any], Any]  # the game's functions, watched
    when: Callable[[State], str]  # a heading of a sentence, such as `Turn 3`
    is_over: Callable[[State], bool]  # whether the game has ended, not only the scenario
    page: Callable[..., str]  # of title, story, opening, ending, state and the watched positions
    seats: Sequence[object] = LETTERS  # the name of the seat that is asked at the end of a scenario

    def page_of_game(
        self,
        title: str,
        bots: Sequence[str],
        state: Any,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark],
    ) -> str:
        story = self.story(bots, state)
        opening = list(story.opening(state, seed))
        watched, played = Watched(self.flat), state.functions
        watched.look(state)
        state.functions = self.watching(watched, played)
        watched.play(state, played.kinds, choices, remarks)
        state.functions = played
        watched.end(state)
        return self.page(title, story, opening, story.ending(state, state.result()), state, watched)

    def page_of_scenario(self, title: str, document: Json, base: Path) -> str:
        """The page of a scenario, from its position to its end; players have their letters as names."""
        scenario = self.referee.read(document, base)
        state: Any = scenario.state
        story = self.story(LETTERS[: state.book.players], state)
        opening = list(self.stands("The position", state))
        state.journal = []
        watched = Watched(self.flat)
        watched.look(state)
        self.referee.play(scenario, partial(self.watching, watched))
        watched.end(state)
        over = self.is_over(state)
        ending = story.ending(state, state.result()) if over else self.stands("The end of the scenario", state)
        return self.page(title, story, opening, ending, state, watched)

    def stands(self, heading: str, state: State) -> Items:
        """The position where a scenario begins or stops."""
        asked = state.decision
        question = "" if asked is None else f" Seat {self.seats[asked.seat]} is asked: {asked.kind}."
        yield Heading(heading, 1)
        yield Sentence((f"{self.when(state)}.{question}",))
