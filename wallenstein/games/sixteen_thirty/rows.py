"""The tables of the game and the lines of its log; the journal turned into rows of the tables, in one pass."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from wallenstein.core.documents import folder_of
from wallenstein.core.records import PlainEntries
from wallenstein.core.tables import Column, Rows, listed_tables
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import entries
from wallenstein.games.sixteen_thirty.model.state import State

# Lobbies with their bids and votes, wars, leagues, and each seat's actions in a turn.

LEAGUE_ENDS: Final = ("turn", "unrest", "faction", "game")
TURN_END, UNREST_END, FACTION_END, GAME_END = range(len(LEAGUE_ENDS))
ENDED_BY: Final = {const.DISSOLVED_BY_UNREST: UNREST_END, const.DISSOLVED_BY_FACTION: FACTION_END}
SIDES: Final = ("won", "lost", "draw")
WON, LOST, DRAW = range(len(SIDES))

NAMES: Final = {
    "country": const.COUNTRIES, "colour": const.FACTIONS, "issue": const.ISSUES, "source": const.SOURCES,
    "side": SIDES, "end": LEAGUE_ENDS,
}  # fmt: skip
LISTED: Final = listed_tables(
    (folder_of("wallenstein.games.sixteen_thirty") / "data" / "tables.toml").read_text(encoding="utf-8"),
    NAMES,
    Column("game", "i32", "number of the game in the schedule"),
    Column("turn", "i8", "turn, 1 to 10"),
    Column("seat", "i8", "seat at the table, from 0"),
    Column("lobby", "i16", "number of the lobby in its game, from 0"),
    Column("second", "bool", "whether it is a league's second resolution, in its target (5.6.4.4)"),
)
BASE: Final = tuple(LISTED.values())

PLAIN: Final = PlainEntries({entry: name for name, entry in entries.ENTRIES.items()})  # of the journal

SPECIALS, ADDED, VOTES_WON, VOTES_LOST, PUT_DOWN = range(5)  # counted for a seat's turn
NOT_ASKED: Final = (-1, -1, const.NONE)


def write_rows(number: int, state: State, rows: Mapping[str, Rows]) -> None:
    if any(table.name in rows for table in BASE):
        RowWriter(number, state.book.players, rows).write(state.journal or ())


class RowWriter:
    """Reads a journal from its beginning, and keeps track of the lobby and the turn."""

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        self.number = number
        self.players = players
        self.rows = rows
        self.turn, self.first = 1, 0
        self.lobbies = 0
        self.called: entries.LobbyCalled | None = None  # its row is written when its end is known
        self.outcomes: list[entries.VoteClosed] = []
        self.carried = False
        self.votes: list[entries.Voted] = []
        self.leagues: dict[int, tuple[int, entries.LeagueMade]] = {}  # by colour: the lobby that made the league
        self.counts: list[list[int]] = []

    def write(self, journal: Iterable[object]) -> None:
        find = self.readers().get
        for entry in journal:
            read = find(type(entry))
            if read is not None:
                read(entry)
        self.end_lobby()
        self.end_leagues(GAME_END)

    def readers(self) -> dict[type, Callable[[Any], None]]:
        """The readers of entries that a requested table needs, by type."""
        wanted = self.rows
        found: dict[type, Callable[[Any], None]] = {
            entries.TurnBegun: self.read_turn, entries.LobbyCalled: self.read_lobby,
            entries.VoteClosed: self.read_outcome,
        }  # fmt: skip
        if "bids" in wanted or "turns" in wanted:
            found[entries.BidMade] = self.read_bid
        if "votes" in wanted or "turns" in wanted:
            found[entries.Voted] = self.votes.append
        if not {"lobbies", "wars", "leagues"}.isdisjoint(wanted):
            found |= {
                entries.FactionJoined: self.read_faction, entries.Rearmed: self.read_effect,
                entries.WarFought: self.read_war, entries.LeagueMade: self.read_league,
                entries.LeagueDissolved: lambda entry: self.end_league(entry.colour, ENDED_BY[entry.cause]),
                entries.CleanedUp: lambda entry: self.end_leagues(TURN_END),
            }  # fmt: skip
        if "turns" in wanted:
            found |= {
                entries.SpecialPlayed: lambda entry: self.count(entry.seat, SPECIALS),
                entries.PutToMarket: lambda entry: self.count(entry.seat, PUT_DOWN),
                entries.Scored: self.read_score,
            }
        return found

    def add(self, table: str, *values: object) -> None:
        rows = self.rows.get(table)
        if rows is not None:
            rows.packed.append(rows.pack(self.number, *values))

    def count(self, seat: int, what: int, more: int = 1) -> None:
        self.counts[seat][what] += more

    def read_turn(self, entry: entries.TurnBegun) -> None:
        self.end_lobby()
        self.turn, self.first = entry
        self.counts = [[0] * (PUT_DOWN + 1) for _ in range(self.players)]

    def read_lobby(self, entry: entries.LobbyCalled) -> None:
        self.end_lobby()
        self.called = entry

    @property
    def second(self) -> bool:
        """Whether a league's target is voting."""
        return bool(self.outcomes)

    def end_lobby(self) -> None:
        """The row of the lobby kept."""
        if self.called is None:
            return
        results = [(outcome.red, outcome.blue, outcome.winner) for outcome in self.outcomes]
        first, second, *_ = [*results, (0, 0, const.NONE) if not results else NOT_ASKED, NOT_ASKED]
        self.add("lobbies", self.lobbies, self.turn, *self.called, *first, *second, self.carried)
        self.lobbies += 1
        self.called = None
        self.outcomes = []
        self.carried = False

    def read_bid(self, entry: entries.BidMade) -> None:
        if entry.add:
            added = sum([const.VALUE_OF[card] for card in entry.add])  # exact: whole numbers
            removed = sum([const.VALUE_OF[card] for card in entry.remove])  # exact: whole numbers
            self.count(entry.seat, ADDED, len(entry.add))
            self.add(
                "bids", self.lobbies, self.second, entry.seat, entry.country, len(entry.add), added,
                len(entry.remove), removed,
            )  # fmt: skip

    def read_outcome(self, entry: entries.VoteClosed) -> None:
        for vote in self.votes:
            side = DRAW if entry.winner == const.NONE else WON if vote.colour == entry.winner else LOST
            if side != DRAW:
                self.count(vote.seat, VOTES_WON if side == WON else VOTES_LOST)
            self.add("votes", self.lobbies, self.second, *vote, side)
        self.votes.clear()
        self.outcomes.append(entry)

    def read_faction(self, entry: entries.FactionJoined) -> None:
        """A lobby to join has succeeded; in a war or a league, this comes before the lobby's own effect."""
        if self.called is not None and self.called.issue == const.JOIN:
            self.carried = True

    def read_effect(self, entry: object) -> None:
        self.carried = True

    def read_war(self, entry: entries.WarFought) -> None:
        self.carried = True
        differences = [abs(one - other) for one, other in entry.dice]
        self.add(
            "wars", self.lobbies, self.turn, entry.attacker, entry.defender, *entry.modifiers, *differences,
            entry.winner, *entry.status,
        )  # fmt: skip

    def read_league(self, entry: entries.LeagueMade) -> None:
        """Keeps a league until its end."""
        self.carried = True
        self.leagues[entry.colour] = self.lobbies, entry

    def end_league(self, colour: int, end: int) -> None:
        lobby, made = self.leagues.pop(colour)
        self.add("leagues", lobby, self.turn, *made, end)

    def end_leagues(self, end: int) -> None:
        for colour in sorted(self.leagues):
            self.end_league(colour, end)

    def read_score(self, entry: entries.Scored) -> None:
        seat = entry.seat
        self.add("turns", entry.turn, seat, seat == self.first, entry.gain, entry.vp, *self.counts[seat])
