"""`wallenstein league`: bots in a folder, played day after day."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING

import click

from wallenstein.cli.group import needs_room, stop_here
from wallenstein.core.program.packaged import need_unix
from wallenstein.core.text import counted, printable

if TYPE_CHECKING:
    from wallenstein.tourney.league import League

LOOKS = 1.0  # seconds between two looks at the folder
REFRESH = 20  # seconds until a browser loads the page anew


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--watch", "watching", is_flag=True, help="Play again whenever a file of a bot changes; Ctrl-C ends it.")
@click.option("--page", "only_page", is_flag=True, help="Write the page anew, and play nothing.")
@click.option(
    "--serve", type=click.IntRange(1, 65535), metavar="PORT", help="Show the page on this machine; implies --watch."
)
@click.option("--jobs", type=click.IntRange(1, 1024), help="The number of processes (default: run.jobs).")
@click.option("--quiet", is_flag=True, help="Show no progress.")
@needs_room
def league(folder: Path, watching: bool, only_page: bool, serve: int | None, jobs: int | None, quiet: bool) -> None:
    """Play the missing games of the league in DIR.

    New and changed bots play new tables; replaced versions stay as opponents, so all days have one scale. Run the same
    command again to resume. The ranking is in DIR/page.html. `init --class DIR` writes the folder, and all commands for
    a RUN take it.
    """
    need_unix("league")
    end_serving = _serve(folder, serve) if serve else lambda: None
    try:
        for _ in _looks(folder, watching or serve is not None):
            _play(folder, jobs, only_page, quiet)
    except KeyboardInterrupt:
        if not (watching or serve):
            raise
    finally:
        end_serving()


def _looks(folder: Path, again: bool) -> Iterator[None]:
    """Now, and each time that a file has changed."""
    yield
    seen = _changes(folder)
    while again:
        sleep(LOOKS)
        if (now := _changes(folder)) != seen:
            yield
            seen = now


def _changes(folder: Path) -> dict[str, int]:
    own = ("archive", "days", "games")
    files = (path for path in folder.rglob("*") if path.suffix in (".py", ".toml") and path.is_file())  # no lock's link
    return {str(path): path.stat().st_mtime_ns for path in files if path.relative_to(folder).parts[0] not in own}


def _play(folder: Path, jobs: int | None, only_page: bool, quiet: bool) -> None:
    from wallenstein.report.html.league_page import standing_of, write_league_page
    from wallenstein.report.plain import wrapped
    from wallenstein.report.verdict import cell_verdict, group_bars
    from wallenstein.tourney.league import League
    from wallenstein.tourney.run import played_on

    opened = League(folder)
    if not only_page:
        opened.begin()
        _say_what_is_new(opened)
        if not opened.play(jobs, lambda said: click.echo(said, err=True), partial(played_on, quiet=quiet)):
            stop_here()
    standing = standing_of(opened)
    if opened.open is not None or not opened.days:
        opened.close(standing.cell.entrants)
    page = write_league_page(opened, standing)
    for line in [*wrapped(cell_verdict(standing.cell)), *group_bars(standing.cell)]:
        click.echo(line)
    click.echo(f"the page is {page}", err=True)


def _say_what_is_new(league: "League") -> None:
    new, day = league.open or [], league.day
    if not new:
        click.echo("nothing is new", err=True)
    else:
        shown = ", ".join(map(printable, new[:5])) + (f" and {len(new) - 5} more" if len(new) > 5 else "")
        click.echo(f"day {day}: {counted(len(new), 'new version')}: {shown}", err=True)
    for version in league.versions:
        if version["broken"] and version["until"] is None:
            click.echo(f"{version['name']} did not load: {printable(version['broken'], 300)}", err=True)


def _serve(folder: Path, port: int) -> Callable[[], None]:
    """Serves the page and its replays to this machine alone; a browser loads it anew by itself. Returns its end."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from threading import Thread

    from wallenstein.report.html.league_page import GAMES, PAGE

    class Pages(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            with suppress(ConnectionError):  # the browser may go at any time
                name = self.path.partition("?")[0].strip("/") or PAGE
                path = folder / name
                if not (name == PAGE or (name.startswith(f"{GAMES}/") and path.parent == folder / GAMES)):
                    self.send_error(404)
                    return
                try:
                    data = path.read_bytes()
                except (OSError, ValueError):  # a zero byte in the name
                    self.send_error(404, "nothing is played yet")
                    return
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                if name == PAGE:
                    self.send_header("Refresh", str(REFRESH))
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, *words: object) -> None:
            """No line for each request."""

    try:
        server = ThreadingHTTPServer(("127.0.0.1", port), Pages)
    except OSError as error:
        raise click.UsageError(f"port {port} cannot be used ({error.strerror}); choose another with --serve") from None
    Thread(target=server.serve_forever, daemon=True).start()
    click.echo(f"the page is at http://127.0.0.1:{port}/", err=True)
    return server.shutdown
