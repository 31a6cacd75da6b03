"""The service hangs, as a whole or in a single thread: the watchdog starts it again."""

from __future__ import annotations

from tests.lab import camera
from tests.lab.guest import SERVICE, START_SECONDS, Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.player import Player

_THREADS = {"host": "the match", "camera-thread": "the camera's thread", "web": "the web server"}
"""Their names, and what the log calls them."""
_FOLDER = "/run/lab/hang"
_DROP_IN = f"/run/systemd/system/{SERVICE}.d/hang.conf"


def run(lab: Lab) -> str:
    table = lab.folder / "watched-table"
    camera.show(table, frames_a_second=1)
    player = Player(700)
    with lab.disk() as disk, lab.boot(disk, table) as guest:
        player.come(guest)
        player.join(guest)
        player.begin(guest)
        _prepare(guest)
        notes = []
        for thread, called in _THREADS.items():
            player.come(guest)
            player.answer()
            guest.console.check(f"echo {thread} >{_FOLDER}/thread")
            took = until_restarted(guest, "kill -USR1")
            if f"No answer from {called}." not in guest.log():
                raise Wrong(f"The log does not say that {called} hangs.")
            player.come(guest)
            if player.compare():
                raise Wrong(f"Answers are lost after {called} hung.")
            notes.append(f"{thread} {took:.0f} s")
            lab.say(f"  {called} hung for {took:.0f} s until the watchdog; the match is there")
        player.answer()
    return f"each hung by itself until the watchdog came: {', '.join(notes)}; the match goes on"


def _prepare(guest: Guest) -> None:
    """From the next start on the service can be made to hang; nothing of it is changed."""
    guest.console.check("tar -C /run --no-same-owner -xf /dev/vdb lab")
    guest.console.check(f"mkdir -p $(dirname {_DROP_IN})")
    guest.console.put(_DROP_IN, f"[Service]\nEnvironment=PYTHONPATH={_FOLDER}\n".encode())
    guest.console.check(f"systemctl daemon-reload && systemctl restart {SERVICE}", START_SECONDS)


def until_restarted(guest: Guest, hang: str) -> float:
    """Make the service hang by a command with its process; seconds until it is there again."""
    before, process = _bites(guest), guest.state()["MainPID"]
    guest.console.check(f"{hang} {process}")

    def is_back() -> bool:
        return guest.state()["MainPID"] not in ("0", process) and guest.is_running()

    took = guest.wait_for("A hung service is not started again", is_back)
    if _bites(guest) != before + 1:
        raise Wrong("It was not the watchdog that ended the hung service.")
    return took


def _bites(guest: Guest) -> int:
    """How often the watchdog has ended the service since the computer was started."""
    return guest.log().count("Watchdog timeout")
