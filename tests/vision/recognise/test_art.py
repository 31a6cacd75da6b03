"""Cards known by their picture: enrolled once from rendered photographs, then told apart."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.layout import Pose, load_layout
from vision.measure.art import CONDITIONS, Condition, portrait, tables
from vision.measure.score import Score
from vision.reading import Picture, Planes, Reading, Region, Unreadable
from vision.recognise.album import Album, AlbumError, kinds_of, new_album
from vision.recognise.art import ArtReader
from vision.recognise.found import NO_CARD, Art, counts
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scene import Deck, PlacedPiece, Scene

GAME = "port_royal"
HARD = Deck("hard")
STRANGER = Deck("stranger", 404)
TRADERS = [kind for kind in kinds_of(GAME) if kind.startswith("trader/")]
SAILORS = ["sailor/3", "sailor/5", "sailor/7"]


def shown(kinds: list[str], deck: Deck, px_per_mm: float = 3.6) -> Album:
    album = new_album(GAME)
    for seed, kind in enumerate(kinds):
        album.enrol(kind, portrait(GAME, kind, deck, seed, px_per_mm))
    return album


@pytest.fixture(scope="module")
def album() -> Album:
    return shown([*TRADERS, *SAILORS], HARD)


@pytest.fixture(scope="module")
def reader(album: Album) -> ArtReader:
    return ArtReader(album.form_of(SAILORS[0]), album.cards, complete=True)


def alone(kind: str, seed: int, deck: Deck = HARD, px_per_mm: float = 3.6) -> Picture:
    return portrait(GAME, kind, deck, seed, px_per_mm)


def names(art: Art) -> list[str]:
    return [reading.piece for reading in art.readings]


def test_traders_that_differ_in_a_hue_and_sailors_that_differ_in_a_digit_are_told_apart(
    reader: ArtReader,
) -> None:
    for seed, kind in enumerate([*TRADERS, *SAILORS]):
        art = reader.read(alone(kind, 50 + seed))
        assert names(art) == [kind]
        assert art.unreadable == ()
        assert art.readings[0].how == "art"
        assert 0.5 < art.readings[0].confidence <= 1


@pytest.mark.parametrize("deck", [HARD, STRANGER], ids=["hard", "stranger"])
def test_in_every_condition_a_card_is_known_or_unknown_but_never_another(deck: Deck) -> None:
    """Each table is of eight cards, of which those of half an album are known."""
    kinds = kinds_of(GAME)[::2]
    reader = shown(kinds, deck).reader()
    whole = Score()
    for seed, condition in enumerate(CONDITIONS):
        (table,) = tables(GAME, condition, 2.7, deck, [seed])
        score = table.score(reader.read(table.picture), dict.fromkeys(kinds))
        assert score.wrong == 0
        if not condition.fanned and not condition.light.glare:
            whole.include(score)
    assert whole.recall > 0.8


def test_a_sibling_that_was_never_shown_is_unknown_and_its_family_are_the_candidates() -> None:
    reader = shown(["sailor/3", "sailor/7", "trader/red/3"], HARD).reader()
    for seed in range(3):
        art = reader.read(alone("sailor/5", 80 + seed))
        assert art.readings == ()
        (spot,) = art.unreadable
        assert set(spot.candidates[:2]) == {"sailor/3", "sailor/7"}
    art = reader.read(alone("trader/blue/3", 83))
    assert art.readings == ()
    assert art.unreadable[0].candidates[0] == "trader/red/3"


def test_a_picture_that_was_never_shown_is_unknown(reader: ArtReader) -> None:
    art = reader.read(alone("governor/8", 3))
    assert art.readings == ()
    assert str(art.unreadable[0].why) == "its picture is unknown"


def test_a_lamp_mirrored_over_the_digit_makes_a_card_unknown(reader: ArtReader) -> None:
    picture = alone("sailor/5", 4).copy()
    (found,) = reader.read(picture).readings
    left, right = found.corners[0], found.corners[1]
    for share in (0.15, 0.85):
        x, y = left + (right - left) * share
        cv2.circle(picture, (round(x), round(y) + 30), 24, (255, 255, 255), -1)
    art = reader.read(picture)
    assert art.readings == ()
    assert art.unreadable[0].candidates[0] in SAILORS


def test_in_a_grey_picture_hues_are_not_told_apart_but_digits_are(reader: ArtReader) -> None:
    def grey(kind: str) -> Picture:
        return np.asarray(cv2.cvtColor(alone(kind, 30), cv2.COLOR_BGR2GRAY), np.uint8)

    assert names(reader.read(grey("sailor/7"))) == ["sailor/7"]
    art = reader.read(grey("trader/green/3"))
    assert art.readings == ()
    assert len(art.unreadable) == 1


def test_the_planes_of_a_camera_are_read_like_the_picture_they_are_of(reader: ArtReader) -> None:
    picture = alone("trader/blue/5", 31)
    height, width = (side // 2 * 2 for side in picture.shape[:2])
    bright, red, blue = cv2.split(
        np.asarray(cv2.cvtColor(picture[:height, :width], cv2.COLOR_BGR2YCrCb), np.uint8)
    )
    half = (width // 2, height // 2)
    blue, red = (cv2.resize(part, half, interpolation=cv2.INTER_AREA) for part in (blue, red))
    planes = Planes(
        np.asarray(bright, np.uint8), np.asarray(blue, np.uint8), np.asarray(red, np.uint8)
    )
    assert names(reader.read(planes)) == ["trader/blue/5"]
    part = planes.part(Region(31, 17, 40, 50)).astype(np.int16)
    assert np.abs(part - picture[17:67, 31:71]).mean() < 4


def test_only_cards_whose_centre_is_in_a_region_are_read() -> None:
    (table,) = tables(GAME, CONDITIONS[0], 2.7, HARD, [0])
    reader = shown([card.kind for card in table.cards], HARD).reader()
    first, second = table.cards[0], table.cards[1]
    low, high = first.outline.min(axis=0).astype(int), first.outline.max(axis=0).astype(int)
    whole = Region(low[0], low[1], high[0] - low[0], high[1] - low[1])
    x, y = second.outline.mean(axis=0).astype(int)
    spot = Region(x - 20, y - 20, 40, 40)
    for region, card in ((whole, first), (spot, second)):
        (reading,) = reader.read(table.picture, [region]).readings
        assert reading.piece == card.kind
        assert reading.corners == pytest.approx(card.outline, abs=2.0)
    assert reader.read(table.picture, [Region(0, 0, 5, 5)]) == Art((), ())
    assert reader.read(table.picture, []) == Art((), ())


def test_an_outline_may_begin_at_any_corner(reader: ArtReader) -> None:
    picture = alone("trader/red/3", 12)
    (found,) = reader.read(picture).readings
    for start in range(4):
        again = reader.read_card(picture, np.roll(found.corners, start, axis=0))
        assert isinstance(again, Reading)
        assert again.piece == "trader/red/3"
        assert again.corners == pytest.approx(found.corners, abs=0.5)


def test_tiny_cards_are_unknown(reader: ArtReader) -> None:
    corners = np.array([[10, 10], [69, 10], [69, 101], [10, 101]], np.float64)
    found = reader.read_card(np.zeros((120, 90, 3), np.uint8), corners)
    assert isinstance(found, Unreadable)
    assert str(found.why) == "the card is too small in the picture"


def test_backs_and_empty_tables_are_not_taken_for_cards(reader: ArtReader) -> None:
    layout, registry = load_layout(GAME), load_registry(GAME)
    camera = Camera(800, 600, field_of_view=12.0)
    x, y = camera.aim
    pieces = list(registry.pieces.values())[:3]
    backs = tuple(
        PlacedPiece(piece, Pose(x + 68 * (n - 1), y), face_up=False)
        for n, piece in enumerate(pieces)
    )
    for lying in (backs, ()):
        art = reader.read(render(Scene(layout, registry, lying), camera, 3).picture)
        assert art.readings == ()
        assert len(art.unreadable) == len(lying)
    for plain in (np.zeros((300, 400, 3), np.uint8), np.full((300, 400), 255, np.uint8)):
        assert reader.read(plain) == Art((), ())


def test_a_card_is_not_enrolled_twice_under_two_names(album: Album) -> None:
    with pytest.raises(AlbumError, match="looks exactly like sailor/3"):
        replace(album, cards=dict(album.cards)).enrol("sailor/5", alone("sailor/3", 70))


def test_a_card_is_enrolled_at_known_corners_whichever_way_it_lies(album: Album) -> None:
    learned = replace(album, cards={"sailor/3": album.cards["sailor/3"]})
    picture = alone("sailor/7", 71)
    corners = learned.enrol("sailor/7", picture)
    learned.forget("sailor/7")
    assert learned.cards.keys() == {"sailor/3"}
    turned = learned.enrol_at("sailor/7", picture, np.roll(corners, 2, axis=0))
    assert turned == pytest.approx(corners)
    assert names(learned.reader().read(alone("sailor/7", 72))) == ["sailor/7"]
    with pytest.raises(AlbumError, match="has no colours"):
        learned.enrol_at("sailor/5", picture[..., 0], corners)


def test_a_picture_that_shows_no_single_card_is_refused() -> None:
    (table,) = tables(GAME, CONDITIONS[0], 2.0, HARD, [0])
    empty = render(Scene(load_layout(GAME), load_registry(GAME)), Camera(400, 500), 1).picture
    with pytest.raises(AlbumError, match="No card was found"):
        new_album(GAME).enrol("sailor/3", empty)
    with pytest.raises(AlbumError, match="more than one card"):
        new_album(GAME).enrol("sailor/3", table.picture)
    far = cv2.resize(alone("sailor/3", 1), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    with pytest.raises(AlbumError, match="pixels wide in the picture; 100 are needed"):
        new_album(GAME).enrol("sailor/3", np.asarray(far, np.uint8))


def test_conditions_have_names_of_their_own() -> None:
    assert len({condition.name for condition in CONDITIONS}) == len(CONDITIONS)
    assert all(isinstance(condition, Condition) and condition.strength for condition in CONDITIONS)


def test_the_first_reading_of_a_kind_is_confirmed_while_others_of_its_sort_are_missing() -> None:
    album = shown(["sailor/3", "governor/8"], HARD)
    (likely,) = album.reader(careful=True).read(alone("sailor/3", 40)).unreadable
    assert likely.likely == "sailor/3"
    assert names(album.reader(careful=True).read(alone("governor/8", 41))) == ["governor/8"]
    album.confirmed.add("sailor/3")
    assert names(album.reader(careful=True).read(alone("sailor/3", 40))) == ["sailor/3"]


def test_the_back_of_a_card_is_known_and_is_no_candidate() -> None:
    album = shown(["sailor/3", "priest/4"], HARD)
    album.cards[f"{NO_CARD}/1"] = album.cards.pop("priest/4")
    assert [counts(kind) for kind in names(album.reader().read(alone("priest/4", 42)))] == [False]
    (unknown,) = album.reader().read(alone("sailor/7", 43)).unreadable
    assert unknown.candidates == ("sailor/3",)
