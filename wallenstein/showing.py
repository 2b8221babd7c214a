"""Pages from Python: a game played back and the report of a run, shown in a notebook or written to a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wallenstein.bots.bot import BaseBot
    from wallenstein.bots.entrants import Entrant
    from wallenstein.record.store.location import Location

NO_RULES: Final[Mapping[str, Any]] = {}
HEIGHT: Final = 900  # pixels in a notebook


@dataclass(frozen=True)
class Page:
    """A page that needs nothing else: a notebook shows it in a frame of its own, which can reach nothing around it."""

    title: str
    html: str
    height: int = HEIGHT

    def __repr__(self) -> str:
        return f"<Page {self.title!r}, {len(self.html) / 1e6:.1f} MB; write(path) makes a file of it>"

    def _repr_html_(self) -> str:
        frame = f'title="{escape(self.title)}" width="100%" height="{self.height}" frameborder="0"'
        return f'<iframe {frame} sandbox="allow-scripts" srcdoc="{escape(self.html)}"></iframe>'

    def write(self, path: str | Path) -> Path:
        """Writes the page to a file, which any browser opens."""
        from wallenstein.pages.shell import write

        write(Path(path), self.html)
        return Path(path)


def show_report(run: "str | Location") -> Page:
    """The report of a run by its folder or name, as `wallenstein report` writes it."""
    from wallenstein.record.dataset import Run
    from wallenstein.report.page.page import html_of, make_report

    opened = Run(run)
    return Page(f"{opened.header['name']}: report", html_of(make_report(opened), opened))


def show_replay(run: "str | Location", game: int) -> Page:
    """One game of a run played back, as `wallenstein replay` makes it."""
    from wallenstein.record.dataset import Run
    from wallenstein.report.replays import replay_of_run

    opened = Run(run)
    return Page(f"Game {game} of {opened.header['name']}", replay_of_run(opened, game))


def show_game(
    bots: "Sequence[str | type[BaseBot] | Entrant]",
    seed: int = 0,
    rules: Mapping[str, Any] = NO_RULES,
    game: str = "wallenstein",
) -> Page:
    """A new game between bots played back; the arguments are those of `wallenstein.play`."""
    from wallenstein.bots.discovery import Catalogue
    from wallenstein.bots.match import entrant_for, play
    from wallenstein.games import find_game
    from wallenstein.report.replays import page_of

    catalogue, played = Catalogue(), find_game(game)
    entrants = [entrant_for(bot, catalogue, game) for bot in bots]
    choices = [decided.packed for decided in play(entrants, seed, rules, game).decisions]
    title, names = f"{played.title}, seed {seed}", [entrant.name for entrant in entrants]
    return Page(title, page_of(played, title, names, played.rules(rules, Path.cwd()), seed, choices))
