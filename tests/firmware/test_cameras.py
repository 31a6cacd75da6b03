"""Which cameras there are, and which is the best one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from firmware import cameras, pi_camera
from firmware.cameras import Found, best_camera, described, found_cameras, usb_cameras
from tests.firmware.libcamera_stand_in import HQ, MODULE_3_WIDE, Picamera2, Sensor, camera_in

USB = {"Model": "c922", "Id": "/base/scb/pcie@7d500000,0/usb@0,0-1.3:1.0-046d:085c"}


def plugged_in(folder: Path, *devices: tuple[str, str, str, int]) -> None:
    """Devices as the kernel shows them: name, model, bus and number in its camera."""
    for device, model, bus, index in devices:
        real = folder / "devices" / bus / device
        real.mkdir(parents=True)
        entry = folder / "class" / device
        entry.mkdir(parents=True)
        (entry / "device").symlink_to(real)
        (entry / "name").write_text(f"{model}\n")
        (entry / "index").write_text(f"{index}\n")


def usb(folder: Path) -> list[Found]:
    return list(usb_cameras(folder / "class", folder / "by-id"))


def test_of_usb_cameras_the_first_device_is_taken_under_the_name_that_it_keeps(
    tmp_path: Path,
) -> None:
    plugged_in(
        tmp_path,
        ("video0", "unicam-image", "platform/soc", 0),
        ("video10", "bcm2835-codec-decode", "platform/codec", 0),
        ("video2", "HD Webcam", "pci0000/usb1/1-2", 0),
        ("video3", "HD Webcam", "pci0000/usb1/1-2", 1),
        ("video11", "Old Camera", "pci0000/usb1/1-3", 0),
    )
    names = tmp_path / "by-id"
    names.mkdir()
    (names / "usb-HD_Webcam-video-index0").symlink_to("/dev/video2")
    assert [(found.name, str(found.text)) for found in usb(tmp_path)] == [
        (str(names / "usb-HD_Webcam-video-index0"), "HD Webcam (USB)"),
        ("/dev/video11", "Old Camera (USB)"),
    ]


def test_a_device_that_goes_while_it_is_looked_at_is_passed_over(tmp_path: Path) -> None:
    plugged_in(tmp_path, ("video2", "HD Webcam", "pci0000/usb1/1-2", 0))
    (tmp_path / "class" / "video2" / "name").unlink()
    assert usb(tmp_path) == []
    assert usb(tmp_path / "nowhere") == []


@pytest.fixture
def only_usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugged_in(tmp_path, ("video2", "HD Webcam", "pci0000/usb1/1-2", 0))
    monkeypatch.setattr(
        cameras, "usb_cameras", lambda: usb_cameras(tmp_path / "class", tmp_path / "by-id")
    )


@pytest.mark.usefixtures("only_usb")
@pytest.mark.parametrize(
    ("sensor", "model"), [(MODULE_3_WIDE, "Camera Module 3 Wide"), (HQ, "HQ Camera")]
)
def test_the_pis_own_camera_is_the_best_and_is_called_by_its_model(
    sensor: Sensor, model: str
) -> None:
    with camera_in(sensor=sensor, others=(USB,)):
        assert best_camera() == "pi"
        assert [found.name for found in found_cameras()] == ["pi", "/dev/video2"]
        assert str(described("pi")) == f"{model} of the Raspberry Pi"


@pytest.mark.usefixtures("only_usb")
def test_picamera2_without_a_camera_leaves_the_usb_camera_even_if_libcamera_lists_it() -> None:
    with camera_in(cable_out=True, others=(USB,)):
        assert best_camera() == "/dev/video2"
        assert str(described("/dev/video2")) == "HD Webcam (USB)"


def test_where_there_is_none_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras, "usb_cameras", lambda: usb_cameras(tmp_path, tmp_path))
    assert best_camera() is None
    with camera_in(cable_out=True):
        assert best_camera() is None


def test_a_pi_that_was_just_switched_on_gets_time_to_find_its_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cameras, "usb_cameras", lambda: usb_cameras(tmp_path, tmp_path))
    monkeypatch.setattr(cameras, "has_pins", lambda: True)
    waited = list[float]()

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 2:
            Picamera2.cable_out = False

    monkeypatch.setattr("time.sleep", wait)
    with camera_in(cable_out=True):
        assert best_camera() == "pi"
    assert waited == [1.0, 1.0]


def test_a_second_camera_of_a_pi_is_opened_by_libcameras_number() -> None:
    second = {"Model": "imx219", "Id": "/base/soc/i2c0mux/imx219@10"}
    with camera_in(others=(second,)) as made:
        assert [found.name for found in found_cameras()][:2] == ["pi", "pi:1"]
        with pi_camera.PiCamera(1):
            assert made[0].number == 1


def test_a_broken_picamera2_is_no_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    assert pi_camera.pi_infos() == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pi", "The Raspberry Pi's own camera"),
        ("rtsp://10.0.0.7:8554/secret?key=1", "The camera on the network at 10.0.0.7"),
        ("/dev/video97", "The camera /dev/video97"),
        ("pictures/evening", "Pictures from evening"),
    ],
)
def test_a_camera_that_is_not_there_has_a_name_too(name: str, text: str) -> None:
    assert str(described(name)) == text
