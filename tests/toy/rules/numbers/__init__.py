"""Numbers, a toy for two."""

from rules.game import Game, Guide, Piles, Scoring
from rules.numbers.help import RULES, phase, steps
from rules.numbers.pieces import COLOURS, PIECES, edition
from rules.numbers.places import place_name
from rules.numbers.scoring import outcome, standing
from rules.numbers.table import POINTS, Table, new_table
from rules.numbers.turns import script
from rules.text import Text

GAME: Game[Table] = Game(
    name="numbers",
    edition=edition(),
    seats=range(2, 3),
    colours=COLOURS,
    accounts={POINTS: Text("Points")},
    settings=(),
    pieces=PIECES,
    place_name=place_name,
    new=new_table,
    script=script,
    piles=Piles(face_down=lambda _: {}),
    guide=Guide(set_up=steps, phase=phase, rules=lambda _: RULES),
    scoring=Scoring(points=POINTS, standing=standing, outcome=outcome),
)
