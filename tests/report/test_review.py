"""Reviews: the parts add up to the result, planted luck and planted blunders are found, luck has the mean zero."""

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from tests.pages.test_chances import GAMES, replayed
from tests.toy.game import ToyGame
from wallenstein.bots.match import on_seats
from wallenstein.core.errors import ConfigError
from wallenstein.games import find_game
from wallenstein.games.wallenstein.names import BLANK
from wallenstein.games.wallenstein.new_game import new_game, seeded
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.replay.luck import TowerLuck, spreads
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.games.wallenstein.tower.models import Baffles, Ledges, OpenTower, Sieve, TowerModel
from wallenstein.report.luck import Asked, Part
from wallenstein.report.review import Mistake, beyond_chance, cost_of, review_state

GAME: Any = find_game("wallenstein")


@pytest.mark.parametrize(
    ("name", "bots", "options"), [*GAMES[:2], pytest.param(*GAMES[2], marks=pytest.mark.slow), GAMES[3]]
)
def test_the_parts_add_up_to_the_result(name: str, bots: tuple[str, ...], options: dict[str, Any]) -> None:
    game, state, choices = replayed(name, bots, options)
    parts = review_state(game, state, None, bots, choices, 0).parts
    first = [place.rank == 1 for place in state.result()]
    for seat, won in enumerate(first):
        total = 1 / len(bots) + sum(part.changes[seat] for part in parts)
        assert total == pytest.approx(won / sum(first), abs=1e-9)
    assert all(sum(part.changes) == pytest.approx(0, abs=1e-9) for part in parts)
    assert {"decisions", "throw" if name == "wallenstein" else "draw"} <= {part.source for part in parts}


@pytest.mark.parametrize("tower", [Sieve(), Sieve(0.9, 0.1), OpenTower(), Ledges()])
def test_the_spread_of_a_throw_is_that_of_the_tower(tower: TowerModel) -> None:
    falling, inside, rng = [4, 2, 0], [3, 0, 1], Random(1)
    known = spreads(tower, falling, inside)
    assert known is not None
    thrown = [tower.drop(rng.random, falling[:], inside[:]) for _ in range(4000)]
    for colour, chances in enumerate(known):
        assert sum(chances) == pytest.approx(1)
        expected = sum(count * chance for count, chance in enumerate(chances))
        assert mean(out[colour] for out in thrown) == pytest.approx(expected, abs=0.08)


def test_a_tower_without_known_odds_is_sampled() -> None:
    assert spreads(Baffles(), [4, 2], [1, 1]) is None
    call = Asked("throw", (Baffles(), [4, 2], [1, 1]), [3, 2])
    outcomes = TowerLuck(GAME.load("pages").chances, Random(1)).outcomes(call, ())
    assert len(outcomes) == 200
    assert sum(chance for chance, _ in outcomes) == pytest.approx(1)


class KindChance:
    """Chance that throws several times when one seat takes part, and takes what is best for it."""

    def __init__(self, seed: int, seat: int) -> None:
        self.rest, self.seat = seeded(seed), seat

    def draw(self, kind: str, items: Any, count: int) -> list[int]:
        return self.rest.draw(kind, items, count)

    def throw(self, tower: TowerModel, falling: list[int], inside: list[int]) -> list[int]:
        throws = [self.rest.throw(tower, falling, inside) for _ in range(6 if falling[self.seat] else 1)]
        return max(throws, key=lambda out: 2 * out[self.seat] - sum(out))


def play_on(state: Any, bots: Any, meddle: Any = None) -> list[bytes]:
    """Plays a game to its end; `meddle` may change a choice."""
    choices = []
    while (decision := state.decision) is not None:
        choice = bots[decision.seat].decide(state.view(decision.seat), decision)
        if meddle is not None:
            choice = meddle(state, decision, choice)
        choices.append(state.functions.kinds[decision.kind].pack(choice))
        state.make(choice)
    return choices


def throws_of(parts: Sequence[Part], seat: int) -> float:
    return sum(part.changes[seat] for part in parts if part.source == "throw")


@pytest.mark.slow
def test_planted_luck_is_found() -> None:
    rules, bots, luck = Rules(), ["warlord"] * 3, [0.0] * 3
    for seed in (5, 9):
        played = new_game(rules, 3, KindChance(seed, 1), journal=True)
        choices = play_on(played, on_seats(bots, "wallenstein", rules, seed))
        parts = review_state(GAME, new_game(rules, 3, KindChance(seed, 1), journal=True), rules, bots, choices, 0).parts
        luck = [sum_ + throws_of(parts, seat) for seat, sum_ in enumerate(luck)]
    assert luck[1] > 0.3
    assert luck[0] + luck[2] < -0.3


@pytest.mark.slow
def test_planted_blunders_are_found() -> None:
    """A regent lays no card at all in the last season; the search sees what this costs, and most of all of it."""
    rules, bots = Rules(), ["regent"] * 3

    def lay_nothing(state: Any, decision: Any, choice: Any) -> Any:
        planning = (decision.kind, decision.seat, state.year, state.season) == ("plan", 1, 1, 2)
        return decision.options.repair(Plan((BLANK,) * 10, choice.bid)) if planning else choice

    state = new_game(rules, 3, seeded(4), journal=True)
    choices = play_on(state, on_seats(bots, "wallenstein", rules, 4), lay_nothing)
    found = review_state(GAME, new_game(rules, 3, seeded(4), journal=True), rules, bots, choices, 40)
    assert found.mistakes is not None
    worst = next(mistake for mistake in found.mistakes if mistake.seat == 1)
    assert (worst.kind, worst.when) == ("plan", "Fall of year 1")
    assert worst.cost > 1.5 * worst.error
    assert all(mistake.cost > mistake.error for mistake in found.mistakes)


@pytest.mark.long
def test_the_luck_of_equal_bots_has_the_mean_zero() -> None:
    rules, bots, luck = Rules(), ["warlord"] * 3, []
    for seed in range(24):
        played, again = [new_game(rules, 3, seeded(seed), journal=True) for _ in range(2)]
        choices = play_on(played, on_seats(bots, "wallenstein", rules, seed))
        luck.append(throws_of(review_state(GAME, again, rules, bots, choices, 0).parts, 0))
    assert stdev(luck) > 0.02, "there is luck in each game"
    assert abs(mean(luck)) < 3 * stdev(luck) / sqrt(len(luck))


def test_a_decision_among_many_needs_a_larger_cost() -> None:
    """Its interval holds together with those of all decisions that were judged: 2.0 errors alone, 3.4 among forty."""
    judged = Mistake(0, "Fall", 0, "plan", "this", "that", 0.03, 0.01)
    (alone,) = beyond_chance([judged], 60)
    assert alone.error == pytest.approx(0.0200, abs=1e-4)
    others = [judged._replace(cost=-0.01)] * 39
    assert not beyond_chance([judged, *others], 60)
    (dearest,) = beyond_chance([*others, judged._replace(cost=0.05)], 60)
    assert dearest.error == pytest.approx(0.0339, abs=1e-4)


def test_costs_are_summed_alike_in_every_python() -> None:
    assert cost_of([1e16, 1.0, -1e16])[0] == 0  # Python 3.12 and later find a third by its own sum


def test_a_game_without_a_forecast_cannot_be_reviewed() -> None:
    with pytest.raises(ConfigError, match="cannot be reviewed"):
        review_state(ToyGame(), GAME.new_game(Rules(), 3, 1), None, (), [])
