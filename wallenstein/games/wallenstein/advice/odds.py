"""The odds of the tower: the probable end of a battle or a revolt (W50-W54, W60, W61).

Exact if the tower is a sieve (T2): counts of cubes are sums of two binomials. Results are cached: bots ask often.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.names import NEUTRAL, PALACE, PEASANTS, TILE_ATTACK, TILE_DEFENCE
from wallenstein.games.wallenstein.tower.models import TowerOdds, binomial, convolve

NOBODY: Final = (0, 0)  # cubes of a side that does not count
CUBES: Final = 4099  # more than there are; a prime, because dicts look at the last bits of a key first


class Odds(NamedTuple):
    """Probabilities that the attacker takes the county, that the defender holds it, that it is left neutral;
    and the expected armies in it, of the attacker (after a win) and of the defender (after holding)."""

    win: float
    hold: float
    tie: float
    left: float  # zero where the battle is not won: divide by `win` for the mean after a win
    kept: float


@lru_cache(maxsize=1 << 14)
def coming_out(sieve: TowerOdds, thrown: int, inside: int) -> tuple[float, ...]:
    """The distribution of the number of cubes of one colour that come out."""
    return tuple(convolve(binomial(thrown, sieve.passes), binomial(inside, sieve.loosens)))


@lru_cache(maxsize=1 << 14)
def _ends(armies: tuple[float, ...], peasants: tuple[float, ...], most: int, loyal: bool) -> tuple[list[float], ...]:
    """The parts of the odds but `hold`, by the number of attackers that come out."""
    win, tie, left, kept = [0.0] * most, [0.0] * most, [0.0] * most, [0.0] * most
    for d, p_d in enumerate(armies):
        for p, p_p in enumerate(peasants):
            chance = p_d * p_p
            if chance < 1e-9:
                continue
            both = d + p
            if d == 0 and not loyal:
                for attack in range(min(both + 1, most)):
                    tie[attack] += chance  # W54
            elif both < most:
                tie[both] += chance
            if d:
                for attack in range(min(both, most)):
                    kept[attack] += chance * (d - max(0, attack - p))  # W53
            for attack in range(both + 1, most):
                win[attack] += chance
                left[attack] += chance * (attack - both)
    return win, tie, left, kept


def battle_odds(
    sieve: TowerOdds, attack: tuple[int, int], defence: tuple[int, int], peasants: tuple[int, int], loyal: bool = False
) -> Odds:
    """The odds from cubes thrown (hand and tray) and cubes inside, a pair for each party that counts.

    A defence of (0, 0) means no defender; peasants of (0, 0) do not help; `loyal` ones hold a county alone (F10).
    """
    attackers = coming_out(sieve, *attack)
    # one table serves all attacks of about this size
    most = (len(attackers) // 8 + 1) * 8
    parts = _ends(coming_out(sieve, *defence), coming_out(sieve, *peasants), most, loyal)
    win = tie = left = kept = 0.0
    for chance, w, t, over, under in zip(attackers, *parts, strict=False):
        win += chance * w
        tie += chance * t
        left += chance * over
        kept += chance * under
    return Odds(win, max(0.0, 1 - win - tie), tie, left, kept)


class AlikeBattles:
    """The odds of battles that differ only in the number of cubes thrown: the helpers and the tower are the same."""

    def __init__(self, sieve: TowerOdds, inside: int, peasants: tuple[int, int], neutral: bool, loyal: bool) -> None:
        """`inside`: cubes of the defender in the tower; none for a `neutral` county."""
        self.sieve = sieve
        self.inside = inside
        self.peasants = peasants
        self.neutral = neutral
        self.loyal = loyal
        self.known: dict[int, Odds] = {}  # by one number, which is a faster key than a tuple

    def odds(self, attack: tuple[int, int], standing: int) -> Odds:
        """The odds from the cubes of both sides; the attacker's include those inside."""
        key = (attack[0] * CUBES + attack[1]) * CUBES + standing
        odds = self.known.get(key)
        if odds is None:
            defence = NOBODY if self.neutral else (standing, self.inside)
            odds = self.known[key] = battle_odds(self.sieve, attack, defence, self.peasants, self.loyal)
        return odds


