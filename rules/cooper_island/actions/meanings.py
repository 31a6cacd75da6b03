"""Every word of tiles and cards has its meaning in one of these modules."""

from __future__ import annotations

from rules.cooper_island.actions import (
    boats,
    cargo,
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
    workers,
)
from rules.cooper_island.actions.vocabulary import effects

MODULES = (
    boats,
    cargo,
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
    workers,
)
KNOWN = effects.nodes()
