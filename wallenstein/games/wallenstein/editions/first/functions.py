"""Which functions the first edition uses, and what its manual variant changes (F14)."""

from dataclasses import replace

from wallenstein.games.wallenstein.editions.first import actions, battle, manual, planning
from wallenstein.games.wallenstein.model.state import Functions
from wallenstein.games.wallenstein.model.steps import (
    AskMove,
    AskPlans,
    AskTile,
    Battle,
    BeginActions,
    Display,
    DrawEvent,
    DrawOrder,
    FixOrder,
    LateIncome,
    RevealBids,
    Revolt,
)
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
    TAXES,
)
from wallenstein.games.wallenstein.phases.combat import combat
from wallenstein.games.wallenstein.phases.revolt import revolt as all_fight

KINDS = (planning.Declaring(), planning.FirstPlanning(), actions.Mustering(), battle.Defending())
ACTIONS = {
    PALACE: actions.build,
    CHURCH: actions.build,
    POST: actions.build,
    GRAIN: actions.collect,
    TAXES: actions.collect,
    DEPLOY_5: actions.deploy,
    DEPLOY_3: actions.deploy,
    DEPLOY_1: actions.deploy_or_move,
    COMBAT_A: combat,
    COMBAT_B: combat,
}
MANUAL_KINDS = (manual.ManualDefending(), manual.ManualDraftingCard(), manual.ManualDraftingGroup())


def first_edition(second: Functions) -> Functions:
    """The second edition's functions, with those that the first edition replaces."""
    changed = second.with_kinds(*KINDS).without((RevealBids, AskTile, FixOrder, AskMove), ("tile", "move"))
    return replace(
        changed,
        setup=(DrawOrder(), *second.setup),
        season=(Display(), AskPlans(), DrawOrder(), DrawEvent(), BeginActions()),
        steps={
            **changed.steps,
            DrawOrder: planning.draw_order,
            Display: planning.display,
            AskPlans: planning.ask_plans,
            Battle: battle.battle,
        },
        actions=tuple(ACTIONS[action] for action in range(len(ACTIONS))),
        offer=planning.offer,
        ranking=planning.by_buildings,
    )


def manual_variant(first: Functions) -> Functions:
    """F14: the first edition's functions, with those that the reference manual replaces."""
    changed = first.with_kinds(*MANUAL_KINDS)
    return replace(
        changed,
        steps={**changed.steps, LateIncome: manual.late_income, Revolt: all_fight},
        actions=(*first.actions[:3], manual.collect, manual.collect, *first.actions[5:]),
    )
