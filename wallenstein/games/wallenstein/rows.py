"""The journal of a game turned into rows of its tables."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from wallenstein.core.tables import Rows
from wallenstein.games.wallenstein.court.rows import sources, write_court
from wallenstein.games.wallenstein.landsknechte_table import write_benefits
from wallenstein.games.wallenstein.names import COMBAT_A, WINTER
from wallenstein.games.wallenstein.plan import bid_county
from wallenstein.games.wallenstein.tables import CAUSES, COLOURS, ENDS

if TYPE_CHECKING:
    from wallenstein.games.wallenstein.state import State

HELD: Final = ENDS.index("held")
LOST: Final = ENDS.index("lost")
CAUSE_CODES: Final = {cause: code for code, cause in enumerate(CAUSES)}
SEATS: Final = len(COLOURS) - 1
SUPPLY: Final = 6  # its place in a standing, after year, season and seat
NO_SCORE: Final = (0, 0, 0)


def write_rows(number: int, state: "State", rows: Mapping[str, Rows]) -> None:
    """Adds the game's rows to those of its tables that are wanted."""
    journal = state.journal or []
    if "plans" in rows:
        write_plans(number, journal, rows["plans"])
    if "actions" in rows:
        write_actions(number, journal, rows["actions"])
    if "throws" in rows:
        write_throws(number, journal, rows["throws"], [0] * (SEATS - state.book.players))
    if "seasons" in rows:
        write_seasons(number, journal, rows["seasons"])
    if state.court is not None:
        write_court(number, journal, rows)
    if state.landsknechte and "benefits" in rows:
        write_benefits(number, journal, rows["benefits"])


def write_plans(number: int, journal: list[tuple[Any, ...]], rows: Rows) -> None:
    """A row for every plan laid."""
    year = season = 0
    for entry in journal:
        if entry[0] == "season":
            year, season = entry[1], entry[2]
        elif entry[0] == "plan":
            _, seat, boxes, bid, court = entry
            rows.add(number, year, season, seat, *boxes, bid if bid < 5 else -1, bid_county(bid), *sources(court))


def write_actions(number: int, journal: list[tuple[Any, ...]], rows: Rows) -> None:
    """A row for every planned action; a move after deploy 1 belongs to its action."""
    year = season = 0
    pending: tuple[Any, ...] | None = None
    for entry in journal:
        name = entry[0]
        if name == "action":
            if pending is not None:
                rows.add(number, year, season, *pending, 0)
            _, slot, *rest = entry
            pending = (slot + 1, *rest)
        elif name == "move" and pending is not None and pending[2] < COMBAT_A:
            rows.add(number, year, season, *pending[:-1], entry[3], entry[4])
            pending = None
        elif name == "season":
            if pending is not None:
                rows.add(number, year, season, *pending, 0)
                pending = None
            year, season = entry[1], entry[2]
    if pending is not None:
        rows.add(number, year, season, *pending, 0)


def write_throws(number: int, journal: list[tuple[Any, ...]], rows: Rows, absent: list[int]) -> None:
    """A row for every throw, with the end of the battle or revolt that it decided."""
    year, season, slot, count = 1, 0, 0, 0
    for place, entry in enumerate(journal):
        name = entry[0]
        if name == "action":
            slot = entry[1] + 1
        elif name == "season":
            year, season, slot = entry[1], entry[2], 0
        elif name == "throw":
            _, cause, seat, other, county, hand, tray, inside, out = entry
            end, left = end_of(journal[place + 1]) if cause != "fill" else (-1, 0)
            rows.add(
                number,
                count,
                year,
                season,
                slot,
                CAUSE_CODES[cause],
                seat if cause != "fill" else -1,
                other,
                county,
                hand[seat],
                hand[other] if other >= 0 else 0,
                hand[-1],
                *tray[:-1],
                *absent,
                tray[-1],
                *inside[:-1],
                *absent,
                inside[-1],
                *out[:-1],
                *absent,
                out[-1],
                end,
                left,
            )
            count += 1


def end_of(entry: tuple[Any, ...]) -> tuple[int, int]:
    """How the battle or revolt ended, from the entry that follows its throw."""
    if entry[0] == "battle":
        return entry[8], entry[9]
    return HELD if entry[5] else LOST, entry[5]


def write_seasons(number: int, journal: list[tuple[Any, ...]], rows: Rows) -> None:
    """A row for every seat and season; winter's with the points it brought."""
    scores: dict[int, tuple[int, ...]] = {}
    lacking: dict[int, int] = {}
    courtiers: tuple[int, ...] = (0,) * SEATS
    for entry in journal:
        name = entry[0]
        if name == "score":
            scores[entry[2]] = entry[5:]
        elif name == "hunger":
            lacking[entry[1]] = entry[2]
        elif name == "courtiers":
            courtiers = entry[1:]
        elif name == "standing":
            year, season, seat, *has = entry[1:]
            del has[SUPPLY]  # it is what is nowhere else
            if season == WINTER:
                rows.add(number, year, season, seat, *has, *scores[seat], lacking.pop(seat, 0), courtiers[seat])
            else:
                rows.add(number, year, season, seat, *has, *NO_SCORE, 0, courtiers[seat])
