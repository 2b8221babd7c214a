"""Special cards (4.1.3), two a round at most, and unrest (4.1.3.7)."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.model import choices
from wallenstein.games.sixteen_thirty.model.choices import AskLoss, AskSpecial, Decision, Options, Play
from wallenstein.games.sixteen_thirty.model.entries import LeagueDissolved, Lost, SpecialPlayed, Turned
from wallenstein.games.sixteen_thirty.model.options import Plays, distinct
from wallenstein.games.sixteen_thirty.model.state import Kind, State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE
from wallenstein.games.sixteen_thirty.phases.lobby import begin_lobby, calls, rule_of_call
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


class LosingInfluence(Kind[AskLoss, int]):
    """A card of a descendant stack (5.6.3, 4.1.3.7)."""

    name = "lose-influence"
    rule = "5.6.3"
    code = choices.CARD

    def options(self, state: State, step: AskLoss) -> Options:
        return distinct(state.displays[step.seat][step.country])

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
        state.ask("special", AskSpecial(state.current, state.specials))
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


class PlayingSpecial(Kind[AskSpecial, Play | None]):
    """A special card with its target, or none (4.1.3)."""

    name = "special"
    rule = "4.1.3"
    choice = Play
    code = choices.PLAY

    def options(self, state: State, step: AskSpecial) -> Options:
        lobbies = None
        groups: list[tuple[int, int]] = []
        shown: tuple[tuple[int, int, int], ...] = ()
        hand = state.hands[step.seat]
        if not hand or hand[-1] < const.SPECIAL:
            return NO_CARD
        held = distinct(tuple([card for card in hand if card >= const.SPECIAL]))
        for card in held:
            if card == const.LOBBY_CARD:
                lobbies = calls(state, step.seat)
            elif card == const.ASSASSIN:
                shown = displayed(state)
            else:
                groups.append((card, targets(state, card)))
        return Plays(held, tuple(groups), lobbies, shown)

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
