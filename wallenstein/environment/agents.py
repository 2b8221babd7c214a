"""The environments for PettingZoo, where every seat is an agent, and for Gymnasium: one seat against bots."""

from random import Random
from secrets import randbits
from typing import Any, ClassVar, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray
from pettingzoo import AECEnv

from wallenstein.core.encoding import Row
from wallenstein.core.errors import RuleError
from wallenstein.core.seeds import derive
from wallenstein.environment.batched import Array, Batch
from wallenstein.environment.numbers import Numbers
from wallenstein.environment.stepped_game import RENDER_MODES, SEEDS, Snapshot, SteppedGame, Terms, position_in

Observation: TypeAlias = dict[str, Array]
BatchStep: TypeAlias = tuple[Observation, Array, Array, Array, dict[str, object]]
ENTRY: Final = np.dtype(np.uint8)
CHOICE: Final = np.dtype(np.int8)


def observation_space(numbers: Numbers) -> spaces.Dict:
    high = np.array(numbers.highest, dtype=np.uint8)
    array = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    mask = spaces.Box(0, 1, (len(numbers.actions),), dtype=np.int8)
    return spaces.Dict({"observation": array, "action_mask": mask})


def observed(entries: bytes, mask: Row | bytes) -> Observation:
    """The observation as both environments return it."""
    return {
        "observation": np.frombuffer(bytearray(entries), ENTRY),
        "action_mask": np.frombuffer(bytearray(mask), CHOICE),
    }


class OneGame:
    """What both environments of one game have."""

    def __init__(self, terms: Terms) -> None:
        super().__init__()
        self.stepped: Final = SteppedGame(terms)
        self.numbers: Final[Numbers] = self.stepped.numbers
        self.render_mode = terms.render_mode

    def state(self) -> NDArray[np.uint8]:
        """For a central critic: the observations of all seats, one after the other."""
        return np.concatenate(self.stepped.all_observations())

    def snapshot(self) -> Snapshot:
        """This moment of the game, for `restore`."""
        return self.stepped.snapshot()

    def render(self) -> str | None:
        """With `render_mode="ansi"`, the current part of the game as text; otherwise nothing."""
        return self.stepped.render()


class TableEnv(OneGame, AECEnv):  # type: ignore[misc]  # PettingZoo says nothing of types
    """A game in which agents act one after the other, one often several times in a row: a plan is made box by box."""

    metadata: ClassVar[dict[str, object]] = {
        "render_modes": list(RENDER_MODES),
        "name": "wallenstein_v0",
        "is_parallelizable": False,
    }

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.size: Final = len(self.numbers.actions)
        self.possible_agents = [f"seat_{seat}" for seat in range(terms.players)]
        self.seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.numbers) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (terms.players * self.numbers.size,), np.uint8)
        self.action_spaces = {agent: spaces.Discrete(len(self.numbers.actions)) for agent in self.possible_agents}
        self.seed = randbits(128)
        self.games = 0  # since the seed was set
        self.rewarded = False  # whether there may be rewards that are not 0

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """The same for every agent: an array and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        """The same for every agent: the numbered actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new game: of the seed, or without one, the next of the games that follow from the last seed.

        `options`: with "position", it begins in that position, a document or its file.
        """
        if seed is not None:
            self.seed, self.games = seed, 0
        position = position_in(options)
        self.stepped.begin(self.seed if self.games == 0 else derive(self.seed, "game", self.games), position=position)
        self.games += 1
        self.clear()

    def clear(self) -> None:
        """No rewards yet; the agent that is asked is selected, if the game is not over."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.stepped.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self.rewarded = False
        self.agent_selection = self.possible_agents[self.stepped.seat]

    def observe(self, agent: str) -> Observation:
        """The agent's observation; only the agent that acts has legal actions."""
        seat, stepped = self.seats[agent], self.stepped
        asked = not stepped.over and stepped.seat == seat
        return observed(stepped.observation(seat), stepped.mask if asked else bytes(self.size))

    def step(self, action: object) -> None:
        """Takes the action of the selected agent, or a whole choice such as a plan; RuleError if it is not legal."""
        if not self.agents:
            self.stepped.legal()  # which says that no game is under way
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or isinstance(action, int | np.integer):
            number = -1 if action is None else int(action)
            if number not in self.stepped.legal():
                name = f" ({self.numbers.actions[number]})" if 0 <= number < self.size else ""
                text = f"action {number}{name} is not legal now; take one whose entry in the mask is 1"
                raise RuleError("action_mask", text)
        self._cumulative_rewards[agent] = 0.0
        if self.rewarded:
            self._clear_rewards()
            self.rewarded = False
        if self.stepped.step(action):
            self.settle()

    def restore(self, snapshot: Snapshot) -> None:
        """Goes back to a moment of a game; rewards count from there on."""
        self.stepped.restore(snapshot)
        self.clear()

    def settle(self) -> None:
        stepped, agents = self.stepped, self.possible_agents
        if stepped.pays:
            self.rewards = dict(zip(agents, stepped.rewards(self.seats.values()), strict=True))
            self._accumulate_rewards()
            self.rewarded = True
        if stepped.over:
            self.terminations = dict.fromkeys(agents, True)
        else:
            self.agent_selection = agents[stepped.seat]

    def close(self) -> None:
        """Nothing is open."""


