"""Mistakes in a configuration: one sentence each, with file, key, allowed values and near matches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from wallenstein.core.errors import ConfigErrors
from wallenstein.core.text import brief, brief_line, did_you_mean, printable
from wallenstein.tourney.config.model import Entry
from wallenstein.tourney.config.section import allowed, choices, in_brief
from wallenstein.tourney.config.sections import NAME_FORM, TABLE_FORM, KindLimit, LimitsSection, Settings

Place = tuple[str | int, ...]
REPLACED: Final = {  # keys of earlier versions, and what to write instead
    "tourney.count_tainted": 'was replaced: write on_bench = "last" (the default) for places in which benched seats '
    'come last, or on_bench = "leave-out" for figures without the games in which a seat was benched',
    "tourney.sprt": "was replaced: write [tourney.betting], with the same s0, s1, advantage, alpha and beta, but "
    "without test; its error rates hold for all shares, those of the likelihood ratio test did not",
}
KIND_LIMIT: Final = FieldInfo.from_annotation(KindLimit)


class Mistaken(ConfigErrors):
    """All mistakes of a configuration, and its bots, which may be looked for nevertheless."""

    def __init__(
        self, lines: Sequence[str], file: str, wanted: Sequence[tuple[Entry, str]], paths: Sequence[Path]
    ) -> None:
        super().__init__(lines)
        self.file: Final = file
        self.wanted: Final = wanted
        self.paths: Final = paths


class Mistakes:
    """Collects the mistakes of one file, each once; names `--set` if the key came from there."""

    def __init__(self, file: str, overridden: Sequence[str] = ()) -> None:
        self.file: Final = file
        self.overridden = tuple(overridden)
        self.lines: list[str] = []
        self.notes: list[str] = []  # sentences that are not mistakes
        self.count = 0  # of all found; several cells may have the same one
        self.wanted: list[tuple[Entry, str]] = []  # bots, and the name of the game that they are to play
        self.paths: tuple[Path, ...] = ()  # where to look for them

    def add(self, key: str, text: str) -> None:
        """One mistake at a key."""
        self.add_line(f"{brief(key)}: {text}")

    def add_line(self, text: str) -> None:
        """One mistake whose sentence already begins with its key."""
        self.count += 1
        key = text.partition(":")[0]
        by_hand = any(
            f"{key}.".startswith(f"{given}.") or (key in REPLACED and given.startswith(f"{key}."))
            for given in self.overridden
        )
        line = f"{'--set' if by_hand else self.file}: {printable(brief_line(text))}"
        if line not in self.lines:
            self.lines.append(line)

    def note(self, text: str) -> None:
        """A note, not an error."""
        if text not in self.notes:
            self.notes.append(printable(brief_line(text)))

    def wants(self, bots: Iterable[Entry], game: str, paths: Sequence[Path]) -> None:
        """Remembers bots of a game, which can be looked for in spite of other mistakes."""
        self.wanted += [(bot, game) for bot in bots]
        self.paths = tuple(paths)

    def raise_any(self) -> None:
        """Raises Mistaken with one line per mistake, if there are any."""
        if self.lines:
            raise Mistaken(self.lines, self.file, tuple(self.wanted), self.paths)


class ReadSettings(NamedTuple):
    """The settings; sections with mistakes are named, and have defaults in their place.

    Of the bots, all keys without mistakes are kept: broken bots are to be reported at once.
    """

    settings: Settings
    broken: frozenset[str]


def read_settings(raw: Mapping[str, Any], mistakes: Mistakes) -> ReadSettings:
    """The settings, as far as they can be read; all mistakes in their shape are added."""
    try:
        return ReadSettings(Settings.model_validate(raw), frozenset())
    except ValidationError as error:
        for key, text in _sentences(error):
            mistakes.add(key, text)
        places = [fault["loc"] for fault in error.errors(include_url=False, include_input=False)]
    broken = frozenset(str(place[0]) for place in places)
    sound = {name: table for name, table in raw.items() if name not in broken}
    bots = raw.get("bots")
    if "bots" in broken and isinstance(bots, dict):
        wrong = {place[1] for place in places if place[0] == "bots"}
        sound["bots"] = {key: value for key, value in bots.items() if key not in wrong}
    return ReadSettings(Settings.model_validate(sound), broken)


def _sentences(error: ValidationError) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for fault in error.errors(include_url=False):
        place: Place = tuple(step for step in fault["loc"] if step not in (NAME_FORM, TABLE_FORM))
        if fault["type"] == "extra_forbidden":
            yield dotted(place), unknown_key(place, _section_at(place[:-1]).model_fields)
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
    """The sentence for a key that is unknown in its section."""
    if dotted(place) in REPLACED:
        return REPLACED[dotted(place)]
    name = str(place[-1])
    homes = [dotted((*section, name)) for section, model in _sections() if name in model.model_fields]
    if homes:
        return f"there is no such key here; did you mean {' or '.join(homes)}?"
    return f"there is no such key; {did_you_mean(name, known)}"


def _sections(model: type[BaseModel] = Settings, place: Place = ()) -> Iterator[tuple[Place, type[BaseModel]]]:
    yield place, model
    for name, field in model.model_fields.items():
        section = _model_of(field)
        if section is not None and name not in ("entry", "entries"):
            yield from _sections(section, (*place, name))


def _section_at(place: Place) -> type[BaseModel]:
    model: type[BaseModel] = Settings
    for step in place:
        if isinstance(step, str):
            model = _model_of(model.model_fields[step]) or model
    return model


def _model_of(field: FieldInfo) -> type[BaseModel] | None:
    waiting: list[Any] = [field.annotation]
    while waiting:
        part = waiting.pop()
        if isinstance(part, type) and issubclass(part, BaseModel):
            return part
        waiting += get_args(part)
    return None


def _deepest(place: Place) -> tuple[Place, FieldInfo]:
    """The longest part of an error's location that is one of our keys; the rest is pydantic's."""
    model: type[BaseModel] | None = Settings
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
    """A key as it is shown in messages."""
    return ".".join(map(str, place))
