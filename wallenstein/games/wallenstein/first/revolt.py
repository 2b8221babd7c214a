"""Revolts of the first edition (F7, F11, F14)."""

from typing import TYPE_CHECKING

from wallenstein.games.wallenstein.first.battle import all_to_none, fight
from wallenstein.games.wallenstein.revolt import rise
from wallenstein.games.wallenstein.step import Step

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.state import State


def revolt(state: "State", step: Step) -> None:
    """F7: the owner decides how many armies to throw; F14: in the manual variant all fight."""
    seat, county = step[1], step[2]
    if state.book.rules.variant == "manual":
        rise(state, step, state.armies[county])
    else:
        state.ask(step, seat, "defend", all_to_none(state.armies[county]))


def take_defend(state: "State", step: Step, armies: int) -> None:
    """F7: throws the armies chosen, in a battle or a revolt; the others stay."""
    if step[0] == "defend-battle":
        fight(state, step, armies)
    else:
        rise(state, step, armies)
