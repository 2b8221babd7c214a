"""`wallenstein bots protocol`: what a bot in another language is sent, and what it answers."""

import json
from typing import Final

import click

from wallenstein.cli.common.game_option import game_name_option

SHORT: Final = """\
A bot in any language is a command that reads messages from standard input and writes answers to
standard output: one JSON object on a line, one answer to each message, with the id of the message.

> {"type": "hello", "id": 0, "protocol": 1, "runner": "wallenstein ..."}
< {"id": 0, "protocol": 1, "name": "otter", "reset": true}
> {"type": "start", "id": 1, "game": "wallenstein", "seat": 0, "players": 4, "rules": {...},
   "book": {...}, "seed": 1234567890, "options": {},
   "limits": {"start": 5.0, "choose": 1.0, "kinds": {"plan": 5.0}, ...}}
< {"id": 1}
> {"type": "decide", "id": 2, "seat": 0, "kind": "march", "about": {"county": "anhalt"},
   "offer": {"targets": ["kursachsen"], "most": 4, "optional": false},
   "default": {"to": "kursachsen", "armies": 1}, "view": {...}}
< {"id": 2, "choice": {"to": "kursachsen", "armies": 4}}
> {"type": "end", "id": 3, "result": [{"seat": 0, "rank": 1, "vp": 31}, ...]}
< {"id": 3}

- A decision has `options`, the list of legal choices, or an `offer` where they are too many to list.
  `default` is always a legal choice.
- `view` is the position as wallenstein referee prints it, with null for what the seat cannot see.
- `book` has what never changes: the board, the cards.
- A bot that says "reset": true may get another `start` after `end`. Otherwise its input is closed.
- Write nothing else to standard output, and flush it after each line. Standard error goes to the log.
- Ignore keys that you do not know.

In a tournament:  entries = [{name = "otter", command = ["node", "otter.js"]}]
A working bot:    wallenstein bots new otter --language js   (or c)
All of it:        docs/protocol.md, wallenstein bots protocol --schema"""


@click.command()
@click.option("--schema", "as_schema", is_flag=True, help="Print the JSON Schema of all messages and answers.")
@game_name_option
def protocol(as_schema: bool, game_name: str) -> None:
    """Show how bots in other languages are asked and answer."""
    from wallenstein.games import find_game

    game = find_game(game_name)
    if not as_schema:
        click.echo(SHORT)
        return
    from wallenstein.table.protocol_schema import schema

    click.echo(json.dumps(schema(game), ensure_ascii=False, indent=2))
