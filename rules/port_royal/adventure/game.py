"""Port Royal as it is played with The Adventure Begins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from rules.edition import Edition
from rules.game import Game, Piles, Reach
from rules.pieces import Place
from rules.port_royal.adventure.bot import sensible
from rules.port_royal.adventure.help import chapters, phase, rules_of_phase, steps
from rules.port_royal.adventure.invariants import faults
from rules.port_royal.adventure.reach import in_order, may_come
from rules.port_royal.adventure.scoring import outcome
from rules.port_royal.adventure.set_up import face_down, new_table
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.adventure.turns import script
from rules.port_royal.announced import ANNOUNCES_IN_ADVENTURE
from rules.port_royal.names import ACCOUNTS_WITH_CROWNS
from rules.port_royal.pieces import Card
from rules.port_royal.places import (
    BOX,
    CHARACTERS,
    DECK,
    DISCARD,
    EVENT_DISCARD,
    EVENT_STOCK,
    EVENTS,
    MISSIONS,
    MONTH_END,
    STORY,
    batch_place,
)
from rules.port_royal.table import Table


def adventurous(game: Game[Table], edition: Edition) -> Game[Table]:
    """The game of a match with a chapter of the adventure."""
    batches = frozenset(batch_place(batch) for batch in tale_of(edition).batches)
    # The marker on a crown card tells what the assistant counts itself.
    crowns = (f"crowns:{colour}" for colour in game.colours)
    beside = {BOX, STORY, CHARACTERS, EVENT_STOCK, MISSIONS, MONTH_END, *batches, *crowns}
    return replace(
        game,
        accounts=ACCOUNTS_WITH_CROWNS,
        new=partial(new_table, printed=edition),
        script=script,
        piles=Piles(
            face_down=_face_down,
            stacks=frozenset((DECK, DISCARD, EVENTS, EVENT_DISCARD, *beside)),
            aside=frozenset(beside),
        ),
        guide=replace(
            game.guide, set_up=steps, phase=phase, rules=rules_of_phase, chapters=chapters
        ),
        scoring=replace(game.scoring, outcome=outcome),
        faults=faults,
        announces=ANNOUNCES_IN_ADVENTURE,
        reach=Reach(may_come, in_order),
        sensible=sensible,
    )


def _face_down(table: Table) -> Mapping[Place, Sequence[Card]]:
    assert isinstance(table, AdventureTable)
    return face_down(table)
