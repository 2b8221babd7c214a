"""What bots in other languages cost: four example bots at a table, each process told to play on or started anew."""

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
from wallenstein.table.processes.commands import Command, Commands
from wallenstein.table.processes.keeper_line import own_keeper

EXAMPLES: Final = Path(__file__).parents[1] / "examples"
SEATS: Final = 4
MEMORY: Final = 1 << 30
LIMITS: Final = Limits(start=30.0, choose=1.0, by_kind={"plan": 5.0})


class Cost(NamedTuple):
    """Processor seconds of so many games after the first one."""

    ours: float  # of the process that plays
    theirs: float  # of the bots while they were asked
    all: float  # of all processes, the first game included
    decisions: int


def played(words: Sequence[str], games: int, anew: bool) -> Cost:
    """Plays a game, and then these; `anew`: with new processes for each."""
    game, rules = Wallenstein(), Rules()
    command = Command(tuple(words), str(Path.cwd()), {})
    before, children = process_time(), of_children()
    begun, theirs, decisions = before, 0.0, 0
    with own_keeper() as keeper:
        commands = Commands(keeper, MEMORY)
        for seed in range(games + 1):
            if anew:
                commands.forget()
            state = game.new_game(rules, SEATS, seed)
            own = bot_seeds(seed, [""] * SEATS)
            bots = [commands.bot(game, command, seat, own[seat], LIMITS) for seat in range(SEATS)]
            found = OngoingGame(game, state, seed, Conditions(LIMITS)).play(bots, rules)
            assert not found.faults, found.faults[0]
            for bot in bots:
                bot.close()
            keeper.clear(commands.waiting_processes)
            if seed:
                theirs += sum(account.seconds for account in found.accounts)
                decisions += len(found.decisions)
            else:
                begun = process_time()
        commands.forget()
        ours = process_time() - begun
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
            on, anew = (played(words, games, how) for how in (False, True))
            ours, theirs = 1e6 * on.ours / on.decisions, 1e6 * on.theirs / on.decisions
            start = 1e3 * (anew.all - on.all) / games / SEATS
            print(f"{language:10}  {ours:5.0f} µs a decision, {theirs:5.0f} of the bot; {start:5.1f} ms a new process")


if __name__ == "__main__":
    main()
