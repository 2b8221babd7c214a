"""What is shown at a step alone: the county that it is about, a march, a throw and what came of it."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.entries import (
    ActionResolved,
    Battled,
    Moved,
    Revolted,
    SeasonBegun,
    Settled,
    Thrown,
)
from wallenstein.games.wallenstein.names import ATTACKER, COMBAT_A, DEFENDER, DONE, NEUTRAL, SEASONS
from wallenstein.pages.palette import LETTERS
from wallenstein.pages.player.page import Jump
from wallenstein.pages.player.steps import Position

Details = dict[str, Any]
FILL: Final = "fill"
KEPT: Final = (Thrown, Battled, Revolted)  # entries during which a march and its throw stay in view


class Scene:
    """Follows the journal, and knows at every entry what is to be seen."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.details: Details = {}

    def see(self, entry: Any) -> None:
        """One more entry."""
        if not isinstance(entry, KEPT):
            self.details = {}
        if isinstance(entry, Thrown):
            self.throw(entry)
        elif isinstance(entry, Battled):
            self.details["end"] = [entry.attack, entry.defence, entry.peasants, entry.outcome, entry.left]
        elif isinstance(entry, Revolted):
            self.details["end"] = [entry.defence, 0, entry.peasants, DEFENDER if entry.left else ATTACKER, entry.left]
        elif isinstance(entry, ActionResolved):
            self.details |= {"at": [entry.county], "seat": entry.seat}
            if entry.action >= COMBAT_A and entry.outcome == DONE:
                self.march(entry.seat, entry.county, entry.to, entry.amount)
        elif isinstance(entry, Moved):
            self.march(entry.seat, entry.county, entry.to, entry.armies)
        elif isinstance(entry, Settled):
            self.details["at"] = [entry.county]

    def march(self, seat: int, county: int, to: int, armies: int) -> None:
        """Armies on their way."""
        self.details |= {"at": [county, to], "seat": seat, "march": [seat, county, to, armies]}

    def throw(self, entry: Thrown) -> None:
        """What goes in and comes out; the set-up's throw is nobody's."""
        cubes = {name: list(getattr(entry, name)) for name in ("hand", "tray", "inside", "out")}
        seats = [NEUTRAL, NEUTRAL] if entry.cause == FILL else [entry.seat, entry.other]
        self.details["throw"] = {"cause": entry.cause, "seats": seats, **cubes}
        if entry.cause != FILL:
            self.details["at"] = [*self.details.get("at", ())][:1] if "march" in self.details else []
            self.details["at"].append(entry.county)
            self.details["in"] = entry.county

    def now(self) -> Details:
        """The details at this point."""
        return dict(self.details)


def after_throw(position: Position, last: Any) -> Position:
    """The position inside a battle: everything as before it, but for the cubes of the throw."""
    if not isinstance(last, Thrown):
        return position
    fallen = [hand + lying for hand, lying in zip(last.hand, last.tray, strict=True)]
    tower = [stuck + fell - out for stuck, fell, out in zip(last.inside, fallen, last.out, strict=True)]
    return {**position, "tower": tower, "tray": list(last.out)}


def fight_label(entry: Battled | Revolted, moment: str, book: Book) -> str:
    """A battle or revolt in a list, such as `year 1, spring: B takes Vogtland from A`."""
    county = book.board.names[entry.county]
    if isinstance(entry, Revolted):
        return f"{moment}: {LETTERS[entry.seat]} {'holds' if entry.left else 'loses'} {county} in a revolt"
    attacker = LETTERS[entry.attacker]
    defender = "" if entry.defender == NEUTRAL else LETTERS[entry.defender]
    if entry.outcome == ATTACKER:
        return f"{moment}: {attacker} takes {county}{f' from {defender}' if defender else ''}"
    if entry.outcome == DEFENDER:
        return f"{moment}: {defender} holds {county} against {attacker}"
    return f"{moment}: {attacker} makes {county}{f' of {defender}' if defender else ''} neutral"


def moment(year: int, season: int) -> str:
    """When it is."""
    return f"year {year}, {SEASONS[season]}"


def jumps_to(journal: Sequence[Any], happened: Sequence[int], book: Book) -> tuple[list[Jump], list[Jump]]:
    """The steps at which seasons begin, and those at which fights are thrown; `happened` has one entry a step."""
    seasons, fights = [Jump(0, "Set-up")], list[Jump]()
    when = "draft"
    thrown = 0
    step = 0
    for place, entry in enumerate(journal):
        while happened[step] <= place:
            step += 1
        if isinstance(entry, SeasonBegun):
            when = moment(entry.year, entry.season)
            seasons.append(Jump(step, when.capitalize()))
        elif isinstance(entry, Thrown):
            thrown = step
        elif isinstance(entry, Battled | Revolted):
            fights.append(Jump(thrown, fight_label(entry, when, book)))
    return seasons, fights
