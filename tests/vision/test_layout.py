"""Places in millimetres on frames."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.game import Game
from rules.games import GAMES
from vision.layout import SEATS, Layout, load_layout, read_layout
from vision.layout_file import LayoutError
from vision.shapes import Circle, Hexagon, Polygon, Rectangle, Sector

FRAME = """
[frames.board]
title = "BOARD"
size = [200, 100]
tags = [{ id = 560, at = [20, 20], side = 25 }]
"""
TABLE = """
[table]
size = [400, 300]
[table.frames]
board = [200, 150, 0]
"""


def board(folder: Path, places: str, frame: str = FRAME, table: str = TABLE) -> Layout:
    path = folder / "layout.toml"
    path.write_text(frame + places + table, encoding="utf-8")
    return read_layout(path, "game", ())


def test_port_royal_has_a_place_for_every_seat_in_play() -> None:
    layout = load_layout("port_royal", ("red", "black"), ())
    names = [place.name for place in layout.places]
    assert names == ["harbour", "expeditions", "discard", "area:red", "area:black"]


def test_frame_tags_are_unique_and_kept_apart_from_the_cards() -> None:
    layout = load_layout("port_royal", SEATS)
    tags = [tag.id for frame in layout.mats.values() for tag in frame.tags]
    assert len(tags) == len(set(tags)) == len(layout.mat_tags())
    assert all(560 <= tag <= 586 for tag in tags)


def test_every_zone_card_fits_on_a_sheet_of_paper_and_has_two_tags_far_apart() -> None:
    for frame in load_layout("port_royal").mats.values():
        assert frame.width <= 190
        first, second = frame.tags
        assert math.dist((first.x, first.y), (second.x, second.y)) >= 80


@pytest.mark.parametrize("sets", [(), ("contracts",), ("adventure",)])
def test_the_usual_table_keeps_places_apart(sets: tuple[str, ...]) -> None:
    layout = load_layout("port_royal", sets=sets)
    boxes = {}
    for place in layout.places:
        frame, pose = layout.mats[place.mat], layout.suggested[place.mat]
        assert isinstance(place.shape, Rectangle)
        x, y = place.shape.centre[0] - frame.width / 2, place.shape.centre[1] - frame.height / 2
        way = -1 if pose.angle == 180 else 1
        boxes[place.name] = (pose.x + way * x, pose.y + way * y, place.shape)
    for name, (x, y, shape) in boxes.items():
        for other, (u, v, second) in boxes.items():
            apart_x = abs(x - u) >= (shape.width + second.width) / 2
            apart_y = abs(y - v) >= (shape.height + second.height) / 2
            assert name == other or apart_x or apart_y, (name, other)


def places_of(game: Game[Any], names: Sequence[str]) -> set[str]:
    """Where pieces can lie in a match, but for what lies in stacks out of sight."""
    places = game.new(game.seat(names), game.settle({})).places.piles
    return {place for place in places if place not in game.piles.stacks}


@pytest.mark.parametrize("seats", [2, 5])
def test_navegador_has_a_place_for_all_that_can_be_in_sight(seats: int) -> None:
    game = GAMES["navegador"]
    layout = load_layout("navegador", game.colours[:seats])
    assert {place.name for place in layout.places} == places_of(game, "ABCDE"[:seats])


def test_the_places_of_navegador_keep_apart_and_clear_of_the_tags() -> None:
    layout = load_layout("navegador")
    for frame in layout.mats.values():
        places = layout.places_on(frame.key)
        for place in places:
            outline = [*place.shape.outline, place.shape.centre]
            for other in places:
                inside = max(other.distance_inside(x, y) for x, y in outline)
                assert place is other or inside < 0.01, (place.name, other.name)
            for tag in frame.tags:
                reach = tag.side * (0.5 + 1 / 8)
                for x, y in ((dx, dy) for dx in (-reach, reach) for dy in (-reach, reach)):
                    assert not place.contains(tag.x + x, tag.y + y), (place.name, tag)


def test_regions_of_navegador_touch_if_and_only_if_they_share_a_border() -> None:
    """Those that do lie along each other; all others keep clearly apart."""
    seas = {
        place.name.removeprefix("sea:"): place
        for place in load_layout("navegador").places
        if place.name.startswith("sea:")
    }
    borders = GAMES["navegador"].edition.table("borders")
    assert len(borders) == 78
    for pair, shared in borders.items():
        one, other = (seas[region] for region in pair.split("-"))
        away = [-other.distance_inside(x, y) for x, y in along(one.shape.outline)]
        if shared:
            assert sum(distance <= 4.5 for distance in away) >= 40, pair
        else:
            assert min(away) >= 15, pair


def along(outline: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points on an outline about a millimetre apart."""
    for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
        steps = round(math.dist((ax, ay), (bx, by)))
        yield from (
            (ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps) for step in range(steps)
        )


