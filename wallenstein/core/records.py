"""Records say once what a number means, in the type of its field; JSON, plain tuples and columns follow from there.

Documents say once what each of their keys shows of a state; reading, writing and JSON Schemas follow from there.

A record is a NamedTuple. A field is a plain value (`Annotated[int, COUNTY]`), several of them
(`tuple[Annotated[int, COUNTY], ...]`), or another record, whose fields then count as its own. A text in the annotation
says what a table's column of that field means.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from wallenstein.core.documents import COUNT, MOST, Json, Schema, by_name, closed_object, many, open_object, or_null
from wallenstein.core.plain import Heads, NotPlain, Spread, is_of, number_or_name, plain_entries, row, whole_number

UNLIMITED: Final = 99  # the highest number of an unlimited kind


class Code:
    """What a value means outside the rules. This one is a plain number; the context knows a game's names."""

    column: tuple[str, tuple[str, ...]] = ("i8", ())  # kind and names of a table's column
    nothing: tuple[Any, ...] = (None, 0, [], {})  # what a document may say where nothing can be set

    def write(self, value: Any, context: Any) -> Any:
        """The value as documents have it."""
        return value

    def write_all(self, values: Iterable[Any], context: Any) -> Iterable[Any]:
        """Many such values."""
        return [self.write(value, context) for value in values]

    def read(self, place: Json, context: Any) -> Any:
        """The value that a document means; FormatError names its place if it is malformed."""
        return place.integer()

    def read_member(self, place: Json, context: Any) -> Any:
        """The value of an object's member: null has the right form; the rules decide whether it is legal."""
        return None if place.value is None else self.read(place, context)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of what documents may say."""
        return {"type": "integer"}

    def plain(self, value: Any) -> Any:
        """What a bot's choice means, in plain types; NotPlain says why that is in doubt."""
        return whole_number(value)

    def highest(self, context: Any) -> int:
        return UNLIMITED

    def cell(self, value: Any) -> Any:
        """The value as a table holds it."""
        return value


class Named(Code):
    def __init__(self, names: tuple[str, ...], what: str) -> None:
        """`what` it is, for errors: "a bonus tile"."""
        self.names = names
        self.what = what
        self.column = ("category", names)

    def write(self, value: int, context: Any) -> str:
        return self.names[value]

    def write_all(self, values: Iterable[int], context: Any) -> list[str]:
        names = self.names
        return [names[value] for value in values]

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.names)}

    def read(self, place: Json, context: Any) -> int:
        return place.code(self.names, self.what)

    def plain(self, value: Any) -> int:
        """Its number or its name."""
        return number_or_name(value, self.names, self.what.partition(" ")[2])

    def highest(self, context: Any) -> int:
        return len(self.names) - 1


class Truth(Code):
    """1 or 0 inside, true or false outside."""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def write(self, value: int, context: Any) -> bool:
        return bool(value)

    def write_all(self, values: Iterable[int], context: Any) -> Iterable[bool]:
        return map(bool, values)

    def read(self, place: Json, context: Any) -> int:
        """True or false; null is malformed."""
        return int(place.truth())

    def read_member(self, place: Json, context: Any) -> int:
        """True or false; null is malformed."""
        return self.read(place, context)

    def highest(self, context: Any) -> int:
        """1, which stands for true."""
        return 1


PLAIN: Final = Code()


class Field(NamedTuple):
    """One field of a record."""

    name: str
    code: Code
    many: bool = False  # a tuple of such values
    record: Any = None  # the type of a record that lies in this field
    text: str = ""  # what a column of it means


def fields_of(record: Any) -> tuple[Field, ...]:
    """The fields of a record's type, in order."""
    return _fields_of(record)


@cache
def _fields_of(record: Any) -> tuple[Field, ...]:
    return tuple(_field(name, hint) for name, hint in get_type_hints(record, include_extras=True).items())


def _field(name: str, hint: Any) -> Field:
    if get_origin(hint) is Annotated:
        whole, *notes = get_args(hint)
        code = next((note for note in notes if isinstance(note, Code)), PLAIN)
        text = next((note for note in reversed(notes) if isinstance(note, str)), "")
        return Field(name, code, record=whole if hasattr(whole, "_fields") else None, text=text)
    if get_origin(hint) is tuple:
        return _field(name, get_args(hint)[0])._replace(many=True)
    return Field(name, PLAIN, record=hint if hasattr(hint, "_fields") else None)


@cache
def _to_spread(record: Any) -> tuple[bool, ...]:
    """For each field, whether it holds several values; nothing if none does."""
    several = tuple([bool(field.many or field.record) for field in fields_of(record)])
    return several if True in several else ()


def flat(record: Any) -> tuple[Any, ...]:
    """All values of a record in one tuple, with inner tuples and records flattened."""
    return PlainEntries({type(record): ""}).of((record,))[0][1:]


