"""A bot's own process: loads one file, and describes its bots."""

from contextlib import suppress
from typing import Any, Final

from wallenstein.bots.apart.inside import Inside
from wallenstein.bots.description import describe
from wallenstein.bots.discovery import load_class
from wallenstein.core.errors import ConfigError
from wallenstein.table.isolation import limit_files, limit_memory

MEMORY: Final = 4 << 30  # bytes


def main() -> None:
    """Answers one order."""
    inside = Inside()
    limit_files()
    limit_memory(MEMORY)
    inside.send([answer(question) for question in inside.order])


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """The description of one bot, or a sentence."""
    try:
        cls = load_class(question["place"])
        return describe(cls, question["values"], question["where"]).as_json()
    except ConfigError as error:
        return {"error": str(error)}
    except BaseException as error:  # what a bot defines may raise anything when it is looked at
        said = type(error).__name__
        with suppress(BaseException):
            said = f"{said}: {error}".rstrip(": ")
        return {"error": f'the bot "{question["place"]}" cannot be loaded: {said}'}


if __name__ == "__main__":
    main()
