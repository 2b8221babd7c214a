"""JSON Schemas of documents, made of few parts."""

from collections.abc import Collection, Mapping
from typing import Any, Final

Schema = dict[str, Any]

NULL: Final = {"type": "null"}
COUNT: Final = {"type": "integer", "minimum": 0}
TRUTH: Final = {"type": "boolean"}


def either(*schemas: Any) -> Schema:
    """One of these."""
    return {"anyOf": list(schemas)}


def or_null(schema: Any) -> Schema:
    """This, or null."""
    return either(schema, NULL)


def many(schema: Any) -> Schema:
    """A list."""
    return {"type": "array", "items": schema}


def by_name(names: Any, schema: Any) -> Schema:
    """An object with some of these keys."""
    return {"type": "object", "propertyNames": names, "additionalProperties": schema}


def closed_object(members: Mapping[str, Any], optional: Collection[str] = ()) -> Schema:
    """An object with these members and no others."""
    required = [name for name in members if name not in optional]
    return {"type": "object", "properties": dict(members), "required": required, "additionalProperties": False}


def open_object(members: Mapping[str, Any], optional: Collection[str] = ()) -> Schema:
    """An object that may have more members in a later version."""
    return {**closed_object(members, optional), "additionalProperties": True}
