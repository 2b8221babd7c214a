"""The tables of Wallenstein: every plan, action and throw, and each seat's standing after every season."""

from dataclasses import replace
from typing import Final

from wallenstein.core.tables import Column, Table
from wallenstein.games.wallenstein.editions import EXPANSIONS
from wallenstein.games.wallenstein.model.columns import GAME, SEASON, SEAT, YEAR, county
from wallenstein.games.wallenstein.names import ACTIONS, OUTCOMES

CAUSES: Final = ("fill", "battle", "revolt", "winter")
ENDS: Final = ("attacker", "defender", "tie", "held", "lost")
COLOURS: Final = ("0", "1", "2", "3", "4", "peasants")


def by_colour(part: str, text: str) -> tuple[Column, ...]:
    """A column for every colour of cubes; seats that the table does not have hold 0."""
    return tuple(
        Column(
            f"{part}_{colour}", "i8", f"{text}, {'peasants' if colour == 'peasants' else f'armies of seat {colour}'}"
        )
        for colour in COLOURS
    )


PLANS: Final = Table(
    "plans",
    "What every seat planned: one row per season and seat (W23).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        *(county(action, f"county planned for {action}; null if none") for action in ACTIONS),
        Column("bid", "i8", "Thalers bid; -1: a county card, a dice tower card or nothing"),
        county("bid_county", "county card that was bid; null if none"),
    ),
)

ACTIONS_TABLE: Final = Table(
    "actions",
    "One row per planned action, in the order of play (W28, W40-W44).",
    (
        GAME,
        YEAR,
        SEASON,
        Column("slot", "i8", "slot of the action, 1 to 10"),
        SEAT,
        Column("action", "category", "the action", ACTIONS),
        county("county", "county that it was planned for"),
        Column("outcome", "category", "`done`, or why it was skipped; `void`: the county had been lost", OUTCOMES),
        Column("amount", "i8", "Thalers or grain gained, armies placed or marched"),
        county("to", "county that armies marched to (combat A and B) or moved to (deploy 1)"),
        Column("moved", "i8", "armies moved after deploy 1"),
    ),
)

THROWS: Final = Table(
    "throws",
    "One row per throw into the dice tower, in the order of play (T1).",
    (
        GAME,
        Column("throw", "i16", "number of the throw in its game; 0 fills the tower (W14)"),
        YEAR,
        SEASON,
        Column("slot", "i8", "slot of the action that caused it; 0 if no action did"),
        Column("kind", "category", "filling the tower, battle, revolt after an income, revolt in winter", CAUSES),
        Column("seat", "i8", "the attacker, or the owner of the county that revolts; -1: all seats (fill)"),
        Column("other", "i8", "the defender of a battle; -1 for a neutral county, or if it is no battle"),
        county("county", "county of the battle or revolt"),
        Column("thrown", "i8", "armies thrown by the seat (fill: by each seat)"),
        Column("thrown_other", "i8", "armies thrown by the defender"),
        Column("thrown_peasants", "i8", "peasants thrown from the supply"),
        *by_colour("tray", "in the tray before, and thrown in too"),
        *by_colour("inside", "in the tower before"),
        *by_colour("out", "came out"),
        Column("end", "category", "who won the battle; whether the county that revolts was held or lost", ENDS),
        Column("left", "i8", "armies of the winner that remain in the county"),
    ),
)

SEASONS_TABLE: Final = Table(
    "seasons",
    "One row per season and seat: what the seat has afterwards; in winter, before grain and markers are removed (W73).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        Column("counties", "i8", "counties owned"),
        Column("armies", "i8", "armies on the board"),
        Column("palaces", "i8", "palaces owned"),
        Column("churches", "i8", "churches owned"),
        Column("posts", "i8", "trading posts owned"),
        Column("markers", "i8", "revolt markers in its counties"),
        Column("tower", "i8", "its armies in the tower"),
        Column("tray", "i8", "its armies in the tray"),
        Column("grain", "i16", "grain"),
        Column("thalers", "i16", "Thalers"),
        Column("vp", "i16", "victory points so far"),
        Column("vp_palaces", "i8", "winter: points for most palaces (W72); each county and building is worth one more"),
        Column("vp_churches", "i8", "winter: points for most churches"),
        Column("vp_posts", "i8", "winter: points for most trading posts"),
        Column("lacking", "i8", "winter: counties without grain (W71)"),
    ),
)

BASE: Final = (PLANS, ACTIONS_TABLE, THROWS, SEASONS_TABLE)


def tables() -> tuple[Table, ...]:
    """The base game's tables with the columns that expansions add, then the expansions' own."""
    parts = EXPANSIONS.values()
    base = [
        replace(
            table, columns=(*table.columns, *(column for part in parts for column in part.columns.get(table.name, ())))
        )
        for table in BASE
    ]
    return (*base, *(table for part in parts for table in part.tables))
