"""Watches a run that another process plays, by what its manifest says."""

import sys
from collections.abc import Callable
from time import monotonic, sleep
from typing import Final

from wallenstein.record.files.manifest import Manifest
from wallenstein.record.store.location import Location
from wallenstein.tourney.run.progress import JsonLines, PlainLines, Tally

LOOK: Final = 2.0  # seconds between two looks at the manifest
MINUTE: Final = 60.0  # between two lines, without a terminal
QUIET: Final = 180.0  # seconds after which it is said that nothing happens
STILL: Final = "nothing was finished for {:.0f} minutes; is the tournament still running?"


def shown_on(terminal: bool, total: int, names: tuple[str, ...], as_json: bool = False) -> Tally:
    """What shows the progress: refreshed in place on a terminal, otherwise a line a minute; objects begin at once."""
    if as_json:
        return JsonLines(total, names, sys.stdout, MINUTE, monotonic())
    if terminal:
        from rich.console import Console

        from wallenstein.tourney.run.progress_bar import LiveBar

        return LiveBar(total, names, Console())
    return PlainLines(total, names, sys.stdout, MINUTE)


def watch(folder: Location, tally: Tally, pause: Callable[[float], None] = sleep) -> None:
    """Shows the progress until the run is finished."""
    manifest = Manifest(folder)
    changed, size, told = monotonic(), manifest.whole, False
    while True:
        count(manifest, tally)
        tally.look([])
        if manifest.finished:
            return
        pause(LOOK)
        manifest = Manifest(folder)
        if manifest.whole != size:
            changed, size, told = monotonic(), manifest.whole, False
        elif monotonic() - changed > QUIET and not told:
            told = True
            tally.note(STILL.format(QUIET / 60))


def count(manifest: Manifest, tally: Tally) -> None:
    """Counts all chunks anew: a test that ends early drops some, and a tournament may begin again."""
    tally.games = tally.faults = 0
    tally.sums = [(0, 0.0, 0)] * len(tally.names)
    for chunk in manifest.counting():
        tally.chunk_done(chunk)
