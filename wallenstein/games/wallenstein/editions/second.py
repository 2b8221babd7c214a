"""The functions of the second edition's base game."""

from typing import Final

from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.decision import (
    AfterRevolt,
    AskPlans,
    Battle,
    BeginActions,
    BeginDraft,
    BeginSeason,
    BeginWinter,
    ClearTray,
    Display,
    DrawEvent,
    EndSeason,
    EndYear,
    FillTower,
    FixOrder,
    Hunger,
    LineUp,
    NextSeat,
    OpenEvents,
    ResolveSlot,
    RevealBids,
    Revolt,
    Score,
)
from wallenstein.games.wallenstein.model.state import Functions, StepFunction
from wallenstein.games.wallenstein.names import (
    CHURCH,
    COMBAT_A,
    COMBAT_B,
    DEPLOY_1,
    DEPLOY_3,
    DEPLOY_5,
    GRAIN,
    PALACE,
    POST,
    SPRING,
    TAXES,
)
from wallenstein.games.wallenstein.phases import actions, combat, planning, scoring, season, setup, visible, winter
from wallenstein.games.wallenstein.phases import combat as revolt
from wallenstein.games.wallenstein.phases import planning as bidding
from wallenstein.games.wallenstein.phases import setup as draft
from wallenstein.games.wallenstein.tower.models import TowerModel

KINDS: Final = (
    draft.DraftingCard(),
    draft.DraftingGroup(),
    planning.Planning(),
    bidding.ChoosingTile(),
    actions.Moving(),
    combat.Marching(),
    winter.ChoosingRevolt(),
)
ACTIONS: Final = {
    PALACE: actions.build,
    CHURCH: actions.build,
    POST: actions.build,
    GRAIN: actions.collect,
    TAXES: actions.collect,
    DEPLOY_5: actions.deploy,
    DEPLOY_3: actions.deploy,
    DEPLOY_1: actions.deploy_and_move,
    COMBAT_A: combat.combat,
    COMBAT_B: combat.combat,
}
STEPS: Final[dict[type, StepFunction]] = {
    LineUp: setup.line_up,
    BeginDraft: draft.begin_draft,
    FillTower: setup.fill_tower,
    ClearTray: setup.clear_tray,
    OpenEvents: setup.first_events,
    BeginSeason: season.begin_season,
    Display: season.display,
    AskPlans: season.ask_plans,
    DrawEvent: season.draw_event,
    RevealBids: bidding.reveal_bids,
    FixOrder: bidding.fix_order,
    BeginActions: season.begin_actions,
    ResolveSlot: season.resolve_slot,
    NextSeat: season.next_seat,
    Battle: combat.battle,
    Revolt: revolt.revolt,
    AfterRevolt: actions.after_revolt,
    EndSeason: season.end_season,
    BeginWinter: winter.begin_winter,
    Hunger: winter.hunger,
    Score: scoring.score,
    EndYear: winter.end_year,
}


def second_edition(book: Book, tower: TowerModel) -> Functions:
    """The functions for this book and tower."""
    functions = Functions(
        book=book,
        tower=tower,
        setup=(LineUp(), FillTower(), ClearTray(), OpenEvents(), BeginSeason(1, SPRING)),
        season=(Display(), AskPlans(), DrawEvent(), RevealBids(), FixOrder(), BeginActions()),
        steps=STEPS,
        kinds={},
        actions=tuple(ACTIONS[action] for action in range(len(ACTIONS))),
        offer=planning.offer,
        reach=combat.reach,
        place_marker=actions.place_marker,
        ranking=scoring.by_thalers,
        view=visible.make_view,
        parts={},
    )
    return functions.with_kinds(*KINDS)
