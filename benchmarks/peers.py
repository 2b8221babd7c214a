# /// script
# requires-python = ">=3.11"
# dependencies = ["wallenstein[bench]"]
# [tool.uv.sources]
# wallenstein = { path = "..", editable = true }
# ///
"""Random play in other engines beside ours, in turns: games and decisions a second of a processor.

From nothing: `uv run benchmarks/peers.py`, or `pip install -e '.[bench]'` in a new environment. The games differ, so no
ratio says that one engine is better: a decision of Wallenstein may be a plan of eleven boxes, one in connect four is a
column. What cannot be imported is named, and left out.
"""

import argparse
import random
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

SEED: Final = 1
INSTALL: Final = "pip install -e '.[bench]'"
BATCH: Final = 1024  # games of pgx side by side
STEPS: Final = 100  # of such a batch, in one call


class Speed(NamedTuple):
    """What one engine reached."""

    name: str
    games: int
    decisions: int
    seconds: float

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.seconds

    def sentence(self) -> str:
        """The figures in one line."""
        return f"{self.name}: {self.games_per_second:,.1f} games/s, {self.decisions_per_second:,.0f} decisions/s"


class Absent(Exception):
    """A peer that is not installed; the message says how to get it."""


def imported(name: str, module: str) -> Any:
    """The module of a peer; Absent if it is not installed."""
    try:
        return import_module(module)
    except ImportError as error:
        raise Absent(f"{name} is not installed ({error}); {INSTALL} brings it") from None


def timed(name: str, seconds: float, play: Callable[[], int]) -> Speed:
    """Plays whole games until the time is over; `play` plays one and returns its number of decisions."""
    return timed_batches(name, seconds, lambda: (1, play()))


def timed_batches(name: str, seconds: float, play: Callable[[], tuple[int, int]]) -> Speed:
    """The same with several games at once; `play` returns their number, too."""
    play()  # caches fill and modules load outside the measured time
    games = decisions = 0
    start = process_time()
    while (elapsed := process_time() - start) < seconds:
        ended, made = play()
        games += ended
        decisions += made
    return Speed(name, games, decisions, elapsed)


def catanatron(seconds: float) -> Speed:
    """Four random players; a decision is a call of a player's `decide`."""
    peer = imported("Catanatron", "catanatron")
    decisions = 0

    def decide(player: Any, game: Any, actions: Any) -> Any:
        nonlocal decisions
        decisions += 1
        return player.decide(game, actions)

    seeds = random.Random(SEED)

    def play() -> int:
        nonlocal decisions
        decisions = 0
        game = peer.Game([peer.RandomPlayer(color) for color in peer.Color], seed=seeds.randrange(1, 2**31))
        game.play(decide_fn=decide)
        return decisions

    return timed(f"Catanatron {version('catanatron')}", seconds, play)


def hearts(seconds: float) -> Speed:
    """OpenSpiel's hearts with four random players; chance deals the cards and is not counted."""
    pyspiel = imported("OpenSpiel", "pyspiel")
    game = pyspiel.load_game("hearts")
    source = random.Random(SEED)

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcome, _ = source.choice(state.chance_outcomes())  # all are equally likely in hearts
                state.apply_action(outcome)
            else:
                state.apply_action(source.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return timed(f"OpenSpiel {version('open_spiel')} hearts", seconds, play)


def hearts_inside(seconds: float) -> Speed:
    """The same all in C++, with OpenSpiel's own random bots and loop."""
    pyspiel = imported("OpenSpiel", "pyspiel")
    game = pyspiel.load_game("hearts")
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(4)]
    seeds = random.Random(SEED)
    dealing = chance_moves(pyspiel, game)

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seeds.randrange(2**31))
        return int(state.move_number()) - dealing

    return timed(f"OpenSpiel {version('open_spiel')} hearts, all C++", seconds, play)


def chance_moves(pyspiel: Any, game: Any) -> int:
    """How many moves of a game of hearts are chance's: the same in all games."""
    state = game.new_initial_state()
    pyspiel.evaluate_bots(state, [pyspiel.make_uniform_random_bot(seat, SEED) for seat in range(4)], SEED)
    return sum(move.player < 0 for move in state.full_history())


