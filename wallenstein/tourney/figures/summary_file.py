"""Writes the figures of a run: `summary.json` for everything, `summary.parquet` with one row for each bot and cell."""

import json
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from wallenstein.record.part import write_whole


def write_summary(folder: Path, summary: Mapping[str, Any]) -> None:
    """Both files."""
    text = json.dumps(summary, indent=2, allow_nan=False, ensure_ascii=False) + "\n"
    write_whole(folder / "summary.json", text.encode())
    buffer = BytesIO()
    pq.write_table(pa.Table.from_pylist(list(rows(summary))), buffer, compression="zstd")
    write_whole(folder / "summary.parquet", buffer.getvalue())


def rows(summary: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One flat row for each bot in each cell: a figure with an interval gives three columns."""
    for cell in summary["cells"]:
        for entrant in cell["entrants"]:
            row: dict[str, Any] = {"cell": cell["cell"]}
            for key, value in entrant.items():
                if isinstance(value, Mapping):
                    row |= {key: value["value"], f"{key}_low": value["low"], f"{key}_high": value["high"]}
                else:
                    row[key] = value
            yield row
