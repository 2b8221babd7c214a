"""What bots in other languages cost: four example bots at a table, each in a process of its own."""

import argparse
import resource
import subprocess
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import process_time
from typing import Final, NamedTuple

from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.rules import Rules
from wallenstein.table.conditions import Conditions, Limits
from wallenstein.table.played_game import OngoingGame, bot_seeds
from wallenstein.table.processes.commands import Command, CommandBot
from wallenstein.table.processes.keeper_line import own_keeper

EXAMPLES: Final = Path(__file__).parents[1] / "examples"
SEATS: Final = 4
MEMORY: Final = 1 << 30
LIMITS: Final = Limits(start=30.0, choose=1.0, by_kind={"plan": 5.0})


class Cost(NamedTuple):
    """Processor seconds of so many games."""

    ours: float  # of the process that plays
    theirs: float  # of the bots while they were asked
    all: float  # of all processes
    decisions: int


def played(words: Sequence[str], games: int) -> Cost:
    game, rules = Wallenstein(), Rules()
    command = Command(tuple(words), str(Path.cwd()), {})
    before, children = process_time(), of_children()
    theirs, decisions = 0.0, 0
    with own_keeper() as keeper:
        for seed in range(games):
            state = game.new_game(rules, SEATS, seed)
            own = bot_seeds(seed, [""] * SEATS)
            bots = [CommandBot(keeper, game, command, seat, own[seat], LIMITS, MEMORY) for seat in range(SEATS)]
            found = OngoingGame(game, state, seed, Conditions(LIMITS)).play(bots, rules)
            assert not found.faults, found.faults[0]
            for bot in bots:
                bot.close()
            keeper.clear()
            theirs += sum(account.seconds for account in found.accounts)
            decisions += len(found.decisions)
        ours = process_time() - before
    return Cost(ours, theirs, process_time() - before + of_children() - children, decisions)


def of_children() -> float:
    """Processor seconds of all processes that were started and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Prints microseconds of a decision, and milliseconds of a new process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    games = parser.parse_args().games
    with TemporaryDirectory() as folder:
        commands: dict[str, list[str]] = {}
        if which("gcc"):
            program = str(Path(folder) / "otter")
            subprocess.run(["gcc", "-O2", "-o", program, EXAMPLES / "c" / "otter.c"], check=True)
            commands["C"] = [program]
        if which("node"):
            commands["JavaScript"] = ["node", str(EXAMPLES / "javascript" / "otter.js")]
        for language, words in commands.items():
            cost = played(words, games)
            ours, theirs = 1e6 * cost.ours / cost.decisions, 1e6 * cost.theirs / cost.decisions
            start = 1e3 * (cost.all - cost.ours - cost.theirs) / games / SEATS
            print(f"{language:10}  {ours:5.0f} µs a decision, {theirs:5.0f} of the bot; {start:5.1f} ms a new process")


if __name__ == "__main__":
    main()
