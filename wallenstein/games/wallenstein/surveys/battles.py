"""Battles: odds against what came of them, who wins them, and what the tower keeps."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from wallenstein.core.reports.figures import PERCENT, Against, Dots, Figure, Lines, Stacks
from wallenstein.core.reports.survey import About, Remarkable, RunPart, Survey
from wallenstein.games.wallenstein.journal.tables import CAUSES, COLOURS, ENDS
from wallenstein.stats.batches import Batches
from wallenstein.stats.tally import Column, Tally, blocks_of, bots_of, chosen, share_estimates

BINS: Final = 10
INSIDE: Final = (0, 5, 10, 15, 20, 25, 30, 40)  # cubes in the tower, from
BATTLE: Final = CAUSES.index("battle")
REVOLTS: Final = (CAUSES.index("revolt"), CAUSES.index("winter"))
ATTACKER, HELD = ENDS.index("attacker"), ENDS.index("held")
THROWN: Final = ("thrown", "thrown_other", "thrown_peasants")
NEEDED: Final = ("game", "kind", "seat", "other", "end", "odds", *THROWN)


class Battles(Survey):
    """Throws into the tower."""

    title = "Battles and the tower"

    def __init__(self, about: About) -> None:
        self.bots, self.order = about.bots, about.order
        count = len(self.bots)
        self.battles, self.revolts = Batches(about.blocks, BINS), Batches(about.blocks, BINS)
        self.expected = [np.zeros(BINS), np.zeros(BINS)]
        self.attacks = Batches(about.blocks, count)
        self.fought = Tally(count, 2)
        self.seats = np.zeros(count)
        self.inside = np.zeros((2, len(INSIDE)))
        self.most = (0, -1)

    def add(self, part: RunPart) -> None:
        """Adds the throws of further games."""
        columns = [f"{where}_{colour}" for where in ("tray", "inside", "out") for colour in COLOURS]
        rows = part.rows("throws", [*NEEDED, *columns])
        self._add_tower(rows)
        known = rows["seat"] >= 0
        rows = {name: column[known] for name, column in rows.items() if name in NEEDED}
        at = part.row_of(rows["game"], rows["seat"])
        bot, block = bots_of(part, at), blocks_of(part, at)
        battle, revolt = rows["kind"] == BATTLE, np.isin(rows["kind"], REVOLTS)
        column = np.minimum((rows["odds"] * BINS).astype(np.int64), BINS - 1)
        for batches, expected, which, end in (
            (self.battles, self.expected[0], battle, ATTACKER),
            (self.revolts, self.expected[1], revolt, HELD),
        ):
            batches.add(block[which], column[which], rows["end"][which] == end, 1.0)
            expected += np.bincount(column[which], rows["odds"][which], BINS)
        players = battle & (rows["other"] >= 0)
        self.attacks.add(block[players], bot[players], rows["end"][players] == ATTACKER, 1.0)
        self.fought.add(bot[battle], (rows["other"][battle] >= 0).astype(np.int64))
        self.seats += np.bincount(part.seats["bot"], minlength=len(self.bots))
        self._look(rows["game"][battle])

    def _add_tower(self, rows: Mapping[str, Column]) -> None:
        """Cubes thrown in and those that came out, by how many were inside before."""
        inside, tray, out = (
            sum(rows[f"{where}_{colour}"].astype(np.int64) for colour in COLOURS) for where in ("inside", "tray", "out")
        )
        counted = rows["kind"] != CAUSES.index("fill")
        thrown = tray + sum(rows[name].astype(np.int64) for name in THROWN)
        place = np.searchsorted(INSIDE, np.asarray(inside)[counted], "right") - 1
        for sums, values in zip(self.inside, (thrown, out), strict=True):
            sums += np.bincount(place, np.asarray(values)[counted], len(INSIDE))

    def _look(self, game: Column) -> None:
        """The game with the most battles."""
        if len(game):
            numbers, counts = np.unique(game, return_counts=True)
            place = int(np.argmax(counts))
            if counts[place] > self.most[0]:
                self.most = int(counts[place]), int(numbers[place])

    def figures(self) -> Iterator[Figure]:
        """Odds, battles by bot, the tower."""
        text = (
            "How often attackers took the county, against the chance that the tower's odds gave them before the throw, "
            "as bots are told them. On the dashed line both agree; larger dots are more battles."
        )
        yield Figure("odds", "Battles: odds against what came", text, self._against(self.battles, 0, "battles"))
        text = "How often owners held the county, against the chance that the odds gave them."
        yield Figure("revolt-odds", "Revolts: odds against what came", text, self._against(self.revolts, 1, "revolts"))
        played = [place for place in self.order if self.attacks.whole[:, place].sum()]
        names = chosen(self.bots, played)
        won = chosen(share_estimates(self.attacks), played)
        text = "The share of their attacks on other players that bots won, with 95 % intervals."
        yield Figure("attacks-won", "Attacks won", text, Dots(names, won, "attacks won", PERCENT))
        yield Figure("attacks", "Attacks in a game", "On neutral counties, and on other players.", self._attacks())
        yield self._tower()

    def _against(self, batches: Batches, which: int, what: str) -> Against:
        counts = batches.whole.sum(axis=0)
        seen = share_estimates(batches)
        known = [place for place in range(BINS) if counts[place]]
        expected = tuple(float(self.expected[which][place] / counts[place]) for place in known)
        return Against(expected, chosen(seen, known), tuple(int(counts[place]) for place in known), what)

    def _attacks(self) -> Stacks:
        """How often bots attack in a game."""
        played = [place for place in self.order if self.seats[place]]
        fought = self.fought.sums / np.maximum(self.seats, 1)[:, None]
        values = tuple((float(fought[place, 0]), float(fought[place, 1])) for place in played)
        return Stacks(chosen(self.bots, played), ("on neutral counties", "on players"), values, "attacks")

    def _tower(self) -> Figure:
        """How the tower pays back."""
        thrown, out = self.inside
        seen = [place for place in range(len(INSIDE)) if thrown[place]]
        places = tuple(f"{INSIDE[place]}+" for place in seen)
        rate = tuple(float(out[place] / thrown[place]) for place in seen)
        text = "Cubes that come out for each cube thrown in, by how many lie in the tower before."
        return Figure("tower", "What the tower pays back", text, Lines(places, ("all throws",), (rate,), "cubes"))

    def remarkable(self) -> Iterator[Remarkable]:
        """The game with the most battles."""
        if self.most[1] >= 0:
            yield Remarkable(f"most battles: {self.most[0]}", self.most[1])
