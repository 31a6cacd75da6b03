"""The processor of a Raspberry Pi 4, emulated: does all of it run there, and see the same?"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.lab import frames
from tests.lab.guest import DATA, PROGRAM, PYTHON, Guest, Wrong
from tests.lab.lab import SCRIPTS, Lab
from tests.lab.layers import TOP
from tests.lab.machine import Circumstances
from tests.lab.player import Player
from tests.lab.scenarios.first_boot import content, stop

ALONE = "systemd.mask=quartermaster.service"
"""The service stays off, and leaves the processor to what is tried."""
AS_USER = "cd /tmp && sudo -u quartermaster"
PATIENCE = 3000.0


def doctor(lab: Lab) -> str:
    """As installed, with the service running, which then stops in good order."""
    with lab.disk() as disk, lab.boot(disk) as guest:
        processor = guest.console.check("uname -m")
        if processor != "aarch64":
            raise Wrong(f"This is no ARM processor but {processor}.")
        took = guest.wait_for("The service does not start by itself", guest.is_running)
        Player(0).come(guest)
        content(guest)
        lab.say("  the doctor is content; stopping the service")
        stop(guest)
        guest.machine.power_off()
    return f"content; service {took:.0f} s after the shell"


def match(lab: Lab) -> str:
    """Some choices through pictures of the simulated table, then a whole match."""
    with lab.disk() as disk, lab.boot(disk, circumstances=Circumstances(kernel=ALONE)) as guest:
        said = guest.console.check(f"{AS_USER} {PROGRAM} trial --data {DATA}", PATIENCE)
    played = [line.removeprefix("ok  ") for line in said.splitlines() if " choices" in line]
    if len(played) != 2:
        raise Wrong(f"No match was played on the simulated table:\n{said}")
    return "; ".join(played)


def reader(lab: Lab) -> str:
    """What is read in rendered pictures is what the same reader sees on this computer."""
    pictures = lab.folder / "tables"
    frames.of_tables(pictures)
    by_tag = ["reader.py", frames.FULL]
    by_art = ["dev", "recognise", frames.GAME, frames.CARDS, "--album", frames.ALBUM, "--json"]
    with (
        lab.disk() as disk,
        lab.boot(disk, circumstances=Circumstances(kernel=ALONE), frames=pictures) as guest,
    ):
        bring(guest)
        tags = _in_guest(guest, f"{PYTHON} /run/lab/{by_tag[0]} {by_tag[1]}")
        cards = _in_guest(guest, f"{PROGRAM} {' '.join(by_art)}")
    here = ([sys.executable, str(SCRIPTS / by_tag[0]), *by_tag[1:]], [str(TOP / "run"), *by_art])
    for seen, command in zip((tags, cards), here, strict=True):
        expected = json.loads(
            subprocess.run(command, cwd=pictures, capture_output=True, text=True, check=True).stdout
        )
        if named(seen) != named(expected):
            raise Wrong(f"Read was {named(seen)}, but here {named(expected)}.")
    return f"{tags['read']} tags and {len(cards['cards'])} pictures of cards, as on this computer"


def bring(guest: Guest) -> None:
    """What the scenario brings along, to /run/lab and /run/frames."""
    guest.console.check("tar -C /run --no-same-owner -xf /dev/vdb lab frames", PATIENCE)


def named(seen: dict[str, Any]) -> object:
    """What was read, without what another processor may round otherwise."""
    cards = seen.get("cards")
    return sorted(card["kind"] for card in cards) if isinstance(cards, list) else seen


def _in_guest(guest: Guest, command: str) -> dict[str, Any]:
    said = guest.console.check(f"{AS_USER} env -C /run/frames {command}", PATIENCE)
    return dict(json.loads(said.splitlines()[-1]))
