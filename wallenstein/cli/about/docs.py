"""`wallenstein docs`: the documents that come with the package."""

import json

import click

from wallenstein.cli.common.parameters import DOCUMENT
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.packaged import packaged_documents
from wallenstein.core.words import did_you_mean


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
        click.echo(found[key].read_text("utf-8"), nl=False)
        return
    titles = {key: path.read_text("utf-8").partition("\n")[0].lstrip("# ") for key, path in found.items()}
    if as_json:
        rows = [{"name": key, "title": titles[key], "file": str(path)} for key, path in found.items()]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    from wallenstein.report.plain import aligned

    click.echo("\n".join(aligned([["document", "title"], *[list(row) for row in titles.items()]], (0, 1))))
