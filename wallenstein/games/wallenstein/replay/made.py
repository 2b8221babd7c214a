"""Pages of games that are played again: from a seed and choices, or from a scenario."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from wallenstein.core.documents import JsonObject
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.editions import parts_of, phases
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model.state import SEASONS_A_YEAR, Functions, State
from wallenstein.games.wallenstein.phases.winter import SCORE
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.referee.scenario import REFEREE
from wallenstein.games.wallenstein.replay.page import board_page, board_picture, details_of, jumps_to, positions_of
from wallenstein.games.wallenstein.search.forecast import FEATURES, features
from wallenstein.games.wallenstein.story.season import SeasonNarrator, describe_rules
from wallenstein.pages.chances import Chances
from wallenstein.pages.game_pages import GamePages
from wallenstein.pages.player import Watched

# A position as flat values, so that the differences between two are small; `replay.js` reads them by these names.

IDLE: Final = (const.DRAFT, const.WINTER_PHASE, const.OVER)  # phases without a row of action cards


def flat(state: State) -> JsonObject:
    position: JsonObject = {
        f"county{county}": [owner, state.armies[county], state.buildings[county], state.markers[county]]
        for county, owner in enumerate(state.owner)
        if owner != const.NEUTRAL
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
        "slot": state.slot if state.phase == const.ACTION else -1,
        "order": list(state.order),
        "offer": list(state.tiles_on_offer),
        "event": state.event if state.event != const.NO_EVENT else -1,
        "events": list(state.events),
        "table": [words for story in stories(state) for words in story.table_words(state)],
    }


def seat_values(state: State, seat: int) -> list[object]:
    """Points, Thalers, grain, counties, armies on the map; the tile; the expansions' parts, in words."""
    own = state.counties(seat)
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


PLANNED: Final = ("buildings to come", "grain to come", "Thalers to come", "armies to come", "marches to come")


def numbers(state: State) -> list[list[int]]:
    """The features of the forecast, then what the rest of the season's plans would bring, all being known to it."""
    rows = features(state)
    left = state.actions[state.slot :] if state.phase == const.ACTION else ()
    acted = state.order[: state.seats_done]
    for seat, row in enumerate(rows):
        plan, more = state.plans[seat], [0] * len(PLANNED)
        for action in left[seat in acted :] if plan else ():
            county = plan.boxes[action] if plan else const.BLANK
            if county != const.BLANK and state.owner[county] == seat:
                place, value = to_come(state, action, county)
                more[place] += value
        row += more
    return rows


def to_come(state: State, action: int, county: int) -> tuple[int, int]:
    """The feature of a planned action, and its number."""
    board = state.book.board
    if action < const.GRAIN:
        return 0, 1
    if action in (const.GRAIN, const.TAXES):
        return action - const.GRAIN + 1, (board.grain if action == const.GRAIN else board.taxes)[county]
    return (3, ARMIES[action - const.DEPLOY_5]) if action < const.COMBAT_A else (4, 1)


ARMIES: Final = (5, 3, 1)


def stage_of(state: State) -> float:
    """The part of the game: the draft, then two for each season; those of winter lie before and after its points."""
    if state.phase == const.DRAFT:
        return 0.5
    begun = 1.0 + 2 * (state.period("season") - SEASONS_A_YEAR)
    if state.phase == const.WINTER_PHASE:
        return begun + (0.5 if SCORE in state.agenda else 1.5)
    return begun + 2 * state.slot / len(const.ACTIONS) if state.phase == const.ACTION else begun


CHANCES: Final = Chances(
    package="wallenstein.games.wallenstein",
    bots=("miller", "settler", "warlord", "regent"),
    names=(*FEATURES, *PLANNED),
    features=numbers,
    stage=stage_of,
    group=lambda state: f"{state.book.rules.edition} {state.book.players}",
    is_over=lambda state: state.phase == const.OVER,
)
PAGES: Final = GamePages(
    referee=REFEREE,
    story=story_from,
    flat=flat,
    watching=functions_of,
    when=lambda state: f"Year {state.year}, {const.SEASONS[state.season]}",
    chances=CHANCES,
    about=lambda book: describe_rules(book.rules),
    jumps=jumps_to,
    positions=positions_of,
    details=details_of,
    page=board_page,
    picture=board_picture,
    hides=True,
)
