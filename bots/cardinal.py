"""Cardinal: searches as the chancellor does, foresees votes, and judges what it has found by networks.

The idea: most of what a lobby brings is decided by votes (5.6.2), and the others vote for their own good. In the
positions that the chancellor deals for a vote, the others' votes are random; the cardinal's rivals vote as brokers who
know each other's markers. It also tries the cards that it may lose (4.1.1, 5.6.3) or put down (4.1.5). Two small
networks, which learned from games, say what every seat will have at the end (4.2.2). Before it searches, it likes what
a broker with another taste would: influence beyond the status decides votes, and is worth more.
"""

from typing import Final

from wallenstein.bots import register
from wallenstein.games.sixteen_thirty.advice.outlook import Taste
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.names import ARMY_SIZE, UNREST
from wallenstein.games.sixteen_thirty.search.judgement import judge
from wallenstein.games.sixteen_thirty.search.rehearsal import Rehearsal

from .broker import HELD
from .chancellor import Chancellor

TASTE: Final = Taste(slack=0.216, later=1.08, lasting=0.28, opened=0.28, renewed=0.33)
KEPT: Final = {**HELD, ARMY_SIZE: 0.17, UNREST: 1.1}


@register("cardinal")
class Cardinal(Chancellor):
    """Options: those of the chancellor."""

    searched = (*Chancellor.searched, "fade", "lose-influence", "to-market")
    taste = TASTE
    held = KEPT

    def __init__(
        self, playouts: int = 14, width: int = 4, rounds: int = 1, trust: float = 0.005, policy: str = "",
        log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(playouts, width, rounds, trust, policy, log)
        self.thrift = 0.74

    def rehearsal(self, view: View) -> Rehearsal:
        return Rehearsal(view, self.rng, self.rounds, self.policy_of, judge, foresight=True)
