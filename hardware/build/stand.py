"""Whether the stand holds a camera where every game needs it, and how much it sags and swings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rules.games import GAMES
from vision.hanging import LEAST_PX, MARGIN, Hanging, hangings
from vision.layout import Layout, load_layout
from vision.lying_flat import on_table
from vision.registry import load_registry

_GRAVITY = 9.81
_CARRIED = 0.13
"""Kilograms at the boom's end: the HQ camera with its lens and plate, the heaviest."""
_CROSS = 0.04
_SWINGING_SHARE = 33 / 140
"""Of an upright's own mass, as much swings as if it were at its end."""


@dataclass(frozen=True, slots=True)
class View:
    """One camera over one game's table."""

    title: str
    hanging: Hanging
    room: float
    """Millimetres of table in the picture between its edge and the nearest place."""


def views() -> Iterator[View]:
    """Every game with every camera."""
    for name, game in GAMES.items():
        layout, registry = load_layout(name), load_registry(name)
        for hung in hangings(layout, registry):
            yield View(game.edition.text("title"), hung, _room(layout, hung))


def _room(layout: Layout, hung: Hanging) -> float:
    low, high = _extent(layout)
    middle, half = np.array(layout.table) / 2, np.array(hung.camera.shows(hung.above)) / 2
    return float(min((low - middle + half).min(), (middle + half - high).min()))


def _extent(layout: Layout) -> tuple[Any, Any]:
    """The least and the greatest x and y of all mats and places on the suggested table."""
    corners = []
    for key, pose in layout.suggested.items():
        mat = layout.mats[key]
        whole = ((0, 0), (mat.width, 0), (mat.width, mat.height), (0, mat.height))
        outlines = (whole, *(place.shape.outline for place in layout.places_on(key)))
        corners += [on_table(np.array(each), pose, mat.width, mat.height) for each in outlines]
    everything = np.concatenate(corners)
    return everything.min(axis=0), everything.max(axis=0)


@dataclass(frozen=True, slots=True)
class Material:
    name: str
    stiffness: float
    """Young's modulus in newtons a square millimetre."""
    density: float
    """Kilograms a cubic millimetre."""
    hollow: bool


MATERIALS = (
    Material("aluminium tube", 70_000, 2.7e-6, hollow=True),
    Material("round wood", 10_000, 0.5e-6, hollow=False),
)


@dataclass(frozen=True, slots=True)
class Bending:
    """What the tubes do under the heaviest camera, the boom as high as it goes; millimetres."""

    sag: float
    """How far the camera sinks."""
    aside: float
    """How far that moves the picture on the table."""
    swings: float
    """Times a second that it swings after a knock."""
    pushed: float
    """How far a newton moves it: the weight of a bar of chocolate, against its side."""


def bending(material: Material, measures: Mapping[str, Any]) -> Bending:
    """Two beams: the upright, held by the clamp and bent by the boom's weight, and the boom."""
    outer, wall = measures["tube"]
    inner = outer - 2 * wall if material.hollow else 0.0
    stiff = material.stiffness * math.pi / 64 * (outer**4 - inner**4)
    mass_per_mm = material.density * math.pi / 4 * (outer**2 - inner**2)
    height, (boom, whole) = measures["upright"], measures["boom"]
    load, own = _CARRIED * _GRAVITY, mass_per_mm * _GRAVITY
    moment = load * boom + own * (boom**2 - (whole - boom) ** 2) / 2
    leans, leaves = moment * height / stiff, moment * height**2 / 2 / stiff
    droops = (load * boom**2 / 2 + own * boom**3 / 6) / stiff
    spring = 3 * stiff / height**3
    moved = _CARRIED + _CROSS + mass_per_mm * (whole + _SWINGING_SHARE * height)
    return Bending(
        sag=leans * boom + (load * boom**3 / 3 + own * boom**4 / 8) / stiff,
        aside=abs((leans + droops) * height - leaves),
        swings=math.sqrt(spring * 1000 / moved) / 2 / math.pi,
        pushed=1 / spring,
    )


def stand_problems(measures: Mapping[str, Any]) -> Iterator[str]:
    """Games whose places a camera on this stand would not see, or not large enough."""
    for view in views():
        hung = view.hanging
        who = f"{view.title} with {hung.camera.name}"
        if not measures["lens_at_least"] <= hung.above <= measures["lens_at_most"]:
            yield f"{who}: the stand cannot hold the lens {hung.above:.0f} mm above the table."
        if view.room < MARGIN / 2:
            yield f"{who}: only {view.room:.0f} mm of room around the places in the picture."
        if hung.tag_px < LEAST_PX:
            yield f"{who}: tags are only {hung.tag_px:.0f} pixels wide."
    for name, game in GAMES.items():
        middle = load_layout(name).table[1] / 2
        if measures["reach"] < middle:
            title = game.edition.text("title")
            yield f"{title}: the boom does not reach its middle, {middle:.0f} mm from the edge."
    for material in MATERIALS:
        if (aside := bending(material, measures).aside) > MARGIN / 2:
            yield f"A stand of {material.name} moves the picture by {aside:.0f} mm."


def heights() -> Iterator[str]:
    """How high each camera hangs over each game, and what that leaves, a line a game."""
    found = list(views())
    for title in dict.fromkeys(view.title for view in found):
        own = [view for view in found if view.title == title]
        cameras = ", ".join(f"{view.hanging.camera.name} ({view.hanging.cm} cm)" for view in own)
        pixels = min(view.hanging.tag_px for view in own)
        room = min(view.room for view in own)
        yield (
            f"{title}: {cameras}. Tags are {pixels:.0f} pixels wide or wider ({LEAST_PX:.0f} are "
            f"needed); {room:.0f} mm of room around all places."
        )


def bends(measures: Mapping[str, Any]) -> Iterator[str]:
    """How much the stand sags and swings, a line for each material."""
    for material in MATERIALS:
        bent = bending(material, measures)
        yield (
            f"Of {material.name}: the camera sinks by {bent.sag:.1f} mm and sees "
            f"{bent.aside:.1f} mm to the side; {MARGIN:.0f} mm are allowed for. "
            f"A push of 1 newton moves it by {bent.pushed:.1f} mm. It swings {bent.swings:.1f} "
            "times a second."
        )
