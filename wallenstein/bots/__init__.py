"""What a bot author imports."""

from wallenstein.bots.bot import Bot
from wallenstein.bots.registry import register
from wallenstein.core.game import Placing
from wallenstein.games.wallenstein.model.decision import Decision
from wallenstein.games.wallenstein.model.offer import Offer
from wallenstein.games.wallenstein.model.view import View
from wallenstein.games.wallenstein.plan import Plan
from wallenstein.table.conditions import Setup

__all__ = ["Bot", "Decision", "Offer", "Placing", "Plan", "Setup", "View", "register"]
