"""Special cards (4.1.3), unrest; the vote (5.6.2), wars (5.7), leagues (5.8.2), and the losers' punishment (5.6.3)."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.core.choices import new_record
from wallenstein.core.engine import Kind
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import choices, entries
from wallenstein.games.sixteen_thirty.model.choices import COLOUR, AskLoss, AskSpecial, AskVote, Decision, Options, Play
from wallenstein.games.sixteen_thirty.model.entries import LeagueDissolved, Lost, SpecialPlayed, Turned
from wallenstein.games.sixteen_thirty.model.options import Plays, distinct
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE, View
from wallenstein.games.sixteen_thirty.phases.lobby import begin_bidding, begin_lobby, calls, rule_of_call
from wallenstein.games.sixteen_thirty.phases.rounds import remove_card, use_card


def put_in_unrest(state: State, country: int) -> None:
    """4.1.3.7: its league ends; the seats with the most influence are victims."""
    state.unrest |= 1 << country
    if state.leagues >> country & 1:
        dissolve_league(state, country, const.DISSOLVED_BY_UNREST)
    influences = [INFLUENCE[display[country]] for display in state.displays]
    most = max(influences)
    if most:
        punish(state, country, [seat for seat, one in enumerate(influences) if one == most], const.BY_UNREST)


def dissolve_league(state: State, country: int, cause: int) -> None:
    colour = state.faction[country]
    for member, faction in enumerate(state.faction):
        if faction == colour:
            state.leagues &= ~(1 << member)
    state.note(LeagueDissolved, colour, cause)


def punish(state: State, country: int, seats: Sequence[int], cause: int) -> None:
    """R12: all ascendant stacks turn; then the owners of those that were descendant lose a card, one by one."""
    descendant, players = state.descendant, state.book.players
    bit = 1 << country
    losing = []
    for place in range(players):
        seat = (state.current + place) % players
        if seat in seats and descendant[seat] & bit:
            losing.append(seat)
    for seat in seats:
        if not descendant[seat] & bit:
            descendant[seat] |= bit
            state.note(Turned, seat, country, cause)
    state.losing = losing
    if losing:
        state.victims_of = country
        state.stage = const.LOSE


class LosingInfluence(Kind):
    """A card of a descendant stack (5.6.3, 4.1.3.7)."""

    name = "lose-influence"
    rule = "5.6.3"
    code = choices.CARD

    def broken(self, decision: Decision, choice: object) -> str:
        """The section that makes the seat lose a card: a vote's, or that of unrest."""
        step = decision.step
        assert isinstance(step, AskLoss), "the question is about a loss"
        return "4.1.3.7" if step.cause == const.BY_UNREST else self.rule

    def take(self, state: State, step: AskLoss, choice: int) -> None:
        gone = remove_card(state, step.seat, step.country, choice)
        state.note(Lost, step.seat, step.country, gone, step.cause)
        state.losing = state.losing[1:]


# the section broken by each card that is played where it must not be
SECTIONS: Final = {const.SPECIAL + place: f"4.1.3.{place + 1}" for place in range(len(const.SPECIALS))}
NO_CARD: Final = (None,)


def special(state: State) -> None:
    """4.1.3: none, one or two, one after the other."""
    if state.specials < const.SPECIALS_IN_A_ROUND:
        seat = state.current
        state.ask(AskSpecial(seat, state.specials), seat, "special", plays(state, seat))
    else:
        state.step = const.LOBBY_STEP


def targets(state: State, card: int) -> int:
    """R8: the countries where the card has an effect."""
    if card == const.IMPROVEMENT:
        return below(state.ability, const.HIGHEST_ABILITY)
    if card == const.ARMY_SIZE:
        return below(state.army, const.HIGHEST_ARMY)
    if card == const.STATUS_CARD:
        return below(state.status, const.HIGHEST_STATUS)
    return const.ALL_COUNTRIES & ~(state.leaders if card == const.LEADER else state.unrest)


