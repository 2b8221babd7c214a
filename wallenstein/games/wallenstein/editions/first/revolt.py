"""Revolts of the first edition (F7, F11)."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.editions.first import battle
from wallenstein.games.wallenstein.editions.first.battle import all_to_none
from wallenstein.games.wallenstein.model.steps import Step
from wallenstein.games.wallenstein.phases.revolt import rise

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State


def revolt(state: "State", step: Step) -> None:
    """F7: the owner decides how many armies to throw."""
    seat, county = step[1], step[2]
    state.ask(step, seat, "defend", all_to_none(state.armies[county]))


def take_defend(state: "State", step: Step, armies: int) -> None:
    """F7: throws the armies chosen, in a battle or a revolt; the others stay."""
    if step[0] == "defend-battle":
        battle.take_defend(state, step, armies)
    else:
        rise(state, step, armies)
