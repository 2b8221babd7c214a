"""Data files: the packaged one, one's own, and what is wrong with them."""

import tomllib
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
import tomli_w

from tests.games.sixteen_thirty.properties.games import finish
from tests.games.sixteen_thirty.properties.possible import faults
from wallenstein.core.documents import Json
from wallenstein.core.errors import ConfigError, ConfigErrors, FormatError
from wallenstein.games.sixteen_thirty.game import SixteenThirty
from wallenstein.games.sixteen_thirty.model.state import State
from wallenstein.games.sixteen_thirty.names import CARDS, COUNTRIES
from wallenstein.games.sixteen_thirty.new_game import new_game, seeded
from wallenstein.games.sixteen_thirty.phases.course import worth_of
from wallenstein.games.sixteen_thirty.position import read_position, write_position
from wallenstein.games.sixteen_thirty.rules import Rules, data, rules_from

FRANCE = COUNTRIES.index("france")


def packaged() -> dict[str, Any]:
    """A copy of the packaged file that can be changed."""
    return tomllib.loads(
        (files("wallenstein.games.sixteen_thirty") / "data/sixteen-thirty.toml").read_text(encoding="utf-8")
    )


def written(folder: Path, document: dict[str, Any]) -> str:
    """The file's path."""
    path = folder / "own.toml"
    path.write_text(tomli_w.dumps(document), encoding="utf-8")
    return str(path)


def test_the_packaged_data() -> None:
    default = data("default")
    assert sum(default.deck) == 112
    assert sum(default.deck[: CARDS.index("open-1")]) == 72
    assert sum(default.deck[CARDS.index("lobby-the-crown") :]) == 28
    assert sum(default.markers) == 22
    assert default.open_target == 1 << COUNTRIES.index("german")
    assert default.home_defence == 1 << COUNTRIES.index("england") | 1 << COUNTRIES.index("sweden")
    for one, near in enumerate(default.adjacent):
        assert not near >> one & 1
        assert all(default.adjacent[other] >> one & 1 for other in range(len(COUNTRIES)) if near >> other & 1)
    assert {players: table.limits[0] for players, table in default.tables.items()} == {3: 12, 4: 10, 5: 9, 6: 8}


def test_the_same_file_elsewhere_plays_the_same_game(tmp_path: Path) -> None:
    rules = rules_from({"data": "own.toml"}, Path(written(tmp_path, packaged())).parent)
    assert SixteenThirty().fingerprint(rules) == SixteenThirty().fingerprint(Rules())
    assert rules.data_name == str(tmp_path / "own.toml")
    games = [finish(new_game(one, 4, seeded(3)), Random(3)) for one in (rules, Rules())]
    assert games[0].vp == games[1].vp


def test_countries_in_another_order_and_with_other_figures(tmp_path: Path) -> None:
    document = packaged()
    document["country"].reverse()
    document["country"][-1]["status"] = 7
    rules = rules_from({"data": written(tmp_path, document)}, tmp_path)
    assert SixteenThirty().fingerprint(rules) != SixteenThirty().fingerprint(Rules())
    assert rules.data.status == (7, *data("default").status[1:])
    state = finish(new_game(rules, 5, seeded(1)), Random(1))
    assert faults(state) == []


def test_r17_the_bonus_may_be_made_to_need_influence(tmp_path: Path) -> None:
    document = packaged()
    document["rulings"]["league_bonus_needs_influence"] = True
    own = rules_from({"data": written(tmp_path, document)}, tmp_path)
    worths = []
    for rules in (Rules(), own):
        state: State = new_game(rules, 3, seeded(1))
        state.leagues = 1 << FRANCE | 1
        state.lay(0, FRANCE, (CARDS.index("france-2"),))
        worths.append([worth_of(state, seat)[FRANCE] for seat in (0, 1)])
    assert worths == [[3, 1], [3, 0]]


def test_a_position_names_its_data(tmp_path: Path) -> None:
    document = packaged()
    document["country"][0]["status"] = 1
    path = written(tmp_path, document)
    position = {
        "format": "sixteen-thirty-position/1",
        "rules": {"game": "sixteen-thirty", "data": "own.toml"},
        "players": 3,
    }
    state = read_position(Json(position), tmp_path)
    assert state.status[0] == 1
    assert write_position(state)["rules"] == {"game": "sixteen-thirty", "data": path}
    position["rules"] = {"data": "none.toml"}
    with pytest.raises(FormatError, match=r"rules\.data: .*none\.toml: the data cannot be read: No such file"):
        read_position(Json(position), tmp_path)


