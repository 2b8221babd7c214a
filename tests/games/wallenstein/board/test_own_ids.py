"""Boards with counties, regions and line-ups of their own: the packaged one of Shogun, and changed copies of it."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import wallenstein
from tests.games.wallenstein.board.board_texts import fault_sentences
from wallenstein.analysis import contested_counties, load, majorities
from wallenstein.bots import Decision, Offer, View
from wallenstein.core.documents import Json
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.board.values import packaged_text
from wallenstein.games.wallenstein.game import Wallenstein
from wallenstein.games.wallenstein.plan import NAMING, Plan
from wallenstein.games.wallenstein.position.document import write_position
from wallenstein.record.read import Run
from wallenstein.report.html.page import make_report, write_report
from wallenstein.tourney.config import load as load_config
from wallenstein.tourney.identity import kept_files
from wallenstein.tourney.verification import verify_run

GAME, HERE = Wallenstein(), Path()
SHOGUN = packaged_text("shogun-sun")
# what all 12 seats of Shogun have: sizes of the parts that hang together
PARTS: dict[int, list[tuple[int, ...]]] = {3: [(4, 3, 2)], 4: [(6, 2)], 5: [(4, 3), (5, 2)]}
# told of one season by people who own the game: leaders and armies that went from one province to the next
TOLD = [("iyo", "aki"), ("shinano", "echigo"), ("noto", "kaga"), ("yamato", "settsu")]


def parts(own: Any, counties: set[int]) -> tuple[int, ...]:
    """The sizes of the groups of counties that hang together, the largest first."""
    left, sizes = set(counties), list[int]()
    while left:
        group, waiting = set[int](), [left.pop()]
        while waiting:
            county = waiting.pop()
            group.add(county)
            waiting += [other for other in own.neighbours[county] if other in left]
            left -= set(own.neighbours[county])
        sizes.append(len(group))
    return tuple(sorted(sizes, reverse=True))


@pytest.mark.parametrize(("name", "seats"), [("default", 9), ("refit", 11), ("shogun-sun", 12)])
def test_seats_with_the_parts_of_shoguns_line_ups(name: str, seats: int) -> None:
    own = board(name)
    found = [parts(own, {c for c, _ in seat}) in PARTS[count] for count in PARTS for seat in own.line_up(count)]
    assert found.count(True) == seats


def test_borders_that_a_game_told_of() -> None:
    shogun = board("shogun-sun")
    for one, other in TOLD:
        assert shogun.index[other] in shogun.neighbours[shogun.index[one]]


def test_counties_are_in_the_order_of_their_ids() -> None:
    shogun = board("shogun-sun")
    assert list(shogun.ids) == sorted(shogun.ids)
    assert shogun.regions == ("brown", "yellow", "red", "purple", "green")
    assert (sum(shogun.taxes), sum(shogun.grain), sum(shogun.sites)) == (220, 140, 87)
    assert {shogun.ids[c]: armies for c, armies in shogun.line_up(4)[3]} == {
        "kai": 5, "musashi": 4, "mino": 4, "mikawa": 3, "bingo": 3, "aki": 2, "totomi": 2, "sagami": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('id = "noto"', 'id = "Noto"', '"Noto" must be of small letters, digits and hyphens'),
        ('id = "noto"', 'id = "pile"', "and none of dice-tower, pile, refresh, none"),
        ("suruga = 5, mino", "suruga = 5, omi", '"omi" belongs to seat A already'),
        ("suruga = 5, mino = 4", "suruga = 5, sanuki = 4", '"sanuki" has a light border, so it is left out'),
        ("suruga = 5, mino = 4", "suruga = 5, minos = 4", 'there is no county "minos"; did you mean "mino"'),
        ("suruga = 5, mino = 4", "suruga = 6, mino = 4", "must be groups of 5, 4, 4, 3, 3, 2, 2, 2, 2"),
        ('players = 3\nseat = "A"', 'players = 3\nseat = "D"', "missing: A of 3 players"),
        ('players = 3\nseat = "A"', 'players = 3\nseat = "B"', "there is no such seat, or it is here twice"),
        ('class = "documented"\nsource = "scans', 'class = "certain"\nsource = "scans', '"certain" is not allowed'),
        ('source = "one', '# "one', "is missing: on what it is documented"),
        ('"light_borders", "borders"', '"light_borders", "taxes"', '"taxes" is here twice'),
        ('"light_borders", "borders"', '"light_borders", "border"', 'there is no field "border"'),
    ],
)
def test_faults_of_line_ups_and_origins_have_a_place(old: str, new: str, fault: str) -> None:
    assert old in SHOGUN
    found = [sentence for sentence in fault_sentences(SHOGUN.replace(old, new, 1)) if fault in sentence]
    assert found, fault_sentences(SHOGUN.replace(old, new, 1))
    assert found[0].startswith("f:"), "with its file"


def test_all_faults_are_found_at_once() -> None:
    text = SHOGUN.replace("suruga = 5, mino = 4", "suruga = 6, minos = 4").replace("taxes = 4", "taxes = 40", 1)
    assert len(fault_sentences(text)) == 3


@pytest.mark.parametrize("options", [{}, {"setup": "draft"}, {"edition": "first"}, {"expansions": ["emperors-court"]}])
def test_views_positions_and_encodings_name_its_counties(options: dict[str, Any]) -> None:
    rules = GAME.rules({"board": "shogun-sun", **options}, HERE)
    encoding, state, random = GAME.encoding(rules, 5), GAME.new_game(rules, 5, 5), Random(1)
    assert encoding.actions[:45] == rules.board.ids
    assert next(feature for feature in encoding.features if feature.name == "armies").axes[0] == rules.board.ids
    for _ in range(70):
        assert state.decision is not None
        state.apply(GAME.substitute(state, random))
    assert state.decision is not None
    position = GAME.documents.view(state.view(state.decision.seat))
    assert position["counties"].keys() <= set(rules.board.ids)
    assert position["rules"]["board"] == "shogun-sun"
    assert GAME.documents.book(rules, 5)["counties"].keys() == set(rules.board.ids)


def test_an_event_on_a_region_means_the_one_in_the_same_place() -> None:
    rules = GAME.rules({"board": "shogun-sun", "edition": "first"}, HERE)
    events = GAME.functions(rules, 4).book.cards.events
    regions = {event.id: event.region for event in events if event.region}
    assert regions["crop-failure-brandenburg"] == "brown"
    assert set(regions.values()) == set(rules.board.regions)


class ByName(wallenstein.Bot):
    """Names a county of the board, which no number is."""

    def plan(self, view: View, offer: Offer) -> Plan:
        return offer.repair(Plan.of({"taxes": view.book.board.ids[offer.counties[0]]}))


def test_a_bot_names_counties_of_the_board_that_it_is_asked_on() -> None:
    for name in ("shogun-sun", "default"):
        state = GAME.new_game(GAME.rules({"board": name}, HERE), 4, 1)
        asked = state.decision
        assert isinstance(asked, Decision)
        bot = ByName()
        bot.rng = Random(1)
        assert bot.decide(state.view(0), asked).boxes[4] == asked.options.counties[0]
    assert NAMING.ids == board().ids
    with pytest.raises(ValueError, match='there is no county "kaga"'):
        Plan.of({"taxes": "kaga"})


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One seed on three boards: Shogun's, the reconstruction, one around the refit."""
    config = {
        "tourney": {"name": "boards", "blocks": 1, "players": 3, "seed": 3},
        "matrix": {"game.board": ["shogun-sun", "default", {"sample": 1, "around": "refit", "first": 5}]},
        "bots": {"entries": ["settler", "random", "miller"]},
    }
    return Run(wallenstein.run(config, results=tmp_path_factory.mktemp("results")).folder)


