"""For notebooks: `frames = load("results/quickstart-1f3a")`, then `frames.seats` is plain pandas."""

from pathlib import Path

import pandas as pd

from wallenstein.core.words import did_you_mean
from wallenstein.record.dataset import Run

__all__ = ["Frames", "load"]


class Frames:
    """The tables of a run as data frames, each read when it is first asked for."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self._frames: dict[str, pd.DataFrame] = {}

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self.run.tables:
            raise AttributeError(f'this run has no table "{name}"; {did_you_mean(name, self.run.tables)}')
        if name not in self._frames:
            self._frames[name] = self.run.table(name).to_pandas()
        return self._frames[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.run.tables]

    def __repr__(self) -> str:
        return f"Frames({str(self.run.folder)!r}: {', '.join(self.run.tables)})"

    def joined(self, name: str) -> pd.DataFrame:
        """A table with the columns of each row's game and seat added: block, cell, bot, rank, score, …"""
        frame = self.__getattr__(name)
        keys = [key for key in ("game", "seat") if key in frame.columns]
        beside = self.games if name != "games" else self.games[["game"]]
        wide = frame.merge(_new(beside, frame, ["game"]), on="game", how="left")
        if "seat" in keys and name != "seats":
            wide = wide.merge(_new(self.seats, wide, keys), on=keys, how="left")
        return wide


def load(folder: Path | str) -> Frames:
    """The frames of the run in that folder."""
    return Frames(Run(folder))


def _new(frame: pd.DataFrame, other: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    """The keys, and the columns that the other frame does not have."""
    return frame[keys + [column for column in frame.columns if column not in other.columns]]
