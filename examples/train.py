"""Trains a small network to play one seat, by policy gradient in plain numpy; and the bot that plays with it.

    pip install 'wallenstein[train]'
    python examples/train.py --minutes 10 --jobs 2 --out learned

It plays against three bots, `random` by default, and writes the weights and a tournament that the network takes part
in. Every process plays games side by side with the same weights and returns the gradient of what it has played.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # every process of the training has one core

import argparse
import multiprocessing
import time
from collections.abc import Collection, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import wallenstein
from wallenstein.bots import BaseBot, Setup, register
from wallenstein.core.errors import ConfigError
from wallenstein.environment import answer_with, new_memory, numbers

Array: TypeAlias = NDArray[np.float32]
Weights: TypeAlias = dict[str, Array]

HIDDEN: Final = 128
GAMES: Final = 32  # that a process plays side by side
STEP: Final = 1e-3  # of Adam
ENTROPY: Final = 0.01  # how much it is worth to stay undecided
POINTS: Final = 0.05  # what a victory point counts
NEVER: Final = np.float32(-1e9)  # the score of an action that is not legal


def new_weights(entries: int, actions: int, rng: np.random.Generator) -> Weights:
    """A network that takes every action alike."""
    first = rng.standard_normal((entries, HIDDEN), np.float32) / np.sqrt(np.float32(HIDDEN))
    return {
        "first": first * np.float32(0.3),
        "first_bias": np.zeros(HIDDEN, np.float32),
        "actions": np.zeros((HIDDEN, actions), np.float32),
        "actions_bias": np.zeros(actions, np.float32),
        "value": np.zeros((HIDDEN, 1), np.float32),
        "value_bias": np.zeros(1, np.float32),
    }


def hidden_layer(weights: Weights, entries: Array) -> Array:
    """What the network makes of observations."""
    hidden: Array = np.maximum(entries @ weights["first"] + weights["first_bias"], np.float32(0))
    return hidden


def action_scores(weights: Weights, hidden: Array, masks: NDArray[Any]) -> Array:
    """The score of every action; those that are not legal are never taken."""
    scores: Array = hidden @ weights["actions"] + weights["actions_bias"]
    return np.where(masks, scores, NEVER)


@register("learned")
class Learned(BaseBot):
    """Plays what a network finds best that `examples/train.py` has trained."""

    def __init__(self, weights: str) -> None:
        """`weights`: the file that the training has written."""
        with np.load(weights) as file:
            self.weights: Weights = dict(file)
        self.game = ""
        self.memory: Any = None

    def start(self, setup: Setup) -> None:
        """Remembers which game it is; and what it will see of it, as the environment does."""
        self.game = setup.game
        self.memory = new_memory(setup.game, setup.rules, setup.players)

    def decide(self, view: Any, decision: Any) -> Any:
        """Action after action, until they are a choice."""
        return answer_with(self.drawn, view, decision, self.game, self.memory)

    def drawn(self, observation: bytes, legal: Collection[int]) -> int:
        """A legal action, drawn as in training: to take the most likely one each time would be another policy."""
        actions = sorted(legal)
        mask = np.zeros(self.weights["actions_bias"].shape, bool)
        mask[actions] = True
        entries = np.frombuffer(observation, np.uint8) * self.weights["scale"]
        scores = action_scores(self.weights, hidden_layer(self.weights, entries), mask)[actions]
        return self.rng.choices(actions, np.exp(scores - scores.max()).tolist())[0]


class Played(NamedTuple):
    """The steps of some games: what was seen and done, and the points that came afterwards."""

    entries: NDArray[np.uint8]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    returns: Array
    ranks: list[int]


def play_games(weights: Weights, envs: Sequence[Any], seeds: Sequence[int], rng: np.random.Generator) -> Played:
    """A game in each environment, side by side, so that the network looks at all of them at once."""
    seen = [env.reset(seed=seed)[0] for env, seed in zip(envs, seeds, strict=True)]
    steps: list[list[tuple[Any, Any, int]]] = [[] for _ in envs]
    rewards: list[list[float]] = [[] for _ in envs]
    ranks: list[int] = []
    active = list(range(len(envs)))
    while active:
        entries = np.stack([seen[place]["observation"] for place in active])
        masks = np.stack([seen[place]["action_mask"] for place in active]).astype(bool)
        scores = action_scores(weights, hidden_layer(weights, entries * weights["scale"]), masks)
        chosen = np.argmax(scores + rng.gumbel(size=scores.shape), axis=1)  # draws by the softmax of the scores
        going = []
        for row, place in enumerate(active):
            steps[place].append((entries[row], masks[row], int(chosen[row])))
            seen[place], reward, over, _, info = envs[place].step(chosen[row])
            rewards[place].append(reward * POINTS)
            if over:
                ranks.append(info["rank"])
            else:
                going.append(place)
        active = going
    returns = [np.cumsum(row[::-1])[::-1] for row in rewards]
    columns = list(zip(*[step for game in steps for step in game], strict=True))
    points = np.concatenate(returns).astype(np.float32)
    return Played(np.stack(columns[0]), np.stack(columns[1]), np.array(columns[2]), points, ranks)


def gradient(weights: Weights, played: Played) -> Weights:
    """How the weights change the loss: of the actions by their advantage, of the value, and of being decided."""
    size = np.float32(len(played.actions))
    entries = played.entries * weights["scale"]
    hidden = hidden_layer(weights, entries)
    scores = action_scores(weights, hidden, played.masks)
    scores -= scores.max(axis=1, keepdims=True)
    chances = np.exp(scores)
    chances /= chances.sum(axis=1, keepdims=True)
    value = (hidden @ weights["value"])[:, 0] + weights["value_bias"]
    missing = played.returns - value
    advantage = (missing - missing.mean()) / (missing.std() + np.float32(1e-6))
    logs = np.log(chances + np.float32(1e-9))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    by_score = chances * advantage[:, None] + np.float32(ENTROPY) * chances * (logs + entropy)
    by_score[np.arange(len(advantage)), played.actions] -= advantage
    by_score /= size
    by_value = (-missing / size)[:, None]
    by_hidden = (by_score @ weights["actions"].T + by_value @ weights["value"].T) * (hidden > 0)
    return {
        "first": entries.T @ by_hidden,
        "first_bias": by_hidden.sum(axis=0),
        "actions": hidden.T @ by_score,
        "actions_bias": by_score.sum(axis=0),
        "value": hidden.T @ by_value,
        "value_bias": by_value.sum(axis=0),
    }


class Adam:
    """The usual way to follow gradients (Kingma and Ba, 2015)."""

    def __init__(self, weights: Weights) -> None:
        self.mean = {name: np.zeros_like(values) for name, values in weights.items()}
        self.square = {name: np.zeros_like(values) for name, values in weights.items()}
        self.count = 0

    def follow(self, weights: Weights, slopes: Weights) -> None:
        """Changes the weights."""
        self.count += 1
        for name, slope in slopes.items():
            self.mean[name] += np.float32(0.1) * (slope - self.mean[name])
            self.square[name] += np.float32(0.001) * (slope**2 - self.square[name])
            mean = self.mean[name] / np.float32(1 - 0.9**self.count)
            square = self.square[name] / np.float32(1 - 0.999**self.count)
            weights[name] -= np.float32(STEP) * mean / (np.sqrt(square) + np.float32(1e-8))


class Worker:
    """What a process of the training has."""

    envs: Sequence[Any] = ()

    @classmethod
    def begin(cls, game: str, bots: Sequence[str]) -> None:
        """Makes the environments."""
        cls.envs = [wallenstein.seat_env(bots, game=game, reward="points") for _ in range(GAMES)]

    @classmethod
    def work(cls, task: tuple[Weights, int]) -> tuple[Weights, list[int], float]:
        """The gradient of some games, with the ranks reached and the mean of the points."""
        weights, seed = task
        played = play_games(weights, cls.envs, range(seed, seed + GAMES), np.random.default_rng(seed))
        return gradient(weights, played), played.ranks, float(played.returns.mean()) / POINTS


def train(game: str, bots: Sequence[str], minutes: float, jobs: int, seed: int) -> Iterator[tuple[Weights, list[int]]]:
    """The weights after every update, with the ranks of its games; until the time is over."""
    found = numbers(len(bots) + 1, game=game)
    weights = new_weights(found.size, len(found.actions), np.random.default_rng(seed))
    scale: Weights = {"scale": np.float32(1) / np.array(found.highest, np.float32)}
    adam = Adam(weights)
    end = time.monotonic() + 60 * minutes
    with multiprocessing.Pool(jobs, Worker.begin, (game, bots)) as pool:
        while time.monotonic() < end:
            seed += jobs * GAMES
            done = pool.map(Worker.work, [(weights | scale, seed + GAMES * job) for job in range(jobs)])
            adam.follow(weights, {name: np.mean([one[0][name] for one in done], axis=0) for name in weights})
            yield weights | scale, [rank for one in done for rank in one[1]]


def write(weights: Weights, out: Path, game: str, bots: Sequence[str]) -> Path:
    """The weights, under a name that changes with them, and a tournament with the network as a bot."""
    out.mkdir(parents=True, exist_ok=True)
    digest = blake2b(b"".join(values.tobytes() for values in weights.values()), digest_size=4).hexdigest()
    file = out.resolve() / f"weights-{digest}.npz"
    np.savez(file, **weights)  # type: ignore[arg-type]  # its types know no keywords
    league = out / "league.toml"
    table = ", ".join(f'"{name}"' for name in ("learned", *bots))
    others = ", ".join(f'"{name}"' for name in dict.fromkeys(bots))
    league.write_text(
        f'[tourney]\nseed = 1\nblocks = 50\nformat = "list"\ntables = [[{table}]]\n\n'
        f'[game]\nname = "{game}"\n\n[bots]\nentries = [{others}]\n\n'
        f'[[bots.entry]]\nbot = "{Path(__file__).resolve()}:Learned"\nname = "learned"\n'
        f'options = {{ weights = "{file}" }}\n',
        "utf-8",
    )
    return league


def main() -> None:
    """Trains, says how it goes, and writes what was learned."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10, help="how long it trains")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes play")
    parser.add_argument("--game", default="wallenstein", help="wallenstein or sixteen-thirty")
    parser.add_argument("--bots", default="random,random,random", help="whom it plays against")
    parser.add_argument("--seed", type=int, default=1, help="seed of the games and the first weights")
    parser.add_argument("--out", type=Path, default=Path("learned"), help="folder for what was learned")
    chosen = parser.parse_args()
    bots = chosen.bots.split(",")
    try:
        wallenstein.seat_env(bots, game=chosen.game)
    except ConfigError as error:  # a pool would begin its processes again and again
        parser.error(str(error))
    began = told = time.monotonic()
    games = 0
    weights: Weights = {}
    recent: list[int] = []
    for latest, ranks in train(chosen.game, bots, chosen.minutes, chosen.jobs, chosen.seed):
        weights = latest
        games += len(ranks)
        recent = [*recent, *ranks][-1000:]
        if time.monotonic() - told >= 30:
            told = time.monotonic()
            won = recent.count(1) / len(recent)
            print(f"{(told - began) / 60:5.1f} minutes, {games:,} games, {won:.1%} of the last 1,000 won", flush=True)
    league = write(weights, chosen.out, chosen.game, bots)
    print(f"{games:,} games; what was learned plays in: wallenstein tourney {league}")


if __name__ == "__main__":
    main()
