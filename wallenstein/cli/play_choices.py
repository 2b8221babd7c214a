"""What `wallenstein play` was asked for: bots by seat, rules, and the seed."""

from collections.abc import Sequence
from pathlib import Path
from secrets import randbelow
from typing import Any, Final

import click

from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, entrant
from wallenstein.core.errors import ConfigError
from wallenstein.games.wallenstein.new_game import PLAYERS

TAKES: Final = "W1: Wallenstein takes 3, 4 or 5 players"
SEEDS: Final = 1_000_000_000  # drawn ones are below; they are typed again


def entrants(bots: str, players: int | None, paths: Sequence[str]) -> list[Entrant]:
    """The bot of every seat; a single one plays every seat of a table."""
    specs = [spec.strip() for spec in bots.split(",")]
    if "" in specs:
        raise ConfigError(f'--bots: a name is missing in "{bots}"; give names such as random,random,random')
    if players is not None and players not in PLAYERS:
        raise ConfigError(f"--players {players}: {TAKES}")
    if len(specs) == 1:
        if players is None:
            raise ConfigError(f'--bots: "{bots}" is one bot; add --players 3, 4 or 5, and it plays every seat')
        specs *= players
    elif players is not None and players != len(specs):
        raise ConfigError(
            f"--bots names {len(specs)} bots and --players asks for {players}; name {players}, or one for every seat"
        )
    elif len(specs) not in PLAYERS:
        raise ConfigError(f"--bots names {len(specs)} bots; {TAKES}")
    catalogue = Catalogue(paths)
    return [entrant(spec, catalogue=catalogue) for spec in specs]


def game_options(
    draft: bool, edition: str | None, variant: str | None, expansions: Sequence[str], board: str, tower: str
) -> dict[str, Any]:
    """The choices as the section `[game]` of a configuration has them; a variant brings its edition along."""
    options: dict[str, Any] = {
        "edition": edition or ("first" if variant else "second"),
        "setup": "draft" if draft else "default",
        "expansions": list(expansions),
        "board": str(Path(board).expanduser()),
        "tower": tower_options(tower),
    }
    return options if variant is None else {**options, "variant": variant}


def tower_options(text: str) -> dict[str, Any]:
    """`model,key=number,…` as a table."""
    model, *settings = text.split(",")
    options: dict[str, Any] = {"model": model.strip()}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        try:
            options[key] = float(value)
        except ValueError:
            equals = ""
        if not equals or key in ("", "model"):
            raise ConfigError(f'--tower: "{setting}" is not a setting; write it as baffles,catch=0.3') from None
    return options


def seed_or_drawn(seed: int | None) -> int:
    """The seed, or a drawn one, which is told on standard error."""
    if seed is not None:
        return seed
    drawn = randbelow(SEEDS)
    click.echo(f"the seed {drawn} was drawn; --seed {drawn} plays this game again", err=True)
    return drawn
