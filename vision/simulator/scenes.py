"""Tables to render: cards laid into places, and the named scenes of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from rules.games import companion
from rules.pieces import Place
from vision.layout import Layout
from vision.registry import Registry
from vision.simulator.placing import Tabletop
from vision.simulator.scene import Scene, SceneError

SCENES = ("opening", "full", "overlap", "hand")
"""A game that has scenes has them in `vision/games/<game>/scenes.py`, at least of these names."""


def arranged(
    layout: Layout,
    registry: Registry,
    cards: Mapping[Place, Sequence[str]],
    seed: int = 0,
    untidy: float = 1.0,
) -> Scene:
    """The usual table without underlays, cards laid into places as people do; no tag is hidden.

    `untidy` 0 lays every card exactly straight.
    """
    table = Tabletop(layout, registry, (), seed, untidy)
    for place, pieces in cards.items():
        for piece in pieces:
            table.lay(piece, place)
    return replace(table.scene(), underlays=())


def named_scene(game: str, name: str, seed: int = 0) -> Scene:
    """One of the scenes that need no file."""
    module = companion("vision", game, "scenes")
    if module is None:
        raise SceneError(f"There are no named scenes of {game} yet; give a TOML file.")
    scenes: Mapping[str, Callable[[Random], Scene]] = module.SCENES
    if name not in scenes:
        raise SceneError(f"There is no scene {name!r}. There are: {', '.join(scenes)}.")
    return scenes[name](Random(seed))
