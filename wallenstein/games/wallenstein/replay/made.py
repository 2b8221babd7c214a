"""Pages of games that are played again for them: from a seed and choices, or from a scenario."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wallenstein.core.game import Remark
from wallenstein.core.reports.page import Heading, Items, Sentence
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import OVER, SEASONS
from wallenstein.games.wallenstein.referee.play import play
from wallenstein.games.wallenstein.referee.scenario import Scenario
from wallenstein.games.wallenstein.replay.page import game_page
from wallenstein.games.wallenstein.replay.position import flat
from wallenstein.games.wallenstein.story.setup import SEASON
from wallenstein.pages.palette import LETTERS
from wallenstein.pages.player.watched import Watched


def page_of_game(
    title: str, bots: Sequence[str], state: State, seed: int, choices: Iterable[bytes], remarks: Sequence[Remark] = ()
) -> str:
    """The page of a new game, played by packed choices."""
    story = new_story(bots, state.book)
    opening = list(story.opening(state, seed))
    watched, played = Watched(flat), state.functions
    watched.look(state)
    state.functions = functions_of(watched, played)
    watched.play(state, played.kinds, choices, remarks)
    state.functions = played
    watched.end(state)
    return game_page(title, story, opening, story.ending(state, state.result()), state, watched)


def page_of_scenario(title: str, scenario: Scenario) -> str:
    """The page of a scenario, from its position to where it stops; players have their letters as names."""
    state = scenario.state
    story = new_story(LETTERS[: state.book.players], state.book)
    opening = list(begin(state))
    story.resume(state)
    state.journal = []
    watched = Watched(flat)
    watched.look(state)
    play(scenario, lambda functions: functions_of(watched, functions))
    watched.end(state)
    ending = story.ending(state, state.result()) if state.phase == OVER else stop(state)
    return game_page(title, story, opening, ending, state, watched)


def functions_of(watched: Watched, played: Functions) -> Functions:
    """The same rules, watched: a step may resolve the actions of several players."""
    return replace(
        played,
        steps={step: watched.watching(do) for step, do in played.steps.items()},
        actions=tuple([watched.watching(do) for do in played.actions]),
    )


def begin(state: State) -> Items:
    """Where a scenario begins."""
    yield Heading("The position", SEASON)
    yield Sentence((f"Year {state.year}, {SEASONS[state.season]}.",))


def stop(state: State) -> Items:
    """Where it stops before the end of the game."""
    yield Heading("The end of the scenario", SEASON)
    waiting = state.decision
    asked = "" if waiting is None else f" Seat {LETTERS[waiting.seat]} is asked: {waiting.kind}."
    yield Sentence((f"Year {state.year}, {SEASONS[state.season]}.{asked}",))
