"""An evening of Port Royal in front of the camera: virtual camera, libcamera, picamera2, watch."""

from __future__ import annotations

import json

from tests.lab import camera
from tests.lab.guest import SERVICE, START_SECONDS, Wrong
from tests.lab.lab import Lab

_SECONDS = 1500.0


def run(lab: Lab) -> str:
    evening = lab.folder / "evening"
    expected = camera.show(evening, camera.EVENING)
    with lab.disk() as disk, lab.boot(disk, evening) as guest:
        guest.wait_for("The service does not start by itself", guest.is_running)
        guest.console.check(f"systemctl stop {SERVICE}", timeout=START_SECONDS)
        guest.console.check("tar -C /run --no-same-owner -xf /dev/vdb lab")
        said = guest.console.check(
            "cd /tmp && sudo -u quartermaster /opt/quartermaster/.venv/bin/python"
            f" /run/lab/evening.py {len(expected)} 2>/dev/null",
            timeout=_SECONDS,
        )
    about, *told = (json.loads(line) for line in said.splitlines() if line.startswith("{"))
    seen = [each.get("places", each) for each in told]
    if seen != expected or any(each.get("unreadable") for each in told):
        raise Wrong(f"Expected {expected}, but told was {told}.")
    width, height = about["size"]
    return (
        f"{len(seen)} sightings of {width} x {height} pixels as expected;"
        f" offers {', '.join(about['offers'])}; locked {', '.join(about['locked']) or 'nothing'}"
    )
