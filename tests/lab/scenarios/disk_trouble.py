"""A disk that is full, and a card that takes no more writes."""

from __future__ import annotations

import re

from tests.lab.guest import Guest, Wrong
from tests.lab.lab import Lab
from tests.lab.player import Player
from tests.lab.scenarios.power_cuts import look

_MOST_ANSWERS = 60
_NOT_SAVED = "Not saved"


def full(lab: Lab) -> str:
    player = Player(300)
    with lab.disk() as disk, lab.boot(disk) as guest:
        _start(guest, player)
        guest.console.check(
            "fallocate -l $(($(df -B1 --output=avail / | tail -1) - 65536)) /var/lib/ballast; "
            "dd if=/dev/zero of=/var/lib/ballast2 bs=4k 2>/dev/null; df / | tail -1"
        )
        said = _answer_until_refused(player, "is full. Everything before is safe")
        _expect_red(guest)
        player.come(guest)
        guest.console.check("rm /var/lib/ballast*")
        guest.wait_for("It does not go on", lambda: _goes_on(player))
        look(lab, guest, player)
    return said


def read_only(lab: Lab) -> str:
    """Linux shuts off a file system that cannot be written: not even programs can be read."""
    player = Player(400)
    with lab.disk() as disk:
        with lab.boot(disk) as guest:
            _start(guest, player)
            for page in ("/me", "/table"):
                player.phone.get(page)
            disk.refuses = True
            guest.console.run("sync")  # so that it is shut off before anybody answers
            before = len(player.confirmed)
            player.send()
            for page in ("/me", "/table"):
                told = player.phone.get(page)
                if told.status != 200 or _NOT_SAVED not in told.text:
                    raise Wrong(f"{page} says, with {told.status}: {told.words()}")
            shown = re.findall(r'name="after" value="(\d+)"', player.phone.get("/me").text)
            if set(shown) - {str(before)}:
                raise Wrong(f"{before} answers are stored, but {shown} are shown.")
            _expect_red(guest)
            guest.machine.cut(lab.dice)
        disk.refuses = False
        with lab.boot(disk) as guest:
            look(lab, guest, player)
            if lab.lost:
                raise Wrong("Answers that were confirmed are lost.")
            if not _goes_on(player):
                raise Wrong("The match does not go on with a new card.")
    return f"phone says “{_NOT_SAVED}”, lamp red; with a new card the match goes on"


def _start(guest: Guest, player: Player) -> None:
    player.come(guest)
    player.join(guest)
    player.begin(guest)
    for _ in range(4):
        player.answer()


def _answer_until_refused(player: Player, why: str) -> str:
    """The write-ahead log may have some room left."""
    for _ in range(_MOST_ANSWERS):
        before = len(player.confirmed)
        player.send()
        told = player.phone.get("/me").text
        if player.compare():
            raise Wrong("Answers that were confirmed are gone.")
        stored = len(player.confirmed) > before
        if (why in told) is stored:
            raise Wrong(f"Stored: {stored}; but the phone says {told}")
        if not stored:
            return f"told after {before} answers: “{why}”, lamp red, nothing lost"
    raise Wrong(f"{_MOST_ANSWERS} answers were taken on a disk that takes none.")


def _goes_on(player: Player) -> bool:
    before = len(player.confirmed)
    player.send()
    return player.compare() == 0 and len(player.confirmed) > before


def _expect_red(guest: Guest) -> None:
    red, green, _ = guest.lamp()
    if red < 0.3 or green > 0:
        raise Wrong(f"The lamp should be red; red is {red:.2f}, green {green:.2f}.")
