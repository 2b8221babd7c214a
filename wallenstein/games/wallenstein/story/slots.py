"""The ten slots of a season (W28): a heading each, and a word where nobody planned anything."""

from typing import Final

from wallenstein.core.page import Heading, Items, Sentence, Toned
from wallenstein.games.wallenstein.names import BLANK
from wallenstein.games.wallenstein.story.names import ACTIONS
from wallenstein.games.wallenstein.story.story import Story

SLOT: Final = 2


def open_part(story: Story, name: str) -> Items:
    """A heading for what comes before the slots, where it first has something to tell."""
    if story.part != name:
        story.part = name
        yield Heading(name, SLOT)


def open_slot(story: Story, slot: int) -> Items:
    """Goes on to that slot, through all those in between."""
    while story.slot < slot:
        story.slot += 1
        action = story.actions[story.slot]
        yield Heading(f"{story.slot + 1}. {ACTIONS[action]}", SLOT)
        if all(boxes[action] == BLANK for boxes in story.plans.values()):
            yield Sentence((Toned("no player", "quiet"),), 1)


def end_slots(story: Story) -> Items:
    """The last slots of the season, if nobody has planned them."""
    yield from open_slot(story, len(story.actions) - 1)
