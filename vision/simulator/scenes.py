"""Tables to render: cards laid into places, and the named scenes of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from rules.pieces import Place
from vision.layout import Layout
from vision.looks import looks_of
from vision.registry import Registry
from vision.simulator.placing import Tabletop
from vision.simulator.scene import Scene, SceneError

SCENES = ("opening", "full", "overlap", "hand")
"""A game that has scenes has at least some of these names."""


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
    scenes = looks_of(game).scenes
    if not scenes:
        raise SceneError(f"There are no named scenes of {game} yet; give a TOML file.")
    if name not in scenes:
        raise SceneError(f"There is no scene {name!r}. There are: {', '.join(scenes)}.")
    scene = scenes[name](Random(seed))
    if not isinstance(scene, Scene):
        raise SceneError(f"The scene {name!r} of {game} is a {type(scene).__name__}, not a Scene.")
    return scene
