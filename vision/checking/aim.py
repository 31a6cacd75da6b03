"""Where the camera hangs: what it sees of the table, how large, and from how far to the side.

All of it follows from the tags of the zone cards and boards, whose sizes are known. How high the
camera hangs also follows from its angle of view; as long as the lens is not measured, it is told
from the size of the picture.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from rules.pieces import Place
from rules.text import Plural, Text, listing
from vision.checking.found import Wanted, is_complete
from vision.checking.verdict import Level, Verdict, together
from vision.hanging import LEAST_PX, camera_with
from vision.layout import Layout
from vision.locate.lens import Lens, fitting
from vision.locate.poses import MatPose, mat_poses
from vision.reading import FloatArray, Tags
from vision.recognise.quads import as_quads
from vision.registry import Registry

ENOUGH_PX = 24.0
"""From this width on every tag that is wholly visible is read."""
_WANTED_PX = 27.0
"""How wide the smallest tag is to be after the camera was lowered."""
_UPRIGHT, _SLANTED = 20.0, 40.0
"""Degrees from straight down up to which it is good, and can be played with."""
_TOLERATED = 4.0
"""Millimetres of a place that may be outside of the picture: no piece ends there."""
_ROOM = 0.97
"""The share of the picture that the places are to fill after the camera was raised."""
_WHOLE = 1.05
"""Of the picture: a table that fills no more than this may just as well lie a little tighter."""
_STEP_CM = 5
_NAMED = 4
"""Places that are called by their names; more are only counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """How the camera hangs; lengths in millimetres of the table."""

    above: float
    tilt: float | None
    """Degrees from straight down; None if a single mat is too little to tell."""
    tag_px: float
    """Pixels across the smallest tag of a piece, where the table is farthest away."""
    outlines: Mapping[Place, FloatArray]
    """The places of all mats in sight, in pixels."""
    outside: tuple[Place, ...]
    """Those that are not wholly in the picture."""
    fills: float
    """What the places fill of the picture, along the side where they fill most; over 1 is more
    than all of it. If not all that is needed is in sight, what the suggested table would fill."""
    shows: tuple[float, float]
    """What the picture shows of the table, across and along."""
    complete: bool
    """Whether all that is needed is in sight."""
    off: tuple[float, float]
    """How far the middle of all places is right of and below the picture's middle."""


def measure_aim(
    tags: Tags, wanted: Wanted, registry: Registry, size: tuple[int, int], lens: Lens | None = None
) -> Aim | None:
    """How the camera hangs above the mats that it sees; None if it sees none."""
    layout, lens = wanted.layout, fitting(lens, size)
    corners = as_quads([tag.corners for tag in tags.mats])
    border = _border(size)
    if lens is not None and tags.mats:
        corners, border = lens.straightened(corners, *size), lens.straightened(border, *size)
    poses = mat_poses(tags.mats, layout, corners)
    if not poses:
        return None
    outlines = _outlines(layout, poses)
    scales = [_scale(pose, *_middle_of(layout, key)) for key, pose in poses.items()]
    focal = size[0] * (camera_with(size).focal if lens is None else lens.focal[0] / lens.width)
    normal, distance = _plane(next(iter(poses.values())), focal, size)
    everything = np.concatenate(list(outlines.values()))
    low, high = everything.min(axis=0), everything.max(axis=0)
    middle, usual = (low + high) / 2 - np.array(size) / 2, float(np.median(scales))
    smallest = min(form.label.side for form in registry.forms)
    shows, complete = (size[0] / usual, size[1] / usual), is_complete(tags, wanted)
    fills = float(((high - low) / np.array(size)).max())
    if not complete:
        fills = max(fills, layout.table[0] / shows[0], layout.table[1] / shows[1])
    return Aim(
        above=distance,
        tilt=math.degrees(math.acos(min(1.0, abs(float(normal[2]))))) if len(poses) > 1 else None,
        tag_px=smallest * min(scales),
        outlines=outlines,
        outside=tuple(
            place
            for place, outline in outlines.items()
            if _leaves(outline, border, _TOLERATED * usual)
        ),
        fills=fills,
        shows=shows,
        complete=complete,
        off=(float(middle[0]) / usual, float(middle[1]) / usual),
    )


def judge_aim(aim: Aim | None, named: Callable[[Place], Text]) -> Verdict:
    """Whether the camera hangs well; `named` says what a place is called."""
    if aim is None:
        return Verdict(
            Level.BAD,
            (
                Text(
                    "No zone card or board can be read. Lay them under the camera, face"
                    " up. If they lie there, check sharpness and light."
                ),
            ),
        )
    return together(_judge_view(aim, named), _judge_size(aim), _judge_tilt(aim))


def _judge_view(aim: Aim, named: Callable[[Place], Text]) -> Verdict:
    if not aim.outside and (aim.complete or aim.fills <= _WHOLE):
        return Verdict(
            Level.GOOD,
            (Text("All visible places are wholly in the picture."),),
            tuple(aim.outlines.values()),
        )
    if not aim.outside:
        across, along = (round(side / 10) for side in aim.shows)
        what = Text(
            "The picture shows {across} x {along} cm, and not all zone cards.",
            across=across,
            along=along,
        )
        return Verdict(Level.BAD, (what, _raise(aim)))
    places = listing(named(place) for place in aim.outside[:_NAMED])
    what = Text("Not wholly in the picture: {places}", places=places)
    if len(aim.outside) > _NAMED:
        what = Text("Not wholly in the picture: {places} and others", places=places)
    mend = _raise(aim) if aim.fills > _ROOM else _move(*aim.off)
    return Verdict(Level.BAD, (what, mend), tuple(aim.outlines[place] for place in aim.outside))


