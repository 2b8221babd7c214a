"""Summaries of small tournaments of the toy game, read from the files that those left."""

from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from wallenstein.stats.figures import CellSummary, RunSummary

STORED: Final = Path(__file__).parent / "stored"
NAMES: Final = sorted(path.stem for path in STORED.glob("*.json"))
SUMMARY: Final = TypeAdapter(RunSummary)


def text_stored(name: str) -> str:
    return (STORED / f"{name}.json").read_text("utf-8")


def stored(name: str) -> RunSummary:
    """A fresh one, with types."""
    return SUMMARY.validate_json(text_stored(name))


def only_cell(summary: RunSummary) -> CellSummary:
    (cell,) = summary.cells
    return cell
