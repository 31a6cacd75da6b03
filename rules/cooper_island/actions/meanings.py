"""Every word of tiles and cards has its meaning in one of these modules."""

from __future__ import annotations

from rules.cooper_island.actions import (
    boats,
    cargo,
    drawing,
    feeding,
    goods,
    islets,
    landscape,
    milestones,
    relocating,
    sailing,
    statues,
    storing,
    structures,
    unfit,
    workers,
)
from rules.cooper_island.actions.vocabulary import effects
from rules.cooper_island.printed.nodes import Node

MODULES = (
    boats,
    cargo,
    drawing,
    feeding,
    goods,
    islets,
    landscape,
    milestones,
    relocating,
    sailing,
    statues,
    storing,
    structures,
    unfit,
    workers,
)
effects.check(Node)
