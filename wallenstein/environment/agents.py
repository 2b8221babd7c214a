"""The environment for PettingZoo: every seat of the table is an agent."""

from collections.abc import Collection
from secrets import randbits
from typing import Any, ClassVar, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from wallenstein.core.encoding import marked
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.core.game import Game
from wallenstein.core.seeds import derive
from wallenstein.environment.numbers import Numbers, numbers_of
from wallenstein.environment.stepped_game import Reward, SteppedGame, check_reward, final_rewards, gained, tell_game

Observation: TypeAlias = dict[str, NDArray[Any]]
ENTRY: Final = np.dtype(np.uint8)
CHOICE: Final = np.dtype(np.int8)


def observation_space(numbers: Numbers) -> spaces.Dict:
    """The array of an observation, and the mask of actions."""
    high = np.array(numbers.highest, dtype=np.uint8)
    array = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    mask = spaces.Box(0, 1, (len(numbers.actions),), dtype=np.int8)
    return spaces.Dict({"observation": array, "action_mask": mask})


def observed(entries: bytes, legal: Collection[int], actions: int) -> Observation:
    """The observation as both environments return it."""
    return {"observation": np.frombuffer(bytearray(entries), ENTRY), "action_mask": mask_of(legal, actions)}


def mask_of(legal: Collection[int], actions: int) -> NDArray[np.int8]:
    """1 for each legal action."""
    return np.frombuffer(marked(actions, legal), CHOICE)


RENDER_MODES: Final = ("ansi",)


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo says nothing of types
    """A game in which agents act one after the other, one often several times in a row: a plan is made box by box."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "name": "wallenstein_v0",
        "is_parallelizable": False,
    }

    def __init__(self, game: Game, rules: object, players: int, reward: Reward, render_mode: str | None) -> None:
        """`reward` and `render_mode` as for `wallenstein.env`."""
        super().__init__()
        self.reward: Final = check_reward(reward)
        self.render_mode: Final = check_render_mode(render_mode)
        self.stepped: Final = SteppedGame(game, rules, players)
        self.numbers: Final[Numbers] = numbers_of(self.stepped.encoding)
        self.size: Final = len(self.numbers.actions)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.numbers) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.numbers.actions)) for agent in self.possible_agents}
        self.seed = randbits(128)
        self.games = 0  # since the seed was set
        self.rewarded = False  # whether there may be rewards that are not 0
        self.before: list[Any] = []  # by seat, what a reward compares

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: an array and a mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same for every agent: the numbered actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new game: of the seed, or without one, the next of the games that follow from the last seed."""
        if seed is not None:
            self.seed, self.games = seed, 0
        self.stepped.begin(self.seed if self.games == 0 else derive(self.seed, "game", self.games))
        self.games += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.rewarded = False
        self.before = self.stepped.measured(self.reward)
        self.agent_selection = self.possible_agents[self.stepped.seat]

    def observe(self, agent: str) -> Observation:
        """The agent's observation; only the agent that acts has legal actions."""
        seat, stepped = self.seats[agent], self.stepped
        asked = stepped.answer is not None and stepped.seat == seat
        return observed(stepped.observation(seat), stepped.legal if asked else (), self.size)

    def step(self, action: int | None) -> None:
        """Takes the action of the selected agent; RuleError if it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        if number not in self.stepped.legal:
            known = 0 <= number < self.size
            name = f" ({self.numbers.actions[number]})" if known else ""
            text = f"action {action}{name} is not legal now; take one whose entry in the mask is 1"
            raise RuleError("action_mask", text)
        self._cumulative_rewards[agent] = 0.0
        if self.rewarded:
            self._clear_rewards()
            self.rewarded = False
        if self.stepped.take(number):
            self.settle()

    def settle(self) -> None:
        """After a decision: rewards, and the end of the game or the next agent."""
        stepped, agents = self.stepped, self.possible_agents
        if self.reward == "points" or callable(self.reward):
            before, self.before = self.before, stepped.measured(self.reward)
            for agent, *change in zip(agents, before, self.before, strict=True):
                self.rewards[agent] = gained(self.reward, *change)
        elif stepped.over:
            self.rewards = dict(zip(agents, final_rewards(self.reward, stepped.state.result()), strict=True))
        if self.reward == "points" or callable(self.reward) or stepped.over:
            self._accumulate_rewards()
            self.rewarded = True
        if stepped.over:
            self.terminations = dict.fromkeys(agents, True)
        else:
            self.agent_selection = agents[stepped.seat]

    def render(self) -> str | None:
        """With `render_mode="ansi"`, the current part of the game as text; otherwise nothing."""
        return tell_game(self.stepped) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""


def check_render_mode(mode: str | None) -> str | None:
    """The mode; ConfigError for an unknown one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ConfigError(f'render_mode: there is no mode "{mode}"; it is "ansi" or None')
    return mode