def mahjong(seconds: float) -> Speed:
    """RLCard's mahjong with its four random agents, in its own loop."""
    rlcard, agents = imported("RLCard", "rlcard"), imported("RLCard", "rlcard.agents")
    env = rlcard.make("mahjong", config={"seed": SEED})
    env.set_agents([agents.RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play() -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(moves) // 2 for moves in trajectories)

    return timed(f"RLCard {version('rlcard')} mahjong", seconds, play)


def connect_four(seconds: float) -> Speed:
    """PettingZoo's connect four with its observations; columns at random."""
    env = imported("PettingZoo's connect four", "pettingzoo.classic.connect_four_v3").env()
    source = random.Random(SEED)

    def play() -> int:
        env.reset(seed=source.randrange(2**31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                allowed = [column for column, free in enumerate(observation["action_mask"]) if free]
                env.step(source.choice(allowed))
                decisions += 1
        return decisions

    return timed(f"PettingZoo {version('pettingzoo')} connect four", seconds, play)


def batched(seconds: float) -> Speed:
    """Connect four of pgx, a batch at once on the processor, columns at random; all its threads count."""
    jax, pgx, experimental = (imported("pgx", module) for module in ("jax", "pgx", "pgx.experimental"))
    env = pgx.make("connect_four")
    advance = jax.vmap(experimental.auto_reset(env.step, env.init))  # another game where one has ended

    def one_step(state: Any, key: Any) -> tuple[Any, Any]:
        keys = jax.random.split(key, BATCH + 1)
        column = jax.random.categorical(keys[0], jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32)))
        state = advance(state, column, keys[1:])
        return state, state.terminated.sum()

    run = jax.jit(lambda state, key: jax.lax.scan(one_step, state, jax.random.split(key, STEPS)))
    key = jax.random.PRNGKey(SEED)
    state = jax.vmap(env.init)(jax.random.split(key, BATCH))

    def play() -> tuple[int, int]:
        nonlocal state, key
        key, own = jax.random.split(key)
        state, ended = run(state, own)
        return int(ended.sum()), BATCH * STEPS

    return timed_batches(f"pgx {version('pgx')} connect four, {BATCH:,} at once", seconds, play)


PEERS: Final = (catanatron, hearts, hearts_inside, mahjong, connect_four, batched)


def measure_peers(seconds: float) -> tuple[list[Speed], list[str]]:
    """Figures of the peers that are installed, and a sentence for each one that is not."""
    speeds, missing = [], []
    for peer in PEERS:
        try:
            speeds.append(peer(seconds))
        except Absent as reason:
            missing.append(str(reason))
    return speeds, missing


def main() -> None:
    """Prints everybody's figures, and ours as a multiple, each ratio from the rounds in which both played."""
    from engine import ours  # which imports this file

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each plays in a round")
    parser.add_argument("--rounds", type=int, default=5, help="how often they take turns")
    options = parser.parse_args()
    runs: dict[str, list[Speed]] = {}
    own: list[str] = []
    missing: list[str] = []
    for _ in range(options.rounds):
        mine = ours(options.seconds)
        theirs, missing = measure_peers(options.seconds)
        own = [speed.name for speed in mine]
        for speed in [*mine, *theirs]:
            runs.setdefault(speed.name, []).append(speed)
    for name, speeds in runs.items():
        games = median(speed.games_per_second for speed in speeds)
        decisions = median(speed.decisions_per_second for speed in speeds)
        print(f"{name:40s} {games:12,.1f} games/s {decisions:12,.0f} decisions/s")
        for other in () if name in own else own:
            pairs = list(zip(runs[other], speeds, strict=True))
            faster = median(mine.games_per_second / peer.games_per_second for mine, peer in pairs)
            quicker = median(mine.decisions_per_second / peer.decisions_per_second for mine, peer in pairs)
            print(f"    {other}: {faster:.3g} times its games, {quicker:.3g} times its decisions")
    print("The games differ: ratios of games say as much about the games as about the engines.")
    for line in missing:
        print(line)


if __name__ == "__main__":
    main()
