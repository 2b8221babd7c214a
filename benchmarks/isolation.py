"""What it costs to keep bots apart: processor time of games with four random bots in each mode, in alternating runs."""

import argparse
import resource
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from wallenstein.record.game_rows import GameRows
from wallenstein.table.processes.keeper_line import KeeperProcess
from wallenstein.tourney.run.tournament import prepare, run_context
from wallenstein.tourney.schedule import Schedule
from wallenstein.tourney.worker.context import Isolation, RunContext
from wallenstein.tourney.worker.shared_memory import GamesDone
from wallenstein.tourney.worker.supervisor import Supervisor

SEATS: Final = 4
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
    keeper = KeeperProcess(context.preloaded)
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


def spent() -> float:
    """Processor seconds of all children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    """Prints the cost of each mode, and what it is above `none`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--modes", nargs="+", default=["none", "process", "sandbox"])
    options = parser.parse_args()
    modes = [Isolation(mode) for mode in options.modes]
    with TemporaryDirectory() as folder:
        runs = {mode: [cost(Path(folder), mode, options.games) for _ in range(1)] for mode in modes}
        for _ in range(options.rounds - 1):
            for mode in modes:
                runs[mode].append(cost(Path(folder), mode, options.games))
    least = median(runs[modes[0]]) / options.games
    for mode in modes:
        game = median(runs[mode]) / options.games
        print(f"{mode:8} {1e3 * game:8.2f} ms a game, {1e3 * (game - least) / SEATS:6.2f} ms a seat and game more")


if __name__ == "__main__":
    main()
