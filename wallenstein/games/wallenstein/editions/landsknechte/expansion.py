"""The expansion Landsknechte (L1-L3): who holds many regions turns a card and takes one of its benefits."""

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.model.book import Functions, StepFunction
from wallenstein.games.wallenstein.model.cards import data
from wallenstein.games.wallenstein.model.decision import Kind, one_of
from wallenstein.games.wallenstein.model.steps import Step, behind
from wallenstein.games.wallenstein.names import BENEFITS, LANDSKNECHT
from wallenstein.games.wallenstein.phases.actions import fill_tray

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.model.state import State

REGIONS: Final = 4  # L2: so many must hold a county of the player
CARDS: Final = 4
THALERS, GRAIN, ARMIES, VP = range(len(BENEFITS))


@cache
def amounts() -> tuple[tuple[int, ...], ...]:
    """By card, then benefit: what it brings. The first card, and the place before it, show nothing."""
    shown = {card["card"]: card for card in data("wallenstein.toml")["landsknecht"]}
    return tuple(tuple(shown.get(card, {}).get(name, 0) for name in BENEFITS) for card in range(CARDS + 1))


def lay_out(state: "State") -> None:
    """L1: everybody's pile lies with its first card on top."""
    state.landsknechte = [1] * state.book.players


def begin_landsknechte(state: "State", step: Step) -> None:
    """L2: in turn order, before the court."""
    state.phase = LANDSKNECHT
    state.agenda.extend([("landsknecht", seat) for seat in reversed(state.order)])


def next_card(state: "State", seat: int) -> int:
    """The card under the top one; under the fourth comes the first again."""
    return state.landsknechte[seat] % CARDS + 1


def ask_benefit(state: "State", step: Step) -> None:
    """L2: with counties in enough regions, asks for one of the benefits of the next card."""
    seat = step[1]
    region = state.book.board.region
    held = {region[county] for county, owner in enumerate(state.owner) if owner == seat}
    if len(held) < REGIONS:
        return
    card = next_card(state, seat)
    shown = tuple([benefit for benefit, amount in enumerate(amounts()[card]) if amount])
    if shown:
        state.ask(step, seat, "benefit", shown)
    else:
        state.landsknechte[seat] = card


def take_benefit(state: "State", step: Step, benefit: int) -> None:
    """L2: the card is turned up, and the benefit taken."""
    seat = step[1]
    card = state.landsknechte[seat] = next_card(state, seat)
    amount = amounts()[card][benefit]
    if benefit == THALERS:
        state.thalers[seat] += amount
    elif benefit == GRAIN:
        state.grain[seat] += amount
    elif benefit == ARMIES:
        amount = fill_tray(state, seat, amount)
    else:
        state.vp[seat] += amount
    if state.journal is not None:
        state.journal.append(("benefit", seat, card, benefit, amount))


def rearranged(end_year: StepFunction) -> StepFunction:
    """L3: after winter every pile is put back to its start."""

    def end(state: "State", step: Step) -> None:
        end_year(state, step)
        lay_out(state)

    return end


def landsknechte(base: Functions) -> Functions:
    """The functions with the Landsknechte slotted in: with the court they come before it."""
    return replace(
        base,
        season=behind(base.season, "order", "landsknechte"),
        steps={
            **base.steps,
            "landsknechte": begin_landsknechte,
            "landsknecht": ask_benefit,
            "year-end": rearranged(base.steps["year-end"]),
        },
        kinds={**base.kinds, "benefit": Kind(one_of("L2"), take_benefit)},
        parts=(*base.parts, lay_out),
    )
