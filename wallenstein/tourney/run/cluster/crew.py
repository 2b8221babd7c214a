"""The workers at a scheduler: which of them play for a run, and which cannot."""

from collections.abc import Callable
from typing import Any, Final

from wallenstein.tourney.run.cluster.code import code_here
from wallenstein.tourney.run.cluster.on_worker import join


class Crew:
    """Workers by their address. They come and go."""

    def __init__(self, key: str, kit: bytes, tell: Callable[[str], None]) -> None:
        self.key: Final = key
        self.kit: Final = kit
        self.tell: Final = tell
        self.threads: dict[str, int] = {}  # of those that play
        self.refused: dict[str, str] = {}  # and why

    @property
    def size(self) -> int:
        """How many tasks they do at a time."""
        return sum(self.threads.values())

    @property
    def only(self) -> list[str] | None:
        """The workers that may get tasks; None if all may."""
        return list(self.threads) if self.refused else None

    @property
    def sentence(self) -> str:
        """Why nobody can play; empty if somebody can, or may come."""
        return next(iter(self.refused.values())) if self.refused and not self.threads else ""

    def look(self, client: Any) -> None:
        """Sees who is there, and gives newcomers the kit."""
        there = client.nthreads()
        for gone in self.threads.keys() - there.keys():
            del self.threads[gone]
        for gone in self.refused.keys() - there.keys():
            del self.refused[gone]
        new = [address for address in there if address not in self.threads and address not in self.refused]
        if not new:
            return
        answers = client.run(join, self.key, code_here(), self.kit, workers=new, on_error="return")
        for address, answer in answers.items():
            if answer == "":
                self.threads[address] = there[address]
            elif isinstance(answer, str):
                self.refuse(address, answer)
            elif isinstance(answer, ImportError | AttributeError):
                self.refuse(address, f"it has no wallenstein, or another one ({answer})")
            elif not isinstance(answer, OSError | TimeoutError):  # then it is gone, or busy, and is asked again
                self.refuse(address, f"{type(answer).__name__}: {answer}")

    def refuse(self, address: str, why: str) -> None:
        """This worker gets no more tasks."""
        self.threads.pop(address, None)
        if address not in self.refused:
            self.refused[address] = f"the worker {address} cannot play for this run: {why}"
            self.tell(self.refused[address])

    def forget(self, address: str) -> None:
        """This worker has to be given the kit again."""
        self.threads.pop(address, None)
