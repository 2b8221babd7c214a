"""The options that Wallenstein adds to `wallenstein play`, and the rules that they choose."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import PlayOption

PLAY_OPTIONS: Final = (
    PlayOption("--draft", "Draft the counties instead of the default line-up.", switch=True),
    PlayOption("--edition", "second (the default) or first.", "NAME"),
    PlayOption("--variant", "manual (first edition only).", "NAME"),
    PlayOption(
        "--expansion", "emperors-court or landsknechte (second edition only); can be repeated.", "NAME", repeated=True
    ),
    PlayOption("--board", "A board file with your own values.", "FILE", "default"),
    PlayOption("--tower", "The tower's model, such as baffles,catch=0.3.", "MODEL[,KEY=N]…", "sieve"),
)


def chosen_options(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options as keys of the section `[game]`; a variant implies its edition."""
    variant = chosen["variant"]
    options: dict[str, Any] = {
        "edition": chosen["edition"] or ("first" if variant else "second"),
        "setup": "draft" if chosen["draft"] else "default",
        "expansions": list(chosen["expansion"]),
        "board": str(Path(chosen["board"]).expanduser()),
        "tower": tower_options(chosen["tower"]),
    }
    return options if variant is None else {**options, "variant": variant}


def tower_options(text: str) -> dict[str, Any]:
    """`model,key=number,…` as a table."""
    model, *settings = text.split(",")
    options: dict[str, Any] = {"model": model.strip()}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        try:
            options[key] = float(value)
        except ValueError:
            equals = ""
        if not equals or key in ("", "model"):
            raise ConfigError(f'--tower: "{setting}" is not a setting; write it as baffles,catch=0.3') from None
    return options
