"""The progress of a run as plain lines or not at all; `progress_bar` shows it on a terminal."""

import json
import sys
from time import monotonic
from typing import Final, TextIO

from wallenstein.record.manifest_lines import Chunk, sums_in
from wallenstein.tourney.worker.context import GamesDone

INTERVAL: Final = 5.0  # seconds between two plain lines


class RunTally:
    """Games, faults and standings so far; the speed only covers games of this process."""

    def __init__(self, total: int, names: tuple[str, ...]) -> None:
        self.total: Final = total
        self.names: Final = names
        self.games_done: Final = GamesDone()
        self.games = 0
        self.faults = 0
        self.sums = [(0, 0.0, 0)] * len(names)
        self.playing = 0  # games of chunks under way
        self.before: int | None = None  # games that were done when this process started
        self.began = monotonic()

    def chunk_done(self, chunk: Chunk) -> None:
        self.games += chunk.games
        self.faults += chunk.faults
        pairs = zip(self.sums, sums_in(chunk.sums), strict=True)
        self.sums = [(a[0] + b[0], a[1] + b[1], a[2] + b[2]) for a, b in pairs]

    def look(self, under_way: list[int]) -> None:
        """Called regularly, with the chunks under way."""
        if self.before is None:
            self.before = self.games
            self.began = monotonic()
        self.playing = self.games_done.total(under_way)

    def note(self, sentence: str) -> None:
        """Shows a sentence to the user."""

    def close(self) -> None: ...

    @property
    def done(self) -> int:
        """Games played, including those of unfinished chunks."""
        return self.games + self.playing

    @property
    def speed(self) -> float:
        """Games per second since this process started; 0 in the first second."""
        seconds = monotonic() - self.began
        return (self.done - (self.before or 0)) / seconds if self.before is not None and seconds >= 1 else 0.0

    @property
    def pace(self) -> str:
        speed = self.speed
        return f"{speed:,.1f} a second" if speed >= 1 else f"{speed * 60:.0f} a minute" if speed else "measuring"

    @property
    def left(self) -> float | None:
        """Seconds left at this speed; None if unknown."""
        return (self.total - self.done) / self.speed if self.speed > 0 else None

    def standings(self) -> list[tuple[str, float, float]]:
        """Name, share of the wins and mean rank of each bot that has played, best first."""
        named, duel = zip(self.names, self.sums, strict=True), len(self.names) == 2
        rows = [(name, wins / (self.games if duel else n), ranks / n) for name, (n, wins, ranks) in named if n]
        return sorted(rows, key=lambda row: (-row[1], row[2], row[0]))

    def figures(self) -> dict[str, object]:
        bots = [{"name": name, "win_share": share, "rank": rank} for name, share, rank in self.standings()]
        facts = {"games": self.done, "of_games": self.total, "games_a_second": self.speed, "seconds_left": self.left}
        return {**facts, "faults": self.faults, "bots": bots}


class PlainLines(RunTally):
    """A line every few seconds, for logs and pipes."""

    def __init__(
        self,
        total: int,
        names: tuple[str, ...],
        stream: TextIO | None = None,
        every: float | None = None,
        first: float | None = None,
    ) -> None:
        """A line `every` few seconds; the `first` at that moment, by default after one interval."""
        super().__init__(total, names)
        self.stream = stream or sys.stderr
        self.every: Final = INTERVAL if every is None else every
        self.next = monotonic() + self.every if first is None else first

    def look(self, under_way: list[int]) -> None:
        super().look(under_way)
        if monotonic() >= self.next:
            self.next = monotonic() + self.every
            print(self.line(), file=self.stream, flush=True)

    def note(self, sentence: str) -> None:
        print(f"wallenstein: {sentence}", file=self.stream, flush=True)

    def line(self) -> str:
        parts = [f"{self.done:,} of {self.total:,} games", self.pace, f"{span(self.left)} left"]
        if self.faults:
            parts.append(f"{self.faults:,} faults")
        best = ", ".join(f"{name} {share:.0%}" for name, share, _ in self.standings()[:4])
        return "; ".join([*parts, *([best] if best else [])])


class JsonLines(PlainLines):
    """The same as JSON, an object in each line."""

    def note(self, sentence: str) -> None:
        print(json.dumps({"note": sentence}, ensure_ascii=False), file=self.stream, flush=True)

    def line(self) -> str:
        return json.dumps(self.figures(), ensure_ascii=False)


def span(seconds: float | None) -> str:
    if seconds is None:
        return "unknown time"
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
