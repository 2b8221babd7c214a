"""The one place that says which functions an edition and its expansions use."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from wallenstein.games.wallenstein.editions.court.expansion import emperors_court
from wallenstein.games.wallenstein.editions.first.functions import first_edition, manual_variant
from wallenstein.games.wallenstein.editions.landsknechte.expansion import landsknechte
from wallenstein.games.wallenstein.model.book import Functions
from wallenstein.games.wallenstein.model.decision import Kind, one_march_of, one_of
from wallenstein.games.wallenstein.phases import actions, bidding, combat, draft, revolt, scoring, season, setup, winter
from wallenstein.games.wallenstein.phases.planning import offer
from wallenstein.games.wallenstein.rules import Rules

SECOND = Functions(
    setup=(("line-up",), ("fill-tower",), ("clear-tray",), ("open-events",), ("season", 1, 0)),
    season=(("display",), ("plans",), ("event",), ("bids",), ("order",), ("actions",)),
    steps={
        "line-up": setup.line_up,
        "begin-draft": draft.begin_draft,
        "draft-card": draft.draft_card,
        "draft-group": draft.draft_group,
        "fill-tower": setup.fill_tower,
        "clear-tray": setup.clear_tray,
        "open-events": setup.open_events,
        "season": season.begin_season,
        "display": season.display,
        "plans": season.ask_plans,
        "plan": season.ask_plan,
        "event": season.draw_event,
        "bids": bidding.reveal_bids,
        "tile": bidding.ask_tile,
        "order": bidding.fix_order,
        "actions": season.begin_actions,
        "slot": season.resolve_slot,
        "next-seat": season.next_seat,
        "move": actions.ask_move,
        "march": combat.ask_march,
        "battle": combat.battle,
        "revolt": revolt.revolt,
        "unrest": actions.after_revolt,
        "season-end": season.end_season,
        "winter": winter.begin_winter,
        "hunger": winter.hunger,
        "revolts": winter.ask_revolt,
        "score": scoring.score,
        "year-end": winter.end_year,
    },
    kinds={
        "draft-card": Kind(one_of("W13"), draft.take_draft_card),
        "draft-group": Kind(one_of("W13"), draft.take_draft_group),
        "plan": Kind(season.check_plan, season.take_plan, "plan"),
        "tile": Kind(one_of("W26"), bidding.take_tile),
        "move": Kind(one_march_of("W43"), actions.take_move, "several"),
        "march": Kind(one_march_of("W44"), combat.take_march, "several"),
        "revolt": Kind(one_of("W71"), winter.take_revolt),
    },
    actions=(
        actions.build,
        actions.build,
        actions.build,
        actions.collect,
        actions.collect,
        actions.deploy,
        actions.deploy,
        actions.deploy_and_move,
        combat.combat,
        combat.combat,
    ),
    offer=offer,
    reach=combat.reach,
    place_marker=actions.place_marker,
    ranking=scoring.by_thalers,
)


EXPANSIONS: Final[dict[str, Callable[[Functions], Functions]]] = {  # in the order they are slotted in
    "emperors-court": emperors_court,
    "landsknechte": landsknechte,
}


def functions(rules: Rules) -> Functions:
    """The functions that these rules play by."""
    chosen = SECOND
    if rules.edition == "first":
        chosen = first_edition(chosen)
        if rules.variant == "manual":
            chosen = manual_variant(chosen)
    for name in rules.expansions:
        chosen = EXPANSIONS[name](chosen)
    if rules.setup == "draft":
        setup = tuple([("begin-draft",) if step == ("line-up",) else step for step in chosen.setup])
        chosen = replace(chosen, setup=setup)
    return chosen
