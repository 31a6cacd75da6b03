"""How well tags are read, told condition by condition on pictures whose truth is known.

Each picture is a part of what a camera of 12 megapixels sees of a table with cards, rendered with
the tags as small as they are in practice. A tag counts if it is wholly visible and wide enough; a
reading is wrong if that tag is not at that spot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

from vision.layout import Layout, Pose
from vision.measure.score import Score
from vision.reading import Reading, Tags
from vision.recognise.tags import TagReader
from vision.registry import Registry
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.render import Rendered, render
from vision.simulator.scene import Hand, PlacedPiece, Scene

SMALLEST_PX = 24.0
"""From this width on every tag that is wholly visible has to be read."""
_LARGEST_PX = 40.0
_SIZE = (600, 450)
_FOCAL_PX = Camera().focal


@dataclass(frozen=True, slots=True)
class Condition:
    name: str
    strength: str
    """What is done to the picture, in words."""
    light: Conditions = field(default_factory=Conditions)
    tilt: float = 0.0
    hand: bool = False
    overlapping: bool = False
    bumped: bool = False


_PLAIN = Conditions()

CONDITIONS = (
    Condition("clean", "even light, sharp"),
    Condition("dim", "15 % of the light, noise 4", replace(_PLAIN, brightness=0.15, noise=4.0)),
    Condition("warm light", "candle light", replace(_PLAIN, warmth=1.0)),
    Condition("uneven light", "80 % darker at the far end", replace(_PLAIN, uneven=0.8)),
    Condition("glare", "four spots on sleeves", replace(_PLAIN, glare=4)),
    Condition("tilt 15", "camera leans by 15 degrees", tilt=15.0),
    Condition("tilt 30", "camera leans by 30 degrees", tilt=30.0),
    Condition("defocus", "discs of 1.5 px radius", replace(_PLAIN, defocus=1.5)),
    Condition("motion", "streaks of 3 px", replace(_PLAIN, motion=3.0)),
    Condition("noise", "standard deviation 12 of 255", replace(_PLAIN, noise=12.0)),
    Condition("jpeg 60", "JPEG quality 60", replace(_PLAIN, jpeg=60)),
    Condition("hand", "a hand and its shadow over the cards", hand=True),
    Condition("overlapping", "cards thrown over each other", overlapping=True),
    Condition("bumped", "camera moved and turned between two pictures", bumped=True),
)


def _score(rendered: Rendered, found: Tags, smallest: float) -> Score:
    wanted = rendered.truth.readable(smallest)
    right = {reading.piece for reading in found.pieces if _is_there(rendered, reading)}
    wrong = len(found.pieces) - len(right) + len(found.strangers)
    return Score(1, len(wanted), len(right & wanted.keys()), wrong)


def _is_there(rendered: Rendered, reading: Reading) -> bool:
    """Whether the tag that was read is really at that spot, seen wholly or in part."""
    for seen in rendered.truth.pieces:
        if seen.tag and seen.piece == reading.piece:
            offset = np.linalg.norm(seen.tag.corners - reading.corners, axis=1)
            return bool(offset.max() < seen.tag.width / 4)
    return False


def pictures(
    condition: Condition, registry: Registry, layout: Layout, seed: int, width: float | None = None
) -> Iterator[Rendered]:
    """The pictures of one draw: one, or two with a bump between. Tags are about `width` wide."""
    random = np.random.default_rng(seed)
    width = width or random.uniform(SMALLEST_PX, _LARGEST_PX)
    camera = _camera(condition.tilt, float(random.uniform(0, 360)), width)
    scene = _scene(condition, registry, layout, camera, random)
    yield render(scene, camera, seed, condition.light)
    if condition.bumped:
        x, y = np.array(camera.aim) + random.normal(0, 8, 2)
        moved = replace(
            camera,
            aim=(float(x), float(y)),
            turn=camera.turn + float(random.normal(0, 3)),
            tilt=camera.tilt + float(random.normal(0, 1.5)),
        )
        yield render(scene, moved, seed + 1, condition.light)


def measure(
    condition: Condition,
    reader: TagReader,
    registry: Registry,
    layout: Layout,
    frames: int,
    width: float | None = None,
    first_seed: int = 0,
) -> Score:
    """Reads at least so many pictures. With a `width`, tags of any size count; else large ones."""
    score = Score()
    seed = first_seed
    while score.looks < frames:
        for rendered in pictures(condition, registry, layout, seed, width):
            smallest = SMALLEST_PX if width is None else 0.0
            score.include(_score(rendered, reader.read(rendered.picture), smallest))
        seed += 1
    return score


def _camera(tilt: float, turn: float, width: float) -> Camera:
    """A camera that sees a tag of 10 mm so many pixels wide along its shorter side."""
    lean = math.cos(math.radians(tilt))
    view = math.degrees(2 * math.atan(_SIZE[0] / 2 / _FOCAL_PX))
    above = _FOCAL_PX * 10 / width * lean**2
    return Camera(*_SIZE, above=above, tilt=tilt, turn=turn, field_of_view=view)


def _scene(
    condition: Condition,
    registry: Registry,
    layout: Layout,
    camera: Camera,
    random: np.random.Generator,
) -> Scene:
    pieces = list(registry.pieces.values())
    random.shuffle(pieces)
    radius = math.hypot(*_SIZE) / 2 / camera.px_per_mm
    middle = np.array(camera.aim)
    width, height = registry.form_of(pieces[0]).size
    if condition.overlapping:
        count = int(8 * radius**2 / (width * height))
        spots = random.uniform(-radius, radius, (count, 2))
    else:
        columns, rows = math.ceil(radius / (width + 3)), math.ceil(radius / (height + 3))
        x, y = np.mgrid[-columns : columns + 1, -rows : rows + 1]
        spots = np.stack([x.ravel() * (width + 3), y.ravel() * (height + 3)], axis=1)
    spread = 180.0 if condition.overlapping else 1.5
    placed = tuple(
        PlacedPiece(piece, Pose(float(x), float(y), float(random.normal(0, spread))))
        for piece, (x, y) in zip(pieces, spots + middle, strict=False)
    )
    x, y = middle + random.uniform(-0.5, 0.5, 2) * radius
    hand = Hand(float(x), float(y), float(random.uniform(0, 360)))
    return Scene(
        layout,
        registry,
        placed,
        hands=(hand,) if condition.hand else (),
        background="wood" if random.random() < 0.5 else "cloth",
    )
