"""How random players lean if a few matches are to show all there is."""

from __future__ import annotations

from typing import Any

from rules.cooper_island.actions.vocabulary import effects
from rules.cooper_island.actions.workers import Post, actions_of, source_of
from rules.cooper_island.printed.nodes import (
    BuildBoat,
    BuildStructure,
    ExtraFeeding,
    FlipBoat,
    LidOnLand,
    PayFood,
    Relocate,
    SupplyShip,
)
from rules.cooper_island.table import Table
from rules.flow import Choice, Option, Seat
from rules.lively import RARE

_WEIGHTS = {
    "skip": 0.05,
    "store": 0.15,
    "trade": 0.03,
    "refuse": 0.2,
    "chart": 0.3,
    "crate": 0.2,
    "structure": 4.0,
    "recruit": 4.0,
    "card": RARE,
    "lid": RARE,
    "from": RARE,
}
"""Goods that are stored one by one or traded away never come together to what something costs."""
_BUILDS, _IDLE = 12.0, 0.1
_ONLY_THERE = (ExtraFeeding, FlipBoat, LidOnLand, PayFood, Relocate)
"""What only one card does."""
_DEAR = (BuildBoat, BuildStructure, SupplyShip)


def weigh(table: Table, choice: Choice[Any], option: Option[Any]) -> float:
    """Workers go where something can be done, best where it is paid for; one ship gets far."""
    if isinstance(option.value, Post):
        return _post_weight(table, choice.who, option.value)
    word, _, what = option.key.partition(":")
    if word == "keep":
        return RARE if any(isinstance(node, _ONLY_THERE) for node in option.value.does) else 1.0
    if word == "ship":
        return 1.0 + table.player(choice.who).steps[what]
    if word == "cube":
        return 3.0 if what == "gold" else 1.0
    return _WEIGHTS.get(word, 1.0)


def _post_weight(table: Table, seat: Seat, post: Post) -> float:
    alone = not table.workers_on(post.sector.key, post.special)
    source = source_of(post, alone=alone)
    possible = [
        node
        for node in actions_of(post, alone=alone)
        if effects.why_not(table, seat, (node,), source) is None
    ]
    if any(isinstance(node, _DEAR) for node in possible):
        return _BUILDS
    return 1.0 if possible else _IDLE
