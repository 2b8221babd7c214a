"""Names by code: countries, cards, issues, steps. A set of countries or seats is an int with a bit for each."""

from typing import Final

COUNTRIES: Final = (
    "england", "spain", "france", "provinces", "german", "austria", "poland", "sweden", "denmark", "italy",
)  # fmt: skip
ALL_COUNTRIES: Final = (1 << len(COUNTRIES)) - 1

FACTIONS: Final = ("red", "blue")
RED: Final = 0
BLUE: Final = 1
NONE: Final = -1  # no faction, seat, country, card or issue

ISSUES: Final = ("join", "rearm", "war", "league")
JOIN, REARM, WAR, LEAGUE = range(len(ISSUES))

# Cards: those of each country by value, then open ones, then special ones.
VALUES: Final = 3
OPEN: Final = len(COUNTRIES) * VALUES  # the first open card
SPECIAL: Final = OPEN + VALUES  # the first special card
SPECIALS: Final = (
    "lobby-the-crown", "military-improvement", "increase-army-size", "increase-status", "military-leader", "assassin",
    "unrest",
)  # fmt: skip
CARDS: Final = (
    *(f"{country}-{value}" for country in COUNTRIES for value in range(1, VALUES + 1)),
    *(f"open-{value}" for value in range(1, VALUES + 1)),
    *SPECIALS,
)
LOBBY_CARD, IMPROVEMENT, ARMY_SIZE, STATUS_CARD, LEADER, ASSASSIN, UNREST = range(SPECIAL, len(CARDS))
VALUE_OF: Final = tuple(card % VALUES + 1 for card in range(SPECIAL))  # of influence cards
COUNTRY_OF: Final = tuple(card // VALUES for card in range(SPECIAL))  # an open card's is len(COUNTRIES)

PHASES: Final = ("markers", "opening", "rounds", "scoring", "market", "over")

# The course of a game: the set-up, the steps of a round (4.1), the end of the turn (4.2).
STEPS: Final = (
    "markers", "opening", "fade", "draw", "special", "lobby", "to-market", "scoring", "exchange", "collect", "over",
)  # fmt: skip
MARKERS, OPENING, FADE, DRAW, SPECIAL_STEP, LOBBY_STEP, TO_MARKET, SCORING, EXCHANGE, COLLECT, OVER = range(len(STEPS))
PHASE_OF: Final = (
    "markers", "opening", "rounds", "rounds", "rounds", "rounds", "rounds", "scoring", "market", "market", "over",
)  # fmt: skip
STEPS_IN: Final = {"rounds": STEPS[FADE : TO_MARKET + 1], "market": STEPS[EXCHANGE : COLLECT + 1]}  # by phase

# Inside a step: the parts of a lobby's resolution (5.6); unrest has only the last (4.1.3.7).
STAGES: Final = ("none", "bid", "vote", "lose")
NO_STAGE, BID, VOTE, LOSE = range(len(STAGES))

CAUSES: Final = ("vote", "unrest")
BY_VOTE, BY_UNREST = range(len(CAUSES))
DISSOLVED_BY: Final = ("unrest", "faction")
DISSOLVED_BY_UNREST, DISSOLVED_BY_FACTION = range(len(DISSOLVED_BY))
SOURCES: Final = ("card", "round")
FROM_CARD, FROM_ROUND = range(len(SOURCES))

PASSING_ROUNDS: Final = 2  # 3.3
OPENING_CARDS: Final = 3  # 3.6
STACK: Final = 3  # 5.3.1
HIGHEST_STATUS: Final = 7
HIGHEST_ARMY: Final = 3
HIGHEST_ABILITY: Final = 3
SPECIALS_IN_A_ROUND: Final = 2  # 4.1.3
TURNS: Final = 10
FIRST_END_TURN: Final = 8  # the first turn on which the game may end (4.2.2)
FACES: Final = (1, 2, 3, 4, 5, 6)  # of a die
LEAGUE_GAP: Final = 2  # of status, from which on a league moves a point (5.8.2)
WEAK: Final = 1  # R41: up to this status, only a neighbour may attack or ally (5.5)
