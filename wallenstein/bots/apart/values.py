"""Values of options as JSON: what a configuration can write survives, dates and times included."""

import json
import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any, Final

MARK: Final = "$toml"


def to_json(document: Any) -> str:
    """One line; what a configuration cannot write becomes text."""
    return json.dumps(document, default=_written)


def from_json(text: str) -> Any:
    """What `to_json` wrote."""
    return json.loads(text, object_hook=_read)


def _written(value: Any) -> Any:
    if isinstance(value, date | datetime | time):
        return {MARK: value.isoformat()}
    return dict(value) if isinstance(value, Mapping) else str(value)


def _read(table: dict[str, Any]) -> Any:
    return tomllib.loads(f"value = {table[MARK]}")["value"] if list(table) == [MARK] else table
