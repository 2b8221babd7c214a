"""Planning for the Emperor's Court: the worth of courtiers at the audience, and the armies to convert (C3-C5)."""

from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import Final

from wallenstein.core.arithmetic import total
from wallenstein.games.wallenstein.advice.outlook import Outlook
from wallenstein.games.wallenstein.editions.court.advice import favor_points
from wallenstein.games.wallenstein.editions.court.courtiers import SIZES, CourtView
from wallenstein.games.wallenstein.editions.court.records import NO_FAVOR, PRICES, box
from wallenstein.games.wallenstein.names import DICE_TOWER

EAGERNESS: Final = (0, 1, 2)  # armies that each rival may convert this season, all equally likely
CHOICES: Final = tuple([sizes for count in (1, 2, 3) for sizes in combinations(SIZES, count)])  # of boxes to use


class Audience:
    """This season's probable audience, for any number of own courtiers (C5)."""

    def __init__(self, outlook: Outlook, court: CourtView) -> None:
        seat = outlook.seat
        self.courtier = outlook.courtier
        self.hall = court.hall[seat]
        self.rivals = sorted([count for other, count in enumerate(court.hall) if other != seat], reverse=True)
        priced = zip(court.open, PRICES, strict=True)
        favors = [(favor_points(outlook, number), price) for number, price in priced if number != NO_FAVOR]
        self.favors = sorted(favors, reverse=True)

    def worth(self, hall: int) -> float:
        """Expected points with this many courtiers at court, the mean over the rivals' possible conversions."""
        outcomes = [self.outcome(hall, eager + early) for eager in EAGERNESS for early in (0, 1)]
        return total(outcomes) / len(outcomes) + hall * self.courtier

    def outcome(self, hall: int, eager: int) -> float:
        """Points for the best remaining favor, if each rival brings `eager` more courtiers; ties are lost."""
        left = list(self.favors)
        for rival in self.rivals:
            if rival + eager <= hall:
                break
            taken = next((favor for favor in left if favor[1] <= rival + eager), None)
            if taken:
                left.remove(taken)
        return max([0.0, *[points - price * self.courtier for points, price in left if price <= hall]])


class Levy:
    """The court boxes that are worth filling, and the worth of each card in them."""

    def __init__(self, outlook: Outlook, court: CourtView) -> None:
        self.outlook = outlook
        self.mine = outlook.view.mine()
        self.costs: dict[tuple[int, int], float] = {}
        self.gain = 0.0  # points for each army that goes to court
        self.sources: dict[int, int] = {}  # by size of the box, the cheapest card
        audience = Audience(outlook, court)
        before, best = audience.worth(audience.hall), 0.0
        for sizes in CHOICES:
            armies = sum(sizes)  # exact: ints
            if armies > court.supply[outlook.seat]:
                continue
            gain = audience.worth(audience.hall + armies) - before
            if gain > best:
                cost, sources = self.cheapest(sizes)
                if gain - cost > best:
                    best, self.gain, self.sources = gain - cost, gain / armies, sources

    def cost(self, source: int, armies: int) -> float:
        """Points lost when this many armies leave a county, or the tray for DICE_TOWER."""
        key = (source, armies)
        if key not in self.costs:
            lost = armies * self.outlook.levy
            if source != DICE_TOWER:
                here = self.outlook.view.armies[source]
                lost -= self.outlook.posting(source, here, here - armies)
            self.costs[key] = lost
        return self.costs[key]

    def cheapest(self, sizes: Sequence[int]) -> tuple[float, dict[int, int]]:
        """The lowest cost of these boxes, one after the other, and the sources of the armies."""
        armies, idle = self.outlook.view.armies, self.outlook.view.tray[self.outlook.seat]
        together = 0.0
        sources: dict[int, int] = {}
        for size in sizes:
            able = [county for county in self.mine if armies[county] > size and county not in sources.values()]
            if idle >= size:
                able.append(DICE_TOWER)
            if not able:
                return inf, {}
            cost, source = min([(self.cost(source, size), source) for source in able])
            if source == DICE_TOWER:
                idle -= size
            together += cost
            sources[size] = source
        return together, sources

    def rows(self, counties: Sequence[int], blanks: int) -> list[list[float]]:
        """For each court box the worth of each county, of a blank, and (last) of a dice tower card.

        A county with too few armies does nothing there.
        """
        armies, rows = self.outlook.view.armies, []
        for size in SIZES:
            wish = size * self.gain if size in self.sources else 0.0
            row = [wish - self.cost(county, size) if armies[county] > size else 0.0 for county in counties]
            tower = wish - self.cost(DICE_TOWER, size) if self.sources.get(size) == DICE_TOWER else 0.0
            rows.append([*row, *[0.0] * blanks, *[tower] * box().dice_towers])
        return rows

    def boxes(self, cards: Sequence[int], towers: Sequence[bool]) -> tuple[int, ...]:
        """The court boxes of a plan: county cards, and dice tower cards where one is useful."""
        wanted = [tower and self.sources.get(size) == DICE_TOWER for tower, size in zip(towers, SIZES, strict=True)]
        return tuple([DICE_TOWER if tower else card for card, tower in zip(cards, wanted, strict=True)])
