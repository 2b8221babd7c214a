"""The journal of a game turned into rows of its tables, in one pass."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from wallenstein.core.tables import Rows
from wallenstein.games.sixteen_thirty.model.entries import (
    BidMade,
    CleanedUp,
    FactionJoined,
    LeagueDissolved,
    LeagueMade,
    LobbyCalled,
    PutToMarket,
    Rearmed,
    Scored,
    SpecialPlayed,
    TurnBegun,
    VoteClosed,
    Voted,
    WarFought,
)
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import DISSOLVED_BY_UNREST, JOIN, NONE, VALUE_OF
from wallenstein.games.sixteen_thirty.tables import DRAW, FACTION_END, GAME_END, LOST, TURN_END, UNREST_END, WON

SPECIALS, ADDED, VOTES_WON, VOTES_LOST, PUT_DOWN = range(5)  # counted for a seat's turn
NOT_ASKED: Final = (-1, -1, NONE)


def write_rows(number: int, state: State, rows: Mapping[str, Rows]) -> None:
    RowWriter(number, state.book.players, rows).write(state.journal or ())


class RowWriter:
    """Reads a journal from its beginning, and keeps track of the lobby and the turn."""

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        self.number = number
        self.players = players
        self.rows = rows
        self.turn, self.first = 1, 0
        self.lobbies = 0
        self.called: LobbyCalled | None = None  # its row is written when its end is known
        self.outcomes: list[VoteClosed] = []
        self.carried = False
        self.votes: list[Voted] = []
        self.leagues: dict[int, tuple[int, LeagueMade]] = {}  # by colour: the lobby that made the league
        self.counts: list[list[int]] = []

    def write(self, journal: Iterable[Any]) -> None:
        readers: dict[type, Callable[[Any], None]] = {
            TurnBegun: self.read_turn,
            LobbyCalled: self.read_lobby,
            BidMade: self.read_bid,
            Voted: self.votes.append,
            VoteClosed: self.read_outcome,
            FactionJoined: self.read_faction,
            Rearmed: self.read_effect,
            WarFought: self.read_war,
            LeagueMade: self.read_league,
            LeagueDissolved: self.read_dissolved,
            SpecialPlayed: lambda entry: self.count(entry.seat, SPECIALS),
            PutToMarket: lambda entry: self.count(entry.seat, PUT_DOWN),
            Scored: self.read_score,
            CleanedUp: self.read_clean_up,
        }
        find = readers.get
        for entry in journal:
            read = find(type(entry))
            if read is not None:
                read(entry)
        self.end_lobby()
        self.end_leagues(GAME_END)

    def add(self, table: str, *values: Any) -> None:
        """Adds a row if the table was requested."""
        if table in self.rows:
            self.rows[table].add(self.number, *values)

    def count(self, seat: int, what: int, more: int = 1) -> None:
        """Adds to a count of a seat's turn."""
        self.counts[seat][what] += more

    def read_turn(self, entry: TurnBegun) -> None:
        self.end_lobby()
        self.turn, self.first = entry
        self.counts = [[0] * (PUT_DOWN + 1) for _ in range(self.players)]

    def read_lobby(self, entry: LobbyCalled) -> None:
        """Keeps the lobby until its end."""
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
        first, second, *_ = [*results, (0, 0, NONE) if not results else NOT_ASKED, NOT_ASKED]
        self.add("lobbies", self.lobbies, self.turn, *self.called, *first, *second, self.carried)
        self.lobbies += 1
        self.called = None
        self.outcomes = []
        self.carried = False

    def read_bid(self, entry: BidMade) -> None:
        """A row for every bid with cards."""
        if entry.add:
            added = sum([VALUE_OF[card] for card in entry.add])  # exact: whole numbers
            removed = sum([VALUE_OF[card] for card in entry.remove])  # exact: whole numbers
            self.count(entry.seat, ADDED, len(entry.add))
            self.add(
                "bids", self.lobbies, self.second, entry.seat, entry.country, len(entry.add), added,
                len(entry.remove), removed,
            )  # fmt: skip

    def read_outcome(self, entry: VoteClosed) -> None:
        """The rows of the votes, once the winner is known."""
        for vote in self.votes:
            side = DRAW if entry.winner == NONE else WON if vote.colour == entry.winner else LOST
            if side != DRAW:
                self.count(vote.seat, VOTES_WON if side == WON else VOTES_LOST)
            self.add("votes", self.lobbies, self.second, *vote, side)
        self.votes.clear()
        self.outcomes.append(entry)

    def read_faction(self, entry: FactionJoined) -> None:
        """A lobby to join has succeeded; in a war or a league, this comes before the lobby's own effect."""
        if self.called is not None and self.called.issue == JOIN:
            self.carried = True

    def read_effect(self, entry: object) -> None:
        """The lobby has had its effect."""
        self.carried = True

    def read_war(self, entry: WarFought) -> None:
        self.carried = True
        differences = [abs(one - other) for one, other in entry.dice]
        self.add(
            "wars", self.lobbies, self.turn, entry.attacker, entry.defender, *entry.modifiers, *differences,
            entry.winner, *entry.status,
        )  # fmt: skip

    def read_league(self, entry: LeagueMade) -> None:
        """Keeps a league until its end."""
        self.carried = True
        self.leagues[entry.colour] = self.lobbies, entry

    def read_dissolved(self, entry: LeagueDissolved) -> None:
        """A league that ends before the turn does."""
        self.end_league(entry.colour, UNREST_END if entry.cause == DISSOLVED_BY_UNREST else FACTION_END)

    def end_league(self, colour: int, end: int) -> None:
        """The row of a league."""
        lobby, made = self.leagues.pop(colour)
        self.add("leagues", lobby, self.turn, *made, end)

    def end_leagues(self, end: int) -> None:
        """The rows of the remaining leagues."""
        for colour in sorted(self.leagues):
            self.end_league(colour, end)

    def read_score(self, entry: Scored) -> None:
        """A row for every seat."""
        seat = entry.seat
        self.add("turns", entry.turn, seat, seat == self.first, entry.gain, entry.vp, *self.counts[seat])

    def read_clean_up(self, entry: CleanedUp) -> None:
        self.end_leagues(TURN_END)
