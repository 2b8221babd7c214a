"""The worth of everything on the table to a seat, in victory points until the end of the game."""

from dataclasses import dataclass
from math import inf
from typing import Final

from wallenstein.core.arithmetic import exponential, total
from wallenstein.games.wallenstein import names as const
from wallenstein.games.wallenstein.advice import worth
from wallenstein.games.wallenstein.advice.odds import Defence, joining_armies, loyalty, revolt_odds
from wallenstein.games.wallenstein.advice.threat import Threat, combats_left, defence_points, open_to_attack
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.phases.winter import YEARS

RECRUITS: Final = {const.DEPLOY_5: 5, const.DEPLOY_3: 3, const.DEPLOY_1: 1}  # W42, W43
SEASONS: Final = 3
HARVEST: Final = 4.0  # expected grain from a season
UNKNOWN: Final = inf
KEPT: Final = 24  # answers for more armies are not kept
# Combines two numbers into one, which is a faster key than a tuple. Dicts look at the last bits first, so both must
# change them.
PAIRS: Final = (1 << 16) + 16


@dataclass(frozen=True)
class Weights:
    """The weights of a bot; the regent has each of them as an option."""

    army: float = 0.18  # points for an army, while there is time to use it
    thaler: float = 0.4  # points for a Thaler, while there is time to spend it
    famine: float = 0.8  # points lost in a hungry winter's revolt, for each scoring to come
    unrest: float = 0.2  # share of a county at risk where the peasants turned away
    spite: float = 0.6  # points for each point that a rival loses
    envy: float = 8.0  # a rival this far behind is ignored
    will: float = 0.12  # probability that a neighbour attacks where it would win
    prospects: float = 1.0  # present worth of an attack that is possible next season
    tile: float = 0.8  # points for the attack or defence tile, for each battle in which it may serve
    place: float = 0.1  # points for a place earlier in the order
    levy: float = 0.8  # points for an army that is not sent to court, in the first season
    courtier: float = 0.8  # points for a courtier that stays at court, in the first season


class Place:
    """The known values of a county: each list by armies, with UNKNOWN where nothing was asked."""

    def __init__(self) -> None:
        self.risks = [UNKNOWN] * KEPT
        self.attacks = [UNKNOWN] * KEPT  # from it
        self.assaults = [UNKNOWN] * KEPT  # on it
        self.threat: Threat | None = None
        self.defence: Defence | None = None  # against this seat
        self.reach: list[int] | None = None
        self.prize = 0.0  # for an attacker
        self.harm = 0.0  # for its owner's loss


