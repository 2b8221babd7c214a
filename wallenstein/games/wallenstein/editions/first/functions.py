"""Which functions the first edition uses, and what its manual variant changes (F14)."""

from dataclasses import replace

from wallenstein.games.wallenstein.editions.first import actions, battle, manual, planning, ranking, revolt
from wallenstein.games.wallenstein.model.book import Functions
from wallenstein.games.wallenstein.model.decision import Kind, one_of
from wallenstein.games.wallenstein.phases.combat import combat
from wallenstein.games.wallenstein.phases.revolt import revolt as all_fight
from wallenstein.games.wallenstein.phases.season import check_plan


def first_edition(second: Functions) -> Functions:
    """The second edition's functions with those of the first in their place."""
    steps = {
        "draw-order": planning.draw_order,
        "display": planning.display,
        "plans": planning.ask_plans,
        "declare": planning.ask_declare,
        "plan": planning.ask_plan,
        "muster": actions.ask_muster,
        "battle": battle.battle,
        "defend-battle": battle.ask_defend_battle,
        "revolt": revolt.revolt,
    }
    kinds = {
        "declare": Kind(one_of("F3"), planning.take_declare, "several"),
        "plan": Kind(check_plan, planning.lay_plan, "plan"),
        "muster": Kind(one_of("F6"), actions.take_muster, "several"),
        "defend": Kind(one_of("F7"), revolt.take_defend),
    }
    gone_steps, gone_kinds = ("bids", "tile", "order", "move"), ("tile", "move")
    return replace(
        second,
        setup=(("draw-order",), *second.setup),
        season=(("display",), ("plans",), ("draw-order",), ("event",), ("actions",)),
        steps={name: step for name, step in {**second.steps, **steps}.items() if name not in gone_steps},
        kinds={name: kind for name, kind in {**second.kinds, **kinds}.items() if name not in gone_kinds},
        actions=(
            actions.build,
            actions.build,
            actions.build,
            actions.collect,
            actions.collect,
            actions.deploy,
            actions.deploy,
            actions.deploy_or_move,
            combat,
            combat,
        ),
        offer=planning.offer,
        ranking=ranking.by_buildings,
    )


def manual_variant(first: Functions) -> Functions:
    """F14: the first edition's functions with those of the reference manual in their place."""
    steps = {
        "late-income": manual.late_income,
        "revolt": all_fight,
        "draft-card": manual.draft_card,
    }
    kinds = {
        "defend": first.kinds["defend"]._replace(take=manual.take_defend),
        "draft-group": first.kinds["draft-group"]._replace(take=manual.take_group),
    }
    return replace(
        first,
        steps={**first.steps, **steps},
        kinds={**first.kinds, **kinds},
        actions=(*first.actions[:3], manual.collect, manual.collect, *first.actions[5:]),
    )
