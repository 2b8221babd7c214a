"""The numbered actions that choices are made of; those of expansions come behind them."""

from typing import Final

from wallenstein.games.wallenstein.names import ACTIONS, MONEY_CARDS, TILES, TOWER_CARD
from wallenstein.games.wallenstein.plan import COUNTIES

MOST_ARMIES: Final = 62  # of one colour (W2)

NAMES: Final = (
    *COUNTIES,
    "none",
    "pile", "refresh",
    *(f"bid-{money}" for money in range(MONEY_CARDS)), "no-bid",
    TOWER_CARD,
    *TILES,
    *(f"box-{action}" for action in ACTIONS),
    "no", "yes",
    *(str(number) for number in range(MOST_ARMIES + 1)),
)  # fmt: skip

NONE: Final = NAMES.index("none")  # a county's action is its number
PILE_ACTION: Final = NAMES.index("pile")
REFRESH_ACTION: Final = NAMES.index("refresh")
MONEY: Final = NAMES.index("bid-0")
NO_BID_ACTION: Final = NAMES.index("no-bid")
TOWER: Final = NAMES.index(TOWER_CARD)
TILE: Final = NAMES.index(TILES[0])
BOX: Final = NAMES.index(f"box-{ACTIONS[0]}")
NO: Final = NAMES.index("no")
NUMBER: Final = NAMES.index("0")


def county_or_none(county: int) -> int:
    """The action of a county, or of none."""
    return NONE if county < 0 else county
