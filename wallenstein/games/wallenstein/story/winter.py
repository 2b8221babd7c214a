"""Winter (W70-W72): grain, hunger and the points."""

from typing import Final

from wallenstein.core.page import Grid, Items, Sentence, Toned, several
from wallenstein.games.wallenstein.model.entries import Hungered, Scored, WinterBegun
from wallenstein.games.wallenstein.story.story import Story, Teller

SCORE: Final = ("", "counties", "buildings", "palaces", "churches", "posts", "points")


def tell_winter(story: Story, entry: WinterBegun) -> Items:
    """W70: the grain that everybody loses."""
    event, loss = entry
    what = f"All players lose {loss} grain" if loss else "No player loses grain"
    yield Sentence((f"{what} ({story.names.event_id(event)}).",))


def tell_hunger(story: Story, entry: Hungered) -> Items:
    """W71: who lacks grain."""
    seat, lacking, revolts, extra = entry
    more = f"{several(revolts, 'revolt', 'revolts')} with {several(extra, 'extra peasant', 'extra peasants')}"
    yield Sentence((story.names.player(seat), f" lacks {lacking} grain: {more}{' each' if revolts > 1 else ''}."))


def tell_scores(story: Story, entry: Scored) -> Items:
    """W72: everybody's points by their source."""
    rows: list[tuple[str | Toned, ...]] = [
        (story.names.player(seat), *map(str, points), str(sum(points))) for _, seat, *points in story.run(entry)
    ]
    yield Sentence(("Points for counties, buildings, and the most palaces, churches and posts in a region:",))
    yield Grid(SCORE, tuple(rows))


TELLERS: Final[dict[type, Teller]] = {WinterBegun: tell_winter, Hungered: tell_hunger, Scored: tell_scores}
