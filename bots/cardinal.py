"""Cardinal: searches as the chancellor does, but foresees votes, and searches also for what it gives up.

The idea: most of what a lobby brings is decided by votes (5.6.2), and the others vote for their own good. In the
positions that the chancellor deals for a vote, the others' votes are random; the cardinal asks rivals for them who vote
as brokers who know each other's markers. It also tries the cards that it may lose (4.1.1, 5.6.3) or put down (4.1.5):
they are half of its decisions that are not trivial.
"""

from wallenstein.bots import register
from wallenstein.games.sixteen_thirty.model.view import View
from wallenstein.games.sixteen_thirty.search.rehearsal import Rehearsal

from .chancellor import Chancellor


@register("cardinal")
class Cardinal(Chancellor):
    """Options: those of the chancellor."""

    searched = (*Chancellor.searched, "fade", "lose-influence", "to-market")

    def rehearsal(self, view: View) -> Rehearsal:
        return Rehearsal(view, self.rng, self.rounds, self.policy_of, foresight=True)
