"""Options of bots: read from constructors, checked against tables."""

from collections.abc import Callable
from enum import Enum
from typing import Any, Literal

import pytest

from wallenstein.bots import Bot
from wallenstein.bots.description import arguments, options, spelled_out
from wallenstein.bots.entrants import entrant_of
from wallenstein.core.errors import ConfigError


class Mood(Enum):
    CALM = 1
    ANGRY = 2


class Typed(Bot):
    def __init__(  # type: ignore[no-untyped-def]
        self,
        depth: int,
        haste: float = 0.5,
        loud: bool = False,
        motto: str = "",
        style: Literal["fast", "slow", 3] = "fast",
        mood: Mood = Mood.CALM,
        limit: int | None = None,
        weights: tuple[float, ...] = (),
        *,
        guessed=2,
        free: Any = None,
        prices: dict[str, float] | None = None,
        span: tuple[int, str] = (1, "a"),
    ) -> None:
        self.values = dict(locals())


class Child(Typed):
    def __init__(self, extra: int = 0, **rest: object) -> None: ...


class GrandChild(Child):
    def __init__(self, **rest) -> None:  # type: ignore[no-untyped-def]
        ...


class Weighing(Bot):
    def __init__(self, *names: str, **weights: float) -> None: ...


class ByPosition(Bot):
    def __init__(self, depth: int, /) -> None: ...


class Odd(Bot):
    def __init__(self, hook: Callable[[], int] | None = None, ghost: "Ghost" = 1) -> None:  # type: ignore[name-defined]  # noqa: F821
        ...


class Hooked(Bot):
    def __init__(self, hook: Callable[[], int] = int) -> None: ...


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("haste", 1, 1.0),
        ("haste", 0.25, 0.25),
        ("loud", True, True),
        ("motto", "on", "on"),
        ("style", "slow", "slow"),
        ("style", 3, 3),
        ("mood", "ANGRY", Mood.ANGRY),
        ("limit", 7, 7),
        ("weights", [1, 2.5], (1.0, 2.5)),
        ("guessed", 9, 9),
        ("free", {"any": ["thing"]}, {"any": ["thing"]}),
        ("prices", {"palace": 3}, {"palace": 3.0}),
        ("span", [2, "b"], (2, "b")),
    ],
)
def test_a_fitting_value_is_taken(name: str, value: object, expected: object) -> None:
    found = arguments(Typed, {"depth": 1, name: value}, "here")
    assert found == {"depth": 1, name: expected}
    assert type(found[name]) is type(expected)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("depth", True, "a whole number, not True"),
        ("depth", 1.0, "a whole number, not 1.0"),
        ("depth", "1", "a whole number, not '1'"),
        ("haste", True, "a number, not True"),
        ("loud", 1, "true or false, not 1"),
        ("motto", 5, "a text, not 5"),
        ("style", "sloow", '"fast", "slow" or 3, not \'sloow\''),
        ("mood", "angry", '"CALM" or "ANGRY", not \'angry\''),
        ("limit", "none", "a whole number, not 'none'"),
        ("weights", [1, "2"], "a list, each a number, not [1, '2']"),
        ("guessed", "x", "a whole number, not 'x'"),
        ("style", 3.0, '"fast", "slow" or 3, not 3.0'),
        ("prices", [3], "a table, not [3]"),
        ("span", [2], "a list, each a whole number or a text, not [2]"),
    ],
)
def test_any_other_value_is_refused_with_what_is_allowed(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ConfigError) as caught:
        arguments(Typed, {"depth": 1, name: value}, "bots.entry[0].options")
    assert str(caught.value) == f"bots.entry[0].options.{name}: must be {allowed}"


def test_an_unknown_option_is_refused_with_the_nearest() -> None:
    with pytest.raises(ConfigError, match=r'^here.dept: the bot has no such option; did you mean "depth"\?$'):
        arguments(Typed, {"dept": 1}, "here")
    with pytest.raises(ConfigError, match=r"^here.depth: the bot has no such option; it has no options$"):
        arguments(Bot, {"depth": 1}, "here")


def test_an_option_without_default_must_be_given() -> None:
    with pytest.raises(ConfigError, match=r"here.depth: this option of the bot is required: a whole number"):
        arguments(Typed, {}, "here")


def test_keywords_that_are_handed_on_have_the_parents_options() -> None:
    # `**rest: object` has a type, so it takes anything; without one it only hands on
    assert list(options(Child).named) == ["extra"]
    assert options(Child).others is object
    assert arguments(Child, {"extra": 1, "any": "thing"}, "here") == {"extra": 1, "any": "thing"}
    assert list(options(GrandChild).named) == ["extra"]


def test_keywords_without_a_type_stand_for_the_parents() -> None:
    class Heir(Typed):
        def __init__(self, own: int = 0, **rest) -> None:  # type: ignore[no-untyped-def]
            super().__init__(**rest)

    assert list(options(Heir).named)[:3] == ["own", "depth", "haste"]
    assert arguments(Heir, {"own": 1, "depth": 2}, "here") == {"own": 1, "depth": 2}
    with pytest.raises(ConfigError, match="no such option"):
        arguments(Heir, {"depth": 1, "owns": 2}, "here")


def test_keywords_with_a_type_take_any_name() -> None:
    assert arguments(Weighing, {"land": 2, "army": 0.5}, "here") == {"land": 2.0, "army": 0.5}
    with pytest.raises(ConfigError, match=r"here.land: must be a number, not 'much'"):
        arguments(Weighing, {"land": "much"}, "here")


def test_constructors_that_cannot_be_called_are_told() -> None:
    with pytest.raises(ConfigError, match="its constructor takes depth by position only"):
        arguments(ByPosition, {}, "here")
    with pytest.raises(ConfigError, match="types of its options cannot be read: name 'Ghost' is not defined"):
        arguments(Odd, {}, "here")


def test_an_option_that_no_configuration_can_write_keeps_its_default() -> None:
    assert arguments(Hooked, {}, "here") == {}
    with pytest.raises(ConfigError, match=r"here.hook: must be .*which a configuration cannot write"):
        arguments(Hooked, {"hook": "int"}, "here")


def test_the_normal_form_spells_out_defaults() -> None:
    assert spelled_out(Typed, arguments(Typed, {"depth": 3, "mood": "ANGRY", "weights": [1]}, "here")) == {
        "depth": 3,
        "guessed": 2,
        "haste": 0.5,
        "loud": False,
        "mood": "ANGRY",
        "motto": "",
        "span": [1, "a"],
        "style": "fast",
        "weights": [1.0],
    }


def test_an_entrant_makes_a_new_bot_each_time() -> None:
    entrant = entrant_of(Typed, {"depth": 4})
    one, two = entrant(), entrant()
    assert one is not two
    assert isinstance(one, Typed)
    assert one.values["depth"] == 4
    assert entrant.name == "Typed"
