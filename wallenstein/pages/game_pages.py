"""Pages of games that are replayed for them: from a seed and choices, or from a scenario."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from wallenstein.core.documents import Json
from wallenstein.core.game import Remark
from wallenstein.core.scenario import Referee
from wallenstein.core.text import Heading, Item, Items, Sentence
from wallenstein.pages import player
from wallenstein.pages.card import Picture
from wallenstein.pages.chances import Chances
from wallenstein.pages.palette import LETTERS
from wallenstein.pages.player import Playback, Position, Watched

State = TypeVar("State", bound=Any)


@dataclass(frozen=True)
class GamePages(Generic[State]):
    story: Callable[[Sequence[str], State], Any]  # the narrator between bots, from any position
    flat: Callable[[State], Position]  # all visible parts of a state
    watching: Callable[[Watched, Any], object]  # the game's functions, watched
    when: Callable[[State], str]  # a heading of a sentence, such as `Turn 3`
    chances: Chances[State]  # to win; it knows when the game is over, not only a scenario
    about: Callable[[Any], str]  # the rules in words, of the book
    jumps: Callable[..., Mapping[str, player.Jumps]]  # to parts and fights: of journal, steps and the story's names
    positions: Callable[..., list[Position]]  # of steps, journal and the watched positions
    details: Callable[..., list[dict[str, object]]]  # of steps, journal and book
    page: Callable[[Playback, Any, Sequence[str]], str]  # of the whole game, the book and the names of the players
    picture: Callable[[Playback, Any, int], Picture]  # of the board at a step
    hides: bool = False  # whether players have plans that others do not see
    seats: Sequence[object] = LETTERS  # the name of the seat that is asked at the end of a scenario

    def playback(
        self,
        title: str,
        bots: Sequence[str],
        state: Any,
        seed: int,
        choices: Iterable[bytes],
        remarks: Sequence[Remark],
    ) -> Playback:
        story = self.story(bots, state)
        opening = list(story.opening(state, seed))
        watched, played = Watched(self.seen), state.functions
        watched.look(state)
        state.functions = self.watching(watched, played)
        watched.play(state, played.kinds, choices, remarks)
        state.functions = played
        watched.end(state)
        return self.played(title, story, opening, story.ending(state, state.result()), state, watched)

    def page_of_scenario(self, referee: Referee[State], title: str, document: Json, base: Path) -> str:
        """The page of a scenario, from its position to its end; players have their letters as names."""
        scenario = referee.read(document, base)
        state: Any = scenario.state
        story = self.story(LETTERS[: state.book.players], state)
        opening = list(self.stands("The position", state))
        state.journal = []
        watched = Watched(self.seen)
        watched.look(state)
        referee.play(scenario, partial(self.watching, watched))
        watched.end(state)
        over = self.chances.is_over(state)
        ending = story.ending(state, state.result()) if over else self.stands("The end of the scenario", state)
        play = self.played(title, story, opening, ending, state, watched)
        return self.page(play, state.book, story.names.bots)

    def played(
        self, title: str, story: Any, opening: Iterable[Item], ending: Items, state: Any, watched: Watched
    ) -> Playback:
        journal, book = state.journal or [], state.book
        told, faults = player.with_remarks(
            player.steps(story, journal, opening, ending), watched.said, story.names.player
        )
        positions, details = self.positions(told, journal, watched), self.details(told, journal, book)
        jumps, forecast = self.jumps(journal, told, story.names), self.chances.hash
        return Playback(
            title, self.about(book), players(story), told, positions, details, jumps, faults, self.hides, None, forecast
        )

    def live(self, title: str, story: Any, state: Any, live: player.Live, first: Position) -> str:
        """The page of a game that is being played; its steps come later."""
        begun = player.PageStep(0, (Sentence(("The game begins.",)),))
        play = Playback(title, self.about(state.book), players(story), [begun], [first], [{}], live=live)
        return self.page(play, state.book, story.names.bots)

    def seen(self, state: State) -> Position:
        return {**self.flat(state), "chance": [round(chance, 4) for chance in self.chances.of(state)]}

    def stands(self, heading: str, state: State) -> Items:
        """The position where a scenario begins or stops."""
        asked = state.decision
        question = "" if asked is None else f" Seat {self.seats[asked.seat]} is asked: {asked.kind}."
        yield Heading(heading, 1)
        yield Sentence((f"{self.when(state)}.{question}",))


def players(story: Any) -> list[player.PagePlayer]:
    return [player.PagePlayer(*story.names.player(seat)) for seat in range(len(story.names.bots))]
