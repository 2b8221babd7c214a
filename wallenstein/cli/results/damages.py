"""That files of a run are missing, which figures that are made of others do not show."""

from collections.abc import Iterator, Sequence
from typing import Final

from wallenstein.core.words import printable
from wallenstein.record.dataset import Run
from wallenstein.record.missing import missing_files

MOST: Final = 3  # files that are named


def damages(runs: Sequence[Run]) -> Iterator[str]:
    """The first files that are missing in each run, and what to do."""
    for run in runs:
        found = list(missing_files(run.folder, run.segments))
        if found and not run.manifest.finished:
            run = Run(run.folder)  # somebody may play it: chunks have been merged meanwhile, and their files removed
            found = list(missing_files(run.folder, run.segments))
        for sentence in found[:MOST]:
            yield f"wallenstein: {printable(sentence)}"
        if len(found) > MOST:
            yield f"wallenstein: and {len(found) - MOST:,} more files of this run"
        if found:
            yield "wallenstein: these figures need none of that, others do; copy it back, or play again with --fresh"
