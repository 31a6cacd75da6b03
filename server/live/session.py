"""The match that is being played, in step with its rows on the disk; how one begins, and what of a
stored one is final.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.flow import TABLE, Seat
from rules.games import GAMES
from rules.match import Match
from rules.setting import AT_ONCE, TAKE_BACK
from rules.text import Text
from server.live.concluded import seen_together
from server.live.match import BUTTON, ROBOT, Act, Live
from server.live.messages import Back, BackAsked, Begin, Refused, Undo, View
from server.live.problems import unknown_cards
from server.live.search import Finding, Search
from server.live.virtual_piles import turn_up
from server.store import Entry, Store, StoreError
from server.store.owner_values import read_own
from vision.reading import Sighting

log = logging.getLogger(__name__)

_LESS_EXACT = "The clocks of match %s may be wrong. %s"
_ANSWERS = {"choice": 1, "undo": -1}
"""By how many a kind of row changes the number of answers."""


class Session:
    """The match that is being played, as it is on the disk and at the table. Whatever could not be
    stored has not happened.
    """

    def __init__(
        self, store: Store, match_id: int, think: Callable[[Search], Finding | None]
    ) -> None:
        self.match_id = match_id
        self._store = store
        self._think = think
        self.back_asked: BackAsked | None = None
        """What somebody wants to take back, until its player has said yes or no."""
        self._took_back: Seat | None = None
        """Whose phone did, if that was the last thing."""
        self.live, self._rows = self._load()

    def _load(self) -> tuple[Live, int]:
        """The match with what is final and what was seen together, and how many rows it has."""
        match, entries = self._store.load(self.match_id), self._store.entries(self.match_id)
        final = final_after(match, entries)
        together = seen_together(entries)
        if len(together) != len(match.journal):  # an older version asked more
            final, together = len(match.journal), [None] * len(match.journal)
        by = _given_by(entries)
        self._by = by if len(by) == len(match.journal) else [BUTTON] * len(match.journal)
        return Live(match, final, self._think, together), len(entries)

    def load_again(self, shown: Match[Any] | None) -> None:
        """As it is on the disk; if that cannot even be read, as everybody was shown it last."""
        try:
            self.live, self._rows = self._load()
        except StoreError:
            if shown is not None:
                final = min(self.live.final, len(shown.journal))
                self.live = Live(shown.fork(), final, self._think)
                self._by = (self._by + [BUTTON] * len(shown.journal))[: len(shown.journal)]

    def keep(self, acts: Sequence[Act], at: float) -> None:
        """Write what was done into the journal, and how the match ended if that was its end."""
        rows = [Entry(act.kind, act.key, act.by, at) for act in acts]
        self._rows = self._store.append(self.match_id, rows, after=self._rows)
        if rows:
            self.back_asked = None
        for row in rows:
            _follow(self._by, row)
            if row.kind != "final":
                self._took_back = self._phone(row.by) if row.kind == "undo" else None

    def end_if_over(self, at: float) -> None:
        if self.live.match.choice is None:
            self._store.finish(self.match_id, at, match=self.live.match)

    def turn_up(self) -> list[Act]:
        """Pieces of piles that do not lie on the table, as long as the match asks for them."""
        return turn_up(self.live, self.match_id, self._store.path.parent)

    def undo(self, whole_turn: bool) -> list[Act]:
        """UNDO on the table: everybody sees who presses it."""
        return self.live.undo(self._back(whole_turn).left)

    def undo_by_phone(self, wish: Undo) -> list[Act]:
        """What another player chose is not taken back before that player was asked."""
        back, seats = self._back(wish.whole_turn), self.live.match.seats
        by = next((seat for seat in seats if seat.colour in wish.seats), None)
        trusted = self.live.match.settings.get(TAKE_BACK.key) == AT_ONCE
        other = back.whose and back.whose.colour not in wish.seats and not trusted
        if back.whose and other and back.whose.colour in wish.reached:
            self.back_asked = BackAsked(by, back)
            return []
        return self.live.undo(back.left, f"phone:{by.colour}" if by else BUTTON)

    def allow(self, seat: Seat, yes: bool) -> list[Act]:
        """Whose choice it is says yes or no."""
        wish = self.back_asked
        if wish is None or wish.back.whose != seat:
            raise Refused(Text("There is nothing to take back."))
        self.back_asked = None
        if not yes:
            return []
        return self.live.undo(wish.back.left, f"phone:{wish.by.colour}" if wish.by else BUTTON)

    def _back(self, whole_turn: bool = False) -> Back:
        """A robot would say again at once what it has said itself: that is taken back together
        with what somebody did before it.
        """
        answers = self.live.match.answers
        left = self.live.without_last(len(answers), whole_turn)
        while left and self._by[left] == ROBOT:
            left = self.live.without_last(left)
        gone = zip(answers[left:], self._by[left:], strict=True)
        whose = (taken.who for taken, by in gone if taken.who is not TABLE and by != ROBOT)
        return Back(left, next(whose, None))

    def _phone(self, by: str) -> Seat | None:
        """The seat whose phone did something, if one did."""
        return next((s for s in self.live.match.seats if by == f"phone:{s.colour}"), None)

    def pause(self, at: float) -> list[Act]:
        """Pause, or go on: clocks stand still meanwhile."""
        rest(self._store, self.match_id, at, resting=not self.live.paused)
        return self.live.pause(not self.live.paused)

    def skip(self, since: float, until: float) -> None:
        """The clock was set: what lies between is no time at all."""
        try:
            self._store.rest(self.match_id, since, until)
        except StoreError as error:
            log.warning(_LESS_EXACT, self.match_id, error)

    def shows(self, sighting: Sighting) -> bool:
        """The camera's thread may still have been looking for the pieces of the match before."""
        return not sighting.game or sighting.game == self.live.match.game.name

    def view(self) -> View:
        """What the match itself says of how things stand."""
        live = self.live
        return View(
            match_id=self.match_id,
            match=live.match.fork(),
            provisional=live.provisional,
            searching=live.searching,
            wrong=dict(live.wrong),
            unclear=tuple(live.unclear),
            question=live.question,
            pending=tuple(live.pending.values()),
            chores=live.chores,
            corrections=live.corrections,
            concluded=live.concluded,
            paused=live.paused,
            final=live.final,
            back=self._back() if live.match.journal else None,
            back_asked=self.back_asked,
            took_back=self._took_back,
            unknown=unknown_cards(live.match, live.sighting) if live.sighting else (),
        )


