"""Navegador for two to five players."""

from rules.game import Game, Guide, Piles, Printed, Scoring
from rules.ledger import LookAhead, Money
from rules.navegador.announced import ANNOUNCES
from rules.navegador.bot import sensible
from rules.navegador.help import CHAPTERS, phase, rules_of_phase, steps
from rules.navegador.invariants import faults
from rules.navegador.names import ACCOUNTS, MONEY, POINTS, payment_text
from rules.navegador.outlook import is_overdue, promise
from rules.navegador.pieces import CARD, COLOURS, PIECES, edition
from rules.navegador.places import STACKS, place_name
from rules.navegador.printed import contradiction, groups, printed_things, printed_words
from rules.navegador.scoring import KINDS, outcome, standing
from rules.navegador.set_up import face_down, new_table
from rules.navegador.settings import SETTINGS
from rules.navegador.table import Table
from rules.navegador.teaching import TEACHING
from rules.navegador.turns import script

_least, _most = edition().numbers("rules.seats")

GAME: Game[Table] = Game(
    name="navegador",
    edition=edition(),
    seats=range(_least, _most + 1),
    colours=COLOURS,
    accounts=ACCOUNTS,
    settings=SETTINGS,
    pieces=PIECES,
    place_name=place_name,
    new=new_table,
    script=script,
    money=Money(MONEY, payment_text),
    cards=("colony/", "privilege/", CARD.id),
    announces=ANNOUNCES,
    faults=faults,
    sensible=sensible,
    look_ahead=LookAhead(4, promise, is_overdue),
    piles=Piles(
        face_down=face_down,
        stacks=STACKS,
        aside=STACKS,
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
    ),
    printed=Printed(
        things=printed_things(),
        words=printed_words(),
        groups=groups(),
        contradiction=contradiction,
    ),
)
