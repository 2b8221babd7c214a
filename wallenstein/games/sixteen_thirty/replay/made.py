"""Pages of games that are played again for them: from a seed and choices, or from a scenario."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wallenstein.core.game import Remark
from wallenstein.core.reports.page import Heading, Items, Sentence
from wallenstein.games.sixteen_thirty.model.state import Course, State
from wallenstein.games.sixteen_thirty.names import OVER
from wallenstein.games.sixteen_thirty.referee.play import play
from wallenstein.games.sixteen_thirty.referee.scenario import Scenario
from wallenstein.games.sixteen_thirty.replay.page import game_page
from wallenstein.games.sixteen_thirty.replay.position import flat
from wallenstein.games.sixteen_thirty.story.narrator import StoryNarrator
from wallenstein.games.sixteen_thirty.story.story import TURN
from wallenstein.pages.palette import LETTERS
from wallenstein.pages.player.watched import Watched


def page_of_game(
    title: str, bots: Sequence[str], state: State, seed: int, choices: Iterable[bytes], remarks: Sequence[Remark] = ()
) -> str:
    """The page of a new game, played by packed choices."""
    story = StoryNarrator(bots, state.book)
    opening = list(story.opening(state, seed))
    watched, played = Watched(flat), state.course
    watched.look(state)
    state.course = course_of(watched, played)
    watched.play(state, played.kinds, choices, remarks)
    state.course = played
    watched.end(state)
    return game_page(title, story, opening, story.ending(state, state.result()), state, watched)


def page_of_scenario(title: str, scenario: Scenario) -> str:
    """The page of a scenario, from its position to where it stops; players have their letters as names."""
    state = scenario.state
    story = StoryNarrator(LETTERS[: state.book.players], state.book)
    state.journal = []
    watched = Watched(flat)
    watched.look(state)
    opening = list(stands("The position", state))
    play(scenario, lambda course: course_of(watched, course))
    watched.end(state)
    over = state.step == OVER
    ending = story.ending(state, state.result()) if over else stands("The end of the scenario", state)
    return game_page(title, story, opening, ending, state, watched)


def course_of(watched: Watched, played: Course) -> Course:
    """The same rules, watched."""
    steps, stages = (tuple([watched.watching(do) for do in done]) for done in (played.steps, played.stages))
    return replace(played, steps=steps, stages=stages)


def stands(heading: str, state: State) -> Items:
    """Where a scenario begins or stops."""
    asked = "" if state.decision is None else f" Seat {state.decision.seat} is asked: {state.decision.kind}."
    yield Heading(heading, TURN)
    yield Sentence((f"Turn {state.turn}.{asked}",))
