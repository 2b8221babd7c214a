"""One table of what is loaded: called with columns and conditions it reads them, otherwise it is the whole table."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Final

import pandas as pd
import pyarrow as pa

from wallenstein.core.program.packaged import extra_module
from wallenstein.core.text import counted
from wallenstein.stats.grouped import Where

if TYPE_CHECKING:
    import polars

    from wallenstein.analysis.frames import Frames


class Frame:
    """`run.throws(columns=…, where=…)` is a data frame; `run.throws.groupby("kind")` is that of the whole table.

    The whole table is read when something of it is first asked for, and kept. Call it for a frame to change.
    """

    def __init__(self, frames: "Frames", name: str) -> None:
        self.name: Final = name
        self._frames: Final = frames
        self._whole: pd.DataFrame | None = None

    def __call__(self, columns: Sequence[str] | None = None, where: Where = None) -> pd.DataFrame:
        """The table's rows as a data frame of your own; only these columns, and rows for which all conditions hold.

        Columns of the row's game and seat can be asked for, too, such as `bot`, `win` or `block`; so can `run`, and
        what a matrix varies. `where` is `{"bot": "regent", "season": ["spring", "fall"]}`, or
        `[("odds", "<", 0.5)]` with ==, !=, <, <=, >, >=, in, not in. Nothing else is read into memory.
        """
        return self._frames.read(self.name, columns, where)

    def to_arrow(self, columns: Sequence[str] | None = None, where: Where = None) -> pa.Table:
        """The same as an Arrow table."""
        return self._frames.arrow(self.name, columns, where)

    def to_polars(self, columns: Sequence[str] | None = None, where: Where = None) -> "polars.DataFrame":
        """The same as a frame of Polars."""
        module = extra_module("polars", "polars", "to_polars")
        frame: polars.DataFrame = module.from_arrow(self.to_arrow(columns, where))
        return frame

    @property
    def columns(self) -> pd.Index:
        """The names of its columns, without reading it."""
        return pd.Index(self._frames.columns(self.name))

    @property
    def about(self) -> pd.DataFrame:
        """What each column means."""
        declared = self._frames.declared(self.name)
        known = {column.name: column for column in declared.columns} if declared else {}
        rows = [
            (name, known[name].kind, known[name].text) if name in known else (name, "", "") for name in self.columns
        ]
        return pd.DataFrame(rows, columns=["column", "type", "meaning"])

    def __len__(self) -> int:
        return self._frames.count(self.name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, column: object) -> bool:
        return column in self.columns

    def __getitem__(self, key: Any) -> Any:
        return self.whole[key]

    def __getattr__(self, name: str) -> Any:
        if name.startswith(("__", "_repr_", "_ipython_")):
            raise AttributeError(name)
        return getattr(self.whole, name)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.columns, *dir(pd.DataFrame)})

    @property
    def whole(self) -> pd.DataFrame:
        """The whole table, which is kept."""
        if self._whole is None:
            self._whole = self()
        return self._whole

    def __repr__(self) -> str:
        return f"{self.name}: {counted(len(self), 'row')}, columns {', '.join(self.columns)}"

    def _repr_html_(self) -> str:
        """In a notebook: how many rows, and what the columns mean."""
        declared = self._frames.declared(self.name)
        text = escape(declared.text) if declared else ""
        about = html_table(("column", "type", "meaning"), list(self.about.itertuples(index=False, name=None)))
        return f"<p><b>{escape(self.name)}</b>: {counted(len(self), 'row')}. {text}</p>{about}"


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table for a notebook, which would put text to the right."""
    lines = [("th", head), *(("td", row) for row in rows)]
    shown = (
        "".join(f'<{cell} style="text-align: left">{escape(text)}</{cell}>' for text in texts) for cell, texts in lines
    )
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in shown)}</table>"