def test_navegadors_own_board_and_mats_are_not_printed() -> None:
    frames = load_layout("navegador").mats
    assert not any(frame.printed for frame in frames.values())
    assert [len(frame.tags) for frame in frames.values()] == [4, 2, 2, 2, 2, 2]


def test_a_rectangle_measures_how_far_inside_a_point_is() -> None:
    shape = Rectangle(10, 20, 100, 50)
    assert shape.distance_inside(60, 45) == 25
    assert shape.distance_inside(12, 45) == 2
    assert shape.distance_inside(60, 75) == -5
    assert shape.distance_inside(7, 16) == -5


def test_a_circle_measures_from_its_rim() -> None:
    assert Circle(0, 0, 10).distance_inside(3, 4) == 5
    assert Circle(0, 0, 10).distance_inside(30, 40) == -40


def test_a_hexagon_measures_from_its_nearest_side() -> None:
    flat, pointed = Hexagon(0, 0, 10, False), Hexagon(0, 0, 10, True)
    apothem = 10 * math.sqrt(3) / 2
    assert flat.distance_inside(0, 0) == pytest.approx(apothem)
    assert flat.distance_inside(0, apothem) == pytest.approx(0)
    assert flat.distance_inside(10, 0) == pytest.approx(0)
    assert flat.distance_inside(13, 0) == pytest.approx(-3)
    assert pointed.distance_inside(0, 12) == pytest.approx(-2)
    assert pointed.distance_inside(apothem + 1, 0) == pytest.approx(-1)


