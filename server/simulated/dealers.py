"""Who knows what lies face down on the simulated table, the same after a restart and a pause."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from random import SystemRandom
from typing import Any

from rules.dealer import Dealer
from rules.flow import Option, Reveal
from rules.match import Match
from rules.pieces import Piece, Place
from rules.text import Text
from server.live.virtual_piles import shuffle_seed
from server.store.dealing import Dealing, Piles
from server.store.errors import StoreError
from vision.simulator.placing import Tabletop

log = logging.getLogger(__name__)


class Dealers:
    """The dealer after each number of answers: an undo takes the face-down pieces back as well."""

    def __init__(self, folder: Path | None = None) -> None:
        """With the folder of the matches each is dealt the same way whenever it is taken up."""
        self._folder = folder
        self._dealing = Dealing(None, 0, {})
        self.all: list[Dealer] = []

    @property
    def last(self) -> Dealer:
        return self.all[-1]

    def begin(self, start: Match[Any], match_id: int, answered: int) -> None:
        """A match is dealt that has so many answers already."""
        self.all = [Dealer(start, self._seed(match_id))]
        self._dealing = Dealing(self._folder, match_id, start.game.pieces)
        self.forget(answered)

    def forget(self, answered: int) -> None:
        """The match has only so many answers now."""
        del self.all[answered + 1 :]
        self._keep(lambda: self._dealing.forget(answered))

    def keep_since(self, answered: int) -> None:
        """From so many answers on, people have said what lies where."""
        later = {n: dealer.piles for n, dealer in enumerate(self.all) if n >= answered}
        self.keep(later)

    def keep(self, piles: Mapping[int, Piles]) -> None:
        self._keep(lambda: self._dealing.keep(piles))

    def add(self, dealer: Dealer) -> None:
        """The dealer after one more answer; what was kept of that is put right in it."""
        self._dealing.correct(len(self.all), dealer)
        self.all.append(dealer)

    def _seed(self, match_id: int) -> int:
        if self._folder is not None:
            try:
                return shuffle_seed(self._folder, match_id)
            except StoreError as error:
                log.warning("Hands are dealt for this evening only. %s", error)
        return SystemRandom().getrandbits(64)

    def _keep(self, write: Callable[[], None]) -> None:
        """Play goes on although hands cannot be kept."""
        try:
            write()
        except OSError as error:
            log.warning("After a restart some hands may be other ones: %s.", error)


def comes_up(
    match: Match[Any], table: Tabletop, dealer: Dealer, next_from: Callable[[Place], list[Piece]]
) -> Option[Any] | None:
    """What whoever turns up now what the match asks for finds; first what lies open already.

    None if the match asks for nothing, or for what is not there.
    """
    choice = match.choice
    if not isinstance(choice, Reveal):
        return None
    pile = dealer.piles.get(choice.source, ())
    turned = [piece for piece in pile if table.placed(piece.id) is not None]
    answers = (choice.answer(each.id) for each in (*turned, *reversed(next_from(choice.source))))
    return next((option for option in answers if option and option.blocked is None), None)


def contradiction(
    match: Match[Any],
    table: Tabletop,
    dealer: Dealer,
    option: Option[Any],
    next_from: Callable[[Place], list[Piece]],
) -> Text | None:
    """Why an answer cannot be: what lies face down is where the dealer has it.

    `next_from` says which pieces of a pile may be turned up next.
    """

    def is_hidden(piece: Piece) -> bool:
        known = match.table.places.where(piece) or table.placed(piece.id)
        return not known and any(piece in pile for pile in dealer.piles.values())

    for piece, source, _, _ in option.moves:
        if piece is None or not is_hidden(piece):
            continue
        name = match.game.place_name(match.seats, source)
        if isinstance(match.choice, Reveal):
            if piece.kind not in {each.kind for each in next_from(source)}:
                # One word more would tell who holds the piece that was named.
                return Text("Another piece comes next from {place}: turn it up.", place=name)
        elif piece not in dealer.piles.get(source, ()):
            return Text("{piece} is not in {place}.", piece=piece.name, place=name)
    return None