battles_like = lru_cache(maxsize=1 << 10)(AlikeBattles)


@lru_cache(maxsize=1 << 14)
def holding_odds(sieve: TowerOdds, armies: tuple[int, int], peasants: tuple[int, int]) -> tuple[float, float]:
    """W61: the probability that armies put a revolt down, and the expected number of survivors."""
    hold = left = 0.0
    for d, p_d in enumerate(coming_out(sieve, *armies)):
        for p, p_p in enumerate(coming_out(sieve, *peasants)):
            if d > p:
                hold += p_d * p_p
                left += p_d * p_p * (d - p)
    return hold, left


def attack_odds(
    view: View, attacker: int, county: int, armies: int, defenders: int | None = None, defender: int | None = None
) -> Odds:
    """The odds of marching this many armies into another player's or a neutral county, in the current state.

    `defenders`: assume this many armies there; `defender`: assume that this seat owns the county.
    """
    defence = defence_of(view, county, view.owner[county] if defender is None else defender)
    standing = view.armies[county] if defenders is None else defenders
    return defence.against((armies + joining_armies(view, attacker), view.tower[attacker]), standing)


def joining_armies(view: View, attacker: int) -> int:
    """The attacker's cubes thrown besides marching armies: those in the tray, and one for the tile (W50)."""
    ready = view.tiles[attacker] == TILE_ATTACK and view.supply[attacker] > 0
    return view.tray[attacker] + (1 if ready else 0)


class Defence:
    """The defence of a county in one view, as every attack meets it, with this owner."""

    def __init__(self, view: View, county: int, defender: int) -> None:
        supply, tray, inside = view.supply, view.tray, view.tower
        first = view.book.rules.edition == "first"
        neutral = defender == NEUTRAL
        guards = 1 if view.buildings[county] >> PALACE & 1 and view.book.effects[view.event] == "palace-guard" else 0
        self.extra = stuck = 0
        if neutral:
            joining = {"angry-peasants": 2, "weary-peasants": 0}.get(view.book.effects[view.event], 1)  # W50, F5
        else:
            # W50: the palace adds an army, in the first edition a peasant (F5)
            extra = (1 if view.tiles[defender] == TILE_DEFENCE else 0) + (0 if first else guards)
            self.extra = min(extra, supply[defender]) + tray[defender]
            stuck = inside[defender]
            joining = guards if first else 0
            if view.book.rules.variant == "manual":
                joining += view.markers[county]  # F14
        helping = NOBODY
        if neutral or view.markers[county] < loyalty(view):
            helping = (min(joining, supply[PEASANTS]) + tray[PEASANTS], inside[PEASANTS])
        self.battles = battles_like(view.book.odds, stuck, helping, neutral, first)

    def against(self, attack: tuple[int, int], standing: int) -> Odds:
        """The odds against cubes thrown and cubes inside, with `standing` armies in the county."""
        return self.battles.odds(attack, standing + self.extra)


_LAST: Final[list[View]] = []
_DEFENCES: Final[dict[tuple[int, int], Defence]] = {}  # in the last view, by county and defender


def defence_of(view: View, county: int, defender: int) -> Defence:
    """The defence of a county; cached until another view is used, because bots ask for every march."""
    if not _LAST or _LAST[0] is not view:
        _LAST[:] = [view]
        _DEFENCES.clear()
    defence = _DEFENCES.get((county, defender))
    if defence is None:
        defence = _DEFENCES[county, defender] = Defence(view, county, defender)
    return defence


def revolt_odds(view: View, county: int, extra: int = 0, armies: int | None = None) -> tuple[float, float]:
    """The probability that the owner puts down a revolt there now, and the expected number of surviving armies."""
    seat = view.owner[county]
    standing = view.armies[county] if armies is None else armies
    peasants = min(view.markers[county] + extra, view.supply[PEASANTS])
    return holding_odds(
        view.book.odds,
        (standing + view.tray[seat], view.tower[seat]),
        (peasants + view.tray[PEASANTS], view.tower[PEASANTS]),
    )


def loyalty(view: View) -> int:
    """The number of revolt markers from which on peasants do not help the defender (W51, F8)."""
    return 2 if view.book.rules.edition == "first" else 1
