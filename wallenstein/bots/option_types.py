"""Types of options: the values that a configuration may give, and a text that describes them."""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BeforeValidator, TypeAdapter, ValidationError, WithJsonSchema
from pydantic.errors import PydanticUserError

from wallenstein.core.text import either

WORDS: Final = {  # by type and format of a JSON Schema; TOML has no values for any others
    ("integer", None): "a whole number",
    ("number", None): "a number",
    ("boolean", None): "true or false",
    ("string", None): "a text",
    ("string", "date"): "a date",
    ("string", "time"): "a time",
    ("string", "date-time"): "a date and time",
    ("object", None): "a table",
}


def converted(wanted: object, value: object) -> object:
    """The value for the constructor; raises ValueError if the type is wrong: true is not 1, and "2" is not 2."""
    try:
        return _adapter(wanted).validate_python(value, strict=True)
    except (ValidationError, PydanticUserError) as error:
        raise ValueError(str(error)) from None


def allowed_values(wanted: object) -> str:
    try:
        return _in_words(_adapter(wanted).json_schema())
    except (PydanticUserError, KeyError):
        return f"a {getattr(wanted, '__name__', wanted)}, which a configuration cannot write"


@cache
def _adapter(wanted: object) -> TypeAdapter[object]:
    return TypeAdapter(_writable(wanted))


def _writable(wanted: object) -> Any:
    """The type with equivalents of values that TOML lacks: an Enum's member is its name, a tuple is a list."""
    origin, inner = get_origin(wanted), get_args(wanted)
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        return _one_of(list(wanted), [member.name for member in wanted])
    if origin is Literal:
        return _one_of(inner, inner)
    if origin in (Union, UnionType):
        return Union[tuple(map(_writable, inner))]  # noqa: UP007  (of a tuple)
    if origin is tuple:
        return Annotated[tuple[tuple(map(_writable, inner))], BeforeValidator(_as_tuple)]  # type: ignore[misc]
    if origin in (list, dict):
        return origin[tuple(map(_writable, inner))]
    return wanted


def _one_of(choices: Sequence[object], written: Sequence[object]) -> object:
    """Any of the choices, by its written value; 1, 1.0 and true are different."""

    def choose(value: object) -> object:
        for choice, text in zip(choices, written, strict=True):
            if type(text) is type(value) and text == value:
                return choice
        raise ValueError(value)

    return Annotated[object, BeforeValidator(choose), WithJsonSchema({"enum": list(written)})]


def _as_tuple(value: object) -> object:
    return tuple(value) if type(value) is list else value


def _in_words(schema: Mapping[str, Any]) -> str:
    """A text for what a JSON Schema allows; raises KeyError if TOML has no such values."""
    if "enum" in schema:
        return either([_quoted(choice) for choice in schema["enum"]])
    if "anyOf" in schema:
        return either([_in_words(one) for one in schema["anyOf"] if one.get("type") != "null"])
    if schema.get("type") == "array":
        items = [item for item in (*schema.get("prefixItems", ()), schema.get("items")) if item]
        return f"a list, each {either([_in_words(item) for item in items])}" if items else "a list"
    if "$ref" in schema:
        return "a table"
    return WORDS[schema["type"], schema.get("format")] if "type" in schema else "any value"


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
