"""Runs OpenSCAD on the sources of this folder: bodies, and where they are when put together."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.build.mesh import Mesh, read_stl

SOURCE = Path(__file__).with_name("make.scad")


class BuildError(ValueError):
    """Something that cannot be made; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part is in an assembly: turned about x, y and z by degrees, then shifted."""

    assembly: str
    part: str
    turned: tuple[float, float, float]
    shift: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Plan:
    places: tuple[Place, ...]
    measures: dict[str, Any]
    """What the checks measure again, by its name in `make.scad`."""


def plan(source: Path = SOURCE) -> Plan:
    """What the sources say of themselves; nothing is computed for that."""
    places, measures = [], {}
    for line in _run(source, ".echo").read_text(encoding="utf-8").splitlines():
        said = json.loads(f"[{line.removeprefix('ECHO: ')}]") if line.startswith("ECHO: ") else [""]
        if said[0] == "place":
            places.append(Place(said[1], said[2], tuple(said[3]), tuple(said[4])))
        elif said[0] == "measure":
            measures[said[1]] = said[2]
    return Plan(tuple(places), measures)


def body(part: str, source: Path = SOURCE) -> Mesh:
    stl = _run(source, ".stl", "--export-format", "binstl", "-D", f'part="{part}"')
    return read_stl(stl)


def _run(source: Path, ending: str, *options: str) -> Path:
    program = shutil.which("openscad")
    if program is None:
        raise BuildError(
            "OpenSCAD is needed to make parts, and is not installed. On Debian or Raspberry Pi OS "
            "`sudo apt install openscad` installs it."
        )
    out = Path(_folder.name) / f"made{ending}"
    done = subprocess.run(
        [program, "-o", str(out), *options, str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [
        line for line in done.stderr.splitlines() if line.startswith(("WARNING", "ERROR"))
    ]
    if done.returncode or complaints:
        why = "\n".join(complaints) or done.stderr.strip()
        raise BuildError(f"OpenSCAD cannot make this of {source}:\n{why}")
    return out


_folder = tempfile.TemporaryDirectory(prefix="quartermaster-build-")
