"""Tags are read from rendered pictures by the real detector."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.layout import NO_LAYOUT, Pose, load_layout
from vision.reading import Picture, Region, Tags
from vision.recognise.tags import TagReader
from vision.registry import DICTIONARY, NO_REGISTRY, load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.render import Rendered, render
from vision.simulator.scene import PlacedPiece, Scene

REGISTRY = load_registry("port_royal")
LAYOUT = load_layout("port_royal")
PIECES = tuple(REGISTRY.pieces.values())
FAMILY = cv2.aruco.getPredefinedDictionary(DICTIONARY)
CODES: Picture = np.array(
    [cv2.aruco.Dictionary.getBitsFromByteList(code[None], 6) for code in FAMILY.bytesList]
)
"""The 6 x 6 modules of every tag of the family."""


def camera(width: int = 900, height: int = 700) -> Camera:
    """A part of what the usual camera sees: a tag is 37 pixels wide."""
    view = math.degrees(2 * math.atan(width / 2 / Camera().focal))
    return Camera(width, height, field_of_view=view)


def scene(*lying: PlacedPiece) -> Scene:
    return Scene(LAYOUT, REGISTRY, lying)


def beside(*angles: float) -> tuple[PlacedPiece, ...]:
    """Cards side by side in the middle of the picture."""
    middle = (len(angles) - 1) / 2
    return tuple(
        PlacedPiece(PIECES[n], Pose(590 + (n - middle) * 75, 345, angle))
        for n, angle in enumerate(angles)
    )


def reader() -> TagReader:
    return TagReader(REGISTRY, LAYOUT)


def tag_sheet(codes: Picture, side: int = 40, blur: float = 0.6) -> Picture:
    """Squares with 6 x 6 modules each on white paper, in rows of 24."""
    cell = int(side * 1.7)
    sheet = np.full((-(-len(codes) // 24) * cell + 40, 24 * cell + 40), 225, np.uint8)
    for n, code in enumerate(codes):
        tag = np.pad(np.asarray(code, np.uint8), 1) * 205 + 20
        tag = np.asarray(cv2.resize(tag, (side, side), interpolation=cv2.INTER_NEAREST), np.uint8)
        y, x = 30 + n // 24 * cell, 30 + n % 24 * cell
        sheet[y : y + side, x : x + side] = tag
    return np.asarray(cv2.GaussianBlur(sheet, (0, 0), blur), np.uint8)


def around(rendered: Rendered, n: int, by: int = 0) -> Region:
    outline = rendered.truth.pieces[n].outline
    (left, top), (right, bottom) = outline.min(0).astype(int), outline.max(0).astype(int)
    return Region(int(left), int(top), int(right - left), int(bottom - top)).grown(by)


def test_corners_are_found_to_a_tenth_of_a_pixel() -> None:
    rendered = render(scene(*beside(0, 7, -12)), camera(), 1)
    tags = reader().read(rendered.picture)
    wanted = rendered.truth.readable()
    assert {reading.piece for reading in tags.pieces} == set(wanted) == set(PIECES[:3])
    for reading in tags.pieces:
        off = np.abs(reading.corners - wanted[reading.piece].corners)
        assert off.max() < 0.15
        assert reading.how == "tag"
        assert 0.95 < reading.confidence <= 1


@pytest.mark.parametrize("angle", [0, 90, 180, 270])
def test_corners_start_at_the_tags_own_top_left_however_it_lies(angle: float) -> None:
    rendered = render(scene(*beside(angle)), camera(), 1)
    (reading,) = reader().read(rendered.picture).pieces
    truth = rendered.truth.readable()[reading.piece]
    assert np.abs(reading.corners - truth.corners).max() < 0.5


def test_a_grey_picture_is_read_like_a_coloured_one() -> None:
    rendered = render(scene(*beside(0, 0)), camera(), 1)
    grey = np.asarray(cv2.cvtColor(rendered.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    assert {reading.piece for reading in reader().read(grey).pieces} == set(PIECES[:2])


def test_tags_of_frames_are_no_pieces() -> None:
    frames = (("harbour", Pose(590, 345)),)
    rendered = render(Scene(LAYOUT, REGISTRY, (), frames), camera(), 1)
    tags = reader().read(rendered.picture)
    assert {tag.id for tag in tags.mats} == {560, 561}
    assert not tags.pieces + tags.strangers


def test_a_tag_of_another_game_is_a_stranger() -> None:
    rendered = render(scene(PlacedPiece(PIECES[0], Pose(590, 345), tag=500)), camera(), 1)
    tags = reader().read(rendered.picture)
    assert [stranger.id for stranger in tags.strangers] == [500]
    assert not tags.pieces + tags.unreadable


def test_every_tag_of_the_family_is_told_apart() -> None:
    tags = reader().read(tag_sheet(CODES))
    assert {reading.piece for reading in tags.pieces} == set(PIECES)
    assert len(tags.pieces) == len(PIECES)
    assert {tag.id for tag in tags.mats} == set(LAYOUT.mat_tags())
    assert len(tags.pieces) + len(tags.mats) + len(tags.strangers) == len(CODES)


def flipped(count: int) -> Picture:
    """The pieces' tags, each with so many wrong modules."""
    random = np.random.default_rng(count)
    codes = CODES[:96].reshape(-1, 36).copy()
    for code in codes:
        code[random.choice(36, count, replace=False)] ^= 1
    return np.asarray(codes.reshape(-1, 6, 6), np.uint8)