class Outlook:
    """One view of the table, and the worth of everything in it."""

    def __init__(self, view: View, weights: Weights) -> None:
        self.view, self.seat, self.weights = view, view.seat, weights
        self.worth = worth.Worth(view)
        self.scorings = worth.scorings_left(view)
        self.to_winter = max(0, const.FALL - view.season)
        later = SEASONS * (self.scorings - 1) + self.to_winter  # seasons after this one
        self.future = later / (SEASONS * YEARS - 1)  # share of the game still to come: from 1 to 0
        self.army = weights.army * min(1.0, (later + 1) / 4) if later else 0.0
        self.thaler = weights.thaler if later else 0.0
        self.prospects = weights.prospects if later else 0.0
        self.levy = weights.levy * (later + 1) / (SEASONS * YEARS)
        self.courtier = weights.courtier * self.future
        self.will = min(0.9, weights.will * combats_left(view) / 4)
        self.harms = self.rivalry()
        self.places: list[Place | None] = [None] * len(view.owner)
        self.joining = joining_armies(view, self.seat), view.tower[self.seat]
        self.prizes: dict[int, float] = {}  # by seat and county, in one number
        self.land = len(view.mine()) + self.to_winter  # counties to feed in winter
        self.store = view.grain[self.seat] + HARVEST * self.to_winter
        self.hunger = worth.hunger(view, self.land, self.store)  # if the seat does nothing about it
        self.breads: dict[float, float] = {}  # by grain
        self.famine = weights.famine * self.scorings
        self.mouth = self.famine * (self.hunger - worth.hunger(view, self.land + 1, self.store))  # one more to feed

    def rivalry(self) -> list[float]:
        """By seat, the worth of a point that it loses: highest where the seat may win."""
        scores = worth.standings(self.view)
        top = max(score for seat, score in enumerate(scores) if seat != self.seat)
        shares = [exponential((score - top) / self.weights.envy) for score in scores]
        shares[self.seat] = 0.0
        mean = total(shares) / (len(shares) - 1)
        return [self.weights.spite * share / mean for share in shares]

    def prize(self, seat: int, county: int) -> float:
        """Points that a county brings a seat until the end."""
        key = seat * PAIRS + county
        prize = self.prizes.get(key)
        if prize is None:
            prize = self.prizes[key] = self.scorings * self.worth.county(seat, county)
        return prize

    def stake(self, county: int) -> float:
        """Points at stake in an own county: a rival will score the regent's loss."""
        return self.prize(self.seat, county) * (1 + self.weights.spite)

    def place(self, county: int) -> Place:
        found = self.places[county]
        if found is None:
            found = self.places[county] = Place()
        return found

    def risk(self, county: int, armies: int) -> float:
        """The probability of losing a county with this many armies."""
        place = self.place(county)
        if armies < KEPT and place.risks[armies] != UNKNOWN:
            return place.risks[armies]
        if place.threat is None:
            place.threat = Threat(self.view, county, self.will)
        risk = place.threat.danger(armies)
        if armies < KEPT:
            place.risks[armies] = risk
        return risk

    def guard(self, county: int, before: int, after: int) -> float:
        """Points for having `after` instead of `before` armies in a county."""
        return self.stake(county) * (self.risk(county, before) - self.risk(county, after))

    def bread(self, grain: float) -> float:
        """Points for more grain in the coming winter."""
        points = self.breads.get(grain)
        if points is None:
            after = worth.hunger(self.view, self.land, self.store + grain)
            points = self.breads[grain] = self.famine * (self.hunger - after)
        return points

    def assault(self, to: int, armies: int) -> float:
        """Points for throwing this many armies against another's or a neutral county."""
        place = self.place(to)
        if armies < KEPT and place.assaults[armies] != UNKNOWN:
            return place.assaults[armies]
        if place.defence is None:
            victim = self.view.owner[to]
            place.defence = Defence(self.view, to, victim)
            place.prize = self.prize(self.seat, to)
            place.harm = 0.0 if victim == const.NEUTRAL else self.harms[victim] * self.prize(victim, to)
        joining, inside = self.joining
        win, _, tie, left, _ = place.defence.against((armies + joining, inside), self.view.armies[to])
        staying = round(left / win) if win > 0.01 else 1
        kept = place.prize * (1 - self.risk(to, staying if staying > 1 else 1))
        gain = win * (kept + place.harm + self.mouth) + tie * place.harm
        points = gain - (armies - left) * self.army
        if armies < KEPT:
            place.assaults[armies] = points
        return points

    def march(self, county: int, to: int, armies: int) -> float:
        """Points for marching with this many armies; the others stay behind."""
        here, there = self.view.armies[county], self.view.armies[to]
        weakened = self.guard(county, here, here - armies)
        if self.view.owner[to] == self.seat:
            return weakened + self.guard(to, there, there + armies)
        return weakened + self.assault(to, armies)

    def attack(self, county: int, armies: int) -> float:
        """Points for the best attack from a county with this many armies, one of which stays behind; 0 for none."""
        if armies < 2:
            return 0.0
        place = self.place(county)
        if armies < KEPT and place.attacks[armies] != UNKNOWN:
            return place.attacks[armies]
        if place.reach is None:
            place.reach = open_to_attack(self.view, county)
        best = -inf
        for to in place.reach:
            points = self.assault(to, armies - 1)
            if points > best:
                best = points
        value = max(0.0, best + self.guard(county, armies, 1)) if place.reach else 0.0
        if armies < KEPT:
            place.attacks[armies] = value
        return value

    def posting(self, county: int, before: int, after: int) -> float:
        """Points for having `after` instead of `before` armies in a county: safer now, and able to do more later."""
        able = self.attack(county, after) - self.attack(county, before)
        return self.guard(county, before, after) + self.prospects * able + (after - before) * self.army

    def defence(self, choice: Decision, thrown: int) -> float:
        """Points for throwing this many armies in defence of a county (F7)."""
        county, attack = choice.county, choice.attack
        harm = 0.0 if attack is None else self.harms[attack.seat] * self.prize(attack.seat, county)
        prize = self.prize(self.seat, county)
        return defence_points(
            self.view, choice, thrown, lambda left: prize * (1 - self.risk(county, left)), self.army, harm
        )

    def shift(self, county: int, put: int, to: int, armies: int) -> float:
        """Points for putting new armies into a county and moving some from there to another own county (W43, F6)."""
        here, there = self.view.armies[county], self.view.armies[to]
        points = self.posting(county, here, here + put - armies)
        return points if to == const.BLANK else points + self.posting(to, there, there + armies)

    def box(self, action: int, county: int) -> float:
        """Points for an action in a county, without its price."""
        armies = self.view.armies[county]
        if action >= const.COMBAT_A:
            return self.attack(county, armies)
        if action in RECRUITS:
            return self.posting(county, armies, armies + RECRUITS[action])
        if action in (const.GRAIN, const.TAXES):
            return self.collection(action, county)
        return self.scorings * worth.site_value(self.worth, action, county) * (1 - self.risk(county, armies))

    def collection(self, action: int, county: int) -> float:
        """Points for grain or taxes, less the probable loss from the peasants' anger (W41)."""
        view = self.view
        amount = worth.expected_income(view, action, county)
        points = self.bread(amount) if action == const.GRAIN else amount * self.thaler
        if view.markers[county]:
            hold, left = revolt_odds(view, county)
            points -= (1 - hold) * self.stake(county) + (view.armies[county] - left) * self.army
        if view.markers[county] < loyalty(view):
            points -= self.weights.unrest * self.will * self.stake(county)
        return points - (self.weights.unrest / 5 if self.to_winter else 0.0)

    def tile(self, tile: int) -> float:
        view, weights = self.view, self.weights
        boxes = view.plan.boxes if view.plan else (const.BLANK,) * len(const.ACTIONS)
        points = -weights.place * view.tiles_on_offer.index(tile)
        if tile == const.TILE_ATTACK:
            return points + weights.tile * sum(county != const.BLANK for county in boxes[const.COMBAT_A :])
        if tile == const.TILE_DEFENCE:
            return points + weights.tile
        if tile == const.TILE_ARMIES:
            return points + self.army * (boxes[const.DEPLOY_5] != const.BLANK)
        if tile == const.TILE_THALER:
            return points + self.thaler * (boxes[const.TAXES] != const.BLANK)
        return points + self.bread(1) * (boxes[const.GRAIN] != const.BLANK)
