"""An old phone on a boom, taken as the table's camera by a new owner: no terminal is needed."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

from firmware.addresses import Login
from server.assistant import STORE
from server.store import Store
from tests.firmware.streams import rtsp
from tests.patience import MILLISECONDS, PATIENCE
from vision.layout import load_layout
from vision.registry import load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scenes import arranged

TOP = Path(__file__).parents[3]
ANNA = Login("anna", "p@s:s/w%rd")


@dataclass
class Started:
    """The assistant as a process, on a port that it keeps when it begins again."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def test_a_camera_on_the_network_is_chosen_on_a_phone_and_reads_the_table(
    tmp_path: Path, phone: Callable[..., Page]
) -> None:
    pictures, data = tmp_path / "pictures", tmp_path / "data"
    pictures.mkdir()
    data.mkdir()
    with Store.open(data / STORE) as store:
        store.new_match("port_royal", ["Ann", "Bob"], {}, 1.0)
    table = arranged(
        load_layout("port_royal"), load_registry("port_royal"), {"harbour": ["captain/4.1"]}
    )
    picture = render(table, Camera(width=2304, height=1296), 1).picture
    with socket.create_server(("127.0.0.1", 0)) as free:
        started = Started(free.getsockname()[1])
    start = "import server.command; raise SystemExit(server.command.main())"
    command = [sys.executable, "-c", start, "serve", "--port", str(started.port)]
    with (
        rtsp(pictures, ANNA, [picture]) as address,
        subprocess.Popen(
            [*command, "--data", str(data)], cwd=TOP, stderr=subprocess.PIPE, text=True
        ) as process,
    ):
        try:
            assert process.stderr is not None
            said = list[str]()
            while not any("by the code" in line for line in said):
                said.append(process.stderr.readline())
                assert said[-1], said
            page = phone(started)
            page.goto("/camera")
            page.get_by_text("A camera on the network").click()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            page.get_by_label("Address").fill(address)
            page.get_by_label("User").fill(ANNA.user)
            page.get_by_label("Password").fill("n0nsense")
            page.get_by_role("button", name="Try it").click()
            expect(page.get_by_text("refuses this user and password")).to_be_visible()
            expect(page.get_by_label("Address")).to_have_value(address)
            page.get_by_label("Password").fill(ANNA.password)
            page.get_by_role("button", name="Try it").click()
            expect(page.get_by_text("starts again with this camera")).to_be_visible()
            used = page.locator("label", has_text="on the network at 127.0.0.1")
            expect(used.get_by_text("in use")).to_be_visible(timeout=MILLISECONDS)
            page.goto("/camera")
            expect(used.get_by_role("radio")).to_be_checked()
            expect(page.locator(".marks").get_by_text("Captain")).to_be_visible(
                timeout=MILLISECONDS
            )
            assert page.get_by_label("Password").input_value() == ""
        finally:
            process.terminate()
            _, rest = process.communicate(timeout=PATIENCE)
    whole = page.content() + "".join(said) + rest
    for secret in (ANNA.password, "p%40s", "n0nsense"):
        assert secret not in whole
