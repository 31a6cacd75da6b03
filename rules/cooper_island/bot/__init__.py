"""How somebody who knows Cooper Island, but does not think long, plays it."""

from rules.cooper_island.bot.choose import sensible

__all__ = ["sensible"]
