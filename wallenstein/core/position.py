"""Positions and views as documents: each key is declared once, and reading, writing and JSON Schemas follow from there.

A key has a name, a code that says what its value means, and the place in a state where it lies. Reading changes a
state, which is the codes' context, too.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final, TypeAlias

from wallenstein.core.documents import COUNT, MOST, Json, JsonObject, Schema, by_name, many, open_object, or_null
from wallenstein.core.records import Code, Context, Named

Check: TypeAlias = Callable[..., None] | None  # of a state and a place, and in a row its number


@dataclass(eq=False)
class Whole(Code):
    """A number within limits; the upper one may depend on the context."""

    high: int | Callable[[Any], int] = MOST
    low: int = 0
    described: bool = False  # whether the schema has the limits too

    def schema(self) -> Schema:
        return {**COUNT, "minimum": self.low, "maximum": self.high} if self.described else COUNT

    def write_all(self, values: Iterable[int], context: Context) -> Iterable[int]:
        return values

    def read(self, place: Json, context: Context) -> int:
        return place.whole(self.low, self.highest(context))

    def highest(self, context: Context) -> int:
        return self.high if isinstance(self.high, int) else self.high(context)


class Shown(Code):
    """A value that functions write and read, with its schema; without `read` it is only written."""

    def __init__(
        self, schema: Schema, write: Callable[[Any], object], read: Callable[[Json, Any], object] | None = None
    ) -> None:
        self.described = schema
        self.written = write
        self.meant = read

    def schema(self) -> Schema:
        return self.described

    def write(self, value: object, context: Any) -> object:
        return self.written(value)

    def read(self, place: Json, context: Context) -> object:
        return self.meant and self.meant(place, context)


class FixedValue(Named):
    """A value that is the same in every document of a kind."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__((name,), what)

    def schema(self) -> Schema:
        return {"const": self.names[0]}

    def write(self, value: object, context: Context) -> str:
        return self.names[0]


class Word(Named):
    """One of these names; the name itself is the value."""

    def write(self, value: object, context: Context) -> str:
        return str(value)

    def read(self, place: Json, context: Context) -> Any:
        return self.names[super().read(place, context)]


class NamedSet(Code):
    """A set of names, one bit each; a list in documents."""

    def __init__(self, code: Named) -> None:
        self.code = code
        self.listed = cache(lambda bits: [name for code, name in enumerate(self.code.names) if bits >> code & 1])

    def schema(self) -> Schema:
        return many(self.code.schema())

    def write(self, value: int, context: Context) -> object:
        return self.listed(value)[:]

    def write_all(self, values: Iterable[int], context: Context) -> Iterable[list[str]]:
        listed = self.listed
        return [listed(value)[:] for value in values]

    def read(self, place: Json, context: Context) -> int:
        return sum([1 << code for code in place.codes(self.code.names, self.code.what)])


class Different(Code):
    """A list of different names; null for hidden ones."""

    def __init__(self, names: Callable[[Any], Sequence[str]], what: str, schema: Schema) -> None:
        """`names` of the context; `what` they are, for errors."""
        self.names = names
        self.what = what
        self.one = schema

    def schema(self) -> Schema:
        return many(self.one)

    def write(self, value: Iterable[int], context: Context) -> object:
        names = self.names(context)
        return [None if one < 0 else names[one] for one in value]

    def read(self, place: Json, context: Context) -> tuple[int, ...]:
        return tuple(place.codes(self.names(context), self.what))


@dataclass(eq=False)
class EachSeat(Code):
    """A list with a value for each seat, or null."""

    code: Code
    what: str
    none: object  # null
    only: Callable[[Any], str | None]  # the reason if no seat can have a value now
    why_not: Callable[[Any, int, object], str | None]  # the reason if a seat cannot have this one

    def schema(self) -> Schema:
        return many(or_null(self.code.schema()))

    def write(self, value: list[object], context: Context) -> list[object]:
        return [None if one == self.none else self.code.write(one, context) for one in value]

    def read(self, place: Json, context: Context) -> list[object]:
        values = [self.none] * context.book.players
        for seat, item in enumerate(place.by_seat(len(values), self.what)):
            if item.value is not None:
                if why := self.only(context):
                    item.fail(why)
                values[seat] = self.code.read(item, context)
                if why := self.why_not(context, seat, values[seat]):
                    item.fail(why)
        return values


