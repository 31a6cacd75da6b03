"""The wiring drawing says what `pins.toml` says, whoever's it is."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from firmware.pins import HEADER, PINS_FILE, load_pins
from hardware.build.wiring import GROUNDS, POWER, drawing, wires

PINS = load_pins(PINS_FILE)


def test_every_pin_of_the_panel_has_one_wire_and_every_part_a_ground_of_its_own() -> None:
    found = wires(PINS)
    by_bcm = {wire.bcm: (wire.part, wire.terminal) for wire in found if wire.bcm is not None}
    assert by_bcm == {
        PINS.next: ("NEXT", "contact"),
        PINS.undo: ("UNDO", "contact"),
        PINS.scan: ("SCAN", "contact"),
        PINS.red: ("Lamp", "red"),
        PINS.green: ("Lamp", "green"),
        PINS.blue: ("Lamp", "blue"),
        PINS.buzzer: ("Buzzer", "+"),
    }
    assert all(wire.header == HEADER[wire.bcm] for wire in found if wire.bcm is not None)
    grounds = [wire.header for wire in found if wire.bcm is None]
    assert len(set(grounds)) == len(grounds) == 5
    assert set(grounds) <= set(GROUNDS)


def test_a_lamp_with_a_common_anode_gets_power_and_no_part_is_drawn_that_is_not_there() -> None:
    found = wires(replace(PINS, common_anode=True, buzzer=None))
    (common,) = [wire for wire in found if wire.part == "Lamp" and wire.bcm is None]
    assert common.header in POWER
    assert "Buzzer" not in {wire.part for wire in found}


def test_the_drawing_follows_the_pins() -> None:
    for pins in (PINS, replace(PINS, next=5, red=26)):
        words = [each.text for each in ElementTree.fromstring(drawing(pins)).iter() if each.text]
        assert f"{HEADER[pins.next]} BCM {pins.next}" in words
        assert f"contact, header {HEADER[pins.next]}" in words
        assert f"red, header {HEADER[pins.red]}" in words
        assert "330 Ω" in words
