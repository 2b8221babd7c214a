"""The documentation site from disk: it asks nobody for anything, its search works, its picture has two modes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", "website/mkdocs.yml"]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    subprocess.run([*command, "--site-dir", str(folder)], cwd=ROOT, check=True, env=env)
    return folder


@pytest.mark.long
@pytest.mark.parametrize("name", ["index.html", "tutorials/owner.html"])
def test_the_search_works_from_disk(name: str, site: Path, open_page: OpenPage) -> None:
    page = open_page(site / name)
    page.locator(".md-search__input").click()
    page.keyboard.type("revolt markers")
    expect(page.locator(".md-search-result__meta")).to_contain_text("matching documents")
    expect(page.locator(".md-search-result__item").first).to_contain_text("revolt")


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_is_sharp_in_both_modes(dark: bool, site: Path, open_page: OpenPage) -> None:
    page = open_page(site / "index.html", dark=dark)
    picture = page.locator('img[src$="replay.png"]')
    assert ("replay-dark.png" in picture.evaluate("one => getComputedStyle(one).content")) is dark
    wide = picture.evaluate("one => one.naturalWidth / one.clientWidth")
    assert wide > 2, "two points a pixel"
