"""The wiring in pins.toml: what is read, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware.pins import HEADER, PINS_FILE, Pins, PinsError, load_pins

GOOD = """
[buttons]
next = 5
undo = 6
scan = 7

[lamp]
red = 8
green = 9
blue = 10
"""


def read(tmp_path: Path, text: str) -> Pins:
    path = tmp_path / "pins.toml"
    path.write_text(text, encoding="utf-8")
    return load_pins(path)


def problems(tmp_path: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(PinsError) as caught:
        read(tmp_path, text)
    return caught.value.problems


def test_the_panel_we_ship_can_be_wired_to_a_pi() -> None:
    pins = load_pins()
    used = [pins.next, pins.undo, pins.scan, pins.red, pins.green, pins.blue, pins.buzzer]
    assert len(set(used)) == 7
    assert not pins.common_anode


def test_the_comments_in_the_file_name_the_right_pins_of_the_header() -> None:
    wires = re.findall(r"^\w+ = (\d+) +# header (\d+)", PINS_FILE.read_text("utf-8"), re.MULTILINE)
    comments = {int(bcm): int(header) for bcm, header in wires}
    assert len(comments) == 7
    assert comments == {bcm: HEADER[bcm] for bcm in comments}


def test_every_pin_of_the_header_is_there_once() -> None:
    power_and_ground = {1, 2, 4, 6, 9, 14, 17, 20, 25, 30, 34, 39}
    assert sorted(HEADER) == list(range(28))
    assert set(HEADER.values()) | power_and_ground == set(range(1, 41))
    assert len(set(HEADER.values())) == 28


def test_a_panel_may_have_no_buzzer(tmp_path: Path) -> None:
    assert read(tmp_path, GOOD) == Pins(next=5, undo=6, scan=7, red=8, green=9, blue=10)


def test_a_lamp_may_have_a_common_anode(tmp_path: Path) -> None:
    assert read(tmp_path, GOOD + 'common = "anode"').common_anode


def test_two_parts_on_one_pin_are_refused(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD.replace("red = 8", "red = 5")) == (
        "lamp.red = 5: buttons.next is on that pin already; give each its own.",
    )


@pytest.mark.parametrize(
    ("pin", "reason"),
    [
        (0, "BCM 0 (header 27) is for the identity chip (EEPROM) of a HAT."),
        (1, "BCM 1 (header 28) is for the identity chip (EEPROM) of a HAT."),
        (2, "BCM 2 (header 3) is an I2C line with a pull-up resistor of its own."),
        (3, "BCM 3 (header 5) is an I2C line with a pull-up resistor of its own."),
        (14, "BCM 14 (header 8) is the serial console"),
        (15, "BCM 15 (header 10) is the serial console"),
    ],
)
def test_a_pin_with_another_purpose_is_refused(tmp_path: Path, pin: int, reason: str) -> None:
    (problem,) = problems(tmp_path, GOOD.replace("next = 5", f"next = {pin}"))
    assert problem.startswith(f"buttons.next = {pin}: {reason}")


def test_the_serial_pins_can_be_freed(tmp_path: Path) -> None:
    text = GOOD.replace("next = 5", "next = 14") + "[allow]\nserial = true"
    assert read(tmp_path, text).next == 14


@pytest.mark.parametrize("pin", [-1, 28, 40])
def test_a_pin_that_the_header_does_not_have_is_refused(tmp_path: Path, pin: int) -> None:
    assert problems(tmp_path, GOOD.replace("scan = 7", f"scan = {pin}")) == (
        f"buttons.scan = {pin}: there is no such pin; the header has BCM 0 to 27.",
    )


@pytest.mark.parametrize("value", ['"GPIO5"', "5.0", "true", "[5]"])
def test_a_pin_is_a_whole_number(tmp_path: Path, value: str) -> None:
    (problem,) = problems(tmp_path, GOOD.replace("next = 5", f"next = {value}"))
    assert problem.startswith("buttons.next: It must be a BCM number such as 17, not ")


def test_a_missing_pin_and_a_missing_table_are_named(tmp_path: Path) -> None:
    assert problems(tmp_path, "[buttons]\nnext = 5\nscan = 7") == (
        "buttons: undo is missing; it must be a BCM number such as 17.",
        "lamp is missing; it must be a table with red, green, blue, common.",
    )


def test_a_misspelt_name_is_not_passed_over(tmp_path: Path) -> None:
    text = GOOD.replace("blue = 10", "blew = 10") + "[buzer]\nsignal = 16"
    assert problems(tmp_path, text) == (
        "Unknown: buzer. There is buttons, lamp, buzzer, allow.",
        "lamp: Unknown: blew. There is red, green, blue, common.",
        "lamp: blue is missing; it must be a BCM number such as 17.",
    )


def test_settings_have_their_own_values(tmp_path: Path) -> None:
    text = GOOD + 'common = "plus"\n[allow]\nserial = "yes"'
    assert problems(tmp_path, text) == (
        'lamp.common: It must be one of these: cathode, anode, not "plus".',
        'allow.serial: It must be true or false, not "yes".',
    )


def test_a_table_must_be_a_table(tmp_path: Path) -> None:
    assert problems(tmp_path, "buzzer = 16\n" + GOOD) == (
        "buzzer: It must be a table with signal, not 16.",
    )


def test_all_problems_are_told_at_once_each_with_the_file(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_text(GOOD.replace("next = 5", "next = 99").replace("undo = 6", "undo = 7"))
    with pytest.raises(PinsError) as caught:
        load_pins(path)
    first, second = str(caught.value).splitlines()
    assert first.startswith(f"{path}: buttons.next = 99: ")
    assert second.startswith(f"{path}: buttons.scan = 7: buttons.undo is on that pin already")


def test_a_file_that_is_not_there_or_not_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PinsError, match="cannot be read"):
        load_pins(tmp_path / "nowhere.toml")
    assert problems(tmp_path, "[buttons")[0].startswith("is not valid TOML")
    assert problems(tmp_path, GOOD + "red = 11")[0].startswith("is not valid TOML")


def test_the_owners_wiring_is_used_if_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "pins.toml"
    monkeypatch.setattr("firmware.pins.OWN_PINS_FILE", own)
    assert load_pins().next == load_pins(PINS_FILE).next
    own.write_text(PINS_FILE.read_text("utf-8").replace("next = 17", "next = 5"), "utf-8")
    assert load_pins().next == 5