def test_one_wrong_module_is_forgiven() -> None:
    tags = reader().read(tag_sheet(flipped(1)))
    assert {reading.piece for reading in tags.pieces} == set(PIECES[:96])


def test_with_four_wrong_modules_a_tag_is_unreadable_and_not_another_one() -> None:
    sharp = reader()
    sharp.read(tag_sheet(CODES[:24]))
    tags = sharp.read(tag_sheet(flipped(4)))
    assert not tags.pieces + tags.strangers
    assert len(tags.unreadable) == 96


@pytest.mark.parametrize(("side", "blur"), [(40, 0.6), (24, 1.5), (24, 2.2)])
def test_squares_filled_with_chance_are_never_read(side: int, blur: float) -> None:
    codes = np.random.default_rng(side).integers(0, 2, (240, 6, 6)).astype(np.uint8)
    tags = reader().read(tag_sheet(codes, side, blur))
    assert not tags.pieces + tags.mats + tags.strangers


def test_only_what_lies_in_the_regions_is_read() -> None:
    rendered = render(scene(*beside(0, 0, 0)), camera(), 1)
    tags = reader().read(rendered.picture, [around(rendered, 0), around(rendered, 2)])
    assert {reading.piece for reading in tags.pieces} == {PIECES[0], PIECES[2]}
    wanted = rendered.truth.readable()
    for reading in tags.pieces:
        assert np.abs(reading.corners - wanted[reading.piece].corners).max() < 0.15


def test_a_tag_in_two_overlapping_regions_is_one_tag() -> None:
    rendered = render(scene(*beside(0)), camera(), 1)
    regions = [around(rendered, 0), around(rendered, 0, by=20)]
    assert len(reader().read(rendered.picture, regions).pieces) == 1


def test_a_tag_at_the_edge_of_a_region_belongs_to_it_if_its_middle_does() -> None:
    rendered = render(scene(*beside(0)), camera(), 1)
    x, y = rendered.truth.readable()[PIECES[0]].corners.mean(axis=0).astype(int).tolist()
    tags = reader()
    assert len(tags.read(rendered.picture, [Region(x - 5, y - 200, 300, 400)]).pieces) == 1
    assert tags.read(rendered.picture, [Region(x + 5, y - 200, 300, 400)]).pieces == ()


def test_a_frame_tag_at_the_edge_of_a_region_is_not_lost() -> None:
    frames = (("harbour", Pose(590, 345)),)
    rendered = render(Scene(LAYOUT, REGISTRY, (), frames), camera(), 1)
    known = reader()
    first = known.read(rendered.picture).mats[0]
    x, y = first.centre.astype(int).tolist()
    again = known.read(rendered.picture, [Region(x - 3, y - 3, 200, 200)])
    assert [tag.id for tag in again.mats] == [first.id]


@pytest.mark.parametrize("angle", [25, 130, 200, 305])
def test_a_half_covered_tag_is_unreadable(angle: float) -> None:
    """The edge of another card runs past the middle of the tag, from four directions."""
    card, turn = REGISTRY.forms[0], math.radians(angle)
    (width, height), label = card.size, card.label
    reach = width / 2 + 0.7
    over = Pose(
        590 - width / 2 + label.x + reach * math.cos(turn),
        345 - height / 2 + label.y + reach * math.sin(turn),
        angle,
    )
    cards = (
        PlacedPiece(PIECES[0], Pose(590, 345)),
        PlacedPiece(PIECES[1], over),
        PlacedPiece(PIECES[2], Pose(690, 400)),
    )
    rendered = render(scene(*cards), camera(), 1)
    hidden = rendered.truth.pieces[0].tag
    assert hidden is not None
    tags = reader().read(rendered.picture)
    assert PIECES[0] not in {reading.piece for reading in tags.pieces}
    assert len(tags.unreadable) == 1
    off = np.abs(tags.unreadable[0].centre - hidden.corners.mean(axis=0))
    assert off.max() < hidden.width / 2


