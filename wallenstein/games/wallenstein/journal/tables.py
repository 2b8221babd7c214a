"""The tables of Wallenstein: every plan, action and throw, and each seat's standing after every season."""

from typing import Final

from wallenstein.core.tables import Column, Table
from wallenstein.games.wallenstein.editions.court.tables import COURT_TABLES, court_boxes
from wallenstein.games.wallenstein.editions.landsknechte.records import BENEFITS_TABLE
from wallenstein.games.wallenstein.journal.columns import GAME, SEASON, SEAT, YEAR, county
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
    "What every seat planned, a row a season and seat (W23).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        *(county(action, f"county planned for {action}; null: not taken") for action in ACTIONS),
        Column("bid", "i8", "Thalers bid; -1: a county card, a dice tower card or nothing"),
        county("bid_county", "county card bid, if any"),
        *court_boxes(),
    ),
)

ACTIONS_TABLE: Final = Table(
    "actions",
    "Every planned action, a row each, in the order of play (W28, W40-W44).",
    (
        GAME,
        YEAR,
        SEASON,
        Column("slot", "i8", "1 to 10, the slot in which the action came"),
        SEAT,
        Column("action", "category", "the action", ACTIONS),
        county("county", "where it was planned"),
        Column("outcome", "category", "done, or why it was skipped; void: the county was lost before", OUTCOMES),
        Column("amount", "i8", "Thalers or grain gained, armies placed or marched"),
        county("to", "where the armies marched (combat A and B) or moved (deploy 1)"),
        Column("moved", "i8", "armies moved on after deploy 1"),
    ),
)

THROWS: Final = Table(
    "throws",
    "Every throw into the dice tower, a row each, in the order of play (T1).",
    (
        GAME,
        Column("throw", "i16", "number of the throw in its game, from 0; 0 fills the tower (W14)"),
        YEAR,
        SEASON,
        Column("slot", "i8", "slot of the action that caused it; 0: outside the slots"),
        Column("kind", "category", "fill of the tower, battle, revolt after income, revolt in winter", CAUSES),
        Column("seat", "i8", "the attacker, or whose county revolts; -1: all (fill)"),
        Column("other", "i8", "the defender of a battle; -1: a neutral county, or no battle"),
        county("county", "where it is fought"),
        Column("thrown", "i8", "armies thrown by the seat (fill: by each seat)"),
        Column("thrown_other", "i8", "armies thrown by the defender"),
        Column("thrown_peasants", "i8", "peasants thrown from the supply"),
        *by_colour("tray", "lay in the tray before, thrown in as well"),
        *by_colour("inside", "inside the tower before"),
        *by_colour("out", "came out"),
        Column("end", "category", "who won a battle; whether a revolting county was held or lost", ENDS),
        Column("left", "i8", "armies of the winner that stay in the county"),
    ),
)

SEASONS_TABLE: Final = Table(
    "seasons",
    "What every seat has after each season; after winter, before grain and markers are taken away (W73).",
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
        Column("markers", "i8", "revolt markers in own counties"),
        Column("tower", "i8", "own armies inside the tower"),
        Column("tray", "i8", "own armies in the tray"),
        Column("grain", "i16", "grain"),
        Column("thalers", "i16", "Thalers"),
        Column("vp", "i16", "victory points so far"),
        Column("vp_palaces", "i8", "winter: points for most palaces (W72); each county and building is one more"),
        Column("vp_churches", "i8", "winter: points for most churches"),
        Column("vp_posts", "i8", "winter: points for most trading posts"),
        Column("lacking", "i8", "winter: counties without grain (W71)"),
        Column("courtiers", "i8", "courtiers at the Emperor's court (C1); 0 without that expansion"),
    ),
)

TABLES: Final = (PLANS, ACTIONS_TABLE, THROWS, SEASONS_TABLE, *COURT_TABLES, BENEFITS_TABLE)
