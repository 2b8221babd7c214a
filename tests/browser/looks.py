"""What can be said of any page in the browser."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

SERIOUS = ("serious", "critical")


def barriers(page: Page) -> list[str]:
    """What axe-core finds that keeps somebody from using the page, one line each."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in SERIOUS
        for node in one["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window; a reader on a phone would have to push it about."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide


def photograph(page: Page, folder: Path, name: str) -> Path:
    """A picture of the whole page."""
    path = folder / f"{name}.png"
    page.screenshot(path=path, full_page=True)
    return path
