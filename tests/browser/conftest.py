"""A headless Chromium, and pages opened from disk in it that may neither fail nor ask any host for anything."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route, sync_playwright

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
PHONE: Final = 390
DESK: Final = 1280

OpenPage = Callable[..., Page]


def installed() -> str | None:
    """The browser that this machine has."""
    return next((found for found in map(shutil.which, NAMES) if found), None)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this folder; it ends with the last, as other tests have event loops of their own."""
    path = installed()
    if path is None:
        pytest.skip(f"no browser is installed: none of {', '.join(NAMES)} was found")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[OpenPage]:
    """Opens a page: `open_page(path, width=390, dark=True, fragment="step=3")`.

    Afterwards nothing may have been written to the console as an error, thrown, or asked of any host.
    """
    faults: list[str] = []
    contexts = []

    def opened(path: Path, width: int = DESK, dark: bool = False, fragment: str = "", height: int = 844) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = watched(context, faults)
        page.goto(path.resolve().as_uri() + (f"#{fragment}" if fragment else ""))
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def watched(context: BrowserContext, faults: list[str]) -> Page:
    """A page whose errors and requests are noted."""
    context.route("**/*", lambda route, request: from_disk(route, request, faults))
    page = context.new_page()
    page.on("console", lambda said: faults.extend(told(said)))
    page.on("pageerror", lambda error: faults.append(f"exception: {error}"))
    page.on("crash", lambda _: faults.append("the page crashed"))
    return page


def told(said: ConsoleMessage) -> list[str]:
    """What the console says, if it is an error or a warning."""
    return [f"{said.type}: {said.text}"] if said.type in ("error", "warning") else []


def from_disk(route: Route, request: Request, faults: list[str]) -> None:
    """Lets files and data through, and notes everything else."""
    if request.url.startswith(("file:", "data:", "blob:")):
        route.continue_()
        return
    faults.append(f"request: {request.url}")
    route.abort()
