"""The progress of a run on a terminal: a bar and the current standings; of this process, or of another one."""

import sys
from collections.abc import Callable
from time import monotonic, sleep
from typing import Final, TextIO

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from wallenstein.record.location import Location
from wallenstein.record.manifest import Manifest
from wallenstein.tourney.progress import JsonLines, PlainLines, RunTally, span

REFRESH: Final = 0.25  # seconds
SHOWN: Final = 12  # bots in the live table


def console_on(stream: TextIO) -> Console:
    """A console that writes around the command line's stream, which escapes colours, also while the bar is shown."""
    return Console(file=getattr(stream, "rich_proxied_file", stream))


class LiveBar(RunTally):
    """Redrawn a few times per second by the main loop, because a thread would disturb forks."""

    def __init__(self, total: int, names: tuple[str, ...], console: Console | None = None) -> None:
        super().__init__(total, names)
        self.console: Final = console or console_on(sys.stderr)
        self.live: Final = Live(console=self.console, auto_refresh=False, transient=True)
        self.next = 0.0

    def look(self, under_way: list[int]) -> None:
        super().look(under_way)
        if not self.live.is_started:
            self.live.start()
        if monotonic() >= self.next:
            self.next = monotonic() + REFRESH
            self.live.update(self.picture(), refresh=True)

    def note(self, sentence: str) -> None:
        self.console.print(Text(f"wallenstein: {sentence}"))

    def close(self) -> None:
        self.live.stop()

    def picture(self) -> Group:
        head = Table.grid(padding=(0, 2))
        faults = f"{self.faults:,} faults" if self.faults else "no faults"
        texts = f"{self.done:,} of {self.total:,} games", self.pace, f"{span(self.left)} left", faults
        room = self.console.width - sum(len(text) + 2 for text in texts)
        head.add_row(ProgressBar(self.total, min(self.done, self.total), width=max(4, min(30, room))), *texts)
        table = Table(box=None, padding=(0, 2), header_style="dim")
        table.add_column("bot")
        table.add_column("wins", justify="right")
        table.add_column("mean rank", justify="right")
        for name, share, rank in self.standings()[:SHOWN]:
            table.add_row(Text(name), f"{share:.1%}", f"{rank:.2f}")
        return Group(head, table) if self.games else Group(head)


LOOK: Final = 2.0  # seconds between two looks at the manifest
MINUTE: Final = 60.0  # between two lines, without a terminal
QUIET: Final = 180.0  # seconds without news until a sentence about it
STILL: Final = "nothing was finished for {:.0f} minutes; is the tournament still running?"


def shown_on(terminal: bool, total: int, names: tuple[str, ...], as_json: bool = False) -> RunTally:
    """The display: refreshed in place on a terminal, otherwise a line a minute; JSON objects begin at once."""
    if as_json:
        return JsonLines(total, names, sys.stdout, MINUTE, monotonic())
    if terminal:
        return LiveBar(total, names, console_on(sys.stdout))
    return PlainLines(total, names, sys.stdout, MINUTE)


def watch(folder: Location, tally: RunTally, pause: Callable[[float], None] = sleep) -> None:
    manifest = Manifest(folder)
    changed, size, warned = monotonic(), manifest.whole, False
    while True:
        count(manifest, tally)
        tally.look([])
        if manifest.finished:
            return
        pause(LOOK)
        manifest = Manifest(folder)
        if manifest.whole != size:
            changed, size, warned = monotonic(), manifest.whole, False
        elif monotonic() - changed > QUIET and not warned:
            warned = True
            tally.note(STILL.format(QUIET / 60))


def count(manifest: Manifest, tally: RunTally) -> None:
    """Counts all chunks anew: a test that ends early drops some, and a tournament may start over."""
    tally.games = tally.faults = 0
    tally.sums = [(0, 0.0, 0)] * len(tally.names)
    for chunk in manifest.counting():
        tally.chunk_done(chunk)
