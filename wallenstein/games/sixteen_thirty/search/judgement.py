"""Judgement: two small networks that foresee what every seat will have at the end, from a state between two rounds."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

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


class Network:
    """One hidden layer beside direct weights; all sums from left to right, so it is the same in every Python."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        """`table`: `hidden` and `direct`, by input the weights of hidden units and of both outputs; `bias` of the units
        and `base` of the outputs; `out`, by unit its weights in both outputs: points, and points for each turn left.
        The number of turns left is the last input."""
        self.hidden: list[list[float]] = [list(map(float, row)) for row in table["hidden"]]
        self.direct: list[list[float]] = [list(map(float, row)) for row in table["direct"]]
        self.out: list[list[float]] = [list(map(float, row)) for row in table["out"]]
        self.bias: list[float] = list(map(float, table["bias"]))
        self.base: list[float] = list(map(float, table["base"]))

    def points(self, inputs: list[float], turns: float) -> float:
        units = self.bias[:]
        points = self.base[0] + turns * self.base[1]
        for place, value in enumerate([*inputs, turns]):
            if value:
                row, pair = self.hidden[place], self.direct[place]
                points += value * (pair[0] + turns * pair[1])
                for unit in range(len(units)):
                    units[unit] += value * row[unit]
        for unit, height in enumerate(units):
            if height > 0.0:
                pair = self.out[unit]
                points += height * (pair[0] + turns * pair[1])
        return points


class Judgement:
    """The networks of a file, for a country where a seat has markers and for the seat itself, and each turn's heat."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.country = Network(table["country"])
        self.seat = Network(table["seat"])
        self.heat: list[float] = list(map(float, table["heat"]))  # how surely points decide, by turn from 1

    def win_chance(self, state: State, seat: int) -> float:
        if state.step == const.OVER:
            return chance_of([float(points) for points in state.vp], seat, FINAL_HEAT)
        turns = TURNS_LEFT[state.turn]
        points = []
        for held, countries, own in table_inputs(state):
            foreseen = self.seat.points(own, turns)
            for stake, inputs in zip(held, countries, strict=True):
                foreseen += stake * self.country.points(inputs, turns)
            points.append(foreseen)
        points = [have + foreseen for have, foreseen in zip(state.vp, points, strict=True)]
        return chance_of(points, seat, self.heat[state.turn - 1])


@cache
def judgement() -> Judgement:
    """That of the packaged file."""
    text = (files("wallenstein.games.sixteen_thirty") / "data" / "judgement.toml").read_text("utf-8")
    return Judgement(tomllib.loads(text))


def table_inputs(state: State) -> list[tuple[list[int], list[list[float]], list[float]]]:
    """By seat: its markers by country where it has any, the inputs of these countries, and those of the seat."""
    threats, chances = war_leads(state)
    return [seat_inputs(state, seat, threats, chances) for seat in range(state.book.players)]


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
) -> tuple[list[int], list[list[float]], list[float]]:
    named, opened, specials = [0] * len(const.COUNTRIES), 0, [0] * len(const.SPECIALS)
    opens, hand, players = 0, state.hands[seat], state.book.players
    for card in hand:
        if card < const.OPEN:
            named[const.COUNTRY_OF[card]] += const.VALUE_OF[card]
        elif card < const.SPECIAL:
            opened += const.VALUE_OF[card]
            opens += 1
        else:
            specials[card - const.SPECIAL] += 1
    played = (state.current - state.first) % players if state.current >= 0 else players
    to_come, rounds = int((seat - state.first) % players >= played), players - played
    held: list[int] = []
    countries: list[list[float]] = []
    elsewhere = idle = fading = missing = 0
    for country, stack in enumerate(state.displays[seat]):
        stake, influence = state.markers[seat].count(country), INFLUENCE[stack]
        if not stake:
            elsewhere += named[country]
            idle += influence
            continue
        status, turned = state.status[country], state.descendant[seat] >> country & 1
        room, steady = max(0, status - influence), 1 - turned
        others = [INFLUENCE[state.displays[other][country]] for other in range(players) if other != seat]
        stakes = [state.markers[other].count(country) for other in range(players) if other != seat]
        numbers = [
            status, min(influence, status), max(0, influence - status), turned * min(influence, status),
            turned * len(stack), turned, len(stack), len([card for card in stack if card >= const.OPEN]), room,
            steady * min(room, named[country]), steady * min(room, opened), min(named[country], 9),
            state.army[country], state.ability[country], int(state.faction[country] == const.NONE),
            state.leagues >> country & 1, max(others), sum(others), sum(stakes),  # exact: whole numbers
            threats[country], chances[country], int(not stack), int(len(stack) == const.STACK),
            state.leaders >> country & 1, to_come, rounds,
        ]  # fmt: skip
        held.append(stake)
        countries.append([float(number) for number in numbers])
        fading += stake * turned
        missing += stake * int(not stack)
    points = state.vp[seat]
    lead = max(-MOST, min(MOST, points - max([other for place, other in enumerate(state.vp) if place != seat])))
    ahead = max(-MOST, min(MOST, points - sum(state.vp) // players))  # exact: whole numbers
    numbers = [
        lead, ahead, len(hand), *specials, opened, opens, min(elsewhere, 30), min(idle, 30), fading,
        missing, len(held), to_come, rounds, state.turn, max(0, len(hand) - state.book.limits[state.turn - 1] + 1),
        len(hand) - opens, len(state.markets[seat]), max(0, lead),
    ]  # fmt: skip
    return held, countries, [float(number) for number in numbers]
