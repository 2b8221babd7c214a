"""The names of the game's parts in logs, positions and configurations, and their codes."""

from typing import Final

ACTIONS: Final = (
    "palace", "church", "post", "grain", "taxes", "deploy-5", "deploy-3", "deploy-1", "combat-a", "combat-b",
)  # fmt: skip
PALACE: Final = 0  # buildings have the codes of the actions that build them
CHURCH: Final = 1
POST: Final = 2
GRAIN: Final = 3
TAXES: Final = 4
DEPLOY_5: Final = 5
DEPLOY_3: Final = 6
DEPLOY_1: Final = 7
COMBAT_A: Final = 8
COMBAT_B: Final = 9

BUILDINGS: Final = ("palace", "church", "post")

TILES: Final = ("thaler", "grain", "armies-6", "attack", "defence")
TILE_THALER: Final = 0
TILE_GRAIN: Final = 1
TILE_ARMIES: Final = 2
TILE_ATTACK: Final = 3
TILE_DEFENCE: Final = 4
NO_TILE: Final = -1

SEASONS: Final = ("spring", "summer", "fall", "winter")
SPRING: Final = 0
FALL: Final = 2
WINTER: Final = 3
MOMENTS: Final = ("start", *SEASONS)  # after the set-up, and after each season
START: Final = 0

PHASES: Final = ("draft", "plan", "order", "landsknechte", "court", "actions", "winter", "over")
DRAFT: Final = 0
PLAN: Final = 1
ORDER: Final = 2
LANDSKNECHT: Final = 3
COURT: Final = 4
ACTION: Final = 5
WINTER_PHASE: Final = 6
OVER: Final = 7

MOST_PLAYERS: Final = 5

NEUTRAL: Final = -1  # the owner of a county without one
NOBODY: Final = -1  # no seat
NO_EVENT: Final = -1
BLANK: Final = -1  # a box without a county card
UNSEEN: Final = -2  # a box that is still face down
DICE_TOWER: Final = -2  # a court box with a dice tower card (C3)
TOWER_CARD: Final = "dice-tower"  # that card in documents
PEASANTS: Final = -1  # in lists of cubes by colour: the last place

# W13, choices of draft-card other than counties
PILE: Final = -1
REFRESH: Final = -2

# bids: amounts of money, then these
NO_BID: Final = -1
DICE_TOWER_BID: Final = 5
COUNTY_BID: Final = 10  # plus the county

MONEY_CARDS: Final = 5

# the ends of an action
OUTCOMES: Final = (
    "done", "void", "no-money", "no-site", "already-built", "no-stock", "no-supply", "no-armies", "no-reach",
    "revolt-lost",
)  # fmt: skip
DONE: Final = 0
VOID: Final = 1
NO_MONEY: Final = 2
NO_SITE: Final = 3
ALREADY_BUILT: Final = 4
NO_STOCK: Final = 5
NO_SUPPLY: Final = 6
NO_ARMIES: Final = 7
NO_REACH: Final = 8
REVOLT_LOST: Final = 9  # F14: the income went with the county

# the ends of a battle
BATTLES: Final = ("attacker", "defender", "tie")
ATTACKER: Final = 0
DEFENDER: Final = 1
TIE: Final = 2

# the ends of a conversion (C4)
CONVERSIONS: Final = ("done", "void", "no-armies", "no-courtiers")
CONVERTED: Final = 0
LOST_BEFORE: Final = 1
TOO_FEW_ARMIES: Final = 2
TOO_FEW_COURTIERS: Final = 3

BENEFITS: Final = ("thalers", "grain", "armies", "vp")  # of the Landsknechte (L2)