class SeatEnv(OneGame, gymnasium.Env[Any, object]):
    """One seat of a game. An action that is not legal is replaced by a random legal one, as in a tournament."""

    metadata: ClassVar[dict[str, object]] = {"render_modes": list(RENDER_MODES)}  # type: ignore[misc]

    def __init__(self, terms: Terms) -> None:
        super().__init__(terms)
        self.observation_space = observation_space(self.numbers)
        self.action_space = spaces.Discrete(len(self.numbers.actions))
        self.seat = 0
        self.substitute = Random(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """A new game: that of the seed, or a random one that follows from the last seed.

        `options`: with "position", it begins in that position, a document or its file.
        """
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(SEEDS))
        self.seat = self.stepped.terms.own_seat(drawn)
        self.substitute = Random(drawn)
        self.stepped.begin(drawn if seed is None else seed, self.seat, position_in(options))
        return self.seen(), self.info()

    def step(self, action: object) -> tuple[Observation, float, bool, bool, dict[str, object]]:
        """Takes an action, or a whole choice such as a plan, and lets the bots play until the seat is asked again."""
        stepped = self.stepped
        legal = stepped.legal()
        replaced = isinstance(action, int | np.integer) and action not in legal
        made = self.substitute.choice(sorted(legal)) if replaced else action
        (reward,) = stepped.rewards((self.seat,)) if stepped.step(made) and stepped.pays else (0.0,)
        info = self.info() | ({"replaced": action} if replaced else {})
        return self.seen(), reward, stepped.over, False, info

    def restore(self, snapshot: Snapshot) -> tuple[Observation, dict[str, object]]:
        """Goes back to a moment; the bots play their part again. Returns what `reset` does."""
        self.stepped.restore(snapshot)
        self.seat = snapshot.own
        return self.seen(), self.info()

    def seen(self) -> Observation:
        stepped = self.stepped
        return observed(stepped.observation(self.seat), stepped.mask)

    def info(self) -> dict[str, object]:
        """The seat, and at the end its place and points."""
        if not self.stepped.over:
            return {"seat": self.seat}
        placing = self.stepped.state.result()[self.seat]
        return {"seat": self.seat, "rank": placing.rank, "score": placing.score}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, for libraries that ask for them in this way."""
        return np.array(self.stepped.mask, dtype=bool)


class SeatVectorEnv(VectorEnv[Observation, NDArray[np.int64], Array]):
    """A game that ends begins anew in the same step: its reward is the last one's, its observation the first.

    The arrays are those of the batch, and change with the next step.
    """

    metadata: ClassVar[dict[str, object]] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]

    def __init__(self, batch: Batch) -> None:
        self.batch: Final = batch
        self.num_envs = batch.n
        self.single_observation_space = observation_space(batch.numbers)
        self.single_action_space = spaces.Discrete(batch.actions)
        self.observation_space = batch_space(self.single_observation_space, batch.n)
        self.action_space = batch_space(self.single_action_space, batch.n)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, dict[str, object]]:
        """New games: place `i` plays those of a single environment with the seed `seed + i`."""
        rng = np.random.default_rng()
        if isinstance(seed, list):
            self.batch.reset([int(rng.integers(SEEDS)) if each is None else each for each in seed], options)
        else:
            self.batch.reset(int(rng.integers(SEEDS)) if seed is None else seed, options)
        return self.seen(), {}

    def step(self, actions: NDArray[np.int64]) -> BatchStep:
        """An action for each game; RuleError if one is not legal."""
        batch = self.batch
        batch.step(actions)
        return self.seen(), batch.reward.astype(np.float64), batch.done == 1, np.zeros(batch.n, np.bool_), {}

    def seen(self) -> Observation:
        return {"observation": self.batch.observation, "action_mask": self.batch.mask}
