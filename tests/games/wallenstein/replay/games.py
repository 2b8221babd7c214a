"""Games to be played back, one for each set of rules that looks different."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.bots.match import play
from wallenstein.games import find_game
from wallenstein.report.replays import page_of
from wallenstein.table.played_game import PlayedGame
from wallenstein.tourney.recorded_games import RecordedGame

BOTS: Final = ("miller", "settler", "warlord", "regent", "random")
RULES: Final[dict[str, tuple[int, dict[str, Any]]]] = {  # how many players, and the section [game]
    "second": (4, {}),
    "draft": (3, {"setup": "draft"}),
    "first": (4, {"edition": "first"}),
    "manual": (3, {"edition": "first", "variant": "manual"}),
    "both expansions": (5, {"expansions": ["emperors-court", "landsknechte"]}),
}


class Shown(NamedTuple):
    """A game that was played, and the page that plays it back."""

    played: PlayedGame
    page: str

    @property
    def data(self) -> dict[str, Any]:
        """What the page's scripts know."""
        found = re.search(r'<script type="application/json" id="replay">(.*?)</script>', self.page, re.DOTALL)
        assert found is not None
        known: dict[str, Any] = json.loads(found[1])
        return known

    def positions(self) -> list[dict[str, Any]]:
        """The position of every step."""
        found: list[dict[str, Any]] = []
        for change in self.data["steps"]:
            position = {**found[-1], **change} if found else change
            found.append({key: value for key, value in position.items() if value is not None})
        return found


@cache
def shown(name: str, seed: int = 7) -> Shown:
    """The game of these rules and its page."""
    players, options = RULES[name]
    bots = BOTS[:players]
    played = play(bots, seed=seed, rules=options)
    game = find_game("wallenstein")
    choices = tuple(decided.packed for decided in played.decisions)
    return Shown(played, page_of(name, RecordedGame(0, game, game.rules(options, Path()), seed, bots, choices)))
