"""The watch: every real change once, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from rules.pieces import Place
from tests.vision.watching.evening import CAMERA, LAYOUT, REGISTRY, SPOTS, Evening, new_watch
from vision.layout import Pose
from vision.locate.places import looking
from vision.picture_source import Frame
from vision.reading import Picture, Region, Sighting, Tags
from vision.recognise.tags import TagReader
from vision.simulator.render import render, truth_of
from vision.simulator.scene import Hand, PlacedPiece, Scene
from vision.watching.watch import Notice, Watch

CAPTAIN, PRIEST, SHIP, SAILOR = "captain/4.1", "priest/4.1", "ship/red/1/1.1", "sailor/3.1"
HARBOUR, RED, BLUE = SPOTS["harbour"], SPOTS["area:red"], SPOTS["area:blue"]


def only(said: list[Sighting | Notice]) -> Sighting:
    """The one sighting among what the watch said."""
    (sighting,) = said
    assert isinstance(sighting, Sighting)
    return sighting


def begun(*cards: PlacedPiece) -> Evening:
    """An evening whose first sighting is over."""
    evening = Evening(7)
    evening.lay(*cards)
    first = only(evening.settle())
    assert dict(first.places) == evening.truth()
    return evening


def shots(scene: Scene) -> tuple[Picture, Picture]:
    """A small and a full picture of a scene."""
    small = render(scene, replace(CAMERA, width=320, height=180)).picture
    return np.ascontiguousarray(small[..., 1]), render(scene, CAMERA).picture


def frame(pictures: tuple[Picture, Picture], time: float) -> Frame:
    return Frame(pictures[0], (CAMERA.width, CAMERA.height), lambda: pictures[1], time)


class NotedReader(TagReader):
    """The real reader, with a note of how much of the picture was read."""

    def __init__(self) -> None:
        super().__init__(REGISTRY, LAYOUT)
        self.shares: list[float] = []

    def read(self, picture: Picture, regions: Iterable[Region] | None = None) -> Tags:
        areas = None if regions is None else list(regions)
        pixels = picture.shape[0] * picture.shape[1]
        read = pixels if areas is None else sum(area.width * area.height for area in areas)
        self.shares.append(read / pixels)
        return super().read(picture, areas)


def test_an_evening_brings_every_change_once_and_nothing_else() -> None:
    evening = Evening(11)
    cards: dict[str, PlacedPiece] = {}

    def expect(said: list[Sighting | Notice], changed: bool) -> None:
        if not changed:
            assert not said
            return
        sighting = only(said)
        assert dict(sighting.places) == evening.truth()
        assert not sighting.between
        assert not sighting.elsewhere
        assert not sighting.unreadable
        assert not sighting.duplicates

    def lay(piece: str, spot: Pose, face_up: bool = True) -> list[Sighting | Notice]:
        cards[piece] = PlacedPiece(piece, spot, face_up)
        return evening.play(spot, *cards.values())

    expect(evening.settle(), True)
    for number, piece in enumerate((SHIP, CAPTAIN, SAILOR)):
        expect(lay(piece, HARBOUR[number + 1]), True)
    # A hand rests on the cards, then goes; another one only passes over.
    expect(evening.hand_over(HARBOUR[2], 30) + evening.settle(), False)
    expect(evening.hand_over(BLUE[1]) + evening.hand_over(RED[2]) + evening.settle(), False)
    # A card is taken from the harbour to an area, another is turned on its face and back again.
    expect(lay(CAPTAIN, RED[0]), True)
    expect(lay(SAILOR, HARBOUR[3], face_up=False), True)
    expect(lay(SAILOR, HARBOUR[3]), True)
    # Somebody bumps the camera, and plays on.
    evening.source.camera = replace(CAMERA, aim=(384, 224), turn=-0.8)
    expect(evening.settle(), False)
    expect(lay(SAILOR, BLUE[3]), True)
    # A card is straightened where it lies; another is covered by a new one.
    expect(lay(SHIP, Pose(HARBOUR[1].x + 4, HARBOUR[1].y + 3, 4)), False)
    expect(lay(PRIEST, Pose(HARBOUR[1].x + 2, HARBOUR[1].y)), True)
    # The one below comes back when the upper one is taken away.
    del cards[PRIEST]
    expect(evening.play(HARBOUR[1], *cards.values()), True)
    evening.watch.audit()
    expect(evening.settle(), False)


def test_a_card_exchanged_for_its_twin_is_noticed() -> None:
    """Both look the same to the small picture; only the tag tells."""
    evening = begun(PlacedPiece("sailor/3.1", HARBOUR[2]), PlacedPiece(CAPTAIN, RED[1]))
    said = evening.play(
        HARBOUR[2], PlacedPiece("sailor/3.2", HARBOUR[2]), PlacedPiece(CAPTAIN, RED[1])
    )
    assert set(only(said).places) == {"sailor/3.2", CAPTAIN}


def test_a_twin_that_the_small_picture_cannot_tell_is_found_where_a_hand_passed() -> None:
    scene = Evening(1).source.scene
    before = shots(replace(scene, pieces=(PlacedPiece("sailor/3.1", HARBOUR[2]),)))
    hand = shots(replace(scene, hands=(Hand(HARBOUR[2].x, HARBOUR[2].y, -90),)))
    after = (before[0], shots(replace(scene, pieces=(PlacedPiece("sailor/3.2", HARBOUR[2]),)))[1])
    watch = new_watch()
    for n in range(12):
        watch.see(frame(before, n / 4))
    watch.see(frame(hand, 3))
    said = [event for n in range(13, 40) if (event := watch.see(frame(after, n / 4)))]
    assert set(only(said).places) == {"sailor/3.2"}


def test_a_new_tag_is_found_where_a_hand_passed_and_the_small_picture_shows_but_a_speck() -> None:
    """A tag as bright as its ground, on the whole: a dark tile laid on a tile of its kind."""
    scene = Evening(1).source.scene
    before = shots(scene)
    hand = shots(replace(scene, hands=(Hand(HARBOUR[2].x, HARBOUR[2].y, -90),)))
    small, full = (
        before[0].copy(),
        shots(replace(scene, pieces=(PlacedPiece(SHIP, HARBOUR[2]),)))[1],
    )
    (tag,) = TagReader(REGISTRY, LAYOUT).read(full).pieces
    x, y = (tag.corners.mean(axis=0) * small.shape[1] / full.shape[1]).astype(int)
    small[y : y + 2, x : x + 3] ^= 128
    watch = new_watch()
    for n in range(12):
        watch.see(frame(before, n / 4))
    watch.see(frame(hand, 3))
    said = [event for n in range(13, 40) if (event := watch.see(frame((small, full), n / 4)))]
    assert set(only(said).places) == {SHIP}


def test_an_idle_frame_never_touches_the_full_picture() -> None:
    evening = begun(PlacedPiece(CAPTAIN, HARBOUR[2]))

    def refuse() -> Picture:
        raise AssertionError("somebody asked for the full picture")

    with evening.source.frame() as shown:
        small, time = shown.small.copy(), shown.time
    for number in range(200):
        idle = Frame(small, (CAMERA.width, CAMERA.height), refuse, time + number / 10)
        assert evening.watch.see(idle) is None
    assert evening.watch.state == "still"


def test_only_what_changed_is_read() -> None:
    evening = Evening(3)
    reader = NotedReader()
    evening.watch = Watch(reader, looking(LAYOUT, REGISTRY))
    evening.lay(PlacedPiece(CAPTAIN, HARBOUR[1]))
    evening.settle()
    assert reader.shares[0] == 1
    reader.shares.clear()
    evening.lay(PlacedPiece(CAPTAIN, HARBOUR[1]), PlacedPiece(PRIEST, HARBOUR[4]))
    only(evening.settle())
    assert reader.shares
    assert max(reader.shares) < 0.1


def test_a_single_bad_frame_decides_nothing() -> None:
    scene = Evening(1).source.scene
    true = shots(replace(scene, pieces=(PlacedPiece(CAPTAIN, HARBOUR[2]),)))
    false = (true[0], shots(replace(scene, pieces=(PlacedPiece(PRIEST, HARBOUR[2]),)))[1])
    for bad in range(3, 9):
        watch = new_watch()
        said = [
            event
            for number in range(14)
            if (event := watch.see(frame(false if number == bad else true, number / 4)))
        ]
        assert dict(only(said).places) == {CAPTAIN: "harbour"}


def test_pieces_under_an_arm_are_believed_in_for_a_minute_and_then_cannot_be_read() -> None:
    scene = replace(
        Evening(1).source.scene,
        pieces=(PlacedPiece(CAPTAIN, HARBOUR[2]), PlacedPiece(SHIP, RED[1])),
    )
    bare = shots(scene)
    spot = RED[1]
    reaching = replace(scene, hands=(Hand(spot.x + 20, spot.y - 20, 90),))
    covered = shots(reaching)
    assert SHIP in truth_of(scene, CAMERA).readable()
    assert SHIP not in truth_of(reaching, CAMERA).readable()
    watch = new_watch()
    places: dict[str, Place] = {CAPTAIN: "harbour", SHIP: "area:red"}
    said = [event for n in range(12) if (event := watch.see(frame(bare, n / 4)))]
    assert dict(only(said).places) == places
    for n in range(12, 230):
        assert watch.see(frame(covered, n / 4)) is None
    said = [event for n in range(230, 280) if (event := watch.see(frame(covered, n / 4)))]
    assert dict(only(said).places) == {CAPTAIN: "harbour"}
    assert only(said).unreadable
    said = [event for n in range(280, 300) if (event := watch.see(frame(bare, n / 4)))]
    assert dict(only(said).places) == places


def test_what_an_arm_hides_moves_along_when_the_camera_is_bumped() -> None:
    evening = Evening(7)
    evening.source.camera = replace(CAMERA, aim=(390, 231))
    spot = Pose(48, 240, 180)
    evening.lay(
        PlacedPiece(CAPTAIN, HARBOUR[2]), PlacedPiece(SHIP, spot), PlacedPiece(SAILOR, BLUE[0])
    )
    assert only(evening.settle()).places[SHIP] == "area:red"
    bare = evening.source.scene
    evening.source.scene = replace(bare, hands=(Hand(95, 150, 90),))
    assert SHIP not in evening.truth()
    assert not evening.settle()
    # Where the ship was in the picture is now the rim of the red area.
    evening.source.camera = replace(CAMERA, aim=(390, 208), turn=1)
    assert SHIP not in evening.truth()
    assert not evening.settle()
    evening.source.scene = bare
    assert not evening.settle()


def test_what_is_taken_under_a_mere_shadow_is_gone_at_once() -> None:
    scene = Evening(1).source.scene
    cards = tuple(PlacedPiece(f"sailor/3.{n}", HARBOUR[n]) for n in range(1, 4))
    before = shots(replace(scene, pieces=cards))
    after = shots(replace(scene, pieces=(cards[0], cards[2])))
    for picture in after:
        height, width = picture.shape[:2]
        shade = picture[: height // 2, width * 31 // 100 : width * 61 // 100]
        shade[:] = (shade * 0.75).astype(np.uint8)
    watch = new_watch()
    for n in range(12):
        watch.see(frame(before, n / 4))
    said = [event for n in range(12, 40) if (event := watch.see(frame(after, n / 4)))]
    assert set(only(said).places) == {"sailor/3.1", "sailor/3.3"}


def test_a_piece_read_elsewhere_is_looked_for_where_it_was() -> None:
    """Its twin lies there now, which the small picture cannot tell."""
    scene = Evening(1).source.scene
    before = shots(replace(scene, pieces=(PlacedPiece("sailor/3.1", HARBOUR[1]),)))
    cards = (PlacedPiece("sailor/3.2", HARBOUR[1]), PlacedPiece("sailor/3.1", HARBOUR[4]))
    small, full = shots(replace(scene, pieces=cards))
    small[:, :160] = before[0][:, :160]
    watch = new_watch()
    for n in range(12):
        watch.see(frame(before, n / 4))
    said = [event for n in range(12, 40) if (event := watch.see(frame((small, full), n / 4)))]
    sighting = only(said)
    assert set(sighting.places) == {"sailor/3.1", "sailor/3.2"}
    assert not sighting.duplicates


def test_slow_changes_of_light_cause_no_reading() -> None:
    reader = NotedReader()
    watch = Watch(reader, looking(LAYOUT, REGISTRY))
    scene = replace(Evening(1).source.scene, pieces=(PlacedPiece(CAPTAIN, HARBOUR[2]),))
    small, full = shots(scene)
    for n in range(12):
        watch.see(frame((small, full), n / 4))
    reader.shares.clear()
    random = np.random.default_rng(1)
    for n in range(12, 900):
        darker = small * (1 - n / 2500) + random.normal(0, 1, small.shape)
        watch.see(frame((np.clip(darker, 0, 255).astype(np.uint8), full), n / 4))
    assert not reader.shares
    assert watch.state == "still"


def test_a_lamp_switched_on_changes_nothing_but_later_changes_are_seen() -> None:
    evening = Evening(1)
    scene = replace(
        evening.source.scene, pieces=(PlacedPiece(CAPTAIN, HARBOUR[2]), PlacedPiece(SHIP, RED[1]))
    )
    dim = tuple((picture * 0.6).astype(np.uint8) for picture in shots(scene))
    watch = new_watch()
    said = [event for n in range(12) if (event := watch.see(frame((dim[0], dim[1]), n / 4)))]
    assert set(only(said).places) == {CAPTAIN, SHIP}
    bright = shots(scene)
    for n in range(12, 40):
        assert watch.see(frame(bright, n / 4)) is None
    without = shots(replace(scene, pieces=(PlacedPiece(CAPTAIN, HARBOUR[2]),)))
    said = [event for n in range(40, 60) if (event := watch.see(frame(without, n / 4)))]
    assert set(only(said).places) == {CAPTAIN}


def test_the_whole_table_is_read_again_on_request_and_after_a_long_time() -> None:
    reader = NotedReader()
    watch = Watch(reader, looking(LAYOUT, REGISTRY))
    scene = replace(Evening(1).source.scene, pieces=(PlacedPiece(CAPTAIN, HARBOUR[2]),))
    pictures = shots(scene)
    for n in range(12):
        watch.see(frame(pictures, n / 4))
    assert reader.shares.count(1.0) == 1
    watch.audit()
    for n in range(12, 24):
        assert watch.see(frame(pictures, n / 4)) is None
    assert reader.shares.count(1.0) == 2
    for n in range(24, 36):
        assert watch.see(frame(pictures, 400 + n / 4)) is None
    assert reader.shares.count(1.0) == 3


def test_an_audit_finds_what_the_small_picture_missed() -> None:
    scene = Evening(1).source.scene
    before = shots(replace(scene, pieces=(PlacedPiece("sailor/3.1", HARBOUR[2]),)))
    after = (before[0], shots(replace(scene, pieces=(PlacedPiece("sailor/3.2", HARBOUR[2]),)))[1])
    watch = new_watch()
    for n in range(12):
        watch.see(frame(before, n / 4))
    for n in range(12, 30):
        assert watch.see(frame(after, n / 4)) is None
    watch.audit()
    said = [event for n in range(30, 60) if (event := watch.see(frame(after, n / 4)))]
    assert set(only(said).places) == {"sailor/3.2"}


def test_the_states_follow_a_hand() -> None:
    evening = begun(PlacedPiece(CAPTAIN, HARBOUR[2]))
    states = []
    for spot in (RED[0], HARBOUR[1], HARBOUR[2]):
        evening.hand_over(spot)
        states.append(evening.watch.state)
    assert states == ["moving"] * 3
    evening.lay(PlacedPiece(PRIEST, HARBOUR[2]))
    for _ in range(14):
        list(evening.wait(1))
        states.append(evening.watch.state)
    order = list(dict.fromkeys(states))
    assert order == ["moving", "settling", "changed", "still"]


def half_over(spot: Pose) -> PlacedPiece:
    """A card on its face that covers the lower half of the tag of another one."""
    return PlacedPiece(SHIP, Pose(spot.x, spot.y + 11), face_up=False)


def test_a_piece_is_still_known_when_something_comes_to_cover_a_half_of_its_tag() -> None:
    evening, spot = begun(PlacedPiece(CAPTAIN, HARBOUR[2])), HARBOUR[2]
    reach, cover = Pose(spot.x, spot.y + 20), half_over(spot)
    assert evening.play(reach, PlacedPiece(CAPTAIN, spot), cover) == []
    evening.watch.audit()
    assert evening.settle() == []
    assert dict(only(evening.play(reach, cover)).places) == {}, "it was taken from below"


def test_another_piece_that_lies_there_half_covered_is_not_taken_for_it() -> None:
    evening, spot = begun(PlacedPiece(CAPTAIN, HARBOUR[2])), HARBOUR[2]
    said = evening.play(Pose(spot.x, spot.y + 20), PlacedPiece(PRIEST, spot), half_over(spot))
    assert dict(only(said).places) == {}
    assert [seen.place for seen in only(said).unreadable] == ["harbour"]


def test_a_tag_that_cannot_be_read_is_reported_once() -> None:
    evening, spot = begun(), HARBOUR[2]
    cards = PlacedPiece(CAPTAIN, spot), half_over(spot)
    sighting = only(evening.play(Pose(spot.x, spot.y + 20), *cards))
    assert CAPTAIN not in sighting.places
    assert len(sighting.unreadable) == 1
    assert not evening.settle()


@pytest.mark.parametrize("size", [(1280, 720), (2304, 1728)])
def test_pictures_of_another_size_are_told_and_the_watch_goes_on(size: tuple[int, int]) -> None:
    evening = begun(PlacedPiece(CAPTAIN, HARBOUR[2]))
    near = replace(CAMERA, above=600 * size[0] / 2304 * 0.99)
    evening.source.camera = replace(near, width=size[0], height=size[1], above=590)
    notice, *rest = evening.settle()
    assert isinstance(notice, Notice)
    assert str(notice.text).startswith(f"The camera's pictures now have {size[0]} x {size[1]}")
    assert not [event for event in rest if isinstance(event, Notice)]


def test_a_black_picture_is_told_and_the_watch_goes_on() -> None:
    evening = begun(PlacedPiece(CAPTAIN, HARBOUR[2]))
    size = (CAMERA.width, CAMERA.height)
    dark = np.zeros((180, 320), np.uint8)
    full = np.zeros((CAMERA.height, CAMERA.width, 3), np.uint8)
    said = [
        event
        for n in range(20)
        if (event := evening.watch.see(Frame(dark, size, lambda: full, 100 + n / 4)))
    ]
    assert [(str(event.text), event.trouble) for event in said if isinstance(event, Notice)] == [
        ("The picture is black. Is the lens covered, or the light out?", True)
    ]
    assert len(said) == 1
    evening.source.scene = replace(evening.source.scene, pieces=(PlacedPiece(PRIEST, HARBOUR[2]),))
    back, sighting = evening.settle()
    assert isinstance(back, Notice)
    assert not back.trouble
    assert isinstance(sighting, Sighting)
    assert set(sighting.places) == {PRIEST}
