"""What it costs to keep bots isolated: processor time of games with four random bots in each mode, in alternating runs.

All on one processor, as in a run with as many workers as there are processors.
"""

import argparse
import os
import resource
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from wallenstein.record.game_rows import GameRows, ScheduledGame
from wallenstein.table.conditions import Conditions, Setup
from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.tourney.run import prepare, run_context
from wallenstein.tourney.schedule import Schedule
from wallenstein.tourney.worker.context import GamesDone, Isolation, RunContext
from wallenstein.tourney.worker.game_process import Seating
from wallenstein.tourney.worker.supervisor import Supervisor

SEATS: Final = 4
DECISIONS: Final = 90  # of a game, about
CONFIG: Final = """
[tourney]
seed = 1
blocks = 400
format = "list"
tables = [["random", "random", "random", "random"]]

[bots]
entries = ["random", "miller"]

[run]
isolation = "{mode}"

[log]
tables = []
"""


def cost(folder: Path, mode: Isolation, games: int) -> float:
    """Processor seconds of all processes for so many games; those that stay for a whole run are started before."""
    config = folder / f"{mode}.toml"
    config.write_text(CONFIG.format(mode=mode.value))
    tournament = prepare(config, (), folder)
    context = run_context(tournament, folder, GamesDone())
    played = [0.0, 0.0]
    for number, count in enumerate((1, games + 1)):  # what is started for the first game is taken off again
        before = spent()
        keeper = KeeperProcess(context.preloaded)
        play(context, keeper, tournament.schedule, count)
        keeper.stop()
        played[number] = spent() - before
    return played[1] - played[0]


def play(context: RunContext, keeper: KeeperProcess, schedule: Schedule, count: int) -> None:
    """The first games of the schedule, in one process."""
    games = [game for chunk in range(schedule.chunks) for game in schedule.games(chunk)][:count]
    Supervisor(context, keeper, GameRows(context.tables), games, lambda done: None).run()


def seats_only(folder: Path, games: int) -> float:
    """Processor seconds of processes that are started for so many games, told of their beginning, and ended."""
    config = folder / "seats.toml"
    config.write_text(CONFIG.format(mode="process"))
    context = run_context(prepare(config, (), folder), folder, GamesDone())
    cell, scheduled = context.cells[0], ScheduledGame(0, -1, 0, 0, 0, 1, (0,) * SEATS)
    shared = cell.game.shared_by(cell.rules, SEATS)
    costs = []
    for count in (1, games + 1):
        before = spent()
        keeper = KeeperProcess(context.preloaded)
        line = keeper.connection()
        seating = Seating(context, line)
        for _ in range(count):
            bots = seating.bots(scheduled, shared, Conditions(cell.limits), isolated=True)
            for seat, bot in enumerate(bots):
                bot.start(Setup(cell.game.name, seat, SEATS, cell.rules))
            for bot in bots:
                bot.close()
            line.clear()
        line.wire.close()
        keeper.stop()
        costs.append(spent() - before)
    return costs[1] - costs[0]


def spent() -> float:
    """Processor seconds of this process, of all its children that have ended, and of theirs."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def main() -> None:
    """Prints the cost of each mode, and what a process costs above `none`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--modes", nargs="+", default=["none", "process", "sandbox"])
    options = parser.parse_args()
    modes = [Isolation(mode) for mode in options.modes]
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with TemporaryDirectory() as folder:
        runs = {mode: [cost(Path(folder), mode, options.games) for _ in range(1)] for mode in modes}
        for _ in range(options.rounds - 1):
            for mode in modes:
                runs[mode].append(cost(Path(folder), mode, options.games))
        seats = median(seats_only(Path(folder), options.games) for _ in range(options.rounds)) / options.games
    least = median(runs[modes[0]]) / options.games
    for mode in modes:
        game = median(runs[mode]) / options.games
        print(f"{mode:8} {1e3 * game:8.2f} ms a game")
        if mode is Isolation.PROCESS:
            decision = (game - seats - least) / DECISIONS
            print(f"    {1e3 * seats / SEATS:.2f} ms a seat and game, {1e6 * decision:.0f} us a decision")


if __name__ == "__main__":
    main()
