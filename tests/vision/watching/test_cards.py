"""Cards without labels: known while they lie, carried about, covered and exchanged."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.games import GAMES
from tests.vision.watching.evening import CAMERA, FRAMES, LAYOUT, REGISTRY, SPOTS, Evening
from tests.vision.watching.test_watch import only
from vision.layout import Pose
from vision.locate.places import looking
from vision.measure.art import portrait
from vision.reading import Reading, Sighting
from vision.recognise.album import Album, new_album
from vision.recognise.art import ArtReader
from vision.recognise.tags import TagReader
from vision.simulator.scene import Deck, PlacedPiece, Scene
from vision.simulator.simulated_camera import SimulatedCamera
from vision.watching.watch import Notice, Watch

HARD = Deck("hard")
HARBOUR, RED = SPOTS["harbour"], SPOTS["area:red"]
COPIES: dict[str, list[str]] = {}
for _piece in GAMES["port_royal"].pieces.values():
    COPIES.setdefault(_piece.kind, []).append(_piece.id)


@pytest.fixture(scope="module")
def album() -> Album:
    album = new_album("port_royal")
    for seed, kind in enumerate(("sailor/3", "sailor/5", "priest/4", "governor/8", "captain/4")):
        album.enrol(kind, portrait("port_royal", kind, HARD, seed))
    return album


class Unlabelled(Evening):
    """An evening with cards that carry no labels."""

    def __init__(self, album: Album) -> None:
        super().__init__(4)
        scene = Scene(LAYOUT, REGISTRY, mats=FRAMES, deck=HARD)
        self.source = SimulatedCamera(scene, CAMERA, None, 4, every=0.2)
        self.reader = album.reader()
        self.watch = Watch(
            TagReader(REGISTRY, LAYOUT),
            looking(LAYOUT, REGISTRY, copies=COPIES),
            self.reader,
        )


def bare(piece: str, at: Pose) -> PlacedPiece:
    return PlacedPiece(piece, at, tag=None)


def last(said: list[Sighting | Notice]) -> Sighting:
    """What the watch said in the end."""
    sighting = said[-1]
    assert isinstance(sighting, Sighting)
    return sighting


def kinds_in(sighting: Sighting, place: str) -> list[str]:
    return sorted(piece.rpartition(".")[0] for piece, at in sighting.places.items() if at == place)


def upon(spot: Pose) -> Pose:
    """Where a card lies that leaves only the lower quarter of another one free."""
    return replace(spot, y=spot.y + 24)


def test_a_card_carried_across_the_table_under_a_hand_is_not_lost(album: Album) -> None:
    evening = Unlabelled(album)
    evening.lay(bare("sailor/3.1", HARBOUR[1]), bare("priest/4.1", HARBOUR[3]))
    assert kinds_in(only(evening.settle()), "harbour") == ["priest/4", "sailor/3"]
    moved = (bare("priest/4.1", HARBOUR[3]), bare("sailor/3.1", RED[1]))
    sighting = last(evening.play(RED[1], *moved))
    assert kinds_in(sighting, "harbour") == ["priest/4"]
    assert kinds_in(sighting, "area:red") == ["sailor/3"]


def test_a_covered_card_stays_known_until_it_is_taken_from_below(album: Album) -> None:
    evening = Unlabelled(album)
    below, above = bare("sailor/3.1", RED[1]), bare("priest/4.1", upon(RED[1]))
    evening.lay(below)
    assert kinds_in(only(evening.settle()), "area:red") == ["sailor/3"]
    covered = last(evening.play(RED[1], below, above))
    assert kinds_in(covered, "area:red") == ["priest/4", "sailor/3"]
    evening.watch.audit()
    assert not evening.settle(), "reading the whole table again changes nothing"
    taken = last(evening.play(RED[1], above))
    assert kinds_in(taken, "area:red") == ["priest/4"]


def test_a_card_stays_known_under_one_that_nobody_knows(album: Album) -> None:
    evening = Unlabelled(album)
    below, above = bare("sailor/3.1", RED[1]), bare("pirate/7.1", upon(RED[1]))
    evening.lay(below)
    evening.settle()
    covered = last(evening.play(RED[1], below, above))
    assert kinds_in(covered, "area:red") == ["sailor/3"]
    (unknown,) = covered.unreadable
    assert unknown.place == "area:red"


def test_a_card_that_goes_while_one_to_be_confirmed_comes_half_upon_it_is_gone(
    album: Album,
) -> None:
    evening = Unlabelled(album)
    below, above = bare("sailor/3.1", RED[1]), bare("priest/4.1", upon(RED[1]))
    evening.lay(below)
    evening.settle()
    evening.watch.know(ArtReader(album.form_of("priest/4"), album.cards, False, ("priest/4",)))
    evening.settle()
    sighting = last(evening.play(RED[1], above))
    assert not sighting.places
    assert [spot.likely for spot in sighting.unreadable] == ["priest/4"]


def test_a_covered_card_that_is_taken_while_the_hand_is_elsewhere_is_gone(album: Album) -> None:
    evening = Unlabelled(album)
    below, above = bare("sailor/3.1", RED[1]), bare("priest/4.1", upon(RED[1]))
    evening.lay(below)
    evening.settle()
    evening.play(RED[1], below, above)
    taken = last(evening.play(HARBOUR[4], above, bare("sailor/3.1", HARBOUR[4])))
    assert kinds_in(taken, "area:red") == ["priest/4"]
    assert kinds_in(taken, "harbour") == ["sailor/3"]


def test_look_alikes_that_a_hand_may_have_exchanged_are_unclear_until_somebody_says(
    album: Album,
) -> None:
    evening = Unlabelled(album)
    left, right = RED[0], RED[3]
    tops = (bare("priest/4.1", upon(left)), bare("governor/8.1", upon(right)))
    cards = (bare("sailor/3.1", left), bare("sailor/5.1", right))
    evening.lay(*cards)
    evening.settle()
    evening.play(left, *cards, tops[0])
    before = last(evening.play(right, *cards, *tops))
    assert kinds_in(before, "area:red") == ["governor/8", "priest/4", "sailor/3", "sailor/5"]
    evening.hand_over(left)
    exchanged = (bare("sailor/5.1", left), bare("sailor/3.1", right), *tops)
    after = last(evening.play(right, *exchanged))
    assert kinds_in(after, "area:red") == ["governor/8", "priest/4"]
    assert [set(spot.candidates) for spot in after.unreadable] == [{"sailor/3", "sailor/5"}] * 2
    assert {spot.place for spot in after.unreadable} == {"area:red"}
    said = [
        Reading(kind, spot.corners, 1.0, "art")
        for spot, kind in zip(after.unreadable, ("sailor/5", "sailor/3"), strict=True)
    ]
    evening.watch.know(evening.reader, believed=said)
    known = only(evening.settle())
    assert kinds_in(known, "area:red") == ["governor/8", "priest/4", "sailor/3", "sailor/5"]
    assert not known.unreadable


def test_what_is_learned_while_the_table_is_being_read_is_known_at_once(album: Album) -> None:
    evening = Unlabelled(new_album("port_royal"))
    evening.lay(bare("sailor/3.1", RED[1]))
    while evening.watch.state != "changed":
        assert not [*evening.wait(1)]
    evening.watch.know(album.reader())
    assert kinds_in(only(evening.settle()), "area:red") == ["sailor/3"]


def test_a_copy_half_with_labels_and_half_without_is_read_as_a_whole(album: Album) -> None:
    evening = Unlabelled(album)
    evening.lay(
        PlacedPiece("captain/4.2", HARBOUR[1]),
        bare("captain/4.1", HARBOUR[2]),
        bare("captain/4.3", RED[0]),
        PlacedPiece("ship/red/1/1.1", HARBOUR[4]),
        bare("sailor/5.1", HARBOUR[5]),
    )
    sighting = only(evening.settle())
    assert sighting.places["captain/4.2"] == "harbour", "its label says which one it is"
    assert kinds_in(sighting, "harbour") == [
        "captain/4",
        "captain/4",
        "sailor/5",
        "ship/red/1/1",
    ]
    assert kinds_in(sighting, "area:red") == ["captain/4"]
    assert not sighting.unreadable
    assert not sighting.duplicates
