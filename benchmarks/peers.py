"""Random play in two other engines, for comparison in the same run: Catanatron, and OpenSpiel's hearts."""

import argparse
import random
from collections.abc import Callable
from importlib.metadata import version
from time import process_time
from typing import Any, Final, NamedTuple

SEED: Final = 1
INSTALL: Final = "pip install -e '.[bench]'"


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


def timed(name: str, seconds: float, play: Callable[[], int]) -> Speed:
    """Plays whole games until the time is over; `play` plays one and returns its number of decisions."""
    play()  # caches fill and modules load outside the measured time
    games = decisions = 0
    start = process_time()
    while (elapsed := process_time() - start) < seconds:
        decisions += play()
        games += 1
    return Speed(name, games, decisions, elapsed)


def catanatron(seconds: float) -> Speed:
    """Four random players; a decision is a call of a player's `decide`."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        raise Absent(f"Catanatron is not installed; {INSTALL} brings it") from None

    decisions = 0

    def decide(player: Any, game: Any, actions: Any) -> Any:
        nonlocal decisions
        decisions += 1
        return player.decide(game, actions)

    seeds = random.Random(SEED)

    def play() -> int:
        nonlocal decisions
        decisions = 0
        game = Game([RandomPlayer(color) for color in Color], seed=seeds.randrange(1, 2**31))
        game.play(decide_fn=decide)
        return decisions

    return timed(f"Catanatron {version('catanatron')}", seconds, play)


def hearts(seconds: float) -> Speed:
    """OpenSpiel's hearts with four random players; chance deals the cards and is not counted."""
    try:
        import pyspiel
    except ImportError:
        raise Absent(f"OpenSpiel is not installed; {INSTALL} brings it") from None

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


PEERS: Final = (catanatron, hearts)


def measure_peers(seconds: float) -> tuple[list[Speed], list[str]]:
    """Figures of the peers that are installed, and a sentence for each one that is not."""
    speeds, absent = [], []
    for peer in PEERS:
        try:
            speeds.append(peer(seconds))
        except Absent as reason:
            absent.append(str(reason))
    return speeds, absent


def main() -> None:
    """Prints the figures of all peers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each peer plays")
    speeds, absent = measure_peers(parser.parse_args().seconds)
    for line in [*(speed.sentence() for speed in speeds), *absent]:
        print(line)


if __name__ == "__main__":
    main()
