"""A newer version is installed over an older one, with a match going on, and then taken away."""

from __future__ import annotations

from tests.lab.guest import DATA, NO_CAMERA, OPTIONS, SERVICE, Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.layers import INSTALL, UNINSTALL, unpack
from tests.lab.player import Player

NEWER = "99.0.0"
_OWN = f"{DATA}/editions/port_royal.toml"
_PINS = "/etc/quartermaster/pins.toml"
_UNIT = f"/etc/systemd/system/{SERVICE}"
INSTALL_SECONDS = 3600.0
_VERSION = (
    "/opt/quartermaster/current/.venv/bin/python -c"
    " \"from importlib.metadata import version; print(version('quartermaster'))\""
)


def run(lab: Lab) -> str:
    player = Player(200)
    with lab.disk() as disk, lab.boot(disk) as guest:
        player.come(guest)
        player.join(guest)
        player.begin(guest)
        for _ in range(5):
            player.answer()
        console = guest.console
        leave_settings(guest)
        before = version(guest)
        unpack_newer(guest)
        console.check("touch /opt/quartermaster/current/rules/old.py")
        said = console.run(INSTALL, INSTALL_SECONDS)
        if said.code:
            raise Wrong(f"The installer ended with {said.code}:\n{said.output}")
        after = version(guest)
        if after != NEWER:
            raise Wrong(f"After the update it is version {after}, not {NEWER}.")
        if console.run("test -e /opt/quartermaster/current/rules/old.py").code == 0:
            raise Wrong("A module that the newer version does not have is still there.")
        player.come(guest)
        if player.compare():
            raise Wrong(f"The match was not kept: {player.phone.journal(player.match_id)}")
        player.answer()
        expect_settings(guest)
        if guest.state()["NRestarts"] != "0":
            raise Wrong(f"{SERVICE} has failed in between.")
        uninstall(guest)
    return f"{before} to {after}; match, edition and settings kept, the match goes on; taken away"


def version(guest: Guest) -> str:
    """The one in use."""
    return guest.console.check(_VERSION)


def leave_settings(guest: Guest) -> None:
    """What an owner has written, which no update may touch; on the disk for good."""
    console = guest.console
    console.check(f"sudo -u quartermaster mkdir -p $(dirname {_OWN})")
    console.check(f"echo '# what is printed on my copy' | sudo -u quartermaster tee {_OWN}")
    console.check(f"printf '%s\\n' '# my options' {NO_CAMERA} >{OPTIONS}")
    console.check(f"echo '# my wiring' >>{_PINS} && sync")


def expect_settings(guest: Guest) -> None:
    for path in (_OWN, OPTIONS, _PINS):
        guest.console.check(f"grep -q '# .*my' {path}")


def unpack_newer(guest: Guest) -> None:
    """A copy of the repository with a newer version; on the disk for good."""
    unpack(guest.machine)
    project = "/root/quartermaster/pyproject.toml"
    guest.console.check(f"sed -i 's/^version = .*/version = \"{NEWER}\"/' {project} && sync")


def uninstall(guest: Guest) -> None:
    """The program goes, what people have played stays."""
    said = guest.console.run(UNINSTALL, INSTALL_SECONDS)
    if said.code:
        raise Wrong(f"Uninstalling ended with {said.code}:\n{said.output}")
    left = f"test -e {_UNIT} || test -e /opt/quartermaster || systemctl is-active {SERVICE}"
    if guest.console.run(left).code == 0:
        raise Wrong(f"Something is left of the program:\n{said.output}")
    guest.console.check(f"test -s {DATA}/matches.sqlite && test -e {_OWN} && test -e {OPTIONS}")
