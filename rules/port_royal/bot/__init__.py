"""A player who knows Port Royal but does not think long, in all of its sets."""

from rules.port_royal.bot.choose import sensible

__all__ = ["sensible"]
