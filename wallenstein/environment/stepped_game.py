"""A game played action by action: each question is answered in some steps; its rewards, and the game as text."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.entrants import Entrant
from wallenstein.bots.match import on_seats
from wallenstein.core.documents import LARGEST, Json, parse, read_text
from wallenstein.core.encoding import Encoding, Row, StepwiseAnswer, write_asked
from wallenstein.core.engine import EngineState
from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.core.game import Game, Placing, State
from wallenstein.core.text import Item, did_you_mean
from wallenstein.environment.numbers import Numbers
from wallenstein.pages.player import parts_of
from wallenstein.report.plain import lines

REWARDS: Final = ("rank", "win", "points")
RENDER_MODES: Final = ("ansi",)
SEEDS: Final = 1 << 31  # of games that are drawn
Reward = str | Callable[[Any, Any], float]  # a name, or a function of a seat's views before and after


class Terms(NamedTuple):
    """The games of an environment, its rewards, and how it shows them."""

    game: Game
    rules: Any
    players: int
    entrants: Sequence[Entrant]  # the bots of every game; they play against one seat
    seat: int | None  # that one, if not each game draws it
    reward: Reward
    render_mode: str | None

    def checked(self) -> "Terms":
        """The same; ConfigError if something is unknown."""
        reward: object = self.reward  # from Python, it may be anything
        if reward not in REWARDS and not callable(reward):
            raise ConfigError(f'reward: there is no reward "{reward}"; {did_you_mean(reward, REWARDS)}')
        if self.seat is not None and self.seat not in range(self.players):
            raise ConfigError(f"seat {self.seat}: seats are counted from 0 to {self.players - 1}")
        if self.render_mode is not None and self.render_mode not in RENDER_MODES:
            raise ConfigError(f'render_mode: there is no mode "{self.render_mode}"; it is "ansi" or None')
        return self

    def own_seat(self, drawn: int) -> int:
        """The seat that plays against others in the game with this draw."""
        return drawn % self.players if self.seat is None else self.seat


def final_rewards(name: Reward, result: Sequence[Placing]) -> list[float]:
    """By seat, when the game is over. Points come as they are scored, so none are left."""
    ranks = [placing.rank for placing in result]
    if name == "win":
        return [1.0 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
    if name == "rank":
        means = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]  # tied seats share their places
        return [1.0 - 2.0 * (mean - 1) / (len(ranks) - 1) for mean in means]
    return [0.0] * len(ranks)


Position: TypeAlias = str | Path | Mapping[str, object]  # a file, or what is in it


def position_in(options: Mapping[str, object] | None) -> Position | None:
    position = (options or {}).get("position")
    if position is None or isinstance(position, str | Path | Mapping):
        return deepcopy(position)  # its owner may change it
    raise ConfigError("position: it is a document, or the path of its file")


class Snapshot(NamedTuple):
    """A moment of a game, as what led to it: its seed or position, and the steps since then."""

    seed: int
    own: int  # the seat that plays against bots
    position: Position | None
    steps: tuple[int | tuple[object], ...]  # actions; a whole choice in place of all its actions is in a tuple


class SteppedGame:
    """One game under way. `begin` starts it; then `take` plays it, action after action of the seat that is asked.

    `row` and `mask` always have what that seat observes and may do. `bots` answer for their seats in between.
    """

    state: State

    def __init__(
        self, terms: Terms, encoding: Encoding | None = None, row: Row | None = None, mask: Row | None = None
    ) -> None:
        """`row`, `mask`: where observations and masks are written; by default, bytes of its own."""
        self.game: Final = terms.game
        self.rules: Final = terms.rules
        self.players: Final = terms.players
        self.terms: Final = terms
        # whether somebody sees views and may read their log, or the game is printed
        self.journal: Final = bool(terms.entrants) or callable(terms.reward) or terms.render_mode is not None
        self.by_change: Final = terms.reward == "points" or callable(terms.reward)
        self.before: list[Any] = []  # by seat, the values that a reward by change compares
        self.encoding: Final[Encoding] = encoding or self.game.encoding(self.rules, self.players)
        self.numbers: Final = Numbers(self.encoding.features, self.encoding.actions, self.encoding.places)
        self.row: Final[Row] = bytearray(self.numbers.size) if row is None else row
        self.mask: Final[Row] = bytearray(len(self.encoding.actions)) if mask is None else mask
        self.own = -1
        self.first: Any = None  # the state of the position that a game to be printed began in
        self.bots: dict[int, BaseBot] = {}  # by seat
        self.seat = 0  # that is asked
        self.memories: list[Any] = []  # by seat
        self.begun: tuple[int, int, Position | None] = (0, -1, None)
        self.steps: list[int | tuple[object]] = []  # since the game began; garbage collection does not visit numbers
        self.answer: StepwiseAnswer | None = None
        self.view: Any = None  # of the seat that is asked
        self.decision: Any = None

    def begin(self, seed: int, own: int = -1, position: Position | None = None) -> None:
        """A new game of the seed; or from a position, a document or its file, with the chance of the seed.

        `own`: the seat that plays against bots, if there are any.
        """
        self.own = own
        others = [seat for seat in range(self.players) if seat != own] if self.terms.entrants else []
        bots = on_seats(self.terms.entrants, self.game.name, self.rules, seed, others, self.players)
        self.bots = dict(zip(others, bots, strict=True))
        if position is None:
            state = self.game.new_game(self.rules, self.players, seed)
        else:
            state = self.reached(position, seed)
        if not self.journal and isinstance(state, EngineState):
            state.journal = None
        self.state = state
        self.first = state.copy() if position is not None and self.terms.render_mode else None
        self.memories = [self.encoding.memory() for _ in range(self.players)]
        self.begun = (seed, own, position)
        self.steps = []
        self.ask()
        self.before = self.measured()

    def reached(self, position: Position, seed: int) -> State:
        """The state of a position, which must have the rules and the players of this game."""
        base, document = Path(), position
        if not isinstance(position, Mapping):
            text = read_text(position, "position", LARGEST, "a position has about 10 kB")
            base, document = Path(position).parent, parse(text.encode(), str(position))
        state: Any = self.game.resume(Json(document), base, seed)
        book, rules = state.functions.book, state.functions.book.rules
        if hasattr(rules, "setup"):  # positions do not say it
            rules = replace(rules, setup=self.rules.setup)
        if book.players != self.players or self.game.essence(rules) != self.game.essence(self.rules):
            raise ConfigError("position: its rules or its number of players are not those of the environment")
        return cast(State, state)

    def snapshot(self) -> Snapshot:
        """All that leads to this moment: small, and the same on every machine."""
        return Snapshot(*self.begun, tuple(self.steps))

    def restore(self, snapshot: Snapshot) -> None:
        """Plays on to the moment of a snapshot; bots answer again as they did."""
        unlike = ConfigError("snapshot: it is of a game with other rules, players or bots")
        if self.terms.entrants and not 0 <= snapshot.own < self.players:
            raise unlike
        self.begin(snapshot.seed, snapshot.own, snapshot.position)
        for step in snapshot.steps:
            if self.over or (isinstance(step, int) and step not in self.legal()):
                raise unlike
            if isinstance(step, int):
                self.take(step)
            else:
                self.choose(*step)
        self.before = self.measured()

    def __deepcopy__(self, memo: object) -> "SteppedGame":
        """A game at the same moment with chance of its own: otherwise, both would draw from the same generators."""
        copy = SteppedGame(self.terms)
        if self.memories:  # it has begun
            copy.restore(self.snapshot())
        return copy

    @property
    def over(self) -> bool:
        return self.answer is None

    def legal(self) -> Collection[int]:
        if self.answer is None:
            raise RuleError("step", "no game is under way; call reset first")
        return self.answer.legal()

    def ask(self) -> None:
        """Turns to the next question that no bot answers; one with a single possible answer is answered."""
        state, encoding = self.state, self.encoding
        self.answer = None
        while (decision := state.decision) is not None:
            self.seat = seat = decision.seat
            view = state.view(seat)
            bot = self.bots.get(seat)
            if bot is not None:
                state.apply(bot.decide(view, decision))
                continue
            memory = self.memories[seat]
            if memory is not None:
                memory.look(view)
            answer = encoding.answer(view, decision)
            if answer.done:
                state.make(answer.choice)
                continue
            self.answer, self.view, self.decision = answer, view, decision
            table = encoding.table(view, memory)
            self.row[: len(table)] = table
            write_asked(encoding, answer, view, decision, self.row, self.mask)
            return
        self.mask[:] = bytes(len(self.mask))
        for bot in self.bots.values():
            bot.end(state.result())

    def take(self, action: int) -> bool:
        """Takes one of the legal actions for the seat that is asked; returns whether it completes a decision."""
        answer = self.answer
        assert answer is not None, "the game is over"
        done = self.encoding.take(answer, action, self.view, self.decision, self.row, self.mask)
        self.steps.append(action)
        if done:
            self.make(answer.choice)
        return done

    def step(self, action: object) -> bool:
        """Takes an action, or a whole choice in place of all its actions."""
        if isinstance(action, int):
            return self.take(action)
        return self.take(int(action)) if isinstance(action, np.integer) else self.choose(action)

    def choose(self, choice: object) -> bool:
        """Makes a whole decision, such as a plan, for the seat that is asked."""
        checked = self.checked(choice)
        self.steps.append((checked,))
        self.make(checked)
        return True

    def checked(self, choice: object) -> object:
        """A whole choice in plain values; RuleError if it is illegal, or no game is under way."""
        self.legal()
        return self.game.check(self.game.shared(self.view), self.decision, choice)

    def make(self, choice: object) -> None:
        self.state.make(choice)
        self.ask()

    def observation(self, seat: int) -> bytes:
        """The view of a seat, as numbers; a seat that is not asked sees no question."""
        if self.answer is not None and self.seat == seat:
            return bytes(self.row)
        view, encoding = self.state.view(seat), self.encoding
        return encoding.table(view, self.memories[seat]) + encoding.question(view, None, None)

    def all_observations(self) -> list[NDArray[np.uint8]]:
        """By seat, for a central critic: together they have everything that any seat knows."""
        return [np.frombuffer(self.observation(seat), np.uint8) for seat in range(self.players)]

    def measured(self) -> list[Any]:
        """The value that a reward by change compares, by seat: its view for a function, otherwise its points."""
        if callable(self.terms.reward):
            return [self.state.view(seat) for seat in range(self.players)]
        return [placing.score for placing in self.state.result()] if self.by_change else []

    @property
    def pays(self) -> bool:
        """Whether the last decision may have brought rewards."""
        return self.by_change or self.over

    def rewards(self, seats: Iterable[int]) -> list[float]:
        """The gains of these seats from a decision that pays."""
        if not self.by_change:
            final = final_rewards(self.terms.reward, self.state.result())
            return [final[seat] for seat in seats]
        before, self.before = self.before, self.measured()
        if callable(self.terms.reward):
            return [float(self.terms.reward(before[seat], self.before[seat])) for seat in seats]
        return [float(self.before[seat] - before[seat]) for seat in seats]

    def render(self) -> str | None:
        """With `render_mode="ansi"`, the current part of the game as text; otherwise nothing."""
        return tell_game(self) if self.terms.render_mode == "ansi" else None


def tell_game(stepped: SteppedGame) -> str:
    """The events of the current part of the game, the open question, and the points so far."""
    game, state = stepped.game, stepped.state
    names = [f"seat_{seat}" for seat in range(stepped.players)]
    narrator = game.load("pages").story(names, stepped.first) if stepped.first else game.narrator(state, names)
    list(narrator.opening(state, 0))
    items: list[Item] = []
    for part in parts_of(narrator, state.journal or []):
        items = list(narrator.tell(part))
    text = [line for item in items for line in lines(item)]
    asked = "the game is over"
    if state.decision is not None:
        actions = ", ".join(stepped.encoding.actions[action] for action in sorted(stepped.legal()))
        when, who = game.describe_time(state), f"seat_{state.decision.seat}"
        asked = f"{when}, {who} decides: {state.decision.kind}; legal: {actions}"
    points = ", ".join(f"{name} {placing.score}" for name, placing in zip(names, state.result(), strict=True))
    return "\n".join([*text, asked, f"points: {points}"])
