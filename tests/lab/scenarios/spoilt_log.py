"""A memory card flips a bit in the database's log before that is worked off."""

from __future__ import annotations

from tests.lab.guest import DATA, PROGRAM, SERVICE, START_SECONDS, Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.player import Player
from tests.lab.scenarios.power_cuts import look

_ANSWERS = 8
_DATABASE = f"{DATA}/matches.sqlite"
_RESCUE = f"sudo -u quartermaster {PROGRAM} rescue --data {DATA}"
_STAY = f"/run/systemd/system/{SERVICE}.d/stay.conf"


def run(lab: Lab) -> str:
    player = Player(800)
    with lab.disk() as disk, lab.boot(disk) as guest:
        player.come(guest)
        player.join(guest)
        player.begin(guest)
        guest.console.check("tar -C /run --no-same-owner -xf /dev/vdb lab")
        _play_and_flip(lab, guest, player)
        said = _start(guest)
        if "was corrected; nothing is missing" not in said:
            raise Wrong(f"Nothing is said of the flipped bit: {said}")
        _expect_everything(lab, guest, player)
        _play_and_flip(lab, guest, player)
        _rescue(lab, guest)
        _start(guest)
        _expect_everything(lab, guest, player)
        player.answer()
    return f"corrected and told at the start, and by rescue; {lab.acknowledged} answers, none lost"


def _rescue(lab: Lab, guest: Guest) -> None:
    rescued = guest.console.run(_RESCUE, START_SECONDS)
    for line in rescued.output.splitlines():
        lab.say(f"  | {line}")
    if rescued.code or "is kept as matches.sqlite.damaged" not in rescued.output:
        raise Wrong(f"Rescue ended with {rescued.code}: {rescued.output}")
    again = guest.console.check(_RESCUE, START_SECONDS)
    if "Nothing to do" not in again:
        raise Wrong(f"What rescue has made is not sound: {again}")


def _play_and_flip(lab: Lab, guest: Guest, player: Player) -> None:
    """The service is killed with all these answers in the log, and stays off."""
    for _ in range(_ANSWERS):
        player.answer()
        lab.acknowledged += 1
    guest.console.check(f"mkdir -p $(dirname {_STAY}) && echo -e '[Service]\\nRestart=no' >{_STAY}")
    guest.console.check(f"systemctl daemon-reload && systemctl kill -s KILL {SERVICE}")
    guest.wait_for("The service is not dead", lambda: guest.state()["ActiveState"] == "failed")
    guest.console.check(f"rm {_STAY} && systemctl daemon-reload")
    flipped = guest.console.check(
        f"sudo -u quartermaster python3 /run/lab/flip.py {_DATABASE}-wal {lab.dice.randrange(999)}"
    )
    lab.say(f"  flipped {flipped}")


def _start(guest: Guest) -> str:
    """What the service says."""
    guest.console.check(f"systemctl start {SERVICE}", START_SECONDS)
    process = guest.state()["MainPID"]
    return guest.console.check(f"journalctl -b _PID={process} -o cat --no-pager")


def _expect_everything(lab: Lab, guest: Guest, player: Player) -> None:
    look(lab, guest, player)
    if lab.lost:
        raise Wrong("Answers that were confirmed are gone.")
