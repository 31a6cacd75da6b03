"""What Cooper Island needs on paper besides labels and zone cards."""

from __future__ import annotations

from hardware.print.games.cooper_island.sheets import own_sheets
from hardware.print.on_paper import OnPaper

PAPER = OnPaper(own_sheets=own_sheets)
