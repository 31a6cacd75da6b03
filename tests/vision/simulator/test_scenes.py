"""Scenes by name and from files, and the command that renders them."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from rules.games import GAMES
from server.commands.dev import render as command
from server.errors import UserError
from vision.layout import load_layout
from vision.locate.places import look
from vision.recognise.tags import TagReader
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scene import SceneError
from vision.simulator.scene_file import read_scene
from vision.simulator.scenes import SCENES, arranged, named_scene

WRITTEN = """
seats = ["red", "blue"]
background = "cloth"
[frames]
harbour = [590, 200, 5]
[[pieces]]
piece = "ship/red/1/1.1"
at = [590, 320]
angle = 12
[[pieces]]
piece = "captain/4.1"
at = [700, 320]
face_up = false
z = 3.0
[[pieces]]
piece = "priest/4.1"
at = [100, 320]
tag = "none"
[[mats]]
colour = "red"
at = [200, 560]
size = [380, 170]
[[hands]]
at = [900, 500]
"""


def rendered(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(["port_royal", *arguments]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SCENES)
def test_every_named_scene_can_be_rendered(game: str, name: str) -> None:
    picture = render(named_scene(game, name, 1), Camera(width=640, height=360)).picture
    assert picture.shape == (360, 640, 3)
    assert picture.std() > 20


def test_a_game_without_scenes_of_its_own_says_so() -> None:
    with pytest.raises(SceneError, match="no named scenes of chess yet; give a TOML file"):
        named_scene("chess", "opening")


def test_all_pieces_of_navegador_are_read_from_a_metre_above_the_table() -> None:
    """Also the small tags on wood, 28 pixels wide and nearer to the camera than the board is."""
    scene, camera = named_scene("navegador", "full", 2), Camera()
    rendered = render(scene, camera, 2)
    labels = rendered.truth.readable()
    assert set(labels) == set(scene.registry.form_by_piece)
    small = [labels[piece].width for piece in labels if piece.startswith(("ship", "worker"))]
    assert 28 < min(small) < max(small) < 32
    tags = TagReader(scene.registry, scene.layout).read(rendered.picture)
    seen = look(tags, scene.layout, scene.registry, (camera.width, camera.height))
    assert seen.places == {piece.piece: piece.place for piece in rendered.truth.pieces}
    assert not seen.unreadable
    assert not seen.strangers


def test_a_tile_face_down_shows_no_tag_and_nothing_that_looks_like_one() -> None:
    scene, camera = named_scene("navegador", "opening", 3), Camera()
    down = [lying for lying in scene.pieces if not lying.face_up]
    assert {scene.place_of(lying.pose) for lying in down} >= {"colonies:goa", "colonies:nagasaki"}
    rendered = render(scene, camera, 3)
    tags = TagReader(scene.registry, scene.layout).read(rendered.picture)
    assert {reading.piece for reading in tags.pieces} == {
        lying.piece for lying in scene.pieces if lying.face_up
    }
    assert not tags.unreadable


def test_a_privilege_is_seen_whichever_side_lies_up() -> None:
    scene, camera = named_scene("navegador", "opening", 3), Camera()
    lying = [
        replace(each, face_up=not each.piece.startswith("privilege/")) if each.face_up else each
        for each in scene.pieces
    ]
    turned = replace(scene, pieces=tuple(lying))
    rendered = render(turned, camera, 3)
    tags = TagReader(scene.registry, scene.layout).read(rendered.picture)
    seen = look(tags, scene.layout, scene.registry, (camera.width, camera.height))
    privileges = {each.piece for each in lying if each.piece.startswith("privilege/")}
    assert len(privileges) == 8, "five in the gallery, and the king's of three players"
    assert privileges <= seen.places.keys()
    assert seen.places == {
        each.piece: scene.place_of(each.pose) for each in scene.pieces if each.face_up
    }


def test_the_full_scene_shows_every_card_in_a_place() -> None:
    truth = render(named_scene("port_royal", "full"), Camera(width=640, height=360)).truth
    assert len({piece.piece for piece in truth.pieces}) == 120
    assert len(truth.readable()) == 120
    assert all(piece.place for piece in truth.pieces)


def test_cards_that_do_not_fit_are_not_squeezed_in() -> None:
    layout, registry = load_layout("port_royal"), load_registry("port_royal")
    pieces = list(registry.pieces.values())
    with pytest.raises(SceneError, match="no room for a card in discard"):
        arranged(layout, registry, {"discard": pieces[:40]})
    with pytest.raises(SceneError, match="no place 'attic'"):
        arranged(layout, registry, {"attic": pieces[:1]})


def test_a_scene_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(WRITTEN, encoding="utf-8")
    scene = read_scene(path, "port_royal")
    truth = render(scene, Camera(width=640, height=360)).truth
    assert [piece.place for piece in truth.pieces] == ["harbour", "harbour", None]
    assert [piece.tag is not None for piece in truth.pieces] == [True, False, False]
    assert [underlay.colour for underlay in scene.underlays] == ["red"]
    assert len(scene.hands) == 1


def test_a_scene_that_names_no_seats_has_all_of_the_game(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text('background = "cloth"', encoding="utf-8")
    assert read_scene(path, "maracaibo").layout == load_layout("maracaibo")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("ship/red/1/1.1", "ship/red/99", "pieces[0]: 'ship/red/99' is no piece of this game"),
        ("at = [590, 320]", "at = 590", "pieces[0].at: It must be two numbers"),
        ("z = 3.0", "height = 3.0", "pieces[1]: Unknown: height. There is piece"),
        ('tag = "none"', "tag = 900", 'pieces[2].tag: It must be "none" or an id from 0 to 586'),
        ('colour = "red"', 'colour = "pink"', "mats[0].colour: It must be one of these: red"),
        ('"cloth"', '"grass"', "background: It must be one of these: wood, cloth"),
        ('["red", "blue"]', '["purple"]', "the seats ['purple'] cannot be used"),
        (
            "harbour = [590, 200, 5]",
            "attic = [590, 200, 5]",
            "frames: attic means nothing here; there is harbour",
        ),
        ("[[hands]]", "[hands]", "hands: It must be tables [[hands]], not "),
    ],
)
def test_a_mistake_in_a_scene_is_named(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(WRITTEN.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(SceneError) as error:
        read_scene(path, "port_royal")
    assert str(error.value).startswith(f"{path}: ")
    assert told in str(error.value)


def test_the_command_writes_the_picture_and_says_what_is_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "picture.jpg"
    assert (
        rendered("--scene", "opening", "--out", str(out), "--size", "960x540", "--glare", "2") == 0
    )
    picture = cv2.imread(str(out))
    assert picture is not None
    assert picture.shape == (540, 960, 3)
    assert "960 x 540 pixels, 27 pieces, 12 tags wholly in sight" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--scene", "ocean"], "There is no scene 'ocean'. There are: opening, full"),
        (["--scene", "missing.toml"], "missing.toml: cannot be read"),
        (["--size", "large"], "'large' is not understood; write it like 1280x720"),
        (["--size", "9x9"], "9 x 9 pixels cannot be rendered"),
        (["--noise", "-3"], "No condition may be below 0"),
    ],
)
def test_a_mistake_on_the_command_line_is_named(
    tmp_path: Path, arguments: list[str], told: str
) -> None:
    with pytest.raises(UserError) as error:
        rendered("--out", str(tmp_path / "a.png"), "--size", "320x180", *arguments)
    assert told in str(error.value)


@pytest.mark.parametrize("out", ["a.noise", "nowhere/a.png"])
def test_a_picture_that_cannot_be_written_is_named(tmp_path: Path, out: str) -> None:
    with pytest.raises(UserError, match=r"\.jpg or \.png|cannot be written"):
        rendered("--out", str(tmp_path / out), "--size", "320x180")
