"""What counties, buildings and sites are worth in victory points on the current board (W72)."""

from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import BUILDINGS, NEUTRAL
from wallenstein.games.wallenstein.phases.scoring import MAJORITY
from wallenstein.games.wallenstein.phases.winter import YEARS

KINDS: Final = len(BUILDINGS)
STEEP: Final = 3  # how fast a lead in buildings becomes a sure majority


def scorings_left(view: View) -> int:
    """How many winters are still to come."""
    return YEARS + 1 - view.year


def majority_points(counts: list[int], seat: int) -> int:
    """W72: points of the seat for the most buildings, without the kind's own height: 0, minus one tied, or full.

    Returns 2 for a sole lead, 1 for a shared one, 0 for none; the kind decides what that brings.
    """
    own = counts[seat]
    if own == 0 or own < max(counts):
        return 0
    return 1 if counts.count(own) > 1 else 2


def standings(view: View) -> list[float]:
    """What every seat would have at the end if the board did not change, with estimated majorities."""
    left = scorings_left(view)
    scores = [float(points) for points in view.vp]
    for county, owner in enumerate(view.owner):
        if owner != NEUTRAL:
            scores[owner] += left * (1 + 1.5 * view.buildings[county].bit_count())
    return scores


class Worth:
    """The buildings of every region counted once; then each question is quick."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.players = view.book.players
        self.region = view.book.board.region
        self.counts = [[0] * self.players for _ in range(len(view.book.board.regions) * KINDS)]
        for county, bits in enumerate(view.buildings):
            if bits:
                self._add(county, view.owner[county], bits, 1)
        self.counties: dict[tuple[int, int], float] = {}  # what has been asked before, by seat and county

    def _add(self, county: int, seat: int, bits: int, sign: int) -> None:
        if seat == NEUTRAL:
            return
        place = self.region[county] * KINDS
        for kind in range(KINDS):
            if bits >> kind & 1:
                self.counts[place + kind][seat] += sign

    def majority(self, seat: int, kind: int, region: int) -> float:
        """Points a seat may expect there: half of it what it would score now, half by its share of the buildings."""
        counts = self.counts[region * KINDS + kind]
        own = counts[seat]
        if own == 0:
            return 0.0
        height = MAJORITY[kind]
        lead = majority_points(counts, seat)
        now = height if lead == 2 else height - 1 if lead == 1 else 0
        share = own**STEEP / sum([count**STEEP for count in counts])  # exact: ints
        return (now + height * share) / 2

    def building(self, seat: int, kind: int, county: int) -> float:
        """Points that one more building brings at each scoring: itself, and its part in the majority."""
        region = self.region[county]
        counts = self.counts[region * KINDS + kind]
        before = self.majority(seat, kind, region)
        counts[seat] += 1
        after = self.majority(seat, kind, region)
        counts[seat] -= 1
        return 1 + after - before

    def county(self, seat: int, county: int) -> float:
        """Points that owning a county, as it is built, brings this seat at each scoring over not owning it."""
        bits, owner = self.view.buildings[county], self.view.owner[county]
        if not bits:
            return 1.0
        points = self.counties.get((seat, county))
        if points is None:
            points = self.counties[seat, county] = self._county(seat, county, owner, bits)
        return points

    def _county(self, seat: int, county: int, owner: int, bits: int) -> float:
        self._add(county, owner, bits, -1)
        without = self._region(seat, county, bits)
        self._add(county, seat, bits, 1)
        owning = self._region(seat, county, bits)
        self._add(county, seat, bits, -1)
        self._add(county, owner, bits, 1)
        return 1 + bits.bit_count() + owning - without

    def _region(self, seat: int, county: int, bits: int) -> float:
        region = self.region[county]
        return total([self.majority(seat, kind, region) for kind in range(KINDS) if bits >> kind & 1])


def can_build(view: View, kind: int, county: int) -> bool:
    """Whether a free site and a tile are there for a building of this kind, money apart."""
    built = view.buildings[county]
    if built >> kind & 1 or view.stock[kind] == 0:
        return False
    return built.bit_count() < view.book.board.sites[county]


def site_value(worth: Worth, kind: int, county: int) -> float:
    """Points that a building of this kind would bring the viewer at each scoring; nothing where it cannot stand."""
    return worth.building(worth.view.seat, kind, county) if can_build(worth.view, kind, county) else 0.0
