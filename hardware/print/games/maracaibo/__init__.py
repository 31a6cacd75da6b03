"""What Maracaibo needs on paper besides labels and zone cards."""

from __future__ import annotations

from hardware.print.games.maracaibo.sheets import own_sheets
from hardware.print.games.maracaibo.words import PLACES, printed_values
from hardware.print.on_paper import OnPaper

PAPER = OnPaper(printed_values=printed_values, places=PLACES, own_sheets=own_sheets)
