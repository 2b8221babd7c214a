"""The ten slots of a season (W28): a heading each, and what was planned there but could not come to pass."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.names import BLANK
from wallenstein.report.story.cast import ACTIONS
from wallenstein.report.story.page import Heading, Items, Piece, Sentence

if TYPE_CHECKING:
    from wallenstein.report.story.story import Story

SLOT: Final = 2


def open_part(story: "Story", name: str) -> Items:
    """A heading for what comes before the slots, where it first has something to tell."""
    if story.part != name:
        story.part = name
        yield Heading(name, SLOT)


def open_slot(story: "Story", slot: int) -> Items:
    """Goes on to that slot, through all those in between."""
    while story.slot < slot:
        yield from end_slot(story)
        story.slot += 1
        action = story.actions[story.slot]
        boxes = {seat: story.plans[seat][action] for seat in story.order if seat in story.plans}
        story.planned = {seat: county for seat, county in boxes.items() if county != BLANK}
        yield Heading(f"{story.slot + 1}. {ACTIONS[action]}", SLOT)
        if not story.planned:
            yield Sentence((Piece("nobody", "quiet"),), 1)


def end_slot(story: "Story") -> Items:
    """W28, W55: an action of which nothing was heard was void; its card left the mat with the county."""
    for seat, county in story.planned.items():
        cast = story.cast
        yield Sentence((cast.county(county), ": void, ", cast.player(seat), " had lost the county."), 1)
    story.planned = {}


def end_slots(story: "Story") -> Items:
    """The last slots of the season, acted in or not."""
    yield from open_slot(story, len(story.actions) - 1)
    yield from end_slot(story)
