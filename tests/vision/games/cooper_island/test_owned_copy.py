"""Pieces of an owner's copy look on the simulated table as the owner says."""

from __future__ import annotations

import numpy as np

from rules.games import GAMES
from vision.layout import layout_of, load_layout
from vision.printed_copy import copy_of, kind_of
from vision.simulator.faces import face

GAME = GAMES["cooper_island"]
OWN = {"islets[draw].land": "meadow", "double_tiles.fm_xs": "19", "double_tiles.fs_mx": "21"}
ISLET = "islet/yellow/draw"


def test_a_match_with_the_houses_values_has_no_copy_of_its_own() -> None:
    assert copy_of(GAME) is None
    same = {path: GAME.edition.house[path].written() for path in OWN}
    assert copy_of(GAME.for_match(GAME.settle(same))) is None


def test_tiles_have_the_terrains_of_the_owners_copy_and_the_copy_is_made_once() -> None:
    game = GAME.for_match(GAME.settle(OWN))
    copy = copy_of(game)
    assert copy is not None
    assert copy_of(GAME.for_match(GAME.settle(OWN))) is copy
    assert layout_of(game, ("yellow", "blue")).copy is copy
    assert load_layout(GAME.name).copy is None
    assert kind_of(GAME.name, "double/nr.20", None) == "double/fm_xs"
    assert kind_of(GAME.name, "double/nr.20", copy) == game.pieces["double/nr.20"].kind
    assert kind_of(GAME.name, "double/nr.20", copy) != "double/fm_xs"
    house, own = face(GAME.name, ISLET, 4.0), face(GAME.name, ISLET, 4.0, copy=copy)
    assert np.abs(house.astype(int) - own).max() > 40
    meadow = face(GAME.name, "islet/yellow/coin", 4.0)
    assert np.abs(meadow.astype(int) - own).max() == 0
