"""A peninsula that differs from the house's: one land space less, and a ruin elsewhere."""

from __future__ import annotations

from contextlib import suppress

from rules.cooper_island import GAME
from rules.game import BadSettings


def written(name: str) -> str:
    return GAME.edition.house[f"peninsula.{name}"].written()


def _own_map() -> tuple[dict[str, str], str, str, str]:
    ruins, land = written("ruins").split(), written("land").split()
    plain = [s for s in land if s not in (*ruins, *written("start").split())]
    plain = [s for s in plain if s not in written("isthmus").split()]
    for gone in reversed(plain):
        ruin = next(space for space in plain if space != gone)
        own = {
            "peninsula.land": " ".join(space for space in land if space != gone),
            "peninsula.ruins": " ".join((*ruins[:-1], ruin)),
        }
        with suppress(BadSettings):
            GAME.laid_over(own)
            return own, gone, ruins[-1], ruin
    raise AssertionError("No land can be taken away.")


OWN_MAP, _GONE, _NO_RUIN, _RUIN = _own_map()
"""As settings of a match."""
TAPS = (("land", _GONE), ("ruins", _NO_RUIN), ("ruins", _RUIN))
"""The brush and the space of each tap that makes it out of the house's."""
REMOVED, RUIN = _GONE.replace(":", ","), _RUIN.replace(":", ",")
