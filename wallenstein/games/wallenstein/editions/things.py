"""What Thalers, grain, armies and points from outside the board are worth."""

from typing import Final

from wallenstein.games.wallenstein.advice.outlook import Outlook

POINTS: Final = {"vp": 1.0, "thalers": 0.4, "grain": 0.3, "armies": 0.5, "tray-armies": 0.5}  # for one of each
HASTE: Final = 0.8  # how much of a gain is lost that rivals have the whole game to answer


def thing_points(outlook: Outlook, effect: str, amount: int) -> float:
    """Points for victory points, Thalers, grain, or armies in the tray. An early leader is attacked."""
    if effect == "vp":
        return amount * (1 - HASTE * outlook.future)
    if effect == "thalers":
        return amount * outlook.thaler
    if effect == "grain":
        return outlook.bread(amount)
    return amount * outlook.levy
