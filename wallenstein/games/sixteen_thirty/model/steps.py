"""The questions that the rules ask, as records: who is asked, and what the question is about."""

from typing import NamedTuple, TypeAlias

from wallenstein.games.sixteen_thirty.model.codes import Cause, Country, CountryOrNone, Issue, Number, Seat, YesNo

Step: TypeAlias = tuple[object, ...]  # a record of one of these types


class AskMarker(NamedTuple):
    """3.3: which marker goes to the left neighbour."""

    seat: Seat
    round: Number  # from 1


class AskDisplay(NamedTuple):
    """3.6: what is shown at the start."""

    seat: Seat


class AskFade(NamedTuple):
    """4.1.1: which descendant card goes."""

    seat: Seat


class AskSpecial(NamedTuple):
    """4.1.3: which special card is played, if any; so many were before."""

    seat: Seat
    played: Number


class AskLobby(NamedTuple):
    """4.1.4: which country is lobbied, on what."""

    seat: Seat


class AskBid(NamedTuple):
    """5.6.1: which cards are added to the stack in a country. What is lobbied stands behind it."""

    seat: Seat
    country: Country  # whose crown decides now: a league's target in its second resolution
    called: Country
    issue: Issue
    target: CountryOrNone
    second: YesNo
    compulsory: YesNo


class AskVote(NamedTuple):
    """5.6.2: red or blue. The influence of every seat that has any is that of its stack in the country."""

    seat: Seat
    country: Country
    called: Country
    issue: Issue
    target: CountryOrNone
    second: YesNo
    influence: tuple[Number, ...]  # by seat


class AskLoss(NamedTuple):
    """5.6.3, 4.1.3.7: which card of a descendant stack goes."""

    seat: Seat
    country: Country
    cause: Cause


class AskMarket(NamedTuple):
    """4.1.5: which card goes to the market; so many are still to go, this one among them."""

    seat: Seat
    left: Number


class AskExchange(NamedTuple):
    """4.2.3.1: which card is exchanged."""

    seat: Seat


class AskCollect(NamedTuple):
    """4.2.3.2: which card is taken."""

    seat: Seat
