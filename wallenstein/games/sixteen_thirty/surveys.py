"""What reports and comparisons say of games, from their tables: sections, traits for `why`, measures."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wallenstein.core.game import ColumnReader, Measure
from wallenstein.core.reports import (
    PERCENT,
    About,
    Dots,
    Figure,
    Heat,
    Lines,
    NotRecorded,
    Remarkable,
    RunPart,
    Survey,
    Trait,
)
from wallenstein.games.sixteen_thirty.names import COUNTRIES, ISSUES
from wallenstein.stats.tally import Batches, Tally, blocks_of, bots_of, chosen, share_estimates


class Lobbies(Survey):
    """Lobbies by bot, issue and country."""

    title = "Lobbies"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        count = len(self.bots)
        self.names = COUNTRIES if about.rules is None else about.rules.data.names
        self.seats = np.zeros(count)
        self.issues, self.countries = Tally(count, len(ISSUES)), Tally(count, len(COUNTRIES))
        self.carried, self.by_issue = Batches(about.blocks, count), Batches(about.blocks, len(ISSUES))

    def add(self, part: RunPart) -> None:
        """Adds the lobbies of further games; those in which nothing could be lobbied for are left out."""
        rows = part.rows("lobbies", ["game", "seat", "country", "issue", "carried"])
        called = rows["issue"] >= 0
        rows = {name: column[called] for name, column in rows.items()}
        at = part.row_of(rows["game"], rows["seat"])
        bot, block, issue = bots_of(part, at), blocks_of(part, at), rows["issue"].astype(np.int64)
        self.issues.add(bot, issue)
        self.countries.add(bot, rows["country"].astype(np.int64))
        self.carried.add(block, bot, rows["carried"], 1.0)
        self.by_issue.add(block, issue, rows["carried"], 1.0)
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))

    def figures(self) -> Iterator[Figure]:
        """What is lobbied for, where, and how often it is carried."""
        played = [place for place in self.order if self.issues.sums[place].any()]
        names = chosen(self.bots, played)
        issues = chosen(self.issues.over(self.seats[:, None]), played)
        text = "How often in a game each bot lobbies for each issue."
        yield Figure("issues", "What is lobbied for", text, Heat(names, ISSUES, issues, "lobbies"))
        countries = chosen(self.countries.over(self.seats[:, None]), played)
        text = "How often in a game each bot lobbies each country."
        yield Figure("lobbied", "Who is lobbied", text, Heat(names, self.names, countries, "lobbies"))
        text = "The share of the lobbies called by each bot that were carried, with 95 % intervals."
        carried = chosen(share_estimates(self.carried), played)
        yield Figure("carried", "Lobbies carried, by bot", text, Dots(names, carried, "carried", PERCENT))
        seen = [place for place in range(len(ISSUES)) if self.by_issue.whole[:, place].sum()]
        shares = chosen(share_estimates(self.by_issue), seen)
        text = "The share of the lobbies for each issue that were carried, with 95 % intervals."
        chart = Dots(chosen(ISSUES, seen), shares, "carried", PERCENT)
        yield Figure("carried-issues", "Lobbies carried, by issue", text, chart)


TURNS: Final = 10
TIMES: Final = tuple(f"turn {turn}" for turn in range(1, TURNS + 1))
DONE: Final = {
    "specials": "special cards",
    "added": "influence added",
    "put_down": "put to market",
    "votes_won": "votes won",
    "votes_lost": "votes lost",
}


class Turns(Survey):
    """What seats have and do, turn by turn."""

    title = "Turns"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        count = len(self.bots)
        self.seats = np.zeros(count)
        self.rows, self.vp, self.gain = (Tally(count, TURNS) for _ in range(3))
        self.done = Tally(count, len(DONE))
        self.votes = Batches(about.blocks, count)

    def add(self, part: RunPart) -> None:
        """Adds the turns of further games."""
        rows = part.rows("turns", ["game", "turn", "seat", "gain", "vp", *DONE])
        at = part.row_of(rows["game"], rows["seat"])
        bot, turn = bots_of(part, at), rows["turn"].astype(np.int64) - 1
        self.rows.add(bot, turn)
        self.vp.add(bot, turn, values=rows["vp"])
        self.gain.add(bot, turn, values=rows["gain"])
        for place, column in enumerate(DONE):
            self.done.add(bot, np.full(len(bot), place), values=rows[column])
        won, lost = rows["votes_won"].astype(np.float64), rows["votes_lost"].astype(np.float64)
        self.votes.add(blocks_of(part, at), bot, won, won + lost)
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))

    def figures(self) -> Iterator[Figure]:
        """Points so far and in each turn, what is done, votes won."""
        played = [place for place in self.order if self.seats[place]]
        names = chosen(self.bots, played)
        for name, what, tally, text in (
            ("over-vp", "Points over the turns", self.vp, "Mean points after each turn."),
            ("over-gain", "Points in each turn", self.gain, "Mean points that each turn brings."),
        ):
            lines = chosen(tally.over(self.rows.sums), played)
            yield Figure(name, what, text, Lines(TIMES, names, lines, "points"))
        done = chosen(self.done.over(self.seats[:, None]), played)
        text = "How often in a game: special cards and influence cards played, cards put to the market, votes cast."
        yield Figure("done", "Cards and votes", text, Heat(names, tuple(DONE.values()), done, "in a game"))
        voted = [place for place in played if self.votes.whole[:, place].sum()]
        won = chosen(share_estimates(self.votes), voted)
        text = "The share of their votes that were on the winning side, with 95 % intervals."
        yield Figure("votes", "Votes won", text, Dots(chosen(self.bots, voted), won, "votes won", PERCENT))


LEAST, MOST = -6, 6  # of the difference of the modifiers; more is counted with it
SIDES = tuple(f"{lead:+d}" if lead else "even" for lead in range(LEAST, MOST + 1))


class Wars(Survey):
    """Wars by country, and by how much the attacker was ahead."""

    title = "Wars"

    def __init__(self, about: About) -> None:
        self.names = COUNTRIES if about.rules is None else about.rules.data.names
        self.fought = Tally(len(COUNTRIES), len(COUNTRIES))
        self.by_lead = Batches(about.blocks, len(SIDES))
        self.games = 0
        self.most = (0, -1)

    def add(self, part: RunPart) -> None:
        """Adds the wars of further games."""
        self.games += len(np.unique(part.seats["game"]))
        columns = ["game", "attacker", "defender", "attacker_modifier", "defender_modifier", "winner"]
        rows = {name: column.astype(np.int64) for name, column in part.rows("wars", columns).items()}
        self.fought.add(rows["attacker"], rows["defender"])
        lead = np.clip(rows["attacker_modifier"] - rows["defender_modifier"], LEAST, MOST) - LEAST
        at = part.row_of(rows["game"], np.zeros(len(lead), np.int64))
        self.by_lead.add(part.seats["block"][at], lead, rows["winner"] == rows["attacker"], 1.0)
        if len(lead):
            numbers, counts = np.unique(rows["game"], return_counts=True)
            place = int(np.argmax(counts))
            if counts[place] > self.most[0]:
                self.most = int(counts[place]), int(numbers[place])

    def figures(self) -> Iterator[Figure]:
        """Who attacks whom, and how often attackers win."""
        if not self.fought.sums.any():
            return
        wars = self.fought.over(np.full((1, 1), max(self.games, 1)))
        text = "Wars in a game: the country of the row attacks that of the column."
        yield Figure("wars", "Who fights whom", text, Heat(self.names, self.names, wars, "wars"))
        seen = [place for place in range(len(SIDES)) if self.by_lead.whole[:, place].sum()]
        won = chosen(share_estimates(self.by_lead), seen)
        text = "How often attackers win, by how far their modifier is ahead of the defender's, with 95 % intervals."
        yield Figure("wars-won", "Wars won", text, Dots(chosen(SIDES, seen), won, "won by the attacker", PERCENT))

    def remarkable(self) -> Iterator[Remarkable]:
        """The game with the most wars."""
        if self.most[1] >= 0:
            yield Remarkable(f"most wars: {self.most[0]}", self.most[1])


OF_TABLES: Final[dict[str, tuple[str, Callable[[About], Survey]]]] = {
    "turns": (Turns.title, Turns),
    "lobbies": (Lobbies.title, Lobbies),
    "wars": (Wars.title, Wars),
}


def surveys(about: About) -> list[Survey]:
    """The sections in their order; one without its table says so."""
    return [
        survey(about) if table in about.tables else NotRecorded(title, table)
        for table, (title, survey) in OF_TABLES.items()
    ]


# What seats did, for `why`: points by turn, influence, votes.

SUMMED = {"specials": "special cards played", "added": "influence cards added", "put_down": "cards put to the market"}
LATE = 5  # turns up to this one are early


def traits(about: About, part: RunPart) -> list[Trait]:
    """All that the recorded tables tell."""
    return list(of_turns(part)) if "turns" in about.tables else []


def of_turns(part: RunPart) -> Iterator[Trait]:
    """What each turn brought, and what was done for it."""
    columns = ["game", "turn", "seat", "gain", "votes_won", "votes_lost", *SUMMED]
    rows = part.rows("turns", columns)
    at, seats = part.row_of(rows["game"], rows["seat"]), len(part.seats["seat"])
    once = np.ones(seats)
    early = rows["turn"] <= LATE
    for text, which in ((f"up to turn {LATE}", early), (f"after turn {LATE}", ~early)):
        yield Trait("points", text, np.bincount(at, rows["gain"] * which, seats), once)
    for column, text in SUMMED.items():
        yield Trait("cards", f"{text} in a game", np.bincount(at, rows[column], seats), once)
    won, lost = (np.bincount(at, rows[column], seats) for column in ("votes_won", "votes_lost"))
    yield Trait("votes", "votes in a game", won + lost, once)
    yield Trait("votes", "votes on the winning side", won, won + lost, PERCENT)


COUNTED: Final = {  # tables of which the rows of a game are counted
    "lobbies": "lobbies per game",
    "wars": "wars per game",
    "leagues": "leagues per game",
}


def measures(tables: Sequence[str], read: ColumnReader) -> list[Measure]:
    """All measures that the recorded tables allow."""
    found: list[Measure] = []
    if "turns" not in tables:
        return found
    rows = read("turns", ["game", "turn", "gain", "specials", "added", "votes_won", "votes_lost"])
    numbers, game = np.unique(rows["game"], return_inverse=True)
    seats = np.bincount(game[rows["turn"] == 1], minlength=len(numbers))

    def total(*columns: str) -> NDArray[np.float64]:
        values = sum(rows[column].astype(np.float64) for column in columns)  # exact: whole numbers
        return np.bincount(game, np.asarray(values), len(numbers)).astype(np.float64)

    turns = np.zeros(len(numbers))
    np.maximum.at(turns, game, rows["turn"].astype(np.float64))
    lost, won = total("votes_lost"), total("votes_won")
    found += [
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
