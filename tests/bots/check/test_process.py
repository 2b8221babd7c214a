"""Methods that look misspelt are found, and helpers are left alone."""

from typing import Any

import pytest

from wallenstein.bots import BaseBot, Bot
from wallenstein.bots.check.process import misspelt
from wallenstein.bots.discovery import find


class Chose(Bot):
    def chose(self, view: Any, choice: Any) -> Any: ...


class Private(Bot):
    def _plan(self, view: Any, offer: Any) -> Any: ...


class Capital(Bot):
    def Plan(self, view: Any, offer: Any) -> Any: ...


class AtStart(Bot):
    def on_start(self, setup: Any) -> None: ...


class Heir(Chose):
    def start(self, setup: Any) -> None: ...


class Static(BaseBot):
    @staticmethod
    def decyde(view: Any, decision: Any) -> Any: ...


@pytest.mark.parametrize(
    ("cls", "name", "meant"),
    [
        (Chose, "chose", "choose"),
        (Private, "_plan", "plan"),
        (Capital, "Plan", "plan"),
        (AtStart, "on_start", "start"),
        (Heir, "chose", "choose"),
        (Static, "decyde", "decide"),
    ],
)
def test_a_misspelt_method_is_found(cls: type, name: str, meant: str) -> None:
    (said,) = misspelt(cls)
    assert said.startswith(f'nothing calls its method "{name}" (test_process.py:')
    assert said.endswith(f'); did you mean "{meant}"?')


class Calling(Bot):
    def choose(self, view: Any, choice: Any) -> Any:
        return self.chosen(choice) or [self.starts() for _ in ()]

    def chosen(self, choice: Any) -> Any: ...
    def starts(self) -> Any: ...


class ByName(Bot):
    def plan(self, view: Any, offer: Any) -> Any:
        return getattr(self, "plans")()  # noqa: B009

    def plans(self) -> Any: ...


class Asked(Bot):
    @property
    def plans(self) -> Any:
        return self.rng

    def choosers(self) -> Any: ...


class Helping(Bot):
    def worth(self) -> Any: ...
    def best_march(self) -> Any: ...
    def __repr__(self) -> str:
        return ""


def outside(bot: Asked) -> Any:
    """Calls a method of a bot in its module."""
    return bot.choosers()


@pytest.mark.parametrize("cls", [Calling, ByName, Asked, Helping, Bot, BaseBot], ids=lambda cls: cls.__name__)
def test_helpers_and_what_is_called_are_left_alone(cls: type) -> None:
    assert misspelt(cls) == []


@pytest.mark.parametrize("name", ["envoy", "marshal", "miller", "random", "regent", "seer", "settler", "warlord"])
def test_reference_bots_are_spelt_well(name: str) -> None:
    assert misspelt(find(name)) == []
