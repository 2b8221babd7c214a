"""Reads a configuration's file, and applies `--set`."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from wallenstein.core.documents import RawTable
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import packaged_configs
from wallenstein.core.text import brief, did_you_mean, printable

SUFFIX: Final = ".toml"
LARGEST: Final = 1_000_000  # bytes
DEEPEST: Final = 32  # keys within keys, and brackets within brackets
# Long dotted keys are found before the file is parsed, which takes minutes for a key of thousands of parts.
# A string without an end counts up to the end of its line or of the file: to look for others in it takes long.
STRINGS: Final = re.compile(
    r'"""(?:[^"\\]|\\.|"{1,2}(?!"))*+(?:""")?|\'{3}.*?(?:\'{3}|\Z)|"(?:[^"\\\n]|\\.)*+"?|\'[^\'\n]*+\'?|#[^\n]*+',
    re.DOTALL,
)
CHAIN: Final = re.compile(rf"(?<![^\s=\[\]{{}},])(?:[^\s.=\[\]{{}},]++[ \t]*+\.[ \t]*+){{{DEEPEST}}}")
TOO_DEEP: Final = f"more than {DEEPEST} keys or brackets within each other"
QUOTED_NAME: Final = re.compile(r'"([^"]+)"')
IN_PLACE_OF: Final = {"tourney.blocks": "games", "tourney.games": "blocks"}


def find_config(path: Path, ready: Callable[[], Mapping[str, Path]] = packaged_configs) -> Path:
    """The file; a bare name, with or without .toml, may also be that of a ready configuration."""
    if len(path.parts) == 1 and not path.is_file():
        beside = path.with_suffix(SUFFIX)
        return beside if beside.is_file() else ready().get(path.name.removesuffix(SUFFIX), path)
    return path


def read(path: Path, ready: Callable[[], Mapping[str, Path]] = packaged_configs) -> RawTable:
    """The file's tables; raises ConfigError if it cannot be read or is not TOML. `ready`: names to suggest."""
    shown = printable(str(path))
    if path.is_dir():
        raise ConfigError(f"{shown}: is a folder; a configuration is a TOML file")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise ConfigError(f"{shown}: there is no such file{_near(path, ready)}") from None
    except OSError as error:
        raise ConfigError(f"{shown}: cannot be read: {error.strerror}") from None
    if len(data) > LARGEST:
        raise ConfigError(f"{shown}: larger than {LARGEST:,} bytes, which is too large for a configuration")
    try:
        text = data.decode("utf-8-sig")  # some editors put a mark before UTF-8
        if CHAIN.search(STRINGS.sub("s", text)):
            raise ConfigError(f"{shown}: not valid as a configuration: {TOO_DEEP}")
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise ConfigError(f"{shown}: not UTF-8 text (byte {error.start + 1})") from None
    except ValueError as error:  # a fault of TOML, or a number of thousands of digits
        reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a number with too many digits"
        raise ConfigError(f"{shown}: not valid TOML: {reason}") from None
    except RecursionError:
        raise ConfigError(f"{shown}: not valid TOML: too many brackets within brackets") from None
    if too_deep(tables):
        raise ConfigError(f"{shown}: not valid as a configuration: {TOO_DEEP}")
    return tables


def too_deep(value: object) -> bool:
    """Whether tables and lists are nested deeper than any configuration needs."""
    level = [value]
    for _ in range(DEEPEST):
        each = [one.values() if isinstance(one, dict) else one if isinstance(one, list) else () for one in level]
        level = [inner for outer in each for inner in outer]
        if not level:
            return False
    return True


def _near(path: Path, ready: Callable[[], Mapping[str, Path]]) -> str:
    try:
        names = [other.name for other in path.parent.iterdir() if other.suffix == SUFFIX]
    except OSError:
        return ", nor its folder" if not path.parent.exists() else ""
    if len(path.parts) == 1:
        names += [name for name in ready() if name + SUFFIX not in names]
    stems = {Path(name).stem: name for name in names}  # all names end alike
    near = did_you_mean(path.stem, stems)
    if not near.startswith("did"):
        return ""
    return "; did you mean " + " or ".join(f'"{stems[stem]}"' for stem in QUOTED_NAME.findall(near)) + "?"


def override(raw: RawTable, sets: Sequence[str]) -> list[str]:
    """Puts each `key=value` into the tables; returns the keys."""
    keys = []
    for text in sets:
        if not text.isprintable():
            raise ConfigError(f"--set {brief(text)!r}: contains characters that are not valid text")
        key, equals, value = text.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ConfigError(f"--set {brief(text)}: must be key=value, such as tourney.blocks=50")
        try:
            assign(raw, key, parsed(value.strip()))
        except ConfigError as error:
            raise ConfigError(f"--set {brief(text)}: {error}") from None
        keys.append(key)
    return keys


def assign(raw: RawTable, key: str, value: object) -> None:
    """Puts the value of a dotted key into the tables."""
    if key in IN_PLACE_OF and isinstance(raw.get("tourney"), dict):
        raw["tourney"].pop(IN_PLACE_OF[key], None)
    put(raw, split_key(key), value)


def parsed(text: str) -> object:
    """A value as in the file; anything that is not a TOML value is a string."""
    if CHAIN.search(STRINGS.sub("s", text)):
        raise ConfigError(TOO_DEEP)
    try:
        document: Mapping[str, Any] = tomllib.loads(f"value = {text}")
    except (ValueError, RecursionError):
        return text
    if too_deep(document):
        raise ConfigError(TOO_DEEP)
    return document["value"] if list(document) == ["value"] else text


def split_key(key: str) -> tuple[str, ...]:
    steps = tuple(step.strip().strip('"') for step in key.split("."))
    if len(steps) > DEEPEST:
        raise ConfigError(TOO_DEEP)
    if not all(steps):
        raise ConfigError(f'"{key}" is not a key; write a key such as tourney.seed')
    return steps


def put(tables: dict[str, object], steps: tuple[str, ...], value: object) -> None:
    """Puts a value at a key, and creates missing tables on the way."""
    here: Any = tables
    for at, step in enumerate(steps[:-1]):
        done = ".".join(steps[: at + 1])
        if isinstance(here, list):
            here = here[_index(here, step, ".".join(steps[:at]))]
        else:
            here = here.setdefault(step, {})
        if not isinstance(here, dict | list):
            raise ConfigError(f"{done} is a value, not a table, so there is no {'.'.join(steps)}")
    if isinstance(here, list):
        here[_index(here, steps[-1], ".".join(steps[:-1]))] = value
    else:
        here[steps[-1]] = value


def _index(items: list[object], step: str, key: str) -> int:
    """The index in a list, from a number or the name of a bot's entry."""
    names = [item.get("name", item.get("bot")) if isinstance(item, dict) else None for item in items]
    if step in names:
        return names.index(step)
    if step.isascii() and step.isdigit() and len(step) < 10 and int(step) < len(items):
        return int(step)
    known = [name for name in names if isinstance(name, str)]
    hint = did_you_mean(step, known) if known else "entries are counted from 0"
    raise ConfigError(f'{key} has {len(items)} entries and none is "{step}"; {hint}')