NUMBERS: Final = Shown(many(COUNT), list)


def text(what: str) -> Code:
    """Any text; the error says what it should be."""
    return Shown({"type": "string"}, str, lambda place, context: place.text(what))


def itself(state: object) -> object:
    return state


@dataclass(eq=False)
class Key:
    """A member of an object: its name, the meaning of its value, and its place in a state."""

    name: str
    code: Code
    of: str | Callable[[Any], object] = ""  # an attribute, by default the name's, or a function; in rows, of all values
    put: str | Callable[..., None] = ""  # how it is set, if not as in `of`
    needed: str | None = None  # the end of the error, if it must not be missing
    default: Callable[[Any], object] | None = None  # the value of a missing key, if not that of a new state
    only: Callable[[Any], str | None] | None = None  # the reason if it cannot be set now
    nullable: bool = False  # null means missing; None and -1 are written as null
    sometimes: bool = False  # left out without a value
    described: Schema | None = None  # its schema in views, where it differs from the code's

    def __post_init__(self) -> None:
        of, put = self.of or self.name, self.put
        self.get: Callable[[object], Any] = attrgetter(of) if isinstance(of, str) else of
        put = put or of if isinstance(of, str) else put or partial(_set_item, of)
        self.set = partial(_set, put) if isinstance(put, str) else put

    def schema(self) -> Schema:
        schema = self.described or self.code.schema()
        return schema if self.described or not self.nullable else or_null(schema)

    def read(self, place: Json | None, state: object, *at: int) -> None:
        """Changes the state (in rows, that of this number) according to the place."""
        if place is None or (self.nullable and place.value is None):
            if self.default is not None:
                self.set(state, self.default(state), *at)
            return
        if self.only is not None and place.value not in self.code.nothing and (why := self.only(state)):
            place.fail(why)
        self.set(state, self.code.read(place, state), *at)


def _set(name: str, state: object, value: Any, at: int | None = None) -> None:
    """Sets an attribute, or one of its items; a list stays a list."""
    values = getattr(state, name)
    if at is None:
        setattr(state, name, list(value) if type(values) is list else value)
    elif type(values) is tuple:
        setattr(state, name, (*values[:at], value, *values[at + 1 :]))
    else:
        values[at] = value


def _set_item(of: Callable[[object], Any], state: object, value: object, *at: int) -> None:
    """Sets an item of a list; outside of rows, reading the value has already made the change."""
    for place in at:
        of(state)[place] = value


def objects(names: Sequence[str]) -> Callable[[Iterable[object]], list[JsonObject]]:
    """A function that makes an object of each row; as a display, which takes half the time of dict(zip(...))."""
    values = [f"value{place}" for place in range(len(names))]
    members = ", ".join(f"{name!r}: {value}" for name, value in zip(names, values, strict=True))
    made: Callable[[Iterable[object]], list[JsonObject]]
    made = eval(f"lambda rows: [{{{members}}} for {', '.join(values)}, in rows]")
    return made


