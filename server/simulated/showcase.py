"""Cards laid out on the simulated table to be learned: as far apart as one would lay them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from rules.games import GAMES
from vision.layout import Pose, load_layout
from vision.registry import load_registry
from vision.simulator.placing import Tabletop

MOST = 12
_COLUMNS = 6
_APART = 25.0
"""Millimetres from card to card."""
_UNTIDY = 3.0
"""Millimetres, and degrees, that a card may be off."""


def showcase(game: str, kinds: Iterable[str]) -> Tabletop:
    """A table with a card for each of the kinds on it, none with a label; at most MOST."""
    layout, registry = load_layout(game), load_registry(game)
    copies: dict[str, list[str]] = {}
    for piece in GAMES[game].pieces.values():
        copies.setdefault(piece.kind, []).append(piece.id)
    pieces = [copies[kind].pop() for kind in kinds][:MOST]
    table = Tabletop(layout, registry, (), unlabelled=pieces)
    table.bare = replace(table.bare, mats=(), underlays=())
    random = Random(len(pieces))
    width, height = layout.table
    for number, key in enumerate(pieces):
        form = registry.form_of(key)
        row, column = divmod(number, _COLUMNS)
        x = width / 2 + (column - (_COLUMNS - 1) / 2) * (form.width + _APART)
        y = height / 2 + (row - (MOST // _COLUMNS - 1) / 2) * (form.height + _APART)
        off = [random.uniform(-_UNTIDY, _UNTIDY) for _ in range(3)]
        table.put(key, Pose(x + off[0], y + off[1], off[2]))
    return table
