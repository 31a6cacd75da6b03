"""The network is gone, the table opens its own, a phone joins it and plays; then home again."""

from __future__ import annotations

import re

from firmware.network_manager import PROFILE
from firmware.own_network import ADDRESS
from tests.lab.guest import START_SECONDS, Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.machine import RADIO_PORT
from tests.lab.player import Player
from tests.lab.scenarios.first_boot import DOCTOR

_RADIOS = "/run/lab/radios.sh"
_QUESTION = (
    "python3 -c 'import http.client as h;"
    f' c = h.HTTPConnection("{ADDRESS}", 80, 60);'
    ' c.request("GET", "/generate_204", headers={"Host": "connectivitycheck.gstatic.com"});'
    ' r = c.getresponse(); print(r.status, r.getheader("Location"))\''
)


def run(lab: Lab) -> str:
    at_home, in_the_garden = Player(700), Player(701)
    with lab.disk() as disk, lab.boot(disk) as guest:
        at_home.come(guest)
        guest.console.check("tar -C /run --no-same-owner -xf /dev/vdb lab")
        guest.console.check(f"{_RADIOS} set_up && {_RADIOS} router_on", timeout=START_SECONDS)
        guest.wait_for("The table does not join the network at home", lambda: _uses(guest, "home"))
        at_home.join(guest)
        at_home.begin(guest)
        for _ in range(3):
            at_home.answer()
        lab.say("  in the network at home; the router is switched off")
        guest.console.check(f"{_RADIOS} router_off")
        opened = guest.wait_for("No Wi-Fi of its own is opened", lambda: _uses(guest, PROFILE))
        ssid, passphrase = _shown_by_the_doctor(guest)
        lab.say(f"  its own Wi-Fi {ssid} is open; a phone joins it")
        said = guest.console.check(
            f"{_RADIOS} phone_joins '{ssid}' '{passphrase}'", timeout=START_SECONDS
        )
        if f"names by {ADDRESS}" not in said:
            raise Wrong(f"The phone gets no address from the table: {said}")
        _expect(guest, "302", f"http://{ADDRESS}/")
        guest.console.check(
            f"systemd-run --quiet python3 /run/lab/relay.py {RADIO_PORT} {ADDRESS} phone"
        )
        in_the_garden.phone.host = ADDRESS
        in_the_garden.come(guest, guest.machine.radio_port)
        _expect(guest, "204", "None")
        in_the_garden.join(guest)
        in_the_garden.match_id = at_home.match_id  # numbers go on from there
        in_the_garden.begin(guest)
        for _ in range(5):
            in_the_garden.answer()
        lab.say("  it has a seat and plays; the router is switched on again")
        guest.console.check(f"{_RADIOS} router_on", timeout=START_SECONDS)
        back = guest.wait_for("The table does not go home", lambda: _uses(guest, "home"))
        at_home.come(guest)
        in_the_garden.phone.host = at_home.phone.host
        in_the_garden.come(guest)
        if at_home.compare() or in_the_garden.compare():
            raise Wrong("Answers are lost when the network changes.")
        if guest.state()["NRestarts"] != "0":
            raise Wrong("The service did not live through the change of the network.")
    return f"its own after {opened:.0f} s, home again after {back:.0f} s"


def _uses(guest: Guest, profile: str) -> bool:
    """Whether the table is in the network of a connection of NetworkManager's."""
    said = guest.console.run("nmcli -t -f TYPE,STATE,CONNECTION device").output
    return f"wifi:connected:{profile}" in said.splitlines()


def _shown_by_the_doctor(guest: Guest) -> tuple[str, str]:
    said = guest.console.run(DOCTOR, START_SECONDS).output
    found = re.search(r"the table opens (\S+), passphrase (\S+);", said)
    if found is None:
        raise Wrong(f"The doctor does not show the table's own Wi-Fi:\n{said}")
    return found[1], found[2]


def _expect(guest: Guest, status: str, location: str) -> None:
    """What the phone is told when it asks whether there is internet."""
    said = guest.console.check(f"ip netns exec phone {_QUESTION}", timeout=START_SECONDS)
    if said.split() != [status, location]:
        raise Wrong(f"Asked whether there is internet, the table says {said}.")
