"""Cooper Island for two to four players."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from rules.cooper_island.actions import meanings
from rules.cooper_island.actions.idle_hands import why_it_stays
from rules.cooper_island.actions.vocabulary import effects
from rules.cooper_island.announced import ANNOUNCES
from rules.cooper_island.bot import sensible
from rules.cooper_island.help import CHAPTERS, phase, rules_of_phase, steps
from rules.cooper_island.invariants import faults
from rules.cooper_island.lively import weigh
from rules.cooper_island.names import ACCOUNTS, POINTS, payment_text
from rules.cooper_island.on_top import laid, levels, tops
from rules.cooper_island.pieces import COLOURS, PIECES, box_of, edition, house_box
from rules.cooper_island.places import ASIDE, open_stacks, own, place_name, stacks
from rules.cooper_island.printed.nodes import COIN
from rules.cooper_island.printed.owner import (
    contradiction,
    groups,
    printed_things,
    printed_words,
)
from rules.cooper_island.reach import in_order
from rules.cooper_island.scoring import KINDS, outcome, standing
from rules.cooper_island.set_up import face_down, new_table
from rules.cooper_island.settings import SETTINGS
from rules.cooper_island.table import Table
from rules.cooper_island.teaching import TEACHING
from rules.cooper_island.turns import script
from rules.game import Game, Guide, Piles, Printed, Reach, Scoring
from rules.ledger import Money

_least, _most = edition().numbers("rules.seats")
assert meanings.MODULES


def variant(game: Game[Table], settled: Mapping[str, str]) -> Game[Table]:
    """With the boards and the pieces on which an owner has read the values of a match."""
    own_values = {path: text for path, text in settled.items() if edition().is_open(path)}
    if not own_values:
        return game
    box = box_of(edition().laid_over(own_values))
    piles = replace(
        game.piles,
        stacks=stacks(COLOURS, box.board),
        open_stacks=open_stacks(COLOURS, box.board),
    )
    return replace(game, pieces=box.pieces, piles=piles, new=partial(new_table, box=box))


GAME: Game[Table] = Game(
    name="cooper_island",
    edition=edition(),
    seats=range(_least, _most + 1),
    colours=COLOURS,
    accounts=ACCOUNTS,
    settings=SETTINGS,
    pieces=PIECES,
    place_name=place_name,
    new=new_table,
    script=script,
    money=Money(COIN, payment_text),
    variant=variant,
    announces=ANNOUNCES,
    faults=faults,
    sensible=sensible,
    weigh=weigh,
    effects=effects,
    piles=Piles(
        face_down=face_down,
        stacks=stacks(COLOURS, house_box().board),
        aside=ASIDE,
        open_stacks=open_stacks(COLOURS, house_box().board),
        tops=tops,
        laid=laid,
        levels=levels,
        round=lambda table: table.round,
        hands=lambda seat: (own("hand", seat),),
    ),
    guide=Guide(
        set_up=steps,
        phase=phase,
        rules=rules_of_phase,
        chapters=lambda _: CHAPTERS,
        teaching=TEACHING,
    ),
    scoring=Scoring(
        points=POINTS,
        standing=standing,
        outcome=outcome,
        kinds=KINDS,
        acquired=lambda table, seat: table.acquired(seat),
    ),
    reach=Reach(in_order=in_order, why_it_stays=why_it_stays),
    printed=Printed(
        things=printed_things(),
        words=printed_words(),
        groups=groups(),
        contradiction=contradiction,
        on_pieces=True,
    ),
)