@pytest.mark.parametrize("angle", [0, 30, 90, 180, 270])
@pytest.mark.parametrize("light", [1.0, 0.3])
def test_half_of_a_tag_is_enough_to_say_that_it_lies_where_it_was(
    angle: float, light: float
) -> None:
    def table(piece: str) -> Picture:
        lying = PlacedPiece(piece, Pose(590, 345, angle))
        picture = render(scene(lying), camera(), 1).picture * light
        return np.asarray(picture, np.uint8)

    def covered(picture: Picture, share: float) -> Picture:
        left, right = corners[:, 0].min() - 6, corners[:, 0].max() + 6
        covered = picture.copy()
        covered[:, int(left) : int(left + share * (right - left))] = 90 * light
        return covered

    eyes, (first, second) = reader(), PIECES[:2]
    (known,) = eyes.read(table(first)).pieces
    corners = known.corners
    assert eyes.looking_out(covered(table(first), 0.4), [known]) == [known]
    assert eyes.looking_out(covered(table(first), 0.9), [known]) == []
    assert eyes.looking_out(covered(table(second), 0.4), [known]) == []
    assert eyes.looking_out(np.full_like(table(first), 90), [known]) == []


def test_a_blot_on_a_tag_makes_it_unreadable() -> None:
    rendered = render(scene(*beside(0, 0)), camera(), 1)
    tag = rendered.truth.readable()[PIECES[0]]
    x, y = tag.corners.mean(axis=0)
    cv2.circle(rendered.picture, (int(x), int(y)), int(tag.width * 0.3), (25, 25, 25), -1)
    tags = reader().read(rendered.picture)
    assert {reading.piece for reading in tags.pieces} == {PIECES[1]}
    assert len(tags.unreadable) == 1


def test_nothing_on_a_tidy_table_is_called_unreadable() -> None:
    frames = tuple(LAYOUT.suggested.items())
    cards = tuple(
        PlacedPiece(piece, Pose(345 + n % 7 * 64, 330 + n // 7 * 95))
        for n, piece in enumerate(PIECES[::6][:14])
    )
    rendered = render(Scene(LAYOUT, REGISTRY, cards, frames), camera(2000, 1500), 1)
    tags = reader().read(rendered.picture)
    assert {reading.piece for reading in tags.pieces} == set(rendered.truth.readable())
    assert not tags.unreadable + tags.strangers


def test_small_soft_tags_are_still_read() -> None:
    far = Camera(900, 700, above=1800, field_of_view=camera().field_of_view)
    rendered = render(scene(*beside(0, 20, 45)), far, 1, Conditions(defocus=1.2))
    wanted = rendered.truth.readable()
    assert max(tag.width for tag in wanted.values()) < 21
    assert {reading.piece for reading in reader().read(rendered.picture).pieces} == set(wanted)


@pytest.mark.parametrize("shape", [(0, 0, 3), (5, 5, 3), (11, 400), (300, 300, 3)])
@pytest.mark.parametrize("value", [0, 255])
def test_a_picture_of_nothing_holds_nothing(shape: tuple[int, ...], value: int) -> None:
    picture = np.full(shape, value, np.uint8)
    nothing = reader()
    for tags in (nothing.read(picture), nothing.read(picture, [Region(-9, -9, 60, 60)])):
        assert tags == Tags()


def test_regions_outside_of_the_picture_and_no_regions_at_all_hold_nothing() -> None:
    rendered = render(scene(*beside(0)), camera(), 1)
    assert reader().read(rendered.picture, []).pieces == ()
    assert reader().read(rendered.picture, [Region(5000, 5000, 50, 50)]).pieces == ()


def test_while_no_game_is_played_nothing_is_looked_for() -> None:
    picture = render(scene(*beside(0)), camera()).picture
    assert TagReader(NO_REGISTRY, NO_LAYOUT).read(picture) == Tags()
