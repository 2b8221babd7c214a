"""`register`: which classes and names it takes."""

from typing import Any

import pytest

from wallenstein import Bot, register
from wallenstein.bots.bot import registered
from wallenstein.core.errors import ConfigError


def test_gives_the_class_its_name_and_remembers_it() -> None:
    @register("registry-test")
    class Named(Bot):
        pass

    assert Named.name == "registry-test"
    assert registered(__name__)["registry-test"] is Named


@pytest.mark.parametrize("name", ["", "two words", "-dash", "a" * 41, "a:b", "a/b", "ä", "a.py", "a\n"])
def test_refuses_a_name_that_configurations_could_not_write(name: str) -> None:
    with pytest.raises(ConfigError, match="cannot be the name of a bot"):
        register(name)


@pytest.mark.parametrize("name", ["a", "Miller-2", "a_b+c", "7", "a" * 40])
def test_takes_any_other_name(name: str) -> None:
    assert callable(register(name))


def test_says_how_it_is_used_when_the_name_is_left_out() -> None:
    wrong: Any = Bot
    with pytest.raises(ConfigError, match=r'@register needs a name, as in @register\("miller"\), not type'):
        register(wrong)


def test_refuses_what_is_no_bot() -> None:
    wrong: Any = dict
    with pytest.raises(ConfigError, match=r'@register\("mapping"\) decorates dict, which is not a subclass of Bot'):
        register("mapping")(wrong)


def test_refuses_a_second_bot_of_the_name_in_the_same_file() -> None:
    @register("registry-twin")
    class First(Bot):
        pass

    with pytest.raises(ConfigError, match=r'First and .*Second are both registered as "registry-twin"'):

        @register("registry-twin")
        class Second(Bot):
            pass

    assert registered(__name__)["registry-twin"] is First


def test_takes_the_same_class_again_as_a_notebook_does() -> None:
    def cell() -> type[Bot]:
        @register("registry-cell")
        class Cell(Bot):
            pass

        return Cell

    first, second = cell(), cell()
    assert first is not second
    assert registered(__name__)["registry-cell"] is second
