"""The two income tracks, and the synergy tokens on which some income depends."""

from __future__ import annotations

from rules.flow import Seat
from rules.ledger import Line
from rules.maracaibo.names import DOUBLOONS, INCOME, VP
from rules.maracaibo.places import display
from rules.maracaibo.printed.describe import amount_text
from rules.maracaibo.printed.nodes import SYNERGIES, Income
from rules.maracaibo.table import Table
from rules.text import Plural, Text

ROUNDS = 4


def advance_income(table: Table, seat: Seat, track: str, n: int, because: Text) -> None:
    """Steps past the end of the doubloon track are steps on the points track."""
    if track == DOUBLOONS:
        account = INCOME[DOUBLOONS]
        steps = min(n, table.board.doubloon_income_most - table.has(seat, account))
        table.ledger.gain(seat, account, steps, because)
        n -= steps
    advance_vp_income(table, seat, n, because)


def advance_vp_income(table: Table, seat: Seat, n: int, because: Text) -> None:
    """At the end of the points track: its points at once for every scoring still to come.

    The marker goes back to 0, and takes the rest of its steps from there (see RULINGS.md).
    """
    account, most = INCOME[VP], table.board.vp_income_most
    while n:
        here = table.has(seat, account)
        steps = min(n, most - here)
        n -= steps
        if here + steps < most:
            table.ledger.gain(seat, account, steps, because)
            return
        table.ledger.gain(seat, account, -here, Text("Points track: back to 0"))
        left = ROUNDS - table.scored
        table.ledger.gain(
            seat,
            VP,
            left * most,
            Plural(
                "Points track full: {gain} for {n} scoring to come",
                "Points track full: {gain} each for {n} scorings to come",
                left,
                gain=amount_text(VP, most),
            ),
            kind="income",
        )
        if not table.rulings.vp_track_goes_on:
            return


def missing_synergies(table: Table, seat: Seat) -> list[str]:
    return [kind for kind in SYNERGIES if kind not in table.player(seat).synergies]


def take_synergy(table: Table, seat: Seat, kind: str) -> None:
    """Whoever lacks the token takes it; income that waited for it comes true."""
    player = table.player(seat)
    if kind in player.synergies:
        return
    player.synergies.append(kind)
    for card in table.cards(display(seat)):
        for effect in card.effects:
            if isinstance(effect, Income) and effect.synergy == kind:
                advance_income(
                    table,
                    seat,
                    effect.track,
                    effect.n,
                    Text("{card}, with synergy token", card=card.name),
                )


def add_income(table: Table, seat: Seat, income: Income, because: Text) -> None:
    """Income with a synergy token counts only for those who have it; the others wait for it."""
    if income.synergy is None or income.synergy in table.player(seat).synergies:
        advance_income(table, seat, income.track, income.n, because)


def pay_income(table: Table, seat: Seat) -> None:
    """At an interim scoring both tracks pay; points beside the doubloon track do not count yet."""
    table.ledger.gain(seat, DOUBLOONS, table.has(seat, INCOME[DOUBLOONS]), Text("Doubloon income"))
    table.ledger.write(points_track(table, seat))


def points_track(table: Table, seat: Seat) -> Line:
    """What the points track pays at a scoring."""
    return Line(seat, VP, table.has(seat, INCOME[VP]), Text("Points track"), kind="income")
