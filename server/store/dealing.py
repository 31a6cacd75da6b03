"""What lies face down on the simulated table, kept over a restart and a pause.

How a match is shuffled never changes, so its answers tell where every face-down piece lies: nothing
has to be kept. Only where people have had a hand in it, by saying which cards they lay down unseen
or by turning up a card before the match asked for it, the piles are written to a file.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path

from rules.dealer import Dealer
from rules.pieces import Piece, Place
from server.store.atomic_file import write_whole

FOLDER = "dealt"

Piles = Mapping[Place, list[Piece]]

log = logging.getLogger(__name__)


class BadPiles(ValueError):
    """A file that does not say where face-down pieces lie."""


def dealt_file(folder: Path, match_id: int) -> Path:
    return folder / FOLDER / f"{match_id}.json"


def forget_dealt(folder: Path, match_id: int) -> None:
    """The match is gone for good."""
    dealt_file(folder, match_id).unlink(missing_ok=True)


def read_piles(file: Path) -> dict[int, dict[Place, list[str]]]:
    """The ids of the pieces in every pile, after so many answers. Raises BadPiles."""
    try:
        written = json.loads(file.read_bytes())
        return {
            int(answered): {str(place): [*map(str, ids)] for place, ids in piles.items()}
            for answered, piles in written["piles"].items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise BadPiles(f"{file} does not say where face-down pieces lie") from error


class Dealing:
    """Where the piles of one match lie otherwise than its answers tell, after so many of them."""

    def __init__(self, folder: Path | None, match_id: int, pieces: Mapping[str, Piece]) -> None:
        """Nothing is kept without a folder."""
        self._file = dealt_file(folder, match_id) if folder else None
        self._pieces = pieces
        self._piles: dict[int, dict[Place, list[str]]] = {}
        if self._file is not None and self._file.exists():
            try:
                self._piles = read_piles(self._file)
            except (BadPiles, OSError) as error:
                log.warning("%s; hands may be other ones than before.", error)

    def correct(self, answered: int, dealer: Dealer) -> None:
        """Put the pieces of a dealer who knows only the answers where they really lay."""
        piles = self._piles.get(answered)
        if piles is None:
            return
        theirs = sorted(piece.id for pile in dealer.piles.values() for piece in pile)
        if theirs == sorted(piece for pile in piles.values() for piece in pile):
            dealer.piles = {
                place: [self._pieces[piece] for piece in piles.get(place, ())]
                for place in dealer.piles
            }

    def keep(self, piles: Mapping[int, Piles]) -> None:
        """From now on it is these, after so many answers. Raises OSError."""
        if piles:
            self._piles |= {
                answered: {place: [piece.id for piece in pile] for place, pile in each.items()}
                for answered, each in piles.items()
            }
            self._write()

    def forget(self, answered: int) -> None:
        """The match has gone back to so many answers. Raises OSError."""
        if any(each > answered for each in self._piles):
            self._piles = {each: p for each, p in self._piles.items() if each <= answered}
            self._write()

    def _write(self) -> None:
        if self._file is not None:
            self._file.parent.mkdir(exist_ok=True)
            written = json.dumps({"piles": self._piles}, indent=1)
            write_whole(self._file, f"{written}\n".encode(), mode=0o600)
