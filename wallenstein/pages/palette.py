"""The colours of pages, which `palette.toml` lists, and patterns that separate players without colours."""

import re
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.pages.html import Html, element, joined


class Shade(NamedTuple):
    """A colour on light and on dark paper."""

    light: str
    dark: str


LISTED: Final = tomllib.loads((Path(__file__).parent / "palette.toml").read_text("utf-8"))
KINDS: Final = ("surfaces", "fills", "inks")
SURFACES, FILLS, INKS = ({name: Shade(*pair) for name, pair in LISTED[kind].items()} for kind in KINDS)
PATTERNS: Final[dict[str, str]] = LISTED["patterns"]  # lines across an area
SERIES: Final = ("blue", "red", "yellow", "purple", "cyan", "green", "strong", "quiet")  # for lines that are not seats
LETTERS: Final = "ABCDEF"  # of seats


SHADES: Final = {
    **SURFACES,
    **{f"fill-{name}": shade for name, shade in FILLS.items()},
    **{f"ink-{name}": shade for name, shade in INKS.items()},
    **{f"on-{name}": Shade("#16150f" if name == "yellow" else "#ffffff", "#16150f") for name in FILLS},  # letters on it
}
TONED: Final = [
    f".fill-{name}{{fill:var(--fill-{name})}}.stroke-{name}{{stroke:var(--fill-{name})}}"
    f".of-{name} .interval circle{{fill:var(--fill-{name})}}.of-{name} .interval line{{stroke:var(--fill-{name})}}"
    for name in FILLS
]


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
    sheet = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    known = {name: shade.light for name, shade in SHADES.items()} | dict(re.findall(r"--([a-z-]+): (#\w+);", sheet))
    rules = "\n".join([*TONED, re.sub(r"var\(--(paper|panel)\)", "#ffffff", sheet)])
    return re.sub(r"var\(--([a-z-]+)\)", lambda name: known.get(name[1], name[0]), rules)


def pattern_defs() -> Html:
    """Definitions for an svg: `fill="url(#pattern-red)"` is the tone's area with its lines."""
    return element("defs", [pattern(tone, lines) for tone, lines in PATTERNS.items()])


def pattern(tone: str, lines: str, scale: float = 1) -> Html:
    area = element("rect", width=8, height=8, class_=f"fill-{tone}")
    drawn = joined(area, element("path", d=lines, class_="hatch"))
    how = {"patternUnits": "userSpaceOnUse", "patternTransform": f"scale({scale:g})"}
    return element("pattern", drawn, id=f"pattern-{tone}", width=8, height=8, **how)


def chip(letter: str, tone: str) -> Html:
    return element("span", letter, class_=f"chip back-{tone}", aria_hidden="true")


def named_chip(seat: int, tone: str, name: str) -> Html:
    return joined(chip(LETTERS[seat], tone), " ", name)
