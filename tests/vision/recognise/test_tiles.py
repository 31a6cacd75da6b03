"""Tiles are small, lie on boards and on each other, and are known by their pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.measure.art import portrait
from vision.reading import Picture
from vision.recognise.album import Album, load_album, new_album
from vision.recognise.found import PictureReader
from vision.simulator.scene import Deck

GAME, PX_PER_MM = "navegador", 3.6
SHOWN = ("colony/gold/50", "colony/gold/130", "colony/sugar/40", "privilege/king")


def alone(kind: str, seed: int) -> Picture:
    return portrait(GAME, kind, Deck("hard"), seed, PX_PER_MM)


@pytest.fixture(scope="module")
def album() -> Album:
    album = new_album(GAME)
    for seed, kind in enumerate(SHOWN):
        album.enrol(kind, alone(kind, seed))
    return album


@pytest.fixture(scope="module")
def reader(album: Album) -> PictureReader:
    return album.reader(SHOWN)


@pytest.mark.parametrize("scale", [None, PX_PER_MM], ids=["any size", "size known"])
def test_tiles_that_differ_in_a_price_are_told_apart(
    reader: PictureReader, scale: float | None
) -> None:
    for seed, kind in enumerate(SHOWN):
        art = reader.read(alone(kind, 60 + seed), px_per_mm=scale)
        assert [reading.piece for reading in art.readings] == [kind]


def test_a_price_that_was_never_shown_is_unknown(album: Album) -> None:
    art = album.reader().read(alone("colony/gold/80", 70), px_per_mm=PX_PER_MM)
    assert art.readings == ()
    (spot,) = art.unreadable
    assert spot.candidates[0].startswith("colony/gold/")


def test_an_album_keeps_pieces_of_all_sizes(album: Album, tmp_path: Path) -> None:
    album.enrol("navegador", portrait(GAME, "navegador", Deck("hard"), 5))
    album.save(tmp_path / "album")
    again = load_album(tmp_path / "album", GAME)
    assert set(again.cards) == {*SHOWN, "navegador"}
    assert all((again.cards[kind] == album.cards[kind]).all() for kind in again.cards)
