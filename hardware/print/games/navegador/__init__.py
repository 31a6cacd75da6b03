"""What Navegador needs on paper besides labels and zone cards."""

from __future__ import annotations

from hardware.print.games.navegador.sheets import own_sheets
from hardware.print.on_paper import OnPaper

PAPER = OnPaper(own_sheets=own_sheets)
