"""Maracaibo, the base game for two to four players, and solo against Jean."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rules.game import Game, Guide, Piles, Printed, Reach, Scoring
from rules.ledger import LookAhead, Money
from rules.maracaibo.actions.meanings import effects
from rules.maracaibo.announced import ANNOUNCES
from rules.maracaibo.bot import sensible
from rules.maracaibo.bot.promise import promise
from rules.maracaibo.help import CHAPTERS, phase, rules_of_phase, steps
from rules.maracaibo.invariants import faults
from rules.maracaibo.names import ACCOUNTS, DOUBLOONS, KINDS, SECTIONS, VP, payment_text
from rules.maracaibo.pieces import COLOURS, PIECES, edition
from rules.maracaibo.places import (
    ASIDE,
    FACE_UP,
    JEAN_DECK,
    STACKS,
    career_hand,
    hand,
    place_name,
)
from rules.maracaibo.printed import contradiction, parts, printed_things, printed_words
from rules.maracaibo.printed.box import box_before, box_of, house_box
from rules.maracaibo.printed.catalogue import kinds_shown
from rules.maracaibo.printed.nodes import Node
from rules.maracaibo.reach import may_come
from rules.maracaibo.scoring import outcome, standing
from rules.maracaibo.set_up import face_down, new_table
from rules.maracaibo.settings import SETTINGS
from rules.maracaibo.story.campaign import CAMPAIGN
from rules.maracaibo.table import Table
from rules.maracaibo.teaching import TEACHING
from rules.maracaibo.turns import script

_least, _most = edition().numbers("rules.seats")
effects.check(Node)


def variant(game: Game[Table], settled: Mapping[str, str]) -> Game[Table]:
    """With the board and the pieces on which an owner has read the values of a match, and with the
    pile that the assistant shuffles, if it does. Matches of older versions have their three cards.
    """
    box = house_box()
    if own := {path: text for path, text in settled.items() if edition().is_open(path)}:
        box = box_of(edition().laid_over(own))
    before = settled["story"] == "three_cards" and settled["scenario"] == "1"
    if before:
        box = box_before(box)
    virtual = frozenset([JEAN_DECK] if settled["jean_deck"] == "virtual" else ())
    if not before and (game.pieces, game.piles.virtual) == (box.pieces, virtual):
        return game
    return replace(
        game,
        pieces=box.pieces,
        new=partial(new_table, box=box),
        printed=replace(game.printed, parts=partial(parts, box)),
        piles=replace(game.piles, virtual=virtual),
    )


GAME: Game[Table] = Game(
    name="maracaibo",
    edition=edition(),
    seats=range(_least, _most + 1),
    colours=COLOURS,
    accounts=ACCOUNTS,
    settings=SETTINGS,
    pieces=PIECES,
    place_name=place_name,
    new=new_table,
    script=script,
    money=Money(DOUBLOONS, payment_text),
    variant=variant,
    announces=ANNOUNCES,
    cards=(
        "project/",
        "career/",
        "building/",
        "jean/",
        "city/",
        "combat/",
        "quest/",
        "story/",
        "legacy/",
    ),
    faults=faults,
    sensible=sensible,
    effects=effects,
    kinds_shown=kinds_shown,
    look_ahead=LookAhead(4, promise),
    piles=Piles(
        face_down=face_down,
        stacks=STACKS,
        face_up=FACE_UP,
        aside=ASIDE,
        hands=lambda seat: (hand(seat), career_hand(seat)),
    ),
    guide=Guide(
        set_up=steps,
        phase=phase,
        rules=rules_of_phase,
        chapters=lambda _: CHAPTERS,
        teaching=TEACHING,
    ),
    scoring=Scoring(
        points=VP,
        standing=standing,
        outcome=outcome,
        sides=lambda table: table.everyone,
        acquired=lambda table, seat: table.acquired(seat),
        sections=SECTIONS,
        kinds=KINDS,
    ),
    printed=Printed(
        things=printed_things(),
        words=printed_words(),
        parts=partial(parts, house_box()),
        contradiction=contradiction,
        on_pieces=True,
    ),
    reach=Reach(
        may_come=may_come,
    ),
    campaign=CAMPAIGN,
)
