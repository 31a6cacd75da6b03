"""A tile on a board that nobody knows is asked for, and what is printed on the board is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games import GAMES
from tests.vision.watching.evening import Evening
from tests.vision.watching.test_cards import bare, last
from vision.layout import Pose, load_layout
from vision.locate.places import looking
from vision.measure.art import portrait
from vision.reading import Reading, Region, Sighting, Unreadable, part_of
from vision.recognise.album import Album, kinds_of, new_album
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.scene import Deck, Scene
from vision.simulator.simulated_camera import SimulatedCamera
from vision.watching.watch import Watch

GAME, KNOWN, NEW = "navegador", "colony/gold/130", "colony/spice/60"
LAYOUT, REGISTRY = load_layout(GAME, ("red", "blue")), load_registry(GAME)
BOARD = LAYOUT.mats["board"]
MIDDLE = Pose(BOARD.width / 2, BOARD.height / 2)
CAMERA = Camera(3000, 1960, above=650, aim=(MIDDLE.x, MIDDLE.y))
COPIES: dict[str, list[str]] = {}
for _piece in GAMES[GAME].pieces.values():
    COPIES.setdefault(_piece.kind, []).append(_piece.id)


def at(place: str, x: float = 0.0, y: float = 0.0) -> Pose:
    """A spot on the board, so far from the middle of a place."""
    middle = next(each for each in LAYOUT.places if each.name == place).shape.centre
    return Pose(middle[0] + x, middle[1] + y, 2.0)


class AtTheBoard(Evening):
    def __init__(self, album: Album) -> None:
        super().__init__(7)
        scene = Scene(LAYOUT, REGISTRY, mats=(("board", MIDDLE),), deck=Deck("hard"))
        self.source = SimulatedCamera(scene, CAMERA, None, 7, every=0.2)
        self.watch = Watch(
            TagReader(REGISTRY, LAYOUT),
            looking(LAYOUT, REGISTRY, copies=COPIES),
            album.reader(kinds_of(GAME)),
        )


@pytest.fixture
def album() -> Album:
    album = new_album(GAME)
    for seed, kind in enumerate((KNOWN, "privilege/king", "navegador")):
        album.enrol(kind, portrait(GAME, kind, Deck("hard"), seed))
    return album


def lying_in(sighting: Sighting, place: str) -> list[str]:
    return [piece for piece, at in sighting.places.items() if at == place]


def asked_for(sighting: Sighting) -> list[Unreadable]:
    return [spot for spot in sighting.unreadable if spot.card]


def test_an_unknown_tile_is_asked_for_and_known_from_then_on(album: Album) -> None:
    evening = AtTheBoard(album)
    first = last(evening.settle())
    assert first.mats == {"board"}
    assert not asked_for(first), "what is printed on a board is no tile"
    known = bare(KNOWN, at("colonies:guine"))
    sighting = last(evening.play(at("colonies:guine"), known))
    assert lying_in(sighting, "colonies:guine") == [KNOWN]
    new = bare(NEW, at("colonies:goa"))
    sighting = last(evening.play(at("colonies:goa"), known, new))
    (spot,) = asked_for(sighting)
    assert spot.place == "colonies:goa"
    assert spot.faint
    with evening.source.frame() as frame:
        whole = part_of(frame.coloured(), Region(0, 0, *frame.size)).copy()
    album.enrol_at(NEW, whole, spot.corners)
    said = Reading(NEW, spot.corners, 1.0, "art")
    evening.watch.know(album.reader(kinds_of(GAME)), believed=(said,))
    sighting = last(evening.settle())
    assert lying_in(sighting, "colonies:goa") == [NEW]
    gone = last(evening.play(at("colonies:goa"), known))
    assert lying_in(gone, "colonies:goa") == []
    assert not asked_for(gone), "nothing is asked about the board under a tile that left"
    there = at("colonies:timor", 3.0, 2.0)
    again = last(evening.play(there, known, replace(new, pose=there)))
    assert lying_in(again, "colonies:timor") == [NEW]
