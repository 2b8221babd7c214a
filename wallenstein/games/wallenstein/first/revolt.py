"""Revolts of the first edition (F7, F11)."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.first import battle
from wallenstein.games.wallenstein.first.battle import all_to_none
from wallenstein.games.wallenstein.revolt import rise
from wallenstein.games.wallenstein.step import Step

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.state import State


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