WRONG: list[tuple[str, Any, str]] = [
    ("limits", {"status_max": 9}, "limits: these are rules of the game"),
    ("weather", {}, "weather: there is no such table; known are meta, limits, "),
    ("rulings", {"marker_supply_unlimited": False}, "rulings.marker_supply_unlimited: only league_bonus_needs_infl"),
    ("rulings", {"luck": True}, "rulings.luck: must be true or false, for one of "),
    ("rulings", [], r"rulings: must be a table, not \[\]"),
    ("country", [], "country: england is missing"),
    ("country", {}, "country: must be a list"),
    ("country", [3], r"country\[0\]: must be a table, not 3"),
    ("country", [{"id": "bavaria"}], r"country\[0\].id: each of england, .* once, not 'bavaria'"),
    ("country", [{"id": "spain", "status": 8}], r"country\[0\].status: must be a whole number from 0 to 7, not 8"),
    ("map", {"borders": [["spain"]]}, r"map.borders\[0\]: must be two countries"),
    ("map", {"sea_routes": 3}, "map.sea_routes: must be a list, not 3"),
    ("deck", {}, "deck.named: must be a table, not None"),
    ("deck", {"named": {}, "open": {}, "special": {}}, "deck.named.england: must be a list, not None"),
    ("players", {}, "players.3: must be a table, not None"),
]


@pytest.mark.parametrize(("key", "value", "text"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_wrong_is_named(tmp_path: Path, key: str, value: Any, text: str) -> None:
    path = written(tmp_path, {**packaged(), key: value})
    with pytest.raises(ConfigError, match=f"own.toml: {text}"):
        rules_from({"data": path}, tmp_path)


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    path = written(tmp_path, {"weather": 1, **packaged(), "limits": {}, "deck": {}, "map": 3, "rulings": 4})
    with pytest.raises(ConfigErrors) as mistakes:
        rules_from({"date": 1, "data": path, "edition": "first"}, tmp_path)
    assert [line.split(": ")[0] for line in mistakes.value.lines] == ["game.date", "game.edition", *[path] * 5]
    assert [line.split(": ")[1] for line in mistakes.value.lines[2:]] == [
        "weather", "limits", "deck.named", "map", "rulings",
    ]  # fmt: skip


@pytest.mark.parametrize("value", [3, "a\0b", ["default"]])
def test_a_key_that_is_no_path(tmp_path: Path, value: Any) -> None:
    with pytest.raises(ConfigErrors) as mistakes:
        rules_from({"data": value, "dat": 1}, tmp_path)
    assert mistakes.value.lines == (
        'game.dat: there is no such key; did you mean "data"?',
        f'game.data: must be "default" or the path of a data file, not {value!r}',
    )


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """The packaged document with one value changed."""
    document: Any = packaged()
    inner = document
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    whole: dict[str, Any] = document
    return whole


@pytest.mark.parametrize(
    ("document", "text"),
    [
        (changed("deck", "total", to=111), "deck.total: the file lists 112 cards, not 111"),
        (changed("deck", "named", "spain", to=[4]), "deck: the value of a card: must be a whole number from 1 to 3"),
        (changed("deck", "special", "unrest", to=-1), "deck.special.unrest: must be a whole number from 0 to 99"),
        (changed("country", 0, "faction", to="red"), r"country\[0\].faction: no country begins in a faction"),
        (
            changed("players", "4", "card_limit", to=[5]),
            "card_limit: must have 10 numbers, one a turn, not 1",
        ),
        (
            changed("players", "4", "vp_markers", to=6),
            "4.vp_markers: must be a whole number from 1 to 5, not 6",
        ),
        (changed("players", "6", "draw", to="many"), "players.6.draw: must be a whole number from 0 to 20, not 'many'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_value_is_named(tmp_path: Path, document: dict[str, Any], text: str) -> None:
    with pytest.raises(ConfigError, match=text):
        rules_from({"data": written(tmp_path, document)}, tmp_path)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"\xff", "not UTF-8; save the file as UTF-8"),
        (b"[", "not valid TOML: "),
        (b"#" * 70_000, "more than 64 kB; a data file has about 7 kB"),
    ],
    ids=["bytes", "bracket", "size"],
)
def test_files_that_cannot_be_read(tmp_path: Path, raw: bytes, text: str) -> None:
    (tmp_path / "own.toml").write_bytes(raw)
    with pytest.raises(ConfigError, match=text):
        rules_from({"data": "own.toml"}, tmp_path)


@pytest.mark.parametrize("options", [{"data": 3}, {"data": "a\0b"}, {"dta": "default"}], ids=str)
def test_options_that_are_none(options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"game\.da?ta"):
        rules_from(options, Path())