class PlainEntries:
    """What it takes to write records of these types as plain tuples, by the names given to the types."""

    def __init__(self, names: Mapping[type, str]) -> None:
        self.heads: Final[Heads] = {kind: (name,) for kind, name in names.items()}
        self.spread: Final[Spread] = {kind: several for kind in names if (several := _to_spread(kind))}

    def of(self, journal: Iterable[Any]) -> list[tuple[Any, ...]]:
        """Records as plain tuples, the name of their type first."""
        return plain_entries(journal, self.heads, self.spread)


def from_flat(record: Any, values: Sequence[Any]) -> Any:
    """The record that `flat` made these values of; only its last field may hold several."""
    fields = fields_of(record)
    if fields and fields[-1].many:
        ahead = len(fields) - 1
        return record(*values[:ahead], tuple(values[ahead:]))
    return record(*values)


def write_fields(record: Any, context: Any) -> dict[str, Any]:
    """The fields by name, as documents have them."""
    written: dict[str, Any] = {}
    kind: Any = type(record)
    for (name, write, several, merged), value in zip(_writers(kind), record, strict=True):
        if write is None:
            written[name] = value
        elif several:
            written[name] = list(write(value, context))
        elif merged:
            written |= write(value, context)
        else:
            written[name] = write(value, context)
    return written


@cache
def _writers(record: Any) -> list[tuple[str, Callable[[Any, Any], Any] | None, bool, bool]]:
    """Each field's name and how it is written, if not as it is; whether it is several values, or fields of its own."""
    return [
        (
            field.name,
            field.code.write_all if field.many else None if type(field.code) is Code else field.code.write,
            field.many,
            bool(field.record),
        )
        for field in fields_of(record)
    ]


def plain_record(record: Any, value: Any) -> Any:
    """A record of this type from one with other parts, or from a tuple or list of them; NotPlain says what is wrong."""
    fields = fields_of(record)
    fewest = len(fields) - len(record._field_defaults)
    if not is_of(value, record, tuple, list) or not fewest <= len(value) <= len(fields):
        raise NotPlain(f"it must be ({', '.join(field.name for field in fields)})")
    parts = []
    for field, part in zip(fields, value, strict=False):  # those with defaults may be missing
        parts.append(row(part, field.code.plain, field.name) if field.many else field.code.plain(part))
    return record(*parts)


class ObjectOf(Code):
    """A record as an object; every member must be there."""

    def __init__(self, record: Any, example: str) -> None:
        """`example` is shown in the error for a missing member."""
        self.record = record
        self.example = example

    def write(self, value: Any, context: Any) -> Any:
        return write_fields(value, context)

    def schema(self) -> dict[str, Any]:
        """An object with every member."""
        return closed_object({field.name: field.code.schema() for field in fields_of(self.record)})

    def read(self, place: Json, context: Any) -> Any:
        """A record of this type; a member that is null is None."""
        fields = fields_of(self.record)
        names = [field.name for field in fields]
        members = place.members(names)
        for name in names:
            if name not in members:
                place.fail(f'"{name}" is missing; {self.example}')
        return self.record(*[field.code.read_member(members[field.name], context) for field in fields])

    def plain(self, value: Any) -> Any:
        """A record from one with other parts, or from a tuple or list of them."""
        return plain_record(self.record, value)


# Objects in documents that show parts of a state: each key is declared once; reading, writing, schema follow from it.

Put: TypeAlias = Callable[..., None]  # a state, the value, and in a row its number
Check: TypeAlias = Callable[..., None] | None  # of a state and a place, and in a row its number


class Whole(Code):
    """A number from 0 to a limit, which may depend on the context."""

    def write_all(self, values: Iterable[int], context: Any) -> Iterable[int]:
        return values

    def __init__(self, high: int | Callable[[Any], int] = MOST, low: int = 0, told: bool = False) -> None:
        """`told`: whether a schema has the limits, too."""
        self.high = high
        self.low = low
        self.told = told

    def schema(self) -> dict[str, Any]:
        """A count, or a number within its limits."""
        return {**COUNT, "minimum": self.low, "maximum": self.high} if self.told else COUNT

    def highest(self, context: Any) -> int:
        return self.high if isinstance(self.high, int) else self.high(context)

    def read(self, place: Json, context: Any) -> int:
        return place.whole(self.low, self.highest(context))


class Text(Code):
    """Any text; errors say what it should be."""

    def __init__(self, what: str) -> None:
        self.what = what

    def schema(self) -> dict[str, Any]:
        return {"type": "string"}

    def read(self, place: Json, context: Any) -> str:
        return place.text(self.what)


