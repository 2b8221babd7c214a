"""Whatever a bot has written stays text in a page."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from wallenstein.core.text import Grid, Heading, Item, Sentence, Toned
from wallenstein.pages.html import Html, element, joined
from wallenstein.pages.shell import items, page, write

NASTY = '</script><img src=x onerror="alert(1)">&\x00\u202e\udc80'
SAFE = "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;\\x00\\u202e\\udc80"


def test_text_is_escaped_and_html_is_not() -> None:
    assert element("p", NASTY) == f"<p>{SAFE}</p>"
    assert element("p", element("b", 3), None, ["<", Html("<br>")]) == "<p><b>3</b>&lt;<br></p>"
    assert element("p", f"{element('b', 'x')}") == "<p>&lt;b&gt;x&lt;/b&gt;</p>"  # a format string makes text of it


def test_attributes_are_escaped_and_left_out() -> None:
    made = element("a", "x", href=NASTY, class_="one two", aria_label="l", hidden=True, title=None, open=False)
    assert made == f'<a href="{SAFE}" class="one two" aria-label="l" hidden>x</a>'
    assert element("br") == "<br>"


def test_items_are_escaped_wherever_text_stands() -> None:
    shown: list[Item] = [
        Heading(NASTY, 1),
        Sentence((NASTY, Toned(NASTY, "red"), Toned(NASTY, "strong"), Toned(NASTY)), 2),
        Grid((NASTY, "n"), ((Toned(NASTY, "blue"), "1"),)),
    ]
    made = items(shown)
    assert "<img" not in made
    assert made.count("<img".replace("<", "&lt;")) == 8  # the table's label repeats its head
    assert '<td class="figure">1</td>' in made


def test_a_page_allows_its_own_styles_and_scripts_alone() -> None:
    made = page(NASTY, joined(NASTY), styles=["p{}"], scripts=["'use strict';"], data={"frames": {"said": NASTY[:-1]}})
    allowed = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', made)
    assert allowed is not None
    for sheet in re.findall(r"<style>(.*?)</style>|<script>(.*?)</script>", made, re.DOTALL):
        digest = b64encode(sha256("".join(sheet).encode()).digest()).decode()
        assert f"sha256-{digest}" in allowed[1]
    assert "default-src &#x27;none&#x27;" in allowed[1]
    assert "unsafe" not in allowed[1]
    assert "<img" not in made
    found = re.search(r'<script type="application/json" id="frames">(.*?)</script>', made, re.DOTALL)
    assert found is not None
    assert json.loads(found[1]) == {"said": NASTY[:-1]}


@pytest.mark.parametrize("part", ["http://", "https://", "@import", "url("])
def test_a_page_names_no_other_place(part: str) -> None:
    assert part not in page("title", "text")


def test_a_written_page_keeps_its_line_ends(tmp_path: Path) -> None:
    write(tmp_path / "page.html", "one\ntwo\n")
    assert (tmp_path / "page.html").read_bytes() == b"one\ntwo\n"
