"""How somebody who knows Maracaibo plays it: `choose` answers, `worth` weighs."""

from rules.maracaibo.bot.choose import sensible

__all__ = ["sensible"]