def test_a_polygon_measures_from_its_nearest_side() -> None:
    bay = Polygon(((0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (0, 10)))
    assert bay.distance_inside(10, 4) == 4
    assert bay.distance_inside(24, 20) == 4
    assert bay.distance_inside(10, 25) == -10
    assert bay.distance_inside(33, -4) == -5
    assert Polygon(((0, 0), (10, 0), (10, 20), (0, 20))).centre == (5, 10)


def test_a_sector_is_a_part_of_a_ring() -> None:
    east = Sector(100, 100, 20, 60, 45, 90)
    assert east.centre == pytest.approx((140, 100))
    assert east.distance_inside(140, 100) == pytest.approx(20)
    assert east.distance_inside(155, 100) == pytest.approx(5)
    assert east.distance_inside(110, 100) == pytest.approx(-10)
    assert east.distance_inside(170, 100) == pytest.approx(-10)
    assert east.distance_inside(140, 130) == pytest.approx(10 * math.sin(math.pi / 4))
    assert east.distance_inside(100, 60) == pytest.approx(-40 * math.sin(math.pi / 4))


def test_a_wheel_has_its_sectors_clockwise_from_the_top(tmp_path: Path) -> None:
    layout = board(
        tmp_path,
        '[[frames.board.places]]\nname = "wheel:{name}"\nshape = "wheel"\nat = [100, 50]\n'
        'radii = [10, 40]\nturn = -45\nnames = ["north", "east", "south", "west"]\n',
    )
    found = {place.name: place for place in layout.places}
    assert found["wheel:north"].contains(100, 25)
    assert found["wheel:east"].contains(125, 50)
    assert found["wheel:south"].contains(100, 75)
    assert found["wheel:west"].contains(75, 50)


def test_spots_in_a_row_may_have_names(tmp_path: Path) -> None:
    layout = board(
        tmp_path,
        '[[frames.board.places]]\nname = "arch:{name}"\nshape = "row"\nat = [0, 0]\n'
        'step = [30, 0]\nsize = [30, 40]\nnames = ["left", "right"]\n',
    )
    assert [place.name for place in layout.places] == ["arch:left", "arch:right"]
    assert layout.places[1].contains(45, 20)


def test_spots_in_a_row_are_numbered_along_their_step(tmp_path: Path) -> None:
    layout = board(
        tmp_path,
        "[[frames.board.places]]\n"
        'name = "space:{n}"\nshape = "row"\nat = [10, 50]\nstep = [20, 5]\ncount = 3\n'
        "first = 7\nradius = 8\n",
    )
    assert [place.name for place in layout.places] == ["space:7", "space:8", "space:9"]
    assert layout.places[2].contains(50, 60)
    assert not layout.places[2].contains(10, 50)


def test_a_row_may_be_of_rectangles(tmp_path: Path) -> None:
    layout = board(
        tmp_path,
        '[[frames.board.places]]\nname = "slot:{n}"\nshape = "row"\nat = [0, 0]\n'
        "step = [30, 0]\ncount = 2\nsize = [30, 40]\n",
    )
    assert layout.places[1].contains(45, 20)


def test_neighbouring_hexes_share_a_side_and_no_more(tmp_path: Path) -> None:
    layout = board(
        tmp_path,
        '[[frames.board.places]]\nname = "hex:{q},{r}"\nshape = "hexes"\nat = [50, 50]\n'
        "side = 12\ncells = [[0, 0], [1, 0], [0, 1], [-1, 1]]\n",
    )
    assert [place.name for place in layout.places] == ["hex:0,0", "hex:1,0", "hex:0,1", "hex:-1,1"]
    centre = layout.places[0].shape.centre
    for other in layout.places[1:]:
        x, y = ((a + b) / 2 for a, b in zip(centre, other.shape.centre, strict=True))
        assert other.distance_inside(x, y) == pytest.approx(0)
        assert layout.places[0].distance_inside(x, y) == pytest.approx(0)


@pytest.mark.parametrize(
    ("places", "told"),
    [
        (
            'name = "a"\nshape = "star"',
            "frames.board.places[a].shape: It must be one of these: rectangle, circle",
        ),
        (
            'name = "a"\nshape = "circle"\nat = [1, 2]\nradius = -3',
            "radius: It must be a length above 0",
        ),
        ('name = "a"\nshape = "rectangle"\nat = [1]\nsize = [3, 4]', "at: It must be two numbers"),
        ('name = "a"\nshape = "rectangle"\nat = [1, 2]\nsize = [0, 4]', "above 0"),
        (
            'name = "a"\nshape = "circle"\nat = [1, 2]\nradius = 3\nsize = [1, 1]',
            "Unknown: size",
        ),
        ('name = "{seat}"\nshape = "circle"\nat = [1, 2]\nradius = 3', "means nothing here"),
        ('shape = "circle"\nat = [1, 2]\nradius = 3', "places[0]: name is missing"),
        (
            'name = "a"\nshape = "row"\nat = [1, 2]\nstep = [1, 0]\ncount = 0\nradius = 1',
            "at least 1",
        ),
        (
            'name = "a{n}"\nshape = "row"\nat = [1, 2]\nstep = [1, 0]\ncount = 2',
            "Give it a radius (round spots), or a size",
        ),
        (
            'name = "a"\nshape = "row"\nat = [1, 2]\nstep = [1, 0]\ncount = 2\nradius = 1',
            "already a place of that name",
        ),
        (
            'name = "a{n}"\nshape = "row"\nat = [1, 2]\nstep = [1, 0]\nradius = 1',
            "Give it a count (spots have numbers), or names",
        ),
        ('name = "a"\nshape = "polygon"\ncorners = [[0, 0], [1, 1]]', "at least three points"),
        (
            'name = "{name}"\nshape = "wheel"\nat = [1, 2]\nradii = [9, 3]\nnames = ["a"]',
            "inner and the larger outer one",
        ),
        (
            'name = "{name}"\nshape = "wheel"\nat = [1, 2]\nradii = [3, 9]\nturn = "up"\n'
            'names = ["a"]',
            "turn: It must be degrees",
        ),
        (
            'name = "a"\nshape = "wheel"\nat = [1, 2]\nradii = [3, 9]',
            "names is missing; it must be what {name} stands for",
        ),
        (
            'name = "a"\nshape = "hexes"\nat = [1, 2]\nside = 3\ncells = [[1]]',
            "hexes of two whole numbers each",
        ),
    ],
)
def test_a_mistake_names_the_file_the_frame_and_the_place(
    tmp_path: Path, places: str, told: str
) -> None:
    with pytest.raises(LayoutError) as error:
        board(tmp_path, f"[[frames.board.places]]\n{places}\n")
    assert str(error.value).startswith(f"{tmp_path / 'layout.toml'}: frames.board")
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        (
            FRAME.replace("560", "12"),
            "tags[12].id: It must be one of 560 to 586, kept for frames, not 12",
        ),
        (FRAME.replace("[20, 20]", "[5, 20]"), "sticks out of the frame"),
        (
            FRAME.replace("tags = [{ id = 560, at = [20, 20], side = 25 }]", "tags = []"),
            "It has no tags",
        ),
        (FRAME.replace("title", "titel"), "Unknown: titel. There is title"),
        (FRAME + "printed = 1", "printed: It must be true or false, not 1"),
        (FRAME + "set = 3", "set: It must be an expansion, e.g. "),
    ],
)
def test_a_mistake_in_a_frame_is_named(tmp_path: Path, frame: str, told: str) -> None:
    with pytest.raises(LayoutError, match=r"frames\.board") as error:
        board(tmp_path, "", frame)
    assert told in str(error.value)


