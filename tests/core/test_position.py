"""Keys of documents: what is declared once reads, writes and describes a state."""

from types import SimpleNamespace
from typing import Any

import pytest

from wallenstein.core.documents import Json
from wallenstein.core.errors import FormatError
from wallenstein.core.position import Document, Key, NamedRows, RowsBySeat, Whole, itself, objects
from wallenstein.core.records import Code, Named

TOWNS = ("elm", "oak")
COLOUR = Named(("red", "blue"), "a colour")
TOY = Document(
    Key("turn", Whole(9, 1), needed=": 1 to 9"),
    Key("winner", COLOUR, nullable=True, only=lambda state: "nobody wins yet" if state.turn < 3 else None),
    Key("next", Whole(), default=lambda state: state.turn + 1),
    Key("seats", RowsBySeat(Key("vp", Whole()), Key("side", COLOUR, nullable=True)), itself),
    Key("towns", NamedRows(Code(), lambda state: TOWNS, Key("size", Whole(), lambda state: state.sizes)), itself),
    Key("hint", Whole(), lambda state: state.turn if state.turn > 5 else None, "hint", sometimes=True),
)


def toy() -> SimpleNamespace:
    return SimpleNamespace(
        book=SimpleNamespace(players=2), turn=0, winner=-1, next=0, vp=[0, 0], side=(-1, -1), sizes=[1, 1], hint=0
    )


def read(**document: Any) -> SimpleNamespace:
    state = toy()
    TOY.read(Json(document), state)
    return state


def test_what_is_read_is_written_again() -> None:
    state = read(turn=3, winner="blue", seats=[{"vp": 5}, {"side": "red"}], towns={"oak": {"size": 4}})
    assert (state.vp, state.side, state.sizes) == ([5, 0], (-1, 0), [1, 4])
    assert TOY.write(state, state) == {
        "turn": 3,
        "winner": "blue",
        "next": 4,
        "seats": [{"vp": 5, "side": None}, {"vp": 0, "side": "red"}],
        "towns": {"elm": {"size": 1}, "oak": {"size": 4}},
    }


def test_null_says_the_same_as_a_missing_key_where_it_may() -> None:
    assert read(turn=1, winner=None).winner == -1
    with pytest.raises(FormatError, match="next: must be a whole number from 0 to"):
        read(turn=1, next=None)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, 'the document: "turn" is missing: 1 to 9'),
        ({"turn": 2, "winner": "red"}, "winner: nobody wins yet"),
        ({"turn": 2, "seats": [{}, {}, {}]}, "seats: 3 seats; there are 2 players"),
        ({"turn": 2, "seats": [{"pv": 1}]}, r"seats\[0\].pv: unknown key; known: "),
        ({"turn": 2, "towns": {"oak": {"size": "x"}}}, "towns.oak.size: must be a whole number"),
    ],
)
def test_errors_have_their_place(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence):
        read(**document)


def test_only_what_is_always_written_is_required() -> None:
    schema = TOY.schema()
    assert schema["required"] == ["turn", "winner", "next", "seats", "towns"]
    assert schema["properties"]["winner"] == {"anyOf": [COLOUR.schema(), {"type": "null"}]}
    assert "hint" in TOY.write(read(turn=6), toy())


def test_objects_of_rows() -> None:
    assert objects(("one",))([(1,)]) == [{"one": 1}]
    two = objects(("one", 'a "b"'))
    assert two([(1, 3), (2, 4)]) == [{"one": 1, 'a "b"': 3}, {"one": 2, 'a "b"': 4}]
