"""The plug is pulled again and again while a newer version is installed; then it is taken back."""

from __future__ import annotations

import time
from fnmatch import fnmatch

from tests.lab.console import GuestGone
from tests.lab.guest import Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.layers import INSTALL
from tests.lab.player import Player
from tests.lab.scenarios.power_cuts import look
from tests.lab.scenarios.update import (
    INSTALL_SECONDS,
    NEWER,
    expect_settings,
    leave_settings,
    unpack_newer,
    version,
)

_CUTS = 5
_COMMANDS = {
    "copy_program *": 10.0,
    "prepare_python *": 90.0,
    "try_version *": 20.0,
    "finish_version *": 3.0,
    "systemctl stop *": 3.0,
    "keep_matches": 0.0,
    "point_to * previous": 0.0,
    "point_to * current": 0.0,
    "install_whole * *.service": 0.0,
    "systemctl daemon-reload": 1.0,
    "systemctl restart *": 5.0,
}
"""What the installer shows that it does, in this order, and how many seconds of it may pass."""
_WRITES, _PATIENCE = 20, 5.0
"""The power fails with one of the next writes, if there are any within so many seconds."""


def run(lab: Lab) -> str:
    player = Player(900)
    ran: list[str] = []
    with lab.disk() as disk:
        for number in sorted(lab.dice.sample(range(len(_COMMANDS)), _CUTS)):
            with lab.boot(disk) as guest:
                if not ran:
                    _prepare(guest, player)
                ran.append(_see(lab, guest, player))
                _cut_in(lab, guest, number)
        old, *after = ran
        with lab.boot(disk) as guest:
            after.append(_see(lab, guest, player))
            if set(after) - {old, NEWER}:
                raise Wrong(f"After the cuts it was version {', '.join(after)}.")
            _install(lab, guest, player, INSTALL, NEWER)
            _install(lab, guest, player, f"{INSTALL} --rollback", old)
            guest.machine.power_off()
    return f"{_CUTS} cuts, after which ran {', '.join(after)}; then {NEWER}, and {old} again"


def _prepare(guest: Guest, player: Player) -> None:
    """A match is going on, and a newer version is there to be installed."""
    player.come(guest)
    player.join(guest)
    player.begin(guest)
    leave_settings(guest)
    unpack_newer(guest)


def _cut_in(lab: Lab, guest: Guest, number: int) -> None:
    """Pull the plug in one of the installer's commands.

    What was done before the last cut is not done again; then it is pulled in the next one that is.
    """
    commands = list(_COMMANDS)[number:]
    disk, seconds = guest.machine.disk, lab.dice.uniform(0, _COMMANDS[commands[0]])
    writes = lab.dice.randint(1, _WRITES)
    heard = ""

    def hear(line: str) -> None:
        nonlocal heard
        if not heard and any(fnmatch(line, f"    {command}") for command in commands):
            heard = line.strip()
            time.sleep(seconds)
            disk.fail_at(writes)
            disk.off.wait(_PATIENCE)
            guest.machine.kill()

    try:
        said = guest.console.run(INSTALL, INSTALL_SECONDS, hear)
    except GuestGone:
        blocks = guest.machine.cut(lab.dice)
        lab.say(f"  cut {seconds:.1f} s after {heard!r}: {blocks} blocks of the disk lost")
    else:
        raise Wrong(f"The installer was not cut off:\n{said.output}")


def _see(lab: Lab, guest: Guest, player: Player) -> str:
    """The service runs, with the match and the settings; its version."""
    guest.wait_for("The service does not start by itself", guest.is_running)
    look(lab, guest, player)
    if lab.lost:
        raise Wrong("Answers that were confirmed are gone.")
    expect_settings(guest)
    for _ in range(2):
        player.answer()
        lab.acknowledged += 1
    found = version(guest)
    lab.say(f"  version {found} runs, the match has {len(player.confirmed)} answers")
    return found


def _install(lab: Lab, guest: Guest, player: Player, command: str, wanted: str) -> None:
    said = guest.console.run(command, INSTALL_SECONDS)
    if said.code:
        raise Wrong(f"The installer ended with {said.code}:\n{said.output}")
    found = _see(lab, guest, player)
    if found != wanted:
        raise Wrong(f"It is version {found}, not {wanted}.")
