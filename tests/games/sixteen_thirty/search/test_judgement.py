"""The networks of the cardinal: what they foresee, and that their fit follows the gradients of its loss."""

import numpy as np
import pytest

from benchmarks.judgement import Table, fit, forward, new_network, play_sample, rounded, step, table_of
from wallenstein.games.sixteen_thirty.names import TURNS
from wallenstein.games.sixteen_thirty.search.judgement import Network, networks, points_of


@pytest.fixture(scope="module")
def table() -> Table:
    return table_of([sample for seed in range(3) for sample in play_sample(seed)])


def test_bots_and_the_fit_read_a_network_alike() -> None:
    network = networks()[0]
    inputs = [float(number % 3) for number in range(len(network.hidden) - 1)]
    weights = {name: np.array(value) for name, value in network._asdict().items()}
    foreseen, _ = forward(weights, np.array([[*inputs, 4.0]]), np.array([4.0]))
    assert points_of(network, inputs, 4.0) == pytest.approx(float(foreseen[0]))


def test_the_gradients_are_those_of_the_loss(table: Table) -> None:
    rng = np.random.default_rng(1)
    nets = {"country": new_network(table.country.shape[-1], 4, rng), "seat": new_network(table.seat.shape[-1], 3, rng)}
    heat = np.full(TURNS, -4.0)
    made, _ = step(nets, table, heat)
    for name, key, place in (("country", "out", (1, 0)), ("country", "base", (1,)), ("seat", "direct", (2, 0))):
        losses = []
        for change in (1e-5, -1e-5):
            nets[name][key][place] += change
            losses.append(step(nets, table, heat)[1])
            nets[name][key][place] -= change
        assert made[name][key][place] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-3, abs=1e-7)


def test_the_fit_makes_what_the_package_has(table: Table) -> None:
    made = rounded(fit(table, epochs=1, seed=1))
    assert made["seat"]["out"] != rounded(fit(table, epochs=0, seed=1))["seat"]["out"], "few positions are a batch, too"
    country, seat, heat = networks()
    assert len(made["heat"]) == len(heat) == TURNS
    for network, packaged in ((Network(**made["country"]), country), (Network(**made["seat"]), seat)):
        assert [np.shape(part) for part in network] == [np.shape(part) for part in packaged]
