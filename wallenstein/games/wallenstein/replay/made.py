"""Pages of games that are played again for them: from a seed and choices, or from a scenario."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from wallenstein.core.game import Remark
from wallenstein.core.text import Heading, Items, Sentence
from wallenstein.games.wallenstein.editions import parts_of, phases
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import ACTION, DRAFT, NEUTRAL, NO_EVENT, OVER, SEASONS, WINTER_PHASE
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.referee.scenario import Scenario
from wallenstein.games.wallenstein.referee.transcript import play
from wallenstein.games.wallenstein.replay.page import game_page
from wallenstein.games.wallenstein.story.season import SEASON
from wallenstein.pages.palette import LETTERS
from wallenstein.pages.player import Watched

# A position as flat values, so that the differences between two are small; `replay.js` reads them by these names.

Flat: TypeAlias = dict[str, Any]
IDLE: Final = (DRAFT, WINTER_PHASE, OVER)  # phases without a row of action cards


def flat(state: State) -> Flat:
    """All that the page shows of a state."""
    position: Flat = {
        f"county{county}": [owner, state.armies[county], state.buildings[county], state.markers[county]]
        for county, owner in enumerate(state.owner)
        if owner != NEUTRAL
    }
    seats = range(state.book.players)
    position |= {f"seat{seat}": seat_values(state, seat) for seat in seats}
    position |= {f"plan{seat}": plan_values(plan) for seat, plan in enumerate(state.plans) if plan is not None}
    views = state.view(0), state.view(1)  # a seat's own plan is open to itself
    position |= {
        f"open{seat}": plan_values(plan) for seat in seats if (plan := views[seat == 0].plans[seat]) is not None
    }
    row = () if state.phase in IDLE else state.actions
    return position | {
        "tower": list(state.tower),
        "tray": list(state.tray),
        "time": [state.year, state.season, phases()[state.phase]],
        "actions": list(row),
        "known": min(len(row), len(views[0].actions)),
        "slot": state.slot if state.phase == ACTION else -1,
        "order": list(state.order),
        "offer": list(state.tiles_on_offer),
        "event": state.event if state.event != NO_EVENT else -1,
        "events": list(state.events),
        "table": [words for story in stories(state) for words in story.table_words(state)],
    }


def seat_values(state: State, seat: int) -> list[Any]:
    """Points, Thalers, grain, counties, armies on the map; the tile; what expansions add, in words."""
    own = [county for county, owner in enumerate(state.owner) if owner == seat]
    armies = sum(state.armies[county] for county in own)  # exact: ints
    words = [words for story in stories(state) for words in story.seat_words(state, seat)]
    figures = [state.vp[seat], state.thalers[seat], state.grain[seat], len(own), armies]
    return [*figures, state.tiles[seat], words]


def stories(state: State) -> list[Any]:
    """The modules that put the expansions in play into words."""
    return [part.module("story") for part in parts_of(state.book.rules)]


def plan_values(plan: Plan) -> list[Any]:
    """Boxes by action, the bid, and court boxes if there are any."""
    return [list(plan.boxes), plan.bid, list(plan.court)]


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
    yield Heading("The position", SEASON)
    yield Sentence((f"Year {state.year}, {SEASONS[state.season]}.",))


def stop(state: State) -> Items:
    """Where it stops before the end of the game."""
    yield Heading("The end of the scenario", SEASON)
    waiting = state.decision
    asked = "" if waiting is None else f" Seat {LETTERS[waiting.seat]} is asked: {waiting.kind}."
    yield Sentence((f"Year {state.year}, {SEASONS[state.season]}.{asked}",))
