"""The functions of the second edition's base game."""

from typing import Final

from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.model import decision
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.state import Functions, StepFunction
from wallenstein.games.wallenstein.phases import actions, combat, planning, scoring, season, setup, visible, winter
from wallenstein.games.wallenstein.tower.models import TowerModel

KINDS: Final = (
    setup.DraftingCard(), setup.DraftingGroup(), planning.Planning(), planning.ChoosingTile(), actions.Moving(),
    combat.Marching(), winter.ChoosingRevolt(),
)  # fmt: skip
SETUP: Final = (
    decision.LineUp(), decision.FillTower(), decision.ClearTray(), decision.OpenEvents(),
    decision.BeginSeason(1, names.SPRING),
)  # fmt: skip
SEASON: Final = (
    decision.Display(), decision.AskPlans(), decision.DrawEvent(), decision.RevealBids(), decision.FixOrder(),
    decision.BeginActions(),
)  # fmt: skip
ACTIONS: Final = {
    names.PALACE: actions.build, names.CHURCH: actions.build, names.POST: actions.build, names.GRAIN: actions.collect,
    names.TAXES: actions.collect, names.DEPLOY_5: actions.deploy, names.DEPLOY_3: actions.deploy,
    names.DEPLOY_1: actions.deploy_and_move, names.COMBAT_A: combat.combat, names.COMBAT_B: combat.combat,
}  # fmt: skip
STEPS: Final[dict[type, StepFunction]] = {
    decision.LineUp: setup.line_up, decision.BeginDraft: setup.begin_draft, decision.FillTower: setup.fill_tower,
    decision.ClearTray: setup.clear_tray, decision.OpenEvents: setup.open_events,
    decision.BeginSeason: season.begin_season, decision.Display: season.display, decision.AskPlans: season.ask_plans,
    decision.DrawEvent: season.draw_event, decision.RevealBids: planning.reveal_bids,
    decision.FixOrder: planning.fix_order, decision.BeginActions: season.begin_actions,
    decision.ResolveSlot: season.resolve_slot, decision.NextSeat: season.next_seat, decision.Battle: combat.battle,
    decision.Revolt: combat.revolt, decision.AfterRevolt: actions.after_revolt, decision.EndSeason: season.end_season,
    decision.BeginWinter: winter.begin_winter, decision.Hunger: winter.hunger, decision.Score: scoring.score,
    decision.EndYear: winter.end_year,
}  # fmt: skip


def second_edition(book: Book, tower: TowerModel) -> Functions:
    functions = Functions(
        book=book, tower=tower, setup=SETUP, season=SEASON, steps=STEPS, kinds={}, parts={},
        actions=tuple(ACTIONS[action] for action in range(len(ACTIONS))), offer=planning.offer, reach=combat.reach,
        place_marker=actions.place_marker, ranking=scoring.by_thalers, view=visible.make_view,
    )  # fmt: skip
    return functions.with_kinds(*KINDS)
