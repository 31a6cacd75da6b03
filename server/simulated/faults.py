"""What can be wrong with a camera and a panel, to be tried at the simulated table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum

from rules.text import Text
from server.simulated.held_sheet import held_sheet
from vision.layout import Layout
from vision.registry import Registry
from vision.simulator.mounting import USUAL, Mounting
from vision.simulator.placing import Tabletop
from vision.simulator.scene import SceneError

_LAID = 12


class Fault(StrEnum):
    HIGH = "high"
    LOW = "low"
    TILTED = "tilted"
    BLURRED = "blurred"
    DARK = "dark"
    GLARE = "glare"
    FLICKER = "flicker"
    MISSING = "missing"
    STUCK = "stuck"


FAULTS: Mapping[str, Text] = {
    Fault.HIGH: Text("the camera hangs too high"),
    Fault.LOW: Text("the camera hangs too low"),
    Fault.TILTED: Text("the camera is tilted"),
    Fault.BLURRED: Text("the camera is out of focus"),
    Fault.DARK: Text("it is dark"),
    Fault.GLARE: Text("something mirrors a lamp"),
    Fault.FLICKER: Text("the lamp flickers"),
    Fault.MISSING: Text("a zone card is missing"),
    Fault.STUCK: Text("a button is stuck"),
}


def mounting_with(faults: Iterable[Fault], layout: Layout) -> Mounting:
    """A camera with these faults over the table of a layout."""
    found = frozenset(faults)
    missing = next((mat.key for mat in layout.mats.values() if mat.seat is None), None)
    return Mounting(
        height=2.2 if Fault.HIGH in found else 0.75 if Fault.LOW in found else USUAL.height,
        tilt=30.0 if Fault.TILTED in found else USUAL.tilt,
        defocus=7.0 if Fault.BLURRED in found else USUAL.defocus,
        brightness=0.1 if Fault.DARK in found else USUAL.brightness,
        glare=6 if Fault.GLARE in found else USUAL.glare,
        flicker=0.1 if Fault.FLICKER in found else USUAL.flicker,
        without=frozenset({missing} if missing and Fault.MISSING in found else ()),
    )


def mounting_with_sheet(number: int, layout: Layout) -> Mounting:
    """The calibration sheet is held over the table, elsewhere for every number."""
    return Mounting(sheet=held_sheet(number, layout.table))


def bare_table(layout: Layout, registry: Registry) -> Tabletop:
    """The zone cards and boards of a game, with nothing on them."""
    return Tabletop(layout, registry, ())


def table_with_pieces(layout: Layout, registry: Registry) -> Tabletop:
    """Some pieces of a game, laid where there is room for them."""
    table = bare_table(layout, registry)
    laid = 0
    for piece in registry.form_by_piece:
        if laid == _LAID:
            break
        for place in layout.places:
            try:
                table.lay(piece, place.name)
            except SceneError:
                continue
            laid += 1
            break
    return table
