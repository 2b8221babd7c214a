"""Copies of the files that a configuration's rules are read from, so that a run can be checked when they are gone."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.tourney.config import Config

FOLDER: Final = "inputs"


class Inputs(NamedTuple):
    """The configuration with the copies in place of the files, and what the copies hold, by name."""

    text: str
    files: dict[str, bytes]


def inputs(config: Config) -> Inputs:
    """Every file that a key of `[game]` names, be it fixed or varied by the matrix."""
    base = Path(config.file).parent
    text, files = config.text, dict[str, bytes]()
    for cell in config.cells:
        for value in dict.fromkeys([*_strings(cell.options), *_strings(cell.values)]):
            file, colon, _ = value.rpartition(":")  # a class in a file is written file.py:Class
            written = file if colon and file.endswith(".py") else value
            path = base / written
            if path.suffix in (".toml", ".py") and path.is_file() and f'"{written}' in text:
                name = f"{FOLDER}/{len(files)}-{path.name}"
                files[name] = path.read_bytes()
                text = text.replace(f'"{written}', f'"{name}')
    return Inputs(text, files)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)
