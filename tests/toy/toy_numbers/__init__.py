"""Numbers, a toy for two."""

from rules.game import Game, Guide, Piles, Scoring
from rules.text import Text
from toy_numbers.help import RULES, phase, steps
from toy_numbers.pieces import COLOURS, PIECES, edition
from toy_numbers.places import place_name
from toy_numbers.scoring import outcome, standing
from toy_numbers.table import POINTS, Table, new_table
from toy_numbers.turns import script

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
