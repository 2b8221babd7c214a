"""The ten slots of a season (W28): a heading for each, and a line if no player acts."""

from typing import Final

from wallenstein.core.page import Heading, Items, Sentence, Toned
from wallenstein.games.wallenstein.names import BLANK
from wallenstein.games.wallenstein.story.names import ACTIONS
from wallenstein.games.wallenstein.story.story import Story

SLOT: Final = 2


def open_part(story: Story, name: str) -> Items:
    """A heading for what comes before the slots, at its first entry."""
    if story.part != name:
        story.part = name
        yield Heading(name, SLOT)


def open_slot(story: Story, slot: int) -> Items:
    """Opens all slots up to this one."""
    while story.slot < slot:
        story.slot += 1
        action = story.actions[story.slot]
        yield Heading(f"{story.slot + 1}. {ACTIONS[action]}", SLOT)
        if all(boxes[action] == BLANK for boxes in story.plans.values()):
            yield Sentence((Toned("no player", "quiet"),), 1)


def end_slots(story: Story) -> Items:
    """The last slots of the season, if nobody has planned them."""
    yield from open_slot(story, len(story.actions) - 1)
