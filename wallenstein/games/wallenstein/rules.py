"""The rules of a game: edition, expansions and other choices before it; and the cards from the packaged data."""

from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from wallenstein.games.wallenstein.board import Board, board
from wallenstein.games.wallenstein.board.values import data


class Event(NamedTuple):
    """An event card (W7, F5): its effect, and the grain it costs in winter (W70)."""

    id: str
    effect: str
    loss: int
    amount: int = 0
    region: str = ""


class Shortage(NamedTuple):
    """A line of the winter table (W71): from this much lacking grain on, this many revolts with extra peasants."""

    lacking: int
    revolts: int
    peasants: int


@dataclass(frozen=True)
class Cards:
    """The packaged data of one edition."""

    events: tuple[Event, ...]
    armies: int  # of each player (W2)
    peasants: int
    buildings: tuple[int, int, int]  # palaces, churches, posts in the box
    markers: int
    thalers: int
    groups: tuple[int, ...]
    fill_armies: int
    fill_peasants: int
    shortages: tuple[Shortage, ...]


@cache
def cards(edition: str, players: int) -> Cards:
    source = data("wallenstein.toml")
    supply = source["supply"]
    return Cards(
        events=tuple(Event(**event) for event in source["events"][edition]),
        armies=supply["armies"][edition],
        peasants=supply["peasants"],
        buildings=(supply["palaces"], supply["churches"], supply["posts"]),
        markers=supply["markers"],
        thalers=source["money"][edition][str(players)],
        groups=tuple(source["groups"][str(players)]),
        fill_armies=source["tower_fill"]["armies_per_player"],
        fill_peasants=source["tower_fill"]["peasants"],
        shortages=tuple(Shortage(**line) for line in source["shortage"]),
    )


EDITIONS: Final = ("second", "first")
VARIANTS: Final = ("manual",)
SETUPS: Final = ("default", "draft")


@dataclass(frozen=True, eq=False)  # compared by identity, which is faster
class Rules:
    """Edition, expansions, variant, set-up, board and tower of a game."""

    edition: str = "second"
    expansions: tuple[str, ...] = ()
    variant: str | None = None
    setup: str = "default"
    board: Board = field(default_factory=lambda: board("default"))
    board_name: str = "default"
    tower_options: tuple[tuple[str, object], ...] = (("model", "sieve"),)
