"""The tables of the game and the lines of its log: the recorded part of its journal."""

from typing import Final

from wallenstein.core.records import PlainEntries
from wallenstein.core.tables import Column, Table
from wallenstein.games.sixteen_thirty.model.entries import ENTRIES
from wallenstein.games.sixteen_thirty.names import COUNTRIES, FACTIONS, ISSUES, SOURCES

# Lobbies with their bids and votes, wars, leagues, and each seat's actions in a turn.

LEAGUE_ENDS: Final = ("turn", "unrest", "faction", "game")
TURN_END, UNREST_END, FACTION_END, GAME_END = range(len(LEAGUE_ENDS))
SIDES: Final = ("won", "lost", "draw")
WON, LOST, DRAW = range(len(SIDES))

GAME: Final = Column("game", "i32", "number of the game in the schedule")
TURN: Final = Column("turn", "i8", "turn, 1 to 10")
SEAT: Final = Column("seat", "i8", "seat at the table, from 0")
LOBBY: Final = Column("lobby", "i16", "number of the lobby in its game, from 0")
SECOND: Final = Column("second", "bool", "whether it is a league's second resolution, in its target (5.6.4.4)")


def country(name: str, text: str) -> Column:
    """A column with a country or null."""
    return Column(name, "category", text, COUNTRIES)


def colour(name: str, text: str) -> Column:
    return Column(name, "category", text, FACTIONS)


LOBBIES: Final = Table(
    "lobbies",
    "One row per lobby, in the order of play (5.6).",
    (
        GAME,
        LOBBY,
        TURN,
        Column("seat", "i8", "seat that called it"),
        Column("source", "category", "a lobby card, or the round's own lobby", SOURCES),
        country("country", "country that was lobbied; null if none was possible (R1)"),
        Column("issue", "category", "issue of the lobby; null if none was possible", ISSUES),
        country("target", "the other country of a war or a league; null for other issues"),
        Column("red", "i8", "influence of the votes for red"),
        Column("blue", "i8", "influence of the votes for blue"),
        colour("winner", "colour that won; null on a draw"),
        Column("target_red", "i8", "the same in the target of a league; -1 if it was not asked"),
        Column("target_blue", "i8", "the same in the target of a league; -1 if it was not asked"),
        colour("target_winner", "colour that won in the target; null on a draw, or if it was not asked"),
        Column("carried", "bool", "whether the lobby had its effect: a new faction, an army, a war, a league"),
    ),
)

BIDS: Final = Table(
    "bids",
    "One row per bid with cards, in the order of play; passes are left out (5.6.1).",
    (
        GAME,
        LOBBY,
        SECOND,
        SEAT,
        country("country", "country of the stack"),
        Column("added", "i8", "cards added"),
        Column("added_influence", "i8", "their influence"),
        Column("removed", "i8", "cards that left the stack for them"),
        Column("removed_influence", "i8", "their influence"),
    ),
)

VOTES: Final = Table(
    "votes",
    "One row per vote (5.6.2).",
    (
        GAME,
        LOBBY,
        SECOND,
        SEAT,
        country("country", "country where the vote was"),
        colour("colour", "the vote"),
        Column("influence", "i8", "its weight"),
        Column("side", "category", "whether this side won, lost, or both were equal", SIDES),
    ),
)

WARS: Final = Table(
    "wars",
    "One row per war (5.7.2).",
    (
        GAME,
        LOBBY,
        TURN,
        country("attacker", "who attacked"),
        country("defender", "who was attacked"),
        Column("attacker_modifier", "i8", "the attacker's modifier (5.7.2.1)"),
        Column("defender_modifier", "i8", "the defender's modifier"),
        Column("attacker_dice", "i8", "difference of the attacker's dice (5.7.2.2)"),
        Column("defender_dice", "i8", "difference of the defender's dice"),
        country("winner", "winner; null on a draw"),
        Column("attacker_status", "i8", "the attacker's status afterwards"),
        Column("defender_status", "i8", "the defender's status afterwards"),
    ),
)

LEAGUES: Final = Table(
    "leagues",
    "One row per League of Princes (5.8).",
    (
        GAME,
        LOBBY,
        TURN,
        country("country", "country that was lobbied"),
        country("target", "the other member"),
        colour("colour", "its colour"),
        Column(
            "end",
            "category",
            "reason of its end: end of the turn or game, or a member in unrest or leaving",
            LEAGUE_ENDS,
        ),
    ),
)

TURNS: Final = Table(
    "turns",
    "One row per turn and seat: its actions and gains, at the turn's scoring (4.2.1).",
    (
        GAME,
        TURN,
        SEAT,
        Column("first", "bool", "whether it was the first player"),
        Column("gain", "i16", "points of the turn"),
        Column("vp", "i16", "points so far"),
        Column("specials", "i8", "special cards played"),
        Column("added", "i8", "influence cards added in biddings"),
        Column("votes_won", "i8", "votes on the winning side"),
        Column("votes_lost", "i8", "votes on the losing side"),
        Column("put_down", "i8", "cards of the hand put to the market"),
    ),
)

BASE: Final = (LOBBIES, BIDS, VOTES, WARS, LEAGUES, TURNS)

PLAIN: Final = PlainEntries({entry: name for name, entry in ENTRIES.items()})  # of the journal
