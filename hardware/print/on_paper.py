"""What a game says and needs on paper besides labels and zone cards: what its package brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hardware.print.page import Paper
from hardware.print.sheet import Sheet
from rules.pieces import Piece
from rules.plugins import Failure, Plugins
from rules.text import Text
from vision.layout import Layout
from vision.registry import Registry


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    printed_values: Callable[[Piece], Iterable[Text]] = lambda _: ()
    """What tells pieces of the same name apart: so a person finds the one for a label."""
    places: Mapping[str, Text] = field(default_factory=dict)
    """What places are for whose names alone do not say it."""
    own_sheets: Callable[[Registry, Layout, Paper], Iterable[tuple[Text, int, Sequence[Sheet]]]] = (
        lambda *_: ()
    )
    """Stand-ins for cards and boards: what they are, how many, and the sheets."""


_PLAIN = OnPaper()


def _broken(game: str, why: Failure) -> Text:
    return Text("{game} has labels and zone cards only: {why}", game=game, why=why)


PAPER: Plugins[OnPaper] = Plugins("quartermaster.paper", OnPaper, _broken)


def on_paper(game: str) -> OnPaper:
    return PAPER.get(game, _PLAIN)
