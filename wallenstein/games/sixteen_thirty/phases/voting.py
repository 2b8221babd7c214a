"""The vote (5.6.2), its outcome, and what becomes of the losers (5.6.3)."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.unchangeable import new_record
from wallenstein.games.sixteen_thirty.model.codes import COLOUR
from wallenstein.games.sixteen_thirty.model.decision import Decision, Options
from wallenstein.games.sixteen_thirty.model.entries import FactionJoined, Rearmed, VoteClosed, Voted
from wallenstein.games.sixteen_thirty.model.influence import INFLUENCE
from wallenstein.games.sixteen_thirty.model.state import Kind, State
from wallenstein.games.sixteen_thirty.model.steps import AskVote
from wallenstein.games.sixteen_thirty.names import (
    BLUE,
    BY_VOTE,
    DISSOLVED_BY_FACTION,
    JOIN,
    LEAGUE,
    LOBBY_STEP,
    LOSE,
    NO_STAGE,
    NONE,
    REARM,
    RED,
    TO_MARKET,
    WAR,
)
from wallenstein.games.sixteen_thirty.phases.league import enact_league
from wallenstein.games.sixteen_thirty.phases.lobby import begin_bidding
from wallenstein.games.sixteen_thirty.phases.unrest import ask_next_loser, dissolve_league, punish
from wallenstein.games.sixteen_thirty.phases.war import wage_war

COLOURS: Final = (RED, BLUE)


def vote(state: State) -> None:
    """5.6.2: everybody with a stack votes, and nothing is shown before all have."""
    country = state.target if state.second else state.country
    ask_voter(state, country, tuple([INFLUENCE[display[country]] for display in state.displays]))


def ask_voter(state: State, country: int, influence: tuple[int, ...]) -> None:
    """Asks the next seat with influence that has not voted; the last vote closes the resolution."""
    votes = state.votes
    for seat, weight in enumerate(influence):
        if weight and votes[seat] == NONE:
            about = (seat, country, state.country, state.issue, state.target, state.second, influence)
            state.decision = new_record(Decision, (seat, VOTING.name, COLOURS, new_record(AskVote, about)))
            return
    close_vote(state, country, influence)


class Voting(Kind[AskVote, int]):
    """Red or blue; what they mean depends on the issue (5.6.2, 5.6.4)."""

    name = "vote"
    rule = "5.6.2"
    code = COLOUR

    def options(self, state: State, step: AskVote) -> Options:
        """Nobody with influence may abstain."""
        return COLOURS

    def take(self, state: State, step: AskVote, choice: int) -> None:
        """The vote lies face down; the next one is asked for."""
        state.votes[step.seat] = choice
        ask_voter(state, step.country, step.influence)


VOTING: Final[Voting] = Voting()


def close_vote(state: State, country: int, influence: Sequence[int]) -> None:
    """5.6.2: votes are revealed; the higher side's will is done, then the others are punished."""
    red = blue = 0
    votes = state.votes
    for seat, colour in enumerate(votes):
        if colour != NONE:
            weight = influence[seat]
            if colour == RED:
                red += weight
            else:
                blue += weight
            state.note(Voted, seat, country, colour, weight)
    winner = NONE if red == blue else RED if red > blue else BLUE
    state.note(VoteClosed, state.country, state.issue, state.target, state.second, red, blue, winner)
    state.votes = [NONE] * len(votes)
    if winner == NONE:
        end_lobby(state)
        return
    losers = [seat for seat, colour in enumerate(votes) if colour == 1 - winner]
    carry_out(state, winner)
    state.winner = winner
    state.stage = LOSE
    punish(state, country, losers, BY_VOTE)


def carry_out(state: State, winner: int) -> None:
    """5.6.4: what the winning colour means; a league needs the vote in its target too."""
    country, issue, target = state.country, state.issue, state.target
    if issue == JOIN:
        join_faction(state, country, winner)
    elif issue == REARM and winner == RED:
        state.army[country] = 1
        state.note(Rearmed, country)
    elif issue == WAR and winner == RED:
        if state.book.open_target >> target & 1:
            join_faction(state, target, 1 - state.faction[country])  # 5.7.1: the exception
        wage_war(state, country, target)
    elif issue == LEAGUE and state.second and winner == state.faction[target]:
        join_faction(state, country, winner)  # 5.8.1: the exception
        enact_league(state, country, target)


def join_faction(state: State, country: int, colour: int) -> None:
    """5.6.4.1; R15: a country that changes sides leaves its league, which ends."""
    if state.faction[country] == colour:
        return
    if state.leagues >> country & 1:
        dissolve_league(state, country, DISSOLVED_BY_FACTION)
    state.faction[country] = colour
    state.note(FactionJoined, country, colour)


def lose(state: State) -> None:
    """5.6.3: losers lose cards one by one; then the lobby goes on or is over. In unrest, victims do (4.1.3.7)."""
    if ask_next_loser(state):
        return
    if state.issue == NONE:
        state.stage = NO_STAGE
    elif state.issue == LEAGUE and not state.second and state.winner == state.faction[state.target]:
        # 5.6.4.4: the initiator has agreed, the target is asked
        state.winner = NONE
        state.second = 1
        begin_bidding(state)
    else:
        end_lobby(state)


def end_lobby(state: State) -> None:
    """The step goes on after a card's lobby (4.1.3), and is over after the mandatory one (4.1.4)."""
    state.stage = NO_STAGE
    state.country = state.issue = state.target = state.winner = NONE
    state.second = 0
    if state.step == LOBBY_STEP:
        state.step = TO_MARKET
