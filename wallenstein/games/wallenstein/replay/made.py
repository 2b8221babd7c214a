"""Pages of games that are played again for them: from a seed and choices, or from a scenario."""

from collections.abc import Iterable, Sequence

from wallenstein.core.page import Heading, Items, Sentence
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.names import OVER, SEASONS
from wallenstein.games.wallenstein.referee.play import play
from wallenstein.games.wallenstein.referee.scenario import Scenario
from wallenstein.games.wallenstein.replay.page import game_page
from wallenstein.games.wallenstein.replay.watching import Watched
from wallenstein.games.wallenstein.story.setup import SEASON
from wallenstein.pages.palette import LETTERS


def page_of_game(title: str, bots: Sequence[str], state: State, seed: int, choices: Iterable[bytes]) -> str:
    """The page of a new game, played by packed choices."""
    story = new_story(bots, state.book)
    opening = list(story.opening(state, seed))
    watched, played = Watched(), state.functions
    watched.look(state)
    state.functions = watched.functions(played)
    for packed in choices:
        assert state.decision is not None, "there are more choices than decisions"
        state.apply(played.kinds[state.decision.kind].unpack(packed))
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
    watched = Watched()
    watched.look(state)
    play(scenario, watched.functions)
    watched.end(state)
    ending = story.ending(state, state.result()) if state.phase == OVER else stop(state)
    return game_page(title, story, opening, ending, state, watched)


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