class Word(Named):
    """One of these names, which is itself the value."""

    def write(self, value: Any, context: Any) -> str:
        return str(value)

    def read(self, place: Json, context: Any) -> Any:
        return self.names[super().read(place, context)]


class NamedSet(Code):
    """A set of names, a bit for each: a list outside."""

    def __init__(self, code: Named) -> None:
        """`code` of one of them."""
        self.code = code
        self.listed = cache(lambda bits: [name for code, name in enumerate(self.code.names) if bits >> code & 1])

    def schema(self) -> dict[str, Any]:
        return many(self.code.schema())

    def write(self, value: int, context: Any) -> Any:
        return self.listed(value)[:]

    def read(self, place: Json, context: Any) -> int:
        return sum([1 << code for code in place.codes(self.code.names, self.code.what)])


class Different(Code):
    """A list of different names; null for those that are hidden."""

    def __init__(self, names: Callable[[Any], Sequence[str]], what: str, schema: Schema) -> None:
        """All `names` of the context; `what` one is, and its schema."""
        self.names = names
        self.what = what
        self.one = schema

    def schema(self) -> dict[str, Any]:
        return many(self.one)

    def write(self, value: Iterable[int], context: Any) -> Any:
        names = self.names(context)
        return [None if one < 0 else names[one] for one in value]

    def read(self, place: Json, context: Any) -> tuple[int, ...]:
        return tuple(place.codes(self.names(context), self.what))


class Key:
    """A member of an object: what it is called, what its value means, and where that lies in a state."""

    def __init__(
        self,
        name: str,
        code: Code,
        of: str | Callable[[Any], Any] = lambda state: state,
        put: str | Put | None = None,
        *,
        needed: str | None = None,
        default: Callable[[Any], Any] | None = None,
        only: Callable[[Any], str | None] | None = None,
        nullable: bool = False,
        sometimes: bool = False,
        schema: Schema | None = None,
    ) -> None:
        """`of`: an attribute, or a function of the state; in rows, of all their values. `put` sets it otherwise.

        `needed`: how the error ends if the key is missing. `default`: the value then, if not that of a new state.
        `only`: why it cannot be set now, if it cannot. `nullable`: null means that it is missing.
        `sometimes`: it is left out where it has no value. `schema`: that of views, where the code's is another.
        """
        self.name = name
        self.code = code
        self.get = attrgetter(of) if isinstance(of, str) else of
        if put is None:
            put = of if isinstance(of, str) else partial(_put_into, of)
        self.put = partial(_put, put) if isinstance(put, str) else put
        self.needed = needed
        self.default = default
        self.only = only
        self.nullable = nullable
        self.sometimes = sometimes
        self._schema = schema

    def schema(self) -> Schema:
        if self._schema is not None:
            return self._schema
        return or_null(self.code.schema()) if self.nullable else self.code.schema()

    def read(self, place: Json | None, state: Any, *at: int) -> None:
        """Changes the state, in a row of that number, to what stands at the place."""
        if place is None or (self.nullable and place.value is None):
            if self.default is not None:
                self.put(state, self.default(state), *at)
            return
        if self.only is not None and place.value not in self.code.nothing and (why := self.only(state)):
            place.fail(why)
        self.put(state, self.code.read(place, state), *at)


def _put(name: str, state: Any, value: Any, at: int | None = None) -> None:
    """Sets an attribute, or one of its items; a list stays a list."""
    values = getattr(state, name)
    if at is None:
        setattr(state, name, list(value) if type(values) is list else value)
    elif type(values) is tuple:
        setattr(state, name, (*values[:at], value, *values[at + 1 :]))
    else:
        values[at] = value


def _put_into(of: Callable[[Any], Any], state: Any, value: Any, *at: int) -> None:
    """Sets an item of a list; outside of rows, reading the value has changed what is to be changed."""
    for place in at:
        of(state)[place] = value


def objects(names: Sequence[str]) -> Callable[[Iterable[Any]], list[dict[str, Any]]]:
    """Makes an object with these members of each row; as a display, which takes half the time of dict(zip(...))."""
    values = [f"value{place}" for place in range(len(names))]
    members = ", ".join(f"{name!r}: {value}" for name, value in zip(names, values, strict=True))
    made: Callable[[Iterable[Any]], list[dict[str, Any]]]
    made = eval(f"lambda rows: [{{{members}}} for {', '.join(values)}, in rows]")
    return made


