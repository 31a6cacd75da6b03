"""What is printed on the pieces and the board, and what an owner can confirm or correct of it."""

from rules.maracaibo.printed.checks import contradiction
from rules.maracaibo.printed.owner import parts, printed_things, printed_words

__all__ = ["contradiction", "parts", "printed_things", "printed_words"]
