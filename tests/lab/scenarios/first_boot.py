"""The computer is switched on for the first time after the installation."""

from __future__ import annotations

from tests.lab import camera
from tests.lab.guest import DATA, PROGRAM, SERVICE, START_SECONDS, Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.player import Player
from tests.lab.scenarios.hangs import until_restarted

DOCTOR = f"sudo -u quartermaster {PROGRAM} doctor --data {DATA}"


def run(lab: Lab) -> str:
    table = lab.folder / "empty-table"
    camera.show(table, frames_a_second=1)
    with lab.disk() as disk, lab.boot(disk, table) as guest:
        took = guest.wait_for("The service does not start by itself", guest.is_running)
        Player(0).come(guest)
        lab.say("  the page answers; asking the doctor")
        content(guest)
        lab.say("  the doctor is content; the service hangs now")
        pause = until_restarted(guest, "kill -STOP")
        Player(0).come(guest)
        lab.say("  the hung service is back; stopping it")
        stop(guest)
        lab.say("  stopped in good order; asking the doctor about camera and pins")
        content(guest)
    return f"service {took:.0f} s after the shell, {pause:.0f} s until a hung one is back"


def start(lab: Lab) -> str:
    """The shortest trial: it starts, answers and can be switched off."""
    with lab.disk() as disk, lab.boot(disk) as guest:
        took = guest.wait_for("The service does not start by itself", guest.is_running)
        Player(0).come(guest)
        guest.machine.power_off()
    return f"service {took:.0f} s after the shell"


def content(guest: Guest) -> None:
    """With the service running, and with camera and pins free for the doctor's own trial."""
    said = guest.console.run(DOCTOR, START_SECONDS)
    if said.code:
        raise Wrong(f"The doctor is not content:\n{said.output}")


def stop(guest: Guest) -> None:
    guest.console.check(f"systemctl stop {SERVICE}", timeout=START_SECONDS)
    state = guest.state()
    if (state["ActiveState"], state["Result"], state["ExecMainStatus"]) != (
        "inactive",
        "success",
        "0",
    ):
        raise Wrong(f"Stopping did not end well: {state}")
    if "Stopped." not in guest.log(10):
        raise Wrong("The service did not stop in good order.")
