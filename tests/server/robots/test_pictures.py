"""Robots play without one label on a card, and say which card it is that nobody knows yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from rules.games import GAMES
from rules.pictured import said_by_kind
from rules.setting import KNOWN_BY, PICTURES
from server.live.albums import Albums
from server.robots.match import Report, RobotMatch
from server.robots.mistakes import HAND, NO_PLACE
from server.store import Store
from vision.reading import Picture
from vision.recognise.album import Album, kinds_of, new_album
from vision.recognise.found import NO_CARD
from vision.simulator.faces import back, face
from vision.simulator.scene import Deck

GAME: Any = GAMES["port_royal"]
NAMES = ("Ann", "Bob", "Cid", "Dee")


def scanned(game: str) -> Album:
    """All that is known by its picture in the base game, as good as a scanner would show it."""
    album = new_album(game)

    def sized(drawn: Picture, kind: str) -> Picture:
        size = album.form_of(kind).fine_size
        return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)

    kinds = kinds_of(game)
    album.cards = {kind: sized(face(game, kind, 8.0, Deck("hard")), kind) for kind in kinds}
    if game == GAME.name:
        album.cards[f"{NO_CARD}/1"] = sized(back(game, kinds[0], 8.0), NO_CARD)
    return album


@pytest.fixture(scope="module")
def full_album() -> Album:
    return scanned(GAME.name)


def play(
    folder: Path, seats: int, seed: int, choices: int, album: Album | None = None, **options: Any
) -> Report:
    """The first choices of a match; what is stored is what was meant, as far as eyes can tell."""
    game: Any = GAMES[album.game] if album else GAME
    if album is not None:
        album.save(Albums(folder).path(game.name))
    settings = {KNOWN_BY.key: PICTURES}
    with (
        Store.open(folder / "store.db") as store,
        RobotMatch(store, game, NAMES[:seats], seed, settings, **options) as robots,
    ):
        scene = robots.table.hands.table
        report = robots.play(choices)
        pictured = robots.intended.table.places.pictured
        assert all(
            lying.tag is None
            for lying in scene.scene().pieces
            if lying.face_up and game.pieces[lying.piece].kind in pictured
        )
        (record,) = store.matches()
        match = store.load(record.id)
    intended = [said_by_kind(match, key) for key in report.intended]
    stored = [said_by_kind(match, key) for key in match.journal]
    assert stored == intended[: len(stored)]
    assert len(intended) - len(stored) <= 1
    assert match.settings[KNOWN_BY.key] == PICTURES
    return report


def test_with_an_empty_album_every_card_is_learned_and_every_mistake_is_noticed(
    tmp_path: Path,
) -> None:
    report = play(tmp_path, 2, 409, 10, mistakes=2, kinds=(NO_PLACE, HAND))
    assert [mistake.partition(":")[0] for mistake in report.mistakes] == [NO_PLACE, HAND]
    assert report.learned >= 3, "the back of the cards is learned too"


def test_with_a_full_album_four_players_are_asked_for_nothing(
    tmp_path: Path, full_album: Album
) -> None:
    report = play(tmp_path, 4, 5, 5, full_album)
    assert (report.learned, report.confirmed) == (0, 0)


def test_colonies_of_navegador_are_known_by_their_pictures_where_they_are_turned_up(
    tmp_path: Path,
) -> None:
    report = play(tmp_path, 3, 262, 12, scanned("navegador"))
    assert sum(key.startswith("turn:colony/") for key in report.journal) >= 3