class Document(Code):
    """An object whose value is a state, or a part of one; reading changes the context, which is the state, too."""

    def __init__(self, *keys: Key, check: Check = None) -> None:
        """`check` sees the state and the place when all keys are read, and in rows the number."""
        self.keys = keys
        self.names = tuple([key.name for key in keys])
        self.writers = [(key.name, key.get, key.code.write, key.nullable) for key in keys]
        self.sometimes = [key.name for key in keys if key.sometimes]
        self.objects = objects(self.names)
        self.check = check

    def schema(self) -> Schema:
        members = {key.name: key.schema() for key in self.keys}
        return open_object(members, self.sometimes)

    def write(self, value: Any, context: Any) -> Any:
        written = {}
        for name, get, write, nullable in self.writers:
            of = get(value)
            written[name] = None if of is None or (nullable and of == -1) else write(of, context)
        for name in self.sometimes:
            if written[name] is None:
                del written[name]
        return written

    def read(self, place: Json, context: Any) -> Any:
        """The context, changed to what the document says."""
        self.read_keys(place, context)
        return context

    def members(self, place: Json) -> dict[str, Json]:
        """The members of an object; none that is needed is missing."""
        members = place.members(self.names)
        for key in self.keys:
            if key.needed is not None and key.name not in members:
                place.fail(f'"{key.name}" is missing{key.needed}')
        return members

    def values(self, members: dict[str, Json], context: Any) -> dict[str, Any]:
        """What the members mean that are there, for what is no state."""
        there = [(key, members[key.name]) for key in self.keys if key.name in members]
        return {
            key.name: key.code.read(place, context)
            for key, place in there
            if place.value is not None or not key.nullable
        }

    def read_keys(self, place: Json, state: Any, *at: int) -> dict[str, Json]:
        """Changes the state, in rows the one of a number, to what the members say, which are returned."""
        members = self.members(place)
        for key in self.keys:
            key.read(members.get(key.name), state, *at)
        if self.check is not None:
            self.check(state, place, *at)
        return members


class Rows(Document):
    """A list of objects, one for each seat; those at the end may be left out. Each key has values for all of them."""

    def schema(self) -> Schema:
        return many(super().schema())

    def write(self, value: Any, context: Any) -> Any:
        columns: list[Iterable[Any]] = []
        for key in self.keys:
            values, code = key.get(value), key.code
            if key.nullable:
                columns.append([None if one == -1 else code.write(one, context) for one in values])
            else:
                columns.append(code.write_all(values, context))
        return self.objects(zip(*columns, strict=True))

    def read(self, place: Json, context: Any) -> Any:
        for seat, item in enumerate(place.by_seat(context.book.players, "seats")):
            self.read_keys(item, context, seat)
        return context


class NamedRows(Rows):
    """An object of such objects, by name."""

    def __init__(self, code: Code, names: Callable[[Any], Sequence[str]], *keys: Key, check: Check = None) -> None:
        """`code` of a name; all `names` of the context."""
        super().__init__(*keys, check=check)
        self.code = code
        self.row_names = names

    def schema(self) -> Schema:
        return by_name(self.code.schema(), Document.schema(self))

    def write(self, value: Any, context: Any) -> Any:
        return dict(zip(self.row_names(context), super().write(value, context), strict=True))

    def read(self, place: Json, context: Any) -> Any:
        names = self.row_names(context)
        for name, item in place.members(names).items():
            self.read_keys(item, context, names.index(name))
        return context


class Fixed(Named):
    """A key that says the same in every document of a kind."""

    def __init__(self, name: str, what: str) -> None:
        super().__init__((name,), what)

    def schema(self) -> dict[str, Any]:
        return {"const": self.names[0]}

    def write(self, value: Any, context: Any) -> str:
        return self.names[0]


class Shown(Code):
    """What is only written, by a function of the value, and described by a schema."""

    def __init__(self, schema: Schema, write: Callable[[Any], Any]) -> None:
        self.described = schema
        self.shown = write

    def schema(self) -> dict[str, Any]:
        return self.described

    def write(self, value: Any, context: Any) -> Any:
        return self.shown(value)


NUMBERS: Final = Shown(many(COUNT), list)


class Ranking(Code):
    """The result of a state that is over; a document must agree with it."""

    def __init__(self, follows: str) -> None:
        """`follows`: from what, in the error."""
        self.follows = follows

    def schema(self) -> dict[str, Any]:
        return many(open_object({"seat": {"$ref": "#/$defs/seat"}, "rank": COUNT, "vp": COUNT}))

    def write(self, value: Any, context: Any) -> Any:
        """Tied seats share a rank."""
        return [{"seat": seat, "rank": rank, "vp": vp} for seat, rank, vp in value.result()]

    def read(self, place: Json, context: Any) -> Any:
        if place.value != self.write(context, context):
            place.fail(f"is not the ranking that follows from {self.follows}")


def check_pending(place: Json, players: int, kinds: Iterable[str]) -> None:
    """What a referee stopped at: no part of a position, but it may stand there."""
    kind = Named(tuple(kinds), "a kind of decision")
    Document(Key("seat", Whole(players - 1), needed=""), Key("kind", kind, needed="")).read(place, None)
