"""Navegador for two to five players."""

from rules.game import Game, Setting
from rules.navegador.help import CHAPTERS, phase, rules_of_phase, steps
from rules.navegador.laws import faults
from rules.navegador.pieces import COLOURS, PIECES, edition
from rules.navegador.player import sensible
from rules.navegador.printed import contradiction, printed_things, printed_words
from rules.navegador.scoring import outcome, standing
from rules.navegador.table import STACKS, Table, face_down, new_table, place_name
from rules.navegador.turns import script
from rules.navegador.words import ACCOUNTS, POINTS
from rules.text import Text

_least, _most = edition().numbers("rules.seats")

GAME: Game[Table] = Game(
    name="navegador",
    edition=edition(),
    seats=range(_least, _most + 1),
    colours=COLOURS,
    points=POINTS,
    accounts=ACCOUNTS,
    settings=(
        Setting(
            "tagged",
            Text("Which pieces carry tags"),
            {
                "tiles": Text("Tiles and the card"),
                "rondel": Text("Rondel markers and the orange ship as well"),
                "all": Text("Workers and ships as well"),
            },
            "tiles",
            simulated="all",
        ),
        Setting(
            "discovery",
            Text("Whether ships may still sail after a region was explored in the same action"),
            {"any_time": Text("They may"), "last": Text("They may not: exploring comes last")},
            "any_time",
        ),
    ),
    pieces=PIECES,
    place_name=place_name,
    new=new_table,
    face_down=face_down,
    stacks=STACKS,
    aside=STACKS,
    set_up=steps,
    script=script,
    phase=phase,
    help=rules_of_phase,
    standing=standing,
    outcome=outcome,
    chapters=CHAPTERS,
    printed=printed_things(),
    printed_words=printed_words(),
    contradiction=contradiction,
    faults=faults,
    sensible=sensible,
)
