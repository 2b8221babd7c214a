"""What all sections of a configuration are."""

from pydantic import BaseModel, ConfigDict

from wallenstein.tourney.config.allowed import Allowed

NAME = r"^[A-Za-z0-9][A-Za-z0-9_+-]{0,39}$"
NAMES = Allowed("a name of up to 40 letters, digits and - + _")


class Section(BaseModel):
    """A section: no unknown keys, no silent conversions, no infinities."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)
