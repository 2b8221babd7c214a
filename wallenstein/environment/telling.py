"""A game as text, for `render_mode="ansi"`."""

from itertools import pairwise

from wallenstein.core.encoding import Encoding
from wallenstein.core.reports.page import Item
from wallenstein.environment.stepped_game import SteppedGame
from wallenstein.report.plain import lines


def told(stepped: SteppedGame) -> str:
    """What happened in the current part of the game, what is asked, and the points so far."""
    game, state = stepped.game, stepped.state
    names = [f"seat_{seat}" for seat in range(stepped.players)]
    narrator = game.narrator(state, names)
    list(narrator.opening(state, 0))
    journal = state.journal or []
    begins = [0, *[place for place, entry in enumerate(journal) if place and narrator.begins_part(entry)], len(journal)]
    items: list[Item] = []
    for start, end in pairwise(begins):
        items = list(narrator.tell(journal[start:end]))
    text = [line for item in items for line in lines(item)]
    points = ", ".join(f"{name} {score}" for name, score in zip(names, stepped.scores(), strict=True))
    return "\n".join([*text, question(stepped), f"points: {points}"])


def question(stepped: SteppedGame) -> str:
    """Who is asked what, and which actions are legal."""
    decision = stepped.state.decision
    if decision is None:
        return "the game is over"
    actions = ", ".join(legal_names(stepped.encoding, stepped))
    return f"{stepped.game.moment(stepped.state)}, seat_{decision.seat} decides: {decision.kind}; legal: {actions}"


def legal_names(encoding: Encoding, stepped: SteppedGame) -> list[str]:
    """The legal actions by name."""
    return [encoding.actions[action] for action in sorted(stepped.legal)]
