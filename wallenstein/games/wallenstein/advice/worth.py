"""The worth of counties, buildings and sites (W72), their gains and losses, and the draft (W13)."""

from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.phases.scoring import MAJORITY
from wallenstein.games.wallenstein.phases.winter import YEARS, shortage

KINDS: Final = len(const.BUILDINGS)


def scorings_left(view: View) -> int:
    """The number of winters still to come."""
    return YEARS + 1 - view.year


def standings(view: View) -> list[float]:
    """Each seat's final points if the board did not change, with estimated majorities."""
    left = scorings_left(view)
    scores = [float(points) for points in view.vp]
    for county, owner in enumerate(view.owner):
        if owner != const.NEUTRAL:
            scores[owner] += left * (1 + 1.5 * view.buildings[county].bit_count())
    return scores


class Worth:
    """Counts the buildings of every region once; then each question is quick."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.players = view.book.players
        self.region = view.book.board.region
        self.counts = [[0] * self.players for _ in range(len(view.book.board.regions) * KINDS)]
        for county, bits in enumerate(view.buildings):
            if bits:
                self._add(county, view.owner[county], bits, 1)
        self.counties: dict[tuple[int, int], float] = {}  # cache, by seat and county

    def _add(self, county: int, seat: int, bits: int, sign: int) -> None:
        if seat == const.NEUTRAL:
            return
        place = self.region[county] * KINDS
        for kind in range(KINDS):
            if bits >> kind & 1:
                self.counts[place + kind][seat] += sign

    def majority(self, seat: int, kind: int, region: int) -> float:
        """Points that a seat may expect there: half by the present state, half by its share of the buildings."""
        counts = self.counts[region * KINDS + kind]
        own, height = counts[seat], MAJORITY[kind]
        if own == 0:
            return 0.0
        now = 0 if own < max(counts) else height if counts.count(own) == 1 else height - 1
        cubes = 0  # the third power: how fast a lead in buildings becomes a sure majority
        for count in counts:
            cubes += count * count * count
        share = own * own * own / cubes
        return (now + height * share) / 2

    def building(self, seat: int, kind: int, county: int) -> float:
        """Points of one more building at each scoring: its own, and its part in the majority."""
        region = self.region[county]
        counts = self.counts[region * KINDS + kind]
        before = self.majority(seat, kind, region)
        counts[seat] += 1
        after = self.majority(seat, kind, region)
        counts[seat] -= 1
        return 1 + after - before

    def county(self, seat: int, county: int) -> float:
        """Points at each scoring for owning a county with its buildings, over not owning it."""
        bits, owner = self.view.buildings[county], self.view.owner[county]
        if not bits:
            return 1.0
        points = self.counties.get((seat, county))
        if points is None:
            self._add(county, owner, bits, -1)
            without = self._region(seat, county, bits)
            self._add(county, seat, bits, 1)
            owning = self._region(seat, county, bits)
            self._add(county, seat, bits, -1)
            self._add(county, owner, bits, 1)
            points = self.counties[seat, county] = 1 + bits.bit_count() + owning - without
        return points

    def _region(self, seat: int, county: int, bits: int) -> float:
        region = self.region[county]
        return total([self.majority(seat, kind, region) for kind in range(KINDS) if bits >> kind & 1])


def can_build(view: View, kind: int, county: int) -> bool:
    """Whether a free site and a tile are available for a building of this kind, without regard to money."""
    built = view.buildings[county]
    if built >> kind & 1 or view.stock[kind] == 0:
        return False
    return built.bit_count() < view.book.board.sites[county]


def site_value(worth: Worth, kind: int, county: int) -> float:
    """Points of a building of this kind for the viewer at each scoring; 0 where it cannot stand."""
    return worth.building(worth.view.seat, kind, county) if can_build(worth.view, kind, county) else 0.0


HUNGRY_LINE: Final = 7  # W71: more missing grain than this makes no difference


def expected_income(view: View, action: int, county: int) -> float:
    """A county's income from grain or taxes this season; before the event is known, the mean over the open ones."""
    tile = const.TILE_GRAIN if action == const.GRAIN else const.TILE_THALER
    bonus = view.tiles[view.seat] == tile
    if view.event != const.NO_EVENT:
        return _income(view, action, county, view.event) + bonus
    if not view.events:
        return float(_printed(view, action, county))
    together = sum([_income(view, action, county, event) for event in view.events])  # exact: ints
    return together / len(view.events)


def _printed(view: View, action: int, county: int) -> int:
    board = view.book.board
    return board.grain[county] if action == const.GRAIN else board.taxes[county]


def _income(view: View, action: int, county: int, event: int) -> int:
    amount = _printed(view, action, county)
    card = view.book.cards.events[event]
    effect, grain = card.effect, action == const.GRAIN
    if effect == ("grain-floor" if grain else "tax-floor"):
        return max(amount, card.amount)
    if effect == ("grain-cap" if grain else "tax-cap"):
        return min(amount, card.amount)
    if grain and card.region == view.book.board.regions[view.book.board.region[county]]:
        if effect == "crop-failure":  # F5
            return max(0, amount - 2)
        if effect == "good-harvest":
            return amount + 2
    return amount


def winter_losses(view: View) -> list[int]:
    """The possible losses of grain in winter; each open event card is equally likely to be left over (W25, W70)."""
    return [view.book.cards.events[event].loss for event in view.events]


def hunger(view: View, counties: int, grain: float) -> float:
    """The expected hunger in winter with this many counties and this much grain: revolts times peasants (W71)."""
    losses = winter_losses(view)
    if not losses:
        return 0.0
    return total([revolts(view, counties - max(0.0, grain - loss)) for loss in losses]) / len(losses)


def revolts(view: View, lacking: float) -> float:
    """The expected number of counties lost in winter: the table's revolts, weighted by their extra peasants."""
    below = min(HUNGRY_LINE, max(0, int(lacking)))
    part = min(1.0, max(0.0, lacking - below))
    if lacking <= 0:
        return 0.0
    return _weight(view, below) * (1 - part) + _weight(view, below + 1) * part


def _weight(view: View, lacking: int) -> float:
    line = shortage(view.book.cards.shortages, lacking)
    return 0.0 if line is None else line.revolts * (1 + line.peasants) / 4
