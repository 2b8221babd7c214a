"""T2-T4: how often what falls out of the tower, against the exact distribution; a bias of one percent is found."""

from collections import Counter
from itertools import product, repeat
from math import nextafter

import pytest

from tests.properties.exact_tower import LIMIT, Counts, baffles_exact, deviation, observe, sieve_exact
from tests.properties.players import BASE, finish, start
from wallenstein.core.seeds import stream
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.tower.models import Baffles, Ledges, OpenTower, Sieve, TowerModel

THROWS = 20_000
BIAS = 0.01
SIEVE = (2 / 3, 1 / 3)

HANDS: list[tuple[Counts, Counts]] = [
    ((10,), (0,)),
    ((0,), (10,)),
    ((8,), (8,)),
    ((4, 2), (3, 5)),
    ((1, 0, 3), (0, 7, 2)),
]
SMALL: list[tuple[Counts, Counts]] = [
    ((3,), (2,)),
    ((4,), (0,)),
    ((1,), (4,)),
    ((2, 1), (1, 2)),
    ((1, 1, 1), (1, 0, 1)),
]


@pytest.mark.parametrize(("falling", "inside"), HANDS)
def test_t2_the_sieve_lets_two_thirds_pass_and_loosens_a_third(falling: Counts, inside: Counts) -> None:
    assert deviation(observe(Sieve(), falling, inside, THROWS, 1), sieve_exact(*SIEVE, falling, inside)) < LIMIT


