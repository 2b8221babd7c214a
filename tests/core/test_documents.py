"""JSON text is read strictly, and every fault is named with its place."""

import pytest

from wallenstein.core.documents import LARGEST, parse
from wallenstein.core.errors import FormatError


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"\xff", "file.json:1: byte 0xff is not UTF-8"),
        (b"\n\xff", "file.json:2: byte 0xff is not UTF-8"),
        (b'{"a":\n\n "\xc3"}', "file.json:3: byte 0xc3 is not UTF-8"),
        (b'{"a": 1,\n}', "file.json:2"),
        (b'{"a": {"b": [1, {"c": 1, "c": 2}]}}', r"a\.b\[1\]\.c: "),
        (b'{"a b": [NaN]}', r'\["a b"\]\[0\]: '),
        (b'{"a": {"' + b"x" * 50 + b'": Infinity}}', r'a\["x{39}'),
        (b"[" * 100_000, "file.json: .*nested too deeply"),
        (b" " * (LARGEST + 1), "file.json: more than 16 MB"),
    ],
    ids=["byte", "second line", "third line", "comma", "twice", "nan", "long key", "nested", "large"],
)
def test_a_fault_is_named_with_its_place(raw: bytes, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence) as fault:
        parse(raw, "file.json")
    assert len(str(fault.value).splitlines()) == 1


def test_what_is_allowed() -> None:
    assert parse(b'\xef\xbb\xbf{"a": [1, 2.5, null, true, "\xc3\xbc"]}', "file.json") == {
        "a": [1, 2.5, None, True, "ü"]
    }
    assert parse(b" " * (LARGEST - 1) + b"1", "file.json") == 1
