"""The progress of a run on a terminal: a bar, and the current standings."""

from time import monotonic
from typing import Final

from rich.console import Console, Group
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from wallenstein.tourney.run.progress import Tally, span

REFRESH: Final = 0.25  # seconds
SHOWN: Final = 12  # bots in the live table


class LiveBar(Tally):
    """Redrawn a few times per second by the main loop; there is no thread, which forks could disturb."""

    def __init__(self, total: int, names: tuple[str, ...], console: Console | None = None) -> None:
        super().__init__(total, names)
        self.console: Final = console or Console(stderr=True)
        self.live: Final = Live(console=self.console, auto_refresh=False, transient=True)
        self.next = 0.0

    def look(self, under_way: list[int]) -> None:
        """Redraws it if it is time."""
        super().look(under_way)
        if not self.live.is_started:
            self.live.start()
        if monotonic() >= self.next:
            self.next = monotonic() + REFRESH
            self.live.update(self.picture(), refresh=True)

    def note(self, sentence: str) -> None:
        """A line above the bar."""
        self.console.print(Text(f"wallenstein: {sentence}"))

    def close(self) -> None:
        """Takes it off the screen."""
        self.live.stop()

    def picture(self) -> Group:
        """The bar with its figures, and the table below."""
        head = Table.grid(padding=(0, 2))
        bar = ProgressBar(self.total, min(self.done, self.total), width=30)
        faults = f"{self.faults:,} faults" if self.faults else "no faults"
        games = f"{self.done:,} of {self.total:,} games"
        head.add_row(bar, games, self.pace, f"{span(self.left)} left", faults)
        table = Table(box=None, padding=(0, 2), header_style="dim")
        table.add_column("bot")
        table.add_column("wins", justify="right")
        table.add_column("mean rank", justify="right")
        for name, share, rank in self.standings()[:SHOWN]:
            table.add_row(Text(name), f"{share:.1%}", f"{rank:.2f}")
        return Group(head, table) if self.games else Group(head)
