"""`wallenstein bench`, `env`, `config`, `docs` and `completion`: the program's contents."""

import json
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import ShellComplete, get_completion_class

from wallenstein import compiled
from wallenstein.cli.parameters import CONFIG, DOCUMENT, FLAGS, chosen_keys, game_option, print_json
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import DOCS, packaged, packaged_documents
from wallenstein.core.text import counted, did_you_mean, printable


@click.command()
@click.option("--signature", "alone", is_flag=True, help="Print the signature alone.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def bench(alone: bool, as_json: bool) -> None:
    """Play a fixed set of games, and print their signature.

    It is a hash of games of every kind, the same on every machine and Python, compiled or not; exit code 1 if it
    differs from that of this version.
    """
    from wallenstein.tourney.bench import SIGNATURE, signature

    found = signature()
    if as_json:
        facts = {"signature": found, "expected": SIGNATURE, "compiled": compiled.INTERPRETED is None}
        click.echo(json.dumps(facts))
    else:
        click.echo(f"signature {found}" + ("" if found == SIGNATURE else f"; that of this version is {SIGNATURE}"))
        if not alone:
            click.echo(compiled.sentence())
    if found != SIGNATURE:
        sys.exit(1)


@click.command()
@click.option("--players", type=int, help="The number of seats (default: the game's usual number).")
@game_option
@click.option("--actions", is_flag=True, help="List the numbered actions instead of the observation.")
@click.option("--json", "as_json", is_flag=True, help="Print all numbers as JSON, with the meaning of every index.")
def env(players: int | None, game_keys: tuple[str, ...], actions: bool, as_json: bool) -> None:
    """Print the meaning of a learning environment's numbers.

    `wallenstein.env(players, rules, game)` in Python makes the environment; docs/environments.md describes it.
    """
    from wallenstein.environment.numbers import numbers
    from wallenstein.games import DEFAULT
    from wallenstein.report.plain import aligned

    keys = chosen_keys(game_keys)
    found = numbers(players, keys, str(keys.get("name", DEFAULT)))
    if as_json:
        document = {"features": list(found.rows()), "entries": found.entries, "actions": found.actions}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    elif actions:
        numbered = [[str(number), name] for number, name in enumerate(found.actions)]
        click.echo("\n".join(aligned([["action", "meaning"], *numbered], (1,))))
    else:
        rows = [[*row_of(row), row["about"]] for row in found.rows()]
        click.echo("\n".join(aligned([["entries", "feature", "axes", "highest", "meaning"], *rows], (1, 2, 4))))


def row_of(row: dict[str, object]) -> list[str]:
    """The entries of a feature, its name, the lengths of its axes, and its highest value."""
    first, last, axes = row["first"], row["last"], row["axes"]
    assert isinstance(axes, list)
    where = f"{first}" if first == last else f"{first}-{last}"
    return [where, str(row["name"]), " x ".join(str(len(axis)) for axis in axes), str(row["highest"])]


@click.group()
def config() -> None:
    """List ready configurations, check one, or print the schema."""


@config.command()
@click.option(*FLAGS, "game_name", metavar="NAME", help="Only the keys of this game (default: those of every game).")
def schema(game_name: str | None) -> None:
    """Print the JSON Schema of configuration files, for editors."""
    from wallenstein.games import GAMES, find_game
    from wallenstein.tourney.config.sections import TournamentSpec

    games = [find_game(name) for name in (GAMES if game_name is None else [game_name])]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    document = {**head, **TournamentSpec.model_json_schema(), "title": "Tournament of wallenstein"}
    document["$defs"]["GameSection"] |= game_keys(document["$defs"]["GameSection"], games)
    document["$defs"]["LimitsSection"] |= limits_keys(document["$defs"]["LimitsSection"], games)
    click.echo(json.dumps(document, indent=2))


def game_keys(section: dict[str, Any], games: Sequence[Game]) -> dict[str, object]:
    """The keys of `[game]`: with several games, those of the game that the key `name` names."""
    from wallenstein.games import DEFAULT

    own = section["properties"]
    if len(games) == 1:
        return {"properties": {**own, **games[0].schema()}, "additionalProperties": False}
    branches = [
        {
            "title": game.title,
            "properties": {"name": {"const": game.name}, **game.schema()},
            "additionalProperties": False,
            **({} if game.name == DEFAULT else {"required": ["name"]}),
        }
        for game in games
    ]
    return {"properties": {"name": {**own["name"], "enum": [game.name for game in games]}}, "anyOf": branches}


def limits_keys(section: dict[str, Any], games: Sequence[Game]) -> dict[str, object]:
    """The keys of `[run.limits]`: those of the section, and every kind of decision of the games."""
    limit = section["additionalProperties"]
    own = dict(section["properties"])
    kinds = {kind: {**limit, "default": seconds} for game in games for kind, seconds in game.limits.items()}
    names = sorted({*own, *(kind for game in games for kind in game.kinds)})
    return {"properties": {"start": own.pop("start"), **kinds, **own}, "propertyNames": {"enum": names}}


@config.command()
@click.argument("file", type=CONFIG)
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
def show(file: Path, sets: tuple[str, ...]) -> None:
    """Check FILE and print it with all defaults."""
    from wallenstein.tourney.config import load

    loaded = load(file, sets)
    if loaded.seed_drawn:
        click.echo(f"the seed {loaded.seed} was chosen at random; set tourney.seed to keep it", err=True)
    click.echo(loaded.text, nl=False)


@config.command()
@click.argument("file", type=CONFIG)
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Override a key of the file; can be repeated.")
def check(file: Path, sets: tuple[str, ...]) -> None:
    """Report all mistakes in FILE, and load its bots."""
    from wallenstein.tourney.run import prepare

    found = prepare(file, sets, Path("results"))
    for remark in found.bots.remarks:
        click.echo(printable(remark), err=True)
    games, bots = counted(found.schedule.total, "game"), counted(len(found.config.entry_names), "bot")
    click.echo(f"{found.config.file}: no mistakes; {games} between {bots}")


@config.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON, with the files.")
def list_configs(as_json: bool) -> None:
    """List the ready configurations.

    Their names can stand for configuration files: wallenstein tourney quickstart.
    """
    from wallenstein.core.program.packaged import packaged_configs

    def idea_of(text: str) -> str:
        """The first sentence of the comment that a configuration begins with."""
        comment = takewhile(lambda line: line.startswith("#"), text.splitlines())
        sentence = re.match(r".*?[.?](?=\s|$)", " ".join(line.lstrip("# ") for line in comment))
        return sentence[0] if sentence else ""

    print_files("configuration", "idea", packaged_configs(), idea_of, as_json)


def print_files(kind: str, what: str, files: Mapping[str, Path], of: Callable[[str], str], as_json: bool) -> None:
    """The names of some files, with `what` follows `of` their texts."""
    from wallenstein.report.plain import aligned

    texts = {name: of(path.read_text("utf-8")) for name, path in files.items()}
    if as_json:
        print_json([{"name": name, what: texts[name], "file": str(path)} for name, path in files.items()])
    else:
        click.echo("\n".join(aligned([[kind, what], *map(list, texts.items())], (0, 1))))


INCLUDED: Final = re.compile(r'^--8<-- "(.+)"\n', re.MULTILINE)  # a file that the documentation site includes, too


@click.command()
@click.argument("name", required=False, type=DOCUMENT)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON, with the files.")
def docs(name: str | None, as_json: bool) -> None:
    """List the documents, or print one.

    Help texts name documents as files of the repository: docs/bots.md is printed by `wallenstein docs bots`.
    """
    found = packaged_documents()
    if name is not None:
        key = name.removeprefix("docs/").removesuffix(".md")
        if key not in found:
            raise ConfigError(f'there is no document "{name}"; {did_you_mean(key, found)}')
        text = found[key].read_text("utf-8")
        click.echo(INCLUDED.sub(lambda match: (packaged(DOCS) / match[1]).read_text("utf-8"), text), nl=False)
        return
    print_files("document", "title", found, lambda text: text.partition("\n")[0].lstrip("# "), as_json)


PROGRAM: Final = "wallenstein"
VARIABLE: Final = "_WALLENSTEIN_COMPLETE"  # by which the script asks the program; the name is click's


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script for the completion of a shell.

    With it, the SHELL completes commands, bots, runs and configurations.

    \b
    bash:  wallenstein completion bash > ~/.local/share/bash-completion/completions/wallenstein
    zsh:   wallenstein completion zsh > "${fpath[1]}/_wallenstein"
    fish:  wallenstein completion fish > ~/.config/fish/completions/wallenstein.fish

    For this shell alone: source <(wallenstein completion bash). It needs bash 4.4 or later.
    """
    from wallenstein.cli import main

    kind = get_completion_class(shell)
    assert kind is not None, shell
    # not its own `source`, which for bash looks at the version here: the script may be for another machine
    click.echo(ShellComplete.source(kind(main, {}, PROGRAM, VARIABLE)))
