"""The document of the forecast, fitted to games."""

from collections.abc import Iterable
from typing import Any, Final

from wallenstein.core.search.fitting import Sample, fit_stages
from wallenstein.games.wallenstein.search.features import FEATURES
from wallenstein.games.wallenstein.search.games import STAGES

MUCH: Final = (10, 3, 3, 5, 10, 3, 5, 4, 4, 5, 4, 4, 5, 4, 2, 3, 3, 4, 8, 3)  # of each feature
SCALE: Final = {name: float(much) for name, much in zip(FEATURES, MUCH, strict=True)}


def fitted(samples: Iterable[Sample]) -> dict[str, Any]:
    """The document of all stages' forecasts."""
    return {
        "stage": [
            {
                "year": year, "season": season, "heat": fit.heat, "loss": fit.loss, "games": fit.samples,
                "weights": fit.weights,
            }
            for (year, season), fit in zip(STAGES, fit_stages(samples, len(STAGES), SCALE), strict=True)
        ]
    }  # fmt: skip
