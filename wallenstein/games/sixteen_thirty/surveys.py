"""The reports' and comparisons' view of games, from their tables: sections, traits for `why`, measures."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core import reports
from wallenstein.core.reports import ColumnReader, Measure
from wallenstein.games.sixteen_thirty.names import COUNTRIES, ISSUES, TURNS
from wallenstein.stats.tally import Batches, BotSurvey, Busiest, Tally, chosen, seen_shares


class Lobbies(BotSurvey):
    title = "Lobbies"
    table = "lobbies"

    def __init__(self, about: reports.About) -> None:
        super().__init__(about)
        count = len(self.bots)
        self.names = COUNTRIES if about.rules is None else about.rules.data.names
        self.issues, self.countries = Tally(count, len(ISSUES)), Tally(count, len(COUNTRIES))
        self.carried, self.by_issue = Batches(about.blocks, count), Batches(about.blocks, len(ISSUES))

    def add(self, part: reports.RunPart) -> None:
        rows = part.rows("lobbies", ["game", "seat", "country", "issue", "carried"])
        called = rows["issue"] >= 0  # otherwise, there was nothing to lobby for
        rows = {name: column[called] for name, column in rows.items()}
        at = part.row_of(rows["game"], rows["seat"])
        bot, block, issue = part.seats["bot"][at], part.seats["block"][at], rows["issue"].astype(np.int64)
        self.issues.add(bot, issue)
        self.countries.add(bot, rows["country"].astype(np.int64))
        self.carried.add(block, bot, rows["carried"], 1.0)
        self.by_issue.add(block, issue, rows["carried"], 1.0)
        super().add(part)

    def figures(self) -> Iterator[reports.Figure]:
        played = self.played(self.issues.sums)
        for name, title, what, labels, tally in (
            ("issues", "What is lobbied for", "lobbies for each issue", ISSUES, self.issues),
            ("lobbied", "Who is lobbied", "lobbies each country", self.names, self.countries),
        ):
            values = chosen(tally.over(self.seats[:, None]), played)
            heat = reports.Heat(chosen(self.bots, played), labels, values, "lobbies")
            yield reports.Figure(name, title, f"How often in a game each bot {what}.", heat)
        text = "The share of the lobbies called by each bot that were carried, with 95 % intervals."
        carried = seen_shares(self.bots, self.carried, "carried", self.order)
        yield reports.Figure("carried", "Lobbies carried, by bot", text, carried)
        text = "The share of the lobbies for each issue that were carried, with 95 % intervals."
        issues_carried = seen_shares(ISSUES, self.by_issue, "carried")
        yield reports.Figure("carried-issues", "Lobbies carried, by issue", text, issues_carried)


TIMES: Final = tuple(f"turn {turn}" for turn in range(1, TURNS + 1))
DONE: Final = {
    "specials": "special cards", "added": "influence added", "put_down": "put to market", "votes_won": "votes won",
    "votes_lost": "votes lost",
}  # fmt: skip


class Turns(BotSurvey):
    title = "Turns"
    table = "turns"

    def __init__(self, about: reports.About) -> None:
        super().__init__(about)
        count = len(self.bots)
        self.rows, self.vp, self.gain = (Tally(count, TURNS) for _ in range(3))
        self.done = Tally(count, len(DONE))
        self.votes = Batches(about.blocks, count)

    def add(self, part: reports.RunPart) -> None:
        rows = part.rows("turns", ["game", "turn", "seat", "gain", "vp", *DONE])
        at = part.row_of(rows["game"], rows["seat"])
        bot, turn = part.seats["bot"][at], rows["turn"].astype(np.int64) - 1
        self.rows.add(bot, turn)
        self.vp.add(bot, turn, values=rows["vp"])
        self.gain.add(bot, turn, values=rows["gain"])
        for place, column in enumerate(DONE):
            self.done.add(bot, np.full(len(bot), place), values=rows[column])
        won, lost = rows["votes_won"].astype(np.float64), rows["votes_lost"].astype(np.float64)
        self.votes.add(part.seats["block"][at], bot, won, won + lost)
        super().add(part)

    def figures(self) -> Iterator[reports.Figure]:
        played = self.played()
        names = chosen(self.bots, played)
        for name, what, tally, text in (
            ("over-vp", "Points over the turns", self.vp, "Mean points after each turn."),
            ("over-gain", "Points in each turn", self.gain, "Mean points that each turn brings."),
        ):
            lines = chosen(tally.over(self.rows.sums), played)
            yield reports.Figure(name, what, text, reports.Lines(TIMES, names, lines, "points"))
        done = chosen(self.done.over(self.seats[:, None]), played)
        text = "How often in a game: special cards and influence cards played, cards put to the market, votes cast."
        yield reports.Figure(
            "done", "Cards and votes", text, reports.Heat(names, tuple(DONE.values()), done, "in a game")
        )
        text = "The share of their votes that were on the winning side, with 95 % intervals."
        yield reports.Figure("votes", "Votes won", text, seen_shares(self.bots, self.votes, "votes won", self.order))


LEAST, MOST = -6, 6  # of the difference of the modifiers; larger ones are counted with it
SIDES = tuple(f"{lead:+d}" if lead else "even" for lead in range(LEAST, MOST + 1))


class Wars(reports.Survey):
    """Wars by country, and by the attacker's lead."""

    title = "Wars"
    table = "wars"

    def __init__(self, about: reports.About) -> None:
        self.names = COUNTRIES if about.rules is None else about.rules.data.names
        self.fought = Tally(len(COUNTRIES), len(COUNTRIES))
        self.by_lead = Batches(about.blocks, len(SIDES))
        self.games = 0
        self.busiest = Busiest("wars")

    def add(self, part: reports.RunPart) -> None:
        self.games += len(np.unique(part.seats["game"]))
        columns = ["game", "attacker", "defender", "attacker_modifier", "defender_modifier", "winner"]
        rows = {name: column.astype(np.int64) for name, column in part.rows("wars", columns).items()}
        self.fought.add(rows["attacker"], rows["defender"])
        lead = np.clip(rows["attacker_modifier"] - rows["defender_modifier"], LEAST, MOST) - LEAST
        at = part.row_of(rows["game"], np.zeros(len(lead), np.int64))
        self.by_lead.add(part.seats["block"][at], lead, rows["winner"] == rows["attacker"], 1.0)
        self.busiest.add(rows["game"])

    def figures(self) -> Iterator[reports.Figure]:
        if not self.fought.sums.any():
            return
        wars = self.fought.over(np.full((1, 1), max(self.games, 1)))
        text = "Wars in a game: the country of the row attacks that of the column."
        yield reports.Figure("wars", "Who fights whom", text, reports.Heat(self.names, self.names, wars, "wars"))
        text = "How often attackers win, by how far their modifier is ahead of the defender's, with 95 % intervals."
        yield reports.Figure("wars-won", "Wars won", text, seen_shares(SIDES, self.by_lead, "won by the attacker"))

    def remarkable(self) -> Iterator[reports.Remarkable]:
        return self.busiest.found()


