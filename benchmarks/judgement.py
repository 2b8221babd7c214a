"""What will every seat have at the end? Fits the networks of the cardinal to games of brokers.

`python -m benchmarks.judgement --keep games --out judgement.toml` with its defaults writes the packaged judgement.toml,
in half an hour of processor time: it plays a game in some 100 ms, compiled. Most seats are brokers with the cardinal's
taste, and some choices are random. The positions at the beginning of some rounds and the final points give the weights:
of two networks with one hidden layer, fitted by gradients (Adam) to the points and to who wins. Equal seeds play equal
games. The folder keeps them by the chunk: a second run takes them and goes on, and fits the same weights as one that
was never interrupted.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple
from zipfile import BadZipFile

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
from wallenstein.games.sixteen_thirty.search.judgement import networks, seat_inputs, war_leads

Floats = NDArray[np.float64]
Whole = NDArray[np.int16]
Weights = dict[str, Floats]
PLAYERS: Final = 4
CHUNK: Final = 250  # games in a file
FIRST: Final = 4  # games by which a folder is recognized
KEPT: Final = 0.5  # of the positions: those of one game are much alike
STRAY: Final = 0.16  # the highest share of random choices; every game has its own
USUAL: Final = 0.25  # of the seats are brokers as they are
MARKERS: Final = 5  # a seat's, and so the most countries where it has any
UNITS: Final = {"country": 16, "seat": 12}
BATCH: Final = 512
SCALED: Final = 50_000  # positions from which the scales of inputs are taken
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
    """Samples as arrays, by position and seat."""

    turn: Whole
    stakes: Whole  # by country, 0 for none
    country: Whole
    seat: Whole
    points: Whole
    end: Whole


class Batch(NamedTuple):
    """A table for the fit; the last input of both networks is the number of turns left."""

    turn: Whole
    left: Floats
    stakes: Floats
    country: Floats
    seat: Floats
    points: Floats
    end: Floats


def table_of(samples: Sequence[Sample]) -> Table:
    wide = max(len(inputs) for sample in samples for countries, _ in sample.inputs for _, inputs in countries)
    stakes = np.zeros((len(samples), PLAYERS, MARKERS), dtype=np.int16)
    country = np.zeros((*stakes.shape, wide), dtype=np.int16)
    for place, sample in enumerate(samples):
        for seat, (countries, _) in enumerate(sample.inputs):
            for number, (stake, inputs) in enumerate(countries):
                stakes[place, seat, number], country[place, seat, number] = stake, inputs
    own = np.array([[inputs for _, inputs in sample.inputs] for sample in samples], dtype=np.int16)
    turn, points, end = [np.array([sample[field] for sample in samples], dtype=np.int16) for field in (0, 2, 3)]
    return Table(turn, stakes, country, own, points, end)


def batch_of(table: Table) -> Batch:
    left = np.array(TURNS_LEFT)[table.turn]
    country, seat = [
        np.pad(inputs.astype(float), [*[(0, 0)] * (inputs.ndim - 1), (0, 1)]) for inputs in (table.country, table.seat)
    ]
    country[..., -1], seat[..., -1] = left[:, None, None], left[:, None]
    points, end = table.points.astype(float), table.end.astype(float)
    return Batch(table.turn, left, table.stakes.astype(float), country, seat, points, end)


def kept_tables(folder: Path, games: int, seed: int, jobs: int) -> Iterator[Table]:
    """The positions of seeded games, by the chunk: from the folder, or played and kept there."""
    recognize(folder, seed)
    for number, first in enumerate(range(0, games, CHUNK)):
        size = min(CHUNK, games - first)
        kept = folder / f"{number:04}-{size}.npz"
        if not kept.exists():
            table = table_of(list(samples_of(play_sample, f"judgement-{number}", size, seed, jobs)))
            unfinished = kept.with_suffix(".tmp")
            with unfinished.open("wb") as file:
                np.savez_compressed(file, **table._asdict())
            unfinished.replace(kept)
            print(f"{kept}: {len(table.turn)} positions", flush=True)
        try:
            with np.load(kept, allow_pickle=False) as arrays:
                yield Table(**{name: arrays[name] for name in Table._fields})
        except (ValueError, KeyError, EOFError, BadZipFile) as error:
            raise SystemExit(f"{kept} is damaged ({error}). Delete it, and its games are played again.") from error


def recognize(folder: Path, seed: int) -> None:
    """Refuses a folder of other games: another seed, other rules or bots, or other samples of a game."""
    games = repr([play_sample(derive(seed, "judgement", number)) for number in range(FIRST)])
    label = json.dumps({"seed": seed, "chunk": CHUNK, "games": sha256(games.encode()).hexdigest()}) + "\n"
    file = folder / "games.json"
    folder.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(label, encoding="utf-8")
    elif (found := file.read_text(encoding="utf-8")) != label:
        raise SystemExit(
            f"{folder} has other games: {file} has {found.strip()}, not {label.strip()}. Choose another folder."
        )


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


def step(nets: dict[str, Weights], batch: Batch, heat: Floats) -> tuple[dict[str, Weights], Floats]:
    """The gradients of a batch, those of the heats among them, and both parts of its loss: wins and points."""
    rows = {
        name: inputs.reshape(-1, inputs.shape[-1])
        for name, inputs in (("country", batch.country), ("seat", batch.seat))
    }
    turns = {"country": np.repeat(batch.left, PLAYERS * MARKERS), "seat": np.repeat(batch.left, PLAYERS)}
    found = {name: forward(nets[name], rows[name], turns[name]) for name in rows}
    of_countries = (found["country"][0].reshape(batch.stakes.shape) * batch.stakes).sum(axis=2)
    scores = centred(batch.points + of_countries + found["seat"][0].reshape(batch.points.shape))
    won = (batch.end == batch.end.max(axis=1, keepdims=True)).astype(float)
    won /= won.sum(axis=1, keepdims=True)
    hot = np.exp(heat[batch.turn - 1])[:, None]
    chances, short = softmax(hot * scores), scores - centred(batch.end)
    sure = (chances - won) / len(won)
    wanted = centred(sure * hot + 2 * POINTS * short / len(won))
    by_row = {"country": (wanted[:, :, None] * batch.stakes).reshape(-1), "seat": wanted.reshape(-1)}
    made = {name: gradients(nets[name], rows[name], turns[name], found[name][1], by_row[name]) for name in rows}
    warmer = np.zeros(TURNS)
    np.add.at(warmer, batch.turn - 1, (sure * hot * scores).sum(axis=1))
    made["heat"] = {"heat": warmer}
    wins, points = -np.mean(np.log((chances * won).sum(axis=1))), POINTS * np.mean((short**2).sum(axis=1))
    return made, np.array([wins, points])


def fit(table: Table, epochs: int, seed: int) -> dict[str, Any]:
    """The weights for the file. The inputs are scaled for the fit, and the weights scaled back after it."""
    rng = np.random.default_rng(seed)
    some = batch_of(Table._make(part[:SCALED] for part in table))
    by_row = {"country": some.country[some.stakes > 0], "seat": some.seat.reshape(-1, some.seat.shape[-1])}
    means = {name: inputs.mean(axis=0) for name, inputs in by_row.items()}
    scales = {name: inputs.std(axis=0) + 1e-3 for name, inputs in by_row.items()}
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
            batch = batch_of(Table._make(part[order[start : start + BATCH]] for part in table))
            scaled = {name: (getattr(batch, name) - means[name]) / scales[name] for name in UNITS}
            made, loss = step(nets, batch._replace(**scaled), nets["heat"]["heat"])
            losses.append(loss)
            steps += 1
            descend(nets, made, slow, rate, steps)
        wins, points = np.mean(losses, axis=0)
        print(f"{epoch + 1} of {epochs}: loss {wins:.4f} of wins, {points:.4f} of points", flush=True)
    for name in UNITS:
        net, shift = nets[name], means[name] / scales[name]
        net["bias"], net["base"] = net["bias"] - shift @ net["hidden"], net["base"] - shift @ net["direct"]
        net["hidden"], net["direct"] = [net[key] / scales[name][:, None] for key in ("hidden", "direct")]
    return {"heat": np.exp(nets["heat"]["heat"]), **{name: nets[name] for name in UNITS}}


def descend(
    nets: dict[str, Weights], made: dict[str, Weights], slow: dict[str, dict[str, tuple[Floats, Floats]]], rate: float,
    steps: int,
) -> None:  # fmt: skip
    """One step of Adam; `slow` has both moments."""
    for name, key in [(name, key) for name, net in nets.items() for key in net]:
        first, second = slow[name][key]
        first += 0.1 * (made[name][key] - first)
        second += 0.001 * (made[name][key] ** 2 - second)
        nets[name][key] -= rate * (first / (1 - 0.9**steps)) / (np.sqrt(second / (1 - 0.999**steps)) + 1e-8)


def loss_of(weights: dict[str, Any], tables: Iterable[Table]) -> Floats:
    """Both parts of the loss of weights as they are in the file."""
    nets = {name: {key: np.array(value) for key, value in weights[name].items()} for name in UNITS}
    lost, positions = np.zeros(2), 0
    for table in tables:
        lost += step(nets, batch_of(table), np.log(weights["heat"]))[1] * len(table.turn)
        positions += len(table.turn)
    return lost / positions


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: rounded(part) for name, part in value.items()}
    return [rounded(part) for part in value] if np.ndim(value) else float(f"{value:.5g}")


HEAD: Final = """# The networks of the cardinal: what a seat will have at the end, and how surely that decides, by turn.
# Made by `python -m benchmarks.judgement`; see docs/sixteen-thirty/bots.md.
"""


def text_of(weights: dict[str, Any]) -> str:
    """The file: a row of weights is a line."""
    lines = [HEAD + f"heat = {weights['heat']}"]
    for name in UNITS:
        lines += ["", f"[{name}]"]
        for key, value in sorted(weights[name].items()):
            rows = [f"    {row}," for row in value]
            lines += [f"{key} = [", *rows, "]"] if isinstance(value[0], list) else [f"{key} = {value}"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12_000)
    parser.add_argument("--held-out", type=int, default=2_000, help="games of another seed, which only judge the fit")
    parser.add_argument("--epochs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1632)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True, help="folder of the games; a second run goes on there")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    held_out = list(kept_tables(chosen.keep / "held-out", chosen.held_out, chosen.seed + 1, chosen.jobs))
    tables = list(kept_tables(chosen.keep / "fit", chosen.games, chosen.seed, chosen.jobs))
    table = Table._make(np.concatenate(parts) for parts in zip(*tables, strict=True))
    del tables
    print(f"{len(table.turn)} positions", flush=True)
    made = rounded(fit(table, chosen.epochs, chosen.seed))
    chosen.out.write_text(text_of(made), encoding="utf-8")
    country, seat, heat = networks()
    packaged = {"country": country._asdict(), "seat": seat._asdict(), "heat": heat}
    for name, weights in (("packaged", packaged), ("new", made)):
        wins, points = loss_of(weights, held_out)
        print(f"{name} weights in games held out: loss {wins:.4f} of wins, {points:.4f} of points")


if __name__ == "__main__":
    main()
