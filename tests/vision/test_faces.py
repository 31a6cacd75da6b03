"""Card faces: a person can read them, and each kind has a face of its own."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytesseract
import pytest

from rules.port_royal.cards import all_cards
from vision.faces import back, face, label, zone_card
from vision.layout import load_layout
from vision.registry import DICTIONARY, load_registry

KINDS = tuple(dict.fromkeys(card.kind for card in all_cards()))


def test_no_two_kinds_of_card_look_alike() -> None:
    small = {
        kind: cv2.resize(face("port_royal", kind, 2.0), (30, 46), interpolation=cv2.INTER_AREA).astype(int)
        for kind in KINDS
    }
    closest = min(float(np.abs(small[a] - small[b]).mean()) for a, b in combinations(KINDS, 2))
    assert closest > 4


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


def test_a_label_is_the_tag_with_its_white_margin() -> None:
    spec = load_registry("port_royal").makes[0].label
    printed = label(77, spec, 8.0)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    corners, ids, _ = detector.detectMarkers(cv2.copyMakeBorder(printed, 9, 9, 9, 9, 0, value=255))
    assert ids.ravel().tolist() == [77]
    side = np.linalg.norm(corners[0][0, 1] - corners[0][0, 0])
    assert side == pytest.approx(8 * spec.side, abs=1.5)
    assert printed[:15].min() == 255


def test_a_zone_card_shows_its_tags_where_the_layout_puts_them() -> None:
    frame = load_layout("port_royal").frames["harbour"]
    picture = cv2.copyMakeBorder(zone_card(frame, 4.0), 8, 8, 8, 8, 0, value=(255, 255, 255))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY))
    corners, ids, _ = detector.detectMarkers(picture)
    found = dict(zip(ids.ravel().tolist(), corners, strict=True))
    assert set(found) == {tag.id for tag in frame.tags}
    for tag in frame.tags:
        centre = (found[tag.id][0].mean(axis=0) + 0.5 - 8) / 4
        assert np.allclose(centre, (tag.x, tag.y), atol=0.3)
