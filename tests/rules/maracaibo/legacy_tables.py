"""Tables of Maracaibo with legacy tiles in play."""

from __future__ import annotations

from collections.abc import Sequence

from rules.flow import TABLE, Flow
from rules.maracaibo.actions.instructions import DONE
from rules.maracaibo.actions.legacy import bring_in
from rules.maracaibo.pieces import LEGACY_TILES
from rules.maracaibo.table import Table
from rules.match import Match
from tests.rules.maracaibo.the_table import Prepare, at_table, sail_to


def with_tiles(
    *tiles: str, prepare: Prepare | None = None, ship: str = "0", seats: int = 2
) -> Match[Table]:
    """A turn of Red with these legacy tiles in play."""

    def ready(table: Table) -> None:
        bring(table, *tiles)
        sail_to(table, ship)
        if prepare:
            prepare(table)

    return at_table(ready, seats)


def bring(table: Table, *tiles: str) -> None:
    for tile in tiles:
        finish(bring_in(table, LEGACY_TILES[f"legacy/{tile}"]))


def carry_out(flow: Flow[None], votes: Sequence[str] = "") -> list[str]:
    """Run a flow to its end; who was asked what, but for the table. Votes are given in order, all
    others are for the first answer.
    """
    asked, ballots = [], list(votes)
    try:
        choice = next(flow)
        while True:
            options = choice.legal()
            if choice.who is not TABLE:
                asked.append(f"{choice.who}: {choice.prompt}")
            answer = options[0]
            if answer.key.startswith(("vote:", "decide:")) and ballots:
                letter = ballots.pop(0)
                answer = next(option for option in options if option.key.endswith(f":{letter}"))
            choice = flow.send(answer)
    except StopIteration:
        return asked


def finish(flow: Flow[None]) -> None:
    """Run a flow that asks only the table, or says what to do; the first answer is always given."""
    try:
        choice = next(flow)
        while True:
            assert choice.who is TABLE or [option.key for option in choice.options] == [DONE]
            choice = flow.send(choice.legal()[0])
    except StopIteration:
        return
