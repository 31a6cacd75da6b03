"""The textures of everything flat on the table, with soft shadows around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.layout import Mat, PlaceShape, Pose
from vision.layout_file import TagSpot
from vision.lying_flat import on_table
from vision.pen import mixed
from vision.printed_copy import PrintedCopy, kind_of
from vision.reading import Picture
from vision.registry import MODULES
from vision.simulator.camera_model import Camera
from vision.simulator.canvas import paint_of
from vision.simulator.drawn import Drawn
from vision.simulator.faces import back, board, face, label, tag_square, zone_card
from vision.simulator.scene import Background, Deck, PlacedPiece, Scene, Underlay, shown_tag

MARGIN = 3.0
"""Millimetres around a surface for its shadow."""
_BOARD_PX_PER_MM = 3.0
"""Boards are large; only the tags stuck on them have to be sharp."""
_SLEEVE = 1.5
"""Millimetres by which a sleeve is larger than its card, on every side."""
_HAZE = 0.07
"""How much of the light a sleeve sends back."""
_RESOLUTIONS = (2.0, 4.0, 6.0, 8.0, 10.0, 12.0)
"""Pixels a millimetre; even, so that the edges of labels fall between pixels."""


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    pose: Pose
    width: float
    height: float
    texture: npt.NDArray[np.uint8]
    """Blue, green, red and cover, already multiplied by the cover; MARGIN around it."""
    px_per_mm: float
    z: float = 0.0


TEXTURES = Drawn(64 * 2**20)
"""More than one table of the largest game needs: that of the game before it makes room."""


def sharpness(camera: Camera) -> float:
    """Pixels a millimetre that textures need to be about twice as fine as the picture."""
    wanted = 1.8 * camera.focal / camera.above
    return next((step for step in _RESOLUTIONS if step >= wanted), _RESOLUTIONS[-1])


@dataclass(frozen=True, slots=True)
class Ground:
    """The table, and what lies on it under the pieces."""

    game: str
    table: tuple[float, float]
    background: Background
    underlays: tuple[Underlay, ...]
    mats: tuple[tuple[Mat, Pose, tuple[PlaceShape, ...]], ...]


def ground_of(scene: Scene) -> Ground:
    layout = scene.layout
    mats = tuple((layout.mats[key], pose, layout.places_on(key)) for key, pose in scene.mats)
    return Ground(layout.game, layout.table, scene.background, scene.underlays, mats)


def ground_surfaces(ground: Ground, px_per_mm: float) -> Iterator[Surface]:
    """Underlays and mats, from the bottom up."""
    for underlay in ground.underlays:
        yield Surface(
            underlay.pose,
            underlay.width,
            underlay.height,
            _underlay(underlay.colour, underlay.width, underlay.height),
            2.0,
        )
    for mat, pose, places in ground.mats:
        if mat.printed:
            yield Surface(pose, mat.width, mat.height, _zone_card(mat, px_per_mm), px_per_mm)
            continue
        texture = _board(ground.game, mat, places)
        yield Surface(pose, mat.width, mat.height, texture, _BOARD_PX_PER_MM)
        for tag in mat.tags:
            yield _sticker(mat, pose, tag, px_per_mm)


def piece_surfaces(scene: Scene, px_per_mm: float) -> Iterator[Surface]:
    """All pieces, from the bottom up."""
    for placed in scene.pieces:
        form = scene.registry.form_of(placed.piece)
        texture = _piece(scene, placed, px_per_mm)
        yield Surface(placed.pose, form.width, form.height, texture, px_per_mm, placed.z)


def _sticker(mat: Mat, pose: Pose, tag: TagSpot, px_per_mm: float) -> Surface:
    """A tag that was stuck on a board, with a margin of a module."""
    (x, y), *_ = on_table(np.array([[tag.x, tag.y]]), pose, mat.width, mat.height)
    side = tag.side * (1 + 2 / MODULES)
    at = Pose(float(x), float(y), pose.angle)
    return Surface(at, side, side, _stuck_tag(tag.id, tag.side, px_per_mm), px_per_mm)


def piece_picture(scene: Scene, placed: PlacedPiece, px_per_mm: float) -> Picture:
    """A piece and its shadow, MARGIN around it, as a picture: blue, green, red, and cover."""
    layer = _piece(scene, placed, px_per_mm)
    cover = np.maximum(layer[..., 3:], 1).astype(np.float32)
    # Pictures in files are not multiplied by their cover.
    colours = np.minimum(layer[..., :3] * (255 / cover), 255)
    return np.dstack([np.rint(colours).astype(np.uint8), layer[..., 3]])


def _piece(scene: Scene, placed: PlacedPiece, px_per_mm: float) -> Picture:
    game, copy, deck = scene.registry.game, scene.layout.copy, scene.deck
    kind = kind_of(game, placed.piece, copy)
    if placed.face_up:
        texture = _front(game, kind, px_per_mm, deck, copy)
    else:
        texture = _back(game, kind, px_per_mm, deck.sleeved, copy)
    tag = shown_tag(scene.registry, placed)
    if tag is None:
        return texture
    spec = scene.registry.form_of(placed.piece).label
    printed = label(tag, spec, px_per_mm)
    half = spec.side / 2 + spec.margin
    left = round((MARGIN + spec.x - half) * px_per_mm)
    top = round((MARGIN + spec.y - half) * px_per_mm)
    labelled = texture.copy()
    rows, columns = printed.shape
    labelled[top : top + rows, left : left + columns, :3] = _as_printed(printed)[..., None]
    labelled[top : top + rows, left : left + columns, 3] = 255
    return labelled


def _as_printed(tag: Picture) -> Picture:
    """Printed black is not quite black and paper not quite white."""
    return np.asarray(cv2.addWeighted(tag, 0.86, tag, 0, 22), np.uint8)


@TEXTURES.once
def _front(game: str, kind: str, px_per_mm: float, deck: Deck, copy: PrintedCopy | None) -> Picture:
    front = _shadowed(face(game, kind, px_per_mm, deck, copy), px_per_mm, 3.0)
    return _in_sleeve(front, px_per_mm) if deck.sleeved else front


@TEXTURES.once
def _back(
    game: str, kind: str, px_per_mm: float, sleeved: bool, copy: PrintedCopy | None
) -> Picture:
    shown = _shadowed(back(game, kind, px_per_mm, copy), px_per_mm, 3.0)
    return _in_sleeve(shown, px_per_mm) if sleeved else shown


@TEXTURES.once
def _board(game: str, mat: Mat, places: tuple[PlaceShape, ...]) -> Picture:
    return _shadowed(board(game, mat, places, _BOARD_PX_PER_MM), _BOARD_PX_PER_MM, 2.0)


@TEXTURES.once
def _stuck_tag(tag: int, side: float, px_per_mm: float) -> Picture:
    printed = _as_printed(tag_square(tag, side, side / MODULES, px_per_mm))
    return _shadowed(np.dstack([printed] * 3), px_per_mm, 0.3)


@TEXTURES.once
def _zone_card(mat: Mat, px_per_mm: float) -> Picture:
    return _shadowed(zone_card(mat, px_per_mm), px_per_mm, 1.0)


@TEXTURES.once
def _underlay(colour: str, width: float, height: float) -> Picture:
    scale = 2.0
    random = np.random.default_rng(len(colour))
    base = np.asarray(mixed(paint_of(colour), (128, 128, 128), 0.35), np.float32)
    shape = (round(height * scale), round(width * scale), 1)
    surface = np.clip(base * (1 + 0.06 * random.standard_normal(shape)), 0, 255).astype(np.uint8)
    edge = round(4 * scale)
    cv2.rectangle(
        surface,
        (edge, edge),
        (shape[1] - edge, shape[0] - edge),
        paint_of(colour),
        3,
        cv2.LINE_AA,
    )
    return _shadowed(surface, scale, 6.0)


def _rounded(rows: int, columns: int, px_per_mm: float, rounded: float) -> Picture:
    """The cover of a rectangle with round corners."""
    solid = np.zeros((rows, columns), np.uint8)
    radius = max(1, round(rounded * px_per_mm))
    cv2.rectangle(solid, (radius, 0), (columns - 1 - radius, rows - 1), 255, -1)
    cv2.rectangle(solid, (0, radius), (columns - 1, rows - 1 - radius), 255, -1)
    for x in (radius, columns - 1 - radius):
        for y in (radius, rows - 1 - radius):
            cv2.circle(solid, (x, y), radius, 255, -1, cv2.LINE_AA)
    return solid


def _in_sleeve(layer: Picture, px_per_mm: float) -> Picture:
    """A card in a clear sleeve: a little paler, and the sleeve stands out around it."""
    rows, columns = layer.shape[:2]
    sleeve = np.zeros((rows, columns), np.float32)
    edge = round((MARGIN - _SLEEVE) * px_per_mm)
    sleeve[edge : rows - edge, edge : columns - edge] = _HAZE
    rim = max(1, round(0.3 * px_per_mm))
    cv2.rectangle(
        sleeve, (edge, edge), (columns - 1 - edge, rows - 1 - edge), 3 * _HAZE, rim, cv2.LINE_AA
    )
    over = sleeve[..., None]
    whole = np.asarray(np.rint(layer * (1 - over) + 255 * over), np.uint8)
    whole.flags.writeable = False
    return whole


def _shadowed(surface: Picture, px_per_mm: float, rounded: float) -> Picture:
    """A surface over its own shadow, as one layer; its corners are round if it has no cover."""
    rows, columns = surface.shape[:2]
    if surface.shape[2] == 4:
        solid, alpha = surface[..., 3], _alpha(surface[..., 3], px_per_mm)
    else:
        solid, alpha = _rectangle(rows, columns, px_per_mm, rounded)
    inside = cv2.cvtColor(surface[..., :3], cv2.COLOR_BGR2BGRA)
    inside[solid == 0] = 0
    edge = (solid > 0) & (solid < 255)
    share = solid[edge].astype(np.float32) / 255
    inside[edge, :3] = np.rint(surface[edge, :3] * share[:, None])
    margin = round(MARGIN * px_per_mm)
    whole = np.zeros((*alpha.shape, 4), np.uint8)
    whole[margin : margin + rows, margin : margin + columns] = inside
    whole[..., 3] = alpha
    whole.flags.writeable = False
    return whole


@lru_cache(maxsize=8)
def _rectangle(
    rows: int, columns: int, px_per_mm: float, rounded: float
) -> tuple[Picture, Picture]:
    """The cover of a surface with round corners, and that of the surface and its shadow."""
    solid = _rounded(rows, columns, px_per_mm, rounded)
    return solid, _alpha(solid, px_per_mm)


def _alpha(solid: Picture, px_per_mm: float) -> Picture:
    """How much a surface of some cover and its shadow hide, MARGIN around it."""
    solid = np.pad(solid, round(MARGIN * px_per_mm))
    right, down = round(0.5 * px_per_mm), round(0.7 * px_per_mm)
    moved = np.roll(solid, (down, right), (0, 1))
    shadow = cv2.GaussianBlur(moved, (0, 0), 0.8 * px_per_mm).astype(np.float32) * 0.45
    cover = solid.astype(np.float32) / 255
    return np.asarray(np.rint(255 * cover + shadow * (1 - cover)), np.uint8)
