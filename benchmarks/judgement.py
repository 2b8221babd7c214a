"""What will every seat have at the end? Fits the networks of the cardinal to games of brokers.

`python -m benchmarks.judgement --games 44000 --jobs 2 --out judgement.toml` plays a game in some 90 ms, compiled. Most
seats are brokers with the cardinal's taste, and some choices are random. The positions at the beginning of some rounds
and the final points give the weights: of two networks with one hidden layer, fitted by gradients (Adam) to the points
and to who wins. Equal seeds play equal games.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks.prospects import BEGINNING
from wallenstein.bots.discovery import find
from wallenstein.core.search.fitting import centred, samples_of, softmax
from wallenstein.core.seeds import derive
from wallenstein.games.sixteen_thirty.advice.horizon import TURNS_LEFT
from wallenstein.games.sixteen_thirty.names import NO_STAGE, TURNS
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.rules import Rules
from wallenstein.games.sixteen_thirty.search.judgement import seat_inputs, war_leads

Floats = NDArray[np.float64]
Weights = dict[str, Floats]
PLAYERS: Final = 4
KEPT: Final = 0.2  # of the positions: those of one game are much alike
STRAY: Final = 0.16  # the highest share of random choices; every game has its own
USUAL: Final = 0.25  # of the seats are brokers as they are
MARKERS: Final = 5  # a seat's, and so the most countries where it has any
UNITS: Final = {"country": 16, "seat": 12}
BATCH: Final = 512
POINTS: Final = 0.001  # what a squared point weighs against the likelihood of the winner


class Sample(NamedTuple):
    """A position: the inputs of every seat, its points, and those at the end."""

    turn: int
    inputs: list[Any]
    points: list[int]
    end: list[int]


def play_sample(seed: int) -> list[Sample]:
    """The positions of one game."""
    rng, state, bots = Random(derive(seed, "stray")), new_game(Rules(), PLAYERS, seeded(seed)), list[Any]()
    broker, cardinal = find("broker"), find("cardinal")
    for seat in range(PLAYERS):
        bots.append(broker())
        bots[seat].rng = Random(derive(seed, "bot", seat))
        if rng.random() > USUAL:
            bots[seat].taste, bots[seat].held = cardinal.taste, cardinal.held  # type: ignore[attr-defined]
    stray, begun, seen = rng.random() * STRAY, (0, 0), list[Sample]()
    while (decision := state.decision) is not None:
        if state.step in BEGINNING and state.stage == NO_STAGE and (state.turn, state.current) != begun:
            begun = state.turn, state.current
            if rng.random() < KEPT:
                leads = war_leads(state)
                inputs = [seat_inputs(state, seat, *leads) for seat in range(PLAYERS)]
                seen.append(Sample(state.turn, inputs, list(state.vp), state.vp))
        choice = bots[decision.seat].choose(state.view(decision.seat), decision)
        state.make(decision.random(rng) if rng.random() < stray else choice)
    return [sample._replace(end=list(state.vp)) for sample in seen]


class Table(NamedTuple):
    """Samples as arrays, by position and seat; the last input of both networks is the number of turns left."""

    turn: NDArray[np.int64]
    stakes: Floats  # by country, 0 for none
    country: Floats
    seat: Floats
    points: Floats
    end: Floats


def table_of(samples: Sequence[Sample]) -> Table:
    wide = max(len(inputs) for sample in samples for countries, _ in sample.inputs for _, inputs in countries) + 1
    stakes, country = np.zeros((len(samples), PLAYERS, MARKERS)), np.zeros((len(samples), PLAYERS, MARKERS, wide))
    own = [[[*inputs, TURNS_LEFT[sample.turn]] for _, inputs in sample.inputs] for sample in samples]
    for place, sample in enumerate(samples):
        for seat, (countries, _) in enumerate(sample.inputs):
            for number, (stake, inputs) in enumerate(countries):
                stakes[place, seat, number] = stake
                country[place, seat, number] = [*inputs, TURNS_LEFT[sample.turn]]
    turn, points, end = [np.array([sample[field] for sample in samples]) for field in (0, 2, 3)]
    return Table(turn, stakes, country, np.array(own, dtype=float), points.astype(float), end.astype(float))


def new_network(inputs: int, units: int, rng: np.random.Generator) -> Weights:
    return {
        "hidden": rng.normal(0, (1.5 / inputs) ** 0.5, (inputs, units)), "direct": np.zeros((inputs, 2)),
        "out": rng.normal(0, 0.1, (units, 2)) / [1, 5], "bias": np.zeros(units), "base": np.zeros(2),
    }  # fmt: skip


def forward(net: Weights, inputs: Floats, turns: Floats) -> tuple[Floats, Floats]:
    """The points of each row, and the heights of the units."""
    units = np.maximum(inputs @ net["hidden"] + net["bias"], 0)
    both = inputs @ net["direct"] + units @ net["out"] + net["base"]
    return both[:, 0] + turns * both[:, 1], units


def gradients(net: Weights, inputs: Floats, turns: Floats, units: Floats, wanted: Floats) -> Weights:
    """Of all weights, from the gradient of the points of each row."""
    both = np.stack([wanted, wanted * turns], axis=1)
    back = (both @ net["out"].T) * (units > 0)
    return {
        "hidden": inputs.T @ back, "direct": inputs.T @ both, "out": units.T @ both, "bias": back.sum(axis=0),
        "base": both.sum(axis=0),
    }  # fmt: skip


def step(nets: dict[str, Weights], table: Table, heat: Floats) -> tuple[dict[str, Weights], float]:
    """The gradients of a batch, those of the heats among them, and its loss."""
    rows = {
        name: inputs.reshape(-1, inputs.shape[-1])
        for name, inputs in (("country", table.country), ("seat", table.seat))
    }
    left = np.array(TURNS_LEFT)[table.turn]
    turns = {"country": np.repeat(left, PLAYERS * MARKERS), "seat": np.repeat(left, PLAYERS)}
    found = {name: forward(nets[name], rows[name], turns[name]) for name in rows}
    of_countries = (found["country"][0].reshape(table.stakes.shape) * table.stakes).sum(axis=2)
    scores = centred(table.points + of_countries + found["seat"][0].reshape(table.points.shape))
    won = (table.end == table.end.max(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    hot = np.exp(heat[table.turn - 1])[:, None]
    chances, short = softmax(hot * scores), scores - centred(table.end)
    sure = (chances - won) / len(won)
    wanted = centred(sure * hot + 2 * POINTS * short / len(won))
    by_row = {"country": (wanted[:, :, None] * table.stakes).reshape(-1), "seat": wanted.reshape(-1)}
    made = {name: gradients(nets[name], rows[name], turns[name], found[name][1], by_row[name]) for name in rows}
    warmer = np.zeros(TURNS)
    np.add.at(warmer, table.turn - 1, (sure * hot * scores).sum(axis=1))
    made["heat"] = {"heat": warmer}
    return made, float(-np.mean(np.log((chances * won).sum(axis=1))) + POINTS * np.mean((short**2).sum(axis=1)))


def fit(table: Table, epochs: int, seed: int) -> dict[str, Any]:
    """The weights for the file. The inputs are scaled for the fit, and the weights scaled back after it."""
    rng = np.random.default_rng(seed)
    means, scales = {}, {}
    for name, inputs in (
        ("country", table.country[table.stakes > 0]),
        ("seat", table.seat.reshape(-1, table.seat.shape[-1])),
    ):
        means[name], scales[name] = inputs.mean(axis=0), inputs.std(axis=0) + 1e-3
    scaled = table._replace(**{name: (getattr(table, name) - means[name]) / scales[name] for name in UNITS})
    nets = {name: new_network(len(means[name]), units, rng) for name, units in UNITS.items()}
    nets["heat"] = {"heat": np.full(TURNS, -2.5)}
    slow = {
        name: {key: (np.zeros_like(value), np.zeros_like(value)) for key, value in net.items()}
        for name, net in nets.items()
    }
    steps = 0
    for epoch in range(epochs):
        rate, order, losses = 0.002 * (1 - epoch / epochs) + 0.0001, rng.permutation(len(table.turn)), []
        for start in range(0, max(1, len(order) - BATCH + 1), BATCH):
            batch = Table._make(part[order[start : start + BATCH]] for part in scaled)
            made, loss = step(nets, batch, nets["heat"]["heat"])
            losses.append(loss)
            steps += 1
            for name, key in [(name, key) for name, net in nets.items() for key in net]:
                first, second = slow[name][key]
                first += 0.1 * (made[name][key] - first)
                second += 0.001 * (made[name][key] ** 2 - second)
                nets[name][key] -= rate * (first / (1 - 0.9**steps)) / (np.sqrt(second / (1 - 0.999**steps)) + 1e-8)
        print(f"{epoch + 1} of {epochs}: loss {np.mean(losses):.4f}")
    for name in UNITS:
        net, shift = nets[name], means[name] / scales[name]
        net["bias"], net["base"] = net["bias"] - shift @ net["hidden"], net["base"] - shift @ net["direct"]
        net["hidden"], net["direct"] = [net[key] / scales[name][:, None] for key in ("hidden", "direct")]
    return {"heat": np.exp(nets["heat"]["heat"]), **{name: nets[name] for name in UNITS}}


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if np.ndim(value) else float(f"{value:.5g}")


def main() -> None:
    import tomli_w

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=44_000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1632)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    samples = list(samples_of(play_sample, "judgement", chosen.games, chosen.seed, chosen.jobs))
    print(f"{len(samples)} positions")
    chosen.out.write_text(tomli_w.dumps(rounded(fit(table_of(samples), chosen.epochs, chosen.seed))), encoding="utf-8")


if __name__ == "__main__":
    main()
