"""Records say once what a number means, in the type of its field; JSON, plain tuples and columns follow from there.
A record is a NamedTuple. A field is a plain value (`Annotated[int, COUNTY]`), several of them
(`tuple[Annotated[int, COUNTY], ...]`), or another record, whose fields then count as its own. A text in the annotation
says what a table's column of that field means.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Annotated, Any, Final, NamedTuple, Protocol, get_args, get_origin, get_type_hints

from wallenstein.core import plain as schemas
from wallenstein.core.documents import Json, JsonObject, Schema, closed_object, either

UNLIMITED: Final = 99  # the highest number of an unlimited kind


class Context(Protocol):
    """A state, or the functions of a game: codes find names and limits in its book."""

    @property
    def book(self) -> Any: ...


class Code:
    """The meaning of a value outside the rules: here, a plain number. The context knows a game's names."""

    column: tuple[str, tuple[str, ...]] = ("i8", ())  # kind and names of a table's column
    nothing: tuple[object, ...] = (None, 0, [], {})  # a document may say one of these where nothing can be set

    def write(self, value: Any, context: Any) -> Any:
        return value

    def write_all(self, values: Iterable[Any], context: Context) -> Iterable[object]:
        return [self.write(value, context) for value in values]

    def read(self, place: Json, context: Any) -> Any:
        """The value in a document; FormatError names its place if it is malformed."""
        return place.integer()

    def read_member(self, place: Json, context: Context) -> object:
        """The value of an object's member: null is well formed; the rules decide whether it is legal."""
        return None if place.value is None else self.read(place, context)

    def schema(self) -> Schema:
        return {"type": "integer"}

    def plain(self, value: object) -> object:
        """A bot's value in plain types; NotPlain says why it is in doubt."""
        return schemas.whole_number(value)

    def highest(self, context: Context) -> int:
        return UNLIMITED

    def cell(self, value: Any) -> object:
        return value


class Named(Code):
    """One of these names; -1 is none, or a hidden one: null in documents."""

    def __init__(self, names: tuple[str, ...], what: str, definition: str = "") -> None:
        """`what` it is, for errors: "a bonus tile"; `definition`: the name of its schema, if that is shared."""
        self.names = names
        self.shown: Final = (*names, None)  # the last is that of -1
        self.described: Schema = {"$ref": f"#/$defs/{definition}"} if definition else {"enum": list(names)}
        self.what = what
        self.column = ("category", names)

    def write(self, value: int, context: Context) -> str | None:
        return self.shown[value]

    def write_all(self, values: Iterable[int], context: object) -> list[str | None]:
        shown = self.shown
        return [shown[value] for value in values]

    def schema(self) -> Schema:
        return {**self.described}

    def read(self, place: Json, context: Context) -> int:
        return place.code(self.names, self.what)

    def plain(self, value: object) -> int:
        return schemas.number_or_name(value, self.names, self.what.partition(" ")[2])

    def highest(self, context: object) -> int:
        return len(self.names) - 1


class Truth(Code):
    """1 or 0 inside, true or false outside."""

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def write(self, value: int, context: Context) -> bool:
        return bool(value)

    def write_all(self, values: Iterable[int], context: Context) -> Iterable[bool]:
        return map(bool, values)

    def read(self, place: Json, context: Any) -> int:
        return int(place.truth())

    def read_member(self, place: Json, context: Context) -> int:
        return self.read(place, context)

    def highest(self, context: object) -> int:
        return 1


class SeatCode(Code):
    """A seat of the table; null for none."""

    nothing = (None,)

    def schema(self) -> Schema:
        return {"$ref": "#/$defs/seat"}

    def write(self, value: int, context: Any) -> int | None:
        return None if value < 0 else value

    def read(self, place: Json, context: Context) -> int:
        return place.whole(0, self.highest(context))

    def highest(self, context: Context) -> int:
        last: int = context.book.players - 1
        return last


