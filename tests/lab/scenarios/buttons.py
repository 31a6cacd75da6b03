"""Real kernel lines for the buttons and the lamp, through gpiozero and lgpio."""

from __future__ import annotations

from tests.lab.guest import Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.player import Player


def run(lab: Lab) -> str:
    player = Player(100)
    with lab.disk() as disk, lab.boot(disk) as guest:
        player.come(guest)
        player.join(guest)
        player.begin(guest)
        pipes = _pipes(guest)
        for _ in range(4):
            player.answer()
        undo(guest, player)
        lamp = guest.lamp()
        more = _pipes(guest) - pipes
    if more > 0:
        raise Wrong(f"Looking for a camera that is not there has left {more} pipes open.")
    if not (lamp[0] > 0.05 and lamp[1] > 0.02 and lamp[2] == 0):
        raise Wrong(f"Without a camera the lamp should be amber; red, green and blue are {lamp}.")
    return f"NEXT let a phone in three times, UNDO took back; amber lamp: {lamp[0]:.2f} red"


def _pipes(guest: Guest) -> int:
    process = guest.state()["MainPID"]
    return int(guest.console.check(f"ls -l /proc/{process}/fd | grep -c 'pipe:' || true"))


def undo(guest: Guest, player: Player) -> None:
    before = player.phone.journal(player.match_id)
    guest.press("undo")
    guest.wait_for(
        "UNDO takes nothing back",
        lambda: player.phone.journal(player.match_id) == before[:-1],
    )
    guest.press("undo", seconds=2.6)
    guest.wait_for(
        "UNDO that is held takes no turn back",
        lambda: len(player.phone.journal(player.match_id)) < len(before) - 1,
    )
