"""An evening of Port Royal in front of the camera: virtual camera, libcamera, picamera2, watch."""

from __future__ import annotations

import json

from tests.lab import camera
from tests.lab.guest import Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.machine import Circumstances

_SECONDS = 3000.0
_ALONE = Circumstances(kernel="systemd.mask=quartermaster.service")
"""The camera is for one program only: the service stays off."""


def run(lab: Lab) -> str:
    evening = lab.folder / "evening"
    expected = camera.show(evening, camera.EVENING, frames_a_second=5)
    with lab.disk() as disk, lab.boot(disk, evening, _ALONE) as guest:
        guest.wait_for("The virtual camera is not plugged in", lambda: _is_plugged_in(guest))
        guest.console.check("tar -C /run --no-same-owner -xf /dev/vdb lab")
        said = guest.console.run(
            "cd /tmp && sudo -u quartermaster /opt/quartermaster/current/.venv/bin/python"
            f" /run/lab/evening.py {len(expected) + 1}",
            _SECONDS,
            lambda line: lab.say(f"  {line}") if line.startswith("{") else None,
        )
        if said.code:
            raise Wrong(f"The camera's program ended with {said.code}: {said.output}")
    lines = said.output.splitlines()
    about, *told = (json.loads(line) for line in lines if line.startswith("{"))
    seen = [each.get("places", each) for each in told]
    # The evening goes round and round; the camera is opened somewhere in it.
    began = expected.index(seen[0]) if seen[0] in expected else 0
    turned = expected[began:] + expected[:began]
    if seen != [*turned, turned[0]] or any(each.get("unreadable") for each in told):
        raise Wrong(f"Expected {turned}, but told was {told}.")
    width, height = about["size"]
    return (
        f"{len(seen)} sightings of {width} x {height} pixels as expected;"
        f" offers {', '.join(about['offers'])}; locked {', '.join(about['locked']) or 'nothing'}"
    )


def _is_plugged_in(guest: Guest) -> bool:
    return guest.console.run("systemctl is-active --quiet lab-camera").code == 0
