"""Pages of games that are played again: from a seed and choices, or from a scenario."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from wallenstein.core.documents import JsonObject
from wallenstein.games.wallenstein.editions import parts_of, phases
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import ACTION, DRAFT, NEUTRAL, NO_EVENT, OVER, SEASONS, WINTER_PHASE
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.referee.scenario import REFEREE
from wallenstein.games.wallenstein.replay.page import game_page
from wallenstein.games.wallenstein.story.season import SeasonNarrator
from wallenstein.pages.game_pages import GamePages
from wallenstein.pages.player import Watched

# A position as flat values, so that the differences between two are small; `replay.js` reads them by these names.

IDLE: Final = (DRAFT, WINTER_PHASE, OVER)  # phases without a row of action cards


def flat(state: State) -> JsonObject:
    """The part of a state that the page shows."""
    position: JsonObject = {
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
    """Points, Thalers, grain, counties, armies on the map; the tile; the expansions' parts, in words."""
    own = [county for county, owner in enumerate(state.owner) if owner == seat]
    armies = sum(state.armies[county] for county in own)  # exact: ints
    words = [words for story in stories(state) for words in story.seat_words(state, seat)]
    figures = [state.vp[seat], state.thalers[seat], state.grain[seat], len(own), armies]
    return [*figures, state.tiles[seat], words]


def stories(state: State) -> list[Any]:
    return [part.module("story") for part in parts_of(state.book.rules)]


def plan_values(plan: Plan) -> list[object]:
    """Boxes by action, the bid, and court boxes if there are any."""
    return [list(plan.boxes), plan.bid, list(plan.court)]


def story_from(bots: Sequence[str], state: State) -> SeasonNarrator:
    """The narrator of a game that may be under way."""
    story = new_story(bots, state.book)
    story.resume(state)
    return story


def functions_of(watched: Watched, played: Functions) -> Functions:
    """The same rules, watched: a step may resolve the actions of several players."""
    return replace(
        played,
        steps={step: watched.watching(do) for step, do in played.steps.items()},
        actions=tuple([watched.watching(do) for do in played.actions]),
    )


PAGES: Final = GamePages(
    referee=REFEREE,
    story=story_from,
    flat=flat,
    watching=functions_of,
    when=lambda state: f"Year {state.year}, {SEASONS[state.season]}",
    is_over=lambda state: state.phase == OVER,
    page=game_page,
)
