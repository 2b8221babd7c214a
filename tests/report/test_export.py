"""Every figure as files: drawings and bare values."""

import csv
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import MissingExtra
from wallenstein.core.reports import PERCENT, Dots, Estimate, Figure, Heat, Lines, Listing, Map, Region, Stacks
from wallenstein.report.export import as_csv, export

SURE, UNSURE, UNKNOWN = Estimate(0.5, 0.4, 0.6), Estimate(0.25), Estimate(None)
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0))
REGIONS = Region("Bremen", SQUARE, (0.5, 0.5)), Region("Köln", SQUARE, (0.5, 0.6))
FIGURES = (
    Figure("dots", "Wins of $a_b$", "", Dots(("a_b", "c", "d"), (SURE, UNSURE, UNKNOWN), "wins", PERCENT, 0.3)),
    Figure("lines", "Points", "", Lines(("spring", "fall"), ("a_b", "c"), ((1.0, None), (2.0, 3.0)), "points")),
    Figure("stacks", "Sources", "", Stacks(("a_b",), ("x", "y"), ((1.0, 2.0),), "points")),
    Figure("heat", "Pairs", "", Heat(("a", "b"), ("a", "b"), ((None, 0.7), (0.3, None)), "ahead", PERCENT, 0.5)),
    Figure("even", "Use", "", Heat(("a",), ("x", "y"), ((1.0, 2.0),), "planned")),
    Figure("map", "Held", "", Map(REGIONS, (0.5, None), "held", PERCENT, ("a_b", None), ("c", "a_b"))),
    Figure("fights", "Fights", "", Map(REGIONS, (3.0, 1.0), "battles", extra=(("of players", (1.0, 0.0)),))),
    Figure("listing", "50 % & more", "", Listing(("bot", "games"), (("a_b", 1200), ("c", None)))),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All of them, written once."""
    made = tmp_path_factory.mktemp("export") / "deep"
    assert sorted(export(FIGURES, made)) == sorted(made.iterdir())
    return made


@pytest.mark.parametrize("figure", FIGURES, ids=[figure.name for figure in FIGURES])
def test_every_figure_has_its_files(folder: Path, figure: Figure) -> None:
    files = {path.suffix: path for path in folder.glob(f"{figure.name}.*")}
    drawings = set() if figure.name == "listing" else {".png", ".svg"}
    assert set(files) == {".csv"} | drawings
    if drawings:
        assert files[".png"].read_bytes().startswith(b"\x89PNG")
        assert figure.title in files[".svg"].read_text("utf-8")
    with files[".csv"].open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == 1 + len(figure.chart.table().rows)


def test_a_drawing_stands_alone_on_white(folder: Path) -> None:
    text = (folder / "map.svg").read_text("utf-8")
    picture = ElementTree.fromstring(text)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(--" not in text
    assert "@media" not in text
    wanted, there = (set(re.findall(kind, text)) for kind in (r"url\(#([\w-]+)\)", r'id="([\w-]+)"'))
    assert wanted
    assert wanted <= there
    image = Image.open(folder / "map.png").convert("RGB")
    assert image.getpixel((0, 0)) == (255, 255, 255)
    assert image.width == 3 * int(picture.attrib["width"])
    colours = {colour for _, colour in image.getcolors(image.width * image.height) or ()}
    assert len(colours) > 20  # of areas, patterns and words


def test_drawings_are_the_same_every_time(folder: Path, tmp_path: Path) -> None:
    export(FIGURES[:1], tmp_path)
    for name in ("dots.svg", "dots.png"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_values_are_bare() -> None:
    assert as_csv(FIGURES[0]) == "name,wins,low,high\na_b,0.5,0.4,0.6\nc,0.25,,\nd,,,\n"
    assert as_csv(FIGURES[6]) == "name,battles,of players\nBremen,3.0,1.0\nKöln,1.0,0.0\n"


def test_without_resvg_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"report --export needs the package resvg_py; .*wallenstein\[report\]"):
        export(FIGURES, tmp_path / "none")
    assert not (tmp_path / "none").exists()


def test_words_without_a_font_are_not_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wallenstein.report.export.FONTS", "Nowhere Sans")
    with pytest.raises(ConfigError, match="no font"):
        export(FIGURES, tmp_path / "none")
    assert not (tmp_path / "none").exists()
