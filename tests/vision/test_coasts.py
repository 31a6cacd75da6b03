"""Sea charts of our own: coasts around places, courses in dashes, compass roses."""

from __future__ import annotations

import math
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.coasts import Loop, Point, coast, course, dashes, rose

SIZE = (200.0, 120.0)
HARBOUR = [(60.0, 40.0), (100.0, 40.0), (100.0, 80.0), (60.0, 80.0)]


def inside(loop: Loop, point: Point) -> float:
    """How far inside of a loop a point is, in millimetres; negative outside of it."""
    return float(cv2.pointPolygonTest(np.array(loop, np.float32), point, True))


def length(path: list[Point]) -> float:
    return sum(math.dist(*stretch) for stretch in pairwise(path))


def test_a_coast_lies_around_its_harbour_and_is_the_same_every_time() -> None:
    found = coast([HARBOUR], SIZE, 6.0, 4.0, (2.0,))
    (shore,) = found.shore
    assert all(inside(shore, corner) > 0 for corner in HARBOUR)
    far = [-inside(HARBOUR, point) for point in shore]
    assert 1 < min(far) < max(far) < 12
    assert max(far) - min(far) > 1, "no coast is straight"
    assert found == coast([HARBOUR], SIZE, 6.0, 4.0, (2.0,))


def test_lines_follow_the_coast_in_the_water() -> None:
    outside = coast([HARBOUR], SIZE, 6.0, 4.0, (3.0,))
    assert all(inside(outside.shore[0], point) < 0 for point in outside.lines[0])
    within = coast([HARBOUR], SIZE, 6.0, 4.0, (-3.0,))
    assert all(inside(within.shore[0], point) > 2 for point in within.lines[0])


def test_a_course_leads_from_harbour_to_harbour_in_dashes() -> None:
    whole = course([(0.0, 0.0), (90.0, 0.0)])
    assert whole[0] == pytest.approx((0, 0))
    assert whole[-1] == pytest.approx((90, 0))
    assert max(abs(y) for _, y in whole) > 3
    drawn = list(dashes(whole, 3.0, 2.0))
    assert all(length(dash) == pytest.approx(3) for dash in drawn[:-1])
    gaps = [math.dist(one[-1], other[0]) for one, other in pairwise(drawn)]
    assert all(gap == pytest.approx(2, abs=0.1) for gap in gaps)
    around = [(0.0, 0.0), (0.0, -5.0), (90.0, -5.0)]
    assert course(around) == around


def test_a_compass_rose_points_north_with_a_bright_and_a_dark_half() -> None:
    halves = list(rose(50.0, 50.0, 20.0))
    north = [dark for loop, dark in halves if (50.0, 30.0) in loop]
    assert sorted(north) == [False, True]
    assert len(halves) == 32
