"""The rules of a game: their data files, and the `[game]` section."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar

from wallenstein.core.documents import RawTable, Schema, parse_toml, read_text
from wallenstein.core.errors import ConfigError, ConfigErrors, MistakeList
from wallenstein.core.game import unknown_keys
from wallenstein.games.sixteen_thirty import names as const

# Reads data files, the packaged one and the user's.

Kind = TypeVar("Kind", dict[str, Any], list[Any])
LARGEST: Final = 64 * 1024  # bytes; the packaged file has 7 kB
PLAYERS: Final = (3, 4, 5, 6)
SWITCH: Final = "league_bonus_needs_influence"  # the one ruling that a file may turn (R17)
# tables that may differ
FREE: Final = ("meta", "country", "map", "deck", "players", "rulings", "counters", "provenance")
NUMBERS: Final = {
    "status": const.HIGHEST_STATUS,
    "army": const.HIGHEST_ARMY,
    "ability": const.HIGHEST_ABILITY,
    "vp_markers": 22,
}


@dataclass(frozen=True)
class PlayerTable:
    markers: int  # a player's VP markers (3.2)
    draw: int  # cards drawn a round (4.1.2)
    limits: tuple[int, ...]  # of the hand, by turn from 1 (4.1.5)


@dataclass(frozen=True, eq=False)
class Data:
    """The figures of a data file. Lists by country; sets of countries have a bit for each."""

    names: tuple[str, ...]  # for people
    status: tuple[int, ...]
    army: tuple[int, ...]
    ability: tuple[int, ...]
    markers: tuple[int, ...]  # VP markers of each country
    home_defence: int  # countries that defend better when they are weak (5.7.2.1)
    open_target: int  # countries with the exceptions of the German States (5.7.1, 5.8.1)
    adjacent: tuple[int, ...]
    deck: tuple[int, ...]  # number of each card
    tables: Mapping[int, PlayerTable]
    bonus_needs_influence: bool  # R17
    content_hash: str


@cache
def packaged() -> RawTable:
    """The package's data file; do not change it."""
    text = (Path(__file__).parent / "data" / "sixteen-thirty.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def data(name: str) -> Data:
    """The data of a file; `default` is the packaged one. ConfigError if it is wrong."""
    if name == "default":
        return read_data(packaged())
    text = read_text(name, "data", LARGEST, "a data file has about 7 kB")
    try:
        return read_data(parse_toml(text))
    except ConfigError as error:
        lines = error.lines if isinstance(error, ConfigErrors) else (str(error),)
        raise ConfigErrors([f"{name}: {line}" for line in lines]) from None


def read_data(document: Mapping[str, object]) -> Data:
    """The data in a document. Limits, war, leagues and the end are rules: a file may repeat them, but not change them.

    ConfigErrors has the first mistake of every table.
    """
    ours = packaged()
    mistakes = MistakeList()
    for key, value in document.items():
        if key not in ours:
            mistakes.lines.append(f"{key}: there is no such table; known are {', '.join(ours)}")
        elif key not in FREE and value != ours[key]:
            mistakes.lines.append(f"{key}: these are rules of the game; leave the table as it is packaged, or out")
    parts = {key: document.get(key, ours[key]) for key in ("players", *READERS)}
    read: RawTable = {key: mistakes.read(reader, parts[key]) for key, reader in READERS.items()}
    markers = sum(one["vp_markers"] for one in read["country"] or ours["country"])  # exact: whole numbers
    tables = mistakes.read(read_tables, parts["players"], markers, read["deck"] or read_deck(ours["deck"]))
    mistakes.raise_any()
    assert tables is not None
    countries = read["country"]
    values = (countries, read["deck"], tables, read["map"], read["rulings"])
    return Data(
        names=tuple(one["name"] for one in countries),
        status=tuple(one["status"] for one in countries),
        army=tuple(one["army"] for one in countries),
        ability=tuple(one["ability"] for one in countries),
        markers=tuple(one["vp_markers"] for one in countries),
        home_defence=flagged(countries, "home_defence"),
        open_target=flagged(countries, "open_target"),
        adjacent=read["map"],
        deck=read["deck"],
        tables=tables,
        bonus_needs_influence=read["rulings"],
        content_hash=blake2b(repr(values).encode(), digest_size=8).hexdigest(),
    )


def whole(value: object, low: int, high: int, where: str) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ConfigError(f"{where}: must be a whole number from {low} to {high}, not {value!r:.40}")
    return value


def of_kind(kind: type[Kind], value: object, where: str) -> Kind:
    """A table, which is a dictionary, or a list."""
    if not isinstance(value, kind):
        raise ConfigError(f"{where}: must be a {'list' if kind is list else 'table'}, not {value!r:.40}")
    return value


def read_countries(document: object) -> list[RawTable]:
    """The ten countries in the order of their codes; a file may list them in any order."""
    found: dict[str, RawTable] = {}
    for number, entry in enumerate(of_kind(list, document, "country")):
        where = f"country[{number}]"
        fields = of_kind(dict, entry, where)
        name = fields.get("id")
        if name not in const.COUNTRIES or name in found:
            raise ConfigError(f"{where}.id: each of {', '.join(const.COUNTRIES)} once, not {name!r:.40}")
        country: RawTable = {key: whole(fields.get(key), 0, high, f"{where}.{key}") for key, high in NUMBERS.items()}
        country["name"] = str(fields.get("name", name))
        for flag in ("home_defence", "open_target"):
            country[flag] = fields.get(flag, False) is True
        if fields.get("faction", "none") != "none":
            raise ConfigError(f'{where}.faction: no country begins in a faction (3.1); write "none"')
        found[name] = country
    for name in const.COUNTRIES:
        if name not in found:
            raise ConfigError(f"country: {name} is missing")
    return [found[name] for name in const.COUNTRIES]


def flagged(countries: list[dict[str, object]], flag: str) -> int:
    return sum(1 << number for number, one in enumerate(countries) if one[flag])


def read_map(document: object) -> tuple[int, ...]:
    """The neighbours of every country, by land and by sea."""
    fields = of_kind(dict, document, "map")
    adjacent = [0] * len(const.COUNTRIES)
    for key in ("borders", "sea_routes"):
        for number, pair in enumerate(of_kind(list, fields.get(key, []), f"map.{key}")):
            if not isinstance(pair, list) or len(pair) != 2 or any(end not in const.COUNTRIES for end in pair):
                raise ConfigError(f"map.{key}[{number}]: must be two countries, not {pair!r:.60}")
            one, other = map(const.COUNTRIES.index, pair)
            if one == other:
                raise ConfigError(f"map.{key}[{number}]: {pair[0]} is not its own neighbour")
            adjacent[one] |= 1 << other
            adjacent[other] |= 1 << one
    return tuple(adjacent)


def read_deck(document: object) -> tuple[int, ...]:
    fields = of_kind(dict, document, "deck")
    named = of_kind(dict, fields.get("named"), "deck.named")
    opened = of_kind(dict, fields.get("open"), "deck.open")
    special = of_kind(dict, fields.get("special"), "deck.special")
    stacks = [of_kind(list, named.get(country), f"deck.named.{country}") for country in const.COUNTRIES]
    stacks.append(of_kind(list, opened.get("values"), "deck.open.values"))
    for value in chain(*stacks):
        whole(value, 1, const.VALUES, "deck: the value of a card")
    counts = [stack.count(value) for stack in stacks for value in range(1, const.VALUES + 1)]
    counts += [whole(special.get(card), 0, 99, f"deck.special.{card}") for card in const.SPECIALS]
    total = sum(counts)  # exact: whole numbers
    if "total" in fields and fields["total"] != total:
        raise ConfigError(f"deck.total: the file lists {total} cards, not {fields['total']!r:.40}")
    return tuple(counts)


def read_tables(document: object, markers: int, deck: tuple[int, ...]) -> dict[int, PlayerTable]:
    """The tables of 3 to 6 players."""
    fields = of_kind(dict, document, "players")
    tables: dict[int, PlayerTable] = {}
    for players in PLAYERS:
        where = f"players.{players}"
        table = of_kind(dict, fields.get(str(players)), where)
        limits = of_kind(list, table.get("card_limit"), f"{where}.card_limit")
        if len(limits) != const.TURNS:
            raise ConfigError(f"{where}.card_limit: must have {const.TURNS} numbers, one a turn, not {len(limits)}")
        most = sum(deck) // players  # exact: whole numbers
        tables[players] = PlayerTable(
            markers=whole(table.get("vp_markers"), 1, markers // players, f"{where}.vp_markers"),
            draw=whole(table.get("draw"), 0, 20, f"{where}.draw"),
            limits=tuple(whole(limit, 1, min(most, 40), f"{where}.card_limit") for limit in limits),
        )
    return tables


def read_rulings(document: object) -> bool:
    """Only R17 can be switched."""
    ours = packaged()["rulings"]
    fields = of_kind(dict, document, "rulings")
    for key, value in fields.items():
        if type(value) is not bool or key not in ours:
            raise ConfigError(f"rulings.{key}: must be true or false, for one of {', '.join(ours)}")
        if key != SWITCH and value != ours[key]:
            raise ConfigError(f"rulings.{key}: only {SWITCH} can be switched; this one is {str(ours[key]).lower()}")
    return fields.get(SWITCH, ours[SWITCH]) is True


READERS: Final[dict[str, Callable[[object], object]]] = {  # of the tables that stand alone
    "country": read_countries, "deck": read_deck, "map": read_map, "rulings": read_rulings,
}  # fmt: skip


@dataclass(frozen=True, eq=False)  # compared by identity, which is faster
class Rules:
    """The data that a game is played with."""

    data: Data = field(default_factory=lambda: data("default"))
    data_name: str = "default"


NAME: Final = "sixteen-thirty"
TITLE: Final = "Sixteen Thirty Something"
KEYS: Final = ("name", "data")


def key_schemas() -> Schema:
    description = "default, or a data file, relative to this file"
    return {"data": {"type": "string", "default": "default", "description": description}}


def rules_from(options: Mapping[str, object], base: Path) -> Rules:
    """Rules from named options; a relative path of a data file starts at `base`. ConfigErrors has every mistake."""
    mistakes = unknown_keys(options, KEYS)
    rules = mistakes.read(with_data, options.get("data", "default"), base)
    mistakes.raise_any()
    assert rules is not None
    return rules


def with_data(value: object, base: Path) -> Rules:
    if not isinstance(value, str) or "\0" in value:
        raise ConfigError(f'game.data: must be "default" or the path of a data file, not {value!r:.40}')
    name = value if value == "default" else str((base / value).resolve())
    return Rules(data(name), name)
