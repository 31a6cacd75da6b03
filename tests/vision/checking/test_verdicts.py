"""What is said of rendered pictures of a table, with one fault at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import pytest

from rules.games import GAMES
from rules.text import Text
from vision.checking.aim import Aim, judge_aim, measure_aim
from vision.checking.brightness import flicker, glare_spots, judge_light
from vision.checking.found import Wanted, judge_mats, judge_pieces
from vision.checking.sharpness import edge_width, judge_sharpness
from vision.checking.verdict import Level, Verdict
from vision.layout import Layout, load_layout
from vision.locate.lens import Lens
from vision.reading import Picture, Tags
from vision.recognise.tags import TagReader
from vision.registry import MODULES, Registry, load_registry
from vision.simulator.mounting import USUAL, Mounting
from vision.simulator.patchwork_camera import PatchworkCamera, camera_above
from vision.simulator.placing import Tabletop
from vision.simulator.simulated_camera import SimulatedCamera

GAME = "port_royal"


@dataclass(frozen=True, eq=False)
class Shot:
    """What a camera shows of a table with nothing but its zone cards."""

    picture: Picture
    smalls: tuple[Picture, ...]
    tags: Tags
    layout: Layout
    registry: Registry

    @property
    def size(self) -> tuple[int, int]:
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.layout, len(self.layout.seats))

    @property
    def aim(self) -> Aim:
        aim = measure_aim(self.tags, self.wanted, self.registry, self.size)
        assert aim is not None
        return aim


@cache
def shot(mounting: Mounting = USUAL, game: str = GAME, laid: str | None = None) -> Shot:
    layout, registry = load_layout(game, sets=()), load_registry(game, frozenset())
    table = Tabletop(layout, registry, ())
    if laid is not None:
        for piece in list(registry.form_by_piece)[:6]:
            table.lay(piece, laid)
    scene = mounting.seen(table.scene())
    hung, kind = mounting.hung(camera_above(layout, registry)), PatchworkCamera
    source = (kind if mounting.is_plain else SimulatedCamera)(scene, hung, mounting.conditions)
    if isinstance(source, SimulatedCamera):
        source.disturbances = mounting.disturbances
    with source:
        with source.frame() as frame:
            full = frame.full()
            grey = full.copy() if full.ndim == 2 else cv2.cvtColor(full, cv2.COLOR_BGR2GRAY)
        smalls = []
        for _ in range(5):
            with source.frame() as frame:
                smalls.append(frame.small.copy())
    picture = np.asarray(grey, np.uint8)
    return Shot(picture, tuple(smalls), TagReader(registry, layout).read(picture), layout, registry)


def named(place: str) -> Text:
    return Text("{place}", place=place)


def said(verdict: Verdict) -> str:
    return " ".join(map(str, verdict.says))


def sharpness(shown: Shot) -> Verdict:
    aim = measure_aim(shown.tags, shown.wanted, shown.registry, shown.size)
    return judge_sharpness(edge_width(shown.picture), aim.tag_px if aim else None, MODULES)


@pytest.mark.parametrize("game", GAMES)
def test_a_camera_that_just_sees_the_whole_table_is_good_in_every_respect(game: str) -> None:
    shown = shot(game=game)
    for verdict in (
        judge_aim(shown.aim, named),
        sharpness(shown),
        judge_light(shown.picture, shown.smalls),
        judge_mats(shown.tags, shown.wanted),
    ):
        assert verdict.level is Level.GOOD, said(verdict)


def test_height_tilt_and_the_size_of_tags_follow_from_the_zone_cards() -> None:
    camera = camera_above(shot().layout, shot().registry)
    assert shot().aim.above == pytest.approx(camera.above, rel=0.03)
    assert shot().aim.tilt == pytest.approx(0, abs=2)
    assert shot().aim.tag_px == pytest.approx(35, abs=1)
    assert shot(Mounting(tilt=30)).aim.tilt == pytest.approx(30, abs=3)
    assert shot(Mounting(height=1.8)).aim.above == pytest.approx(camera.above * 1.8, rel=0.03)


def test_a_camera_that_hangs_too_high_is_to_be_lowered_by_so_much() -> None:
    verdict = judge_aim(shot(Mounting(height=2.2)).aim, named)
    assert verdict.level is Level.BAD
    assert "Smallest tag: 16 pixels wide; 24 are needed." in said(verdict)
    assert "Lower the camera by about 95 cm" in said(verdict)
    lowered = 1013 * 2.2 - 950
    assert judge_aim(shot(Mounting(height=lowered / 1013)).aim, named).level is Level.GOOD


def test_a_camera_that_hangs_too_low_names_the_places_outside_and_is_to_be_raised() -> None:
    verdict = judge_aim(shot(Mounting(height=0.8)).aim, named)
    assert verdict.level is Level.BAD
    assert "Not wholly in the picture: " in said(verdict)
    assert "discard" in said(verdict)
    assert "Raise the camera by about 20 cm." in said(verdict)
    assert verdict.marks


def test_a_picture_too_small_for_the_table_is_told_though_all_places_in_it_are_whole() -> None:
    aim = replace(shot(Mounting(height=0.8)).aim, outside=())
    verdict = judge_aim(aim, named)
    assert verdict.level is Level.BAD
    assert "The picture shows 105 x 59 cm" in said(verdict)
    assert judge_aim(replace(aim, complete=True), named).level is Level.GOOD


def test_a_camera_beside_the_middle_of_the_table_is_to_be_moved() -> None:
    aim = replace(shot(Mounting(height=1.2)).aim, outside=("harbour",))
    for off, where in (
        ((80.0, 10.0), "10 cm to the picture's right"),
        ((-80.0, 10.0), "10 cm to the picture's left"),
        ((0.0, 120.0), "15 cm to the picture's bottom"),
        ((0.0, -20.0), "5 cm to the picture's top"),
    ):
        assert where in said(judge_aim(replace(aim, off=off), named))


def test_a_tilted_camera_is_named_with_its_degrees() -> None:
    verdict = judge_aim(shot(Mounting(tilt=30)).aim, named)
    assert verdict.level < Level.GOOD
    assert "point the camera straight down" in said(verdict)


def test_without_a_zone_card_in_sight_it_is_said_what_to_lay_down() -> None:
    nothing = measure_aim(Tags(), shot().wanted, shot().registry, (4608, 2592))
    assert nothing is None
    assert "No zone card or board can be read" in said(judge_aim(nothing, named))


def test_a_lens_that_was_measured_is_taken_out_before_the_height_is_told() -> None:
    width, height = shot().size
    camera = camera_above(shot().layout, shot().registry)
    lens = Lens(width, height, (camera.focal * 2,) * 2, (width / 2, height / 2), (0,) * 5)
    aim = measure_aim(shot().tags, shot().wanted, shot().registry, shot().size, lens)
    assert aim is not None
    assert aim.above == pytest.approx(camera.above * 2, rel=0.03)


@pytest.mark.parametrize(("defocus", "level"), [(0.0, 2), (1.0, 2), (3.2, 1), (7.0, 0)])
def test_focus_is_judged_by_the_width_of_edges_also_if_no_tag_can_be_read(
    defocus: float, level: int
) -> None:
    assert sharpness(shot(Mounting(defocus=defocus))).level == level


def test_a_dark_picture_can_be_sharp_and_one_without_anything_is_not_judged() -> None:
    assert sharpness(shot(Mounting(brightness=0.1))).level is Level.GOOD
    assert edge_width(np.full((300, 400), 90, np.uint8)) is None
    assert "The picture is empty" in said(judge_sharpness(None, None, MODULES))


def test_too_little_light_is_told_in_steps() -> None:
    for brightness, level in ((0.1, Level.BAD), (0.3, Level.NEARLY)):
        dark = shot(Mounting(brightness=brightness))
        verdict = judge_light(dark.picture, dark.smalls)
        assert verdict.level is level
        assert "Too dark" in said(verdict)


def test_lamps_that_something_mirrors_are_marked_and_white_paper_is_not() -> None:
    assert glare_spots(shot().picture) == ()
    mirrored = shot(Mounting(glare=6))
    spots = glare_spots(mirrored.picture)
    assert 2 <= len(spots) <= 6
    verdict = judge_light(mirrored.picture, mirrored.smalls)
    assert verdict.level is Level.NEARLY
    assert "reflect a lamp" in said(verdict)


def test_light_that_flickers_is_told_from_hands_that_move() -> None:
    assert flicker(shot(Mounting(flicker=0.1)).smalls) > 0.05
    still = shot().smalls
    assert flicker(still) < 0.01
    moving = [frame.copy() for frame in still]
    for number, frame in enumerate(moving):
        frame[:, 20 * number : 20 * number + 90] = 60
    assert flicker(moving) < 0.03
    assert flicker(still[:1]) == 0


def test_a_zone_card_that_is_missing_is_named() -> None:
    wanted = Wanted(shot().layout, 5)
    verdict = judge_mats(shot(Mounting(without=frozenset({"harbour"}))).tags, wanted)
    assert verdict.level is Level.BAD
    assert "Not in sight: Harbour." in said(verdict)
    assert "No zone card" in said(judge_mats(Tags(), wanted))


def test_zone_cards_of_players_are_counted_not_named() -> None:
    layout = shot().layout
    seats = [mat.key for mat in layout.mats.values() if mat.seat in ("yellow", "black")]
    three = shot(Mounting(without=frozenset(seats)))
    assert judge_mats(three.tags, Wanted(layout, 3)).level is Level.GOOD
    verdict = judge_mats(three.tags, Wanted(layout, 4))
    assert verdict.level is Level.BAD
    assert "1 more player's zone card is not in sight" in said(verdict)


def test_a_zone_card_that_is_there_twice_is_named() -> None:
    tags = shot().tags
    twice = replace(tags, mats=(*tags.mats, tags.mats[0]))
    assert "There twice: " in said(judge_mats(twice, Wanted(shot().layout, 5)))


def test_pieces_that_were_read_are_counted_and_those_that_cannot_be_are_marked() -> None:
    laid = shot(laid="harbour").tags
    read = {reading.piece for reading in laid.pieces}
    verdict = judge_pieces(laid, read, 120)
    assert verdict.level is Level.GOOD
    assert "Pieces read so far: 6 of 120." in said(verdict)
    assert len(verdict.marks) == 6
    assert judge_pieces(shot().tags, (), 120).level is Level.NEARLY
    spoilt = shot(laid="harbour")
    corner = np.rint(laid.pieces[0].corners).astype(int)
    picture = spoilt.picture.copy()
    low, high = corner.min(axis=0), corner.max(axis=0)
    picture[low[1] + 8 : high[1] - 8, low[0] + 8 : high[0] - 8] = 120
    unread = TagReader(spoilt.registry, spoilt.layout).read(picture)
    assert judge_pieces(unread, read, 120).level is Level.BAD
