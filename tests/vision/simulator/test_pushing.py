"""Where a place is full, what lies there is pushed together, so that more finds room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from rules.games import GAMES
from vision.layout import layout_of
from vision.registry import load_registry
from vision.simulator.bare_room import covers
from vision.simulator.patchwork_camera import camera_above
from vision.simulator.placing import Tabletop
from vision.simulator.render import truth_of
from vision.simulator.scene import SceneError

QUESTS = ("quest/01", "quest/02", "quest/03")
SHIPS = ("ship/yellow/one", "ship/blue/one", "ship/blue/two", "ship/red/one", "ship/red/two")
BUILDING = "large_building/yellow.2"


def table_of(name: str, seed: int) -> Tabletop:
    game: Any = GAMES[name]
    colours = [seat.colour for seat in game.seat(["Ann", "Bob", "Cem"])]
    return Tabletop(layout_of(game, colours), load_registry(name), game.piles.stacks, seed)


def hidden_labels(table: Tabletop, pieces: Sequence[str]) -> Iterator[str]:
    """Pieces whose label lies under one that was put down after them."""
    for number, piece in enumerate(pieces):
        below = (table.pose(piece), table.registry.form_of(piece))
        for later in pieces[number + 1 :]:
            if covers((table.pose(later), table.registry.form_of(later)), below):
                yield piece


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("name", "place", "pieces"),
    [
        ("maracaibo", "quest:15", QUESTS[:2]),
        ("maracaibo", "quest:2", QUESTS[:2]),
        ("cooper_island", "sea:yellow:left_4", SHIPS[:3]),
        ("cooper_island", "sea:yellow:left_4", SHIPS[:4]),
        ("cooper_island", "sea:blue:right_1", SHIPS),
        ("cooper_island", "sea:red:left_2", SHIPS),
        ("cooper_island", "sea:blue:harbour", SHIPS),
    ],
)
def test_more_than_a_place_has_rows_for_lie_there_with_every_label_in_sight(
    name: str, place: str, pieces: Sequence[str], seed: int
) -> None:
    table = table_of(name, seed)
    for piece in pieces:
        table.lay(piece, place)
    assert {table.bare.place_of(table.pose(piece)) for piece in pieces} == {place}
    assert list(hidden_labels(table, pieces)) == []


@pytest.mark.parametrize("seed", range(5))
def test_ships_that_are_pushed_together_leave_a_building_beside_them_in_sight(seed: int) -> None:
    table = table_of("cooper_island", seed)
    for number in range(3):
        table.lay(f"double/nr.0{number + 1}", "land:yellow:-1,0+-1,1")
    table.lay(BUILDING, "on:yellow:-1,0")
    for piece in SHIPS[:3]:
        table.lay(piece, "sea:yellow:left_4")
    camera = camera_above(table.layout, table.registry)
    seen = {piece.piece: piece.tag for piece in truth_of(table.scene(), camera).pieces}
    tag = seen[BUILDING]
    assert tag is not None
    assert tag.visible == "wholly"


def test_where_no_pushing_helps_there_is_no_room() -> None:
    table = table_of("maracaibo", 1)
    table.lay(QUESTS[0], "quest:15")
    table.lay(QUESTS[1], "quest:15")
    with pytest.raises(SceneError, match="no room for a tile in quest:15"):
        table.lay(QUESTS[2], "quest:15")
