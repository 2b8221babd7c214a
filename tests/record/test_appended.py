"""A file that grows in a store: read whole at any moment, and written by one program."""

from uuid import uuid4

import pytest

from wallenstein.record import manifest
from wallenstein.record.manifest import Appended, following
from wallenstein.record.objects import ObjectPath


@pytest.fixture
def lines() -> Appended:
    return Appended(ObjectPath(f"memory://bucket/{uuid4().hex}/lines"))


def test_it_is_its_beginning_and_all_pieces(lines: Appended) -> None:
    assert lines.read() == b""
    lines.begin(b"abc")
    assert lines.read() == b"abc"
    lines.append(3, b"defg")
    lines.append(7, b"h")
    assert lines.read() == b"abcdefgh"


def test_of_two_who_go_on_from_the_same_place_one_fails(lines: Appended) -> None:
    lines.begin(b"abc")
    with pytest.raises(FileExistsError):
        lines.begin(b"xyz")
    lines.append(3, b"mine")
    with pytest.raises(FileExistsError):
        lines.append(3, b"theirs")
    assert lines.read() == b"abcmine"


def test_pieces_that_are_put_together_count_once(lines: Appended, monkeypatch: pytest.MonkeyPatch) -> None:
    lines.begin(b"abc")
    lines.append(3, b"defg")
    with monkeypatch.context() as patched:
        patched.setattr(manifest, "remove", lambda places: None)  # killed between the two
        lines.put_together(b"abcdefg")
    assert lines.read() == b"abcdefg"
    lines.append(7, b"h")
    assert lines.read() == b"abcdefgh"
    lines.put_together(b"abcdefgh")
    assert lines.pieces.sizes_below() == {}
    assert lines.read() == b"abcdefgh"


def test_it_can_be_read_while_its_pieces_are_put_together(lines: Appended, monkeypatch: pytest.MonkeyPatch) -> None:
    lines.begin(b"abc")
    lines.append(3, b"defg")
    read = ObjectPath.read_bytes
    puts = iter([True])

    def read_late(place: ObjectPath) -> bytes:
        data = read(place)
        if place == lines.place and next(puts, False):
            lines.put_together(b"abcdefg")  # after the beginning was read, before its pieces are
        return data

    monkeypatch.setattr(ObjectPath, "read_bytes", read_late)
    assert lines.read() == b"abcdefg"


def test_a_piece_that_does_not_follow_is_left_out() -> None:
    assert following({3: 4, 7: 1, 5: 9, 20: 2}, 3) == [3, 7]
    assert following({3: 4}, 0) == []
