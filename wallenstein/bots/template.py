"""A first bot to start from: a small file that plays at once, and its test."""

import builtins
from keyword import iskeyword
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein import bots
from wallenstein.bots.registry import NAME
from wallenstein.core.errors import ConfigError

BOT: Final = '''"""{title}: collects taxes where they are highest, and builds a palace there."""

from typing import Any

from wallenstein import Bot, Plan, register
from wallenstein.bots import Decision, Offer, View


@register("{name}")
class {title}(Bot):
    """A first bot. Change `plan`, then see with `wallenstein bots check {name}` whether it still behaves."""

    def __init__(self, bid: int = 1) -> None:
        """Typed keywords are options of the bot: a tournament may set `bid`, what is bid for the turn order."""
        self.bid = bid

    def plan(self, view: View, offer: Offer) -> Plan:
        """What each county does this season; what is not named here stays without."""
        taxes = view.book.board.taxes
        richest = sorted(offer.counties, key=lambda county: -taxes[county])
        wishes = dict(zip(["taxes", "palace"], richest, strict=False))
        return offer.repair(Plan.of(wishes, bid=self.bid))  # repair covers the boxes that must not stay empty

    def choose(self, view: View, choice: Decision) -> Any:
        """Every other decision: `choice.kind` says which, `choice.options` are the legal answers."""
        if choice.kind == "tile":
            return self.rng.choice(choice.options)  # chance always from self.rng, so that games can be repeated
        return choice.default
'''

TEST: Final = '''"""The bot "{name}" behaves: it plays by the rules, and the same every time."""

from pathlib import Path

from wallenstein.bots.conformance import assert_conforms
from wallenstein.bots.discovery import find


def test_{stem}_conforms() -> None:
    assert_conforms(find(str(Path(__file__).with_name("{stem}.py"))))
'''


class Written(NamedTuple):
    """The files of a new bot."""

    bot: Path
    test: Path


def write(name: str, folder: Path) -> Written:
    """Writes the two files; it never writes over one that is there."""
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r:.60} cannot be the name of a bot: it must be up to 40 letters, digits and - + _, "
            "and begin with a letter or a digit"
        )
    stem = identifier(name)
    written = Written(folder / f"{stem}.py", folder / f"test_{stem}.py")
    for path in written:
        if path.exists():
            raise ConfigError(f"{path} exists already; choose another name or another folder")
    folder.mkdir(parents=True, exist_ok=True)
    names = {"name": name, "stem": stem, "title": class_name(stem)}
    for path, text in zip(written, (BOT, TEST), strict=True):
        with path.open("x", encoding="utf-8") as file:
            file.write(text.format(**names))
    return written


def identifier(name: str) -> str:
    """The name as Python can write it, in small letters."""
    stem = "".join(c if c.isalnum() else "_" for c in name.lower())
    return stem if stem.isidentifier() and not iskeyword(stem) else f"bot_{stem}"


def class_name(stem: str) -> str:
    """The name of the class, none that means something already."""
    title = "".join(part.capitalize() for part in stem.split("_"))
    taken = iskeyword(title) or title in bots.__all__ or hasattr(builtins, title) or title == "Any"
    return f"{title}Bot" if taken or not title.isidentifier() else title
