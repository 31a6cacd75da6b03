"""Albums on disk, and the command that enrols a card."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from server.commands.dev import enrol, recognise
from server.errors import UserError
from vision.layout import Pose, load_layout
from vision.reading import Picture
from vision.recognise.album import Album, AlbumError, kinds_of, load_album, new_album
from vision.recognise.album_file import write_whole
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.faces import face
from vision.simulator.render import render
from vision.simulator.scene import PlacedPiece, Scene

KINDS = kinds_of("port_royal")


def photograph(kind: str, angle: float = 2.0) -> Picture:
    camera = Camera(width=420, height=520, field_of_view=7.0)
    lying = PlacedPiece(f"{kind}.1", Pose(*camera.aim, angle))
    scene = Scene(load_layout("port_royal"), load_registry("port_royal"), (lying,))
    return render(scene, camera, seed=1).picture


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    enrol.add_arguments(parser)
    return enrol.run(parser.parse_args([str(word) for word in words]))


def test_a_game_has_as_many_kinds_as_different_faces() -> None:
    assert len(KINDS) == 62
    assert all(face("port_royal", kind, 1.0).size for kind in KINDS)


def test_an_album_is_the_same_after_it_was_saved_and_loaded(tmp_path: Path) -> None:
    album = new_album("port_royal")
    for kind in KINDS[:2]:
        album.enrol(kind, photograph(kind))
    album.save(tmp_path / "cards.album")
    again = load_album(tmp_path / "cards.album", "port_royal")
    assert again.cards.keys() == album.cards.keys()
    for kind, card in album.cards.items():
        assert np.array_equal(again.cards[kind], card)
    art = again.reader().read(photograph(KINDS[1], angle=-4.0))
    assert [reading.piece for reading in art.readings] == [KINDS[1]]
    assert [file.name for file in tmp_path.iterdir()] == ["cards.album"]


def test_an_empty_album_knows_nothing(tmp_path: Path) -> None:
    new_album("port_royal").save(tmp_path / "cards.album")
    art = load_album(tmp_path / "cards.album", "port_royal").reader().read(photograph(KINDS[0]))
    assert art.readings == ()
    assert str(art.unreadable[0].why) == "no card was learned"


def test_what_is_no_album_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.album"
    with pytest.raises(AlbumError, match="there is no such album"):
        load_album(path, "port_royal")
    new_album("port_royal").save(path)
    whole = path.read_bytes()
    for content in (b"", b"not an album", whole[: len(whole) // 2], b"\x80\x04K\x01."):
        path.write_bytes(content)
        with pytest.raises(AlbumError, match="is no album, or it is damaged"):
            load_album(path, "port_royal")
    np.save(tmp_path / "array.npy", np.zeros(3))
    with pytest.raises(AlbumError, match="is no album, or it is damaged"):
        load_album(tmp_path / "array.npy", "port_royal")
    with pytest.raises(AlbumError, match="cannot be read"):
        load_album(tmp_path, "port_royal")


def test_an_album_of_another_version_or_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.album"
    Album("maracaibo").save(path)
    with pytest.raises(AlbumError, match="is an album of maracaibo, not of port_royal"):
        load_album(path, "port_royal")
    np.savez(tmp_path / "old.npz", version=1, game="port_royal")
    with pytest.raises(AlbumError, match="version 1, which is without colours"):
        load_album(tmp_path / "old.npz", "port_royal")
    path.write_bytes(b"Quartermaster album 99\nwhatever")
    with pytest.raises(AlbumError, match="version 99, and this program knows version 3"):
        load_album(path, "port_royal")


@pytest.fixture
def two_cards(tmp_path: Path) -> tuple[Album, Path, int]:
    """An album of two cards, of which the second was added later; its file, and its size before."""
    album, path = new_album("port_royal"), tmp_path / "cards.album"
    width, height = album.form_of(KINDS[0]).fine_size
    random = np.random.default_rng(1)
    album.cards[KINDS[0]] = random.integers(0, 255, (height, width, 3), np.uint8)
    album.save(path)
    before = path.stat().st_size
    album.cards[KINDS[1]] = album.cards[KINDS[0]].copy()
    album.confirmed.add(KINDS[1])
    album.save(path)
    return album, path, before


def test_a_card_that_is_learned_is_added_to_the_file_and_the_rest_is_left_alone(
    two_cards: tuple[Album, Path, int],
) -> None:
    _, path, before = two_cards
    whole = path.read_bytes()
    again = load_album(path, "port_royal", whole=True)
    assert list(again.cards) == KINDS[:2]
    assert again.confirmed == {KINDS[1]}
    file = path.stat().st_ino
    again.cards[KINDS[2]] = again.cards[KINDS[0]].copy()
    again.save(path)
    assert path.read_bytes().startswith(whole)
    assert path.stat().st_size - len(whole) < before
    assert path.stat().st_ino == file


def test_a_card_that_is_forgotten_is_not_in_the_file_any_more(
    two_cards: tuple[Album, Path, int],
) -> None:
    album, path, before = two_cards
    album.forget(KINDS[1])
    album.save(path)
    assert path.stat().st_size == before
    assert list(load_album(path, "port_royal").cards) == KINDS[:1]


@pytest.mark.parametrize("missing", [3, 40, 30_000])
def test_after_a_power_cut_an_album_goes_on_without_the_card_that_was_being_written(
    two_cards: tuple[Album, Path, int], missing: int
) -> None:
    _, path, _ = two_cards
    path.write_bytes(path.read_bytes()[:-missing])
    with pytest.raises(AlbumError, match="is no album, or it is damaged"):
        load_album(path, "port_royal", whole=True)
    album = load_album(path, "port_royal")
    assert KINDS[0] in album.cards
    assert not album.confirmed
    album.cards[KINDS[2]] = album.cards[KINDS[0]].copy()
    album.save(path)
    assert load_album(path, "port_royal", whole=True).cards.keys() == album.cards.keys()


@pytest.mark.parametrize("at", [0, 30, 45, 70, 5000])
def test_an_album_in_which_something_has_changed_is_refused(
    two_cards: tuple[Album, Path, int], at: int
) -> None:
    _, path, _ = two_cards
    spoilt = bytearray(path.read_bytes())
    spoilt[at] ^= 16
    path.write_bytes(spoilt)
    with pytest.raises(AlbumError, match="is no album, or it is damaged"):
        load_album(path, "port_royal")


def test_a_picture_that_claims_to_be_larger_than_a_card_is_not_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "cards.album"
    huge = cv2.imencode(".png", np.zeros((4000, 4000, 3), np.uint8))[1].tobytes()
    write_whole(path, [("game", b"port_royal"), (f"card/{KINDS[0]}", huge)])
    with pytest.raises(AlbumError, match="is no album, or it is damaged"):
        load_album(path, "port_royal")


def test_the_command_enrols_a_card_and_lists_the_album(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, album = tmp_path / "card.png", tmp_path / "cards.album"
    cv2.imwrite(str(picture), photograph("ship/red/1/1"))
    assert run("port_royal", "ship/red/1/1", picture, "--album", album) == 0
    assert "ship/red/1/1 is enrolled, " in capsys.readouterr().out
    assert run("port_royal", "ship/red/1/1", picture, "--album", album) == 0
    assert "enrolled again" in capsys.readouterr().out
    assert run("port_royal", "--list", "--album", album) == 0
    listed = capsys.readouterr().out
    assert "enrolled  ship/red/1/1" in listed
    assert "missing   ship/red/2/3" in listed
    assert "1 of 62 cards are enrolled." in listed


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    picture, album = tmp_path / "card.png", tmp_path / "cards.album"
    cv2.imwrite(str(picture), photograph("ship/red/1/1"))
    with pytest.raises(UserError, match="port_royal has no card 'ship/pink'"):
        run("port_royal", "ship/pink", picture, "--album", album)
    with pytest.raises(UserError, match="Unknown: chess"):
        run("chess", "ship/red/1/1", picture, "--album", album)
    with pytest.raises(UserError, match="Say which card it is"):
        run("port_royal", "--album", album)
    with pytest.raises(UserError, match="there is no such album"):
        run("port_royal", "--list", "--album", album)
    with pytest.raises(UserError, match=r"none\.png cannot be read"):
        run("port_royal", "ship/red/1/1", tmp_path / "none.png", "--album", album)
    picture.write_bytes(b"no picture")
    with pytest.raises(UserError, match="is no picture"):
        run("port_royal", "ship/red/1/1", picture, "--album", album)
    cv2.imwrite(str(picture), photograph("ship/red/1/1"))
    with pytest.raises(UserError, match="the album cannot be written"):
        run("port_royal", "ship/red/1/1", picture, "--album", tmp_path / "no" / "cards.album")


def test_recognise_names_the_cards_of_a_photograph_and_says_what_it_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    album, picture = new_album("port_royal"), tmp_path / "card.png"
    for kind in ("ship/red/1/1", "ship/blue/1/1"):
        album.enrol(kind, photograph(kind))
    album.save(tmp_path / "cards.album")
    parser = argparse.ArgumentParser()
    recognise.add_arguments(parser)

    def told(kind: str, *words: str) -> str:
        cv2.imwrite(str(picture), photograph(kind, angle=-3.0))
        args = ["port_royal", str(picture), "--album", str(tmp_path / "cards.album"), *words]
        assert recognise.run(parser.parse_args(args)) == 0
        return capsys.readouterr().out

    known = json.loads(told("ship/blue/1/1", "--json"))
    (card,) = known["cards"]
    assert (card["kind"], card["how"], known["unknown"]) == ("ship/blue/1/1", "art", [])
    assert len(card["corners"]) == 4
    assert 0 < card["confidence"] <= 1
    assert "ship/blue/1/1" in told("ship/blue/1/1")
    (spot,) = json.loads(told("sailor/3", "--json"))["unknown"]
    assert spot.keys() == {"corners", "why", "candidates"}
    with pytest.raises(UserError, match="there is no such album"):
        recognise.run(parser.parse_args(["port_royal", str(picture), "--album", "none.album"]))
