"""Mistakes in a configuration: one sentence each, with file, key, allowed values and near matches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from wallenstein.core.errors import ConfigErrors
from wallenstein.core.text import brief, brief_line, did_you_mean, either, printable
from wallenstein.tourney.config.sections import NAME_FORM, TABLE_FORM, KindLimit, LimitsSection, TournamentSpec
from wallenstein.tourney.formats import TourneySection
from wallenstein.tourney.formats.known import EVERY_KEY, formats_with
from wallenstein.tourney.section import allowed, choices, in_brief

Place = tuple[str | int, ...]
REPLACED: Final = {  # keys of earlier versions, and their replacements
    "tourney.count_tainted": 'was replaced: write on_bench = "last" (the default) for places in which benched seats '
    'come last, or on_bench = "leave-out" for figures without the games in which a seat was benched',
    "tourney.sprt": "was replaced: write [tourney.betting], with the same s0, s1, advantage, alpha and beta, but "
    "without test; its error rates hold for all shares, those of the likelihood ratio test did not",
}
KIND_LIMIT: Final = FieldInfo.from_annotation(KindLimit)


class Mistakes:
    """Collects the mistakes of one file, each once; names `--set` if the key came from there."""

    def __init__(self, file: str, overridden: Sequence[str] = ()) -> None:
        self.file: Final = file
        self.overridden = tuple(overridden)
        self.lines: dict[str, None] = {}
        self.notes: list[str] = []  # sentences that are not mistakes
        self.count = 0  # of all found; several cells may have the same one

    def add(self, key: str, text: str) -> None:
        self.add_line(f"{brief(key)}: {text}")

    def add_line(self, text: str) -> None:
        """Adds a sentence that already begins with its key."""
        self.count += 1
        key = text.partition(":")[0]
        below = [given for given in self.overridden if given.startswith(f"{key}.")] if key in REPLACED else []
        by_hand = below or any(f"{key}.".startswith(f"{given}.") for given in self.overridden)
        self.lines[f"{'--set' if by_hand else self.file}: {printable(brief_line(text))}"] = None

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(printable(brief_line(text)))

    def raise_any(self) -> None:
        if self.lines:
            raise ConfigErrors(tuple(self.lines))


class SpecRead(NamedTuple):
    """The specification; sections with mistakes are named, and have defaults instead."""

    spec: TournamentSpec
    broken: frozenset[str]


def read_spec(raw: Mapping[str, Any], mistakes: Mistakes) -> SpecRead:
    """The specification, as far as it can be read; adds all mistakes in its form."""
    try:
        return SpecRead(TournamentSpec.model_validate(raw), frozenset())
    except ValidationError as error:
        faults = error.errors(include_url=False)
    for key, text in _sentences(faults):
        mistakes.add(key, text)
    foreign = {str(fault["loc"][-1]) for fault in faults if _is_foreign(fault)}  # the section is read without these
    broken = frozenset(str(fault["loc"][0]) for fault in faults if not _is_foreign(fault))
    sound = {name: table for name, table in raw.items() if name not in broken}
    if foreign and "tourney" in sound:
        sound["tourney"] = {key: value for key, value in raw["tourney"].items() if key not in foreign}
    return SpecRead(TournamentSpec.model_validate(sound), broken)


def _is_foreign(fault: ErrorDetails) -> bool:
    """Whether a key of [tourney] belongs to other formats."""
    loc = fault["loc"]
    return fault["type"] == "extra_forbidden" and loc[0] == "tourney" and bool(formats_with(str(loc[2])))


def _sentences(faults: Sequence[ErrorDetails]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for fault in faults:
        loc = fault["loc"]
        place: Place = tuple(step for step in loc if step not in (NAME_FORM, TABLE_FORM))
        if loc[0] == "tourney":  # the format follows, by pydantic
            place = (loc[0], *loc[2:])
        if _is_foreign(fault):
            if not any(other["loc"][2:] == ("format",) for other in faults):  # with another format, it may be right
                yield dotted(place), f"is for the format {either(formats_with(str(place[-1])))}, not for {loc[1]}"
            continue
        if fault["type"] == "extra_forbidden":
            section = _model_of(_deepest(place[:-1])[1]) if len(place) > 1 else None
            yield dotted(place), unknown_key(place, (section or TournamentSpec).model_fields)
            continue
        known, field = _deepest(place)
        key = dotted(known)
        if key in seen:  # a union reports once for each of its types
            continue
        seen.add(key)
        if fault["type"] == "missing":
            yield key, f"is missing; it must be {allowed(field)}"
        elif isinstance(known[-1], int):
            yield key, f"{in_brief(fault['input'])} is not allowed here; the key must be {allowed(field)}"
        else:
            yield key, _wrong(field, fault["input"])


def _wrong(field: FieldInfo, value: object) -> str:
    text = f"must be {allowed(field)}, not {in_brief(value)}"
    words = choices(field)
    if isinstance(value, str) and words and (near := did_you_mean(value, words)).startswith("did"):
        text += f"; {near}"
    return text


def unknown_key(place: Place, known: Iterable[str]) -> str:
    if dotted(place) in REPLACED:
        return REPLACED[dotted(place)]
    name = str(place[-1])
    homes = [dotted((*section, name)) for section, model in _sections() if name in model.model_fields]
    if homes:
        return f"there is no such key here; did you mean {' or '.join(homes)}?"
    return f"there is no such key; {did_you_mean(name, known)}"


def _sections(model: type[BaseModel] = TournamentSpec, place: Place = ()) -> Iterator[tuple[Place, type[BaseModel]]]:
    yield place, model
    for name, field in model.model_fields.items():
        section = _model_of(field)
        if section is not None and name not in ("entry", "entries"):
            yield from _sections(section, (*place, name))


def _model_of(field: FieldInfo) -> type[BaseModel] | None:
    if field.annotation is TourneySection:
        return EVERY_KEY
    waiting: list[Any] = [field.annotation]
    while waiting:
        part = waiting.pop()
        if isinstance(part, type) and issubclass(part, BaseModel):
            return part
        waiting += get_args(part)
    return None


def _deepest(place: Place) -> tuple[Place, FieldInfo]:
    """The longest part of an error's location made of our keys; the rest is pydantic's."""
    model: type[BaseModel] | None = TournamentSpec
    known: list[str | int] = []
    field: FieldInfo | None = None
    for step in place:
        if isinstance(step, str):
            found = None if model is None else model.model_fields.get(step)
            if found is None and model is LimitsSection:
                found = KIND_LIMIT
            if found is None:
                break
            field, model = found, _model_of(found)
        known.append(step)
    assert field is not None, place
    return tuple(known), field


def dotted(place: Place) -> str:
    return ".".join(map(str, place))
