"""Plays the figures of the documents again, and says which no longer hold: `make claims`.

A figure of a tournament holds if it lies no further from that of the document than both intervals explain; a ratio of
times if it lies within the bounds of `docs/claims.toml`. Exit code 1 if any no longer holds.
"""

import re
import statistics
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

import wallenstein
from wallenstein import compiled
from wallenstein.games import find_game
from wallenstein.games.wallenstein.new_game import new_game, seeded

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "docs" / "claims.toml"
NUMBER: Final = r"\d+(?:\.\d+)?"
Found = tuple[float, float, float]  # a value and its interval


@dataclass(frozen=True)
class Claim:
    """A figure in a document with its interval, or the bounds of a ratio, as they are written there."""

    file: str
    text: str  # with holes for the figures
    figure: str
    value: str
    low: str
    high: str

    @property
    def numbers(self) -> Found:
        return float(self.value), float(self.low), float(self.high)

    def figures(self, **new: str) -> dict[str, str]:
        """What stands in the holes; or what will."""
        ends = {"value": self.value, "low": self.low, "high": self.high, **new}
        return {**ends, "half": f"{(float(ends['high']) - float(ends['low'])) / 2:.1f}"}

    def said(self) -> str:
        return " ".join(self.text.format(**self.figures()).split())

    def place(self, document: str, any_figures: bool = False) -> re.Match[str]:
        """Where it stands, however lines are wrapped, or the same with other figures; a group for each hole."""
        own = {
            f"{{{name}}}": f"(?P<{name}>{NUMBER if any_figures else re.escape(figure)})"
            for name, figure in self.figures().items()
        }
        own["…"] = ".{1,60}?"
        parts = re.split(r"(\{\w+\}|…|\s+)", self.text)
        pattern = "".join(own.get(part, r"\s+" if part.isspace() else re.escape(part)) for part in parts)
        found = re.search(pattern, document, re.DOTALL)
        if found is None:
            raise ValueError(f'{self.file} does not say "{self.said()}"')
        return found


@dataclass(frozen=True)
class Command:
    """What repeats some figures: a tournament, or a comparison of times of games with other rules."""

    name: str
    minutes: float  # of one processor, not compiled
    claims: tuple[Claim, ...]
    run: Mapping[str, Any] = field(default_factory=dict)
    time: Mapping[str, Any] = field(default_factory=dict)


def commands(file: Path = FILE) -> list[Command]:
    tables = tomllib.loads(file.read_text("utf-8"))["command"]
    return [Command(**{**table, "claims": tuple(Claim(**each) for each in table["claims"])}) for table in tables]


def play_again(command: Command, results: Path) -> dict[str, Found]:
    """By figure, its value and interval today."""
    if command.time:
        ratio = times_as_long(command.time)
        return {claim.figure: (ratio, ratio, ratio) for claim in command.claims}
    config = command.run["config"]
    file = ROOT / config if isinstance(config, str) else config
    run = wallenstein.run(file, command.run.get("sets", {}), results, fresh=True)
    return {claim.figure: figure_of(run.figures["cells"][0], claim.figure) for claim in command.claims}


def figure_of(cell: Mapping[str, Any], figure: str) -> Found:
    """`wins of A`, `wins of A among B 2, C` or `A before B` in percent."""
    if found := re.fullmatch(r"wins of (\S+) among (.+)", figure):
        seats = dict.fromkeys([found[1]], 1)
        for other in found[2].split(", "):
            name, _, number = other.partition(" ")
            seats[name] = int(number or 1)
        estimate = next(each for each in cell["field"]["shares"] if each["seats"] == seats)["win_shares"][found[1]]
    elif found := re.fullmatch(r"wins of (\S+)", figure):
        estimate = next(each for each in cell["entrants"] if each["name"] == found[1])["win_share"]
    elif found := re.fullmatch(r"(\S+) before (\S+)", figure):
        estimate = next(each for each in cell["pairs"] if (each["name"], each["other"]) == found.groups())["share"]
    else:
        raise ValueError(f'"{figure}" is no figure; it would be "wins of A", "wins of A among B 2, C" or "A before B"')
    value, low, high = (100 * estimate[end] for end in ("value", "low", "high"))
    return value, low, high


TIMES: Final = 9
GAMES: Final = 20


def times_as_long(settings: Mapping[str, Any]) -> float:
    """The processor time of random games with these rules, without bots, beside the base game, in turns."""
    base, other = (find_game("wallenstein").rules(keys, ROOT) for keys in ({}, settings))

    def seconds(rules: Any) -> float:
        began = process_time()
        for seed in range(GAMES):
            state, rng = new_game(rules, 4, seeded(seed)), Random(seed)
            while state.decision is not None:
                state.apply(state.decision.random(rng))
        return process_time() - began

    seconds(base), seconds(other)  # loads what is needed
    return statistics.median(seconds(other) / seconds(base) for _ in range(TIMES))