def _raise(aim: Aim) -> Text:
    higher = _in_steps(aim.above * (aim.fills / _ROOM - 1))
    return Text("Raise the camera by about {cm} cm.", cm=higher)


def _move(right: float, down: float) -> Text:
    """Where to push a camera that sees past the table, as its picture shows it."""
    cm = _in_steps(max(abs(right), abs(down)))
    if abs(right) >= abs(down):
        return (
            Text("Move the camera about {cm} cm to the picture's right.", cm=cm)
            if right > 0
            else Text("Move the camera about {cm} cm to the picture's left.", cm=cm)
        )
    return (
        Text("Move the camera about {cm} cm to the picture's bottom.", cm=cm)
        if down > 0
        else Text("Move the camera about {cm} cm to the picture's top.", cm=cm)
    )


def _judge_size(aim: Aim) -> Verdict:
    pixels = round(aim.tag_px)
    if aim.tag_px >= ENOUGH_PX:
        return Verdict(
            Level.GOOD,
            (Text("Smallest tag: {pixels} pixels wide, enough.", pixels=pixels),),
        )
    level = Level.NEARLY if aim.tag_px >= LEAST_PX else Level.BAD
    what = Text(
        "Smallest tag: {pixels} pixels wide; {enough} are needed.",
        pixels=pixels,
        enough=round(ENOUGH_PX),
    )
    lower = aim.above * (1 - aim.tag_px / _WANTED_PX)
    if aim.fills * _WANTED_PX / aim.tag_px <= 1:
        mend = Text("Lower the camera by about {cm} cm.", cm=_in_steps(lower))
    else:
        mend = Text(
            "Lay the zone cards closer together and lower the camera, or use one with more pixels."
        )
    return Verdict(level, (what, mend))


def _judge_tilt(aim: Aim) -> Verdict:
    if aim.tilt is None or aim.tilt <= _UPRIGHT:
        return Verdict(Level.GOOD, (Text("The camera looks straight down."),))
    return Verdict(
        Level.NEARLY if aim.tilt <= _SLANTED else Level.BAD,
        (
            Plural(
                "Tilted by {n} degree: point the camera straight down.",
                "Tilted by {n} degrees: point the camera straight down.",
                round(aim.tilt),
            ),
        ),
    )


def _in_steps(mm: float) -> int:
    """Centimetres, rounded up to what one can tell by eye."""
    return max(_STEP_CM, math.ceil(mm / 10 / _STEP_CM) * _STEP_CM)


def _border(size: tuple[int, int]) -> FloatArray:
    """The picture's edge: its corners and points between them, which a lens bends."""
    width, height = size
    steps = np.linspace(0, 1, 8, endpoint=False)
    sides = [
        np.stack([steps * width, np.zeros(8)], axis=1),
        np.stack([np.full(8, width), steps * height], axis=1),
        np.stack([(1 - steps) * width, np.full(8, height)], axis=1),
        np.stack([np.zeros(8), (1 - steps) * height], axis=1),
    ]
    return np.concatenate(sides).astype(np.float64)


def _outlines(layout: Layout, poses: Mapping[str, MatPose]) -> dict[Place, FloatArray]:
    return {
        place.name: _to_picture(poses[place.mat], np.array(place.shape.outline, np.float64))
        for place in layout.places
        if place.mat in poses
    } or {
        key: _to_picture(pose, np.array([_middle_of(layout, key)])) for key, pose in poses.items()
    }


def _to_picture(pose: MatPose, points: FloatArray) -> FloatArray:
    mapped = np.column_stack([points, np.ones(len(points))]) @ pose.to_picture.T
    return np.asarray(mapped[:, :2] / mapped[:, 2:], np.float64)


def _middle_of(layout: Layout, key: str) -> tuple[float, float]:
    mat = layout.mats[key]
    return mat.width / 2, mat.height / 2


def _scale(pose: MatPose, x: float, y: float) -> float:
    """Pixels a millimetre at a point of a mat, in the direction in which they are fewest."""
    (at, right, down) = _to_picture(pose, np.array([[x, y], [x + 1, y], [x, y + 1]]))
    return float(np.linalg.svd(np.stack([right - at, down - at]), compute_uv=False).min())


def _leaves(outline: FloatArray, border: FloatArray, tolerated: float) -> bool:
    edge = border.astype(np.float32).reshape(-1, 1, 2)
    return any(
        cv2.pointPolygonTest(edge, (float(x), float(y)), True) < -tolerated for x, y in outline
    )


def _plane(pose: MatPose, focal: float, size: tuple[int, int]) -> tuple[FloatArray, float]:
    """The table's normal as the camera sees it, and how far the table is from the lens."""
    to_rays = np.array([[1 / focal, 0, -size[0] / 2 / focal], [0, 1 / focal, -size[1] / 2 / focal]])
    axes = np.vstack([to_rays, [0, 0, 1]]) @ pose.to_picture
    axes = axes / ((np.linalg.norm(axes[:, 0]) + np.linalg.norm(axes[:, 1])) / 2)
    normal = np.cross(axes[:, 0], axes[:, 1])
    normal = normal / np.linalg.norm(normal)
    return np.asarray(normal, np.float64), abs(float(normal @ axes[:, 2]))
