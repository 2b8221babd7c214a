"""The document of the prospects, fitted to games."""

from collections.abc import Iterable
from typing import Any, Final

from wallenstein.core.search.fitting import Sample, fit_stages
from wallenstein.games.sixteen_thirty.names import TURNS
from wallenstein.games.sixteen_thirty.search.features import FEATURES

MUCH: Final = (20, 8, 4, 15, 4, 5, 2, 6, 3, 6, 1, 1, 1, 1)  # of each feature
SCALE: Final = {name: float(much) for name, much in zip(FEATURES, MUCH, strict=True)}


def fitted(samples: Iterable[Sample]) -> dict[str, Any]:
    """The document of all turns' prospects."""
    return {
        "turn": [
            {"turn": turn, "heat": fit.heat, "loss": fit.loss, "positions": fit.samples, "weights": fit.weights}
            for turn, fit in enumerate(fit_stages(samples, TURNS, SCALE), 1)
        ]
    }