def judge(claim: Claim, found: Found) -> tuple[bool, str]:
    """Whether it still holds, and the sentence for it."""
    (value, low, high), (was, least, most) = found, claim.numbers
    reach = hypot(max(was - least, most - was), max(value - low, high - value))
    holds = least <= value <= most if low == high else abs(value - was) <= reach
    now = f"{value:.2f}" if low == high else f"{value:.1f} ({low:.1f} to {high:.1f})"
    said = f'{claim.file} says "{claim.said()}"; {claim.figure}: {now} when played again'
    if not holds:
        return False, f"{said}. It no longer holds."
    exact = f"{value:.{digits(claim.value)}f}" == claim.value
    return True, f"{said}. It holds{'' if exact else ', though the figure has moved'}."


def digits(number: str) -> int:
    """Those behind the point."""
    return len(number.partition(".")[2])


def write(claim: Claim, found: Found, root: Path = ROOT) -> None:
    """Puts the figures found into the document and the file of claims; the bounds of a ratio stay."""
    ends = ("value",) if found[1] == found[2] else ("value", "low", "high")
    new = {end: f"{each:.{digits(getattr(claim, end))}f}" for end, each in zip(ends, found, strict=False)}
    document = root / claim.file
    text = document.read_text("utf-8")
    place, figures = claim.place(text), claim.figures(**new)
    for name in sorted(place.groupdict(), key=place.start, reverse=True):
        text = text[: place.start(name)] + figures[name] + text[place.end(name) :]
    document.write_text(text, "utf-8")
    note(claim, figures, root)


def read(claim: Claim, root: Path = ROOT) -> None:
    """Takes the figures that the document has now into the file of claims."""
    new = claim.place((root / claim.file).read_text("utf-8"), any_figures=True).groupdict()
    if half := new.pop("half", None):
        value = float(new["value"])
        new |= {"low": f"{value - float(half):.1f}", "high": f"{value + float(half):.1f}"}
    note(claim, claim.figures(**new), root)


def note(claim: Claim, figures: Mapping[str, str], root: Path) -> None:
    """Puts figures into the file of claims."""
    file = root / "docs" / "claims.toml"
    lines = file.read_text("utf-8").splitlines()
    mine = [f'text = "{claim.text}"' in line and f'file = "{claim.file}"' in line for line in lines]
    for at in (place for place, is_mine in enumerate(mine) if is_mine):
        lines[at] = re.sub(r'(value|low|high) = "[^"]*"', lambda key: f'{key[1]} = "{figures[key[1]]}"', lines[at])
    file.write_text("\n".join(lines) + "\n", "utf-8")


def check(some: Sequence[Command], results: Path, rewrite: bool = False) -> Iterator[tuple[bool, str]]:
    """A sentence for each claim of these commands."""
    for command in some:
        if command.time and compiled.INTERPRETED is None:
            yield True, f"{command.name} is about interpreted rules; it is measured with WALLENSTEIN_COMPILED=0."
            continue
        found = play_again(command, results)
        for claim in command.claims:
            yield judge(claim, found[claim.figure])
            if rewrite:
                write(claim, found[claim.figure])


def main(words: Sequence[str]) -> int:
    """`words` are names of commands, of all by default.

    `--write` puts new figures into the documents and the file; `--read` plays nothing, and takes those of the documents
    into the file, after somebody has written them.
    """
    known, names = commands(), [word for word in words if word not in ("--write", "--read")]
    if wrong := set(names) - {command.name for command in known}:
        print(f"docs/claims.toml has no {', '.join(sorted(wrong))}; it has {', '.join(c.name for c in known)}")
        return 2
    some = [command for command in known if not names or command.name in names]
    if "--read" in words:
        for command in some:
            for claim in command.claims:
                read(claim)
        return 0
    minutes = sum(command.minutes for command in some)
    form = "interpreted" if compiled.INTERPRETED else "compiled, which takes less"
    print(f"{len(some)} commands, about {minutes:.0f} minutes if interpreted; this is {form}.", flush=True)
    fallen = 0
    with tempfile.TemporaryDirectory() as folder:
        for holds, sentence in check(some, Path(folder), "--write" in words):
            fallen += not holds
            print(("  " if holds else "! ") + sentence, flush=True)
    print(f"{fallen} no longer hold." if fallen else "All hold.")
    return int(fallen > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
