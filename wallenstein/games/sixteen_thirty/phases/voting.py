"""The vote (5.6.2), its outcome, wars (5.7) and leagues (5.8.2), and the punishment of the losers (5.6.3)."""

from collections.abc import Sequence
from typing import Final

from wallenstein.core.choices import new_record
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import entries
from wallenstein.games.sixteen_thirty.model.choices import COLOUR, AskLoss, AskVote, Decision, Options
from wallenstein.games.sixteen_thirty.model.state import Kind, State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, View
from wallenstein.games.sixteen_thirty.phases.lobby import begin_bidding
from wallenstein.games.sixteen_thirty.phases.special import dissolve_league, punish

LEADER: Final = 2


def wage_war(state: State, attacker: int, defender: int) -> None:
    """5.7.2: modifiers and the difference of two dice decide; the loser is damaged, in a draw both are."""
    modifiers = modifier(state, attacker, False), modifier(state, defender, True)
    one, two, three, four = (state.chance.draw("war", const.FACES, 1)[0] for _ in range(4))
    totals = modifiers[0] + abs(one - two), modifiers[1] + abs(three - four)
    if totals[0] == totals[1]:
        winner = const.NONE
        damage(state, attacker)
        damage(state, defender)
    else:
        winner, loser = (attacker, defender) if totals[0] > totals[1] else (defender, attacker)
        if state.status[loser]:  # 5.7.2.4: a point goes from the loser to the winner; above 7 it is lost (R18)
            state.status[loser] -= 1
            state.status[winner] = min(const.HIGHEST_STATUS, state.status[winner] + 1)
        damage(state, loser)
    dice = ((one, two), (three, four))
    status, army, ability = [
        (values[attacker], values[defender]) for values in (state.status, state.army, state.ability)
    ]
    state.note(
        entries.WarFought, attacker, defender, dice, modifiers, totals, winner, status, army, ability
    )  # fmt: skip


def modifier(state: State | View, country: int, defends: bool) -> int:
    """5.7.2.1: the modifier of the country's dice; R21: unrest only burdens a defender."""
    bit = 1 << country
    value = state.ability[country]
    if state.leaders & bit:
        value += LEADER
    if not state.army[country]:
        value -= 1
    if state.leagues & bit:
        value += 1
    if defends:
        if state.unrest & bit:
            value -= 1
        if state.book.home_defence & bit and state.status[country] <= const.WEAK:
            value += 1
    return value


def damage(state: State, country: int) -> None:
    """5.7.2.5: a country loses an army; without armies, ability."""
    if state.army[country]:
        state.army[country] -= 1
    elif state.ability[country]:
        state.ability[country] -= 1


def enact_league(state: State, country: int, target: int) -> None:
    """5.8.2: league markers; the weaker member gains an army, ability, and status from the other."""
    state.leagues |= 1 << country | 1 << target
    state.note(entries.LeagueMade, country, target, state.faction[target])
    lift_lower(state.army, country, target)
    lift_lower(state.ability, country, target)
    status = state.status
    low, high = (country, target) if status[country] < status[target] else (target, country)
    if status[high] - status[low] >= const.LEAGUE_GAP:
        status[high] -= 1
        status[low] += 1


def lift_lower(values: list[int], one: int, other: int) -> None:
    """Raises the lower value by one; equal ones stay."""
    if values[one] < values[other]:
        values[one] += 1
    elif values[other] < values[one]:
        values[other] += 1


COLOURS: Final = (const.RED, const.BLUE)


def vote(state: State) -> None:
    """5.6.2: everybody with a stack votes, in secret until all have."""
    country = state.crown()
    ask_voter(state, country, tuple([INFLUENCE[display[country]] for display in state.displays]))


def ask_voter(state: State, country: int, influence: tuple[int, ...]) -> None:
    """Asks the next seat with influence that has not voted; the last vote closes the resolution."""
    votes = state.votes
    for seat, weight in enumerate(influence):
        if weight and votes[seat] == const.NONE:
            about = (seat, country, state.country, state.issue, state.target, state.second, influence)
            state.decision = new_record(Decision, (seat, "vote", COLOURS, new_record(AskVote, about)))
            return
    close_vote(state, country, influence)


