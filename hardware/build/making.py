"""Makes everything that somebody needs who builds the hardware, in one folder."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware.pins import Pins
from hardware.build import page
from hardware.build.checks import hole_rectangle, problems
from hardware.build.drawing import BOUGHT, ISOMETRIC, PRINTED, Look, Shown, draw, part_sheet, save
from hardware.build.materials import Parts, load_parts, shopping_list
from hardware.build.mesh import Mesh, write_stl
from hardware.build.openscad import Plan, body, plan
from hardware.build.stand import stand_problems
from hardware.build.wiring import drawing


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of an assembly, or of some of its parts."""

    name: str
    words: str
    assembly: str
    look: Look = ISOMETRIC
    only: tuple[str, ...] = ()
    lifted: tuple[str, ...] = ()
    """Parts that are held up, so that one sees what is below."""


_CLAMP = ("table_clamp", "clamp_foot", "clamp_knob", "bolt")
SCENES = (
    Scene("box", "The button box", "box", Look(-65, 35)),
    Scene(
        "box_back",
        "The box from behind: USB, power with a shelf for the cable, the camera's cable",
        "box",
        Look(125, 30),
    ),
    Scene(
        "box_open",
        "The Pi lies with its pins towards the buttons",
        "box",
        Look(-65, 38),
        lifted=("box_lid", "arcade_button", "fan_40"),
    ),
    Scene("arm", "The arm at a table's edge", "arm", Look(-60, 18)),
    Scene("arm_clamp", "The clamp, from below", "arm", Look(-40, -20), _CLAMP),
    Scene(
        "arm_camera",
        "Camera Module 3 under its plate, from below",
        "arm",
        Look(-50, -28),
        ("camera_plate_module3", "module3"),
    ),
    Scene("tripod", "The boom on a light stand", "tripod", Look(-60, 20)),
    Scene(
        "tripod_camera",
        "The HQ camera under its plate, from below",
        "tripod",
        Look(-50, -28),
        ("camera_plate_hq", "hq"),
    ),
)
_SIZE, _MARGINS, _LIFT = (1200, 720), (260, 40), 75.0


class Workshop:
    """All bodies, each computed once."""

    def __init__(self, pins: Pins) -> None:
        self.pins = pins
        self.plan: Plan = plan()
        self.parts: Parts = load_parts()
        drawn = {place.part for place in self.plan.places}
        self._bodies = {part: body(part) for part in sorted(drawn | set(self.parts.printed))}

    def printed(self) -> dict[str, Mesh]:
        """What is printed, as it lies on the bed."""
        rows = self.parts.printed
        return {part: self._bodies[part].on_the_bed(row.turned) for part, row in rows.items()}

    def assembled(self, assembly: str) -> list[tuple[str, Mesh]]:
        return [
            (place.part, self._bodies[place.part].placed(place.turned, place.shift))
            for place in self.plan.places
            if place.assembly == assembly
        ]

    def problems(self) -> list[str]:
        measures = self.plan.measures
        names = dict.fromkeys(place.assembly for place in self.plan.places)
        assemblies = {name: self.assembled(name) for name in names}
        found = list(problems(self.printed(), assemblies, measures["bed"]))
        found += stand_problems(measures)
        for part, axis, height, which in (
            ("box_base", 2, measures["pi_post_middle"], "pi"),
            ("box_lid", 2, measures["lid_middle"], "fan"),
            ("camera_plate_module3", 1, measures["camera_post_middle"], "module3"),
            ("camera_plate_hq", 1, measures["camera_post_middle"], "hq"),
        ):
            wanted = tuple(measures[f"{which}_holes"])
            try:
                there = hole_rectangle(self._bodies[part], axis, height, measures[f"{which}_pilot"])
            except ValueError as error:
                found.append(f"{part}: {error}.")
                continue
            if there != wanted:
                found.append(f"{part}: the holes are {there} mm apart, not {wanted}.")
        return found

    def scene(self, scene: Scene) -> Sequence[Shown]:
        shown = []
        for part, mesh in self.assembled(scene.assembly):
            if scene.only and part not in scene.only:
                continue
            if part in scene.lifted:
                mesh = mesh.placed((0, 0, 0), (0, 0, _LIFT))
            colour = PRINTED if part in self.parts.printed else BOUGHT
            shown.append(Shown(mesh, colour, self.parts.name(part)))
        return shown


def make(workshop: Workshop, folder: Path) -> Mapping[str, int]:
    """Write everything; how many files of which kind there are."""
    stl, drawings = folder / "stl", folder / "drawings"
    for each in (stl, drawings):
        each.mkdir(parents=True, exist_ok=True)
    printed = workshop.printed()
    for part, mesh in printed.items():
        write_stl(mesh, stl / f"{part}.stl")
        save(part_sheet(workshop.parts.name(part), mesh), drawings / f"part_{part}.png")
    for scene in SCENES:
        save(
            draw(workshop.scene(scene), scene.look, _SIZE, _MARGINS), drawings / f"{scene.name}.png"
        )
    (folder / "wiring.svg").write_text(drawing(workshop.pins), encoding="utf-8")
    rows = shopping_list(workshop.parts, workshop.plan, workshop.pins)
    with (folder / "materials.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["what", *page.ASSEMBLIES, "printed", "or instead"])
        for row in rows:
            counts = [row.counts.get(name, 0) for name in page.ASSEMBLIES]
            table.writerow([row.what, *counts, "yes" if row.printed else "", row.instead])
    pictures = [(scene.name, scene.words) for scene in SCENES]
    sheets = [(part, workshop.parts.name(part)) for part in printed]
    (folder / "index.html").write_text(
        page.page(rows, pictures, sheets, drawing(workshop.pins), workshop.plan.measures),
        encoding="utf-8",
    )
    return {"parts": len(printed), "drawings": len(printed) + len(SCENES), "rows": len(rows)}