def below(values: Sequence[int], most: int) -> int:
    """The set of countries with less."""
    group = 0
    for country, value in enumerate(values):
        if value < most:
            group |= 1 << country
    return group


def displayed(state: State) -> tuple[tuple[int, int, int], ...]:
    """Every card on display: seat, country, card."""
    found = []
    for seat, display in enumerate(state.displays):
        for country, stack in enumerate(display):
            for card in distinct(stack):
                found.append((seat, country, card))
    return tuple(found)


def plays(state: State, seat: int) -> Options:
    """The special cards of the hand, each where it has an effect; or none."""
    hand = state.hands[seat]
    if not hand or hand[-1] < const.SPECIAL:
        return NO_CARD
    lobbies = None
    groups: list[tuple[int, int]] = []
    shown: tuple[tuple[int, int, int], ...] = ()
    held = distinct(tuple([card for card in hand if card >= const.SPECIAL]))
    for card in held:
        if card == const.LOBBY_CARD:
            lobbies = calls(state, seat)
        elif card == const.ASSASSIN:
            shown = displayed(state)
        else:
            groups.append((card, targets(state, card)))
    return Plays(held, tuple(groups), lobbies, shown)


class PlayingSpecial(Kind):
    """A special card with its target, or none (4.1.3)."""

    name = "special"
    rule = "4.1.3"
    choice = Play
    code = choices.PLAY
    may_decline = True

    def broken(self, decision: Decision, choice: Any) -> str:
        """The card's section, if it is in the hand; for a lobby, the rule that the lobby breaks."""
        options = decision.options
        if not isinstance(options, Plays) or not isinstance(choice, tuple) or len(choice) != len(Play._fields):
            return self.rule
        card = choice[0]
        if card == const.LOBBY_CARD and options.calls is not None:
            return rule_of_call(options.calls, Play(*choice).call)
        return SECTIONS[card] if card in options.held else self.rule

    def take(self, state: State, step: AskSpecial, choice: Play | None) -> None:
        """The card goes to the discards, then takes effect."""
        if choice is None:
            state.step = const.LOBBY_STEP
            return
        card, country, issue, target, seat, removed = choice
        use_card(state, step.seat, card)
        state.discard.append(card)
        state.specials += 1
        state.note(SpecialPlayed, step.seat, choice)
        if card == const.LOBBY_CARD:
            begin_lobby(state, const.FROM_CARD, country, issue, target)
        elif card == const.IMPROVEMENT:
            state.ability[country] += 1
        elif card == const.ARMY_SIZE:
            state.army[country] += 1
        elif card == const.STATUS_CARD:
            state.status[country] += 1
        elif card == const.LEADER:
            state.leaders |= 1 << country
        elif card == const.ASSASSIN:
            remove_card(state, seat, country, removed)
        else:
            put_in_unrest(state, country)

    def pack(self, choice: Play | None) -> bytes:
        """Card and country; then the target of a lobby or an assassin."""
        return b"" if choice is None else bytes([part for part in choice if part >= 0])

    def unpack(self, packed: bytes) -> Play | None:
        if not packed:
            return None
        card, country, *more = packed
        if card == const.ASSASSIN:
            return Play(card, country, seat=more[0], remove=more[1])
        return Play(card, country, *more)


# The vote (5.6.2), its outcome, wars (5.7) and leagues (5.8.2), and the punishment of the losers (5.6.3).

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
            state.ask(new_record(AskVote, about), seat, "vote", COLOURS)  # nobody may abstain
            return
    close_vote(state, country, influence)


class Voting(Kind):
    """Red or blue; their meaning depends on the issue (5.6.2, 5.6.4)."""

    name = "vote"
    rule = "5.6.2"
    code = COLOUR

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
        seat, country = state.losing[0], state.victims_of
        cause = const.BY_UNREST if state.issue == const.NONE else const.BY_VOTE
        state.ask(AskLoss(seat, country, cause), seat, "lose-influence", distinct(state.displays[seat][country]))
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
