"""The owner's file with name and passphrase: what is taken, and what is said about all else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.own_wifi import OwnWifi, OwnWifiError, own_wifi, read_own_wifi

MADE = OwnWifi("Quartermaster", "abcdefgh2345")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "wifi.toml"


def written(file: Path, ssid: str, passphrase: str) -> Path:
    file.write_text(f'ssid = "{ssid}"\npassphrase = "{passphrase}"\n', encoding="utf-8")
    return file


def test_the_code_to_scan_has_name_and_passphrase_with_special_signs_escaped() -> None:
    assert OwnWifi("Quartermaster", "abc").code == "WIFI:T:WPA;S:Quartermaster;P:abc;;"
    assert OwnWifi('a;b:"c', "d\\e,f").code == 'WIFI:T:WPA;S:a\\;b\\:\\"c;P:d\\\\e\\,f;;'


def test_it_is_known_as_it_was_made_or_not_at_all(file: Path) -> None:
    assert own_wifi(file) is None
    assert own_wifi(written(file, MADE.ssid, MADE.passphrase)) == MADE
    file.write_text("ssid = ")
    assert own_wifi(file) is None


@pytest.mark.parametrize(
    "text",
    [
        'ssid = "Quartermaster" # ours\npassphrase = "abcdefgh2345"   # not the neighbours\'\n',
        "passphrase='abcdefgh2345'\nssid  =  'Quartermaster'",
        '# "ssid" of last year\r\nssid = "Quartermaster"\r\npassphrase = "abcdefgh2345"\r\n',
        '\ufeff"ssid" = """Quartermaster"""\npassphrase = "abcdefgh\\u0032345"\n',
    ],
)
def test_comments_and_all_kinds_of_quotation_marks_are_understood(file: Path, text: str) -> None:
    file.write_bytes(text.encode())
    assert read_own_wifi(file) == MADE


@pytest.mark.parametrize(
    ("ssid", "passphrase"),
    [
        ("Q", "a" * 8),
        ("q" * 32, "~" * 63),
        ("Ж" * 16, "0123456789abcdefABCDEF" + "0" * 42),
        (" a;b=#[c] ", " d e;f#g' "),
        ("🏴‍☠️", "x" * 62 + " "),
    ],
)
def test_names_and_passphrases_that_a_radio_takes_are_taken(
    file: Path, ssid: str, passphrase: str
) -> None:
    assert read_own_wifi(written(file, ssid, passphrase)) == OwnWifi(ssid, passphrase)


@pytest.mark.parametrize(
    ("ssid", "passphrase", "said"),
    [
        ("", "abcdefgh", "ssid is empty, .* Give the Wi-Fi a name"),
        ("q" * 33, "abcdefgh", "ssid takes 33 bytes, .* room for 32: .* shorter"),
        ("Ж" * 17, "abcdefgh", "ssid takes 34 bytes"),
        ("a\\nb", "abcdefgh", "ssid has a sign that no phone can show"),
        ("a\\u0000", "abcdefgh", "ssid has a sign that no phone can show"),
        ("Q", "abcdefg", "passphrase has 7 signs, but WPA wants 8. Choose a longer one"),
        ("Q", "x" * 64, "passphrase has 64 signs, and WPA takes at most 63, or 64 hexadecimal"),
        ("Q", "0" * 65, "passphrase has 65 signs"),
        ("Q", "пароль12", "passphrase has the sign 'п', .* English keyboard"),
        ("Q", "abcdefgh\\n", r"passphrase has the sign '\\n'"),
    ],
)
def test_what_no_radio_takes_is_said_with_its_reason_and_what_to_do(
    file: Path, ssid: str, passphrase: str, said: str
) -> None:
    with pytest.raises(OwnWifiError, match=f"^In {file} the {said}"):
        read_own_wifi(written(file, ssid, passphrase))
    assert own_wifi(file) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"ssid = Quartermaster\n", "cannot be read: .*line 1"),
        (b'ssid = "Q"\nssid = "Q"\n', "cannot be read: "),
        (b"\xff\xfe\x00", "cannot be read: "),
        (b"x = " + b"[" * 30_000, "cannot be read: "),
        (b"#" * 70_000, "is longer than anybody writes it"),
        (b'ssid = "Q"\n', "has no passphrase in quotation marks"),
        (b'ssid = 5\npassphrase = "abcdefgh"\n', "has no ssid in quotation marks"),
    ],
)
def test_what_is_no_such_file_is_said_with_how_it_has_to_look(
    file: Path, text: bytes, said: str
) -> None:
    file.write_bytes(text)
    with pytest.raises(OwnWifiError, match=f'{said}.* It needs two lines: ssid = "NAME" and'):
        read_own_wifi(file)


def test_no_link_is_followed_and_nothing_is_waited_for(file: Path, tmp_path: Path) -> None:
    file.symlink_to(written(tmp_path / "other.toml", MADE.ssid, MADE.passphrase))
    with pytest.raises(OwnWifiError, match="no ordinary file"):
        read_own_wifi(file)
    file.unlink()
    os.mkfifo(file)
    with pytest.raises(OwnWifiError, match="no ordinary file"):
        read_own_wifi(file)
