"""Which camera the table is seen with, and what is kept of cameras and their passwords."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from firmware.addresses import Login
from server.data_folder import put_broken_aside
from server.live.cameras import (
    CAMERAS,
    LOGINS,
    SIMULATED,
    CameraChoice,
    KnownCameras,
    lens_file,
    shown_name,
)
from server.live.messages import Refused
from tests.firmware.libcamera_stand_in import camera_in
from tests.firmware.streams import PICTURES, MotionJpeg, encoded

ANNA = Login("anna", "p@s:s/w%rd")
PHONE, OTHER = "rtsp://10.0.0.7:8554/live", "http://10.0.0.8/video"


@pytest.fixture(autouse=True)
def no_webcam(monkeypatch: pytest.MonkeyPatch) -> None:
    """This computer may have one."""
    monkeypatch.setattr("firmware.cameras.usb_cameras", lambda: iter(()))


def choice(folder: Path, used: str = SIMULATED, given: bool = False) -> CameraChoice:
    return CameraChoice(KnownCameras(folder), used, given, lambda: None)


def test_the_best_camera_is_used_until_somebody_chooses_another(tmp_path: Path) -> None:
    assert KnownCameras(tmp_path).best() == SIMULATED
    with camera_in():
        assert KnownCameras(tmp_path).best() == "pi"
        choice(tmp_path).choose(SIMULATED)
        assert KnownCameras(tmp_path).best() == SIMULATED
        choice(tmp_path).choose(None)
        assert KnownCameras(tmp_path).best() == "pi"


def test_a_password_is_kept_apart_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    known = KnownCameras(tmp_path)
    known.add(PHONE, ANNA)
    known.add(OTHER, None)
    again = KnownCameras(tmp_path)
    assert (again.best(), [*again.addresses]) == (OTHER, [PHONE, OTHER])
    assert again.login(PHONE) == ANNA
    assert again.login(OTHER) is None
    assert ANNA.password not in (tmp_path / CAMERAS).read_text()
    assert stat.S_IMODE((tmp_path / LOGINS).stat().st_mode) == 0o600
    again.forget(PHONE)
    assert "anna" not in (tmp_path / LOGINS).read_text()
    assert KnownCameras(tmp_path).best() == OTHER
    again.forget(OTHER)
    assert KnownCameras(tmp_path).chosen is None


def test_a_camera_that_asks_for_no_password_any_more_has_none(tmp_path: Path) -> None:
    known = KnownCameras(tmp_path)
    known.add(PHONE, ANNA)
    known.add(PHONE, None)
    assert known.login(PHONE) is None
    assert [*known.addresses] == [PHONE]


def test_of_very_many_addresses_the_last_ones_are_remembered(tmp_path: Path) -> None:
    known = KnownCameras(tmp_path)
    for number in range(30):
        known.add(f"http://10.0.0.{number}/video", None)
    assert known.addresses[-1] == known.chosen == "http://10.0.0.29/video"
    assert len(known.addresses) == 10


def test_all_that_are_there_can_be_chosen_and_nothing_else(tmp_path: Path) -> None:
    known = KnownCameras(tmp_path)
    known.add(PHONE, ANNA)
    with camera_in():
        here = choice(tmp_path, used=PHONE)
        assert [(each.name, each.is_used, each.is_chosen) for each in here.choices()] == [
            ("pi", False, False),
            (PHONE, True, True),
            (SIMULATED, False, False),
        ]
        assert [each.host for each in here.choices()] == ["", "10.0.0.7", ""]
        for name in ("/etc/passwd", "pi:1", OTHER, "auto"):
            with pytest.raises(Refused, match="not there any more"):
                here.choose(name)
    assert KnownCameras(tmp_path).chosen == PHONE


def test_a_camera_that_is_used_and_gone_is_in_the_list(tmp_path: Path) -> None:
    names = [each.name for each in choice(tmp_path, used="/dev/video97").choices()]
    assert names == [SIMULATED, "/dev/video97"]


def test_one_on_the_network_is_taken_once_it_has_given_a_picture(tmp_path: Path) -> None:
    phone, begun = MotionJpeg(ANNA), list[bool]()
    for number in range(200):
        phone.parts.put(encoded(PICTURES[number % 32]))
    here = CameraChoice(KnownCameras(tmp_path), SIMULATED, False, lambda: begun.append(True))
    with phone.served() as address:
        with pytest.raises(Refused, match="refuses this user and password"):
            here.add(address, "anna", "wrong")
        with pytest.raises(Refused, match="not the address of a camera"):
            here.add("/dev/video0", "", "")
        assert not (tmp_path / CAMERAS).exists()
        here.add(address.replace("//", "//anna:p%40s%3As%2Fw%25rd@"), "", "")
    assert begun == [True]
    assert KnownCameras(tmp_path).best() == address
    assert KnownCameras(tmp_path).login(address) == ANNA
    here.forget(address)
    assert begun == [True], "another one is used"


def test_a_camera_that_an_option_names_cannot_be_changed(tmp_path: Path) -> None:
    here = choice(tmp_path, used="/dev/video0", given=True)
    with pytest.raises(Refused, match="--camera"):
        here.choose(None)
    with pytest.raises(Refused, match="--camera"):
        here.forget(PHONE)
    with pytest.raises(Refused, match="--camera"):
        here.add(PHONE, "", "")


@pytest.mark.parametrize("name", [CAMERAS, LOGINS])
@pytest.mark.parametrize("written", ["", "[]", '{"chosen": 3}', '{"a": {"user": "b"}}', "[" * 9000])
def test_a_broken_file_is_put_aside_and_told(tmp_path: Path, name: str, written: str) -> None:
    (tmp_path / name).write_text(written)
    (told,) = put_broken_aside(tmp_path)
    assert "Choose your camera again" in str(told)
    assert KnownCameras(tmp_path).best() == SIMULATED


def test_every_camera_has_a_lens_of_its_own(tmp_path: Path) -> None:
    names = ("pi", "pi:1", PHONE, OTHER, "/dev/video0", "/dev/video2", SIMULATED)
    assert len({lens_file(tmp_path, name) for name in names}) == len(names)
    assert lens_file(tmp_path, "pi") == lens_file(tmp_path, "evening.mp4") == tmp_path / "lens.toml"


def test_of_an_address_the_log_has_only_the_computer() -> None:
    assert shown_name("rtsp://10.0.0.7:8554/secret?key=1") == "10.0.0.7"
    assert shown_name("/dev/video0") == "/dev/video0"
