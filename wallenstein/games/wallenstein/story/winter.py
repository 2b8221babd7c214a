"""Winter (W70-W72): grain, hunger and the points."""

from typing import TYPE_CHECKING, Final

from wallenstein.games.wallenstein.story.page import Grid, Items, Piece, Sentence, peasants, several
from wallenstein.games.wallenstein.story.teller import Entry, Teller

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.story.story import Story

SCORE: Final = ("", "counties", "buildings", "palaces", "churches", "posts", "points")


def tell_winter(story: "Story", entry: Entry) -> Items:
    """W70: the grain that everybody loses."""
    _, event, loss = entry
    what = f"Everybody loses {loss} grain" if loss else "Nobody loses grain"
    yield Sentence((f"{what} ({story.cast.event_id(event)}).",))


def tell_hunger(story: "Story", entry: Entry) -> Items:
    """W71: who lacks grain."""
    _, seat, lacking, revolts, extra = entry
    more = f"{several(revolts, 'revolt', 'revolts')} with {peasants(extra)} more"
    yield Sentence((story.cast.player(seat), f" lacks {lacking} grain: {more}{' in each' if revolts > 1 else ''}."))


def tell_scores(story: "Story", entry: Entry) -> Items:
    """W72: everybody's points by their source."""
    rows: list[tuple[str | Piece, ...]] = [
        (story.cast.player(seat), *map(str, points), str(sum(points))) for _, _, seat, *points in story.run(entry)
    ]
    yield Sentence(("Points for counties, buildings, and most palaces, churches and posts of a region:",))
    yield Grid(SCORE, tuple(rows))


TELLERS: Final[dict[str, Teller]] = {"winter": tell_winter, "hunger": tell_hunger, "score": tell_scores}
