"""Many games side by side, each answered in one step: observations in arrays, no dictionary, no object a step."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wallenstein.core.errors import ConfigError, RuleError
from wallenstein.core.seeds import derive
from wallenstein.environment.numbers import Numbers
from wallenstein.environment.stepped_game import SEEDS, Position, Snapshot, SteppedGame, Terms, position_in

Array: TypeAlias = NDArray[Any]
Policy: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.int8], NDArray[np.int8]], ArrayLike]
"""Gets observations, masks and seats of some games, a row each; returns an action for each."""

MOST: Final = 100_000  # games of a batch; they take some gigabytes
ARRAYS: Final = ("observation", "mask", "reward", "done", "seat", "fresh")


def array(arrays: Mapping[str, Array], name: str, shape: tuple[int, ...], kind: type) -> Array:
    """The caller's array of this name, or a new one."""
    if name not in arrays:
        return np.zeros(shape, kind)
    given = arrays[name]
    if given.shape != shape or given.dtype != kind or not given.flags.c_contiguous or not given.flags.writeable:
        raise ConfigError(f"arrays: {name} must be writable, contiguous, of shape {shape} and type {np.dtype(kind)}")
    return given


class Batch:
    """`n` games. `step` writes what follows from an action in each into the arrays; a game that ends begins anew.

    `observation` (n x entries) and `mask` (n x actions) are those of the seat that is asked, `seat`. `reward` is what
    the step brought to every seat (n x players), or with rivals to one's own (n). `done` is 1 where a game has ended;
    observation and seat are then those of the next game. `fresh` is 1 where all entries were written: elsewhere, only
    those from `split` on have changed.
    """

    def __init__(self, terms: Terms, n: int, policy: Policy | None, arrays: Mapping[str, Array]) -> None:
        if n not in range(1, MOST + 1):
            raise ConfigError(f"{n!r} games: a batch has 1 to {MOST:,}")
        self.n: Final = n
        self.terms: Final = terms
        self.policy: Final = policy
        self.alone: Final = policy is None and not terms.entrants
        encodings = [terms.game.encoding(terms.rules, terms.players) for _ in range(n)]  # each remembers what it wrote
        encoding = encodings[0]
        self.numbers: Final = Numbers(encoding.features, encoding.actions, encoding.places)
        self.split: Final = encoding.split
        self.size: Final = self.numbers.size
        self.actions: Final = len(encoding.actions)
        self.observation: Final = array(arrays, "observation", (n, self.size), np.uint8)
        self.mask: Final = array(arrays, "mask", (n, self.actions), np.int8)
        self.reward: Final = array(arrays, "reward", (n, terms.players) if self.alone else (n,), np.float32)
        self.done: Final = array(arrays, "done", (n,), np.int8)
        self.seat: Final = array(arrays, "seat", (n,), np.int8)
        self.fresh: Final = array(arrays, "fresh", (n,), np.int8)
        unknown = ", ".join(sorted(set(arrays) - set(ARRAYS)))
        if unknown:
            raise ConfigError(f"arrays: there is no {unknown}; they are {', '.join(ARRAYS)}")
        self.every: Final = list(range(n))
        rows, masks = self.observation.reshape(-1).data, self.mask.view(np.uint8).reshape(-1).data
        self.games: Final = [
            SteppedGame(
                terms, encodings[place],
                rows[place * self.size : (place + 1) * self.size],
                masks[place * self.actions : (place + 1) * self.actions],
            )
            for place in range(n)
        ]  # fmt: skip
        self.earned: Final = self.reward.reshape(n, -1)  # by the seats that are rewarded
        self.own: Final = np.zeros(n, np.int8)  # the seats that play against rivals
        self.seeds = [0] * n
        self.counts = [0] * n  # games since the seed was set
        self.draws: list[np.random.Generator] = []

    def __deepcopy__(self, memo: object) -> "Batch":
        raise TypeError("a batch cannot be copied; snapshot keeps the moments of its games")

    def reset(self, seed: int | Sequence[int], options: Mapping[str, object] | None = None) -> None:
        """New games: those that environments begin with this seed, the next one, and so on; or with a seed for each.

        `options`: as for environments.
        """
        self.seeds = list(seed) if isinstance(seed, Sequence) else [seed + place for place in self.every]
        if len(self.seeds) != self.n:
            raise ConfigError(f"{len(self.seeds)} seeds: give one, or {self.n}, one for each game")
        self.counts = [0] * self.n
        self.reward.fill(0)
        self.done.fill(0)
        self.draws = [] if self.alone else [np.random.default_rng(each) for each in self.seeds]
        for place in self.every:
            self.begin(place, position_in(options))
        self.ask_rivals()

    def begin(self, place: int, position: Position | None = None) -> None:
        """The next game at this place: the sequence is that of an environment with the same seed."""
        stepped, seed, count = self.games[place], self.seeds[place], self.counts[place]
        self.counts[place] = count + 1
        if self.alone:
            stepped.begin(seed if count == 0 else derive(seed, "game", count), position=position)
        else:
            drawn = int(self.draws[place].integers(SEEDS))
            self.own[place] = self.terms.own_seat(drawn)
            stepped.begin(drawn if count else seed, int(self.own[place]), position)
        if stepped.over:
            raise ConfigError("position: the game is over, or ends before a seat is asked that learns")
        self.seat[place] = stepped.seat
        self.fresh[place] = 1

    def step(self, actions: ArrayLike | Sequence[object]) -> None:
        """Takes an action in every game; RuleError if one is not legal, and then none is taken.

        In a list, a whole choice such as a plan may stand for all its actions.
        """
        chosen = self.checked(self.every, actions)
        self.reward.fill(0)
        self.done.fill(0)
        self.fresh.fill(0)
        self.take(self.every, chosen)
        self.ask_rivals()

    def checked(self, places: list[int], actions: ArrayLike | Sequence[object]) -> list[Any]:
        if isinstance(actions, list) and any(not isinstance(action, int | np.integer) for action in actions):
            listed = [int(action) if isinstance(action, np.integer) else action for action in actions]
        else:
            chosen = np.asarray(actions)
            listed = chosen.tolist() if chosen.ndim == 1 and chosen.dtype.kind in "iu" else []
        if len(listed) != len(places):
            raise RuleError("action_mask", f"a step takes {len(places)} whole numbers, an action for each game")
        for place, action in zip(places, listed, strict=True):
            if not isinstance(action, int):
                self.games[place].checked(action)
            elif not 0 <= action < self.actions or not self.games[place].mask[action]:
                text = f"action {action} is not legal now; take one whose entry in the mask is 1"
                raise RuleError("action_mask", f"game {place} of the batch: {text}")
        return listed

    def take(self, places: list[int], actions: Sequence[object]) -> None:
        for number, place in enumerate(places):
            if self.games[place].step(actions[number]):
                self.settle(place)

    def settle(self, place: int) -> None:
        stepped = self.games[place]
        if stepped.pays:
            self.earned[place] += stepped.rewards(range(self.terms.players) if self.alone else (int(self.own[place]),))
        if stepped.over:
            self.done[place] = 1
            self.begin(place)
        else:
            self.seat[place] = stepped.seat
            self.fresh[place] = 1

    def ask_rivals(self) -> None:
        """Lets the policy answer until one's own seat is asked in every game."""
        while self.policy is not None:
            waiting = np.flatnonzero(self.seat != self.own)
            if not len(waiting):
                return
            actions = self.policy(self.observation[waiting], self.mask[waiting], self.seat[waiting])
            places = waiting.tolist()
            self.take(places, self.checked(places, actions))

    def state(self) -> NDArray[np.uint8]:
        """For a central critic: the observations of all seats (n x players x entries)."""
        return np.array([game.all_observations() for game in self.games], np.uint8)

    def snapshot(self, place: int) -> Snapshot:
        """This moment of a game, to be restored at any place."""
        return self.games[place].snapshot()

    def restore(self, place: int, snapshot: Snapshot) -> None:
        """The moment of a snapshot; bots play their part again. At the end of a game, the next one begins."""
        self.games[place].restore(snapshot)
        self.own[place] = snapshot.own
        if self.games[place].over:
            self.done[place] = 1
            self.begin(place)
        self.seat[place] = self.games[place].seat
        self.fresh[place] = 1

    def draw(self, rng: np.random.Generator) -> NDArray[np.intp]:
        """A legal action for each game, all equally likely."""
        return draw_legal(self.mask, rng)


def draw_legal(mask: NDArray[np.int8], rng: np.random.Generator) -> NDArray[np.intp]:
    """For each row of a mask, a legal action at random."""
    games, width = mask.shape
    entries = mask.view(bool).reshape(-1).nonzero()[0]
    edges = np.arange(0, (games + 1) * width, width)
    starts = entries.searchsorted(edges)
    places = starts[:-1] + (rng.random(games) * (starts[1:] - starts[:-1])).astype(np.intp)
    drawn: NDArray[np.intp] = entries[places] - edges[:-1]
    return drawn