@pytest.mark.parametrize(("passes", "loosens"), [(0.5, 0.5), (0.9, 0.0), (0.0, 1.0), (1.0, 0.25)])
def test_t3_a_sieve_of_other_holes(passes: float, loosens: float) -> None:
    for falling, inside in HANDS:
        seen = observe(Sieve(passes, loosens), falling, inside, THROWS // 4, 2)
        assert deviation(seen, sieve_exact(passes, loosens, falling, inside)) < LIMIT


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(("which", "hand"), [("passes", HANDS[0]), ("loosens", HANDS[1])])
def test_t4_a_sieve_wrong_by_one_percent_is_found(sign: int, which: str, hand: tuple[Counts, Counts]) -> None:
    """The test of the test."""
    passes, loosens = SIEVE
    wrong = Sieve(passes + sign * BIAS * (which == "passes"), loosens + sign * BIAS * (which == "loosens"))
    for seed in range(3):
        assert deviation(observe(wrong, *hand, THROWS, seed), sieve_exact(*SIEVE, *hand)) > LIMIT


@pytest.mark.parametrize(("falling", "inside"), SMALL)
@pytest.mark.parametrize(("catch", "knock"), [(0.2, 0.05), (0.5, 0.3)])
def test_t3_baffles_catch_and_knock_loose(catch: float, knock: float, falling: Counts, inside: Counts) -> None:
    seen = observe(Baffles(catch, knock), falling, inside, THROWS, 3)
    assert deviation(seen, baffles_exact(catch, knock, falling, inside)) < LIMIT


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize(("which", "hand"), [("catch", SMALL[1]), ("knock", SMALL[0])])
def test_t4_baffles_wrong_by_one_percent_are_found(sign: int, which: str, hand: tuple[Counts, Counts]) -> None:
    """The test of the test."""
    wrong = Baffles(0.2 + sign * BIAS * (which == "catch"), 0.05 + sign * BIAS * (which == "knock"))
    for seed in range(3):
        assert deviation(observe(wrong, *hand, THROWS, seed), baffles_exact(0.2, 0.05, *hand)) > LIMIT


def test_t3_baffles_without_knocking_are_a_sieve_that_loosens_nothing() -> None:
    for falling, inside in HANDS:
        seen = observe(Baffles(0.2, 0.0), falling, inside, THROWS // 4, 4)
        assert deviation(seen, sieve_exact(0.8 * 0.8, 0.0, falling, inside)) < LIMIT


@pytest.mark.parametrize("tower", [Sieve(), Sieve(0.9, 0.7), Baffles(), Baffles(0.5, 0.3), OpenTower()])
def test_t1_whatever_the_numbers_drawn_no_more_comes_out_than_there_is(tower: TowerModel) -> None:
    for falling, inside in product(range(16), repeat=2):
        for drawn in (0.0, 0.5, nextafter(1.0, 0.0)):
            (out,) = tower.drop(repeat(drawn).__next__, [falling], [inside])
            assert 0 <= out <= falling + inside, (falling, inside, drawn)


def test_t3_nothing_stays_in_the_open_tower() -> None:
    for falling, inside in HANDS:
        everything = tuple(f + i for f, i in zip(falling, inside, strict=True))
        assert observe(OpenTower(), falling, inside, 100, 5) == {everything: 100}


def test_t2_colours_fall_independently() -> None:
    """The joint distribution of two colours is checked above; here that of a crowd, colour by colour."""
    falling, inside = (5, 7, 0, 3, 1, 4), (3, 0, 9, 2, 6, 8)
    seen = observe(Sieve(), falling, inside, THROWS, 6)
    for colour in range(6):
        alone = Counter[Counts]()
        for out, count in seen.items():
            alone[(out[colour],)] += count
        exact = sieve_exact(*SIEVE, (falling[colour],), (inside[colour],))
        assert deviation(alone, exact) < LIMIT
    pairs = Counter[Counts]()
    for out, count in seen.items():
        pairs[(out[0], out[5])] += count
    assert deviation(pairs, sieve_exact(*SIEVE, (5, 4), (3, 8))) < LIMIT


def throws_of_games(games: int) -> tuple[Counter[str], Counter[str]]:
    """All cubes of many games: how many fell in and were inside, and the variance and number of those that came out."""
    count, out = Counter[str](), Counter[str]()
    rules = next(r for r, _ in BASE if dict(r.tower_options)["model"] == "sieve" and r.setup == "default")
    for seed in range(games):
        state = finish(start((rules, 3 + seed % 3), seed), stream(seed, "players"))
        for entry in Wallenstein().event_log(state):
            if entry[0] == "throw":
                _, cause, *_, hand, tray, inside, came = entry
                count["falling"] += sum(hand) + sum(tray)
                count["inside"] += sum(inside)
                out[cause] += 1
                out["out"] += sum(came)
    return count, out


def test_t1_hand_and_tray_fall_in_together_in_whole_games() -> None:
    """Over the throws of whole games as many come out as two thirds of hand and tray and a third of the rest."""
    count, out = throws_of_games(400)
    expected = count["falling"] * 2 / 3 + count["inside"] / 3
    spread = ((count["falling"] + count["inside"]) * 2 / 9) ** 0.5
    assert abs(out["out"] - expected) < LIMIT * spread
    assert min(out["fill"], out["battle"], out["revolt"], out["winter"]) > 100
    # the test of the test: a tower wrong by one percent would be beyond the limit
    assert BIAS * count["falling"] > LIMIT * spread


def test_t3_a_ledge_has_room_for_some_cubes_only() -> None:
    """About five of 49 cubes stay inside, and about five are inside after any throw; few cubes loosen little."""
    tower = Ledges(places=10, catch=0.5)
    left = []
    for falling, inside in ((49, 0), (1, 5), (6, 5), (16, 5)):
        passes, loosens = tower.course(falling, inside)
        left.append(falling * (1 - passes) + inside * (1 - loosens))
    assert left == pytest.approx([5, 5, 5, 5], abs=0.1)
    assert [round(tower.course(n, 5)[1], 2) for n in (1, 4, 16)] == [0.05, 0.19, 0.56]
    for thrown, lying in HANDS:
        passes, loosens = tower.course(sum(thrown), sum(lying))
        seen = observe(tower, thrown, lying, THROWS // 4, 5)
        assert deviation(seen, sieve_exact(passes, loosens, thrown, lying)) < LIMIT
