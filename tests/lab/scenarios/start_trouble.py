"""The computer starts without a network, or with a clock that was never set."""

from __future__ import annotations

from tests.lab.guest import START_SECONDS, Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.machine import Circumstances
from tests.lab.player import Player
from tests.lab.scenarios.first_boot import DOCTOR

_PAGE = (
    "(exec 3<>/dev/tcp/127.0.0.1/80;"
    " printf 'GET / HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3; head -1 <&3)"
)


def no_network(lab: Lab) -> str:
    with lab.disk() as disk, lab.boot(disk, circumstances=Circumstances(plugged=False)) as guest:
        took = guest.wait_for("The service waits for the network", guest.is_running)
        if "10.0.2.15" in guest.console.check("ip -br address"):
            raise Wrong("The cable is out, and there is an address.")
        said = guest.console.check(_PAGE)
        if " 200 " not in said:
            raise Wrong(f"The page answers with {said} at the table itself.")
        guest.machine.plug(True)
        player = Player(500)
        player.come(guest)
        if guest.state()["NRestarts"] != "0":
            raise Wrong("The service did not live through the change of the network.")
    return f"service {took:.0f} s after the shell; found as soon as the cable was in"


def no_clock(lab: Lab) -> str:
    player = Player(600)
    never_set = Circumstances(clock="1970-01-01T00:00:00")
    with lab.disk() as disk, lab.boot(disk, circumstances=never_set) as guest:
        player.come(guest)
        # systemd does not believe a clock that is older than itself, and sets it to its own age.
        # Other systems do: so the service starts in 1970 as well.
        guest.console.check("systemctl stop quartermaster.service", timeout=START_SECONDS)
        # An hour, because Linux takes no time before its own start.
        guest.console.check("date -s @3600 && systemctl start quartermaster.service", START_SECONDS)
        player.come(guest)
        year = guest.console.check("date +%Y")
        if year != "1970":
            raise Wrong(f"The clock should be in 1970, but it is {year}.")
        player.join(guest)
        player.begin(guest)
        for _ in range(3):
            player.answer()
        _expect_advice(guest)
        guest.console.check("date -s '2026-11-16 20:00'")
        for _ in range(3):
            player.answer()
        if player.compare():
            raise Wrong("Answers are lost when the clock is set.")
        guest.console.check("systemctl restart quartermaster.service", timeout=START_SECONDS)
        player.come(guest)
        if player.compare():
            raise Wrong("Answers are lost when the service starts again.")
    return "a match is begun in 1970 and goes on when the clock is set"


def _expect_advice(guest: Guest) -> None:
    said = guest.console.run(DOCTOR, START_SECONDS)
    if "sudo date -s" not in said.output:
        raise Wrong(f"The doctor does not see that the clock is wrong:\n{said.output}")
