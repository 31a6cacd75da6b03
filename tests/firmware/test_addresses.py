"""Addresses of cameras on the network."""

from __future__ import annotations

import pytest

from firmware.addresses import Login, host_of, is_address, read_address


@pytest.mark.parametrize(
    ("written", "address", "login"),
    [
        ("rtsp://10.0.0.7:8554/table?q=1", "rtsp://10.0.0.7:8554/table?q=1", None),
        (" http://phone.local/video ", "http://phone.local/video", None),
        ("rtsp://anna:p%40ss@[fe80::1]:554/", "rtsp://[fe80::1]:554/", Login("anna", "p@ss")),
        ("https://anna@phone/video#top", "https://phone/video", Login("anna", "")),
        ("RTSP://Phone/x", "rtsp://phone/x", None),
    ],
)
def test_user_and_password_are_taken_out_of_an_address(
    written: str, address: str, login: Login | None
) -> None:
    assert read_address(written) == (address, login)
    assert is_address(address)
    assert host_of(address) in written.lower()


@pytest.mark.parametrize(
    "written",
    [
        *("", "phone", "/etc/passwd", "file:///etc/passwd", "rtsp://", "http:///video"),
        *("rtsp://phone:port/", "concat:http://phone", "rtsp://phone/\n", "http://" + "a" * 600),
        "ftp://phone/video",
    ],
)
def test_what_is_no_address_of_a_camera_is_none(written: str) -> None:
    assert read_address(written) is None
