"""Helpers: sentences told from entries of a journal, and whole games to tell."""

from pathlib import Path
from random import Random
from typing import Any

from wallenstein.core.records import from_flat
from wallenstein.games import find_game
from wallenstein.games.wallenstein.editions import entry_types, functions
from wallenstein.games.wallenstein.editions.telling import new_story
from wallenstein.games.wallenstein.model.entries import PlanLaid
from wallenstein.games.wallenstein.model.state import State
from wallenstein.games.wallenstein.options import rules_from
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.story.story import Story
from wallenstein.report.plain import lines

BOTS = ("anna", "bert", "cleo", "dora", "emil")
ACTIONS = ("actions", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)  # the slots in the order of the codes


def story(players: int = 3, **options: Any) -> Story:
    """A story at its begin, red is anna's, blue bert's, yellow cleo's."""
    return new_story(BOTS[:players], functions(rules_from(options, Path()), players).book)


def told(teller: Story, *entries: tuple[Any, ...]) -> list[str]:
    """The lines for these entries, given by name and values, as plain text without indents and empty lines."""
    records = [as_record(*entry) for entry in entries]
    return [line.strip() for item in teller.tell(records) for line in lines(item) if line]


def as_record(name: str, *values: Any) -> Any:
    """The entry of that name."""
    if name == "plan":
        seat, boxes, bid, court = values
        return PlanLaid(seat, Plan(boxes, bid, court))
    return from_flat(entry_types()[name], values)


def county(teller: Story, name: str) -> int:
    """The county's number."""
    return teller.names.book.board.index[name]


def random_game(players: int, seed: int, **options: Any) -> State:
    """A whole game of random choices."""
    wallenstein = find_game("wallenstein")
    state = wallenstein.new_game(wallenstein.rules(options, Path()), players, seed)
    assert isinstance(state, State)
    random = Random(seed)
    while state.decision is not None:
        options_ = state.decision.options
        plan = state.decision.kind == "plan"
        state.apply(options_.random(random) if plan else options_[int(random.random() * len(options_))])
    return state
