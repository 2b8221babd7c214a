"""A game played action by action: each question is answered in some steps; its rewards, and the game as text."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

from wallenstein.core.encoding import Encoding, StepwiseAnswer
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game, Placing, State
from wallenstein.core.text import Item, did_you_mean
from wallenstein.pages.player import parts_of
from wallenstein.report.plain import lines

REWARDS: Final = ("rank", "win", "points")


Reward = str | Callable[[Any, Any], float]  # a name, or a function of a seat's views before and after


def check_reward(name: Reward) -> Reward:
    """The reward; ConfigError for an unknown one."""
    if not callable(name) and name not in REWARDS:
        raise ConfigError(f'reward: there is no reward "{name}"; {did_you_mean(name, REWARDS)}')
    return name


def final_rewards(name: Reward, result: Sequence[Placing]) -> list[float]:
    """By seat, when the game is over. Points come as they are scored, so none are left."""
    ranks = [placing.rank for placing in result]
    if name == "win":
        return [1.0 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    if name == "rank":
        means = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]  # tied seats share their places
        return [1.0 - 2.0 * (mean - 1) / (len(ranks) - 1) for mean in means]
    return [0.0] * len(ranks)


def gained(reward: Reward, before: Any, after: Any) -> float:
    return float(reward(before, after) if callable(reward) else after - before)


class SteppedGame:
    """One game under way. `begin` starts it; then `take` plays it, action after action of the seat that is asked."""

    state: State

    def __init__(self, game: Game, rules: Any, players: int) -> None:
        self.game: Final = game
        self.rules: Final = rules
        self.players: Final = players
        self.encoding: Final[Encoding] = game.encoding(rules, players)
        self.answer: StepwiseAnswer | None = None
        self.view: Any = None  # of the seat that is asked
        self.table = b""  # the view as numbers
        self.legal: Collection[int] = ()

    def begin(self, seed: int) -> None:
        self.state = self.game.new_game(self.rules, self.players, seed)
        self.ask()

    @property
    def over(self) -> bool:
        return self.state.decision is None

    @property
    def seat(self) -> int:
        seat: int = self.state.decision.seat
        return seat

    def ask(self) -> None:
        """Turns to the open question; a question with a single possible answer is answered."""
        self.answer, self.legal, self.view, self.table = None, (), None, b""
        while (decision := self.state.decision) is not None:
            view = self.state.view(decision.seat)
            answer = self.encoding.answer(view, decision)
            if not answer.done:
                self.answer, self.view, self.table = answer, view, self.encoding.table(view)
                self.legal = answer.legal()
                return
            self.state.make(answer.choice)

    def take(self, action: int) -> bool:
        """Takes one of the legal actions for the seat that is asked; returns whether it completes a decision."""
        assert self.answer is not None, "the game is over"
        self.answer.take(action)
        if not self.answer.done:
            self.legal = self.answer.legal()
            return False
        self.state.make(self.answer.choice)
        self.ask()
        return True

    def choose(self, choice: Any) -> None:
        """Makes a whole decision for the seat that is asked; RuleError if it is illegal."""
        self.state.apply(choice)
        self.ask()

    def observation(self, seat: int) -> bytes:
        """The view of a seat, as numbers; a seat that is not asked sees no question."""
        encoding = self.encoding
        if self.answer is not None and self.view.seat == seat:
            return self.table + encoding.question(self.view, self.state.decision, self.answer)
        view = self.state.view(seat)
        return encoding.table(view) + encoding.question(view, None, None)

    def measured(self, reward: Reward) -> list[Any]:
        """What a reward compares, by seat: its views for a function, otherwise its points."""
        if callable(reward):
            return [self.state.view(seat) for seat in range(self.players)]
        return [placing.score for placing in self.state.result()]


def tell_game(stepped: SteppedGame) -> str:
    """The events of the current part of the game, the open question, and the points so far."""
    game, state = stepped.game, stepped.state
    names = [f"seat_{seat}" for seat in range(stepped.players)]
    narrator = game.narrator(state, names)
    list(narrator.opening(state, 0))
    items: list[Item] = []
    for part in parts_of(narrator, state.journal or []):
        items = list(narrator.tell(part))
    text = [line for item in items for line in lines(item)]
    points = ", ".join(f"{name} {score}" for name, score in zip(names, stepped.measured("points"), strict=True))
    return "\n".join([*text, question(stepped), f"points: {points}"])


def question(stepped: SteppedGame) -> str:
    """The open question, with its legal actions."""
    decision = stepped.state.decision
    if decision is None:
        return "the game is over"
    actions = ", ".join(stepped.encoding.actions[action] for action in sorted(stepped.legal))
    when = stepped.game.describe_time(stepped.state)
    return f"{when}, seat_{decision.seat} decides: {decision.kind}; legal: {actions}"
