"""What a bot author imports."""

from wallenstein.bots.bot import Bot
from wallenstein.bots.house import Setup
from wallenstein.bots.registry import register
from wallenstein.core.game import Placing
from wallenstein.games.wallenstein.decision import Decision
from wallenstein.games.wallenstein.offer import Offer
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.games.wallenstein.view import View

__all__ = ["Bot", "Decision", "Offer", "Placing", "Plan", "Setup", "View", "register"]
