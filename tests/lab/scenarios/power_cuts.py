"""The plug is pulled again and again while somebody plays: nothing confirmed may be lost."""

from __future__ import annotations

import http.client
import threading

from tests.lab.guest import DATA, NO_CAMERA, OPTIONS, SERVICE, START_SECONDS, Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.player import Player

_LEAST = 3
"""Answers before a cut, so that there is something to lose, however slow the computer is."""
_LONGEST = 12.0
"""Seconds of play between two cuts, at the most."""
_IN_A_WRITE = 0.6
"""How often it fails with a write: at other moments hardly anything is on its way to the disk."""
_WRITES, _PATIENCE = 60, 60.0
"""Which write that is, at the most; and how many seconds to wait for it."""
_EARLY = 0.15
"""How often the power fails again while the computer is still starting."""
_SOUND = (
    'runuser -u quartermaster -- python3 -S -c "import sqlite3;'
    f" db = sqlite3.connect('{DATA}/matches.sqlite');"
    " print(db.execute('PRAGMA integrity_check').fetchall(),"
    " db.execute('PRAGMA foreign_key_check').fetchall())\""
)


def run(lab: Lab) -> str:
    player = Player(lab.dice.randrange(1000))
    blocks = cuts = 0
    with lab.disk() as disk:
        while cuts < lab.cuts:
            with lab.boot(disk) as guest:
                if cuts and lab.dice.random() < _EARLY:
                    blocks += guest.machine.cut(lab.dice)
                else:
                    blocks += _play_until_cut(lab, guest, player)
            cuts += 1
            lab.say(
                f"  cut {cuts}: match {player.match_id}, {len(player.confirmed)} answers;"
                f" {lab.acknowledged} in all, {lab.lost} lost, {blocks} blocks of the disk lost"
            )
        with lab.boot(disk) as guest:
            look(lab, guest, player)
            player.answer()
            lab.lost += player.compare()
            guest.machine.power_off()
    if lab.lost:
        raise Wrong(f"{lab.lost} of {lab.acknowledged} confirmed answers are lost.")
    return (
        f"{cuts} cuts, {lab.acknowledged} answers confirmed, none lost, although"
        f" {blocks} blocks of the disk were"
    )


def look(lab: Lab, guest: Guest, player: Player) -> None:
    """What the table has after a cut; the database is looked at by SQLite itself, too."""
    player.come(guest)
    if player.match_id:
        lab.lost += player.compare()
    said = guest.console.check(_SOUND)
    if said != "[('ok',)] []":
        raise Wrong(f"The database is damaged: {said}")
    errors = guest.console.run("dmesg | grep -i 'EXT4-fs error'").output
    if errors:
        raise Wrong(f"The file system is damaged: {errors}")


def _play_until_cut(lab: Lab, guest: Guest, player: Player) -> int:
    """How many blocks of the disk were lost with the power."""
    look(lab, guest, player)
    if not player.match_id:
        guest.console.check(f"echo {NO_CAMERA} >{OPTIONS}; sync")  # from the next start on
        if not guest.machine.board.has_pins:
            # No Pi has a simulated table, whose own pieces would contradict what phones answer.
            guest.console.check(f"systemctl restart {SERVICE}", START_SECONDS)
            player.come(guest)
        player.join(guest)
        player.begin(guest)
    for _ in range(_LEAST):
        _answer(lab, guest, player)
    machine, seconds = guest.machine, lab.dice.uniform(0.5, _LONGEST)
    if lab.dice.random() < _IN_A_WRITE:
        machine.disk.fail_at(lab.dice.randint(1, _WRITES))
        seconds = _PATIENCE

    def pull_the_plug() -> None:
        machine.disk.off.wait(seconds)
        machine.kill()

    plug = threading.Thread(target=pull_the_plug)
    plug.start()
    try:
        while True:
            _answer(lab, guest, player)
    except (OSError, http.client.HTTPException):
        pass  # the power is off
    finally:
        plug.join()
    return machine.cut(lab.dice)


def _answer(lab: Lab, guest: Guest, player: Player) -> None:
    if player.answer():
        lab.acknowledged += 1
    else:
        player.begin(guest)
