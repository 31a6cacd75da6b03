"""An evening of Port Royal in front of the camera: virtual camera, libcamera, picamera2, watch."""

from __future__ import annotations

import json

from tests.lab import camera
from tests.lab.guest import SERVICE, START_SECONDS, Wrong
from tests.lab.lab import Lab

_SECONDS = 1500.0


def run(lab: Lab) -> str:
    evening = lab.folder / "evening"
    expected = camera.show(evening, camera.EVENING, frames_a_second=1)
    with lab.disk() as disk, lab.boot(disk, evening) as guest:
        guest.wait_for("The service does not start by itself", guest.is_running)
        guest.console.check(f"systemctl stop {SERVICE}", timeout=START_SECONDS)
        guest.console.check("tar -C /run --no-same-owner -xf /dev/vdb lab")
        said = guest.console.check(
            "cd /tmp && sudo -u quartermaster /opt/quartermaster/.venv/bin/python"
            f" /run/lab/evening.py {len(expected) + 1} 2>/dev/null",
            timeout=_SECONDS,
        )
    about, *told = (json.loads(line) for line in said.splitlines() if line.startswith("{"))
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
