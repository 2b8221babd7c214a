"""The functions of the first edition and of its variant `manual` (F14)."""

from dataclasses import replace

from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.editions.first import actions, planning
from wallenstein.games.wallenstein.model import decision
from wallenstein.games.wallenstein.model.entries import RevoltFirst
from wallenstein.games.wallenstein.model.state import Functions, State, StepFunction
from wallenstein.games.wallenstein.phases import actions as second
from wallenstein.games.wallenstein.phases.combat import combat
from wallenstein.games.wallenstein.phases.combat import revolt as all_fight
from wallenstein.games.wallenstein.phases.season import lay_out_actions, log_action
from wallenstein.games.wallenstein.phases.setup import DraftingCard, DraftingGroup, on_turn, table


def collect(state: State, seat: int, action: int, county: int) -> None:
    """F14: the revolt comes before the income."""
    if state.markers[county]:
        state.note(RevoltFirst, state.slot, seat, action, county)
        state.then(decision.LateIncome, seat, action, county)
        state.then(decision.Revolt, seat, county, 0)
    else:
        actions.collect(state, seat, action, county)


def late_income(state: State, step: decision.LateIncome) -> None:
    """F14: the income of a county that was held; lost with the county."""
    seat, action, county = step
    if state.owner[county] != seat:
        log_action(state, seat, action, county, names.REVOLT_LOST)
        return
    amount = actions.income_of(state, action, county)
    second.gain(state, seat, action, amount)
    log_action(state, seat, action, county, names.DONE, amount)
    state.functions.place_marker(state, county)


class ManualDefending(actions.Defending):
    """The number of armies to throw in a battle; in a revolt all fight (F14)."""

    asked_by = (decision.AskDefence,)

    def peasants_helping(self, state: State, county: int) -> int:
        """F14: if a county's peasants help, one more peasant per marker is thrown."""
        markers = state.markers[county]
        return actions.peasants_joining(state, county) + (markers if markers < actions.UNREST else 0)


class ManualDraftingCard(DraftingCard):
    """A county card of the draft; the open pair cannot be discarded (F14)."""

    def ask(self, state: State, step: decision.AskDraftCard) -> None:
        """F14: one of the open cards, or the pile's top."""
        state.ask(step, on_turn(state, step.turn), self.name, (*table(state).opened, names.PILE))


class ManualDraftingGroup(DraftingGroup):
    """A group of the draft, after which the open pair may be replaced (F14)."""

    def take(self, state: State, step: decision.AskDraftGroup, choice: int) -> None:
        """F14: after a full round without an open card taken, the pair is replaced."""
        draft = table(state)
        round_over = (step.turn + 1) % len(state.order) == 0
        if round_over and all(seen == tuple(sorted(draft.opened)) for seen in draft.seen):
            draft.replace_open()
        super().take(state, step, choice)


KINDS = (planning.Declaring(), planning.FirstPlanning(), actions.Mustering(), actions.Defending())
ACTIONS = {
    names.PALACE: actions.build, names.CHURCH: actions.build, names.POST: actions.build, names.GRAIN: actions.collect,
    names.TAXES: actions.collect, names.DEPLOY_5: actions.deploy, names.DEPLOY_3: actions.deploy,
    names.DEPLOY_1: actions.deploy_or_move, names.COMBAT_A: combat, names.COMBAT_B: combat,
}  # fmt: skip
STEPS: dict[type, StepFunction] = {
    decision.DrawOrder: planning.draw_order, decision.Display: lay_out_actions,
    decision.AskPlans: planning.ask_plans, decision.Battle: actions.battle,
}  # fmt: skip
GONE = (decision.RevealBids, decision.AskTile, decision.FixOrder, decision.AskMove)
SEASON = (
    decision.Display(), decision.AskPlans(), decision.DrawOrder(), decision.DrawEvent(), decision.BeginActions(),
)  # fmt: skip
MANUAL_KINDS = (ManualDefending(), ManualDraftingCard(), ManualDraftingGroup())


def first_edition(second: Functions) -> Functions:
    changed = second.with_kinds(*KINDS)
    return replace(
        changed,
        setup=(decision.DrawOrder(), *second.setup),
        season=SEASON,
        steps={step: do for step, do in changed.steps.items() if step not in GONE} | STEPS,
        kinds={name: kind for name, kind in changed.kinds.items() if name not in ("tile", "move")},
        actions=tuple(ACTIONS[action] for action in range(len(ACTIONS))),
        offer=planning.offer,
        ranking=planning.by_buildings,
    )


def manual_variant(first: Functions) -> Functions:
    """F14: the first edition's functions, with the reference manual's replacements."""
    changed = first.with_kinds(*MANUAL_KINDS)
    return replace(
        changed,
        steps={**changed.steps, decision.LateIncome: late_income, decision.Revolt: all_fight},
        actions=(*first.actions[:3], collect, collect, *first.actions[5:]),
    )
