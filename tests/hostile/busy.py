"""Honest bots on a busy machine: nobody is blamed, and the tables are those of a quiet one.

`python -m tests.hostile.busy --games 1000 --spinners 40` plays in each mode; its exit code is 1 if that does not hold.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from subprocess import DEVNULL, Popen
from time import monotonic
from typing import Final

import pytest

from tests.hostile.attack import NONE, PROCESS, SANDBOX
from tests.hostile.tournament import place
from tests.hostile.twins import Honest
from tests.tourney.tournament import contents, faults_of, played
from wallenstein.table.processes import sandbox
from wallenstein.table.processes.sandbox import Kind, sandbox_kind

CONFIG: Final = """
[tourney]
name = "busy"
seed = 5
blocks = {blocks}
players = 3

[game]
name = "toy"

[bots]
{entries}

[run]
isolation = "{mode}"
chunk = 60
limits = {{ start = {limit}, choose = {limit}, memory_mb = 200 }}
"""
NAMES: Final = ("ant", "bee", "cricket")
ROTATIONS: Final = 3  # games of a block
MODES: Final = (NONE, PROCESS, SANDBOX, Kind.BUBBLEWRAP)  # `sandbox`: by Landlock, where it is there
SPIN: Final = "import os\nabove = os.getppid()\nwhile os.getppid() == above:\n for _ in range(100000): pass"


@contextmanager
def spinning(often: int) -> Iterator[None]:
    """Other processes that do nothing but compute, each in a session of its own, as the kernel shares time by sessions.

    They end with this one, too, however it ends.
    """
    crowd = [Popen([sys.executable, "-ISc", SPIN], stdin=DEVNULL, start_new_session=True) for _ in range(often)]
    try:
        yield
    finally:
        for one in crowd:
            one.kill()
            one.wait()


def tables_of(folder: Path, mode: str, games: int, limit: float) -> tuple[dict[str, bytes], list[str]]:
    """The tables of a tournament of quick bots, and a sentence for each fault."""
    entries = "\n".join(f'[[bots.entry]]\nname = "{name}"\nbot = "{place(Honest)}"' for name in NAMES)
    config, isolation = folder / f"{mode}.toml", SANDBOX if mode == Kind.BUBBLEWRAP else mode
    config.write_text(CONFIG.format(blocks=-(-games // ROTATIONS), entries=entries, mode=isolation, limit=limit))
    sandbox_kind.cache_clear()
    with pytest.MonkeyPatch.context() as patch:  # also for workers, which are forked
        if mode == Kind.BUBBLEWRAP:
            patch.setattr(sandbox, "lacking", lambda: "only in other tests")
        run = played(config, folder / mode, jobs=2)
    if not run.finished:
        sys.exit(f"stopped by a signal in the mode {mode}, of which nothing is known now")
    return contents(run.folder), [f"{row['bot']}: {row['kind']}: {row['text']}" for row in faults_of(run.folder)]


def processor_time() -> float:
    own, below = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + below.ru_utime + below.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--spinners", type=int, default=40)
    parser.add_argument("--mode", choices=MODES, action="append", help="may be repeated; without it, each")
    parser.add_argument("--limit", type=float, default=1.0, help="seconds for the start and for each choice")
    parser.add_argument("--nice", type=int, default=0, help="of the tournament, above that of the spinners")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        quiet, _ = tables_of(Path(folder), NONE, chosen.games, chosen.limit)
        wrong = 0
        with spinning(chosen.spinners):
            os.nice(chosen.nice)
            for mode in chosen.mode or MODES:
                Path(folder, "busy").mkdir(exist_ok=True)
                begun, before = monotonic(), processor_time()
                tables, blamed = tables_of(Path(folder, "busy"), mode, chosen.games, chosen.limit)
                took = f"{monotonic() - begun:.0f} s, {processor_time() - before:.0f} s of processor time"
                same = tables == quiet
                wrong += bool(blamed) or not same
                print(f"{mode}: {len(blamed)} faults, {'the same' if same else 'OTHER'} tables; {took}", flush=True)
                print(*blamed[:10], sep="\n", end="\n" if blamed else "")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
