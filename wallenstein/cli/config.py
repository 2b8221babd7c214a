"""`wallenstein config`: the schema for editors, and a configuration in its normal form."""

import json

import click


@click.group()
def config() -> None:
    """Check a tournament's configuration, or print the schema for editors."""


@config.command()
def schema() -> None:
    """Print the JSON Schema of configuration files, for editors that complete and check TOML."""
    from wallenstein.tourney.config.sections import Settings

    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Settings.model_json_schema(),
        "title": "Tournament of wallenstein",
    }
    click.echo(json.dumps(document, indent=2))


@config.command()
@click.argument("file", type=click.Path())
@click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Put a value in place of the file's.")
def show(file: str, sets: tuple[str, ...]) -> None:
    """Check FILE, and print it with every default spelled out."""
    from wallenstein.tourney.config import load

    loaded = load(file, sets)
    if loaded.seed_drawn:
        click.echo(f"the seed {loaded.seed} was drawn; set tourney.seed to keep it", err=True)
    click.echo(loaded.text, nl=False)
