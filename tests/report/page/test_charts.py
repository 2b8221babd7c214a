"""Drawings in the page: nothing lies outside of them, and what is alike in colour differs in another way."""

import itertools
from xml.etree import ElementTree

import pytest

from wallenstein.core.reports import Heat, Lines, Map, Region
from wallenstein.report.html.charts import LETTER, MOST_LINES, WIDTH, Drawing, heat, key, lines, map_of, spread

PLACES = ("spring", "summer", "fall")


def names(count: int) -> tuple[str, ...]:
    return tuple(f"bot-number-{number}" for number in range(count))


def drawn(drawing: Drawing) -> ElementTree.Element:
    return ElementTree.fromstring(f"<svg>{drawing.inside}</svg>")


def place(element: ElementTree.Element, key: str) -> float:
    return float(element.attrib[key])


@pytest.mark.parametrize("count", [1, MOST_LINES, 28])
def test_of_many_lines_the_first_have_names_inside_the_drawing(count: int) -> None:
    chart = Lines(PLACES, names(count), tuple((1.0, None, 5.0 + number / 100) for number in range(count)), "points")
    drawing = lines(chart)
    labels = [each for each in drawn(drawing).iter("text") if (each.text or "").startswith("bot")]
    assert [label.text for label in labels] == list(names(min(count, MOST_LINES)))
    for label in labels:
        assert 0 < place(label, "y") < drawing.height
        assert place(label, "x") + LETTER * len(label.text or "") <= drawing.width
    assert len({label.attrib["y"] for label in labels}) == len(labels)
    assert drawing.inside.count('class="line other"') == max(0, count - MOST_LINES)
    assert ("the other 20 are thin" in drawing.inside) == (count == 28)


def test_the_lines_that_have_names_differ_without_colours() -> None:
    chart = Lines(PLACES, names(MOST_LINES), ((1.0, 2.0, 3.0),) * MOST_LINES, "points")
    dashes = [each.get("stroke-dasharray") for each in drawn(lines(chart)).iter("path")]
    assert len(set(dashes)) == MOST_LINES


def test_labels_are_apart_and_inside() -> None:
    found = spread([100.0, 100.0, 238.0, 239.0, 240.0])
    assert sorted(found) == found
    assert all(after - before >= 14 for before, after in itertools.pairwise(found))
    assert found[-1] <= 240


def test_slanted_heads_of_a_table_end_inside_of_it() -> None:
    columns = tuple(f"a-long-column-{number}" for number in range(12))
    drawing = heat(Heat(("a",), columns, ((1.0,) * 12,), "x"))
    last = next(each for each in drawn(drawing).iter("text") if each.text == columns[-1])
    assert "rotate(-48" in last.attrib["transform"]
    assert place(last, "x") + 0.67 * LETTER * len(columns[-1]) <= drawing.width + 4


def test_a_map_has_a_key_of_its_shades() -> None:
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0))
    drawing = map_of(Map((Region("x", square, (0, 0)), Region("y", square, (0, 0))), (0.25, 3.5), "battles"))
    words = [(place(each, "x"), each.text) for each in drawn(drawing).findall("text")]
    boxes = [place(each, "x") for each in drawn(drawing).findall("rect")]
    assert [text for _, text in words] == ["0.25", "3.50"]
    assert words[0][0] < min(boxes) < max(boxes) < words[1][0]


def test_a_key_that_is_too_long_has_several_lines() -> None:
    inside, height = key(names(5))
    picture = drawn(Drawing(WIDTH, height, inside))
    assert len({each.attrib["y"] for each in picture.iter("text")}) == 2
    for each in picture.iter("text"):
        assert place(each, "x") + LETTER * len(each.text or "") <= WIDTH
        assert place(each, "y") < height
    fills = [each.attrib["fill"] for each in drawn(Drawing(WIDTH, height, key(["c"], ["a", "b", "c"])[0])).iter("rect")]
    assert fills == ["url(#pattern-yellow)"]


def test_columns_of_many_names_are_numbers_as_before_the_rows() -> None:
    names = tuple(f"a-rather-long-name-{number}" for number in range(30))
    drawing = str(heat(Heat(names, names, ((0.4,) * 30,) * 30, "x")).inside)
    assert ">30 a-rather-long-name…<" in drawing
    assert 5 < drawing.count('class="mark">') < 30
    assert "rotate" not in drawing