class ListCode(Code):
    """Several values of a kind: a list; `what` they are, for errors."""

    def __init__(self, code: Code, what: str) -> None:
        self.code = code
        self.what = what

    def schema(self) -> Schema:
        return {"type": "array", "items": self.code.schema()}

    def write(self, value: Any, context: Context) -> list[object]:
        return list(self.code.write_all(value, context))

    def read(self, place: Json, context: Context) -> tuple[Any, ...]:
        return tuple([self.code.read(item, context) for item in place.items()])

    def plain(self, value: object) -> tuple[object, ...]:
        return schemas.row(value, self.code.plain, self.what)


class NamedOrNone(Named):
    """One of the names; a bot may write none as null."""

    def plain(self, value: object) -> int:
        return -1 if value is None else super().plain(value)


class SeatOrNone(SeatCode):
    def plain(self, value: object) -> object:
        return -1 if value is None else super().plain(value)


class SortedList(ListCode):
    """Values whose order means nothing: they are read in that of their codes."""

    def read(self, place: Json, context: Any) -> tuple[Any, ...]:
        return tuple(sorted(super().read(place, context)))

    def read_member(self, place: Json, context: Context) -> object:
        return () if place.value is None else self.read(place, context)


PLAIN: Final = Code()


class Field(NamedTuple):
    name: str
    code: Code
    many: bool = False  # a tuple of such values
    record: object = None  # the type of a record that lies in this field
    text: str = ""  # description of its column


def fields_of(record: object) -> tuple[Field, ...]:
    return _fields_of(record)


@cache
def _fields_of(record: object) -> tuple[Field, ...]:
    return tuple(_field(name, hint) for name, hint in get_type_hints(record, include_extras=True).items())


def _field(name: str, hint: object) -> Field:
    if get_origin(hint) is Annotated:
        whole, *notes = get_args(hint)
        code = next((note for note in notes if isinstance(note, Code)), PLAIN)
        text = next((note for note in reversed(notes) if isinstance(note, str)), "")
        return Field(name, code, record=whole if hasattr(whole, "_fields") else None, text=text)
    if get_origin(hint) is tuple:
        return _field(name, get_args(hint)[0])._replace(many=True)
    return Field(name, PLAIN, record=hint if hasattr(hint, "_fields") else None)


def flat(record: object) -> tuple[object, ...]:
    """All values of a record in one tuple, with inner tuples and records flattened."""
    kind: object = type(record)
    return _plain(kind).of((record,))[0][1:]


@cache
def _plain(record: Any) -> "PlainEntries":
    return PlainEntries({record: ""})


class PlainEntries:
    """Writes records as plain tuples or log lines, under the names given to their types."""

    def __init__(self, names: Mapping[type, str]) -> None:
        self.names: Final = names
        self.heads: Final[schemas.Heads] = {kind: (name,) for kind, name in names.items()}
        several = {kind: tuple([bool(field.many or field.record) for field in fields_of(kind)]) for kind in names}
        self.spread: Final[schemas.Spread] = {kind: which for kind, which in several.items() if True in which}

    def of(self, journal: Iterable[Any]) -> list[schemas.PlainEntry]:
        return schemas.plain_entries(journal, self.heads, self.spread)

    def lines(self, journal: Iterable[object], context: object) -> Iterator[JsonObject]:
        """Records as log lines: `entry` is the name of the type; the other keys are the fields."""
        for entry in journal:
            yield {"entry": self.names[type(entry)], **write_fields(entry, context)}


def from_flat(record: Any, values: Sequence[object]) -> Any:
    """Undoes `flat`; only the record's last field may hold several values."""
    fields = fields_of(record)
    if fields and fields[-1].many:
        ahead = len(fields) - 1
        return record(*values[:ahead], tuple(values[ahead:]))
    return record(*values)


def write_fields(record: Any, context: object) -> JsonObject:
    written: JsonObject = {}
    kind: object = type(record)
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
def _writers(record: object) -> list[tuple[str, Callable[[Any, Any], Any] | None, bool, bool]]:
    """Each field's name and its writer, if it needs one; whether it is several values, or fields of its own."""
    return [
        (
            field.name,
            field.code.write_all if field.many else None if type(field.code) is Code else field.code.write,
            field.many,
            bool(field.record),
        )
        for field in fields_of(record)
    ]


