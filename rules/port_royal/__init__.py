"""Port Royal, the base game for two to five players, and sets that an edition adds to it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rules.edition import Edition
from rules.game import Game, Guide, Piles, Reach, Scoring
from rules.payments import Money
from rules.port_royal.box import box_of
from rules.port_royal.coins import payment_text
from rules.port_royal.expeditions import DONE
from rules.port_royal.help import chapters, phase, rules_of_phase, steps
from rules.port_royal.invariants import faults
from rules.port_royal.names import ACCOUNTS, COINS, INFLUENCE
from rules.port_royal.pieces import edition
from rules.port_royal.places import BOX, DECK, DISCARD, place_name
from rules.port_royal.reach import in_order, may_come
from rules.port_royal.scoring import outcome, standing
from rules.port_royal.set_up import face_down, new_table
from rules.port_royal.settings import sets_of, settings_of
from rules.port_royal.table import Table
from rules.port_royal.turns import script


def variant(game: Game[Table], settled: Mapping[str, str]) -> Game[Table]:
    """With the cards and the rules of the sets that are played with, and for as many players."""
    sets = sets_of(settled)
    box = box_of(game.edition, sets)
    if (game.sets, game.seats) == (sets, box.rules.seats):
        return game
    return replace(game, sets=sets, pieces=box.cards, seats=box.rules.seats)


def game_of(edition: Edition) -> Game[Table]:
    """The game as it stands in an edition, with the cards of all of its sets."""
    alone = ((), *((name,) for name in edition.sets))
    seats = [box_of(edition, sets).rules.seats for sets in alone]
    return Game(
        name="port_royal",
        edition=edition,
        seats=range(min(some.start for some in seats), max(some.stop for some in seats)),
        colours=("red", "blue", "green", "yellow", "black"),
        accounts=ACCOUNTS,
        settings=settings_of(edition),
        pieces=box_of(edition, edition.sets).cards,
        place_name=place_name,
        new=partial(new_table, printed=edition),
        script=script,
        piles=Piles(
            face_down=face_down,
            stacks=frozenset((DECK, DISCARD, BOX)),
            aside=frozenset((BOX,)),
        ),
        guide=Guide(set_up=steps, phase=phase, rules=rules_of_phase, chapters=chapters),
        scoring=Scoring(
            points=INFLUENCE,
            standing=standing,
            outcome=outcome,
            acquired=lambda table, seat: (*table.persons(seat), *table.fulfilled(seat)),
        ),
        money=Money(COINS, payment_text),
        cards=("",),
        reach=Reach(may_come, in_order),
        no_longer_asked=frozenset([DONE]),
        faults=faults,
        variant=variant,
        sets=edition.sets,
    )


GAME: Game[Table] = game_of(edition())
