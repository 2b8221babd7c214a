"""Judgement: two small networks that foresee what every seat will have at the end, from a state between two rounds."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from wallenstein.core.search.chances import chance_of
from wallenstein.games.sixteen_thirty import names as const
from wallenstein.games.sixteen_thirty.advice.horizon import TURNS_LEFT
from wallenstein.games.sixteen_thirty.model.options import SETS
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.model.view import INFLUENCE
from wallenstein.games.sixteen_thirty.phases.lobby import LobbyPower
from wallenstein.games.sixteen_thirty.phases.voting import modifier
from wallenstein.games.sixteen_thirty.search.prospects import FINAL_HEAT

MOST: Final = 60  # a lead of more points counts like this one
NO_WAR: Final = -4  # below the lead of any war worth waging


class Network(NamedTuple):
    """One hidden layer beside direct weights. The outputs are points, and points for each turn left."""

    hidden: list[list[float]]  # by input, weights of the units; the last input is the number of turns left
    direct: list[list[float]]  # by input, weights of both outputs
    out: list[list[float]]  # by unit, weights in both outputs
    bias: list[float]  # of the units
    base: list[float]  # of the outputs


@cache
def networks() -> tuple[Network, Network, list[float]]:
    """For a country where a seat has markers, for the seat itself; and how surely points decide, by turn from 1."""
    text = (Path(__file__).parents[1] / "data" / "judgement.toml").read_text("utf-8")
    found = tomllib.loads(text)
    return Network(**found["country"]), Network(**found["seat"]), found["heat"]


def points_of(network: Network, inputs: list[float], turns: float) -> float:
    """What the network foresees; all sums from left to right, so it is the same in every Python."""
    hidden, direct, out, bias, base = network
    units, points = bias[:], base[0] + turns * base[1]
    for place, value in enumerate([*inputs, turns]):
        if value:
            row, pair = hidden[place], direct[place]
            points += value * (pair[0] + turns * pair[1])
            for unit in range(len(units)):
                units[unit] += value * row[unit]
    for unit, height in enumerate(units):
        if height > 0.0:
            pair = out[unit]
            points += height * (pair[0] + turns * pair[1])
    return points


def judge(state: State, seat: int) -> float:
    """The seat's chance to win."""
    if state.step == const.OVER:
        return chance_of([float(points) for points in state.vp], seat, FINAL_HEAT)
    (in_country, of_seat, heat), leads = networks(), war_leads(state)
    turns, points = TURNS_LEFT[state.turn], [0.0] * len(state.vp)
    for one, have in enumerate(state.vp):
        countries, own = seat_inputs(state, one, *leads)
        foreseen = points_of(of_seat, own, turns)
        for stake, inputs in countries:
            foreseen += stake * points_of(in_country, inputs, turns)
        points[one] = have + foreseen
    return chance_of(points, seat, heat[state.turn - 1])


def war_leads(state: State) -> tuple[list[int], list[int]]:
    """By country: the most by which an attacker is stronger, and by which it is stronger than a target (5.7)."""
    threats, chances = [NO_WAR] * len(const.COUNTRIES), [NO_WAR] * len(const.COUNTRIES)
    power = LobbyPower(state)
    for attacker in range(len(const.COUNTRIES)):
        for target in SETS[power.issues(attacker)[2]]:
            lead = modifier(state, attacker, False) - modifier(state, target, True)
            threats[target] = max(threats[target], lead)
            chances[attacker] = max(chances[attacker], lead)
    return threats, chances


def seat_inputs(
    state: State, seat: int, threats: list[int], chances: list[int]
) -> tuple[list[tuple[int, list[float]]], list[float]]:
    """Of each country where the seat has markers their number and the inputs; and the inputs of the seat."""
    hand, players = state.hands[seat], state.book.players
    opened: list[int] = []
    named, specials = [0] * len(const.COUNTRIES), [0] * len(const.SPECIALS)
    for card in hand:
        if card < const.OPEN:
            named[const.COUNTRY_OF[card]] += const.VALUE_OF[card]
        elif card < const.SPECIAL:
            opened.append(const.VALUE_OF[card])
        else:
            specials[card - const.SPECIAL] += 1
    played = (state.current - state.first) % players if state.current >= 0 else players
    course = [int((seat - state.first) % players >= played), players - played]
    countries: list[tuple[int, list[float]]] = []
    elsewhere = idle = fading = missing = 0
    for country, stack in enumerate(state.displays[seat]):
        stake = state.markers[seat].count(country)
        if stake:
            wars = [threats[country], chances[country]]
            numbers = country_inputs(state, seat, country, named[country], sum(opened), wars)  # exact: whole numbers
            countries.append((stake, [float(one) for one in (*numbers, *course)]))
            fading += stake * numbers[5]
            missing += stake * int(not stack)
        else:
            elsewhere += named[country]
            idle += INFLUENCE[stack]
    points, best = state.vp[seat], max([other for place, other in enumerate(state.vp) if place != seat])
    lead, ahead = [max(-MOST, min(MOST, points - other)) for other in (best, sum(state.vp) // players)]  # exact: whole
    return countries, [float(one) for one in (
        lead, ahead, len(hand), *specials, sum(opened), len(opened), min(elsewhere, 30),  # exact: whole numbers
        min(idle, 30), fading, missing, len(countries), *course, state.turn,
        max(0, len(hand) - state.book.limits[state.turn - 1] + 1), len(hand) - len(opened),
        len(state.markets[seat]), max(0, lead),
    )]  # fmt: skip


def country_inputs(state: State, seat: int, country: int, named: int, opened: int, wars: list[int]) -> list[int]:
    """A country as it is for a seat with a marker, and cards of these values that may be laid there."""
    stack, others = state.displays[seat][country], [other for other in range(state.book.players) if other != seat]
    influence, status = INFLUENCE[stack], state.status[country]
    turned, room = state.descendant[seat] >> country & 1, max(0, status - influence)
    rivals = [INFLUENCE[state.displays[other][country]] for other in others]
    stakes = [state.markers[other].count(country) for other in others]
    return [
        status, min(influence, status), max(0, influence - status), turned * min(influence, status),
        turned * len(stack), turned, len(stack), len([card for card in stack if card >= const.OPEN]), room,
        (1 - turned) * min(room, named), (1 - turned) * min(room, opened), min(named, 9),
        state.army[country], state.ability[country], int(state.faction[country] == const.NONE),
        state.leagues >> country & 1, max(rivals), sum(rivals), sum(stakes), *wars,  # exact: whole numbers
        int(not stack), int(len(stack) == const.STACK), state.leaders >> country & 1,
    ]  # fmt: skip
