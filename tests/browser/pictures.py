"""The pictures of the documents: `make pictures` photographs the report of the first tournament, a game, the board."""

import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from PIL import Image
from playwright.sync_api import Browser, ViewportSize, sync_playwright

import wallenstein
from tests.browser.conftest import DESK, installed
from wallenstein.core.reports import Remarkable
from wallenstein.games.wallenstein.terminal.board_page import board_page
from wallenstein.record.read import Run
from wallenstein.report.html.page import make_report, write_report

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
CONFIG: Final = Path(__file__).parents[2] / "configs" / "quickstart.toml"
HEIGHT: Final = 860
TALL: Final = 1115  # with two rows of figures
COLOURS: Final = 200  # of a picture, so that it stays small
LARGEST: Final = 250_000  # bytes
SHARP: Final = 1.5  # points a pixel, in the picture of a replay
BATTLE: Final = 12  # of those of the game with most of them


def main() -> int:
    """Makes all pictures; 1 if one of them is too large."""
    path = installed()
    if path is None:
        print("no browser is installed")
        return 1
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        run = Run(wallenstein.run(CONFIG, results=folder).folder)
        report = make_report(run)
        page = write_report(run, report)
        most = next(each for each in report.remarkable if each.text.startswith("most battles"))
        assert isinstance(page, Path)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        report_picture(browser, page)
        replay_picture(browser, page.with_name("report-games"), most)
        board_picture(browser, Path(folder) / "board.html")
        browser.close()
    sizes = {picture.name: picture.stat().st_size for picture in sorted(FOLDER.glob("*.png"))}
    for name, size in sizes.items():
        print(f"{name}: {size / 1000:.0f} kB")
    return int(max(sizes.values()) > LARGEST)


def report_picture(browser: Browser, path: Path) -> None:
    """The results: standings, wins, strengths, pairs."""
    page = browser.new_page(viewport={"width": DESK, "height": TALL}, color_scheme="light")
    page.goto(path.as_uri())
    page.evaluate("document.getElementById('results').scrollIntoView()")
    save(page.screenshot(), FOLDER / "report.png")
    page.close()


def replay_picture(browser: Browser, folder: Path, game: Remarkable) -> None:
    """A battle on the map, on light and on dark paper; the site shows it smaller."""
    schemes: tuple[tuple[Literal["light", "dark"], str], ...] = (("light", "replay"), ("dark", "replay-dark"))
    for scheme, name in schemes:
        size: ViewportSize = {"width": DESK, "height": HEIGHT}
        page = browser.new_page(viewport=size, color_scheme=scheme, device_scale_factor=SHARP)
        page.goto((folder / f"{game.game}.html").as_uri())
        for _ in range(BATTLE):
            page.keyboard.press("b")
        page.keyboard.press("ArrowRight")  # and how it ended
        page.wait_for_timeout(500)  # colours change slowly
        save(page.screenshot(), FOLDER / f"{name}.png")
        page.close()


def board_picture(browser: Browser, path: Path) -> None:
    """The packaged board, as `wallenstein board show --html` draws it."""
    path.write_text(board_page("default"), "utf-8")
    page = browser.new_page(viewport={"width": 1000, "height": HEIGHT}, color_scheme="light")
    page.goto(path.as_uri())
    save(page.screenshot(), FOLDER / "board.png")
    page.close()


def save(png: bytes, path: Path) -> None:
    """Writes a picture with few colours."""
    few = Image.open(BytesIO(png)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


if __name__ == "__main__":
    sys.exit(main())
