"""Plays a study block after block, each as a tournament of its own; what was played before is only read."""

from collections.abc import Callable, Iterator
from pathlib import Path

from wallenstein.record.dataset import Run
from wallenstein.study.design import tournament, world
from wallenstein.study.setting import Setting
from wallenstein.study.values import Block, block_of
from wallenstein.tourney.run.progress import Tally
from wallenstein.tourney.run.tournament import Tournament, open_folder, play_tournament, prepare

Watching = Callable[[Tournament], Tally]


class Interrupted(Exception):
    """The user has stopped it; what was played is kept."""


def prepared(setting: Setting, number: int, results: Path) -> Tournament:
    """The tournament of a block; raises ConfigErrors if it cannot be played."""
    return prepare(setting.file, setting.sets, results, tournament(setting, world(setting, number)))


def blocks(setting: Setting, numbers: range, results: Path, jobs: int, fresh: bool, watch: Watching) -> Iterator[Block]:
    """Plays these blocks, or reads them if they are finished."""
    for number in numbers:
        one = prepared(setting, number, results)
        folder = open_folder(one, results, fresh)
        try:
            result = play_tournament(one, folder, watch(one), jobs)
        finally:
            folder.close()
        if not result.finished:
            raise Interrupted
        yield block_of(setting, world(setting, number), Run(result.folder), one)
