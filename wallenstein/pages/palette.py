"""The colours of pages, on light and on dark paper, and patterns that separate players without colours."""

import re
from typing import Final, NamedTuple

from wallenstein.pages.html import Html, element, joined


class Shade(NamedTuple):
    """A colour on light and on dark paper."""

    light: str
    dark: str


SURFACES: Final = {
    "paper": Shade("#f8f3e7", "#191815"),
    "panel": Shade("#fffcf5", "#22201c"),
    "sunken": Shade("#efe7d6", "#2c2924"),
    "ink": Shade("#2a2520", "#ece5d8"),
    "quiet": Shade("#655c4e", "#b3a997"),
    "line": Shade("#d8ccb5", "#423d34"),
    "accent": Shade("#7d3b1d", "#e0a47c"),
    "focus": Shade("#1f5fbf", "#8ab8ff"),
}

# Areas and lines, each at least 3 to 1 against the paper (WCAG 1.4.11).
FILLS: Final = {
    "red": Shade("#b8433a", "#d9655b"),
    "blue": Shade("#3a6ea5", "#6a9bd0"),
    "yellow": Shade("#b1820d", "#d9ab3c"),
    "purple": Shade("#7d4f96", "#a982c0"),
    "cyan": Shade("#1b7c79", "#4fb0ac"),
    "green": Shade("#56803a", "#86b165"),
    "strong": Shade("#8a5a3c", "#c39273"),
    "quiet": Shade("#716a60", "#9a9286"),
}

# The same colours for text, at least 4.5 to 1 against paper and panel (WCAG 1.4.3).
INKS: Final = {
    "red": Shade("#9c2f27", "#f0938a"),
    "blue": Shade("#28598f", "#93bdec"),
    "yellow": Shade("#735300", "#e5bd5c"),
    "purple": Shade("#6a3d84", "#cba6e0"),
    "cyan": Shade("#0f615f", "#72cac6"),
    "green": Shade("#40632a", "#a5cd86"),
}

SERIES: Final = ("blue", "red", "yellow", "purple", "cyan", "green", "strong", "quiet")  # for lines that are not seats
LETTERS: Final = "ABCDEF"  # of seats

# Lines across an area, on a square of 8 by 8: each tone has its own, so that areas differ without colours.
PATTERNS: Final = {
    "red": "M-2 2 2 -2M0 8 8 0M6 10 10 6",
    "blue": "M-2 6 2 10M0 0 8 8M6 -2 10 2",
    "yellow": "M4 3v2M0 7v2M8 7v2M0 -1v2M8 -1v2",
    "purple": "M0 4h8",
    "cyan": "M4 0v8",
    "green": "M4 0v8M0 4h8",
    "strong": "M0 0 8 8M8 0 0 8",
    "quiet": "M0 2h8M0 6h8",
}


SHADES: Final = {
    **SURFACES,
    **{f"fill-{name}": shade for name, shade in FILLS.items()},
    **{f"ink-{name}": shade for name, shade in INKS.items()},
    **{f"on-{name}": Shade("#16150f" if name == "yellow" else "#ffffff", "#16150f") for name in FILLS},  # letters on it
}
TONED: Final = [f".fill-{name}{{fill:var(--fill-{name})}}.stroke-{name}{{stroke:var(--fill-{name})}}" for name in FILLS]


def variables() -> str:
    """The style sheet of the colours: `--ink`, `--red`, `--red-ink`, and classes such as `tone-red` and `fill-red`."""
    light = "".join(f"--{name}:{shade.light};" for name, shade in SHADES.items())
    dark = "".join(f"--{name}:{shade.dark};" for name, shade in SHADES.items())
    rules = [f":root{{{light}}}", f"@media (prefers-color-scheme:dark){{:root{{{dark}}}}}", *TONED]
    rules += [f".tone-{name}{{color:var(--ink-{name})}}" for name in INKS]
    rules += [f".back-{name}{{background:var(--fill-{name});color:var(--on-{name})}}" for name in FILLS]
    return "\n".join(rules)


def on_white(sheet: str) -> str:
    """The style sheet of a drawing in a file of its own, light on any screen, without variables."""
    rules = "\n".join([*TONED, re.sub(r"var\(--(paper|panel)\)", "#ffffff", sheet)])
    return re.sub(r"var\(--([a-z-]+)\)", lambda name: SHADES[name[1]].light, rules)


def pattern_defs() -> Html:
    """Definitions for an svg: `fill="url(#pattern-red)"` is the tone's area with its lines."""
    return element("defs", [pattern(tone, lines) for tone, lines in PATTERNS.items()])


def pattern(tone: str, lines: str, scale: float = 1) -> Html:
    area = element("rect", width=8, height=8, class_=f"fill-{tone}")
    drawn = joined(area, element("path", d=lines, class_="hatch"))
    return element(
        "pattern",
        drawn,
        id=f"pattern-{tone}",
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
        patternTransform=f"scale({scale:g})",
    )


def chip(letter: str, tone: str) -> Html:
    return element("span", letter, class_=f"chip back-{tone}", aria_hidden="true")
