"""The environment for Gymnasium: one seat of the table, against bots."""

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant
from wallenstein.bots.match import entrant_for
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.environment import agents
from wallenstein.environment.numbers import Numbers, numbers_of
from wallenstein.environment.stepped_game import Reward, SteppedGame, check_reward, final_rewards, gained, tell_game
from wallenstein.table.conditions import Setup
from wallenstein.table.played_game import bot_seeds

SEEDS: Final = 1 << 31


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game. An action that is not legal is replaced by a random legal one, as in a tournament."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(agents.RENDER_MODES)}  # type: ignore[misc]

    def __init__(
        self,
        game: Game,
        rules: object,
        players: int,
        bots: Sequence[str | type[BaseBot] | Entrant],
        seat: int | None,
        reward: Reward,
        render_mode: str | None,
    ) -> None:
        if seat is not None and not 0 <= seat < players:
            raise ConfigError(f"seat {seat}: seats are counted from 0 to {players - 1}")
        self.game: Final = game
        self.stepped: Final = SteppedGame(game, rules, players)
        self.numbers: Final[Numbers] = numbers_of(self.stepped.encoding)
        catalogue = Catalogue()
        self.entrants: Final = [entrant_for(bot, catalogue, game.name) for bot in bots]
        self.wanted_seat: Final = seat
        self.reward: Final = check_reward(reward)
        self.render_mode = agents.check_render_mode(render_mode)
        self.observation_space = agents.observation_space(self.numbers)
        self.action_space = spaces.Discrete(len(self.numbers.actions))
        self.seat = 0
        self.bots: dict[int, BaseBot] = {}
        self.before: Any = 0  # what a reward compares
        self.substitute = Random(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[agents.Observation, dict[str, Any]]:
        """A new game: that of the seed, or a random one that follows from the last seed."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(SEEDS))
        game_seed = drawn if seed is None else seed
        players = self.stepped.players
        self.seat = drawn % players if self.wanted_seat is None else self.wanted_seat
        self.substitute = Random(drawn)
        self.stepped.begin(game_seed)
        self.bots = self.seated(game_seed)
        self.before = self.stepped.measured(self.reward)[self.seat]
        self.play_on()
        return self.seen(), self.info()

    def seated(self, seed: int) -> dict[int, BaseBot]:
        """New bots for the other seats, from left to right."""
        stepped = self.stepped
        seats = [seat for seat in range(stepped.players) if seat != self.seat]
        bots: dict[int, BaseBot] = {}
        seeds = bot_seeds(seed, [entrant.name for entrant in self.entrants])
        for seat, entrant, own in zip(seats, self.entrants, seeds, strict=True):
            bot = bots[seat] = entrant()
            bot.rng = Random(own)
            bot.start(Setup(self.game.name, seat, stepped.players, stepped.rules))
        return bots

    def play_on(self) -> None:
        """Asks bots until it is the seat's turn, or the game is over."""
        stepped = self.stepped
        while not stepped.over and stepped.seat != self.seat:
            bot = self.bots[stepped.seat]
            stepped.choose(bot.decide(stepped.view, stepped.state.decision))
        if stepped.over:
            result = stepped.state.result()
            for bot in self.bots.values():
                bot.end(result)

    def step(self, action: int) -> tuple[agents.Observation, float, bool, bool, dict[str, Any]]:
        """Takes an action for the seat, and lets the bots play until it is asked again."""
        stepped = self.stepped
        number = int(action)
        replaced = number not in stepped.legal
        if replaced:
            number = self.substitute.choice(sorted(stepped.legal))
        reward = 0.0
        if stepped.take(number):
            self.play_on()
            reward = self.rewarded()
        info = self.info()
        if replaced:
            info["replaced"] = int(action)
        return self.seen(), reward, stepped.over, False, info

    def rewarded(self) -> float:
        """The reward since the last decision."""
        stepped = self.stepped
        if self.reward == "points" or callable(self.reward):
            before, self.before = self.before, stepped.measured(self.reward)[self.seat]
            return gained(self.reward, before, self.before)
        return final_rewards(self.reward, stepped.state.result())[self.seat] if stepped.over else 0.0

    def seen(self) -> agents.Observation:
        stepped = self.stepped
        return agents.observed(stepped.observation(self.seat), stepped.legal, len(self.numbers.actions))

    def info(self) -> dict[str, Any]:
        """The seat, and at the end its place and points."""
        if not self.stepped.over:
            return {"seat": self.seat}
        placing = self.stepped.state.result()[self.seat]
        return {"seat": self.seat, "rank": placing.rank, "score": placing.score}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, for libraries that ask for them in this way."""
        return agents.mask_of(self.stepped.legal, len(self.numbers.actions)).astype(bool)

    def render(self) -> str | None:
        """With `render_mode="ansi"`, the current part of the game as text; otherwise nothing."""
        return tell_game(self.stepped) if self.render_mode == "ansi" else None
