"""The functions of scipy.special that figures need, without its start.

Importing scipy.special takes an eighth of a second: it writes documentation for all its functions, and loads what tests
numpy. So the library behind it is imported alone, under an empty package; where scipy has another layout, all of it is.
"""

import sys
from importlib.util import find_spec, module_from_spec
from typing import Final

__all__ = ["betainc", "betaln", "chdtri", "ndtr", "ndtri", "stdtr", "stdtrit"]

PACKAGE: Final = "scipy.special"
SPEC: Final = find_spec(PACKAGE)
ALONE: Final = PACKAGE not in sys.modules and SPEC is not None
if ALONE and SPEC is not None:
    sys.modules[PACKAGE] = module_from_spec(SPEC)
try:
    from scipy.special._ufuncs import betainc, betaln, chdtri, ndtr, ndtri, stdtr, stdtrit
except ImportError:
    del sys.modules[PACKAGE]
    from scipy.special import betainc, betaln, chdtri, ndtr, ndtri, stdtr, stdtrit
else:
    if ALONE:
        del sys.modules[PACKAGE]  # whoever imports it later gets all of it