EXPANDED = """
[frames.pier]
title = "Pier"
set = "docks"
size = [100, 40]
tags = [{ id = 570, at = [20, 20], side = 25 }]
[[frames.pier.places]]
name = "pier"
shape = "circle"
at = [50, 60]
radius = 9
[[frames.board.places]]
name = "hall"
shape = "circle"
at = [50, 50]
radius = 9
[[frames.board.places]]
name = "vault:{n}"
set = "banks"
shape = "row"
at = [100, 50]
step = [20, 0]
count = 2
radius = 9
"""


@pytest.mark.parametrize(
    ("sets", "frames", "places"),
    [
        ((), ["board"], ["hall"]),
        (("banks",), ["board"], ["hall", "vault:1", "vault:2"]),
        (("docks", "races"), ["board", "pier"], ["hall", "pier"]),
        (("banks", "docks"), ["board", "pier"], ["hall", "vault:1", "vault:2", "pier"]),
    ],
)
def test_what_belongs_to_a_set_is_there_only_with_it(
    tmp_path: Path, sets: Sequence[str], frames: list[str], places: list[str]
) -> None:
    whole = board(tmp_path, EXPANDED, table=TABLE + "pier = [50, 50, 0]\n")
    layout = whole.with_sets(sets)
    assert [*layout.mats] == [*layout.suggested] == frames
    assert [place.name for place in layout.places] == places
    assert {*layout.mat_tags().values()} == {*frames}
    assert len(whole.places) == 4


def test_a_game_without_sets_is_the_same_whatever_sets_are_in_play() -> None:
    assert load_layout("navegador", sets=()) == load_layout("navegador")


def test_tags_and_places_of_sets_are_told_apart_as_if_all_were_in_play(tmp_path: Path) -> None:
    table = TABLE + "pier = [50, 50, 0]\n"
    with pytest.raises(LayoutError, match="the tag 560 is already on the frame board"):
        board(tmp_path, EXPANDED.replace("570", "560"), table=table)
    with pytest.raises(LayoutError, match="already a place of that name on the frame board"):
        board(tmp_path, EXPANDED.replace('"pier"', '"hall"'), table=table)


def test_a_frame_that_lies_nowhere_is_named(tmp_path: Path) -> None:
    with pytest.raises(LayoutError, match="nothing says where board lies"):
        board(tmp_path, "", table="[table]\nsize = [400, 300]\n")


def test_an_unknown_seat_is_told_which_seats_there_are() -> None:
    with pytest.raises(LayoutError, match=r"'purple' \(there are for: red, blue, green, yellow"):
        load_layout("port_royal", ("purple",))
