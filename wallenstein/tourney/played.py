"""The results of the finished rounds of a league, kept in one file: a day reads no rounds but its own."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import BadZipFile

import numpy as np

from wallenstein.record.location import folders_in
from wallenstein.record.manifest import Manifest
from wallenstein.record.read import DAYS, Run
from wallenstein.record.write import write_whole
from wallenstein.stats.results import Ints, Numbers, Results
from wallenstein.tourney.figures.run_parts import KINDS, RESULTS, Conduct, on_bench_of, parts_of

FILE: Final = "played.npz"  # made anew if it is missing
COLUMNS: Final = (*RESULTS, "win")


class Played:
    """A row for each seat of all finished rounds. Games and blocks are numbered from the first round to the last."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.rounds: list[str] = []  # their folders
        self.names: list[str] = []
        self.games = self.blocks = 0
        self.leave_out = False
        self.rows: dict[str, Numbers] = {}
        self.faults: Ints = np.zeros((0, len(KINDS)), np.int64)  # by name and kind
        with suppress(OSError, ValueError, KeyError, EOFError, BadZipFile):
            self._recall()

    def _recall(self) -> None:
        with np.load(self.folder / FILE, allow_pickle=False) as kept:
            found = {name: kept[name] for name in kept.files}
        rounds, (games, blocks, leave_out) = found["rounds"].tolist(), found["numbers"].tolist()
        if rounds == folders_in(self.folder / DAYS)[: len(rounds)]:
            names, faults, rows = found["names"].tolist(), found["faults"], {name: found[name] for name in COLUMNS}
            self.rounds, self.names, self.faults, self.rows = rounds, names, faults, rows
            self.games, self.blocks, self.leave_out = games, blocks, bool(leave_out)

    def read_on(self) -> None:
        """Adds the rounds that have been finished meanwhile."""
        before = len(self.rounds)
        for name in folders_in(self.folder / DAYS)[before:]:
            if Manifest(self.folder / DAYS / name).finished:
                self._add(Run(self.folder / DAYS / name))
        if len(self.rounds) > before:
            numbers = [self.games, self.blocks, self.leave_out]
            known = {"rounds": self.rounds, "names": self.names, "numbers": numbers, "faults": self.faults}
            kept: dict[str, Any] = {**known, **self.rows}
            data = BytesIO()
            np.savez(data, **kept)
            write_whole(self.folder / FILE, data.getbuffer(), durable=False)

    def _add(self, run: Run) -> None:
        entries = run.header["entries"]
        new = [name for name in entries if name not in self.names]
        self.names += new
        bots = np.array([self.names.index(name) for name in entries])
        for part in parts_of(run):
            part |= {"bot": bots[part["bot"]], "block": part["block"].astype(np.int64) + self.blocks}
            part["game"] = part["game"].astype(np.int64) + self.games
            before = self.rows or {name: part[name][:0] for name in COLUMNS}
            self.rows = {name: np.concatenate([before[name], part[name]]) for name in COLUMNS}
        conduct = Conduct(self.names)
        conduct.add(run, entries)
        self.faults = conduct.faults + np.pad(self.faults, ((0, len(new)), (0, 0)))
        self.games += run.header["games"]
        self.blocks += run.header["essence"][""]["tourney"]["blocks"]
        self.leave_out = on_bench_of(run) == "leave-out"
        self.rounds.append(run.folder.name)

    def results(self) -> Results:
        columns: list[Any] = [*(self.rows[name] for name in RESULTS), self.leave_out]
        return Results.from_rows(self.names, *columns)
