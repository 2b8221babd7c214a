"""Wars: who fights whom, and who wins."""

from collections.abc import Iterator

import numpy as np

from wallenstein.core.reports.figures import PERCENT, Dots, Figure, Heat
from wallenstein.core.reports.survey import About, Remarkable, RunPart, Survey
from wallenstein.games.sixteen_thirty.names import COUNTRIES
from wallenstein.stats.batches import Batches
from wallenstein.stats.tally import Tally, chosen, share_estimates

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
