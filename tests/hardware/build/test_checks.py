"""What is measured on bodies, with boxes whose faults are known."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hardware.build.checks import (
    collisions,
    fits_the_bed,
    hole_rectangle,
    problems,
    thinnest_wall,
    watertight,
)
from hardware.build.mesh import Mesh, inside, read_stl, write_stl
from hardware.build.openscad import BuildError, body, plan

_CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)
_FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def box(wide: float, deep: float, high: float) -> Mesh:
    corners = _CORNERS * (wide, deep, high)
    halves = [half for a, b, c, d in _FACES for half in ((a, b, c), (a, c, d))]
    return Mesh(np.array([corners[list(half)] for half in halves]))


def test_a_body_with_a_hole_in_its_skin_is_not_watertight() -> None:
    whole = box(10, 10, 10)
    assert watertight(whole)
    assert not watertight(Mesh(whole.triangles[1:]))
    assert list(problems({"crate": Mesh(whole.triangles[1:])}, {}, 220)) == [
        "crate is not watertight: 4 open edges."
    ]


def test_the_thinnest_wall_is_the_shortest_way_through() -> None:
    assert thinnest_wall(box(30, 20, 1.2)) == pytest.approx(1.2, abs=0.01)
    outer, inner = box(30, 30, 30), box(28, 28, 27).placed((0, 0, 0), (1, 1, 1.5))
    hollow = Mesh(np.concatenate([outer.triangles, inner.triangles[:, ::-1]]))
    assert thinnest_wall(hollow) == pytest.approx(1.0, abs=0.01)
    assert list(problems({"crate": hollow}, {}, 25)) == [
        "crate has a wall of 1.00 mm; 1.6 mm is the least.",
        "crate does not fit on a bed of 25 mm.",
    ]
    assert fits_the_bed(hollow, 30)


def test_parts_that_touch_do_not_collide_but_those_that_reach_into_each_other_do() -> None:
    one, other = box(10, 10, 10), box(4, 4, 4)
    places = {"beside": (10, 2, 2), "touching": (0, 0, 10), "half in": (8, 3, 3), "in": (3, 3, 3)}
    found = {
        name: list(collisions([("crate", one), ("die", other.placed((0, 0, 0), at))]))
        for name, at in places.items()
    }
    pair = ["crate and die"]
    assert found == {"beside": [], "touching": [], "half in": pair, "in": pair}


def test_points_are_told_apart_by_where_they_are() -> None:
    turned = box(10, 4, 4).placed((0, 0, 90), (0, 0, 0))
    points = np.array([[-2.0, 5, 2], [2.0, 5, 2], [-2.0, 11, 2]])
    assert inside(turned, points).tolist() == [True, False, False]


def test_an_stl_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_stl(box(3, 4, 5), tmp_path / "box.stl")
    assert (read_stl(tmp_path / "box.stl").triangles == box(3, 4, 5).triangles).all()


def test_the_plate_of_module_3_has_holes_21_by_12_5_mm_apart() -> None:
    measures = plan().measures
    plate = body("camera_plate_module3")
    height, pilot = measures["camera_post_middle"], measures["module3_pilot"]
    assert hole_rectangle(plate, 1, height, pilot) == (21, 12.5)
    with pytest.raises(ValueError, match="0 holes of 3 mm"):
        hole_rectangle(plate, 1, height, 3)


def test_a_source_that_openscad_does_not_understand_is_named_with_its_reason(
    tmp_path: Path,
) -> None:
    source = tmp_path / "bad.scad"
    source.write_text("cube([1, 2, unknown]);\n")
    with pytest.raises(BuildError, match=r"bad\.scad.*\n.*unknown"):
        body("anything", source)