def surveys(about: reports.About) -> Sequence[reports.Survey]:
    return reports.survey_recorded(about, Turns, Lobbies, Wars)


# The behaviour of seats, for `why`: points by turn, influence, votes.

SUMMED = {"specials": "special cards played", "added": "influence cards added", "put_down": "cards put to the market"}
LATE = 5  # turns up to this one are early


def traits(about: reports.About, part: reports.RunPart) -> list[reports.Trait]:
    return list(of_turns(part)) if "turns" in about.tables else []


def of_turns(part: reports.RunPart) -> Iterator[reports.Trait]:
    """The gains of turns, and the cards and votes behind them."""
    columns = ["game", "turn", "seat", "gain", "votes_won", "votes_lost", *SUMMED]
    rows = part.rows("turns", columns)
    at, seats = part.row_of(rows["game"], rows["seat"]), len(part.seats["seat"])
    once = np.ones(seats)
    early = rows["turn"] <= LATE
    for text, which in ((f"up to turn {LATE}", early), (f"after turn {LATE}", ~early)):
        yield reports.Trait("points", text, np.bincount(at, rows["gain"] * which, seats), once)
    for column, text in SUMMED.items():
        yield reports.Trait("cards", f"{text} in a game", np.bincount(at, rows[column], seats), once)
    won, lost = (np.bincount(at, rows[column], seats) for column in ("votes_won", "votes_lost"))
    yield reports.Trait("votes", "votes in a game", won + lost, once)
    yield reports.Trait("votes", "votes on the winning side", won, won + lost, reports.PERCENT)


COUNTED: Final = {  # tables with one counted row for each event
    "lobbies": "lobbies per game",
    "wars": "wars per game",
    "leagues": "leagues per game",
}


def measures(tables: Sequence[str], read: ColumnReader) -> list[Measure]:
    if "turns" not in tables:
        return []
    rows = read("turns", ["game", "turn", "gain", "specials", "added", "votes_won", "votes_lost"])
    numbers, game = np.unique(rows["game"], return_inverse=True)
    seats = np.bincount(game[rows["turn"] == 1], minlength=len(numbers))

    def total(column: str) -> NDArray[np.float64]:
        return np.bincount(game, rows[column], len(numbers)).astype(np.float64)

    turns = np.zeros(len(numbers))
    np.maximum.at(turns, game, rows["turn"].astype(np.float64))
    lost, won = total("votes_lost"), total("votes_won")
    found = [
        Measure("turns per game", False, numbers, turns),
        Measure("victory points per seat", False, numbers, total("gain") / seats),
        Measure("victory points per seat and turn", False, numbers, total("gain") / seats / turns),
        Measure("special cards per seat", False, numbers, total("specials") / seats),
        Measure("influence cards added per seat", False, numbers, total("added") / seats),
        Measure("votes lost", True, numbers, lost / np.maximum(lost + won, 1)),
    ]
    for table, text in COUNTED.items():
        if table in tables:
            place = np.searchsorted(numbers, read(table, ["game"])["game"])
            counted = np.bincount(place, minlength=len(numbers)).astype(np.float64)
            found.append(Measure(text, False, numbers, counted))
    return found
