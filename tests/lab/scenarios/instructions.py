"""How many instructions an ARM processor does for what a table is for, and whether that is few."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tests.lab import frames
from tests.lab.guest import PYTHON, Wrong
from tests.lab.lab import Lab
from tests.lab.machine import Circumstances
from tests.lab.scenarios.arm import ALONE, AS_USER, PATIENCE, bring

HERTZ = 1.5e9
"""Of a Raspberry Pi 4; one instruction a cycle is assumed."""
FRAMES_A_SECOND = 10
MOST_IDLE = 0.05
"""Of one core, while nothing happens."""
MOST_SECONDS = 0.7
"""From a card that lies still to the choice that is stored."""
_TOLERATED = 0.01

NAMES = {
    "idle_frame": "one idle frame",
    "three_changed_cards": "three changed cards read",
    "card_understood": "one card read, understood and stored",
    "choice": "one choice stored and shown",
    "page": "one page",
}


def run(lab: Lab) -> str:
    pictures = lab.folder / "turn"
    frames.of_a_turn(pictures)
    counted = Circumstances(kernel=ALONE, counted=True)
    with lab.disk() as disk, lab.boot(disk, circumstances=counted, frames=pictures) as guest:
        bring(guest)
        said = guest.console.check(
            f"{AS_USER} env TMPDIR=/var/tmp {PYTHON} /run/lab/instructions.py /run/frames", PATIENCE
        )
    told = json.loads(said.splitlines()[-1])
    done, seen = told["loop"]["done"], told["loop"]["counted"]
    if abs(seen - done) > done * _TOLERATED:
        raise Wrong(f"Of {done} instructions {seen} were counted.")
    lab.instructions = told["instructions"]
    return judged(lab.instructions, told["waited"])


def judged(counted: Mapping[str, int], waited: float) -> str:
    """Whether that keeps to what is promised; `waited` is for the card to lie still."""
    idle = counted["idle_frame"] / HERTZ * FRAMES_A_SECOND
    seconds = waited + counted["card_understood"] / HERTZ
    said = (
        f"an idle table takes {idle:.1%} of a core, a card is understood {seconds:.2f} s after it"
        f" lies still ({waited:.1f} s of them waiting)"
    )
    if idle > MOST_IDLE or seconds > MOST_SECONDS:
        raise Wrong(f"{said}; {MOST_IDLE:.0%} and {MOST_SECONDS} s are allowed.")
    return said


def as_table(counted: Mapping[str, int]) -> str:
    width = max(map(len, NAMES.values()))
    rows = [
        f"{NAMES[name]:<{width}} {number / 1e6:10.2f} million {number / HERTZ * 1000:10.2f} ms"
        for name, number in counted.items()
    ]
    head = f"{'':<{width}} {'instructions':>18} {'at 1.5 GHz':>13}"
    return "\n".join([head, *rows, "One instruction a cycle is assumed, on one core."])