def plain_record(record: Any, value: Any) -> object:
    """A record of this type from a similar one, a tuple or a list; NotPlain says why it cannot be one."""
    fields = fields_of(record)
    fewest = len(fields) - len(record._field_defaults)
    if not schemas.is_of(value, record, tuple, list) or not fewest <= len(value) <= len(fields):
        raise schemas.NotPlain(f"it must be ({', '.join(field.name for field in fields)})")
    parts = []
    for field, part in zip(fields, value, strict=False):  # those with defaults may be missing
        parts.append(schemas.row(part, field.code.plain, field.name) if field.many else field.code.plain(part))
    return record(*parts)


class ObjectOf(Code):
    """A record as an object; members for fields with defaults may be missing."""

    def __init__(self, record: Any, example: str) -> None:
        """`example` is shown in the error for a missing member."""
        self.record = record
        self.example = example

    def write(self, value: object, context: Context) -> object:
        return write_fields(value, context)

    def schema(self) -> Schema:
        members = {field.name: field.code.schema() for field in fields_of(self.record)}
        return closed_object(members, self.record._field_defaults)

    def read(self, place: Json, context: Context) -> object:
        """A record of this type; a null member becomes None."""
        fields = {field.name: field for field in fields_of(self.record)}
        members = place.members(fields)
        for name in fields:
            if name not in members and name not in self.record._field_defaults:
                place.fail(f'"{name}" is missing; {self.example}')
        return self.record(**{name: fields[name].code.read_member(at, context) for name, at in members.items()})

    def plain(self, value: object) -> object:
        return plain_record(self.record, value)


class WrittenForm(NamedTuple):
    """The members of a record in a document when some of them have one of these values."""

    members: tuple[str, ...]
    values: Mapping[str, tuple[int, ...]]


class FormsCode(Code):
    """A record whose members in documents depend on some of their values; the other fields have their defaults."""

    def __init__(self, record: Any, codes: Mapping[str, Code], example: str, *forms: WrittenForm) -> None:
        """`codes` of the members by name; `example` is shown in errors."""
        self.record = record
        self.codes = codes
        self.example = example
        self.forms = forms
        self.members = lru_cache(maxsize=4096)(self.written)  # there are few different choices

    def schema(self) -> Schema:
        return either(*(closed_object({name: self.member(form, name) for name in form.members}) for form in self.forms))

    def member(self, form: WrittenForm, name: str) -> Schema:
        code = self.codes[name]
        if name not in form.values:
            return code.schema()
        names = [code.write(value, None) for value in form.values[name]]
        return {"enum": names} if len(names) > 1 else {"const": names[0]}

    def form(self, values: Mapping[str, int]) -> WrittenForm | None:
        """The first form that the values fit."""
        for form in self.forms:
            if all(values[name] in possible for name, possible in form.values.items() if name in values):
                return form
        return None

    def written(self, value: Any) -> Mapping[str, int]:
        """The members in a document, in their order."""
        values = self.record(*value)._asdict()
        form = self.form(values) or self.forms[0]
        return {name: values[name] for name in form.members}

    def write(self, value: Any, context: Context) -> JsonObject:
        return {name: self.codes[name].write(one, context) for name, one in self.members(value).items()}

    def read(self, place: Json, context: Any) -> Any:
        """Null has the right form; -2, which is never legal, stands for it and for what is missing without a form."""
        members, values = place.members(self.record._fields), dict[str, Any]()
        for name, member in members.items():
            values[name] = -2 if member.value is None else self.codes[name].read(member, context)
        form = self.form(values)
        if form is None:
            needed = [name for name in self.record._fields if name not in self.record._field_defaults]
            return self.record(**{**dict.fromkeys(needed, -2), **values})
        for name in form.members:
            if name not in members:
                place.fail(f'"{name}" is missing; {self.example}')
        for name, member in members.items():
            if name not in form.members:
                member.fail(f"does not belong to this choice; {self.example}")
        return self.record(**values)
