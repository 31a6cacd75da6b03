"""Everything that is printed and built, made once and measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from firmware.pins import PINS_FILE, load_pins
from hardware.build.checks import hole_rectangle
from hardware.build.materials import load_parts, shopping_list
from hardware.build.mesh import read_stl
from hardware.build.openscad import plan
from server.command import main


def test_the_folder_has_parts_drawings_wiring_and_list_and_nothing_is_in_anything_s_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pins = ["--pins", str(PINS_FILE)]
    assert main(["build", "--check", "--out", str(tmp_path), *pins]) == 0
    assert "12 parts to print, 0 problems." in capsys.readouterr().out
    printed = load_parts().printed
    assert {path.stem for path in (tmp_path / "stl").iterdir()} == set(printed)
    for path in (tmp_path / "stl").iterdir():
        assert read_stl(path).low == pytest.approx([0, 0, 0])
    base = read_stl(tmp_path / "stl" / "box_base.stl")
    assert hole_rectangle(base, 2, plan().measures["pi_post_middle"], 2.1) == (58, 49)
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    for path in (tmp_path / "drawings").iterdir():
        assert f"drawings/{path.name}" in page
        picture = cv2.imread(str(path))
        assert picture is not None
        assert picture.min() < 60, "edges are drawn"
        assert picture.std() > 15, "and bodies"
    assert "<svg" in page
    assert "arcade button" in (tmp_path / "materials.csv").read_text(encoding="utf-8")


def test_the_list_counts_what_the_drawings_show_and_what_the_parts_need() -> None:
    pins = load_pins(PINS_FILE)
    rows = {row.what: row for row in shopping_list(load_parts(), plan(), pins)}
    assert rows["arcade button, 24 mm hole, at most 34 mm deep"].counts == {"box": 3}
    assert rows["screw M4 x 20 with nut"].counts == {"arm": 9, "tripod": 3}
    assert rows["Cable clip (cable_clip.stl)"].counts == {"arm": 5, "tripod": 2}
    assert rows["RGB LED, 5 mm, common cathode"].counts == {"box": 1}
    bought = [row for row in rows.values() if not row.printed and row.what != "nut M8"]
    assert all(row.instead for row in bought)
    others = replace(pins, common_anode=True, buzzer=None)
    rows = {row.what: row for row in shopping_list(load_parts(), plan(), others)}
    assert "RGB LED, 5 mm, common anode" in rows
    assert not [what for what in rows if "buzzer" in what]


def test_without_a_folder_it_is_said_how_to_name_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build"]) == 2
    assert "--out FOLDER" in capsys.readouterr().err
