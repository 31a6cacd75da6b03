"""Cards known by their picture: enrolled once from rendered photographs, then told apart."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.port_royal.pieces import base_cards
from vision.layout import Pose, load_layout
from vision.measure.accuracy import CONDITIONS, Condition
from vision.reading import FloatArray, Picture, Reading, Unreadable
from vision.recognise.album import Album, AlbumError, new_album
from vision.recognise.art import Art, ArtReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.faces import face
from vision.simulator.render import Rendered, render
from vision.simulator.scene import Hand, PlacedPiece, Scene

KINDS = list(dict.fromkeys(card.kind for card in base_cards()))
COPIES = {kind: [card.id for card in base_cards() if card.kind == kind] for kind in KINDS}
LAYOUT, REGISTRY = load_layout("port_royal"), load_registry("port_royal")
CARD = REGISTRY.forms[0].size
CAMERA = Camera()
LABELLED_KIND = "sailor/3"
"""A kind of which there are several copies, each with a tag of its own."""


def camera(size: tuple[int, int], px_per_mm: float, tilt: float = 0.0, turn: float = 0.0) -> Camera:
    """A part of what a camera of 12 megapixels sees; a millimetre is so many pixels."""
    view = math.degrees(2 * math.atan(size[0] / 2 / CAMERA.focal))
    above = CAMERA.focal / px_per_mm * math.cos(math.radians(tilt)) ** 2
    return Camera(*size, above=above, tilt=tilt, turn=turn, field_of_view=view)


def table(condition: Condition, kinds: list[str], seed: int, px_per_mm: float) -> Rendered:
    """As many cards as there is room for in a picture, taken from the list in turn."""
    random = np.random.default_rng(seed)
    size = (900, 700) if px_per_mm < 3 else (1100, 820)
    wide, high = (side / px_per_mm for side in size)
    columns, rows = int(wide * 0.92 / (CARD[0] + 6)), int(high * 0.92 / (CARD[1] + 6))
    spots = [
        ((column - (columns - 1) / 2) * (CARD[0] + 6), (row - (rows - 1) / 2) * (CARD[1] + 6))
        for row in range(rows)
        for column in range(columns)
    ]
    spread = 1.5
    if condition.overlapping:
        thrown = random.uniform(-0.5, 0.5, (len(spots), 2)) * (wide, high)
        spots = [(float(x), float(y)) for x, y in thrown]
        spread = 180.0
    x, y = CAMERA.aim
    pieces = tuple(
        PlacedPiece(
            COPIES[kinds[(seed * len(spots) + number) % len(kinds)]][-1],
            Pose(x + dx, y + dy, float(random.normal(0, spread))),
        )
        for number, (dx, dy) in enumerate(spots)
    )
    hand = Hand(x + float(random.uniform(-90, 90)), y + 70, float(random.uniform(45, 135)))
    hands = (hand,) if condition.hand else ()
    scene = Scene(LAYOUT, REGISTRY, pieces, hands=hands, background="wood" if seed % 2 else "cloth")
    turn = float(random.uniform(-8, 8)) + 180 * (seed % 2)
    return render(scene, camera(size, px_per_mm, condition.tilt, turn), seed, condition.light)


def portrait(kind: str, seed: int, tag: int | None = None) -> Picture:
    """One card alone before the camera, upright."""
    copy = PlacedPiece(COPIES[kind][0], Pose(*CAMERA.aim), tag="own" if tag is None else tag)
    scene = Scene(LAYOUT, REGISTRY, (copy,), background="cloth")
    turn = float(np.random.default_rng(seed).uniform(-5, 5))
    return render(scene, camera((420, 520), 3.8, turn=turn), seed).picture


@pytest.fixture(scope="module")
def album() -> Album:
    album = new_album("port_royal")
    for seed, kind in enumerate(KINDS):
        album.enrol(kind, portrait(kind, seed))
    return album


@pytest.fixture(scope="module")
def reader(album: Album) -> ArtReader:
    return album.reader()


def right_and_wrong(rendered: Rendered, art: Art) -> tuple[list[str], list[str]]:
    """The kinds that were read where such a card lies in full view, and those read elsewhere."""
    right: list[str] = []
    wrong: list[str] = []
    for reading in art.readings:
        there = [
            seen
            for seen in rendered.truth.pieces
            if seen.face_up
            and seen.piece.rpartition(".")[0] == reading.piece
            and np.abs(seen.outline - reading.corners).max() < 0.06 * _width(seen.outline)
        ]
        if not there:
            wrong.append(reading.piece)
        elif there[0].visible == "wholly":
            right.append(reading.piece)
    return right, wrong


def _width(outline: FloatArray) -> float:
    return float(np.linalg.norm(outline[1] - outline[0]))


def test_all_kinds_are_told_apart_in_good_light(reader: ArtReader) -> None:
    found: set[str] = set()
    for seed in range(4):
        rendered = table(CONDITIONS[0], KINDS, seed, 1.9)
        right, wrong = right_and_wrong(rendered, reader.read(rendered.picture))
        assert wrong == []
        found.update(right)
    assert found == set(KINDS)


@pytest.mark.parametrize("condition", CONDITIONS, ids=lambda condition: condition.name)
def test_cards_are_known_by_their_art_or_unknown_in_every_condition(
    condition: Condition, reader: ArtReader
) -> None:
    seed = CONDITIONS.index(condition)
    rendered = table(condition, KINDS, seed, 2.4 + 1.4 * (seed % 2))
    art = reader.read(rendered.picture)
    right, wrong = right_and_wrong(rendered, art)
    whole = sum(seen.visible == "wholly" for seen in rendered.truth.pieces)
    print(f"art, {condition.name}: {len(right)} of {whole} cards known, {len(wrong)} wrong")
    assert wrong == []
    assert all(reading.how == "art" and 0 < reading.confidence <= 1 for reading in art.readings)
    if not condition.overlapping:
        assert len(right) >= 0.8 * whole


def test_smbase_cards_are_known_or_unknown(reader: ArtReader) -> None:
    rendered = table(CONDITIONS[0], KINDS[::3], 5, 1.1)
    art = reader.read(rendered.picture)
    right, wrong = right_and_wrong(rendered, art)
    width = min(_width(seen.outline) for seen in rendered.truth.pieces)
    print(f"art, {width:.0f} pixels wide: {len(right)} of {len(rendered.truth.pieces)} known")
    assert wrong == []
    assert 60 < width < 70
    assert len(right) > 0.75 * len(rendered.truth.pieces)


def test_tiny_cards_are_unknown(reader: ArtReader) -> None:
    rendered = table(CONDITIONS[0], KINDS[::3], 5, 0.8)
    for seen in rendered.truth.pieces[:3]:
        found = reader.read_card(rendered.picture, seen.outline)
        assert isinstance(found, Unreadable)
        assert str(found.why) == "the card is too small in the picture"


def test_art_does_not_depend_on_the_tag(reader: ArtReader) -> None:
    """Enrolled with the tag of one copy, known with that of another, of a stranger, or none."""
    own = REGISTRY.tag_of(COPIES[LABELLED_KIND][0])
    for tag in (own, own + 3, 7, 400):
        art = reader.read(portrait(LABELLED_KIND, 90, tag))
        assert [reading.piece for reading in art.readings] == [LABELLED_KIND]
    bare = Scene(
        LAYOUT, REGISTRY, (PlacedPiece(COPIES[LABELLED_KIND][0], Pose(*CAMERA.aim), tag=None),)
    )
    picture = render(bare, camera((420, 520), 3.8), 91).picture
    assert [reading.piece for reading in reader.read(picture).readings] == [LABELLED_KIND]


def test_an_outline_may_begin_at_any_corner(reader: ArtReader) -> None:
    rendered = table(CONDITIONS[0], KINDS, 1, 3.0)
    seen = rendered.truth.pieces[0]
    for start in range(4):
        reading = reader.read_card(rendered.picture, np.roll(seen.outline, start, axis=0))
        assert isinstance(reading, Reading)
        assert reading.piece == seen.piece.rpartition(".")[0]
        assert reading.corners == pytest.approx(seen.outline, abs=1.0)


def test_backs_and_empty_tables_are_not_taken_for_cards(reader: ArtReader) -> None:
    backs = tuple(
        PlacedPiece(
            COPIES[kind][0], Pose(CAMERA.aim[0] + 70 * (n - 1), CAMERA.aim[1]), face_up=False
        )
        for n, kind in enumerate(KINDS[:3])
    )
    for pieces in (backs, ()):
        scene = Scene(LAYOUT, REGISTRY, pieces)
        art = reader.read(render(scene, camera((800, 600), 3.0), 3).picture)
        assert art.readings == ()
        assert len(art.unreadable) == len(pieces)
    for plain in (np.zeros((300, 400, 3), np.uint8), np.full((300, 400), 255, np.uint8)):
        assert reader.read(plain) == Art((), ())


def twins(values: str) -> Picture:
    """A card with the picture of one ship and the printed numbers of another."""
    scale = 8.0
    card = face("port_royal", "ship/blue/3/2", scale).copy()
    band = slice(round(66 * scale), round(88 * scale)), slice(round(3 * scale), round(56 * scale))
    card[band] = face("port_royal", values, scale)[band]
    return card


def photograph(card: Picture, seed: int, width: float) -> Picture:
    """A card on a plain cloth, a little turned and slanted, so many pixels wide."""
    random = np.random.default_rng(seed)
    rows, columns = card.shape[:2]
    height = width * rows / columns
    size = (int(width * 1.6), int(height * 1.4))
    edge = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    target = (edge / (columns, rows) - 0.5) * (width, height) + np.array(size) / 2
    target = target + random.normal(0, 0.015 * width, (4, 2))
    scale = columns / width
    matrix = cv2.getPerspectiveTransform(edge, target.astype(np.float32))
    soft = cv2.GaussianBlur(card, (0, 0), 0.5 * scale)
    cloth = np.full((size[1], size[0], 3), (80, 60, 50), np.uint8)
    laid = cv2.warpPerspective(soft, matrix, size, dst=cloth, borderMode=cv2.BORDER_TRANSPARENT)
    noisy = laid + random.normal(0, 3, laid.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


TWINS = ["ship/green/3/5", "ship/red/3/6", "ship/green/3/3", "ship/blue/2/2", "ship/black/2/4"]


@pytest.mark.parametrize("width", [230.0, 150.0, 80.0])
def test_cards_that_differ_only_in_a_printed_number_are_not_mixed_up(width: float) -> None:
    album = new_album("port_royal")
    for seed, kind in enumerate(TWINS):
        album.enrol(kind, photograph(twins(kind), seed, 240))
    known, reader = 0, album.reader()
    for seed in range(2):
        for kind in TWINS:
            art = reader.read(photograph(twins(kind), 100 + seed, width))
            assert {reading.piece for reading in art.readings} <= {kind}
            known += len(art.readings)
    print(f"twins, {width:.0f} pixels wide: {known} of {2 * len(TWINS)} known")
    if width > 100:
        assert known >= 1.6 * len(TWINS)


@pytest.mark.parametrize("width", [230.0, 150.0, 80.0])
def test_a_card_that_is_not_enrolled_is_unknown_even_if_its_twin_is(width: float) -> None:
    album = new_album("port_royal")
    missing, *enrolled = TWINS
    for seed, kind in enumerate(enrolled):
        album.enrol(kind, photograph(twins(kind), seed, 240))
    reader = album.reader()
    for seed in range(3):
        art = reader.read(photograph(twins(missing), 200 + seed, width))
        assert art.readings == ()
        assert len(art.unreadable) == 1


def test_a_card_is_not_enrolled_twice_under_two_names(album: Album) -> None:
    with pytest.raises(AlbumError, match="looks exactly like ship/red/1/1"):
        replace(album, cards=dict(album.cards)).enrol("ship/red/2/3", portrait("ship/red/1/1", 70))


def test_a_picture_that_shows_no_single_card_is_refused() -> None:
    empty = Scene(LAYOUT, REGISTRY)
    with pytest.raises(AlbumError, match="No card was found"):
        new_album("port_royal").enrol(KINDS[0], render(empty, camera((420, 520), 3.8), 1).picture)
    with pytest.raises(AlbumError, match="more than one card"):
        new_album("port_royal").enrol(KINDS[0], table(CONDITIONS[0], KINDS, 0, 3.0).picture)
    far = Scene(LAYOUT, REGISTRY, (PlacedPiece(COPIES[KINDS[0]][0], Pose(*CAMERA.aim)),))
    with pytest.raises(AlbumError, match="pixels wide in the picture; 160 are needed"):
        new_album("port_royal").enrol(KINDS[0], render(far, camera((420, 520), 1.7), 1).picture)
