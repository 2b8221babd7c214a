"""The tables of the game and the lines of its log: the recorded part of its journal."""

from importlib.resources import files
from typing import Final

from wallenstein.core.records import PlainEntries
from wallenstein.core.tables import Column, listed_tables
from wallenstein.games.sixteen_thirty.model.entries import ENTRIES
from wallenstein.games.sixteen_thirty.names import COUNTRIES, FACTIONS, ISSUES, SOURCES

# Lobbies with their bids and votes, wars, leagues, and each seat's actions in a turn.

LEAGUE_ENDS: Final = ("turn", "unrest", "faction", "game")
TURN_END, UNREST_END, FACTION_END, GAME_END = range(len(LEAGUE_ENDS))
SIDES: Final = ("won", "lost", "draw")
WON, LOST, DRAW = range(len(SIDES))

LISTED: Final = listed_tables(
    (files("wallenstein.games.sixteen_thirty") / "data" / "tables.toml").read_text(encoding="utf-8"),
    {"country": COUNTRIES, "colour": FACTIONS, "issue": ISSUES, "source": SOURCES, "side": SIDES, "end": LEAGUE_ENDS},
    Column("game", "i32", "number of the game in the schedule"),
    Column("turn", "i8", "turn, 1 to 10"),
    Column("seat", "i8", "seat at the table, from 0"),
    Column("lobby", "i16", "number of the lobby in its game, from 0"),
    Column("second", "bool", "whether it is a league's second resolution, in its target (5.6.4.4)"),
)
BASE: Final = tuple(LISTED.values())

PLAIN: Final = PlainEntries({entry: name for name, entry in ENTRIES.items()})  # of the journal
