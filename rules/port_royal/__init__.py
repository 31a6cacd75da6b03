"""Port Royal, the base game for two to five players."""

from rules.game import Game, Setting
from rules.port_royal.cards import PIECES, edition
from rules.port_royal.help import CHAPTERS, phase, rules_of_phase, steps
from rules.port_royal.laws import faults
from rules.port_royal.scoring import outcome, standing
from rules.port_royal.table import (
    BOX,
    COINS,
    DECK,
    DISCARD,
    INFLUENCE,
    Table,
    face_down,
    new_table,
    place_name,
)
from rules.port_royal.turns import script
from rules.text import Text

_least, _most = edition().numbers("rules.seats")

GAME: Game[Table] = Game(
    name="port_royal",
    edition=edition(),
    seats=range(_least, _most + 1),
    colours=("red", "blue", "green", "yellow", "black"),
    points=INFLUENCE,
    accounts={COINS: Text("Coins"), INFLUENCE: Text("Influence")},
    settings=(
        Setting(
            "others_take",
            Text("Whether the others may take a card even if the active player took none"),
            {
                "always": Text("They always may"),
                "after_active": Text("Only after the active player took a card"),
            },
            "always",
        ),
        Setting(
            "expedition_to_win",
            Text("Variant: the end and the victory need at least one expedition"),
            {"no": Text("Not needed"), "yes": Text("Needed")},
            "no",
        ),
    ),
    pieces=PIECES,
    place_name=place_name,
    new=new_table,
    face_down=face_down,
    stacks=frozenset((DECK, DISCARD, BOX)),
    aside=frozenset((BOX,)),
    set_up=steps,
    script=script,
    phase=phase,
    help=rules_of_phase,
    standing=standing,
    outcome=outcome,
    chapters=CHAPTERS,
    faults=faults,
    acquired=lambda table, seat: (*table.persons(seat), *table.fulfilled(seat)),
)