class Voting(Kind[AskVote, int]):
    """Red or blue; their meaning depends on the issue (5.6.2, 5.6.4)."""

    name = "vote"
    rule = "5.6.2"
    code = COLOUR

    def options(self, state: State, step: AskVote) -> Options:
        """Nobody with influence may abstain."""
        return COLOURS

    def take(self, state: State, step: AskVote, choice: int) -> None:
        """The vote lies face down; the next seat is asked."""
        state.votes[step.seat] = choice
        ask_voter(state, step.country, step.influence)


def close_vote(state: State, country: int, influence: Sequence[int]) -> None:
    """5.6.2: votes are revealed; the winning side's choice is carried out, then the others are punished."""
    red = blue = 0
    votes = state.votes
    for seat, colour in enumerate(votes):
        if colour != const.NONE:
            weight = influence[seat]
            if colour == const.RED:
                red += weight
            else:
                blue += weight
            state.note(entries.Voted, seat, country, colour, weight)
    winner = const.NONE if red == blue else const.RED if red > blue else const.BLUE
    state.note(entries.VoteClosed, state.country, state.issue, state.target, state.second, red, blue, winner)
    state.votes = [const.NONE] * len(votes)
    if winner == const.NONE:
        end_lobby(state)
        return
    losers = [seat for seat, colour in enumerate(votes) if colour == 1 - winner]
    carry_out(state, winner)
    state.winner = winner
    state.stage = const.LOSE
    punish(state, country, losers, const.BY_VOTE)


def carry_out(state: State, winner: int) -> None:
    """5.6.4: carries out the winning colour's choice; a league also needs the vote in its target."""
    country, issue, target = state.country, state.issue, state.target
    if issue == const.JOIN:
        join_faction(state, country, winner)
    elif issue == const.REARM and winner == const.RED:
        state.army[country] = 1
        state.note(entries.Rearmed, country)
    elif issue == const.WAR and winner == const.RED:
        if state.book.open_target >> target & 1:
            join_faction(state, target, 1 - state.faction[country])  # 5.7.1: the exception
        wage_war(state, country, target)
    elif issue == const.LEAGUE and state.second and winner == state.faction[target]:
        join_faction(state, country, winner)  # 5.8.1: the exception
        enact_league(state, country, target)


def join_faction(state: State, country: int, colour: int) -> None:
    """5.6.4.1; R15: a country that changes sides leaves its league, which ends."""
    if state.faction[country] == colour:
        return
    if state.leagues >> country & 1:
        dissolve_league(state, country, const.DISSOLVED_BY_FACTION)
    state.faction[country] = colour
    state.note(entries.FactionJoined, country, colour)


def lose(state: State) -> None:
    """5.6.3: losers lose cards one by one; then the lobby goes on or is over. In unrest, victims do (4.1.3.7)."""
    if state.losing:
        cause = const.BY_UNREST if state.issue == const.NONE else const.BY_VOTE
        state.ask("lose-influence", AskLoss(state.losing[0], state.victims_of, cause))
        return
    state.victims_of = const.NONE
    if state.issue == const.NONE:
        state.stage = const.NO_STAGE
    elif state.issue == const.LEAGUE and not state.second and state.winner == state.faction[state.target]:
        # 5.6.4.4: the initiator has agreed, the target is asked
        state.winner = const.NONE
        state.second = 1
        begin_bidding(state)
    else:
        end_lobby(state)


def end_lobby(state: State) -> None:
    """After a card's lobby (4.1.3) the step goes on; after the mandatory one (4.1.4) it is over."""
    state.stage = const.NO_STAGE
    state.country = state.issue = state.target = state.winner = const.NONE
    state.second = 0
    if state.step == const.LOBBY_STEP:
        state.step = const.TO_MARKET
