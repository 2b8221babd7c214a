"""The list of formats, and the selection of one by a section or a verdict."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field, GetCoreSchemaHandler, TypeAdapter, ValidationError, create_model
from pydantic_core import CoreSchema, core_schema

from wallenstein.core.documents import JsonObject
from wallenstein.core.errors import FormatError
from wallenstein.tourney.formats import CellVerdict, PrecisionVerdict, TourneySection
from wallenstein.tourney.formats.duel import DuelSection, TestVerdict
from wallenstein.tourney.formats.fixed import GauntletSection, ListSection, RoundRobinSection
from wallenstein.tourney.formats.ladder import LadderSection, LadderVerdict
from wallenstein.tourney.formats.sample import SampleSection
from wallenstein.tourney.formats.swiss import SwissSection, SwissVerdict
from wallenstein.tourney.section import Section

SECTIONS: Final[tuple[type[TourneySection], ...]] = (
    RoundRobinSection, GauntletSection, DuelSection, ListSection, SampleSection, LadderSection, SwissSection
)  # fmt: skip
FORMATS: Final = {str(section.model_fields["format"].default): section for section in SECTIONS}
DEFAULT: Final = next(iter(FORMATS))
ADDABLE: Final = [name for name, section in FORMATS.items() if section.addable]
VERDICTS: Final[TypeAdapter[CellVerdict]] = TypeAdapter(
    Annotated[TestVerdict | PrecisionVerdict | LadderVerdict | SwissVerdict, Field(discriminator="test")]
)


def read_verdict(verdict: Mapping[str, object]) -> CellVerdict:
    """The verdict of a cell from its manifest; raises FormatError for an unknown format."""
    try:
        return VERDICTS.validate_python(verdict, strict=False)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, ("verdict", *fault["loc"])))
        raise FormatError("manifest", f"{place}: {fault['msg'][0].lower()}{fault['msg'][1:]}") from None


def format_of(section: object) -> str:
    """The format of a section; the default one for an unknown name."""
    name = section.get("format") if isinstance(section, dict) else getattr(section, "format", None)
    return name if isinstance(name, str) and name in FORMATS else DEFAULT


def formats_with(key: str) -> list[str]:
    return [name for name, section in FORMATS.items() if key in section.model_fields]


def _key(key: str) -> tuple[object, Any]:
    """A key as in the first format that has it; its description names the formats, unless most have it."""
    texts: dict[str, list[str]] = {}
    having = formats_with(key)
    for name in having:
        texts.setdefault(FORMATS[name].model_fields[key].description or "", []).append(name)
    field = FORMATS[having[0]].model_fields[key]
    if 2 * len(having) < len(FORMATS):
        text = "; ".join(f"{', '.join(names)}: {description}" for description, names in texts.items())
        field = field.merge_field_infos(field, description=text)
    return field.annotation, field


# [tourney] with the keys of all formats: for error sentences, and for editors, which complete keys by it.
EVERY: Final = dict.fromkeys(key for section in SECTIONS for key in section.model_fields)
KEYS: Final[JsonObject] = {key: _key(key) for key in EVERY}
KEYS["format"] = Literal[tuple(FORMATS)], Field(DEFAULT, description=TourneySection.model_fields["format"].description)
EVERY_KEY: Final = create_model("TourneySection", __base__=Section, __doc__=TourneySection.__doc__, **KEYS)


class ByFormat:
    """Marks a section [tourney]: its keys follow from its format. Its JSON Schema has the keys of all formats."""

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices = {name: handler.generate_schema(section) for name, section in FORMATS.items()}
        by_format = core_schema.tagged_union_schema(choices, format_of)
        return core_schema.json_or_python_schema(handler.generate_schema(EVERY_KEY), by_format)