def final_after(match: Match[Any], entries: Iterable[Entry]) -> int:
    """How many answers of a match with this journal are not provisional any more."""
    answered = final = 0
    for entry in entries:
        answered += _ANSWERS.get(entry.kind, 0)
        final = answered if entry.kind == "final" else min(final, answered)
    # Only the last turns can be taken back by hand, as if it had never been loaded.
    turns = match.checkpoints
    return max(final, turns[-2].answered if len(turns) > 1 else 0)


def _given_by(entries: Iterable[Entry]) -> list[str]:
    """By whom or what each answer of a match was given."""
    found: list[str] = []
    for entry in entries:
        _follow(found, entry)
    return found


def _follow(given_by: list[str], entry: Entry) -> None:
    if entry.kind == "choice":
        given_by.append(entry.by)
    elif entry.kind == "undo":
        given_by.pop()


def begin(store: Store, wish: Begin, at: float) -> int:
    """Store a match that begins now, with what is printed on the owner's copy; its number."""
    own = read_own(GAMES[wish.game], store.path.parent) if wish.game in GAMES else {}
    match_id = store.new_match(
        wish.game,
        wish.names,
        {**own, **wish.settings},
        at,
        wish.colours,
        campaign=wish.campaign,
        remembered=not wish.robots,
        robots=wish.robot_seats,
    )
    if wish.again is not None:
        store.phones.keep_seats(wish.again, match_id)
    store.resume(match_id, at)
    return match_id


def rest(store: Store, match_id: int, at: float, *, resting: bool) -> None:
    """Clocks stand still, or run again. If that cannot be stored, they are only less exact."""
    try:
        (store.rest if resting else store.go_on)(match_id, at)
    except StoreError as error:
        log.warning(_LESS_EXACT, match_id, error)
