"""Where a seat may build, and what it brings (W40, W72)."""

from wallenstein.games.wallenstein.advice.worth import Worth
from wallenstein.games.wallenstein.model.view import View


def can_build(view: View, kind: int, county: int) -> bool:
    """Whether a free site and a tile are there for a building of this kind, money apart."""
    built = view.buildings[county]
    if built >> kind & 1 or view.stock[kind] == 0:
        return False
    return built.bit_count() < view.book.board.sites[county]


def site_value(worth: Worth, kind: int, county: int) -> float:
    """Points that a building of this kind would bring the viewer at each scoring; nothing where it cannot stand."""
    return worth.building(worth.view.seat, kind, county) if can_build(worth.view, kind, county) else 0.0