class Document(Code):
    """An object with these keys; its value is a state or a part of one."""

    def __init__(self, *keys: Key, check: Check = None) -> None:
        """`check` sees the state and the place after all keys are read, and in rows the number."""
        self.keys = keys
        self.names = tuple([key.name for key in keys])
        self.writers = [(key.name, key.get, key.code.write, key.nullable) for key in keys]
        self.sometimes = [key.name for key in keys if key.sometimes]
        self.objects = objects(self.names)
        self.check = check

    def schema(self) -> Schema:
        return open_object({key.name: key.schema() for key in self.keys}, self.sometimes)

    def write(self, value: Any, context: Any) -> Any:
        written = {}
        for name, get, write, nullable in self.writers:
            of = get(value)
            written[name] = None if of is None or (nullable and of == -1) else write(of, context)
        for name in self.sometimes:
            if written[name] is None:
                del written[name]
        return written

    def read(self, place: Json, context: Any) -> object:
        """The context, changed according to the document."""
        self.read_keys(place, context)
        return context

    def read_keys(self, place: Json, state: object, *at: int) -> dict[str, Json]:
        """Changes the state (in rows, that of this number) according to the members, and returns them."""
        members = self.members(place)
        for key in self.keys:
            key.read(members.get(key.name), state, *at)
        if self.check is not None:
            self.check(state, place, *at)
        return members

    def members(self, place: Json) -> dict[str, Json]:
        """The members of an object; FormatError if a needed one is missing."""
        members = place.members(self.names)
        for key in self.keys:
            if key.needed is not None and key.name not in members:
                place.fail(f'"{key.name}" is missing{key.needed}')
        return members

    def values(self, members: dict[str, Json], context: object) -> JsonObject:
        """The values of the members that are there, for objects that are not part of a state."""
        there = [key for key in self.keys if key.name in members]
        given = [key for key in there if not (key.nullable and members[key.name].value is None)]
        return {key.name: key.code.read(members[key.name], context) for key in given}


class RowsBySeat(Document):
    """A list of objects, one for each seat; the last ones may be left out."""

    def schema(self) -> Schema:
        return many(super().schema())

    def write(self, value: Any, context: Context) -> Any:
        columns: list[Iterable[object]] = []
        for key in self.keys:
            values, code = key.get(value), key.code
            if key.nullable:
                columns.append([None if one == -1 else code.write(one, context) for one in values])
            else:
                columns.append(code.write_all(values, context))
        return self.objects(zip(*columns, strict=True))

    def read(self, place: Json, context: Context) -> object:
        for seat, item in enumerate(place.by_seat(context.book.players, "seats")):
            self.read_keys(item, context, seat)
        return context


class NamedRows(RowsBySeat):
    """An object of such objects, by name."""

    def __init__(self, code: Code, names: Callable[[Any], Sequence[str]], *keys: Key, check: Check = None) -> None:
        """`code` of a name; `names` of the context."""
        super().__init__(*keys, check=check)
        self.code = code
        self.row_names = names

    def schema(self) -> Schema:
        return by_name(self.code.schema(), Document.schema(self))

    def write(self, value: Any, context: Context) -> Any:
        return dict(zip(self.row_names(context), super().write(value, context), strict=True))

    def read(self, place: Json, context: Context) -> object:
        names = self.row_names(context)
        for name, item in place.members(names).items():
            self.read_keys(item, context, names.index(name))
        return context


class Ranking(Code):
    """The result of a state that is over; a document must agree with it."""

    nothing = ()

    def __init__(self, follows: str) -> None:
        """`follows`: the source of the ranking, for the error."""
        self.follows = follows

    def schema(self) -> Schema:
        return many(open_object({"seat": {"$ref": "#/$defs/seat"}, "rank": COUNT, "vp": COUNT}))

    def write(self, value: Any, context: Context) -> object:
        """Tied seats share a rank."""
        return [{"seat": seat, "rank": rank, "vp": vp} for seat, rank, vp in value.result()]

    def read(self, place: Json, context: Context) -> Any:
        if place.value != self.write(context, context):
            place.fail(f"is not the ranking that follows from {self.follows}")


def check_pending(place: Json, players: int, kinds: Iterable[str]) -> None:
    """Checks the decision that a referee stopped at: not part of a position, but allowed there."""
    kind = Named(tuple(kinds), "a kind of decision")
    Document(Key("seat", Whole(players - 1), itself, needed=""), Key("kind", kind, itself, needed="")).read(place, None)
