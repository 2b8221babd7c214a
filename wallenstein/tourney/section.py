"""The base of all sections of a configuration, and the allowed values of a key as the end of a sentence."""

from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from wallenstein.core.text import either, printable


@dataclass(frozen=True)
class Allowed:
    """Describes the allowed values of a key that has no range or choices."""

    text: str

    def __call__(self, schema: object) -> None:
        """Adds nothing to the JSON schema, where pydantic would let it."""


def key(default: object, text: str, allowed: str = "", **limits: Any) -> Any:
    """A key of a section, required if its default is `...`; `limits` are those of pydantic, such as `ge`."""
    return Field(default, description=text, json_schema_extra=Allowed(allowed) if allowed else None, **limits)


def choices(field: FieldInfo) -> tuple[str, ...]:
    """The allowed words of a key, if it only takes words."""
    found: list[str] = []
    for part in (field.annotation, *get_args(field.annotation)):
        if get_origin(part) is Literal:
            found += [word for word in get_args(part) if isinstance(word, str)]
    return tuple(found)


def allowed(field: FieldInfo) -> str:
    """The end of the sentence `players must be …`."""
    if isinstance(field.json_schema_extra, Allowed):
        return field.json_schema_extra.text
    words = choices(field)
    if words:
        return either([f'"{word}"' for word in words])
    kinds = {field.annotation, *get_args(field.annotation)}
    if bool in kinds:
        return "true or false"
    if int in kinds:
        return f"a whole number {_range(field)}"
    return f"a number {_range(field)}" if float in kinds else "a table"


def _range(field: FieldInfo) -> str:
    low: Any = next((m for m in field.metadata if isinstance(m, Ge | Gt)), None)
    high: Any = next((m for m in field.metadata if isinstance(m, Le | Lt)), None)
    start = f"from {low.ge:,}" if isinstance(low, Ge) else f"above {low.gt:,}"
    if isinstance(high, Le):
        return f"{start} to {high.le:,}" if isinstance(low, Ge) else f"{start} and at most {high.le:,}"
    return f"{start} and below {high.lt:,}"


def in_brief(value: object) -> str:
    """A value as written in the file, cut short."""
    try:
        text = _plain(value)
    except (ValueError, RecursionError):  # a whole number of thousands of digits, lists within lists
        return "a value too large to show"
    return text if len(text) <= 60 else text[:57] + "..."


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{printable(value)}"'
    if isinstance(value, list):
        return "[" + ", ".join(map(_plain, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_plain(item)}" for key, item in value.items()) + "}"
    return str(value)


NAME = r"^[A-Za-z0-9][A-Za-z0-9_+-]{0,39}$"
NAMES = "a name of up to 40 letters, digits and - + _"


class Section(BaseModel):
    """A section: no unknown keys, no silent conversions, no infinities."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False, defer_build=True)
