"""Points over the turns, and what bots do for them."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from wallenstein.core.reports.figures import PERCENT, Dots, Figure, Heat, Lines
from wallenstein.core.reports.survey import About, RunPart, Survey
from wallenstein.stats.batches import Batches
from wallenstein.stats.tally import Tally, blocks_of, bots_of, chosen, share_estimates

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