@pytest.mark.slow
def test_a_run_on_several_boards_is_verified_read_and_shown(run: Run, tmp_path: Path) -> None:
    assert list(run.header["cells"]) == ["game.board=shogun-sun", "game.board=default", "game.board=refit:5"]
    checked = verify_run(run, None, print)
    assert (checked.games, checked.problems) == (9, [])
    frames: Any = load(run.folder)
    for cell, name in zip(run.header["cells"], ("shogun-sun", "default", "refit:5"), strict=True):
        rows = frames.counties(columns=["county", "game"], where={"cell": cell})
        assert set(rows.county) == set(board(name).ids)
        assert set(majorities(frames, where={"cell": cell}).region) == set(board(name).regions)
    assert frames.plans(columns=["taxes"], where={"taxes": "tamba"}).taxes.tolist().count("tamba") >= 1
    fought = contested_counties(frames, by=["cell"])
    assert fought.groupby("cell").size()["game.board=shogun-sun"] <= 37
    page = write_report(run, make_report(run), tmp_path / "report.html")
    assert "boards with different counties" in Path(str(page)).read_text("utf-8")


def test_a_run_keeps_the_map_beside_a_board(tmp_path: Path) -> None:
    for name in ("my.toml", "my.geojson", "other.geojson"):
        (tmp_path / name).write_text(SHOGUN, "utf-8")
    config = tmp_path / "cup.toml"
    config.write_text(
        '[tourney]\nplayers = 3\nblocks = 1\n[game]\nboard = "my.toml"\n[bots]\nentries = ["a", "b", "c"]\n'
    )
    assert list(kept_files(load_config(config)).files) == ["inputs/0-my/my.toml", "inputs/0-my/my.geojson"]


def test_a_position_on_the_board_is_read_again() -> None:
    state = GAME.new_game(GAME.rules({"board": "shogun-sun"}, HERE), 4, 1)
    document = json.loads(json.dumps(write_position(state)))
    assert GAME.check_position(Json(document), HERE) == document
