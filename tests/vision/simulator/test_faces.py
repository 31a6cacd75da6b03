"""Card faces: a person can read them, and each kind has a face of its own."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytesseract
import pytest

from rules.games import GAMES
from rules.maracaibo.pieces import PIECES as MARACAIBO
from rules.navegador.pieces import PIECES
from rules.port_royal.pieces import base_cards
from tests.packages import bring
from vision import printed_copy
from vision.layout import load_layout
from vision.registry import DICTIONARY, load_registry
from vision.simulator import faces
from vision.simulator.faces import back, board, face, label, zone_card
from vision.simulator.scene import Deck

CORNERS = {
    "board": [(272, 104), (212, 190), (211, 445), (106, 40), (478, 102)],
    "mat:red": [(95, 3), (40, 33), (80, 33)],
}
"""Spots in different kinds of places."""
NAVEGADOR = tuple(dict.fromkeys(piece.kind for piece in PIECES.values()))
KINDS = tuple(dict.fromkeys(card.kind for card in base_cards()))


def test_no_two_kinds_of_card_look_alike() -> None:
    small = {
        kind: cv2.resize(
            face("port_royal", kind, 2.0), (30, 46), interpolation=cv2.INTER_AREA
        ).astype(int)
        for kind in KINDS
    }
    closest = min(float(np.abs(small[a] - small[b]).mean()) for a, b in combinations(KINDS, 2))
    assert closest > 4


def test_no_two_kinds_of_tile_look_alike_beside_their_labels() -> None:
    sides = [
        face("navegador", kind, 6.0)
        for kind in NAVEGADOR
        if kind.startswith(("colony", "privilege"))
    ]
    sides += [back("navegador", kind, 6.0) for kind in NAVEGADOR if kind.startswith("privilege")]
    pictures = []
    for side in sides:
        picture = side.astype(int)
        picture[: 6 * 15, : 6 * 15] = 0
        pictures.append(picture)
    closest = min(float(np.abs(a - b).mean()) for a, b in combinations(pictures, 2))
    assert closest > 0.2


def test_the_back_of_a_colony_tells_its_good_and_nothing_else() -> None:
    sugar = back("navegador", "colony/sugar/40", 4.0)
    assert np.array_equal(sugar, back("navegador", "colony/sugar/120", 4.0))
    assert not np.array_equal(sugar, back("navegador", "colony/gold/120", 4.0))


def test_wooden_pieces_have_an_outline_of_their_own_under_the_whole_label() -> None:
    registry = load_registry("navegador")
    for piece in ("ship/orange", "ship/red.3", "worker/blue", "rondel_marker/black"):
        form = registry.form_of(piece)
        picture = face("navegador", piece.partition(".")[0], 8.0)
        assert picture.shape == (8 * form.height, 8 * form.width, 4)
        cover, half = picture[..., 3], form.label.side / 2
        assert 0.7 < cover.mean() / 255 < 1
        tag = [round(8 * at) for at in (form.label.x, form.label.y)]
        reach = round(8 * half)
        under = cover[tag[1] - reach : tag[1] + reach, tag[0] - reach : tag[0] + reach]
        assert under.mean() > 252


@pytest.mark.parametrize("name", ["board", "mat:red"])
def test_a_drawn_board_shows_its_places_and_no_tag(name: str) -> None:
    layout = load_layout("navegador")
    frame = layout.mats[name]
    picture = board("navegador", frame, layout.places_on(name), 3.0)
    assert picture.shape == (3 * frame.height, 3 * frame.width, 3)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    assert detector.detectMarkers(picture)[1] is None
    colours = {tuple(picture[round(3 * y), round(3 * x)]) for x, y in CORNERS[name]}
    assert len(colours) == len(CORNERS[name])


def test_a_face_has_the_size_of_the_card() -> None:
    assert face("port_royal", "captain/4", 6.0).shape == (546, 354, 3)
    assert back("port_royal", "captain/4", 6.0).shape == (546, 354, 3)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("captain/4", ("Captain", "hire for 4")),
        ("ship/black/4/skull", ("Galleon", "black ship")),
        ("tax/most_swords", ("Tax increase", "most swords")),
    ],
)
def test_the_name_of_a_card_can_be_read(kind: str, words: tuple[str, ...]) -> None:
    title = cv2.cvtColor(face("port_royal", kind, 12.0)[30:220, 200:690], cv2.COLOR_BGR2GRAY)
    if title.mean() < 128:
        title = cv2.bitwise_not(title)
    read = " ".join(pytesseract.image_to_string(title, config="--psm 6").split())
    for word in words:
        assert word in read


def test_an_unknown_kind_of_card_is_named() -> None:
    with pytest.raises(ValueError, match="ship/pink"):
        face("port_royal", "ship/pink", 4.0)


def test_a_game_without_faces_of_its_own_has_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch, "plain", GAMES["port_royal"])
    monkeypatch.setattr(printed_copy, "load_registry", lambda _: load_registry("port_royal"))
    front, behind = face("plain", "captain/4", 6.0), back("plain", "captain/4", 6.0)
    assert front.shape == behind.shape == (546, 354, 3)
    assert np.abs(front.astype(int) - behind).mean() > 50
    assert np.abs(front.astype(int) - face("plain", "priest/4", 6.0)).mean() > 0.2
    assert faces.back_shows("plain", "captain/4") == faces.back_shows("plain", "priest/4")
    read = pytesseract.image_to_string(face("plain", "captain/4", 12.0)[-250:], config="--psm 6")
    assert "Captain" in read


def test_a_game_without_boards_of_its_own_has_plain_ones() -> None:
    layout = load_layout("port_royal")
    plain = board("plain", layout.mats["harbour"], layout.places_on("harbour"), 3.0)
    assert np.array_equal(plain, zone_card(replace(layout.mats["harbour"], tags=()), 3.0))


def test_a_label_is_the_tag_with_its_white_margin() -> None:
    spec = load_registry("port_royal").forms[0].label
    printed = label(77, spec, 8.0)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    corners, ids, _ = detector.detectMarkers(cv2.copyMakeBorder(printed, 9, 9, 9, 9, 0, value=255))
    assert ids.ravel().tolist() == [77]
    side = np.linalg.norm(corners[0][0, 1] - corners[0][0, 0])
    assert side == pytest.approx(8 * spec.side, abs=1.5)
    assert printed[:15].min() == 255


def test_a_zone_card_shows_its_tags_where_the_layout_puts_them() -> None:
    frame = load_layout("port_royal").mats["harbour"]
    picture = cv2.copyMakeBorder(zone_card(frame, 4.0), 8, 8, 8, 8, 0, value=(255, 255, 255))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    corners, ids, _ = detector.detectMarkers(picture)
    found = dict(zip(ids.ravel().tolist(), corners, strict=True))
    assert set(found) == {tag.id for tag in frame.tags}
    for tag in frame.tags:
        centre = (found[tag.id][0].mean(axis=0) + 0.5 - 8) / 4
        assert np.allclose(centre, (tag.x, tag.y), atol=0.3)


def test_whatever_stands_on_a_card_of_maracaibo_stays_within_its_edge() -> None:
    for piece in MARACAIBO.values():
        if not piece.id.startswith(("career", "building", "jean")):
            continue
        picture = face("maracaibo", piece.id, 4.0)
        paper, edge = picture[-1, 0], picture[-4:, 4:-4]
        assert np.abs(edge.astype(int) - paper).max() < 30, piece.id


def test_hard_faces_of_a_role_differ_only_in_small_spots() -> None:
    sailors = [face("port_royal", f"sailor/{cost}", 4.0, Deck("hard")) for cost in (3, 5, 7)]
    for first, second in combinations(sailors, 2):
        apart = np.abs(first.astype(int) - second.astype(int)).max(axis=2) > 40
        assert 0.001 < apart.mean() < 0.02


def test_hard_traders_differ_in_hue_and_not_in_brightness() -> None:
    yellow, blue = (
        face("port_royal", f"trader/{colour}/3", 4.0, Deck("hard")) for colour in ("yellow", "blue")
    )
    weights = np.array([0.114, 0.587, 0.299])
    assert np.abs(yellow @ weights - blue @ weights).max() < 12
    assert np.abs(yellow.astype(int) - blue.astype(int)).max() > 80


def test_every_seed_is_another_strange_deck_and_always_the_same() -> None:
    first, again, other = (
        face("port_royal", "sailor/3", 3.0, Deck("stranger", seed)) for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert np.abs(first.astype(int) - other.astype(int)).mean() > 20
